internal import CSQLite
internal import CSQLiteShim

/// A prepared statement: prepared once, bound and stepped as often as wanted.
public final class Statement {
  private let handle: OpaquePointer
  private unowned let connection: Connection
  let sql: String

  init(_ sql: String, on connection: Connection) throws(SQLiteError) {
    var handle: OpaquePointer?
    // Persistent: it is kept for the life of the connection.
    let code = sqlite3_prepare_v3(connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw connection.error(code, sql) }
    self.handle = handle
    self.connection = connection
    self.sql = sql
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Binds, steps through all rows, and leaves the statement ready for its next use, also after an error.
  func run(_ values: [any Bindable], row body: (Row) throws(SQLiteError) -> Void) throws(SQLiteError) {
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    guard values.count == sqlite3_bind_parameter_count(handle) else {
      throw SQLiteError(
        extendedCode: SQLITE_RANGE,
        message: "\(sqlite3_bind_parameter_count(handle)) parameters, \(values.count) values", sql: sql)
    }
    for (offset, value) in values.enumerated() { try bind(value.databaseValue, at: Int32(offset + 1)) }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: try body(Row(handle: handle))
      case SQLITE_DONE: return
      case let code: throw connection.error(code, sql)
      }
    }
  }

  private func bind(_ value: Value, at index: Int32) throws(SQLiteError) {
    let code: Int32
    switch value {
    case .null: code = sqlite3_bind_null(handle, index)
    case .integer(let number): code = sqlite3_bind_int64(handle, index, number)
    case .real(let number): code = sqlite3_bind_double(handle, index, number)
    case .text(var text):
      code = text.withUTF8 { utf8 in
        // An empty string has no base address, and a null pointer would bind NULL.
        guard let base = utf8.baseAddress else { return hwdb_bind_text(handle, index, "", 0) }
        return base.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
          hwdb_bind_text(handle, index, $0, UInt64(utf8.count))
        }
      }
    case .blob(let bytes):
      code = bytes.withUnsafeBytes { buffer in
        guard let base = buffer.baseAddress else { return sqlite3_bind_zeroblob(handle, index, 0) }
        return hwdb_bind_blob(handle, index, base, UInt64(buffer.count))
      }
    }
    guard code == SQLITE_OK else { throw connection.error(code, sql) }
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
