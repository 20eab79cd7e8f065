package import HomeworkEngine
package import HomeworkModel
import HomeworkSQLite

/// Calls that read, over one snapshot of the store. Valid only inside the closure that receives it.
public class ReadTransaction {
  /// What the engine keeps, by what it means.
  let rows: any EngineTransaction
  /// The row of the learner whom it is about; `nil` for the default one.
  final var learnerRow: Int64?

  /// On an engine of the caller's.
  package init(_ rows: any EngineTransaction) {
    self.rows = rows
  }

  convenience init(_ connection: Connection) { self.init(SQLiteTransaction(connection)) }

  /// What a store in a file has besides; `nil` on another engine.
  final var sqlite: SQLiteTransaction? { rows as? SQLiteTransaction }

  /// Steps of the database's machine that its connection has taken so far.
  package final var stepsTaken: Int { sqlite?.connection.stepsTaken ?? 0 }
}

/// Calls that read and write, all of them on disk in the end, or none.
///
/// What a call refuses (`notFound`, `attemptOver` …) has changed nothing, and may be caught. After an error of the
/// database itself nothing of the transaction is kept, caught or not.
public final class WriteTransaction: ReadTransaction {
  /// When this transaction happens: the same for all that it writes.
  package let now: Timestamp
  private let options: StoreOptions
  /// The number of the last event that it wrote.
  private(set) var newestEvent: Int64?
  /// The row of the learner whom it told of last.
  private(set) var toldLearner: Int64?

  /// On an engine of the caller's, which sees to it that all of it is kept or nothing.
  package init(_ rows: any EngineTransaction, _ options: StoreOptions) {
    self.options = options
    now = options.clock()
    super.init(rows)
  }

  func newId<Entity>() -> Identifier<Entity> {
    Identifier(atMs: now.millisecondsSince1970, random: options.identifiers())
  }

  /// A number to shuffle by, short enough to be written down.
  func drawnSeed() -> UInt64 { options.identifiers().1 & 0xFFFF_FFFF }

  /// Writes down what happened, with what it tells of, and of whom.
  func record(
    _ kind: Event.Kind, _ homework: Homework.ID? = nil, _ detail: Event.Detail = Event.Detail(),
    of learner: Int64? = nil
  ) throws(StoreError) {
    let event = Event(sequence: 0, kind: kind, at: now, homeworkId: homework, detail: detail)
    let number = try rows.append(event, of: learner)
    toldLearner = learner ?? toldLearner
    newestEvent = number
    try forget(options, newest: number)
  }

  /// Runs a script of SQLite's, in place of several statements.
  package func execute(_ script: String) throws(StoreError) { try sqlite?.execute(script) }
}
