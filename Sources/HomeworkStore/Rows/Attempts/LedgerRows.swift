import HomeworkModel

extension Table {
  static let ledger = Table(
    "ledger",
    [
      .text("attempt"), .text("learner"), .text("subject"), .integer("stars"), .integer("score"),
      .integer("total"), .integer("longest_run"), .integer("elapsed_ms"), .integer("finished_at_ms"),
    ])

  static let moment = Table(
    "moment", identifiedBy: 2, [.text("learner"), .text("name"), .text("kind"), .integer("at_ms")])
}

extension RowTransaction {
  /// - Returns: whether it was new.
  func addMoment(
    _ name: String, kind: String, of learner: Learner.ID, at time: Timestamp
  ) throws(StoreError) -> Bool {
    try insertIfAbsent(
      .moment, ["learner": learner, "name": name, "kind": kind, "at_ms": time.millisecondsSince1970])
  }

  /// Adds a line to a learner's ledger, in place of an earlier one of its attempt.
  func append(_ line: LedgerLine, of learner: Learner.ID) throws(StoreError) {
    // Of an attempt that another copy had finished with other answers.
    try forgetCredit(of: line.attempt)
    try insert(
      .ledger,
      [
        "attempt": line.attempt, "learner": learner, "subject": line.subject, "stars": line.stars,
        "score": line.score.correct, "total": line.score.total, "longest_run": line.longestRun,
        "elapsed_ms": line.elapsedMs, "finished_at_ms": line.finishedAt.millisecondsSince1970,
      ])
  }

  /// Changes the stars, the score and the longest run of an attempt's line.
  func update(_ line: LedgerLine) throws(StoreError) {
    try run(
      "UPDATE ledger SET stars = ?, score = ?, longest_run = ? WHERE attempt = ?", line.stars,
      line.score.correct, line.longestRun, line.attempt)
  }

  func earnings(of learner: Learner.ID) throws(StoreError) -> StoredEarnings {
    let names = Set(try all("SELECT name FROM moment WHERE learner = ?", learner) { $0.text(0) })
    let stars = try number(Self.starsOfLearner, learner)
    let finishedAttempts = try number("SELECT count(*) FROM ledger WHERE learner = ?", learner)
    guard 0...finishedAttempts * Stored.counts.upperBound ~= stars else {
      throw fail(.damaged("sum of stars", "\(stars)"))
    }
    return StoredEarnings(starsTotal: stars, finishedAttempts: finishedAttempts, moments: names)
  }

  func ledgerLine(of id: Attempt.ID) throws(StoreError) -> LedgerLine? {
    try first(Self.lineOfAttempt, id) { row in try LedgerLine(row) }
  }

  private static let lineOfAttempt: SQL =
    "SELECT \(Table.ledger.list(of: "l")) FROM ledger l WHERE attempt = ?"

  /// Returns the sum of the learner's ledger up to an attempt's line; of the whole ledger if it has none.
  func starsTotal(upTo id: Attempt.ID) throws(StoreError) -> Int {
    try number(Self.starsUpTo, id)
  }

  private static let starsOfLearner: SQL = "SELECT coalesce(sum(stars), 0) FROM ledger WHERE learner = ?"
  private static let starsUpTo: SQL = """
    SELECT coalesce(sum(l.stars), 0) FROM ledger l
    WHERE l.learner = coalesce(
        (SELECT learner FROM ledger WHERE attempt = ?1), (SELECT learner FROM attempt WHERE id = ?1))
      AND NOT EXISTS (
        SELECT 1 FROM ledger o WHERE o.attempt = ?1 AND (o.finished_at_ms, o.attempt) < (l.finished_at_ms, l.attempt))
    """

  /// - Parameter earned: the earnings to report with the sums.
  func statistics(of learner: Learner.ID, _ earned: Earned) throws(StoreError) -> Statistics {
    var grades: [Grade: Int] = [:]
    let scores = try all("SELECT score, total, count(*) FROM ledger WHERE learner = ? GROUP BY score, total", learner) {
      row -> (Grade, Int) in
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
      elapsedMs: try number("SELECT coalesce(sum(elapsed_ms), 0) FROM ledger WHERE learner = ?", learner),
      longestRun: try first("SELECT coalesce(max(longest_run), 0) FROM ledger WHERE learner = ?", learner) {
        row in try row.int(0, in: Stored.counts, "number of answers in a row")
      } ?? 0, grades: grades,
      subjects: subjects, homework: try homeworkCount(),
      completedHomework: try number(
        """
        SELECT count(*) FROM completion d JOIN homework h ON h.id = d.homework AND h.hidden_at_ms IS NULL
        WHERE d.learner = ?
        """, learner))
  }

  private static let subjects: SQL = """
    SELECT subject, count(*), sum(score), sum(total) FROM ledger WHERE learner = ?
    GROUP BY subject ORDER BY subject NULLS FIRST
    """
}
