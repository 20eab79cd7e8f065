-- The whole schema of version 1. `scripts/schema` writes this file from the numbered steps beside it.

CREATE DOMAIN change_kind AS text COLLATE pg_catalog."C"
    CONSTRAINT change_kind_known CHECK ((VALUE = ANY (ARRAY['learner'::text, 'homework'::text, 'quiz'::text, 'attempt'::text, 'credit'::text, 'moment'::text, 'edited'::text, 'deleted'::text, 'restored'::text, 'erased'::text])));
CREATE DOMAIN event_kind AS text COLLATE pg_catalog."C"
    CONSTRAINT event_kind_known CHECK ((VALUE = ANY (ARRAY['homeworkAdded'::text, 'homeworkUpdated'::text, 'homeworkCompleted'::text, 'homeworkReopened'::text, 'homeworkDeleted'::text, 'homeworkRestored'::text, 'firstCapture'::text, 'collectionCompleted'::text, 'quizSet'::text, 'generationChanged'::text, 'attemptStarted'::text, 'answerSettled'::text, 'attemptFinished'::text, 'attemptAbandoned'::text, 'attemptExtended'::text, 'attemptTaken'::text, 'answerRegraded'::text, 'answerAccepted'::text, 'achievementUnlocked'::text, 'milestoneReached'::text, 'learnerAdded'::text, 'learnerUpdated'::text, 'erased'::text, 'databaseRestored'::text])));
CREATE DOMAIN outcome AS text COLLATE pg_catalog."C"
    CONSTRAINT outcome_known CHECK ((VALUE = ANY (ARRAY['correct'::text, 'wrong'::text, 'skipped'::text])));
CREATE DOMAIN place AS bigint
    CONSTRAINT position_from_0 CHECK ((VALUE >= 0));
CREATE DOMAIN time_ms AS bigint
    CONSTRAINT is_time CHECK (((VALUE >= '-62167219200000'::bigint) AND (VALUE <= '253402300799999'::bigint)));

-- What has one rule in many columns, which the server plans once for all of them. A UUID is in lower case, a time in
-- the years 0 to 9999.
CREATE DOMAIN uuid_text AS text COLLATE pg_catalog."C"
    CONSTRAINT is_uuid CHECK ((VALUE ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text));

-- Answers to questions of their quiz are inserted in order and never change, but for the outcome, which follows the
-- last grading. Only the last answer of an attempt can be deleted alone.
CREATE FUNCTION answer_fits() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'hwdb'
    AS $$
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

-- A review's quiz belongs to its attempt alone.
CREATE FUNCTION drop_review() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'hwdb'
    AS $$
BEGIN DELETE FROM quiz z WHERE z.id = OLD.quiz AND z.homework IS NULL; RETURN NULL; END $$;

-- Events are numbered in order. A restored database skips one number.
CREATE FUNCTION event_follows() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'hwdb'
    AS $$
BEGIN
  PERFORM refuse('events_are_numbered_in_order', 'event') WHERE NEW.sequence NOT BETWEEN 1 AND (
    SELECT coalesce(max(sequence), NEW.sequence) + 2 FROM event WHERE sequence < NEW.sequence);
  RETURN NEW;
END
$$;

-- Returns whether a text is an existing day, such as 2026-02-28.
CREATE FUNCTION is_date(day text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (day ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'::text) THEN ((substr(day, 9, 2))::integer <= CASE WHEN (substr(day, 6, 2) = ANY (ARRAY['04'::text, '06'::text, '09'::text, '11'::text])) THEN 30 WHEN (substr(day, 6, 2) <> '02'::text) THEN 31 WHEN ((((substr(day, 1, 4))::integer % 4) = 0) AND ((((substr(day, 1, 4))::integer % 100) <> 0) OR (((substr(day, 1, 4))::integer % 400) = 0))) THEN 29 ELSE 28 END) WHEN (day IS NOT NULL) THEN false ELSE NULL::boolean END;

-- Returns the number of elements of a list; 0 for anything else. Each INSERT would plan it anew if it were SQL.
CREATE FUNCTION list_length(list json) RETURNS integer
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
BEGIN RETURN CASE json_typeof(list) WHEN 'array' THEN json_array_length(list) ELSE 0 END; END $$;
CREATE FUNCTION question_is_counted() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'hwdb'
    AS $$
BEGIN
  PERFORM refuse('quizzes_count_their_questions', 'question')
  WHERE NEW.position >= (SELECT question_count FROM quiz WHERE id = NEW.quiz);
  RETURN NEW;
END
$$;

-- Refuses a row, as a CHECK of this name would.
CREATE FUNCTION refuse(rule text, place text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'hwdb'
    AS $$
BEGIN
  RAISE EXCEPTION '%', rule
    USING ERRCODE = 'check_violation', CONSTRAINT = rule, SCHEMA = current_schema(), TABLE = place;
END
$$;

-- Refuses a row for which a condition holds, in which $1 is the new row and $2 the old one. The condition is planned
-- anew for each row; those of new rows are planned once.
CREATE FUNCTION refuse_if() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'hwdb'
    AS $$
DECLARE is_broken boolean;
BEGIN
  EXECUTE 'SELECT ' || TG_ARGV[1] INTO is_broken USING NEW, OLD;
  IF is_broken THEN PERFORM refuse(TG_ARGV[0], TG_TABLE_NAME); END IF;
  RETURN coalesce(NEW, OLD);
END
$$;

-- The keys of what is looked for: one phrase a line, each with a space before it, and after it unless it may go on.
CREATE FUNCTION search_keys(phrases text) RETURNS text[]
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (SELECT array_agg(keys.key) AS array_agg FROM (SELECT CASE WHEN ((p.phrase ~~ '% '::text) OR (e.place < cardinality(w.list))) THEN "left"(e.word, 100) WHEN (length(e.word) >= 3) THEN ("left"(e.word, 3) || '*'::text) ELSE ''::text END AS key FROM unnest(string_to_array(search_keys.phrases, chr(10))) p(phrase), LATERAL (SELECT string_to_array(TRIM(BOTH FROM p.phrase), ' '::text) AS list) w, LATERAL unnest(w.list) WITH ORDINALITY e(word, place)) keys);

-- The keys that find words: each word, and its first three letters for those who look for its beginning; and one key
-- that all homework have. Very long words have the key of their first 100 letters.
CREATE FUNCTION search_words(words text) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT array_agg(DISTINCT k.key) AS array_agg FROM unnest(string_to_array(search_words.words, ' '::text)) w(word), LATERAL (VALUES ("left"(w.word, 100)), (("left"(w.word, 3) || '*'::text)), (''::text)) k(key) WHERE ((w.word <> ''::text) OR (k.key = ''::text)));

-- Returns values as a JSON list, which may be empty. SQLite has a function of this name.
CREATE AGGREGATE json_group_array(text) (
    SFUNC = array_append,
    STYPE = text[],
    INITCOND = '{}',
    FINALFUNC = pg_catalog.array_to_json,
    PARALLEL = safe
);

CREATE TABLE answer (
    attempt uuid_text NOT NULL,
    "position" place NOT NULL,
    question uuid_text NOT NULL,
    response text COLLATE pg_catalog."C",
    outcome outcome NOT NULL,
    elapsed_ms bigint NOT NULL,
    answered_at_ms time_ms NOT NULL,
    CONSTRAINT elapsed_up_to_a_year CHECK (((elapsed_ms >= 0) AND (elapsed_ms <= '31536000000'::bigint))),
    CONSTRAINT response_iff_not_skipped CHECK ((((outcome)::text = 'skipped'::text) = (response IS NULL)))
);

CREATE TABLE attempt (
    id uuid_text NOT NULL,
    quiz uuid_text NOT NULL,
    learner uuid_text NOT NULL,
    state text DEFAULT 'inProgress'::text NOT NULL COLLATE pg_catalog."C",
    started_at_ms time_ms NOT NULL,
    finished_at_ms time_ms,
    is_practice boolean DEFAULT false NOT NULL,
    deadline_ms time_ms,
    shuffle text COLLATE pg_catalog."C",
    seed bigint,
    asked json,
    copy uuid_text,
    CONSTRAINT asked_is_list CHECK ((json_typeof(asked) = 'array'::text)),
    CONSTRAINT attempt_state_known CHECK ((state = ANY (ARRAY['inProgress'::text, 'completed'::text, 'abandoned'::text]))),
    CONSTRAINT finished_iff_not_in_progress CHECK (((state = 'inProgress'::text) = (finished_at_ms IS NULL))),
    CONSTRAINT seed_iff_shuffled CHECK (((seed IS NULL) = (shuffle IS NULL))),
    CONSTRAINT shuffle_known CHECK ((shuffle = ANY (ARRAY['questions'::text, 'options'::text, 'both'::text])))
);

CREATE TABLE change (
    "time" bigint NOT NULL,
    copy uuid_text NOT NULL,
    kind change_kind NOT NULL,
    entity uuid_text,
    part text COLLATE pg_catalog."C",
    CONSTRAINT time_has_53_bits CHECK ((("time" >= 0) AND ("time" <= '9007199254740991'::bigint)))
);

CREATE TABLE collection (
    homework uuid_text NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT collection_name_not_blank CHECK ((TRIM(BOTH FROM name) <> ''::text))
);

CREATE TABLE completion (
    homework uuid_text NOT NULL,
    learner uuid_text NOT NULL,
    completed_at_ms time_ms NOT NULL
);

CREATE TABLE copy (
    id uuid_text NOT NULL,
    is_own boolean DEFAULT false NOT NULL,
    is_first boolean DEFAULT false NOT NULL
);

CREATE TABLE ledger (
    attempt uuid_text NOT NULL,
    learner uuid_text NOT NULL,
    subject text COLLATE pg_catalog."C",
    stars bigint NOT NULL,
    score bigint NOT NULL,
    total bigint NOT NULL,
    longest_run bigint NOT NULL,
    elapsed_ms bigint NOT NULL,
    finished_at_ms time_ms NOT NULL,
    CONSTRAINT elapsed_is_time CHECK (((elapsed_ms >= 0) AND (elapsed_ms <= '253402300799999'::bigint))),
    CONSTRAINT longest_run_0_to_200 CHECK (((longest_run >= 0) AND (longest_run <= 200))),
    CONSTRAINT score_within_total CHECK (((score >= 0) AND (score <= total))),
    CONSTRAINT stars_0_to_200 CHECK (((stars >= 0) AND (stars <= 200))),
    CONSTRAINT total_1_to_200 CHECK (((total >= 1) AND (total <= 200)))
);

CREATE TABLE quiz (
    id uuid_text NOT NULL,
    homework uuid_text,
    former uuid_text,
    is_current boolean DEFAULT true NOT NULL,
    topic text COLLATE pg_catalog."C",
    subtopic text COLLATE pg_catalog."C",
    confidence double precision,
    question_count bigint NOT NULL,
    created_at_ms time_ms NOT NULL,
    CONSTRAINT confidence_is_share CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision))),
    CONSTRAINT quiz_has_1_to_200_questions CHECK (((question_count >= 1) AND (question_count <= 200)))
);
CREATE VIEW credit AS
 SELECT z.homework,
    a.learner,
    l.score,
    l.total,
    l.finished_at_ms,
    (((
        CASE
            WHEN (l.score = l.total) THEN (100)::bigint
            WHEN ((l.score * 200) >= (l.total * 199)) THEN (99)::bigint
            ELSE (((l.score * 200) + l.total) / (l.total * 2))
        END * 1000000) + (l.score * 1000)) + l.total) AS worth
   FROM ((quiz z
     CROSS JOIN attempt a)
     CROSS JOIN ledger l)
  WHERE ((z.homework IS NOT NULL) AND ((a.quiz)::text = (z.id)::text) AND (a.state = 'completed'::text) AND (NOT a.is_practice) AND ((l.attempt)::text = (a.id)::text));

-- A learner was erased. Only SQLite has bytes to write over; the table exists so that the statement is the same.
CREATE TABLE erasure (
    id bigint NOT NULL,
    at_ms time_ms NOT NULL
);
ALTER TABLE erasure ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME erasure_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- The log of events, numbered without gaps. The oldest are removed.
CREATE TABLE event (
    sequence bigint NOT NULL,
    kind event_kind NOT NULL,
    at_ms time_ms NOT NULL,
    homework uuid_text,
    attempt uuid_text,
    question_index bigint,
    outcome outcome,
    streak_position bigint,
    name text COLLATE pg_catalog."C",
    learner uuid_text,
    origin uuid_text,
    CONSTRAINT question_index_0_to_199 CHECK (((question_index >= 0) AND (question_index <= 199))),
    CONSTRAINT streak_position_0_to_10 CHECK (((streak_position >= 0) AND (streak_position <= 10)))
);

CREATE TABLE grading (
    attempt uuid_text NOT NULL,
    "position" place NOT NULL,
    at_ms time_ms NOT NULL,
    outcome text NOT NULL COLLATE pg_catalog."C",
    reason text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT graded_correct_or_wrong CHECK ((outcome = ANY (ARRAY['correct'::text, 'wrong'::text]))),
    CONSTRAINT reason_known CHECK ((reason = ANY (ARRAY['regraded'::text, 'accepted'::text])))
);

CREATE TABLE homework (
    id uuid_text NOT NULL,
    title text NOT NULL COLLATE pg_catalog."C",
    subject text COLLATE pg_catalog."C",
    text text COLLATE pg_catalog."C",
    note text COLLATE pg_catalog."C",
    due_on text COLLATE pg_catalog."C",
    picture text COLLATE pg_catalog."C",
    generation_state text DEFAULT 'none'::text NOT NULL COLLATE pg_catalog."C",
    generation_reason text COLLATE pg_catalog."C",
    generation_retry_at_ms time_ms,
    created_at_ms time_ms NOT NULL,
    hidden_at_ms time_ms,
    CONSTRAINT due_on_is_date CHECK (is_date(due_on)),
    CONSTRAINT generation_reason_iff_failed CHECK (((generation_state = 'failed'::text) = (generation_reason IS NOT NULL))),
    CONSTRAINT generation_reason_known CHECK ((generation_reason = ANY (ARRAY['missingKey'::text, 'network'::text, 'timeout'::text, 'invalidResponse'::text, 'rateLimited'::text, 'unreadableImage'::text]))),
    CONSTRAINT generation_retry_only_failed CHECK (((generation_retry_at_ms IS NULL) OR (generation_state = 'failed'::text))),
    CONSTRAINT generation_state_known CHECK ((generation_state = ANY (ARRAY['none'::text, 'pending'::text, 'ready'::text, 'failed'::text]))),
    CONSTRAINT subject_not_blank CHECK ((TRIM(BOTH FROM subject) <> ''::text)),
    CONSTRAINT title_not_blank CHECK ((TRIM(BOTH FROM title) <> ''::text))
);

-- What is searched: the words of each homework, made plain by the program, each with a space before and after it.
CREATE TABLE homework_search (
    homework uuid_text NOT NULL,
    title text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    subject text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    text text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    questions text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    words text[] GENERATED ALWAYS AS (search_words((((title || subject) || text) || questions))) STORED COLLATE pg_catalog."C"
);

CREATE TABLE question (
    id uuid_text NOT NULL,
    quiz uuid_text NOT NULL,
    "position" place NOT NULL,
    type text NOT NULL COLLATE pg_catalog."C",
    prompt text NOT NULL COLLATE pg_catalog."C",
    options json,
    correct_index bigint,
    correct_answer text COLLATE pg_catalog."C",
    accepted_answers json,
    is_exact boolean DEFAULT false NOT NULL,
    key_concepts json,
    explanation text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    card uuid_text,
    introduction text COLLATE pg_catalog."C",
    details json,
    pictures json,
    CONSTRAINT accepted_answers_is_list CHECK ((json_typeof(accepted_answers) = 'array'::text)),
    CONSTRAINT correct_answer_not_blank CHECK ((TRIM(BOTH FROM correct_answer) <> ''::text)),
    CONSTRAINT details_iff_needed CHECK (((details IS NOT NULL) = (type = ANY (ARRAY['multi'::text, 'ordering'::text, 'numeric'::text, 'gaps'::text])))),
    CONSTRAINT details_is_object CHECK ((json_typeof(details) = 'object'::text)),
    CONSTRAINT introduction_not_blank CHECK ((TRIM(BOTH FROM introduction) <> ''::text)),
    CONSTRAINT key_concepts_is_list CHECK ((json_typeof(key_concepts) = 'array'::text)),
    CONSTRAINT mcq_has_one_correct_option CHECK ((((correct_index IS NOT NULL) = (type = 'mcq'::text)) AND ((correct_index IS NULL) OR ((correct_index >= 0) AND (correct_index < list_length(options)))))),
    CONSTRAINT only_fill_blank_accepts CHECK (((type = 'fillBlank'::text) = (accepted_answers IS NOT NULL))),
    CONSTRAINT only_fill_blank_is_exact CHECK (((NOT is_exact) OR (type = 'fillBlank'::text))),
    CONSTRAINT only_short_answer_has_concepts CHECK (((type = 'shortAnswer'::text) = (key_concepts IS NOT NULL))),
    CONSTRAINT options_iff_shown CHECK ((((options IS NOT NULL) = (type = ANY (ARRAY['mcq'::text, 'multi'::text, 'ordering'::text]))) AND ((options IS NULL) OR ((list_length(options) >= 2) AND (list_length(options) <= 26))))),
    CONSTRAINT pictures_is_object CHECK ((json_typeof(pictures) = 'object'::text)),
    CONSTRAINT prompt_not_blank CHECK ((TRIM(BOTH FROM prompt) <> ''::text)),
    CONSTRAINT text_question_has_answer CHECK (((correct_answer IS NOT NULL) = (type = ANY (ARRAY['fillBlank'::text, 'shortAnswer'::text, 'numeric'::text, 'card'::text])))),
    CONSTRAINT type_known CHECK ((type = ANY (ARRAY['mcq'::text, 'multi'::text, 'fillBlank'::text, 'shortAnswer'::text, 'numeric'::text, 'gaps'::text, 'ordering'::text, 'card'::text])))
);

-- The text that is searched, before it is made plain. OFFSET 0 has questions found by their quiz: until the server has
-- statistics of its tables, it would read those of all quizzes for each homework.
CREATE VIEW homework_words AS
 SELECT h.id,
    h.title,
    h.subject,
    h.text,
    ( SELECT string_agg(q.prompt, chr(10) ORDER BY q."position") AS string_agg
           FROM (quiz z
             CROSS JOIN LATERAL ( SELECT question.prompt,
                    question."position"
                   FROM question
                  WHERE ((question.quiz)::text = (z.id)::text)
                 OFFSET 0) q)
          WHERE (((z.homework)::text = (h.id)::text) AND z.is_current)) AS questions
   FROM homework h
  WHERE (h.hidden_at_ms IS NULL);

CREATE TABLE learner (
    id uuid_text NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    folded_name text NOT NULL COLLATE pg_catalog."C",
    is_default boolean DEFAULT false NOT NULL,
    created_at_ms time_ms NOT NULL,
    CONSTRAINT learner_name_not_blank CHECK ((TRIM(BOTH FROM name) <> ''::text))
);

-- One row, which a writer locks, so that writers come one after the other.
CREATE TABLE library (
    id bigint NOT NULL,
    newest_event bigint DEFAULT 0 NOT NULL,
    change bigint DEFAULT 0 NOT NULL,
    CONSTRAINT one_library CHECK ((id = 1))
)
WITH (fillfactor='50');

-- The version of the schema, with the checksum of its statements.
CREATE TABLE migration (
    version bigint NOT NULL,
    checksum text NOT NULL COLLATE pg_catalog."C",
    at_ms bigint NOT NULL
);

CREATE TABLE moment (
    learner uuid_text NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    at_ms time_ms NOT NULL,
    CONSTRAINT moment_is_known CHECK ((kind =
CASE
    WHEN (name = 'firstCapture'::text) THEN 'flag'::text
    WHEN (name = ANY (ARRAY['firstPerfect'::text, 'fullCycle'::text, 'tenStars'::text, 'hundredStars'::text])) THEN 'achievement'::text
    WHEN (name = ANY (ARRAY['completedAttempts10'::text, 'completedAttempts50'::text, 'completedAttempts100'::text, 'completedAttempts500'::text, 'completedAttempts1000'::text])) THEN 'milestone'::text
    ELSE ''::text
END))
);

CREATE TABLE picture (
    digest text NOT NULL COLLATE pg_catalog."C",
    media_type text NOT NULL COLLATE pg_catalog."C",
    bytes bytea NOT NULL,
    CONSTRAINT digest_is_sha256 CHECK ((length(digest) = 64)),
    CONSTRAINT media_type_known CHECK ((media_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/heic'::text, 'image/gif'::text, 'image/webp'::text]))),
    CONSTRAINT picture_up_to_16_mib CHECK (((length(bytes) >= 1) AND (length(bytes) <= 16777216)))
);
ALTER TABLE picture ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE VIEW progress AS
 SELECT credit.homework,
    credit.learner,
    max(credit.worth) AS best,
    ((max(credit.worth) / 1000) % (1000)::bigint) AS best_score,
    (max(credit.worth) % (1000)::bigint) AS best_total,
    (max(credit.worth) / 1000000) AS completion_percentage,
    count(*) AS total_attempts,
    max((credit.finished_at_ms)::bigint) AS last_played_at_ms
   FROM credit
  GROUP BY credit.homework, credit.learner;

CREATE TABLE regrading (
    question uuid_text NOT NULL,
    at_ms time_ms NOT NULL,
    never_lower boolean NOT NULL,
    is_undone boolean DEFAULT false NOT NULL
);

CREATE TABLE request (
    id uuid_text NOT NULL,
    parameters text NOT NULL COLLATE pg_catalog."C",
    reply text COLLATE pg_catalog."C",
    attempt uuid_text,
    "position" place,
    at_ms time_ms NOT NULL,
    event bigint NOT NULL,
    learner uuid_text,
    CONSTRAINT event_not_negative CHECK ((event >= 0)),
    CONSTRAINT parameters_are_sha256 CHECK ((length(parameters) = 64)),
    CONSTRAINT reply_or_answer CHECK ((((reply IS NULL) = (attempt IS NOT NULL)) AND ((attempt IS NULL) = ("position" IS NULL))))
);

-- What is allowed in a library: one row, made by the first change.
CREATE TABLE setting (
    id bigint NOT NULL,
    accepts_answers boolean NOT NULL,
    CONSTRAINT one_setting CHECK ((id = 1))
);

-- The last group of each store: a store that lost its connection looks here whether its COMMIT happened.
CREATE TABLE writer (
    id uuid NOT NULL,
    token bigint NOT NULL,
    at_ms bigint NOT NULL
)
WITH (fillfactor='50');
ALTER TABLE answer
    ADD CONSTRAINT answer_pkey PRIMARY KEY (attempt, "position");
ALTER TABLE attempt
    ADD CONSTRAINT attempt_pkey PRIMARY KEY (id);
ALTER TABLE change
    ADD CONSTRAINT change_pkey PRIMARY KEY (copy, "time");
ALTER TABLE collection
    ADD CONSTRAINT collection_pkey PRIMARY KEY (homework, name);
ALTER TABLE completion
    ADD CONSTRAINT completion_pkey PRIMARY KEY (homework, learner);
ALTER TABLE copy
    ADD CONSTRAINT copy_pkey PRIMARY KEY (id);
ALTER TABLE erasure
    ADD CONSTRAINT erasure_pkey PRIMARY KEY (id);
ALTER TABLE event
    ADD CONSTRAINT event_pkey PRIMARY KEY (sequence);
ALTER TABLE grading
    ADD CONSTRAINT grading_pkey PRIMARY KEY (attempt, "position", at_ms, outcome, reason);
ALTER TABLE homework
    ADD CONSTRAINT homework_pkey PRIMARY KEY (id);
ALTER TABLE homework_search
    ADD CONSTRAINT homework_search_pkey PRIMARY KEY (homework);
ALTER TABLE learner
    ADD CONSTRAINT learner_pkey PRIMARY KEY (id);
ALTER TABLE ledger
    ADD CONSTRAINT ledger_pkey PRIMARY KEY (attempt);
ALTER TABLE library
    ADD CONSTRAINT library_pkey PRIMARY KEY (id);
ALTER TABLE migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (version);
ALTER TABLE moment
    ADD CONSTRAINT moment_pkey PRIMARY KEY (learner, name);
ALTER TABLE picture
    ADD CONSTRAINT picture_pkey PRIMARY KEY (digest);
ALTER TABLE question
    ADD CONSTRAINT question_pkey PRIMARY KEY (id);
ALTER TABLE question
    ADD CONSTRAINT question_quiz_position_key UNIQUE (quiz, "position");
ALTER TABLE quiz
    ADD CONSTRAINT quiz_pkey PRIMARY KEY (id);
ALTER TABLE regrading
    ADD CONSTRAINT regrading_pkey PRIMARY KEY (question, at_ms);
ALTER TABLE request
    ADD CONSTRAINT request_pkey PRIMARY KEY (id);
ALTER TABLE setting
    ADD CONSTRAINT setting_pkey PRIMARY KEY (id);
ALTER TABLE writer
    ADD CONSTRAINT writer_pkey PRIMARY KEY (id);
CREATE INDEX answer_of_question ON answer USING btree (question, outcome);
CREATE INDEX attempt_newest ON attempt USING btree (learner, started_at_ms DESC, id DESC);
CREATE INDEX attempt_of_quiz ON attempt USING btree (quiz, learner, state, is_practice);
CREATE UNIQUE INDEX attempt_one_in_progress ON attempt USING btree (quiz, learner) WHERE ((state = 'inProgress'::text) AND (copy IS NULL));
CREATE INDEX change_of_entity ON change USING btree (entity, "time") WHERE ((kind)::text <> 'attempt'::text);
CREATE INDEX collection_members ON collection USING btree (name);
CREATE INDEX completion_of_learner ON completion USING btree (learner);
CREATE UNIQUE INDEX copy_one_first ON copy USING btree (is_first) WHERE is_first;
CREATE UNIQUE INDEX copy_one_own ON copy USING btree (is_own) WHERE is_own;
CREATE INDEX homework_due ON homework USING btree (due_on) WHERE (due_on IS NOT NULL);
CREATE INDEX homework_hidden ON homework USING btree (hidden_at_ms) WHERE (hidden_at_ms IS NOT NULL);
CREATE INDEX homework_newest ON homework USING btree (created_at_ms DESC, id DESC);
CREATE INDEX homework_of_picture ON homework USING btree (picture) WHERE (picture IS NOT NULL);
CREATE INDEX homework_of_subject ON homework USING btree (subject, created_at_ms DESC, id DESC);
CREATE INDEX homework_search_words ON homework_search USING gin (words) WITH (gin_pending_list_limit='256');
CREATE INDEX learner_of_name ON learner USING btree (folded_name);
CREATE UNIQUE INDEX learner_one_default ON learner USING btree (is_default) INCLUDE (id) WHERE is_default;
CREATE INDEX ledger_of_learner ON ledger USING btree (learner, stars);
CREATE INDEX question_of_card ON question USING btree (card) WHERE (card IS NOT NULL);
CREATE INDEX quiz_of_homework ON quiz USING btree (homework);
CREATE UNIQUE INDEX quiz_one_current ON quiz USING btree (homework) WHERE is_current;
CREATE INDEX request_age ON request USING btree (at_ms);
CREATE TRIGGER answer_fits BEFORE INSERT ON answer FOR EACH ROW EXECUTE FUNCTION answer_fits();

-- Not if they go with their attempt or learner.
CREATE TRIGGER answer_leaves_no_gap BEFORE DELETE ON answer FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION refuse_if('answers_have_no_gap', 'EXISTS (SELECT FROM answer WHERE attempt = ($2).attempt AND position = ($2).position + 1)
    AND EXISTS (SELECT FROM attempt a JOIN quiz z ON z.id = a.quiz WHERE a.id = ($2).attempt)');
CREATE TRIGGER answer_never_changes BEFORE UPDATE ON answer FOR EACH ROW EXECUTE FUNCTION refuse_if('settled_answers_never_change', '(($1).attempt, ($1).position, ($1).question, ($1).response, ($1).elapsed_ms, ($1).answered_at_ms)
      IS DISTINCT FROM (($2).attempt, ($2).position, ($2).question, ($2).response, ($2).elapsed_ms, ($2).answered_at_ms)
    OR ($1).outcome IS DISTINCT FROM (SELECT outcome FROM grading
      WHERE attempt = ($2).attempt AND position = ($2).position
      ORDER BY at_ms DESC, outcome DESC, reason DESC LIMIT 1)');

-- An attempt asks the questions that it began with, and a quiz keeps its questions, of which answers are counted.
CREATE TRIGGER attempt_keeps_its_questions BEFORE UPDATE OF quiz, shuffle, seed, asked ON attempt FOR EACH ROW EXECUTE FUNCTION refuse_if('attempts_keep_their_questions', 'true');
CREATE TRIGGER event_follows BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION event_follows();
CREATE TRIGGER event_keeps_its_number BEFORE UPDATE OF sequence ON event FOR EACH ROW EXECUTE FUNCTION refuse_if('events_keep_their_numbers', 'true');
CREATE TRIGGER grading_never_changes BEFORE UPDATE ON grading FOR EACH ROW EXECUTE FUNCTION refuse_if('gradings_never_change', 'true');
CREATE TRIGGER question_goes_with_quiz BEFORE DELETE ON question FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION refuse_if('questions_go_with_their_quiz', 'EXISTS (SELECT FROM quiz WHERE id = ($2).quiz)');
CREATE TRIGGER question_is_counted BEFORE INSERT ON question FOR EACH ROW EXECUTE FUNCTION question_is_counted();
CREATE TRIGGER question_keeps_its_place BEFORE UPDATE OF quiz, "position" ON question FOR EACH ROW EXECUTE FUNCTION refuse_if('questions_keep_their_place', 'true');
CREATE TRIGGER quiz_counts_its_questions BEFORE UPDATE OF question_count ON quiz FOR EACH ROW EXECUTE FUNCTION refuse_if('quizzes_count_their_questions', '($1).question_count <> (SELECT count(*) FROM question WHERE quiz = ($1).id)');
CREATE TRIGGER review_goes_with_attempt AFTER DELETE ON attempt FOR EACH ROW EXECUTE FUNCTION drop_review();
ALTER TABLE answer
    ADD CONSTRAINT answer_attempt_fkey FOREIGN KEY (attempt) REFERENCES attempt(id) ON DELETE CASCADE;
ALTER TABLE answer
    ADD CONSTRAINT answer_question_fkey FOREIGN KEY (question) REFERENCES question(id) ON DELETE CASCADE;
ALTER TABLE attempt
    ADD CONSTRAINT attempt_copy_fkey FOREIGN KEY (copy) REFERENCES copy(id);
ALTER TABLE attempt
    ADD CONSTRAINT attempt_learner_fkey FOREIGN KEY (learner) REFERENCES learner(id) ON DELETE CASCADE;
ALTER TABLE attempt
    ADD CONSTRAINT attempt_quiz_fkey FOREIGN KEY (quiz) REFERENCES quiz(id) ON DELETE CASCADE;
ALTER TABLE change
    ADD CONSTRAINT change_copy_fkey FOREIGN KEY (copy) REFERENCES copy(id);
ALTER TABLE collection
    ADD CONSTRAINT collection_homework_fkey FOREIGN KEY (homework) REFERENCES homework(id) ON DELETE CASCADE;
ALTER TABLE completion
    ADD CONSTRAINT completion_homework_fkey FOREIGN KEY (homework) REFERENCES homework(id) ON DELETE CASCADE;
ALTER TABLE completion
    ADD CONSTRAINT completion_learner_fkey FOREIGN KEY (learner) REFERENCES learner(id) ON DELETE CASCADE;
ALTER TABLE grading
    ADD CONSTRAINT grading_attempt_fkey FOREIGN KEY (attempt) REFERENCES attempt(id) ON DELETE CASCADE;
ALTER TABLE grading
    ADD CONSTRAINT grading_attempt_position_fkey FOREIGN KEY (attempt, "position") REFERENCES answer(attempt, "position") ON DELETE CASCADE;
ALTER TABLE homework
    ADD CONSTRAINT homework_picture_fkey FOREIGN KEY (picture) REFERENCES picture(digest);
ALTER TABLE homework_search
    ADD CONSTRAINT homework_search_homework_fkey FOREIGN KEY (homework) REFERENCES homework(id) ON DELETE CASCADE;
ALTER TABLE ledger
    ADD CONSTRAINT ledger_learner_fkey FOREIGN KEY (learner) REFERENCES learner(id) ON DELETE CASCADE;
ALTER TABLE moment
    ADD CONSTRAINT moment_learner_fkey FOREIGN KEY (learner) REFERENCES learner(id) ON DELETE CASCADE;
ALTER TABLE question
    ADD CONSTRAINT question_quiz_fkey FOREIGN KEY (quiz) REFERENCES quiz(id) ON DELETE CASCADE;
ALTER TABLE quiz
    ADD CONSTRAINT quiz_homework_fkey FOREIGN KEY (homework) REFERENCES homework(id) ON DELETE CASCADE;
ALTER TABLE regrading
    ADD CONSTRAINT regrading_question_fkey FOREIGN KEY (question) REFERENCES question(id) ON DELETE CASCADE;
