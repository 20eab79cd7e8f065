public import HomeworkModel

/// The result of finishing an attempt.
public struct FinishResult: Hashable, Sendable {
  /// The attempt as finished; its homework's progress including this attempt, `nil` for a review; and the ledger's sum
  /// including the attempt's stars.
  public let attempt: AttemptSummary, progress: HomeworkProgress?, starsTotal: Int
  /// The achievements that this attempt unlocked for the first time in this store, and the completed-attempt milestones
  /// that it reached.
  public let achievements: [Achievement], milestones: [Int]
}

extension ReadTransaction {
  /// Returns an attempt with its answers.
  public func attempt(_ id: Attempt.ID) throws(StoreError) -> Attempt {
    try shown(stored(id))
  }

  /// Returns the learner's attempt in progress at an assignment; `nil` if none exists.
  package func openAttempt(_ homeworkId: Homework.ID) throws(StoreError) -> Attempt? {
    try rows.attempts(.open(homeworkId, of: chosenLearner)).first.map(shown)
  }

  /// Returns every learner's attempts at an assignment, oldest first, including attempts at replaced quizzes.
  package func attempts(of homeworkId: Homework.ID) throws(StoreError) -> [Attempt] {
    try rows.attempts(.at(homeworkId)).filter { !$0.isHidden }.map(shown)
  }

  func stored(_ id: Attempt.ID) throws(StoreError) -> StoredAttempt<Attempt> {
    guard let found = try rows.attempts(.id(id)).first, !found.isHidden else { throw .notFound(.attempt, id.text) }
    return found
  }

  /// Returns the learner's attempts, newest first, then by id. `after` is the `next` of the previous page.
  public func attemptList(
    of homeworkId: Homework.ID? = nil, state: Attempt.State? = nil, limit: Int = 50, after cursor: String? = nil
  ) throws(StoreError) -> Page<Attempt> {
    let position = try Self.position(limit, cursor)
    let found = try rows.attempts(.list(homeworkId, state, of: chosenLearner, after: position, limit: limit + 1))
    let items = try found.prefix(limit).map(shown)
    let next = found.count > limit ? items.last.map { ($0.startedAt.millisecondsSince1970, $0.id.text) } : nil
    return Page(items: items, next: next.map(Self.cursor))
  }
}

extension WriteTransaction {
  /// Starts an attempt at the homework's quiz. Each learner has at most one in progress per homework.
  ///
  /// - Parameters:
  ///   - homeworkId: the homework to play.
  ///   - options: how to play the quiz, if not unchanged.
  /// - Throws: `attemptAlreadyOpen`; `invalid`; `nothingToPractise`; `notFound`.
  public func startAttempt(
    _ homeworkId: Homework.ID, _ options: AttemptOptions = AttemptOptions()
  ) throws(StoreError) -> Attempt {
    let homework = try homework(homeworkId)
    guard let quizId = homework.quizId else { throw .notFound(.quiz, "of homework \(homeworkId)") }
    if let open = homework.openAttemptId { throw .attemptAlreadyOpen(open) }
    let faults = options.faults(questionCount: homework.questionCount)
    guard faults.isEmpty else { throw .invalid(faults) }
    let learner = try learner().id
    let asked = try asked(options.only, of: homeworkId, by: learner)
    if !options.isPractice, asked == nil, try rows.hasCards(quiz: quizId) {
      let message = "is needed, because the quiz has cards, which learners grade themselves: only practice can ask them"
      throw .invalid([Fault(path: "practice", message: message)])
    }
    return try insertAttempt(quiz: quizId, options, asked: asked, of: homeworkId, by: learner)
  }

  /// - Returns: the indexes in the quiz; `nil` for all questions.
  private func asked(
    _ only: AttemptOptions.Selection?, of id: Homework.ID, by learner: Learner.ID
  ) throws(StoreError) -> [Int]? {
    switch only {
    case nil: return nil
    case .questions(let indexes)?: return indexes
    case .wrong?:
      guard let quiz = try quiz(for: id) else { throw .notFound(.quiz, "of homework \(id)") }
      let wrong = try wrongIndexes(of: id, in: quiz, by: learner)
      guard !wrong.isEmpty else { throw .nothingToPractise("no question was last answered wrong or skipped") }
      return wrong
    case .due(let retention, let most)?:
      guard let quiz = try quiz(for: id) else { throw .notFound(.quiz, "of homework \(id)") }
      let indexes = Dictionary(uniqueKeysWithValues: quiz.questions.enumerated().map { ($1.id, $0) })
      let due = try dueQuestions(at: now, for: retention).compactMap { indexes[$0.questionId] }
      guard !due.isEmpty else { throw .nothingToPractise("no question is due") }
      return Array(due.prefix(max(1, most)))
    }
  }

  /// Completes an attempt whose questions are all settled, and updates progress, ledger, achievements and milestones.
  ///
  /// If every answer is correct, the homework is completed, too. Practice changes none of these. After the deadline,
  /// unsettled questions are skipped, and the first of them is charged the rest of the time limit, a year at most.
  public func finishAttempt(_ id: Attempt.ID) throws(StoreError) -> FinishResult {
    var stored = try summaryInProgress(id)
    if let deadline = stored.attempt.terms.deadline, now > deadline {
      let limitMs = Int(deadline.millisecondsSince1970 - stored.attempt.startedAt.millisecondsSince1970)
      var restMs = min(max(0, limitMs - stored.attempt.elapsedMs), Answer.elapsedLimitsMs.upperBound)
      while let asked = try currentQuestion(of: stored) {
        _ = try settle(asked, .skip, .skipped, elapsedMs: restMs, in: &stored)
        restMs = 0
      }
    }
    guard stored.attempt.isSettled else {
      throw .questionsLeft(stored.attempt.questionCount - stored.attempt.questionIndex)
    }
    if try regradeBeforeFinish(stored) { stored = try summary(id) }
    var attempt = stored.attempt
    let learner = attempt.learnerId
    let homework = if let id = attempt.homeworkId { try self.homework(id, of: learner) } else { Homework?.none }
    try rows.close(attempt: id, as: .completed, at: now)
    try logChange(.attempt, id.text, "completed")
    (attempt.state, attempt.finishedAt) = (.completed, now)
    guard !attempt.terms.isPractice, let homework else {
      try appendEvent(.attemptFinished, attempt.homeworkId, Event.Detail(attemptId: id), of: learner)
      return FinishResult(
        attempt: attempt, progress: homework?.progress, starsTotal: try earned(by: learner).starsTotal,
        achievements: [], milestones: [])
    }
    var progress = homework.progress
    progress.record(attempt.score, at: now)
    try rows.append(LedgerLine(attempt, subject: homework.subject, finishedAt: now), of: learner)
    try logChange(.credit, id.text)
    try appendEvent(.attemptFinished, homework.id, Event.Detail(attemptId: id), of: learner)
    if attempt.score.percentage == 100 { try complete(homework.id, by: learner) }
    let earned = try earned(by: learner)
    var achievements: [Achievement] = []
    for achievement in Achievement.earned(
      attempt.score, longestRun: attempt.streak.longest, starsTotal: earned.starsTotal)
    where !earned.achievements.contains(achievement) {
      guard try addMoment(achievement.rawValue, kind: "achievement", of: learner) else { continue }
      achievements.append(achievement)
      try appendEvent(
        .achievementUnlocked, homework.id, Event.Detail(attemptId: id, name: achievement.rawValue), of: learner)
    }
    var milestones: [Int] = []
    for milestone in Milestone.completedAttempts
    where milestone <= earned.finishedAttempts && !earned.milestones.contains(milestone) {
      guard try addMoment(Milestone.name(ofCompletedAttempts: milestone), kind: "milestone", of: learner) else {
        continue
      }
      milestones.append(milestone)
      try appendEvent(
        .milestoneReached, homework.id, Event.Detail(attemptId: id, name: "\(milestone)"), of: learner)
    }
    return FinishResult(
      attempt: attempt, progress: progress, starsTotal: earned.starsTotal, achievements: achievements,
      milestones: milestones)
  }

  /// Ends an attempt without counting it; progress is unchanged.
  public func abandonAttempt(_ id: Attempt.ID) throws(StoreError) -> Attempt {
    var stored = try stored(id)
    try requirePlayedHere(id, stored.attempt.state, stored.owningCopy)
    try rows.close(attempt: id, as: .abandoned, at: now)
    try logChange(.attempt, id.text, "abandoned")
    try appendEvent(
      .attemptAbandoned, stored.attempt.homeworkId, Event.Detail(attemptId: id), of: stored.attempt.learnerId)
    (stored.attempt.state, stored.attempt.finishedAt) = (.abandoned, now)
    return try shown(stored)
  }

  /// Gives an attempt in progress more time: from its deadline, or from now if the time is up already.
  ///
  /// - Parameters:
  ///   - id: the id of an attempt in progress.
  ///   - milliseconds: 1 to the milliseconds of a year.
  /// - Throws: `invalid`, also if the attempt has no time limit; `attemptOver`; `notFound`.
  public func extendAttempt(_ id: Attempt.ID, byMs milliseconds: Int) throws(StoreError) -> Attempt {
    var stored = try stored(id)
    try requirePlayedHere(id, stored.attempt.state, stored.owningCopy)
    guard AttemptOptions.timeLimitsMs.contains(milliseconds) else {
      throw .invalid([Fault(path: "byMs", message: "must be between 1 ms and a year, is \(milliseconds) ms")])
    }
    guard let former = stored.attempt.terms.deadline else {
      throw .invalid([Fault(path: "attemptId", message: "attempt \(id) has no time limit")])
    }
    let deadline = max(former, now).adding(milliseconds: Int64(milliseconds))
    try rows.extend(attempt: id, to: deadline)
    try logChange(.attempt, id.text, "extended")
    try appendEvent(
      .attemptExtended, stored.attempt.homeworkId, Event.Detail(attemptId: id), of: stored.attempt.learnerId)
    stored.attempt.terms.deadline = deadline
    return try shown(stored)
  }
}
