-- The share of extra time that a learner has for attempts with a time limit, in per cent; NULL for none.
ALTER TABLE learner ADD COLUMN extra_time INTEGER CONSTRAINT extra_time_known CHECK (extra_time IN (25, 50, 100));
-- The learner's number in a class list of the school; NULL for none.
ALTER TABLE learner ADD COLUMN number TEXT CONSTRAINT number_not_blank CHECK (trim(number) <> '');
