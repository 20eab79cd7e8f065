public import HomeworkModel

extension Store {
  /// Makes anew what can be: indexes, search, the counts of questions, and the lines of the ledger.
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
      try repair(homework.id, subject: homework.subject)
    }
  }

  private func repair(_ id: Homework.ID, subject: String?) throws(StoreError) {
    for attempt in try rows.attempts(.at(id)).map(\.attempt) where attempt.state == .completed {
      let line = try rows.ledgerLine(of: attempt.id)
      let right = credit(for: attempt, line?.subject ?? subject)
      guard line != right else { continue }
      try rows.forgetCredit(of: attempt.id)
      if let right { try rows.append(right, of: attempt.learnerId) }
    }
  }
}
