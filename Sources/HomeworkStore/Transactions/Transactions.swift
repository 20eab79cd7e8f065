import HomeworkModel
import HomeworkSystem
import Synchronization

extension Store {
  /// Reads, over one snapshot of the store.
  ///
  ///     let (homework, quiz) = try await store.read { tx in (try tx.homework(id), try tx.quiz(for: id)) }
  ///
  /// - Throws: errors of `body`, unchanged; `StoreError`, such as `cancelled` if the task is cancelled.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (ReadTransaction) throws -> Result
  ) async throws -> Result {
    try await Self.offThread { isCancelled in try self.readAndWait(isCancelled: isCancelled, body) }
  }

  /// Writes in one transaction: all of it or nothing, on disk when this returns.
  ///
  ///     try await store.write { tx in
  ///       for draft in drafts { _ = try tx.addHomework(draft) }
  ///     }
  ///
  /// An error that `body` throws rolls the transaction back and is thrown unchanged. If the task is cancelled while it
  /// waits for its turn, this throws `StoreError.cancelled` and changes nothing; later cancellation has no effect.
  /// `body` runs on another thread, in a group with other callers' writes, and runs again if that group is lost.
  @discardableResult
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    // Set while the group is written and read afterwards, by one thread after the other.
    nonisolated(unsafe) var value: Result?
    let job = Writer.Job { tx in value = try body(tx) }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        writer.submit(job) { error in
          if let error { continuation.resume(throwing: error) } else { continuation.resume() }
        }
      }
    } onCancel: {
      writer.cancel(job)
    }
    return try Self.required(value)
  }

  /// Runs blocking work on one of the store's threads, for callers that must not block their own.
  ///
  /// - Parameter body: its argument returns whether the caller's task is cancelled.
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

// MARK: Blocking calls

extension Store {
  /// Reads like `read`, on this thread. Do not call it inside another transaction.
  public func readAndWait<Result>(_ body: (ReadTransaction) throws -> Result) throws -> Result {
    try readAndWait(isCancelled: nil, body)
  }

  /// Reads in the same way, until `isCancelled` returns true.
  package func readAndWait<Result>(
    isCancelled: IsCancelled?, _ body: (ReadTransaction) throws -> Result
  ) throws -> Result {
    var value: Result?
    try database.read(isCancelled: isCancelled) { value = try body(ReadTransaction($0)) }
    return try Self.required(value)
  }

  /// Returns the value set by a body that did not throw.
  private static func required<Result>(_ value: Result?) throws -> Result {
    guard let value else { throw StoreError.inconsistent("a transaction ended without a result") }
    return value
  }

  /// Writes like `write`, blocking this thread. Do not call it inside another transaction.
  @discardableResult
  public func writeAndWait<Result>(_ body: (WriteTransaction) throws -> Result) throws -> Result {
    var value: Result?
    try writer.perform { tx in value = try body(tx) }
    return try Self.required(value)
  }

  /// Writes like `write` without waiting, for a server.
  ///
  /// - Parameter completion: called once, on the writer's thread: with `nil` when all of it is on disk, otherwise with
  ///   the error.
  /// - Returns: a closure that cancels the write, which then fails with `cancelled` and changes nothing, unless it is
  ///   already being written.
  package func enqueue(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Void,
    completion: @escaping @Sendable ((any Error)?) -> Void
  ) -> @Sendable () -> Void {
    let job = Writer.Job(body)
    writer.submit(job, completion)
    return { [writer] in writer.cancel(job) }
  }
}

// MARK: Rehearsals

extension Store {
  /// Runs `body`, then returns the store to its earlier state. Commits made meanwhile are announced, read and observed
  /// as usual, and are gone at the end. Rehearsals can nest; the inner one is rolled back first.
  ///
  /// Only for a store in memory that no other caller is using.
  package func rehearse<Result>(_ body: () throws -> Result) throws -> Result {
    let rehearsal = try beginRehearsal()
    let outcome = Swift.Result { try body() }
    try rehearsal.end()
    return try outcome.get()
  }

  /// Begins a rehearsal that lasts until its `end` is called.
  package func beginRehearsal() throws -> Rehearsal {
    let file = try file()
    try file.beginRehearsal()
    return Rehearsal(file: file, changes: changes, newestEvent: changes.newestEvent)
  }

  /// A period after which all changes to a store are rolled back.
  package struct Rehearsal: Sendable {
    fileprivate let file: FileDatabase, changes: ChangeSignal, newestEvent: Int64

    /// Returns the store to its state before the rehearsal.
    package func end() throws {
      try file.endRehearsal()
      changes.announce(.all, newestEvent: newestEvent)
    }
  }
}

/// A task's cancellation flag, for threads that work for it.
private final class Cancellation: Sendable {
  private let flag = Atomic(false)

  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  func cancel() { flag.store(true, ordering: .relaxed) }
}
