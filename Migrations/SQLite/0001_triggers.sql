-- The rules that rows keep together.

-- Events are numbered in order. A restored database skips one number.
CREATE TRIGGER event_follows AFTER INSERT ON event
WHEN NEW.sequence NOT BETWEEN 1 AND (
  SELECT coalesce(max(sequence), NEW.sequence) + 2 FROM event WHERE sequence < NEW.sequence)
BEGIN
  SELECT RAISE(ABORT, 'events_are_numbered_in_order');
END;

CREATE TRIGGER event_keeps_its_number BEFORE UPDATE OF sequence ON event
BEGIN
  SELECT RAISE(ABORT, 'events_keep_their_numbers');
END;

-- Answers are inserted in order and never change, and only the last answer of an attempt can be deleted alone.
CREATE TRIGGER answer_in_order BEFORE INSERT ON answer
WHEN NEW.position <> coalesce((SELECT max(position) + 1 FROM answer WHERE attempt = NEW.attempt), 0)
BEGIN
  SELECT RAISE(ABORT, 'answers_are_settled_in_order');
END;

CREATE TRIGGER answer_never_changes BEFORE UPDATE OF attempt, position, question, response, outcome, streak_position,
  elapsed_ms, answered_at_ms, correct_count, total_elapsed_ms, run, longest_run, stars ON answer
BEGIN
  SELECT RAISE(ABORT, 'settled_answers_never_change');
END;

CREATE TRIGGER answer_leaves_no_gap BEFORE DELETE ON answer
WHEN EXISTS (SELECT 1 FROM answer WHERE attempt = OLD.attempt AND position = OLD.position + 1)
  AND EXISTS (SELECT 1 FROM attempt a JOIN quiz z ON z.id = a.quiz WHERE a.id = OLD.attempt)
BEGIN
  SELECT RAISE(ABORT, 'answers_have_no_gap');
END;

CREATE TRIGGER answer_is_to_its_quiz AFTER INSERT ON answer
WHEN NOT EXISTS (
  SELECT 1 FROM attempt a JOIN quiz z ON z.id = a.quiz JOIN question q ON q.quiz = z.id
  WHERE a.id = NEW.attempt AND q.id = NEW.question
    AND NEW.position < coalesce(json_array_length(a.asked), z.question_count))
BEGIN
  SELECT RAISE(ABORT, 'answers_are_to_questions_of_their_quiz');
END;

CREATE TRIGGER answer_totals_follow AFTER INSERT ON answer
WHEN (NEW.correct_count, NEW.total_elapsed_ms, NEW.run, NEW.longest_run, NEW.stars) IS NOT (
  SELECT coalesce(max(correct_count), 0) + (NEW.outcome = 'correct'),
    coalesce(max(total_elapsed_ms), 0) + NEW.elapsed_ms,
    CASE WHEN NEW.streak_position IS NULL THEN coalesce(max(run), 0)
      WHEN NEW.outcome = 'correct' THEN coalesce(max(run), 0) + 1 ELSE 0 END,
    max(coalesce(max(longest_run), 0), NEW.run),
    -- A star at the places 5 to 10 of each ten in a row.
    coalesce(max(stars), 0)
      + (NEW.streak_position IS NOT NULL) * (NEW.outcome = 'correct') * min(1, max(0, (NEW.run - 1) % 10 - 3))
  FROM answer WHERE attempt = NEW.attempt AND position = NEW.position - 1)
BEGIN
  SELECT RAISE(ABORT, 'totals_follow_from_the_answer_before');
END;

-- An attempt asks the questions that it began with, and a quiz keeps its questions, of which answers are counted.
CREATE TRIGGER attempt_keeps_its_questions BEFORE UPDATE OF quiz, shuffle, seed, asked ON attempt
BEGIN
  SELECT RAISE(ABORT, 'attempts_keep_their_questions');
END;

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

CREATE TRIGGER quiz_counts_its_questions AFTER UPDATE OF question_count ON quiz
WHEN NEW.question_count <> (SELECT count(*) FROM question WHERE quiz = NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'quizzes_count_their_questions');
END;

CREATE TRIGGER progress_never_goes_down BEFORE UPDATE ON progress
WHEN NEW.completion_percentage < OLD.completion_percentage OR NEW.total_attempts < OLD.total_attempts
BEGIN
  SELECT RAISE(ABORT, 'progress_never_goes_down');
END;

-- A review's quiz belongs to its attempt alone.
CREATE TRIGGER review_goes_with_attempt AFTER DELETE ON attempt
BEGIN
  DELETE FROM quiz WHERE id = OLD.quiz AND homework IS NULL;
END;
