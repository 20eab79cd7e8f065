internal import CSQLite

/// A prepared statement: prepared once, bound and stepped as often as wanted.
///
/// What is generic over it is inlined where it is called, so that a row becomes a value without a detour.
@usableFromInline
final class Statement {
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

  @inlinable
  func bind<each Bound: Bindable>(_ values: repeat each Bound) throws(SQLiteError) {
    var bound: Int32 = 0
    repeat try bind(each values, &bound)
    try checkCount(bound)
  }

  /// As many values as a query put together at run time happens to have.
  @usableFromInline
  func bind(all values: [any Bindable]) throws(SQLiteError) {
    var bound: Int32 = 0
    for value in values { try bind(value, &bound) }
    try checkCount(bound)
  }

  @inlinable
  func bind(_ value: some Bindable, _ bound: inout Int32) throws(SQLiteError) {
    bound += 1
    try value.bind(to: parameter(bound))
  }

  @usableFromInline
  func parameter(_ index: Int32) -> Parameter { Parameter(statement: handle, index: index) }

  @usableFromInline
  func checkCount(_ bound: Int32) throws(SQLiteError) {
    guard bound == parameterCount else {
      throw SQLiteError(
        extendedCode: SQLITE_RANGE, message: "\(parameterCount) parameters, \(bound) values", sql: sql.text)
    }
  }

  /// Whether there is another row.
  @usableFromInline
  func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw connection.error(code, sql.text)
    }
  }

  @usableFromInline var row: Row { Row(handle: handle) }

  /// Ready for its next use, also after an error.
  @usableFromInline
  func reset() {
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
    optionalText(index) ?? ""
  }

  /// The bytes of the column as text, valid until the next column is read; `nil` for NULL.
  public func utf8(_ index: Int) -> UnsafeBufferPointer<UInt8>? {
    guard let bytes = sqlite3_column_text(handle, Int32(index)) else { return nil }
    return UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, Int32(index))))
  }

  /// The column as bytes; empty for NULL.
  public func bytes(_ index: Int) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(handle, Int32(index)) else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, Int32(index)))))
  }

  public func optionalInt(_ index: Int) -> Int? { isNull(index) ? nil : int(index) }

  public func optionalInt64(_ index: Int) -> Int64? { isNull(index) ? nil : int64(index) }

  public func optionalDouble(_ index: Int) -> Double? { isNull(index) ? nil : double(index) }

  public func optionalText(_ index: Int) -> String? { utf8(index).map { String(decoding: $0, as: UTF8.self) } }
}
