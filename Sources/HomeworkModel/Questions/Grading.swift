/// The outcome of one question of an attempt: how its response is graded.
public enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
  case correct, wrong, skipped
}

/// A response to a question, or none.
public enum Response: Hashable, Sendable {
  /// The index of an MCQ's option, from 0.
  case choice(Int)
  /// The indexes of the chosen options, or of all items in the order that was given.
  case choices([Int])
  case text(String)
  /// The texts of the gaps, in order; for a gap to choose, the option's letter or its text.
  case texts([String])
  /// True if the learner knew the back of a card.
  case known(Bool)
  case skip

  /// The texts that were typed.
  package var typed: [String] {
    switch self {
    case .text(let text): [text]
    case .texts(let texts): texts
    case .choice, .choices, .known, .skip: []
    }
  }
}

extension Question {
  /// Returns the outcome of `response`; `nil` if it does not fit the question, such as an option that does not exist.
  package func grade(_ response: Response) -> Outcome? {
    if response == .skip { return .skipped }
    return body.isCorrect(response).map { $0 ? .correct : .wrong }
  }

  /// Returns whether a wrong `text` differs from an accepted answer by one letter. The answer must have at least four
  /// letters; digits do not count. An exact answer is almost given by a text that would mean the same.
  package func isAlmost(_ text: String) -> Bool {
    guard case .fillBlank(let correctAnswer, let acceptedAnswers, let isExact) = body else { return false }
    if isExact, Question.Body.equals(text, anyOf: [correctAnswer] + acceptedAnswers) { return true }
    let folded = Wording(text).folded
    return ([correctAnswer] + acceptedAnswers).flatMap(TypedAnswer.forms).contains { answer in
      answer.count >= 4 && !answer.contains { $0.isNumber } && differsByOne(folded, answer)
    }
  }

  /// A response that is graded as correct. For a short answer it is the model answer if that contains the key concepts,
  /// otherwise the first alternative of each.
  public var correctResponse: Response { body.correctResponse }

  /// A response that is graded as wrong: the first other option, or a text that is not an answer.
  package var wrongResponse: Response { body.wrongResponse }
}

extension Question.Body {
  /// Returns whether a response is correct; `nil` if it does not fit the question.
  func isCorrect(_ response: Response) -> Bool? {
    switch (self, response) {
    case (.mcq(let options, let correctIndex), .choice(let index)):
      return options.indices.contains(index) ? index == correctIndex : nil
    case (.multi(let options, let correctIndexes), .choices(let indexes)):
      guard !indexes.isEmpty, indexes.allSatisfy(options.indices.contains), Set(indexes).count == indexes.count else {
        return nil
      }
      return Set(indexes) == Set(correctIndexes)
    case (.ordering(_, let correctOrder), .choices(let order)):
      return order.sorted() == correctOrder.sorted() ? order == correctOrder : nil
    case (.fillBlank(let correctAnswer, let acceptedAnswers, let isExact), .text(let text)):
      return Self.equals(text, anyOf: [correctAnswer] + acceptedAnswers, isExact: isExact)
    case (.shortAnswer(let correctAnswer, let keyConcepts), .text(let text)):
      return Self.holds(text, keyConcepts: keyConcepts, modelAnswer: correctAnswer)
    case (.numeric(let key), .text(let text)): return key.holds(text)
    case (.gaps(let gaps), .texts(let texts)):
      guard texts.count == gaps.count else { return nil }
      return zip(gaps, texts).allSatisfy { gap, text in gap.response(toGap: text).flatMap(gap.isCorrect) ?? false }
    case (.card, .known(let isKnown)): return isKnown
    case (.mcq, _), (.multi, _), (.fillBlank, _), (.shortAnswer, _), (.numeric, _), (.gaps, _), (.ordering, _),
      (.card, _):
      return nil
    }
  }

  fileprivate var correctResponse: Response {
    switch self {
    case .mcq(_, let index): return .choice(index)
    case .multi(_, let indexes), .ordering(_, let indexes): return .choices(indexes)
    case .fillBlank(let answer, _, _): return .text(answer)
    case .shortAnswer(let answer, let concepts):
      let model = Response.text(answer)
      return isCorrect(model) == true ? model : .text(concepts.compactMap(\.first).joined(separator: ", "))
    case .numeric(let key): return .text(NumericKey.text(of: key.correctAnswer))
    case .gaps(let gaps): return .texts(gaps.map { $0.gapText(of: $0.correctResponse) })
    case .card: return .known(true)
    }
  }

  fileprivate var wrongResponse: Response {
    switch self {
    case .mcq(_, let index): .choice(index == 0 ? 1 : 0)
    case .multi(_, let indexes): .choices(indexes.dropLast())
    case .ordering(_, let order): .choices(order.reversed())
    case .fillBlank, .shortAnswer: .text(unacceptedText)
    case .numeric(let key):
      .text(NumericKey.text(of: key.correctAnswer + 2 * key.distance + key.correctAnswer.magnitude + 1))
    case .gaps(let gaps): .texts(gaps.map { $0.gapText(of: $0.wrongResponse) })
    case .card: .known(false)
    }
  }

  /// Returns the text of a gap: an option's own text, since that of another may be its letter.
  private func gapText(of response: Response) -> String {
    if case .choice(let index) = response { options[index] } else { Question.text(of: response) ?? "" }
  }

  /// A text that is graded as wrong: a fill-in may accept "?", so question marks are added until none matches.
  private var unacceptedText: String {
    var text = "?"
    while isCorrect(.text(text)) == true { text += "?" }
    return text
  }

  fileprivate static func equals(_ text: String, anyOf answers: [String], isExact: Bool = false) -> Bool {
    // White space at the ends is invisible.
    guard !isExact else { return answers.map(\.withoutOuterSpace).contains(text.withoutOuterSpace) }
    let typed = TypedAnswer(text)
    return answers.contains(where: typed.equals)
  }

  private static func holds(_ text: String, keyConcepts: [[String]], modelAnswer: String) -> Bool {
    let words = WordSearch(Wording(text))
    if !keyConcepts.isEmpty {
      return keyConcepts.allSatisfy { $0.contains { words.contains(Wording($0)) } }
    }
    let contentWords = Wording(modelAnswer).contentWords
    guard !contentWords.isEmpty else { return equals(text, anyOf: [modelAnswer]) }
    let found = contentWords.count { words.contains(Wording($0)) }
    // 60 % rounded up, in whole numbers.
    return found >= (contentWords.count * 60 + 99) / 100
  }
}

extension String {
  fileprivate var withoutOuterSpace: Substring {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
