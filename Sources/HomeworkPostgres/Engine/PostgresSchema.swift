import HomeworkMigrations
import HomeworkModel
import HomeworkStore

/// Creates the schema in a database, under a lock that excludes other creating processes.
enum PostgresSchema {
  /// The advisory lock for creating it: an arbitrary number, the same in every version of this program.
  private static let lock: Int64 = 0x6877_6462

  /// - Throws: `newerSchema`, `development`, `foreign`, `unusable`; nothing is changed then.
  static func make(in server: PostgresPool, at now: Timestamp) throws {
    try server.use { connection in
      do {
        guard try !isThere(connection, server) else { return }
        try connection.transaction(.write) {
          try connection.run("SELECT pg_advisory_xact_lock(?)", lock)
          // Another process may have created it while this one waited.
          guard try !isThere(connection, server) else { return }
          try connection.execute(StoreSchema.postgres.sql)
          try connection.run(
            "INSERT INTO hwdb.migration (version, checksum, at_ms) VALUES (?, ?, ?)", StoreSchema.version,
            StoreSchema.postgres.checksum, now.millisecondsSince1970)
        }
      } catch let error as PostgresError {
        throw StoreError(error)
      }
    }
  }

  private static func isThere(_ connection: PostgresConnection, _ server: PostgresPool) throws -> Bool {
    // Not to_regclass(): it may not see a table created since it first failed to find it in the same transaction.
    let found = try connection.first(
      """
      SELECT count(*) > 0, count(c.oid) > 0
      FROM pg_namespace n LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = 'migration'
      WHERE n.nspname = 'hwdb'
      """
    ) { ($0.int(0) == 1, $0.int(1) == 1) }
    guard let found, found.0 else { return false }
    guard found.1 else { throw StoreError.unavailable(.foreign(path: "schema hwdb of \(server.url.redacted)")) }
    let checksum = try connection.first("SELECT checksum FROM hwdb.migration WHERE version = 1") { $0.text(0) }
    guard checksum == StoreSchema.postgres.checksum else {
      throw StoreError.unavailable(.development(database: server.url.redacted))
    }
    try refuseNewer(connection)
    return true
  }

  /// Refuses to write if a newer program has changed the schema. Call it in a transaction that holds a lock on
  /// `hwdb.library`.
  ///
  /// - Throws: `newerSchema`.
  static func refuseNewer(_ connection: PostgresConnection) throws {
    try FileCheck.refuseNewer(connection.number("SELECT max(version) FROM hwdb.migration"))
  }
}
