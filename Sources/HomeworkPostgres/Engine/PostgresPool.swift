import HomeworkModel
package import HomeworkStore
import HomeworkSystem
import Synchronization

/// A database on a PostgreSQL server, and the connections to it.
package final class PostgresPool: Sendable {
  package let url: PostgresURL
  /// The time that calls wait for a server that was reachable before, in milliseconds: about the time of a failover.
  package let patienceMs: Int
  let migrator: Migrator
  private let pool: ConnectionPool<PostgresConnection>
  private let hasConnected: Flag

  /// A flag shared between closures.
  private final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  /// The default number of connections, and so of concurrent groups and reads.
  package static let usualConnections = 16
  package static let usualPatienceMs = 15_000

  /// - Parameters:
  ///   - isDurable: if false, commits wait for neither the disk nor a standby (`synchronous_commit=off`).
  ///   - migrator: the steps of the schema; the migrator's tests have steps of their own.
  package init(
    _ url: PostgresURL, connections: Int = usualConnections, isDurable: Bool = true,
    patienceMs: Int = usualPatienceMs, migrator: Migrator = .postgres
  ) {
    (self.url, self.patienceMs, self.migrator) = (url, patienceMs, migrator)
    let settings = isDurable ? [:] : ["synchronous_commit": "off"]
    let hasConnected = Flag()
    self.hasConnected = hasConnected
    pool = ConnectionPool(limit: connections) { isOnly in
      let start = ContinuousClock.now
      while true {
        do throws(PostgresError) {
          let connection = try PostgresConnection(url, settings: settings)
          hasConnected.isSet.store(true, ordering: .relaxed)
          return connection
        } catch {
          // A connection of this pool is free sooner than another client's.
          if error.sqlState == PostgresError.State.tooManyConnections, !isOnly { return nil }
          let mayPass = error.kind == .lost || error.sqlState == PostgresError.State.readOnly
          guard mayPass, hasConnected.isSet.load(ordering: .relaxed),
            start.duration(to: .now) < .milliseconds(patienceMs)
          else { throw StoreError(error) }
          Threads.sleep(seconds: 0.02)
        }
      }
    }
  }

  /// Uses a connection on this thread, waiting until one is free.
  package func use<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result { try pool.use(body) }

  /// Runs `body` in a connection's transaction, like `PostgresConnection.transaction`.
  func transaction<Result>(
    _ kind: PostgresConnection.TransactionKind, isCancelled: (@Sendable () -> Bool)? = nil,
    _ body: (PostgresConnection) throws -> Result
  ) throws -> Result {
    try use { connection in try connection.transaction(kind, isCancelled: isCancelled) { try body(connection) } }
  }

  /// Closes the idle connections.
  package func close() { pool.letGoOfIdle() }
}

extension PostgresConnection: PooledConnection {
  package var isSound: Bool { !isInTransaction && isUsable }
}
