import HomeworkModel

extension Table {
  static let learner = Table(
    "learner",
    [
      .key, .text("public_id"), .text("name"), .text("folded_name"), .flag("is_default"),
      .integer("created_at_ms"),
    ])
}

extension RowTransaction {
  /// The learner row to use, in a statement whose first value is a learner's row or NULL.
  static let wantedLearner = "coalesce(?1, \(defaultLearner))"
  /// Falls back to the oldest learner if another program left no default.
  private static let defaultLearner =
    "coalesce((SELECT id FROM learner WHERE is_default), (SELECT min(id) FROM learner))"

  private static let learnerColumns =
    "SELECT \(Table.learner.list(of: "l")), l.id = \(defaultLearner) AS is_used FROM learner l"

  /// Returns the learners, in the order in which they were added.
  func learners() throws(StoreError) -> [StoredLearner] {
    try all("\(Self.learnerColumns) ORDER BY l.id", make: Self.learner)
  }

  /// - Parameter row: `nil` for the default learner.
  func learner(row: Int64?) throws(StoreError) -> StoredLearner? {
    try first("\(Self.learnerColumns) WHERE l.id = \(Self.wantedLearner)", row, make: Self.learner)
  }

  func learner(_ id: Learner.ID) throws(StoreError) -> StoredLearner? {
    try first("\(Self.learnerColumns) WHERE l.public_id = ?", id.key, make: Self.learner)
  }

  /// Returns the learners with a name, without case.
  func learners(named name: String) throws(StoreError) -> [StoredLearner] {
    try all("\(Self.learnerColumns) WHERE l.folded_name = ? ORDER BY l.id", name, make: Self.learner)
  }

  private static func learner(_ row: any SQLRow) throws(StoreError) -> StoredLearner {
    StoredLearner(
      row: row.int64("id"),
      learner: Learner(
        id: try row.id("public_id"), name: row.text("name"), isDefault: row.int("is_used") == 1,
        createdAt: try row.timestamp("created_at_ms")))
  }

  func insert(_ learner: Learner) throws(StoreError) -> Int64 {
    try inserted(
      .learner,
      [
        "public_id": learner.id.key, "name": learner.name, "folded_name": Learner.foldedName(learner.name),
        "is_default": false, "created_at_ms": learner.createdAt.millisecondsSince1970,
      ])
  }

  func rename(learner row: Int64, to name: String) throws(StoreError) {
    try update(.learner, row, ["name": name, "folded_name": Learner.foldedName(name)])
  }

  /// Makes a learner the only default.
  func makeDefault(learner row: Int64) throws(StoreError) {
    try run("UPDATE learner SET is_default = false WHERE is_default AND id <> ?", row)
    try run("UPDATE learner SET is_default = true WHERE id = ?", row)
  }

  /// Erases everything about a learner. The learner's events keep only number and time.
  ///
  /// - Returns: the number of attempts erased.
  func erase(learner row: Int64, at time: Timestamp) throws(StoreError) -> Int {
    let attempts = try number("SELECT count(*) FROM attempt WHERE learner = ?", row)
    try run("INSERT INTO erasure (at_ms) VALUES (?)", time.millisecondsSince1970)
    try run("DELETE FROM request WHERE learner = ?", row)
    try run(Self.eraseFromEvents, row)
    try forgetChanges(ofLearner: row)
    try run("DELETE FROM learner WHERE id = ?", row)
    return attempts
  }

  /// Removes the quiz of a review that has no attempt.
  func removeReview(_ quiz: String) throws(StoreError) {
    let isUnplayed = "public_id = ? AND homework IS NULL AND id NOT IN (SELECT quiz FROM attempt)"
    guard try changed(SQL("DELETE FROM quiz WHERE \(isUnplayed)"), quiz) == 1 else { return }
    try run("UPDATE change SET entity = NULL, part = NULL WHERE entity = ?", quiz)
  }

  private static let eraseFromEvents: SQL = """
    UPDATE event SET kind = 'erased', homework = NULL, attempt = NULL, question_index = NULL, outcome = NULL,
      streak_position = NULL, name = NULL, learner = NULL
    WHERE learner = ?
    """
}
