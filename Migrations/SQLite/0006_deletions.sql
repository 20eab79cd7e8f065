-- The last deletion, kept until the next one or 30 days, so that it can be undone.

-- One homework that was deleted, with all that belonged to it, as JSON.
CREATE TABLE deletion (
  id INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  picture INTEGER REFERENCES picture,
  content TEXT NOT NULL CONSTRAINT content_is_object CHECK (json_type(content) = 'object')
) STRICT;

-- A picture stays as long as a homework shows it or an undo would.
DROP TRIGGER picture_goes_with_last_homework;
DROP TRIGGER picture_goes_when_replaced;

CREATE TRIGGER picture_goes_with_last_homework AFTER DELETE ON homework WHEN OLD.picture IS NOT NULL
BEGIN
  DELETE FROM picture WHERE id = OLD.picture AND NOT EXISTS (SELECT 1 FROM homework WHERE picture = OLD.picture)
    AND NOT EXISTS (SELECT 1 FROM deletion WHERE picture = OLD.picture);
END;

CREATE TRIGGER picture_goes_when_replaced AFTER UPDATE OF picture ON homework WHEN OLD.picture IS NOT NEW.picture
BEGIN
  DELETE FROM picture WHERE id = OLD.picture AND NOT EXISTS (SELECT 1 FROM homework WHERE picture = OLD.picture)
    AND NOT EXISTS (SELECT 1 FROM deletion WHERE picture = OLD.picture);
END;

CREATE TRIGGER picture_goes_with_last_deletion AFTER DELETE ON deletion WHEN OLD.picture IS NOT NULL
BEGIN
  DELETE FROM picture WHERE id = OLD.picture AND NOT EXISTS (SELECT 1 FROM homework WHERE picture = OLD.picture)
    AND NOT EXISTS (SELECT 1 FROM deletion WHERE picture = OLD.picture);
END;
