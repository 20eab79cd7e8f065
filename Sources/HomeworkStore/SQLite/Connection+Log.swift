internal import CHomeworkSQLite
internal import CHomeworkSQLiteShim
package import HomeworkModel
import HomeworkSystem

/// The write-ahead log. Only `checkpoint` moves it into the file; SQLite also does so when it closes a file that no
/// other connection has open.
extension Connection {
  package struct Checkpoint: Hashable, Sendable {
    /// True if readers kept some frames from being moved.
    package let isBlocked: Bool
    /// The number of frames in the log, and the number of those now in the file.
    package let logged: Int, moved: Int
  }

  /// Makes commits count the log's frames instead of moving the log.
  func countFrames() {
    sqlite3_wal_hook(
      handle,
      { counter, _, _, frames in
        counter?.assumingMemoryBound(to: Int32.self).pointee = frames
        return SQLITE_OK
      }, framesCounter)
  }

  /// The number of frames in the log after this connection's last commit.
  package var framesInLog: Int { Int(framesCounter.pointee) }

  /// Moves the log into the file as far as readers permit, while no connection can write.
  ///
  /// SQLite runs checkpoints concurrently with writers, and from 3.7.0 to 3.51.2 may then lose commits
  /// (sqlite.org/wal.html, "The WAL Reset Bug"): it reads that all N frames have been moved, a writer restarts the log,
  /// and it records that N frames of the new log have been moved. Only a writer can restart the log, so this function
  /// holds the writer lock. SQLite's own checkpoints that take this lock do not help: if they fail to get it, they
  /// continue without.
  package func checkpoint() throws(StoreError) -> Checkpoint {
    guard let (file, methods) = try file(), let lock = methods.xShmLock else {
      return Checkpoint(isBlocked: false, logged: 0, moved: 0)
    }
    _ = try number("PRAGMA user_version")  // opens the log
    let writer: Int32 = 0  // WAL_WRITE_LOCK, sqlite.org/walformat.html
    var (code, tries): (Int32, Int32) = (SQLITE_BUSY, 0)
    repeat {
      code = lock(file, writer, 1, SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE)
      tries += 1
    } while code == SQLITE_BUSY && hwdb_look_again(busyWait, tries - 1) != 0
    guard code != SQLITE_BUSY else { return Checkpoint(isBlocked: true, logged: framesInLog, moved: 0) }
    try check(code)
    defer { _ = lock(file, writer, 1, SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE) }

    var (logged, moved): (Int32, Int32) = (0, 0)
    code = sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_PASSIVE, &logged, &moved)
    guard code == SQLITE_OK || code == SQLITE_BUSY else { throw error(code, nil) }
    let isBlocked = code == SQLITE_BUSY || moved < logged
    if !isBlocked { framesCounter.pointee = 0 }
    return Checkpoint(isBlocked: isBlocked, logged: Int(logged), moved: Int(moved))
  }

  /// Moves the log and truncates it, so that it keeps no byte of deleted data.
  ///
  /// - Returns: false if readers or writers prevented that for the busy timeout.
  package func emptyLog() throws(StoreError) -> Bool {
    try execute("PRAGMA journal_size_limit = 0")
    defer { try? execute("PRAGMA journal_size_limit = -1") }
    let end = ContinuousClock.now + .milliseconds(Int(busyWait.pointee.limit_ms))
    while true {
      // Once the log is moved completely and has no readers, a commit restarts it and then truncates it. Rewriting this
      // number is the smallest possible commit.
      if try !checkpoint().isBlocked {
        try execute("PRAGMA user_version = \(number("PRAGMA user_version"))")
        if framesInLog == 1, try !checkpoint().isBlocked { return true }
      }
      guard ContinuousClock.now < end else { return false }
      usleep(20_000)
    }
  }

  /// The `errno` of the last failed system call on the log or the journal; 0 if none failed.
  var lastErrorOfLog: Int32 {
    var number: Int32 = 0
    var log: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log)
    _ = log?.pointee.pMethods?.pointee.xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &number)
    return number
  }

  /// Sets whether closing the last connection keeps the log instead of moving it into the file.
  package func setKeepsLogAtClose(_ keeps: Bool) throws(StoreError) {
    let code = hwdb_keep_log_at_close(handle, keeps ? 1 : 0)
    guard code == SQLITE_OK else { throw error(code, nil) }
  }
}
