import HomeworkModel
import HomeworkSQLite
import HomeworkSystem

extension Store {
  /// Reads, over one snapshot of the store.
  ///
  ///     let (homework, quiz) = try await store.read { tx in (try tx.homework(id), try tx.quiz(for: id)) }
  ///
  /// - Throws: what `body` throws, as it is; `StoreError`, such as `cancelled` once the task is.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (ReadTransaction) throws -> Result
  ) async throws -> Result {
    guard let readers else {
      return try await Self.offThread { isCancelled in try self.readAndWait(isCancelled: isCancelled, body) }
    }
    let task = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        readers.use(on: Self.workQueue) { [writer] (lent: Swift.Result<Connection, StoreError>) in
          continuation.resume(
            with: Swift.Result {
              let connection = try lent.get()
              try writer.place?.look(within: Self.readLookIntervalNs)
              var value: Result?
              try Self.snapshot(connection, { task.isCancelled }) { value = try body($0) }
              return try Self.given(value)
            })
        }
      }
    } onCancel: {
      task.cancel()
    }
  }

  /// Writes, in one transaction: all of it is on disk when this returns, or nothing of it.
  ///
  ///     try await store.write { tx in
  ///       for draft in drafts { _ = try tx.addHomework(draft) }
  ///     }
  ///
  /// What `body` throws rolls the transaction back, and is thrown as it is. Cancelled while it waits for its turn, this
  /// throws `StoreError.cancelled` and has changed nothing; later it is too late, and it goes on to its end. `body`
  /// runs on another thread, beside other callers' writes, and again where their transaction was lost.
  @discardableResult
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    let waiting = WaitingWrite<Result>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        waiting.enter(writer, on: Self.workQueue, body) { continuation.resume(with: $0) }
      }
    } onCancel: {
      waiting.cancel()
    }
  }

  /// Does what blocks on a thread of the store's, for callers that are not to wait on theirs.
  ///
  /// - Parameter body: asks what it is given whether its caller's task is cancelled.
  package static func offThread<Result: Sendable>(
    _ body: @escaping @Sendable (_ isCancelled: @escaping IsCancelled) throws -> Result
  ) async throws -> Result {
    let task = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        workQueue.async { continuation.resume(with: Swift.Result { try body { task.isCancelled } }) }
      }
    } onCancel: {
      task.cancel()
    }
  }
}

// MARK: For callers that block

extension Store {
  /// Reads as `read` does, on this thread. Not to be called inside another transaction.
  public func readAndWait<Result>(_ body: (ReadTransaction) throws -> Result) throws -> Result {
    try readAndWait(isCancelled: nil, body)
  }

  /// The same, until nobody wants it any more.
  package func readAndWait<Result>(
    isCancelled: IsCancelled?, _ body: (ReadTransaction) throws -> Result
  ) throws -> Result {
    var value: Result?
    try withReader(isShort: isCancelled == nil) { connection in
      try Self.snapshot(connection, isCancelled) { value = try body($0) }
    }
    return try Self.given(value)
  }

  /// What a body gave that has not thrown.
  private static func given<Result>(_ value: Result?) throws -> Result {
    guard let value else { throw StoreError.inconsistent("a transaction ended without a result") }
    return value
  }

  /// Writes as `write` does, while this thread waits. Not to be called inside another transaction.
  @discardableResult
  public func writeAndWait<Result>(_ body: (WriteTransaction) throws -> Result) throws -> Result {
    var result: Result?
    let error = writer.perform { transaction in
      do {
        result = try body(transaction)
        return nil
      } catch {
        return error
      }
    }
    if let error { throw error }
    return try Self.given(result)
  }

  /// Gets a write in line, and returns at once: for a server, which has other things to do than to wait for each. Call
  /// `writeEnqueued` when there is no more to enqueue at the moment.
  ///
  /// - Parameters:
  ///   - body: runs on another thread, beside other callers' writes, and again where their transaction was lost.
  ///   - completion: called once, on whichever thread wrote: all of it is on disk then, or nothing of it.
  /// - Returns: what takes it back: it ends with `cancelled` then and has changed nothing, unless it is being written.
  package func enqueue<Result: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result,
    completion: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void
  ) -> @Sendable () -> Void {
    let waiting = WaitingWrite<Result>()
    waiting.enter(writer, on: Self.workQueue, body, isLedLater: true, completion)
    return { waiting.cancel() }
  }

  /// Writes what is enqueued as one group, on this thread, unless another one is at it.
  package func writeEnqueued() {
    writer.leadWhereIdle()
  }
}

// MARK: What is taken back

extension Store {
  /// Does `body`, and has the store be as it was before then: what is committed meanwhile is told, seen and observed as
  /// ever, and is gone in the end. Of one rehearsal within another the inner one is taken back first.
  ///
  /// Only of a store in memory, and while nobody else uses it.
  package func rehearse<Result>(_ body: () throws -> Result) throws -> Result {
    let rehearsal = try beginRehearsal()
    let outcome = Swift.Result { try body() }
    try rehearsal.end()
    return try outcome.get()
  }

  /// The same, until it is ended.
  package func beginRehearsal() throws -> Rehearsal { Rehearsal(writer: writer, before: try writer.beginRehearsal()) }

  /// What is done to a store until it is taken back.
  package struct Rehearsal: Sendable {
    fileprivate let writer: Writer, before: Writer.Rehearsal

    /// Has the store be as it was before.
    package func end() throws { try writer.endRehearsal(before) }
  }
}

// MARK: Connections that read

// Nothing here is generic, so that it is compiled once, and with what it calls.
extension Store {
  /// For how long reads go on after a look at the files; what a write finds they know at once.
  private static let readLookIntervalNs: UInt64 = 100_000_000

  /// - Parameter isShort: whether those who write may wait for it.
  func withReader(isShort: Bool, _ body: (Connection) throws -> Void) throws {
    guard let readers else { return try writer.exclusively { connection in try body(connection) } }
    try writer.place?.look(within: Self.readLookIntervalNs)
    // Of many libraries few are busy, and each connection has the schema and statements of its own: one does for most.
    if isShort, isOneOfMany, try writer.readWhereIdle(body) { return }
    try readers.use(body)
  }

  /// One snapshot for all that `body` reads, unless the log's index was cut meanwhile: then it may have read what has
  /// long been replaced.
  static func snapshot(
    _ connection: Connection, _ isCancelled: IsCancelled?, _ body: (ReadTransaction) throws -> Void
  ) throws {
    try interruptible(connection, isCancelled) {
      connection.tablesRead = []
      do {
        try connection.transaction(.deferred, mapping: { StoreError($0) }) { try body(ReadTransaction(connection)) }
      } catch {
        // It failed for that reason, perhaps, and has time for a closer look.
        guard !connection.isLogIndexCut(looksAtFile: true) else { throw StoreError.lostIndex }
        throw error
      }
      guard !connection.isLogIndexCut() else { throw StoreError.lostIndex }
    }
  }

  /// Does `body` on a connection that is used for others afterwards.
  static func interruptible(
    _ connection: Connection, _ isCancelled: IsCancelled?, _ body: () throws -> Void
  ) throws {
    guard let isCancelled else { return try body() }
    guard !isCancelled() else { throw StoreError.cancelled }
    connection.setInterruption(isCancelled)
    defer { connection.setInterruption(nil) }
    try body()
  }
}
