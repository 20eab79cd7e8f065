public import HomeworkModel

extension WriteTransaction {
  /// Corrects the key of a question, and grades earlier answers to it anew: those of completed attempts at any
  /// revision, and of reviews. Attempts in progress keep their revision, and are graded by the new key when they are
  /// finished.
  ///
  /// Score, progress, stars and statistics follow. Nothing is celebrated. `undoRegrading` restores the former grades.
  /// The quiz gets a new revision, also if the key stays as it was.
  /// - Parameters:
  ///   - homeworkId: the homework with the quiz.
  ///   - correction: the question, and what to do.
  ///   - expected: the revision that the correction is based on, so that no concurrent edit is lost.
  /// - Throws: `notFound`; `invalid`; `quizRevised` if the current revision is no longer `expected`.
  public func regrade(
    _ homeworkId: Homework.ID, _ correction: KeyCorrection, expecting expected: Quiz.ID? = nil
  ) throws(StoreError) -> Regrading {
    guard var quiz = try quiz(for: homeworkId) else { throw .notFound(.quiz, "of homework \(homeworkId)") }
    guard expected == nil || expected == quiz.id else { throw .quizRevised(quiz.id) }
    guard quiz.questions.indices.contains(correction.index) else {
      let last = quiz.questions.count - 1
      throw .invalid([
        Fault(
          path: "index",
          message: "there is no question \(correction.index &+ 1): the quiz has questions 1 to \(last + 1)")
      ])
    }
    var key = quiz.questions[correction.index]
    let edits = correction.question.map { [QuizEdit.change(at: correction.index, to: $0)] } ?? []
    let edited: [(id: Question.ID?, draft: QuestionDraft)]
    do throws(QuizEditFailure) { edited = try quiz.edited(edits) } catch { throw .invalid(error.faults) }
    if let draft = correction.question {
      (key.prompt, key.body, key.explanation) = (draft.prompt, draft.body, draft.explanation)
    }
    // Also if the key stays as it is: a revision that another copy makes meanwhile does not continue this one, and
    // so does not know the correction.
    if !correction.isDryRun { quiz = try revise(quiz, edited, of: homeworkId) }
    var at = try timeAfterCorrections()
    let asking = try rows.attempts(.completed(asking: key.id))
    for stored in asking {
      for grading in try rows.gradings(ofAttempt: stored.attempt.id) { at = max(at, grading.at.next) }
    }
    guard let question = try rows.question(at: correction.index, quiz: quiz.id)?.id else {
      throw .notFound(.quiz, quiz.id.text)
    }
    let new = StoredRegrading(
      questionId: question, quizId: quiz.id, at: at, neverLower: correction.neverLower, isUndone: false, key: key)
    let gradings = try gradings(of: asking, besides: new)
    let changes = try gradings.map(change)
    guard !correction.isDryRun else { return Regrading(quiz: quiz, changes: changes) }
    try rows.insertIfAbsent(new)
    try logChange(.edited, homeworkId.text, "regrading \(quiz.id)")
    try grade(gradings)
    return Regrading(quiz: quiz, changes: changes)
  }

  /// Restores the grades before the last regrading of the library. The key stays corrected.
  ///
  /// - Returns: what changed; `nil` if nothing was regraded in the last 30 days.
  public func undoRegrading() throws(StoreError) -> Regrading? {
    guard let last = try rows.newestRegrading(), last.at >= oldestDeletion,
      let homework = try rows.homework(ofQuestion: last.key.id), let quiz = try quiz(for: homework)
    else { return nil }
    try rows.undo(last)
    let former = try gradings(of: rows.attempts(.completed(asking: last.key.id)))
    let changes = try former.map(change)
    try logChange(.edited, homework.text, "regrading \(last.quizId)")
    try grade(former)
    return Regrading(quiz: quiz, changes: changes)
  }

  /// Undoes what was last: a deletion of homework, or a regrading.
  public func undo() throws(StoreError) -> Undone {
    if let regraded = try rows.newestRegrading()?.at,
      try rows.newestDeletion().map({ $0 < regraded }) ?? true, let regrading = try undoRegrading()
    {
      return Undone(regrading: regrading)
    }
    return Undone(homework: try undoDeletion())
  }

  /// Returns a time later than all corrections of keys, and not before any change that is known here, by any clock.
  func timeAfterCorrections() throws(StoreError) -> Timestamp {
    let latest = HybridTime.timestamp(of: try rows.newestTime())
    return max(now, latest, try rows.newestTimeOfRegradings()?.next ?? now)
  }

  // MARK: What changes

  private typealias Graded = (stored: StoredAttempt<Attempt>, grading: AnswerGrading)

  /// Returns the gradings that answers lack: each has the outcome by the last correction that its quiz did not know and
  /// that is not undone, or as it was given if there is none. An answer that was accepted stays so.
  ///
  /// - Parameter other: a correction besides those that are stored.
  private func gradings(
    of attempts: [StoredAttempt<Attempt>], besides other: StoredRegrading? = nil
  ) throws(StoreError) -> [Graded] {
    var found: [Graded] = []
    for stored in attempts {
      let corrections = try rows.regradings(since: stored.quizId) + (other.map { [$0] } ?? [])
      let before = Dictionary(grouping: try rows.gradings(ofAttempt: stored.attempt.id), by: \.index)
      for answer in stored.attempt.answers {
        let former = before[answer.index] ?? []
        guard let response = answer.response, former.last?.reason != .accepted else { continue }
        let relevant = corrections.filter { $0.key.id == answer.questionId }
        guard !relevant.isEmpty || !former.isEmpty, let question = try question(of: answer, in: stored) else {
          continue
        }
        // Gradings by corrections that are not known here came with a learner's document.
        let imported = former.last { grading in relevant.allSatisfy { grading.at < $0.at } }?.outcome
        var (outcome, at) = (imported ?? former.first?.former ?? answer.outcome, Timestamp?.none)
        for correction in relevant where !correction.isUndone {
          guard let graded = correction.key.outcome(of: response, givenTo: question), graded != outcome,
            !correction.neverLower || graded == .correct
          else { continue }
          (outcome, at) = (graded, correction.at)
        }
        guard outcome != answer.outcome else { continue }
        let floor = at ?? now
        let grading = AnswerGrading(
          index: answer.index, at: max(floor, former.last?.at.next ?? floor), outcome: outcome, reason: .regraded)
        found.append((stored, grading))
      }
    }
    return found
  }

  /// Returns the question of an answer, as it was asked.
  func question(of answer: Answer, in stored: StoredAttempt<Attempt>) throws(StoreError) -> Question? {
    guard let id = try rows.answer(at: answer.index, attempt: stored.attempt.id)?.question else { return nil }
    return try rows.question(id)?.question
  }

  private func change(_ graded: Graded) throws(StoreError) -> RegradedAttempt {
    let (attempt, index) = (graded.stored.attempt, graded.grading.index)
    let answer = attempt.answers[index]
    let question = try question(of: answer, in: graded.stored)
    return RegradedAttempt(
      attempt, attempt.with(outcomes: [index: graded.grading.outcome]),
      of: try rows.learner(attempt.learnerId)?.name ?? "",
      index: index, response: answer.response.map { question?.words(of: $0) ?? $0 })
  }

  // MARK: What follows

  /// Stores gradings of completed attempts, and what follows from them.
  private func grade(_ gradings: [Graded]) throws(StoreError) {
    var learnersToRecompute: Set<Learner.ID> = []
    for (stored, grading) in gradings {
      let isCredited = try grade(stored.attempt.id, [grading])
      try logChange(.attempt, stored.attempt.id.text, "regraded")
      guard isCredited else { continue }
      try logChange(.credit, stored.attempt.id.text)
      learnersToRecompute.insert(stored.attempt.learnerId)
    }
    for learner in learnersToRecompute.sorted() { try addReachedMoments(by: learner) }
  }

  /// Stores gradings of an attempt's answers that are not stored yet, and the outcomes, totals and credit that follow.
  ///
  /// - Parameter copy: the copy of the library on which they were made; `nil` for this one.
  /// - Returns: whether the attempt's line of the ledger has changed with them.
  @discardableResult
  func grade(
    _ id: Attempt.ID, _ gradings: [AnswerGrading], from copy: SyncCopy.ID? = nil
  ) throws(StoreError) -> Bool {
    guard let stored = try rows.attempts(.id(id)).first else { throw .notFound(.attempt, id.text) }
    for grading in gradings { try rows.insertIfAbsent(grading, attempt: id) }
    let former = stored.attempt
    let graded = former.graded(by: try rows.gradings(ofAttempt: id))
    let changed = zip(graded.answers, former.answers).filter { $0.outcome != $1.outcome }.map(\.0)
    guard !changed.isEmpty else { return false }
    let reasons = Dictionary(gradings.map { ($0.index, $0.reason) }) { _, last in last }
    for answer in changed {
      try rows.setOutcome(of: answer, attempt: id)
      try appendEvent(
        reasons[answer.index] == .accepted ? .answerAccepted : .answerRegraded, graded.homeworkId ?? answer.homeworkId,
        Event.Detail(
          attemptId: id, questionIndex: answer.index, outcome: answer.outcome, streakPosition: answer.streakPosition),
        of: former.learnerId, from: copy)
    }
    guard graded.state == .completed, graded.credit != nil, try credit(of: id) != nil,
      let finishedAt = graded.finishedAt
    else { return false }
    try rows.update(LedgerLine(graded.summary, subject: nil, finishedAt: finishedAt))
    return true
  }

  // MARK: Corrections that come before or after an attempt

  /// Grades the answers of an attempt that is about to be finished by the keys that were corrected while it was played.
  ///
  /// - Returns: whether an outcome has changed.
  func regradeBeforeFinish(_ stored: StoredAttempt<AttemptSummary>) throws(StoreError) -> Bool {
    guard try rows.hasRegradings() else { return false }
    let gradings = try gradings(of: [self.stored(stored.attempt.id)]).map(\.grading)
    guard !gradings.isEmpty else { return false }
    try grade(stored.attempt.id, gradings)
    try logChange(.attempt, stored.attempt.id.text, "regraded")
    return true
  }

  /// Grades completed attempts by the corrections that were not known on the copy where they were finished, and takes
  /// back gradings by corrections that were undone. Every copy that has both makes the same gradings.
  ///
  /// - Parameters:
  ///   - attempts: attempts that may lack a grading.
  ///   - cards: the questions whose corrections have changed.
  func regradeLate(_ attempts: Set<Attempt.ID>, _ cards: Set<Question.ID>) throws(StoreError) {
    guard try rows.hasRegradings() else { return }
    var attempts = attempts
    for card in cards {
      for stored in try rows.attempts(.completed(asking: card)) { attempts.insert(stored.attempt.id) }
    }
    for id in attempts.sorted(by: { $0.text < $1.text }) {
      try grade(gradings(of: rows.attempts(.id(id)).filter { $0.attempt.state == .completed }))
    }
  }
}

extension ReadTransaction {
  /// Returns how answers of an attempt were graded anew.
  package func gradings(of id: Attempt.ID) throws(StoreError) -> [AnswerGrading] {
    try rows.gradings(ofAttempt: stored(id).attempt.id)
  }

  /// Returns the questions by whose corrected keys a completed attempt is graded, and why answers of it have other
  /// outcomes than when they were given, by index.
  package func regraded(
    _ id: Attempt.ID
  ) throws(StoreError) -> (keys: [Question.ID: Question], reasons: [Int: GradingReason]) {
    let stored = try stored(id)
    let corrections =
      stored.attempt.state == .completed ? try rows.regradings(since: stored.quizId).filter { !$0.isUndone } : []
    let gradings = Dictionary(grouping: try rows.gradings(ofAttempt: stored.attempt.id), by: \.index)
    return (
      Dictionary(corrections.map { ($0.key.id, $0.key) }) { _, last in last },
      gradings.compactMapValues { all in
        all.last.flatMap { last in last.outcome == all.first?.former ? nil : last.reason }
      }
    )
  }
}

extension Timestamp {
  var next: Timestamp { adding(milliseconds: 1) }
}
