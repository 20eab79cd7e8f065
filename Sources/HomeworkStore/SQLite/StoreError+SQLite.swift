internal import CHomeworkSQLite

/// An error reported by SQLite, with the statement that caused it but never its bound values.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The extended result code, such as 2067 for SQLITE_CONSTRAINT_UNIQUE.
  package let extendedCode: Int32
  package let message: String
  package let sql: String?
  /// The path of the database; `nil` if the error does not concern one.
  package let path: String?
  /// The `errno` of the failed system call; 0 if unknown.
  let systemError: Int32

  package init(
    extendedCode: Int32, message: String, sql: String? = nil, path: String? = nil, systemError: Int32 = 0
  ) {
    (self.extendedCode, self.message, self.sql) = (extendedCode, message, sql)
    (self.path, self.systemError) = (path, systemError)
  }

  /// The primary result code: the low byte.
  package var code: Int32 { extendedCode & 0xFF }

  /// The message and the statement, always on a single line.
  package var description: String {
    let statement = sql.map { " in " + $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    return "SQLite \(extendedCode): \(message)" + (statement ?? "")
  }

  /// The primary codes that callers distinguish.
  package enum Code {
    /// A statement is wrong, or names something that does not exist.
    package static let generic = SQLITE_ERROR
    package static let busy = SQLITE_BUSY
    package static let interrupted = SQLITE_INTERRUPT
    package static let locked = SQLITE_LOCKED
    package static let readOnly = SQLITE_READONLY
    package static let ioError = SQLITE_IOERR
    package static let corrupt = SQLITE_CORRUPT
    package static let full = SQLITE_FULL
    package static let cannotOpen = SQLITE_CANTOPEN
    package static let lockingProtocol = SQLITE_PROTOCOL
    package static let constraint = SQLITE_CONSTRAINT
    package static let notADatabase = SQLITE_NOTADB
    package static let mismatch = SQLITE_MISMATCH
    package static let outOfMemory = SQLITE_NOMEM
    /// Extended code: memory ran out in a system call.
    package static let ioErrorOfMemory: Int32 = SQLITE_IOERR | 12 << 8
  }
}
