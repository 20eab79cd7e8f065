package import HomeworkEngine
package import HomeworkModel

/// The rows that have a checksum: SQLite's are signed here, after they were written; a server signs its own.
extension RowTransaction {
  /// Sets the checksums of rows that meet a condition.
  func sign<each Bound: SQLBindable>(
    _ table: SignedTable, where condition: String, _ values: repeat each Bound
  ) throws(StoreError) {
    guard Dialect.signsRows else { return }
    try run(
      .text(of: "sign \(table) \(condition)") {
        "UPDATE \(table) SET checksum = \(table.checksum(of: table.rawValue)) WHERE \(condition)"
      }, repeat each values)
  }

  /// Signs the rows that another program wrote.
  package func signUnsigned() throws(StoreError) {
    for table in SignedTable.allCases { try sign(table, where: "checksum IS NULL") }
  }

  package func store(_ progress: HomeworkProgress, homework: Int64, learner: Int64) throws(StoreError) {
    try run(
      Self.storeProgress, homework, learner, progress.bestScore, progress.bestTotal, progress.completionPercentage,
      progress.totalAttempts, progress.lastPlayedAt?.millisecondsSince1970)
    try sign(.progress, where: "homework = ? AND learner = ?", homework, learner)
  }

  private static let storeProgress = SQL.constant(
    """
    INSERT INTO progress
      (homework, learner, best_score, best_total, completion_percentage, total_attempts, last_played_at_ms)
    VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (\(Dialect.partition)homework, learner) DO UPDATE SET best_score = excluded.best_score,
      best_total = excluded.best_total, completion_percentage = excluded.completion_percentage,
      total_attempts = excluded.total_attempts, last_played_at_ms = excluded.last_played_at_ms
    """)

  package func append(_ line: LedgerLine, of learner: Int64) throws(StoreError) {
    try run(
      """
      INSERT INTO ledger
        (attempt_public_id, learner, subject, stars, score, total, longest_run, elapsed_ms, finished_at_ms)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, line.attempt.key, learner, line.subject, line.stars, line.score.correct, line.score.total, line.longestRun,
      line.elapsedMs, line.finishedAt.millisecondsSince1970)
    try sign(.ledger, where: "attempt_public_id = ?", line.attempt.key)
  }

  package func signatureFaults(ofLearner learner: Int64?) throws(StoreError) -> [Inconsistency] {
    func make(_ row: Row) throws(RowError) -> Inconsistency {
      let (name, place) = (row.text(0), row.text(1))
      guard row.int(2) == 0, let table = SignedTable(rawValue: name) else {
        return Inconsistency(kind: .unsigned, place: place, detail: "another program wrote the \(name)")
      }
      return Inconsistency(
        kind: .checksum, place: place, detail: "the \(name) is not what was written: \(table.advice)")
    }
    guard let learner else { return try all(Self.notSigned, make: make) }
    return try all(Self.notSignedOfLearner, learner, make: make)
  }

  private static let notSigned = notSigned { _ in "true" }
  private static let notSignedOfLearner = notSigned(\.isOfLearner)

  private static func notSigned(_ condition: (SignedTable) -> String) -> SQL {
    .constant(
      SignedTable.allCases.map { table in
        let (place, source) = table.place
        return """
          SELECT '\(table)', \(place), t.checksum IS NULL FROM \(source)
          WHERE (t.checksum IS NULL OR \(table.isWrong("t"))) AND \(condition(table))
          """
      }.joined(separator: " UNION ALL "))
  }

  package func isSigned(homework row: Int64) throws(StoreError) -> Bool { try number(Self.isWronglySigned, row) == 0 }

  private static let isWronglySigned = SQL.constant(
    """
    SELECT EXISTS (
      SELECT 1 FROM quiz z JOIN attempt a ON a.quiz = z.id LEFT JOIN answer r ON r.attempt = a.id
      WHERE z.homework = ? AND (\(SignedTable.attempt.isWrong("a")) OR \(SignedTable.answer.isWrong("r"))))
    """)

  package func question(
    signedAt index: Int, attempt row: Int64, orWith streakPosition: Int?, _ standing: Standing
  ) throws(StoreError) -> Int64? {
    let signed = try first(
      Self.signedQuestion, row, index, streakPosition, standing.correct, standing.elapsedMs, standing.streak.run,
      standing.streak.longest, standing.streak.stars
    ) { ($0.int64(0), $0.int(1) == 1) }
    return signed.flatMap { $0.1 ? $0.0 : nil }
  }

  private static let signedQuestion = SQL.constant(
    """
    SELECT question, coalesce(checksum IN (\(SignedTable.answer.checksum(of: "answer")),
      \(SignedTable.answer.checksum(
        of: "answer", replacing: [
          "streak_position": "?3", "correct_count": "?4", "total_elapsed_ms": "?5", "run": "?6", "longest_run": "?7",
          "stars": "?8",
        ]))), true)
    FROM answer WHERE attempt = ?1 AND position = ?2
    """)
}

extension SignedTable {
  /// The public id of what a row `t` belongs to, and the tables that give it.
  fileprivate var place: (String, from: String) {
    switch self {
    case .answer:
      (
        "coalesce(a.public_id, 'of no attempt') || ' question ' || (t.position + 1)",
        "answer t LEFT JOIN attempt a ON a.id = t.attempt"
      )
    case .progress:
      ("coalesce(h.public_id, 'of no homework')", "progress t LEFT JOIN homework h ON h.id = t.homework")
    case .ledger: ("t.attempt_public_id", "ledger t")
    case .homework, .quiz, .question, .learner, .attempt: ("t.public_id", "\(self) t")
    }
  }

  /// What to do if a row is not what was written.
  fileprivate var advice: String {
    switch self {
    case .homework: "correct it with hwdb edit, or restore a backup"
    case .quiz, .question: "correct it with hwdb quiz edit, or restore a backup"
    case .learner: "correct the name with hwdb learner rename, or restore a backup"
    case .attempt, .answer: "restore a backup"
    case .progress, .ledger: "hwdb database repair computes it again"
    }
  }

  /// A condition: a row `t` is in the document of the learner whose row is the first value.
  fileprivate var isOfLearner: String {
    let played = "SELECT quiz FROM attempt WHERE learner = ?1"
    let homework = """
      SELECT homework FROM completion WHERE learner = ?1 UNION SELECT homework FROM quiz WHERE id IN (\(played))
      """
    return switch self {
    case .homework: "t.id IN (\(homework))"
    case .quiz: "(t.homework IN (\(homework)) OR t.id IN (\(played)))"
    case .question: "t.quiz IN (SELECT id FROM quiz WHERE homework IN (\(homework)) UNION \(played))"
    case .learner: "t.id = ?1"
    case .answer: "t.attempt IN (SELECT id FROM attempt WHERE learner = ?1)"
    case .attempt, .progress, .ledger: "t.learner = ?1"
    }
  }
}
