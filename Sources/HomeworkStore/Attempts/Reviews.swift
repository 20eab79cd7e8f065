public import HomeworkModel
import HomeworkSQLite

/// Attempts over what is due of many homework. What one asks is copied into a quiz of its own, which no homework has, so
/// that it goes on with its words whatever becomes of the questions; the card of a copy says which question it is.
extension ReadTransaction {
  /// Returns the learner's review in progress; `nil` if there is none.
  public final func openReview() throws(StoreError) -> Attempt? {
    guard let id = try openReviewId() else { return nil }
    return try attempt(id)
  }

  final func openReviewId() throws(StoreError) -> Attempt.ID? {
    try first(Self.openReviewOfLearner, learnerRow) { (row) throws(SQLiteError) in try row.id(0) }
  }

  private static let openReviewOfLearner = SQL.constant(
    """
    SELECT a.public_id FROM quiz z JOIN attempt a ON a.quiz = z.id
    WHERE z.homework IS NULL AND a.state = 'inProgress' AND a.learner = \(wantedLearner)
    """)

  /// The reviews of a learner, or of all.
  func reviews(of learner: Int64? = nil) throws(StoreError) -> [Attempt.ID] {
    try all(
      """
      SELECT a.public_id FROM quiz z JOIN attempt a ON a.quiz = z.id
      WHERE z.homework IS NULL AND a.learner = coalesce(?, a.learner) ORDER BY a.id
      """, learner
    ) { (row) throws(SQLiteError) in try row.id(0) }
  }

  /// Returns what an attempt asks, in the words that it is played with, which may have been replaced since.
  public final func quiz(ofAttempt id: Attempt.ID) throws(StoreError) -> Quiz {
    guard let quiz = try quiz(Self.quizOfAttempt, id.key) else { throw .notFound(.attempt, id.text) }
    return quiz
  }

  private static let quizOfAttempt = SQL.constant(
    "\(quizColumns) WHERE z.id = (SELECT quiz FROM attempt WHERE public_id = ?)")

  /// The homework that a question is of, by its first revision; `nil` where it is deleted.
  func homework(ofQuestion id: Question.ID) throws(StoreError) -> Homework.ID? {
    try first(Self.homeworkOfQuestionId, id.key) { (row) throws(SQLiteError) in try row.id(0) }
  }

  private static let homeworkOfQuestionId: SQL = """
    SELECT h.public_id FROM question q JOIN quiz z ON z.id = q.quiz JOIN homework h ON h.id = z.homework
    WHERE q.public_id = ?
    """
}

extension WriteTransaction {
  /// Starts a practice attempt of the learner over what is to be asked again by now, of all homework, of which each learner
  /// has at most one in progress, beside other attempts.
  ///
  /// - Parameters:
  ///   - retention: how likely they are to remember a question when it is due.
  ///   - limit: the most questions, of which 200 are asked at once at most: what has waited longest.
  ///   - options: in which order, and for how long. It is practice, and over what is due, whatever they say.
  /// - Throws: `attemptAlreadyOpen`; `invalid`; `nothingToPractise` where nothing is due.
  public func startReview(
    for retention: Retention = .usual, atMost limit: Int = 200, _ options: AttemptOptions = AttemptOptions()
  ) throws(StoreError) -> Attempt {
    if let open = try openReviewId() { throw .attemptAlreadyOpen(open) }
    var terms = options
    (terms.isPractice, terms.only) = (true, nil)
    var faults = terms.faults(questionCount: 0)
    if limit < 1 { faults.append(Fault(path: "limit", message: "must be at least 1, is \(limit)")) }
    guard faults.isEmpty else { throw .invalid(faults) }
    let due = try dueRows(at: now, for: retention, limit: min(limit, QuizDraft.questionCounts.upperBound))
    guard !due.isEmpty else { throw .nothingToPractise("no question is due") }
    try run(
      "INSERT INTO quiz (public_id, is_current, question_count, created_at_ms) VALUES (?, 0, ?, ?)",
      (newId() as Quiz.ID).key, due.count, now.millisecondsSince1970)
    let quiz = lastInsertedRow
    for (position, question) in due.enumerated() {
      try run(Self.copyQuestion, (newId() as Question.ID).key, quiz, position, question)
    }
    return try insertAttempt(quiz: quiz, terms, asked: nil, of: nil, by: learnerKeys().row)
  }

  private static let copyQuestion: SQL = """
    INSERT INTO question (public_id, quiz, position, type, prompt, explanation, options, correct_index, correct_answer,
      accepted_answers, key_concepts, card)
    SELECT ?1, ?2, ?3, type, prompt, explanation, options, correct_index, correct_answer, accepted_answers,
      key_concepts, coalesce(card, public_id)
    FROM question WHERE id = ?4
    """

  /// The row of an attempt, told of.
  func insertAttempt(
    quiz: Int64, _ options: AttemptOptions, asked: [Int]?, of homework: Homework.ID?, by learner: Int64
  ) throws(StoreError) -> Attempt {
    let id: Attempt.ID = newId()
    let seed = options.shuffle.map { _ in options.seed ?? drawnSeed() }
    try run(
      """
      INSERT INTO attempt (public_id, quiz, started_at_ms, learner, is_practice, deadline_ms, shuffle, seed, asked)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, id.key, quiz, now.millisecondsSince1970, learner, options.isPractice || asked != nil ? 1 : 0,
      options.timeLimitMs.map { now.millisecondsSince1970 + Int64($0) }, options.shuffle?.rawValue,
      seed.map { Int64(bitPattern: $0) }, asked.map(JSONColumn.text))
    try sign(attempt: lastInsertedRow)
    try record(.attemptStarted, homework, Event.Detail(attemptId: id), of: learner)
    return try attempt(id)
  }
}
