package import HomeworkEngine
package import HomeworkModel

extension RowTransaction {
  package func remember(
    _ name: String, kind: String, of learner: Int64, at time: Timestamp
  ) throws(StoreError) -> Bool {
    try changed(
      "INSERT INTO once (learner, name, kind, at_ms) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", learner, name, kind,
      time.millisecondsSince1970) == 1
  }

  package func earnings(of learner: Int64) throws(StoreError) -> StoredEarnings {
    let names = Set(try all("SELECT name FROM once WHERE learner = ?", learner) { $0.text(0) })
    let stars = try number(Self.starsOfLearner, learner)
    let finishedAttempts = try number("SELECT count(*) FROM ledger WHERE learner = ?", learner)
    guard 0...finishedAttempts * Stored.counts.upperBound ~= stars else {
      throw fail(.damaged("sum of stars", "\(stars)"))
    }
    return StoredEarnings(starsTotal: stars, finishedAttempts: finishedAttempts, once: names)
  }

  package func credit(of id: Attempt.ID) throws(StoreError) -> Int? {
    try first(Self.creditOfAttempt, id.key) {
      (row) throws(RowError) in try row.int(0, in: Stored.counts, "number of stars")
    }
  }

  package func starsTotal(upTo id: Attempt.ID) throws(StoreError) -> Int {
    try number(Self.starsUpTo, id.key)
  }

  private static let creditOfAttempt = SQL.constant("SELECT stars FROM \(credits) WHERE attempt_public_id = ?")
  private static let starsOfLearner = SQL.constant("SELECT coalesce(sum(stars), 0) FROM \(credits) WHERE learner = ?")
  private static let starsUpTo = SQL.constant(
    """
    SELECT coalesce(sum(stars), 0) FROM \(credits)
    WHERE id <= coalesce((SELECT id FROM ledger WHERE attempt_public_id = ?1), id) AND learner = coalesce(
      (SELECT learner FROM ledger WHERE attempt_public_id = ?1), (SELECT learner FROM attempt WHERE public_id = ?1))
    """)
  /// The ledger, of which a row that is not as written is an error.
  private static let credits = "(SELECT * FROM ledger l WHERE \(Dialect.isAsWritten(.ledger, "l"))) AS credit"

  package func statistics(of learner: Int64, _ earned: Earned) throws(StoreError) -> Statistics {
    var grades: [Grade: Int] = [:]
    let scores = try all(Self.scores, learner) {
      (row) throws(RowError) -> (Grade, Int) in
      let total = try row.int(1, in: QuizDraft.questionCounts, "number of questions")
      return (Score(correct: try row.int(0, in: 0...total, "score"), total: total).grade, row.int(2))
    }
    for (grade, count) in scores { grades[grade, default: 0] += count }
    let subjects = try all(
      Self.subjects, learner
    ) {
      Statistics.Subject(
        name: $0.optionalText(0), finishedAttempts: $0.int(1), correctAnswers: $0.int(2), questions: $0.int(3))
    }
    return Statistics(
      earned: earned, correctAnswers: subjects.reduce(0) { $0 + $1.correctAnswers },
      questions: subjects.reduce(0) { $0 + $1.questions },
      elapsedMs: try number(Self.elapsed, learner),
      longestRun: try first(Self.longestRun, learner) {
        (row) throws(RowError) in try row.int(0, in: Stored.counts, "number of answers in a row")
      } ?? 0, grades: grades,
      subjects: subjects, homework: try homeworkCount(),
      completedHomework: try number("SELECT count(*) FROM completion WHERE learner = ?", learner))
  }

  private static let scores = SQL.constant(
    "SELECT score, total, count(*) FROM \(credits) WHERE learner = ? GROUP BY score, total")
  private static let subjects = SQL.constant(
    """
    SELECT subject, count(*), sum(score), sum(total) FROM \(credits) WHERE learner = ?
    GROUP BY subject ORDER BY subject NULLS FIRST
    """)
  private static let elapsed = SQL.constant("SELECT coalesce(sum(elapsed_ms), 0) FROM \(credits) WHERE learner = ?")
  private static let longestRun = SQL.constant("SELECT coalesce(max(longest_run), 0) FROM \(credits) WHERE learner = ?")
}
