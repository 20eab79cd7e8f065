internal import CHomeworkSQLite

/// An error that SQLite reported, with the statement that caused it; never the values that were bound to it.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The extended result code, such as 2067 for SQLITE_CONSTRAINT_UNIQUE.
  public let extendedCode: Int32
  public let message: String
  public let sql: String?
  /// The path of the database; `nil` if the error is about none.
  public let path: String?
  /// The `errno` of the system call that failed; 0 if none is known.
  let systemError: Int32

  public init(extendedCode: Int32, message: String, sql: String? = nil, path: String? = nil) {
    self.init(extendedCode: extendedCode, message: message, sql: sql, path: path, systemError: 0)
  }

  init(extendedCode: Int32, message: String, sql: String?, path: String?, systemError: Int32) {
    self.systemError = systemError
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
    self.path = path
  }

  /// The primary result code: the low byte.
  public var code: Int32 { extendedCode & 0xFF }

  /// Always on one line, however the statement is laid out.
  public var description: String {
    let statement = sql.map { " in " + $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    return "SQLite \(extendedCode): \(message)" + (statement ?? "")
  }

  /// The primary codes that callers distinguish.
  public enum Code {
    /// A statement is wrong, or names something that does not exist.
    public static let generic = SQLITE_ERROR
    public static let busy = SQLITE_BUSY
    public static let interrupted = SQLITE_INTERRUPT
    public static let locked = SQLITE_LOCKED
    public static let readOnly = SQLITE_READONLY
    public static let ioError = SQLITE_IOERR
    public static let corrupt = SQLITE_CORRUPT
    public static let full = SQLITE_FULL
    public static let cannotOpen = SQLITE_CANTOPEN
    public static let lockingProtocol = SQLITE_PROTOCOL
    public static let constraint = SQLITE_CONSTRAINT
    public static let notADatabase = SQLITE_NOTADB
    public static let mismatch = SQLITE_MISMATCH
    package static let authorization = SQLITE_AUTH
    package static let range = SQLITE_RANGE
    package static let tooBig = SQLITE_TOOBIG
    package static let outOfMemory = SQLITE_NOMEM
    /// Extended code: memory ran out in a system call.
    package static let ioErrorOfMemory: Int32 = SQLITE_IOERR | 12 << 8
  }
}
