package import HomeworkModel

/// The last deletion, kept as JSON that the engine makes and reads.
extension RowTransaction {
  package func forget() throws(StoreError) { try run("DELETE FROM deletion") }

  func forgetDeletions(ofLearner row: Int64) throws(StoreError) { try run(Documents.eraseFromDeletions, row) }

  package func keep(homework row: Int64, at time: Timestamp) throws(StoreError) {
    try run(Documents.capture, Int64?.none, row, time.millisecondsSince1970)
  }

  package func restore(since oldest: Timestamp) throws(StoreError) -> [(id: Homework.ID, row: Int64)] {
    try run("DELETE FROM deletion WHERE at_ms < ?", oldest.millisecondsSince1970)
    let kept = try all(Documents.deletions) {
      (row) throws(RowError) -> (Int64, Homework.ID) in (row.int64(0), try row.id(1))
    }
    var restored: [(id: Homework.ID, row: Int64)] = []
    for (deletion, id) in kept {
      restored.append((id, try restore(deletion)))
      try restoreAnswers(deletion)
    }
    try forget()
    return restored
  }

  private func restore(_ deletion: Int64) throws(StoreError) -> Int64 {
    do throws(StoreError) { return try restore(deletion, into: nil) } catch .inconsistent(let rule) {
      // It was taken from rows that kept every rule.
      throw fail(.damaged("deletion", rule))
    }
  }

  /// Restores the kept rows except the answers, leaving existing rows unchanged.
  ///
  /// - Parameter homework: the row of the homework, if it exists.
  func restore(_ deletion: Int64, into homework: Int64?) throws(StoreError) -> Int64 {
    let row = if let homework { homework } else { try inserted(Documents.restoreHomework, deletion) }
    if homework == nil { try sign(.homework, where: "id = ?", row) }
    try restoreParts(deletion, of: row)
    return row
  }

  /// Restores what belongs to a homework, or to none if `homework` is `nil`.
  func restoreParts(_ deletion: Int64, of homework: Int64?) throws(StoreError) {
    for statement in Documents.restoreParts { _ = try changed(statement, deletion, homework) }
    let quizzes = "SELECT id FROM quiz WHERE homework IS NOT DISTINCT FROM ?"
    try sign(.quiz, where: "checksum IS NULL AND id IN (\(quizzes))", homework)
    try sign(.question, where: "checksum IS NULL AND quiz IN (\(quizzes))", homework)
    try sign(.attempt, where: "checksum IS NULL AND quiz IN (\(quizzes))", homework)
    try sign(.progress, where: "checksum IS NULL AND homework = ?", homework)
  }

  /// Recounts what is counted up to each answer: an older deletion does not have it.
  func restoreAnswers(_ deletion: Int64) throws(StoreError) {
    let answers = try all(Documents.deletedAnswers, deletion) { (row) throws(RowError) in
      (attempt: row.int64(8), question: row.int64(7), answer: try Self.answer(row))
    }
    var (attempt, standing) = (Int64?.none, Standing())
    for restored in answers {
      if restored.attempt != attempt { (attempt, standing) = (restored.attempt, Standing()) }
      let answer = restored.answer
      _ = standing.settle(answer.outcome, isMCQ: answer.isMCQ, elapsedMs: answer.elapsedMs)
      try insert(answer, standing, question: restored.question, attempt: restored.attempt)
    }
  }
}
