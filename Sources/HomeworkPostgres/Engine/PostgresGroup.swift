import HomeworkModel
import HomeworkStore

/// A group's transaction: locks the library's row, applies the rules to the rows it reads, and writes.
final class PostgresGroup: EngineGroup {
  private let connection: PostgresConnection
  private let written: PostgresRows.Written
  private(set) var last: PostgresRows?

  /// Begins a transaction, and waits until no other client writes to the library.
  ///
  /// - Returns: `nil` if the library is gone.
  init?(_ connection: PostgresConnection, on library: Int64, _ migrator: Migrator) throws {
    self.connection = connection
    try connection.begin(.write)
    try connection.run("SELECT FROM library FOR UPDATE")
    // A separate statement: one that has waited for a row lock sees all other rows as they were before.
    let found = try connection.first(
      "SELECT newest_event, (SELECT max(version) FROM migration) FROM library WHERE tableoid = CAST(? AS oid)", library
    ) { (newestEvent: $0.int64(0), schema: $0.int(1)) }
    guard let found else { return nil }
    try migrator.refuseNewer(found.schema)
    written = PostgresRows.Written(newestEvent: found.newestEvent)
  }

  func begin() -> RowTransaction {
    let engine = PostgresRows(connection, written: written)
    last = engine
    return RowTransaction(engine)
  }

  func savepoint(_ body: () throws -> Void) throws {
    let newest = written.newestEvent
    do { try connection.savepoint(body) } catch {
      written.newestEvent = newest
      throw (error as? PostgresError).map { StoreError($0) } ?? error
    }
  }

  var writeCount: Int { written.count }
  var isOpen: Bool { connection.isInTransaction && !connection.hasFailed }

  /// Writes the row by which this store learns that the group was committed.
  ///
  /// Every group writes it: a repeated request is confirmed only once the disk and the standby have everything before
  /// it.
  func finish(_ token: Int64, of writer: String) throws(PostgresError) {
    if token == 1 {
      // Each program leaves a row. Rows older than a day are never needed.
      try connection.run(
        """
        DELETE FROM writer
        WHERE at_ms < CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) - 86400000
        """)
    }
    try connection.run(
      """
      INSERT INTO writer (id, token, at_ms)
      VALUES (CAST(? AS uuid), ?, CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint))
      ON CONFLICT (id) DO UPDATE SET token = excluded.token, at_ms = excluded.at_ms
      """, writer, token)
    try connection.run("UPDATE library SET newest_event = ?, change = change + 1", written.newestEvent)
  }
}
