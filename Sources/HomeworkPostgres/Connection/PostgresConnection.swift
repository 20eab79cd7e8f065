internal import CHomeworkPostgres
package import HomeworkMigrations
package import HomeworkStore

/// One connection to a server, used by one caller at a time: it takes no lock of its own.
///
/// What returns nothing is sent and not waited for. Its error is thrown by the next call that waits, which names the
/// statement that caused it. What is sent travels together, so a transaction of many statements takes as many round
/// trips as it has questions, and one to commit.
package final class PostgresConnection {
  /// What it is doing.
  enum State {
    /// Outside of a transaction.
    case idle
    /// In a transaction.
    case inTransaction
    /// In a transaction that can only be rolled back.
    case failed
    /// COMMIT is sent, and the server has not yet said what became of it.
    case committing
    /// Of no more use, for this reason.
    case lost(PostgresError)
  }

  /// What is sent and not answered yet.
  enum Pending {
    case prepare(PreparedStatement)
    /// With its text.
    case query(String)
    case sync
  }

  /// What every connection sets, besides what its caller gives.
  ///
  /// Statements are planned once for many uses, perhaps while a table is still small: so never as a scan of all rows,
  /// which are those of all libraries.
  package static let usualSettings = [
    "search_path": "hwdb_library, hwdb", "timezone": "UTC", "bytea_output": "hex",
    "plan_cache_mode": "force_generic_plan", "jit": "off", "enable_seqscan": "off",
  ]
  /// How long the server and the network may be silent while an answer is awaited.
  package static let usualDeadlineMs = 30_000

  /// That of libpq; `nil` once the connection is lost.
  var handle: OpaquePointer?
  var state = State.idle
  /// The database, without a password.
  package let database: String
  /// How long the server and the network may be silent while an answer is awaited, in milliseconds; then the connection
  /// is lost.
  package var deadlineMs: Int
  /// The round trips so far, each a wait for the server. Those of connecting do not count.
  package internal(set) var roundTrips = 0

  /// In order. A slice, since the first is removed at no cost.
  var pending: ArraySlice<Pending> = []
  /// Whether something that was sent outside of a transaction is not answered yet.
  var isUnansweredOutside = false
  var statements: [SQL.Key: [PreparedStatement]] = [:]
  var statementsNamed = 0
  /// The tables of its database.
  package var tables = Tables.current
  /// The migrations of a copy of a library in a file.
  package var migrationsOfCopies = Migrations.sqlite
  /// The result of the last statement, until the next one is sent.
  var lastResult: OpaquePointer?
  /// The rows that the last statement changed or found.
  var lastChanges = 0
  /// The first error that no caller has received.
  var failure: PostgresError?
  /// The bytes that were handed to libpq since all were sent.
  var bytesQueued = 0
  /// The library that the session is known to have, and the one that it is to have.
  var library: Int64?
  private var wantedLibrary: Int64?

  /// Asked about every 20 ms while an answer is awaited, on the caller's thread. Once it returns true, the server is
  /// asked to stop, and the error is `cancelled`. A commit is not stopped.
  package var isInterruptionWanted: (@Sendable () -> Bool)?
  var cancellation: Cancellation?
  let notices = Notices()

  /// Connects, at most `connect_timeout` seconds for each host, 5 unless the URL says else. It takes only a server that
  /// writes, unless the URL has `target_session_attrs`.
  ///
  /// - Parameter settings: of the session, besides `usualSettings`.
  /// - Throws: `cannotConnect` where somebody must do something about it, and `lost` where it may succeed later.
  package init(
    _ url: PostgresURL, settings: [String: String] = [:], deadlineMs: Int = usualDeadlineMs
  ) throws(PostgresError) {
    (database, self.deadlineMs) = (url.redacted, deadlineMs)
    let handle = try Connecting(url).connect()
    self.handle = handle
    _ = pq.setErrorVerbosity(handle, PQERRORS_DEFAULT)
    notices.listen(to: handle)
    guard pq.setNonblocking(handle, 1) == 0, pq.enterPipeline(handle) == 1 else {
      throw lose(String(cString: pq.errorMessage(handle)))
    }
    for (name, value) in Self.usualSettings.merging(settings, uniquingKeysWith: { $1 }) {
      try run("SELECT set_config(?, ?, false)", name, value)
    }
    try wait()
    roundTrips = 0
  }

  deinit {
    pq.clear(lastResult)
    if let handle { pq.finish(handle) }
  }

  /// Closes it. Every other call fails from then on.
  package func close() {
    guard handle != nil else { return }
    _ = lose("it was closed")
  }

  /// Whether a transaction has begun and not ended.
  package var isInTransaction: Bool {
    switch state {
    case .idle, .lost: false
    case .inTransaction, .failed, .committing: true
    }
  }

  /// Whether the transaction can only be rolled back.
  var hasFailed: Bool { if case .failed = state { true } else { false } }

  /// Whether it is not known to be lost. What has arrived is looked at, and nothing is waited for.
  package var isUsable: Bool {
    guard let handle else { return false }
    // Once for its last words, and once for its end.
    guard pq.consumeInput(handle) == 1, pq.consumeInput(handle) == 1 else {
      _ = lose(lastWords(handle))
      return false
    }
    // What is wrong with the connection is kept, and the errors of statements are thrown later.
    do throws(PostgresError) { try takeAnswers(handle) } catch { return false }
    // Its last words may come before its end.
    if pending.isEmpty, pq.isBusy(handle) == 0, let farewell = notices.farewell {
      _ = lose(farewell.message, sqlState: farewell.sqlState)
      return false
    }
    return true
  }

  /// The version of the server: 150018 for 15.18.
  package var serverVersion: Int { handle.map { Int(pq.serverVersion($0)) } ?? 0 }
  /// The process of the server that works for it.
  package var serverProcess: Int32 { handle.map { pq.backendProcess($0) } ?? 0 }

  /// Has the statements from here on see the rows of one library, in `hwdb.library` of the session. Outside of
  /// transactions; it travels with the next statement, or within the next transaction, and only if it is another than
  /// before.
  package func setLibrary(_ id: Int64) throws(PostgresError) {
    guard handle != nil else { throw lossError(in: nil) }
    precondition(!isInTransaction || id == wantedLibrary, "a transaction is one library's")
    wantedLibrary = id
  }

  /// Tells the server which library is wanted, unless it knows.
  func tellLibrary() throws(PostgresError) {
    guard let wantedLibrary, wantedLibrary != library else { return }
    library = wantedLibrary
    try run("SELECT set_config('hwdb.library', ?, false)", String(wantedLibrary))
  }

  /// Returns what the server has said besides answers since it was last asked, at most the last hundred.
  package func takeNotices() -> [PostgresNotice] { notices.take() }

  // MARK: - Statements

  /// Sends a statement whose rows nobody wants, and does not wait for it.
  package func run(_ sql: SQL, _ values: any SQLBindable...) throws(PostgresError) { try run(sql, binding: values) }

  package func run(_ sql: SQL, binding values: [any SQLBindable]) throws(PostgresError) {
    try send(sql, Parameter.list(values))
  }

  /// Returns every row of a query, each made into a value.
  package func all<Element>(
    _ sql: SQL, _ values: any SQLBindable..., make: (PostgresRow) throws(PostgresError) -> Element
  ) throws(PostgresError) -> [Element] {
    try answer(to: sql, values).rows(make)
  }

  /// Returns the first row of a query, made into a value; `nil` if there is none.
  package func first<Element>(
    _ sql: SQL, _ values: any SQLBindable..., make: (PostgresRow) throws(PostgresError) -> Element
  ) throws(PostgresError) -> Element? {
    try answer(to: sql, values).rows(limit: 1, make).first
  }

  /// Returns the first column of the first row as a number; 0 if there is no row.
  package func number(_ sql: SQL, _ values: any SQLBindable...) throws(PostgresError) -> Int {
    try answer(to: sql, values).rows(limit: 1) { (row) throws(PostgresError) in row.int(0) }.first ?? 0
  }

  /// Sends a query, and waits for its rows.
  func answer(to sql: SQL, _ values: [any SQLBindable]) throws(PostgresError) -> PostgresAnswer {
    try run(sql, binding: values)
    try wait()
    defer { lastResult = nil }
    return PostgresAnswer(lastResult)
  }

  /// The number of rows changed by the last statement, which is waited for.
  package var changes: Int {
    get throws(PostgresError) {
      try wait()
      return lastChanges
    }
  }
}
