-- What a connection sees: the tables of its library, with the names and columns that SQLite has, and the library last.
-- It has SET search_path = hwdb_library, hwdb. Each view can be written to; the library is given by default.

CREATE SCHEMA hwdb_library;

-- Functions of SQLite's names, where PostgreSQL has none or another, so that statements stand once.
-- The list of names as JSON; an empty list of none.
CREATE AGGREGATE hwdb.json_group_array(text) (
  SFUNC = array_append, STYPE = text[], INITCOND = '{}', FINALFUNC = array_to_json, PARALLEL = SAFE);

-- A day so many days later, such as date('2026-02-27', '+6 days').
CREATE FUNCTION hwdb.date(day text, change text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN to_char(day::date + change::interval, 'YYYY-MM-DD');

-- Whether a text is JSON.
CREATE FUNCTION hwdb.json_valid(value text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL UNSAFE AS $$
BEGIN
  PERFORM value::json;
  RETURN true;
EXCEPTION WHEN invalid_text_representation OR untranslatable_character OR statement_too_complex THEN
  RETURN false;
END
$$;

CREATE VIEW hwdb_library.homework AS
SELECT id, public_id, title, subject, text, created_at_ms, due_on, generation_state, generation_reason,
  generation_retry_at_ms, picture, library
FROM hwdb.homework WHERE library = hwdb.library();

CREATE VIEW hwdb_library.collection AS
SELECT id, name, library
FROM hwdb.collection WHERE library = hwdb.library();

CREATE VIEW hwdb_library.homework_collection AS
SELECT homework, collection, library
FROM hwdb.homework_collection WHERE library = hwdb.library();

CREATE VIEW hwdb_library.quiz AS
SELECT id, public_id, homework, is_current, topic, subtopic, confidence, question_count, revision,
  created_at_ms, library
FROM hwdb.quiz WHERE library = hwdb.library();

CREATE VIEW hwdb_library.question AS
SELECT id, public_id, quiz, position, type, prompt, explanation, options, correct_index, correct_answer,
  accepted_answers, key_concepts, card, library
FROM hwdb.question WHERE library = hwdb.library();

CREATE VIEW hwdb_library.attempt AS
SELECT id, public_id, quiz, state, started_at_ms, finished_at_ms, checksum, learner, is_practice, deadline_ms,
  shuffle, seed, asked, library
FROM hwdb.attempt WHERE library = hwdb.library();

CREATE VIEW hwdb_library.answer AS
SELECT attempt, position, question, response, outcome, streak_position, elapsed_ms, answered_at_ms, checksum,
  correct_count, total_elapsed_ms, run, longest_run, stars, library
FROM hwdb.answer WHERE library = hwdb.library();

CREATE VIEW hwdb_library.ledger AS
SELECT id, attempt_public_id, subject, stars, score, total, longest_run, elapsed_ms, finished_at_ms, checksum,
  learner, library
FROM hwdb.ledger WHERE library = hwdb.library();

CREATE VIEW hwdb_library.once AS
SELECT learner, name, kind, at_ms, library
FROM hwdb.once WHERE library = hwdb.library();

CREATE VIEW hwdb_library.progress AS
SELECT homework, learner, best_score, best_total, completion_percentage, total_attempts, last_played_at_ms,
  checksum, library
FROM hwdb.progress WHERE library = hwdb.library();

CREATE VIEW hwdb_library.completion AS
SELECT homework, learner, completed_at_ms, library
FROM hwdb.completion WHERE library = hwdb.library();

CREATE VIEW hwdb_library.picture AS
SELECT id, digest, media_type, bytes, library
FROM hwdb.picture WHERE library = hwdb.library();

CREATE VIEW hwdb_library.event AS
SELECT sequence, kind, at_ms, homework, attempt, question_index, outcome, streak_position, name, learner,
  library
FROM hwdb.event WHERE library = hwdb.library();

CREATE VIEW hwdb_library.request AS
SELECT id, parameters, reply, attempt, position, at_ms, learner, library
FROM hwdb.request WHERE library = hwdb.library();

CREATE VIEW hwdb_library.deletion AS
SELECT id, at_ms, picture, content, library
FROM hwdb.deletion WHERE library = hwdb.library();

CREATE VIEW hwdb_library.clock AS
SELECT id, seen_ms, library
FROM hwdb.clock WHERE library = hwdb.library();

CREATE VIEW hwdb_library.clock_jump AS
SELECT sequence, ms, library
FROM hwdb.clock_jump WHERE library = hwdb.library();

CREATE VIEW hwdb_library.learner AS
SELECT id, public_id, name, folded_name, is_default, created_at_ms, library
FROM hwdb.learner WHERE library = hwdb.library();

CREATE VIEW hwdb_library.erasure AS
SELECT id, at_ms, library
FROM hwdb.erasure WHERE library = hwdb.library();

CREATE VIEW hwdb_library.homework_search AS
SELECT homework, title, subject, text, questions, words, library
FROM hwdb.homework_search WHERE library = hwdb.library();

-- What is searched, before it is made plain.
CREATE VIEW hwdb_library.homework_words AS
SELECT h.id, h.title, h.subject, h.text,
  (SELECT string_agg(q.prompt, chr(10) ORDER BY q.position)
    FROM hwdb.quiz z JOIN hwdb.question q ON q.library = z.library AND q.quiz = z.id
    WHERE z.library = h.library AND z.homework = h.id AND z.is_current) AS questions, h.library
FROM hwdb.homework h WHERE h.library = hwdb.library();
