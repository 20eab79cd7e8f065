package import HomeworkEngine
import HomeworkModel
package import HomeworkSystem
import Synchronization

/// One library in a PostgreSQL database, as the database of a store.
///
/// A group begins by locking the library's row, so that those who write to it, in any process, come one after the
/// other: the rules hold as they do in a file. It ends with a number of its own in that row. If the connection is lost
/// while COMMIT is under way, that number tells whether the group was committed.
///
/// What a group has read and written is known to the next one, as long as nobody else writes. So a group that asks for
/// nothing else is sent as a whole, with a claim at its start that the library is as it was left; if it is not, nothing
/// of the group is done, and it is written again.
package final class PostgresDatabase: EngineDatabase {
  package let server: PostgresPool
  /// The key of the library.
  package let library: Int64
  /// Reads that may be a little behind; `nil` if all go to the server that writes.
  private let replica: PostgresPool?
  let name: String
  /// The id of this store among those that write.
  let writer: String
  private let tokens = Atomic<Int64>(0)
  /// What is known since the last group; nobody has it while a group is written.
  private let memory = Guarded<LibraryMemory?>(nil)
  private let answers = KnownAnswers()
  /// The library's count of changes when this store last wrote or looked.
  private let lastChange = Atomic<Int64>(-1)
  let isGone = Atomic(false)

  package init(
    _ library: Int64, named name: String, on server: PostgresPool, replica: PostgresPool? = nil,
    writer: (UInt64, UInt64)
  ) {
    (self.library, self.name, self.server, self.replica) = (library, name, server, replica)
    self.writer = Identifier<PostgresDatabase>(atMs: 0, random: writer).text
  }

  package var isShared: Bool { true }
  /// Whether the library was deleted; there may be another of its name.
  package var isReplaced: Bool { isGone.load(ordering: .relaxed) }

  package func hasChanged() -> Bool {
    do {
      let change = try server.use { connection in
        try connection.first("SELECT change FROM hwdb.library WHERE id = ?", library) { $0.int64(0) } ?? -1
      }
      return lastChange.exchange(change, ordering: .relaxed) != change
    } catch {
      // Waiting callers read as well, and meet the error.
      return true
    }
  }

  /// The connections are the server's.
  package func rest() {
    memory.withLock { $0 = nil }
    answers.removeAll()
  }
  package func close() {}
}

// MARK: Writing

extension PostgresDatabase {
  package func write(
    foreseeing foreseen: [Foreseen], willCommit: () throws -> Void, meanwhile: (() -> Void)?,
    _ body: (any EngineGroup) throws -> Void
  ) throws -> EngineCommit {
    let token = tokens.wrappingAdd(1, ordering: .relaxed).newValue
    let loss: PostgresError? = try server.use(willWait: meanwhile ?? {}) { connection in
      connection.meanwhile = meanwhile
      defer { connection.meanwhile = nil }
      let before = memory.withLock { $0.take() }
      var group: PostgresGroup?
      var isWritten = false
      do {
        let begun = try begin(connection, foreseen, knowing: before)
        group = begun
        try body(begun)
        try finish(begun, token)
        isWritten = true
        try willCommit()
        try connection.commit()
        let known = begun.memory(token: token)
        memory.withLock { $0 = known }
        _ = lastChange.max(known.state.change, ordering: .relaxed)
        return nil
      } catch {
        let cause = group.map { $0.cause(of: error) } ?? error as? PostgresError
        connection.rollback()
        // What was refused before it wrote anything has changed nothing that is known.
        if cause == nil, let group, group.isAlone, group.writeCount == 0 {
          before?.rows.endGroup()
          memory.withLock { $0 = before }
        }
        guard let cause else { throw error }
        if cause.outcomeUnknown { return cause }
        if cause.mayPass || group?.isClaimOfRequest(cause) == true { throw LostGroup(cause: StoreError(cause)) }
        // The server has refused what was sent and not waited for.
        if isWritten, error is PostgresError { throw LostGroup(cause: StoreError(cause), isOfOneWrite: true) }
        throw error as? PostgresError == nil ? error : StoreError(cause)
      }
    }
    if let loss, try !wasCommitted(token, after: loss) { throw LostGroup(cause: StoreError(loss)) }
    if token >= 16, token.nonzeroBitCount == 1 { analyzeGrownTables() }
    return EngineCommit(tables: .all)
  }

  /// Has tables counted that have grown, beside the writes that go on. If it fails, the next time is soon enough.
  private func analyzeGrownTables() {
    server.use(on: .global(qos: .utility)) { lent in
      guard let connection = try? lent.get() else { return }
      try? connection.analyzeGrownTables()
      try? connection.wait()
    }
  }

  /// How long it may take to learn whether a group was committed, in milliseconds.
  private static let resolveMs = 60_000

  /// Returns whether the group with this token was committed, once its server, or the one that took its place, says so.
  ///
  /// - Throws: `unreachable` if nobody says so: nobody knows, then.
  private func wasCommitted(_ token: Int64, after loss: PostgresError) throws -> Bool {
    let start = ContinuousClock.now
    while true {
      do {
        return try server.transaction(.write) { connection in
          // A server process that is still at the commit holds this lock.
          try connection.run("SELECT 1 FROM hwdb.library WHERE id = ? FOR UPDATE", library)
          let last = try lastToken(connection)
          // What this writes comes after the group: once it is confirmed, so is the group.
          try connection.run("UPDATE hwdb.library SET change = change + 1 WHERE id = ?", library)
          return last == token
        }
      } catch {
        let mayPass =
          switch error {
          case let error as PostgresError: error.mayPass || error.outcomeUnknown
          case StoreError.unavailable(.unreachable), StoreError.unavailable(.readOnly): true
          default: false
          }
        guard mayPass, start.duration(to: .now) < .milliseconds(Self.resolveMs) else { throw StoreError(loss) }
        Threads.sleep(seconds: 0.05)
      }
    }
  }
}

// MARK: Reading

extension PostgresDatabase {
  /// How often a read begins again that lost its connection before it had returned anything.
  private static let readTries = 3

  package func read(
    isShort: Bool, isCancelled: (@Sendable () -> Bool)?, _ body: (any EngineTransaction) throws -> Void
  ) throws { try read(isCancelled, knowing: nil, body) }

  package func readForSeveral(_ body: (any EngineTransaction) throws -> Void) throws {
    try read(nil, knowing: answers, body)
  }

  private func read(
    _ isCancelled: (@Sendable () -> Bool)?, knowing answers: KnownAnswers?,
    _ body: (any EngineTransaction) throws -> Void
  ) throws {
    if try readOnReplica(isCancelled, knowing: answers, body) { return }
    for _ in 1..<Self.readTries {
      if try server.use({ try read($0, isCancelled, knowing: answers, isLast: false, body) }) { return }
    }
    _ = try server.use { try read($0, isCancelled, knowing: answers, isLast: true, body) }
  }

  package func read(
    on queue: DispatchQueue, isCancelled: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable (any EngineTransaction) throws -> Void,
    whenOver: @escaping @Sendable ((any Error)?) -> Void
  ) {
    // A connection is waited for on the queue only where there is one place to get it from.
    guard replica == nil else { return readLater(on: queue, isCancelled: isCancelled, body, whenOver: whenOver) }
    server.use(on: queue) { [self] (lent: Result<PostgresConnection, StoreError>) in
      do {
        // Not here, where a connection is lent already.
        guard try read(lent.get(), isCancelled, knowing: nil, isLast: false, body) else {
          return readLater(on: queue, isCancelled: isCancelled, body, whenOver: whenOver)
        }
        whenOver(nil)
      } catch {
        whenOver(error)
      }
    }
  }

  /// Returns `false` if there is no replica, if it cannot be reached, or if it lacks something that this store has
  /// written or seen.
  private func readOnReplica(
    _ isCancelled: (@Sendable () -> Bool)?, knowing answers: KnownAnswers?,
    _ body: (any EngineTransaction) throws -> Void
  ) throws -> Bool {
    guard let replica else { return false }
    var rows: PostgresTransaction?
    do {
      return try replica.use { connection in
        try transaction(on: connection, isCancelled) {
          let snapshot = try Snapshot(connection, of: library, knowing: answers)
          guard let state = try snapshot.state, state.change >= lastChange.load(ordering: .relaxed) else {
            return false
          }
          let begun = PostgresTransaction(connection, snapshot)
          rows = begun
          try body(begun)
          return true
        }
      }
    } catch {
      // What goes wrong there is no reason to refuse: the other server has everything.
      guard rows?.hasReturned == true || error as? StoreError == .cancelled else { return false }
      throw (error as? PostgresError).map { StoreError($0) } ?? error
    }
  }

  /// Returns `false` if the connection was lost before anything was read, and it is worth another try.
  private func read(
    _ connection: PostgresConnection, _ isCancelled: (@Sendable () -> Bool)?, knowing answers: KnownAnswers?,
    isLast: Bool, _ body: (any EngineTransaction) throws -> Void
  ) throws -> Bool {
    var rows: PostgresTransaction?
    do {
      try transaction(on: connection, isCancelled) {
        let snapshot = try answers.map { try Snapshot(connection, of: library, knowing: $0) }
        let begun = PostgresTransaction(connection, snapshot)
        rows = begun
        try body(begun)
      }
      return true
    } catch {
      let cause = error as? PostgresError ?? rows?.cause
      if let cause, cause.isConnectionLost, rows?.hasReturned != true, !isLast { return false }
      throw (error as? PostgresError).map { StoreError($0) } ?? error
    }
  }

  private func transaction<Result>(
    on connection: PostgresConnection, _ isCancelled: (@Sendable () -> Bool)?, _ body: () throws -> Result
  ) throws -> Result {
    guard isCancelled?() != true else { throw StoreError.cancelled }
    try connection.setLibrary(library)
    return try connection.transaction(.read, isCancelled: isCancelled, body)
  }
}
