import HomeworkMigrations
package import HomeworkModel

/// Creates the schema in an empty database.
package enum NewFile {
  /// Creates the schema in one transaction, unless the database has it; refuses any other content.
  ///
  /// - Parameter path: the file's path; `nil` in memory.
  package static func make(
    _ connection: Connection, path: String?, at now: Timestamp, identifiers: @Sendable () -> (UInt64, UInt64)
  ) throws(StoreError) {
    func isEmpty() throws(StoreError) -> Bool {
      try FileCheck.checkContent(connection, path: path ?? ":memory:")
      return try RowTransaction(connection).schemaVersion() == 0
    }
    // Use one snapshot: between two reads another process may make the file a store of ours.
    do {
      guard try connection.transaction(.deferred, isEmpty) else { return }
      try connection.transaction(.immediate) {
        // Another process may have created or claimed the file while we waited for the lock: look again.
        guard try isEmpty() else { return }
        try create(connection, at: now)
        try RowTransaction(connection).begin(at: now, identifiers())
      }
    } catch { throw StoreError(error) }
  }

  /// Creates the schema, without a row of a library.
  package static func create(_ connection: Connection, at now: Timestamp) throws(StoreError) {
    let schema = connection.schema
    try connection.execute(schema.sql)
    try connection.execute(schemaTable)
    try connection.run(
      "INSERT INTO schema_migration VALUES (?, ?, ?)", StoreSchema.version, schema.checksum, now.millisecondsSince1970)
    try connection.execute(
      "PRAGMA application_id = \(FileCheck.applicationId); PRAGMA user_version = \(StoreSchema.version)")
  }

  /// The table of what created the schema.
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
