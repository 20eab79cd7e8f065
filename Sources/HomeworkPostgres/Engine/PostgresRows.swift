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
    /// True if rows may be batched.
    var gathers = true

    fileprivate var answers = BulkInsert(into: answers), events = BulkInsert(into: events)
    fileprivate var requests = BulkInsert(into: requests), questions = BulkInsert(into: questions)

    private static let answers = BulkInsert.Target(
      .answer,
      computed: (
        "checksum",
        // NULL if the answer follows another one of this statement: a trigger then computes it.
        """
        CASE WHEN position = 0
          OR (SELECT true FROM answer r WHERE r.attempt = given.attempt AND r.position = given.position - 1)
        THEN \(Table.answer.checksum(of: "given", .postgres)) END
        """
      ))
    private static let questions = BulkInsert.Target(.question)
    private static let events = BulkInsert.Target(.event)
    private static let requests = BulkInsert.Target(.request)

    init(newestEvent: Int64) { self.newestEvent = newestEvent }

    /// Sends the batched rows.
    func send(on connection: PostgresConnection) throws(PostgresError) {
      try questions.send(on: connection)
      try answers.send(on: connection)
      try events.send(on: connection)
      try requests.send(on: connection)
    }
  }

  package var dialect: Dialect { .postgres }
  package var tables: Tables { connection.tables }
  package var tablesRead: TableSet { .all }
  package var isInterruptionWanted: Bool { connection.isInterruptionWanted?() ?? false }
  /// The server has page checksums.
  package var verifiesRows: Bool {
    get { false }
    set {}
  }

  /// Calls the server, and converts its errors to the store's.
  private func calling<Result>(_ body: () throws(PostgresError) -> Result) throws(StoreError) -> Result {
    do throws(PostgresError) { return try body() } catch {
      cause = cause ?? error
      throw StoreError(error)
    }
  }
}

extension PostgresRows {
  /// Sends the batched rows first.
  package func all<Element>(
    _ sql: SQL, _ values: [any SQLBindable], expected: Int, limit: Int,
    _ make: (any SQLRow) throws(StoreError) -> Element
  ) throws(StoreError) -> [Element] {
    let answer = try calling { () throws(PostgresError) in
      try written?.send(on: connection)
      return try connection.answer(to: sql, values)
    }
    hasReturned = true
    return try answer.rows(limit: limit) { (row) throws(StoreError) in try make(row) }
  }

  package func run(_ sql: SQL, _ values: [any SQLBindable]) throws(StoreError) {
    written?.count += 1
    try calling { () throws(PostgresError) in
      try written?.send(on: connection)
      try connection.run(sql, binding: values)
    }
  }

  package func changed(_ sql: SQL, _ values: [any SQLBindable]) throws(StoreError) -> Int {
    try run(sql, values)
    return try calling { () throws(PostgresError) in try connection.changes }
  }

  package func inserted(_ sql: SQL, _ values: [any SQLBindable]) throws(StoreError) -> Int64 {
    written?.count += 1
    let key = try all(.text("\(sql.text(for: .postgres)) RETURNING id"), values, expected: 1, limit: 1) { $0.int64(0) }
    guard let key = key.first else { throw .inconsistent("a row was not inserted") }
    return key
  }

  package func append(event values: [any SQLBindable]) throws(StoreError) -> Int64 {
    guard let written else { throw .inconsistent("an event in a transaction that reads") }
    let number = written.newestEvent + 1
    try gather(\.events, [number] + values.dropFirst())
    written.newestEvent = number
    return number
  }

  package func insert(_ values: [any SQLBindable], into table: Table) throws(StoreError) {
    switch table.name {
    case Table.question.name: try gather(\.questions, values)
    case Table.answer.name: try gather(\.answers, values)
    case Table.request.name: try gather(\.requests, values)
    default: try run(.text(of: "insert \(table.name)") { table.insertion(.postgres) }, values)
    }
  }

  /// Adds a row to a batch; sends it alone if errors must be attributed to their statements.
  private func gather(
    _ rows: ReferenceWritableKeyPath<Written, BulkInsert>, _ values: [any SQLBindable]
  ) throws(StoreError) {
    guard let written else { throw .inconsistent("a row in a transaction that reads") }
    written.count += 1
    try calling { () throws(PostgresError) in
      try written[keyPath: rows].add(values)
      if !written.gathers { try written.send(on: connection) }
    }
  }

  package func repairIndexes(_ rows: RowTransaction) throws(StoreError) {
    try rows.repairCounts()
    try rows.run("DELETE FROM homework_search")
    for row in try rows.all("SELECT id FROM homework ORDER BY id", make: { $0.int64(0) }) {
      try index(homework: row, rows)
    }
  }
}

extension PostgresRow: SQLRow {}
