import HomeworkMigrations
package import HomeworkModel
import HomeworkSystem
import Synchronization

/// Migrates a database to the newest schema: a new one in a single transaction, an older one in one per migration.
package enum Migrator {
  package typealias Progress = @Sendable (MigrationProgress) -> Void

  /// - Parameters:
  ///   - connection: the connection, with its migrations.
  ///   - path: the file's path; `nil` in memory, where no backup is needed.
  package static func migrate(
    _ connection: Connection, path: String?, on disk: Disk? = nil, at now: Timestamp,
    identifiers: @Sendable () -> (UInt64, UInt64), isCancelled: (@Sendable () -> Bool)? = nil,
    onProgress: Progress? = nil
  ) throws(StoreError) {
    connection.setInterruption(isCancelled)
    defer { connection.setInterruption(nil) }
    // Use one snapshot: between two reads another process may make the file a store of ours.
    try connection.transaction(.deferred, mapping: StoreError.init) { () throws(StoreError) in
      try FileCheck.checkContent(connection, path: path ?? ":memory:")
    }
    var hasBackup = path == nil
    let migrations = connection.migrations
    // A migration may make a table anew to which others refer. Inside a transaction the setting would have no effect.
    let wereEnforced = try setForeignKeys(connection, false)
    defer { if wereEnforced { _ = try? setForeignKeys(connection, true) } }
    while try version(of: connection) < migrations.count {
      try connection.transaction(.immediate, mapping: StoreError.init) { () throws(StoreError) in
        // Another process may have migrated or claimed the file while we waited for the lock: look again.
        try FileCheck.checkContent(connection, path: path ?? ":memory:")
        let before = try version(of: connection)
        // A new file gets all of them at once: no other process uses it yet, and each transaction waits for the disk.
        let due = migrations.dropFirst(before).prefix(before == 0 ? migrations.count : 1)
        guard !due.isEmpty else { return }
        if let path, !hasBackup, before > 0 { try backUp(connection, path, on: disk, isCancelled, onProgress) }
        hasBackup = true
        for migration in due {
          try apply(migration, on: connection, at: now, isCancelled, before > 0 ? onProgress : nil)
        }
        try name(connection, isNew: before == 0, at: now, identifiers())
        if before > 0 { try refuseOrphans(connection) }
      }
    }
    try refuseDrift(connection)
  }

  /// Fills an in-memory database with the result of `migrate`.
  ///
  /// The migrations run once; each database gets a copy: tests and scenarios make thousands.
  package static func fill(
    _ connection: Connection, at now: Timestamp, identifiers: @Sendable () -> (UInt64, UInt64)
  ) throws(StoreError) {
    let image = try empty.get()
    do throws(SQLiteError) {
      try Connection(image: image).backUp(to: connection)
      try connection.run("UPDATE schema_migration SET applied_at_ms = ?", now.millisecondsSince1970)
    } catch {
      throw StoreError(error)
    }
    try name(connection, isNew: true, at: now, identifiers())
  }

  /// Sets a globally unique id for this copy, and for the first learner of a new library, with its time: the migrations
  /// that add them know none of these.
  private static func name(
    _ connection: Connection, isNew: Bool, at now: Timestamp, _ random: (UInt64, UInt64)
  ) throws(StoreError) {
    let nowMs = now.millisecondsSince1970
    let learner = Learner.ID(atMs: nowMs, random: random)
    let copy = SyncCopy.first(atMs: nowMs, random: random)
    do throws(SQLiteError) {
      guard isNew else {
        try connection.run("UPDATE copy SET public_id = ? WHERE public_id = ?", copy.key, unnamed)
        return
      }
      try connection.run("UPDATE copy SET public_id = ?", copy.key)
      try connection.run("UPDATE learner SET public_id = ?, created_at_ms = ? WHERE id = 1", learner.key, nowMs)
      try connection.run("UPDATE change SET entity = ?", learner.key)
    } catch {
      throw StoreError(error)
    }
    try RowTransaction(connection).signUnsigned()
  }

  private static let unnamed = "00000000-0000-7000-8000-000000000000"

  private static let empty = Result { () throws(StoreError) in
    let connection: Connection
    do throws(SQLiteError) { connection = try Connection(path: ":memory:", access: .create) } catch {
      throw StoreError(error)
    }
    try migrate(connection, path: nil, at: Timestamp(millisecondsSince1970: 0), identifiers: { (0, 0) })
    do throws(SQLiteError) { return try connection.image() } catch { throw StoreError(error) }
  }

  /// Rewrites a file whose free pages still hold erased data because the program ended early.
  ///
  /// Works in WAL mode. Does not wait for a reader: the next opening tries again.
  package static func endErasures(_ connection: Connection, busyTimeoutMs: Int) throws(StoreError) {
    do throws(SQLiteError) {
      guard try isErasing(connection) else { return }
      connection.setBusyTimeout(ms: 0)
      defer { connection.setBusyTimeout(ms: Int32(clamping: busyTimeoutMs)) }
      // First, so that readers do not make the log grow by the whole file with each opening.
      guard try connection.emptyLog() else { return }
      do throws(SQLiteError) { try connection.execute("VACUUM") } catch {
        guard error.code == SQLiteError.Code.busy else { throw error }
        return
      }
      if try connection.emptyLog() { _ = try forgetErasures(connection) }
    } catch {
      throw StoreError(error)
    }
  }

  /// Records that no byte of the erased data is left. Returns whether there was any.
  package static func forgetErasures(_ connection: Connection) throws(SQLiteError) -> Bool {
    guard try isErasing(connection) else { return false }
    try connection.run("DELETE FROM erasure")
    return true
  }

  package static func isErasing(_ connection: Connection) throws(SQLiteError) -> Bool {
    try connection.number("SELECT EXISTS (SELECT 1 FROM erasure)") == 1
  }

  /// Returns the path at which `backUp` keeps a file with an older schema.
  private static func copyPath(_ path: String, _ version: Int) -> String { "\(path).schema-\(version).backup" }

  /// Returns the kept copies of a file.
  package static func copies(of path: String) -> [String] {
    (1...Migrations.sqlite.count).map { copyPath(path, $0) }.filter { access($0, F_OK) == 0 }
  }

  static let migrationTable = """
    -- The migrations that were applied, with the checksum of their text.
    CREATE TABLE IF NOT EXISTS schema_migration (
      version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at_ms INTEGER NOT NULL
    ) STRICT
    """

  private static func apply(
    _ migration: Migration, on connection: Connection, at now: Timestamp, _ isCancelled: (@Sendable () -> Bool)?,
    _ onProgress: Progress?
  ) throws(StoreError) {
    let latest = connection.migrations.count
    @Sendable func tell(_ stage: MigrationProgress.Stage) {
      onProgress?(
        MigrationProgress(version: migration.version, latest: latest, name: migration.name, stage: stage))
    }
    tell(.applying(steps: 0))
    do throws(SQLiteError) {
      let steps = Atomic(0)
      connection.setInterruption {
        let done = steps.add(Connection.stepsBetweenLooks, ordering: .relaxed).newValue
        if done % 1_000_000 == 0 { tell(.applying(steps: done)) }
        return isCancelled?() ?? false
      }
      defer { connection.setInterruption(isCancelled) }
      try connection.execute(migration.sql)
      try connection.execute(migrationTable)
      try connection.run(
        "INSERT INTO schema_migration VALUES (?, ?, ?, ?)", migration.version, migration.name, migration.checksum,
        now.millisecondsSince1970)
      try connection.execute(
        "PRAGMA application_id = \(FileCheck.applicationId); PRAGMA user_version = \(migration.version)")
    } catch {
      // The file's schema differs from the one that it declares.
      if error.code == SQLiteError.Code.constraint { throw .unavailable(.corrupt(error.message)) }
      throw StoreError(error)
    }
    tell(.applied)
  }

  /// Keeps a copy of the file beside it, before the first of several migrations if one of them rewrites rows.
  ///
  /// Call with the lock held, so that no other process writes; reads through a connection of its own.
  private static func backUp(
    _ connection: Connection, _ path: String, on disk: Disk?, _ isCancelled: (@Sendable () -> Bool)?,
    _ onProgress: Progress?
  ) throws(StoreError) {
    let version = try version(of: connection)
    guard let rewrite = connection.migrations.dropFirst(version).first(where: \.rewritesRows) else { return }
    let reader: Connection
    do throws(SQLiteError) { reader = try Connection(path: path, access: .readWrite, disk: disk) } catch {
      throw StoreError(error)
    }
    reader.setInterruption(isCancelled)
    let backup = copyPath(path, version)
    do throws(StoreError) {
      try BackupFile.write(reader, to: backup, on: disk, advice: "move it away") { share in
        onProgress?(
          MigrationProgress(
            version: rewrite.version, latest: connection.migrations.count, name: rewrite.name,
            stage: .backingUp(share)))
      }
    } catch .invalid(let faults) {
      // The file at that path blocks every call: no single call is at fault.
      let reasons = faults.map(\.message).joined(separator: "; ")
      throw .unavailable(.cannotOpen(path: path, "its copy of schema \(version) cannot be kept: \(reasons)"))
    }
  }

  /// Sets whether foreign keys are enforced, and returns whether they were.
  private static func setForeignKeys(_ connection: Connection, _ isOn: Bool) throws(StoreError) -> Bool {
    do throws(SQLiteError) {
      let was = try connection.number("PRAGMA foreign_keys") == 1
      try connection.execute("PRAGMA foreign_keys = \(isOn ? "ON" : "OFF")")
      return was
    } catch {
      throw StoreError(error)
    }
  }

  /// Refuses a migration that would leave a row without the row that it refers to.
  private static func refuseOrphans(_ connection: Connection) throws(StoreError) {
    let table: String?
    do throws(SQLiteError) { table = try connection.first("PRAGMA foreign_key_check") { $0.text(0) } } catch {
      throw StoreError(error)
    }
    if let table { throw .unavailable(.corrupt("a row of \(table) refers to none")) }
  }

  private static func refuseDrift(_ connection: Connection) throws(StoreError) {
    for migration in connection.migrations {
      let applied: String?
      do throws(SQLiteError) {
        applied = try connection.first("SELECT checksum FROM schema_migration WHERE version = ?", migration.version) {
          $0.text(0)
        }
      } catch {
        throw StoreError(error)
      }
      guard applied == migration.checksum else {
        throw .unavailable(.migrationDrift(migration.name))
      }
    }
  }

  private static func version(of connection: Connection) throws(StoreError) -> Int {
    do throws(SQLiteError) { return try connection.number("PRAGMA user_version") } catch { throw StoreError(error) }
  }
}
