import CHomeworkSQLite
import HomeworkSystem

/// The SQLite connections that stores in this process have open, by the file: SQLite announces each as it is opened and
/// closed. So a dump sees what a transaction has written so far.
enum OpenDatabases {
  private static let open = Guarded<[OpaquePointer: String]>([:])

  static let register: Void = {
    typealias Entry =
      @convention(c) (
        OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?
      ) -> CInt
    let entry: Entry = { handle, _, _ in
      guard let handle, let name = sqlite3_db_filename(handle, "main") else { return SQLITE_OK }
      let path = String(cString: name)
      guard !path.isEmpty else { return SQLITE_OK }
      open.withLock { $0[handle] = path }
      return sqlite3_create_function_v2(
        handle, "hwdb_simulated", 0, SQLITE_UTF8, UnsafeMutableRawPointer(handle), { _, _, _ in }, nil, nil,
        { context in OpenDatabases.open.withLock { $0[context.map(OpaquePointer.init)!] = nil } })
    }
    sqlite3_auto_extension(unsafeBitCast(entry, to: (@convention(c) () -> Void).self))
  }()

  /// The connection to a file that is writing.
  static func writing(_ path: String) -> OpaquePointer? {
    open.withLock { $0.filter { $0.value == path }.map(\.key) }.first { sqlite3_get_autocommit($0) == 0 }
  }

  static func all(of path: String) -> [OpaquePointer] { open.withLock { $0.filter { $0.value == path }.map(\.key) } }
}

/// SQL of the simulator's own, on its own connection or on a store's.
struct SQLFailure: Error, CustomStringConvertible {
  let code: CInt, description: String
}

extension OpaquePointer {
  /// Calls `body` with the values of each row of a query.
  func each(_ query: String, _ body: ([String]) -> Void = { _ in }) throws {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(self, query, -1, &statement, nil) == SQLITE_OK else { throw failure }
    defer { sqlite3_finalize(statement) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        body(
          (0..<sqlite3_column_count(statement)).map { column in
            guard let text = sqlite3_column_text(statement, column) else { return "NULL" }
            return String(cString: text)
          })
      case SQLITE_DONE: return
      default: throw failure
      }
    }
  }

  private var failure: SQLFailure {
    SQLFailure(code: sqlite3_errcode(self), description: String(cString: sqlite3_errmsg(self)))
  }

  /// The file as it is read and written here, so far.
  var image: [UInt8]? {
    var size: Int64 = 0
    guard let bytes = sqlite3_serialize(self, "main", &size, 0) else { return nil }
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
  }

  static func image(of path: String) throws -> [UInt8] {
    let file = try opening(path)
    defer { sqlite3_close(file) }
    return file.image ?? []
  }

  /// The rows of every table, by table.
  func dump() throws -> [String: [String]] {
    var tables: [String] = []
    try each("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'") {
      tables.append($0[0])
    }
    var rows: [String: [String]] = [:]
    for table in tables {
      var found: [String] = []
      try each("SELECT * FROM \"\(table)\"") { found.append($0.joined(separator: "|")) }
      rows[table] = found
    }
    return rows
  }

  static func opening(_ path: String) throws -> OpaquePointer {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil)
    guard code == SQLITE_OK, let handle else { throw SQLFailure(code: code, description: "cannot open \(path)") }
    sqlite3_busy_timeout(handle, 1000)
    return handle
  }
}
