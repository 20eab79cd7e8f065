package import HomeworkModel

/// The last deletion, kept as JSON that SQLite makes and reads.
extension SQLiteTransaction {
  package func forget() throws(StoreError) { try run("DELETE FROM deletion") }

  func forgetDeletions(ofLearner row: Int64) throws(StoreError) { try run(Self.eraseFromDeletions, row) }

  private static let eraseFromDeletions: SQL = """
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

  package func keep(homework row: Int64, at time: Timestamp) throws(StoreError) {
    try run(Self.capture, Int64?.none, row, time.millisecondsSince1970)
  }

  package func restore(since oldest: Timestamp) throws(StoreError) -> [(id: Homework.ID, row: Int64)] {
    try run("DELETE FROM deletion WHERE at_ms < ?", oldest.millisecondsSince1970)
    let kept = try all("SELECT id, content ->> '$.homework.id' FROM deletion ORDER BY id") {
      (row) throws(SQLiteError) -> (Int64, Homework.ID) in (row.int64(0), try row.id(1))
    }
    var restored: [(id: Homework.ID, row: Int64)] = []
    for (deletion, id) in kept {
      restored.append((id, try restore(deletion)))
      try restoreAnswers(deletion)
    }
    try forget()
    return restored
  }

  private func restore(_ deletion: Int64) throws(StoreError) -> Int64 {
    do throws(SQLiteError) { return try restore(deletion, into: nil) } catch {
      // It was taken from rows that kept every rule.
      throw failed(error.code == SQLiteError.Code.constraint ? .damaged("deletion", error.message) : error)
    }
  }

  /// Restores the kept rows except the answers, leaving existing rows unchanged.
  ///
  /// - Parameter homework: the row of the homework, if it exists.
  func restore(_ deletion: Int64, into homework: Int64?) throws(SQLiteError) -> Int64 {
    if homework == nil { try connection.run(Self.restoreHomework, deletion) }
    let row = homework ?? connection.lastInsertedRow
    try restoreParts(deletion, of: row)
    return row
  }

  /// Restores what belongs to a homework, or to none if `homework` is `nil`.
  func restoreParts(_ deletion: Int64, of homework: Int64?) throws(SQLiteError) {
    for statement in Self.restoreParts { try connection.run(statement, deletion, homework) }
  }

  /// Recounts what is counted up to each answer: an older deletion does not have it.
  func restoreAnswers(_ deletion: Int64) throws(StoreError) {
    let answers = try all(Self.deletedAnswers, deletion) { (row) throws(SQLiteError) in
      (attempt: row.int64(8), question: row.int64(7), answer: try Self.answer(row))
    }
    var (attempt, standing) = (Int64?.none, Standing())
    for restored in answers {
      if restored.attempt != attempt { (attempt, standing) = (restored.attempt, Standing()) }
      let answer = restored.answer
      _ = standing.settle(answer.outcome, isMCQ: answer.isMCQ, elapsedMs: answer.elapsedMs)
      try insert(answer, standing, question: restored.question, attempt: restored.attempt)
    }
  }

  private static let deletedAnswers: SQL = """
    SELECT q.public_id, e.value ->> 'position' AS position, e.value ->> 'response', e.value ->> 'outcome',
      e.value ->> 'streakPosition', e.value ->> 'elapsedMs', e.value ->> 'answeredAtMs', q.id, a.id
    FROM deletion d, json_each(d.content, '$.answers') e JOIN attempt a ON a.public_id = e.value ->> 'attempt'
      JOIN question q ON q.public_id = e.value ->> 'question'
    WHERE d.id = ? ORDER BY a.id, position
    """

  private static let capture = SQL.constant(
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
  private static func played(_ quizzes: String) -> String {
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

  private static let restoreHomework: SQL = """
    INSERT INTO homework (public_id, title, subject, text, created_at_ms, due_on, generation_state,
      generation_reason, generation_retry_at_ms, picture)
    SELECT h ->> 'id', h ->> 'title', h ->> 'subject', h ->> 'text', h ->> 'createdAtMs', h ->> 'dueOn',
      h ->> 'state', h ->> 'reason', h ->> 'retryAtMs', picture
    FROM (SELECT content -> '$.homework' AS h, picture FROM deletion WHERE id = ?)
    """

  /// Each takes the rows of the deletion and of the homework; in the order in which they refer to each other.
  private static let restoreParts: [SQL] = [
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
    SQL.constant(
      """
      UPDATE attempt SET checksum = \(attemptChecksum)
      WHERE ?1 IS NOT NULL AND checksum = 0 AND quiz IN (SELECT id FROM quiz WHERE homework IS ?2)
      """),
    """
    INSERT INTO progress
      (homework, learner, best_score, best_total, completion_percentage, total_attempts, last_played_at_ms, checksum)
    SELECT ?2, p ->> 0, p ->> 1, p ->> 2, p ->> 3, p ->> 4, p ->> 5,
      row_checksum(?2, p ->> 0, p ->> 1, p ->> 2, p ->> 3, p ->> 4, p ->> 5)
    FROM (SELECT e.value AS p FROM deletion d, json_each(d.content, '$.progress') e WHERE d.id = ?1)
    """,
    """
    INSERT INTO completion
    SELECT ?2, e.value ->> 0, e.value ->> 1 FROM deletion d, json_each(d.content, '$.completions') e WHERE d.id = ?1
    """,
  ]
}
