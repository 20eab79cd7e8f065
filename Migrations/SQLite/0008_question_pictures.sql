-- Pictures of questions, and two more types of them. A CHECK cannot be changed, so the table of pictures is made anew. The
-- program removes what nothing shows: a question names its pictures by their digests.
DROP TRIGGER picture_goes_with_last_homework;
DROP TRIGGER picture_goes_when_replaced;
DROP TRIGGER picture_goes_with_last_deletion;

CREATE TABLE new_picture (
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE CONSTRAINT digest_is_sha256 CHECK (length(digest) = 64),
  media_type TEXT NOT NULL CONSTRAINT media_type_known CHECK (media_type IN ('image/jpeg', 'image/png', 'image/heic',
    'image/gif', 'image/webp')),
  -- Last, because a column behind 16 MiB is slow to read.
  bytes BLOB NOT NULL CONSTRAINT picture_up_to_16_mib CHECK (length(bytes) BETWEEN 1 AND 16777216)
) STRICT;
INSERT INTO new_picture SELECT * FROM picture;
DROP TABLE picture;
ALTER TABLE new_picture RENAME TO picture;

-- {"question", "options": {"0"}, "answer"}: each picture as {"digest", "alternative"}.
ALTER TABLE question ADD COLUMN pictures TEXT
  CONSTRAINT pictures_is_object CHECK (json_type(pictures) = 'object');

DROP TRIGGER question_loses_checksum;

-- A row that is as it was written stays so; a damaged one keeps its checksum, which fits neither table.
UPDATE question
SET checksum = row_checksum(id, public_id, quiz, position, type, prompt, options, correct_index, correct_answer,
  accepted_answers, is_exact, key_concepts, explanation, card, introduction, details, NULL)
WHERE checksum = row_checksum(id, public_id, quiz, position, type, prompt, options, correct_index, correct_answer,
  accepted_answers, is_exact, key_concepts, explanation, card, introduction, details);

CREATE TRIGGER question_loses_checksum AFTER UPDATE OF id, public_id, quiz, position, type, prompt, options,
  correct_index, correct_answer, accepted_answers, is_exact, key_concepts, explanation, card, introduction, details,
  pictures
  ON question WHEN NEW.checksum IS OLD.checksum
BEGIN
  UPDATE question SET checksum = NULL WHERE id = NEW.id AND checksum IS NOT NULL;
END;
