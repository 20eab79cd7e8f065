-- Copies of a library, each of which gets from the others what it lacks.

-- The copies that are known here. The first is the one on which the library began: its id is the library's.
CREATE TABLE copy (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE
    CONSTRAINT public_id_is_uuid CHECK (public_id GLOB '????????-????-????-????-????????????'
      AND length(replace(public_id, '-', '')) = 32 AND public_id NOT GLOB '*[^-0-9a-f]*'),
  -- Whether this database is that copy.
  is_own INTEGER NOT NULL DEFAULT 0 CONSTRAINT is_own_is_boolean CHECK (is_own IN (0, 1))
) STRICT;

CREATE UNIQUE INDEX copy_one_own ON copy (is_own) WHERE is_own;

-- What has changed on any copy. What it became is in the rows of other tables.
CREATE TABLE change (
  -- Hybrid time: the milliseconds since 1970 UTC, times 1024, or one more than the latest time known, if that is later.
  time INTEGER NOT NULL,
  copy INTEGER NOT NULL REFERENCES copy,
  kind TEXT NOT NULL CONSTRAINT change_kind_known CHECK (kind IN ('learner', 'homework', 'quiz', 'attempt', 'credit',
    'moment', 'edited', 'deleted', 'restored', 'erased')),
  -- The public id of what has changed; NULL if it was about a learner who was erased.
  entity TEXT
    CONSTRAINT entity_is_uuid CHECK (entity GLOB '????????-????-????-????-????????????'
      AND length(replace(entity, '-', '')) = 32 AND entity NOT GLOB '*[^-0-9a-f]*'),
  -- The place of an answer, the name of a moment, the field that was edited.
  part TEXT,
  PRIMARY KEY (copy, time)
) STRICT, WITHOUT ROWID;

CREATE INDEX change_of_entity ON change (entity, time) WHERE kind <> 'attempt';

-- The program sets the ids.
INSERT INTO copy (id, public_id, is_own) VALUES (1, '00000000-0000-7000-8000-000000000000', 1);
INSERT INTO change (time, copy, kind, entity) SELECT 1, 1, 'learner', public_id FROM learner;
