internal import CHomeworkSQLite

/// The file below the pages.
extension Connection {
  /// The first `count` bytes of the file as they stand on disk, fewer where it is shorter.
  ///
  /// Takes no lock and starts nothing: journal and log are left alone. Never read a database file by another
  /// descriptor, since closing that one drops every lock that this process has on the file
  /// (sqlite.org/howtocorrupt.html, section 2.2).
  public func fileHead(_ count: Int) throws(SQLiteError) -> [UInt8] {
    var pointer: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &pointer)
    try check(code)
    // A database in memory has no file below it.
    guard let file = pointer, let methods = file.pointee.pMethods, let sizeOf = methods.pointee.xFileSize,
      let read = methods.pointee.xRead
    else { return [] }
    var size: sqlite3_int64 = 0
    try check(sizeOf(file, &size))
    var bytes = [UInt8](repeating: 0, count: min(count, Int(size)))
    try check(bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, Int32($0.count), 0) })
    return bytes
  }

  /// Copies the whole database, as it is at one moment, over that of `destination`.
  ///
  /// - Parameter onStep: told the share that is copied, 0…1, every 4 MiB or so.
  public func backUp(to destination: Connection, onStep: (Double) -> Void = { _ in }) throws(SQLiteError) {
    guard let backup = sqlite3_backup_init(destination.handle, "main", handle, "main") else {
      throw destination.error(sqlite3_extended_errcode(destination.handle), nil)
    }
    var code: Int32
    repeat {
      code = sqlite3_backup_step(backup, 1024)
      let pages = sqlite3_backup_pagecount(backup)
      if pages > 0 { onStep(1 - Double(sqlite3_backup_remaining(backup)) / Double(pages)) }
    } while code == SQLITE_OK
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else {
      throw SQLiteError(extendedCode: code, message: String(cString: sqlite3_errstr(code)))
    }
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else {
      throw SQLiteError(extendedCode: code, message: String(cString: sqlite3_errstr(code)))
    }
  }
}
