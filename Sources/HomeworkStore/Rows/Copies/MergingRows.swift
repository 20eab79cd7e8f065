import HomeworkModel

/// Rows that follow from the changes of several copies.
extension RowTransaction {
  /// Stores columns of homework, given by their names in JSON.
  func set(_ columns: [String], from value: JSONValue, homework row: Int64) throws(StoreError) {
    var values: [String: SQLValue] = [:]
    for column in Table.homework.given where columns.contains(column.member) {
      values[column.name] = try column.value(of: value[column.member])
    }
    guard values.count == columns.count else { throw .damaged("field", columns.joined(separator: ", ")) }
    try update(.homework, row, values)
  }

  func makeCurrent(quiz row: Int64, homework: Int64) throws(StoreError) {
    try run("UPDATE quiz SET is_current = false WHERE homework = ? AND is_current AND id <> ?", homework, row)
    try run("UPDATE quiz SET is_current = true WHERE id = ? AND homework = ?", row, homework)
  }

  /// Stores when a learner completed an assignment; `nil` for not completed.
  func setCompletion(homework row: Int64, by learner: Int64, at time: Int64?) throws(StoreError) {
    try run("DELETE FROM completion WHERE homework = ? AND learner = ?", row, learner)
    guard let time else { return }
    _ = try insertIfAbsent(.completion, ["homework": row, "learner": learner, "completed_at_ms": time])
  }

  /// Stores when something happened to a learner once, if that is earlier than what is known.
  func keepEarlier(
    moment name: String, kind: String, of learner: Int64, at time: Int64
  ) throws(StoreError) {
    try run("DELETE FROM once WHERE learner = ? AND name = ? AND at_ms > ?", learner, name, time)
    _ = try insertIfAbsent(.once, ["learner": learner, "name": name, "kind": kind, "at_ms": time])
  }

  // MARK: Attempts

  /// Sets the copy on which an attempt goes on.
  func move(attempt row: Int64, to copy: SyncCopy.ID) throws(StoreError) {
    try run(
      "UPDATE attempt SET copy = (SELECT id FROM copy WHERE public_id = ? AND NOT is_own) WHERE id = ?", copy.key, row)
  }

  /// Returns the copy on which an attempt goes on, if not this one.
  func home(ofAttempt row: Int64) throws(StoreError) -> SyncCopy.ID? {
    try first("SELECT k.public_id FROM attempt a JOIN copy k ON k.id = a.copy WHERE a.id = ?", row) {
      (row) throws(StoreError) in try row.id(0) as SyncCopy.ID
    }
  }

  /// Makes an attempt that had ended one in progress.
  func reopen(attempt row: Int64) throws(StoreError) {
    try update(.attempt, row, ["state": Attempt.State.inProgress.rawValue, "finished_at_ms": Int64?.none])
  }

  /// Returns a quiz's questions by their own ids.
  func questions(ofQuiz row: Int64) throws(StoreError) -> [String: (row: Int64, question: Question)] {
    let found = try all(Self.questionsById, row) { (row) throws(StoreError) in
      (row.text("public_id"), (row: row.int64("id"), question: try Self.question(row)))
    }
    return Dictionary(uniqueKeysWithValues: found)
  }

  private static let questionsById: SQL = "\(questionColumns) WHERE quiz = ?"

  // MARK: Progress

  /// Returns a learner's ledger, in the order in which the attempts were finished.
  func ledger(of learner: Int64) throws(StoreError) -> [CreditedAttempt] {
    try all(Self.ledgerInOrder, learner) { (row) throws(StoreError) in
      let total = try row.int(2, in: QuizDraft.questionCounts, "number of questions")
      return (
        row.int(0), Score(correct: try row.int(1, in: 0...total, "score"), total: total), row.int(3), row.int64(4)
      )
    }
  }

  private static let ledgerInOrder: SQL = """
    SELECT stars, score, total, longest_run, finished_at_ms FROM ledger WHERE learner = ?
    ORDER BY finished_at_ms, attempt_public_id
    """
}
