internal import CHomeworkPostgres
import HomeworkStore
internal import HomeworkSystem

extension PostgresConnection {
  /// What is handed to libpq before some of it must have left.
  private static let bytesToQueue = 1 << 16
  /// How often the interruption is asked, in milliseconds.
  private static let interruptionMs = 20

  /// Sends a statement, and prepares it before if that is its first time.
  func send(_ sql: SQL, _ values: [Parameter] = [], mayHaveFailed: Bool = false) throws(PostgresError) {
    if !isInTransaction { try tellLibrary() }
    guard let handle else { throw lossError(in: sql) }
    guard mayHaveFailed || !hasFailed else { throw failedBefore(sql.text(for: .postgres)) }
    let statement = try prepared(sql, values, on: handle)
    try check(send(values, to: statement, on: handle), handle, statement.text)
    pending.append(.query(statement.text))
    // Outside of a transaction each is one by itself.
    if !isInTransaction {
      isUnansweredOutside = true
      try sync(handle)
    }
    guard bytesQueued > Self.bytesToQueue else { return }
    try pump(handle)
  }

  /// Ends what an error has aborted, and a transaction of one statement.
  func sync(_ handle: OpaquePointer) throws(PostgresError) {
    try check(pq.pipelineSync(handle), handle, nil)
    pending.append(.sync)
  }

  /// Waits for all that was sent, and throws the first error of it.
  package func wait(interruptible: Bool = true) throws(PostgresError) {
    guard let handle else { throw lossError(in: nil) }
    if !pending.isEmpty {
      // Without it the server keeps its answers until there are more.
      if isInTransaction { try check(pq.sendFlushRequest(handle), handle, nil) }
      roundTrips += 1
      try drain(handle, interruptible: interruptible)
    }
    isUnansweredOutside = false
    try throwFailure(handle)
  }

  /// Throws the first error, once the connection takes statements again.
  private func throwFailure(_ handle: OpaquePointer) throws(PostgresError) {
    guard let failure else { return }
    self.failure = nil
    pq.clear(lastResult)
    lastResult = nil
    if pq.pipelineStatus(handle) == PQ_PIPELINE_ABORTED {
      try sync(handle)
      roundTrips += 1
      try drain(handle, interruptible: false)
      self.failure = nil
    }
    markFailed()
    throw failure
  }

  /// Notes that an error has ended the transaction, if there is one.
  func markFailed() { if isInTransaction { state = .failed } }

  func failedBefore(_ sql: String? = nil) -> PostgresError {
    PostgresError(
      sqlState: PostgresError.State.failedTransaction, message: "the transaction has failed before", sql: sql)
  }

  /// Reads answers until all have come.
  func drain(_ handle: OpaquePointer, interruptible: Bool) throws(PostgresError) {
    bytesQueued = 0
    var wait = Wait(deadlineMs: deadlineMs, isInterruptible: interruptible)
    while !pending.isEmpty {
      while pq.isBusy(handle) != 0, try step(&wait, handle) {}
      try takeAnswer(handle)
    }
    try endCancellation()
  }

  /// Sends what is queued, and takes the answers that have come: the server reads no more while nobody reads from it.
  func pump(_ handle: OpaquePointer) throws(PostgresError) {
    bytesQueued = 0
    var wait = Wait(deadlineMs: deadlineMs, isInterruptible: false)
    while pq.flush(handle) == 1, try step(&wait, handle, onlySending: true) {}
    try takeAnswers(handle)
  }

  /// Takes the answers that have come, and waits for none.
  func takeAnswers(_ handle: OpaquePointer) throws(PostgresError) {
    while !pending.isEmpty, pq.isBusy(handle) == 0 { try takeAnswer(handle) }
  }

  /// Takes what has come of the answer to the first that waits for one.
  private func takeAnswer(_ handle: OpaquePointer) throws(PostgresError) {
    guard let head = pending.first else { return }
    guard let result = pq.getResult(handle) else {
      // Each answer but that to a sync ends with nothing.
      if case .sync = head { throw lose(lastWords(handle)) }
      guard pq.status(handle) == CONNECTION_OK else { throw lose(lastWords(handle)) }
      return endAnswer()
    }
    var isKept = false
    defer { if !isKept { pq.clear(result) } }
    switch (pq.resultStatus(result), head) {
    case (PGRES_PIPELINE_SYNC, .sync): endAnswer()
    case (PGRES_COMMAND_OK, .prepare), (PGRES_EMPTY_QUERY, .query): break
    case (PGRES_COMMAND_OK, .query), (PGRES_TUPLES_OK, .query):
      isKept = true
      lastChanges = Int(String(cString: pq.affectedRows(result))) ?? 0
      pq.clear(lastResult)
      lastResult = result
    case (PGRES_PIPELINE_ABORTED, .prepare(let statement)): forget(statement)
    case (PGRES_PIPELINE_ABORTED, _): break
    case (PGRES_FATAL_ERROR, .prepare(let statement)):
      forget(statement)
      try fail(with: result, of: statement.text, handle)
    case (PGRES_FATAL_ERROR, .query(let text)): try fail(with: result, of: text, handle)
    case (PGRES_FATAL_ERROR, .sync): try fail(with: result, of: nil, handle)
    default: throw lose("the server sent what is no answer to a statement")
    }
  }

  private func endAnswer() {
    pending.removeFirst()
    // Otherwise the answers that were removed would stay in memory.
    if pending.isEmpty { pending = [] }
  }

  /// Takes an error: that of a statement is thrown later, and that of a connection at once.
  private func fail(
    with result: OpaquePointer, of statement: String?, _ handle: OpaquePointer
  ) throws(PostgresError) {
    // What the server says of a statement before COMMIT is said in its place: nothing after it was run.
    let error = try error(of: result, handle, statement)
    // Only the last setting that succeeded is known to hold.
    library = nil
    failure = failure ?? error
  }

  /// Returns the error of a statement; throws that of a connection.
  func error(of result: OpaquePointer, _ handle: OpaquePointer, _ sql: String?) throws(PostgresError) -> PostgresError {
    let state = field(result, .sqlState)
    let isFatal = ["FATAL", "PANIC"].contains(field(result, .severity) ?? "")
    guard let state, !isFatal, pq.status(handle) == CONNECTION_OK else {
      let words = field(result, .message) ?? notices.farewell?.message ?? lastWords(handle)
      throw lose(
        words, sqlState: state ?? notices.farewell?.sqlState, wasBeforeCommit: isFatal && sql != Self.commitText)
    }
    if [PostgresError.State.featureNotSupported, PostgresError.State.unknownStatement].contains(state) {
      // A plan that no longer fits its tables, or one that somebody took away.
      statements.removeAll()
    }
    let isOurs = state == PostgresError.State.cancelled && cancellation != nil
    return PostgresError(
      isOurs ? .cancelled : .refused, sqlState: state, message: Self.message(of: result, state), sql: sql,
      constraint: field(result, .constraint), database: database)
  }

  /// The message without the value that it may quote.
  static func message(of result: OpaquePointer, _ state: String) -> String {
    let message = field(result, .message) ?? "no message"
    guard state.hasPrefix("22"), let quote = message.firstIndex(of: "\"") else { return message }
    let words = message[..<quote]
    return String(words.hasSuffix(": ") ? words.dropLast(2) : words[...])
  }

  // MARK: - Waiting

  /// One wait: when something came last, and when the interruption was asked.
  struct Wait {
    let deadlineMs: Int
    let isInterruptible: Bool
    var lastSign = now()
    var lastAsked = now()

    static func now() -> UInt64 { coarseNanoseconds() / 1_000_000 }
  }

  /// Sends what can be sent, waits until something has come, and takes it. `false` where the connection has ended: what
  /// came before is still to be read.
  ///
  /// - Parameter onlySending: whether nothing is to be waited for once all is sent: nobody may have asked for an
  ///   answer.
  /// - Throws: `lost` where the server has been silent for too long.
  func step(
    _ wait: inout Wait, _ handle: OpaquePointer, onlySending: Bool = false
  ) throws(PostgresError) -> Bool {
    let isWriting = pq.flush(handle) == 1
    guard isWriting || !onlySending else { return true }
    var descriptor = pollfd(
      fd: pq.socket(handle), events: Int16(POLLIN) | (isWriting ? Int16(POLLOUT) : 0), revents: 0)
    guard descriptor.fd >= 0 else { return false }
    let isAsked = wait.isInterruptible && isInterruptionWanted != nil
    let limit = isAsked ? min(deadlineMs, Self.interruptionMs) : deadlineMs
    let ready = poll(&descriptor, 1, Int32(clamping: max(1, limit)))
    let now = Wait.now()
    if isAsked, now >= wait.lastAsked + UInt64(Self.interruptionMs) || ready == 0 {
      wait.lastAsked = now
      if cancellation == nil, isInterruptionWanted?() == true { cancellation = Cancellation(of: handle) }
    }
    guard ready > 0 else {
      // EINTR, or nothing.
      guard now < wait.lastSign + UInt64(wait.deadlineMs) else {
        throw lose("the server has not answered for \(wait.deadlineMs) ms")
      }
      return true
    }
    wait.lastSign = now
    guard pq.consumeInput(handle) == 1 else { return false }
    // Of an encrypted record a part may have been taken, of whose rest poll(2) knows nothing.
    return pq.isEncrypted(handle) == 0 || pq.consumeInput(handle) == 1
  }

  /// Waits until a request to stop has arrived: later it would stop something else.
  func endCancellation() throws(PostgresError) {
    guard let request = cancellation else { return }
    cancellation = nil
    let start = Wait.now()
    while !request.hasEnded {
      guard Wait.now() < start + UInt64(deadlineMs) else { throw lose("a request to stop could not be sent") }
      Threads.sleep(seconds: 0.001)
    }
  }

  // MARK: - Loss

  /// Gives the connection up, and returns the error that says so.
  func lose(_ words: String, sqlState: String? = nil, wasBeforeCommit: Bool = false) -> PostgresError {
    let isUnknown = if case .committing = state { failure == nil && !wasBeforeCommit } else { false }
    let error = PostgresError(
      isUnknown ? .lostInCommit : .lost, sqlState: sqlState ?? PostgresError.State.connectionFailure,
      message: PostgresError.onOneLine(words), database: database)
    if let handle { pq.finish(handle) }
    pq.clear(lastResult)
    (handle, lastResult, failure, cancellation, library) = (nil, nil, nil, nil, nil)
    state = .lost(error)
    pending = []
    statements.removeAll()
    return error
  }

  func lossError(in sql: SQL?) -> PostgresError {
    let loss: PostgresError? = if case .lost(let error) = state { error } else { nil }
    return PostgresError(
      .lost, sqlState: loss?.sqlState ?? PostgresError.State.connectionFailure,
      message: "the connection is lost: \(loss?.message ?? "it was closed")", sql: sql?.text(for: .postgres),
      database: database)
  }

  /// What the server said before it ended the connection, or what libpq says of the end.
  func lastWords(_ handle: OpaquePointer) -> String {
    // Reads what has come.
    _ = pq.isBusy(handle)
    return notices.farewell?.message ?? String(cString: pq.errorMessage(handle))
  }

  /// Throws if libpq refused to send something.
  func check(_ code: Int32, _ handle: OpaquePointer, _ sql: String?) throws(PostgresError) {
    guard code != 1 else { return }
    guard pq.status(handle) == CONNECTION_OK else { throw lose(lastWords(handle)) }
    markFailed()
    throw PostgresError(
      sqlState: PostgresError.State.tooManyValues,
      message: PostgresError.onOneLine(String(cString: pq.errorMessage(handle))), sql: sql, database: database)
  }

  // MARK: - Prepared statements

  /// Returns the statement, prepared by now or by what is sent before it.
  private func prepared(
    _ sql: SQL, _ values: [Parameter], on handle: OpaquePointer
  ) throws(PostgresError) -> PreparedStatement {
    let key = sql.key
    if let known = statements[key]?.first(where: { Parameter.fit(values, $0.kinds) }) { return known }
    let written = sql.text(for: .postgres)
    let (text, count) = SQLText.numbered(written)
    guard count == values.count else {
      throw PostgresError(
        sqlState: PostgresError.State.tooManyValues, message: "\(count) parameters, \(values.count) values",
        sql: written)
    }
    statementsNamed += 1
    let statement = PreparedStatement(sql, name: "s\(statementsNamed)", text: written, kinds: values.map(\.kind))
    let types = values.map(\.kind.type)
    try check(pq.sendPrepare(handle, statement.name, text, Int32(count), types), handle, written)
    pending.append(.prepare(statement))
    bytesQueued += text.utf8.count + 64
    statements[key, default: []].append(statement)
    return statement
  }

  /// Forgets a statement that was not prepared.
  private func forget(_ statement: PreparedStatement) {
    statements[statement.key]?.removeAll { $0 === statement }
  }

  /// Hands the values to libpq, one after the other in one buffer, each ended as C ends a text.
  private func send(_ values: [Parameter], to statement: PreparedStatement, on handle: OpaquePointer) -> Int32 {
    var (bytes, starts): ([UInt8], [Int]) = ([], [])
    for value in values {
      starts.append(bytes.count)
      bytes += value.bytes ?? []
      bytes.append(0)
    }
    bytesQueued += bytes.count + 64
    // What is longer is refused by the connection.
    let lengths = values.map { Int32(clamping: $0.bytes?.count ?? 0) }
    let formats: [Int32] = values.map { $0.kind == .bytes ? 1 : 0 }
    return bytes.withUnsafeBytes { buffer in
      let pointers = zip(values, starts).map { value, start in
        value.bytes == nil ? nil : buffer.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) }
      }
      return pq.sendPrepared(handle, statement.name, Int32(values.count), pointers, lengths, formats, 0)
    }
  }
}
