import HomeworkEngine
import HomeworkModel

/// What a group reads before its first write begins.
extension PostgresTransaction {
  /// Attempts with the row of their next question, if that is the next one of the quiz.
  ///
  /// Each row is found by its key, one after the other, whatever the server believes of its tables: they may have grown
  /// since it has counted them (`OFFSET 0` keeps it from joining them in another order).
  static let foreseenAttempts = SQL.constant(
    attemptColumns(
      and: ", \(standingColumns), \(columns(ofQuestion: "q"))",
      from: """
        unnest(CAST(? AS text[])) AS wanted (id)
        CROSS JOIN LATERAL (SELECT * FROM attempt WHERE public_id = wanted.id OFFSET 0) a
        CROSS JOIN LATERAL (SELECT * FROM quiz WHERE id = a.quiz OFFSET 0) z
        LEFT JOIN LATERAL (SELECT * FROM homework WHERE id = z.homework OFFSET 0) h ON true
        CROSS JOIN LATERAL (SELECT * FROM learner WHERE id = a.learner OFFSET 0) l
        LEFT JOIN LATERAL (SELECT * FROM answer WHERE attempt = a.id ORDER BY position DESC LIMIT 1) r ON true
        LEFT JOIN LATERAL (
          SELECT * FROM question WHERE quiz = a.quiz AND position = coalesce(r.position + 1, 0) OFFSET 0
        ) q ON a.asked IS NULL AND a.shuffle IS NULL
        """))

  static func foreseenAttempt(
    _ row: Row
  ) throws(PostgresError) -> (StoredAttempt<AttemptSummary>, StoredQuestion?) {
    (try summary(row), row.isNull(nextQuestion) ? nil : try storedQuestion(row, nextQuestion))
  }

  /// The column at which the next question begins.
  private static let nextQuestion = 23

  static let foreseenRequests: SQL = """
    SELECT r.id, at_ms, parameters, reply, attempt, position
    FROM unnest(CAST(? AS text[])) AS wanted (id)
    CROSS JOIN LATERAL (SELECT * FROM request WHERE id = wanted.id OFFSET 0) r
    """

  static func foreseenRequest(_ row: Row) throws(PostgresError) -> (id: String, StoredRequest, at: Timestamp) {
    (row.text(0), try request(row, 2), try row.timestamp(1))
  }
}
