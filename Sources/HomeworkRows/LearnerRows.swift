package import HomeworkEngine
package import HomeworkModel

extension RowTransaction {
  /// For a statement whose first value is a learner's row or NULL: the row of the learner to use.
  static let wantedLearner = "coalesce(?1, (SELECT id FROM learner WHERE is_default))"

  package func learners() throws(StoreError) -> [StoredLearner] { try all(Self.everyLearner, make: Self.learner) }

  package func learner(_ key: LearnerKey) throws(StoreError) -> StoredLearner? {
    switch key {
    case .row(let row): try first(Self.learnerByRow, row, make: Self.learner)
    case .id(let id): try first(Self.learnerById, id.key, make: Self.learner)
    case .foldedName(let name): try first(Self.learnerByName, name, make: Self.learner)
    }
  }

  private static let learnerColumns = "SELECT id, public_id, name, is_default, created_at_ms FROM learner"
  private static let everyLearner = SQL.constant("\(learnerColumns) ORDER BY id")
  private static let learnerByRow = SQL.constant("\(learnerColumns) WHERE id = \(wantedLearner)")
  private static let learnerById = SQL.constant("\(learnerColumns) WHERE public_id = ?")
  private static let learnerByName = SQL.constant("\(learnerColumns) WHERE folded_name = ?")

  private static func learner(_ row: Row) throws(RowError) -> StoredLearner {
    StoredLearner(
      row: row.int64(0),
      learner: Learner(
        id: try row.id(1), name: row.text(2), isDefault: row.int(3) == 1, createdAt: try row.timestamp(4)))
  }

  package func insert(_ learner: Learner) throws(StoreError) -> Int64 {
    let row = try inserted(
      "INSERT INTO learner (public_id, name, folded_name, created_at_ms) VALUES (?, ?, ?, ?)", learner.id.key,
      learner.name, Learner.foldedName(learner.name), learner.createdAt.millisecondsSince1970)
    try sign(.learner, where: "id = ?", row)
    return row
  }

  package func rename(learner row: Int64, to name: String) throws(StoreError) {
    try run("UPDATE learner SET name = ?, folded_name = ? WHERE id = ?", name, Learner.foldedName(name), row)
    try sign(.learner, where: "id = ?", row)
  }

  package func makeDefault(learner row: Int64) throws(StoreError) {
    try run("UPDATE learner SET is_default = false WHERE is_default AND id <> ?", row)
    try run("UPDATE learner SET is_default = true WHERE id = ?", row)
  }

  package func erase(learner row: Int64, at time: Timestamp) throws(StoreError) -> Int {
    let attempts = try number("SELECT count(*) FROM attempt WHERE learner = ?", row)
    try run("INSERT INTO erasure (at_ms) VALUES (?)", time.millisecondsSince1970)
    try run("DELETE FROM request WHERE learner = ?", row)
    try forgetDeletions(ofLearner: row)
    try run(Self.eraseFromEvents, row)
    try run("DELETE FROM learner WHERE id = ?", row)
    return attempts
  }

  private static let eraseFromEvents: SQL = """
    UPDATE event SET kind = 'erased', homework = NULL, attempt = NULL, question_index = NULL, outcome = NULL,
      streak_position = NULL, name = NULL, learner = NULL
    WHERE learner = ?
    """
}
