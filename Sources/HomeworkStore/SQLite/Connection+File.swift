internal import CHomeworkSQLite
internal import CHomeworkSQLiteShim
package import HomeworkModel

/// The file beneath the pages.
extension Connection {
  /// Returns the first `count` bytes of the file on disk, fewer if it is shorter.
  ///
  /// Takes no lock and triggers no recovery: journal and log are left alone. Never read a database file through another
  /// descriptor: closing it drops every lock that this process has on the file (sqlite.org/howtocorrupt.html, section
  /// 2.2).
  package func fileHead(_ count: Int) throws(StoreError) -> [UInt8] {
    guard let (file, methods) = try file(), let sizeOf = methods.xFileSize, let read = methods.xRead else { return [] }
    var size: sqlite3_int64 = 0
    try check(sizeOf(file, &size))
    var bytes = [UInt8](repeating: 0, count: min(count, Int(size)))
    try check(bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, Int32($0.count), 0) })
    return bytes
  }

  /// Locks the file for this connection alone, until it is closed. Do nothing else with the connection.
  ///
  /// - Returns: false if another connection, in this process or another, uses the file.
  package func takeFile() throws(StoreError) -> Bool {
    guard let (file, methods) = try file(), let lock = methods.xLock else { return false }
    for kind in [SQLITE_LOCK_SHARED, SQLITE_LOCK_EXCLUSIVE] {
      let code = lock(file, kind)
      if code & 0xFF == SQLITE_BUSY { return false }
      try check(code)
    }
    return true
  }

  /// SQLite's version.
  package static let sqliteVersion = String(cString: sqlite3_libversion())

  /// True if the path from which the file was opened no longer leads to it.
  package var hasMoved: Bool {
    var moved: Int32 = 0
    return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) != SQLITE_OK || moved != 0
  }

  /// The file's path with symlinks resolved: logs and journals are beside it.
  package var fileName: String { sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? "" }

  /// A number that changes with the database, by any connection, as of this connection's latest transaction. Compare
  /// the number right after a commit with the next transaction's to learn whether another connection wrote in between;
  /// this costs nothing.
  package var dataVersion: UInt32 {
    var version: UInt32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }

  /// Returns the file to read and lock; `nil` for an in-memory database.
  func file() throws(StoreError) -> (UnsafeMutablePointer<sqlite3_file>, sqlite3_io_methods)? {
    var pointer: UnsafeMutablePointer<sqlite3_file>?
    try check(sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &pointer))
    guard let file = pointer, let methods = file.pointee.pMethods else { return nil }
    return (file, methods.pointee)
  }

  /// Copies a snapshot of the whole database over `destination`, while other connections may write.
  ///
  /// - Parameters:
  ///   - whenLocked: called once the destination is locked against writers, before anything is copied; changes that it
  ///     makes through this connection are copied too.
  ///   - onStep: receives the share copied, 0…1, about every 4 MiB.
  package func backUp(
    to destination: Connection, whenLocked: () throws -> Void = {}, onStep: (Double) -> Void = { _ in }
  ) throws(StoreError) {
    guard let backup = sqlite3_backup_init(destination.handle, "main", handle, "main") else {
      throw destination.error(sqlite3_extended_errcode(destination.handle), nil)
    }
    // A step of no pages only takes the locks.
    var code = sqlite3_backup_step(backup, 0)
    let isWithoutTransaction = !isInTransaction
    defer { if isWithoutTransaction, isInTransaction { try? run("COMMIT") } }  // it has only read
    if code == SQLITE_OK {
      do {
        try whenLocked()
        // One snapshot for all steps. Otherwise each step reads the newest commit, and starts again from the first page
        // if another connection has written since the last step.
        if isWithoutTransaction { try run("BEGIN") }
        try run("PRAGMA schema_version")  // reads the file without parsing its schema
      } catch {
        sqlite3_backup_finish(backup)
        throw StoreError(error)
      }
    }
    while code == SQLITE_OK {
      code = sqlite3_backup_step(backup, 1024)
      let pages = sqlite3_backup_pagecount(backup)
      if pages > 0 { onStep(1 - Double(sqlite3_backup_remaining(backup)) / Double(pages)) }
      if code == SQLITE_OK, isInterruptionWanted { code = SQLITE_INTERRUPT }
    }
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else {
      throw StoreError(sqlite: code, String(cString: sqlite3_errstr(code)), path: destination.path)
    }
  }

  func check(_ code: Int32) throws(StoreError) {
    guard code == SQLITE_OK else {
      throw StoreError(sqlite: code, String(cString: sqlite3_errstr(code)), path: path)
    }
  }
}
