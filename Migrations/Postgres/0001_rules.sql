-- Search, and the rules that rows keep together.

-- The keys that find words among all libraries: each word with its library's number, and its first three letters for
-- those who look for its beginning; and one key that all homework of the library have. Very long words have the key of
-- their first 100 letters.
CREATE FUNCTION hwdb.search_words(library bigint, words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT array_agg(DISTINCT library::text || ':' || key)
  FROM unnest(string_to_array(words, ' ')) AS w (word),
    LATERAL (VALUES (left(word, 100)), (left(word, 3) || '*'), ('')) AS k (key)
  WHERE word <> '' OR key = '');

-- What is searched: the words of each homework, made plain by the program, each with a space before and after it.
CREATE TABLE hwdb.homework_search (
  library bigint NOT NULL DEFAULT hwdb.library(),
  homework bigint NOT NULL,
  title text COLLATE "C" NOT NULL DEFAULT '',
  subject text COLLATE "C" NOT NULL DEFAULT '',
  text text COLLATE "C" NOT NULL DEFAULT '',
  questions text COLLATE "C" NOT NULL DEFAULT '',
  words text[] COLLATE "C"
    GENERATED ALWAYS AS (hwdb.search_words(library, title || subject || text || questions)) STORED,
  PRIMARY KEY (library, homework),
  FOREIGN KEY (library, homework) REFERENCES hwdb.homework (library, id) ON DELETE CASCADE
);

CREATE INDEX homework_search_words ON hwdb.homework_search USING gin (words) WITH (gin_pending_list_limit = 256);

-- The keys of what is looked for: one phrase a line, each with a space before it, and after it unless it may go on.
CREATE FUNCTION hwdb.search_keys(phrases text) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
RETURN (SELECT array_agg(hwdb.library()::text || ':' || key) FROM (
  SELECT CASE WHEN phrase LIKE '% ' OR place < cardinality(w.list) THEN left(word, 100)
    WHEN length(word) >= 3 THEN left(word, 3) || '*' ELSE '' END AS key
  FROM unnest(string_to_array(phrases, chr(10))) AS p (phrase),
    LATERAL (SELECT string_to_array(trim(phrase), ' ') AS list) AS w, unnest(w.list) WITH ORDINALITY AS e (word, place)
) AS keys);

-- Refuses a row, as a CHECK of the name that the trigger gives would.
CREATE FUNCTION hwdb.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'check_violation', CONSTRAINT = TG_ARGV[0],
    SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME;
END
$$;

CREATE TRIGGER answer_never_changes BEFORE UPDATE ON hwdb.answer
FOR EACH ROW EXECUTE FUNCTION hwdb.refuse('settled_answers_never_change');

CREATE TRIGGER grading_never_changes BEFORE UPDATE ON hwdb.grading
FOR EACH ROW EXECUTE FUNCTION hwdb.refuse('gradings_never_change');

CREATE TRIGGER progress_never_goes_down BEFORE UPDATE ON hwdb.progress
FOR EACH ROW WHEN (NEW.completion_percentage < OLD.completion_percentage OR NEW.total_attempts < OLD.total_attempts)
EXECUTE FUNCTION hwdb.refuse('progress_never_goes_down');

CREATE FUNCTION hwdb.require_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.position > 0 AND NOT EXISTS (SELECT FROM hwdb.answer r
      WHERE r.library = NEW.library AND r.attempt = NEW.attempt AND r.position = NEW.position - 1) THEN
    RAISE EXCEPTION 'answers_are_settled_in_order' USING ERRCODE = 'check_violation',
      CONSTRAINT = 'answers_are_settled_in_order', SCHEMA = 'hwdb', TABLE = 'answer';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER answer_in_order BEFORE INSERT ON hwdb.answer FOR EACH ROW EXECUTE FUNCTION hwdb.require_order();

-- A review's quiz belongs to its attempt alone.
CREATE FUNCTION hwdb.drop_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM hwdb.quiz z WHERE z.library = OLD.library AND z.id = OLD.quiz AND z.homework IS NULL;
  RETURN NULL;
END
$$;

CREATE TRIGGER review_goes_with_attempt AFTER DELETE ON hwdb.attempt
FOR EACH ROW EXECUTE FUNCTION hwdb.drop_review();
