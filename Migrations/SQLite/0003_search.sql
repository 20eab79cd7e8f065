-- Finding homework: by words, by subject, by day.

-- What is searched. The index below keeps no copy of it, and is told of every change by the code that makes it.
CREATE VIEW homework_words (id, title, subject, text, questions) AS
SELECT h.id, h.title, h.subject, h.text,
  (SELECT group_concat(prompt, char(10)) FROM (
    SELECT q.prompt FROM quiz z JOIN question q ON q.quiz = z.id
    WHERE z.homework = h.id AND z.is_current ORDER BY q.position))
FROM homework h;

-- Diacritics folded. Lists are newest first, never by rank, so that the sizes of columns are not kept.
CREATE VIRTUAL TABLE homework_search USING fts5 (
  title, subject, text, questions, content = 'homework_words', content_rowid = 'id', columnsize = 0,
  tokenize = 'unicode61 remove_diacritics 2');

INSERT INTO homework_search (homework_search) VALUES ('rebuild');

-- In the order of every list, so that a page of one subject is read as fast as a page of all.
CREATE INDEX homework_of_subject ON homework (subject, created_at_ms DESC, public_id DESC);
CREATE INDEX homework_due ON homework (due_on) WHERE due_on IS NOT NULL;
