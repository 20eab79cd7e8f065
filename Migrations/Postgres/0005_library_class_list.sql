-- The share of extra time that a learner has for attempts with a time limit, in per cent; NULL for none.
ALTER TABLE hwdb.learner ADD COLUMN extra_time bigint CONSTRAINT extra_time_known CHECK (extra_time IN (25, 50, 100));
-- The learner's number in a class list of the school; NULL for none.
ALTER TABLE hwdb.learner ADD COLUMN number text COLLATE "C" CONSTRAINT number_not_blank CHECK (trim(number) <> '');

CREATE OR REPLACE VIEW hwdb_library.learner AS
SELECT * FROM hwdb.learner WHERE library = hwdb.library();
