import HomeworkModel
public import HomeworkSQLite

/// Tables of an app's own, in the store's file and in its transactions.
///
/// Their names begin with `app_`, and no migration of the store's ever makes such a name. They are made by the app
/// itself, with `CREATE TABLE`, in a write; indexes and FTS5 tables are possible too, views and triggers are not.
///
/// - A backup holds them. A restore replaces them by those of the backup, or takes them away where it has none.
/// - A migration of the store leaves them as they are. Of their own migrations the app keeps count, in a table of its
///   own.
/// - A check looks at their structure and at their references to each other, a repair makes their indexes anew, and a
///   vacuum closes their gaps. What is in them neither judges.
/// - Rows of the store's tables can be read, though a later version may call them otherwise; changing them, or their
///   schema, is refused. A table of an app's keeps the public id of a homework without `REFERENCES`: deleting the
///   homework leaves the row to the app.
extension ReadTransaction {
  /// Reads rows of an app's own tables.
  ///
  ///     let notes = try tx.sql("SELECT text FROM app_note WHERE homework = ?", homework.id.text) { $0.text(0) }
  ///
  /// - Parameters:
  ///   - query: one statement that changes nothing, with a `?` for each value.
  ///   - values: what takes the place of each `?`, in their order.
  ///   - make: makes a value of a row, which is valid only meanwhile.
  /// - Throws: `StoreError.invalid` for what is no SQL, breaks a rule of the app's tables, or changes what is not the
  ///   app's; what `make` throws.
  public final func sql<Value>(
    _ query: SQL, _ values: any SQLBindable..., make: (Row) throws -> Value
  ) throws -> [Value] {
    var made: [Value] = []
    _ = try runGuest(query, values) { made.append(try make($0)) }
    return made
  }

  fileprivate final func runGuest(
    _ sql: SQL, _ values: [any SQLBindable], row: (Row) throws -> Void = { _ in }
  ) throws -> Int {
    guard let sqlite else { throw StoreError.lacks("tables of an app's own") }
    if let failure = sqlite.failure, self is WriteTransaction { throw failure }
    do {
      return try sqlite.connection.runGuest(sql, binding: values, mayWrite: self is WriteTransaction, row: row)
    } catch let error as SQLiteError {
      guard Self.guestMistakes.contains(error.code) else { throw sqlite.failed(error) }
      let mistake = StoreError.invalid([Fault(path: "sql", message: error.message)])
      // `OR ROLLBACK` ends the transaction with the statement.
      throw sqlite.connection.isInTransaction ? mistake : sqlite.fail(mistake)
    }
  }

  private static let guestMistakes = [
    SQLiteError.Code.generic, SQLiteError.Code.authorization, SQLiteError.Code.constraint, SQLiteError.Code.mismatch,
    SQLiteError.Code.range, SQLiteError.Code.tooBig,
  ]
}

extension WriteTransaction {
  /// Runs a statement over an app's own tables; see `ReadTransaction`.
  ///
  ///     try tx.sql("CREATE TABLE IF NOT EXISTS app_note (homework TEXT NOT NULL, text TEXT NOT NULL) STRICT")
  ///     try tx.sql("INSERT INTO app_note VALUES (?, ?)", homework.id.text, "bring a ruler")
  ///
  /// A statement that fails has changed nothing, and may be caught.
  ///
  /// - Returns: how many rows it has changed.
  @discardableResult
  public func sql(_ statement: SQL, _ values: any SQLBindable...) throws -> Int {
    try runGuest(statement, values)
  }
}
