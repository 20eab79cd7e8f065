public import HomeworkModel

/// Edited quizzes. Each revision is a quiz of its own, so that attempts at an earlier one, including open ones, keep
/// their wording.
extension ReadTransaction {
  /// Returns an assignment's quizzes, newest first. All of them are kept: another copy of the library may have played
  /// them.
  public func quizHistory(_ id: Homework.ID) throws(StoreError) -> [QuizRevision] {
    try requireHomework(id)
    let heads = try rows.revisions(homework: id)
    var (history, questionsOf): ([QuizRevision], [Quiz.ID: [Question]]) = ([], [:])
    for head in heads {
      let questions = try quiz(head.id)?.questions ?? []
      let before = head.former.flatMap { questionsOf[$0] }
      questionsOf[head.id] = questions
      history.append(
        QuizRevision(
          quizId: head.id, revision: head.revision, createdAt: head.createdAt, isCurrent: head.isCurrent,
          questionCount: questions.count,
          changes: before.map { QuizChange.changes(from: $0, to: questions) } ?? []))
    }
    return history.reversed()
  }
}

extension WriteTransaction {
  /// Changes, adds, removes and moves questions of an assignment's quiz, and returns its next revision, or the current
  /// one if the edits change nothing.
  ///
  /// Attempts stay at the revision they were started with. Answers keep their grades.
  /// - Parameters:
  ///   - homeworkId: the homework with the quiz.
  ///   - edits: applied in order.
  ///   - expected: the revision that the edits are based on, so that no concurrent edit is lost.
  /// - Throws: `notFound`; `invalid`; `quizRevised` if the current revision is no longer `expected`.
  public func editQuiz(
    _ homeworkId: Homework.ID, _ edits: [QuizEdit], expecting expected: Quiz.ID? = nil
  ) throws(StoreError) -> Quiz {
    guard let quiz = try quiz(for: homeworkId) else { throw .notFound(.quiz, "of homework \(homeworkId)") }
    guard expected == nil || expected == quiz.id else { throw .quizRevised(quiz.id) }
    let edited: [(id: Question.ID?, draft: QuestionDraft)]
    do throws(QuizEditFailure) { edited = try quiz.edited(edits) } catch { throw .invalid(error.faults) }
    guard edited.map(\.id) != quiz.questions.map(\.id) || edited.map(\.draft) != quiz.questions.map(QuestionDraft.init)
    else { return quiz }
    return try revise(quiz, edited, of: homeworkId)
  }

  /// Makes the next revision of a quiz.
  ///
  /// - Parameter edited: its questions, each with the card that it continues.
  func revise(
    _ quiz: Quiz, _ edited: [(id: Question.ID?, draft: QuestionDraft)], of homeworkId: Homework.ID
  ) throws(StoreError) -> Quiz {
    let draft = QuizDraft(
      topic: quiz.topic, subtopic: quiz.subtopic, confidence: quiz.confidence, questions: edited.map(\.draft))
    try requirePictures(of: draft)
    let revised = try insert(draft, homework: homeworkId, former: quiz, cards: edited.map(\.id))
    try rows.index(homework: homeworkId)
    try logQuiz(revised.id, of: homeworkId)
    try appendEvent(.quizSet, homeworkId)
    return revised
  }

  /// Makes a revision that has the keys that were corrected elsewhere while the current quiz was made, if it lacks any.
  ///
  /// It is no edit: the same on every copy, and later than the quiz of which it is made only.
  func takeInCorrections(homework homeworkId: Homework.ID) throws(StoreError) {
    guard try rows.hasRegradings() else { return }
    let revisions = try rows.revisions(homework: homeworkId)
    guard let current = revisions.first(where: \.isCurrent) else { return }
    var base = current
    while base.id.isDerived, let former = revisions.first(where: { $0.id == base.former }) { base = former }
    guard let quiz = try rows.quiz(.id(base.id)) else { return }
    let corrections = try rows.regradings(since: base.id)
    guard let last = corrections.last else { return }
    let names = Set(corrections.map { "\($0.key.id) \($0.at.millisecondsSince1970)" }).sorted()
    let id = Quiz.ID(derivedFrom: "\(base.id) \(names.joined(separator: " "))")
    guard id != current.id else { return }
    if try rows.has(id, in: .quiz) {
      try rows.makeCurrent(quiz: id, homework: homeworkId)
    } else {
      let questions = quiz.questions.enumerated().map { index, question in
        NewQuestion(
          id: Question.ID(derivedFrom: "\(id) \(index)"), card: question.id,
          draft: QuestionDraft(corrections.reduce(question) { $0.corrected(by: $1.key) }))
      }
      try rows.insert(
        quiz.with(id), questions, homework: homeworkId, former: base.id, createdAt: max(base.createdAt.next, last.at))
      for correction in corrections {
        guard let question = questions.first(where: { $0.card == correction.key.id })?.id else { continue }
        try rows.insertIfAbsent(
          StoredRegrading(
            questionId: question, quizId: id, at: correction.at, neverLower: correction.neverLower,
            isUndone: correction.isUndone, key: correction.key))
      }
      try logChange(.quiz, id.text)
    }
    try rows.index(homework: homeworkId)
    try appendEvent(.quizSet, homeworkId)
  }
}

extension Quiz {
  /// The same quiz under another id.
  fileprivate func with(_ id: Quiz.ID) -> Quiz {
    Quiz(
      id: id, homeworkId: homeworkId, topic: topic, subtopic: subtopic, confidence: confidence, questions: questions)
  }
}

extension Question {
  /// The question with another revision's key, if that is of it and asks for an answer in the same way.
  fileprivate func corrected(by key: Question) -> Question {
    guard id == key.id, body.kind == key.body.kind, body.options == key.body.options else { return self }
    var corrected = self
    corrected.body = key.body
    return corrected
  }
}
