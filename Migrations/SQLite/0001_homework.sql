-- Homework, its quizzes and their questions.
--
-- Rows refer to each other by integer keys; public_id is the UUID that clients see. Times are milliseconds since 1970
-- UTC, in the years 0 to 9999. Every CHECK is named after the rule that it keeps. Other programs may read and write
-- these tables.

-- The pictures of homework and of questions, each stored once. A question names its pictures by their digests. The
-- program removes what nothing shows.
CREATE TABLE picture (
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE CONSTRAINT digest_is_sha256 CHECK (length(digest) = 64),
  media_type TEXT NOT NULL CONSTRAINT media_type_known CHECK (media_type IN ('image/jpeg', 'image/png', 'image/heic',
    'image/gif', 'image/webp')),
  -- Last, because a column behind 16 MiB is slow to read.
  bytes BLOB NOT NULL CONSTRAINT picture_up_to_16_mib CHECK (length(bytes) BETWEEN 1 AND 16777216)
) STRICT;

-- One assignment.
CREATE TABLE homework (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE
    CONSTRAINT public_id_is_uuid CHECK (public_id GLOB '????????-????-????-????-????????????'
      AND length(replace(public_id, '-', '')) = 32 AND public_id NOT GLOB '*[^-0-9a-f]*'),
  title TEXT NOT NULL CONSTRAINT title_not_blank CHECK (trim(title) <> ''),
  subject TEXT CONSTRAINT subject_not_blank CHECK (trim(subject) <> ''),
  text TEXT,
  note TEXT,
  due_on TEXT CONSTRAINT due_on_is_date CHECK (date(due_on, '+0 days') IS due_on),
  picture INTEGER REFERENCES picture,
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
CREATE INDEX homework_newest ON homework (created_at_ms DESC, public_id DESC);
CREATE INDEX homework_of_subject ON homework (subject, created_at_ms DESC, public_id DESC);
CREATE INDEX homework_due ON homework (due_on) WHERE due_on IS NOT NULL;
CREATE INDEX homework_of_picture ON homework (picture) WHERE picture IS NOT NULL;
CREATE INDEX homework_hidden ON homework (hidden_at_ms) WHERE hidden_at_ms IS NOT NULL;

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

-- The questions of homework, or of a review, which belongs to no homework. An edited quiz is a new row, the next revision
-- in the order of creation and id; the former row is kept, not current.
CREATE TABLE quiz (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE
    CONSTRAINT public_id_is_uuid CHECK (public_id GLOB '????????-????-????-????-????????????'
      AND length(replace(public_id, '-', '')) = 32 AND public_id NOT GLOB '*[^-0-9a-f]*'),
  homework INTEGER REFERENCES homework ON DELETE CASCADE,
  -- The public id of the quiz of which it is an edition; NULL in a new quiz.
  former TEXT
    CONSTRAINT former_is_uuid CHECK (former GLOB '????????-????-????-????-????????????'
      AND length(replace(former, '-', '')) = 32 AND former NOT GLOB '*[^-0-9a-f]*'),
  is_current INTEGER NOT NULL DEFAULT 1 CONSTRAINT is_current_is_boolean CHECK (is_current IN (0, 1)),
  topic TEXT,
  subtopic TEXT,
  confidence REAL CONSTRAINT confidence_is_share CHECK (confidence BETWEEN 0 AND 1),
  question_count INTEGER NOT NULL CONSTRAINT quiz_has_1_to_200_questions CHECK (question_count BETWEEN 1 AND 200),
  created_at_ms INTEGER NOT NULL
    CONSTRAINT created_at_is_time CHECK (created_at_ms BETWEEN -62167219200000 AND 253402300799999)
) STRICT;

CREATE UNIQUE INDEX quiz_one_current ON quiz (homework) WHERE is_current;
CREATE INDEX quiz_of_homework ON quiz (homework);

-- One question. Lists are JSON. Columns that its type does not have are NULL.
CREATE TABLE question (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE
    CONSTRAINT public_id_is_uuid CHECK (public_id GLOB '????????-????-????-????-????????????'
      AND length(replace(public_id, '-', '')) = 32 AND public_id NOT GLOB '*[^-0-9a-f]*'),
  quiz INTEGER NOT NULL REFERENCES quiz ON DELETE CASCADE,
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
  -- The public id of the same question in the first revision; NULL in the first revision itself.
  card TEXT
    CONSTRAINT card_is_uuid CHECK (card GLOB '????????-????-????-????-????????????'
      AND length(replace(card, '-', '')) = 32 AND card NOT GLOB '*[^-0-9a-f]*'),
  -- A text that introduces this question and those after it.
  introduction TEXT CONSTRAINT introduction_not_blank CHECK (trim(introduction) <> ''),
  -- What a type needs besides: {"correctIndexes"} of multi, {"correctOrder"} of ordering, {"tolerance" or
  -- "tolerancePercent", "unit"} of numeric, {"gaps"} of gaps.
  details TEXT CONSTRAINT details_is_object CHECK (json_type(details) = 'object'),
  -- {"question", "options": {"0"}, "answer"}: each picture as {"digest", "alternative"}.
  pictures TEXT CONSTRAINT pictures_is_object CHECK (json_type(pictures) = 'object'),
  UNIQUE (quiz, position),
  CONSTRAINT options_iff_shown CHECK (
    (options IS NOT NULL) = (type IN ('mcq', 'multi', 'ordering'))
      AND (options IS NULL OR json_array_length(options) BETWEEN 2 AND 26)),
  CONSTRAINT mcq_has_one_correct_option CHECK (
    (correct_index IS NOT NULL) = (type = 'mcq')
      AND (correct_index IS NULL OR (correct_index >= 0 AND correct_index < json_array_length(options)))),
  CONSTRAINT text_question_has_answer CHECK (
    (correct_answer IS NOT NULL) = (type IN ('fillBlank', 'shortAnswer', 'numeric', 'card'))),
  CONSTRAINT only_fill_blank_accepts CHECK ((type = 'fillBlank') = (accepted_answers IS NOT NULL)),
  CONSTRAINT only_fill_blank_is_exact CHECK (is_exact = 0 OR type = 'fillBlank'),
  CONSTRAINT only_short_answer_has_concepts CHECK ((type = 'shortAnswer') = (key_concepts IS NOT NULL)),
  CONSTRAINT details_iff_needed CHECK (
    (details IS NOT NULL) = (type IN ('multi', 'ordering', 'numeric', 'gaps')))
) STRICT;

CREATE INDEX question_of_card ON question (card) WHERE card IS NOT NULL;

-- The text that is searched.
CREATE VIEW homework_words (id, title, subject, text, questions) AS
SELECT h.id, h.title, h.subject, h.text,
  (SELECT group_concat(prompt, char(10)) FROM (
    SELECT q.prompt FROM quiz z JOIN question q ON q.quiz = z.id
    WHERE z.homework = h.id AND z.is_current ORDER BY q.position))
FROM homework h WHERE h.hidden_at_ms IS NULL;

-- Diacritics are folded. Sizes of columns are not stored, because results are sorted by time, never by rank.
CREATE VIRTUAL TABLE homework_search USING fts5 (
  title, subject, text, questions, columnsize = 0, tokenize = 'unicode61 remove_diacritics 2');

-- The index follows its tables, whoever writes to them: an id that is inserted into the view is indexed anew.
CREATE TRIGGER homework_words_are_indexed INSTEAD OF INSERT ON homework_words
BEGIN
  DELETE FROM homework_search WHERE rowid = NEW.id;
  INSERT INTO homework_search (rowid, title, subject, text, questions) SELECT * FROM homework_words WHERE id = NEW.id;
END;

CREATE TRIGGER homework_is_searched AFTER INSERT ON homework
BEGIN
  INSERT INTO homework_words (id) VALUES (NEW.id);
END;

CREATE TRIGGER homework_is_searched_again AFTER UPDATE OF title, subject, text, hidden_at_ms ON homework
BEGIN
  INSERT INTO homework_words (id) VALUES (NEW.id);
END;

CREATE TRIGGER homework_is_searched_no_more AFTER DELETE ON homework
BEGIN
  INSERT INTO homework_words (id) VALUES (OLD.id);
END;

-- The program makes a quiz the current one after its questions are there.
CREATE TRIGGER quiz_is_searched AFTER UPDATE OF is_current ON quiz WHEN NEW.is_current <> OLD.is_current
BEGIN
  INSERT INTO homework_words (id) VALUES (NEW.homework);
END;

CREATE TRIGGER quiz_is_searched_no_more AFTER DELETE ON quiz WHEN OLD.is_current AND OLD.homework IS NOT NULL
BEGIN
  INSERT INTO homework_words (id) VALUES (OLD.homework);
END;

CREATE TRIGGER question_is_searched AFTER INSERT ON question
BEGIN
  INSERT INTO homework_words (id) SELECT homework FROM quiz WHERE id = NEW.quiz AND is_current;
END;

CREATE TRIGGER question_is_searched_again AFTER UPDATE OF prompt ON question
BEGIN
  INSERT INTO homework_words (id) SELECT homework FROM quiz WHERE id = NEW.quiz AND is_current;
END;
