import HomeworkModel

extension Table {
  static let grading = Table(
    "grading", identifiedBy: 5,
    [.text("attempt"), .integer("position"), .integer("at_ms"), .text("outcome"), .text("reason")])

  static let regrading = Table(
    "regrading", identifiedBy: 2,
    [.text("question"), .integer("at_ms"), .flag("never_lower"), .flag("is_undone")])
}

/// Answers that are graded anew, and the corrected keys by which they are.
extension RowTransaction {
  /// Stores a grading, unless it is there.
  func insertIfAbsent(_ grading: AnswerGrading, attempt id: Attempt.ID) throws(StoreError) {
    _ = try insertIfAbsent(
      .grading,
      [
        "attempt": id, "position": grading.index, "at_ms": grading.at.millisecondsSince1970,
        "outcome": grading.outcome.rawValue, "reason": grading.reason.rawValue,
      ])
  }

  /// Returns the gradings of an attempt's answers, in order of the answers, then of time.
  func gradings(ofAttempt id: Attempt.ID) throws(StoreError) -> [AnswerGrading] {
    try all(Self.gradingsOfAttempt, id, make: Self.grading)
  }

  private static let gradingsOfAttempt: SQL = """
    SELECT \(Table.grading.list(of: "g")) FROM grading g
      JOIN answer r ON r.attempt = g.attempt AND r.position = g.position WHERE g.attempt = ?
      ORDER BY g.position, g.at_ms, g.outcome, g.reason
    """

  private static func grading(_ row: any SQLRow) throws(StoreError) -> AnswerGrading {
    let word = row.text("reason")
    guard let reason = GradingReason(rawValue: word) else { throw .damaged("reason of a grading", word) }
    return AnswerGrading(
      index: try row.int("position", in: Stored.positions, "position"), at: try row.timestamp("at_ms"),
      outcome: try row.outcome("outcome"), reason: reason)
  }

  // MARK: Corrected keys

  func insertIfAbsent(_ regrading: StoredRegrading) throws(StoreError) {
    _ = try insertIfAbsent(
      .regrading,
      [
        "question": regrading.questionId, "at_ms": regrading.at.millisecondsSince1970,
        "never_lower": regrading.neverLower, "is_undone": regrading.isUndone,
      ])
  }

  /// Marks a correction as undone, in every revision that has it.
  func undo(_ regrading: StoredRegrading) throws(StoreError) {
    try run(
      "UPDATE regrading SET is_undone = true WHERE \(Self.isCorrection)", regrading.at.millisecondsSince1970,
      regrading.key.id)
  }

  /// Returns whether a correction is undone in any revision that has it.
  func isUndone(_ regrading: StoredRegrading) throws(StoreError) -> Bool {
    try first(
      "SELECT 1 FROM regrading WHERE is_undone AND \(Self.isCorrection) LIMIT 1", regrading.at.millisecondsSince1970,
      regrading.key.id
    ) { _ in true } ?? false
  }

  /// A correction is known by its time and its card. Two of one time, which only clocks that went back make, are one.
  private static let isCorrection = "at_ms = ? AND question IN (SELECT id FROM question WHERE coalesce(card, id) = ?)"

  /// Returns whether any key was ever corrected.
  func hasRegradings() throws(StoreError) -> Bool {
    try number("SELECT CASE WHEN EXISTS (SELECT 1 FROM regrading) THEN 1 ELSE 0 END") == 1
  }

  /// Returns the time of the last one, undone or not.
  func newestTimeOfRegradings() throws(StoreError) -> Timestamp? {
    try first("SELECT at_ms FROM regrading ORDER BY at_ms DESC LIMIT 1") { row in
      try row.timestamp(0)
    }
  }

  func newestRegrading() throws(StoreError) -> StoredRegrading? {
    try first(Self.newestRegrading, make: Self.regrading)
  }

  /// Returns the corrections of a quiz's questions that were made without it knowing them, oldest first.
  func regradings(since quiz: Quiz.ID) throws(StoreError) -> [StoredRegrading] {
    try all(Self.regradingsSince, quiz, make: Self.regrading)
  }

  private static let regradingColumns = """
    SELECT g.at_ms AS corrected_at_ms, g.never_lower AS never_lower, g.is_undone AS is_undone,
      \(Table.question.list(of: "q"))
    FROM regrading g JOIN question q ON q.id = g.question
    """
  private static let newestRegrading: SQL = """
    \(regradingColumns) WHERE NOT g.is_undone AND q.quiz NOT IN (\(hiddenQuizzes))
    ORDER BY g.at_ms DESC, q.id DESC LIMIT 1
    """
  /// A quiz knows the corrections in itself and in those of which it is an edition, and older ones of the same cards. A
  /// review knows the older ones, unless it has a key that no quiz has had since: then it was begun by a fast clock
  /// before the correction was heard of. A derived quiz, which the version in its id tells, has none of its own.
  private static let regradingsSince: SQL = """
    WITH RECURSIVE line (id, former) AS (
      SELECT id, former FROM quiz WHERE id = ?1
      UNION SELECT z.id, z.former FROM line l JOIN quiz z ON z.id = l.former)
    \(regradingColumns) JOIN quiz y ON y.id = q.quiz JOIN quiz z ON z.id = ?1
    WHERE substr(y.id, 15, 1) <> '8' AND EXISTS (
        SELECT 1 FROM question p WHERE p.quiz = z.id AND coalesce(p.card, p.id) = coalesce(q.card, q.id))
      AND CASE WHEN z.homework IS NULL THEN z.created_at_ms <= y.created_at_ms OR NOT EXISTS (
        SELECT 1 FROM question p JOIN question s ON coalesce(s.card, s.id) = coalesce(p.card, p.id)
          JOIN quiz v ON v.id = s.quiz
        WHERE p.quiz = z.id AND coalesce(p.card, p.id) = coalesce(q.card, q.id) AND v.homework = y.homework
          AND (v.created_at_ms, v.id) >= (y.created_at_ms, y.id)
          AND (\(key("s"))) IS NOT DISTINCT FROM (\(key("p")))) ELSE NOT EXISTS (
        SELECT 1 FROM line l JOIN question p ON p.quiz = l.id
          JOIN regrading o ON o.question = p.id AND o.at_ms >= g.at_ms
        WHERE coalesce(p.card, p.id) = coalesce(q.card, q.id)) END
    ORDER BY g.at_ms, q.id
    """

  /// The columns by which a response to a question is graded. PostgreSQL compares no JSON.
  private static func key(_ question: String) -> String {
    ["correct_index", "correct_answer", "accepted_answers", "is_exact", "key_concepts", "details"]
      .map { "CAST(\(question).\($0) AS text)" }.joined(separator: ", ")
  }

  /// Returns the corrections of a quiz's questions, oldest first.
  func regradings(ofQuiz id: Quiz.ID) throws(StoreError) -> [StoredRegrading] {
    try all(Self.regradingsOfQuiz, id, make: Self.regrading)
  }

  private static let regradingsOfQuiz: SQL = "\(regradingColumns) WHERE q.quiz = ? ORDER BY g.at_ms, q.id"

  private static func regrading(_ row: any SQLRow) throws(StoreError) -> StoredRegrading {
    StoredRegrading(
      questionId: try row.id("id"), quizId: try row.id("quiz"), at: try row.timestamp("corrected_at_ms"),
      neverLower: row.int("never_lower") == 1, isUndone: row.int("is_undone") == 1,
      key: try question(row))
  }

  // MARK: Other copies

  /// Returns the corrected keys of a quiz's questions.
  func regradingsValue(ofQuiz id: String) throws(StoreError) -> JSONValue {
    .array(
      try all(
        """
        SELECT q.position, g.at_ms, g.never_lower, g.is_undone
        FROM question q JOIN regrading g ON g.question = q.id WHERE q.quiz = ? ORDER BY 1, 2
        """, id
      ) {
        [
          "index": .int($0.int64(0)), "atMs": .int($0.int64(1)), "neverLower": .bool($0.int(2) == 1),
          "isUndone": .bool($0.int(3) == 1),
        ]
      })
  }

  /// Stores the corrections of a quiz's keys, in place of those that are there.
  func setRegradings(quiz id: Quiz.ID, from value: JSONValue) throws(StoreError) {
    try run("DELETE FROM regrading WHERE question IN (SELECT id FROM question WHERE quiz = ?)", id)
    for regrading in value.array ?? [] {
      guard let index = regrading["index"]?.int, case .int(let atMs)? = regrading["atMs"],
        case .bool(let neverLower)? = regrading["neverLower"], case .bool(let isUndone)? = regrading["isUndone"],
        let question = try question(at: index, quiz: id)?.id
      else { throw .damaged("correction of a key", String(decoding: regrading.encoded(), as: UTF8.self)) }
      try insert(.regrading, ["question": question, "at_ms": atMs, "never_lower": neverLower, "is_undone": isUndone])
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
