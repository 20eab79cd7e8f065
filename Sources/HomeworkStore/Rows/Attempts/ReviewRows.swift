package import HomeworkModel

/// Reads the rows behind a review schedule. A join per answer would take longer than everything else: questions and
/// homework are read once each, sequentially if many of the rows between two keys are needed.
extension RowTransaction {
  /// Returns a learner's settled answers in attempts that are not abandoned, roughly in order of time.
  package func reviewAnswers(of learner: Int64?) throws(StoreError) -> [ReviewAnswer] {
    try all(Self.reviewAnswers, learner, make: Self.reviewAnswer)
  }

  /// Read by index: attempts in order of their start, and each one's answers by place, without sorting.
  private static let reviewAnswers = SQL.constant { dialect in
    """
    SELECT r.question, r.outcome, r.elapsed_ms, r.answered_at_ms FROM attempt a JOIN answer r ON r.attempt = a.id
    WHERE a.learner = \(wantedLearner) AND a.state <> 'abandoned' AND a.quiz NOT IN (\(hiddenQuizzes))
    ORDER BY a.started_at_ms, a.public_id\(dialect.alsoByPlace)
    """
  }

  private static func reviewAnswer(_ row: any SQLRow) throws(StoreError) -> ReviewAnswer {
    let outcome: Outcome =
      switch row.utf8(1)?.first {
      // Outcomes differ in their first letters, and the schema allows no others.
      case UInt8(ascii: "c"): .correct
      case UInt8(ascii: "w"): .wrong
      case UInt8(ascii: "s"): .skipped
      default: throw .damaged("outcome", row.text(1))
      }
    let elapsedMs = try row.int(2, in: Answer.elapsedLimitsMs, "time spent")
    return (row.int64(0), outcome, elapsedMs, try row.timestamp(3))
  }

  /// Returns the questions with these keys, or of all quizzes that the learner has played; may return more.
  package func reviewQuestions(
    of learner: Int64?, in keys: ClosedRange<Int64>?
  ) throws(StoreError) -> [ReviewQuestion] {
    guard let keys else { return try all(Self.playedQuestions, learner, make: Self.reviewQuestion) }
    return try all(Self.questionsBetween, keys.lowerBound, keys.upperBound, make: Self.reviewQuestion)
  }

  /// Returns homework in the same way: by the keys of the current quizzes, or homework that was played or revised.
  package func reviewHomework(
    of learner: Int64?, in keys: ClosedRange<Int64>?, isRevised: Bool
  ) throws(StoreError) -> [(quizRow: Int64, id: Homework.ID, title: String)] {
    if let keys {
      return try all(Self.homeworkBetween, keys.lowerBound, keys.upperBound, make: Self.reviewHomework)
    }
    return try all(Self.playedHomework, learner, make: Self.reviewHomework)
      + (isRevised ? try all(Self.revisedHomework, make: Self.reviewHomework) : [])
  }

  /// Returns each revision of every question that has several, in key order. A copy is a question asked by a review.
  package func revisedQuestions() throws(StoreError) -> [(question: ReviewQuestion, card: String, isCopy: Bool)] {
    try all(Self.revisedQuestions) { (row) throws(StoreError) in
      (question: try Self.reviewQuestion(row), card: row.text(3), isCopy: row.int(4) == 1)
    }
  }

  private static let revisedQuestions = SQL.constant { dialect in
    """
    SELECT id, type, quiz, coalesce(card, public_id), quiz IN (SELECT id FROM quiz WHERE homework IS NULL)
    FROM question WHERE \(dialect.revised) ORDER BY id
    """
  }
  private static let playedQuizzes = "SELECT quiz FROM attempt WHERE learner = \(wantedLearner)"
  private static let questionsBetween: SQL = "SELECT id, type, quiz FROM question WHERE id BETWEEN ? AND ?"
  private static let playedQuestions = SQL.constant(
    "SELECT id, type, quiz FROM question WHERE quiz IN (\(playedQuizzes))")
  private static let homeworkOfQuiz = """
    SELECT z.id, h.public_id, h.title FROM quiz z JOIN homework h ON h.id = z.homework
    WHERE h.hidden_at_ms IS NULL AND z.is_current AND z.id
    """
  private static let homeworkBetween = SQL.constant("\(homeworkOfQuiz) BETWEEN ? AND ? ORDER BY z.id")
  private static let playedHomework = SQL.constant("\(homeworkOfQuiz) IN (\(playedQuizzes)) ORDER BY z.id")
  private static let revisedHomework = SQL.constant(
    "\(homeworkOfQuiz) IN (SELECT id FROM quiz WHERE former IS NOT NULL) ORDER BY z.id")

  private static func reviewHomework(
    _ row: any SQLRow
  ) throws(StoreError) -> (quizRow: Int64, id: Homework.ID, title: String) {
    (row.int64(0), try row.id(1), row.text(2))
  }

  private static func reviewQuestion(_ row: any SQLRow) throws(StoreError) -> ReviewQuestion {
    guard let kind = QuestionKind(rawValue: row.text(1)) else { throw .damaged("type of question", row.text(1)) }
    return (row.int64(0), kind, row.int64(2))
  }
}
