-- One library: the tables of SQLite, with the same names and columns, in a schema of their own, which is a connection's
-- search path. What they hold is said in the file of SQLite. Every CHECK is named after the rule that it keeps.

-- The version of the schema, with the checksum of its statements.
CREATE TABLE migration (
  version bigint PRIMARY KEY,
  checksum text COLLATE "C" NOT NULL,
  at_ms bigint NOT NULL
);

-- One row, which a writer locks, so that writers come one after the other.
CREATE TABLE library (
  id bigint PRIMARY KEY CONSTRAINT one_library CHECK (id = 1),
  -- The number of the newest event. The next event follows it, even after all events were removed.
  newest_event bigint NOT NULL DEFAULT 0,
  -- Grows by one with each group of writes.
  change bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- The last group of each store: a store that lost its connection looks here whether its COMMIT happened.
CREATE TABLE writer (
  id uuid PRIMARY KEY,
  token bigint NOT NULL,
  at_ms bigint NOT NULL
) WITH (fillfactor = 50);

-- What has one rule in many columns, which the server plans once for all of them. A UUID is in lower case, a time in
-- the years 0 to 9999.
CREATE DOMAIN uuid_text AS text COLLATE "C"
  CONSTRAINT is_uuid CHECK (VALUE ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
CREATE DOMAIN time_ms AS bigint CONSTRAINT is_time CHECK (VALUE BETWEEN -62167219200000 AND 253402300799999);
CREATE DOMAIN place AS bigint CONSTRAINT position_from_0 CHECK (VALUE >= 0);
CREATE DOMAIN outcome AS text COLLATE "C" CONSTRAINT outcome_known CHECK (VALUE IN ('correct', 'wrong', 'skipped'));
CREATE DOMAIN change_kind AS text COLLATE "C" CONSTRAINT change_kind_known CHECK (VALUE IN ('learner', 'homework',
  'quiz', 'attempt', 'credit', 'moment', 'edited', 'deleted', 'restored', 'erased'));
CREATE DOMAIN event_kind AS text COLLATE "C" CONSTRAINT event_kind_known CHECK (VALUE IN ('homeworkAdded',
  'homeworkUpdated', 'homeworkCompleted', 'homeworkReopened', 'homeworkDeleted', 'homeworkRestored', 'firstCapture',
  'collectionCompleted', 'quizSet', 'generationChanged', 'attemptStarted', 'answerSettled', 'attemptFinished',
  'attemptAbandoned', 'attemptExtended', 'attemptTaken', 'answerRegraded', 'answerAccepted', 'achievementUnlocked',
  'milestoneReached', 'learnerAdded', 'learnerUpdated', 'erased', 'databaseRestored'));

-- Returns whether a text is an existing day, such as 2026-02-28.
CREATE FUNCTION is_date(day text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN day ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' THEN
  substr(day, 9, 2)::int <= CASE
    WHEN substr(day, 6, 2) IN ('04', '06', '09', '11') THEN 30
    WHEN substr(day, 6, 2) <> '02' THEN 31
    WHEN substr(day, 1, 4)::int % 4 = 0
      AND (substr(day, 1, 4)::int % 100 <> 0 OR substr(day, 1, 4)::int % 400 = 0) THEN 29
    ELSE 28 END
  WHEN day IS NOT NULL THEN false END;

-- Returns the number of elements of a list; 0 for anything else. Each INSERT would plan it anew if it were SQL.
CREATE FUNCTION list_length(list json) RETURNS integer LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN RETURN CASE json_typeof(list) WHEN 'array' THEN json_array_length(list) ELSE 0 END; END $$;

-- Returns values as a JSON list, which may be empty. SQLite has a function of this name.
CREATE AGGREGATE json_group_array(text) (
  SFUNC = array_append, STYPE = text[], INITCOND = '{}', FINALFUNC = array_to_json, PARALLEL = SAFE);

CREATE TABLE learner (
  id uuid_text PRIMARY KEY,
  name text COLLATE "C" NOT NULL CONSTRAINT learner_name_not_blank CHECK (trim(name) <> ''),
  folded_name text COLLATE "C" NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  created_at_ms time_ms NOT NULL
);
CREATE INDEX learner_of_name ON learner (folded_name);
CREATE UNIQUE INDEX learner_one_default ON learner (is_default) INCLUDE (id) WHERE is_default;

CREATE TABLE copy (
  id uuid_text PRIMARY KEY,
  is_own boolean NOT NULL DEFAULT false,
  is_first boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX copy_one_own ON copy (is_own) WHERE is_own;
CREATE UNIQUE INDEX copy_one_first ON copy (is_first) WHERE is_first;

CREATE TABLE change (
  time bigint NOT NULL CONSTRAINT time_has_53_bits CHECK (time BETWEEN 0 AND 9007199254740991),
  copy uuid_text NOT NULL REFERENCES copy,
  kind change_kind NOT NULL,
  entity uuid_text,
  part text COLLATE "C",
  PRIMARY KEY (copy, time)
);
CREATE INDEX change_of_entity ON change (entity, time) WHERE kind <> 'attempt';

-- What is allowed in a library: one row, made by the first change.
CREATE TABLE setting (
  id bigint PRIMARY KEY CONSTRAINT one_setting CHECK (id = 1),
  accepts_answers boolean NOT NULL
);

CREATE TABLE picture (
  digest text COLLATE "C" PRIMARY KEY CONSTRAINT digest_is_sha256 CHECK (length(digest) = 64),
  media_type text COLLATE "C" NOT NULL
    CONSTRAINT media_type_known CHECK (media_type IN ('image/jpeg', 'image/png', 'image/heic', 'image/gif',
      'image/webp')),
  bytes bytea NOT NULL CONSTRAINT picture_up_to_16_mib CHECK (length(bytes) BETWEEN 1 AND 16777216)
);

-- Pictures are already compressed.
ALTER TABLE picture ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE homework (
  id uuid_text PRIMARY KEY,
  title text COLLATE "C" NOT NULL CONSTRAINT title_not_blank CHECK (trim(title) <> ''),
  subject text COLLATE "C" CONSTRAINT subject_not_blank CHECK (trim(subject) <> ''),
  text text COLLATE "C",
  note text COLLATE "C",
  due_on text COLLATE "C" CONSTRAINT due_on_is_date CHECK (is_date(due_on)),
  picture text COLLATE "C" REFERENCES picture,
  generation_state text COLLATE "C" NOT NULL DEFAULT 'none'
    CONSTRAINT generation_state_known CHECK (generation_state IN ('none', 'pending', 'ready', 'failed')),
  generation_reason text COLLATE "C" CONSTRAINT generation_reason_known CHECK (generation_reason IN
    ('missingKey', 'network', 'timeout', 'invalidResponse', 'rateLimited', 'unreadableImage')),
  generation_retry_at_ms time_ms,
  created_at_ms time_ms NOT NULL,
  hidden_at_ms time_ms,
  CONSTRAINT generation_reason_iff_failed CHECK ((generation_state = 'failed') = (generation_reason IS NOT NULL)),
  CONSTRAINT generation_retry_only_failed CHECK (generation_retry_at_ms IS NULL OR generation_state = 'failed')
);

CREATE INDEX homework_newest ON homework (created_at_ms DESC, id DESC);
CREATE INDEX homework_of_subject ON homework (subject, created_at_ms DESC, id DESC);
CREATE INDEX homework_due ON homework (due_on) WHERE due_on IS NOT NULL;
CREATE INDEX homework_of_picture ON homework (picture) WHERE picture IS NOT NULL;
CREATE INDEX homework_hidden ON homework (hidden_at_ms) WHERE hidden_at_ms IS NOT NULL;

CREATE TABLE collection (
  homework uuid_text NOT NULL REFERENCES homework ON DELETE CASCADE,
  name text COLLATE "C" NOT NULL CONSTRAINT collection_name_not_blank CHECK (trim(name) <> ''),
  PRIMARY KEY (homework, name)
);
CREATE INDEX collection_members ON collection (name);

CREATE TABLE quiz (
  id uuid_text PRIMARY KEY,
  homework uuid_text REFERENCES homework ON DELETE CASCADE,
  former uuid_text,
  is_current boolean NOT NULL DEFAULT true,
  topic text COLLATE "C",
  subtopic text COLLATE "C",
  confidence double precision CONSTRAINT confidence_is_share CHECK (confidence BETWEEN 0 AND 1),
  question_count bigint NOT NULL CONSTRAINT quiz_has_1_to_200_questions CHECK (question_count BETWEEN 1 AND 200),
  created_at_ms time_ms NOT NULL
);
CREATE UNIQUE INDEX quiz_one_current ON quiz (homework) WHERE is_current;
CREATE INDEX quiz_of_homework ON quiz (homework);

CREATE TABLE question (
  id uuid_text PRIMARY KEY,
  quiz uuid_text NOT NULL REFERENCES quiz ON DELETE CASCADE,
  position place NOT NULL,
  type text COLLATE "C" NOT NULL CONSTRAINT type_known CHECK (type IN ('mcq', 'multi', 'fillBlank', 'shortAnswer',
    'numeric', 'gaps', 'ordering', 'card')),
  prompt text COLLATE "C" NOT NULL CONSTRAINT prompt_not_blank CHECK (trim(prompt) <> ''),
  options json,
  correct_index bigint,
  correct_answer text COLLATE "C" CONSTRAINT correct_answer_not_blank CHECK (trim(correct_answer) <> ''),
  accepted_answers json CONSTRAINT accepted_answers_is_list CHECK (json_typeof(accepted_answers) = 'array'),
  is_exact boolean NOT NULL DEFAULT false,
  key_concepts json CONSTRAINT key_concepts_is_list CHECK (json_typeof(key_concepts) = 'array'),
  explanation text COLLATE "C" NOT NULL DEFAULT '',
  card uuid_text,
  introduction text COLLATE "C" CONSTRAINT introduction_not_blank CHECK (trim(introduction) <> ''),
  details json CONSTRAINT details_is_object CHECK (json_typeof(details) = 'object'),
  pictures json CONSTRAINT pictures_is_object CHECK (json_typeof(pictures) = 'object'),
  UNIQUE (quiz, position),
  CONSTRAINT options_iff_shown CHECK ((options IS NOT NULL) = (type IN ('mcq', 'multi', 'ordering'))
      AND (options IS NULL OR list_length(options) BETWEEN 2 AND 26)),
  CONSTRAINT mcq_has_one_correct_option CHECK ((correct_index IS NOT NULL) = (type = 'mcq')
      AND (correct_index IS NULL OR (correct_index >= 0 AND correct_index < list_length(options)))),
  CONSTRAINT text_question_has_answer CHECK (
    (correct_answer IS NOT NULL) = (type IN ('fillBlank', 'shortAnswer', 'numeric', 'card'))),
  CONSTRAINT only_fill_blank_accepts CHECK ((type = 'fillBlank') = (accepted_answers IS NOT NULL)),
  CONSTRAINT only_fill_blank_is_exact CHECK (NOT is_exact OR type = 'fillBlank'),
  CONSTRAINT only_short_answer_has_concepts CHECK ((type = 'shortAnswer') = (key_concepts IS NOT NULL)),
  CONSTRAINT details_iff_needed CHECK ((details IS NOT NULL) = (type IN ('multi', 'ordering', 'numeric', 'gaps')))
);
CREATE INDEX question_of_card ON question (card) WHERE card IS NOT NULL;

CREATE TABLE attempt (
  id uuid_text PRIMARY KEY,
  quiz uuid_text NOT NULL REFERENCES quiz ON DELETE CASCADE,
  learner uuid_text NOT NULL REFERENCES learner ON DELETE CASCADE,
  state text COLLATE "C" NOT NULL DEFAULT 'inProgress'
    CONSTRAINT attempt_state_known CHECK (state IN ('inProgress', 'completed', 'abandoned')),
  started_at_ms time_ms NOT NULL,
  finished_at_ms time_ms,
  is_practice boolean NOT NULL DEFAULT false,
  deadline_ms time_ms,
  shuffle text COLLATE "C" CONSTRAINT shuffle_known CHECK (shuffle IN ('questions', 'options', 'both')),
  seed bigint CONSTRAINT seed_iff_shuffled CHECK ((seed IS NULL) = (shuffle IS NULL)),
  asked json CONSTRAINT asked_is_list CHECK (json_typeof(asked) = 'array'),
  copy uuid_text REFERENCES copy,
  CONSTRAINT finished_iff_not_in_progress CHECK ((state = 'inProgress') = (finished_at_ms IS NULL))
);
CREATE UNIQUE INDEX attempt_one_in_progress ON attempt (quiz, learner)
  WHERE state = 'inProgress' AND copy IS NULL;
CREATE INDEX attempt_of_quiz ON attempt (quiz, learner, state, is_practice);
CREATE INDEX attempt_newest ON attempt (learner, started_at_ms DESC, id DESC);

CREATE TABLE answer (
  attempt uuid_text NOT NULL REFERENCES attempt ON DELETE CASCADE,
  position place NOT NULL,
  question uuid_text NOT NULL REFERENCES question ON DELETE CASCADE,
  response text COLLATE "C",
  outcome outcome NOT NULL,
  elapsed_ms bigint NOT NULL CONSTRAINT elapsed_up_to_a_year CHECK (elapsed_ms BETWEEN 0 AND 31536000000),
  answered_at_ms time_ms NOT NULL,
  PRIMARY KEY (attempt, position),
  CONSTRAINT response_iff_not_skipped CHECK ((outcome = 'skipped') = (response IS NULL))
);

CREATE INDEX answer_of_question ON answer (question, outcome);

CREATE TABLE grading (
  attempt uuid_text NOT NULL REFERENCES attempt ON DELETE CASCADE,
  position place NOT NULL,
  at_ms time_ms NOT NULL,
  outcome text COLLATE "C" NOT NULL CONSTRAINT graded_correct_or_wrong CHECK (outcome IN ('correct', 'wrong')),
  reason text COLLATE "C" NOT NULL CONSTRAINT reason_known CHECK (reason IN ('regraded', 'accepted')),
  PRIMARY KEY (attempt, position, at_ms, outcome, reason),
  FOREIGN KEY (attempt, position) REFERENCES answer ON DELETE CASCADE
);

CREATE TABLE regrading (
  question uuid_text NOT NULL REFERENCES question ON DELETE CASCADE,
  at_ms time_ms NOT NULL,
  never_lower boolean NOT NULL,
  is_undone boolean NOT NULL DEFAULT false,
  PRIMARY KEY (question, at_ms)
);

CREATE TABLE completion (
  homework uuid_text NOT NULL REFERENCES homework ON DELETE CASCADE,
  learner uuid_text NOT NULL REFERENCES learner ON DELETE CASCADE,
  completed_at_ms time_ms NOT NULL,
  PRIMARY KEY (homework, learner)
);
CREATE INDEX completion_of_learner ON completion (learner);

CREATE TABLE ledger (
  attempt uuid_text PRIMARY KEY,
  learner uuid_text NOT NULL REFERENCES learner ON DELETE CASCADE,
  subject text COLLATE "C",
  stars bigint NOT NULL CONSTRAINT stars_0_to_200 CHECK (stars BETWEEN 0 AND 200),
  score bigint NOT NULL,
  total bigint NOT NULL CONSTRAINT total_1_to_200 CHECK (total BETWEEN 1 AND 200),
  longest_run bigint NOT NULL CONSTRAINT longest_run_0_to_200 CHECK (longest_run BETWEEN 0 AND 200),
  elapsed_ms bigint NOT NULL CONSTRAINT elapsed_is_time CHECK (elapsed_ms BETWEEN 0 AND 253402300799999),
  finished_at_ms time_ms NOT NULL,
  CONSTRAINT score_within_total CHECK (score BETWEEN 0 AND total)
);
CREATE INDEX ledger_of_learner ON ledger (learner, stars);

CREATE VIEW credit AS
SELECT z.homework, a.learner, l.score, l.total, l.finished_at_ms,
  CASE WHEN l.score = l.total THEN 100 WHEN l.score * 200 >= l.total * 199 THEN 99
    ELSE (l.score * 200 + l.total) / (l.total * 2) END * 1000000 + l.score * 1000 + l.total AS worth
FROM quiz z CROSS JOIN attempt a CROSS JOIN ledger l
WHERE z.homework IS NOT NULL AND a.quiz = z.id AND a.state = 'completed' AND NOT a.is_practice AND l.attempt = a.id;

CREATE VIEW progress AS
SELECT homework, learner, max(worth) AS best, max(worth) / 1000 % 1000 AS best_score,
  max(worth) % 1000 AS best_total, max(worth) / 1000000 AS completion_percentage, count(*) AS total_attempts,
  max(finished_at_ms) AS last_played_at_ms
FROM credit GROUP BY homework, learner;

CREATE TABLE moment (
  learner uuid_text NOT NULL REFERENCES learner ON DELETE CASCADE,
  name text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL CONSTRAINT moment_is_known CHECK (kind = CASE
    WHEN name = 'firstCapture' THEN 'flag'
    WHEN name IN ('firstPerfect', 'fullCycle', 'tenStars', 'hundredStars') THEN 'achievement'
    WHEN name IN ('completedAttempts10', 'completedAttempts50', 'completedAttempts100', 'completedAttempts500',
      'completedAttempts1000') THEN 'milestone' ELSE '' END),
  at_ms time_ms NOT NULL,
  PRIMARY KEY (learner, name)
);

-- The log of events, numbered without gaps. The oldest are removed.
CREATE TABLE event (
  sequence bigint PRIMARY KEY,
  kind event_kind NOT NULL,
  at_ms time_ms NOT NULL,
  homework uuid_text,
  attempt uuid_text,
  question_index bigint CONSTRAINT question_index_0_to_199 CHECK (question_index BETWEEN 0 AND 199),
  outcome outcome,
  streak_position bigint CONSTRAINT streak_position_0_to_10 CHECK (streak_position BETWEEN 0 AND 10),
  name text COLLATE "C",
  learner uuid_text,
  origin uuid_text
);

CREATE TABLE request (
  id uuid_text PRIMARY KEY,
  parameters text COLLATE "C" NOT NULL CONSTRAINT parameters_are_sha256 CHECK (length(parameters) = 64),
  reply text COLLATE "C",
  attempt uuid_text,
  position place,
  at_ms time_ms NOT NULL,
  event bigint NOT NULL CONSTRAINT event_not_negative CHECK (event >= 0),
  learner uuid_text,
  CONSTRAINT reply_or_answer CHECK (
    (reply IS NULL) = (attempt IS NOT NULL) AND (attempt IS NULL) = (position IS NULL))
);
CREATE INDEX request_age ON request (at_ms);

-- A learner was erased. Only SQLite has bytes to write over; the table exists so that the statement is the same.
CREATE TABLE erasure (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  at_ms time_ms NOT NULL
);

-- The keys that find words: each word, and its first three letters for those who look for its beginning; and one key
-- that all homework have. Very long words have the key of their first 100 letters.
CREATE FUNCTION search_words(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT array_agg(DISTINCT key)
  FROM unnest(string_to_array(words, ' ')) AS w (word),
    LATERAL (VALUES (left(word, 100)), (left(word, 3) || '*'), ('')) AS k (key)
  WHERE word <> '' OR key = '');

-- What is searched: the words of each homework, made plain by the program, each with a space before and after it.
CREATE TABLE homework_search (
  homework uuid_text PRIMARY KEY REFERENCES homework ON DELETE CASCADE,
  title text COLLATE "C" NOT NULL DEFAULT '',
  subject text COLLATE "C" NOT NULL DEFAULT '',
  text text COLLATE "C" NOT NULL DEFAULT '',
  questions text COLLATE "C" NOT NULL DEFAULT '',
  words text[] COLLATE "C"
    GENERATED ALWAYS AS (search_words(title || subject || text || questions)) STORED
);
CREATE INDEX homework_search_words ON homework_search USING gin (words) WITH (gin_pending_list_limit = 256);

-- The keys of what is looked for: one phrase a line, each with a space before it, and after it unless it may go on.
CREATE FUNCTION search_keys(phrases text) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
RETURN (SELECT array_agg(key) FROM (
  SELECT CASE WHEN phrase LIKE '% ' OR place < cardinality(w.list) THEN left(word, 100)
    WHEN length(word) >= 3 THEN left(word, 3) || '*' ELSE '' END AS key
  FROM unnest(string_to_array(phrases, chr(10))) AS p (phrase),
    LATERAL (SELECT string_to_array(trim(phrase), ' ') AS list) AS w, unnest(w.list) WITH ORDINALITY AS e (word, place)
) AS keys);

-- Refuses a row, as a CHECK of this name would.
CREATE FUNCTION refuse(rule text, place text) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RAISE EXCEPTION '%', rule
    USING ERRCODE = 'check_violation', CONSTRAINT = rule, SCHEMA = current_schema(), TABLE = place;
END
$$;

-- Refuses a row for which a condition holds, in which $1 is the new row and $2 the old one. The condition is planned
-- anew for each row; those of new rows are planned once.
CREATE FUNCTION refuse_if() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE is_broken boolean;
BEGIN
  EXECUTE 'SELECT ' || TG_ARGV[1] INTO is_broken USING NEW, OLD;
  IF is_broken THEN PERFORM refuse(TG_ARGV[0], TG_TABLE_NAME); END IF;
  RETURN coalesce(NEW, OLD);
END
$$;

-- Events are numbered in order. A restored database skips one number.
CREATE FUNCTION event_follows() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse('events_are_numbered_in_order', 'event') WHERE NEW.sequence NOT BETWEEN 1 AND (
    SELECT coalesce(max(sequence), NEW.sequence) + 2 FROM event WHERE sequence < NEW.sequence);
  RETURN NEW;
END
$$;
CREATE TRIGGER event_follows BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION event_follows();
CREATE TRIGGER event_keeps_its_number BEFORE UPDATE OF sequence ON event
FOR EACH ROW EXECUTE FUNCTION refuse_if('events_keep_their_numbers', 'true');

-- Answers to questions of their quiz are inserted in order and never change, but for the outcome, which follows the
-- last grading. Only the last answer of an attempt can be deleted alone.
CREATE FUNCTION answer_fits() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse('answers_are_settled_in_order', 'answer')
  WHERE NEW.position <> coalesce((SELECT max(position) + 1 FROM answer WHERE attempt = NEW.attempt), 0);
  PERFORM refuse('answers_are_to_questions_of_their_quiz', 'answer') WHERE NOT EXISTS (
    SELECT FROM attempt a JOIN quiz z ON z.id = a.quiz JOIN question q ON q.quiz = z.id
    WHERE a.id = NEW.attempt AND q.id = NEW.question
      AND NEW.position < coalesce(json_array_length(a.asked), z.question_count));
  RETURN NEW;
END
$$;
CREATE TRIGGER answer_fits BEFORE INSERT ON answer FOR EACH ROW EXECUTE FUNCTION answer_fits();
CREATE TRIGGER answer_never_changes BEFORE UPDATE ON answer FOR EACH ROW EXECUTE FUNCTION refuse_if(
  'settled_answers_never_change',
  '(($1).attempt, ($1).position, ($1).question, ($1).response, ($1).elapsed_ms, ($1).answered_at_ms)
      IS DISTINCT FROM (($2).attempt, ($2).position, ($2).question, ($2).response, ($2).elapsed_ms, ($2).answered_at_ms)
    OR ($1).outcome IS DISTINCT FROM (SELECT outcome FROM grading
      WHERE attempt = ($2).attempt AND position = ($2).position
      ORDER BY at_ms DESC, outcome DESC, reason DESC LIMIT 1)');

-- Not if they go with their attempt or learner.
CREATE TRIGGER answer_leaves_no_gap BEFORE DELETE ON answer
FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_if(
  'answers_have_no_gap', 'EXISTS (SELECT FROM answer WHERE attempt = ($2).attempt AND position = ($2).position + 1)
    AND EXISTS (SELECT FROM attempt a JOIN quiz z ON z.id = a.quiz WHERE a.id = ($2).attempt)');
CREATE TRIGGER grading_never_changes BEFORE UPDATE ON grading
FOR EACH ROW EXECUTE FUNCTION refuse_if('gradings_never_change', 'true');

-- An attempt asks the questions that it began with, and a quiz keeps its questions, of which answers are counted.
CREATE TRIGGER attempt_keeps_its_questions BEFORE UPDATE OF quiz, shuffle, seed, asked ON attempt
FOR EACH ROW EXECUTE FUNCTION refuse_if('attempts_keep_their_questions', 'true');
CREATE FUNCTION question_is_counted() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse('quizzes_count_their_questions', 'question')
  WHERE NEW.position >= (SELECT question_count FROM quiz WHERE id = NEW.quiz);
  RETURN NEW;
END
$$;
CREATE TRIGGER question_is_counted BEFORE INSERT ON question FOR EACH ROW EXECUTE FUNCTION question_is_counted();
CREATE TRIGGER question_keeps_its_place BEFORE UPDATE OF quiz, position ON question
FOR EACH ROW EXECUTE FUNCTION refuse_if('questions_keep_their_place', 'true');
CREATE TRIGGER question_goes_with_quiz BEFORE DELETE ON question
FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_if(
  'questions_go_with_their_quiz', 'EXISTS (SELECT FROM quiz WHERE id = ($2).quiz)');
CREATE TRIGGER quiz_counts_its_questions BEFORE UPDATE OF question_count ON quiz
FOR EACH ROW EXECUTE FUNCTION refuse_if(
  'quizzes_count_their_questions', '($1).question_count <> (SELECT count(*) FROM question WHERE quiz = ($1).id)');

-- A review's quiz belongs to its attempt alone.
CREATE FUNCTION drop_review() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN DELETE FROM quiz z WHERE z.id = OLD.quiz AND z.homework IS NULL; RETURN NULL; END $$;
CREATE TRIGGER review_goes_with_attempt AFTER DELETE ON attempt
FOR EACH ROW EXECUTE FUNCTION drop_review();

-- The text that is searched, before it is made plain. OFFSET 0 has questions found by their quiz: until the server has
-- statistics of its tables, it would read those of all quizzes for each homework.
CREATE VIEW homework_words AS
SELECT h.id, h.title, h.subject, h.text,
  (SELECT string_agg(q.prompt, chr(10) ORDER BY q.position)
    FROM quiz z CROSS JOIN LATERAL (
      SELECT prompt, position FROM question WHERE quiz = z.id OFFSET 0) q
    WHERE z.homework = h.id AND z.is_current) AS questions
FROM homework h WHERE h.hidden_at_ms IS NULL;
