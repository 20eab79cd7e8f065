internal import CHomeworkSQLite

/// Runs statements from outside this package.
extension Connection {
  /// Runs an app statement, and passes its rows to `row` in order.
  ///
  /// - Parameter mayWrite: whether the statement may change anything.
  /// - Throws: `SQLiteError`, with `Code.authorization` for a forbidden action; any error of `row`.
  /// - Returns: the number of rows changed.
  package func runAppStatement(
    _ sql: SQL, binding values: [any SQLBindable], mayWrite: Bool, row: (Row) throws -> Void
  ) throws -> Int {
    let statement = try appStatement(sql)
    touch(statement)
    // Not cached while it runs: `row` may run the same statement. Texts built at run time may never recur.
    if appStatements.count >= 100 { appStatements.removeAll() }
    defer { appStatements[sql.key] = statement }
    guard mayWrite || statement.isReadOnly else { throw refusal("what reads changes nothing: write it", sql) }
    guard statement.changesSchema else { return try step(statement, values, row) }
    return try savepoint(mapping: { $0 }) {
      let before = try schemaOfOthers()
      let changed = try step(statement, values, row)
      // A rename does not report the new name, and a reference does not report its target.
      guard try schemaOfOthers() == before else {
        throw refusal("a table of the app's begins with \(Authorizer.appPrefix)", sql)
      }
      guard try number(Self.foreignReferences) == 0 else {
        throw refusal("a table refers to one that is not the app's: keep the id alone, without REFERENCES", sql)
      }
      // A reference to columns that are not unique makes this check fail, and every later one.
      _ = try number(Self.ownReferences)
      return changed
    }
  }

  private func appStatement(_ sql: SQL) throws(SQLiteError) -> Statement {
    // This package may use the same text, prepared without authorization.
    if let statement = appStatements.removeValue(forKey: sql.key) { return statement }
    return try asAppStatement { () throws(SQLiteError) in try Statement(sql, on: self) }
  }

  private func step(_ statement: Statement, _ values: [any SQLBindable], _ row: (Row) throws -> Void) throws -> Int {
    let before = totalChanges
    defer { statement.reset() }
    try statement.bind(all: values)
    while try asAppStatement({ () throws(SQLiteError) in try statement.step() }) { try row(statement.row) }
    return totalChanges - before
  }

  private func asAppStatement<Value>(_ body: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
    authorizer.isAppStatement = true
    defer { authorizer.isAppStatement = false }
    return try body()
  }

  private func refusal(_ message: String, _ sql: SQL) -> SQLiteError {
    SQLiteError(extendedCode: SQLITE_AUTH, message: message, sql: sql.text(for: .sqlite), path: path)
  }

  private func schemaOfOthers() throws(SQLiteError) -> [String] {
    try all(
      """
      SELECT name || ' ' || tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema
      WHERE name NOT LIKE 'app\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
      """
    ) { $0.text(0) }
  }

  private static let ownReferences: SQL = """
    SELECT count(*) FROM sqlite_schema m, pragma_foreign_key_check(m.name) f
    WHERE m.type = 'table' AND m.name LIKE 'app\\_%' ESCAPE '\\'
    """

  private static let foreignReferences: SQL = """
    SELECT count(*) FROM sqlite_schema m, pragma_foreign_key_list(m.name) f
    WHERE m.type = 'table' AND m.name LIKE 'app\\_%' ESCAPE '\\' AND f."table" NOT LIKE 'app\\_%' ESCAPE '\\'
    """
}
