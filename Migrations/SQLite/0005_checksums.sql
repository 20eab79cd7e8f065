-- Rows that a flipped bit could change without anyone noticing carry a checksum of what they hold, their keys included.
-- row_checksum is a function of this program: FNV-1a, 64 bits, over types and bytes.

ALTER TABLE answer ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE attempt ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ledger ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;

DROP TRIGGER answer_never_changes;

UPDATE answer SET checksum =
  row_checksum(attempt, position, question, response, outcome, streak_position, elapsed_ms, answered_at_ms);

CREATE TRIGGER answer_never_changes BEFORE UPDATE ON answer
BEGIN
  SELECT RAISE(ABORT, 'settled_answers_never_change');
END;

UPDATE attempt SET checksum = row_checksum(id, public_id, quiz, state, started_at_ms, finished_at_ms);

UPDATE progress SET checksum =
  row_checksum(homework, best_score, best_total, completion_percentage, total_attempts, last_played_at_ms);

UPDATE ledger SET checksum =
  row_checksum(id, attempt_public_id, subject, stars, score, total, longest_run, elapsed_ms, finished_at_ms);
