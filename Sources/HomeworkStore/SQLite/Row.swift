internal import CHomeworkSQLite

/// A statement's current row; valid only inside the closure that receives it. Columns are numbered from 0.
///
/// A value of another type is converted as in SQLite: non-numeric text reads as 0.
package struct Row {
  let handle: OpaquePointer
  let statement: Statement

  /// Returns the index of a column by its name in the statement.
  package func columnIndex(of name: String) -> Int? { statement.columnIndex(of: name) }

  /// Returns whether the column is NULL.
  package func isNull(_ index: Int) -> Bool { sqlite3_column_type(handle, Int32(index)) == SQLITE_NULL }

  /// Returns the column as an integer; 0 for NULL.
  package func int64(_ index: Int) -> Int64 { sqlite3_column_int64(handle, Int32(index)) }

  /// Returns the column as a floating-point number; 0 for NULL.
  package func double(_ index: Int) -> Double { sqlite3_column_double(handle, Int32(index)) }

  /// Returns the UTF-8 bytes of the column, valid until the next column is read; `nil` for NULL.
  package func utf8(_ index: Int) -> UnsafeBufferPointer<UInt8>? {
    guard let bytes = sqlite3_column_text(handle, Int32(index)) else { return nil }
    return UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, Int32(index))))
  }

  /// Returns the column as bytes; empty for NULL.
  package func bytes(_ index: Int) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(handle, Int32(index)) else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, Int32(index)))))
  }
}
