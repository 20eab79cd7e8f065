-- What a connection sees: the tables of its library, with all of their columns.
--
-- A connection has SET search_path = hwdb_library, hwdb. Each view can be written to; the library is given by default.

CREATE SCHEMA hwdb_library;

CREATE VIEW hwdb_library.picture AS
SELECT * FROM hwdb.picture WHERE library = hwdb.library();

CREATE VIEW hwdb_library.homework AS
SELECT * FROM hwdb.homework WHERE library = hwdb.library();

CREATE VIEW hwdb_library.collection AS
SELECT * FROM hwdb.collection WHERE library = hwdb.library();

CREATE VIEW hwdb_library.homework_collection AS
SELECT * FROM hwdb.homework_collection WHERE library = hwdb.library();

CREATE VIEW hwdb_library.quiz AS
SELECT * FROM hwdb.quiz WHERE library = hwdb.library();

CREATE VIEW hwdb_library.question AS
SELECT * FROM hwdb.question WHERE library = hwdb.library();

CREATE VIEW hwdb_library.learner AS
SELECT * FROM hwdb.learner WHERE library = hwdb.library();

CREATE VIEW hwdb_library.attempt AS
SELECT * FROM hwdb.attempt WHERE library = hwdb.library();

CREATE VIEW hwdb_library.answer AS
SELECT * FROM hwdb.answer WHERE library = hwdb.library();

CREATE VIEW hwdb_library.grading AS
SELECT * FROM hwdb.grading WHERE library = hwdb.library();

CREATE VIEW hwdb_library.regrading AS
SELECT * FROM hwdb.regrading WHERE library = hwdb.library();

CREATE VIEW hwdb_library.progress AS
SELECT * FROM hwdb.progress WHERE library = hwdb.library();

CREATE VIEW hwdb_library.completion AS
SELECT * FROM hwdb.completion WHERE library = hwdb.library();

CREATE VIEW hwdb_library.ledger AS
SELECT * FROM hwdb.ledger WHERE library = hwdb.library();

CREATE VIEW hwdb_library.once AS
SELECT * FROM hwdb.once WHERE library = hwdb.library();

CREATE VIEW hwdb_library.event AS
SELECT * FROM hwdb.event WHERE library = hwdb.library();

CREATE VIEW hwdb_library.request AS
SELECT * FROM hwdb.request WHERE library = hwdb.library();

CREATE VIEW hwdb_library.erasure AS
SELECT * FROM hwdb.erasure WHERE library = hwdb.library();

CREATE VIEW hwdb_library.copy AS
SELECT * FROM hwdb.copy WHERE library = hwdb.library();

CREATE VIEW hwdb_library.change AS
SELECT * FROM hwdb.change WHERE library = hwdb.library();

CREATE VIEW hwdb_library.setting AS
SELECT * FROM hwdb.setting WHERE library = hwdb.library();

CREATE VIEW hwdb_library.homework_search AS
SELECT * FROM hwdb.homework_search WHERE library = hwdb.library();

-- The text that is searched, before it is made plain. OFFSET 0 has questions found by their quiz: until the server has
-- statistics of its tables, it would read those of all quizzes for each homework.
CREATE VIEW hwdb_library.homework_words AS
SELECT h.id, h.title, h.subject, h.text,
  (SELECT string_agg(q.prompt, chr(10) ORDER BY q.position)
    FROM hwdb.quiz z CROSS JOIN LATERAL (
      SELECT prompt, position FROM hwdb.question WHERE library = z.library AND quiz = z.id OFFSET 0) q
    WHERE z.library = h.library AND z.homework = h.id AND z.is_current) AS questions, h.library
FROM hwdb.homework h WHERE h.library = hwdb.library() AND h.hidden_at_ms IS NULL;
