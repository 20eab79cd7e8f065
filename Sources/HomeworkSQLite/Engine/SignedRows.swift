package import HomeworkEngine
package import HomeworkModel

/// The rows that carry a checksum: each is written and checked here.
extension SQLiteTransaction {
  package func insert(
    _ answer: Answer, _ standing: Standing, question: Int64, attempt: Int64
  ) throws(StoreError) {
    try insert(
      """
      INSERT INTO answer (attempt, position, question, response, outcome, streak_position, elapsed_ms, answered_at_ms,
        checksum, correct_count, total_elapsed_ms, run, longest_run, stars)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, row_checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13),
        ?9, ?10, ?11, ?12, ?13)
      """, attempt, answer.index, question, answer.response, answer.outcome.rawValue, answer.streakPosition,
      answer.elapsedMs, answer.answeredAt.millisecondsSince1970, standing.correct, standing.elapsedMs,
      standing.streak.run, standing.streak.longest, standing.streak.stars)
    known?.settled(attempt: attempt, standing)
  }

  package func sign(attempt row: Int64) throws(StoreError) { try run(Self.signAttempt, row) }

  private static let signAttempt = SQL.constant("UPDATE attempt SET checksum = \(attemptChecksum) WHERE id = ?")

  package func store(_ progress: HomeworkProgress, homework: Int64, learner: Int64) throws(StoreError) {
    try run(
      """
      INSERT INTO progress
        (homework, learner, best_score, best_total, completion_percentage, total_attempts, last_played_at_ms, checksum)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, row_checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7))
      ON CONFLICT (homework, learner) DO UPDATE SET best_score = excluded.best_score, best_total = excluded.best_total,
        completion_percentage = excluded.completion_percentage, total_attempts = excluded.total_attempts,
        last_played_at_ms = excluded.last_played_at_ms, checksum = excluded.checksum
      """, homework, learner, progress.bestScore, progress.bestTotal, progress.completionPercentage,
      progress.totalAttempts,
      progress.lastPlayedAt?.millisecondsSince1970)
  }

  package func append(_ line: LedgerLine, of learner: Int64) throws(StoreError) {
    let row = try inserted(
      """
      INSERT INTO ledger
        (attempt_public_id, subject, stars, score, total, longest_run, elapsed_ms, finished_at_ms, learner)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, line.attempt.key, line.subject, line.stars, line.score.correct, line.score.total, line.longestRun,
      line.elapsedMs, line.finishedAt.millisecondsSince1970, learner)
    try sign(credit: row)
  }

  package func sign(credit row: Int64) throws(StoreError) {
    try run(
      """
      UPDATE ledger SET checksum =
        row_checksum(id, attempt_public_id, subject, stars, score, total, longest_run, elapsed_ms, finished_at_ms,
          learner)
      WHERE id = ?
      """, row)
  }
}

extension SignedTable {
  /// What the checksum of a row covers, in order.
  private var columns: [String] {
    switch self {
    case .answer: Self.answerAlone + ["correct_count", "total_elapsed_ms", "run", "longest_run", "stars"]
    case .attempt:
      [
        "id", "public_id", "quiz", "state", "started_at_ms", "finished_at_ms", "learner", "is_practice", "deadline_ms",
        "shuffle", "seed", "asked",
      ]
    case .progress:
      [
        "homework", "learner", "best_score", "best_total", "completion_percentage", "total_attempts",
        "last_played_at_ms",
      ]
    case .ledger:
      [
        "id", "attempt_public_id", "subject", "stars", "score", "total", "longest_run", "elapsed_ms", "finished_at_ms",
        "learner",
      ]
    }
  }

  /// Without the totals up to an answer: so rows were written before, and on a server still are.
  private static let answerAlone = [
    "attempt", "position", "question", "response", "outcome", "streak_position", "elapsed_ms", "answered_at_ms",
  ]

  private static func list(_ columns: [String], of alias: String) -> String {
    columns.map { "\(alias).\($0)" }.joined(separator: ", ")
  }

  /// An expression for the checksum that a row should have.
  func checksum(of alias: String) -> String { "row_checksum(\(Self.list(columns, of: alias)))" }

  /// A condition that is true of each row, or an error: of those that are not as this program wrote them.
  func isAsWritten(_ alias: String) -> String {
    guard self == .answer else { return "is_as_written(\(alias).checksum, \(Self.list(columns, of: alias)))" }
    let alone = Self.list(Self.answerAlone, of: alias)
    return "(\(alias).checksum = \(checksum(of: alias)) OR is_as_written(\(alias).checksum, \(alone)))"
  }

  /// A condition that is true of rows that are not as this program wrote them. Other programs write no checksum.
  func isWrong(_ alias: String) -> String {
    let alone = self == .answer ? ", row_checksum(\(Self.list(Self.answerAlone, of: alias)))" : ""
    return "\(alias).checksum NOT IN (0, \(checksum(of: alias))\(alone))"
  }
}

extension SQLiteTransaction {
  package static let attemptChecksum = SignedTable.attempt.checksum(of: "attempt")

  /// Returns rows whose checksum does not match their content: the kind of row, and the public id of what it belongs
  /// to.
  package func wronglySigned() throws(StoreError) -> [(table: String, place: String)] {
    try all(Self.wronglySigned) { ($0.text(0), $0.text(1)) }
  }

  private static let wronglySigned = SQL.constant(
    """
    SELECT 'answer', coalesce(a.public_id, 'of no attempt') || ' question ' || (r.position + 1)
    FROM answer r LEFT JOIN attempt a ON a.id = r.attempt WHERE \(SignedTable.answer.isWrong("r"))
    UNION ALL
    SELECT 'attempt', public_id FROM attempt WHERE \(SignedTable.attempt.isWrong("attempt"))
    UNION ALL
    SELECT 'progress', coalesce(h.public_id, 'of no homework')
    FROM progress p LEFT JOIN homework h ON h.id = p.homework WHERE \(SignedTable.progress.isWrong("p"))
    UNION ALL
    SELECT 'ledger', attempt_public_id FROM ledger WHERE \(SignedTable.ledger.isWrong("ledger"))
    """)

  package func isSigned(homework row: Int64) throws(StoreError) -> Bool { try number(Self.isWronglySigned, row) == 0 }

  private static let isWronglySigned = SQL.constant(
    """
    SELECT EXISTS (
      SELECT 1 FROM quiz z JOIN attempt a ON a.quiz = z.id LEFT JOIN answer r ON r.attempt = a.id
      WHERE z.homework = ? AND (
        \(SignedTable.attempt.isWrong("a")) OR (r.attempt IS NOT NULL AND \(SignedTable.answer.isWrong("r")))))
    """)

  package func asStored<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    connection.verifiesRows = false
    defer { connection.verifiesRows = true }
    return try body()
  }

  package func question(
    signedAt index: Int, attempt row: Int64, orWith streakPosition: Int?, _ standing: Standing
  ) throws(StoreError) -> Int64? {
    let signed = try first(
      """
      SELECT question, checksum IN (
        row_checksum(attempt, position, question, response, outcome, ?3, elapsed_ms, answered_at_ms,
          ?4, ?5, ?6, ?7, ?8),
        row_checksum(attempt, position, question, response, outcome, streak_position, elapsed_ms, answered_at_ms,
          correct_count, total_elapsed_ms, run, longest_run, stars),
        row_checksum(attempt, position, question, response, outcome, ?3, elapsed_ms, answered_at_ms),
        row_checksum(attempt, position, question, response, outcome, streak_position, elapsed_ms, answered_at_ms))
      FROM answer WHERE attempt = ?1 AND position = ?2
      """, row, index, streakPosition, standing.correct, standing.elapsedMs, standing.streak.run,
      standing.streak.longest, standing.streak.stars
    ) { ($0.int64(0), $0.int(1) == 1) }
    return signed.flatMap { $0.1 ? $0.0 : nil }
  }
}
