internal import CHomeworkSQLite
internal import CHomeworkSQLiteShim
import HomeworkModel

/// A statement that is prepared once, then bound and stepped as often as needed.
///
/// Its generic methods are inlined at the call, so that a row becomes a value directly.
final class Statement {
  private let handle: OpaquePointer
  private unowned let connection: Connection
  private let sql: SQL
  private let parameterCount: Int32
  /// The tables that the statement reads and writes, including through triggers and foreign keys.
  let reads: TableSet, writes: TableSet

  init(_ sql: SQL, on connection: Connection) throws(StoreError) {
    var (handle, text) = (OpaquePointer?.none, sql.text)
    let tables = connection.statementTables
    tables.begin()
    var isWhole = true
    // Persistent, because the statement is kept for the life of the connection.
    let code = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        var rest: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v3(
          connection.handle, bytes.baseAddress, Int32(bytes.count), UInt32(SQLITE_PREPARE_PERSISTENT), &handle, &rest)
        if let rest, let start = bytes.baseAddress {
          isWhole = bytes[(rest - start)...].allSatisfy { [0x20, 0x0A, 0x09, 0x0D].contains($0) }
        }
        return code
      }
    }
    guard code == SQLITE_OK else { throw connection.error(code, sql.text) }
    guard let handle, isWhole else {
      sqlite3_finalize(handle)
      throw .inconsistent("\(isWhole ? "no statement" : "more than one statement") in \(sql.text)")
    }
    self.handle = handle
    self.connection = connection
    self.sql = sql
    parameterCount = sqlite3_bind_parameter_count(handle)
    (reads, writes) = (tables.reads, tables.writes)
  }

  deinit {
    sqlite3_finalize(handle)
  }

  func bind(_ values: [any SQLBindable]) throws(StoreError) {
    guard values.count == parameterCount else {
      throw .inconsistent("\(parameterCount) parameters, \(values.count) values in \(sql.text)")
    }
    for (index, value) in values.enumerated() { try bind(value, Int32(index + 1)) }
  }

  private func bind(_ value: some SQLBindable, _ bound: Int32) throws(StoreError) {
    let code =
      switch value.sqlValue {
      case .null: sqlite3_bind_null(handle, bound)
      case .integer(let number): sqlite3_bind_int64(handle, bound, number)
      case .flag(let flag): sqlite3_bind_int64(handle, bound, flag ? 1 : 0)
      case .double(let number): sqlite3_bind_double(handle, bound, number)
      case .text(var text):
        text.withUTF8 { bytes in
          // An empty text may have no base address, and a null pointer would bind NULL.
          guard let base = bytes.baseAddress else { return hwdb_bind_text(handle, bound, "", 0) }
          return hwdb_bind_text(handle, bound, base, UInt64(bytes.count))
        }
      case .bytes(let bytes):
        bytes.withUnsafeBytes { buffer in
          guard let base = buffer.baseAddress else { return sqlite3_bind_zeroblob(handle, bound, 0) }
          return hwdb_bind_blob(handle, bound, base, UInt64(buffer.count))
        }
      }
    // Fails only for values too long for SQLite.
    guard code == SQLITE_OK else {
      throw StoreError(sqlite: code, String(cString: sqlite3_errstr(code)))
    }
  }

  /// Steps to the next row and returns whether one exists.
  func step() throws(StoreError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw connection.error(code, sql.text)
    }
  }

  var row: Row {
    columnsRead = 0
    return Row(handle: handle, statement: self)
  }

  /// Returns the index of a column by its name; the first if names repeat.
  ///
  /// Rows are read one like the other: a column is mostly the one that followed last time, and found without a search.
  func columnIndex(of name: String) -> Int? {
    if columnsRead < order.count, order[columnsRead].name == name {
      columnsRead += 1
      return order[columnsRead - 1].index
    }
    guard let index = columnIndexes[name] else { return nil }
    order.removeSubrange(columnsRead...)
    order.append((name, index))
    columnsRead += 1
    return index
  }

  /// The columns in the order in which they were read of the last row, and the number of those read of this one.
  @exclusivity(unchecked) private var order: [(name: String, index: Int)] = []
  @exclusivity(unchecked) private var columnsRead = 0

  private lazy var columnIndexes = Dictionary(
    (0..<sqlite3_column_count(handle)).map { (String(cString: sqlite3_column_name(handle, $0)), Int($0)) },
    uniquingKeysWith: { first, _ in first })

  /// Readies the statement for its next use, even after an error.
  func reset() {
    sqlite3_reset(handle)
    if parameterCount > 0 { sqlite3_clear_bindings(handle) }
  }
}
