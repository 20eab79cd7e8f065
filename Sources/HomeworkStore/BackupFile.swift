import Foundation
import HomeworkSQLite

/// A database file that is either not there or whole.
enum BackupFile {
  /// Copies what `connection` sees to `path`, in place of what may be there, once the copy is whole and on disk.
  static func write(
    _ connection: Connection, to path: String, on disk: Disk?,
    verify: (Connection) throws(StoreError) -> Void = { (_) throws(StoreError) in },
    onProgress: (Double) -> Void
  ) throws(StoreError) {
    let partial = "\(path).partial-\(getpid())"
    removeFiles(partial)
    do throws(StoreError) {
      try copy(connection, to: partial, on: disk, verify: verify, onProgress: onProgress)
      try move(partial, to: path)
    } catch {
      removeFiles(partial)
      throw error
    }
  }

  private static func copy(
    _ connection: Connection, to path: String, on disk: Disk?, verify: (Connection) throws(StoreError) -> Void,
    onProgress: (Double) -> Void
  ) throws(StoreError) {
    let copy: Connection
    do throws(SQLiteError) {
      copy = try Connection(path: path, access: .create, disk: disk)
      try copy.execute("PRAGMA synchronous = FULL")
      try connection.backUp(to: copy, onStep: onProgress)
      // One file, with no log beside it.
      try copy.execute("PRAGMA journal_mode = DELETE")
    } catch {
      guard error.code == SQLiteError.Code.cannotOpen else { throw StoreError(error) }
      throw .unavailable(.cannotOpen(path: path, error.message))
    }
    try verify(copy)
  }

  /// Into place, so that whoever looks, also after the power went, finds the old file or the new one.
  private static func move(_ partial: String, to path: String) throws(StoreError) {
    guard rename(partial, path) == 0 else {
      throw .unavailable(.cannotOpen(path: path, String(cString: strerror(errno))))
    }
    let directory = open(URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY)
    guard directory >= 0 else { return }
    defer { close(directory) }
    guard fsync(directory) == 0 else { throw .unavailable(.inputOutput(String(cString: strerror(errno)))) }
  }

  private static func removeFiles(_ path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
  }
}
