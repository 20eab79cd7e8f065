import HomeworkModel

/// Reads the rows behind a review schedule. A join per answer would take longer than everything else: questions and
/// homework are read once each.
extension RowTransaction {
  /// Returns a learner's settled answers in attempts that are not abandoned, roughly in order of time.
  func reviewAnswers(of learner: Learner.ID?) throws(StoreError) -> [ReviewAnswer] {
    // Read by index: attempts in order of their start, and each one's answers by place, without sorting.
    try all(
      """
      SELECT r.question, r.outcome, r.elapsed_ms, r.answered_at_ms FROM attempt a JOIN answer r ON r.attempt = a.id
      WHERE a.learner = \(Self.wantedLearner) AND a.state <> 'abandoned' AND a.quiz NOT IN (\(Self.hiddenQuizzes))
      ORDER BY a.started_at_ms, a.id\(dialect.alsoByPosition)
      """, learner, make: Self.reviewAnswer)
  }

  private static func reviewAnswer(_ row: any SQLRow) throws -> ReviewAnswer {
    let outcome: Outcome =
      switch row.utf8(1)?.first {
      // Outcomes differ in their first letters, and the schema allows no others.
      case UInt8(ascii: "c"): .correct
      case UInt8(ascii: "w"): .wrong
      case UInt8(ascii: "s"): .skipped
      default: throw StoreError.damaged("outcome", row.text(1))
      }
    let elapsedMs = try row.int(2, in: Answer.elapsedLimitsMs, "time spent")
    return (try row.id(0), outcome, elapsedMs, try row.timestamp(3))
  }

  /// Returns the questions of all quizzes that the learner has played.
  func reviewQuestions(of learner: Learner.ID?) throws(StoreError) -> [ReviewQuestion] {
    try all(Self.playedQuestions, learner, make: Self.reviewQuestion)
  }

  /// Returns the homework whose current quizzes the learner has played or, if any is, that were revised.
  func reviewHomework(
    of learner: Learner.ID?, isRevised: Bool
  ) throws(StoreError) -> [(quiz: Quiz.ID, id: Homework.ID, title: String)] {
    try all(Self.playedHomework, learner, make: Self.reviewHomework)
      + (isRevised ? try all(Self.revisedHomework, make: Self.reviewHomework) : [])
  }

  /// Returns each revision of every question that has several, oldest first. A copy is a question asked by a review.
  func revisedQuestions() throws(StoreError) -> [(question: ReviewQuestion, card: Question.ID, isCopy: Bool)] {
    try all(
      """
      SELECT q.id, q.type, q.quiz, coalesce(q.card, q.id), z.homework IS NULL
      FROM question q JOIN quiz z ON z.id = q.quiz
      WHERE q.id IN (
        SELECT id FROM question WHERE card IS NOT NULL UNION ALL SELECT card FROM question WHERE card IS NOT NULL)
      ORDER BY z.created_at_ms, z.id, q.position
      """
    ) { row in
      (question: try Self.reviewQuestion(row), card: try row.id(3), isCopy: row.int(4) == 1)
    }
  }

  private static let playedQuizzes = "SELECT quiz FROM attempt WHERE learner = \(wantedLearner)"
  private static let playedQuestions: SQL = "SELECT id, type, quiz FROM question WHERE quiz IN (\(playedQuizzes))"
  private static let homeworkOfQuiz = """
    SELECT z.id, h.id, h.title FROM quiz z JOIN homework h ON h.id = z.homework
    WHERE h.hidden_at_ms IS NULL AND z.is_current AND z.id
    """
  private static let playedHomework: SQL = "\(homeworkOfQuiz) IN (\(playedQuizzes)) ORDER BY z.id"
  private static let revisedHomework: SQL =
    "\(homeworkOfQuiz) IN (SELECT id FROM quiz WHERE former IS NOT NULL) ORDER BY z.id"

  private static func reviewHomework(_ row: any SQLRow) throws -> (quiz: Quiz.ID, id: Homework.ID, title: String) {
    (try row.id(0), try row.id(1), row.text(2))
  }

  private static func reviewQuestion(_ row: any SQLRow) throws -> ReviewQuestion {
    guard let kind = QuestionKind(rawValue: row.text(1)) else {
      throw StoreError.damaged("type of question", row.text(1))
    }
    return (try row.id(0), kind, try row.id(2))
  }
}
