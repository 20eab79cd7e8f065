package import HomeworkModel

/// A store's database: one transaction at a time writes; several read, each from its own snapshot.
package protocol EngineDatabase: AnyObject, Sendable {
  /// Runs `body` in one transaction, and returns once all of it is on disk.
  ///
  /// - Parameters:
  ///   - willCommit: called when everything is written but nothing is committed.
  /// - Throws: errors of `body` or `willCommit`, after which nothing is kept; a `StoreError` of the engine;
  ///   `LostGroup`.
  func write(willCommit: () throws -> Void, _ body: (any EngineGroup) throws -> Void) throws -> EngineCommit

  /// True if the write-ahead log is large enough to call `checkpoint`.
  var isLogFull: Bool { get }
  /// Moves the write-ahead log into the database. The writer calls it after its callers have their results.
  ///
  /// - Returns: the result; `nil` if there is no log.
  func checkpoint() -> Result<CheckpointResult, StoreError>?

  /// Overwrites what erased learners left in free pages and in the log of a file.
  ///
  /// - Returns: false if readers are in the way for that time in milliseconds: something may be left then.
  func endErasures(waitingMs: Int32) throws -> Bool

  /// Runs `body` on a snapshot, on this thread.
  ///
  /// - Parameter isCancelled: polled; once it returns true, the call fails with `cancelled`.
  func read(isCancelled: (@Sendable () -> Bool)?, _ body: (RowTransaction) throws -> Void) throws

  /// True if other processes can write to the database at all.
  var isShared: Bool { get }
  /// Returns whether another writer may have committed since the last call or since this database's last write.
  func hasForeignCommit() -> Bool

  /// Closes the connections. Later calls reopen them as needed.
  func close()
}

extension EngineDatabase {
  package var isLogFull: Bool { false }
  package func checkpoint() -> Result<CheckpointResult, StoreError>? { nil }
  package func endErasures(waitingMs: Int32) throws -> Bool { true }
}

/// The transaction of a group of writes.
package protocol EngineGroup: AnyObject {
  /// Begins one caller's share of the group.
  func begin() -> RowTransaction
  /// Runs `body`; if it throws, undoes its writes but none of the group's earlier ones.
  func savepoint(_ body: () throws -> Void) throws
  /// A counter that every write increases.
  var writeCount: Int { get }
  /// True if the transaction can continue. The engine may have ended it on its own.
  var isOpen: Bool { get }
}

/// The engine lost a transaction. Nothing of it is kept; it may be retried at once.
package struct LostGroup: Error {
  package let cause: StoreError
  /// True if a single write is to blame: retried separately, each write gets its own errors.
  package let isOfOneWrite: Bool

  package init(cause: StoreError, isOfOneWrite: Bool = false) {
    (self.cause, self.isOfOneWrite) = (cause, isOfOneWrite)
  }
}

/// A commit's side effects.
package struct EngineCommit {
  /// The tables that may have changed since the last commit of this database.
  package let tables: TableSet
  /// The number of frames (pages) in the write-ahead log; 0 if the engine manages its own log.
  package let framesInLog: Int

  package init(tables: TableSet, framesInLog: Int = 0) {
    (self.tables, self.framesInLog) = (tables, framesInLog)
  }
}

/// The result of moving a log into its database.
package struct CheckpointResult {
  /// True if readers kept some frames from being moved.
  package let isBlocked: Bool
  /// The number of frames left in the log.
  package let framesInLog: Int
}
