public import HomeworkModel
import HomeworkSQLite

extension ReadTransaction {
  /// Returns the current quiz of a homework; `nil` if it has none.
  public func quiz(for id: Homework.ID) throws(StoreError) -> Quiz? {
    if let quiz = try quiz(Self.quizOfHomework, id.key) { return quiz }
    _ = try row(of: id)
    return nil
  }

  /// Returns a quiz by its own id, current or replaced; `nil` if there is none.
  public func quiz(_ id: Quiz.ID) throws(StoreError) -> Quiz? {
    try quiz(Self.quizById, id.key)
  }

  static let quizColumns = """
    SELECT z.id, z.public_id, h.public_id, z.topic, z.subtopic, z.confidence, z.question_count, z.revision
    FROM quiz z LEFT JOIN homework h ON h.id = z.homework
    """
  private static let quizOfHomework = SQL.constant(
    "\(quizColumns) WHERE h.public_id = ? AND z.is_current AND \(UnfinishedImport.isWhole("h"))")
  private static let quizById = SQL.constant(
    "\(quizColumns) WHERE z.public_id = ? AND z.homework IS NOT NULL AND \(UnfinishedImport.isWhole("h"))")
  private static let questionsOfQuiz = SQL.constant("\(questionColumns) WHERE quiz = ? ORDER BY position")

  func quiz(_ query: SQL, _ id: some SQLBindable) throws(StoreError) -> Quiz? {
    let head = try first(query, id) { (row) throws(SQLiteError) -> (Int64, Int, Quiz) in
      let confidence = row.optionalDouble(5)
      guard confidence.map({ 0...1 ~= $0 }) ?? true else { throw .damaged("confidence", row.text(5)) }
      let quiz = Quiz(
        id: try row.id(1), homeworkId: try row.optionalId(2), topic: row.optionalText(3), subtopic: row.optionalText(4),
        confidence: confidence, revision: try row.int(7, in: 1...Stored.tallies.upperBound, "revision"), questions: [])
      return (row.int64(0), row.int(6), quiz)
    }
    guard case (let row, let count, var quiz)? = head else { return nil }
    quiz.questions = try all(Self.questionsOfQuiz, row, expected: 10, make: Self.question)
    guard quiz.questions.count == count else { throw failed(.damaged("number of questions", "\(count)")) }
    return quiz
  }

  static let questionColumns = """
    SELECT coalesce(card, public_id), prompt, explanation, type, options, correct_index, correct_answer,
      accepted_answers, key_concepts, id, position
    FROM question
    """

  static func question(_ row: Row) throws(SQLiteError) -> Question {
    let body: Question.Body
    // The types differ in their first letters, and the schema knows no others.
    switch row.utf8(3)?.first {
    case UInt8(ascii: "m"):
      let options = try JSONColumn.strings(row, 4)
      guard QuizDraft.optionCounts.contains(options.count) else { throw .damaged("list of options", row.text(4)) }
      guard options.indices.contains(row.int(5)) else { throw .damaged("option", row.text(5)) }
      body = .mcq(options: options, correctIndex: row.int(5))
    case UInt8(ascii: "f"):
      body = .fillBlank(correctAnswer: row.text(6), acceptedAnswers: try JSONColumn.strings(row, 7))
    case UInt8(ascii: "s"):
      body = .shortAnswer(correctAnswer: row.text(6), keyConcepts: try JSONColumn.lists(row, 8))
    default: throw .damaged("type of question", row.text(3))
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
    if let open = try anyOpenAttempt(homework) { throw .quizInUse(open) }
    try unindex(homework: homework)
    try run(
      "DELETE FROM quiz WHERE homework = ? AND is_current AND NOT EXISTS (SELECT 1 FROM attempt WHERE quiz = quiz.id)",
      homework)
    try run("UPDATE quiz SET is_current = 0 WHERE homework = ? AND is_current", homework)
    let quiz = try insert(draft, homework: homework, homeworkId: homeworkId)
    try store(.ready, of: homeworkId)
    try index(homework: homework)
    try record(.quizSet, homeworkId)
    return quiz
  }

  /// The rows of a quiz, whose faults the caller has looked at.
  ///
  /// - Parameter cards: of a revision after the first, for each question the one that it goes on.
  func insert(
    _ draft: QuizDraft, homework: Int64, homeworkId: Homework.ID, revision: Int = 1, cards: [Question.ID?] = []
  ) throws(StoreError) -> Quiz {
    var quiz = Quiz(
      id: newId(), homeworkId: homeworkId, topic: draft.topic, subtopic: draft.subtopic, confidence: draft.confidence,
      revision: revision, questions: [])
    try run(
      """
      INSERT INTO quiz (public_id, homework, topic, subtopic, confidence, question_count, revision, created_at_ms)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, quiz.id.key, homework, draft.topic, draft.subtopic, draft.confidence, draft.questions.count, revision,
      now.millisecondsSince1970)
    let row = lastInsertedRow
    quiz.questions.reserveCapacity(draft.questions.count)
    for (position, question) in draft.questions.enumerated() {
      let card = cards.isEmpty ? nil : cards[position]
      quiz.questions.append(try insert(question, at: position, quiz: row, card: card))
    }
    return quiz
  }

  private func insert(
    _ draft: QuestionDraft, at position: Int, quiz: Int64, card: Question.ID?
  ) throws(StoreError) -> Question {
    let id: Question.ID = newId()
    let question = Question(id: card ?? id, prompt: draft.prompt, body: draft.body, explanation: draft.explanation)
    var type = "mcq"
    var (options, correctIndex): (String?, Int?)
    var (correctAnswer, acceptedAnswers, keyConcepts): (String?, String?, String?)
    switch draft.body {
    case .mcq(let texts, let index):
      (options, correctIndex) = (JSONColumn.text(texts), index)
    case .fillBlank(let answer, let accepted):
      (type, correctAnswer, acceptedAnswers) = ("fillBlank", answer, JSONColumn.text(accepted))
    case .shortAnswer(let answer, let concepts):
      (type, correctAnswer, keyConcepts) = ("shortAnswer", answer, JSONColumn.text(concepts))
    }
    try run(
      """
      INSERT INTO question (public_id, quiz, position, type, prompt, explanation, options, correct_index,
        correct_answer, accepted_answers, key_concepts, card)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, id.key, quiz, position, type, draft.prompt, draft.explanation, options, correctIndex,
      correctAnswer,
      acceptedAnswers, keyConcepts, card?.key)
    return question
  }
}
