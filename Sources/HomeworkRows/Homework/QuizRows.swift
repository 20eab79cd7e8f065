package import HomeworkEngine
package import HomeworkModel

extension RowTransaction {
  package func quiz(_ key: QuizKey) throws(StoreError) -> Quiz? {
    switch key {
    case .id(let id): try quiz(Self.quizById, id.key)
    case .of(let homework): try quiz(Self.quizOfHomework, homework.key)
    case .asked(let attempt): try quiz(Self.quizOfAttempt, attempt.key)
    }
  }

  private static let quizColumns = """
    SELECT z.id, z.public_id, h.public_id, z.topic, z.subtopic, z.confidence, z.question_count, z.revision
    FROM quiz z LEFT JOIN homework h ON h.id = z.homework
    """
  private static let quizOfHomework = SQL.constant(
    "\(quizColumns) WHERE h.public_id = ? AND z.is_current AND h.import_began_ms IS NULL")
  private static let quizById = SQL.constant(
    "\(quizColumns) WHERE z.public_id = ? AND z.homework IS NOT NULL AND h.import_began_ms IS NULL")
  private static let quizOfAttempt = SQL.constant(
    "\(quizColumns) WHERE z.id = (SELECT quiz FROM attempt WHERE public_id = ?)")
  private static let questionsOfQuiz = SQL.constant("\(questionColumns) WHERE quiz = ? ORDER BY position")

  private func quiz(_ query: SQL, _ id: some SQLBindable) throws(StoreError) -> Quiz? {
    let head = try first(query, id) { (row) throws(RowError) -> (Int64, Int, Quiz) in
      let confidence = row.optionalDouble(5)
      guard confidence.map({ 0...1 ~= $0 }) ?? true else { throw .damaged("confidence", row.text(5)) }
      let quiz = Quiz(
        id: try row.id(1), homeworkId: try row.optionalId(2), topic: row.optionalText(3), subtopic: row.optionalText(4),
        confidence: confidence, revision: try row.int(7, in: 1...Stored.tallies.upperBound, "revision"), questions: [])
      return (row.int64(0), row.int(6), quiz)
    }
    guard case (let row, let count, var quiz)? = head else { return nil }
    quiz.questions = try all(Self.questionsOfQuiz, row, expected: 10) { (row) throws(RowError) in
      try Self.question(row)
    }
    guard quiz.questions.count == count else { throw fail(.damaged("number of questions", "\(count)")) }
    return quiz
  }

  package func row(of id: Quiz.ID) throws(StoreError) -> Int64? {
    try first("SELECT id FROM quiz WHERE public_id = ?", id.key) { $0.int64(0) }
  }

  package func revisions(homework row: Int64) throws(StoreError) -> [StoredRevision] {
    try all("SELECT public_id, revision, created_at_ms, is_current FROM quiz WHERE homework = ? ORDER BY id", row) {
      (row) throws(RowError) in
      StoredRevision(
        id: try row.id(0), revision: row.int(1), createdAt: try row.optionalTimestamp(2), isCurrent: row.int(3) == 1)
    }
  }

  package func homework(ofQuestion id: Question.ID) throws(StoreError) -> Homework.ID? {
    try first(Self.homeworkOfQuestionId, id.key) { (row) throws(RowError) in try row.id(0) }
  }

  private static let homeworkOfQuestionId: SQL = """
    SELECT h.public_id FROM question q JOIN quiz z ON z.id = q.quiz JOIN homework h ON h.id = z.homework
    WHERE q.public_id = ?
    """
}

// MARK: Questions

extension RowTransaction {
  package func question(at place: Int, quiz row: Int64) throws(StoreError) -> StoredQuestion? {
    if let question = known?.question(at: place, quiz: row) { return question }
    // Whoever settles this one comes back for the next.
    let limit = known == nil ? 1 : Dialect.questionsAhead
    let found = try all(Self.questionsFrom, row, place, limit, expected: limit, make: Self.storedQuestion)
    for question in found { known?.add(question, quiz: row) }
    return found.first.flatMap { $0.place == place ? $0 : nil }
  }

  package func question(_ row: Int64) throws(StoreError) -> StoredQuestion? {
    try first(Self.questionByRow, row, make: Self.storedQuestion)
  }

  package func optionCounts(quiz row: Int64) throws(StoreError) -> [(id: Question.ID, optionCount: Int)] {
    try all(Self.orderOfQuiz, row) { (row) throws(RowError) in (id: try row.id(0), optionCount: row.int(1)) }
  }

  /// The columns that make a question.
  static func columns(ofQuestion q: String) -> String {
    """
    coalesce(\(q).card, \(q).public_id), \(q).prompt, \(q).explanation, \(q).type, \(q).options, \(q).correct_index,
      \(q).correct_answer, \(q).accepted_answers, \(q).key_concepts, \(q).id, \(q).position
    """
  }
  static let questionColumns = "SELECT \(columns(ofQuestion: "question")) FROM question"
  private static let questionsFrom = SQL.constant(
    "\(questionColumns) WHERE quiz = ? AND position >= ? ORDER BY position LIMIT ?")
  private static let questionByRow = SQL.constant("\(questionColumns) WHERE id = ?")
  private static let orderOfQuiz: SQL = """
    SELECT coalesce(card, public_id), coalesce(json_array_length(options), 0) FROM question WHERE quiz = ?
    ORDER BY position
    """

  private static func storedQuestion(_ row: Row) throws(RowError) -> StoredQuestion { try storedQuestion(row, 0) }

  /// Returns the question whose columns begin at `start`.
  static func storedQuestion(_ row: Row, _ start: Int) throws(RowError) -> StoredQuestion {
    StoredQuestion(
      row: row.int64(start + 9), place: try row.int(start + 10, in: Stored.positions, "position"),
      question: try question(row, start))
  }

  static func question(_ row: Row, _ start: Int = 0) throws(RowError) -> Question {
    let body: Question.Body
    // The types differ in their first letters, and the schema allows no others.
    switch row.utf8(start + 3)?.first {
    case UInt8(ascii: "m"):
      let options = try JSONColumn.strings(row, start + 4)
      guard QuizDraft.optionCounts.contains(options.count) else {
        throw .damaged("list of options", row.text(start + 4))
      }
      guard options.indices.contains(row.int(start + 5)) else { throw .damaged("option", row.text(start + 5)) }
      body = .mcq(options: options, correctIndex: row.int(start + 5))
    case UInt8(ascii: "f"):
      body = .fillBlank(correctAnswer: row.text(start + 6), acceptedAnswers: try JSONColumn.strings(row, start + 7))
    case UInt8(ascii: "s"):
      body = .shortAnswer(correctAnswer: row.text(start + 6), keyConcepts: try JSONColumn.lists(row, start + 8))
    default: throw .damaged("type of question", row.text(start + 3))
    }
    return Question(id: try row.id(start), prompt: row.text(start + 1), body: body, explanation: row.text(start + 2))
  }
}

// MARK: Writing

extension RowTransaction {
  package func insert(
    _ quiz: Quiz, _ questions: [NewQuestion], homework: Int64, createdAt: Timestamp
  ) throws(StoreError) {
    let row = try inserted(
      """
      INSERT INTO quiz (public_id, homework, topic, subtopic, confidence, question_count, revision, created_at_ms)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, quiz.id.key, homework, quiz.topic, quiz.subtopic, quiz.confidence, questions.count, quiz.revision,
      createdAt.millisecondsSince1970)
    for (position, question) in questions.enumerated() { try insert(question, at: position, quiz: row) }
    try sign(quiz: row)
  }

  private func insert(_ new: NewQuestion, at position: Int, quiz: Int64) throws(StoreError) {
    var (options, correctIndex): (String?, Int?)
    var (correctAnswer, acceptedAnswers, keyConcepts): (String?, String?, String?)
    switch new.draft.body {
    case .mcq(let texts, let index):
      (options, correctIndex) = (JSONColumn.text(texts), index)
    case .fillBlank(let answer, let accepted):
      (correctAnswer, acceptedAnswers) = (answer, JSONColumn.text(accepted))
    case .shortAnswer(let answer, let concepts):
      (correctAnswer, keyConcepts) = (answer, JSONColumn.text(concepts))
    }
    try insert(
      question: new.id, quiz, position, new.draft.body.kind.rawValue, new.draft.prompt, new.draft.explanation, options,
      correctIndex, correctAnswer, acceptedAnswers, keyConcepts, new.card?.key)
  }

  private func sign(quiz row: Int64) throws(StoreError) {
    try sign(.quiz, where: "id = ?", row)
    try sign(.question, where: "quiz = ?", row)
  }

  package func retireQuiz(homework row: Int64, keepsUnplayed: Bool) throws(StoreError) {
    if !keepsUnplayed {
      try run(
        """
        DELETE FROM quiz
        WHERE homework = ? AND is_current AND NOT EXISTS (SELECT 1 FROM attempt WHERE quiz = quiz.id)
        """, row)
    }
    try run("UPDATE quiz SET is_current = false WHERE homework = ? AND is_current", row)
  }

  package func insertReview(
    _ id: Quiz.ID, copying questions: [(row: Int64, as: Question.ID)], createdAt: Timestamp
  ) throws(StoreError) -> Int64 {
    let quiz = try inserted(
      "INSERT INTO quiz (public_id, is_current, question_count, created_at_ms) VALUES (?, false, ?, ?)", id.key,
      questions.count, createdAt.millisecondsSince1970)
    for (position, question) in questions.enumerated() {
      try run(Self.copyQuestion, question.as.key, quiz, position, question.row)
    }
    try sign(quiz: quiz)
    return quiz
  }

  private static let copyQuestion: SQL = """
    INSERT INTO question (public_id, quiz, position, type, prompt, explanation, options, correct_index, correct_answer,
      accepted_answers, key_concepts, card)
    SELECT ?1, ?2, ?3, type, prompt, explanation, options, correct_index, correct_answer, accepted_answers,
      key_concepts, coalesce(card, public_id)
    FROM question WHERE id = ?4
    """
}
