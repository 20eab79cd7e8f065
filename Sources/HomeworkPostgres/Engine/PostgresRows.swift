package import HomeworkModel
package import HomeworkStore

/// Runs a store's statements on PostgreSQL, in one transaction of a connection.
///
/// A statement that returns nothing is sent without waiting: its error, if any, is thrown by a later call.
package final class PostgresRows: RowEngine {
  package let connection: PostgresConnection
  /// The server's first error, unconverted.
  private(set) var cause: PostgresError?
  /// The group's writes; `nil` in a reading transaction.
  private let written: Written?
  /// True if a row has reached a caller, so that the read must not be repeated on another snapshot.
  private(set) var hasReturned = false

  init(_ connection: PostgresConnection, written: Written? = nil) {
    (self.connection, self.written) = (connection, written)
  }

  /// A group's writes so far.
  final class Written {
    /// The number of the library's newest event.
    var newestEvent: Int64
    /// The number of statements.
    var count = 0

    init(newestEvent: Int64) { self.newestEvent = newestEvent }
  }

  package var dialect: Dialect { .postgres }
  package var tablesRead: TableSet { .all }
  package var isInterruptionWanted: Bool { connection.isInterruptionWanted?() ?? false }

  /// Calls the server, and converts its errors to the store's.
  private func calling<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
    do { return try body() } catch {
      guard let error = error as? PostgresError else { throw StoreError(error) }
      cause = cause ?? error
      throw StoreError(error)
    }
  }
}

extension PostgresRows {
  package func all<Element>(
    _ sql: SQL, _ values: [any SQLBindable], limit: Int, _ make: (any SQLRow) throws -> Element
  ) throws(StoreError) -> [Element] {
    let answer = try calling { try connection.answer(to: sql, values) }
    hasReturned = true
    return try calling { try answer.rows(limit: limit) { row in try make(row) } }
  }

  package func run(_ sql: SQL, _ values: [any SQLBindable]) throws(StoreError) {
    written?.count += 1
    try calling { try connection.run(sql, binding: values) }
  }

  package func changed(_ sql: SQL, _ values: [any SQLBindable]) throws(StoreError) -> Int {
    try run(sql, values)
    return try calling { try connection.changes }
  }

  package func append(event values: [any SQLBindable]) throws(StoreError) -> Int64 {
    guard let written else { throw .inconsistent("an event in a transaction that reads") }
    let number = written.newestEvent + 1
    try run(SQL(Table.event.insertion), [number] + values.dropFirst())
    written.newestEvent = number
    return number
  }

  package func repairIndexes(_ rows: RowTransaction) throws(StoreError) {
    try rows.repairCounts()
    try rows.run("DELETE FROM homework_search")
    try index(rows.all("SELECT id, title, subject, text, questions FROM homework_words", make: Self.words), rows)
  }
}

extension PostgresRow: SQLRow {}
