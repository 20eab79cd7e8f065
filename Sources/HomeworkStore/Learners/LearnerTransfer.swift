public import HomeworkModel
import HomeworkSQLite

/// A learner as a document, which another library takes in: with the homework that they played, as far as it is not
/// there.
extension ReadTransaction {
  /// Returns everything that speaks of a learner, as one JSON document.
  ///
  /// Attempts and answers with the homework and questions that they are of, what is done, the ledger, flags, and events.
  /// Pictures are not in it.
  ///
  /// - Throws: `notFound`.
  public final func exportLearner(_ id: Learner.ID) throws(StoreError) -> String {
    let row = try learnerRow(of: id)
    guard let text = try first(Self.learnerDocument, row, make: { $0.text(0) }) else {
      throw .notFound(.learner, id.text)
    }
    return text
  }

  /// The name by which such a document is known, and its version. In the first one every attempt was for progress, and
  /// before the third there were no reviews.
  fileprivate static let format = "hwdb-learner", version = 3

  private static let learnerDocument = SQL.constant(
    """
    SELECT json_object('format', '\(format)', 'version', \(version),
      'learner', json_object('id', l.public_id, 'name', l.name, 'createdAtMs', l.created_at_ms),
      'homework', (SELECT json_group_array(json(content)) FROM (
        SELECT \(WriteTransaction.content) AS content FROM homework h WHERE h.id IN (
          SELECT homework FROM completion WHERE learner = ?1
          UNION SELECT z.homework FROM attempt a JOIN quiz z ON z.id = a.quiz WHERE a.learner = ?1)
        ORDER BY h.id)),
      'reviews', json((SELECT \(WriteTransaction.reviews))),
      'ledger', (SELECT json_group_array(json_object('attempt', attempt_public_id, 'subject', subject, 'stars', stars,
          'score', score, 'total', total, 'longestRun', longest_run, 'elapsedMs', elapsed_ms,
          'finishedAtMs', finished_at_ms))
        FROM (SELECT * FROM ledger WHERE learner = ?1 ORDER BY id)),
      'once', (SELECT json_group_array(json_object('name', name, 'kind', kind, 'atMs', at_ms))
        FROM once WHERE learner = ?1),
      'events', (SELECT json_group_array(json_object('sequence', sequence, 'kind', kind, 'atMs', at_ms,
          'homework', homework, 'attempt', attempt, 'questionIndex', question_index, 'outcome', outcome,
          'streakPosition', streak_position, 'name', name))
        FROM (SELECT * FROM event WHERE learner = ?1 ORDER BY sequence)))
    FROM learner l WHERE l.id = ?1
    """)
}

extension WriteTransaction {
  /// Takes in a learner whom another library exported, with the homework that is not here yet. Events are not made again:
  /// they are of the library where they happened.
  ///
  /// - Parameter document: what `exportLearner` gave.
  /// - Throws: `invalid` where it is none, or where what is in it does not follow from its answers; `alreadyThere`;
  ///   `nameTaken`. Nothing is imported then.
  public func importLearner(_ document: String) throws(StoreError) -> Learner {
    let head = try head(of: document)
    if try first("SELECT 1 FROM learner WHERE public_id = ?", head.id.key, make: { $0.int(0) }) != nil {
      throw .alreadyThere(.learner, head.name)
    }
    try requireFree(head.name, for: nil)
    do throws(StoreError) { try take(document, head) } catch .inconsistent(let rule) {
      throw failed(as: Self.refusal("what is in it breaks a rule (\(rule))"))
    } catch .unavailable(.corrupt(let what)) {
      throw failed(as: Self.refusal("what is in it cannot be (\(what))"))
    }
    return try learner(head.id)
  }

  private func head(of document: String) throws(StoreError) -> (id: Learner.ID, name: String, createdAtMs: Int64) {
    guard try number("SELECT json_valid(?)", document) == 1 else { throw Self.refusal("it is not JSON") }
    let found = try first(
      """
      SELECT ?1 ->> '$.format', ?1 ->> '$.version', ?1 ->> '$.learner.id', ?1 ->> '$.learner.name',
        ?1 ->> '$.learner.createdAtMs'
      """, document
    ) { ($0.text(0), $0.int(1), $0.text(2), $0.text(3), $0.int64(4)) }
    guard let found, found.0 == Self.format, let id = Learner.ID(found.2) else {
      throw Self.refusal("it is no learner that was exported")
    }
    guard 1...Self.version ~= found.1 else {
      throw Self.refusal("it is of version \(found.1), and this program reads up to \(Self.version): use a newer hwdb")
    }
    return (id, found.3, found.4)
  }

  private func take(
    _ document: String, _ head: (id: Learner.ID, name: String, createdAtMs: Int64)
  ) throws(StoreError) {
    try run(
      "INSERT INTO learner (public_id, name, folded_name, created_at_ms) VALUES (?, ?, ?, ?)", head.id.key, head.name,
      Learner.foldedName(head.name), head.createdAtMs)
    let learner = lastInsertedRow
    try record(.learnerAdded, of: learner)
    let homework = try all("SELECT value FROM json_each(?, '$.homework')", document) { $0.text(0) }
    for content in homework { try take(homework: content, of: learner) }
    if let reviews = try first("SELECT ?1 ->> '$.reviews'", document, make: { $0.optionalText(0) }) ?? nil {
      try take(reviews: reviews, of: learner)
    }
    try run(Self.takeOnce, document, learner)
    try run(Self.takeLedger, document, learner)
    for row in try all("SELECT id FROM ledger WHERE learner = ?", learner, make: { $0.int64(0) }) {
      try sign(credit: row)
    }
    // Nothing is believed that its answers do not give.
    for id in try all(Self.homeworkOf, learner, make: { (row) throws(SQLiteError) -> Homework.ID in try row.id(0) }) {
      guard let wrong = try derived(of: id).first else { continue }
      throw failed(as: Self.refusal("\(wrong)"))
    }
    for review in try reviews(of: learner) {
      guard let wrong = try derived(of: try stored(review)).first else { continue }
      throw failed(as: Self.refusal("\(wrong)"))
    }
  }

  private func take(homework content: String, of learner: Int64) throws(StoreError) {
    let id = try first("SELECT ?1 ->> '$.homework.id'", content) { (row) throws(SQLiteError) -> Homework.ID in
      try row.id(0)
    }
    guard let id else { throw failed(as: Self.refusal("a homework has no id")) }
    let known = try first("SELECT id FROM homework WHERE public_id = ?", id.key) { $0.int64(0) }
    try take(content, by: known == nil ? Self.keep : Self.keepBesideKnown, of: learner) {
      (deletion) throws(SQLiteError) in try restore(deletion, into: known)
    }
    guard known == nil else { return }
    try index(homework: row(of: id))
    try record(.homeworkAdded, id)
  }

  private func take(reviews content: String, of learner: Int64) throws(StoreError) {
    try take(content, by: Self.keep, of: learner) { (deletion) throws(SQLiteError) in
      try restoreParts(deletion, of: nil)
      return nil
    }
  }

  /// By way of what an undo restores, which is the same.
  ///
  /// - Parameter restore: returns the row of the homework that the attempts are of; `nil` for reviews.
  private func take(
    _ content: String, by keep: SQL, of learner: Int64, restore: (_ deletion: Int64) throws(SQLiteError) -> Int64?
  ) throws(StoreError) {
    try run(keep, now.millisecondsSince1970, content, learner)
    let deletion = lastInsertedRow
    let homework: Int64?
    do throws(SQLiteError) { homework = try restore(deletion) } catch { throw failed(error) }
    try restoreAnswers(deletion)
    try requireAll(of: deletion, at: homework, by: learner)
    try run("DELETE FROM deletion WHERE id = ?", deletion)
  }

  /// Throws where an attempt or an answer has found no place.
  private func requireAll(of deletion: Int64, at homework: Int64?, by learner: Int64) throws(StoreError) {
    let wanted = try first(
      "SELECT json_array_length(content, '$.attempts'), json_array_length(content, '$.answers') FROM deletion WHERE id = ?",
      deletion
    ) { ($0.int(0), $0.int(1)) }
    let there = try first(
      """
      SELECT count(DISTINCT a.id), count(r.attempt)
      FROM quiz z JOIN attempt a ON a.quiz = z.id LEFT JOIN answer r ON r.attempt = a.id
      WHERE z.homework IS ? AND a.learner = ?
      """, homework, learner
    ) { ($0.int(0), $0.int(1)) }
    guard let wanted, let there, wanted == there else {
      throw failed(.damaged("list of attempts and answers", "\(there ?? (0, 0)) of \(wanted ?? (0, 0))"))
    }
  }

  private static func refusal(_ reason: String) -> StoreError {
    .invalid([Fault(path: "file", message: "\(reason): nothing was imported")])
  }

  /// The learner's row in place of the one that it had where it came from.
  private static let mine = """
    '$.completions', (SELECT json_group_array(json_set(value, '$[0]', ?3)) FROM json_each(?2, '$.completions')),
      '$.progress', (SELECT json_group_array(json_set(value, '$[0]', ?3)) FROM json_each(?2, '$.progress')),
      '$.attempts', (SELECT json_group_array(json_set(value, '$.learner', ?3)) FROM json_each(?2, '$.attempts'))
    """
  private static let keep = SQL.constant(
    "INSERT INTO deletion (at_ms, content) VALUES (?1, json_set(?2, \(mine)))")
  /// A homework that is here has the collections and the quiz that it has.
  private static let keepBesideKnown = SQL.constant(
    """
    INSERT INTO deletion (at_ms, content) VALUES (?1, json_set(?2, \(mine), '$.collections', json_array(),
      '$.quizzes', (SELECT json_group_array(json_set(value, '$.isCurrent', 0)) FROM json_each(?2, '$.quizzes'))))
    """)
  private static let takeOnce: SQL = """
    INSERT INTO once (learner, name, kind, at_ms)
    SELECT ?2, value ->> 'name', value ->> 'kind', value ->> 'atMs' FROM json_each(?1, '$.once')
    """
  private static let takeLedger: SQL = """
    INSERT INTO ledger
      (attempt_public_id, subject, stars, score, total, longest_run, elapsed_ms, finished_at_ms, learner)
    SELECT value ->> 'attempt', value ->> 'subject', value ->> 'stars', value ->> 'score', value ->> 'total',
      value ->> 'longestRun', value ->> 'elapsedMs', value ->> 'finishedAtMs', ?2
    FROM json_each(?1, '$.ledger') ORDER BY key
    """
  private static let homeworkOf: SQL = """
    SELECT DISTINCT h.public_id FROM attempt a JOIN quiz z ON z.id = a.quiz JOIN homework h ON h.id = z.homework
    WHERE a.learner = ?
    """
}
