import HomeworkModel
import HomeworkSQLite
import HomeworkStore

/// Copies a library between a database of SQLite and PostgreSQL, row by row: both have the same tables, and the rows
/// keep their keys.
enum LibraryCopy {
  private enum Kind { case integer, flag, text, real, bytes }

  private struct Table {
    let name: String, columns: [(name: String, kind: Kind)]
    /// The number of columns by which its rows are sorted.
    let sorted: Int
    /// Whether its rows have a key that the server gives.
    var hasKey: Bool { columns[0].name == "id" && name != "clock" && name != "request" }

    /// - Parameter columns: separated by blanks: `?` before a flag, `=` before a text, `~` before a real number, `#`
    ///   before bytes, nothing before an integer.
    init(_ name: String, _ columns: String, sorted: Int = 1) {
      self.name = name
      self.columns = columns.split(whereSeparator: \.isWhitespace).map { word in
        switch word.first {
        case "?": (String(word.dropFirst()), .flag)
        case "=": (String(word.dropFirst()), .text)
        case "~": (String(word.dropFirst()), .real)
        case "#": (String(word.dropFirst()), .bytes)
        default: (String(word), .integer)
        }
      }
      self.sorted = sorted
    }

    var names: [String] { columns.map(\.name) }
    var order: String { names.prefix(sorted).joined(separator: ", ") }
  }

  static var tableNames: [String] { tables.map(\.name) + ["homework_search"] }

  /// In the order in which they refer to each other.
  private static let tables = [
    Table("picture", "id =digest =media_type #bytes"),
    Table(
      "homework",
      """
      id =public_id =title =subject =text =due_on picture =generation_state =generation_reason
      generation_retry_at_ms created_at_ms import_began_ms
      """),
    Table("collection", "id =name"),
    Table("homework_collection", "homework collection", sorted: 2),
    Table(
      "quiz",
      "id =public_id homework ?is_current =topic =subtopic ~confidence question_count revision created_at_ms"),
    Table(
      "question",
      """
      id =public_id quiz position =type =prompt =explanation =options correct_index =correct_answer =accepted_answers
      =key_concepts =card
      """),
    Table("learner", "id =public_id =name =folded_name ?is_default created_at_ms"),
    Table(
      "attempt",
      """
      id =public_id quiz learner =state started_at_ms finished_at_ms ?is_practice deadline_ms =shuffle seed =asked
      """),
    Table(
      "answer",
      """
      attempt position question =response =outcome streak_position elapsed_ms answered_at_ms correct_count
      total_elapsed_ms run longest_run stars
      """, sorted: 2),
    Table(
      "progress",
      "homework learner best_score best_total completion_percentage total_attempts last_played_at_ms", sorted: 2),
    Table("completion", "homework learner completed_at_ms", sorted: 2),
    Table(
      "ledger",
      """
      id =attempt_public_id learner =subject stars score total longest_run elapsed_ms finished_at_ms
      """),
    Table("once", "learner =name =kind at_ms", sorted: 2),
    Table(
      "event",
      "sequence =kind at_ms =homework =attempt question_index =outcome streak_position =name learner"),
    Table("request", "=id =parameters =reply =attempt position at_ms learner"),
    Table("deletion", "id at_ms picture =content"),
    Table("clock", "id seen_ms"),
    Table("clock_jump", "sequence ms"),
  ]
}

// MARK: To PostgreSQL

extension LibraryCopy {
  /// The advisory lock of those who move sequences: any number, the same in every version of this program.
  private static let lock: Int64 = 0x6877_6463

  /// Fills an empty library, in a transaction that has begun.
  ///
  /// - Parameter newestEvent: the number of the newest event that a follower may know; by default that of the copy.
  static func fill(
    _ library: Int64, on connection: PostgresConnection, from copy: Connection, newestEvent: Int64? = nil,
    onProgress: (Double) -> Void
  ) throws {
    for (place, table) in tables.enumerated() {
      try fill(table, of: library, on: connection, from: copy)
      onProgress(Double(place + 1) / Double(tables.count + 1))
    }
    try index(library, on: connection)
    try connection.run(
      """
      UPDATE hwdb.library SET change = change + 1,
        newest_event = greatest(?2, (SELECT coalesce(max(sequence), 0) FROM hwdb.event WHERE library = ?1))
      WHERE id = ?1
      """, library, newestEvent ?? 0)
    // Keys that the server gives from here on are not those of the copy.
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
    let query = "SELECT \(table.names.joined(separator: ", ")) FROM \(table.name) ORDER BY \(table.order)"
    var failure: (any Error)?
    try connection.copy(into: "hwdb.\(table.name)", columns: ["library"] + table.names) { rows throws(PostgresError) in
      do {
        _ = try copy.all(.text(query)) { (row) throws(SQLiteError) in
          guard failure == nil else { return }
          var values: [any SQLBindable] = [library]
          for (column, (_, kind)) in table.columns.enumerated() {
            let isNull = row.isNull(column)
            switch kind {
            case .integer: values.append(isNull ? nil : row.int64(column))
            case .flag: values.append(isNull ? nil : row.int(column) == 1)
            case .text: values.append(row.optionalText(column))
            case .real: values.append(row.optionalDouble(column))
            case .bytes: values.append(isNull ? nil : row.bytes(column))
            }
          }
          do throws(PostgresError) { try rows.add(all: values) } catch { failure = error }
        }
      } catch {
        failure = error
      }
      if let failure {
        throw failure as? PostgresError ?? .damaged("row of \(table.name)", "\(failure)")
      }
    }
  }

  /// Indexes all words of a library.
  static func index(_ library: Int64, on connection: PostgresConnection) throws {
    let texts = try connection.all(
      """
      SELECT h.id, h.title, h.subject, h.text,
        (SELECT string_agg(q.prompt, chr(10) ORDER BY q.position)
          FROM hwdb.quiz z JOIN hwdb.question q ON q.library = z.library AND q.quiz = z.id
          WHERE z.library = h.library AND z.homework = h.id AND z.is_current)
      FROM hwdb.homework h WHERE h.library = ?
      """, library
    ) { row in (row.int64(0), (1...4).map { row.text($0) }) }
    let words = try texts.map { ($0.0, try Tokenizer.shared.spaced($0.1)) }
    try connection.copy(
      into: "hwdb.homework_search", columns: ["library", "homework", "title", "subject", "text", "questions"]
    ) { rows throws(PostgresError) in
      for (homework, words) in words {
        try rows.add(library, homework, words[0], words[1], words[2], words[3])
      }
    }
  }

  /// Removes everything of a library, but not the library.
  static func empty(_ library: Int64, on connection: PostgresConnection) throws {
    for table in ["deletion"] + tables.map(\.name).reversed() where table != "picture" {
      try connection.run(.text("DELETE FROM hwdb.\(table) WHERE library = ?"), library)
    }
    try connection.run("DELETE FROM hwdb.picture WHERE library = ?", library)
  }
}

// MARK: To SQLite

extension LibraryCopy {
  /// Returns a library as a database of SQLite in a temporary file, as it is in the transaction of `connection`.
  static func database(of library: Int64, on connection: PostgresConnection, at now: Timestamp) throws -> Connection {
    let copy = try Connection(path: "", access: .create)
    try Migrator.migrate(copy, path: nil, at: now, identifiers: Store.systemIdentifiers)
    try copy.execute("BEGIN; DELETE FROM learner")
    for table in tables { try read(table, of: library, on: connection, into: copy) }
    try SQLiteTransaction(copy).signUnsigned()
    try copy.execute("INSERT INTO homework_search (homework_search) VALUES ('rebuild'); COMMIT")
    return copy
  }

  /// The number of rows that are fetched at a time.
  private static let rowsAtOnce = 10_000

  private static func read(
    _ table: Table, of library: Int64, on connection: PostgresConnection, into copy: Connection
  ) throws {
    let (names, places) = (table.names, (1...table.columns.count).map { "?\($0)" })
    let insert = HomeworkSQLite.SQL.constant(
      "INSERT INTO \(table.name) (\(names.joined(separator: ", "))) VALUES (\(places.joined(separator: ", ")))")
    try connection.run(
      .text(
        """
        DECLARE rows NO SCROLL CURSOR FOR SELECT \(names.joined(separator: ", ")) FROM hwdb.\(table.name)
        WHERE library = \(library) ORDER BY \(table.order)
        """))
    while true {
      let rows = try connection.all(.text("FETCH \(rowsAtOnce) FROM rows")) { row in
        table.columns.enumerated().map { column, kind -> any HomeworkSQLite.SQLBindable in
          switch kind.kind {
          case .integer: row.isNull(column) ? Int64?.none : row.int64(column)
          case .flag: row.isNull(column) ? Bool?.none : row.int(column) == 1
          case .text: row.optionalText(column)
          case .real: row.optionalDouble(column)
          case .bytes: row.isNull(column) ? [UInt8]?.none : row.bytes(column)
          }
        }
      }
      for row in rows { _ = try copy.all(insert, binding: row) { _ in } }
      if rows.count < rowsAtOnce { break }
    }
    try connection.run("CLOSE rows")
  }
}
