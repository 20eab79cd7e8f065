package import HomeworkModel

/// Row checksums.
extension Table {
  /// The values that a row's checksum covers, in order.
  ///
  /// - Parameter replaced: expressions that replace the row's own values, by column.
  func signedValues(of alias: String, _ dialect: Dialect, _ replaced: [String: String] = [:]) -> String {
    columns.filter(\.isSigned).map { column in
      let value = replaced[column.name] ?? "\(alias).\(column.name)"
      return dialect == .sqlite ? value : "\(value)::text"
    }.joined(separator: ", ")
  }

  /// Returns an expression for the checksum that a row should have.
  package func checksum(of alias: String, _ dialect: Dialect, replacing replaced: [String: String] = [:]) -> String {
    "\(dialect == .sqlite ? "" : "hwdb.")row_checksum(\(signedValues(of: alias, dialect, replaced)))"
  }

  /// Returns a condition that is true for rows that differ from what this program wrote. Rows without a checksum were
  /// written by another program.
  func isWrong(_ alias: String, _ dialect: Dialect) -> String {
    "\(alias).checksum <> \(checksum(of: alias, dialect))"
  }

  /// A statement that inserts a new row.
  ///
  /// In SQLite, a row that has no key and never changes is signed by its INSERT: an answer costs one statement.
  package func insertion(_ dialect: Dialect) -> String {
    guard dialect == .sqlite, isSigned, !hasKey, !isReplaced else {
      return "\(insert(given)) \(replacement(dialect))"
    }
    let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, "?\($0 + 1)") })
    return """
      INSERT INTO \(name) (\(names.joined(separator: ", ")), checksum)
      VALUES (\(names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")),
        \(checksum(of: name, dialect, replacing: places)))
      """
  }
}

/// Signing of rows: SQLite rows are signed here after they are written; a server signs its own.
extension RowTransaction {
  /// Sets the checksums of rows that meet a condition.
  func sign(_ table: Table, where condition: String, _ values: any SQLBindable...) throws(StoreError) {
    try sign(table, where: condition, binding: values)
  }

  func sign(_ table: Table, where condition: String, binding values: [any SQLBindable]) throws(StoreError) {
    guard dialect == .sqlite, table.isSigned else { return }
    let sql = SQL.text(of: "sign \(table.name) \(condition)") {
      "UPDATE \(table.name) SET checksum = \(table.checksum(of: table.name, .sqlite)) WHERE \(condition)"
    }
    try writing { engine throws(StoreError) in try engine.run(sql, values) }
  }

  /// Signs the rows written by other programs.
  package func signUnsigned() throws(StoreError) {
    for table in engine.tables.all { try sign(table, where: "checksum IS NULL") }
  }

  /// Returns rows without a valid checksum.
  func signatureFaults() throws(StoreError) -> [Inconsistency] {
    var found: [Inconsistency] = []
    for table in engine.tables.all where table.isSigned {
      let (place, source) = table.place
      let isFault = "t.checksum IS NULL OR \(table.isWrong("t", dialect))"
      found += try all(.text("SELECT \(place), t.checksum IS NULL FROM \(source) WHERE \(isFault)")) {
        $0.int(1) == 1
          ? Inconsistency(kind: .unsigned, place: $0.text(0), detail: "another program wrote the \(table.noun)")
          : Inconsistency(
            kind: .checksum, place: $0.text(0), detail: "the \(table.noun) is not what was written: \(table.advice)")
      }
    }
    return found
  }

  /// Returns whether an assignment's attempts and answers are as written.
  package func isSigned(homework row: Int64) throws(StoreError) -> Bool { try number(Self.isWronglySigned, row) == 0 }

  private static let isWronglySigned = SQL.constant { dialect in
    """
    SELECT EXISTS (
      SELECT 1 FROM quiz z JOIN attempt a ON a.quiz = z.id LEFT JOIN answer r ON r.attempt = a.id
      WHERE z.homework = ? AND (\(Table.attempt.isWrong("a", dialect)) OR \(Table.answer.isWrong("r", dialect))))
    """
  }

  /// Returns the question of an answer whose signature matches it as stored, or with this streak position and standing.
  package func question(
    signedAt index: Int, attempt row: Int64, orWith streakPosition: Int?, _ standing: Standing
  ) throws(StoreError) -> Int64? {
    let signed = try first(
      Self.signedQuestion, row, index, streakPosition, standing.correct, standing.elapsedMs, standing.streak.run,
      standing.streak.longest, standing.streak.stars
    ) { ($0.int64(0), $0.int(1) == 1) }
    return signed.flatMap { $0.1 ? $0.0 : nil }
  }

  private static let signedQuestion = SQL.constant { dialect in
    let recomputed = [
      "streak_position": "?3", "correct_count": "?4", "total_elapsed_ms": "?5", "run": "?6", "longest_run": "?7",
      "stars": "?8",
    ]
    return """
      SELECT question, coalesce(checksum IN (\(Table.answer.checksum(of: "answer", dialect)),
        \(Table.answer.checksum(of: "answer", dialect, replacing: recomputed))), true)
      FROM answer WHERE attempt = ?1 AND position = ?2
      """
  }
}

extension Table {
  /// The public id of a row `t`'s parent, and the tables that provide it.
  fileprivate var place: (String, from: String) {
    switch name {
    case "answer":
      (
        "coalesce(a.public_id, 'of no attempt') || ' question ' || (t.position + 1)",
        "answer t LEFT JOIN attempt a ON a.id = t.attempt"
      )
    case "grading":
      (
        "coalesce(a.public_id, 'of no attempt') || ' question ' || (t.position + 1)",
        "grading t LEFT JOIN attempt a ON a.id = t.attempt"
      )
    case "progress": ("coalesce(h.public_id, 'of no homework')", "progress t LEFT JOIN homework h ON h.id = t.homework")
    case "completion":
      ("coalesce(h.public_id, 'of no homework')", "completion t LEFT JOIN homework h ON h.id = t.homework")
    case "once":
      ("coalesce(l.public_id, 'of no learner') || ' ' || t.name", "once t LEFT JOIN learner l ON l.id = t.learner")
    case "ledger": ("t.attempt_public_id", "ledger t")
    default: ("t.public_id", "\(name) t")
    }
  }

  /// The row's name in messages.
  fileprivate var noun: String { name == "once" ? "moment" : name }

  /// The remedy if a row is damaged.
  fileprivate var advice: String {
    switch name {
    case "homework": "correct it with hwdb edit, or restore a backup"
    case "quiz", "question": "correct it with hwdb quiz edit, or restore a backup"
    case "learner": "correct the name with hwdb learner edit, or restore a backup"
    case "progress", "ledger": "hwdb database repair computes it again"
    default: "restore a backup"
    }
  }
}
