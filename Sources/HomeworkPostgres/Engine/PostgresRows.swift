package import HomeworkModel
package import HomeworkStore

/// Runs the statements of a store on PostgreSQL, in one transaction of a connection.
///
/// A statement that returns nothing is sent and not waited for: its error, if it has one, is that of a later call.
package final class PostgresRows: RowEngine {
  package let connection: PostgresConnection
  /// The first error as the server told it.
  private(set) var cause: PostgresError?
  /// What the group has written; `nil` where nothing is.
  private let written: Written?
  /// Whether a row has reached a caller, so that the same cannot be read again from another snapshot.
  private(set) var hasReturned = false

  init(_ connection: PostgresConnection, written: Written? = nil) {
    (self.connection, self.written) = (connection, written)
  }

  /// What a group has written so far.
  final class Written {
    /// The number of the library's newest event.
    var newestEvent: Int64
    /// The number of statements.
    var count = 0
    /// Whether rows may wait for each other, to be inserted together.
    var gathers = true

    fileprivate var answers = BulkInsert(into: answers), events = BulkInsert(into: events)
    fileprivate var requests = BulkInsert(into: requests), questions = BulkInsert(into: questions)

    private static let answers = BulkInsert.Target(
      .answer,
      computed: (
        "checksum",
        // Of an answer that follows one of this statement the server finds it out itself.
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

    /// Sends what has gathered.
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
  /// The server has checksums of pages.
  package var verifiesRows: Bool {
    get { false }
    set {}
  }

  /// Calls the server, whose errors become the store's here.
  private func calling<Result>(_ body: () throws(PostgresError) -> Result) throws(StoreError) -> Result {
    do throws(PostgresError) { return try body() } catch {
      cause = cause ?? error
      throw StoreError(error)
    }
  }
}

extension PostgresRows {
  /// What has gathered goes before it.
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

  /// Inserts a row together with others that come later; by itself where errors are to be told apart.
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
