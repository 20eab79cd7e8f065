public import HomeworkModel
import HomeworkSQLite

extension ReadTransaction {
  /// Totals of all finished attempts.
  public func statistics() throws(StoreError) -> Statistics {
    let earned = try earned()
    var grades: [Grade: Int] = [:]
    let scores = try all("SELECT score, total, count(*) FROM ledger GROUP BY score, total") {
      (row) throws(SQLiteError) -> (Grade, Int) in
      let total = try row.int(1, in: QuizDraft.questionCounts, "number of questions")
      return (Score(correct: try row.int(0, in: 0...total, "score"), total: total).grade, row.int(2))
    }
    for (grade, count) in scores { grades[grade, default: 0] += count }
    let subjects = try all(
      "SELECT subject, count(*), sum(score), sum(total) FROM ledger GROUP BY subject ORDER BY subject"
    ) {
      Statistics.Subject(
        name: $0.optionalText(0), finishedAttempts: $0.int(1), correctAnswers: $0.int(2), questions: $0.int(3))
    }
    return Statistics(
      earned: earned, correctAnswers: subjects.reduce(0) { $0 + $1.correctAnswers },
      questions: subjects.reduce(0) { $0 + $1.questions },
      elapsedMs: try number("SELECT coalesce(sum(elapsed_ms), 0) FROM ledger"),
      longestRun: try first("SELECT coalesce(max(longest_run), 0) FROM ledger") {
        (row) throws(SQLiteError) in try row.int(0, in: Stored.counts, "number of answers in a row")
      } ?? 0, grades: grades,
      subjects: subjects, homework: try number("SELECT count(*) FROM homework"),
      completedHomework: try number("SELECT count(completed_at_ms) FROM homework"))
  }

  /// Returns the collections that hold any homework, by name.
  public func collections() throws(StoreError) -> [HomeworkCollection] {
    try all(
      """
      SELECT c.name, count(*), count(h.completed_at_ms) FROM collection c
      JOIN homework_collection m ON m.collection = c.id JOIN homework h ON h.id = m.homework
      GROUP BY c.id ORDER BY c.name
      """
    ) { HomeworkCollection(name: $0.text(0), homework: $0.int(1), completedHomework: $0.int(2)) }
  }
}

extension ReadTransaction {
  /// Returns what was earned in this store so far.
  public func earned() throws(StoreError) -> Earned {
    let names = Set(try all("SELECT name FROM once") { $0.text(0) })
    let stars = try number("SELECT coalesce(sum(stars), 0) FROM ledger")
    let finishedAttempts = try number("SELECT count(*) FROM ledger")
    guard 0...finishedAttempts * Stored.counts.upperBound ~= stars else {
      throw failed(.damaged("sum of stars", "\(stars)"))
    }
    return Earned(
      starsTotal: stars, finishedAttempts: finishedAttempts,
      achievements: Achievement.allCases.filter { names.contains($0.rawValue) },
      milestones: Milestone.completedAttempts.filter { names.contains("completedAttempts\($0)") },
      hasFirstCapture: names.contains(WriteTransaction.firstCapture))
  }

  /// The sum of the ledger when an attempt had just been finished; of all of it where it has not been.
  package func starsTotal(upTo id: Attempt.ID) throws(StoreError) -> Int {
    try number(
      """
      SELECT coalesce(sum(stars), 0) FROM ledger
      WHERE id <= coalesce((SELECT id FROM ledger WHERE attempt_public_id = ?), id)
      """, id.key)
  }

  /// Returns the stars that an attempt was credited with when it was finished; `nil` if it is not finished.
  package func credit(of id: Attempt.ID) throws(StoreError) -> Int? {
    try first("SELECT stars FROM ledger WHERE attempt_public_id = ?", id.key) {
      (row) throws(SQLiteError) in try row.int(0, in: Stored.counts, "number of stars")
    }
  }
}
