public import HomeworkModel
import HomeworkSQLite

/// A question of an attempt as it is asked.
struct StoredQuestion {
  let row: Int64
  let question: Question
  /// The places of its options in the quiz, as they are shown; `nil` where they are shown as they are.
  let options: [Int]?
}

/// What an attempt amounts to, from the row of one answer, however many there are.
extension ReadTransaction {
  /// Returns an attempt without its answers.
  public func attemptSummary(_ id: Attempt.ID) throws(StoreError) -> AttemptSummary {
    try summary(id).attempt
  }

  /// Returns the question that is settled next; `nil` where all are, or where the attempt is over.
  package func currentQuestion(of id: Attempt.ID) throws(StoreError) -> Question? {
    let stored = try summary(id)
    guard stored.attempt.state == .inProgress else { return nil }
    return try currentQuestion(of: stored)?.question
  }

  /// Returns what settling a question gave, once more and as of then, however far the attempt has gone since.
  ///
  /// - Throws: `notFound` where the answer is gone, as with its homework.
  package func answerResult(of id: Attempt.ID, at index: Int) throws(StoreError) -> AnswerResult {
    var stored = try summary(id, upTo: index)
    let before = try summary(id, upTo: index - 1).attempt.standing
    let answer = try first(Self.answerAt, stored.row, index) { (row) throws(SQLiteError) in
      (value: try Self.answer(row), question: row.int64(7))
    }
    guard let answer,
      let asked = try first(
        Self.questionById, answer.question, make: { (row) throws(SQLiteError) in try Self.asked(row, stored.order) })
    else { throw .notFound(.attempt, id.text) }
    (stored.attempt.state, stored.attempt.finishedAt) = (.inProgress, nil)
    let response = asked.options.map { $0.shown(answer.value.response) } ?? answer.value.response
    var told = answer.value.answering(response)
    if stored.homeworkRow == nil { told = told.asked(of: try homework(ofQuestion: told.questionId)) }
    return AnswerResult(
      attempt: stored.attempt, answer: told, correctAnswer: asked.question.correctAnswer,
      explanation: asked.question.explanation, before: before)
  }

  /// - Parameter index: of the last answer that counts, -1 for none; the last that there is unless given.
  func summary(_ id: Attempt.ID, upTo index: Int? = nil) throws(StoreError) -> StoredAttempt<AttemptSummary> {
    guard let found = try first(Self.summaryById, id.key, index, make: Self.summary) else {
      throw .notFound(.attempt, id.text)
    }
    return found
  }

  func currentQuestion(of stored: StoredAttempt<AttemptSummary>) throws(StoreError) -> StoredQuestion? {
    guard !stored.attempt.isSettled else { return nil }
    let index = stored.attempt.questionIndex
    let place = stored.order?.place(at: index, of: stored.attempt.questionCount) ?? index
    return try first(Self.questionAt, stored.quizRow, place) { (row) throws(SQLiteError) in
      try Self.asked(row, stored.order)
    }
  }

  /// A question as an attempt of this order asks it.
  private static func asked(_ row: Row, _ order: StoredOrder?) throws(SQLiteError) -> StoredQuestion {
    var question = try question(row)
    let options = order?.options(of: question.body, at: try row.int(10, in: Stored.positions, "position"))
    if let options { question.body = question.body.withOptions(in: options) }
    return StoredQuestion(row: row.int64(9), question: question, options: options)
  }

  private static let questionAt = SQL.constant("\(questionColumns) WHERE quiz = ? AND position = ?")
  private static let questionById = SQL.constant("\(questionColumns) WHERE id = ?")
  private static let answerAt = SQL.constant("\(answerColumns) WHERE r.attempt = ? AND r.position = ?")
  private static let summaryById = SQL.constant(
    """
    \(attemptColumns(and: ", \(standingColumns)"))
    LEFT JOIN answer r ON r.attempt = a.id
      AND r.position = coalesce(?2, (SELECT max(position) FROM answer WHERE attempt = a.id))
    WHERE a.public_id = ?1
    """)

  private static func summary(_ row: Row) throws(SQLiteError) -> StoredAttempt<AttemptSummary> {
    let head = try head(row)
    var summary = head.attempt.summary
    if !row.isNull(17) {
      summary.standing = try standing(row, 17)
      // More answers than questions would have no score.
      guard summary.standing.settled <= summary.questionCount else {
        throw .damaged("number of questions", "\(summary.questionCount)")
      }
    }
    return StoredAttempt(
      row: head.row, quizRow: head.quizRow, homeworkRow: head.homeworkRow, learnerRow: head.learnerRow,
      order: head.order,
      attempt: summary)
  }

  static let standingColumns = "r.position, r.correct_count, r.total_elapsed_ms, r.run, r.longest_run, r.stars"

  /// What stands in the row of an answer, from its position on.
  static func standing(_ row: Row, _ start: Int) throws(SQLiteError) -> Standing {
    let settled = try row.int(start, in: Stored.positions, "position") + 1
    let correct = try row.int(start + 1, in: 0...settled, "number of correct answers")
    let longest = try row.int(start + 4, in: 0...correct, "number of answers in a row")
    return Standing(
      settled: settled, correct: correct,
      elapsedMs: try row.int(start + 2, in: 0...settled * Answer.elapsedLimitsMs.upperBound, "time spent"),
      streak: Streak(
        run: try row.int(start + 3, in: 0...longest, "number of answers in a row"), longest: longest,
        stars: try row.int(start + 5, in: 0...correct, "number of stars")))
  }
}
