-- Reviews: attempts over questions of many homework. Each has a quiz of its own, with copies of what it asks, which is no
-- homework's; the card of a copy says which question it is.

-- The column may be NULL from here on. What is on disk stays as it is, so that the table is not written again.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema
SET sql = replace(sql, 'homework INTEGER NOT NULL REFERENCES homework', 'homework INTEGER REFERENCES homework')
WHERE type = 'table' AND name = 'quiz';
PRAGMA writable_schema = RESET;

-- What a review asked is nobody else's. Also the sign to other connections that the schema is another one.
CREATE TRIGGER review_goes_with_attempt AFTER DELETE ON attempt
BEGIN
  DELETE FROM quiz WHERE id = OLD.quiz AND homework IS NULL;
END;
