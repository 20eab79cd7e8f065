import Foundation
import Homework
import Migrations
import SQLite

/// What a database of ours says of itself in its header: "hwdb".
let applicationId = 0x6877_6462

/// Looks at a file's first page before SQLite does, so that what is not ours is not touched at all.
enum FileCheck {
  static func check(_ path: String) throws(StoreError) {
    var isDirectory: ObjCBool = false
    guard !FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) || !isDirectory.boolValue else {
      throw .unavailable(.cannotOpen(path: path, "it is a directory"))
    }
    guard let file = FileHandle(forReadingAtPath: path) else { return }
    defer { try? file.close() }  // it was only read
    let page: Data
    do {
      page = try file.read(upToCount: 108) ?? Data()
    } catch {
      throw .unavailable(.cannotOpen(path: path, error.localizedDescription))
    }
    guard !page.isEmpty else { return }
    guard page.count >= 100, page.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw .unavailable(.notADatabase(path: path))
    }
    let id = number(page, at: 68)
    // Ours carry their id from their first transaction on. One without an id is ours to take only while it is empty.
    guard id == applicationId || (id == 0 && page.count >= 105 && page[103] == 0 && page[104] == 0) else {
      throw .unavailable(.foreign(path: path))
    }
    try Migrator.refuseNewer(number(page, at: 60))
  }

  private static func number(_ page: Data, at offset: Int) -> Int {
    page[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}

/// Brings a database to the newest schema, one migration a transaction.
enum Migrator {
  static func migrate(_ connection: Connection, path: String, at now: Timestamp) throws(StoreError) {
    try refuseNewer(version(of: connection))
    for migration in Migrations.all where try version(of: connection) < migration.version {
      try connection.transaction(.immediate, mapping: StoreError.init) { () throws(StoreError) in
        // Another process may have migrated while we waited for the lock, so look again.
        guard try version(of: connection) < migration.version else { return }
        try apply(migration, on: connection, at: now)
      }
    }
    try refuseDrift(connection)
  }

  static func refuseNewer(_ version: Int) throws(StoreError) {
    guard version <= Migrations.latestVersion else {
      throw .unavailable(.newerSchema(found: version, known: Migrations.latestVersion))
    }
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
      try connection.execute("PRAGMA application_id = \(applicationId); PRAGMA user_version = \(migration.version)")
    } catch {
      throw StoreError(error)
    }
  }

  private static func refuseDrift(_ connection: Connection) throws(StoreError) {
    do throws(SQLiteError) {
      let applied = try connection.all("SELECT version, checksum FROM schema_migration", []) { ($0.int(0), $0.text(1)) }
      let known = Dictionary(uniqueKeysWithValues: Migrations.all.map { ($0.version, $0) })
      for (version, checksum) in applied {
        guard let migration = known[version], migration.checksum != checksum else { continue }
        throw SQLiteError(extendedCode: -1, message: migration.name)
      }
    } catch {
      guard error.extendedCode == -1 else { throw StoreError(error) }
      throw .unavailable(.migrationDrift(error.message))
    }
  }

  private static func version(of connection: Connection) throws(StoreError) -> Int {
    do throws(SQLiteError) { return try connection.number("PRAGMA user_version") } catch { throw StoreError(error) }
  }
}
