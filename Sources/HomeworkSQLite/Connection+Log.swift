internal import CHomeworkSQLite
internal import CHomeworkSQLiteShim

/// The write-ahead log and its checkpoints.
extension Connection {
  /// How far a checkpoint goes.
  public enum CheckpointMode: Sendable {
    /// Moves what no reader holds back, without waiting.
    case passive
    /// Moves everything, waiting for readers up to the busy limit, and empties the log.
    case truncate
  }

  public struct Checkpoint: Hashable, Sendable {
    /// Whether others held some of it back.
    public let isBlocked: Bool
    /// The number of frames in the log, and of those that are now in the file.
    public let logged: Int, moved: Int
  }

  /// Leaves checkpoints to the caller of `checkpoint`, who sees their results; SQLite's own fail silently.
  public func takeOverCheckpoints() {
    sqlite3_wal_hook(
      handle,
      { counter, _, _, frames in
        counter?.assumingMemoryBound(to: Int32.self).pointee = frames
        return SQLITE_OK
      }, framesCounter)
  }

  /// The number of frames in the log after the last commit of this connection, since it took over checkpoints.
  public var framesInLog: Int { Int(framesCounter.pointee) }

  public func checkpoint(_ mode: CheckpointMode) throws(SQLiteError) -> Checkpoint {
    var (logged, moved): (Int32, Int32) = (0, 0)
    let code = sqlite3_wal_checkpoint_v2(
      handle, "main", mode == .truncate ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE, &logged, &moved)
    guard code == SQLITE_OK || code == SQLITE_BUSY else { throw error(code, nil) }
    let isBlocked = code == SQLITE_BUSY || moved < logged
    if !isBlocked { framesCounter.pointee = 0 }
    return Checkpoint(isBlocked: isBlocked, logged: Int(logged), moved: Int(moved))
  }

  /// The `errno` of the last system call on the log, or on the journal, that failed; 0 if none did.
  var lastErrorOfLog: Int32 {
    var number: Int32 = 0
    var log: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log)
    _ = log?.pointee.pMethods?.pointee.xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &number)
    return number
  }

  /// Sets whether closing the last connection keeps the log instead of moving it into the file.
  public func setKeepsLogAtClose(_ keeps: Bool) throws(SQLiteError) {
    let code = hwdb_keep_log_at_close(handle, keeps ? 1 : 0)
    guard code == SQLITE_OK else { throw error(code, nil) }
  }
}
