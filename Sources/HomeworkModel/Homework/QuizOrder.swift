/// The order of a quiz's questions and of their options.
///
/// It depends only on the quiz and a seed, so the same seed gives the same order on paper, on any machine, and after a
/// kill. Grading, exports and statistics use the quiz's own order.
public struct QuizOrder: Hashable, Sendable {
  /// The indexes of the questions in the quiz, from 0, in the order in which they are asked.
  package let questions: [Int]
  /// For each of `questions`, the indexes of its options in the quiz, from 0; empty for a text question.
  package let options: [[Int]]

  /// The lists to shuffle.
  public enum Shuffle: String, Hashable, Codable, Sendable, CaseIterable {
    case questions, options, both
  }

  /// Creates the quiz's own order, or one that `seed` determines.
  ///
  /// A list is shuffled with Fisher–Yates from its end: for n − 1, …, 1 the element at that index is swapped with the
  /// one at a random index from 0 to it. A random number below b is the upper half of b times the next number of
  /// SplitMix64. Questions use the first numbers of the seed. The options of the question at index q start after 256 (q
  /// + 1) numbers, so that they do not depend on the other questions.
  ///
  /// - Parameters:
  ///   - optionCounts: the number of options of each question in the quiz, in its own order; 0 for a text question.
  ///   - asked: the indexes of the questions to ask; all by default.
  ///   - shuffle: what to shuffle; `nil` for the quiz's own order.
  ///   - seed: any number.
  package init(optionCounts: [Int], asking asked: [Int]? = nil, shuffling shuffle: Shuffle? = nil, seed: UInt64 = 0) {
    questions = Self.questions(asked ?? Array(optionCounts.indices), shuffling: shuffle, seed: seed)
    options = questions.map { Self.options(optionCounts[$0], ofQuestion: $0, shuffling: shuffle, seed: seed) }
  }

  /// Returns the indexes of the questions to ask, in order, without reading any question.
  package static func questions(_ asked: [Int], shuffling shuffle: Shuffle?, seed: UInt64) -> [Int] {
    guard shuffle == .questions || shuffle == .both else { return asked }
    return shuffled(asked, SplitMix64(seed: seed))
  }

  /// Returns the option order of the question at an index, without reading other questions.
  package static func options(
    _ count: Int, ofQuestion position: Int, shuffling shuffle: Shuffle?, seed: UInt64
  ) -> [Int] {
    let options = Array(0..<count)
    guard shuffle == .options || shuffle == .both else { return options }
    return shuffled(options, SplitMix64(seed: seed, skipping: stride * UInt64(position + 1)))
  }

  /// The number of random numbers reserved per list: more than a quiz has questions, or a question options.
  private static let stride: UInt64 = 256

  private static func shuffled(_ numbers: [Int], _ random: SplitMix64) -> [Int] {
    var (numbers, random) = (numbers, random)
    for position in numbers.indices.dropFirst().reversed() { numbers.swapAt(position, random.below(position + 1)) }
    return numbers
  }
}

extension QuizDraft {
  /// Returns the questions in the order of a seed, with the correct options adjusted.
  package func shuffled(_ shuffle: QuizOrder.Shuffle, seed: UInt64) -> QuizDraft {
    let order = QuizOrder(optionCounts: questions.map(\.body.options.count), shuffling: shuffle, seed: seed)
    var quiz = self
    quiz.questions = zip(order.questions, order.options).map { questions[$0].withOptions(in: $1) }
    return quiz
  }
}
