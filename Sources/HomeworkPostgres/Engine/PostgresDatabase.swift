import HomeworkModel
package import HomeworkStore
import HomeworkSystem
import Synchronization

/// One library in a PostgreSQL database, as the database of a store.
///
/// A group begins by locking the library's row, so that those who write to it, in any process, come one after the
/// other: the rules hold as they do in a file. It ends with a number of its own in a row of this store. If the
/// connection is lost while COMMIT is under way, that row tells whether the group was committed.
package final class PostgresDatabase: EngineDatabase {
  package let server: PostgresPool
  /// The key of the library.
  package let library: Int64
  let name: String
  /// The id of this store among those that write.
  private let writer: String
  private let tokens = Atomic<Int64>(0)
  /// The library's count of changes when this store last looked.
  private let lastChange = Atomic<Int64>(-1)
  private let isGone = Atomic(false)

  package init(_ library: Int64, named name: String, on server: PostgresPool, writer: (UInt64, UInt64)) {
    (self.library, self.name, self.server) = (library, name, server)
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
  package func rest() {}
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

  /// - Returns: why it is unknown whether the group was committed; `nil` if it was.
  private func write(
    _ token: Int64, on connection: PostgresConnection, _ willCommit: () throws -> Void,
    _ body: (any EngineGroup) throws -> Void
  ) throws -> PostgresError? {
    var group: PostgresGroup?
    var isWritten = false
    do {
      group = try PostgresGroup(connection, on: library)
      guard let group else {
        isGone.store(true, ordering: .relaxed)
        throw StoreError.notFound(.library, name)
      }
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
      // The server has refused what was sent and not waited for.
      throw isWritten ? LostGroup(cause: StoreError(cause), isOfOneWrite: true) : StoreError(cause)
    }
  }

  /// Has tables counted that have grown, beside the writes that go on. If it fails, the next time is soon enough.
  private func analyzeGrownTables() {
    DispatchQueue.global(qos: .utility).async { [server] in
      try? server.use { connection in
        try connection.analyzeGrownTables()
        try connection.wait()
      }
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
          let last = try connection.number(
            "SELECT token FROM hwdb.writer WHERE library = ? AND id = CAST(? AS uuid)", library, writer)
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
  ) throws {
    for attempt in 1...Self.readTries {
      if try server.use({ try read($0, isCancelled, isLast: attempt == Self.readTries, body) }) { return }
    }
  }

  /// Returns `false` if the connection was lost before anything was read, and it is worth another try.
  private func read(
    _ connection: PostgresConnection, _ isCancelled: (@Sendable () -> Bool)?, isLast: Bool,
    _ body: (any EngineTransaction) throws -> Void
  ) throws -> Bool {
    guard isCancelled?() != true else { throw StoreError.cancelled }
    let rows = PostgresRows(connection)
    do {
      try connection.setLibrary(library)
      try connection.transaction(.read, isCancelled: isCancelled) { try body(RowTransaction(rows)) }
      return true
    } catch {
      let cause = error as? PostgresError ?? rows.cause
      if let cause, cause.isConnectionLost, !rows.hasReturned, !isLast { return false }
      throw (error as? PostgresError).map { StoreError($0) } ?? error
    }
  }
}
