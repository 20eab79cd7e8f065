public import Homework
import SQLite

extension ReadTransaction {
  /// The current quiz of a homework; `nil` where it has none.
  public func quiz(for id: Homework.ID) throws(StoreError) -> Quiz? {
    let homework = try row(of: id)
    return try quiz(where: "homework = ? AND is_current", homework, homeworkId: id)
  }

  /// A quiz by its own id, current or replaced; `nil` where there is none.
  public func quiz(_ id: Quiz.ID) throws(StoreError) -> Quiz? {
    let found = try sql { (connection) throws(SQLiteError) in
      try connection.first(
        "SELECT z.id, h.public_id FROM quiz z JOIN homework h ON h.id = z.homework WHERE z.public_id = ?", id.text
      ) { (row) throws(SQLiteError) -> (Int64, Homework.ID) in (row.int64(0), try row.id(1)) }
    }
    guard let (row, homeworkId) = found else { return nil }
    return try quiz(where: "id = ?", row, homeworkId: homeworkId)
  }

  private func quiz(where condition: String, _ value: Int64, homeworkId: Homework.ID) throws(StoreError) -> Quiz? {
    try sql { (connection) throws(SQLiteError) in
      let head = try connection.first(
        "SELECT id, public_id, topic, subtopic, confidence FROM quiz WHERE \(condition)", value
      ) { (row) throws(SQLiteError) -> (Int64, Quiz) in
        let quiz = Quiz(
          id: try row.id(1), homeworkId: homeworkId, topic: row.optionalText(2), subtopic: row.optionalText(3),
          confidence: row.optionalDouble(4), questions: [])
        return (row.int64(0), quiz)
      }
      guard case (let row, var quiz)? = head else { return nil }
      quiz.questions = try connection.all(
        "\(Self.questionColumns) WHERE quiz = ? ORDER BY position", [row], Self.question)
      return quiz
    }
  }

  static let questionColumns = """
    SELECT public_id, prompt, explanation, type, options, correct_index, correct_answer, accepted_answers, key_concepts
    FROM question
    """

  static func question(_ row: Row) throws(SQLiteError) -> Question {
    let body: Question.Body
    switch row.text(3) {
    case "mcq":
      let options: [String] = try JSONColumn.read(row.text(4))
      guard options.indices.contains(row.int(5)) else { throw .damaged("option", row.text(5)) }
      body = .mcq(options: options, correctIndex: row.int(5))
    case "fillBlank":
      body = .fillBlank(correctAnswer: row.text(6), acceptedAnswers: try JSONColumn.read(row.text(7)))
    default:
      body = .shortAnswer(correctAnswer: row.text(6), keyConcepts: try JSONColumn.read(row.text(8)))
    }
    return Question(id: try row.id(0), prompt: row.text(1), body: body, explanation: row.text(2))
  }
}

extension WriteTransaction {
  /// Gives a homework its quiz, in place of one that it may have; refused while an attempt at that one is open.
  ///
  /// A quiz that was played stays for its finished attempts, which keep their own totals.
  public func setQuiz(_ draft: QuizDraft, for homeworkId: Homework.ID) throws(StoreError) -> Quiz {
    guard draft.faults.isEmpty else { throw .invalid(draft.faults) }
    let homework = try row(of: homeworkId)
    if let open = try openAttempt(homeworkId) { throw .quizInUse(open.id) }
    let id: Quiz.ID = newId()
    let row = try sql { (connection) throws(SQLiteError) in
      try connection.run(
        "DELETE FROM quiz WHERE homework = ? AND is_current AND NOT EXISTS (SELECT 1 FROM attempt WHERE quiz = quiz.id)",
        homework)
      try connection.run("UPDATE quiz SET is_current = 0 WHERE homework = ? AND is_current", homework)
      try connection.run(
        """
        INSERT INTO quiz (public_id, homework, topic, subtopic, confidence, question_count) VALUES (?, ?, ?, ?, ?, ?)
        """, id.text, homework, draft.topic, draft.subtopic, draft.confidence, draft.questions.count)
      return connection.lastInsertedRow
    }
    for (position, question) in draft.questions.enumerated() {
      try insert(question, at: position, quiz: row)
    }
    try store(.ready, of: homeworkId)
    guard let quiz = try quiz(for: homeworkId) else { throw .notFound(.quiz, id.text) }
    return quiz
  }

  private func insert(_ question: QuestionDraft, at position: Int, quiz: Int64) throws(StoreError) {
    let id: Question.ID = newId()
    var type = "mcq"
    var (options, correctIndex): (String?, Int?)
    var (correctAnswer, acceptedAnswers, keyConcepts): (String?, String?, String?)
    switch question.body {
    case .mcq(let texts, let index):
      (options, correctIndex) = (try JSONColumn.text(texts), index)
    case .fillBlank(let answer, let accepted):
      (type, correctAnswer, acceptedAnswers) = ("fillBlank", answer, try JSONColumn.text(accepted))
    case .shortAnswer(let answer, let concepts):
      (type, correctAnswer, keyConcepts) = ("shortAnswer", answer, try JSONColumn.text(concepts))
    }
    try sql { (connection) throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO question (public_id, quiz, position, type, prompt, explanation, options, correct_index,
          correct_answer, accepted_answers, key_concepts)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, id.text, quiz, position, type, question.prompt, question.explanation, options, correctIndex,
        correctAnswer, acceptedAnswers, keyConcepts)
    }
  }
}
