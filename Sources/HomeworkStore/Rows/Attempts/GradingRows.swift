package import HomeworkModel

extension Table {
  static let grading = Table(
    "grading", of: "attempt", isSigned: true, identifiedBy: 5,
    [.reference("attempt"), .integer("position"), .integer("at_ms"), .text("outcome"), .text("reason")])

  static let regrading = Table(
    "regrading", of: "question", identifiedBy: 2,
    [.reference("question"), .integer("at_ms"), .flag("never_lower")])
}

/// Answers that are graded anew, and the corrected keys by which they are.
extension RowTransaction {
  package func insertIfAbsent(_ grading: AnswerGrading, attempt row: Int64) throws(StoreError) {
    _ = try insertIfAbsent(
      .grading,
      [
        "attempt": row, "position": grading.index, "at_ms": grading.at.millisecondsSince1970,
        "outcome": grading.outcome.rawValue, "reason": grading.reason.rawValue,
      ])
  }

  package func gradings(ofAttempt row: Int64) throws(StoreError) -> [AnswerGrading] {
    try all(Self.gradingsOfAttempt, row, make: Self.grading)
  }

  private static let gradingsOfAttempt = SQL.constant { dialect in
    """
    SELECT \(Table.grading.list(of: "g")) FROM grading g WHERE g.attempt = ?
      AND \(dialect.isAsWritten(.grading, "g")) ORDER BY g.position, g.at_ms, g.outcome, g.reason
    """
  }

  private static func grading(_ row: any SQLRow) throws(StoreError) -> AnswerGrading {
    let word = row.text("reason")
    guard let reason = GradingReason(rawValue: word) else { throw .damaged("reason of a grading", word) }
    return AnswerGrading(
      index: try row.int("position", in: Stored.positions, "position"), at: try row.timestamp("at_ms"),
      outcome: try row.outcome("outcome"), reason: reason)
  }

  // MARK: Corrected keys

  package func insert(_ regrading: StoredRegrading) throws(StoreError) {
    try insert(
      .regrading,
      [
        "question": regrading.questionRow, "at_ms": regrading.at.millisecondsSince1970,
        "never_lower": regrading.neverLower,
      ])
  }

  package func remove(_ regrading: StoredRegrading) throws(StoreError) {
    try run(
      "DELETE FROM regrading WHERE question = ? AND at_ms = ?", regrading.questionRow,
      regrading.at.millisecondsSince1970)
  }

  package func newestRegrading() throws(StoreError) -> StoredRegrading? {
    try first(Self.newestRegrading, make: Self.regrading)
  }

  package func regradings(since quiz: Int64) throws(StoreError) -> [StoredRegrading] {
    try all(Self.regradingsSince, quiz, make: Self.regrading)
  }

  private static let regradingColumns = """
    SELECT g.at_ms AS corrected_at_ms, g.never_lower AS never_lower,
      (SELECT public_id FROM quiz WHERE id = q.quiz) AS quiz_id, \(Table.question.list(of: "q"))
    FROM regrading g JOIN question q ON q.id = g.question
    """
  private static let newestRegrading = SQL.constant("\(regradingColumns) ORDER BY g.at_ms DESC, q.id DESC LIMIT 1")
  /// A review's quiz is as old as the review, and has no revisions.
  private static let regradingsSince = SQL.constant(
    """
    \(regradingColumns) JOIN quiz y ON y.id = q.quiz JOIN quiz z ON z.id = ?1
      AND CASE WHEN z.homework IS NULL THEN z.created_at_ms <= y.created_at_ms ELSE z.revision < y.revision END
    WHERE EXISTS (
      SELECT 1 FROM question p WHERE p.quiz = z.id
        AND coalesce(p.card, p.public_id) = coalesce(q.card, q.public_id))
    ORDER BY g.at_ms, q.id
    """)

  /// Returns the corrections of a quiz's questions, oldest first.
  package func regradings(ofQuiz row: Int64) throws(StoreError) -> [StoredRegrading] {
    try all(Self.regradingsOfQuiz, row, make: Self.regrading)
  }

  private static let regradingsOfQuiz = SQL.constant("\(regradingColumns) WHERE q.quiz = ? ORDER BY g.at_ms, q.id")

  private static func regrading(_ row: any SQLRow) throws(StoreError) -> StoredRegrading {
    StoredRegrading(
      questionRow: row.int64("id"), quizId: try row.id("quiz_id"), at: try row.timestamp("corrected_at_ms"),
      neverLower: row.int("never_lower") == 1,
      key: try question(row))
  }

  // MARK: Other copies

  /// Returns the gradings of an attempt, by the answers' indexes.
  func gradings(ofAttempt id: String) throws(StoreError) -> [Int: [AnswerGrading]] {
    Dictionary(grouping: try all(Self.gradingsOfAttemptId, id, make: Self.grading), by: \.index)
  }

  private static let gradingsOfAttemptId = SQL.constant(
    """
    SELECT \(Table.grading.list(of: "g")) FROM attempt a JOIN grading g ON g.attempt = a.id WHERE a.public_id = ?
    ORDER BY g.position, g.at_ms, g.outcome, g.reason
    """)

  /// Returns the corrected keys of a quiz's questions.
  func regradingsValue(ofQuiz id: String) throws(StoreError) -> JSONValue {
    .array(
      try all(
        """
        SELECT q.position, g.at_ms, g.never_lower FROM quiz z JOIN question q ON q.quiz = z.id
          JOIN regrading g ON g.question = q.id
        WHERE z.public_id = ? ORDER BY 1, 2
        """, id
      ) { ["index": .int($0.int64(0)), "atMs": .int($0.int64(1)), "neverLower": .bool($0.int(2) == 1)] })
  }

  package func setRegradings(quiz row: Int64, from value: JSONValue) throws(StoreError) {
    try run("DELETE FROM regrading WHERE question IN (SELECT id FROM question WHERE quiz = ?)", row)
    for regrading in value.array ?? [] {
      guard let index = regrading["index"]?.int, case .int(let atMs)? = regrading["atMs"],
        case .bool(let neverLower)? = regrading["neverLower"], let question = try question(at: index, quiz: row)?.row
      else { throw .damaged("correction of a key", String(decoding: regrading.encoded(), as: UTF8.self)) }
      try insert(.regrading, ["question": question, "at_ms": atMs, "never_lower": neverLower])
    }
  }
}

extension AnswerGrading {
  var json: JSONValue {
    [
      "atMs": .int(at.millisecondsSince1970), "outcome": .string(outcome.rawValue), "reason": .string(reason.rawValue),
    ]
  }

  /// - Parameter json: a grading as `value(of:)` of a change returns it.
  init(index: Int, _ json: JSONValue) throws(StoreError) {
    guard case .int(let atMs)? = json["atMs"], let outcome = json["outcome"]?.string.flatMap(Outcome.init),
      outcome != .skipped, let reason = json["reason"]?.string.flatMap(GradingReason.init)
    else { throw .damaged("grading", String(decoding: json.encoded(), as: UTF8.self)) }
    self.init(index: index, at: Timestamp(millisecondsSince1970: atMs), outcome: outcome, reason: reason)
  }
}
