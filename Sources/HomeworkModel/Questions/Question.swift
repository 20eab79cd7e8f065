/// One question with its answer and explanation. `QuestionKind` lists the question types.
public struct Question: Identifiable, Hashable, Sendable {
  /// The question's id, which is the same in every revision of the quiz.
  public var id: Identifier<Question>
  /// A text that introduces this question and those after it, if any; and the text of the question, never blank. A text
  /// with gaps marks them `{1}`, `{2}`, … in their order.
  public var introduction: String?, prompt: String
  /// Its type with the answer; and the explanation, shown after the answer, which may be empty.
  public var body: Body, explanation: String
  /// The pictures of the question, its options and its answer.
  public var pictures: QuestionPictures

  /// Creates a question from its parts, without checking them.
  @inlinable
  package init(
    id: ID, introduction: String? = nil, prompt: String, body: Body, explanation: String = "",
    pictures: QuestionPictures = QuestionPictures()
  ) {
    self.id = id
    self.introduction = introduction
    self.prompt = prompt
    self.body = body
    self.explanation = explanation
    self.pictures = pictures
  }

  /// The type of a question, with the data for grading it. Every type is graded as a whole: there is no partial credit.
  public enum Body: Hashable, Sendable {
    /// Two to 26 options, exactly one of them correct; indexes from 0.
    case mcq(options: [String], correctIndex: Int)
    /// Two to 26 options, two or more of them correct, by their indexes in ascending order. Correct if exactly these
    /// are chosen.
    case multi(options: [String], correctIndexes: [Int])
    /// Correct if the response means the same as `correctAnswer` or one of `acceptedAnswers`; if `isExact`, it must
    /// equal one of them in every sign and in its case.
    case fillBlank(correctAnswer: String, acceptedAnswers: [String], isExact: Bool = false)
    /// Correct if the response contains every concept. Any alternative of a concept counts.
    case shortAnswer(correctAnswer: String, keyConcepts: [[String]])
    /// Correct if the response is a number within the tolerance.
    case numeric(NumericKey)
    /// The gaps of the text, 1 to 20, each a `fillBlank` or an `mcq`. Correct if all are filled correctly.
    case gaps([Body])
    /// Two to 12 items as they are shown, and their indexes in the correct order.
    case ordering(items: [String], correctOrder: [Int])
    /// A card whose back the learner sees before saying whether they knew it.
    case card(back: String)
  }

  /// True if its answer is chosen, not typed or self-graded. Only such questions affect the streak.
  package var movesStreak: Bool { body.isChosen }

  /// The correct option, answer or model answer, as display text.
  public var correctAnswer: String { body.correctAnswer }

  /// Returns the question with its options in another order, given by their present indexes; returns a question without
  /// options unchanged.
  package func withOptions(in order: [Int]) -> Question {
    var question = self
    (question.body, question.pictures) = (body.withOptions(in: order), pictures.withOptions(in: order))
    return question
  }
}

/// The types of questions, by their names in files and messages.
public enum QuestionKind: String, Hashable, Sendable, CaseIterable {
  case mcq, multi, fillBlank, shortAnswer, numeric, gaps, ordering, card

  /// All types, in words.
  package static let words = allCases.map(\.rawValue).joined(separator: ", ")
}

extension Question.Body {
  /// The type without its answers.
  package var kind: QuestionKind {
    switch self {
    case .mcq: .mcq
    case .multi: .multi
    case .fillBlank: .fillBlank
    case .shortAnswer: .shortAnswer
    case .numeric: .numeric
    case .gaps: .gaps
    case .ordering: .ordering
    case .card: .card
    }
  }

  /// True if the answer is chosen from what is shown.
  package var isChosen: Bool {
    switch self {
    case .mcq, .multi, .ordering: true
    case .gaps(let gaps): gaps.allSatisfy { $0.kind == .mcq }
    case .fillBlank, .shortAnswer, .numeric, .card: false
    }
  }

  /// True if the answer, or a part of it, is typed.
  package var isTyped: Bool {
    switch self {
    case .fillBlank, .shortAnswer, .numeric: true
    case .gaps: !isChosen
    case .mcq, .multi, .ordering, .card: false
    }
  }

  /// The options or items as they are shown; empty for other types.
  package var options: [String] {
    switch self {
    case .mcq(let options, _), .multi(let options, _), .ordering(let options, _): options
    case .fillBlank, .shortAnswer, .numeric, .gaps, .card: []
    }
  }

  /// The indexes of the correct options, or of the items in their correct order; empty for other types.
  package var correctIndexes: [Int] {
    switch self {
    case .mcq(_, let index): [index]
    case .multi(_, let indexes), .ordering(_, let indexes): indexes
    case .fillBlank, .shortAnswer, .numeric, .gaps, .card: []
    }
  }

  /// The correct answer as display text.
  package var correctAnswer: String {
    switch self {
    case .mcq(let options, let index): options[index]
    case .multi(let options, let indexes): indexes.map { options[$0] }.joined(separator: "; ")
    case .ordering(let items, let order): order.map { items[$0] }.joined(separator: " → ")
    case .fillBlank(let answer, _, _), .shortAnswer(let answer, _): answer
    case .numeric(let key): key.text
    case .gaps(let gaps): gaps.map(\.correctAnswer).joined(separator: "; ")
    case .card(let back): back
    }
  }
}

extension Question.Body {
  /// Returns items in the order in which they are shown: never the correct one, and always the same for the same items.
  ///
  /// - Parameter items: the items in their correct order.
  package static func ordering(_ items: [String]) -> Self {
    var seed = 0xCBF2_9CE4_8422_2325 as UInt64
    for byte in items.joined(separator: "\n").utf8 { seed = (seed ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    var shown = QuizOrder.options(items.count, ofQuestion: 0, shuffling: .options, seed: seed)
    if shown == Array(items.indices), !shown.isEmpty { shown.append(shown.removeFirst()) }
    return .ordering(
      items: shown.map { items[$0] }, correctOrder: items.indices.map { item in shown.firstIndex(of: item) ?? item })
  }

  /// The items in their correct order; empty for other types.
  package var itemsInOrder: [String] {
    guard case .ordering(let items, let order) = self else { return [] }
    return order.map { items[$0] }
  }

  package func withOptions(in order: [Int]) -> Self {
    func moved(_ index: Int) -> Int { order.firstIndex(of: index) ?? index }
    switch self {
    case .mcq(let options, let index):
      return .mcq(options: order.map { options[$0] }, correctIndex: moved(index))
    case .multi(let options, let indexes):
      return .multi(options: order.map { options[$0] }, correctIndexes: indexes.map(moved).sorted())
    case .ordering(let items, let indexes):
      return .ordering(items: order.map { items[$0] }, correctOrder: indexes.map(moved))
    case .fillBlank, .shortAnswer, .numeric, .gaps, .card: return self
    }
  }
}
