/// The outcome of one question of an attempt.
public enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
  case correct, wrong, skipped
}

/// A response: an option, a text, or nothing.
public enum Response: Hashable, Sendable {
  /// The index of an MCQ's option, from 0.
  case choice(Int)
  case text(String)
  case skip
}

extension Question {
  /// Returns the outcome of `response`; `nil` if it does not fit the question, such as an option that does not exist.
  package func grade(_ response: Response) -> Outcome? {
    switch (body, response) {
    case (_, .skip):
      .skipped
    case (.mcq(let options, let correctIndex), .choice(let index)):
      options.indices.contains(index) ? (index == correctIndex ? .correct : .wrong) : nil
    case (.fillBlank(let correctAnswer, let acceptedAnswers, let isExact), .text(let text)):
      Self.equals(text, anyOf: [correctAnswer] + acceptedAnswers, isExact: isExact) ? .correct : .wrong
    case (.shortAnswer(let correctAnswer, let keyConcepts), .text(let text)):
      Self.holds(text, keyConcepts: keyConcepts, modelAnswer: correctAnswer) ? .correct : .wrong
    case (.mcq, .text), (.fillBlank, .choice), (.shortAnswer, .choice):
      nil
    }
  }

  /// Returns whether a wrong `text` differs from an accepted answer by one letter. The answer must have at least four
  /// letters; digits do not count. An exact answer is almost given by a text that would mean the same.
  package func isAlmost(_ text: String) -> Bool {
    guard case .fillBlank(let correctAnswer, let acceptedAnswers, let isExact) = body else { return false }
    if isExact, Self.equals(text, anyOf: [correctAnswer] + acceptedAnswers) { return true }
    let folded = Wording(text).folded
    return ([correctAnswer] + acceptedAnswers).flatMap(TypedAnswer.forms).contains { answer in
      answer.count >= 4 && !answer.contains { $0.isNumber } && differsByOne(folded, answer)
    }
  }

  /// Returns the response for typed text: for an MCQ, the option with that letter or that number, from 1; otherwise the
  /// text itself. Returns `nil` if no such option exists.
  package func response(from typed: String) -> Response? {
    guard case .mcq(let options, _) = body else { return .text(typed) }
    let word = typed.uppercased().filter { !$0.isWhitespace }
    let index = Int(word).map { $0 &- 1 } ?? Self.letters.firstIndex(of: word)
    guard let index, options.indices.contains(index) else { return nil }
    return .choice(index)
  }

  /// Returns `response` as stored and shown: an option's letter, or the text.
  package static func text(of response: Response) -> String? {
    switch response {
    case .choice(let index): letters.indices.contains(index) ? letters[index] : String(index + 1)
    case .text(let text): text
    case .skip: nil
    }
  }

  /// Returns the words of a stored response: the text of the option with that letter, or the text itself.
  package func words(of response: String) -> String {
    guard case .mcq(let options, _) = body, let place = Self.letters.firstIndex(of: response),
      options.indices.contains(place)
    else { return response }
    return options[place]
  }

  /// The letters of the options, A to Z.
  package static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)

  /// A response that is graded as correct. For a short answer it is the model answer if that contains the key concepts,
  /// otherwise the first alternative of each.
  public var correctResponse: Response {
    switch body {
    case .mcq(_, let correctIndex): return .choice(correctIndex)
    case .fillBlank(let correctAnswer, _, _): return .text(correctAnswer)
    case .shortAnswer(let correctAnswer, let keyConcepts):
      let model = Response.text(correctAnswer)
      return grade(model) == .correct ? model : .text(keyConcepts.compactMap(\.first).joined(separator: ", "))
    }
  }

  /// A response that is graded as wrong: the first other option, or a text that is not an answer.
  package var wrongResponse: Response {
    switch body {
    case .mcq(_, let correctIndex): .choice(correctIndex == 0 ? 1 : 0)
    case .fillBlank, .shortAnswer: .text(unacceptedText)
    }
  }

  /// A text that is graded as wrong: a fill-in may accept "?", so question marks are added until none matches.
  private var unacceptedText: String {
    var text = "?"
    while grade(.text(text)) == .correct { text += "?" }
    return text
  }

  private static func equals(_ text: String, anyOf answers: [String], isExact: Bool = false) -> Bool {
    // White space at the ends is invisible.
    guard !isExact else { return answers.map(\.withoutOuterSpace).contains(text.withoutOuterSpace) }
    let typed = TypedAnswer(text)
    return answers.contains(where: typed.equals)
  }

  private static func holds(_ text: String, keyConcepts: [[String]], modelAnswer: String) -> Bool {
    let given = WordSearch(Wording(text))
    if !keyConcepts.isEmpty {
      return keyConcepts.allSatisfy { $0.contains { given.contains(Wording($0)) } }
    }
    let contentWords = Wording(modelAnswer).contentWords
    guard !contentWords.isEmpty else { return equals(text, anyOf: [modelAnswer]) }
    let found = contentWords.count { given.contains(Wording($0)) }
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
