/// The order in which the questions of a quiz are asked, and the options of each are shown.
///
/// It follows from the quiz and a seed alone, so that the same seed gives the same order on paper, on any machine, and after
/// a kill. Grading, exports and statistics speak of the quiz's own order.
public struct QuizOrder: Hashable, Sendable {
  /// What is asked, in order: the places in the quiz, from 0.
  public let questions: [Int]
  /// For each of `questions`, in the same order, the places of its options in the quiz, from 0; none of a text question.
  public let options: [[Int]]

  /// What is put in another order.
  public enum Shuffle: String, Hashable, Codable, Sendable, CaseIterable {
    case questions, options, both
  }

  /// The quiz's own order, or one that `seed` chooses.
  ///
  /// A list of n is shuffled from its end (Fisher and Yates): for n − 1, …, 1 the number there changes places with the one at
  /// a draw from 0 to that place, both included. A draw below b is the upper half of b times the next number of SplitMix64.
  /// Questions take the first draws of the seed. The options of the question at place q of the quiz begin after 256 (q + 1)
  /// of them, so that neither the other questions nor their order have a say in it.
  ///
  /// - Parameters:
  ///   - optionCounts: how many options each question of the quiz has, in its own order; 0 for a text question.
  ///   - asked: which of them are asked, by their places; all unless given.
  ///   - shuffle: `nil` for the quiz's own order.
  ///   - seed: any number.
  public init(optionCounts: [Int], asking asked: [Int]? = nil, shuffling shuffle: Shuffle? = nil, seed: UInt64 = 0) {
    questions = Self.questions(asked ?? Array(optionCounts.indices), shuffling: shuffle, seed: seed)
    options = questions.map { Self.options(optionCounts[$0], ofQuestion: $0, shuffling: shuffle, seed: seed) }
  }

  /// Which questions are asked, in order, without a look at any of them.
  package static func questions(_ asked: [Int], shuffling shuffle: Shuffle?, seed: UInt64) -> [Int] {
    guard shuffle == .questions || shuffle == .both else { return asked }
    return shuffled(asked, SplitMix64(seed: seed))
  }

  /// The order of the options of the question at a place of the quiz, without a look at any other.
  package static func options(
    _ count: Int, ofQuestion place: Int, shuffling shuffle: Shuffle?, seed: UInt64
  ) -> [Int] {
    let options = Array(0..<count)
    guard shuffle == .options || shuffle == .both else { return options }
    return shuffled(options, SplitMix64(seed: seed, skipping: stride * UInt64(place + 1)))
  }

  /// More draws than a quiz has questions, or a question options.
  private static let stride: UInt64 = 256

  private static func shuffled(_ numbers: [Int], _ random: SplitMix64) -> [Int] {
    var (numbers, random) = (numbers, random)
    for place in numbers.indices.dropFirst().reversed() { numbers.swapAt(place, random.below(place + 1)) }
    return numbers
  }
}

extension QuizDraft {
  /// The same questions in an order that a seed chooses, the right option wherever it went.
  package func shuffled(_ shuffle: QuizOrder.Shuffle, seed: UInt64) -> QuizDraft {
    let order = QuizOrder(optionCounts: questions.map(\.body.optionCount), shuffling: shuffle, seed: seed)
    var quiz = self
    quiz.questions = zip(order.questions, order.options).map { place, options in
      var question = questions[place]
      question.body = question.body.withOptions(in: options)
      return question
    }
    return quiz
  }
}

extension Question.Body {
  /// 0 of a text question.
  package var optionCount: Int {
    switch self {
    case .mcq(let options, _): options.count
    case .fillBlank, .shortAnswer: 0
    }
  }

  /// An MCQ with its options in another order, by the places that they have now; a text question as it is.
  package func withOptions(in order: [Int]) -> Self {
    guard case .mcq(let options, let correctIndex) = self else { return self }
    return .mcq(options: order.map { options[$0] }, correctIndex: order.firstIndex(of: correctIndex) ?? correctIndex)
  }
}
