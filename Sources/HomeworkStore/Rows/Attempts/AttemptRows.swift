import HomeworkModel

extension Table {
  static let attempt = Table(
    "attempt",
    [
      .text("id"), .text("quiz"), .text("learner"), .text("state"), .integer("started_at_ms"),
      .integer("finished_at_ms"), .flag("is_practice"), .integer("deadline_ms"), .text("shuffle"), .integer("seed"),
      .text("asked"), .text("copy"),
    ])

  static let answer = Table(
    "answer", identifiedBy: 2,
    [
      .text("attempt"), .integer("position"), .text("question"), .text("response"), .text("outcome"),
      .integer("elapsed_ms"), .integer("answered_at_ms"),
    ])
}

extension RowTransaction {
  /// Returns attempts with their answers, in the quiz's letters.
  func attempts(_ query: AttemptQuery) throws(StoreError) -> [StoredAttempt<Attempt>] {
    switch query {
    case .id(let id): try withAnswers(all(Self.attemptById, id, make: Self.head))
    case .at(let homework): try withAnswers(all(Self.attemptsOfHomework, homework, make: Self.head))
    case .completed(let question): try withAnswers(all(Self.attemptsAsking, question, make: Self.head))
    case .reviews(let learner): try withAnswers(all(Self.reviews, learner, make: Self.head))
    case .open(nil, let learner): try withAnswers(all(Self.openReview, learner, make: Self.head))
    case .open(let homework?, let learner):
      try withAnswers(all(Self.openAttemptOfHomework, learner, homework, make: Self.head))
    case .list(let homework, let state, let learner, let position, let limit):
      try withAnswers(list(homework, state, of: learner, after: position, limit: limit))
    }
  }

  private func list(
    _ homework: Homework.ID?, _ state: Attempt.State?, of learner: Learner.ID?, after position: ListPosition?,
    limit: Int
  ) throws(StoreError) -> [StoredAttempt<Attempt>] {
    var conditions = ["a.learner = \(Self.wantedLearner)", "h.hidden_at_ms IS NULL"]
    var values: [any SQLBindable] = [learner]
    if let homework {
      conditions.append("z.homework = ?")
      values.append(homework)
    }
    if let state {
      conditions.append("a.state = ?")
      values.append(state.rawValue)
    }
    if let position {
      conditions.append("(a.started_at_ms, a.id) < (?, ?)")
      values += [position.atMs, position.id]
    }
    let text = conditions.joined(separator: " AND ")
    return try all(
      "\(Self.attemptColumns()) WHERE \(text) ORDER BY a.started_at_ms DESC, a.id DESC LIMIT ?",
      binding: values + [limit], make: Self.head)
  }

  /// - Parameter others: additional columns.
  private static func attemptColumns(and others: String = "") -> String {
    """
    SELECT \(Table.attempt.list(of: "a")), z.homework AS homework,
      coalesce(json_array_length(a.asked), z.question_count) AS question_count, h.hidden_at_ms AS hidden_at_ms\(others)
    FROM attempt a JOIN quiz z ON z.id = a.quiz LEFT JOIN homework h ON h.id = z.homework
    """
  }
  private static let attemptById: SQL = "\(attemptColumns()) WHERE a.id = ?"
  private static let attemptsOfHomework: SQL = "\(attemptColumns()) WHERE z.homework = ? ORDER BY a.started_at_ms, a.id"
  private static let attemptsAsking: SQL = """
    \(attemptColumns()) WHERE a.state = 'completed' AND a.id IN (
      SELECT r.attempt FROM question q JOIN answer r ON r.question = q.id WHERE q.id = ?1 OR q.card = ?1)
    ORDER BY a.started_at_ms, a.id
    """
  private static let reviews: SQL = """
    \(attemptColumns()) WHERE z.homework IS NULL AND a.learner = coalesce(?, a.learner) ORDER BY a.started_at_ms, a.id
    """
  private static let openAttemptOfHomework: SQL = """
    \(attemptColumns()) WHERE a.id = (
      SELECT a.id FROM quiz z CROSS JOIN attempt a
      WHERE z.homework = ?2 AND a.quiz = z.id AND a.state = 'inProgress' AND a.copy IS NULL
        AND a.learner = \(wantedLearner) LIMIT 1)
    """

  private static let openReview: SQL = """
    \(attemptColumns()) WHERE a.id = (
      SELECT a.id FROM quiz z JOIN attempt a ON a.quiz = z.id
      WHERE z.homework IS NULL AND a.state = 'inProgress' AND a.copy IS NULL AND a.learner = \(wantedLearner) LIMIT 1)
    """

  private func withAnswers(_ heads: [StoredAttempt<Attempt>]) throws(StoreError) -> [StoredAttempt<Attempt>] {
    var found = heads
    for index in found.indices {
      found[index].attempt.answers = try all(Self.answersOfAttempt, found[index].attempt.id, make: Self.answer)
      found[index].attempt = found[index].attempt.recomputed
      // With more answers than questions, no score is defined.
      guard found[index].attempt.answers.count <= found[index].attempt.questionCount else {
        throw fail(.damaged("number of questions", "\(found[index].attempt.questionCount)"))
      }
      if found[index].attempt.homeworkId == nil {
        for (number, answer) in found[index].attempt.answers.enumerated() {
          found[index].attempt.answers[number] = answer.asked(of: try homework(ofQuestion: answer.questionId))
        }
      }
      // A missing answer, or one with another index, would shift all later answers to other questions.
      for (position, answer) in found[index].attempt.answers.enumerated() where answer.index != position {
        throw fail(.damaged("position of an answer", "\(answer.index)"))
      }
    }
    return found
  }

  private static func head(_ row: any SQLRow) throws(StoreError) -> StoredAttempt<Attempt> {
    let word = row.text("state")
    guard let state = Attempt.State(rawValue: word) else { throw .damaged("attempt state", word) }
    let (homework, quiz): (Homework.ID?, Quiz.ID) = (try row.optionalId("homework"), try row.id("quiz"))
    let (terms, order) = try order(row, isReview: homework == nil)
    var attempt = Attempt(
      id: try row.id("id"), homeworkId: homework, quizId: homework == nil ? nil : quiz,
      learnerId: try row.id("learner"), state: state,
      questionCount: try row.int("question_count", in: QuizDraft.questionCounts, "number of questions"),
      startedAt: try row.timestamp("started_at_ms"), finishedAt: try row.optionalTimestamp("finished_at_ms"),
      terms: terms)
    let copy: SyncCopy.ID? = try row.optionalId("copy")
    if state == .inProgress { attempt.home = copy }
    return StoredAttempt(
      quizId: quiz, order: order, owningCopy: copy, isHidden: !row.isNull("hidden_at_ms"), attempt: attempt)
  }

  /// Returns an attempt's terms, and its order if it has its own.
  ///
  /// - Parameter isReview: whether it asks no homework's quiz; its questions then always have their own order.
  private static func order(
    _ row: any SQLRow, isReview: Bool
  ) throws(StoreError) -> (AttemptTerms, StoredOrder?) {
    var shuffle: QuizOrder.Shuffle?
    if let word = row.optionalText("shuffle") {
      shuffle = QuizOrder.Shuffle(rawValue: word)
      guard shuffle != nil else { throw .damaged("way to shuffle", word) }
    }
    let seed = UInt64(bitPattern: row.int64("seed"))
    let asked = row.isNull("asked") ? nil : try JSONColumn.indexes(row, "asked")
    let terms = AttemptTerms(
      isPractice: row.int("is_practice") == 1, deadline: try row.optionalTimestamp("deadline_ms"), shuffle: shuffle,
      seed: shuffle == nil ? nil : seed)
    let isAsItIs = asked == nil && shuffle == nil && !isReview
    return (terms, isAsItIs ? nil : StoredOrder(asked: asked, shuffle: shuffle, seed: seed))
  }

  /// Returns an attempt in progress at an assignment, of any learner.
  func openAttempt(homework id: Homework.ID) throws(StoreError) -> Attempt.ID? {
    try first(
      """
      SELECT a.id FROM attempt a JOIN quiz z ON z.id = a.quiz
      WHERE z.homework = ? AND a.state = 'inProgress' AND a.copy IS NULL ORDER BY a.started_at_ms, a.id LIMIT 1
      """, id
    ) { try $0.id(0) }
  }

  /// - Parameter asked: indexes in the quiz; `nil` for all its questions.
  func insert(
    attempt id: Attempt.ID, at quiz: Quiz.ID, by learner: Learner.ID, _ terms: AttemptTerms, asked: [Int]?,
    startedAt: Timestamp
  ) throws(StoreError) {
    try insert(
      .attempt,
      [
        "id": id, "quiz": quiz, "learner": learner, "state": Attempt.State.inProgress.rawValue,
        "started_at_ms": startedAt.millisecondsSince1970, "is_practice": terms.isPractice,
        "deadline_ms": terms.deadline?.millisecondsSince1970, "shuffle": terms.shuffle?.rawValue,
        "seed": terms.seed.map { Int64(bitPattern: $0) }, "asked": asked.map(JSONColumn.text),
      ])
  }

  func close(attempt id: Attempt.ID, as state: Attempt.State, at time: Timestamp) throws(StoreError) {
    try update(.attempt, id, ["state": state.rawValue, "finished_at_ms": time.millisecondsSince1970])
  }

  func extend(attempt id: Attempt.ID, to deadline: Timestamp) throws(StoreError) {
    try update(.attempt, id, ["deadline_ms": deadline.millisecondsSince1970])
  }
}

// MARK: Answers

extension RowTransaction {
  private static let answerColumns = """
    SELECT \(Table.answer.list(of: "r")), coalesce(q.card, q.id) AS question_id, \(bodyColumns)
    FROM answer r JOIN question q ON q.id = r.question
    """
  /// The columns of question `q` by which an answer to it is chosen or typed.
  private static let bodyColumns =
    "q.type AS type, q.options AS options, q.correct_answer AS correct_answer, q.details AS details"
  private static let answersOfAttempt: SQL = "\(answerColumns) WHERE r.attempt = ? ORDER BY r.position"
  private static let answerAt: SQL = "\(answerColumns) WHERE r.attempt = ? AND r.position = ?"

  /// Returns an answer, and the question in the revision that it was given to.
  func answer(at index: Int, attempt id: Attempt.ID) throws(StoreError) -> (answer: Answer, question: Question.ID)? {
    try first(Self.answerAt, id, index) { row in
      (answer: try Self.answer(row), question: try row.id("question"))
    }
  }

  /// Returns an answer without its streak position, which follows from the answers before it; only whether it has one.
  static func answer(_ row: any SQLRow) throws(StoreError) -> Answer {
    Answer(
      questionId: try row.id("question_id"), index: try row.int("position", in: Stored.positions, "position"),
      response: row.optionalText("response"), outcome: try row.outcome("outcome"),
      streakPosition: try Question.Body.isChosen(row) ? 0 : nil,
      elapsedMs: try row.int("elapsed_ms", in: Answer.elapsedLimitsMs, "time spent"),
      answeredAt: try row.timestamp("answered_at_ms"))
  }

  /// - Parameter index: the index of the last answer to count, -1 for none; the last answer's index by default.
  func summary(_ id: Attempt.ID, upTo index: Int?) throws(StoreError) -> StoredAttempt<AttemptSummary>? {
    var found: StoredAttempt<AttemptSummary>?
    _ = try all(Self.summaryById, id, index) { row in
      var summary = try found ?? Self.head(row).summary
      defer { found = summary }
      guard !row.isNull("position") else { return }
      let settled = summary.attempt.standing.settled
      // With more answers than questions, no score is defined.
      guard settled < summary.attempt.questionCount else {
        throw StoreError.damaged("number of questions", "\(summary.attempt.questionCount)")
      }
      guard row.int("position") == settled else {
        throw StoreError.damaged("position of an answer", row.text("position"))
      }
      _ = summary.attempt.standing.settle(
        try row.outcome("outcome"), movesStreak: try Question.Body.isChosen(row),
        elapsedMs: try row.int("elapsed_ms", in: Answer.elapsedLimitsMs, "time spent"))
    }
    return found
  }

  private static let summaryById: SQL = """
    \(attemptColumns(and: ", r.position AS position, r.outcome AS outcome, r.elapsed_ms AS elapsed_ms, \(bodyColumns)"))
    LEFT JOIN answer r ON r.attempt = a.id AND r.position <= coalesce(?2, r.position)
    LEFT JOIN question q ON q.id = r.question
    WHERE a.id = ?1 ORDER BY r.position
    """

  func insert(
    _ answer: Answer, question: Question.ID, attempt: Attempt.ID
  ) throws(StoreError) {
    try insert(
      .answer,
      [
        "attempt": attempt, "position": answer.index, "question": question, "response": answer.response,
        "outcome": answer.outcome.rawValue, "elapsed_ms": answer.elapsedMs,
        "answered_at_ms": answer.answeredAt.millisecondsSince1970,
      ])
  }

  /// Stores the outcome that an answer has by its last grading.
  func setOutcome(of answer: Answer, attempt id: Attempt.ID) throws(StoreError) {
    try run(
      "UPDATE answer SET outcome = ? WHERE attempt = ? AND position = ?", answer.outcome.rawValue, id, answer.index)
  }

  /// Removes an attempt's answers from an index on, with their gradings.
  func cut(attempt id: Attempt.ID, from index: Int) throws(StoreError) {
    let query: SQL = "SELECT position FROM answer WHERE attempt = ? AND position >= ? ORDER BY position DESC"
    for position in try all(query, id, index, make: { $0.int(0) }) {
      try run("DELETE FROM answer WHERE attempt = ? AND position = ?", id, position)
    }
  }

  /// Returns a learner's settled outcomes for an assignment's questions, in attempts and reviews that are not
  /// abandoned, in order of time; of one time, in the order of all copies.
  func outcomes(
    homework id: Homework.ID, by learner: Learner.ID
  ) throws(StoreError) -> [(question: Question.ID, outcome: Outcome)] {
    try all(Self.outcomesOfHomework, learner, id) { row in
      (question: try row.id(0), outcome: try row.outcome(1))
    }
  }

  private static let outcomesOfHomework: SQL = """
    SELECT coalesce(q.card, q.id), r.outcome, r.answered_at_ms, a.id, r.position
    FROM quiz z CROSS JOIN attempt a JOIN answer r ON r.attempt = a.id JOIN question q ON q.id = r.question
    WHERE z.homework = ?2 AND a.quiz = z.id AND a.learner = ?1 AND a.state <> 'abandoned'
    UNION ALL
    SELECT q.card, r.outcome, r.answered_at_ms, a.id, r.position
    FROM quiz z JOIN question f ON f.quiz = z.id AND f.card IS NULL JOIN question q ON q.card = f.id
      JOIN quiz y ON y.id = q.quiz AND y.homework IS NULL JOIN attempt a ON a.quiz = y.id AND a.learner = ?1
      JOIN answer r ON r.attempt = a.id AND r.question = q.id
    WHERE z.homework = ?2 AND a.state <> 'abandoned'
    ORDER BY 3, 4, 5
    """
}
