import HomeworkModel
import HomeworkStore

/// Copies a library between SQLite and PostgreSQL databases, row by row: both have the same tables, and the rows keep
/// their keys.
enum LibraryCopy {
  /// The advisory lock for moving sequences: an arbitrary number, the same in every version of this program.
  private static let lock: Int64 = 0x6877_6463

  /// Fills an empty library, in an open transaction.
  static func fill(
    _ connection: PostgresConnection, from copy: Connection, onProgress: (Double) -> Void
  ) throws {
    let tables = connection.tables.all
    for (place, table) in tables.enumerated() {
      try fill(table, on: connection, from: copy)
      onProgress(Double(place + 1) / Double(tables.count + 1))
    }
    try index(connection)
    try connection.run(
      """
      UPDATE library SET change = change + 1, newest_event = (SELECT coalesce(max(sequence), 0) FROM event)
      """)
    // Moves the sequences past the copy's keys.
    try connection.run("SELECT pg_advisory_xact_lock(?)", lock)
    for table in tables where table.hasKey {
      try connection.run(
        .text(
          """
          SELECT setval(pg_get_serial_sequence('\(table.name)', 'id'), max(id)) FROM \(table.name)
          HAVING max(id) > coalesce(pg_sequence_last_value(pg_get_serial_sequence('\(table.name)', 'id')), 0)
          """))
    }
    try connection.analyzeGrownTables()
    onProgress(1)
  }

  private static func fill(
    _ table: Table, on connection: PostgresConnection, from copy: Connection
  ) throws {
    let insert = SQL.text(
      """
      INSERT INTO \(table.name) (\(table.names.joined(separator: ", ")))
      VALUES (\(table.columns.map { _ in "?" }.joined(separator: ", ")))
      """)
    let query = "SELECT \(table.names.joined(separator: ", ")) FROM \(table.name) ORDER BY \(table.order)"
    try copy.each(.text(query), [], mapping: { $0 as any Error }) { row in
      try connection.run(insert, binding: table.columns.enumerated().map { $1.value(in: row, at: $0) })
      return true
    }
    // A point at which the copy can be cancelled.
    try connection.wait()
  }

  /// Indexes all words of a library.
  static func index(_ connection: PostgresConnection) throws {
    let texts = try connection.all(
      """
      SELECT id, title, subject, text, questions FROM homework_words
      """
    ) { row in (row.int64(0), (1...4).map { row.text($0) }) }
    for (homework, texts) in texts {
      let words = try Tokenizer.shared.spaced(texts)
      try connection.run(
        """
        INSERT INTO homework_search (homework, title, subject, text, questions) VALUES (?, ?, ?, ?, ?)
        """,
        homework, words[0], words[1], words[2], words[3])
    }
  }

  /// Removes everything in a library, but not the library.
  static func empty(_ connection: PostgresConnection) throws {
    // Questions and answers go with their quizzes.
    for table in ["quiz", "homework", "learner"] + connection.tables.all.map(\.name).reversed() where table != "picture"
    {
      try connection.run(.text("DELETE FROM \(table)"))
    }
    try connection.run("DELETE FROM picture")
  }
}

// MARK: To SQLite

extension LibraryCopy {
  /// Returns a library as an SQLite database in a temporary file, as seen by the transaction of `connection`.
  static func database(from connection: PostgresConnection, at now: Timestamp) throws -> Connection {
    let copy = try Connection(path: "", access: .create)
    (copy.tables, copy.schema) = (connection.tables, connection.schemaOfCopies)
    try NewFile.make(copy, path: nil, at: now, identifiers: Store.systemIdentifiers)
    try copy.execute("BEGIN; DELETE FROM learner; DELETE FROM change; DELETE FROM copy")
    for table in connection.tables.all { try read(table, on: connection, into: copy) }
    try copy.execute("COMMIT")
    return copy
  }

  /// The number of rows fetched at a time.
  private static let rowsAtOnce = 10_000

  private static func read(
    _ table: Table, on connection: PostgresConnection, into copy: Connection
  ) throws {
    let insert = SQL.constant(table.insert(table.columns))
    try connection.run(
      .text(
        """
        DECLARE rows NO SCROLL CURSOR FOR SELECT \(table.names.joined(separator: ", ")) FROM \(table.name)
        ORDER BY \(table.order)
        """))
    while true {
      let rows = try connection.all(.text("FETCH \(rowsAtOnce) FROM rows")) { row in
        table.columns.enumerated().map { place, column -> any SQLBindable in column.value(in: row, at: place) }
      }
      for row in rows { _ = try copy.all(insert, binding: row) { _ in } }
      if rows.count < rowsAtOnce { break }
    }
    try connection.run("CLOSE rows")
  }
}
