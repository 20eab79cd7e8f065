-- More types of questions, and texts that introduce them.
DROP VIEW hwdb_library.question;

ALTER TABLE hwdb.question
  DROP CONSTRAINT type_known,
  DROP CONSTRAINT mcq_has_2_to_26_options,
  DROP CONSTRAINT mcq_has_one_correct_option,
  DROP CONSTRAINT only_mcq_has_options,
  DROP CONSTRAINT text_question_has_answer,
  DROP COLUMN checksum,
  -- A text that introduces this question and those after it.
  ADD COLUMN introduction text COLLATE "C" CONSTRAINT introduction_not_blank CHECK (trim(introduction) <> ''),
  -- What a type needs besides: {"correctIndexes"} of multi, {"correctOrder"} of ordering, {"tolerance" or
  -- "tolerancePercent", "unit"} of numeric, {"gaps"} of gaps.
  ADD COLUMN details json CONSTRAINT details_is_object CHECK (json_typeof(details) = 'object');

ALTER TABLE hwdb.question
  ADD CONSTRAINT type_known CHECK (type IN ('mcq', 'multi', 'fillBlank', 'shortAnswer', 'numeric', 'gaps', 'ordering',
    'card')),
  ADD CONSTRAINT options_iff_shown CHECK (
    (options IS NOT NULL) = (type IN ('mcq', 'multi', 'ordering'))
      AND (options IS NULL OR hwdb.list_length(options) BETWEEN 2 AND 26)),
  ADD CONSTRAINT mcq_has_one_correct_option CHECK (
    (correct_index IS NOT NULL) = (type = 'mcq')
      AND (correct_index IS NULL OR (correct_index >= 0 AND correct_index < hwdb.list_length(options)))),
  ADD CONSTRAINT text_question_has_answer CHECK (
    (correct_answer IS NOT NULL) = (type IN ('fillBlank', 'shortAnswer', 'numeric', 'card'))),
  ADD CONSTRAINT details_iff_needed CHECK (
    (details IS NOT NULL) = (type IN ('multi', 'ordering', 'numeric', 'gaps'))),
  ADD COLUMN checksum bigint GENERATED ALWAYS AS (hwdb.row_checksum(id::text, public_id::text, quiz::text,
    position::text, type::text, prompt::text, options::text, correct_index::text, correct_answer::text,
    accepted_answers::text, is_exact::text, key_concepts::text, explanation::text, card::text, introduction::text,
    details::text)) STORED;

CREATE VIEW hwdb_library.question AS
SELECT * FROM hwdb.question WHERE library = hwdb.library();
