package import HomeworkModel
import HomeworkSQLite

/// Calls that read, over one snapshot of the store. Valid only inside the closure that receives it.
public class ReadTransaction {
  let connection: Connection
  /// The first error of the database itself. Nothing is written after it, and nothing of it is committed: an operation
  /// may have been half done.
  private(set) final var failure: StoreError?
  /// The row of the learner whom it is about; `nil` for the default one.
  final var learnerRow: Int64?

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Steps of the database's machine that its connection has taken so far.
  package final var stepsTaken: Int { connection.stepsTaken }

  /// Gives an error of the database its name, which is what is thrown.
  final func failed(_ error: SQLiteError) -> StoreError { failed(as: StoreError(error)) }

  final func failed(as error: StoreError) -> StoreError {
    failure = failure ?? error
    return error
  }
}

/// Calls that read and write, all of them on disk in the end, or none.
///
/// What a call refuses (`notFound`, `attemptOver` …) has changed nothing, and may be caught. After an error of the
/// database itself nothing of the transaction is kept, caught or not.
public final class WriteTransaction: ReadTransaction {
  /// When this transaction happens: the same for all that it writes.
  package let now: Timestamp
  private let context: WriteContext
  /// The number of the last event that it wrote.
  private(set) var newestEvent: Int64?
  /// The row of the learner whom it told of last.
  private(set) var toldLearner: Int64?

  init(_ connection: Connection, _ context: WriteContext) {
    self.context = context
    now = context.options.clock()
    super.init(connection)
  }

  func newId<Entity>() -> Identifier<Entity> {
    Identifier(atMs: now.millisecondsSince1970, random: context.options.identifiers())
  }

  /// A number to shuffle by, short enough to be written down.
  func drawnSeed() -> UInt64 { context.options.identifiers().1 & 0xFFFF_FFFF }

  /// Writes down what happened, with what it tells of, and of whom.
  func record(
    _ kind: Event.Kind, _ homework: Homework.ID? = nil, _ detail: Event.Detail = Event.Detail(),
    of learner: Int64? = nil
  ) throws(StoreError) {
    try run(
      """
      INSERT INTO event (kind, at_ms, homework, attempt, question_index, outcome, streak_position, name, learner)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, kind.rawValue, now.millisecondsSince1970, homework?.key, detail.attemptId?.key, detail.questionIndex,
      detail.outcome?.rawValue, detail.streakPosition, detail.storedName, learner)
    toldLearner = learner ?? toldLearner
    newestEvent = lastInsertedRow
    try trimEvents(context.options, newest: lastInsertedRow)
  }
}

// MARK: Statements

/// Statements, whose errors get the store's names here and nowhere else.
extension ReadTransaction {
  final func all<Element, each Bound: SQLBindable>(
    _ sql: SQL, _ values: repeat each Bound, expected: Int = 0, make: (Row) throws(SQLiteError) -> Element
  ) throws(StoreError) -> [Element] {
    do throws(SQLiteError) {
      return try connection.all(sql, repeat each values, expected: expected, make: make)
    } catch { throw failed(error) }
  }

  final func all<Element>(
    _ sql: SQL, binding values: [any SQLBindable], expected: Int = 0, make: (Row) throws(SQLiteError) -> Element
  ) throws(StoreError) -> [Element] {
    do throws(SQLiteError) {
      return try connection.all(sql, binding: values, expected: expected, make: make)
    } catch { throw failed(error) }
  }

  final func first<Element, each Bound: SQLBindable>(
    _ sql: SQL, _ values: repeat each Bound, make: (Row) throws(SQLiteError) -> Element
  ) throws(StoreError) -> Element? {
    do throws(SQLiteError) { return try connection.first(sql, repeat each values, make: make) } catch {
      throw failed(error)
    }
  }

  /// The first column of the first row; 0 where there is none.
  final func number<each Bound: SQLBindable>(_ sql: SQL, _ values: repeat each Bound) throws(StoreError) -> Int {
    do throws(SQLiteError) { return try connection.number(sql, repeat each values) } catch { throw failed(error) }
  }
}

extension WriteTransaction {
  func run<each Bound: SQLBindable>(_ sql: SQL, _ values: repeat each Bound) throws(StoreError) {
    if let failure { throw failure }
    do throws(SQLiteError) { try connection.run(sql, repeat each values) } catch { throw failed(error) }
  }

  /// Runs a script, in place of several statements.
  package func execute(_ script: String) throws(StoreError) {
    if let failure { throw failure }
    do throws(SQLiteError) { try connection.execute(script) } catch { throw failed(error) }
  }

  var lastInsertedRow: Int64 { connection.lastInsertedRow }
  /// Rows changed by the last statement.
  var changes: Int { connection.changes }
}

/// An id as a statement takes it. Not a conformance of `Identifier`, which would make SQLite part of this module's
/// interface.
struct Key<Entity>: SQLBindable {
  let id: Identifier<Entity>

  func bind(to parameter: Parameter) throws(SQLiteError) {
    try id.withUTF8 { (bytes) throws(SQLiteError) in try parameter.bind(utf8: bytes) }
  }
}

extension Identifier {
  var key: Key<Entity> { Key(id: self) }
}

extension Timestamp {
  init?(_ milliseconds: Int64?) {
    guard let milliseconds else { return nil }
    self.init(millisecondsSince1970: milliseconds)
  }
}
