package import HomeworkModel

/// The reading calls, over one snapshot of the store. Valid only inside the closure that receives it.
public class ReadTransaction {
  /// The engine's rows, by meaning.
  let rows: RowTransaction
  /// The chosen learner; `nil` for the default one.
  final var chosenLearner: Learner.ID?

  /// Creates a transaction on the caller's engine.
  package init(_ rows: RowTransaction) {
    self.rows = rows
  }

  convenience init(_ connection: Connection) { self.init(RowTransaction(connection)) }

  /// The SQLite connection, for operations that only a store in a file offers; `nil` on another engine.
  final var connection: Connection? { rows.engine as? Connection }

  /// Returns a capability of the engine.
  ///
  /// - Throws: `invalid` if the engine lacks it.
  static func require<Capability>(_ capability: Capability?, _ what: String) throws(StoreError) -> Capability {
    guard let capability else {
      throw .invalid([Fault(path: "database", message: "this engine has no \(what): use a store in a file")])
    }
    return capability
  }

  /// The number of virtual machine steps that its connection has taken so far.
  package final var stepsTaken: Int { connection?.stepsTaken ?? 0 }
}

/// The reading and writing calls. In the end, either all writes are on disk or none.
///
/// A call that refuses (`notFound`, `attemptOver` …) has changed nothing, and its error may be caught. After an error
/// of the database itself, nothing of the transaction is kept, even if the error is caught.
public final class WriteTransaction: ReadTransaction {
  /// The time of this transaction, the same for all its writes.
  package let now: Timestamp
  private let options: StoreOptions
  /// The number of the last event written.
  private(set) var newestEvent: Int64?
  /// True once this write has removed what was hidden for too long, and if it does so only at its end.
  var keepsHidden = false
  /// True if it has erased a learner.
  var hasErased = false
  /// The learner in the last event written.
  private(set) var lastLearner: Learner.ID?

  /// Creates a transaction on the caller's engine, which ensures that all of it is kept or none.
  package init(_ rows: RowTransaction, _ options: StoreOptions) {
    self.options = options
    now = options.clock()
    super.init(rows)
  }

  func newId<Entity>() -> Identifier<Entity> {
    Identifier(atMs: now.millisecondsSince1970, random: options.identifiers())
  }

  /// Returns a shuffle seed short enough to write down.
  func drawnSeed() -> UInt64 { options.identifiers().1 & 0xFFFF_FFFF }

  /// The number of events between two trims.
  private static let trimInterval: Int64 = 256

  /// Appends an event, with its details and its learner, and the copy on which it happened if not this one.
  ///
  /// Excess or expired events are removed, oldest first, never from the middle and never the newest; and the replies to
  /// forgotten requests.
  func appendEvent(
    _ kind: Event.Kind, _ homework: Homework.ID? = nil, _ detail: Event.Detail = Event.Detail(),
    of learner: Learner.ID? = nil, from origin: SyncCopy.ID? = nil
  ) throws(StoreError) {
    let event = Event(sequence: 0, kind: kind, at: now, homeworkId: homework, detail: detail, origin: origin)
    let number = try rows.append(event, of: learner)
    lastLearner = learner ?? lastLearner
    newestEvent = number
    guard number % Self.trimInterval == 0 else { return }
    try rows.trimEvents(
      newest: number, keeping: options.keptEvents,
      since: now.adding(milliseconds: -Int64(options.keptEventDays) * 86_400_000))
    try rows.forgetRequests(before: oldestRequest)
  }

  /// Keeps a change for other copies: a part of what has this id. The first one of a write removes what was hidden for
  /// too long.
  func logChange(_ kind: SyncChange.Kind, _ entity: String, _ part: String? = nil) throws(StoreError) {
    try rows.logChange(kind, entity, part, at: now)
    guard !keepsHidden else { return }
    keepsHidden = true
    try rows.removeHidden(before: oldestDeletion)
  }

  /// Runs an SQLite script of several statements.
  package func execute(_ script: String) throws(StoreError) {
    if let failure = rows.failure { throw failure }
    let connection = try Self.require(connection, "SQL")
    do { try connection.execute(script) } catch { throw rows.fail(error) }
  }
}
