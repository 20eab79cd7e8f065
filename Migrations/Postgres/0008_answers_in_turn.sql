-- Whether an answer follows the one before it is looked at in the statement that inserts it, which gives a checksum
-- only to those that do: a trigger of each statement took a fifth of an answer's time. All others are looked at here,
-- and signed: what is copied, what is written by hand, and what follows an answer of the same statement.
DROP TRIGGER answer_in_order ON hwdb.answer;
DROP TRIGGER answer_is_signed ON hwdb.answer;
DROP FUNCTION hwdb.sign_answer();

CREATE OR REPLACE FUNCTION hwdb.require_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.position > 0 AND NOT EXISTS (SELECT FROM hwdb.answer r
      WHERE r.library = NEW.library AND r.attempt = NEW.attempt AND r.position = NEW.position - 1) THEN
    RAISE EXCEPTION 'answers_are_settled_in_order' USING ERRCODE = 'check_violation',
      CONSTRAINT = 'answers_are_settled_in_order', SCHEMA = 'hwdb', TABLE = 'answer';
  END IF;
  NEW.checksum := hwdb.row_checksum(NEW.attempt, NEW.position, NEW.question, NEW.response, NEW.outcome,
    NEW.streak_position, NEW.elapsed_ms, NEW.answered_at_ms);
  RETURN NEW;
END
$$;

CREATE TRIGGER answer_in_order BEFORE INSERT ON hwdb.answer FOR EACH ROW WHEN (NEW.checksum IS NULL)
EXECUTE FUNCTION hwdb.require_order();
