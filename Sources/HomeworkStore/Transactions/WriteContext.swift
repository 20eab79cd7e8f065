package import HomeworkModel
import HomeworkSQLite

/// What a write needs besides its connection: the store's parameters, the same for all of them.
struct WriteContext: Sendable {
  let options: StoreOptions
  let changes: ChangeSignal
  /// Where the file is; `nil` in memory.
  let place: FilePlace?

  /// For how long what is written may be acknowledged after a look at the files: where the power may take back the last
  /// writes anyway, a look at each would be most of what they cost.
  var lookIntervalNs: UInt64 { options.durability == .full ? 0 : 1_000_000 }
}

/// What a store has done since it was opened, for those who watch over it.
package struct StoreActivity: Hashable, Sendable {
  /// Transactions committed, the writes in them, and the most that one held.
  package var commits = 0, writes = 0, largestGroup = 0
  /// Callers in line at this moment.
  package var waitingWrites = 0
  /// Frames (pages) in the write-ahead log.
  package var framesInLog = 0
  /// Times that the log was moved into the file, and how often readers held some of it back.
  package var checkpoints = 0, blockedCheckpoints = 0
  /// Why the last one failed, if it did. Nothing is lost by that: the log grows.
  package var lastCheckpointError: StoreError?

  package init() {}

  /// Counts what another store has done as well.
  package mutating func add(_ other: StoreActivity) {
    commits += other.commits
    writes += other.writes
    largestGroup = max(largestGroup, other.largestGroup)
    waitingWrites += other.waitingWrites
    framesInLog += other.framesInLog
    checkpoints += other.checkpoints
    blockedCheckpoints += other.blockedCheckpoints
    lastCheckpointError = other.lastCheckpointError ?? lastCheckpointError
  }

  mutating func add(_ writes: Int, _ checkpoint: Result<Connection.Checkpoint, StoreError>?, framesInLog: Int) {
    commits += 1
    self.writes += writes
    largestGroup = max(largestGroup, writes)
    self.framesInLog = framesInLog
    switch checkpoint {
    case nil: break
    case .success(let done):
      checkpoints += 1
      blockedCheckpoints += done.isBlocked ? 1 : 0
      lastCheckpointError = nil
    case .failure(let error): lastCheckpointError = error
    }
  }
}
