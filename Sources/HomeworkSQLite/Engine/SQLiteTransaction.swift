package import HomeworkEngine
package import HomeworkModel
import HomeworkSystem

/// The engine of a store on SQLite: turns the store's requests into statements, in one transaction of a connection.
package final class SQLiteTransaction: EngineTransaction, SearchIndex, UndoMemory, LearnerTransfer,
  RowMaintenance, Reports
{
  package let connection: Connection
  /// The first error of the database itself. Nothing is written or committed after it: an operation may have been half
  /// done.
  package private(set) var failure: StoreError?

  /// What the writer knows of the rows; `nil` for those who only read.
  let known: KnownRows?

  package init(_ connection: Connection, knowing known: KnownRows? = nil) {
    (self.connection, self.known) = (connection, known)
  }

  package var search: (any SearchIndex)? { self }
  package var undo: (any UndoMemory)? { self }
  package var transfer: (any LearnerTransfer)? { self }
  package var maintenance: (any RowMaintenance)? { self }
  package var reports: (any Reports)? { self }

  package var tablesRead: TableSet { connection.tablesRead }
  package var isInterruptionWanted: Bool { connection.isInterruptionWanted }

  package func fail(_ error: StoreError) -> StoreError {
    failure = failure ?? error
    return error
  }

  /// Converts an error of the database to the store's, and returns it to be thrown.
  package func failed(_ error: SQLiteError) -> StoreError { fail(StoreError(error)) }
}

/// Runs statements; only here do their errors become the store's.
extension SQLiteTransaction {
  package func all<Element, each Bound: SQLBindable>(
    _ sql: SQL, _ values: repeat each Bound, expected: Int = 0, make: (Row) throws(SQLiteError) -> Element
  ) throws(StoreError) -> [Element] {
    do throws(SQLiteError) {
      return try connection.all(sql, repeat each values, expected: expected, make: make)
    } catch { throw failed(error) }
  }

  package func all<Element>(
    _ sql: SQL, binding values: [any SQLBindable], expected: Int = 0, make: (Row) throws(SQLiteError) -> Element
  ) throws(StoreError) -> [Element] {
    do throws(SQLiteError) {
      return try connection.all(sql, binding: values, expected: expected, make: make)
    } catch { throw failed(error) }
  }

  package func first<Element, each Bound: SQLBindable>(
    _ sql: SQL, _ values: repeat each Bound, make: (Row) throws(SQLiteError) -> Element
  ) throws(StoreError) -> Element? {
    do throws(SQLiteError) { return try connection.first(sql, repeat each values, make: make) } catch {
      throw failed(error)
    }
  }

  /// Returns the first column of the first row; 0 if there is no row.
  package func number<each Bound: SQLBindable>(_ sql: SQL, _ values: repeat each Bound) throws(StoreError) -> Int {
    do throws(SQLiteError) { return try connection.number(sql, repeat each values) } catch { throw failed(error) }
  }

  package func run<each Bound: SQLBindable>(_ sql: SQL, _ values: repeat each Bound) throws(StoreError) {
    known?.prepare(for: sql)
    try insert(sql, repeat each values)
  }

  /// Runs a statement that inserts a row, which changes none that is known.
  func insert<each Bound: SQLBindable>(_ sql: SQL, _ values: repeat each Bound) throws(StoreError) {
    if let failure { throw failure }
    do throws(SQLiteError) { try connection.run(sql, repeat each values) } catch { throw failed(error) }
  }

  /// Inserts a row and returns its key.
  package func inserted<each Bound: SQLBindable>(
    _ sql: SQL, _ values: repeat each Bound
  ) throws(StoreError) -> Int64 {
    try insert(sql, repeat each values)
    return connection.lastInsertedRow
  }

  /// Inserts an event, given its columns from the kind on, and returns its number.
  func inserted<each Bound: SQLBindable>(
    event kind: String, _ values: repeat each Bound
  ) throws(StoreError) -> Int64 {
    try inserted(
      """
      INSERT INTO event (kind, at_ms, homework, attempt, question_index, outcome, streak_position, name, learner)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, kind, repeat each values)
  }

  /// Inserts a question, given its columns from the quiz on.
  func insert<each Bound: SQLBindable>(question id: Question.ID, _ values: repeat each Bound) throws(StoreError) {
    try insert(
      """
      INSERT INTO question (public_id, quiz, position, type, prompt, explanation, options, correct_index,
        correct_answer, accepted_answers, key_concepts, card)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, id.key, repeat each values)
  }

  package func insert(
    _ answer: Answer, _ standing: Standing, question: Int64, attempt: Int64
  ) throws(StoreError) {
    try insert(
      Self.insertAnswer, attempt, answer.index, question, answer.response, answer.outcome.rawValue,
      answer.streakPosition, answer.elapsedMs, answer.answeredAt.millisecondsSince1970, standing.correct,
      standing.elapsedMs, standing.streak.run, standing.streak.longest, standing.streak.stars)
    known?.settled(attempt: attempt, standing)
  }

  /// Signed at once: an answer costs one statement.
  private static let insertAnswer: SQL = """
    INSERT INTO answer (attempt, position, question, response, outcome, streak_position, elapsed_ms, answered_at_ms,
      correct_count, total_elapsed_ms, run, longest_run, stars, checksum)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,
      row_checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13))
    """

  package func asStored<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    connection.verifiesRows = false
    defer { connection.verifiesRows = true }
    return try body()
  }

  /// Inserts what is kept of a request, given its columns from the id on, in place of one with this id.
  func insert<each Bound: SQLBindable>(request id: String, _ values: repeat each Bound) throws(StoreError) {
    try insert(
      """
      INSERT OR REPLACE INTO request (id, parameters, reply, attempt, position, at_ms, learner)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, id, repeat each values)
  }

  /// Runs a statement and returns the number of rows that it has changed.
  func changed<each Bound: SQLBindable>(_ sql: SQL, _ values: repeat each Bound) throws(StoreError) -> Int {
    try run(sql, repeat each values)
    return connection.changes
  }

  /// Runs a script, in place of several statements.
  package func execute(_ script: String) throws(StoreError) {
    if let failure { throw failure }
    known?.removeAll()
    do throws(SQLiteError) { try connection.execute(script) } catch { throw failed(error) }
  }

}

/// Binds an id to a statement. Not a conformance of `Identifier`, which would make SQLite part of the model's
/// interface.
package struct Key<Entity>: SQLBindable {
  fileprivate let id: Identifier<Entity>

  package func bind(to parameter: Parameter) throws(SQLiteError) {
    var outcome: Result<Void, SQLiteError> = .success(())
    id.withUTF8 { bytes in
      outcome = Result { () throws(SQLiteError) in try parameter.bind(utf8: bytes) }
    }
    try outcome.get()
  }
}

extension Identifier {
  package var key: Key<Entity> { Key(id: self) }
}

extension StoreError {
  package init(_ error: SQLiteError) {
    self =
      switch error.code {
      // Statements are fixed, and a test runs every one: such an error comes from the data, such as a list that is not
      // a list, or an impossible sum.
      case SQLiteError.Code.generic, SQLiteError.Code.mismatch: .unavailable(.corrupt(error.message))
      case SQLiteError.Code.interrupted: .cancelled
      case SQLiteError.Code.busy, SQLiteError.Code.locked, SQLiteError.Code.lockingProtocol: .busy
      case SQLiteError.Code.full: .unavailable(.diskFull)
      case SQLiteError.Code.readOnly: .unavailable(.readOnly)
      case SQLiteError.Code.corrupt: .unavailable(.corrupt(error.message))
      case SQLiteError.Code.notADatabase: .unavailable(.corrupt(error.message))
      case SQLiteError.Code.cannotOpen: .unavailable(.cannotOpen(path: error.place, error.message))
      case _ where error.extendedCode == SQLiteError.Code.ioErrorOfMemory: .unavailable(.outOfMemory)
      case SQLiteError.Code.outOfMemory: .unavailable(.outOfMemory)
      case SQLiteError.Code.ioError where error.systemError == EFBIG: .unavailable(.fileTooLarge)
      case SQLiteError.Code.ioError: .unavailable(.inputOutput(error.message))
      default: .inconsistent(error.description)
      }
  }
}

extension SQLiteError {
  /// The path of the database, or words for a database without one.
  fileprivate var place: String {
    guard let path, !path.isEmpty else { return "a temporary file" }
    return path
  }

  /// Returns the error for an impossible value in a row: something else changed the file, or it decays.
  package static func damaged(_ what: String, _ found: String) -> SQLiteError {
    SQLiteError(extendedCode: Code.corrupt, message: "\"\(found.prefix(80))\" is no \(what)")
  }
}

/// What the rows that all engines share are compiled with here.
package typealias RowTransaction = SQLiteTransaction
package typealias RowError = SQLiteError

/// What the same statement is called here and differently by another engine.
enum Dialect {
  /// The columns that come first in every key.
  static let partition = ""
  /// A day six days after the parameter.
  static let sixDaysLater = "date(?, '+6 days')"

  /// The values of a column, as a JSON list.
  static func jsonList(_ column: String) -> String { "json_group_array(\(column))" }
  /// A condition that is true of each row, or an error: of those that are not as this program wrote them.
  static func isAsWritten(_ table: SignedTable, _ alias: String) -> String {
    "is_as_written(\(alias).checksum, \(table.values(of: alias)))"
  }
  static let rowChecksum = "row_checksum"
  /// An expression as an argument of `rowChecksum`.
  static func signed(_ expression: String) -> String { expression }
  static let signsRows = true
  /// How many questions are read at a time for those who settle one after the other.
  static let questionsAhead = 8
  /// The answers of an attempt come by place: its rows are in that order.
  static let alsoByPlace = ""
  /// The keys of questions that have revisions.
  static let revised = """
    card IS NOT NULL OR public_id IN (SELECT card FROM question WHERE card IS NOT NULL)
    """
}
