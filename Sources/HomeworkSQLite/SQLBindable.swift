internal import CHomeworkSQLite
internal import CHomeworkSQLiteShim

/// A type whose values can stand for a parameter of a statement.
public protocol SQLBindable {
  func bind(to parameter: Parameter) throws(SQLiteError)
}

/// A place for a value in a statement.
public struct Parameter {
  let statement: OpaquePointer
  let index: Int32

  public func bindNull() throws(SQLiteError) {
    try check(sqlite3_bind_null(statement, index))
  }

  public func bind(_ number: Int64) throws(SQLiteError) {
    try check(sqlite3_bind_int64(statement, index, number))
  }

  public func bind(_ number: Double) throws(SQLiteError) {
    try check(sqlite3_bind_double(statement, index, number))
  }

  /// Binds text, given as its UTF-8 bytes, which are copied.
  public func bind(utf8 bytes: UnsafeBufferPointer<UInt8>) throws(SQLiteError) {
    try check(code(utf8: bytes))
  }

  public func bind(_ text: String) throws(SQLiteError) {
    var text = text
    try check(text.withUTF8 { code(utf8: $0) })
  }

  public func bind(_ bytes: [UInt8]) throws(SQLiteError) {
    let code = bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return sqlite3_bind_zeroblob(statement, index, 0) }
      return hwdb_bind_blob(statement, index, base, UInt64(buffer.count))
    }
    try check(code)
  }

  private func code(utf8 bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    // An empty text may have no base address, and a null pointer would bind NULL.
    guard let base = bytes.baseAddress else { return hwdb_bind_text(statement, index, "", 0) }
    return hwdb_bind_text(statement, index, base, UInt64(bytes.count))
  }

  /// Only a value too long for SQLite fails, besides a missing parameter, which the statement counts.
  private func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK || code == SQLITE_RANGE else {
      throw SQLiteError(extendedCode: code, message: String(cString: sqlite3_errstr(code)))
    }
  }
}

extension Int: SQLBindable {
  @inlinable
  public func bind(to parameter: Parameter) throws(SQLiteError) { try parameter.bind(Int64(self)) }
}

extension Int64: SQLBindable {
  @inlinable
  public func bind(to parameter: Parameter) throws(SQLiteError) { try parameter.bind(self) }
}

extension Bool: SQLBindable {
  @inlinable
  public func bind(to parameter: Parameter) throws(SQLiteError) { try parameter.bind(self ? Int64(1) : 0) }
}

extension Double: SQLBindable {
  @inlinable
  public func bind(to parameter: Parameter) throws(SQLiteError) { try parameter.bind(self) }
}

extension String: SQLBindable {
  @inlinable
  public func bind(to parameter: Parameter) throws(SQLiteError) { try parameter.bind(self) }
}

extension [UInt8]: SQLBindable {
  @inlinable
  public func bind(to parameter: Parameter) throws(SQLiteError) { try parameter.bind(self) }
}

extension Optional: SQLBindable where Wrapped: SQLBindable {
  @inlinable
  public func bind(to parameter: Parameter) throws(SQLiteError) {
    if let value = self { try value.bind(to: parameter) } else { try parameter.bindNull() }
  }
}
