public import HomeworkModel

extension WriteTransaction {
  /// Corrects the key of a question, and grades earlier answers to it anew: those of completed attempts at any
  /// revision, and of reviews. Attempts in progress keep their revision, and are graded by the new key when they are
  /// finished.
  ///
  /// Score, progress, stars and statistics follow. Nothing is celebrated. `undoRegrading` restores the former grades.
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
    if let draft = correction.question {
      let edit = [QuizEdit.change(at: correction.index, to: draft)]
      do throws(QuizEditFailure) { _ = try quiz.edited(edit) } catch { throw .invalid(error.faults) }
      (key.prompt, key.body, key.explanation) = (draft.prompt, draft.body, draft.explanation)
      if !correction.isDryRun { quiz = try editQuiz(homeworkId, edit) }
    }
    let found = try gradings(by: key, neverLower: correction.neverLower)
    if !correction.isDryRun {
      guard let quizRow = try rows.row(of: quiz.id),
        let row = try rows.question(at: correction.index, quiz: quizRow)?.row
      else { throw .notFound(.quiz, quiz.id.text) }
      // Later than all before, by any clock.
      var at = max(now, try rows.newestRegrading()?.at.next ?? now)
      for found in found {
        for grading in try rows.gradings(ofAttempt: found.stored.row) { at = max(at, grading.at.next) }
      }
      try rows.insert(
        StoredRegrading(
          questionRow: row, quizId: quiz.id, at: at, neverLower: correction.neverLower, key: key))
      try note(.edited, homeworkId.text, "regrading \(quiz.id)")
      try grade(
        found.map { found in
          let outcome = found.change.outcome
          return (found.stored, AnswerGrading(index: found.change.index, at: at, outcome: outcome, reason: .regraded))
        })
    }
    return Regrading(quiz: quiz, changes: found.map(\.change))
  }

  /// Restores the grades before the last regrading of the library. The key stays corrected.
  ///
  /// - Returns: what changed; `nil` if nothing was regraded in the last 30 days.
  public func undoRegrading() throws(StoreError) -> Regrading? {
    guard let last = try rows.newestRegrading(), last.at >= now.adding(milliseconds: -Self.deletionMemoryMs),
      let homework = try rows.homework(ofQuestion: last.key.id), let quiz = try quiz(for: homework)
    else { return nil }
    let former = try formerGradings(before: last)
    let changes = try former.map { (stored, grading) throws(StoreError) in
      try change(of: stored, grading.index, to: grading.outcome)
    }
    try rows.remove(last)
    try note(.edited, homework.text, "regrading \(last.quizId)")
    try grade(former)
    return Regrading(quiz: quiz, changes: changes)
  }

  /// Returns the gradings that restore the outcomes before a correction, of the answers that were not graded since.
  private func formerGradings(
    before correction: StoredRegrading
  ) throws(StoreError) -> [(StoredAttempt<Attempt>, AnswerGrading)] {
    var former: [(StoredAttempt<Attempt>, AnswerGrading)] = []
    for stored in try rows.attempts(.completed(asking: correction.key.id)) {
      let gradings = try rows.gradings(ofAttempt: stored.row)
      for grading in gradings where grading.at == correction.at && grading.reason == .regraded {
        guard stored.attempt.answers[grading.index].questionId == correction.key.id,
          grading == gradings.last(where: { $0.index == grading.index })
        else { continue }
        former.append(
          (
            stored,
            AnswerGrading(
              index: grading.index, at: max(now, correction.at.next), outcome: grading.former, reason: .regraded)
          ))
      }
    }
    return former
  }

  /// Undoes what was last: a deletion of homework, or a regrading.
  public func undo() throws(StoreError) -> Undone {
    if let regraded = try rows.newestRegrading()?.at,
      try rows.undo?.newestDeletion().map({ $0 < regraded }) ?? true, let regrading = try undoRegrading()
    {
      return Undone(regrading: regrading)
    }
    return Undone(homework: try undoDeletion())
  }

  // MARK: What changes

  /// Returns the completed attempts whose answer to a question has another outcome by a key.
  private func gradings(
    by key: Question, neverLower: Bool
  ) throws(StoreError) -> [(stored: StoredAttempt<Attempt>, change: RegradedAttempt)] {
    var found: [(StoredAttempt<Attempt>, RegradedAttempt)] = []
    for stored in try rows.attempts(.completed(asking: key.id)) {
      for (index, outcome) in try outcomes(of: stored, by: key, neverLower: neverLower) {
        found.append((stored, try change(of: stored, index, to: outcome)))
      }
    }
    return found
  }

  private func outcomes(
    of stored: StoredAttempt<Attempt>, by key: Question, neverLower: Bool
  ) throws(StoreError) -> [(index: Int, outcome: Outcome)] {
    var found: [(Int, Outcome)] = []
    for answer in stored.attempt.answers where answer.questionId == key.id {
      guard let response = answer.response,
        let former = try question(of: answer, in: stored),
        let outcome = key.outcome(of: response, givenTo: former), outcome != answer.outcome,
        !neverLower || outcome == .correct,
        // A learner's answer that was accepted stays so.
        try rows.gradings(ofAttempt: stored.row).last(where: { $0.index == answer.index })?.reason != .accepted
      else { continue }
      found.append((answer.index, outcome))
    }
    return found
  }

  /// Returns the question of an answer, as it was asked.
  func question(of answer: Answer, in stored: StoredAttempt<Attempt>) throws(StoreError) -> Question? {
    guard let row = try rows.answer(at: answer.index, attempt: stored.row)?.questionRow else { return nil }
    return try rows.question(row)?.question
  }

  private func change(
    of stored: StoredAttempt<Attempt>, _ index: Int, to outcome: Outcome
  ) throws(StoreError) -> RegradedAttempt {
    let (attempt, answer) = (stored.attempt, stored.attempt.answers[index])
    let question = try question(of: answer, in: stored)
    return RegradedAttempt(
      attempt, attempt.with(outcomes: [index: outcome]),
      of: try rows.learner(.row(stored.learnerRow))?.learner.name ?? "",
      index: index, response: answer.response.map { question?.words(of: $0) ?? $0 })
  }

  // MARK: What follows

  /// Stores gradings of completed attempts, and what follows from them.
  private func grade(_ gradings: [(StoredAttempt<Attempt>, AnswerGrading)]) throws(StoreError) {
    var (played, credited): ([Int64: Set<Int64>], Set<Int64>) = ([:], [])
    for (stored, grading) in gradings {
      let isCredited = try grade(stored.attempt.id, [grading])
      try note(.attempt, stored.attempt.id.text, "graded")
      guard isCredited else { continue }
      try note(.credit, stored.attempt.id.text)
      credited.insert(stored.learnerRow)
      if let homework = stored.homeworkRow { played[homework, default: []].insert(stored.learnerRow) }
    }
    for (homework, learners) in played.sorted(by: { $0.key < $1.key }) {
      for learner in learners.sorted() { try recomputeProgress(homework: homework, of: learner) }
    }
    for learner in credited.sorted() { try rememberReached(by: learner) }
  }

  /// Stores gradings of an attempt's answers that are not stored yet, and the outcomes, totals and credit that follow.
  ///
  /// - Parameter copy: the copy of the library on which they were made; `nil` for this one.
  /// - Returns: whether the attempt's line of the ledger has changed with them.
  @discardableResult
  func grade(
    _ id: Attempt.ID, _ gradings: [AnswerGrading], from copy: SyncCopy.ID? = nil
  ) throws(StoreError) -> Bool {
    let stored = try stored(id)
    for grading in gradings { try rows.insertIfAbsent(grading, attempt: stored.row) }
    let former = stored.attempt
    let graded = former.graded(by: try rows.gradings(ofAttempt: stored.row))
    guard let first = graded.answers.indices.first(where: { graded.answers[$0] != former.answers[$0] }) else {
      return false
    }
    var questions: [Int64] = []
    for index in graded.answers.indices.dropFirst(first) {
      guard let row = try rows.answer(at: index, attempt: stored.row)?.questionRow else {
        throw rows.fail(.damaged("place of an answer", "\(index)"))
      }
      questions.append(row)
    }
    let standings = graded.standings
    try rows.removeAnswers(from: first, attempt: stored.row)
    for (answer, question) in zip(graded.answers.dropFirst(first), questions) {
      try rows.insert(answer, standings[answer.index], question: question, attempt: stored.row)
    }
    let reasons = Dictionary(gradings.map { ($0.index, $0.reason) }) { _, last in last }
    for (answer, before) in zip(graded.answers, former.answers) where answer.outcome != before.outcome {
      try record(
        reasons[answer.index] == .accepted ? .answerAccepted : .answerRegraded, graded.homeworkId ?? answer.homeworkId,
        Event.Detail(
          attemptId: id, questionIndex: answer.index, outcome: answer.outcome, streakPosition: answer.streakPosition),
        of: stored.learnerRow, from: copy)
    }
    guard graded.state == .completed, graded.credit != nil, try credit(of: id) != nil,
      let finishedAt = graded.finishedAt
    else { return false }
    try rows.update(LedgerLine(graded.summary, subject: nil, finishedAt: finishedAt))
    return true
  }

  func recomputeProgress(homework row: Int64, of learner: Int64) throws(StoreError) {
    var progress = HomeworkProgress()
    for (score, finishedAt) in try rows.scores(homework: row, by: learner) { progress.record(score, at: finishedAt) }
    try rows.replace(progress, homework: row, learner: learner)
  }

  // MARK: Corrections that come before or after an attempt

  /// Grades the answers of an attempt that is about to be finished by the keys that were corrected while it was played.
  ///
  /// - Returns: whether an outcome has changed.
  func regradeBeforeFinish(_ stored: StoredAttempt<AttemptSummary>) throws(StoreError) -> Bool {
    var hasChanged = false
    for correction in try rows.regradings(since: stored.quizRow) {
      let gradings = try lateGradings(of: self.stored(stored.attempt.id), by: correction)
      guard !gradings.isEmpty else { continue }
      try grade(stored.attempt.id, gradings)
      try note(.attempt, stored.attempt.id.text, "graded")
      hasChanged = true
    }
    return hasChanged
  }

  /// Grades completed attempts by the corrections that were not known on the copy where they were finished, and takes
  /// back gradings by corrections that were undone. Every copy that has both makes the same gradings.
  func regradeLate(
    _ attempts: Set<Attempt.ID>, corrected: [StoredRegrading], undone: [StoredRegrading]
  ) throws(StoreError) {
    for correction in undone { try grade(formerGradings(before: correction)) }
    guard try rows.newestRegrading() != nil else { return }
    var attempts = attempts
    for correction in corrected {
      for stored in try rows.attempts(.completed(asking: correction.key.id)) { attempts.insert(stored.attempt.id) }
    }
    for id in attempts.sorted(by: { $0.text < $1.text }) {
      guard let summary = try rows.summary(id, upTo: -1), summary.attempt.state == .completed else { continue }
      for correction in try rows.regradings(since: summary.quizRow) {
        let stored = try stored(id)
        try grade(lateGradings(of: stored, by: correction).map { (stored, $0) })
      }
    }
  }

  /// Returns the gradings of an attempt by a correction, of the answers that were not graded since.
  private func lateGradings(
    of stored: StoredAttempt<Attempt>, by correction: StoredRegrading
  ) throws(StoreError) -> [AnswerGrading] {
    let gradings = try rows.gradings(ofAttempt: stored.row)
    return try outcomes(of: stored, by: correction.key, neverLower: correction.neverLower).map {
      AnswerGrading(index: $0.index, at: correction.at, outcome: $0.outcome, reason: .regraded)
    }.filter { new in gradings.allSatisfy { $0.index != new.index || $0.at < new.at } }
  }
}

extension ReadTransaction {
  /// Returns how answers of an attempt were graded anew.
  package func gradings(of id: Attempt.ID) throws(StoreError) -> [AnswerGrading] {
    try rows.gradings(ofAttempt: stored(id).row)
  }

  /// Returns the questions by whose corrected keys a completed attempt is graded, and why answers of it have other
  /// outcomes than when they were given, by index.
  package func regraded(
    _ id: Attempt.ID
  ) throws(StoreError) -> (keys: [Question.ID: Question], reasons: [Int: GradingReason]) {
    let stored = try stored(id)
    let corrections = stored.attempt.state == .completed ? try rows.regradings(since: stored.quizRow) : []
    let gradings = Dictionary(grouping: try rows.gradings(ofAttempt: stored.row), by: \.index)
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
