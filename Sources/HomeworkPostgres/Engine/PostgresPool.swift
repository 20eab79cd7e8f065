package import HomeworkMigrations
import HomeworkModel
package import HomeworkStore
import HomeworkSystem
import Synchronization

/// One database of a PostgreSQL server, and the connections to it, which all libraries in it share.
package final class PostgresPool: Sendable {
  package let url: PostgresURL
  /// How long a call waits for a server that was reached before, in milliseconds: about as long as it takes until a
  /// standby has been promoted.
  package let patienceMs: Int
  private let pool: ConnectionPool<PostgresConnection>
  private let hasConnected: Flag

  /// A flag that closures share.
  private final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  /// The number of connections, unless the caller says otherwise: as many groups and reads go on at the same time.
  package static let usualConnections = 16
  package static let usualPatienceMs = 15_000

  /// - Parameters:
  ///   - isDurable: otherwise commits wait for neither the disk nor a standby (`synchronous_commit=off`).
  ///   - tables: those of the database; tests have more, and the migrations of a copy in a file that has them.
  package init(
    _ url: PostgresURL, connections: Int = usualConnections, isDurable: Bool = true,
    patienceMs: Int = usualPatienceMs, tables: Tables = .current,
    migrationsOfCopies: [Migration] = Migrations.sqlite
  ) {
    (self.url, self.patienceMs) = (url, patienceMs)
    let settings = isDurable ? [:] : ["synchronous_commit": "off"]
    let hasConnected = Flag()
    self.hasConnected = hasConnected
    pool = ConnectionPool(limit: connections) { (isOnly) throws(StoreError) in
      let start = ContinuousClock.now
      while true {
        do throws(PostgresError) {
          let connection = try PostgresConnection(url, settings: settings)
          (connection.tables, connection.migrationsOfCopies) = (tables, migrationsOfCopies)
          hasConnected.isSet.store(true, ordering: .relaxed)
          return connection
        } catch {
          // One of this pool is free sooner than one of somebody else's.
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

  /// Uses a connection on this thread, once one is free.
  package func use<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result { try pool.use(body) }

  /// Runs `body` in a transaction of a connection, as `PostgresConnection.transaction` does.
  func transaction<Result>(
    _ kind: PostgresConnection.TransactionKind, isCancelled: (@Sendable () -> Bool)? = nil,
    _ body: (PostgresConnection) throws -> Result
  ) throws -> Result {
    try use { connection in try connection.transaction(kind, isCancelled: isCancelled) { try body(connection) } }
  }

  /// Closes the connections that nobody uses.
  package func close() { pool.letGoOfIdle() }
}

extension PostgresConnection: PooledConnection {
  package var isSound: Bool { !isInTransaction && isUsable }
}
