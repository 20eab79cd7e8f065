import HomeworkModel

extension Table {
  static let quiz = Table(
    "quiz",
    [
      .text("id"), .text("homework"), .text("former"), .flag("is_current"),
      .text("topic"), .text("subtopic"), .real("confidence"), .integer("question_count"),
      .integer("created_at_ms"),
    ])

  static let question = Table(
    "question",
    [
      .text("id"), .text("quiz"), .integer("position"), .text("type"), .text("prompt"), .text("options"),
      .integer("correct_index"), .text("correct_answer"), .text("accepted_answers"), .flag("is_exact"),
      .text("key_concepts"), .text("explanation"), .text("card"), .text("introduction"), .text("details"),
      .text("pictures"),
    ])
}

extension RowTransaction {
  func quiz(_ key: QuizKey) throws(StoreError) -> Quiz? {
    switch key {
    case .id(let id): try quiz(Self.quizById, id)
    case .of(let homework): try quiz(Self.quizOfHomework, homework)
    case .asked(let attempt): try quiz(Self.quizOfAttempt, attempt)
    }
  }

  private static let quizColumns = """
    SELECT \(Table.quiz.list(of: "z")), \(revision) AS revision FROM quiz z LEFT JOIN homework h ON h.id = z.homework
    """
  /// The place of a quiz `z` in the order of revisions, which begins anew with each new quiz. A review has one.
  private static let revision = """
    CASE WHEN z.former IS NULL OR z.homework IS NULL THEN 1 ELSE (
      SELECT count(*) FROM quiz y
      WHERE y.homework = z.homework AND (y.created_at_ms, y.id) <= (z.created_at_ms, z.id)
        AND NOT EXISTS (SELECT 1 FROM quiz n WHERE n.homework = z.homework AND n.former IS NULL
          AND (n.created_at_ms, n.id) > (y.created_at_ms, y.id)
          AND (n.created_at_ms, n.id) <= (z.created_at_ms, z.id))) END
    """
  private static let quizOfHomework: SQL =
    "\(quizColumns) WHERE h.id = ? AND h.hidden_at_ms IS NULL AND z.is_current"
  private static let quizById: SQL = "\(quizColumns) WHERE z.id = ? AND z.homework IS NOT NULL"
  private static let quizOfAttempt: SQL =
    "\(quizColumns) WHERE z.id = (SELECT quiz FROM attempt WHERE id = ?) AND h.hidden_at_ms IS NULL"
  static let questionsOfQuiz: SQL = "\(questionColumns) WHERE quiz = ? ORDER BY position"

  private func quiz(_ query: SQL, _ id: some SQLBindable) throws(StoreError) -> Quiz? {
    let head = try first(query, id) { row -> (Int, Quiz) in
      let confidence = row.optionalDouble("confidence")
      guard confidence.map({ 0...1 ~= $0 }) ?? true else {
        throw StoreError.damaged("confidence", row.text("confidence"))
      }
      let quiz = Quiz(
        id: try row.id("id"), homeworkId: try row.optionalId("homework"), topic: row.optionalText("topic"),
        subtopic: row.optionalText("subtopic"), confidence: confidence,
        revision: try row.int("revision", in: 1...Stored.tallies.upperBound, "revision"), questions: [])
      return (row.int("question_count"), quiz)
    }
    guard case (let count, var quiz)? = head else { return nil }
    quiz.questions = try all(Self.questionsOfQuiz, quiz.id, make: Self.question)
    guard quiz.questions.count == count else { throw fail(.damaged("number of questions", "\(count)")) }
    return quiz
  }

  /// Returns the revisions of an assignment's quiz, oldest first.
  func revisions(homework id: Homework.ID) throws(StoreError) -> [StoredRevision] {
    try all(Self.revisionsOfHomework, id) { row in
      StoredRevision(
        id: try row.id(0), revision: row.int(1), createdAt: try row.timestamp(2), isCurrent: row.int(3) == 1,
        former: try row.optionalId(4))
    }
  }

  private static let revisionsOfHomework: SQL = """
    SELECT z.id, \(revision), z.created_at_ms, z.is_current, z.former FROM quiz z WHERE z.homework = ?
    ORDER BY z.created_at_ms, z.id
    """

  /// Returns the homework of a question, by its first revision; `nil` if it is deleted.
  func homework(ofQuestion id: Question.ID) throws(StoreError) -> Homework.ID? {
    try first(Self.homeworkOfQuestionId, id) { try $0.id(0) }
  }

  private static let homeworkOfQuestionId: SQL = """
    SELECT h.id FROM question q JOIN quiz z ON z.id = q.quiz JOIN homework h ON h.id = z.homework
    WHERE q.id = ? AND h.hidden_at_ms IS NULL
    """
}

// MARK: Questions

extension RowTransaction {
  func question(at index: Int, quiz id: Quiz.ID) throws(StoreError) -> StoredQuestion? {
    try first(Self.questionAt, id, index, make: Self.storedQuestion)
  }

  func question(_ id: Question.ID) throws(StoreError) -> StoredQuestion? {
    try first(Self.questionById, id, make: Self.storedQuestion)
  }

  /// Returns the questions of a quiz in order, with the number of options or items of each; 0 for other types.
  func optionCounts(quiz id: Quiz.ID) throws(StoreError) -> [(id: Question.ID, optionCount: Int)] {
    try all(Self.orderOfQuiz, id) { row in (id: try row.id(0), optionCount: row.int(1)) }
  }

  /// Returns whether a quiz asks any card, which its learner grades.
  func hasCards(quiz id: Quiz.ID) throws(StoreError) -> Bool {
    try first("SELECT 1 FROM question WHERE quiz = ? AND type = 'card' LIMIT 1", id) { _ in true } ?? false
  }

  static let questionColumns = "SELECT \(Table.question.list(of: "q")) FROM question q"
  /// Answers are graded by the question, so a damaged row is an error.
  private static let questionAt: SQL = "\(questionColumns) WHERE quiz = ? AND position = ?"
  private static let questionById: SQL = "\(questionColumns) WHERE id = ?"
  private static let orderOfQuiz: SQL = """
    SELECT coalesce(card, id), coalesce(json_array_length(options), 0) FROM question WHERE quiz = ?
    ORDER BY position
    """

  static func storedQuestion(_ row: any SQLRow) throws(StoreError) -> StoredQuestion {
    StoredQuestion(
      id: try row.id("id"), index: try row.int("position", in: Stored.positions, "position"),
      question: try question(row))
  }

  static func question(_ row: any SQLRow) throws(StoreError) -> Question {
    Question(
      id: try row.id(row.isNull("card") ? "id" : "card"), introduction: row.optionalText("introduction"),
      prompt: row.text("prompt"), body: try Question.Body(row), explanation: row.text("explanation"),
      pictures: try row.optionalText("pictures").map(QuestionPictures.init(stored:)) ?? QuestionPictures())
  }
}

// MARK: Writing

extension RowTransaction {
  /// Stores a quiz as the current one, with the questions in `questions`.
  func insert(
    _ quiz: Quiz, _ questions: [NewQuestion], homework: Homework.ID, former: Quiz.ID?, createdAt: Timestamp
  ) throws(StoreError) {
    try insert(
      .quiz,
      [
        "id": quiz.id, "homework": homework, "former": former, "is_current": false,
        "topic": quiz.topic, "subtopic": quiz.subtopic, "confidence": quiz.confidence,
        "question_count": questions.count, "created_at_ms": createdAt.millisecondsSince1970,
      ])
    for (position, question) in questions.enumerated() { try insert(question, at: position, quiz: quiz.id) }
    try makeCurrent(quiz: quiz.id, homework: homework)
  }

  private func insert(_ new: NewQuestion, at position: Int, quiz: Quiz.ID) throws(StoreError) {
    let draft = new.draft
    try store(draft.pictures)
    var values: [String: any SQLBindable] = [
      "id": new.id, "quiz": quiz, "position": position, "prompt": draft.prompt,
      "explanation": draft.explanation, "card": new.card, "introduction": draft.introduction,
      "pictures": draft.pictures.stored,
    ]
    values.merge(draft.body.columns) { first, _ in first }
    try insert(.question, values)
  }

  /// Copies questions into a quiz that belongs to no homework.
  func insertReview(
    _ id: Quiz.ID, copying questions: [(id: Question.ID, as: Question.ID)], createdAt: Timestamp
  ) throws(StoreError) {
    try insert(
      .quiz,
      [
        "id": id, "is_current": false, "question_count": questions.count,
        "created_at_ms": createdAt.millisecondsSince1970,
      ])
    for (position, question) in questions.enumerated() {
      try run(Self.copyQuestion, question.as, id, position, question.id)
    }
  }

  private static let copyQuestion: SQL = {
    let own = ["id", "quiz", "position", "card"]
    let copied = Table.question.names.filter { !own.contains($0) }.joined(separator: ", ")
    return """
      INSERT INTO question (\(own.joined(separator: ", ")), \(copied))
      SELECT ?1, ?2, ?3, coalesce(card, id), \(copied) FROM question WHERE id = ?4
      """
  }()
}
