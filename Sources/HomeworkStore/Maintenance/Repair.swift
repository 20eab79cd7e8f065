public import HomeworkModel

extension Store {
  /// Recomputes all derived data: indexes, search, streak positions, totals up to each answer, progress and credits.
  ///
  /// Uses one transaction. Data that is not derived stays unchanged, and so does data derived from damaged rows: a
  /// wrong score is never made to look right.
  ///
  /// - Parameter onProgress: receives the approximate share done, 0…1, on the repairing thread.
  /// - Throws: `cancelled` if the task is cancelled before the transaction begins; a repair made is always reported.
  public func repair(onProgress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> RepairReport {
    try await Self.offThread { try self.repairAndWait(isCancelled: $0, onProgress: onProgress) }
  }

  package func repairAndWait(
    isCancelled: IsCancelled? = nil, onProgress: (Double) -> Void = { _ in }
  ) throws -> RepairReport {
    let found = try checkAndWait(isCancelled: isCancelled, onProgress: { onProgress($0 / 3) })
    guard !found.isEmpty else { return RepairReport(found: [], left: []) }
    try writeAndWait { try $0.repair() }
    onProgress(2.0 / 3)
    return RepairReport(found: found, left: try checkAndWait(onProgress: { onProgress((2 + $0) / 3) }))
  }
}

extension WriteTransaction {
  func repair() throws(StoreError) {
    try rows.repairIndexes()
    // Values derived from answers to missing questions would be guesses.
    let lacking = try rows.homeworkLackingQuestions()
    for homework in try rows.everyHomework() where !lacking.contains(homework.id) {
      try repair(homework.id, row: homework.row, subject: homework.subject)
    }
    guard !lacking.contains(nil) else { return }
    // Nothing else depends on reviews.
    for review in try rows.attempts(.reviews(of: nil)) { try repairAnswers(of: review) }
  }

  private func repair(_ id: Homework.ID, row: Int64, subject: String?) throws(StoreError) {
    for stored in try rows.attempts(.at(id)) { try repairAnswers(of: stored) }
    let played = try rows.attempts(.at(id))
    for (attempt, learner) in played.map({ ($0.attempt, $0.learnerRow) }) where attempt.state == .completed {
      let line = try rows.ledgerLine(of: attempt.id)
      let right = credit(for: attempt, line?.subject ?? subject)
      guard line != right else { continue }
      try rows.forgetCredit(of: attempt.id)
      if let right { try rows.append(right, of: learner) }
    }
    // Deleted first, because updates never decrease progress.
    try rows.forgetProgress(homework: row)
    for (learner, attempts) in Dictionary(grouping: played, by: \.learnerRow).sorted(by: { $0.key < $1.key }) {
      let progress = Self.progress(of: attempts)
      if progress.totalAttempts > 0 { try rows.store(progress, homework: row, learner: learner) }
    }
  }

  /// Rewrites an attempt's answers from the first one with a wrong streak position or wrong counts.
  private func repairAnswers(of stored: StoredAttempt<Attempt>) throws(StoreError) {
    let (answers, right) = (stored.attempt.answers, stored.attempt.recomputed.answers)
    let (counted, standings) = (try rows.standings(ofAttempt: stored.row), stored.attempt.standings)
    let first = right.indices.first { right[$0] != answers[$0] || standings[$0] != counted[$0] }
    guard let first else { return }
    var questions: [Int64] = []
    for index in right.indices.dropFirst(first) {
      guard let question = try rows.answer(at: index, attempt: stored.row)?.questionRow else { return }
      questions.append(question)
    }
    try rows.removeAnswers(from: first, attempt: stored.row)
    for (answer, question) in zip(right.dropFirst(first), questions) {
      try rows.insert(answer, standings[answer.index], question: question, attempt: stored.row)
    }
  }
}
