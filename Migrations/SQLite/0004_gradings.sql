-- Answers that are graded anew. The answer stays as it was given; its outcome and the totals follow the last grading.
CREATE TABLE grading (
  attempt INTEGER NOT NULL REFERENCES attempt ON DELETE CASCADE,
  position INTEGER NOT NULL CONSTRAINT position_from_0 CHECK (position >= 0),
  at_ms INTEGER NOT NULL CONSTRAINT at_is_time CHECK (at_ms BETWEEN -62167219200000 AND 253402300799999),
  -- The outcome before it was the other one.
  outcome TEXT NOT NULL CONSTRAINT graded_correct_or_wrong CHECK (outcome IN ('correct', 'wrong')),
  -- The key was corrected, or the learner's answer was accepted.
  reason TEXT NOT NULL CONSTRAINT reason_known CHECK (reason IN ('regraded', 'accepted')),
  checksum INTEGER,
  PRIMARY KEY (attempt, position, at_ms, outcome, reason)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER grading_never_changes BEFORE UPDATE OF attempt, position, at_ms, outcome, reason ON grading
BEGIN
  SELECT RAISE(ABORT, 'gradings_never_change');
END;

-- The corrections of keys by which earlier answers were graded anew. Attempts that were in progress follow when they
-- are finished.
CREATE TABLE regrading (
  -- The question with the corrected key.
  question INTEGER NOT NULL REFERENCES question ON DELETE CASCADE,
  at_ms INTEGER NOT NULL CONSTRAINT at_is_time CHECK (at_ms BETWEEN -62167219200000 AND 253402300799999),
  -- Whether correct answers stay correct.
  never_lower INTEGER NOT NULL CONSTRAINT never_lower_is_boolean CHECK (never_lower IN (0, 1)),
  PRIMARY KEY (question, at_ms)
) STRICT, WITHOUT ROWID;

-- The log of events, with two more kinds.
ALTER TABLE event RENAME TO former_event;

CREATE TABLE event (
  sequence INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CONSTRAINT event_kind_known CHECK (kind IN ('homeworkAdded', 'homeworkUpdated',
    'homeworkCompleted', 'homeworkReopened', 'homeworkDeleted', 'homeworkRestored', 'firstCapture',
    'collectionCompleted', 'quizSet', 'generationChanged', 'attemptStarted', 'answerSettled', 'attemptFinished',
    'attemptAbandoned', 'attemptExtended', 'attemptTaken', 'answerRegraded', 'answerAccepted', 'achievementUnlocked',
    'milestoneReached', 'learnerAdded', 'learnerUpdated', 'erased', 'databaseRestored')),
  at_ms INTEGER NOT NULL CONSTRAINT at_is_time CHECK (at_ms BETWEEN -62167219200000 AND 253402300799999),
  homework TEXT
    CONSTRAINT homework_is_uuid CHECK (homework GLOB '????????-????-????-????-????????????'
      AND length(replace(homework, '-', '')) = 32 AND homework NOT GLOB '*[^-0-9a-f]*'),
  attempt TEXT
    CONSTRAINT attempt_is_uuid CHECK (attempt GLOB '????????-????-????-????-????????????'
      AND length(replace(attempt, '-', '')) = 32 AND attempt NOT GLOB '*[^-0-9a-f]*'),
  question_index INTEGER CONSTRAINT question_index_0_to_199 CHECK (question_index BETWEEN 0 AND 199),
  outcome TEXT CONSTRAINT outcome_known CHECK (outcome IN ('correct', 'wrong', 'skipped')),
  streak_position INTEGER CONSTRAINT streak_position_0_to_10 CHECK (streak_position BETWEEN 0 AND 10),
  name TEXT,
  -- The key of the learner; NULL if the event belongs to the library, or its learner was erased.
  learner INTEGER,
  -- The public id of the copy on which it happened; NULL for this one.
  origin TEXT
    CONSTRAINT origin_is_uuid CHECK (origin GLOB '????????-????-????-????-????????????'
      AND length(replace(origin, '-', '')) = 32 AND origin NOT GLOB '*[^-0-9a-f]*')
) STRICT;

INSERT INTO event (sequence, kind, at_ms, homework, attempt, question_index, outcome, streak_position, name, learner,
  origin)
SELECT sequence, kind, at_ms, homework, attempt, question_index, outcome, streak_position, name, learner, origin
FROM former_event;

DROP TABLE former_event;

CREATE TRIGGER event_follows AFTER INSERT ON event
WHEN NEW.sequence NOT BETWEEN 1 AND (
  SELECT coalesce(max(sequence), NEW.sequence) + 2 FROM event WHERE sequence < NEW.sequence)
BEGIN
  SELECT RAISE(ABORT, 'events_are_numbered_in_order');
END;

CREATE TRIGGER event_keeps_its_number BEFORE UPDATE OF sequence ON event
BEGIN
  SELECT RAISE(ABORT, 'events_keep_their_numbers');
END;
