-- Whose attempts, progress and stars they are. A library has learners, and what was there is the first one's.

CREATE TABLE learner (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE CONSTRAINT public_id_is_uuid CHECK (length(public_id) = 36),
  name TEXT NOT NULL CONSTRAINT learner_name_not_blank CHECK (trim(name) <> ''),
  -- The name without case: no two have the same.
  folded_name TEXT NOT NULL UNIQUE,
  is_default INTEGER NOT NULL DEFAULT 0 CONSTRAINT is_default_is_boolean CHECK (is_default IN (0, 1)),
  created_at_ms INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX learner_one_default ON learner (is_default) WHERE is_default;

-- Its id and its time are given by whoever migrates.
INSERT INTO learner VALUES (1, '00000000-0000-7000-8000-000000000000', 'Learner 1', 'learner 1', 1, 0);

-- A learner was erased, and the bytes that free pages held of them are not written over yet.
CREATE TABLE erasure (
  id INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL
) STRICT;

ALTER TABLE attempt ADD COLUMN learner INTEGER REFERENCES learner ON DELETE CASCADE;

-- A row that was not what was written is so still.
UPDATE attempt SET learner = 1, checksum = CASE
  WHEN checksum IS row_checksum(id, public_id, quiz, state, started_at_ms, finished_at_ms)
  THEN row_checksum(id, public_id, quiz, state, started_at_ms, finished_at_ms, 1) ELSE checksum END;

CREATE TRIGGER attempt_has_learner BEFORE INSERT ON attempt WHEN NEW.learner IS NULL
BEGIN
  SELECT RAISE(ABORT, 'attempt_has_learner');
END;

DROP INDEX attempt_one_in_progress;
DROP INDEX attempt_of_quiz;
DROP INDEX attempt_newest;
CREATE UNIQUE INDEX attempt_one_in_progress ON attempt (quiz, learner) WHERE state = 'inProgress';
CREATE INDEX attempt_of_quiz ON attempt (quiz, learner);
CREATE INDEX attempt_newest ON attempt (learner, started_at_ms DESC, public_id DESC);

-- With what was answered, so that an overview of a million answers reads nothing but this.
DROP INDEX answer_of_question;
CREATE INDEX answer_of_question ON answer (question, outcome);

-- What the finished attempts of a learner at a homework amount to. Without any there is no row.
CREATE TABLE learner_progress (
  homework INTEGER NOT NULL REFERENCES homework ON DELETE CASCADE,
  learner INTEGER NOT NULL REFERENCES learner ON DELETE CASCADE,
  best_score INTEGER NOT NULL,
  best_total INTEGER NOT NULL,
  completion_percentage INTEGER NOT NULL
    CONSTRAINT completion_is_percentage CHECK (completion_percentage BETWEEN 0 AND 100),
  total_attempts INTEGER NOT NULL CONSTRAINT total_attempts_from_1 CHECK (total_attempts >= 1),
  last_played_at_ms INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (homework, learner),
  CONSTRAINT best_score_within_total CHECK (best_score BETWEEN 0 AND best_total)
) STRICT, WITHOUT ROWID;

INSERT INTO learner_progress
SELECT homework, 1, best_score, best_total, completion_percentage, total_attempts, last_played_at_ms, CASE
  WHEN checksum IS row_checksum(homework, best_score, best_total, completion_percentage, total_attempts,
    last_played_at_ms)
  THEN row_checksum(homework, 1, best_score, best_total, completion_percentage, total_attempts, last_played_at_ms)
  ELSE checksum END
FROM progress;

DROP TABLE progress;
ALTER TABLE learner_progress RENAME TO progress;
CREATE INDEX progress_of_learner ON progress (learner);

CREATE TRIGGER progress_never_goes_down BEFORE UPDATE ON progress
WHEN NEW.completion_percentage < OLD.completion_percentage OR NEW.total_attempts < OLD.total_attempts
BEGIN
  SELECT RAISE(ABORT, 'progress_never_goes_down');
END;

-- Homework that a learner has marked done.
CREATE TABLE completion (
  homework INTEGER NOT NULL REFERENCES homework ON DELETE CASCADE,
  learner INTEGER NOT NULL REFERENCES learner ON DELETE CASCADE,
  completed_at_ms INTEGER NOT NULL,
  PRIMARY KEY (homework, learner)
) STRICT, WITHOUT ROWID;

CREATE INDEX completion_of_learner ON completion (learner);
INSERT INTO completion SELECT id, 1, completed_at_ms FROM homework WHERE completed_at_ms IS NOT NULL;
ALTER TABLE homework DROP COLUMN completed_at_ms;

ALTER TABLE ledger ADD COLUMN learner INTEGER REFERENCES learner ON DELETE CASCADE;

UPDATE ledger SET learner = 1, checksum = CASE
  WHEN checksum IS
    row_checksum(id, attempt_public_id, subject, stars, score, total, longest_run, elapsed_ms, finished_at_ms)
  THEN row_checksum(id, attempt_public_id, subject, stars, score, total, longest_run, elapsed_ms, finished_at_ms, 1)
  ELSE checksum END;

CREATE INDEX ledger_of_learner ON ledger (learner, stars);

CREATE TRIGGER ledger_has_learner BEFORE INSERT ON ledger WHEN NEW.learner IS NULL
BEGIN
  SELECT RAISE(ABORT, 'ledger_has_learner');
END;

-- Things that happen to a learner once and for all: the first capture, achievements, milestones.
CREATE TABLE learner_once (
  learner INTEGER NOT NULL REFERENCES learner ON DELETE CASCADE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CONSTRAINT once_kind_known CHECK (kind IN ('flag', 'achievement', 'milestone')),
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (learner, name)
) STRICT, WITHOUT ROWID;

INSERT INTO learner_once SELECT 1, name, kind, at_ms FROM once;
DROP TABLE once;
ALTER TABLE learner_once RENAME TO once;

-- The row of the learner that it is about; none for what is the library's. Of one who was erased no event tells.
ALTER TABLE event ADD COLUMN learner INTEGER;
UPDATE event SET learner = 1 WHERE attempt IS NOT NULL
  OR kind IN ('firstCapture', 'homeworkCompleted', 'homeworkReopened', 'collectionCompleted');

-- The row of the learner that the reply tells of.
ALTER TABLE request ADD COLUMN learner INTEGER;
UPDATE request SET learner = 1;

-- What is kept for an undo tells whose it is, by rows of learners.
UPDATE deletion SET content = json_set(
  json_remove(content, '$.homework.completedAtMs'),
  '$.completions', CASE WHEN content ->> '$.homework.completedAtMs' IS NULL THEN json_array()
    ELSE json_array(json_array(1, content ->> '$.homework.completedAtMs')) END,
  '$.progress', CASE WHEN json_type(content, '$.progress') IS NOT 'array' THEN json_array()
    ELSE json_array(json_array(1, content ->> '$.progress[0]', content ->> '$.progress[1]',
      content ->> '$.progress[2]', content ->> '$.progress[3]', content ->> '$.progress[4]')) END,
  '$.attempts', (SELECT json_group_array(json_set(value, '$.learner', 1)) FROM json_each(content, '$.attempts')));
