-- Time as the database has lived it: what is kept for a while is not forgotten because the clock was set.

-- What the clock said when it was last looked at, which is about once in a minute of writing.
CREATE TABLE clock (
  id INTEGER PRIMARY KEY CONSTRAINT one_clock CHECK (id = 1),
  seen_ms INTEGER NOT NULL
) STRICT;

-- Where it was set by more than a day: from this event on all times are later by so much, or earlier.
CREATE TABLE clock_jump (
  sequence INTEGER PRIMARY KEY,
  ms INTEGER NOT NULL
) STRICT;

INSERT INTO clock SELECT 1, at_ms FROM event ORDER BY sequence DESC LIMIT 1;
