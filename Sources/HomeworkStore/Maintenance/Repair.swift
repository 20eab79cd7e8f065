public import HomeworkModel
import HomeworkSQLite

extension Store {
  /// Recomputes everything that is derived: indexes, search, streak positions, what is counted up to each answer, progress
  /// and credits.
  ///
  /// All in one transaction. What is not derived stays as it is, and so does what would be derived from rows that are
  /// themselves not what was written: a wrong score is never made to look right.
  ///
  /// - Parameter onProgress: told about which share is done, 0…1, on the thread that repairs.
  /// - Throws: `cancelled` where the task is before the transaction begins; what is repaired is told in any case.
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
    try execute("REINDEX")
    try run(
      """
      UPDATE quiz SET question_count = (SELECT count(*) FROM question WHERE quiz = quiz.id)
      WHERE question_count <> (SELECT count(*) FROM question WHERE quiz = quiz.id)
        AND (SELECT count(*) FROM question WHERE quiz = quiz.id) BETWEEN 1 AND 200
      """)
    try run("INSERT INTO homework_search (homework_search) VALUES ('rebuild')")
    let homework = try all("SELECT id FROM homework ORDER BY id") { $0.int64(0) }
    for row in homework { try repair(homework: row) }
    // They move nothing else.
    for review in try reviews() { try repairAnswers(of: try stored(review)) }
  }

  private func repair(homework row: Int64) throws(StoreError) {
    for stored in try stored(Self.attemptsOfRow, row) { try repairAnswers(of: stored) }
    // After that, whatever is still wrongly signed makes all that follows from it a guess.
    guard try isSigned(homework: row) else { return }
    let subject = try first("SELECT subject FROM homework WHERE id = ?", row) { $0.optionalText(0) } ?? nil
    let played = try stored(Self.attemptsOfRow, row)
    for (attempt, learner) in played.map({ ($0.attempt, $0.learnerRow) }) where attempt.state == .completed {
      guard let finishedAt = attempt.finishedAt, try credit(of: attempt.id) != attempt.credit else { continue }
      try run("DELETE FROM ledger WHERE attempt_public_id = ?", attempt.id.key)
      guard attempt.credit != nil else { continue }
      try credit(attempt.summary, of: learner, subject: subject, at: finishedAt)
    }
    // Not an update: progress never goes down by one.
    try run("DELETE FROM progress WHERE homework = ?", row)
    for (learner, attempts) in Dictionary(grouping: played, by: \.learnerRow).sorted(by: { $0.key < $1.key }) {
      let progress = Self.progress(of: attempts)
      if progress.totalAttempts > 0 { try store(progress, homework: row, learner: learner) }
    }
  }

  private static let attemptsOfRow = SQL.constant("\(attemptColumns) WHERE h.id = ? ORDER BY a.id")

  /// Writes anew the answers of an attempt from the first that stands at a wrong streak position, or whose counts are
  /// wrong, if nothing else of them is wrong: each must have been signed with the right position, or as it is.
  private func repairAnswers(of stored: StoredAttempt<Attempt>) throws(StoreError) {
    let (answers, right) = (stored.attempt.answers, stored.attempt.recomputed.answers)
    let (counted, standings) = (try standings(ofAttempt: stored.row), stored.attempt.standings)
    let first = right.indices.first { right[$0] != answers[$0] || standings[$0] != counted[$0] }
    guard let first else { return }
    var questions: [Int64] = []
    for (index, answer) in right.enumerated().dropFirst(first) {
      let signed = try self.first(
        """
        SELECT question, checksum IN (
          row_checksum(attempt, position, question, response, outcome, ?3, elapsed_ms, answered_at_ms),
          row_checksum(attempt, position, question, response, outcome, streak_position, elapsed_ms, answered_at_ms))
        FROM answer WHERE attempt = ?1 AND position = ?2
        """, stored.row, index, answer.streakPosition
      ) { ($0.int64(0), $0.int(1) == 1) }
      guard let signed, signed.1 else { return }
      questions.append(signed.0)
    }
    try run("DELETE FROM answer WHERE attempt = ? AND position >= ?", stored.row, first)
    for (answer, question) in zip(right.dropFirst(first), questions) {
      try insert(answer, standings[answer.index], question: question, attempt: stored.row)
    }
  }

  /// Whether attempts and answers of a homework are what was written.
  private func isSigned(homework row: Int64) throws(StoreError) -> Bool { try number(Self.isWronglySigned, row) == 0 }

  private static let isWronglySigned = SQL.constant(
    """
    SELECT EXISTS (
      SELECT 1 FROM quiz z JOIN attempt ON attempt.quiz = z.id LEFT JOIN answer r ON r.attempt = attempt.id
      WHERE z.homework = ? AND (
        attempt.checksum IS NOT \(attemptChecksum)
        OR (r.attempt IS NOT NULL AND r.checksum IS NOT row_checksum(r.attempt, r.position, r.question, r.response,
          r.outcome, r.streak_position, r.elapsed_ms, r.answered_at_ms))))
    """)
}
