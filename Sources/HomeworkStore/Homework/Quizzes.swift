public import HomeworkModel

extension ReadTransaction {
  /// Returns the current quiz of an assignment; `nil` if it has none.
  public func quiz(for id: Homework.ID) throws(StoreError) -> Quiz? {
    if let quiz = try rows.quiz(.of(id)) { return quiz }
    _ = try row(of: id)
    return nil
  }

  /// Returns a quiz by its own id, current or replaced; `nil` if it does not exist.
  public func quiz(_ id: Quiz.ID) throws(StoreError) -> Quiz? { try rows.quiz(.id(id)) }
}

extension WriteTransaction {
  /// Sets an assignment's quiz, replacing an earlier one; refused while an attempt at the earlier quiz is open.
  ///
  /// A quiz that was played stays for its finished attempts, which keep their own totals.
  public func setQuiz(_ draft: QuizDraft, for homeworkId: Homework.ID) throws(StoreError) -> Quiz {
    guard draft.faults.isEmpty else { throw .invalid(draft.faults) }
    let homework = try row(of: homeworkId)
    if let open = try rows.openAttempt(homework: homework) { throw .quizInUse(open) }
    try rows.search?.unindex(homework: homework)
    try rows.retireQuiz(homework: homework)
    let quiz = try insert(draft, homework: homework, homeworkId: homeworkId)
    try store(.ready, of: self.homework(homeworkId))
    try rows.search?.index(homework: homework)
    try noteQuiz(quiz.id, of: homeworkId)
    try record(.quizSet, homeworkId)
    return quiz
  }

  /// Inserts the rows of a quiz that the caller has validated.
  ///
  /// - Parameter cards: for later revisions, the card that each question continues.
  func insert(
    _ draft: QuizDraft, homework: Int64, homeworkId: Homework.ID, revision: Int = 1, cards: [Question.ID?] = []
  ) throws(StoreError) -> Quiz {
    let id: Quiz.ID = newId()
    let questions = draft.questions.enumerated().map { position, question in
      NewQuestion(id: newId(), card: cards.isEmpty ? nil : cards[position], draft: question)
    }
    let quiz = Quiz(
      id: id, homeworkId: homeworkId, topic: draft.topic, subtopic: draft.subtopic, confidence: draft.confidence,
      revision: revision, questions: questions.map(\.question))
    try rows.insert(quiz, questions, homework: homework, createdAt: now)
    return quiz
  }
}
