-- More types of questions, and texts that introduce them. A CHECK cannot be changed, so the table is made anew; the
-- program checks afterwards that answers still have their questions.
CREATE TEMP TABLE former_question AS SELECT * FROM question;
DROP TABLE question;

CREATE TABLE question (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE
    CONSTRAINT public_id_is_uuid CHECK (public_id GLOB '????????-????-????-????-????????????'
      AND length(replace(public_id, '-', '')) = 32 AND public_id NOT GLOB '*[^-0-9a-f]*'),
  quiz INTEGER NOT NULL REFERENCES quiz ON DELETE CASCADE,
  position INTEGER NOT NULL CONSTRAINT position_from_0 CHECK (position >= 0),
  type TEXT NOT NULL CONSTRAINT type_known CHECK (type IN ('mcq', 'multi', 'fillBlank', 'shortAnswer', 'numeric', 'gaps',
    'ordering', 'card')),
  prompt TEXT NOT NULL CONSTRAINT prompt_not_blank CHECK (trim(prompt) <> ''),
  -- The options to choose from, or the items to order, as they are shown.
  options TEXT,
  correct_index INTEGER,
  -- The answer or model answer; the correct number; the back of a card.
  correct_answer TEXT CONSTRAINT correct_answer_not_blank CHECK (trim(correct_answer) <> ''),
  accepted_answers TEXT CONSTRAINT accepted_answers_is_list CHECK (json_type(accepted_answers) = 'array'),
  -- Whether typed answers must equal an accepted one in case and in every sign.
  is_exact INTEGER NOT NULL DEFAULT 0 CONSTRAINT is_exact_is_boolean CHECK (is_exact IN (0, 1)),
  key_concepts TEXT CONSTRAINT key_concepts_is_list CHECK (json_type(key_concepts) = 'array'),
  explanation TEXT NOT NULL DEFAULT '',
  -- The public id of the same question in the first revision; NULL in the first revision itself.
  card TEXT
    CONSTRAINT card_is_uuid CHECK (card GLOB '????????-????-????-????-????????????'
      AND length(replace(card, '-', '')) = 32 AND card NOT GLOB '*[^-0-9a-f]*'),
  -- A text that introduces this question and those after it.
  introduction TEXT CONSTRAINT introduction_not_blank CHECK (trim(introduction) <> ''),
  -- What a type needs besides: {"correctIndexes"} of multi, {"correctOrder"} of ordering, {"tolerance" or
  -- "tolerancePercent", "unit"} of numeric, {"gaps"} of gaps.
  details TEXT CONSTRAINT details_is_object CHECK (json_type(details) = 'object'),
  checksum INTEGER,
  UNIQUE (quiz, position),
  CONSTRAINT options_iff_shown CHECK (
    (options IS NOT NULL) = (type IN ('mcq', 'multi', 'ordering'))
      AND (options IS NULL OR json_array_length(options) BETWEEN 2 AND 26)),
  CONSTRAINT mcq_has_one_correct_option CHECK (
    (correct_index IS NOT NULL) = (type = 'mcq')
      AND (correct_index IS NULL OR (correct_index >= 0 AND correct_index < json_array_length(options)))),
  CONSTRAINT text_question_has_answer CHECK (
    (correct_answer IS NOT NULL) = (type IN ('fillBlank', 'shortAnswer', 'numeric', 'card'))),
  CONSTRAINT only_fill_blank_accepts CHECK ((type = 'fillBlank') = (accepted_answers IS NOT NULL)),
  CONSTRAINT only_fill_blank_is_exact CHECK (is_exact = 0 OR type = 'fillBlank'),
  CONSTRAINT only_short_answer_has_concepts CHECK ((type = 'shortAnswer') = (key_concepts IS NOT NULL)),
  CONSTRAINT details_iff_needed CHECK (
    (details IS NOT NULL) = (type IN ('multi', 'ordering', 'numeric', 'gaps')))
) STRICT;

-- A row that is as it was written stays so; a damaged one keeps its checksum, which fits neither table.
INSERT INTO question
SELECT id, public_id, quiz, position, type, prompt, options, correct_index, correct_answer, accepted_answers, is_exact,
  key_concepts, explanation, card, NULL, NULL,
  CASE WHEN checksum = row_checksum(id, public_id, quiz, position, type, prompt, options, correct_index, correct_answer,
      accepted_answers, is_exact, key_concepts, explanation, card)
    THEN row_checksum(id, public_id, quiz, position, type, prompt, options, correct_index, correct_answer,
      accepted_answers, is_exact, key_concepts, explanation, card, NULL, NULL)
    ELSE checksum END
FROM former_question;
DROP TABLE former_question;

CREATE INDEX question_of_card ON question (card) WHERE card IS NOT NULL;

CREATE TRIGGER question_is_counted AFTER INSERT ON question
WHEN NEW.position >= (SELECT question_count FROM quiz WHERE id = NEW.quiz)
BEGIN
  SELECT RAISE(ABORT, 'quizzes_count_their_questions');
END;

CREATE TRIGGER question_keeps_its_place BEFORE UPDATE OF quiz, position ON question
BEGIN
  SELECT RAISE(ABORT, 'questions_keep_their_place');
END;

CREATE TRIGGER question_goes_with_quiz BEFORE DELETE ON question WHEN EXISTS (SELECT 1 FROM quiz WHERE id = OLD.quiz)
BEGIN
  SELECT RAISE(ABORT, 'questions_go_with_their_quiz');
END;

CREATE TRIGGER question_loses_checksum AFTER UPDATE OF id, public_id, quiz, position, type, prompt, options,
  correct_index, correct_answer, accepted_answers, is_exact, key_concepts, explanation, card, introduction, details
  ON question WHEN NEW.checksum IS OLD.checksum
BEGIN
  UPDATE question SET checksum = NULL WHERE id = NEW.id AND checksum IS NOT NULL;
END;
