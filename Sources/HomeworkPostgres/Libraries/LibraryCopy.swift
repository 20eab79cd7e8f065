import HomeworkModel
import HomeworkStore

/// Copies a library between SQLite and PostgreSQL databases: every row of every table. Less would not do:
/// other copies know the library by its changes, clients by its requests, and undo needs what is hidden.
enum LibraryCopy {
  /// The number of rows read at a time; of pictures, which can have 16 MB each, a few.
  private static func rowsAtOnce(_ table: Table) -> Int { table.name == "picture" ? 4 : 1000 }

  /// Fills an empty library, in an open transaction.
  ///
  /// - Parameter afterTable: receives the share of the tables that are copied, 0…1.
  static func fill(
    _ target: RowTransaction, from source: RowTransaction, afterTable: (Double) throws -> Void = { _ in }
  ) throws {
    let tables = source.engine.tables.all
    for (index, table) in tables.enumerated() {
      let insert = SQL(table.insertion)
      let placeholders = table.identity.map { _ in "?" }.joined(separator: ", ")
      var last: [SQLValue] = []
      repeat {
        let condition = last.isEmpty ? "" : "WHERE (\(table.order)) > (\(placeholders))"
        let rows = try source.all(
          """
          SELECT \(table.names.joined(separator: ", ")) FROM \(table.name) \(condition)
          ORDER BY \(table.order) LIMIT \(rowsAtOnce(table))
          """, binding: last
        ) { row in table.columns.enumerated().map { $1.value(in: row, at: $0) } }
        for row in rows { try target.run(insert, binding: row) }
        last = rows.count < rowsAtOnce(table) ? [] : Array(rows.last?.prefix(table.identity.count) ?? [])
      } while !last.isEmpty
      try afterTable(Double(index + 1) / Double(tables.count + 1))
    }
  }

  /// Returns a library as an SQLite database in a temporary file, as seen by the transaction of `connection`.
  static func database(from connection: PostgresConnection, at now: Timestamp) throws -> Connection {
    let copy = try Connection(path: "", access: .create)
    (copy.tables, copy.schema) = (connection.tables, connection.schemaOfCopies)
    try NewFile.create(copy, at: now)
    try copy.execute("BEGIN")
    try fill(RowTransaction(copy), from: RowTransaction(PostgresRows(connection)))
    try copy.execute("COMMIT")
    return copy
  }

  /// Replaces everything in a library by another one, in an open transaction.
  static func replace(_ connection: PostgresConnection, by copy: Connection, onProgress: (Double) -> Void) throws {
    let tables = connection.tables.all
    // Questions and answers go with their quizzes, and nothing with a picture.
    for table in ["quiz", "homework", "learner"] + tables.map(\.name).filter({ $0 != "picture" }).reversed()
      + ["picture"]
    {
      try connection.run("DELETE FROM \(table)")
    }
    let rows = RowTransaction(PostgresRows(connection))
    try fill(rows, from: RowTransaction(copy)) { share in
      // A point at which the copy can be cancelled.
      try connection.wait()
      onProgress(share)
    }
    try rows.repairIndexes()
    try connection.analyzeGrownTables()
    onProgress(1)
  }
}
