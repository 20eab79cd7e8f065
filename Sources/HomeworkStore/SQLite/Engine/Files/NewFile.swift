import HomeworkMigrations
package import HomeworkModel

/// Creates the schema in an empty database, and upgrades an older one.
package enum NewFile {
  /// Applies the steps that the schema lacks in one transaction; refuses any other content.
  ///
  /// - Parameters:
  ///   - path: the file's path; `nil` in memory.
  ///   - migration: the reaction to an older schema.
  /// - Returns: the upgrade; `nil` if the schema is new, or was up to date.
  package static func make(
    _ connection: Connection, path: String?, at now: Timestamp, identifiers: @Sendable () -> (UInt64, UInt64),
    migration: StoreOptions.Migration = .automatic
  ) throws(StoreError) -> SchemaUpgrade? {
    let path = path ?? ":memory:"
    func pendingSteps() throws(StoreError) -> ArraySlice<Migration> {
      try FileCheck.checkContent(connection, path: path, migration)
    }
    do {
      // Use one snapshot: between two reads another process may make the file a store of ours.
      let pending = try connection.transaction(.deferred, pendingSteps)
      guard !pending.isEmpty else { return nil }
      // Outside the transaction, in which it would have no effect.
      let rebuildsTable = pending.contains(where: \.rebuildsTable)
      if rebuildsTable { try connection.execute("PRAGMA foreign_keys = OFF") }
      // It touches no file, so it cannot fail.
      defer { if rebuildsTable { try? connection.execute("PRAGMA foreign_keys = ON") } }
      return try connection.transaction(.immediate) {
        // Another process may have created, claimed or upgraded the file while we waited for the lock: look again.
        let pending = try pendingSteps()
        guard !pending.isEmpty else { return nil }
        let upgrade = try apply(pending, to: connection, at: now)
        if upgrade == nil {
          try RowTransaction(connection).begin(at: now, identifiers())
        } else {
          try SchemaCheck.refuseDifference(connection, path: path)
        }
        return upgrade
      }
    } catch { throw StoreError(error) }
  }

  /// Creates the schema, without a row of a library.
  package static func create(_ connection: Connection, at now: Timestamp) throws(StoreError) {
    do { _ = try apply(connection.migrator.migrations.steps[...], to: connection, at: now) } catch {
      throw StoreError(error)
    }
  }

  private static func apply(
    _ steps: ArraySlice<Migration>, to connection: Connection, at now: Timestamp
  ) throws -> SchemaUpgrade? {
    if steps.first?.version == 1 { try connection.execute(schemaTable) }
    let upgrade = try connection.migrator.apply(steps, to: RowTransaction(connection)) { script in
      try connection.execute(script)
    } record: { step in
      try connection.run(
        "INSERT INTO schema_migration VALUES (?, ?, ?)", step.version, step.checksum, now.millisecondsSince1970)
    }
    if steps.contains(where: \.rebuildsTable) {
      let lost = try connection.first("PRAGMA foreign_key_check") { "a row of \($0.text(0)) refers to a missing row" }
      if let lost { throw StoreError.unavailable(.corrupt(lost)) }
    }
    try connection.execute(
      "PRAGMA application_id = \(FileCheck.applicationId); PRAGMA user_version = \(connection.migrator.version)")
    return upgrade
  }

  /// The table of the steps that made the schema.
  static let schemaTable = """
    -- The version of the schema, with the checksum of its statements.
    CREATE TABLE schema_migration (
      version INTEGER PRIMARY KEY, checksum TEXT NOT NULL, applied_at_ms INTEGER NOT NULL
    ) STRICT
    """

  /// Fills an in-memory database with the result of `make`.
  ///
  /// The statements run once; each database gets a copy: tests and scenarios make thousands.
  package static func fill(
    _ connection: Connection, at now: Timestamp, identifiers: @Sendable () -> (UInt64, UInt64)
  ) throws(StoreError) {
    try Connection(image: empty.get()).backUp(to: connection)
    try connection.run("UPDATE schema_migration SET applied_at_ms = ?", now.millisecondsSince1970)
    try RowTransaction(connection).begin(at: now, identifiers())
  }

  private static let empty = Result { () throws(StoreError) in
    let connection = try Connection(path: ":memory:", access: .create)
    try create(connection, at: Timestamp(millisecondsSince1970: 0))
    return try connection.image()
  }
}
