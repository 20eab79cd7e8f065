import HomeworkModel

extension Table {
  static let learner = Table(
    "learner",
    [
      .text("id"), .text("name"), .text("folded_name"), .flag("is_default"),
      .integer("created_at_ms"),
    ])
}

extension RowTransaction {
  /// The learner to use, in a statement whose first value is a learner's id or NULL.
  static let wantedLearner = "coalesce(?1, \(defaultLearner))"
  /// Falls back to the oldest learner if another program left no default.
  private static let defaultLearner = """
    coalesce((SELECT id FROM learner WHERE is_default), (SELECT id FROM learner ORDER BY created_at_ms, id LIMIT 1))
    """

  private static let learnerColumns =
    "SELECT \(Table.learner.list(of: "l")), l.id = \(defaultLearner) AS is_used FROM learner l"

  /// Returns the learners, in the order in which they were added.
  func learners() throws(StoreError) -> [Learner] {
    try all("\(Self.learnerColumns) ORDER BY l.created_at_ms, l.id", make: Self.learner)
  }

  /// - Parameter id: `nil` for the default learner.
  func learner(_ id: Learner.ID?) throws(StoreError) -> Learner? {
    try first("\(Self.learnerColumns) WHERE l.id = \(Self.wantedLearner)", id, make: Self.learner)
  }

  /// Returns the learners with a name, without case.
  func learners(named name: String) throws(StoreError) -> [Learner] {
    try all(
      "\(Self.learnerColumns) WHERE l.folded_name = ? ORDER BY l.created_at_ms, l.id", name, make: Self.learner)
  }

  private static func learner(_ row: any SQLRow) throws(StoreError) -> Learner {
    Learner(
      id: try row.id("id"), name: row.text("name"), isDefault: row.int("is_used") == 1,
      createdAt: try row.timestamp("created_at_ms"))
  }

  /// Stores a learner. One who is default must be the first.
  func insert(_ learner: Learner) throws(StoreError) {
    try insert(
      .learner,
      [
        "id": learner.id, "name": learner.name, "folded_name": Learner.foldedName(learner.name),
        "is_default": learner.isDefault, "created_at_ms": learner.createdAt.millisecondsSince1970,
      ])
  }

  func rename(learner id: Learner.ID, to name: String) throws(StoreError) {
    try update(.learner, id, ["name": name, "folded_name": Learner.foldedName(name)])
  }

  /// Makes a learner the only default.
  func makeDefault(learner id: Learner.ID) throws(StoreError) {
    try run("UPDATE learner SET is_default = false WHERE is_default AND id <> ?", id)
    try run("UPDATE learner SET is_default = true WHERE id = ?", id)
  }

  /// Marks the learner who is used as the default, so that an older one who comes later does not become it.
  func keepDefault() throws(StoreError) {
    try run("UPDATE learner SET is_default = true WHERE NOT is_default AND id = \(Self.defaultLearner)")
  }

  /// Erases everything about a learner. The learner's events keep only number and time.
  ///
  /// - Returns: the number of attempts erased.
  func erase(learner id: Learner.ID, at time: Timestamp) throws(StoreError) -> Int {
    let attempts = try number("SELECT count(*) FROM attempt WHERE learner = ?", id)
    try beginErasure(at: time)
    // A reply about several learners, such as a regrading's, is stored under one of them and has the ids of all.
    try run("DELETE FROM request WHERE learner = ?1 OR reply LIKE '%' || ?1 || '%'", id)
    try run(Self.eraseFromEvents, id)
    try forgetChanges(ofLearner: id)
    try run("DELETE FROM learner WHERE id = ?", id)
    return attempts
  }

  /// Records that bytes of what is erased are left in the database's files until `Erasing` has overwritten them.
  func beginErasure(at time: Timestamp) throws(StoreError) {
    try run("INSERT INTO erasure (at_ms) VALUES (?)", time.millisecondsSince1970)
  }

  /// Removes the quiz of a review that has no attempt.
  func removeReview(_ quiz: String) throws(StoreError) {
    let isUnplayed = "id = ? AND homework IS NULL AND id NOT IN (SELECT quiz FROM attempt)"
    guard try changed(SQL("DELETE FROM quiz WHERE \(isUnplayed)"), quiz) == 1 else { return }
    try run("UPDATE change SET entity = NULL, part = NULL WHERE entity = ?", quiz)
  }

  private static let eraseFromEvents: SQL = """
    UPDATE event SET kind = 'erased', homework = NULL, attempt = NULL, question_index = NULL, outcome = NULL,
      streak_position = NULL, name = NULL, learner = NULL
    WHERE learner = ?
    """
}
