-- What is allowed in a library: one row, made by the first change.
CREATE TABLE hwdb.setting (
  library bigint NOT NULL DEFAULT hwdb.library() REFERENCES hwdb.library ON DELETE CASCADE,
  id bigint CONSTRAINT one_setting CHECK (id = 1),
  -- Whether learners may have a wrong typed answer counted.
  accepts_answers boolean NOT NULL,
  PRIMARY KEY (library, id)
);

CREATE VIEW hwdb_library.setting AS
SELECT * FROM hwdb.setting WHERE library = hwdb.library();
