import HomeworkMigrations
package import HomeworkModel

/// SQLite's own checks and rebuilds.
extension Connection {
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
    let schema = try SchemaCheck.differences(self)
    let checksums = migrator.migrations.steps.map(\.checksum)
    let isNamed =
      schema.isEmpty
      ? try rows.all("SELECT checksum FROM schema_migration ORDER BY version") { $0.text(0) } == checksums : true
    let words =
      schema.contains { $0.creation != nil }
      ? []
      : try rows.all(
        """
        SELECT w.id FROM homework_words w LEFT JOIN homework_search s ON s.rowid = w.search_row
        WHERE s.rowid IS NULL
          OR (w.title, w.subject, w.text, w.questions) IS NOT (s.title, s.subject, s.text, s.questions)
        UNION ALL SELECT coalesce(h.id, 'homework_search')
        FROM homework_search s LEFT JOIN homework h ON h.search_row = s.rowid
        WHERE s.rowid NOT IN (SELECT search_row FROM homework_words)
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
      + (try rows.lostReferences())
  }

  package func repairIndexes(_ rows: RowTransaction) throws(StoreError) {
    for missing in try SchemaCheck.differences(self) {
      if let creation = missing.creation { try rows.run(SQL(creation)) }
    }
    // The version is what the comparison has shown.
    for step in migrator.migrations.steps {
      try rows.run(
        "INSERT OR REPLACE INTO schema_migration SELECT ?1, ?2, coalesce(max(applied_at_ms), 0) FROM schema_migration",
        step.version, step.checksum)
    }
    try rows.run("REINDEX")
    try rows.repairCounts()
    try rows.run("DELETE FROM homework_search")
    try rows.run(
      """
      INSERT INTO homework_search (rowid, title, subject, text, questions)
      SELECT search_row, title, subject, text, questions FROM homework_words
      """)
  }
}
