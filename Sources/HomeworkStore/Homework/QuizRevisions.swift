public import HomeworkModel

/// Edited quizzes. Each revision is a quiz of its own, so that attempts at an earlier one, including open ones, keep
/// their wording.
extension ReadTransaction {
  /// Returns an assignment's quizzes, newest first. All of them are kept: another copy of the library may have played
  /// them.
  public func quizHistory(_ id: Homework.ID) throws(StoreError) -> [QuizRevision] {
    let heads = try rows.revisions(homework: row(of: id))
    var (history, before): ([QuizRevision], [Question]) = ([], [])
    for head in heads {
      let questions = try quiz(head.id)?.questions ?? []
      history.append(
        QuizRevision(
          quizId: head.id, revision: head.revision, createdAt: head.createdAt, isCurrent: head.isCurrent,
          questionCount: questions.count,
          changes: head.revision == 1 ? [] : QuizChange.changes(from: before, to: questions)))
      before = questions
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
    let draft = QuizDraft(
      topic: quiz.topic, subtopic: quiz.subtopic, confidence: quiz.confidence, questions: edited.map(\.draft))
    let homework = try row(of: homeworkId)
    try rows.search?.unindex(homework: homework)
    try rows.retireQuiz(homework: homework)
    let revised = try insert(
      draft, homework: homework, homeworkId: homeworkId, revision: quiz.revision + 1, cards: edited.map(\.id))
    try rows.search?.index(homework: homework)
    try noteQuiz(revised.id, of: homeworkId)
    try record(.quizSet, homeworkId)
    return revised
  }
}
