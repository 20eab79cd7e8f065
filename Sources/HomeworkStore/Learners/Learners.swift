public import HomeworkModel
import HomeworkSQLite

/// Who plays. Where nobody is chosen, what is a learner's is that of the default one: with one learner there is nothing
/// to choose.
extension ReadTransaction {
  /// Chooses whose attempts, progress and stars the calls after this speak of. An attempt that is named by its id is its
  /// own learner's in any case.
  ///
  ///     try await store.write { tx in
  ///       try tx.use(learner.id)
  ///       return try tx.startAttempt(homework.id)
  ///     }
  ///
  /// - Throws: `notFound`.
  public final func use(_ id: Learner.ID) throws(StoreError) {
    learnerRow = try learnerRow(of: id)
  }

  /// Returns the learners, in the order in which they were added.
  public final func learners() throws(StoreError) -> [Learner] {
    try all(Self.everyLearner, make: Self.learner)
  }

  /// Returns a learner by their id.
  public final func learner(_ id: Learner.ID) throws(StoreError) -> Learner {
    guard let found = try first(Self.learnerById, id.key, make: Self.learner) else {
      throw .notFound(.learner, id.text)
    }
    return found
  }

  /// Returns the learner who is chosen, or else the default one.
  public final func learner() throws(StoreError) -> Learner {
    guard let found = try first(Self.learnerByRow, learnerRow, make: Self.learner) else { throw Self.nobody }
    return found
  }

  /// Returns the learner with this name, or whose id is, begins with or ends with `text`, of which four characters are
  /// enough, or else the only one with this text in their name. Case does not matter.
  ///
  /// - Throws: `ambiguousId`, `ambiguousName`, `notFound`.
  package final func learnerId(matching text: String) throws(StoreError) -> Learner.ID {
    let wanted = Learner.foldedName(text)
    let named = try first("SELECT public_id FROM learner WHERE folded_name = ?", wanted) {
      (row) throws(SQLiteError) -> Learner.ID in try row.id(0)
    }
    if let named { return named }
    do throws(StoreError) { return try resolve(text, .learner, in: "learner") } catch {
      guard case .notFound = error, !wanted.allSatisfy(\.isWhitespace) else { throw error }
      let found = try learners().filter { Learner.foldedName($0.name).contains(wanted) }
      guard found.count < 2 else { throw .ambiguousName(text, candidates: found.prefix(20).map(\.name)) }
      guard let only = found.first else { throw .notFound(.learner, "\"\(text)\"") }
      return only.id
    }
  }

  /// In a statement whose first value is `learnerRow`: the row of the learner whom it is about.
  static let wantedLearner = "coalesce(?1, (SELECT id FROM learner WHERE is_default))"

  /// The keys of the learner who is chosen, or else of the default one.
  final func learnerKeys() throws(StoreError) -> (row: Int64, id: Learner.ID) {
    let found = try first(Self.learnerKeys, learnerRow) { (row) throws(SQLiteError) -> (row: Int64, id: Learner.ID) in
      (row.int64(0), try row.id(1))
    }
    guard let found else { throw Self.nobody }
    return found
  }

  final func learnerRow(of id: Learner.ID) throws(StoreError) -> Int64 {
    let row = try first("SELECT id FROM learner WHERE public_id = ?", id.key) { $0.int64(0) }
    guard let row else { throw .notFound(.learner, id.text) }
    return row
  }

  final func row(ofLearnerNamed folded: String) throws(StoreError) -> Int64? {
    try first("SELECT id FROM learner WHERE folded_name = ?", folded) { $0.int64(0) }
  }

  private static let nobody = StoreError.unavailable(.corrupt("it has no learner"))
  private static let learnerColumns = "SELECT public_id, name, is_default, created_at_ms FROM learner"
  private static let everyLearner = SQL.constant("\(learnerColumns) ORDER BY id")
  private static let learnerById = SQL.constant("\(learnerColumns) WHERE public_id = ?")
  private static let learnerByRow = SQL.constant("\(learnerColumns) WHERE id = \(wantedLearner)")
  private static let learnerKeys = SQL.constant("SELECT id, public_id FROM learner WHERE id = \(wantedLearner)")

  private static func learner(_ row: Row) throws(SQLiteError) -> Learner {
    Learner(id: try row.id(0), name: row.text(1), isDefault: row.int(2) == 1, createdAt: try row.timestamp(3))
  }
}

extension WriteTransaction {
  /// Adds a learner.
  ///
  /// - Parameter name: 1 to 100 characters, no other learner's without regard to case.
  /// - Throws: `invalid`; `nameTaken`.
  public func addLearner(_ name: String) throws(StoreError) -> Learner {
    try requireFree(name, for: nil)
    let learner = Learner(id: newId(), name: name, isDefault: false, createdAt: now)
    try run(
      "INSERT INTO learner (public_id, name, folded_name, created_at_ms) VALUES (?, ?, ?, ?)", learner.id.key, name,
      Learner.foldedName(name), now.millisecondsSince1970)
    try record(.learnerAdded, of: lastInsertedRow)
    return learner
  }

  /// Gives a learner another name, makes them the one who is meant where nobody is named, or both.
  ///
  /// - Throws: `notFound`, `invalid`, `nameTaken`.
  public func updateLearner(
    _ id: Learner.ID, name: String? = nil, becomesDefault: Bool = false
  ) throws(StoreError) -> Learner {
    let row = try learnerRow(of: id)
    if let name {
      try requireFree(name, for: row)
      try run("UPDATE learner SET name = ?, folded_name = ? WHERE id = ?", name, Learner.foldedName(name), row)
    }
    if becomesDefault { try makeDefault(row) }
    try record(.learnerUpdated, of: row)
    return try learner(id)
  }

  func makeDefault(_ row: Int64) throws(StoreError) {
    try run("UPDATE learner SET is_default = 0 WHERE is_default AND id <> ?", row)
    try run("UPDATE learner SET is_default = 1 WHERE id = ?", row)
  }

  func requireFree(_ name: String, for row: Int64?) throws(StoreError) {
    let faults = Learner.faults(inName: name)
    guard faults.isEmpty else { throw .invalid(faults) }
    let holder = try self.row(ofLearnerNamed: Learner.foldedName(name))
    guard holder == nil || holder == row else { throw .nameTaken(name) }
  }
}
