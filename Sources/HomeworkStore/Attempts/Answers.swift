public import HomeworkModel

/// The result of settling one answer.
public struct AnswerResult: Hashable, Sendable {
  /// The attempt as of this answer; the answer as stored; the correct answer as display text; and the author's
  /// explanation, which may be empty.
  public let attempt: AttemptSummary, answer: Answer, correctAnswer: String, explanation: String
  /// The picture shown with the explanation.
  public let picture: QuestionPicture?
  /// The attempt's standing before this answer.
  package let before: Standing
}

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

extension WriteTransaction {
  /// Settles the current question and returns the result, which is final once the transaction is committed.
  ///
  /// Celebrate only after the write returns: an unsaved answer is never shown as earned.
  /// - Parameters:
  ///   - response: the option, the text, or a skip.
  ///   - id: the id of an attempt in progress.
  ///   - index: the index, from 0, of the question that the caller expects to be current; the call fails for any other.
  ///   - elapsedMs: the time spent on this question, in milliseconds, up to a year.
  public func settle(
    _ response: Response, in id: Attempt.ID, at index: Int? = nil, elapsedMs: Int = 0
  ) throws(StoreError) -> AnswerResult {
    try settle(in: id, at: index, elapsedMs: elapsedMs) { _ in response }
  }

  /// Settles the question with typed input: an option's letter or number, from 1, or a text; `nil` skips it.
  package func settle(
    typed: String?, in id: Attempt.ID, at index: Int? = nil, elapsedMs: Int = 0
  ) throws(StoreError) -> AnswerResult {
    try settle(in: id, at: index, elapsedMs: elapsedMs) { question in
      typed.map { question.response(from: $0) ?? .text($0) } ?? .skip
    }
  }

  private func settle(
    in id: Attempt.ID, at index: Int?, elapsedMs: Int, _ response: (Question) -> Response
  ) throws(StoreError) -> AnswerResult {
    var stored = try summaryInProgress(id)
    let current = stored.attempt.questionIndex
    guard let asked = try currentQuestion(of: stored) else { throw .everyQuestionSettled(id) }
    guard index == nil || index == current else { throw .wrongQuestion(current: current) }
    if let deadline = stored.attempt.terms.deadline, now > deadline { throw .timeUp(id) }
    guard Answer.elapsedLimitsMs.contains(elapsedMs) else {
      let limit = Answer.elapsedLimitsMs.upperBound
      throw .invalid([Fault(path: "elapsedMs", message: "must be between 0 and \(limit), is \(elapsedMs)")])
    }
    let (response, wanted) = (response(asked.question), asked.question.wantedResponse)
    if response.isBlank {
      throw .invalid([Fault(path: "response", message: "is empty: give \(wanted), or skip the question")])
    }
    if let fault = TextLimits.fault(inResponse: Question.text(of: response), typed: response.typed) {
      throw .invalid([fault])
    }
    guard let outcome = asked.question.grade(response) else {
      throw .invalid([Fault(path: "response", message: "does not fit the question: give \(wanted)")])
    }
    return try settle(asked, response, outcome, elapsedMs: elapsedMs, in: &stored)
  }

  func settle(
    _ asked: AskedRow, _ response: Response, _ outcome: Outcome, elapsedMs: Int,
    in stored: inout StoredAttempt<AttemptSummary>
  ) throws(StoreError) -> AnswerResult {
    let (before, current, question) = (stored.attempt.standing, stored.attempt.questionIndex, asked.question)
    let position = stored.attempt.standing.settle(outcome, movesStreak: question.movesStreak, elapsedMs: elapsedMs)
    let homework = stored.attempt.homeworkId
    let answer = Answer(
      questionId: question.id, index: current, response: Question.text(of: response), outcome: outcome,
      streakPosition: position, elapsedMs: elapsedMs, answeredAt: now,
      homeworkId: homework == nil ? try rows.homework(ofQuestion: question.id) : nil)
    var kept = answer
    if let options = asked.options { kept = answer.answering(Question.text(of: response.withQuizIndexes(options))) }
    try rows.insert(kept, question: asked.id, attempt: stored.attempt.id)
    try logChange(.attempt, stored.attempt.id.text, "\(current)")
    try appendEvent(
      .answerSettled, homework ?? answer.homeworkId,
      Event.Detail(attemptId: stored.attempt.id, questionIndex: current, outcome: outcome, streakPosition: position),
      of: stored.attempt.learnerId)
    return AnswerResult(
      attempt: stored.attempt, answer: answer, correctAnswer: question.correctAnswer,
      explanation: question.explanation, picture: question.pictures.answer, before: before)
  }

  func summaryInProgress(_ id: Attempt.ID) throws(StoreError) -> StoredAttempt<AttemptSummary> {
    let stored = try summary(id)
    try requirePlayedHere(id, stored.attempt.state, stored.owningCopy)
    return stored
  }

  func requirePlayedHere(_ id: Attempt.ID, _ state: Attempt.State, _ owningCopy: SyncCopy.ID?) throws(StoreError) {
    guard state == .inProgress else { throw .attemptOver(id, state) }
    guard owningCopy == nil else { throw .attemptElsewhere(id) }
  }
}

/// Reads attempts without the texts of their answers.
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

extension Response {
  fileprivate var isBlank: Bool {
    switch self {
    case .text(let text): text.isBlank
    case .texts(let texts): texts.allSatisfy(\.isBlank)
    case .choice, .choices, .known, .skip: false
    }
  }

  /// Returns the response with the option indexes of the quiz, given these in display order.
  fileprivate func withQuizIndexes(_ options: [Int]) -> Response {
    switch self {
    case .choice(let index): .choice(options[index])
    case .choices(let indexes): .choices(indexes.map { options[$0] })
    case .text, .texts, .known, .skip: self
    }
  }
}
