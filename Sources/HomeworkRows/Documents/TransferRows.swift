package import HomeworkEngine
package import HomeworkModel

/// A learner as a document: made of the same JSON as an undo keeps, and stored through the same statements.
extension RowTransaction {
  package func document(ofLearner row: Int64) throws(StoreError) -> String? {
    try first(Documents.learnerDocument, row) { $0.text(0) }
  }

  package func head(of document: String) throws(StoreError) -> LearnerDocument? {
    guard try number(Documents.isJSON, document) == 1 else { return nil }
    return try first(Documents.head, document) { (row) throws(RowError) in
      LearnerDocument(
        format: row.text(0), version: row.int(1), learnerId: row.text(2), name: row.text(3),
        createdAtMs: try row.timestamp(4).millisecondsSince1970)
    }
  }

  package func homework(in document: String) throws(StoreError) -> [(id: Homework.ID?, content: String)] {
    try all(Documents.homework, document) {
      (row) throws(RowError) in (id: try row.optionalId(0), content: row.text(1))
    }
  }

  package func take(
    homework content: String, _ id: Homework.ID, of learner: Int64, at time: Timestamp
  ) throws(StoreError) -> (row: Int64, isNew: Bool) {
    let known = try first("SELECT id FROM homework WHERE public_id = ?", id.key) { $0.int64(0) }
    let row = try take(content, by: known == nil ? Documents.keep : Documents.keepBesideKnown, of: learner, at: time) {
      (deletion) throws(StoreError) in try restore(deletion, into: known)
    }
    guard let row else { throw fail(.damaged("homework", id.text)) }
    return (row, known == nil)
  }

  package func takeReviews(in document: String, of learner: Int64, at time: Timestamp) throws(StoreError) {
    let reviews = try first(Documents.reviews, document) { $0.optionalText(0) } ?? nil
    guard let reviews else { return }
    _ = try take(reviews, by: Documents.keep, of: learner, at: time) { (deletion) throws(StoreError) in
      try restoreParts(deletion, of: nil)
      return nil
    }
  }

  package func takeEarnings(in document: String, of learner: Int64) throws(StoreError) {
    try run(Documents.takeOnce, document, learner)
    try run(Documents.takeLedger, document, learner)
    _ = try all("SELECT elapsed_ms FROM ledger WHERE learner = ?", learner) { (row) throws(RowError) in
      // Their sum must not overflow.
      try row.int(0, in: 0...Stored.counts.upperBound * Answer.elapsedLimitsMs.upperBound, "time spent")
    }
    try sign(.ledger, where: "learner = ?", learner)
  }

  package func homeworkPlayed(by learner: Int64) throws(StoreError) -> [Homework.ID] {
    try all(Self.homeworkOf, learner) { (row) throws(RowError) in try row.id(0) }
  }

  /// Stores `content` as an undo restores it, since its form is the same.
  ///
  /// - Parameter restore: returns the row of the homework with the attempts; `nil` for reviews.
  private func take(
    _ content: String, by keep: SQL, of learner: Int64, at time: Timestamp,
    restore: (_ deletion: Int64) throws(StoreError) -> Int64?
  ) throws(StoreError) -> Int64? {
    let deletion = try inserted(keep, time.millisecondsSince1970, content, learner)
    let homework = try restore(deletion)
    try restoreAnswers(deletion)
    try requireAll(of: deletion, at: homework, by: learner)
    try run("DELETE FROM deletion WHERE id = ?", deletion)
    return homework
  }

  /// Throws if an attempt or an answer was not stored, or an answer is not to a question of its attempt's quiz. Such an
  /// answer would stay when that question is deleted.
  private func requireAll(of deletion: Int64, at homework: Int64?, by learner: Int64) throws(StoreError) {
    let wanted = try first(Documents.counts, deletion) { ($0.int(0), $0.int(1)) }
    let there = try first(
      """
      SELECT count(DISTINCT a.id), count(q.id)
      FROM quiz z JOIN attempt a ON a.quiz = z.id LEFT JOIN answer r ON r.attempt = a.id
        LEFT JOIN question q ON q.id = r.question AND q.quiz = z.id
      WHERE z.homework IS NOT DISTINCT FROM CAST(? AS bigint) AND a.learner = ?
      """, homework, learner
    ) { ($0.int(0), $0.int(1)) }
    guard let wanted, let there, wanted == there else {
      throw fail(.damaged("list of attempts and answers", "\(there ?? (0, 0)) of \(wanted ?? (0, 0))"))
    }
  }

  private static let homeworkOf: SQL = """
    SELECT DISTINCT h.public_id FROM attempt a JOIN quiz z ON z.id = a.quiz JOIN homework h ON h.id = z.homework
    WHERE a.learner = ?
    """
}
