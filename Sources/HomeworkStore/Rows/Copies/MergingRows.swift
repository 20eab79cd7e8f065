package import HomeworkModel

/// Rows that follow from the changes of several copies.
extension RowTransaction {
  package func set(_ columns: [String], from value: JSONValue, homework row: Int64) throws(StoreError) {
    var values: [String: SQLValue] = [:]
    for column in Table.homework.given where columns.contains(column.member) && !column.isReference {
      values[column.name] = try column.value(of: value[column.member])
    }
    guard values.count == columns.count else { throw .damaged("field", columns.joined(separator: ", ")) }
    try update(.homework, row, values)
  }

  package func makeCurrent(quiz row: Int64, homework: Int64) throws(StoreError) {
    try run("UPDATE quiz SET is_current = false WHERE homework = ? AND is_current AND id <> ?", homework, row)
    try run("UPDATE quiz SET is_current = true WHERE id = ? AND homework = ?", row, homework)
  }

  package func setCompletion(homework row: Int64, by learner: Int64, at time: Int64?) throws(StoreError) {
    try run("DELETE FROM completion WHERE homework = ? AND learner = ?", row, learner)
    guard let time else { return }
    _ = try insertIfAbsent(.completion, ["homework": row, "learner": learner, "completed_at_ms": time])
  }

  package func keepEarlier(
    moment name: String, kind: String, of learner: Int64, at time: Int64
  ) throws(StoreError) {
    try run("DELETE FROM once WHERE learner = ? AND name = ? AND at_ms > ?", learner, name, time)
    _ = try insertIfAbsent(.once, ["learner": learner, "name": name, "kind": kind, "at_ms": time])
  }

  package func insertNamesake(_ learner: Learner) throws(StoreError) -> Int64 {
    try inserted(
      .learner,
      [
        "public_id": learner.id.key, "name": learner.name, "folded_name": freeName(learner.name, of: learner.id.key),
        "is_default": false, "created_at_ms": learner.createdAt.millisecondsSince1970,
      ])
  }

  package func rename(namesake row: Int64, to name: String) throws(StoreError) {
    guard let id = try first("SELECT public_id FROM learner WHERE id = ?", row, make: { $0.text(0) }) else { return }
    try update(.learner, row, ["name": name, "folded_name": freeName(name, of: id)])
  }

  /// Returns the folded name, followed by the id if another learner has that name.
  private func freeName(_ name: String, of id: String) throws(StoreError) -> String {
    let folded = Learner.foldedName(name)
    let taken = try number(
      "SELECT count(*) FROM learner WHERE folded_name = ? AND public_id <> ?", folded, id)
    return taken == 0 ? folded : "\(folded) \(id)"
  }

  // MARK: Attempts

  package func move(attempt row: Int64, to copy: SyncCopy.ID) throws(StoreError) {
    try run(
      "UPDATE attempt SET copy = (SELECT id FROM copy WHERE public_id = ? AND NOT is_own) WHERE id = ?", copy.key, row)
  }

  package func home(ofAttempt row: Int64) throws(StoreError) -> SyncCopy.ID? {
    try first(Self.home, row) { (row) throws(StoreError) in try row.id(0) as SyncCopy.ID }
  }

  private static let home: SQL = "SELECT k.public_id FROM attempt a JOIN copy k ON k.id = a.copy WHERE a.id = ?"

  package func cut(attempt row: Int64, from index: Int) throws(StoreError) {
    try run("DELETE FROM grading WHERE attempt = ? AND position >= ?", row, index)
    try removeAnswers(from: index, attempt: row)
  }

  package func reopen(attempt row: Int64) throws(StoreError) {
    try update(.attempt, row, ["state": Attempt.State.inProgress.rawValue, "finished_at_ms": Int64?.none])
  }

  package func questions(ofQuiz row: Int64) throws(StoreError) -> [String: (row: Int64, question: Question)] {
    let found = try all(Self.questionsById, row) { (row) throws(StoreError) in
      (row.text("public_id"), (row: row.int64("id"), question: try Self.question(row)))
    }
    return Dictionary(uniqueKeysWithValues: found)
  }

  private static let questionsById = SQL.constant("\(questionColumns) WHERE quiz = ?")

  // MARK: Progress

  package func ledger(of learner: Int64) throws(StoreError) -> [CreditedAttempt] {
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

  package func scores(
    homework row: Int64, by learner: Int64
  ) throws(StoreError) -> [(score: Score, finishedAt: Timestamp)] {
    try all(Self.scoresOfHomework, row, learner) { (row) throws(StoreError) in
      let total = try row.int(1, in: QuizDraft.questionCounts, "number of questions")
      return (
        Score(correct: try row.int(0, in: 0...total, "score"), total: total), try row.timestamp(2)
      )
    }
  }

  private static let scoresOfHomework: SQL = """
    SELECT (SELECT r.correct_count FROM answer r WHERE r.attempt = a.id ORDER BY r.position DESC LIMIT 1),
      coalesce(json_array_length(a.asked), z.question_count), a.finished_at_ms
    FROM quiz z JOIN attempt a ON a.quiz = z.id
    WHERE z.homework = ? AND a.learner = ? AND a.state = 'completed' AND NOT a.is_practice
    ORDER BY a.finished_at_ms, a.public_id
    """

  package func replace(_ progress: HomeworkProgress, homework: Int64, learner: Int64) throws(StoreError) {
    try run("DELETE FROM progress WHERE homework = ? AND learner = ?", homework, learner)
    if progress.totalAttempts > 0 { try store(progress, homework: homework, learner: learner) }
  }
}
