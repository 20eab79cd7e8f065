internal import CHomeworkPostgres
package import HomeworkStore

/// A connection to a server, used by one caller at a time: it takes no lock of its own.
///
/// Calls that return nothing send without waiting. An error is thrown by the next call that waits, and names the failed
/// statement. Pending statements travel together, so a transaction of many statements costs one round trip per query,
/// and one to commit.
package final class PostgresConnection {
  /// The connection's state.
  enum State {
    /// Outside a transaction.
    case idle
    case inTransaction
    /// In a transaction that can only be rolled back.
    case failed
    /// COMMIT is sent; the server has not confirmed it yet.
    case committing
    /// Unusable, for this reason.
    case lost(PostgresError)
  }

  /// A message sent but not answered yet.
  enum Pending {
    case prepare(PreparedStatement)
    /// A query, with its text.
    case query(String)
    case sync
  }

  /// The settings of every connection, besides its caller's.
  ///
  /// Statements are planned once for many uses, perhaps while a table is still small: so never as a full table scan,
  /// which would read all rows for one.
  package static let usualSettings = [
    "timezone": "UTC", "bytea_output": "hex",
    "plan_cache_mode": "force_generic_plan", "jit": "off", "enable_seqscan": "off",
  ]
  /// The default for `deadlineMs`.
  package static let usualDeadlineMs = 30_000

  /// libpq's connection; `nil` once it is lost.
  var handle: OpaquePointer?
  var state = State.idle
  /// The database's URL, without the password.
  package let database: String
  /// The maximum silence of the server and the network while a result is awaited, in milliseconds; then the connection
  /// counts as lost.
  package var deadlineMs: Int
  /// The round trips so far, each a wait for the server, not counting those to connect.
  package internal(set) var roundTrips = 0

  /// The messages in order. A slice, so that removing the first costs nothing.
  var pending: ArraySlice<Pending> = []
  /// True if a statement sent outside a transaction has not been answered yet.
  var isUnansweredOutside = false
  var statements: [SQL: [PreparedStatement]] = [:]
  var statementsNamed = 0
  /// The result of the last statement, until the next one is sent.
  var lastResult: OpaquePointer?
  /// The number of rows that the last statement changed or found.
  var lastChanges = 0
  /// The first error that has not been thrown yet.
  var failure: PostgresError?
  /// The number of bytes passed to libpq since its queue was last empty.
  var bytesQueued = 0

  /// Polled about every 20 ms while a result is awaited, on the caller's thread. Once it returns true, the server is
  /// asked to stop, and the call throws `cancelled`. A commit is not stopped.
  package var isInterruptionWanted: (@Sendable () -> Bool)?
  var cancellation: Cancellation?
  let notices = Notices()

  /// Connects, within `connect_timeout` seconds per host, 5 by default. Accepts only a writable server, unless the URL
  /// has `target_session_attrs`.
  ///
  /// - Parameter settings: session settings, besides `usualSettings`.
  /// - Throws: `cannotConnect` if the failure needs human action, and `lost` if a later attempt may succeed.
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
    try run("SELECT set_config('search_path', ?, false)", url.quotedSchema)
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

  /// Closes the connection. Every later call fails.
  package func close() {
    guard handle != nil else { return }
    _ = lose("it was closed")
  }

  /// True if a transaction is open.
  package var isInTransaction: Bool {
    switch state {
    case .idle, .lost: false
    case .inTransaction, .failed, .committing: true
    }
  }

  /// True if the transaction can only be rolled back.
  var hasFailed: Bool { if case .failed = state { true } else { false } }

  /// True if the connection is not known to be lost. Examines the data that has arrived, without waiting.
  package var isUsable: Bool {
    guard let handle else { return false }
    // Once for the server's last message, and once for the end.
    guard pq.consumeInput(handle) == 1, pq.consumeInput(handle) == 1 else {
      _ = lose(lastWords(handle))
      return false
    }
    // A connection's error is kept in `state`, and statements' errors are thrown later.
    do throws(PostgresError) { try takeAnswers(handle) } catch { return false }
    // The server's last message may arrive before the end.
    if pending.isEmpty, pq.isBusy(handle) == 0, let farewell = notices.farewell {
      _ = lose(farewell.message, sqlState: farewell.sqlState)
      return false
    }
    return true
  }

  /// The server's version: 150018 for 15.18.
  package var serverVersion: Int { handle.map { Int(pq.serverVersion($0)) } ?? 0 }
  /// The id of the server process for this connection.
  package var serverProcess: Int32 { handle.map { pq.backendProcess($0) } ?? 0 }

  /// Returns the server's notices since the last call, at most the latest hundred.
  package func takeNotices() -> [PostgresNotice] { notices.take() }

  // MARK: - Statements

  /// Sends a statement without waiting; any rows are ignored.
  package func run(_ sql: SQL, _ values: any SQLBindable...) throws(PostgresError) { try run(sql, binding: values) }

  package func run(_ sql: SQL, binding values: [any SQLBindable]) throws(PostgresError) {
    try send(sql, values.map(Parameter.init))
  }

  /// Runs a script of several statements without values, and waits for its end. Rows are ignored. All of it is kept, or
  /// nothing.
  package func execute(_ script: String) throws(PostgresError) {
    try run("DO $script$ BEGIN EXECUTE $statements$\(script)$statements$; END $script$")
    try wait()
  }

  /// Returns every row of a query, each converted by `make`.
  package func all<Element>(
    _ sql: SQL, _ values: any SQLBindable..., make: (PostgresRow) throws(PostgresError) -> Element
  ) throws(PostgresError) -> [Element] {
    try answer(to: sql, values).rows(make)
  }

  /// Returns the first row of a query, converted by `make`; `nil` if there is none.
  package func first<Element>(
    _ sql: SQL, _ values: any SQLBindable..., make: (PostgresRow) throws(PostgresError) -> Element
  ) throws(PostgresError) -> Element? {
    try answer(to: sql, values).rows(limit: 1, make).first
  }

  /// Returns the first column of the first row as a number; 0 if there is no row.
  package func number(_ sql: SQL, _ values: any SQLBindable...) throws(PostgresError) -> Int {
    try answer(to: sql, values).rows(limit: 1) { $0.int(0) }.first ?? 0
  }

  /// Sends a query, and waits for its rows.
  func answer(to sql: SQL, _ values: [any SQLBindable]) throws(PostgresError) -> PostgresAnswer {
    try run(sql, binding: values)
    try wait()
    defer { lastResult = nil }
    return PostgresAnswer(lastResult)
  }

  /// The number of rows changed by the last statement; waits for its result.
  package var changes: Int {
    get throws(PostgresError) {
      try wait()
      return lastChanges
    }
  }
}
