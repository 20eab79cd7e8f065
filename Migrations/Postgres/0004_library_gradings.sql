-- Answers that are graded anew. The answer stays as it was given; its outcome and the totals follow the last grading.
CREATE TABLE hwdb.grading (
  library bigint NOT NULL DEFAULT hwdb.library(),
  attempt bigint NOT NULL,
  position bigint NOT NULL CONSTRAINT position_from_0 CHECK (position >= 0),
  at_ms bigint NOT NULL CONSTRAINT at_is_time CHECK (at_ms BETWEEN -62167219200000 AND 253402300799999),
  -- The outcome before it was the other one.
  outcome text COLLATE "C" NOT NULL CONSTRAINT graded_correct_or_wrong CHECK (outcome IN ('correct', 'wrong')),
  -- The key was corrected, or the learner's answer was accepted.
  reason text COLLATE "C" NOT NULL CONSTRAINT reason_known CHECK (reason IN ('regraded', 'accepted')),
  checksum bigint GENERATED ALWAYS AS (hwdb.row_checksum(attempt::text, position::text, at_ms::text, outcome::text,
    reason::text)) STORED,
  PRIMARY KEY (library, attempt, position, at_ms, outcome, reason),
  FOREIGN KEY (library, attempt) REFERENCES hwdb.attempt (library, id) ON DELETE CASCADE
);

CREATE TRIGGER grading_never_changes BEFORE UPDATE ON hwdb.grading
FOR EACH ROW EXECUTE FUNCTION hwdb.refuse('gradings_never_change');

-- The corrections of keys by which earlier answers were graded anew. Attempts that were in progress follow when they
-- are finished.
CREATE TABLE hwdb.regrading (
  library bigint NOT NULL DEFAULT hwdb.library(),
  -- The question with the corrected key.
  question bigint NOT NULL,
  at_ms bigint NOT NULL CONSTRAINT at_is_time CHECK (at_ms BETWEEN -62167219200000 AND 253402300799999),
  -- Whether correct answers stay correct.
  never_lower boolean NOT NULL,
  PRIMARY KEY (library, question, at_ms),
  FOREIGN KEY (library, question) REFERENCES hwdb.question (library, id) ON DELETE CASCADE
);

-- Two more kinds of events.
ALTER TABLE hwdb.event DROP CONSTRAINT event_kind_known;
ALTER TABLE hwdb.event ADD CONSTRAINT event_kind_known CHECK (kind IN ('homeworkAdded', 'homeworkUpdated',
  'homeworkCompleted', 'homeworkReopened', 'homeworkDeleted', 'homeworkRestored', 'firstCapture',
  'collectionCompleted', 'quizSet', 'generationChanged', 'attemptStarted', 'answerSettled', 'attemptFinished',
  'attemptAbandoned', 'attemptExtended', 'attemptTaken', 'answerRegraded', 'answerAccepted', 'achievementUnlocked',
  'milestoneReached', 'learnerAdded', 'learnerUpdated', 'erased', 'databaseRestored'));

CREATE VIEW hwdb_library.grading AS
SELECT * FROM hwdb.grading WHERE library = hwdb.library();

CREATE VIEW hwdb_library.regrading AS
SELECT * FROM hwdb.regrading WHERE library = hwdb.library();
