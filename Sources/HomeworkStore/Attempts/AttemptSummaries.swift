public import HomeworkModel

/// A question as an attempt asks it, with the id of this revision of it.
struct AskedRow {
  let id: Question.ID, question: Question
  /// The indexes of the question's options in the quiz, in display order; `nil` if their order is unchanged.
  let options: [Int]?

  init(_ stored: StoredQuestion, _ order: StoredOrder?) {
    options = order?.options(of: stored.question.body, at: stored.index)
    (id, question) = (stored.id, options.map(stored.question.withOptions) ?? stored.question)
  }
}

/// Attempt summaries, without the texts of answers.
extension ReadTransaction {
  /// Returns an attempt without its answers.
  public func attemptSummary(_ id: Attempt.ID) throws(StoreError) -> AttemptSummary {
    try summary(id).attempt
  }

  /// Returns the next question to settle; `nil` if all are settled or the attempt is over.
  package func currentQuestion(of id: Attempt.ID) throws(StoreError) -> Question? {
    let stored = try summary(id)
    guard stored.attempt.state == .inProgress else { return nil }
    return try currentQuestion(of: stored)?.question
  }

  /// Returns the result of settling a question, as of that moment, even if the attempt has since continued.
  ///
  /// - Throws: `notFound` if the answer is gone, for example because its homework was deleted.
  package func answerResult(of id: Attempt.ID, at index: Int) throws(StoreError) -> AnswerResult {
    var stored = try summary(id, upTo: index - 1)
    let before = stored.attempt.standing
    guard let (answer, questionId) = try rows.answer(at: index, attempt: id),
      let asked = try rows.question(questionId).map({ AskedRow($0, stored.order) })
    else { throw .notFound(.attempt, id.text) }
    guard before.settled == index, !stored.attempt.isSettled else {
      throw .damaged("position of an answer", "\(index)")
    }
    (stored.attempt.state, stored.attempt.finishedAt) = (.inProgress, nil)
    let response = asked.options.map { $0.shown(answer.response) } ?? answer.response
    var complete = answer.answering(response)
    complete.streakPosition = stored.attempt.standing.settle(
      answer.outcome, movesStreak: answer.movesStreak, elapsedMs: answer.elapsedMs)
    if stored.attempt.homeworkId == nil {
      complete = complete.asked(of: try rows.homework(ofQuestion: complete.questionId))
    }
    return AnswerResult(
      attempt: stored.attempt, answer: complete, correctAnswer: asked.question.correctAnswer,
      explanation: asked.question.explanation, picture: asked.question.pictures.answer, before: before)
  }

  /// - Parameter index: the index of the last answer to count, -1 for none; the last answer's index by default.
  func summary(_ id: Attempt.ID, upTo index: Int? = nil) throws(StoreError) -> StoredAttempt<AttemptSummary> {
    guard let found = try rows.summary(id, upTo: index), !found.isHidden else { throw .notFound(.attempt, id.text) }
    return found
  }

  func currentQuestion(of stored: StoredAttempt<AttemptSummary>) throws(StoreError) -> AskedRow? {
    guard !stored.attempt.isSettled else { return nil }
    let index = stored.attempt.questionIndex
    let quizIndex = stored.order?.quizIndex(at: index, of: stored.attempt.questionCount) ?? index
    return try rows.question(at: quizIndex, quiz: stored.quizId).map { AskedRow($0, stored.order) }
  }
}
