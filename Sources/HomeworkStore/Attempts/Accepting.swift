public import HomeworkModel

extension ReadTransaction {
  /// Returns what is allowed in the library.
  public func settings() throws(StoreError) -> LibrarySettings { try rows.settings() ?? LibrarySettings() }
}

extension LibrarySettings {
  /// The name by which copies of a library exchange the settings.
  static let field = "acceptsAnswers"
}

extension WriteTransaction {
  /// Changes what is allowed in the library, and returns it.
  public func set(_ settings: LibrarySettings) throws(StoreError) -> LibrarySettings {
    try rows.set(settings)
    try logChange(.edited, rows.libraryId().text, LibrarySettings.field)
    return settings
  }

  /// Counts the last answer of an attempt in progress, which was typed and graded as wrong, because the learner was
  /// right.
  ///
  /// The answer stays as it was given. Score and progress follow. Streak and stars do not, since no typed answer
  /// changes them, and nothing is celebrated. The last question's answer can be counted until the attempt is finished.
  /// Counting an answer again changes nothing.
  /// - Parameters:
  ///   - id: the id of an attempt in progress.
  ///   - index: the index, from 0, of the question that the caller expects to be the last one settled.
  /// - Throws: `notAcceptable`; `attemptOver`; `attemptElsewhere`; `notFound`.
  public func acceptAnswer(in id: Attempt.ID, at index: Int? = nil) throws(StoreError) -> AnswerResult {
    let stored = try stored(id)
    try requirePlayedHere(id, stored.attempt.state, stored.owningCopy)
    guard try settings().acceptsAnswers else { throw .notAcceptable(id, .notAllowed) }
    guard let last = stored.attempt.answers.last else { throw .notAcceptable(id, .nothingSettled) }
    guard index == nil || index == last.index else { throw .notAcceptable(id, .isNotLast(lastIndex: last.index)) }
    guard try question(of: last, in: stored)?.body.isTyped == true else {
      throw .notAcceptable(id, .isNotTyped(last.index))
    }
    let former = try rows.gradings(ofAttempt: id).last { $0.index == last.index }
    let isAccepted = former?.reason == .accepted && last.outcome == .correct
    guard isAccepted || last.outcome == .wrong else { throw .notAcceptable(id, .isNotWrong(last.index, last.outcome)) }
    if !isAccepted {
      let at = max(now, former?.at.next ?? now)
      try grade(id, [AnswerGrading(index: last.index, at: at, outcome: .correct, reason: .accepted)])
      try logChange(.attempt, id.text, "graded")
    }
    return try answerResult(of: id, at: last.index)
  }
}
