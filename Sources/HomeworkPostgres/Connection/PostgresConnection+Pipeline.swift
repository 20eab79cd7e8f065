internal import CHomeworkPostgres
import HomeworkStore
internal import HomeworkSystem

extension PostgresConnection {
  /// The number of bytes that libpq may queue before some must be sent.
  private static let bytesToQueue = 1 << 16
  /// The interval between polls of the interruption, in milliseconds.
  private static let interruptionMs = 20

  /// Sends a statement, and prepares it first if it is new.
  func send(_ sql: SQL, _ values: [Parameter] = [], mayHaveFailed: Bool = false) throws(PostgresError) {
    guard let handle else { throw lossError(in: sql) }
    guard mayHaveFailed || !hasFailed else { throw failedBefore(sql.text) }
    let statement = try prepared(sql, values, on: handle)
    try check(send(values, to: statement, on: handle), handle, statement.text)
    pending.append(.query(statement.text))
    // Outside a transaction, each statement is its own.
    if !isInTransaction {
      isUnansweredOutside = true
      try sync(handle)
    }
    guard bytesQueued > Self.bytesToQueue else { return }
    try pump(handle)
  }

  /// Ends an aborted pipeline, or a single-statement transaction.
  func sync(_ handle: OpaquePointer) throws(PostgresError) {
    try check(pq.pipelineSync(handle), handle, nil)
    pending.append(.sync)
  }

  /// Waits for the results of all that was sent, and throws their first error.
  package func wait(interruptible: Bool = true) throws(PostgresError) {
    guard let handle else { throw lossError(in: nil) }
    if !pending.isEmpty {
      // Without a flush request, the server keeps its results until there are more.
      if isInTransaction { try check(pq.sendFlushRequest(handle), handle, nil) }
      roundTrips += 1
      try drain(handle, interruptible: interruptible)
    }
    isUnansweredOutside = false
    try throwFailure(handle)
  }

  /// Throws the first error, once the connection accepts statements again.
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

  /// Records that an error has ended the transaction, if one is open.
  func markFailed() { if isInTransaction { state = .failed } }

  func failedBefore(_ sql: String? = nil) -> PostgresError {
    PostgresError(
      sqlState: PostgresError.State.failedTransaction, message: "the transaction has failed before", sql: sql)
  }

  /// Reads results until all have arrived.
  func drain(_ handle: OpaquePointer, interruptible: Bool) throws(PostgresError) {
    bytesQueued = 0
    var wait = Wait(deadlineMs: deadlineMs, isInterruptible: interruptible)
    while !pending.isEmpty {
      while pq.isBusy(handle) != 0, try step(&wait, handle) {}
      try takeAnswer(handle)
    }
    try endCancellation()
  }

  /// Sends queued data, and takes the results that have arrived: the server stops reading if its client does.
  func pump(_ handle: OpaquePointer) throws(PostgresError) {
    bytesQueued = 0
    var wait = Wait(deadlineMs: deadlineMs, isInterruptible: false)
    while pq.flush(handle) == 1, try step(&wait, handle, onlySending: true) {}
    try takeAnswers(handle)
  }

  /// Takes the results that have arrived, without waiting.
  func takeAnswers(_ handle: OpaquePointer) throws(PostgresError) {
    while !pending.isEmpty, pq.isBusy(handle) == 0 { try takeAnswer(handle) }
  }

  /// Takes the available part of the oldest pending result.
  private func takeAnswer(_ handle: OpaquePointer) throws(PostgresError) {
    guard let head = pending.first else { return }
    guard let result = pq.getResult(handle) else {
      // Every result except a sync's ends with NULL.
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
    // Releases the storage of the removed entries.
    if pending.isEmpty { pending = [] }
  }

  /// Records a statement's error, to be thrown later; throws a connection's error at once.
  private func fail(
    with result: OpaquePointer, of statement: String?, _ handle: OpaquePointer
  ) throws(PostgresError) {
    // If a statement before COMMIT failed, its error is reported instead: nothing after it was run.
    let error = try error(of: result, handle, statement)
    failure = failure ?? error
  }

  /// Returns a statement's error; throws a connection's error.
  func error(of result: OpaquePointer, _ handle: OpaquePointer, _ sql: String?) throws(PostgresError) -> PostgresError {
    let state = field(result, .sqlState)
    let isFatal = ["FATAL", "PANIC"].contains(field(result, .severity) ?? "")
    guard let state, !isFatal, pq.status(handle) == CONNECTION_OK else {
      let words = field(result, .message) ?? notices.farewell?.message ?? lastWords(handle)
      throw lose(
        words, sqlState: state ?? notices.farewell?.sqlState, wasBeforeCommit: isFatal && sql != Self.commitText)
    }
    if [PostgresError.State.featureNotSupported, PostgresError.State.unknownStatement].contains(state) {
      // A plan no longer matches its tables, or another client deallocated it.
      statements.removeAll()
    }
    let isOurs = state == PostgresError.State.cancelled && cancellation != nil
    return PostgresError(
      isOurs ? .cancelled : .refused, sqlState: state, message: Self.message(of: result, state), sql: sql,
      constraint: field(result, .constraint), database: database)
  }

  /// Returns the message without any value that it quotes.
  static func message(of result: OpaquePointer, _ state: String) -> String {
    let message = field(result, .message) ?? "no message"
    guard state.hasPrefix("22"), let quote = message.firstIndex(of: "\"") else { return message }
    let words = message[..<quote]
    return String(words.hasSuffix(": ") ? words.dropLast(2) : words[...])
  }

  // MARK: - Waiting

  /// The state of one wait: the times when data last arrived and the interruption was last polled.
  struct Wait {
    let deadlineMs: Int
    let isInterruptible: Bool
    var lastSign = now()
    var lastAsked = now()

    static func now() -> UInt64 { coarseNanoseconds() / 1_000_000 }
  }

  /// Sends queued data, waits until data arrives, and takes it. Returns false if the connection has ended: data
  /// received before can still be read.
  ///
  /// - Parameter onlySending: whether to return once all is sent, because no result may be expected.
  /// - Throws: `lost` if the server has been silent for too long.
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
      // EINTR, or a timeout.
      guard now < wait.lastSign + UInt64(wait.deadlineMs) else {
        throw lose("the server has not answered for \(wait.deadlineMs) ms")
      }
      return true
    }
    wait.lastSign = now
    guard pq.consumeInput(handle) == 1 else { return false }
    // libpq may have read part of an encrypted record, and poll(2) does not see the rest.
    return pq.isEncrypted(handle) == 0 || pq.consumeInput(handle) == 1
  }

  /// Waits until the request to stop has arrived: if it arrived later, it would stop something else.
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

  /// Marks the connection as lost, and returns the error to report.
  func lose(_ words: String, sqlState: String? = nil, wasBeforeCommit: Bool = false) -> PostgresError {
    let isUnknown = if case .committing = state { failure == nil && !wasBeforeCommit } else { false }
    let error = PostgresError(
      isUnknown ? .lostInCommit : .lost, sqlState: sqlState ?? PostgresError.State.connectionFailure,
      message: PostgresError.onOneLine(words), database: database)
    if let handle { pq.finish(handle) }
    pq.clear(lastResult)
    (handle, lastResult, failure, cancellation) = (nil, nil, nil, nil)
    state = .lost(error)
    pending = []
    statements.removeAll()
    return error
  }

  func lossError(in sql: SQL?) -> PostgresError {
    let loss: PostgresError? = if case .lost(let error) = state { error } else { nil }
    return PostgresError(
      .lost, sqlState: loss?.sqlState ?? PostgresError.State.connectionFailure,
      message: "the connection is lost: \(loss?.message ?? "it was closed")", sql: sql?.text,
      database: database)
  }

  /// Returns the server's last message before it ended the connection, or libpq's description of the end.
  func lastWords(_ handle: OpaquePointer) -> String {
    // Reads the data that has arrived.
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

  /// Returns the statement, already prepared or about to be by a message sent before it.
  private func prepared(
    _ sql: SQL, _ values: [Parameter], on handle: OpaquePointer
  ) throws(PostgresError) -> PreparedStatement {
    if let known = statements[sql]?.first(where: { Parameter.fit(values, $0.kinds) }) { return known }
    let (text, count) = Self.numbered(sql.text)
    guard count == values.count else {
      throw PostgresError(
        sqlState: PostgresError.State.tooManyValues, message: "\(count) parameters, \(values.count) values",
        sql: sql.text)
    }
    statementsNamed += 1
    let statement = PreparedStatement(sql, name: "s\(statementsNamed)", kinds: values.map(\.kind))
    let types = values.map(\.kind.type)
    try check(pq.sendPrepare(handle, statement.name, text, Int32(count), types), handle, sql.text)
    pending.append(.prepare(statement))
    bytesQueued += text.utf8.count + 64
    statements[sql, default: []].append(statement)
    return statement
  }

  /// Returns the statement with `$1`, `$2` … instead of `?` and `?2`, and its number of parameters.
  ///
  /// A bare `?` is the parameter after the largest one so far, as in SQLite. Quotations stay unchanged.
  private static func numbered(_ text: String) -> (text: String, count: Int) {
    var (result, largest, quote): ([UInt8], Int, UInt8?) = ([], 0, nil)
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == quote { quote = nil } else if quote == nil, byte == 0x22 || byte == 0x27 { quote = byte }  // " or '
      guard byte == UInt8(ascii: "?"), quote == nil else {
        result.append(byte)
        continue
      }
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      rest = rest.dropFirst(digits.count)
      let number = Int(String(Substring(digits))) ?? largest + 1
      largest = max(largest, number)
      result += "$\(number)".utf8
    }
    return (String(decoding: result, as: UTF8.self), largest)
  }

  /// Forgets a statement that was not prepared.
  private func forget(_ statement: PreparedStatement) {
    statements[statement.sql]?.removeAll { $0 === statement }
  }

  /// Passes the values to libpq in one buffer, each terminated like a C string.
  private func send(_ values: [Parameter], to statement: PreparedStatement, on handle: OpaquePointer) -> Int32 {
    var (bytes, starts): ([UInt8], [Int]) = ([], [])
    for value in values {
      starts.append(bytes.count)
      bytes += value.bytes ?? []
      bytes.append(0)
    }
    bytesQueued += bytes.count + 64
    // The connection refuses anything longer.
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
