import HomeworkEngine
public import HomeworkModel

/// Attempts over what is due of many homework. What one asks is copied into a quiz of its own, which no homework has,
/// so that it goes on with its words whatever becomes of the questions; the card of a copy says which question it is.
extension ReadTransaction {
  /// Returns the learner's review in progress; `nil` if there is none.
  public final func openReview() throws(StoreError) -> Attempt? {
    try rows.attempts(.open(nil, of: learnerRow)).first.map(shown)
  }

  /// Returns what an attempt asks, in the words that it is played with, which may have been replaced since.
  public final func quiz(ofAttempt id: Attempt.ID) throws(StoreError) -> Quiz {
    guard let quiz = try rows.quiz(.asked(by: id)) else { throw .notFound(.attempt, id.text) }
    return quiz
  }
}

extension WriteTransaction {
  /// Starts a practice attempt of the learner over what is to be asked again by now, of all homework, of which each
  /// learner has at most one in progress, beside other attempts.
  ///
  /// - Parameters:
  ///   - retention: how likely they are to remember a question when it is due.
  ///   - limit: the most questions, of which 200 are asked at once at most: what has waited longest.
  ///   - options: in which order, and for how long. It is practice, and over what is due, whatever they say.
  /// - Throws: `attemptAlreadyOpen`; `invalid`; `nothingToPractise` where nothing is due.
  public func startReview(
    for retention: Retention = .usual, atMost limit: Int = 200, _ options: AttemptOptions = AttemptOptions()
  ) throws(StoreError) -> Attempt {
    if let open = try openReview()?.id { throw .attemptAlreadyOpen(open) }
    var terms = options
    (terms.isPractice, terms.only) = (true, nil)
    var faults = terms.faults(questionCount: 0)
    if limit < 1 { faults.append(Fault(path: "limit", message: "must be at least 1, is \(limit)")) }
    guard faults.isEmpty else { throw .invalid(faults) }
    let due = try dueRows(at: now, for: retention, limit: min(limit, QuizDraft.questionCounts.upperBound))
    guard !due.isEmpty else { throw .nothingToPractise("no question is due") }
    let id: Quiz.ID = newId()
    let quiz = try rows.insertReview(id, copying: due.map { (row: $0, as: newId()) }, createdAt: now)
    return try insertAttempt(quiz: quiz, terms, asked: nil, of: nil, by: learnerKeys().row)
  }

  /// The row of an attempt, told of.
  func insertAttempt(
    quiz: Int64, _ options: AttemptOptions, asked: [Int]?, of homework: Homework.ID?, by learner: Int64
  ) throws(StoreError) -> Attempt {
    let id: Attempt.ID = newId()
    let terms = AttemptTerms(
      isPractice: options.isPractice || asked != nil,
      deadline: options.timeLimitMs.map { now.adding(milliseconds: Int64($0)) }, shuffle: options.shuffle,
      seed: options.shuffle.map { _ in options.seed ?? drawnSeed() })
    try rows.insert(
      NewAttempt(id: id, quizRow: quiz, learnerRow: learner, startedAt: now, terms: terms, asked: asked))
    try record(.attemptStarted, homework, Event.Detail(attemptId: id), of: learner)
    return try attempt(id)
  }
}
