-- Learners, their attempts and answers, and what they have earned.

-- A person who plays quizzes.
CREATE TABLE learner (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE
    CONSTRAINT public_id_is_uuid CHECK (public_id GLOB '????????-????-????-????-????????????'
      AND length(replace(public_id, '-', '')) = 32 AND public_id NOT GLOB '*[^-0-9a-f]*'),
  name TEXT NOT NULL CONSTRAINT learner_name_not_blank CHECK (trim(name) <> ''),
  -- The name without case. Two learners may have the same if they met by a sync.
  folded_name TEXT NOT NULL,
  is_default INTEGER NOT NULL DEFAULT 0 CONSTRAINT is_default_is_boolean CHECK (is_default IN (0, 1)),
  created_at_ms INTEGER NOT NULL
    CONSTRAINT created_at_is_time CHECK (created_at_ms BETWEEN -62167219200000 AND 253402300799999)
) STRICT;

CREATE INDEX learner_of_name ON learner (folded_name);
CREATE UNIQUE INDEX learner_one_default ON learner (is_default) WHERE is_default;

-- The program sets the learner's id and time.
INSERT INTO learner (id, public_id, name, folded_name, is_default, created_at_ms)
VALUES (1, '00000000-0000-7000-8000-000000000000', 'Learner 1', 'learner 1', 1, 0);

-- One play of a quiz. Score, streak and stars follow from its answers.
CREATE TABLE attempt (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE
    CONSTRAINT public_id_is_uuid CHECK (public_id GLOB '????????-????-????-????-????????????'
      AND length(replace(public_id, '-', '')) = 32 AND public_id NOT GLOB '*[^-0-9a-f]*'),
  quiz INTEGER NOT NULL REFERENCES quiz ON DELETE CASCADE,
  learner INTEGER NOT NULL REFERENCES learner ON DELETE CASCADE,
  state TEXT NOT NULL DEFAULT 'inProgress'
    CONSTRAINT attempt_state_known CHECK (state IN ('inProgress', 'completed', 'abandoned')),
  started_at_ms INTEGER NOT NULL
    CONSTRAINT started_at_is_time CHECK (started_at_ms BETWEEN -62167219200000 AND 253402300799999),
  finished_at_ms INTEGER
    CONSTRAINT finished_at_is_time CHECK (finished_at_ms BETWEEN -62167219200000 AND 253402300799999),
  -- A practice attempt changes no progress, ledger, achievement or milestone.
  is_practice INTEGER NOT NULL DEFAULT 0 CONSTRAINT is_practice_is_boolean CHECK (is_practice IN (0, 1)),
  -- The last moment at which answers are accepted.
  deadline_ms INTEGER CONSTRAINT deadline_is_time CHECK (deadline_ms BETWEEN -62167219200000 AND 253402300799999),
  -- What is asked in another order, and the 64-bit number from which that order follows.
  shuffle TEXT CONSTRAINT shuffle_known CHECK (shuffle IN ('questions', 'options', 'both')),
  seed INTEGER CONSTRAINT seed_iff_shuffled CHECK ((seed IS NULL) = (shuffle IS NULL)),
  -- The positions of the questions asked, as a JSON list; NULL for all questions.
  asked TEXT CONSTRAINT asked_is_list CHECK (json_type(asked) = 'array'),
  -- The copy on which it goes on; NULL for this one. Each copy has its own attempt in progress.
  copy INTEGER REFERENCES copy,
  CONSTRAINT finished_iff_not_in_progress CHECK ((state = 'inProgress') = (finished_at_ms IS NULL))
) STRICT;

CREATE UNIQUE INDEX attempt_one_in_progress ON attempt (quiz, learner) WHERE state = 'inProgress' AND copy IS NULL;
CREATE INDEX attempt_of_quiz ON attempt (quiz, learner);
-- The order of every list of attempts, so that a page is read without sorting all of them.
CREATE INDEX attempt_newest ON attempt (learner, started_at_ms DESC, public_id DESC);

-- The answer to one question of an attempt.
CREATE TABLE answer (
  attempt INTEGER NOT NULL REFERENCES attempt ON DELETE CASCADE,
  position INTEGER NOT NULL CONSTRAINT position_from_0 CHECK (position >= 0),
  question INTEGER NOT NULL REFERENCES question ON DELETE CASCADE,
  response TEXT,
  outcome TEXT NOT NULL CONSTRAINT outcome_known CHECK (outcome IN ('correct', 'wrong', 'skipped')),
  streak_position INTEGER CONSTRAINT streak_position_0_to_10 CHECK (streak_position BETWEEN 0 AND 10),
  elapsed_ms INTEGER NOT NULL CONSTRAINT elapsed_up_to_a_year CHECK (elapsed_ms BETWEEN 0 AND 31536000000),
  answered_at_ms INTEGER NOT NULL
    CONSTRAINT answered_at_is_time CHECK (answered_at_ms BETWEEN -62167219200000 AND 253402300799999),
  -- The totals up to this answer, so that the next answer needs only this row: correct answers, time spent, correct
  -- multiple-choice answers in a row, the most of these so far, and stars.
  correct_count INTEGER NOT NULL DEFAULT 0
    CONSTRAINT correct_count_within_answers CHECK (correct_count BETWEEN 0 AND position + 1),
  total_elapsed_ms INTEGER NOT NULL DEFAULT 0 CONSTRAINT total_elapsed_not_negative CHECK (total_elapsed_ms >= 0),
  run INTEGER NOT NULL DEFAULT 0 CONSTRAINT run_not_negative CHECK (run >= 0),
  longest_run INTEGER NOT NULL DEFAULT 0
    CONSTRAINT longest_run_from_run_to_correct CHECK (longest_run BETWEEN run AND correct_count),
  stars INTEGER NOT NULL DEFAULT 0 CONSTRAINT stars_within_correct CHECK (stars BETWEEN 0 AND correct_count),
  PRIMARY KEY (attempt, position),
  CONSTRAINT response_iff_not_skipped CHECK ((outcome = 'skipped') = (response IS NULL)),
  CONSTRAINT streak_broken_iff_not_correct CHECK (
    streak_position IS NULL OR (streak_position = 0) = (outcome <> 'correct'))
) STRICT, WITHOUT ROWID;

-- With the outcome, so that an overview of a million answers reads only this index.
CREATE INDEX answer_of_question ON answer (question, outcome);

-- Answers that are graded anew. The answer stays as it was given; its outcome and the totals follow the last grading.
CREATE TABLE grading (
  attempt INTEGER NOT NULL REFERENCES attempt ON DELETE CASCADE,
  position INTEGER NOT NULL CONSTRAINT position_from_0 CHECK (position >= 0),
  at_ms INTEGER NOT NULL CONSTRAINT at_is_time CHECK (at_ms BETWEEN -62167219200000 AND 253402300799999),
  -- The outcome before it was the other one.
  outcome TEXT NOT NULL CONSTRAINT graded_correct_or_wrong CHECK (outcome IN ('correct', 'wrong')),
  -- The key was corrected, or the learner's answer was accepted.
  reason TEXT NOT NULL CONSTRAINT reason_known CHECK (reason IN ('regraded', 'accepted')),
  PRIMARY KEY (attempt, position, at_ms, outcome, reason),
  -- At the commit, because answers are written again after they are graded anew.
  FOREIGN KEY (attempt, position) REFERENCES answer DEFERRABLE INITIALLY DEFERRED
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
  -- Whether the former grades were restored. The key stays corrected.
  is_undone INTEGER NOT NULL DEFAULT 0 CONSTRAINT is_undone_is_boolean CHECK (is_undone IN (0, 1)),
  PRIMARY KEY (question, at_ms)
) STRICT, WITHOUT ROWID;

-- The totals of a learner's finished attempts at homework; no row if there are none.
CREATE TABLE progress (
  homework INTEGER NOT NULL REFERENCES homework ON DELETE CASCADE,
  learner INTEGER NOT NULL REFERENCES learner ON DELETE CASCADE,
  best_score INTEGER NOT NULL,
  best_total INTEGER NOT NULL CONSTRAINT best_total_1_to_200 CHECK (best_total BETWEEN 1 AND 200),
  completion_percentage INTEGER NOT NULL
    CONSTRAINT completion_is_percentage CHECK (completion_percentage BETWEEN 0 AND 100),
  total_attempts INTEGER NOT NULL
    CONSTRAINT total_attempts_from_1 CHECK (total_attempts BETWEEN 1 AND 2147483647),
  last_played_at_ms INTEGER NOT NULL
    CONSTRAINT last_played_at_is_time CHECK (last_played_at_ms BETWEEN -62167219200000 AND 253402300799999),
  PRIMARY KEY (homework, learner),
  CONSTRAINT best_score_within_total CHECK (best_score BETWEEN 0 AND best_total)
) STRICT, WITHOUT ROWID;

CREATE INDEX progress_of_learner ON progress (learner);

-- Homework that a learner has marked as done.
CREATE TABLE completion (
  homework INTEGER NOT NULL REFERENCES homework ON DELETE CASCADE,
  learner INTEGER NOT NULL REFERENCES learner ON DELETE CASCADE,
  completed_at_ms INTEGER NOT NULL
    CONSTRAINT completed_at_is_time CHECK (completed_at_ms BETWEEN -62167219200000 AND 253402300799999),
  PRIMARY KEY (homework, learner)
) STRICT, WITHOUT ROWID;

CREATE INDEX completion_of_learner ON completion (learner);

-- One line for each finished attempt, with the stars that it earned. It has the attempt's public id instead of a
-- foreign key, because it outlives the homework.
CREATE TABLE ledger (
  id INTEGER PRIMARY KEY,
  attempt_public_id TEXT NOT NULL UNIQUE
    CONSTRAINT public_id_is_uuid CHECK (attempt_public_id GLOB '????????-????-????-????-????????????'
      AND length(replace(attempt_public_id, '-', '')) = 32 AND attempt_public_id NOT GLOB '*[^-0-9a-f]*'),
  learner INTEGER NOT NULL REFERENCES learner ON DELETE CASCADE,
  subject TEXT,
  stars INTEGER NOT NULL CONSTRAINT stars_0_to_200 CHECK (stars BETWEEN 0 AND 200),
  score INTEGER NOT NULL,
  total INTEGER NOT NULL CONSTRAINT total_1_to_200 CHECK (total BETWEEN 1 AND 200),
  longest_run INTEGER NOT NULL CONSTRAINT longest_run_0_to_200 CHECK (longest_run BETWEEN 0 AND 200),
  elapsed_ms INTEGER NOT NULL CONSTRAINT elapsed_is_time CHECK (elapsed_ms BETWEEN 0 AND 253402300799999),
  finished_at_ms INTEGER NOT NULL
    CONSTRAINT finished_at_is_time CHECK (finished_at_ms BETWEEN -62167219200000 AND 253402300799999),
  CONSTRAINT score_within_total CHECK (score BETWEEN 0 AND total)
) STRICT;

CREATE INDEX ledger_of_learner ON ledger (learner, stars);

-- What happens to a learner only once: the first capture, achievements, milestones.
CREATE TABLE once (
  learner INTEGER NOT NULL REFERENCES learner ON DELETE CASCADE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CONSTRAINT once_kind_known CHECK (kind IN ('flag', 'achievement', 'milestone')),
  at_ms INTEGER NOT NULL CONSTRAINT at_is_time CHECK (at_ms BETWEEN -62167219200000 AND 253402300799999),
  PRIMARY KEY (learner, name)
) STRICT, WITHOUT ROWID;

-- What is allowed in this library: one row, made by the first change.
CREATE TABLE setting (
  id INTEGER PRIMARY KEY CONSTRAINT one_setting CHECK (id = 1),
  -- Whether learners may have a wrong typed answer counted.
  accepts_answers INTEGER NOT NULL CONSTRAINT accepts_answers_is_boolean CHECK (accepts_answers IN (0, 1))
) STRICT;
