public import HomeworkModel

/// Attempts over the due questions of several assignments. A review copies its questions into a quiz of its own, which
/// belongs to no homework, so that it keeps their wording even if the originals change; a copy's card identifies the
/// original question.
extension ReadTransaction {
  /// Returns the learner's review in progress; `nil` if none exists.
  public final func openReview() throws(StoreError) -> Attempt? {
    try rows.attempts(.open(nil, of: chosenLearner)).first.map(shown)
  }

  /// Returns the questions of an attempt in the wording that it uses, which may have been replaced since.
  public final func quiz(ofAttempt id: Attempt.ID) throws(StoreError) -> Quiz {
    guard let quiz = try rows.quiz(.asked(by: id)) else { throw .notFound(.attempt, id.text) }
    return quiz
  }
}

extension WriteTransaction {
  /// Starts a practice attempt over the learner's due questions from all homework. Each learner has at most one review
  /// in progress, besides other attempts.
  ///
  /// - Parameters:
  ///   - retention: how likely the learner is to remember a question when it is due.
  ///   - limit: the maximum number of questions, capped at 200; the longest overdue are chosen.
  ///   - moment: the moment until which questions are due, such as the end of a `LocalDay`; by default now.
  ///   - options: the order and the time limit. `isPractice` and `only` are ignored.
  /// - Throws: `attemptAlreadyOpen`; `invalid`; `nothingToPractise` if nothing is due.
  public func startReview(
    for retention: Retention = .usual, atMost limit: Int = 200, dueBy moment: Timestamp? = nil,
    _ options: AttemptOptions = AttemptOptions()
  ) throws(StoreError) -> Attempt {
    if let open = try openReview()?.id { throw .attemptAlreadyOpen(open) }
    var terms = options
    (terms.isPractice, terms.only) = (true, nil)
    var faults = terms.faults(questionCount: 0)
    if limit < 1 { faults.append(Fault(path: "limit", message: "must be at least 1, is \(limit)")) }
    guard faults.isEmpty else { throw .invalid(faults) }
    let due = try due(at: moment ?? now, for: retention, limit: min(limit, QuizDraft.questionCounts.upperBound))
    guard !due.isEmpty else { throw .nothingToPractise("no question is due") }
    let id: Quiz.ID = newId()
    try rows.insertReview(id, copying: due.map { (id: $0.id, as: newId()) }, createdAt: timeAfterCorrections())
    try logChange(.quiz, id.text)
    return try insertAttempt(quiz: id, terms, asked: nil, of: nil, by: learner().id)
  }

  /// Inserts an attempt's row and event.
  func insertAttempt(
    quiz: Quiz.ID, _ options: AttemptOptions, asked: [Int]?, of homework: Homework.ID?, by learner: Learner.ID
  ) throws(StoreError) -> Attempt {
    let id: Attempt.ID = newId()
    let terms = AttemptTerms(
      isPractice: options.isPractice || asked != nil,
      deadline: options.timeLimitMs.map { now.adding(milliseconds: Int64($0)) }, shuffle: options.shuffle,
      seed: options.shuffle.map { _ in options.seed ?? drawnSeed() })
    try rows.insert(attempt: id, at: quiz, by: learner, terms, asked: asked, startedAt: now)
    try logChange(.attempt, id.text)
    try appendEvent(.attemptStarted, homework, Event.Detail(attemptId: id), of: learner)
    let stored = try stored(id)
    // Caches the question for the first answer.
    _ = try currentQuestion(of: stored.summary)
    return try shown(stored)
  }
}
