import HomeworkEngine
package import HomeworkModel

/// What SQLite itself checks and rebuilds.
extension SQLiteTransaction {
  package func schemaVersion() throws(StoreError) -> Int { try number("PRAGMA user_version") }

  package func info(path: String?, logBytes: Int) throws(StoreError) -> StoreInfo {
    let pageBytes = try number("PRAGMA page_size")
    return try info(
      path: path, schemaVersion: schemaVersion(), sqliteVersion: Connection.sqliteVersion,
      fileBytes: number("PRAGMA page_count") * pageBytes, logBytes: logBytes,
      freeBytes: number("PRAGMA freelist_count") * pageBytes)
  }

  package func structureFaults() throws(StoreError) -> [Inconsistency] {
    let structure = try all("PRAGMA integrity_check") { $0.text(0) }.filter { $0 != "ok" }
    let schema = try SchemaCheck.differences(connection)
    let references = try all(
      "SELECT \"table\", rowid, parent FROM pragma_foreign_key_check WHERE parent <> 'question'"
    ) {
      ($0.text(0), "row \($0.int64(1)) refers to \($0.text(2)) that is not there")
    }
    // Answers have no row ids.
    let answers = try all(
      """
      SELECT r.position + 1, coalesce(a.public_id, r.attempt), r.question
      FROM answer r LEFT JOIN attempt a ON a.id = r.attempt
      WHERE NOT EXISTS (SELECT 1 FROM question q WHERE q.id = r.question)
      """
    ) {
      ("answer", "answer \($0.int(0)) of attempt \($0.text(1)) refers to question \($0.int64(2)) that is not there")
    }
    return structure.map { Inconsistency(kind: .structure, place: "file", detail: $0) }
      + schema.map { Inconsistency(kind: .structure, place: "schema", detail: $0.detail) }
      + (references + answers).map { Inconsistency(kind: .reference, place: $0.0, detail: $0.1) }
  }

  package func repairIndexes() throws(StoreError) {
    try execute("REINDEX")
    try repairCounts()
    try run("INSERT INTO homework_search (homework_search) VALUES ('rebuild')")
  }
}
