import HomeworkModel
import HomeworkStore

/// Copies a library between SQLite and PostgreSQL databases, row by row: both have the same tables, and the rows keep
/// their keys.
enum LibraryCopy {
  /// The advisory lock for moving sequences: an arbitrary number, the same in every version of this program.
  private static let lock: Int64 = 0x6877_6463

  /// Fills an empty library, in an open transaction.
  static func fill(
    _ library: Int64, on connection: PostgresConnection, from copy: Connection, onProgress: (Double) -> Void
  ) throws {
    let tables = connection.tables.all
    for (place, table) in tables.enumerated() {
      try fill(table, of: library, on: connection, from: copy)
      onProgress(Double(place + 1) / Double(tables.count + 1))
    }
    try index(library, on: connection)
    try connection.run(
      """
      UPDATE hwdb.library SET change = change + 1,
        newest_event = (SELECT coalesce(max(sequence), 0) FROM hwdb.event WHERE library = ?1)
      WHERE id = ?1
      """, library)
    // Moves the sequences past the copy's keys.
    try connection.run("SELECT pg_advisory_xact_lock(?)", lock)
    for table in tables where table.hasKey {
      try connection.run(
        .text(
          """
          SELECT setval(s.name, k.newest) FROM (SELECT pg_get_serial_sequence('hwdb.\(table.name)', 'id') AS name) s,
            (SELECT max(id) AS newest FROM hwdb.\(table.name) WHERE library = ?) k
          WHERE k.newest > coalesce(pg_sequence_last_value(s.name), 0)
          """), library)
    }
    try connection.analyzeGrownTables()
    onProgress(1)
  }

  private static func fill(
    _ table: Table, of library: Int64, on connection: PostgresConnection, from copy: Connection
  ) throws {
    let insert = SQL.text(
      """
      INSERT INTO hwdb.\(table.name) (library, \(table.names.joined(separator: ", ")))
      VALUES (?\(String(repeating: ", ?", count: table.columns.count)))
      """)
    let query = "SELECT \(table.names.joined(separator: ", ")) FROM \(table.name) ORDER BY \(table.order)"
    try copy.each(.text(query), [], mapping: { $0 as any Error }) { row in
      var values: [any SQLBindable] = [library]
      for (place, column) in table.columns.enumerated() { values.append(column.value(in: row, at: place)) }
      try connection.run(insert, binding: values)
      return true
    }
    // A point at which the copy can be cancelled.
    try connection.wait()
  }

  /// Indexes all words of a library.
  static func index(_ library: Int64, on connection: PostgresConnection) throws {
    let texts = try connection.all(
      """
      SELECT h.id, h.title, h.subject, h.text,
        (SELECT string_agg(q.prompt, chr(10) ORDER BY q.position)
          FROM hwdb.quiz z JOIN hwdb.question q ON q.library = z.library AND q.quiz = z.id
          WHERE z.library = h.library AND z.homework = h.id AND z.is_current)
      FROM hwdb.homework h WHERE h.library = ? AND h.hidden_at_ms IS NULL
      """, library
    ) { row in (row.int64(0), (1...4).map { row.text($0) }) }
    for (homework, texts) in texts {
      let words = try Tokenizer.shared.spaced(texts)
      try connection.run(
        """
        INSERT INTO hwdb.homework_search (library, homework, title, subject, text, questions) VALUES (?, ?, ?, ?, ?, ?)
        """,
        library, homework, words[0], words[1], words[2], words[3])
    }
  }

  /// Removes everything in a library, but not the library.
  static func empty(_ library: Int64, on connection: PostgresConnection) throws {
    for table in connection.tables.all.map(\.name).reversed() where table != "picture" {
      try connection.run(.text("DELETE FROM hwdb.\(table) WHERE library = ?"), library)
    }
    try connection.run("DELETE FROM hwdb.picture WHERE library = ?", library)
  }
}

// MARK: To SQLite

extension LibraryCopy {
  /// Returns a library as an SQLite database in a temporary file, as seen by the transaction of `connection`.
  static func database(of library: Int64, on connection: PostgresConnection, at now: Timestamp) throws -> Connection {
    let copy = try Connection(path: "", access: .create)
    (copy.tables, copy.schema) = (connection.tables, connection.schemaOfCopies)
    try NewFile.make(copy, path: nil, at: now, identifiers: Store.systemIdentifiers)
    try copy.execute("BEGIN; DELETE FROM learner; DELETE FROM change; DELETE FROM copy")
    for table in connection.tables.all { try read(table, of: library, on: connection, into: copy) }
    try copy.execute("COMMIT")
    return copy
  }

  /// The number of rows fetched at a time.
  private static let rowsAtOnce = 10_000

  private static func read(
    _ table: Table, of library: Int64, on connection: PostgresConnection, into copy: Connection
  ) throws {
    let insert = SQL.constant(table.insert(table.columns))
    try connection.run(
      .text(
        """
        DECLARE rows NO SCROLL CURSOR FOR SELECT \(table.names.joined(separator: ", ")) FROM hwdb.\(table.name)
        WHERE library = \(library) ORDER BY \(table.order)
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
