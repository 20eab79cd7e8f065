import HomeworkEngine
import HomeworkModel

/// What a group reads before its first write begins.
extension PostgresTransaction {
  /// Attempts with the row of their next question, if that is the next one of the quiz.
  static let foreseenAttempts = SQL.constant(
    """
    \(attemptColumns(and: ", \(standingColumns), \(columns(ofQuestion: "q"))"))
    LEFT JOIN answer r ON r.attempt = a.id
      AND r.position = (SELECT max(position) FROM answer WHERE attempt = a.id)
    LEFT JOIN question q ON q.quiz = a.quiz AND q.position = coalesce(r.position + 1, 0)
      AND a.asked IS NULL AND a.shuffle IS NULL
    WHERE a.public_id = ANY (CAST(? AS text[]))
    """)

  static func foreseenAttempt(
    _ row: Row
  ) throws(PostgresError) -> (StoredAttempt<AttemptSummary>, StoredQuestion?) {
    (try summary(row), row.isNull(nextQuestion) ? nil : try storedQuestion(row, nextQuestion))
  }

  /// The column at which the next question begins.
  private static let nextQuestion = 23

  static let foreseenRequests: SQL = """
    SELECT id, at_ms, parameters, reply, attempt, position FROM request WHERE id = ANY (CAST(? AS text[]))
    """

  static func foreseenRequest(_ row: Row) throws(PostgresError) -> (id: String, StoredRequest, at: Timestamp) {
    (row.text(0), try request(row, 2), try row.timestamp(1))
  }
}
