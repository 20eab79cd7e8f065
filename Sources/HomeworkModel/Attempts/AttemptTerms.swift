/// The options of a new attempt. By default it asks the whole quiz in its own order, without a time limit, and counts
/// for progress and stars.
public struct AttemptOptions: Hashable, Codable, Sendable {
  /// The questions to ask.
  public enum Selection: Hashable, Codable, Sendable {
    /// The questions that the learner last answered wrong or skipped. Abandoned attempts do not count.
    case wrong
    /// The questions that are due, at most this many, longest overdue first.
    case due(Retention, atMost: Int = .max)
    /// The questions at these indexes of the quiz, from 0, in this order.
    case questions([Int])
  }

  /// The lists to shuffle, and the seed of the order: equal seeds give equal orders. By default the seed is random.
  public var shuffle: QuizOrder.Shuffle?, seed: UInt64?
  /// The questions to ask; all by default. An attempt at some of them is practice.
  public var only: Selection?
  /// True if the attempt is practice, which does not change progress, stars, achievements and milestones.
  public var isPractice: Bool
  /// The time limit in milliseconds, from 1 to a year. It also runs between sessions.
  public var timeLimitMs: Int?

  /// Creates options without checking them.
  public init(
    shuffle: QuizOrder.Shuffle? = nil, seed: UInt64? = nil, only: Selection? = nil, isPractice: Bool = false,
    timeLimitMs: Int? = nil
  ) {
    (self.shuffle, self.seed, self.only) = (shuffle, seed, only)
    (self.isPractice, self.timeLimitMs) = (isPractice, timeLimitMs)
  }

  /// Returns the reasons why an attempt at a quiz with this many questions cannot start with these options.
  package func faults(questionCount: Int) -> [Fault] {
    var faults: [Fault] = []
    if seed != nil, shuffle == nil {
      faults.append(Fault(path: "seed", message: "needs shuffle: say what to shuffle"))
    }
    if let timeLimitMs, !Self.timeLimitsMs.contains(timeLimitMs) {
      let limits = "\(Self.timeLimitsMs.lowerBound) ms and a year"
      faults.append(Fault(path: "timeLimitMs", message: "must be between \(limits), not \(timeLimitMs) ms"))
    }
    guard case .questions(let indexes) = only else { return faults }
    if indexes.isEmpty { faults.append(Fault(path: "only", message: "must name at least one question")) }
    var seen: Set<Int> = []
    for index in indexes {
      if !(0..<questionCount).contains(index) {
        faults.append(
          Fault(
            path: "only", message: "names question \(index &+ 1), but the quiz has questions 1 to \(questionCount)")
        )
      } else if !seen.insert(index).inserted {
        faults.append(Fault(path: "only", message: "names question \(index + 1) twice"))
      }
    }
    return faults
  }

  /// The allowed time limits, up to a year.
  package static let timeLimitsMs = 1...31_536_000_000
}

/// The settings that an attempt was started with.
public struct AttemptTerms: Hashable, Sendable {
  /// True if the attempt is practice, which does not change progress, stars, achievements and milestones; and the last
  /// moment at which answers are accepted.
  public var isPractice: Bool, deadline: Timestamp?
  /// The shuffled lists, and the seed.
  public var shuffle: QuizOrder.Shuffle?, seed: UInt64?

  /// Creates settings; by default for an attempt at the quiz in its own order.
  public init(
    isPractice: Bool = false, deadline: Timestamp? = nil, shuffle: QuizOrder.Shuffle? = nil, seed: UInt64? = nil
  ) {
    (self.isPractice, self.deadline, self.shuffle, self.seed) = (isPractice, deadline, shuffle, seed)
  }
}

/// One question of an attempt whose order differs from the quiz.
public struct AskedQuestion: Hashable, Sendable {
  /// The question, and for each option as shown its index in the quiz, from 0; empty for a text question.
  public var questionId: Question.ID, options: [Int]

  /// Creates a question from its parts, without checking them.
  package init(questionId: Question.ID, options: [Int]) {
    (self.questionId, self.options) = (questionId, options)
  }
}
