package import HomeworkEngine
package import HomeworkModel

/// A learner as a document: made of the same JSON as an undo keeps, and stored through the same statements.
extension SQLiteTransaction {
  package func document(ofLearner row: Int64) throws(StoreError) -> String? {
    try first(Self.learnerDocument, row) { $0.text(0) }
  }

  private static let learnerDocument = SQL.constant(
    """
    SELECT json_object('format', '\(LearnerDocument.format)', 'version', \(LearnerDocument.version),
      'learner', json_object('id', l.public_id, 'name', l.name, 'createdAtMs', l.created_at_ms),
      'homework', (SELECT json_group_array(json(content)) FROM (
        SELECT \(content) AS content FROM homework h WHERE h.id IN (
          SELECT homework FROM completion WHERE learner = ?1
          UNION SELECT z.homework FROM attempt a JOIN quiz z ON z.id = a.quiz WHERE a.learner = ?1)
        ORDER BY h.id)),
      'reviews', json((SELECT \(reviewContent))),
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

  package func head(of document: String) throws(StoreError) -> LearnerDocument? {
    guard try number("SELECT json_valid(?)", document) == 1 else { return nil }
    return try first(
      """
      SELECT ?1 ->> '$.format', ?1 ->> '$.version', ?1 ->> '$.learner.id', ?1 ->> '$.learner.name',
        ?1 ->> '$.learner.createdAtMs'
      """, document
    ) {
      LearnerDocument(
        format: $0.text(0), version: $0.int(1), learnerId: $0.text(2), name: $0.text(3), createdAtMs: $0.int64(4))
    }
  }

  package func homework(in document: String) throws(StoreError) -> [(id: Homework.ID?, content: String)] {
    try all("SELECT value ->> '$.homework.id', value FROM json_each(?, '$.homework')", document) {
      (row) throws(SQLiteError) in (id: try row.optionalId(0), content: row.text(1))
    }
  }

  package func take(
    homework content: String, _ id: Homework.ID, of learner: Int64, at time: Timestamp
  ) throws(StoreError) -> (row: Int64, isNew: Bool) {
    let known = try first("SELECT id FROM homework WHERE public_id = ?", id.key) { $0.int64(0) }
    let row = try take(content, by: known == nil ? Self.keep : Self.keepBesideKnown, of: learner, at: time) {
      (deletion) throws(SQLiteError) in try restore(deletion, into: known)
    }
    guard let row else { throw fail(.damaged("homework", id.text)) }
    return (row, known == nil)
  }

  package func takeReviews(in document: String, of learner: Int64, at time: Timestamp) throws(StoreError) {
    let reviews = try first("SELECT ?1 ->> '$.reviews'", document) { $0.optionalText(0) } ?? nil
    guard let reviews else { return }
    _ = try take(reviews, by: Self.keep, of: learner, at: time) { (deletion) throws(SQLiteError) in
      try restoreParts(deletion, of: nil)
      return nil
    }
  }

  package func takeEarnings(in document: String, of learner: Int64) throws(StoreError) {
    try run(Self.takeOnce, document, learner)
    try run(Self.takeLedger, document, learner)
    for row in try all("SELECT id FROM ledger WHERE learner = ?", learner, make: { $0.int64(0) }) {
      try sign(credit: row)
    }
  }

  package func homeworkPlayed(by learner: Int64) throws(StoreError) -> [Homework.ID] {
    try all(Self.homeworkOf, learner) { (row) throws(SQLiteError) in try row.id(0) }
  }

  /// Stores `content` as an undo restores it, since its form is the same.
  ///
  /// - Parameter restore: returns the row of the homework with the attempts; `nil` for reviews.
  private func take(
    _ content: String, by keep: SQL, of learner: Int64, at time: Timestamp,
    restore: (_ deletion: Int64) throws(SQLiteError) -> Int64?
  ) throws(StoreError) -> Int64? {
    let deletion = try inserted(keep, time.millisecondsSince1970, content, learner)
    let homework: Int64?
    do throws(SQLiteError) { homework = try restore(deletion) } catch { throw failed(error) }
    try restoreAnswers(deletion)
    try requireAll(of: deletion, at: homework, by: learner)
    try run("DELETE FROM deletion WHERE id = ?", deletion)
    return homework
  }

  /// Throws if an attempt or an answer was not stored.
  private func requireAll(of deletion: Int64, at homework: Int64?, by learner: Int64) throws(StoreError) {
    let wanted = try first(
      """
      SELECT json_array_length(content, '$.attempts'), json_array_length(content, '$.answers')
      FROM deletion WHERE id = ?
      """, deletion
    ) { ($0.int(0), $0.int(1)) }
    let there = try first(
      """
      SELECT count(DISTINCT a.id), count(r.attempt)
      FROM quiz z JOIN attempt a ON a.quiz = z.id LEFT JOIN answer r ON r.attempt = a.id
      WHERE z.homework IS ? AND a.learner = ?
      """, homework, learner
    ) { ($0.int(0), $0.int(1)) }
    guard let wanted, let there, wanted == there else {
      throw fail(.damaged("list of attempts and answers", "\(there ?? (0, 0)) of \(wanted ?? (0, 0))"))
    }
  }

  /// Replaces the learner's row in the other library by that in this one.
  private static let mine = """
    '$.completions', (SELECT json_group_array(json_set(value, '$[0]', ?3)) FROM json_each(?2, '$.completions')),
      '$.progress', (SELECT json_group_array(json_set(value, '$[0]', ?3)) FROM json_each(?2, '$.progress')),
      '$.attempts', (SELECT json_group_array(json_set(value, '$.learner', ?3)) FROM json_each(?2, '$.attempts'))
    """
  private static let keep = SQL.constant(
    "INSERT INTO deletion (at_ms, content) VALUES (?1, json_set(?2, \(mine)))")
  /// A homework that already exists keeps its collections and its quiz.
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
