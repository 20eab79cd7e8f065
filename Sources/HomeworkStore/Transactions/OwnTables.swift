import HomeworkModel

/// An app's own tables, in the store's file and in its transactions.
///
/// Their names begin with `app_`, a prefix that no migration of the store ever uses. The app creates them itself, with
/// `CREATE TABLE`, in a write; indexes and FTS5 tables are supported, views and triggers are not.
///
/// - A backup includes them. A restore replaces them with the backup's, or removes them if it has none.
/// - A migration of the store leaves them unchanged. The app tracks its own migrations, in a table of its own.
/// - A check examines their structure and their references to each other, a repair rebuilds their indexes, and a vacuum
///   closes their gaps. None of these judges their content.
/// - The app can read rows of the store's tables, though a later version may rename them; it cannot change the rows or
///   their schema. An app's table keeps the public id of an assignment without `REFERENCES`: deleting the homework
///   leaves the row to the app.
extension ReadTransaction {
  /// Reads rows of an app's own tables.
  ///
  ///     let notes = try tx.sql("SELECT text FROM app_note WHERE homework = ?", homework.id.text) { $0.text(0) }
  ///
  /// - Parameters:
  ///   - query: one statement that changes nothing, with a `?` for each value.
  ///   - values: the values for each `?`, in order.
  ///   - make: converts a row, which is valid only during the call.
  /// - Throws: `StoreError.invalid` if the query is not SQL, breaks a rule of the app's tables, or changes anything but
  ///   the app's tables; any error of `make`.
  public final func sql<Value>(
    _ query: SQL, _ values: any SQLBindable..., make: (Row) throws -> Value
  ) throws -> [Value] {
    var made: [Value] = []
    _ = try runAppStatement(query, values) { made.append(try make($0)) }
    return made
  }

  fileprivate final func runAppStatement(
    _ sql: SQL, _ values: [any SQLBindable], row: (Row) throws -> Void = { _ in }
  ) throws -> Int {
    let connection = try Self.need(connection, "tables of an app's own")
    if let failure = rows.failure, self is WriteTransaction { throw failure }
    do {
      return try connection.runAppStatement(sql, binding: values, mayWrite: self is WriteTransaction, row: row)
    } catch let error as SQLiteError {
      guard Self.appStatementMistakes.contains(error.code) else { throw rows.fail(StoreError(error)) }
      let mistake = StoreError.invalid([Fault(path: "sql", message: error.message)])
      // `OR ROLLBACK` ends the transaction together with the statement.
      throw connection.isInTransaction ? mistake : rows.fail(mistake)
    }
  }

  private static let appStatementMistakes = [
    SQLiteError.Code.generic, SQLiteError.Code.authorization, SQLiteError.Code.constraint, SQLiteError.Code.mismatch,
    SQLiteError.Code.range, SQLiteError.Code.tooBig,
  ]
}

extension WriteTransaction {
  /// Runs a statement on an app's own tables; see `ReadTransaction`.
  ///
  ///     try tx.sql("CREATE TABLE IF NOT EXISTS app_note (homework TEXT NOT NULL, text TEXT NOT NULL) STRICT")
  ///     try tx.sql("INSERT INTO app_note VALUES (?, ?)", homework.id.text, "bring a ruler")
  ///
  /// A failing statement changes nothing; the caller may catch its error and continue.
  ///
  /// - Returns: the number of rows changed.
  @discardableResult
  public func sql(_ statement: SQL, _ values: any SQLBindable...) throws -> Int {
    try runAppStatement(statement, values)
  }
}
