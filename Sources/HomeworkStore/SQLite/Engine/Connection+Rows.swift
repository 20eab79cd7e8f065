package import HomeworkModel
import HomeworkSystem

/// Runs a store's statements in one transaction.
extension Connection: RowEngine {
  package var dialect: Dialect { .sqlite }

  package func all<Element>(
    _ sql: SQL, _ values: [any SQLBindable], limit: Int, _ make: (any SQLRow) throws -> Element
  ) throws -> [Element] {
    var elements: [Element] = []
    try each(sql, values) { row in
      elements.append(try make(row))
      return elements.count < limit
    }
    return elements
  }

  package func run(_ sql: SQL, _ values: [any SQLBindable]) throws {
    try each(sql, values) { _ in true }
  }

  package func changed(_ sql: SQL, _ values: [any SQLBindable]) throws -> Int {
    try run(sql, values)
    return changes
  }

  package func append(event values: [any SQLBindable]) throws -> Int64 {
    try run(SQL(Table.event.insertion), values)
    return lastInsertedRow
  }
}

extension RowTransaction {
  /// The version of the schema; 0 if the file has none.
  package func schemaVersion() throws(StoreError) -> Int { try number("PRAGMA user_version") }
}

extension Row: SQLRow {}

extension StoreError {
  /// Converts an error of SQLite; the store's own stays as it is.
  init(_ error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case let error as SQLiteError: self.init(error)
    default: self = .inconsistent("\(error)")
    }
  }

  package init(_ error: SQLiteError) {
    self =
      switch error.code {
      case SQLiteError.Code.generic where error.missingView != nil:
        .unavailable(
          .unusable(
            database: error.shownPath, "another program removed view \(error.missingView ?? "")",
            advice: "run hwdb database repair"))
      // Statements are fixed, and a test runs every one: such an error comes from the data, for example from a list
      // that is not a list, or an impossible sum.
      case SQLiteError.Code.generic, SQLiteError.Code.mismatch: .unavailable(.corrupt(error.message))
      case SQLiteError.Code.interrupted: .cancelled
      case SQLiteError.Code.busy, SQLiteError.Code.locked, SQLiteError.Code.lockingProtocol: .busy
      case SQLiteError.Code.full: .unavailable(.diskFull)
      case SQLiteError.Code.readOnly: .unavailable(.readOnly)
      case SQLiteError.Code.corrupt: .unavailable(.corrupt(error.message))
      case SQLiteError.Code.notADatabase: .unavailable(.corrupt(error.message))
      case SQLiteError.Code.cannotOpen: .unavailable(.cannotOpen(path: error.shownPath, error.message))
      case _ where error.extendedCode == SQLiteError.Code.ioErrorOfMemory: .unavailable(.outOfMemory)
      case SQLiteError.Code.outOfMemory: .unavailable(.outOfMemory)
      case SQLiteError.Code.ioError where error.systemError == EFBIG: .unavailable(.fileTooLarge)
      case SQLiteError.Code.ioError: .unavailable(.inputOutput(error.message))
      default: .inconsistent(error.description)
      }
  }
}

extension SQLiteError {
  /// The view that a statement or a trigger needs, if it is missing.
  fileprivate var missingView: Substring? {
    let name = message.split(separator: " ").last?.split(separator: ".").last
    return message.hasPrefix("no such table: ") ? name.flatMap { SchemaCheck.views.contains($0) ? $0 : nil } : nil
  }

  /// The path of the database, or words for a database without one.
  fileprivate var shownPath: String {
    guard let path, !path.isEmpty else { return "a temporary file" }
    return path
  }
}
