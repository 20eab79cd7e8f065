package import HomeworkEngine
package import HomeworkModel

/// The rows that carry a checksum, which the server computes as it writes them.
extension PostgresTransaction {
  package func insert(
    _ answer: Answer, _ standing: Standing, question: Int64, attempt: Int64
  ) throws(StoreError) {
    try insert(
      answer: attempt, answer.index, question, answer.response, answer.outcome.rawValue, answer.streakPosition,
      answer.elapsedMs, answer.answeredAt.millisecondsSince1970, standing.correct, standing.elapsedMs,
      standing.streak.run, standing.streak.longest, standing.streak.stars)
    known?.settled(attempt: attempt, standing)
  }

  func sign(attempt row: Int64) throws(StoreError) {}
  func sign(credit row: Int64) throws(StoreError) {}

  package func store(_ progress: HomeworkProgress, homework: Int64, learner: Int64) throws(StoreError) {
    try run(
      """
      INSERT INTO progress
        (homework, learner, best_score, best_total, completion_percentage, total_attempts, last_played_at_ms)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (library, homework, learner) DO UPDATE SET best_score = excluded.best_score,
        best_total = excluded.best_total, completion_percentage = excluded.completion_percentage,
        total_attempts = excluded.total_attempts, last_played_at_ms = excluded.last_played_at_ms
      """, homework, learner, progress.bestScore, progress.bestTotal, progress.completionPercentage,
      progress.totalAttempts, progress.lastPlayedAt?.millisecondsSince1970)
  }

  package func append(_ line: LedgerLine, of learner: Int64) throws(StoreError) {
    try run(
      """
      INSERT INTO ledger
        (attempt_public_id, subject, stars, score, total, longest_run, elapsed_ms, finished_at_ms, learner)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, line.attempt.key, line.subject, line.stars, line.score.correct, line.score.total, line.longestRun,
      line.elapsedMs, line.finishedAt.millisecondsSince1970, learner)
  }

  /// Returns rows whose checksum does not match their content: the kind of row, and the package id of what it belongs
  /// to.
  func wronglySigned() throws(StoreError) -> [(table: String, place: String)] {
    try all(Self.wronglySigned) { ($0.text(0), $0.text(1)) }
  }

  private static let answerIsWrong = """
    r.checksum IS DISTINCT FROM hwdb.row_checksum(r.attempt, r.position, r.question, r.response, r.outcome,
      r.streak_position, r.elapsed_ms, r.answered_at_ms)
    """
  private static let attemptIsWrong = """
    a.checksum IS DISTINCT FROM hwdb.row_checksum(a.id, a.public_id, a.quiz, a.state, a.started_at_ms,
      a.finished_at_ms, a.learner, a.is_practice, a.deadline_ms, a.shuffle, a.seed, a.asked)
    """

  private static let wronglySigned = SQL.constant(
    """
    SELECT 'answer', coalesce(a.public_id, 'of no attempt') || ' question ' || (r.position + 1)
    FROM answer r LEFT JOIN attempt a ON a.id = r.attempt WHERE \(answerIsWrong)
    UNION ALL
    SELECT 'attempt', a.public_id FROM attempt a WHERE \(attemptIsWrong)
    UNION ALL
    SELECT 'progress', coalesce(h.public_id, 'of no homework')
    FROM progress p LEFT JOIN homework h ON h.id = p.homework
    WHERE p.checksum IS DISTINCT FROM hwdb.row_checksum(p.homework, p.learner, p.best_score, p.best_total,
      p.completion_percentage, p.total_attempts, p.last_played_at_ms)
    UNION ALL
    SELECT 'ledger', l.attempt_public_id FROM ledger l
    WHERE l.checksum IS DISTINCT FROM hwdb.row_checksum(l.id, l.attempt_public_id, l.subject, l.stars, l.score,
      l.total, l.longest_run, l.elapsed_ms, l.finished_at_ms, l.learner)
    """)

  package func isSigned(homework row: Int64) throws(StoreError) -> Bool { try number(Self.isWronglySigned, row) == 0 }

  private static let isWronglySigned = SQL.constant(
    """
    SELECT EXISTS (
      SELECT 1 FROM quiz z JOIN attempt a ON a.quiz = z.id LEFT JOIN answer r ON r.attempt = a.id
      WHERE z.homework = ? AND (\(attemptIsWrong) OR (r.attempt IS NOT NULL AND \(answerIsWrong))))
    """)

  package func question(
    signedAt index: Int, attempt row: Int64, orWith streakPosition: Int?, _ standing: Standing
  ) throws(StoreError) -> Int64? {
    let signed = try first(
      """
      SELECT question, checksum IN (
        hwdb.row_checksum(attempt, position, question, response, outcome, ?3, elapsed_ms, answered_at_ms),
        hwdb.row_checksum(attempt, position, question, response, outcome, streak_position, elapsed_ms, answered_at_ms))
      FROM answer WHERE attempt = ?1 AND position = ?2
      """, row, index, streakPosition
    ) { ($0.int64(0), $0.int(1) == 1) }
    return signed.flatMap { $0.1 ? $0.0 : nil }
  }

  package func repairIndexes() throws(StoreError) {
    try repairCounts()
    try run("DELETE FROM homework_search")
    for row in try all("SELECT id FROM homework ORDER BY id", make: { $0.int64(0) }) { try index(homework: row) }
  }
}
