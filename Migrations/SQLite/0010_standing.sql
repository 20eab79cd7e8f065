-- What an answer takes from those before it stands in the row of the last one, so that the two-hundredth costs what the
-- first does; and the reply to one is made again from the facts, so that no copy of it is kept.

-- As of each answer, with it: those that are correct, the time spent, the correct MCQs in a row, the most there were,
-- and the stars.
ALTER TABLE answer ADD COLUMN correct_count INTEGER NOT NULL DEFAULT 0
  CONSTRAINT correct_count_within_answers CHECK (correct_count BETWEEN 0 AND position + 1);
ALTER TABLE answer ADD COLUMN total_elapsed_ms INTEGER NOT NULL DEFAULT 0
  CONSTRAINT total_elapsed_not_negative CHECK (total_elapsed_ms >= 0);
ALTER TABLE answer ADD COLUMN run INTEGER NOT NULL DEFAULT 0 CONSTRAINT run_not_negative CHECK (run >= 0);
ALTER TABLE answer ADD COLUMN longest_run INTEGER NOT NULL DEFAULT 0
  CONSTRAINT longest_run_from_run_to_correct CHECK (longest_run BETWEEN run AND correct_count);
ALTER TABLE answer ADD COLUMN stars INTEGER NOT NULL DEFAULT 0
  CONSTRAINT stars_within_correct CHECK (stars BETWEEN 0 AND correct_count);

DROP TRIGGER answer_never_changes;

-- Whatever damage is in a row, the counts keep their rules: what is wrong with it is for the check to say.
WITH step AS (
  SELECT attempt, position, outcome = 'correct' AS is_correct, max(0, min(elapsed_ms, 31536000000)) AS elapsed_ms,
    outcome = 'correct' AND streak_position IS NOT NULL AS runs_on,
    outcome = 'correct' AND coalesce(streak_position, 0) >= 5 AS has_star,
    sum(outcome <> 'correct' AND streak_position IS NOT NULL) OVER (PARTITION BY attempt ORDER BY position) AS breaks
  FROM answer
), counted AS (
  SELECT *, sum(runs_on) OVER (PARTITION BY attempt, breaks ORDER BY position) AS run FROM step
), standing AS (
  SELECT attempt, position, sum(is_correct) OVER so_far AS correct_count, sum(elapsed_ms) OVER so_far AS elapsed_ms, run,
    max(run) OVER so_far AS longest_run, sum(has_star) OVER so_far AS stars
  FROM counted WINDOW so_far AS (PARTITION BY attempt ORDER BY position)
)
UPDATE answer SET (correct_count, total_elapsed_ms, run, longest_run, stars) =
  (s.correct_count, s.elapsed_ms, s.run, s.longest_run, s.stars)
FROM standing s WHERE s.attempt = answer.attempt AND s.position = answer.position;

CREATE TRIGGER answer_never_changes BEFORE UPDATE ON answer
BEGIN
  SELECT RAISE(ABORT, 'settled_answers_never_change');
END;

-- By the last one, instead of counting all of them.
DROP TRIGGER answer_in_order;

CREATE TRIGGER answer_in_order BEFORE INSERT ON answer
WHEN NEW.position <> coalesce((SELECT max(position) + 1 FROM answer WHERE attempt = NEW.attempt), 0)
BEGIN
  SELECT RAISE(ABORT, 'answers_are_settled_in_order');
END;

-- A write that carried an id of its own, and what was answered: the same again gets the same.
CREATE TABLE kept_request (
  id TEXT PRIMARY KEY CONSTRAINT request_id_is_uuid CHECK (length(id) = 36),
  -- SHA-256 of what was asked for.
  parameters TEXT NOT NULL CONSTRAINT parameters_are_sha256 CHECK (length(parameters) = 64),
  -- What was answered; of a settled answer nothing but which one it is, by the public id of its attempt.
  reply TEXT,
  attempt TEXT CONSTRAINT attempt_is_uuid CHECK (length(attempt) = 36),
  position INTEGER CONSTRAINT position_from_0 CHECK (position >= 0),
  at_ms INTEGER NOT NULL,
  CONSTRAINT reply_or_answer CHECK (
    (reply IS NULL) = (attempt IS NOT NULL) AND (attempt IS NULL) = (position IS NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO kept_request
SELECT id, parameters, iif(place IS NULL, reply, NULL), iif(place IS NULL, NULL, reply ->> '$.attempt.id'), place, at_ms
FROM (
  SELECT *, CASE WHEN json_valid(reply) THEN
    CASE WHEN json_type(reply, '$.answer.index') = 'integer' AND length(reply ->> '$.attempt.id') = 36
      THEN max(0, reply ->> '$.answer.index') END
    END AS place
  FROM request);

DROP TABLE request;
ALTER TABLE kept_request RENAME TO request;
CREATE INDEX request_age ON request (at_ms);
