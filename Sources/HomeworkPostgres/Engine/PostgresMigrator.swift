import HomeworkMigrations
import HomeworkModel

/// Migrates a database to the newest schema, while no other process does.
enum PostgresMigrator {
  /// The advisory lock of those who migrate: any number, the same in every version of this program.
  private static let lock: Int64 = 0x6877_6462

  /// - Throws: `newerSchema`, `migrationDrift`, `foreign`; nothing is changed then.
  static func migrate(_ server: PostgresPool, at now: Timestamp) throws {
    try server.use { connection in
      do {
        guard try !due(connection, server).isEmpty else { return }
        try connection.transaction(.write, mapping: { $0 as any Error }) {
          try connection.run("SELECT pg_advisory_xact_lock(?)", lock)
          // Another process may have migrated while this one waited.
          let due = try due(connection, server)
          // Whoever writes finishes first, and finds the newer schema next.
          if !due.isEmpty, due.lowerBound > 0 { try connection.execute("LOCK TABLE hwdb.library IN EXCLUSIVE MODE") }
          for migration in Migrations.postgres[due] {
            try connection.execute(migration.sql)
            try connection.run(
              "INSERT INTO hwdb.migration (version, name, checksum, at_ms) VALUES (?, ?, ?, ?)", migration.version,
              migration.name, migration.checksum, now.millisecondsSince1970)
          }
          // Whoever knows a library as it was asks again, and learns of the migration.
          try connection.run("UPDATE hwdb.library SET change = change + 1")
        }
      } catch let error as PostgresError {
        throw StoreError(error)
      }
    }
  }

  /// Returns the places of the migrations that are not applied yet.
  private static func due(_ connection: PostgresConnection, _ server: PostgresPool) throws -> Range<Int> {
    // Not to_regclass(): what it has not found before it may not find in the same transaction, though it is there now.
    let found = try connection.first(
      """
      SELECT count(*) > 0, count(c.oid) > 0
      FROM pg_namespace n LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = 'migration'
      WHERE n.nspname = 'hwdb'
      """
    ) { ($0.int(0) == 1, $0.int(1) == 1) }
    guard let found, found.0 else { return 0..<Migrations.postgres.count }
    guard found.1 else { throw StoreError.unavailable(.foreign(path: "schema hwdb of \(server.url.redacted)")) }
    let applied = try connection.all("SELECT version, name, checksum FROM hwdb.migration ORDER BY version") {
      (version: $0.int(0), name: $0.text(1), checksum: $0.text(2))
    }
    try refuseNewer(applied.last?.version ?? 0)
    for (migration, applied) in zip(Migrations.postgres, applied)
    where migration.version != applied.version || !migration.isApplied(as: applied.checksum) {
      throw StoreError.unavailable(.migrationDrift(applied.name))
    }
    return applied.count..<Migrations.postgres.count
  }

  /// Refuses to write, in a transaction that has a lock of `hwdb.library`, where another process has migrated since.
  ///
  /// - Throws: `newerSchema`.
  static func refuseNewer(_ connection: PostgresConnection) throws {
    try refuseNewer(try connection.number("SELECT max(version) FROM hwdb.migration"))
  }

  /// - Throws: `newerSchema`.
  static func refuseNewer(_ version: Int) throws(StoreError) {
    let known = Migrations.postgres.count
    guard version <= known else { throw .unavailable(.newerSchema(found: version, known: known)) }
  }
}
