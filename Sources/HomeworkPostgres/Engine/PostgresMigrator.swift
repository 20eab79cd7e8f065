package import HomeworkMigrations
package import HomeworkModel
import HomeworkStore

/// Migrates a database to the newest schema, under a lock that excludes other migrating processes.
package enum PostgresMigrator {
  /// The advisory lock for migrations: an arbitrary number, the same in every version of this program.
  private static let lock: Int64 = 0x6877_6462
  /// The name of the first migration of versions before the first release, whose schemas are no longer readable.
  private static let developmentName = "0001_libraries"

  /// - Throws: `newerSchema`, `migrationDrift`, `foreign`, `unusable`; nothing is changed then.
  package static func migrate(
    _ server: PostgresPool, _ migrations: [Migration] = Migrations.postgres, at now: Timestamp
  ) throws {
    try server.use { connection in
      do {
        guard try !due(migrations, connection, server).isEmpty else { return }
        try connection.transaction(.write) {
          try connection.run("SELECT pg_advisory_xact_lock(?)", lock)
          // Another process may have migrated while this one waited.
          let due = try due(migrations, connection, server)
          // Writers finish first, and find the newer schema next.
          if !due.isEmpty, due.lowerBound > 0 { try connection.execute("LOCK TABLE hwdb.library IN EXCLUSIVE MODE") }
          for migration in migrations[due] {
            try connection.execute(migration.sql)
            try connection.run(
              "INSERT INTO hwdb.migration (version, name, checksum, at_ms) VALUES (?, ?, ?, ?)", migration.version,
              migration.name, migration.checksum, now.millisecondsSince1970)
          }
          // Processes with cached state of a library read it again, and learn of the migration.
          try connection.run("UPDATE hwdb.library SET change = change + 1")
        }
      } catch let error as PostgresError {
        throw StoreError(error)
      }
    }
  }

  /// Returns the indexes of the migrations that have not been applied yet.
  private static func due(
    _ migrations: [Migration], _ connection: PostgresConnection, _ server: PostgresPool
  ) throws -> Range<Int> {
    // Not to_regclass(): it may not see a table created since it first failed to find it in the same transaction.
    let found = try connection.first(
      """
      SELECT count(*) > 0, count(c.oid) > 0
      FROM pg_namespace n LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = 'migration'
      WHERE n.nspname = 'hwdb'
      """
    ) { ($0.int(0) == 1, $0.int(1) == 1) }
    guard let found, found.0 else { return 0..<migrations.count }
    guard found.1 else { throw StoreError.unavailable(.foreign(path: "schema hwdb of \(server.url.redacted)")) }
    let applied = try connection.all("SELECT version, name, checksum FROM hwdb.migration ORDER BY version") {
      (version: $0.int(0), name: $0.text(1), checksum: $0.text(2))
    }
    guard applied.first?.name != developmentName else {
      throw StoreError.unavailable(
        .unusable(
          database: server.url.redacted, "a version of hwdb before its first release wrote the schema hwdb",
          advice: "export the content with that version, and import it into a new database"))
    }
    try refuseNewer(applied.last?.version ?? 0, migrations.count)
    for (migration, applied) in zip(migrations, applied)
    where migration.version != applied.version || migration.checksum != applied.checksum {
      throw StoreError.unavailable(.migrationDrift(applied.name))
    }
    return applied.count..<migrations.count
  }

  /// Refuses to write if another process has migrated. Call it in a transaction that holds a lock on `hwdb.library`.
  ///
  /// - Throws: `newerSchema`.
  static func refuseNewer(_ connection: PostgresConnection) throws {
    try refuseNewer(try connection.number("SELECT max(version) FROM hwdb.migration"))
  }

  /// - Throws: `newerSchema`.
  static func refuseNewer(_ version: Int, _ known: Int = Migrations.postgres.count) throws(StoreError) {
    guard version <= known else { throw .unavailable(.newerSchema(found: version, known: known)) }
  }
}
