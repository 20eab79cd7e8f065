internal import CSQLite

/// A prepared statement: prepared once, bound and stepped as often as wanted.
public final class Statement {
  private let handle: OpaquePointer
  private unowned let connection: Connection
  private let sql: SQL
  private let parameterCount: Int32

  init(_ sql: SQL, on connection: Connection) throws(SQLiteError) {
    var handle: OpaquePointer?
    // Persistent: it is kept for the life of the connection.
    let code = sqlite3_prepare_v3(connection.handle, sql.text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw connection.error(code, sql.text) }
    self.handle = handle
    self.connection = connection
    self.sql = sql
    parameterCount = sqlite3_bind_parameter_count(handle)
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Binds, steps through all rows, and leaves the statement ready for its next use, also after an error.
  func run<each Bound: Bindable>(
    _ values: repeat each Bound, row body: (Row) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    defer { reset() }
    var bound: Int32 = 0
    repeat try bind(each values, &bound)
    try step(bound, body)
  }

  /// The same for as many values as a query put together at run time happens to have.
  func run(all values: [any Bindable], row body: (Row) throws(SQLiteError) -> Void) throws(SQLiteError) {
    defer { reset() }
    var bound: Int32 = 0
    for value in values { try bind(value, &bound) }
    try step(bound, body)
  }

  private func bind(_ value: some Bindable, _ bound: inout Int32) throws(SQLiteError) {
    bound += 1
    try value.bind(to: Parameter(statement: handle, index: bound))
  }

  private func step(_ bound: Int32, _ body: (Row) throws(SQLiteError) -> Void) throws(SQLiteError) {
    guard bound == parameterCount else {
      throw SQLiteError(
        extendedCode: SQLITE_RANGE, message: "\(parameterCount) parameters, \(bound) values", sql: sql.text)
    }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: try body(Row(handle: handle))
      case SQLITE_DONE: return
      case let code: throw connection.error(code, sql.text)
      }
    }
  }

  private func reset() {
    sqlite3_reset(handle)
    if parameterCount > 0 { sqlite3_clear_bindings(handle) }
  }
}

/// The row that a statement stands on; valid only inside the closure that receives it.
public struct Row {
  fileprivate let handle: OpaquePointer

  public func isNull(_ index: Int) -> Bool { sqlite3_column_type(handle, Int32(index)) == SQLITE_NULL }

  public func int64(_ index: Int) -> Int64 { sqlite3_column_int64(handle, Int32(index)) }

  public func int(_ index: Int) -> Int { Int(int64(index)) }

  public func double(_ index: Int) -> Double { sqlite3_column_double(handle, Int32(index)) }

  /// The column as text; empty for NULL.
  public func text(_ index: Int) -> String {
    guard let bytes = sqlite3_column_text(handle, Int32(index)) else { return "" }
    let length = Int(sqlite3_column_bytes(handle, Int32(index)))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
  }

  /// The bytes of the column as text, valid inside `body`; `nil` for NULL, or where `body` says so.
  public func withUTF8<Result>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result?) -> Result? {
    guard let bytes = sqlite3_column_text(handle, Int32(index)) else { return nil }
    return body(UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, Int32(index)))))
  }

  /// The column as bytes; empty for NULL.
  public func bytes(_ index: Int) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(handle, Int32(index)) else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, Int32(index)))))
  }

  public func optionalInt(_ index: Int) -> Int? { isNull(index) ? nil : int(index) }

  public func optionalInt64(_ index: Int) -> Int64? { isNull(index) ? nil : int64(index) }

  public func optionalDouble(_ index: Int) -> Double? { isNull(index) ? nil : double(index) }

  public func optionalText(_ index: Int) -> String? { isNull(index) ? nil : text(index) }
}
