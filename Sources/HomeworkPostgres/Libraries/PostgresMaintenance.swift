package import HomeworkModel
package import HomeworkStore

extension PostgresDatabase: ServerDatabase {
  /// Erased data stays in the server's files until VACUUM has freed its place and other data overwrites it, and in the
  /// server's log and backups for as long as they are kept.
  package func vacuum() throws {
    try PostgresLibrary.withStoreErrors {
      try server.use { connection in
        for table in Tables.current.all.map(\.name) + ["homework_search"] {
          try connection.run("VACUUM (ANALYZE) \(table)")
          try connection.wait()
        }
      }
    }
  }

  package func copy(isCancelled: (@Sendable () -> Bool)?) throws -> Connection {
    try PostgresLibrary.withStoreErrors {
      try server.transaction(.read, isCancelled: isCancelled) { connection in
        let copy = try Connection(path: "", access: .create)
        try NewFile.create(copy, at: Store.systemClock())
        try copy.execute("BEGIN")
        try RowTransaction(copy).takeEverything(of: RowTransaction(PostgresRows(connection)))
        try copy.execute("COMMIT")
        return copy
      }
    }
  }

  package func replace(
    by copy: Connection, at time: Timestamp, isCancelled: (@Sendable () -> Bool)?,
    onProgress: (Double) -> Void
  ) throws {
    try PostgresLibrary.withStoreErrors {
      try server.transaction(.write, isCancelled: isCancelled) { connection in
        let newest = try connection.first(
          "SELECT newest_event FROM library WHERE tableoid = CAST(? AS oid) FOR UPDATE", library
        ) { $0.int64(0) }
        guard let newest else { throw StoreError.deletedLibrary(server.url.redacted) }
        try server.migrator.refuseNewer(connection.number("SELECT max(version) FROM migration"))
        try Store.beginLog(of: copy, after: newest, at: time)
        try replace(everythingIn: connection, by: copy, onProgress: onProgress)
        try connection.run(
          "UPDATE library SET change = change + 1, newest_event = (SELECT max(sequence) FROM event)")
      }
    }
  }

  private func replace(
    everythingIn connection: PostgresConnection, by copy: Connection, onProgress: (Double) -> Void
  ) throws {
    let tables = Tables.current.all.map(\.name).filter { $0 != "picture" }
    // Questions and answers go with their quizzes, and nothing with a picture.
    for table in ["quiz", "homework", "learner"] + tables.reversed() + ["picture"] {
      try connection.run("DELETE FROM \(table)")
    }
    let rows = RowTransaction(PostgresRows(connection))
    try rows.takeEverything(of: RowTransaction(copy)) { share in
      // A point at which the copy can be cancelled.
      try connection.wait()
      onProgress(share)
    }
    try rows.repairIndexes()
    try connection.analyzeGrownTables()
    onProgress(1)
  }
}

extension PostgresRows {
  package func info(path: String?, logBytes: Int, _ rows: RowTransaction) throws(StoreError) -> StoreInfo {
    try rows.info(
      path: path ?? connection.database, schemaVersion: rows.number("SELECT max(version) FROM migration"),
      sqliteVersion: Tokenizer.version, postgresVersion: rows.first("SHOW server_version") { $0.text(0) },
      fileBytes: rows.number("SELECT pg_database_size(current_database())"))
  }

  /// Compares the search words with their sources. The server manages its own files: damage there is an error of the
  /// call that reads it.
  package func structureFaults(_ rows: RowTransaction) throws(StoreError) -> [Inconsistency] {
    let found = try rows.all(
      """
      SELECT w.id, w.title, w.subject, w.text, w.questions, s.title, s.subject, s.text, s.questions
      FROM homework_words w LEFT JOIN homework_search s ON s.homework = w.id
      """
    ) { row in (id: row.text(0), texts: (1...4).map { row.text($0) }, words: (5...8).map { row.optionalText($0) }) }
    var faults: [Inconsistency] = []
    for row in found where try Tokenizer.shared.spaced(row.texts) != row.words {
      faults.append(
        Inconsistency(kind: .search, place: row.id, detail: "the index does not hold the words that are there"))
    }
    return try rows.lostReferences() + faults
  }
}
