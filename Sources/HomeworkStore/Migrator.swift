import Homework
import Migrations
import SQLite

/// Brings a database to the newest schema, one migration a transaction.
enum Migrator {
  static func migrate(_ connection: Connection, path: String, at now: Timestamp) throws(StoreError) {
    // One snapshot: between its reads another process may make the file a store of ours.
    try connection.transaction(.deferred, mapping: StoreError.init) { () throws(StoreError) in
      try FileCheck.checkContent(connection, path: path)
    }
    for migration in Migrations.all where try version(of: connection) < migration.version {
      try connection.transaction(.immediate, mapping: StoreError.init) { () throws(StoreError) in
        // Another process may have migrated while we waited for the lock, or made the file its own: look again.
        try FileCheck.checkContent(connection, path: path)
        guard try version(of: connection) < migration.version else { return }
        try apply(migration, on: connection, at: now)
      }
    }
    try refuseDrift(connection)
  }

  private static func apply(_ migration: Migration, on connection: Connection, at now: Timestamp) throws(StoreError) {
    do throws(SQLiteError) {
      try connection.execute(migration.sql)
      try connection.execute(
        """
        -- The migrations that were applied, with the checksum of their text.
        CREATE TABLE IF NOT EXISTS schema_migration (
          version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at_ms INTEGER NOT NULL
        ) STRICT
        """)
      try connection.run(
        "INSERT INTO schema_migration VALUES (?, ?, ?, ?)", migration.version, migration.name, migration.checksum,
        now.millisecondsSince1970)
      try connection.execute(
        "PRAGMA application_id = \(FileCheck.applicationId); PRAGMA user_version = \(migration.version)")
    } catch {
      throw StoreError(error)
    }
  }

  private static func refuseDrift(_ connection: Connection) throws(StoreError) {
    for migration in Migrations.all {
      let applied: String?
      do throws(SQLiteError) {
        applied = try connection.first("SELECT checksum FROM schema_migration WHERE version = ?", migration.version) {
          $0.text(0)
        }
      } catch {
        // A database that says it is ours and has no such table is damaged, not wrongly asked.
        throw error.code == SQLiteError.Code.generic ? .unavailable(.corrupt(error.message)) : StoreError(error)
      }
      guard applied == migration.checksum else { throw .unavailable(.migrationDrift(migration.name)) }
    }
  }

  private static func version(of connection: Connection) throws(StoreError) -> Int {
    do throws(SQLiteError) { return try connection.number("PRAGMA user_version") } catch { throw StoreError(error) }
  }
}
