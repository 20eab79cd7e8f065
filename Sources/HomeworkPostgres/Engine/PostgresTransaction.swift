package import HomeworkEngine
package import HomeworkModel

/// The engine of a store on PostgreSQL: turns the store's requests into statements, in one transaction of a connection.
///
/// A statement that returns nothing is sent and not waited for: its error, if it has one, is that of a later call.
package final class PostgresTransaction: EngineTransaction, SearchIndex, UndoMemory, LearnerTransfer, RowMaintenance,
  Reports
{
  package let connection: PostgresConnection
  /// The first error of the database itself. Nothing is written or committed after it.
  package private(set) var failure: StoreError?
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
      "answer",
      """
      attempt bigint position bigint question bigint response text outcome text streak_position bigint
      elapsed_ms bigint answered_at_ms bigint correct_count bigint total_elapsed_ms bigint run bigint
      longest_run bigint stars bigint
      """,
      computed: (
        "checksum",
        // Of an answer that follows one of this statement the server finds it out itself.
        """
        CASE WHEN position = 0
          OR (SELECT true FROM answer r WHERE r.attempt = given.attempt AND r.position = given.position - 1)
        THEN \(SignedTable.answer.checksum(of: "given")) END
        """
      ))
    private static let questions = BulkInsert.Target(
      "question",
      """
      public_id text quiz bigint position bigint type text prompt text explanation text options json
      correct_index bigint correct_answer text accepted_answers json key_concepts json card text
      """)
    private static let events = BulkInsert.Target(
      "event",
      """
      sequence bigint kind text at_ms bigint homework text attempt text question_index bigint outcome text
      streak_position bigint name text learner bigint
      """)
    private static let requests = BulkInsert.Target(
      "request", "id text parameters text reply text attempt text position bigint at_ms bigint learner bigint",
      """
      ON CONFLICT (library, id) DO UPDATE SET parameters = excluded.parameters, reply = excluded.reply,
        attempt = excluded.attempt, position = excluded.position, at_ms = excluded.at_ms, learner = excluded.learner
      """)

    init(newestEvent: Int64) { self.newestEvent = newestEvent }

    /// Sends what has gathered.
    func send(on connection: PostgresConnection) throws(PostgresError) {
      try questions.send(on: connection)
      try answers.send(on: connection)
      try events.send(on: connection)
      try requests.send(on: connection)
    }
  }

  /// Every row is read when it is needed.
  var known: KnownRows? { nil }

  package var search: (any SearchIndex)? { self }
  package var undo: (any UndoMemory)? { self }
  package var transfer: (any LearnerTransfer)? { self }
  package var maintenance: (any RowMaintenance)? { self }
  package var reports: (any Reports)? { self }
  package var isInterruptionWanted: Bool { connection.isInterruptionWanted?() ?? false }

  package func fail(_ error: StoreError) -> StoreError {
    failure = failure ?? error
    return error
  }

  /// Converts an error of the database to the store's, and returns it to be thrown.
  func failed(_ error: PostgresError) -> StoreError {
    cause = cause ?? error
    return fail(StoreError(error))
  }
}

/// Runs statements; only here do their errors become the store's.
extension PostgresTransaction {
  /// - Parameter expected: what other engines want to know of the number of rows.
  func all<Element, each Bound: SQLBindable>(
    _ sql: SQL, _ values: repeat each Bound, expected: Int = 0, make: (Row) throws(PostgresError) -> Element
  ) throws(StoreError) -> [Element] {
    try answer(to: sql, make) { () throws(PostgresError) in try connection.bind(repeat each values) }
  }

  func all<Element>(
    _ sql: SQL, binding values: [any SQLBindable], expected: Int = 0, make: (Row) throws(PostgresError) -> Element
  ) throws(StoreError) -> [Element] {
    try answer(to: sql, make) { () throws(PostgresError) in try connection.bind(all: values) }
  }

  func first<Element, each Bound: SQLBindable>(
    _ sql: SQL, _ values: repeat each Bound, make: (Row) throws(PostgresError) -> Element
  ) throws(StoreError) -> Element? {
    try answer(to: sql, limit: 1, make) { () throws(PostgresError) in try connection.bind(repeat each values) }.first
  }

  /// Returns the rows of a query, of whose values `bind` tells the connection. What has gathered goes before it.
  private func answer<Element>(
    to sql: SQL, limit: Int = .max, _ make: (Row) throws(PostgresError) -> Element,
    bind: () throws(PostgresError) -> Void
  ) throws(StoreError) -> [Element] {
    do throws(PostgresError) {
      try written?.send(on: connection)
      try bind()
      let answer = try connection.answer(to: sql)
      hasReturned = true
      return try answer.rows(limit: limit, make)
    } catch { throw failed(error) }
  }

  /// Returns the first column of the first row; 0 if there is no row.
  func number<each Bound: SQLBindable>(_ sql: SQL, _ values: repeat each Bound) throws(StoreError) -> Int {
    try first(sql, repeat each values) { $0.int(0) } ?? 0
  }

  /// Counts a statement that writes; after a failure there is none.
  private func countWrite() throws(StoreError) {
    if let failure { throw failure }
    written?.count += 1
  }

  func run<each Bound: SQLBindable>(_ sql: SQL, _ values: repeat each Bound) throws(StoreError) {
    try countWrite()
    do throws(PostgresError) {
      try written?.send(on: connection)
      try connection.run(sql, repeat each values)
    } catch { throw failed(error) }
  }

  /// Inserts a row together with others that come later; by itself where errors are to be told apart.
  private func gather<each Bound: SQLBindable>(
    _ rows: ReferenceWritableKeyPath<Written, BulkInsert>, _ values: repeat each Bound
  ) throws(StoreError) {
    guard let written else { throw fail(.inconsistent("a row in a transaction that reads")) }
    try countWrite()
    do throws(PostgresError) {
      try written[keyPath: rows].add(repeat each values)
      if !written.gathers { try written.send(on: connection) }
    } catch { throw failed(error) }
  }

  package func insert(
    _ answer: Answer, _ standing: Standing, question: Int64, attempt: Int64
  ) throws(StoreError) {
    try gather(
      \.answers, attempt, answer.index, question, answer.response, answer.outcome.rawValue, answer.streakPosition,
      answer.elapsedMs, answer.answeredAt.millisecondsSince1970, standing.correct, standing.elapsedMs,
      standing.streak.run, standing.streak.longest, standing.streak.stars)
  }

  /// Inserts a question, given its columns from the quiz on.
  func insert<each Bound: SQLBindable>(question id: Question.ID, _ values: repeat each Bound) throws(StoreError) {
    try gather(\.questions, id.key, repeat each values)
  }

  /// Inserts what is kept of a request, given its columns from the id on, in place of one with this id.
  func insert<each Bound: SQLBindable>(request id: String, _ values: repeat each Bound) throws(StoreError) {
    try gather(\.requests, id, repeat each values)
  }

  /// Inserts a row and returns its key.
  func inserted<each Bound: SQLBindable>(_ sql: SQL, _ values: repeat each Bound) throws(StoreError) -> Int64 {
    try countWrite()
    guard let row = try first(sql.returning, repeat each values, make: { $0.int64(0) }) else {
      throw fail(.inconsistent("a row was not inserted"))
    }
    return row
  }

  /// Inserts an event, given its columns from the kind on, and returns its number.
  func inserted<each Bound: SQLBindable>(event kind: String, _ values: repeat each Bound) throws(StoreError) -> Int64 {
    guard let written else { throw fail(.inconsistent("an event in a transaction that reads")) }
    let number = written.newestEvent + 1
    try gather(\.events, number, kind, repeat each values)
    written.newestEvent = number
    return number
  }

  /// Runs a statement and returns the number of rows that it has changed.
  func changed<each Bound: SQLBindable>(_ sql: SQL, _ values: repeat each Bound) throws(StoreError) -> Int {
    try run(sql, repeat each values)
    do throws(PostgresError) { return try connection.changes } catch { throw failed(error) }
  }
}

extension SQL {
  /// The statement with the key of the row that it inserts.
  fileprivate var returning: SQL { .text("\(text) RETURNING id") }
}

extension Identifier {
  /// The id as a value of a statement.
  var key: String { text }
}

/// What the rows that all engines share are compiled with here.
package typealias RowTransaction = PostgresTransaction
package typealias RowError = PostgresError

/// What the same statement is called here and differently by another engine.
enum Dialect {
  /// The columns that come first in every key.
  static let partition = "library, "
  /// A day six days after the parameter; NULL if that is no day.
  static let sixDaysLater = """
    (SELECT CASE WHEN hwdb.is_date(day) THEN to_char(CAST(day AS date) + 6, 'YYYY-MM-DD') END
      FROM (SELECT CAST(? AS text) AS day) AS given)
    """

  /// The values of a column, as a JSON list.
  static func jsonList(_ column: String) -> String { "coalesce(json_agg(\(column)), '[]')" }
  /// The server has checksums of pages.
  static func isAsWritten(_ table: SignedTable, _ alias: String) -> String { "true" }
  static let rowChecksum = "hwdb.row_checksum"
  static func signed(_ expression: String) -> String { "\(expression)::text" }
  /// The server does, as it writes them.
  static let signsRows = false
  /// How many questions are read at a time for those who settle one after the other: each question takes a way there
  /// and back.
  static let questionsAhead = 32
  /// The answers of an attempt, after its own order.
  static let alsoByPlace = ", r.position"
  /// The keys of questions that have revisions.
  static let revised = """
    id IN (
      SELECT id FROM question WHERE card IS NOT NULL
      UNION ALL SELECT f.id FROM question q JOIN question f ON f.public_id = q.card WHERE q.card IS NOT NULL)
    """
}
