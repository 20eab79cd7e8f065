-- What the program keeps for a while.

-- The log of events, numbered without gaps. The oldest are removed; the newest never, because the next number follows
-- from it.
CREATE TABLE event (
  sequence INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CONSTRAINT event_kind_known CHECK (kind IN ('homeworkAdded', 'homeworkUpdated',
    'homeworkCompleted', 'homeworkReopened', 'homeworkDeleted', 'homeworkRestored', 'firstCapture',
    'collectionCompleted', 'quizSet', 'generationChanged', 'attemptStarted', 'answerSettled', 'attemptFinished',
    'attemptAbandoned', 'attemptExtended', 'attemptTaken', 'answerRegraded', 'answerAccepted', 'achievementUnlocked',
    'milestoneReached', 'learnerAdded', 'learnerUpdated', 'erased', 'databaseRestored')),
  at_ms INTEGER NOT NULL CONSTRAINT at_is_time CHECK (at_ms BETWEEN -62167219200000 AND 253402300799999),
  -- Public ids and words instead of keys, because an event outlives its subject.
  homework TEXT
    CONSTRAINT homework_is_uuid CHECK (homework GLOB '????????-????-????-????-????????????'
      AND length(replace(homework, '-', '')) = 32 AND homework NOT GLOB '*[^-0-9a-f]*'),
  attempt TEXT
    CONSTRAINT attempt_is_uuid CHECK (attempt GLOB '????????-????-????-????-????????????'
      AND length(replace(attempt, '-', '')) = 32 AND attempt NOT GLOB '*[^-0-9a-f]*'),
  question_index INTEGER CONSTRAINT question_index_0_to_199 CHECK (question_index BETWEEN 0 AND 199),
  outcome TEXT CONSTRAINT outcome_known CHECK (outcome IN ('correct', 'wrong', 'skipped')),
  streak_position INTEGER CONSTRAINT streak_position_0_to_10 CHECK (streak_position BETWEEN 0 AND 10),
  name TEXT,
  -- The key of the learner; NULL if the event belongs to the library, or its learner was erased.
  learner INTEGER,
  -- The public id of the copy on which it happened; NULL for this one.
  origin TEXT
    CONSTRAINT origin_is_uuid CHECK (origin GLOB '????????-????-????-????-????????????'
      AND length(replace(origin, '-', '')) = 32 AND origin NOT GLOB '*[^-0-9a-f]*')
) STRICT;

-- The requests that carried an id, with their replies: a repeated request gets the same reply.
CREATE TABLE request (
  id TEXT PRIMARY KEY
    CONSTRAINT request_id_is_uuid CHECK (id GLOB '????????-????-????-????-????????????'
      AND length(replace(id, '-', '')) = 32 AND id NOT GLOB '*[^-0-9a-f]*'),
  -- The SHA-256 digest of the request's parameters.
  parameters TEXT NOT NULL CONSTRAINT parameters_are_sha256 CHECK (length(parameters) = 64),
  -- The reply; for an answer, only its attempt's public id and its position, from which the reply is computed again.
  reply TEXT,
  attempt TEXT
    CONSTRAINT attempt_is_uuid CHECK (attempt GLOB '????????-????-????-????-????????????'
      AND length(replace(attempt, '-', '')) = 32 AND attempt NOT GLOB '*[^-0-9a-f]*'),
  position INTEGER CONSTRAINT position_from_0 CHECK (position >= 0),
  at_ms INTEGER NOT NULL CONSTRAINT at_is_time CHECK (at_ms BETWEEN -62167219200000 AND 253402300799999),
  -- The number of the newest event when the reply was stored.
  event INTEGER NOT NULL CONSTRAINT event_not_negative CHECK (event >= 0),
  -- The key of the learner that the reply is about.
  learner INTEGER,
  CONSTRAINT reply_or_answer CHECK (
    (reply IS NULL) = (attempt IS NOT NULL) AND (attempt IS NULL) = (position IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX request_age ON request (at_ms);

-- A row means that a learner was erased while free pages may still have bytes of their data.
CREATE TABLE erasure (
  id INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL CONSTRAINT at_is_time CHECK (at_ms BETWEEN -62167219200000 AND 253402300799999)
) STRICT;
