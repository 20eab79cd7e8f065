import HomeworkModel

/// Rows that follow from the changes of several copies.
extension RowTransaction {
  /// Inserts homework as another copy gives it.
  func insert(_ id: Homework.ID, _ value: JSONValue) throws(StoreError) {
    guard value["id"]?.string == id.text else { throw .damaged("homework", id.text) }
    try insert(portable: value, ["picture": .null(.text)], into: .homework)
    try setCollections((value["collections"]?.array ?? []).compactMap(\.string), homework: id)
    if let picture = try Self.picture(value["picture"]) { try setPicture(picture, homework: id) }
    guard let homework = try homework(id, of: nil) else { throw .damaged("homework", id.text) }
    if let fault = homework.draft.faults.first { throw .damaged("homework", "\(fault)") }
    try index(homework: id)
  }

  /// Stores columns of homework, given by their names in JSON.
  func set(_ columns: [String], from value: JSONValue, homework id: Homework.ID) throws(StoreError) {
    var values: [String: SQLValue] = [:]
    for column in Table.homework.columns where columns.contains(column.member) {
      values[column.name] = try column.value(of: value[column.member])
    }
    guard values.count == columns.count else { throw .damaged("field", columns.joined(separator: ", ")) }
    try update(.homework, id, values)
  }

  /// Returns the picture of homework as another copy gives it.
  static func picture(_ json: JSONValue?) throws(StoreError) -> Picture? {
    guard let text = json?.string else { return nil }
    guard let bytes = Base64.bytes(of: text) else { throw .damaged("picture", "not in Base64") }
    do { return try Picture(bytes) } catch { throw .damaged("picture", "\(error)") }
  }

  func makeCurrent(quiz id: Quiz.ID, homework: Homework.ID) throws(StoreError) {
    try run("UPDATE quiz SET is_current = false WHERE homework = ? AND is_current AND id <> ?", homework, id)
    try run("UPDATE quiz SET is_current = true WHERE id = ? AND homework = ?", id, homework)
  }

  /// Stores when a learner completed an assignment; `nil` for not completed.
  func setCompletion(homework id: Homework.ID, by learner: Learner.ID, at time: Int64?) throws(StoreError) {
    try run("DELETE FROM completion WHERE homework = ? AND learner = ?", id, learner)
    guard let time else { return }
    _ = try insertIfAbsent(.completion, ["homework": id, "learner": learner, "completed_at_ms": time])
  }

  /// Stores when something happened to a learner once, if that is earlier than what is known.
  func keepEarlier(
    moment name: String, kind: String, of learner: Learner.ID, at time: Int64
  ) throws(StoreError) {
    try run("DELETE FROM moment WHERE learner = ? AND name = ? AND at_ms > ?", learner, name, time)
    _ = try insertIfAbsent(.moment, ["learner": learner, "name": name, "kind": kind, "at_ms": time])
  }

  // MARK: Attempts

  /// Sets the copy on which an attempt goes on.
  func move(attempt id: Attempt.ID, to copy: SyncCopy.ID) throws(StoreError) {
    try run("UPDATE attempt SET copy = (SELECT id FROM copy WHERE id = ? AND NOT is_own) WHERE id = ?", copy, id)
  }

  /// Makes an attempt that had ended one in progress.
  func reopen(attempt id: Attempt.ID) throws(StoreError) {
    try update(.attempt, id, ["state": Attempt.State.inProgress.rawValue, "finished_at_ms": Int64?.none])
  }

  /// Returns a quiz's questions by their own ids.
  func questions(ofQuiz id: Quiz.ID) throws(StoreError) -> [Question.ID: StoredQuestion] {
    try Dictionary(uniqueKeysWithValues: all(Self.questionsOfQuiz, id, make: Self.storedQuestion).map { ($0.id, $0) })
  }

  // MARK: Progress

  /// Returns a learner's ledger, in the order in which the attempts were finished.
  func ledger(of learner: Learner.ID) throws(StoreError) -> [CreditedAttempt] {
    try all(Self.ledgerInOrder, learner) { row in
      let total = try row.int(2, in: QuizDraft.questionCounts, "number of questions")
      return (
        row.int(0), Score(correct: try row.int(1, in: 0...total, "score"), total: total), row.int(3), row.int64(4)
      )
    }
  }

  private static let ledgerInOrder: SQL = """
    SELECT stars, score, total, longest_run, finished_at_ms FROM ledger WHERE learner = ?
    ORDER BY finished_at_ms, attempt
    """
}
