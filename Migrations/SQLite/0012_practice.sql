-- Attempts that do not ask the quiz as it is, or not for progress and stars; and questions that are edited.

-- Progress, ledger, achievements and milestones know nothing of practice.
ALTER TABLE attempt ADD COLUMN is_practice INTEGER NOT NULL DEFAULT 0
  CONSTRAINT is_practice_is_boolean CHECK (is_practice IN (0, 1));
-- The last moment at which answers are taken.
ALTER TABLE attempt ADD COLUMN deadline_ms INTEGER;
-- What was put in another order, and the number from which that order follows, as 64 bits.
ALTER TABLE attempt ADD COLUMN shuffle TEXT
  CONSTRAINT shuffle_known CHECK (shuffle IN ('questions', 'options', 'both'));
ALTER TABLE attempt ADD COLUMN seed INTEGER CONSTRAINT seed_iff_shuffled CHECK ((seed IS NULL) = (shuffle IS NULL));
-- Places in the quiz, as a JSON list; NULL where all questions are asked.
ALTER TABLE attempt ADD COLUMN asked TEXT CONSTRAINT asked_is_list CHECK (json_type(asked) = 'array');

-- A row that was not what was written is so still.
UPDATE attempt SET checksum = CASE
  WHEN checksum IS row_checksum(id, public_id, quiz, state, started_at_ms, finished_at_ms, learner)
  THEN row_checksum(id, public_id, quiz, state, started_at_ms, finished_at_ms, learner, is_practice, deadline_ms,
    shuffle, seed, asked)
  ELSE checksum END;

-- An edited quiz is a new one, of the next revision; attempts stay at theirs.
ALTER TABLE quiz ADD COLUMN revision INTEGER NOT NULL DEFAULT 1
  CONSTRAINT revision_from_1 CHECK (revision >= 1);
-- NULL where nobody knows any more.
ALTER TABLE quiz ADD COLUMN created_at_ms INTEGER;

-- The same question in revisions after its first has the public id of that one as its card; the first has none.
ALTER TABLE question ADD COLUMN card TEXT CONSTRAINT card_is_uuid CHECK (length(card) = 36);
CREATE INDEX question_of_card ON question (card) WHERE card IS NOT NULL;
