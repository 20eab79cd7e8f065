import CHomeworkSQLite
import CHomeworkSQLiteShim

/// The database in a package of Anki. Nothing in it is trusted, nor is anything written.
final class AnkiDatabase {
  struct Damage: Error {
    let reason: String
  }

  private var handle: OpaquePointer?

  init(image: [UInt8]) throws(Damage) {
    try check(sqlite3_open_v2(":memory:", &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, nil))
    try check(image.withUnsafeBytes { hwdb_open_image(handle, $0.baseAddress, Int64($0.count)) })
  }

  deinit { sqlite3_close_v2(handle) }

  /// Calls `body` with each row of a query.
  func each(_ query: String, _ body: (AnkiRow) -> Void) throws(Damage) {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, query, -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: body(AnkiRow(statement: statement))
      case SQLITE_DONE: return
      case let code: return try check(code)
      }
    }
  }

  private func check(_ code: Int32) throws(Damage) {
    guard code != SQLITE_OK else { return }
    throw Damage(reason: handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code)))
  }
}

/// A row, valid until the next one. NULL is 0 or empty.
struct AnkiRow {
  fileprivate let statement: OpaquePointer?

  func number(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

  func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let bytes = sqlite3_column_blob(statement, column)
    return UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column)))
  }
}
