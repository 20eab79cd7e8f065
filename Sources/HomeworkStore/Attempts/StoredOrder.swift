import HomeworkModel

extension StoredOrder {
  /// - Parameter count: the number of questions that the attempt asks.
  /// - Returns: the index in the quiz of the question at an index of the attempt, which must be in range.
  func quizIndex(at index: Int, of count: Int) -> Int {
    QuizOrder.questions(asked ?? Array(0..<count), shuffling: shuffle, seed: seed)[index]
  }

  /// Returns a question's option indexes in the quiz, in display order; `nil` if their order is unchanged.
  func options(of body: Question.Body, at quizIndex: Int) -> [Int]? {
    guard shuffle == .options || shuffle == .both, body.options.count > 0 else { return nil }
    return QuizOrder.options(body.options.count, ofQuestion: quizIndex, shuffling: shuffle, seed: seed)
  }
}

/// Converts responses between the quiz's letters, which rows store, and the letters that the attempt shows.
extension [Int] {
  /// - Returns: the letters that show the options with stored letters, given the option indexes in display order.
  func shown(_ stored: String?) -> String? {
    guard let stored, !isEmpty else { return stored }
    let letters = stored.split(separator: ",").map { letter in
      Question.letters.firstIndex(of: String(letter)).flatMap(firstIndex).map { Question.letters[$0] }
    }
    return letters.contains(nil) ? stored : letters.compactMap(\.self).joined(separator: ",")
  }
}

extension ReadTransaction {
  /// Returns an attempt as its player sees it: if it has its own order, questions and answer letters follow that order.
  func shown(_ stored: StoredAttempt<Attempt>) throws(StoreError) -> Attempt {
    guard let order = stored.order else { return stored.attempt }
    let questions = try rows.optionCounts(quiz: stored.quizId)
    var attempt = stored.attempt
    if let asked = order.asked, !asked.allSatisfy(questions.indices.contains) {
      throw rows.fail(.damaged("list of questions", "\(asked)"))
    }
    let whole = QuizOrder(
      optionCounts: questions.map(\.optionCount), asking: order.asked, shuffling: order.shuffle, seed: order.seed)
    attempt.order = zip(whole.questions, whole.options).map {
      AskedQuestion(questionId: questions[$0].id, options: $1)
    }
    // Reading has already refused attempts with more answers than questions.
    attempt.answers = zip(attempt.answers, whole.options).map { $0.answering($1.shown($0.response)) }
    return attempt
  }

  /// Returns the quiz indexes of the questions that a learner last answered wrong or skipped, in attempts and reviews
  /// that are not abandoned.
  func wrongIndexes(of homework: Homework.ID, in quiz: Quiz, by learner: Learner.ID) throws(StoreError) -> [Int] {
    let settled = try rows.outcomes(homework: homework, by: learner)
    let last = Dictionary(settled.map { ($0.question, $0.outcome) }) { _, later in later }
    return quiz.questions.indices.filter { last[quiz.questions[$0].id].map { $0 != .correct } ?? false }
  }
}
