package import HomeworkModel

/// The database of one store: one transaction at a time writes, several read, each from its own snapshot.
package protocol EngineDatabase: AnyObject, Sendable {
  /// Runs `body` in one transaction, and returns once all of it is on disk.
  ///
  /// - Parameters:
  ///   - willCommit: called when everything is written and nothing committed.
  /// - Throws: what `body` or `willCommit` throws: then nothing of it is kept; a `StoreError` of the engine;
  ///   `LostGroup`.
  func write(willCommit: () throws -> Void, _ body: (any EngineGroup) throws -> Void) throws -> EngineCommit

  /// Whether so much is in the write-ahead log that it is time for `moveLog`.
  var isLogFull: Bool { get }
  /// Moves the write-ahead log into the database. Whoever writes calls it, once callers are told.
  ///
  /// - Returns: how it went; `nil` if there is no log.
  func moveLog() -> Result<LogMove, StoreError>?

  /// Runs `body` on a snapshot, on this thread.
  ///
  /// - Parameters:
  ///   - isShort: whether writers may wait for it.
  ///   - isCancelled: asked repeatedly; once true, the call ends with `cancelled`.
  func read(
    isShort: Bool, isCancelled: (@Sendable () -> Bool)?, _ body: (any EngineTransaction) throws -> Void
  ) throws

  /// Whether others can write to it at all.
  var isShared: Bool { get }
  /// Returns whether somebody else may have written since the last call, or since the last write of this database.
  func hasChanged() -> Bool

  /// Whether something else has taken its place, and it is to be opened again.
  var isReplaced: Bool { get }

  /// Frees memory that makes the next calls faster, if nobody uses it now.
  func rest()
  /// Closes the connections. A later call opens what it needs.
  func close()
}

extension EngineDatabase {
  package var isLogFull: Bool { false }
  package func moveLog() -> Result<LogMove, StoreError>? { nil }
}

/// The transaction of a group of writes.
package protocol EngineGroup: AnyObject {
  /// Begins one caller's share of the group.
  ///
  /// - Parameter time: the time of its writes.
  func begin(at time: Timestamp) throws(StoreError) -> any EngineTransaction
  /// Runs `body` so that an error takes back what it wrote, but nothing that the group wrote before.
  func savepoint(_ body: () throws -> Void) throws
  /// A number that grows with everything that is written.
  var writeCount: Int { get }
  /// Whether the transaction can go on. An engine may have ended it by itself.
  var isOpen: Bool { get }
}

/// The engine lost a transaction. Nothing of it is kept, and it may be written again at once.
package struct LostGroup: Error {
  package let cause: StoreError
  /// Whether one of its writes is to blame: written apart, each meets its own errors.
  package let isOfOneWrite: Bool

  package init(cause: StoreError, isOfOneWrite: Bool = false) {
    (self.cause, self.isOfOneWrite) = (cause, isOfOneWrite)
  }
}

/// What a commit did, besides what its callers asked for.
package struct EngineCommit {
  /// The tables that may have changed since the last commit of this database.
  package let tables: TableSet
  /// The number of frames (pages) in the write-ahead log; 0 on an engine that looks after its own.
  package let framesInLog: Int

  package init(tables: TableSet, framesInLog: Int = 0) {
    (self.tables, self.framesInLog) = (tables, framesInLog)
  }
}

/// How much of a log was moved into its database.
package struct LogMove {
  /// Whether readers held some of it back.
  package let isBlocked: Bool
  /// The number of frames that are in the log now.
  package let framesInLog: Int

  package init(isBlocked: Bool, framesInLog: Int) {
    (self.isBlocked, self.framesInLog) = (isBlocked, framesInLog)
  }
}
