internal import CHomeworkPostgres
import HomeworkStore

extension PostgresConnection {
  package enum TransactionKind: Sendable {
    /// READ COMMITTED: each statement sees all earlier commits.
    case write
    /// REPEATABLE READ, READ ONLY: every statement sees the commits before the first one.
    case read

    var begin: SQL {
      switch self {
      case .write: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
      case .read: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
      }
    }
  }

  static let commitText = "COMMIT"

  /// Begins a transaction, together with its first statement: this call alone sends nothing.
  package func begin(_ kind: TransactionKind) throws(PostgresError) {
    guard handle != nil else { throw lossError(in: nil) }
    precondition(!isInTransaction, "one transaction at a time")
    // Their errors would not keep the server from committing.
    if isUnansweredOutside { try wait() }
    // Set first, so that no statement becomes a transaction of its own.
    state = .inTransaction
    do throws(PostgresError) {
      try run(kind.begin)
    } catch {
      rollback()
      throw error
    }
  }

  /// Commits, and returns once the server has confirmed it.
  ///
  /// The transaction is over afterwards in any case.
  ///
  /// - Throws: the first error of its statements or of the commit, after which nothing of it is kept; `lostInCommit`
  ///   and `standbyWaitCancelled`, after which the outcome is unknown (`outcomeUnknown`).
  package func commit() throws(PostgresError) {
    guard !hasFailed else {
      rollback()
      throw failedBefore()
    }
    // If the connection is lost before COMMIT is sent, the outcome is known.
    guard isUsable, isInTransaction, let handle else { throw lossError(in: nil) }
    let noticesBefore = notices.count
    var tag = ""
    do throws(PostgresError) {
      state = .committing
      try run("COMMIT")
      try sync(handle)
      roundTrips += 1
      try drain(handle, interruptible: false)
      state = .inTransaction
      tag = lastResult.map { String(cString: pq.commandTag($0)) } ?? ""
      if let failure {
        self.failure = nil
        throw failure
      }
    } catch {
      if self.handle != nil { state = .inTransaction }
      rollback()
      throw error
    }
    state = .idle
    guard tag == Self.commitText else {
      throw PostgresError(
        sqlState: PostgresError.State.failedTransaction, message: "the server has rolled the transaction back",
        database: database)
    }
    if let warning = notices.since(noticesBefore).first(where: { $0.sqlState == PostgresError.State.warning }) {
      throw PostgresError(
        .standbyWaitCancelled, sqlState: warning.sqlState,
        message: "the standby has not confirmed the commit: \(warning.message)", database: database)
    }
  }

  /// Ends a read-only transaction without waiting for the server.
  package func endReading() throws(PostgresError) {
    guard isInTransaction else { return }
    guard !hasFailed, let handle else { return rollback() }
    // A transaction with a failed statement must be rolled back.
    guard pending.isEmpty, failure == nil else { return try commit() }
    try run("COMMIT")
    state = .idle
    try sync(handle)
  }

  /// Rolls the transaction back. The connection remains usable unless it is lost, in which case the server rolls back.
  package func rollback() {
    guard isInTransaction, let handle else { return }
    do throws(PostgresError) {
      // Ends the pipeline, which an error not yet received may have aborted.
      if !pending.isEmpty { try sync(handle) }
      try send("ROLLBACK", mayHaveFailed: true)
      try sync(handle)
      roundTrips += 1
      try drain(handle, interruptible: false)
      (failure, state) = (nil, .idle)
      if pq.transactionStatus(handle) != PQTRANS_IDLE { _ = lose("a transaction could not be rolled back") }
    } catch {
      // The connection is lost, and the writes with it.
      if self.handle != nil { _ = lose(error.message) }
    }
  }

  /// Runs `body` between BEGIN and COMMIT, and rolls back if it or the commit throws.
  ///
  /// - Parameter isCancelled: replaces `isInterruptionWanted` until the end.
  package func transaction<Result>(
    _ kind: TransactionKind, isCancelled: (@Sendable () -> Bool)? = nil, _ body: () throws -> Result
  ) throws -> Result {
    let before = isInterruptionWanted
    isInterruptionWanted = isCancelled ?? before
    defer { isInterruptionWanted = before }
    try begin(kind)
    do {
      let result = try body()
      switch kind {
      case .write: try commit()
      case .read: try endReading()
      }
      return result
    } catch {
      rollback()
      throw error
    }
  }

  /// Runs `body`; if it throws, undoes its writes but none of the transaction's earlier ones. Waits for statements sent
  /// before, and for those of `body`, so that each error is thrown by the right call.
  package func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    precondition(isInTransaction, "savepoints are of a transaction")
    try wait()
    try run("SAVEPOINT s")
    do {
      let result = try body()
      try run("RELEASE SAVEPOINT s")
      try wait()
      return result
    } catch {
      try returnToSavepoint()
      throw error
    }
  }

  private func returnToSavepoint() throws(PostgresError) {
    // Any errors are known or irrelevant: all that matters is whether the savepoint can be reached.
    do throws(PostgresError) { try wait(interruptible: false) } catch { guard handle != nil else { throw error } }
    try send("ROLLBACK TO SAVEPOINT s", mayHaveFailed: true)
    try send("RELEASE SAVEPOINT s", mayHaveFailed: true)
    state = .inTransaction
    try wait(interruptible: false)
  }
}
