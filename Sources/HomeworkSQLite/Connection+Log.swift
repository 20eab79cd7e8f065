internal import CHomeworkSQLite
internal import CHomeworkSQLiteShim

/// The write-ahead log and its checkpoints.
extension Connection {
  /// How far a checkpoint goes.
  public enum CheckpointMode: Sendable {
    /// What no reader holds back, waiting for nobody.
    case passive
    /// Everything, waiting for readers as long as the busy limit says, and the log emptied.
    case truncate
  }

  public struct Checkpoint: Hashable, Sendable {
    /// Others held some of it back.
    public let isBlocked: Bool
    /// Frames in the log, and those of them that are in the file now.
    public let logged: Int, moved: Int
  }

  /// Leaves checkpoints to the caller of `checkpoint`, who looks at how they went; SQLite's own are silent.
  public func takeOverCheckpoints() {
    sqlite3_wal_hook(
      handle,
      { counter, _, _, frames in
        counter?.assumingMemoryBound(to: Int32.self).pointee = frames
        return SQLITE_OK
      }, framesCounter)
  }

  /// Frames in the log after the last commit of this connection, since it took over checkpoints.
  public var framesInLog: Int { Int(framesCounter.pointee) }

  /// Returns whether the log's index was cut while this connection had it mapped: what it read may be wrong, and all
  /// connections of the process are to be opened anew. Only where `outliveCutIndex` was called; otherwise the process
  /// has ended.
  ///
  /// - Parameter looksAtFile: at the index's length as well, which takes a microsecond.
  public func isLogIndexCut(looksAtFile: Bool = false) -> Bool {
    hwdb_is_log_index_cut(handle, looksAtFile ? 1 : 0) != 0
  }

  /// Makes a log index that another program cuts an error for its readers instead of a SIGBUS.
  ///
  /// For a program to call once, at its start: a process has one handler of a signal.
  public static func outliveCutIndex() {
    _ = hwdb_outlive_cut_index()
  }

  public func checkpoint(_ mode: CheckpointMode) throws(SQLiteError) -> Checkpoint {
    var (logged, moved): (Int32, Int32) = (0, 0)
    let code = sqlite3_wal_checkpoint_v2(
      handle, "main", mode == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE, &logged, &moved)
    guard code == SQLITE_OK || code == SQLITE_BUSY else { throw error(code, nil) }
    let isBlocked = code == SQLITE_BUSY || moved < logged
    if !isBlocked { framesCounter.pointee = 0 }
    return Checkpoint(isBlocked: isBlocked, logged: Int(logged), moved: Int(moved))
  }

  /// Sets whether closing the last connection keeps the log instead of moving it into the file.
  public func setKeepsLogAtClose(_ keeps: Bool) throws(SQLiteError) {
    let code = hwdb_keep_log_at_close(handle, keeps ? 1 : 0)
    guard code == SQLITE_OK else { throw error(code, nil) }
  }
}
