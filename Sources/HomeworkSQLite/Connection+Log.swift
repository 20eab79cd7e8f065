internal import CHomeworkSQLite
internal import CHomeworkSQLiteShim
package import HomeworkEngine

/// The write-ahead log and its checkpoints.
extension Connection {
  /// How far a checkpoint goes.
  public enum CheckpointMode: Sendable {
    /// Moves what no reader holds back, without waiting.
    case passive
    /// Like `passive`, while another connection writes: in portions, so that its syncs have few pages in front of them.
    case besideWriter
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

  /// Returns whether the log's index was cut while this connection had it mapped: what it read may be wrong, and all
  /// connections of the process must be opened anew. Only if `outliveCutIndex` was called; otherwise the process has
  /// ended.
  ///
  /// - Parameter looksAtFile: whether to check the index's length as well, which takes a microsecond.
  public func isLogIndexCut(looksAtFile: Bool = false) -> Bool {
    hwdb_is_log_index_cut(handle, looksAtFile ? 1 : 0) != 0
  }

  /// The state that is committed at this moment, whoever committed it; `nil` if this connection has not read yet, or if
  /// the state is just changing. It takes no lock, and reads 96 bytes of memory.
  package var committedState: CommittedState? {
    var state = hwdb_log_state()
    guard hwdb_read_log_state(handle, &state) == SQLITE_OK else { return nil }
    let header = state.header
    return CommittedState([state.mapping, header.0, header.1, header.2, header.3, header.4, header.5, 0])
  }

  /// Runs `body`; with each commit in it, `meanwhile` is called while the disk writes and this thread would only wait.
  ///
  /// - Parameter meanwhile: does not use this connection.
  package func whileWriting<Result>(_ meanwhile: (() -> Void)?, _ body: () throws -> Result) rethrows -> Result {
    guard let meanwhile else { return try body() }
    return try withUnsafePointer(to: meanwhile) { pointer in
      _ = hwdb_set_meanwhile(
        handle, { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, UnsafeMutableRawPointer(mutating: pointer)
      )
      // Of a file that has none of ours below it nothing is called, or left.
      defer { _ = hwdb_set_meanwhile(handle, nil, nil) }
      return try body()
    }
  }

  /// Turns a log index cut by another program into an error for its readers instead of a SIGBUS.
  ///
  /// A program calls this once, at its start: a process has one handler for each signal.
  public static func outliveCutIndex() {
    _ = hwdb_outlive_cut_index()
  }

  public func checkpoint(_ mode: CheckpointMode) throws(SQLiteError) -> Checkpoint {
    if mode == .besideWriter { _ = hwdb_set_checkpoint_portion(handle, Self.portion) }
    defer { if mode == .besideWriter { _ = hwdb_set_checkpoint_portion(handle, 0) } }
    var (logged, moved): (Int32, Int32) = (0, 0)
    let code = sqlite3_wal_checkpoint_v2(
      handle, "main", mode == .truncate ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE, &logged, &moved)
    guard code == SQLITE_OK || code == SQLITE_BUSY else { throw error(code, nil) }
    let isBlocked = code == SQLITE_BUSY || moved < logged
    if !isBlocked { framesCounter.pointee = 0 }
    return Checkpoint(isBlocked: isBlocked, logged: Int(logged), moved: Int(moved))
  }

  /// In pages: what a disk writes in about as long as it takes to sync at all.
  private static let portion: Int32 = 16

  /// Sets whether closing the last connection keeps the log instead of moving it into the file.
  public func setKeepsLogAtClose(_ keeps: Bool) throws(SQLiteError) {
    let code = hwdb_keep_log_at_close(handle, keeps ? 1 : 0)
    guard code == SQLITE_OK else { throw error(code, nil) }
  }
}
