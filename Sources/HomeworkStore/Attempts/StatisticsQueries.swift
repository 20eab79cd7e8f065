public import HomeworkModel
import HomeworkSQLite

extension ReadTransaction {
  /// Totals of all finished attempts of the learner.
  public func statistics() throws(StoreError) -> Statistics {
    let learner = try learnerKeys().row
    let earned = try earned(by: learner)
    var grades: [Grade: Int] = [:]
    let scores = try all("SELECT score, total, count(*) FROM ledger WHERE learner = ? GROUP BY score, total", learner) {
      (row) throws(SQLiteError) -> (Grade, Int) in
      let total = try row.int(1, in: QuizDraft.questionCounts, "number of questions")
      return (Score(correct: try row.int(0, in: 0...total, "score"), total: total).grade, row.int(2))
    }
    for (grade, count) in scores { grades[grade, default: 0] += count }
    let subjects = try all(
      """
      SELECT subject, count(*), sum(score), sum(total) FROM ledger WHERE learner = ? GROUP BY subject ORDER BY subject
      """, learner
    ) {
      Statistics.Subject(
        name: $0.optionalText(0), finishedAttempts: $0.int(1), correctAnswers: $0.int(2), questions: $0.int(3))
    }
    return Statistics(
      earned: earned, correctAnswers: subjects.reduce(0) { $0 + $1.correctAnswers },
      questions: subjects.reduce(0) { $0 + $1.questions },
      elapsedMs: try number("SELECT coalesce(sum(elapsed_ms), 0) FROM ledger WHERE learner = ?", learner),
      longestRun: try first("SELECT coalesce(max(longest_run), 0) FROM ledger WHERE learner = ?", learner) {
        (row) throws(SQLiteError) in try row.int(0, in: Stored.counts, "number of answers in a row")
      } ?? 0, grades: grades,
      subjects: subjects, homework: try homeworkCount(),
      completedHomework: try number("SELECT count(*) FROM completion WHERE learner = ?", learner))
  }

  /// Returns the collections that hold any homework, by name, with how much of it the learner has completed.
  public func collections() throws(StoreError) -> [HomeworkCollection] {
    try all(
      .text(
        """
        SELECT c.name, count(*), count(d.completed_at_ms) FROM collection c
        JOIN homework_collection m ON m.collection = c.id
        LEFT JOIN completion d ON d.homework = m.homework AND d.learner = \(Self.wantedLearner)
        GROUP BY c.id ORDER BY c.name
        """), learnerRow
    ) { HomeworkCollection(name: $0.text(0), homework: $0.int(1), completedHomework: $0.int(2)) }
  }
}

extension ReadTransaction {
  /// Returns what the learner has earned so far.
  public func earned() throws(StoreError) -> Earned { try earned(by: learnerKeys().row) }

  func earned(by learner: Int64) throws(StoreError) -> Earned {
    let names = Set(try all("SELECT name FROM once WHERE learner = ?", learner) { $0.text(0) })
    let stars = try number("SELECT coalesce(sum(stars), 0) FROM ledger WHERE learner = ?", learner)
    let finishedAttempts = try number("SELECT count(*) FROM ledger WHERE learner = ?", learner)
    guard 0...finishedAttempts * Stored.counts.upperBound ~= stars else {
      throw failed(.damaged("sum of stars", "\(stars)"))
    }
    return Earned(
      starsTotal: stars, finishedAttempts: finishedAttempts,
      achievements: Achievement.allCases.filter { names.contains($0.rawValue) },
      milestones: Milestone.completedAttempts.filter { names.contains("completedAttempts\($0)") },
      hasFirstCapture: names.contains(WriteTransaction.firstCapture))
  }

  /// The sum of its learner's ledger when an attempt had just been finished; of all of it where it has not been.
  package func starsTotal(upTo id: Attempt.ID) throws(StoreError) -> Int {
    try number(
      """
      SELECT coalesce(sum(stars), 0) FROM ledger
      WHERE id <= coalesce((SELECT id FROM ledger WHERE attempt_public_id = ?1), id) AND learner = coalesce(
        (SELECT learner FROM ledger WHERE attempt_public_id = ?1), (SELECT learner FROM attempt WHERE public_id = ?1))
      """, id.key)
  }

  /// Returns the stars that an attempt was credited with when it was finished; `nil` if it is not finished.
  package func credit(of id: Attempt.ID) throws(StoreError) -> Int? {
    try first("SELECT stars FROM ledger WHERE attempt_public_id = ?", id.key) {
      (row) throws(SQLiteError) in try row.int(0, in: Stored.counts, "number of stars")
    }
  }
}
