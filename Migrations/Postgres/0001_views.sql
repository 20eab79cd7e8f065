-- What a connection sees: the tables of its library, with the library as the last column.
--
-- A connection has SET search_path = hwdb_library, hwdb. Each view can be written to; the library is given by default.

CREATE SCHEMA hwdb_library;

CREATE VIEW hwdb_library.picture AS
SELECT id, digest, media_type, bytes, library
FROM hwdb.picture WHERE library = hwdb.library();

CREATE VIEW hwdb_library.homework AS
SELECT id, public_id, title, subject, text, due_on, picture, generation_state, generation_reason,
  generation_retry_at_ms, created_at_ms, import_began_ms, checksum, library
FROM hwdb.homework WHERE library = hwdb.library();

CREATE VIEW hwdb_library.collection AS
SELECT id, name, library
FROM hwdb.collection WHERE library = hwdb.library();

CREATE VIEW hwdb_library.homework_collection AS
SELECT homework, collection, library
FROM hwdb.homework_collection WHERE library = hwdb.library();

CREATE VIEW hwdb_library.quiz AS
SELECT id, public_id, homework, revision, is_current, topic, subtopic, confidence, question_count, created_at_ms,
  checksum, library
FROM hwdb.quiz WHERE library = hwdb.library();

CREATE VIEW hwdb_library.question AS
SELECT id, public_id, quiz, position, type, prompt, options, correct_index, correct_answer, accepted_answers,
  key_concepts, explanation, card, checksum, library
FROM hwdb.question WHERE library = hwdb.library();

CREATE VIEW hwdb_library.learner AS
SELECT id, public_id, name, folded_name, is_default, created_at_ms, checksum, library
FROM hwdb.learner WHERE library = hwdb.library();

CREATE VIEW hwdb_library.attempt AS
SELECT id, public_id, quiz, learner, state, started_at_ms, finished_at_ms, is_practice, deadline_ms, shuffle, seed,
  asked, checksum, library
FROM hwdb.attempt WHERE library = hwdb.library();

CREATE VIEW hwdb_library.answer AS
SELECT attempt, position, question, response, outcome, streak_position, elapsed_ms, answered_at_ms, correct_count,
  total_elapsed_ms, run, longest_run, stars, checksum, library
FROM hwdb.answer WHERE library = hwdb.library();

CREATE VIEW hwdb_library.progress AS
SELECT homework, learner, best_score, best_total, completion_percentage, total_attempts, last_played_at_ms, checksum,
  library
FROM hwdb.progress WHERE library = hwdb.library();

CREATE VIEW hwdb_library.completion AS
SELECT homework, learner, completed_at_ms, library
FROM hwdb.completion WHERE library = hwdb.library();

CREATE VIEW hwdb_library.ledger AS
SELECT id, attempt_public_id, learner, subject, stars, score, total, longest_run, elapsed_ms, finished_at_ms,
  checksum, library
FROM hwdb.ledger WHERE library = hwdb.library();

CREATE VIEW hwdb_library.once AS
SELECT learner, name, kind, at_ms, library
FROM hwdb.once WHERE library = hwdb.library();

CREATE VIEW hwdb_library.event AS
SELECT sequence, kind, at_ms, homework, attempt, question_index, outcome, streak_position, name, learner, library
FROM hwdb.event WHERE library = hwdb.library();

CREATE VIEW hwdb_library.request AS
SELECT id, parameters, reply, attempt, position, at_ms, learner, library
FROM hwdb.request WHERE library = hwdb.library();

CREATE VIEW hwdb_library.deletion AS
SELECT id, at_ms, picture, content, library
FROM hwdb.deletion WHERE library = hwdb.library();

CREATE VIEW hwdb_library.erasure AS
SELECT id, at_ms, library
FROM hwdb.erasure WHERE library = hwdb.library();

CREATE VIEW hwdb_library.clock AS
SELECT id, seen_ms, library
FROM hwdb.clock WHERE library = hwdb.library();

CREATE VIEW hwdb_library.clock_jump AS
SELECT sequence, ms, library
FROM hwdb.clock_jump WHERE library = hwdb.library();

CREATE VIEW hwdb_library.homework_search AS
SELECT homework, title, subject, text, questions, words, library
FROM hwdb.homework_search WHERE library = hwdb.library();

-- The text that is searched, before it is made plain. OFFSET 0 has questions found by their quiz: until the server has
-- statistics of its tables, it would read those of all quizzes for each homework.
CREATE VIEW hwdb_library.homework_words AS
SELECT h.id, h.title, h.subject, h.text,
  (SELECT string_agg(q.prompt, chr(10) ORDER BY q.position)
    FROM hwdb.quiz z CROSS JOIN LATERAL (
      SELECT prompt, position FROM hwdb.question WHERE library = z.library AND quiz = z.id OFFSET 0) q
    WHERE z.library = h.library AND z.homework = h.id AND z.is_current) AS questions, h.library
FROM hwdb.homework h WHERE h.library = hwdb.library();
