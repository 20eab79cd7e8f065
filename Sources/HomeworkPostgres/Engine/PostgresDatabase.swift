import HomeworkModel
package import HomeworkStore
import HomeworkSystem
import Synchronization

/// A library, a schema of a PostgreSQL database, as a store's database.
///
/// A group begins by locking the library's row, so that writers in all processes take turns: the rules hold as they do
/// in a file. It ends by writing its own number to this store's row. If the connection is lost during COMMIT, that row
/// shows whether the group was committed.
package final class PostgresDatabase: EngineDatabase {
  package let server: PostgresPool
  /// The server's number of the library's row, which another library of the same name does not have.
  let library: Int64
  /// The id of this store among the library's writers.
  private let writer: String
  private let tokens = Atomic<Int64>(0)
  /// The library's change counter when this store last read it.
  private let lastChange = Atomic<Int64>(-1)

  package init(on server: PostgresPool, writer: (UInt64, UInt64)) throws {
    self.server = server
    library = Int64(try server.use { try $0.number("SELECT CAST(tableoid AS bigint) FROM library") })
    self.writer = Identifier<PostgresDatabase>(atMs: 0, random: writer).text
  }

  package var isShared: Bool { true }

  package func hasForeignCommit() -> Bool {
    do {
      let change = try server.use { connection in
        try connection.first("SELECT change FROM library") { $0.int64(0) } ?? -1
      }
      return lastChange.exchange(change, ordering: .relaxed) != change
    } catch {
      // The waiting callers read next, and get the error.
      return true
    }
  }

  /// The connections belong to the pool.
  package func close() {}
}

// MARK: Writing

extension PostgresDatabase {
  package func write(
    willCommit: () throws -> Void, _ body: (any EngineGroup) throws -> Void
  ) throws -> EngineCommit {
    let token = tokens.wrappingAdd(1, ordering: .relaxed).newValue
    let loss = try server.use { try write(token, on: $0, willCommit, body) }
    if let loss, try !wasCommitted(token, after: loss) { throw LostGroup(cause: StoreError(loss)) }
    if token >= 16, token.nonzeroBitCount == 1 { analyzeGrownTables() }
    return EngineCommit(tables: .all)
  }

  /// - Returns: the error that leaves the outcome unknown; `nil` if the group was committed.
  private func write(
    _ token: Int64, on connection: PostgresConnection, _ willCommit: () throws -> Void,
    _ body: (any EngineGroup) throws -> Void
  ) throws -> PostgresError? {
    var group: PostgresGroup?
    var isWritten = false
    do {
      group = try PostgresGroup(connection, on: library, server.migrator)
      guard let group else { throw StoreError.deletedLibrary(server.url.redacted) }
      try body(group)
      try group.finish(token, of: writer)
      isWritten = true
      try willCommit()
      try connection.commit()
      return nil
    } catch {
      let cause = error as? PostgresError ?? group?.last?.cause
      connection.rollback()
      guard let cause else { throw error }
      if cause.outcomeUnknown { return cause }
      if cause.mayPass { throw LostGroup(cause: StoreError(cause)) }
      guard error is PostgresError else { throw error }
      // The server has refused a statement that was sent without waiting.
      throw isWritten ? LostGroup(cause: StoreError(cause), isOfOneWrite: true) : StoreError(cause)
    }
  }

  /// Updates statistics of grown tables while writes continue. If it fails, the next time is soon enough.
  private func analyzeGrownTables() {
    DispatchQueue.global(qos: .utility).async { [server] in
      try? server.use { connection in
        try connection.analyzeGrownTables()
        try connection.wait()
      }
    }
  }

  /// The time limit for resolving whether a group was committed, in milliseconds.
  private static let resolveMs = 60_000

  /// Returns whether the group with this token was committed, once its server or a replacement can confirm it.
  ///
  /// - Throws: `unreachable` if no server does: the outcome is then unknown.
  private func wasCommitted(_ token: Int64, after loss: PostgresError) throws -> Bool {
    let start = ContinuousClock.now
    while true {
      do {
        return try server.transaction(.write) { connection in
          // A server process that is still committing holds this lock.
          try connection.run("SELECT 1 FROM library FOR UPDATE")
          let last = try connection.number("SELECT token FROM writer WHERE id = CAST(? AS uuid)", writer)
          // This write comes after the group: once it is confirmed, so is the group.
          try connection.run("UPDATE library SET change = change + 1")
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
  /// The number of attempts at a read that loses its connection before it has returned anything.
  private static let readTries = 3

  package func read(
    isCancelled: (@Sendable () -> Bool)?, _ body: (RowTransaction) throws -> Void
  ) throws {
    for attempt in 1...Self.readTries {
      if try server.use({ try read($0, isCancelled, isLast: attempt == Self.readTries, body) }) { return }
    }
  }

  /// Returns `false` if the connection was lost before anything was read and a retry is allowed.
  private func read(
    _ connection: PostgresConnection, _ isCancelled: (@Sendable () -> Bool)?, isLast: Bool,
    _ body: (RowTransaction) throws -> Void
  ) throws -> Bool {
    guard isCancelled?() != true else { throw StoreError.cancelled }
    let rows = PostgresRows(connection)
    do {
      try connection.transaction(.read, isCancelled: isCancelled) { try body(RowTransaction(rows)) }
      return true
    } catch {
      let cause = error as? PostgresError ?? rows.cause
      if let cause, cause.isConnectionLost, !rows.hasReturned, !isLast { return false }
      throw (error as? PostgresError).map { StoreError($0) } ?? error
    }
  }
}
