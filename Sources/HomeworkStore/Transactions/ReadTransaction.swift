public import HomeworkModel
import HomeworkSQLite

/// Calls that read, over one snapshot of the store. Valid only inside the closure that receives it.
public class ReadTransaction {
  let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Runs SQL and gives its errors the store's names.
  func sql<Result>(_ body: (Connection) throws(SQLiteError) -> Result) throws(StoreError) -> Result {
    do throws(SQLiteError) { return try body(connection) } catch { throw StoreError(error) }
  }
}

/// Calls that read and write, all of them on disk in the end, or none.
public final class WriteTransaction: ReadTransaction {
  /// When this transaction happens: the same for all that it writes.
  public let now: Timestamp
  private let context: WriteContext
  /// The number of the last event that it wrote.
  private(set) var newestEvent: Int64?

  init(_ connection: Connection, _ context: WriteContext) {
    self.context = context
    now = context.clock()
    super.init(connection)
  }

  /// Runs statements of a test's own.
  package func execute(_ script: String) throws(StoreError) {
    try sql { (connection) throws(SQLiteError) in try connection.execute(script) }
  }

  func newId<Entity>() -> Identifier<Entity> {
    Identifier(atMs: now.millisecondsSince1970, random: context.identifiers())
  }

  /// Writes down what happened, with what it tells of.
  func record(
    _ kind: Event.Kind, _ homework: Homework.ID? = nil, _ detail: Event.Detail = Event.Detail()
  ) throws(StoreError) {
    let sequence = try sql { (connection) throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO event (kind, at_ms, homework, attempt, question_index, outcome, streak_position, name)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """, kind.rawValue, now.millisecondsSince1970, homework?.key, detail.attemptId?.key, detail.questionIndex,
        detail.outcome?.rawValue, detail.streakPosition, detail.name)
      return connection.lastInsertedRow
    }
    newestEvent = sequence
    try trimEvents(context.retention, newest: sequence)
  }
}

/// An id as a statement takes it. Not a conformance of `Identifier`, which would make SQLite part of this module's interface.
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
