-- What is allowed in this library: one row, made by the first change.
CREATE TABLE setting (
  id INTEGER PRIMARY KEY CONSTRAINT one_setting CHECK (id = 1),
  -- Whether learners may have a wrong typed answer counted.
  accepts_answers INTEGER NOT NULL CONSTRAINT accepts_answers_is_boolean CHECK (accepts_answers IN (0, 1))
) STRICT;
