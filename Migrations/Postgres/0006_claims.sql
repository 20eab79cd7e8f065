-- Groups of writes that are decided on what their store knows, and answers that cost less.

-- Refuses a group, as a conflict with another transaction: it was decided on what is not so.
CREATE FUNCTION hwdb.refuse_claim() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the library was changed meanwhile' USING ERRCODE = 'serialization_failure';
END
$$;

-- The program computes the checksums of the answers that it inserts, in the statement that inserts them. Copies of
-- libraries leave that to the server.
CREATE FUNCTION hwdb.sign_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.checksum := hwdb.row_checksum(NEW.attempt, NEW.position, NEW.question, NEW.response, NEW.outcome,
    NEW.streak_position, NEW.elapsed_ms, NEW.answered_at_ms);
  RETURN NEW;
END
$$;

CREATE TRIGGER answer_is_signed BEFORE INSERT ON hwdb.answer FOR EACH ROW WHEN (NEW.checksum IS NULL)
EXECUTE FUNCTION hwdb.sign_answer();

-- Once for all rows of a statement. That no place is taken twice the primary key ensures.
DROP TRIGGER answer_in_order ON hwdb.answer;

CREATE OR REPLACE FUNCTION hwdb.require_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Counted, so that each is found by its key, however many there are.
  IF EXISTS (SELECT FROM added a WHERE a.position > 0 AND (SELECT count(*) FROM hwdb.answer r
      WHERE r.library = a.library AND r.attempt = a.attempt AND r.position = a.position - 1) = 0) THEN
    RAISE EXCEPTION 'answers_are_settled_in_order' USING ERRCODE = 'check_violation',
      CONSTRAINT = 'answers_are_settled_in_order', SCHEMA = 'hwdb', TABLE = 'answer';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER answer_in_order AFTER INSERT ON hwdb.answer REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION hwdb.require_order();
