-- The whole schema of version 1. `scripts/schema` writes this file from the numbered steps beside it.

-- The pictures of homework and of questions, each stored once. The program removes what nothing shows.
CREATE TABLE picture (
  digest TEXT PRIMARY KEY CONSTRAINT digest_is_sha256 CHECK (length(digest) = 64),
  media_type TEXT NOT NULL CONSTRAINT media_type_known CHECK (media_type IN ('image/jpeg', 'image/png', 'image/heic',
    'image/gif', 'image/webp')),
  -- Last, because a column behind 16 MiB is slow to read.
  bytes BLOB NOT NULL CONSTRAINT picture_up_to_16_mib CHECK (length(bytes) BETWEEN 1 AND 16777216)
) STRICT;

-- One assignment.
CREATE TABLE homework (
  -- Only the search table refers to it, because its rows have integer keys.
  search_row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE
    CONSTRAINT id_is_uuid CHECK (id GLOB replace('xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', 'x', '[0-9a-f]')),
  title TEXT NOT NULL CONSTRAINT title_not_blank CHECK (trim(title) <> ''),
  subject TEXT CONSTRAINT subject_not_blank CHECK (trim(subject) <> ''),
  text TEXT,
  note TEXT,
  due_on TEXT CONSTRAINT due_on_is_date CHECK (date(due_on, '+0 days') IS due_on),
  picture TEXT REFERENCES picture,
  -- How far the generation of its quiz is.
  generation_state TEXT NOT NULL DEFAULT 'none'
    CONSTRAINT generation_state_known CHECK (generation_state IN ('none', 'pending', 'ready', 'failed')),
  generation_reason TEXT CONSTRAINT generation_reason_known CHECK (generation_reason IN
    ('missingKey', 'network', 'timeout', 'invalidResponse', 'rateLimited', 'unreadableImage')),
  generation_retry_at_ms INTEGER
    CONSTRAINT generation_retry_at_is_time CHECK (generation_retry_at_ms BETWEEN -62167219200000 AND 253402300799999),
  created_at_ms INTEGER NOT NULL
    CONSTRAINT created_at_is_time CHECK (created_at_ms BETWEEN -62167219200000 AND 253402300799999),
  -- When it was deleted, with all that belongs to it. Undo shows it again for 30 days; then the rows are removed.
  hidden_at_ms INTEGER CONSTRAINT hidden_at_is_time CHECK (hidden_at_ms BETWEEN -62167219200000 AND 253402300799999),
  CONSTRAINT generation_reason_iff_failed CHECK ((generation_state = 'failed') = (generation_reason IS NOT NULL)),
  CONSTRAINT generation_retry_only_failed CHECK (generation_retry_at_ms IS NULL OR generation_state = 'failed')
) STRICT;

-- The order of every list: newest first, then by id, so that pages neither repeat nor skip.
CREATE INDEX homework_newest ON homework (created_at_ms DESC, id DESC);
CREATE INDEX homework_of_subject ON homework (subject, created_at_ms DESC, id DESC);
CREATE INDEX homework_due ON homework (due_on) WHERE due_on IS NOT NULL;
CREATE INDEX homework_of_picture ON homework (picture) WHERE picture IS NOT NULL;
CREATE INDEX homework_hidden ON homework (hidden_at_ms) WHERE hidden_at_ms IS NOT NULL;

-- Which homework belongs to which collections, by their names.
CREATE TABLE collection (
  homework TEXT NOT NULL REFERENCES homework (id) ON DELETE CASCADE,
  name TEXT NOT NULL CONSTRAINT collection_name_not_blank CHECK (trim(name) <> ''),
  PRIMARY KEY (homework, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX collection_members ON collection (name);

-- The questions of homework, or of a review, which belongs to no homework. An edited quiz is a new row, the next
-- revision in the order of creation and id; the former row is kept, not current.
CREATE TABLE quiz (
  id TEXT PRIMARY KEY
    CONSTRAINT id_is_uuid CHECK (id GLOB replace('xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', 'x', '[0-9a-f]')),
  homework TEXT REFERENCES homework (id) ON DELETE CASCADE,
  -- The quiz of which it is an edition; NULL in a new quiz.
  former TEXT
    CONSTRAINT former_is_uuid CHECK (former GLOB replace('xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', 'x', '[0-9a-f]')),
  is_current INTEGER NOT NULL DEFAULT 1 CONSTRAINT is_current_is_boolean CHECK (is_current IN (0, 1)),
  topic TEXT,
  subtopic TEXT,
  confidence REAL CONSTRAINT confidence_is_share CHECK (confidence BETWEEN 0 AND 1),
  question_count INTEGER NOT NULL CONSTRAINT quiz_has_1_to_200_questions CHECK (question_count BETWEEN 1 AND 200),
  created_at_ms INTEGER NOT NULL
    CONSTRAINT created_at_is_time CHECK (created_at_ms BETWEEN -62167219200000 AND 253402300799999)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX quiz_one_current ON quiz (homework) WHERE is_current;
CREATE INDEX quiz_of_homework ON quiz (homework);

-- One question. Lists are JSON. Columns that its type does not have are NULL.
CREATE TABLE question (
  id TEXT PRIMARY KEY
    CONSTRAINT id_is_uuid CHECK (id GLOB replace('xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', 'x', '[0-9a-f]')),
  quiz TEXT NOT NULL REFERENCES quiz ON DELETE CASCADE,
  position INTEGER NOT NULL CONSTRAINT position_from_0 CHECK (position >= 0),
  type TEXT NOT NULL CONSTRAINT type_known CHECK (type IN ('mcq', 'multi', 'fillBlank', 'shortAnswer', 'numeric',
    'gaps', 'ordering', 'card')),
  prompt TEXT NOT NULL CONSTRAINT prompt_not_blank CHECK (trim(prompt) <> ''),
  -- The options to choose from, or the items to order, as they are shown.
  options TEXT,
  correct_index INTEGER,
  -- The answer or model answer; the correct number; the back of a card.
  correct_answer TEXT CONSTRAINT correct_answer_not_blank CHECK (trim(correct_answer) <> ''),
  accepted_answers TEXT CONSTRAINT accepted_answers_is_list CHECK (json_type(accepted_answers) = 'array'),
  -- Whether typed answers must equal an accepted one in case and in every sign.
  is_exact INTEGER NOT NULL DEFAULT 0 CONSTRAINT is_exact_is_boolean CHECK (is_exact IN (0, 1)),
  key_concepts TEXT CONSTRAINT key_concepts_is_list CHECK (json_type(key_concepts) = 'array'),
  explanation TEXT NOT NULL DEFAULT '',
  -- The same question in the first revision; NULL in the first revision itself.
  card TEXT CONSTRAINT card_is_uuid CHECK (card GLOB replace('xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', 'x', '[0-9a-f]')),
  -- A text that introduces this question and those after it.
  introduction TEXT CONSTRAINT introduction_not_blank CHECK (trim(introduction) <> ''),
  -- What a type needs besides: {"correctIndexes"} of multi, {"correctOrder"} of ordering, {"tolerance" or
  -- "tolerancePercent", "unit"} of numeric, {"gaps"} of gaps.
  details TEXT CONSTRAINT details_is_object CHECK (json_type(details) = 'object'),
  -- {"question", "options": {"0"}, "answer"}: each picture as {"digest", "alternative"}.
  pictures TEXT CONSTRAINT pictures_is_object CHECK (json_type(pictures) = 'object'),
  UNIQUE (quiz, position),
  CONSTRAINT options_iff_shown CHECK ((options IS NOT NULL) = (type IN ('mcq', 'multi', 'ordering'))
      AND (options IS NULL OR json_array_length(options) BETWEEN 2 AND 26)),
  CONSTRAINT mcq_has_one_correct_option CHECK ((correct_index IS NOT NULL) = (type = 'mcq')
      AND (correct_index IS NULL OR (correct_index >= 0 AND correct_index < json_array_length(options)))),
  CONSTRAINT text_question_has_answer CHECK (
    (correct_answer IS NOT NULL) = (type IN ('fillBlank', 'shortAnswer', 'numeric', 'card'))),
  CONSTRAINT only_fill_blank_accepts CHECK ((type = 'fillBlank') = (accepted_answers IS NOT NULL)),
  CONSTRAINT only_fill_blank_is_exact CHECK (is_exact = 0 OR type = 'fillBlank'),
  CONSTRAINT only_short_answer_has_concepts CHECK ((type = 'shortAnswer') = (key_concepts IS NOT NULL)),
  CONSTRAINT details_iff_needed CHECK ((details IS NOT NULL) = (type IN ('multi', 'ordering', 'numeric', 'gaps')))
) STRICT;
CREATE INDEX question_of_card ON question (card) WHERE card IS NOT NULL;

-- The text that is searched.
CREATE VIEW homework_words (id, search_row, title, subject, text, questions) AS
SELECT h.id, h.search_row, h.title, h.subject, h.text,
  (SELECT group_concat(prompt, char(10)) FROM (
    SELECT q.prompt FROM quiz z JOIN question q ON q.quiz = z.id
    WHERE z.homework = h.id AND z.is_current ORDER BY q.position))
FROM homework h WHERE h.hidden_at_ms IS NULL;

-- Diacritics are folded. Sizes of columns are not stored, because results are sorted by time, never by rank.
CREATE VIRTUAL TABLE homework_search USING fts5 (
  title, subject, text, questions, columnsize = 0, tokenize = 'unicode61 remove_diacritics 2');

-- The index follows its tables, whoever writes to them.
CREATE TRIGGER homework_is_searched AFTER INSERT ON homework
BEGIN UPDATE homework SET title = title WHERE id = NEW.id; END;
CREATE TRIGGER homework_is_searched_again AFTER UPDATE OF title, subject, text, hidden_at_ms ON homework
BEGIN
  DELETE FROM homework_search WHERE rowid = NEW.search_row;
  INSERT INTO homework_search (rowid, title, subject, text, questions)
    SELECT search_row, title, subject, text, questions FROM homework_words WHERE id = NEW.id;
END;
CREATE TRIGGER homework_is_searched_no_more AFTER DELETE ON homework
BEGIN DELETE FROM homework_search WHERE rowid = OLD.search_row; END;

-- The program makes a quiz the current one after its questions are there.
CREATE TRIGGER quiz_is_searched AFTER UPDATE OF is_current ON quiz WHEN NEW.is_current <> OLD.is_current
BEGIN UPDATE homework SET title = title WHERE id = NEW.homework; END;
CREATE TRIGGER quiz_is_searched_no_more AFTER DELETE ON quiz WHEN OLD.is_current
BEGIN UPDATE homework SET title = title WHERE id = OLD.homework; END;
CREATE TRIGGER question_is_searched AFTER INSERT ON question
BEGIN UPDATE homework SET title = title WHERE id = (SELECT homework FROM quiz WHERE id = NEW.quiz AND is_current); END;
CREATE TRIGGER question_is_searched_again AFTER UPDATE OF prompt ON question
BEGIN UPDATE homework SET title = title WHERE id = (SELECT homework FROM quiz WHERE id = NEW.quiz AND is_current); END;

-- A person who plays quizzes.
CREATE TABLE learner (
  id TEXT PRIMARY KEY
    CONSTRAINT id_is_uuid CHECK (id GLOB replace('xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', 'x', '[0-9a-f]')),
  name TEXT NOT NULL CONSTRAINT learner_name_not_blank CHECK (trim(name) <> ''),
  -- The name without case. Two learners may have the same if they met by a sync.
  folded_name TEXT NOT NULL,
  is_default INTEGER NOT NULL DEFAULT 0 CONSTRAINT is_default_is_boolean CHECK (is_default IN (0, 1)),
  created_at_ms INTEGER NOT NULL
    CONSTRAINT created_at_is_time CHECK (created_at_ms BETWEEN -62167219200000 AND 253402300799999)
) STRICT, WITHOUT ROWID;
CREATE INDEX learner_of_name ON learner (folded_name);
CREATE UNIQUE INDEX learner_one_default ON learner (is_default) WHERE is_default;

-- One play of a quiz. Score, streak and stars follow from its answers.
CREATE TABLE attempt (
  id TEXT PRIMARY KEY
    CONSTRAINT id_is_uuid CHECK (id GLOB replace('xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', 'x', '[0-9a-f]')),
  quiz TEXT NOT NULL REFERENCES quiz ON DELETE CASCADE,
  learner TEXT NOT NULL REFERENCES learner ON DELETE CASCADE,
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
  copy TEXT REFERENCES copy,
  CONSTRAINT finished_iff_not_in_progress CHECK ((state = 'inProgress') = (finished_at_ms IS NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX attempt_one_in_progress ON attempt (quiz, learner) WHERE state = 'inProgress' AND copy IS NULL;
CREATE INDEX attempt_of_quiz ON attempt (quiz, learner, state, is_practice);

-- The order of every list of attempts, so that a page is read without sorting all of them.
CREATE INDEX attempt_newest ON attempt (learner, started_at_ms DESC, id DESC);

-- The answer to one question of an attempt.
CREATE TABLE answer (
  attempt TEXT NOT NULL REFERENCES attempt ON DELETE CASCADE,
  position INTEGER NOT NULL CONSTRAINT position_from_0 CHECK (position >= 0),
  question TEXT NOT NULL REFERENCES question ON DELETE CASCADE,
  response TEXT,
  outcome TEXT NOT NULL
    CONSTRAINT outcome_known CHECK (outcome = 'correct' OR outcome = 'wrong' OR outcome = 'skipped'),
  elapsed_ms INTEGER NOT NULL CONSTRAINT elapsed_up_to_a_year CHECK (elapsed_ms BETWEEN 0 AND 31536000000),
  answered_at_ms INTEGER NOT NULL
    CONSTRAINT answered_at_is_time CHECK (answered_at_ms BETWEEN -62167219200000 AND 253402300799999),
  PRIMARY KEY (attempt, position),
  CONSTRAINT response_iff_not_skipped CHECK ((outcome = 'skipped') = (response IS NULL))
) STRICT, WITHOUT ROWID;

-- With the outcome, so that an overview of a million answers reads only this index.
CREATE INDEX answer_of_question ON answer (question, outcome);

-- Answers that are graded anew. The answer stays as it was given; its outcome follows the last grading.
CREATE TABLE grading (
  attempt TEXT NOT NULL REFERENCES attempt ON DELETE CASCADE,
  position INTEGER NOT NULL CONSTRAINT position_from_0 CHECK (position >= 0),
  at_ms INTEGER NOT NULL CONSTRAINT at_is_time CHECK (at_ms BETWEEN -62167219200000 AND 253402300799999),
  -- The outcome before it was the other one.
  outcome TEXT NOT NULL CONSTRAINT graded_correct_or_wrong CHECK (outcome IN ('correct', 'wrong')),
  -- The key was corrected, or the learner's answer was accepted.
  reason TEXT NOT NULL CONSTRAINT reason_known CHECK (reason IN ('regraded', 'accepted')),
  PRIMARY KEY (attempt, position, at_ms, outcome, reason),
  FOREIGN KEY (attempt, position) REFERENCES answer ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TRIGGER grading_never_changes BEFORE UPDATE OF attempt, position, at_ms, outcome, reason ON grading
BEGIN SELECT RAISE(ABORT, 'gradings_never_change'); END;

-- The corrections of keys by which earlier answers were graded anew. Attempts that were in progress follow when they
-- are finished.
CREATE TABLE regrading (
  -- The question with the corrected key.
  question TEXT NOT NULL REFERENCES question ON DELETE CASCADE,
  at_ms INTEGER NOT NULL CONSTRAINT at_is_time CHECK (at_ms BETWEEN -62167219200000 AND 253402300799999),
  -- Whether correct answers stay correct.
  never_lower INTEGER NOT NULL CONSTRAINT never_lower_is_boolean CHECK (never_lower IN (0, 1)),
  -- Whether the former grades were restored. The key stays corrected.
  is_undone INTEGER NOT NULL DEFAULT 0 CONSTRAINT is_undone_is_boolean CHECK (is_undone IN (0, 1)),
  PRIMARY KEY (question, at_ms)
) STRICT, WITHOUT ROWID;

-- Homework that a learner has marked as done.
CREATE TABLE completion (
  homework TEXT NOT NULL REFERENCES homework (id) ON DELETE CASCADE,
  learner TEXT NOT NULL REFERENCES learner ON DELETE CASCADE,
  completed_at_ms INTEGER NOT NULL
    CONSTRAINT completed_at_is_time CHECK (completed_at_ms BETWEEN -62167219200000 AND 253402300799999),
  PRIMARY KEY (homework, learner)
) STRICT, WITHOUT ROWID;
CREATE INDEX completion_of_learner ON completion (learner);

-- One line for each finished attempt, with the stars that it earned. No foreign key: it outlives the attempt.
CREATE TABLE ledger (
  attempt TEXT PRIMARY KEY
    CONSTRAINT attempt_is_uuid CHECK (attempt GLOB replace('xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', 'x', '[0-9a-f]')),
  learner TEXT NOT NULL REFERENCES learner ON DELETE CASCADE,
  subject TEXT,
  stars INTEGER NOT NULL CONSTRAINT stars_0_to_200 CHECK (stars BETWEEN 0 AND 200),
  score INTEGER NOT NULL,
  total INTEGER NOT NULL CONSTRAINT total_1_to_200 CHECK (total BETWEEN 1 AND 200),
  longest_run INTEGER NOT NULL CONSTRAINT longest_run_0_to_200 CHECK (longest_run BETWEEN 0 AND 200),
  elapsed_ms INTEGER NOT NULL CONSTRAINT elapsed_is_time CHECK (elapsed_ms BETWEEN 0 AND 253402300799999),
  finished_at_ms INTEGER NOT NULL
    CONSTRAINT finished_at_is_time CHECK (finished_at_ms BETWEEN -62167219200000 AND 253402300799999),
  CONSTRAINT score_within_total CHECK (score BETWEEN 0 AND total)
) STRICT, WITHOUT ROWID;
CREATE INDEX ledger_of_learner ON ledger (learner, stars);

-- The credited attempts at homework. The worth orders them, the best last: by percentage, then by correct answers, then
-- by questions. Only a perfect attempt has 100 %. SQLite looks for them in this order.
CREATE VIEW credit AS
SELECT z.homework, a.learner, l.score, l.total, l.finished_at_ms,
  CASE WHEN l.score = l.total THEN 100 WHEN l.score * 200 >= l.total * 199 THEN 99
    ELSE (l.score * 200 + l.total) / (l.total * 2) END * 1000000 + l.score * 1000 + l.total AS worth
FROM quiz z CROSS JOIN attempt a CROSS JOIN ledger l
WHERE z.homework IS NOT NULL AND a.quiz = z.id AND a.state = 'completed' AND NOT a.is_practice AND l.attempt = a.id;

-- The totals of a learner's finished attempts at homework; no row if there are none.
CREATE VIEW progress AS
SELECT homework, learner, max(worth) AS best, max(worth) / 1000 % 1000 AS best_score,
  max(worth) % 1000 AS best_total, max(worth) / 1000000 AS completion_percentage, count(*) AS total_attempts,
  max(finished_at_ms) AS last_played_at_ms
FROM credit GROUP BY homework, learner;

-- What happens to a learner only once: the first capture (a flag), achievements, milestones.
CREATE TABLE moment (
  learner TEXT NOT NULL REFERENCES learner ON DELETE CASCADE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CONSTRAINT moment_is_known CHECK (kind = CASE
    WHEN name = 'firstCapture' THEN 'flag'
    WHEN name IN ('firstPerfect', 'fullCycle', 'tenStars', 'hundredStars') THEN 'achievement'
    WHEN name IN ('completedAttempts10', 'completedAttempts50', 'completedAttempts100', 'completedAttempts500',
      'completedAttempts1000') THEN 'milestone' ELSE '' END),
  at_ms INTEGER NOT NULL CONSTRAINT at_is_time CHECK (at_ms BETWEEN -62167219200000 AND 253402300799999),
  PRIMARY KEY (learner, name)
) STRICT, WITHOUT ROWID;

-- What is allowed in this library: one row, made by the first change.
CREATE TABLE setting (
  id INTEGER PRIMARY KEY CONSTRAINT one_setting CHECK (id = 1),
  -- Whether learners may have a wrong typed answer counted.
  accepts_answers INTEGER NOT NULL CONSTRAINT accepts_answers_is_boolean CHECK (accepts_answers IN (0, 1))
) STRICT;

-- The log of events, numbered without gaps. The oldest are removed; the newest never, because the next number follows
-- from it.
CREATE TABLE event (
  sequence INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CONSTRAINT event_kind_known CHECK (kind = 'homeworkAdded' OR kind = 'homeworkUpdated' OR
    kind = 'homeworkCompleted' OR kind = 'homeworkReopened' OR kind = 'homeworkDeleted' OR
    kind = 'homeworkRestored' OR kind = 'firstCapture' OR kind = 'collectionCompleted' OR kind = 'quizSet' OR
    kind = 'generationChanged' OR kind = 'attemptStarted' OR kind = 'answerSettled' OR kind = 'attemptFinished' OR
    kind = 'attemptAbandoned' OR kind = 'attemptExtended' OR kind = 'attemptTaken' OR kind = 'answerRegraded' OR
    kind = 'answerAccepted' OR kind = 'achievementUnlocked' OR kind = 'milestoneReached' OR kind = 'learnerAdded' OR
    kind = 'learnerUpdated' OR kind = 'erased' OR kind = 'databaseRestored'),
  at_ms INTEGER NOT NULL CONSTRAINT at_is_time CHECK (at_ms BETWEEN -62167219200000 AND 253402300799999),
  -- No foreign keys, because an event outlives its subject.
  homework TEXT
    CONSTRAINT homework_is_uuid CHECK (homework GLOB replace('xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', 'x', '[0-9a-f]')),
  attempt TEXT
    CONSTRAINT attempt_is_uuid CHECK (attempt GLOB replace('xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', 'x', '[0-9a-f]')),
  question_index INTEGER CONSTRAINT question_index_0_to_199 CHECK (question_index BETWEEN 0 AND 199),
  outcome TEXT CONSTRAINT outcome_known CHECK (outcome = 'correct' OR outcome = 'wrong' OR outcome = 'skipped'),
  streak_position INTEGER CONSTRAINT streak_position_0_to_10 CHECK (streak_position BETWEEN 0 AND 10),
  name TEXT,
  -- NULL if the event belongs to the library, or its learner was erased.
  learner TEXT
    CONSTRAINT learner_is_uuid CHECK (learner GLOB replace('xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', 'x', '[0-9a-f]')),
  -- The copy on which it happened; NULL for this one.
  origin TEXT
    CONSTRAINT origin_is_uuid CHECK (origin GLOB replace('xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', 'x', '[0-9a-f]'))
) STRICT;

-- The requests that carried an id, with their replies: a repeated request gets the same reply.
CREATE TABLE request (
  id TEXT PRIMARY KEY
    CONSTRAINT request_id_is_uuid CHECK (id GLOB replace('xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', 'x', '[0-9a-f]')),
  -- The SHA-256 digest of the request's parameters.
  parameters TEXT NOT NULL CONSTRAINT parameters_are_sha256 CHECK (length(parameters) = 64),
  -- The reply; for an answer, only its attempt and position, from which the reply is computed again.
  reply TEXT,
  attempt TEXT
    CONSTRAINT attempt_is_uuid CHECK (attempt GLOB replace('xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', 'x', '[0-9a-f]')),
  position INTEGER CONSTRAINT position_from_0 CHECK (position >= 0),
  at_ms INTEGER NOT NULL CONSTRAINT at_is_time CHECK (at_ms BETWEEN -62167219200000 AND 253402300799999),
  -- The number of the newest event when the reply was stored.
  event INTEGER NOT NULL CONSTRAINT event_not_negative CHECK (event >= 0),
  -- The learner that the reply is about.
  learner TEXT
    CONSTRAINT learner_is_uuid CHECK (learner GLOB replace('xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', 'x', '[0-9a-f]')),
  CONSTRAINT reply_or_answer CHECK (
    (reply IS NULL) = (attempt IS NOT NULL) AND (attempt IS NULL) = (position IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX request_age ON request (at_ms);

-- A row means that a learner was erased while free pages may still have bytes of their data.
CREATE TABLE erasure (
  id INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL CONSTRAINT at_is_time CHECK (at_ms BETWEEN -62167219200000 AND 253402300799999)
) STRICT;

-- The copies that are known here.
CREATE TABLE copy (
  id TEXT PRIMARY KEY
    CONSTRAINT id_is_uuid CHECK (id GLOB replace('xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', 'x', '[0-9a-f]')),
  -- Whether this database is that copy.
  is_own INTEGER NOT NULL DEFAULT 0 CONSTRAINT is_own_is_boolean CHECK (is_own IN (0, 1)),
  -- Whether the library began on it: its id is the library's.
  is_first INTEGER NOT NULL DEFAULT 0 CONSTRAINT is_first_is_boolean CHECK (is_first IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX copy_one_own ON copy (is_own) WHERE is_own;
CREATE UNIQUE INDEX copy_one_first ON copy (is_first) WHERE is_first;

-- What has changed on any copy. What it became is in the rows of other tables.
CREATE TABLE change (
  -- Hybrid time: the milliseconds since 1970 UTC, times 1024, or one more than the latest time known, if that is later.
  time INTEGER NOT NULL CONSTRAINT time_has_53_bits CHECK (time BETWEEN 0 AND 9007199254740991),
  copy TEXT NOT NULL REFERENCES copy,
  kind TEXT NOT NULL CONSTRAINT change_kind_known CHECK (kind = 'learner' OR kind = 'homework' OR kind = 'quiz' OR
    kind = 'attempt' OR kind = 'credit' OR kind = 'moment' OR kind = 'edited' OR kind = 'deleted' OR
    kind = 'restored' OR kind = 'erased'),
  -- What has changed; NULL if its learner was erased, or its homework removed.
  entity TEXT
    CONSTRAINT entity_is_uuid CHECK (entity GLOB replace('xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', 'x', '[0-9a-f]')),
  -- The position of an answer, the name of a moment, the field that was edited.
  part TEXT,
  PRIMARY KEY (copy, time)
) STRICT, WITHOUT ROWID;
CREATE INDEX change_of_entity ON change (entity, time) WHERE kind <> 'attempt';

-- Events are numbered in order. A restored database skips one number.
CREATE TRIGGER event_follows AFTER INSERT ON event
WHEN NEW.sequence NOT BETWEEN 1 AND (
  SELECT coalesce(max(sequence), NEW.sequence) + 2 FROM event WHERE sequence < NEW.sequence)
BEGIN SELECT RAISE(ABORT, 'events_are_numbered_in_order'); END;
CREATE TRIGGER event_keeps_its_number BEFORE UPDATE OF sequence ON event
BEGIN SELECT RAISE(ABORT, 'events_keep_their_numbers'); END;

-- Answers are inserted in order and never change, but for the outcome, which follows the last grading. Only the last
-- answer of an attempt can be deleted alone.
CREATE TRIGGER answer_in_order BEFORE INSERT ON answer
WHEN NEW.position <> coalesce((SELECT max(position) + 1 FROM answer WHERE attempt = NEW.attempt), 0)
BEGIN SELECT RAISE(ABORT, 'answers_are_settled_in_order'); END;
CREATE TRIGGER answer_never_changes BEFORE UPDATE OF attempt, position, question, response, outcome,
  elapsed_ms, answered_at_ms ON answer
WHEN (NEW.attempt, NEW.position, NEW.question, NEW.response, NEW.elapsed_ms, NEW.answered_at_ms)
    IS NOT (OLD.attempt, OLD.position, OLD.question, OLD.response, OLD.elapsed_ms, OLD.answered_at_ms)
  OR NEW.outcome IS NOT (SELECT outcome FROM grading WHERE attempt = OLD.attempt AND position = OLD.position
    ORDER BY at_ms DESC, outcome DESC, reason DESC LIMIT 1)
BEGIN SELECT RAISE(ABORT, 'settled_answers_never_change'); END;
CREATE TRIGGER answer_leaves_no_gap BEFORE DELETE ON answer
WHEN EXISTS (SELECT 1 FROM answer WHERE attempt = OLD.attempt AND position = OLD.position + 1)
  AND EXISTS (SELECT 1 FROM attempt a JOIN quiz z ON z.id = a.quiz WHERE a.id = OLD.attempt)
BEGIN SELECT RAISE(ABORT, 'answers_have_no_gap'); END;
CREATE TRIGGER answer_is_to_its_quiz AFTER INSERT ON answer
WHEN NOT EXISTS (
  SELECT 1 FROM attempt a JOIN quiz z ON z.id = a.quiz JOIN question q ON q.quiz = z.id
  WHERE a.id = NEW.attempt AND q.id = NEW.question
    AND NEW.position < coalesce(json_array_length(a.asked), z.question_count))
BEGIN SELECT RAISE(ABORT, 'answers_are_to_questions_of_their_quiz'); END;

-- An attempt asks the questions that it began with, and a quiz keeps its questions, of which answers are counted.
CREATE TRIGGER attempt_keeps_its_questions BEFORE UPDATE OF quiz, shuffle, seed, asked ON attempt
BEGIN SELECT RAISE(ABORT, 'attempts_keep_their_questions'); END;
CREATE TRIGGER question_is_counted AFTER INSERT ON question
WHEN NEW.position >= (SELECT question_count FROM quiz WHERE id = NEW.quiz)
BEGIN SELECT RAISE(ABORT, 'quizzes_count_their_questions'); END;
CREATE TRIGGER question_keeps_its_place BEFORE UPDATE OF quiz, position ON question
BEGIN SELECT RAISE(ABORT, 'questions_keep_their_place'); END;
CREATE TRIGGER question_goes_with_quiz BEFORE DELETE ON question WHEN EXISTS (SELECT 1 FROM quiz WHERE id = OLD.quiz)
BEGIN SELECT RAISE(ABORT, 'questions_go_with_their_quiz'); END;
CREATE TRIGGER quiz_counts_its_questions AFTER UPDATE OF question_count ON quiz
WHEN NEW.question_count <> (SELECT count(*) FROM question WHERE quiz = NEW.id)
BEGIN SELECT RAISE(ABORT, 'quizzes_count_their_questions'); END;

-- A review's quiz belongs to its attempt alone.
CREATE TRIGGER review_goes_with_attempt AFTER DELETE ON attempt
BEGIN DELETE FROM quiz WHERE id = OLD.quiz AND homework IS NULL; END;
