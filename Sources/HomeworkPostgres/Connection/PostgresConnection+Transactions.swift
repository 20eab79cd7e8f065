internal import CHomeworkPostgres

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
    precondition(!isInTransaction, "one transaction at a time")
    // Set before: nothing of it is a transaction by itself.
    isInTransaction = true
    hasFailed = false
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
      throw PostgresError(
        sqlState: PostgresError.State.failedTransaction,
        message: "the transaction has failed before, and is rolled back")
    }
    // An error of what was sent before the transaction would not keep the server from committing.
    if !isAnsweredBefore {
      do throws(PostgresError) { try wait() } catch {
        rollback()
        throw error
      }
    }
    // A loss before COMMIT is sent is one with a known outcome.
    guard isUsable, isInTransaction, let handle else { throw lossError(in: nil) }
    let noticesBefore = notices.count
    var tag = ""
    do throws(PostgresError) {
      isCommitUnderWay = true
      try run("COMMIT")
      try sync(handle)
      roundTrips += 1
      try drain(handle, interruptible: false)
      isCommitUnderWay = false
      tag = lastResult.map { String(cString: pq.commandTag($0)) } ?? ""
      if let failure {
        self.failure = nil
        throw failure
      }
    } catch {
      isCommitUnderWay = false
      rollback()
      throw error
    }
    isInTransaction = false
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
    isInTransaction = false
    try sync(handle)
  }

  /// Takes back what the transaction wrote. The connection can be used again afterwards, unless it is lost: then the
  /// server takes it back.
  package func rollback() {
    guard isInTransaction, let handle else { return }
    do throws(PostgresError) {
      // Ends what an error has aborted, of which nobody may know yet.
      if !pending.isEmpty { try sync(handle) }
      values.removeAll()
      try send("ROLLBACK", mayHaveFailed: true)
      try sync(handle)
      roundTrips += 1
      try drain(handle, interruptible: false)
      // A library that was set in it is taken back too.
      (failure, library) = (nil, nil)
      (isInTransaction, hasFailed) = (false, false)
      if pq.transactionStatus(handle) != PQTRANS_IDLE { _ = lose("a transaction could not be rolled back") }
    } catch {
      // It is lost, and with it what was written.
      if self.handle != nil { _ = lose(error.message) }
    }
  }

  /// Runs `body` between BEGIN and COMMIT, and rolls back if it or the commit throws.
  ///
  /// - Parameter willCommit: called after `body`, before COMMIT.
  package func transaction<Result, Failure: Error>(
    _ kind: TransactionKind, mapping map: (PostgresError) -> Failure, willCommit: () throws(Failure) -> Void = {},
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try told(map) { () throws(PostgresError) in try begin(kind) }
    do throws(Failure) {
      let result = try body()
      try willCommit()
      try told(map) { () throws(PostgresError) in
        switch kind {
        case .write: try commit()
        case .read: try endReading()
        }
      }
      return result
    } catch {
      rollback()
      throw error
    }
  }

  /// Runs `body` between BEGIN and COMMIT, and stops where that is asked for.
  ///
  /// - Parameter isCancelled: asked repeatedly while the server is waited for.
  package func transaction<Result>(
    _ kind: TransactionKind, isCancelled: (@Sendable () -> Bool)?, _ body: () throws -> Result
  ) throws -> Result {
    setInterruption(isCancelled)
    defer { setInterruption(nil) }
    return try transaction(kind, mapping: { $0 as any Error }, body)
  }

  /// Runs `body` so that an error takes back what it wrote, but nothing that the transaction wrote before. It waits for
  /// what was sent before, and for what `body` sent, so that each error is thrown where it belongs.
  package func savepoint<Result, Failure: Error>(
    mapping map: (PostgresError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(isInTransaction, "savepoints are of a transaction")
    try told(map) { () throws(PostgresError) in
      try wait()
      try run("SAVEPOINT s")
    }
    do throws(Failure) {
      let result = try body()
      try told(map) { () throws(PostgresError) in
        try run("RELEASE SAVEPOINT s")
        try wait()
      }
      return result
    } catch {
      try told(map) { () throws(PostgresError) in try returnToSavepoint() }
      throw error
    }
  }

  private func returnToSavepoint() throws(PostgresError) {
    // Its errors are known, or of no interest: what matters is whether there is a way back.
    do throws(PostgresError) { try wait(interruptible: false) } catch { guard handle != nil else { throw error } }
    values.removeAll()
    try send("ROLLBACK TO SAVEPOINT s", mayHaveFailed: true)
    try send("RELEASE SAVEPOINT s", mayHaveFailed: true)
    hasFailed = false
    try wait(interruptible: false)
  }

  private func told<Result, Failure: Error>(
    _ map: (PostgresError) -> Failure, _ body: () throws(PostgresError) -> Result
  ) throws(Failure) -> Result {
    do throws(PostgresError) { return try body() } catch { throw map(error) }
  }
}
