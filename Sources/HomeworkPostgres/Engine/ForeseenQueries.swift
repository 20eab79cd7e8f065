import HomeworkEngine
import HomeworkModel

/// What a group reads before its first write begins, of what its store does not know.
///
/// Each row is found by its key, one after the other, whatever the server believes of its tables: they may have grown
/// since it has counted them (`OFFSET 0` keeps it from joining them in another order).
extension PostgresTransaction {
  /// Takes the ids of attempts, as all of these do, in an array.
  static let foreseenAttempts = SQL.constant(
    attemptColumns(
      and: ", \(standingColumns)",
      from: """
        unnest(CAST(? AS text[])) AS wanted (id)
        CROSS JOIN LATERAL (SELECT * FROM attempt WHERE public_id = wanted.id OFFSET 0) a
        CROSS JOIN LATERAL (SELECT * FROM quiz WHERE id = a.quiz OFFSET 0) z
        LEFT JOIN LATERAL (SELECT * FROM homework WHERE id = z.homework OFFSET 0) h ON true
        CROSS JOIN LATERAL (SELECT * FROM learner WHERE id = a.learner OFFSET 0) l
        LEFT JOIN LATERAL (SELECT * FROM answer WHERE attempt = a.id ORDER BY position DESC LIMIT 1) r ON true
        """))

  /// The questions that come next in attempts at quizzes as they are: enough that few groups ask for more.
  static let foreseenQuestions = SQL.constant(
    """
    SELECT next.quiz, \(columns(ofQuestion: "q"))
    FROM (
      SELECT DISTINCT a.quiz, coalesce(r.position + 1, 0) AS position
      FROM unnest(CAST(? AS text[])) AS wanted (id)
      CROSS JOIN LATERAL (SELECT * FROM attempt WHERE public_id = wanted.id OFFSET 0) a
      LEFT JOIN LATERAL (SELECT * FROM answer WHERE attempt = a.id ORDER BY position DESC LIMIT 1) r ON true
      WHERE a.asked IS NULL AND a.shuffle IS NULL
    ) next
    CROSS JOIN LATERAL (
      SELECT * FROM question WHERE quiz = next.quiz AND position >= next.position ORDER BY position
      LIMIT \(Dialect.questionsAhead)
    ) q
    """)

  static func foreseenQuestion(_ row: Row) throws(PostgresError) -> (quiz: Int64, StoredQuestion) {
    (row.int64(0), try storedQuestion(row, 1))
  }

  /// Takes the ids of requests in the same way.
  static let foreseenRequests: SQL = """
    SELECT r.id, at_ms, parameters, reply, attempt, position
    FROM unnest(CAST(? AS text[])) AS wanted (id)
    CROSS JOIN LATERAL (SELECT * FROM request WHERE id = wanted.id OFFSET 0) r
    """

  static func foreseenRequest(_ row: Row) throws(PostgresError) -> (id: String, StoredRequest, at: Timestamp) {
    (row.text(0), try request(row, 2), try row.timestamp(1))
  }
}
