-- Copies of a library, each of which gets from the others what it lacks.

-- The copies that are known here. The first is the one on which the library began: its id is the library's.
CREATE TABLE copy (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE
    CONSTRAINT public_id_is_uuid CHECK (public_id GLOB '????????-????-????-????-????????????'
      AND length(replace(public_id, '-', '')) = 32 AND public_id NOT GLOB '*[^-0-9a-f]*'),
  -- Whether this database is that copy.
  is_own INTEGER NOT NULL DEFAULT 0 CONSTRAINT is_own_is_boolean CHECK (is_own IN (0, 1))
) STRICT;

CREATE UNIQUE INDEX copy_one_own ON copy (is_own) WHERE is_own;

-- The program sets the id.
INSERT INTO copy (id, public_id, is_own) VALUES (1, '00000000-0000-7000-8000-000000000000', 1);

-- What has changed on any copy. What it became is in the rows of other tables.
CREATE TABLE change (
  -- Hybrid time: the milliseconds since 1970 UTC, times 1024, or one more than the latest time known, if that is later.
  time INTEGER NOT NULL,
  copy INTEGER NOT NULL REFERENCES copy,
  kind TEXT NOT NULL CONSTRAINT change_kind_known CHECK (kind IN ('learner', 'homework', 'quiz', 'attempt', 'credit',
    'moment', 'edited', 'deleted', 'restored', 'erased')),
  -- The public id of what has changed; NULL if it was about a learner who was erased.
  entity TEXT
    CONSTRAINT entity_is_uuid CHECK (entity GLOB '????????-????-????-????-????????????'
      AND length(replace(entity, '-', '')) = 32 AND entity NOT GLOB '*[^-0-9a-f]*'),
  -- The place of an answer, the name of a moment, the field that was edited.
  part TEXT,
  PRIMARY KEY (copy, time)
) STRICT, WITHOUT ROWID;

CREATE INDEX change_of_entity ON change (entity, time) WHERE kind <> 'attempt';

-- Everything that is here already.
INSERT INTO change (time, copy, kind, entity, part)
SELECT row_number() OVER (ORDER BY place, at, entity, part), 1, kind, entity, part FROM (
  SELECT 1 AS place, created_at_ms AS at, 'learner' AS kind, public_id AS entity, NULL AS part FROM learner
  UNION ALL SELECT 2, created_at_ms, 'homework', public_id, NULL FROM homework
  UNION ALL SELECT 3, z.created_at_ms, 'quiz', z.public_id, NULL
    FROM quiz z
  UNION ALL SELECT 4, z.created_at_ms, 'edited', h.public_id, 'quiz' FROM quiz z JOIN homework h ON h.id = z.homework
    WHERE z.is_current
  UNION ALL SELECT 5, started_at_ms, 'attempt', public_id, NULL FROM attempt
  UNION ALL SELECT 6, finished_at_ms, 'credit', attempt_public_id, NULL FROM ledger
  UNION ALL SELECT 7, at_ms, 'moment', l.public_id, o.name FROM once o JOIN learner l ON l.id = o.learner
  UNION ALL SELECT 8, completed_at_ms, 'edited', h.public_id, 'completed ' || l.public_id
    FROM completion d JOIN homework h ON h.id = d.homework JOIN learner l ON l.id = d.learner);

-- The copy on which an attempt goes on; NULL for this one. Each copy has its own attempt in progress.
ALTER TABLE attempt ADD COLUMN copy INTEGER REFERENCES copy;
DROP INDEX attempt_one_in_progress;
CREATE UNIQUE INDEX attempt_one_in_progress ON attempt (quiz, learner) WHERE state = 'inProgress' AND copy IS NULL;

-- The log of events, with one more kind, and the copy on which each happened.
ALTER TABLE event RENAME TO former_event;

CREATE TABLE event (
  sequence INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CONSTRAINT event_kind_known CHECK (kind IN ('homeworkAdded', 'homeworkUpdated',
    'homeworkCompleted', 'homeworkReopened', 'homeworkDeleted', 'homeworkRestored', 'firstCapture',
    'collectionCompleted', 'quizSet', 'generationChanged', 'attemptStarted', 'answerSettled', 'attemptFinished',
    'attemptAbandoned', 'attemptExtended', 'attemptTaken', 'achievementUnlocked', 'milestoneReached', 'learnerAdded',
    'learnerUpdated', 'erased', 'databaseRestored')),
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

INSERT INTO event (sequence, kind, at_ms, homework, attempt, question_index, outcome, streak_position, name, learner)
SELECT sequence, kind, at_ms, homework, attempt, question_index, outcome, streak_position, name, learner
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
