-- Pictures of homework: each stored once, known by what is in it.

CREATE TABLE picture (
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE CONSTRAINT digest_is_sha256 CHECK (length(digest) = 64),
  media_type TEXT NOT NULL CONSTRAINT media_type_known CHECK (media_type IN ('image/jpeg', 'image/png', 'image/heic')),
  -- Last, so that nothing else lies behind sixteen megabytes.
  bytes BLOB NOT NULL CONSTRAINT picture_up_to_16_mib CHECK (length(bytes) BETWEEN 1 AND 16777216)
) STRICT;

ALTER TABLE homework ADD COLUMN picture INTEGER REFERENCES picture;

CREATE INDEX homework_of_picture ON homework (picture) WHERE picture IS NOT NULL;

-- A picture goes with the last homework that shows it.
CREATE TRIGGER picture_goes_with_last_homework AFTER DELETE ON homework WHEN OLD.picture IS NOT NULL
BEGIN
  DELETE FROM picture WHERE id = OLD.picture AND NOT EXISTS (SELECT 1 FROM homework WHERE picture = OLD.picture);
END;

CREATE TRIGGER picture_goes_when_replaced AFTER UPDATE OF picture ON homework WHEN OLD.picture IS NOT NEW.picture
BEGIN
  DELETE FROM picture WHERE id = OLD.picture AND NOT EXISTS (SELECT 1 FROM homework WHERE picture = OLD.picture);
END;
