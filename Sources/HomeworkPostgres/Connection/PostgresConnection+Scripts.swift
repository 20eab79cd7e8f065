internal import CHomeworkPostgres

/// What libpq cannot do in a pipeline: for it the pipeline is left, and entered again.
extension PostgresConnection {
  /// Runs a script of several statements that takes no values, and waits for its end. Rows are ignored.
  ///
  /// Outside of a transaction it is one of its own, unless it says else.
  package func execute(_ script: String) throws(PostgresError) {
    try outsidePipeline { handle throws(PostgresError) in
      try check(pq.sendQuery(handle, script), handle, script)
      try readResults(handle, script) { _ in }
    }
  }

  /// Writes rows into a table, as COPY does: the fastest way for many.
  ///
  /// - Parameters:
  ///   - table: as it stands in a statement.
  ///   - write: adds the rows.
  /// - Returns: the number of rows.
  @discardableResult
  package func copy(
    into table: String, columns: [String], write: (CopyRows) throws(PostgresError) -> Void
  ) throws(PostgresError) -> Int {
    let statement = "COPY \(table) (\(columns.joined(separator: ", "))) FROM STDIN"
    var tag = ""
    try outsidePipeline { handle throws(PostgresError) in
      try check(pq.sendQuery(handle, statement), handle, statement)
      try readResults(handle, statement) { result throws(PostgresError) in
        guard pq.resultStatus(result) == PGRES_COPY_IN else {
          tag = String(cString: pq.commandTag(result))
          return
        }
        let rows = CopyRows(to: self, columns: columns.count)
        do throws(PostgresError) {
          try write(rows)
          try rows.flush(atEnd: true)
        } catch {
          if self.handle != nil { try end(handle, because: "the rows ended with an error") }
          throw error
        }
        try end(handle, because: nil)
      }
    }
    return tag.split(separator: " ").last.flatMap { Int($0) } ?? 0
  }

  /// Writes rows into a table, each with a value for every column.
  @discardableResult
  package func copy(
    into table: String, columns: [String], rows: some Sequence<[any SQLBindable]>
  ) throws(PostgresError) -> Int {
    try copy(into: table, columns: columns) { copied throws(PostgresError) in
      for row in rows { try copied.add(all: row) }
    }
  }

  /// Waits for what was sent, and does what is possible only outside of the pipeline.
  private func outsidePipeline(
    _ body: (OpaquePointer) throws(PostgresError) -> Void
  ) throws(PostgresError) {
    guard let handle else { throw lossError(in: nil) }
    if !isInTransaction { try tellLibrary() }
    if !pending.isEmpty { try sync(handle) }
    try wait()
    guard !hasFailed else { throw failedBefore() }
    try check(pq.exitPipeline(handle), handle, nil)
    roundTrips += 1
    var refusal: PostgresError?
    do throws(PostgresError) { try body(handle) } catch { refusal = error }
    if self.handle != nil {
      try endScript(handle)
      try check(pq.enterPipeline(handle), handle, nil)
    }
    guard let refusal else { return }
    markFailed()
    throw refusal
  }

  /// Reads every result of a script, and throws the first error.
  private func readResults(
    _ handle: OpaquePointer, _ script: String, _ take: (OpaquePointer) throws(PostgresError) -> Void
  ) throws(PostgresError) {
    var refusal: PostgresError?
    var wait = Wait(deadlineMs: deadlineMs, isInterruptible: true)
    while let result = try nextResult(&wait, handle) {
      defer { pq.clear(result) }
      switch pq.resultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY, PGRES_COPY_IN:
        do throws(PostgresError) { try take(result) } catch {
          guard self.handle != nil else { throw error }
          refusal = refusal ?? error
        }
      case PGRES_FATAL_ERROR:
        let error = try error(of: result, handle, script)
        refusal = refusal ?? error
      default: throw lose("the server sent what is no answer to a script")
      }
    }
    try endCancellation()
    if let refusal { throw refusal }
  }

  private func nextResult(_ wait: inout Wait, _ handle: OpaquePointer) throws(PostgresError) -> OpaquePointer? {
    while pq.isBusy(handle) != 0, try step(&wait, handle) {}
    return pq.getResult(handle)
  }

  /// Reads what is left of a script that was given up.
  private func endScript(_ handle: OpaquePointer) throws(PostgresError) {
    var wait = Wait(deadlineMs: deadlineMs, isInterruptible: false)
    while let result = try nextResult(&wait, handle) { pq.clear(result) }
    guard pq.status(handle) == CONNECTION_OK else { throw lose(lastWords(handle)) }
  }

  private func end(_ handle: OpaquePointer, because reason: String?) throws(PostgresError) {
    try send(to: handle) { pq.putCopyEnd(handle, reason) }
  }

  /// Sends rows, in pieces of a length that libpq can take.
  func put(_ bytes: [UInt8], _ handle: OpaquePointer) throws(PostgresError) {
    for start in stride(from: 0, to: bytes.count, by: 1 << 20) {
      try send(to: handle) {
        bytes[start..<min(start + (1 << 20), bytes.count)].withUnsafeBytes {
          pq.putCopyData(handle, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
        }
      }
    }
    var wait = Wait(deadlineMs: deadlineMs, isInterruptible: false)
    while pq.flush(handle) == 1, try step(&wait, handle, onlySending: true) {}
  }

  /// Sends a piece of a COPY, as soon as there is room for it.
  private func send(to handle: OpaquePointer, _ call: () -> Int32) throws(PostgresError) {
    var wait = Wait(deadlineMs: deadlineMs, isInterruptible: false)
    while true {
      switch call() {
      case 1: return
      case 0: _ = try step(&wait, handle, onlySending: true)
      // The results say why: the server has stopped reading.
      default: return
      }
    }
  }
}
