package import HomeworkEngine
package import HomeworkModel

extension RowTransaction {
  package func attempts(_ query: AttemptQuery) throws(StoreError) -> [StoredAttempt<Attempt>] {
    switch query {
    case .id(let id): try noted(withAnswers(all(Self.attemptById, id.key, make: Self.head)))
    case .at(let homework): try withAnswers(all(Self.attemptsOfHomework, homework.key, make: Self.head))
    case .reviews(let learner): try withAnswers(all(Self.reviews, learner, make: Self.head))
    case .open(nil, let learner): try withAnswers(all(Self.openReview, learner, make: Self.head))
    case .open(let homework?, let learner):
      try withAnswers(all(Self.openAttemptOfHomework, learner, homework.key, make: Self.head))
    case .list(let homework, let state, let learner, let place, let limit):
      try withAnswers(list(homework, state, of: learner, after: place, limit: limit))
    }
  }

  private func list(
    _ homework: Homework.ID?, _ state: Attempt.State?, of learner: Int64?, after place: ListPlace?, limit: Int
  ) throws(StoreError) -> [StoredAttempt<Attempt>] {
    var conditions = ["a.learner = \(Self.wantedLearner)"]
    var values: [any SQLBindable] = [learner]
    if let homework {
      conditions.append("h.public_id = ?")
      values.append(homework.key)
    }
    if let state {
      conditions.append("a.state = ?")
      values.append(state.rawValue)
    }
    if let place {
      conditions.append("(a.started_at_ms, a.public_id) < (?, ?)")
      values += [place.atMs, place.id]
    }
    let text = conditions.joined(separator: " AND ")
    return try all(
      .text(of: "attempts \(text)") {
        "\(Self.attemptColumns) WHERE \(text) ORDER BY a.started_at_ms DESC, a.public_id DESC LIMIT ?"
      }, binding: values + [limit], make: Self.head)
  }

  private static let attemptColumns = attemptColumns()
  /// - Parameters:
  ///   - others: additional columns.
  ///   - tables: in other words than joins: attempt `a`, quiz `z`, homework `h`, learner `l`.
  static func attemptColumns(and others: String = "", from tables: String = attemptTables) -> String {
    """
    SELECT a.id, z.id, h.id, a.public_id, h.public_id, z.public_id, a.state,
      coalesce(json_array_length(a.asked), z.question_count), a.started_at_ms, a.finished_at_ms, l.id, l.public_id,
      a.is_practice, a.deadline_ms, a.shuffle, a.seed, a.asked\(others)
    FROM \(tables)
    """
  }
  private static let attemptTables = """
    attempt a JOIN quiz z ON z.id = a.quiz AND \(Dialect.isAsWritten(.attempt, "a"))
    LEFT JOIN homework h ON h.id = z.homework JOIN learner l ON l.id = a.learner
    """
  private static let attemptById = SQL.constant("\(attemptColumns) WHERE a.public_id = ?")
  private static let attemptsOfHomework = SQL.constant("\(attemptColumns) WHERE h.public_id = ? ORDER BY a.id")
  private static let reviews = SQL.constant(
    "\(attemptColumns) WHERE z.homework IS NULL AND a.learner = coalesce(?, a.learner) ORDER BY a.id")
  private static let openAttemptOfHomework = SQL.constant(
    "\(attemptColumns) WHERE h.public_id = ?2 AND a.state = 'inProgress' AND a.learner = \(wantedLearner)")

  private static let openReview = SQL.constant(
    """
    \(attemptColumns) WHERE a.id = (
      SELECT a.id FROM quiz z JOIN attempt a ON a.quiz = z.id
      WHERE z.homework IS NULL AND a.state = 'inProgress' AND a.learner = \(wantedLearner) LIMIT 1)
    """)

  private func withAnswers(_ heads: [StoredAttempt<Attempt>]) throws(StoreError) -> [StoredAttempt<Attempt>] {
    var found = heads
    for index in found.indices {
      found[index].attempt.answers = try all(Self.answersOfAttempt, found[index].row, make: Self.answer)
      // More answers than questions would have no score.
      guard found[index].attempt.answers.count <= found[index].attempt.questionCount else {
        throw fail(.damaged("number of questions", "\(found[index].attempt.questionCount)"))
      }
      if found[index].homeworkRow == nil {
        found[index].attempt.answers = try found[index].attempt.answers.map { (answer) throws(StoreError) in
          answer.asked(of: try homework(ofQuestion: answer.questionId))
        }
      }
      // A missing answer, or one with another index, would shift all later answers to other questions.
      for (place, answer) in found[index].attempt.answers.enumerated() where answer.index != place {
        throw fail(.damaged("place of an answer", "\(answer.index)"))
      }
    }
    return found
  }

  /// Notes an attempt that was just started, which is soon answered.
  private func noted(_ found: [StoredAttempt<Attempt>]) -> [StoredAttempt<Attempt>] {
    for stored in found where stored.attempt.answers.isEmpty { known?.add(stored.with(stored.attempt.summary)) }
    return found
  }

  private static func head(_ row: Row) throws(RowError) -> StoredAttempt<Attempt> {
    guard let state = Attempt.State(rawValue: row.text(6)) else { throw .damaged("attempt state", row.text(6)) }
    let homeworkRow = row.isNull(2) ? nil : row.int64(2)
    let (terms, order) = try order(row, 12, isReview: homeworkRow == nil)
    return StoredAttempt(
      row: row.int64(0), quizRow: row.int64(1), homeworkRow: homeworkRow, learnerRow: row.int64(10), order: order,
      attempt: Attempt(
        id: try row.id(3), homeworkId: try row.optionalId(4), quizId: homeworkRow == nil ? nil : try row.id(5),
        learnerId: try row.id(11), state: state,
        questionCount: try row.int(7, in: QuizDraft.questionCounts, "number of questions"),
        startedAt: try row.timestamp(8), finishedAt: try row.optionalTimestamp(9), terms: terms))
  }

  /// Returns how an attempt was started, and its order if that is its own.
  ///
  /// - Parameter isReview: whether it asks no homework's quiz: then its questions are always an order of its own.
  private static func order(
    _ row: Row, _ start: Int, isReview: Bool
  ) throws(RowError) -> (AttemptTerms, StoredOrder?) {
    let isPractice = row.int(start) == 1
    let deadline = try row.optionalTimestamp(start + 1)
    var shuffle: QuizOrder.Shuffle?
    if let word = row.optionalText(start + 2) {
      shuffle = QuizOrder.Shuffle(rawValue: word)
      guard shuffle != nil else { throw .damaged("way to shuffle", word) }
    }
    let seed = UInt64(bitPattern: row.int64(start + 3))
    let asked = row.isNull(start + 4) ? nil : try JSONColumn.places(row, start + 4)
    let terms = AttemptTerms(
      isPractice: isPractice, deadline: deadline, shuffle: shuffle, seed: shuffle == nil ? nil : seed)
    let isAsItIs = asked == nil && shuffle == nil && !isReview
    return (terms, isAsItIs ? nil : StoredOrder(asked: asked, shuffle: shuffle, seed: seed))
  }

  package func openAttempt(homework row: Int64) throws(StoreError) -> Attempt.ID? {
    try first(
      """
      SELECT a.public_id FROM attempt a JOIN quiz z ON z.id = a.quiz
      WHERE z.homework = ? AND a.state = 'inProgress' ORDER BY a.id LIMIT 1
      """, row
    ) { (row) throws(RowError) in try row.id(0) }
  }

  package func insert(_ attempt: NewAttempt) throws(StoreError) {
    let terms = attempt.terms
    let row = try inserted(
      """
      INSERT INTO attempt (public_id, quiz, started_at_ms, learner, is_practice, deadline_ms, shuffle, seed, asked)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, attempt.id.key, attempt.quizRow, attempt.startedAt.millisecondsSince1970, attempt.learnerRow,
      terms.isPractice, terms.deadline?.millisecondsSince1970, terms.shuffle?.rawValue,
      terms.seed.map { Int64(bitPattern: $0) }, attempt.asked.map(JSONColumn.text))
    try sign(.attempt, where: "id = ?", row)
  }

  package func close(attempt row: Int64, as state: Attempt.State, at time: Timestamp) throws(StoreError) {
    known?.forget(attempt: row)
    try run(Self.closeAttempt, state.rawValue, time.millisecondsSince1970, row)
    try sign(.attempt, where: "id = ?", row)
  }

  static let closeAttempt = SQL.constant("UPDATE attempt SET state = ?, finished_at_ms = ? WHERE id = ?")
}

// MARK: Answers

extension RowTransaction {
  private static let answerColumns = """
    SELECT coalesce(q.card, q.public_id), r.position, r.response, r.outcome, r.streak_position, r.elapsed_ms,
      r.answered_at_ms, q.id
    FROM answer r JOIN question q ON q.id = r.question AND \(Dialect.isAsWritten(.answer, "r"))
    """
  private static let answersOfAttempt = SQL.constant("\(answerColumns) WHERE r.attempt = ? ORDER BY r.position")
  private static let answerAt = SQL.constant("\(answerColumns) WHERE r.attempt = ? AND r.position = ?")

  package func answer(at index: Int, attempt row: Int64) throws(StoreError) -> (answer: Answer, questionRow: Int64)? {
    try first(Self.answerAt, row, index) { (row) throws(RowError) in
      (answer: try Self.answer(row), questionRow: row.int64(7))
    }
  }

  static func answer(_ row: Row) throws(RowError) -> Answer {
    return Answer(
      questionId: try row.id(0), index: try row.int(1, in: Stored.positions, "position"),
      response: row.optionalText(2), outcome: try row.outcome(3),
      streakPosition: try row.optionalInt(4, in: Stored.streakPositions, "streak position"),
      elapsedMs: try row.int(5, in: Answer.elapsedLimitsMs, "time spent"), answeredAt: try row.timestamp(6))
  }

  package func summary(_ id: Attempt.ID, upTo index: Int?) throws(StoreError) -> StoredAttempt<AttemptSummary>? {
    if index == nil, let summary = known?.summary(id) { return summary }
    let summary = try first(Self.summaryById, id.key, index, make: Self.summary)
    if index == nil, let summary { known?.add(summary) }
    return summary
  }

  private static let summaryById = SQL.constant(
    """
    \(attemptColumns(and: ", \(standingColumns)"))
    LEFT JOIN answer r ON r.attempt = a.id
      AND r.position = coalesce(?2, (SELECT max(position) FROM answer WHERE attempt = a.id))
      AND \(Dialect.isAsWritten(.answer, "r"))
    WHERE a.public_id = ?1
    """)

  static func summary(_ row: Row) throws(RowError) -> StoredAttempt<AttemptSummary> {
    let head = try head(row)
    var summary = head.attempt.summary
    if !row.isNull(17) {
      summary.standing = try standing(row, 17)
      // More answers than questions would have no score.
      guard summary.standing.settled <= summary.questionCount else {
        throw .damaged("number of questions", "\(summary.questionCount)")
      }
    }
    return head.with(summary)
  }

  static let standingColumns = "r.position, r.correct_count, r.total_elapsed_ms, r.run, r.longest_run, r.stars"

  /// Returns the standing in the row of an answer, from column `start` on.
  static func standing(_ row: Row, _ start: Int) throws(RowError) -> Standing {
    let settled = try row.int(start, in: Stored.positions, "position") + 1
    let correct = try row.int(start + 1, in: 0...settled, "number of correct answers")
    let longest = try row.int(start + 4, in: 0...correct, "number of answers in a row")
    return Standing(
      settled: settled, correct: correct,
      elapsedMs: try row.int(start + 2, in: 0...settled * Answer.elapsedLimitsMs.upperBound, "time spent"),
      streak: Streak(
        run: try row.int(start + 3, in: 0...longest, "number of answers in a row"), longest: longest,
        stars: try row.int(start + 5, in: 0...correct, "number of stars")))
  }

  package func outcomes(
    homework row: Int64, by learner: Int64
  ) throws(StoreError) -> [(question: Question.ID, outcome: Outcome)] {
    try all(Self.outcomesOfHomework, learner, row) { (row) throws(RowError) in
      (question: try row.id(0), outcome: try row.outcome(1))
    }
  }

  private static let outcomesOfHomework: SQL = """
    SELECT coalesce(q.card, q.public_id), r.outcome, r.answered_at_ms, a.id, r.position
    FROM quiz z JOIN attempt a ON a.quiz = z.id AND a.learner = ?1 JOIN answer r ON r.attempt = a.id
      JOIN question q ON q.id = r.question
    WHERE z.homework = ?2 AND a.state <> 'abandoned'
    UNION ALL
    SELECT q.card, r.outcome, r.answered_at_ms, a.id, r.position
    FROM quiz z JOIN question f ON f.quiz = z.id AND f.card IS NULL JOIN question q ON q.card = f.public_id
      JOIN quiz y ON y.id = q.quiz AND y.homework IS NULL JOIN attempt a ON a.quiz = y.id AND a.learner = ?1
      JOIN answer r ON r.attempt = a.id AND r.question = q.id
    WHERE z.homework = ?2 AND a.state <> 'abandoned'
    ORDER BY 3, 4, 5
    """
}
