-- Pictures of questions, and two more types of them. The program removes what nothing shows: a question names its
-- pictures by their digests.
DROP TRIGGER picture_goes_with_last_homework ON hwdb.homework;
DROP TRIGGER picture_goes_when_replaced ON hwdb.homework;
DROP TRIGGER picture_goes_with_last_deletion ON hwdb.deletion;
DROP FUNCTION hwdb.drop_picture;

ALTER TABLE hwdb.picture
  DROP CONSTRAINT media_type_known,
  ADD CONSTRAINT media_type_known CHECK (media_type IN ('image/jpeg', 'image/png', 'image/heic', 'image/gif',
    'image/webp'));

DROP VIEW hwdb_library.question;

ALTER TABLE hwdb.question
  DROP COLUMN checksum,
  -- {"question", "options": {"0"}, "answer"}: each picture as {"digest", "alternative"}.
  ADD COLUMN pictures json CONSTRAINT pictures_is_object CHECK (json_typeof(pictures) = 'object');

ALTER TABLE hwdb.question
  ADD COLUMN checksum bigint GENERATED ALWAYS AS (hwdb.row_checksum(id::text, public_id::text, quiz::text,
    position::text, type::text, prompt::text, options::text, correct_index::text, correct_answer::text,
    accepted_answers::text, is_exact::text, key_concepts::text, explanation::text, card::text, introduction::text,
    details::text, pictures::text)) STORED;

CREATE VIEW hwdb_library.question AS
SELECT * FROM hwdb.question WHERE library = hwdb.library();
