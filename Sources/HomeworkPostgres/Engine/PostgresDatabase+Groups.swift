import HomeworkEngine
import HomeworkMigrations
import HomeworkModel
import Synchronization

/// The first and the last statements of a group.
extension PostgresDatabase {
  /// Locks the library and reads what is foreseen and not known, in one round trip; in none if everything is known.
  ///
  /// - Parameter memory: what is known since this store's last group.
  func begin(
    _ connection: PostgresConnection, _ foreseen: [Foreseen], knowing memory: LibraryMemory?
  ) throws -> PostgresGroup {
    try connection.setLibrary(library)
    try connection.begin(.write)
    let (attempts, requests) = (foreseen.compactMap(\.attempt), foreseen.compactMap(\.request))
    // Where others write as well, what is known is most likely out of date.
    let trusted = memory.flatMap { $0.isAlone ? $0 : nil }
    let unknown = trusted.map { memory in attempts.filter { !memory.rows.isReady($0) } } ?? attempts
    if let trusted, unknown.isEmpty {
      try connection.run(Self.claim, library, trusted.state.change, writer, trusted.token)
      // The server begins while the rules are applied here.
      try connection.flush()
      trusted.rows.add(newRequests: requests)
      return PostgresGroup(connection, trusted.state, trusted.rows, isAlone: true, isClaim: true)
    }
    try connection.run(Self.lockLibrary, library)
    let looked = try connection.ask(Self.lookAtLibrary, writer, library)
    var answers = try ask(connection, unknown)
    let known = try requests.isEmpty ? nil : connection.ask(PostgresTransaction.foreseenRequests, Self.list(requests))
    try connection.wait()
    let found = try looked.rows { row throws(PostgresError) in
      let clock = ClockSeen(clockMs: row.isNull(2) ? nil : row.int64(2))
      return (
        LibraryState(newestEvent: row.int64(0), clock: clock, change: row.int64(3)),
        token: row.int64(4), schema: row.int(1)
      )
    }.first
    guard let (state, token, schema) = found else {
      isGone.store(true, ordering: .relaxed)
      throw StoreError.notFound(.library, name)
    }
    try PostgresMigrator.refuseNewer(schema)
    let isAlone = memory?.state.change == state.change && memory?.token == token
    if !isAlone, unknown.count < attempts.count {
      answers = try ask(connection, attempts)
      try connection.wait()
    }
    let rows = isAlone ? memory?.rows ?? KnownRows() : KnownRows()
    for attempt in try answers?.attempts.rows(PostgresTransaction.summary) ?? [] { rows.add(attempt) }
    for (quiz, question) in try answers?.questions.rows(PostgresTransaction.foreseenQuestion) ?? [] {
      rows.add(question, quiz: quiz)
    }
    rows.add(newRequests: requests)
    for (id, request, time) in try known?.rows(PostgresTransaction.foreseenRequest) ?? [] {
      rows.add(request, id: id, at: time)
    }
    return PostgresGroup(connection, state, rows, isAlone: isAlone, isClaim: false)
  }

  private func ask(
    _ connection: PostgresConnection, _ attempts: [Attempt.ID]
  ) throws -> (attempts: PostgresAnswer, questions: PostgresAnswer)? {
    guard !attempts.isEmpty else { return nil }
    let ids = Self.list(attempts.map(\.text))
    return (
      try connection.ask(PostgresTransaction.foreseenAttempts, ids),
      try connection.ask(PostgresTransaction.foreseenQuestions, ids)
    )
  }

  /// Ids as an array of PostgreSQL.
  static func list(_ ids: [String]) -> String { "{" + ids.joined(separator: ",") + "}" }

  /// Locks the library, and refuses the group unless the library is as this store's last group left it. Whoever
  /// migrates changes every library.
  ///
  /// The token is compared as well: a server that has lost commits may have come to the same count by others.
  private static let claim: SQL = """
    SELECT hwdb.refuse_claim()
    WHERE NOT EXISTS (
      SELECT FROM (SELECT change, writer, token FROM hwdb.library WHERE id = ? FOR UPDATE) l
      WHERE change = ? AND writer = CAST(? AS uuid) AND token = ?)
    """

  private static let lockLibrary: SQL = "SELECT FROM hwdb.library WHERE id = ? FOR UPDATE"
  /// What is so while nobody else can write. After the lock: a statement that has waited for a row sees everything else
  /// as it was before.
  private static let lookAtLibrary: SQL = """
    SELECT newest_event, (SELECT max(version) FROM hwdb.migration),
      (SELECT seen_ms FROM hwdb.clock c WHERE c.library = l.id), change,
      CASE WHEN writer = CAST(?1 AS uuid) THEN token ELSE 0 END
    FROM hwdb.library l WHERE id = ?2
    """

  /// Sends what is left to send.
  ///
  /// Writes in every group, even if nothing else was: a repeated request is confirmed only once the disk, and the
  /// standby, have all that was before it.
  func finish(_ group: PostgresGroup, _ token: Int64) throws {
    try group.written.send(on: group.connection)
    try group.claimNewRequests()
    if token == 1 { try forgetWriters(group.connection) }
    if !group.isAlone { try group.connection.run(Self.keepLastWriter, library, writer) }
    try group.connection.run(Self.sign, library, writer, token, group.written.newestEvent)
  }

  /// Keeps what another store wrote last, which may still have to learn that it did.
  private static let keepLastWriter: SQL = """
    INSERT INTO hwdb.writer (library, id, token, at_ms)
    SELECT id, writer, token, changed_at_ms FROM hwdb.library WHERE id = ? AND writer <> CAST(? AS uuid)
    ON CONFLICT (library, id) DO UPDATE SET token = excluded.token, at_ms = excluded.at_ms
    """
  private static let sign: SQL = """
    UPDATE hwdb.library SET writer = ?2, token = ?3, newest_event = ?4, change = change + 1,
      changed_at_ms = CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)
    WHERE id = ?1
    """

  /// Returns the number of the last group of this store that was committed; 0 if none was.
  func lastToken(_ connection: PostgresConnection) throws(PostgresError) -> Int64 {
    try connection.first(
      """
      SELECT CASE WHEN l.writer = CAST(?2 AS uuid) THEN l.token
        ELSE (SELECT w.token FROM hwdb.writer w WHERE w.library = l.id AND w.id = CAST(?2 AS uuid)) END
      FROM hwdb.library l WHERE l.id = ?1
      """, library, writer
    ) { $0.isNull(0) ? 0 : $0.int64(0) } ?? 0
  }

  /// Removes the rows of stores that have not written for a day: each program after which another wrote leaves one.
  private func forgetWriters(_ connection: PostgresConnection) throws {
    try connection.run(
      """
      DELETE FROM hwdb.writer
      WHERE library = ? AND at_ms < CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) - 86400000
      """, library)
  }
}
