-- What happened, written with what it tells of; and the replies to requests that may come again.

-- Facts, numbered without gaps. The oldest are trimmed, the newest never: the next number follows from it.
CREATE TABLE event (
  sequence INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  -- Public ids and words, since what they speak of may be gone.
  homework TEXT,
  attempt TEXT,
  question_index INTEGER,
  outcome TEXT,
  streak_position INTEGER,
  name TEXT
) STRICT;

-- A write that carried an id of its own, and what was answered: the same again gets the same.
CREATE TABLE request (
  id TEXT PRIMARY KEY CONSTRAINT request_id_is_uuid CHECK (length(id) = 36),
  -- SHA-256 of what was asked for.
  parameters TEXT NOT NULL CONSTRAINT parameters_are_sha256 CHECK (length(parameters) = 64),
  reply TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX request_age ON request (at_ms);
