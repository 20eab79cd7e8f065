public import HomeworkModel

extension ReadTransaction {
  /// Returns the current quiz of an assignment; `nil` if it has none.
  public func quiz(for id: Homework.ID) throws(StoreError) -> Quiz? {
    if let quiz = try rows.quiz(.of(id)) { return quiz }
    try requireHomework(id)
    return nil
  }

  /// Returns a quiz by its own id, current or replaced; `nil` if it does not exist.
  public func quiz(_ id: Quiz.ID) throws(StoreError) -> Quiz? {
    guard let quiz = try rows.quiz(.id(id)), let homework = quiz.homeworkId, try rows.isShown(homework) else {
      return nil
    }
    return quiz
  }
}

extension WriteTransaction {
  /// Sets an assignment's quiz, replacing an earlier one; refused while an attempt at the earlier quiz is open.
  ///
  /// A quiz that was played stays for its finished attempts, which keep their own totals.
  public func setQuiz(_ draft: QuizDraft, for homeworkId: Homework.ID) throws(StoreError) -> Quiz {
    guard draft.faults.isEmpty else { throw .invalid(draft.faults) }
    let homework = try homework(homeworkId)
    if let open = try rows.openAttempt(homework: homeworkId) { throw .quizInUse(open) }
    try requirePictures(of: draft)
    let quiz = try insert(draft, homework: homeworkId)
    try store(.ready, of: homework)
    try rows.index(homework: homeworkId)
    try logQuiz(quiz.id, of: homeworkId)
    try appendEvent(.quizSet, homeworkId)
    return quiz
  }

  /// Refuses a quiz with a picture that is neither given nor here.
  func requirePictures(of draft: QuizDraft) throws(StoreError) {
    guard let missing = try rows.missingPicture(of: draft.questions) else { return }
    let message = "the library has no picture with the digest \(missing): give its bytes as base64"
    throw .invalid([Fault(path: "picture", message: message)])
  }

  /// Inserts the rows of a quiz that the caller has validated, and indexes when all is there.
  ///
  /// - Parameters:
  ///   - former: the quiz of which it is an edition.
  ///   - cards: for an edition, the card that each question continues.
  func insert(
    _ draft: QuizDraft, homework homeworkId: Homework.ID, former: Quiz? = nil, cards: [Question.ID?] = []
  ) throws(StoreError) -> Quiz {
    let id: Quiz.ID = newId()
    let questions = draft.questions.enumerated().map { position, question in
      NewQuestion(id: newId(), card: cards.isEmpty ? nil : cards[position], draft: question)
    }
    let quiz = Quiz(
      id: id, homeworkId: homeworkId, topic: draft.topic, subtopic: draft.subtopic, confidence: draft.confidence,
      revision: (former?.revision ?? 0) + 1, questions: questions.map(\.question))
    // Later than all before, by any clock, so that it is known which corrected keys it contains.
    let (newest, corrected) = (try rows.revisions(homework: homeworkId).last?.createdAt, try timeAfterCorrections())
    try rows.insert(
      quiz, questions, homework: homeworkId, former: former?.id, createdAt: max(corrected, newest?.next ?? corrected))
    return quiz
  }
}
