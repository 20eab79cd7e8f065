internal import CHomeworkPostgres
import HomeworkStore

extension PostgresConnection {
  package enum TransactionKind: Sendable {
    /// READ COMMITTED: each statement sees what was committed before it.
    case write
    /// REPEATABLE READ, READ ONLY: all see what was committed before the first.
    case read

    var begin: SQL {
      switch self {
      case .write: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
      case .read: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
      }
    }
  }

  static let commitText = "COMMIT"

  /// Begins a transaction, with its first statement: by itself this sends nothing.
  package func begin(_ kind: TransactionKind) throws(PostgresError) {
    guard handle != nil else { throw lossError(in: nil) }
    precondition(!isInTransaction, "one transaction at a time")
    // Its errors would not keep the server from committing.
    if isUnansweredOutside { try wait() }
    // Set before: nothing of it is a transaction by itself.
    state = .inTransaction
    do throws(PostgresError) {
      try run(kind.begin)
      // Within it: by itself it would be an answer of its own, which takes as long as all the rest.
      try tellLibrary()
    } catch {
      rollback()
      throw error
    }
  }

  /// Commits, and returns once the server has said so.
  ///
  /// The transaction is over afterwards in any case.
  ///
  /// - Throws: the first error of its statements or of the commit, after which nothing of it is kept; `lostInCommit`
  ///   and `standbyWaitCancelled`, after which nobody knows (`outcomeUnknown`).
  package func commit() throws(PostgresError) {
    guard !hasFailed else {
      rollback()
      throw failedBefore()
    }
    // A loss before COMMIT is sent is one with a known outcome.
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
      library = nil
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

  /// Ends a transaction that has only read, without waiting for the server.
  package func endReading() throws(PostgresError) {
    guard isInTransaction else { return }
    guard !hasFailed, let handle else { return rollback() }
    // One of which something has failed must be rolled back.
    guard pending.isEmpty, failure == nil else { return try commit() }
    try run("COMMIT")
    state = .idle
    try sync(handle)
  }

  /// Takes back what the transaction wrote. The connection can be used again afterwards, unless it is lost: then the
  /// server takes it back.
  package func rollback() {
    guard isInTransaction, let handle else { return }
    do throws(PostgresError) {
      // Ends what an error has aborted, of which nobody may know yet.
      if !pending.isEmpty { try sync(handle) }
      try send("ROLLBACK", mayHaveFailed: true)
      try sync(handle)
      roundTrips += 1
      try drain(handle, interruptible: false)
      // A library that was set in it is taken back too.
      (failure, library, state) = (nil, nil, .idle)
      if pq.transactionStatus(handle) != PQTRANS_IDLE { _ = lose("a transaction could not be rolled back") }
    } catch {
      // It is lost, and with it what was written.
      if self.handle != nil { _ = lose(error.message) }
    }
  }

  /// Runs `body` between BEGIN and COMMIT, and rolls back if it or the commit throws.
  ///
  /// - Parameter isCancelled: in place of `isInterruptionWanted`, until the end.
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

  /// Runs `body` so that an error takes back what it wrote, but nothing that the transaction wrote before. It waits for
  /// what was sent before, and for what `body` sent, so that each error is thrown where it belongs.
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
    // Its errors are known, or of no interest: what matters is whether there is a way back.
    do throws(PostgresError) { try wait(interruptible: false) } catch { guard handle != nil else { throw error } }
    try send("ROLLBACK TO SAVEPOINT s", mayHaveFailed: true)
    try send("RELEASE SAVEPOINT s", mayHaveFailed: true)
    state = .inTransaction
    try wait(interruptible: false)
  }
}
