-- Newest first, then by id: the order of every list of attempts, so that a page is read without sorting all of them.
CREATE INDEX attempt_newest ON attempt (started_at_ms DESC, public_id DESC);
