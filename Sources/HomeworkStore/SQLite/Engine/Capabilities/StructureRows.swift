import HomeworkMigrations
package import HomeworkModel

/// SQLite's own checks and rebuilds.
extension SQLiteRows {
  package func info(path: String?, logBytes: Int, _ rows: RowTransaction) throws(StoreError) -> StoreInfo {
    let pageBytes = try rows.number("PRAGMA page_size")
    return try rows.info(
      path: path, schemaVersion: rows.schemaVersion(),
      sqliteVersion: Connection.sqliteVersion,
      fileBytes: rows.number("PRAGMA page_count") * pageBytes, logBytes: logBytes,
      freeBytes: rows.number("PRAGMA freelist_count") * pageBytes)
  }

  package func structureFaults(_ rows: RowTransaction) throws(StoreError) -> [Inconsistency] {
    let structure = try rows.all("PRAGMA integrity_check") { $0.text(0) }.filter { $0 != "ok" }
    let schema = try SchemaCheck.differences(connection)
    let references = try rows.all(
      "SELECT \"table\", rowid, parent FROM pragma_foreign_key_check WHERE parent <> 'question'"
    ) {
      ($0.text(0), "row \($0.int64(1)) refers to \($0.text(2)) that is not there")
    }
    // Answers have no row ids.
    let answers = try rows.all(
      """
      SELECT r.position + 1, coalesce(a.public_id, r.attempt), r.question
      FROM answer r LEFT JOIN attempt a ON a.id = r.attempt
      WHERE NOT EXISTS (SELECT 1 FROM question q WHERE q.id = r.question)
      """
    ) {
      ("answer", "answer \($0.int(0)) of attempt \($0.text(1)) refers to question \($0.int64(2)) that is not there")
    }
    let isNamed =
      schema.isEmpty
      ? try rows.number(
        "SELECT count(*) FROM schema_migration WHERE (version, checksum) = (?, ?)", StoreSchema.version,
        connection.schema.checksum) == 1 : true
    let words =
      schema.contains { $0.creation != nil }
      ? []
      : try rows.all(
        """
        SELECT coalesce(h.public_id, 'homework_search')
        FROM (SELECT w.id FROM homework_words w LEFT JOIN homework_search s ON s.rowid = w.id
            WHERE s.rowid IS NULL OR (w.title, w.subject, w.text, w.questions)
              IS NOT (s.title, s.subject, s.text, s.questions)
          UNION ALL SELECT s.rowid FROM homework_search s WHERE s.rowid NOT IN (SELECT id FROM homework_words)) AS wrong
          LEFT JOIN homework h ON h.id = wrong.id
        """
      ) { Inconsistency(kind: .search, place: $0.text(0), detail: "the index does not hold the words that are there") }
    return words + structure.map { Inconsistency(kind: .structure, place: "file", detail: $0) }
      + schema.map {
        $0.creation == nil
          ? Inconsistency(kind: .structure, place: "schema", detail: $0.detail)
          : Inconsistency(kind: .schema, place: "the database", detail: $0.detail)
      }
      + (isNamed
        ? []
        : [Inconsistency(kind: .schema, place: "the database", detail: "schema_migration does not name its version")])
      + (references + answers).map { Inconsistency(kind: .reference, place: $0.0, detail: $0.1) }
  }

  package func repairIndexes(_ rows: RowTransaction) throws(StoreError) {
    for missing in try SchemaCheck.differences(connection) {
      if let creation = missing.creation { try rows.run(SQL(creation)) }
    }
    // The version is what the comparison has shown.
    try rows.run(
      "INSERT OR REPLACE INTO schema_migration SELECT ?1, ?2, coalesce(max(applied_at_ms), 0) FROM schema_migration",
      StoreSchema.version, connection.schema.checksum)
    try rows.run("REINDEX")
    try rows.repairCounts()
    try rows.run("DELETE FROM homework_search")
    try rows.run(
      """
      INSERT INTO homework_search (rowid, title, subject, text, questions)
      SELECT id, title, subject, text, questions FROM homework_words
      """)
  }
}
