internal import CHomeworkSQLite

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
  func bind<each Bound: SQLBindable>(_ values: repeat each Bound) throws(SQLiteError) {
    var bound: Int32 = 0
    repeat try bind(each values, &bound)
    try checkCount(bound)
  }

  /// As many values as a query put together at run time happens to have.
  @usableFromInline
  func bind(all values: [any SQLBindable]) throws(SQLiteError) {
    var bound: Int32 = 0
    for value in values { try bind(value, &bound) }
    try checkCount(bound)
  }

  @inlinable
  func bind(_ value: some SQLBindable, _ bound: inout Int32) throws(SQLiteError) {
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
