public import HomeworkModel
import HomeworkSQLite

extension ReadTransaction {
  /// Sums over all finished attempts.
  public func statistics() throws(StoreError) -> Statistics {
    let earned = try earned()
    return try sql { (connection) throws(SQLiteError) in
      var grades: [Grade: Int] = [:]
      let scores = try connection.all("SELECT score, total, count(*) FROM ledger GROUP BY score, total") {
        (Score(correct: $0.int(0), total: $0.int(1)).grade, $0.int(2))
      }
      for (grade, count) in scores { grades[grade, default: 0] += count }
      let subjects = try connection.all(
        "SELECT subject, count(*), sum(score), sum(total) FROM ledger GROUP BY subject ORDER BY subject"
      ) {
        Statistics.Subject(
          name: $0.optionalText(0), finishedAttempts: $0.int(1), correctAnswers: $0.int(2), questions: $0.int(3))
      }
      return Statistics(
        earned: earned, correctAnswers: subjects.reduce(0) { $0 + $1.correctAnswers },
        questions: subjects.reduce(0) { $0 + $1.questions },
        elapsedMs: try connection.number("SELECT coalesce(sum(elapsed_ms), 0) FROM ledger"),
        longestRun: try connection.number("SELECT coalesce(max(longest_run), 0) FROM ledger"), grades: grades,
        subjects: subjects, homework: try connection.number("SELECT count(*) FROM homework"),
        completedHomework: try connection.number("SELECT count(completed_at_ms) FROM homework"))
    }
  }

  /// Collections that hold any homework, in order of name.
  public func collections() throws(StoreError) -> [HomeworkCollection] {
    try sql { (connection) throws(SQLiteError) in
      try connection.all(
        """
        SELECT c.name, count(*), count(h.completed_at_ms) FROM collection c
        JOIN homework_collection m ON m.collection = c.id JOIN homework h ON h.id = m.homework
        GROUP BY c.id ORDER BY c.name
        """
      ) { HomeworkCollection(name: $0.text(0), homework: $0.int(1), completedHomework: $0.int(2)) }
    }
  }
}
