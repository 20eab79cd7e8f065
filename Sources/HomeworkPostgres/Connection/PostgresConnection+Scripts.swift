internal import CHomeworkPostgres

/// What libpq cannot do in a pipeline: for it the pipeline is left, and entered again.
extension PostgresConnection {
  /// Runs a script of several statements that takes no values, and waits for its end. Rows are ignored.
  ///
  /// Outside of a transaction it is one of its own, unless it says else.
  package func execute(_ script: String) throws(PostgresError) {
    try outsidePipeline { handle throws(PostgresError) in
      try check(hwdb_pq_send_query(handle, script), handle, script)
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
      try check(hwdb_pq_send_query(handle, statement), handle, statement)
      try readResults(handle, statement) { result throws(PostgresError) in
        guard hwdb_pq_result_status(result) == PGRES_COPY_IN else {
          tag = String(cString: hwdb_pq_cmd_status(result))
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
    if !pending.isEmpty { try sync(handle) }
    try wait()
    guard !hasFailed else {
      throw PostgresError(
        sqlState: PostgresError.State.failedTransaction, message: "the transaction has failed before")
    }
    try check(hwdb_pq_exit_pipeline_mode(handle), handle, nil)
    roundTrips += 1
    var refusal: PostgresError?
    do throws(PostgresError) { try body(handle) } catch { refusal = error }
    if self.handle != nil {
      try endScript(handle)
      try check(hwdb_pq_enter_pipeline_mode(handle), handle, nil)
    }
    guard let refusal else { return }
    hasFailed = isInTransaction
    throw refusal
  }

  /// Reads every result of a script, and throws the first error.
  private func readResults(
    _ handle: OpaquePointer, _ script: String, _ take: (OpaquePointer) throws(PostgresError) -> Void
  ) throws(PostgresError) {
    var refusal: PostgresError?
    var wait = Wait(deadlineMs: deadlineMs, isInterruptible: true)
    while let result = try nextResult(&wait, handle) {
      defer { hwdb_pq_clear(result) }
      switch hwdb_pq_result_status(result) {
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
    while hwdb_pq_is_busy(handle) != 0, try step(&wait, handle) {}
    return hwdb_pq_get_result(handle)
  }

  /// Reads what is left of a script that was given up.
  private func endScript(_ handle: OpaquePointer) throws(PostgresError) {
    var wait = Wait(deadlineMs: deadlineMs, isInterruptible: false)
    while let result = try nextResult(&wait, handle) { hwdb_pq_clear(result) }
    guard hwdb_pq_status(handle) == CONNECTION_OK else { throw lose(lastWords(handle)) }
    lastChanges = 0
  }

  private func end(_ handle: OpaquePointer, because reason: String?) throws(PostgresError) {
    try send(to: handle) { hwdb_pq_put_copy_end(handle, reason) }
  }

  func put(_ bytes: [UInt8], _ handle: OpaquePointer) throws(PostgresError) {
    try send(to: handle) {
      bytes.withUnsafeBytes {
        hwdb_pq_put_copy_data(handle, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
      }
    }
    var wait = Wait(deadlineMs: deadlineMs, isInterruptible: false)
    while hwdb_pq_flush(handle) == 1, try step(&wait, handle) {}
  }

  /// Sends a piece of a COPY, as soon as there is room for it.
  private func send(to handle: OpaquePointer, _ call: () -> Int32) throws(PostgresError) {
    var wait = Wait(deadlineMs: deadlineMs, isInterruptible: false)
    while true {
      switch call() {
      case 1: return
      case 0: _ = try step(&wait, handle)
      // The results say why: the server has stopped reading.
      default: return
      }
    }
  }
}

/// The rows of a COPY, as its text format has them: a line each, with tabs between its columns.
package final class CopyRows {
  private unowned let connection: PostgresConnection
  private let columns: Int
  private var text: [UInt8] = []
  private let values = BoundValues()
  private static let bytesAtOnce = 1 << 16

  init(to connection: PostgresConnection, columns: Int) {
    (self.connection, self.columns) = (connection, columns)
  }

  /// Adds a row.
  ///
  /// - Throws: `lost`, and an error of a value; that of a row is thrown by `copy`.
  package func add<each Bound: SQLBindable>(_ row: repeat each Bound) throws(PostgresError) {
    values.removeAll()
    repeat try values.add(each row)
    try end()
  }

  func add(all row: [any SQLBindable]) throws(PostgresError) {
    values.removeAll()
    for value in row { try values.add(value) }
    try end()
  }

  private func end() throws(PostgresError) {
    guard values.count == columns else {
      throw PostgresError(
        sqlState: PostgresError.State.tooManyValues, message: "\(columns) columns, \(values.count) values")
    }
    for index in 0..<columns {
      if index > 0 { text.append(UInt8(ascii: "\t")) }
      let start = values.starts[index]
      guard start >= 0 else {
        text += "\\N".utf8
        continue
      }
      let bytes = values.bytes[start..<start + Int(values.lengths[index])]
      if values.kinds[index] == .bytes { addHex(bytes) } else { addText(bytes) }
    }
    text.append(UInt8(ascii: "\n"))
    try flush(atEnd: false)
  }

  private func addText(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\\"): text += "\\\\".utf8
      case UInt8(ascii: "\n"): text += "\\n".utf8
      case UInt8(ascii: "\r"): text += "\\r".utf8
      case UInt8(ascii: "\t"): text += "\\t".utf8
      default: text.append(byte)
      }
    }
  }

  private func addHex(_ bytes: ArraySlice<UInt8>) {
    text += "\\\\x".utf8
    let digits = Array("0123456789abcdef".utf8)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
  }

  func flush(atEnd isAtEnd: Bool) throws(PostgresError) {
    guard let handle = connection.handle, !text.isEmpty, isAtEnd || text.count >= Self.bytesAtOnce else { return }
    try connection.put(text, handle)
    text.removeAll(keepingCapacity: true)
  }
}
