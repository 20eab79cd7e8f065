import HomeworkEngine
import HomeworkModel

extension StoredOrder {
  /// - Parameter count: how many questions the attempt asks.
  /// - Returns: the place in the quiz of the question at an index of the attempt, which has one there.
  func place(at index: Int, of count: Int) -> Int {
    QuizOrder.questions(asked ?? Array(0..<count), shuffling: shuffle, seed: seed)[index]
  }

  /// The places in the quiz of a question's options, as they are shown; `nil` where they are shown as they are.
  func options(of body: Question.Body, at place: Int) -> [Int]? {
    guard shuffle == .options || shuffle == .both, body.optionCount > 0 else { return nil }
    return QuizOrder.options(body.optionCount, ofQuestion: place, shuffling: shuffle, seed: seed)
  }
}

/// A response as it stands in a row, where letters are those of the quiz, and as the attempt shows it.
extension [Int] {
  /// - Returns: the letter under which these options, by their places in the quiz, show the one with a letter there.
  func shown(_ stored: String?) -> String? {
    guard let stored, let place = Question.letters.firstIndex(of: stored), let shown = firstIndex(of: place) else {
      return stored
    }
    return Question.letters[shown]
  }
}

extension ReadTransaction {
  /// An attempt as those see it who play it: with its order where that is its own, in which letters of answers count.
  func shown(_ stored: StoredAttempt<Attempt>) throws(StoreError) -> Attempt {
    guard let order = stored.order else { return stored.attempt }
    let questions = try rows.optionCounts(quiz: stored.quizRow)
    var attempt = stored.attempt
    if let asked = order.asked, !asked.allSatisfy(questions.indices.contains) {
      throw rows.fail(.damaged("list of questions", "\(asked)"))
    }
    let whole = QuizOrder(
      optionCounts: questions.map(\.optionCount), asking: order.asked, shuffling: order.shuffle, seed: order.seed)
    attempt.order = zip(whole.questions, whole.options).map {
      AskedQuestion(questionId: questions[$0].id, options: $1)
    }
    // More answers than questions were refused where they were read.
    attempt.answers = zip(attempt.answers, whole.options).map { $0.answering($1.shown($0.response)) }
    return attempt
  }

  /// The places in its quiz of the questions that a learner last answered wrong or skipped, in attempts and reviews
  /// that are not abandoned.
  func wrongPlaces(of homework: Int64, in quiz: Quiz, by learner: Int64) throws(StoreError) -> [Int] {
    let settled = try rows.outcomes(homework: homework, by: learner)
    let last = Dictionary(settled.map { ($0.question, $0.outcome) }) { _, later in later }
    return quiz.questions.indices.filter { last[quiz.questions[$0].id].map { $0 != .correct } ?? false }
  }
}
