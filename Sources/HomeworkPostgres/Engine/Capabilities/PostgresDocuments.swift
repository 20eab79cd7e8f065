import HomeworkEngine

/// What is kept for an undo and the documents of learners, as JSON that PostgreSQL makes and reads. It is the JSON of
/// SQLite: booleans are 0 and 1, and lists within a row are texts.
enum Documents {
  static let deletions: SQL = "SELECT id, content -> 'homework' ->> 'id' FROM deletion ORDER BY id"

  static let eraseFromDeletions: SQL = """
    UPDATE deletion SET content = (content::jsonb || jsonb_build_object(
      'answers', (SELECT coalesce(jsonb_agg(r.value ORDER BY r.place), '[]')
        FROM jsonb_array_elements(content::jsonb -> 'answers') WITH ORDINALITY r (value, place)
        WHERE r.value ->> 'attempt' NOT IN (SELECT a.value ->> 'id'
          FROM jsonb_array_elements(content::jsonb -> 'attempts') a (value)
          WHERE (a.value ->> 'learner')::bigint = ?1)),
      'attempts', (SELECT coalesce(jsonb_agg(e.value ORDER BY e.place), '[]')
        FROM jsonb_array_elements(content::jsonb -> 'attempts') WITH ORDINALITY e (value, place)
        WHERE (e.value ->> 'learner')::bigint <> ?1),
      'progress', (SELECT coalesce(jsonb_agg(e.value ORDER BY e.place), '[]')
        FROM jsonb_array_elements(content::jsonb -> 'progress') WITH ORDINALITY e (value, place)
        WHERE (e.value ->> 0)::bigint <> ?1),
      'completions', (SELECT coalesce(jsonb_agg(e.value ORDER BY e.place), '[]')
        FROM jsonb_array_elements(content::jsonb -> 'completions') WITH ORDINALITY e (value, place)
        WHERE (e.value ->> 0)::bigint <> ?1)))::json
    """

  static let deletedAnswers: SQL = """
    SELECT q.public_id, (e.value ->> 'position')::bigint AS position, e.value ->> 'response', e.value ->> 'outcome',
      e.value ->> 'streakPosition', e.value ->> 'elapsedMs', e.value ->> 'answeredAtMs', q.id, a.id
    FROM deletion d, json_array_elements(d.content -> 'answers') e (value)
      JOIN attempt a ON a.public_id = e.value ->> 'attempt' JOIN question q ON q.public_id = e.value ->> 'question'
    WHERE d.id = ? ORDER BY a.id, position
    """

  static let capture = SQL.constant(
    """
    INSERT INTO deletion (at_ms, picture, content) SELECT ?3, h.picture, \(content) FROM homework h WHERE h.id = ?2
    """)

  /// A homework `h` with all that belongs to it, as JSON: of the learner whose row is the first value, or of all.
  static let content = """
    json_build_object(
      'homework', json_build_object('id', h.public_id, 'title', h.title, 'subject', h.subject, 'text', h.text,
        'createdAtMs', h.created_at_ms, 'dueOn', h.due_on,
        'state', h.generation_state, 'reason', h.generation_reason, 'retryAtMs', h.generation_retry_at_ms),
      'collections', (SELECT coalesce(json_agg(c.name), '[]')
        FROM homework_collection m JOIN collection c ON c.id = m.collection WHERE m.homework = h.id),
      'completions', (SELECT coalesce(json_agg(json_build_array(learner, completed_at_ms)), '[]')
        FROM completion WHERE homework = h.id AND learner = coalesce(?1, learner)),
      'progress', (SELECT coalesce(json_agg(json_build_array(learner, best_score, best_total, completion_percentage,
          total_attempts, last_played_at_ms)), '[]')
        FROM progress WHERE homework = h.id AND learner = coalesce(?1, learner)),
      \(played("z.homework = h.id")))
    """

  /// The reviews of the learner whose row is the first value, in the same form.
  static let reviewContent = """
    json_build_object('collections', json_build_array(), 'completions', json_build_array(),
      'progress', json_build_array(),
      \(played("z.homework IS NULL AND z.id IN (SELECT quiz FROM attempt WHERE learner = ?1)")))
    """

  /// Quizzes `z` that meet a condition, with their questions, attempts and answers, as members of an object.
  private static func played(_ quizzes: String) -> String {
    """
    'quizzes', (SELECT coalesce(json_agg(json_build_object('id', z.public_id, 'isCurrent', z.is_current::int,
        'topic', z.topic, 'subtopic', z.subtopic, 'confidence', coalesce(z.confidence, 0)::text,
        'hasConfidence', (z.confidence IS NOT NULL)::int, 'count', z.question_count, 'revision', z.revision,
        'createdAtMs', z.created_at_ms) ORDER BY z.id), '[]')
      FROM quiz z WHERE \(quizzes)),
    'questions', (SELECT coalesce(json_agg(json_build_object('id', q.public_id, 'quiz', z.public_id,
        'position', q.position, 'type', q.type, 'prompt', q.prompt, 'explanation', q.explanation,
        'options', q.options::text, 'correctIndex', q.correct_index, 'correctAnswer', q.correct_answer,
        'accepted', q.accepted_answers::text, 'concepts', q.key_concepts::text, 'card', q.card) ORDER BY q.id), '[]')
      FROM quiz z JOIN question q ON q.quiz = z.id WHERE \(quizzes)),
    'attempts', (SELECT coalesce(json_agg(json_build_object('id', a.public_id, 'quiz', z.public_id, 'state', a.state,
        'startedAtMs', a.started_at_ms, 'finishedAtMs', a.finished_at_ms, 'learner', a.learner,
        'isPractice', a.is_practice::int, 'deadlineMs', a.deadline_ms, 'shuffle', a.shuffle, 'seed', a.seed,
        'asked', a.asked::text) ORDER BY a.id), '[]')
      FROM quiz z JOIN attempt a ON a.quiz = z.id WHERE \(quizzes) AND a.learner = coalesce(?1, a.learner)),
    'answers', (SELECT coalesce(json_agg(json_build_object('attempt', a.public_id, 'position', r.position,
        'question', q.public_id, 'response', r.response, 'outcome', r.outcome, 'streakPosition', r.streak_position,
        'elapsedMs', r.elapsed_ms, 'answeredAtMs', r.answered_at_ms) ORDER BY a.id, r.position), '[]')
      FROM quiz z JOIN attempt a ON a.quiz = z.id JOIN answer r ON r.attempt = a.id JOIN question q ON q.id = r.question
      WHERE \(quizzes) AND a.learner = coalesce(?1, a.learner))
    """
  }

  static let restoreHomework: SQL = """
    INSERT INTO homework (public_id, title, subject, text, created_at_ms, due_on, generation_state,
      generation_reason, generation_retry_at_ms, picture)
    SELECT h ->> 'id', h ->> 'title', h ->> 'subject', h ->> 'text', (h ->> 'createdAtMs')::bigint, h ->> 'dueOn',
      h ->> 'state', h ->> 'reason', (h ->> 'retryAtMs')::bigint, picture
    FROM (SELECT content -> 'homework' AS h, picture FROM deletion WHERE id = ?) AS kept
    """

  /// Each takes the rows of the deletion and of the homework; in the order in which they refer to each other.
  static let restoreParts: [SQL] = [
    """
    INSERT INTO collection (name)
    SELECT e.value FROM deletion d, json_array_elements_text(d.content -> 'collections') e (value)
    WHERE d.id = ?1 AND ?2::bigint IS NOT NULL
    ON CONFLICT DO NOTHING
    """,
    """
    INSERT INTO homework_collection (homework, collection)
    SELECT ?2::bigint, c.id
    FROM deletion d, json_array_elements_text(d.content -> 'collections') e (value)
      JOIN collection c ON c.name = e.value
    WHERE d.id = ?1
    ON CONFLICT DO NOTHING
    """,
    """
    INSERT INTO quiz (public_id, homework, is_current, topic, subtopic, confidence, question_count, revision,
      created_at_ms)
    SELECT e.value ->> 'id', ?2::bigint, (e.value ->> 'isCurrent')::boolean, e.value ->> 'topic',
      e.value ->> 'subtopic',
      CASE WHEN (e.value ->> 'hasConfidence')::boolean THEN (e.value ->> 'confidence')::float8 END,
      (e.value ->> 'count')::bigint, coalesce((e.value ->> 'revision')::bigint, 1), (e.value ->> 'createdAtMs')::bigint
    FROM deletion d, json_array_elements(d.content -> 'quizzes') WITH ORDINALITY e (value, place) WHERE d.id = ?1
    ORDER BY e.place
    ON CONFLICT (library, public_id) DO NOTHING
    """,
    """
    INSERT INTO question (public_id, quiz, position, type, prompt, explanation, options, correct_index, correct_answer,
      accepted_answers, key_concepts, card)
    SELECT e.value ->> 'id', z.id, (e.value ->> 'position')::bigint, e.value ->> 'type', e.value ->> 'prompt',
      e.value ->> 'explanation', (e.value ->> 'options')::json, (e.value ->> 'correctIndex')::bigint,
      e.value ->> 'correctAnswer', (e.value ->> 'accepted')::json, (e.value ->> 'concepts')::json, e.value ->> 'card'
    FROM deletion d, json_array_elements(d.content -> 'questions') WITH ORDINALITY e (value, place)
      JOIN quiz z ON z.public_id = e.value ->> 'quiz'
    WHERE d.id = ?1 AND z.homework IS NOT DISTINCT FROM ?2::bigint
    ORDER BY e.place
    ON CONFLICT (library, public_id) DO NOTHING
    """,
    """
    INSERT INTO attempt (public_id, quiz, state, started_at_ms, finished_at_ms, learner, is_practice, deadline_ms,
      shuffle, seed, asked)
    SELECT e.value ->> 'id', z.id, e.value ->> 'state', (e.value ->> 'startedAtMs')::bigint,
      (e.value ->> 'finishedAtMs')::bigint, (e.value ->> 'learner')::bigint,
      coalesce((e.value ->> 'isPractice')::boolean, false), (e.value ->> 'deadlineMs')::bigint, e.value ->> 'shuffle',
      (e.value ->> 'seed')::bigint, (e.value ->> 'asked')::json
    FROM deletion d, json_array_elements(d.content -> 'attempts') WITH ORDINALITY e (value, place)
      JOIN quiz z ON z.public_id = e.value ->> 'quiz'
    WHERE d.id = ?1 AND z.homework IS NOT DISTINCT FROM ?2::bigint
    ORDER BY e.place
    """,
    """
    INSERT INTO progress
      (homework, learner, best_score, best_total, completion_percentage, total_attempts, last_played_at_ms)
    SELECT ?2::bigint, (e.value ->> 0)::bigint, (e.value ->> 1)::bigint, (e.value ->> 2)::bigint,
      (e.value ->> 3)::bigint,
      (e.value ->> 4)::bigint, (e.value ->> 5)::bigint
    FROM deletion d, json_array_elements(d.content -> 'progress') e (value) WHERE d.id = ?1
    """,
    """
    INSERT INTO completion (homework, learner, completed_at_ms)
    SELECT ?2::bigint, (e.value ->> 0)::bigint, (e.value ->> 1)::bigint
    FROM deletion d, json_array_elements(d.content -> 'completions') e (value) WHERE d.id = ?1
    """,
  ]
}

// MARK: Learners

extension Documents {
  static let learnerDocument = SQL.constant(
    """
    SELECT json_build_object('format', '\(LearnerDocument.format)', 'version', \(LearnerDocument.version),
      'learner', json_build_object('id', l.public_id, 'name', l.name, 'createdAtMs', l.created_at_ms),
      'homework', (SELECT coalesce(json_agg(\(content) ORDER BY h.id), '[]') FROM homework h WHERE h.id IN (
          SELECT homework FROM completion WHERE learner = ?1
          UNION SELECT z.homework FROM attempt a JOIN quiz z ON z.id = a.quiz WHERE a.learner = ?1)),
      'reviews', \(reviewContent),
      'ledger', (SELECT coalesce(json_agg(json_build_object('attempt', attempt_public_id, 'subject', subject,
          'stars', stars, 'score', score, 'total', total, 'longestRun', longest_run, 'elapsedMs', elapsed_ms,
          'finishedAtMs', finished_at_ms) ORDER BY id), '[]')
        FROM ledger WHERE learner = ?1),
      'once', (SELECT coalesce(
          json_agg(json_build_object('name', name, 'kind', kind, 'atMs', at_ms) ORDER BY name), '[]')
        FROM once WHERE learner = ?1),
      'events', (SELECT coalesce(json_agg(json_build_object('sequence', sequence, 'kind', kind, 'atMs', at_ms,
          'homework', homework, 'attempt', attempt, 'questionIndex', question_index, 'outcome', outcome,
          'streakPosition', streak_position, 'name', name) ORDER BY sequence), '[]')
        FROM event WHERE learner = ?1))
    FROM learner l WHERE l.id = ?1
    """)

  static let isJSON: SQL = "SELECT hwdb.json_valid(?)"
  static let head: SQL = """
    SELECT ?1::json ->> 'format', ?1::json ->> 'version', ?1::json -> 'learner' ->> 'id',
      ?1::json -> 'learner' ->> 'name',
      ?1::json -> 'learner' ->> 'createdAtMs'
    """
  static let homework: SQL = """
    SELECT e.value -> 'homework' ->> 'id', e.value
    FROM json_array_elements(?::json -> 'homework') WITH ORDINALITY e (value, place) ORDER BY e.place
    """
  static let reviews: SQL = "SELECT ?1::json ->> 'reviews'"
  static let counts: SQL = """
    SELECT json_array_length(content -> 'attempts'), json_array_length(content -> 'answers') FROM deletion WHERE id = ?
    """

  /// Replaces the learner's row in the other library by that in this one.
  private static let mine = """
    'completions', (SELECT coalesce(jsonb_agg(jsonb_set(e.value, '{0}', to_jsonb(?3::bigint)) ORDER BY e.place), '[]')
        FROM jsonb_array_elements(?2::jsonb -> 'completions') WITH ORDINALITY e (value, place)),
      'progress', (SELECT coalesce(jsonb_agg(jsonb_set(e.value, '{0}', to_jsonb(?3::bigint)) ORDER BY e.place), '[]')
        FROM jsonb_array_elements(?2::jsonb -> 'progress') WITH ORDINALITY e (value, place)),
      'attempts', (SELECT coalesce(
          jsonb_agg(jsonb_set(e.value, '{learner}', to_jsonb(?3::bigint)) ORDER BY e.place), '[]')
        FROM jsonb_array_elements(?2::jsonb -> 'attempts') WITH ORDINALITY e (value, place))
    """

  static let keep = SQL.constant(
    """
    INSERT INTO deletion (at_ms, content) VALUES (?1, (?2::jsonb || jsonb_build_object(\(mine)))::json)
    """)
  /// A homework that already exists keeps its collections and its quiz.
  static let keepBesideKnown = SQL.constant(
    """
    INSERT INTO deletion (at_ms, content) VALUES (?1, (?2::jsonb || jsonb_build_object(\(mine),
      'collections', '[]'::jsonb,
      'quizzes', (SELECT coalesce(jsonb_agg(jsonb_set(e.value, '{isCurrent}', '0') ORDER BY e.place), '[]')
        FROM jsonb_array_elements(?2::jsonb -> 'quizzes') WITH ORDINALITY e (value, place))))::json)
    """)
  static let takeOnce: SQL = """
    INSERT INTO once (learner, name, kind, at_ms)
    SELECT ?2::bigint, e.value ->> 'name', e.value ->> 'kind', (e.value ->> 'atMs')::bigint
    FROM json_array_elements(?1::json -> 'once') e (value)
    """
  static let takeLedger: SQL = """
    INSERT INTO ledger
      (attempt_public_id, subject, stars, score, total, longest_run, elapsed_ms, finished_at_ms, learner)
    SELECT e.value ->> 'attempt', e.value ->> 'subject', (e.value ->> 'stars')::bigint, (e.value ->> 'score')::bigint,
      (e.value ->> 'total')::bigint, (e.value ->> 'longestRun')::bigint, (e.value ->> 'elapsedMs')::bigint,
      (e.value ->> 'finishedAtMs')::bigint, ?2::bigint
    FROM json_array_elements(?1::json -> 'ledger') WITH ORDINALITY e (value, place) ORDER BY e.place
    """
}
