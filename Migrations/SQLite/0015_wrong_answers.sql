-- A correct answer writes the page of its row and none of an index: where many attempts at long quizzes are played at
-- once, the pages of that index were half of what a commit wrote.

-- An overview counts wrong and skipped answers one by one, and the correct ones by the attempts that are completed.
DROP INDEX answer_of_question;
CREATE INDEX answer_not_correct ON answer (question, outcome) WHERE outcome <> 'correct';

-- An answer is to a question of its attempt's quiz, and goes with the attempt, as the question does with the quiz: so
-- nothing has to look for the answers to a question that is deleted, nor for the question of an answer that is written.
-- A check still looks for all of them. What is on disk stays as it is, so that the table is not written again.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(
  sql, 'question INTEGER NOT NULL REFERENCES question ON DELETE CASCADE', 'question INTEGER NOT NULL')
WHERE type = 'table' AND name = 'answer';
PRAGMA writable_schema = RESET;

-- As it was: the sign to other connections that the schema is another one.
DROP TRIGGER answer_never_changes;
CREATE TRIGGER answer_never_changes BEFORE UPDATE ON answer
BEGIN
  SELECT RAISE(ABORT, 'settled_answers_never_change');
END;
