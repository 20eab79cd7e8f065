-- What was written last, and by which store, stands in the library's own row, which every group writes anyway. A row of
-- hwdb.writer is only written for a store after which another one has written.
ALTER TABLE hwdb.library ADD COLUMN writer uuid;
ALTER TABLE hwdb.library ADD COLUMN token bigint;
