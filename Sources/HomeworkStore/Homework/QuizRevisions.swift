import HomeworkEngine
public import HomeworkModel

/// Quizzes that are edited. Each revision is a quiz of its own, so that attempts at an earlier one, open ones too, go
/// on with their words.
extension ReadTransaction {
  /// Returns the quizzes that a homework has had, as far as they are kept, newest first.
  ///
  /// One that was never played goes when `setQuiz` puts another in its place; what is edited stays.
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
  /// Changes, adds, removes and moves questions of a homework's quiz, and returns its next revision; the quiz as it is
  /// where that leaves everything as it was.
  ///
  /// Attempts stay at the revision that they were started at. What was answered stays graded as it was.
  /// - Parameters:
  ///   - homeworkId: whose quiz it is.
  ///   - edits: one after the other.
  ///   - expected: the revision that they were made for, so that nobody's edits are lost.
  /// - Throws: `notFound`; `invalid`; `quizRevised` where another revision than `expected` is there by now.
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
    try rows.retireQuiz(homework: homework, keepsUnplayed: true)
    let revised = try insert(
      draft, homework: homework, homeworkId: homeworkId, revision: quiz.revision + 1, cards: edited.map(\.id))
    try rows.search?.index(homework: homework)
    try record(.quizSet, homeworkId)
    return revised
  }
}
