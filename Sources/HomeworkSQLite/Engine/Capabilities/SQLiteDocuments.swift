import HomeworkEngine

/// What is kept for an undo and the documents of learners, as JSON that SQLite makes and reads.
enum Documents {
  static let deletions: SQL = "SELECT id, content ->> '$.homework.id' FROM deletion ORDER BY id"

  static let eraseFromDeletions: SQL = """
    UPDATE deletion SET content = json_set(content,
      '$.answers', (SELECT json_group_array(json(r.value)) FROM json_each(content, '$.answers') r
        WHERE r.value ->> 'attempt' NOT IN (
          SELECT a.value ->> 'id' FROM json_each(content, '$.attempts') a WHERE a.value ->> 'learner' = ?1)),
      '$.attempts', (SELECT json_group_array(json(value)) FROM json_each(content, '$.attempts')
        WHERE value ->> 'learner' <> ?1),
      '$.progress', (SELECT json_group_array(json(value)) FROM json_each(content, '$.progress')
        WHERE value ->> 0 <> ?1),
      '$.completions', (SELECT json_group_array(json(value)) FROM json_each(content, '$.completions')
        WHERE value ->> 0 <> ?1))
    """

  static let deletedAnswers: SQL = """
    SELECT q.public_id, e.value ->> 'position' AS position, e.value ->> 'response', e.value ->> 'outcome',
      e.value ->> 'streakPosition', e.value ->> 'elapsedMs', e.value ->> 'answeredAtMs', q.id, a.id
    FROM deletion d, json_each(d.content, '$.answers') e JOIN attempt a ON a.public_id = e.value ->> 'attempt'
      JOIN question q ON q.public_id = e.value ->> 'question'
    WHERE d.id = ? ORDER BY a.id, position
    """

  static let capture = SQL.constant(
    "INSERT INTO deletion (at_ms, picture, content) SELECT ?3, h.picture, \(content) FROM homework h WHERE h.id = ?2")

  /// A homework `h` with all that belongs to it, as JSON: of the learner whose row is the first value, or of all.
  static let content = """
    json_object(
      'homework', json_object('id', h.public_id, 'title', h.title, 'subject', h.subject, 'text', h.text,
        'createdAtMs', h.created_at_ms, 'dueOn', h.due_on,
        'state', h.generation_state, 'reason', h.generation_reason, 'retryAtMs', h.generation_retry_at_ms),
      'collections', (SELECT json_group_array(c.name)
        FROM homework_collection m JOIN collection c ON c.id = m.collection WHERE m.homework = h.id),
      'completions', (SELECT json_group_array(json_array(learner, completed_at_ms))
        FROM completion WHERE homework = h.id AND learner = coalesce(?1, learner)),
      'progress', (SELECT json_group_array(json_array(learner, best_score, best_total, completion_percentage,
          total_attempts, last_played_at_ms))
        FROM progress WHERE homework = h.id AND learner = coalesce(?1, learner)),
      \(played("z.homework = h.id")))
    """

  /// The reviews of the learner whose row is the first value, in the same form.
  static let reviewContent = """
    json_object('collections', json_array(), 'completions', json_array(), 'progress', json_array(),
      \(played("z.homework IS NULL AND z.id IN (SELECT quiz FROM attempt WHERE learner = ?1)")))
    """

  /// Quizzes `z` that meet a condition, with their questions, attempts and answers, as members of an object.
  static func played(_ quizzes: String) -> String {
    """
    'quizzes', (SELECT json_group_array(json_object('id', z.public_id, 'isCurrent', z.is_current, 'topic', z.topic,
        'subtopic', z.subtopic, 'confidence', format('%!.17g', z.confidence), 'hasConfidence', z.confidence IS NOT NULL,
        'count', z.question_count, 'revision', z.revision, 'createdAtMs', z.created_at_ms))
      FROM (SELECT * FROM quiz z WHERE \(quizzes) ORDER BY id) z),
    'questions', (SELECT json_group_array(json_object('id', q.public_id, 'quiz', q.quizId, 'position', q.position,
        'type', q.type, 'prompt', q.prompt, 'explanation', q.explanation, 'options', q.options,
        'correctIndex', q.correct_index, 'correctAnswer', q.correct_answer, 'accepted', q.accepted_answers,
        'concepts', q.key_concepts, 'card', q.card))
      FROM (SELECT q.*, z.public_id AS quizId FROM quiz z JOIN question q ON q.quiz = z.id WHERE \(quizzes)) q),
    'attempts', (SELECT json_group_array(json_object('id', a.public_id, 'quiz', a.quizId, 'state', a.state,
        'startedAtMs', a.started_at_ms, 'finishedAtMs', a.finished_at_ms, 'learner', a.learner,
        'isPractice', a.is_practice, 'deadlineMs', a.deadline_ms, 'shuffle', a.shuffle, 'seed', a.seed,
        'asked', a.asked))
      FROM (SELECT a.*, z.public_id AS quizId FROM quiz z JOIN attempt a ON a.quiz = z.id
        WHERE \(quizzes) AND a.learner = coalesce(?1, a.learner) ORDER BY a.id) a),
    'answers', (SELECT json_group_array(json_object('attempt', r.attemptId, 'position', r.position,
        'question', r.questionId, 'response', r.response, 'outcome', r.outcome, 'streakPosition', r.streak_position,
        'elapsedMs', r.elapsed_ms, 'answeredAtMs', r.answered_at_ms))
      FROM (SELECT r.*, a.public_id AS attemptId, q.public_id AS questionId
        FROM quiz z JOIN attempt a ON a.quiz = z.id JOIN answer r ON r.attempt = a.id
          JOIN question q ON q.id = r.question
        WHERE \(quizzes) AND a.learner = coalesce(?1, a.learner) ORDER BY a.id, r.position) r)
    """
  }

  static let restoreHomework: SQL = """
    INSERT INTO homework (public_id, title, subject, text, created_at_ms, due_on, generation_state,
      generation_reason, generation_retry_at_ms, picture)
    SELECT h ->> 'id', h ->> 'title', h ->> 'subject', h ->> 'text', h ->> 'createdAtMs', h ->> 'dueOn',
      h ->> 'state', h ->> 'reason', h ->> 'retryAtMs', picture
    FROM (SELECT content -> '$.homework' AS h, picture FROM deletion WHERE id = ?)
    """

  /// Each takes the rows of the deletion and of the homework; in the order in which they refer to each other.
  static let restoreParts: [SQL] = [
    """
    INSERT OR IGNORE INTO collection (name)
    SELECT value FROM deletion d, json_each(d.content, '$.collections') WHERE d.id = ?1 AND ?2 IS NOT NULL
    """,
    """
    INSERT OR IGNORE INTO homework_collection
    SELECT ?2, c.id FROM deletion d, json_each(d.content, '$.collections') e JOIN collection c ON c.name = e.value
    WHERE d.id = ?1
    """,
    """
    INSERT INTO quiz (public_id, homework, is_current, topic, subtopic, confidence, question_count, revision,
      created_at_ms)
    SELECT e.value ->> 'id', ?2, e.value ->> 'isCurrent', e.value ->> 'topic', e.value ->> 'subtopic',
      CASE WHEN e.value ->> 'hasConfidence' THEN CAST(e.value ->> 'confidence' AS REAL) END, e.value ->> 'count',
      coalesce(e.value ->> 'revision', 1), e.value ->> 'createdAtMs'
    FROM deletion d, json_each(d.content, '$.quizzes') e WHERE d.id = ?1 ON CONFLICT (public_id) DO NOTHING
    """,
    """
    INSERT INTO question (public_id, quiz, position, type, prompt, explanation, options, correct_index, correct_answer,
      accepted_answers, key_concepts, card)
    SELECT e.value ->> 'id', z.id, e.value ->> 'position', e.value ->> 'type', e.value ->> 'prompt',
      e.value ->> 'explanation', e.value ->> 'options', e.value ->> 'correctIndex', e.value ->> 'correctAnswer',
      e.value ->> 'accepted', e.value ->> 'concepts', e.value ->> 'card'
    FROM deletion d, json_each(d.content, '$.questions') e JOIN quiz z ON z.public_id = e.value ->> 'quiz'
    WHERE d.id = ?1 AND z.homework IS ?2 ON CONFLICT (public_id) DO NOTHING
    """,
    """
    INSERT INTO attempt (public_id, quiz, state, started_at_ms, finished_at_ms, learner, is_practice, deadline_ms,
      shuffle, seed, asked)
    SELECT e.value ->> 'id', z.id, e.value ->> 'state', e.value ->> 'startedAtMs', e.value ->> 'finishedAtMs',
      e.value ->> 'learner', coalesce(e.value ->> 'isPractice', 0), e.value ->> 'deadlineMs', e.value ->> 'shuffle',
      e.value ->> 'seed', e.value ->> 'asked'
    FROM deletion d, json_each(d.content, '$.attempts') e JOIN quiz z ON z.public_id = e.value ->> 'quiz'
    WHERE d.id = ?1 AND z.homework IS ?2 ORDER BY e.key
    """,
    """
    INSERT INTO progress
      (homework, learner, best_score, best_total, completion_percentage, total_attempts, last_played_at_ms)
    SELECT ?2, p ->> 0, p ->> 1, p ->> 2, p ->> 3, p ->> 4, p ->> 5
    FROM (SELECT e.value AS p FROM deletion d, json_each(d.content, '$.progress') e WHERE d.id = ?1)
    """,
    """
    INSERT INTO completion
    SELECT ?2, e.value ->> 0, e.value ->> 1 FROM deletion d, json_each(d.content, '$.completions') e WHERE d.id = ?1
    """,
  ]
}

// MARK: Learners

extension Documents {
  static let learnerDocument = SQL.constant(
    """
    SELECT json_object('format', '\(LearnerDocument.format)', 'version', \(LearnerDocument.version),
      'learner', json_object('id', l.public_id, 'name', l.name, 'createdAtMs', l.created_at_ms),
      'homework', (SELECT json_group_array(json(content)) FROM (
        SELECT \(content) AS content FROM homework h WHERE h.id IN (
          SELECT homework FROM completion WHERE learner = ?1
          UNION SELECT z.homework FROM attempt a JOIN quiz z ON z.id = a.quiz WHERE a.learner = ?1)
        ORDER BY h.id)),
      'reviews', json((SELECT \(reviewContent))),
      'ledger', (SELECT json_group_array(json_object('attempt', attempt_public_id, 'subject', subject, 'stars', stars,
          'score', score, 'total', total, 'longestRun', longest_run, 'elapsedMs', elapsed_ms,
          'finishedAtMs', finished_at_ms))
        FROM (SELECT * FROM ledger WHERE learner = ?1 ORDER BY id)),
      'once', (SELECT json_group_array(json_object('name', name, 'kind', kind, 'atMs', at_ms))
        FROM once WHERE learner = ?1),
      'events', (SELECT json_group_array(json_object('sequence', sequence, 'kind', kind, 'atMs', at_ms,
          'homework', homework, 'attempt', attempt, 'questionIndex', question_index, 'outcome', outcome,
          'streakPosition', streak_position, 'name', name))
        FROM (SELECT * FROM event WHERE learner = ?1 ORDER BY sequence)))
    FROM learner l WHERE l.id = ?1
    """)

  static let isJSON: SQL = "SELECT json_valid(?)"
  static let head: SQL = """
    SELECT ?1 ->> '$.format', ?1 ->> '$.version', ?1 ->> '$.learner.id', ?1 ->> '$.learner.name',
      ?1 ->> '$.learner.createdAtMs'
    """
  static let homework: SQL = "SELECT value ->> '$.homework.id', value FROM json_each(?, '$.homework')"
  static let reviews: SQL = "SELECT ?1 ->> '$.reviews'"
  static let counts: SQL = """
    SELECT json_array_length(content, '$.attempts'), json_array_length(content, '$.answers')
    FROM deletion WHERE id = ?
    """

  /// Replaces the learner's row in the other library by that in this one.
  static let mine = """
    '$.completions', (SELECT json_group_array(json_set(value, '$[0]', ?3)) FROM json_each(?2, '$.completions')),
      '$.progress', (SELECT json_group_array(json_set(value, '$[0]', ?3)) FROM json_each(?2, '$.progress')),
      '$.attempts', (SELECT json_group_array(json_set(value, '$.learner', ?3)) FROM json_each(?2, '$.attempts'))
    """
  static let keep = SQL.constant(
    "INSERT INTO deletion (at_ms, content) VALUES (?1, json_set(?2, \(mine)))")
  /// A homework that already exists keeps its collections and its quiz.
  static let keepBesideKnown = SQL.constant(
    """
    INSERT INTO deletion (at_ms, content) VALUES (?1, json_set(?2, \(mine), '$.collections', json_array(),
      '$.quizzes', (SELECT json_group_array(json_set(value, '$.isCurrent', 0)) FROM json_each(?2, '$.quizzes'))))
    """)
  static let takeOnce: SQL = """
    INSERT INTO once (learner, name, kind, at_ms)
    SELECT ?2, value ->> 'name', value ->> 'kind', value ->> 'atMs' FROM json_each(?1, '$.once')
    """
  static let takeLedger: SQL = """
    INSERT INTO ledger
      (attempt_public_id, subject, stars, score, total, longest_run, elapsed_ms, finished_at_ms, learner)
    SELECT value ->> 'attempt', value ->> 'subject', value ->> 'stars', value ->> 'score', value ->> 'total',
      value ->> 'longestRun', value ->> 'elapsedMs', value ->> 'finishedAtMs', ?2
    FROM json_each(?1, '$.ledger') ORDER BY key
    """
}
