import HomeworkMigrations
import HomeworkModel
import HomeworkStore

/// Creates a library, a schema of a database, under a lock that excludes other creating processes.
enum PostgresSchema {
  /// The advisory lock for creating one: an arbitrary number, the same in every version of this program.
  private static let lock: Int64 = 0x6877_6462

  /// - Throws: `newerSchema`, `development`, `foreign`, `unusable`; nothing is changed then.
  static func make(in server: PostgresPool, _ options: StoreOptions) throws {
    try server.use { connection in
      do {
        guard try !isThere(connection, server) else { return }
        try connection.transaction(.write) {
          try connection.run("SELECT pg_advisory_xact_lock(?)", lock)
          // Another process may have created it while this one waited.
          guard try !isThere(connection, server) else { return }
          try connection.execute(
            "CREATE SCHEMA IF NOT EXISTS \(server.url.quotedSchema);\n\(StoreSchema.postgres.sql)")
          try begin(connection, options)
        }
      } catch let error as PostgresError {
        throw StoreError(error)
      }
    }
  }

  private static func begin(_ connection: PostgresConnection, _ options: StoreOptions) throws {
    let now = options.clock()
    try connection.run(
      "INSERT INTO migration (version, checksum, at_ms) VALUES (?, ?, ?)", StoreSchema.version,
      StoreSchema.postgres.checksum, now.millisecondsSince1970)
    try connection.run("INSERT INTO library (id) VALUES (1)")
    try RowTransaction(PostgresRows(connection)).begin(at: now, options.identifiers())
  }

  /// Returns whether the library exists, and is this program's.
  static func isThere(_ connection: PostgresConnection, _ server: PostgresPool) throws -> Bool {
    // Not to_regclass(): it may not see a table created since it first failed to find it in the same transaction.
    let found = try connection.first(
      """
      SELECT count(c.oid) > 0, count(c.oid) FILTER (WHERE c.relname = 'migration') > 0
      FROM pg_namespace n LEFT JOIN pg_class c ON c.relnamespace = n.oid WHERE n.nspname = ?
      """, server.url.schema
    ) { ($0.int(0) == 1, $0.int(1) == 1) }
    guard let found, found.0 else { return false }
    guard found.1 else {
      throw StoreError.unavailable(.foreign(path: "schema \(server.url.schema) of \(server.url.redacted)"))
    }
    // With the schema's name, so that the server says if the user may not read it.
    let (checksum, newest) =
      try connection.first(
        "SELECT min(checksum) FILTER (WHERE version = 1), max(version) FROM \(server.url.quotedSchema).migration"
      ) { ($0.text(0), $0.int(1)) } ?? ("", 0)
    guard checksum == StoreSchema.postgres.checksum else {
      throw StoreError.unavailable(.development(database: server.url.redacted))
    }
    try FileCheck.refuseNewer(newest)
    return true
  }
}
