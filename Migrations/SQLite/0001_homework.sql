-- What outlives the program. Rows join on integer keys; public_id is the UUID that the outside sees.
-- Moments are milliseconds since 1970 UTC. Every CHECK is named after the rule that it keeps.

-- One piece of work to revise.
CREATE TABLE homework (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE CONSTRAINT public_id_is_uuid CHECK (length(public_id) = 36),
  title TEXT NOT NULL CONSTRAINT title_not_blank CHECK (trim(title) <> ''),
  subject TEXT CONSTRAINT subject_not_blank CHECK (trim(subject) <> ''),
  text TEXT,
  -- Long before any time there is where it belongs to an import that is not whole: nobody sees it.
  created_at_ms INTEGER NOT NULL,
  due_on TEXT CONSTRAINT due_on_is_date CHECK (date(due_on, '+0 days') IS due_on),
  completed_at_ms INTEGER,
  generation_state TEXT NOT NULL DEFAULT 'none'
    CONSTRAINT generation_state_known CHECK (generation_state IN ('none', 'pending', 'ready', 'failed')),
  generation_reason TEXT CONSTRAINT generation_reason_known CHECK (generation_reason IN
    ('missingKey', 'network', 'timeout', 'invalidResponse', 'rateLimited', 'unreadableImage')),
  generation_retry_at_ms INTEGER,
  CONSTRAINT generation_reason_iff_failed CHECK ((generation_state = 'failed') = (generation_reason IS NOT NULL)),
  CONSTRAINT generation_retry_only_failed CHECK (generation_retry_at_ms IS NULL OR generation_state = 'failed')
) STRICT;

-- Newest first, then by id: the order of every list, so that its pages neither repeat nor skip.
CREATE INDEX homework_newest ON homework (created_at_ms DESC, public_id DESC);

-- A named set of homework.
CREATE TABLE collection (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CONSTRAINT collection_name_not_blank CHECK (trim(name) <> '')
) STRICT;

-- Which homework belongs to which collections.
CREATE TABLE homework_collection (
  homework INTEGER NOT NULL REFERENCES homework ON DELETE CASCADE,
  collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
  PRIMARY KEY (homework, collection)
) STRICT, WITHOUT ROWID;

CREATE INDEX homework_collection_members ON homework_collection (collection);

-- The questions made from one homework. One that was replaced stays, no longer current, while attempts speak of it.
CREATE TABLE quiz (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE CONSTRAINT public_id_is_uuid CHECK (length(public_id) = 36),
  homework INTEGER NOT NULL REFERENCES homework ON DELETE CASCADE,
  is_current INTEGER NOT NULL DEFAULT 1 CONSTRAINT is_current_is_boolean CHECK (is_current IN (0, 1)),
  topic TEXT,
  subtopic TEXT,
  confidence REAL CONSTRAINT confidence_is_share CHECK (confidence BETWEEN 0 AND 1),
  question_count INTEGER NOT NULL CONSTRAINT quiz_has_1_to_200_questions CHECK (question_count BETWEEN 1 AND 200)
) STRICT;

CREATE UNIQUE INDEX quiz_one_current ON quiz (homework) WHERE is_current;
CREATE INDEX quiz_of_homework ON quiz (homework);

-- One question; lists are JSON. What a kind does not have is NULL.
CREATE TABLE question (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE CONSTRAINT public_id_is_uuid CHECK (length(public_id) = 36),
  quiz INTEGER NOT NULL REFERENCES quiz ON DELETE CASCADE,
  position INTEGER NOT NULL CONSTRAINT position_from_0 CHECK (position >= 0),
  type TEXT NOT NULL CONSTRAINT type_known CHECK (type IN ('mcq', 'fillBlank', 'shortAnswer')),
  prompt TEXT NOT NULL CONSTRAINT prompt_not_blank CHECK (trim(prompt) <> ''),
  explanation TEXT NOT NULL DEFAULT '',
  options TEXT,
  correct_index INTEGER,
  correct_answer TEXT CONSTRAINT correct_answer_not_blank CHECK (trim(correct_answer) <> ''),
  accepted_answers TEXT CONSTRAINT accepted_answers_is_list CHECK (json_type(accepted_answers) = 'array'),
  key_concepts TEXT CONSTRAINT key_concepts_is_list CHECK (json_type(key_concepts) = 'array'),
  UNIQUE (quiz, position),
  CONSTRAINT mcq_has_2_to_26_options CHECK (
    type <> 'mcq' OR (options IS NOT NULL AND json_array_length(options) BETWEEN 2 AND 26)),
  CONSTRAINT mcq_has_one_correct_option CHECK (
    type <> 'mcq' OR (correct_index IS NOT NULL AND correct_index >= 0 AND correct_index < json_array_length(options))),
  CONSTRAINT only_mcq_has_options CHECK (type = 'mcq' OR (options IS NULL AND correct_index IS NULL)),
  CONSTRAINT text_question_has_answer CHECK ((type = 'mcq') = (correct_answer IS NULL)),
  CONSTRAINT only_fill_blank_accepts CHECK ((type = 'fillBlank') = (accepted_answers IS NOT NULL)),
  CONSTRAINT only_short_answer_has_concepts CHECK ((type = 'shortAnswer') = (key_concepts IS NOT NULL))
) STRICT;

-- One play of a quiz. Score, streak and stars are not here: they follow from its answers.
CREATE TABLE attempt (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE CONSTRAINT public_id_is_uuid CHECK (length(public_id) = 36),
  quiz INTEGER NOT NULL REFERENCES quiz ON DELETE CASCADE,
  state TEXT NOT NULL DEFAULT 'inProgress'
    CONSTRAINT attempt_state_known CHECK (state IN ('inProgress', 'completed', 'abandoned')),
  started_at_ms INTEGER NOT NULL,
  finished_at_ms INTEGER,
  CONSTRAINT finished_iff_not_in_progress CHECK ((state = 'inProgress') = (finished_at_ms IS NULL))
) STRICT;

CREATE UNIQUE INDEX attempt_one_in_progress ON attempt (quiz) WHERE state = 'inProgress';
CREATE INDEX attempt_of_quiz ON attempt (quiz, started_at_ms);

-- A question of an attempt, settled. It never changes.
CREATE TABLE answer (
  attempt INTEGER NOT NULL REFERENCES attempt ON DELETE CASCADE,
  position INTEGER NOT NULL CONSTRAINT position_from_0 CHECK (position >= 0),
  question INTEGER NOT NULL REFERENCES question ON DELETE CASCADE,
  response TEXT,
  outcome TEXT NOT NULL CONSTRAINT outcome_known CHECK (outcome IN ('correct', 'wrong', 'skipped')),
  streak_position INTEGER CONSTRAINT streak_position_0_to_10 CHECK (streak_position BETWEEN 0 AND 10),
  elapsed_ms INTEGER NOT NULL CONSTRAINT elapsed_not_negative CHECK (elapsed_ms >= 0),
  answered_at_ms INTEGER NOT NULL,
  PRIMARY KEY (attempt, position),
  CONSTRAINT response_iff_not_skipped CHECK ((outcome = 'skipped') = (response IS NULL)),
  CONSTRAINT streak_broken_iff_not_correct CHECK (
    streak_position IS NULL OR (streak_position = 0) = (outcome <> 'correct'))
) STRICT, WITHOUT ROWID;

CREATE INDEX answer_of_question ON answer (question);

CREATE TRIGGER answer_in_order BEFORE INSERT ON answer
WHEN NEW.position <> (SELECT count(*) FROM answer WHERE attempt = NEW.attempt)
BEGIN
  SELECT RAISE(ABORT, 'answers_are_settled_in_order');
END;

CREATE TRIGGER answer_never_changes BEFORE UPDATE ON answer
BEGIN
  SELECT RAISE(ABORT, 'settled_answers_never_change');
END;

-- What the finished attempts of a homework amount to. A homework without any has no row.
CREATE TABLE progress (
  homework INTEGER PRIMARY KEY REFERENCES homework ON DELETE CASCADE,
  best_score INTEGER NOT NULL,
  best_total INTEGER NOT NULL,
  completion_percentage INTEGER NOT NULL
    CONSTRAINT completion_is_percentage CHECK (completion_percentage BETWEEN 0 AND 100),
  total_attempts INTEGER NOT NULL CONSTRAINT total_attempts_from_1 CHECK (total_attempts >= 1),
  last_played_at_ms INTEGER NOT NULL,
  CONSTRAINT best_score_within_total CHECK (best_score BETWEEN 0 AND best_total)
) STRICT;

CREATE TRIGGER progress_never_goes_down BEFORE UPDATE ON progress
WHEN NEW.completion_percentage < OLD.completion_percentage OR NEW.total_attempts < OLD.total_attempts
BEGIN
  SELECT RAISE(ABORT, 'progress_never_goes_down');
END;

-- One line for each finished attempt, with the stars that it credits. No foreign key: what was earned outlives the
-- homework.
CREATE TABLE ledger (
  id INTEGER PRIMARY KEY,
  attempt_public_id TEXT NOT NULL UNIQUE CONSTRAINT public_id_is_uuid CHECK (length(attempt_public_id) = 36),
  subject TEXT,
  stars INTEGER NOT NULL CONSTRAINT stars_not_negative CHECK (stars >= 0),
  score INTEGER NOT NULL,
  total INTEGER NOT NULL,
  longest_run INTEGER NOT NULL,
  elapsed_ms INTEGER NOT NULL,
  finished_at_ms INTEGER NOT NULL,
  CONSTRAINT score_within_total CHECK (score BETWEEN 0 AND total)
) STRICT;

-- Things that happen once and for all: the first capture, achievements, milestones.
CREATE TABLE once (
  name TEXT PRIMARY KEY,
  kind TEXT NOT NULL CONSTRAINT once_kind_known CHECK (kind IN ('flag', 'achievement', 'milestone')),
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
