package import HomeworkModel

/// A store's activity since it was opened, for monitoring.
package struct StoreActivity: Hashable, Sendable {
  /// The number of transactions committed, of writes in them, and of writes in the largest.
  package var commits = 0, writes = 0, largestGroup = 0
  /// The number of writes queued at this moment.
  package var waitingWrites = 0
  /// The number of frames (pages) in the write-ahead log.
  package var framesInLog = 0
  /// The number of times the log was moved into the file, and the number of times readers blocked part of that.
  package var checkpoints = 0, blockedCheckpoints = 0
  /// The error of the last checkpoint, if it failed. Nothing is lost: the log grows.
  package var lastCheckpointError: StoreError?

  package init() {}

  /// Adds another store's activity.
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

  mutating func add(_ writes: Int, framesInLog: Int) {
    commits += 1
    self.writes += writes
    largestGroup = max(largestGroup, writes)
    self.framesInLog = framesInLog
  }

  mutating func add(_ checkpoint: Result<CheckpointResult, StoreError>) {
    switch checkpoint {
    case .success(let done):
      checkpoints += 1
      framesInLog = done.framesInLog
      blockedCheckpoints += done.isBlocked ? 1 : 0
      lastCheckpointError = nil
    case .failure(let error): lastCheckpointError = error
    }
  }
}
