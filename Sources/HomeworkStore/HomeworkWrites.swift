public import Homework
import SQLite

extension WriteTransaction {
  /// Adds a homework, and its quiz where the draft has one.
  ///
  /// The first one ever added to this store sets the first-capture flag, for good.
  /// - Parameter marksFirstCapture: false for what stands there before a person captures anything.
  public func addHomework(_ draft: HomeworkDraft, marksFirstCapture: Bool = true) throws(StoreError) -> Homework {
    let faults = draft.faults
    guard faults.isEmpty else { throw .invalid(faults) }
    let id: Homework.ID = newId()
    let row = try sql { (connection) throws(SQLiteError) in
      try connection.run(
        "INSERT INTO homework (public_id, title, subject, text, created_at_ms, due_on) VALUES (?, ?, ?, ?, ?, ?)",
        id.text, draft.title, draft.subject, draft.text, now.millisecondsSince1970, draft.dueOn)
      return connection.lastInsertedRow
    }
    try join(draft.collections, homework: row)
    if marksFirstCapture { try remember(Self.firstCapture, kind: "flag") }
    if let quiz = draft.quiz { _ = try setQuiz(quiz, for: id) }
    return try homework(id)
  }

  /// Deletes all of them or, where one is not there, none.
  ///
  /// Quizzes, attempts, answers and progress go with them. Stars, finished attempts, achievements and milestones stay.
  public func deleteHomework(_ ids: [Homework.ID]) throws(StoreError) -> [Homework] {
    var gone: [Homework] = []
    for id in ids where !gone.contains(where: { $0.id == id }) { gone.append(try homework(id)) }
    for homework in gone {
      try sql { (connection) throws(SQLiteError) in
        try connection.run("DELETE FROM homework WHERE public_id = ?", homework.id.text)
      }
    }
    return gone
  }

  /// Marks it done. Again is no error, and keeps the first time.
  public func completeHomework(_ id: Homework.ID) throws(StoreError) -> Homework {
    let row = try row(of: id)
    try sql { (connection) throws(SQLiteError) in
      try connection.run(
        "UPDATE homework SET completed_at_ms = ? WHERE id = ? AND completed_at_ms IS NULL", now.millisecondsSince1970,
        row)
    }
    return try homework(id)
  }

  public func reopenHomework(_ id: Homework.ID) throws(StoreError) -> Homework {
    let row = try row(of: id)
    try sql { (connection) throws(SQLiteError) in
      try connection.run("UPDATE homework SET completed_at_ms = NULL WHERE id = ?", row)
    }
    return try homework(id)
  }

  static let firstCapture = "firstCapture"

  /// Writes down something that happens once and for all; whether it was new.
  @discardableResult
  func remember(_ name: String, kind: String) throws(StoreError) -> Bool {
    try sql { (connection) throws(SQLiteError) in
      try connection.run(
        "INSERT INTO once (name, kind, at_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", name, kind,
        now.millisecondsSince1970)
      return connection.changes == 1
    }
  }
}
