internal import CHomeworkSQLite
package import HomeworkModel
import HomeworkSystem

extension StoreError {
  /// Returns the store's own error as it is.
  package init(_ error: any Error) { self = error as? StoreError ?? .inconsistent("\(error)") }

  /// Creates the error of an SQLite result.
  ///
  /// - Parameters:
  ///   - code: the extended result code, such as 2067 for SQLITE_CONSTRAINT_UNIQUE.
  ///   - sql: the statement, never its bound values.
  ///   - path: the path of the database; `nil` if the error does not concern one.
  ///   - systemError: the `errno` of the failed system call; 0 if unknown.
  init(sqlite code: Int32, _ message: String, in sql: String? = nil, path: String? = nil, systemError: Int32 = 0) {
    let database = path.flatMap { $0.isEmpty ? nil : $0 } ?? "a temporary file"
    self =
      switch code & 0xFF {
      case SQLITE_ERROR where Self.missingView(message) != nil:
        .unavailable(
          .unusable(
            database: database, "another program removed view \(Self.missingView(message) ?? "")",
            advice: "run hwdb database repair"))
      // Statements are fixed, and a test runs every one: such an error comes from the data, for example from a list
      // that is not a list, or an impossible sum.
      case SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_CORRUPT, SQLITE_NOTADB: .unavailable(.corrupt(message))
      case SQLITE_INTERRUPT: .cancelled
      case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
      case SQLITE_FULL: .unavailable(.diskFull)
      case SQLITE_READONLY: .unavailable(.readOnly)
      case SQLITE_CANTOPEN: .unavailable(.cannotOpen(path: database, message))
      case _ where code == SQLITE_IOERR | 12 << 8: .unavailable(.outOfMemory)  // SQLITE_IOERR_NOMEM
      case SQLITE_NOMEM: .unavailable(.outOfMemory)
      case SQLITE_IOERR where systemError == EFBIG: .unavailable(.fileTooLarge)
      case SQLITE_IOERR: .unavailable(.inputOutput(message))
      default:
        .inconsistent(
          "SQLite \(code): \(message)"
            + (sql.map { " in " + $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") } ?? ""))
      }
  }

  /// Returns the error that a file cannot be opened with the path that the caller knows; any other error as it is.
  func naming(_ path: String) -> StoreError {
    guard case .unavailable(.cannotOpen(_, let reason)) = self else { return self }
    return .unavailable(.cannotOpen(path: path, reason))
  }

  /// Returns the error that a file cannot be opened, also if it was opened and its first bytes cannot be read.
  func opening(_ path: String) -> StoreError {
    guard case .unavailable(.inputOutput(let reason)) = self else { return naming(path) }
    return .unavailable(.cannotOpen(path: path, reason))
  }

  /// Returns the view that a statement or a trigger needs, if it is missing.
  private static func missingView(_ message: String) -> Substring? {
    guard message.hasPrefix("no such table: ") else { return nil }
    let name = message.split(separator: " ").last?.split(separator: ".").last
    return name.flatMap { SchemaCheck.views.contains($0) ? $0 : nil }
  }
}
