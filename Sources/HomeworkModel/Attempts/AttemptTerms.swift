/// How an attempt is to be played, where that is not the whole quiz, in its own order, for as long as it takes, and for
/// progress and stars.
public struct AttemptOptions: Hashable, Codable, Sendable {
  /// Which questions are asked.
  public enum Selection: Hashable, Codable, Sendable {
    /// Those that the learner last answered wrong or skipped. Abandoned attempts do not count.
    case wrong
    /// Those that are to be asked again by now, up to so many: what has waited longest first.
    case due(Retention, atMost: Int = .max)
    /// Those at these places of the quiz, from 0, in this order.
    case questions([Int])
  }

  /// What is put in another order; and the number that chooses it, the same order for the same number. One is drawn unless
  /// given.
  public var shuffle: QuizOrder.Shuffle?, seed: UInt64?
  /// Which questions are asked, all unless given; an attempt at some of them is practice.
  public var only: Selection?
  /// Whether the attempt moves neither progress nor stars, achievements and milestones.
  public var isPractice: Bool
  /// For how long after its start answers are taken, in milliseconds, 1 to a year; while nobody plays, too.
  public var timeLimitMs: Int?

  /// With these parts; nothing is checked.
  public init(
    shuffle: QuizOrder.Shuffle? = nil, seed: UInt64? = nil, only: Selection? = nil, isPractice: Bool = false,
    timeLimitMs: Int? = nil
  ) {
    (self.shuffle, self.seed, self.only) = (shuffle, seed, only)
    (self.isPractice, self.timeLimitMs) = (isPractice, timeLimitMs)
  }

  /// Everything that keeps an attempt at a quiz of so many questions from being started like this.
  package func faults(questionCount: Int) -> [Fault] {
    var faults: [Fault] = []
    if seed != nil, shuffle == nil {
      faults.append(Fault(path: "seed", message: "chooses an order: say with shuffle what is put in order"))
    }
    if let timeLimitMs, !Self.timeLimitsMs.contains(timeLimitMs) {
      let limits = "\(Self.timeLimitsMs.lowerBound) ms and a year"
      faults.append(Fault(path: "timeLimitMs", message: "must be between \(limits), is \(timeLimitMs) ms"))
    }
    guard case .questions(let places) = only else { return faults }
    if places.isEmpty { faults.append(Fault(path: "only", message: "names no question")) }
    var seen: Set<Int> = []
    for place in places {
      if !(0..<questionCount).contains(place) {
        faults.append(
          Fault(path: "only", message: "names question \(place &+ 1), and the quiz has 1 to \(questionCount)"))
      } else if !seen.insert(place).inserted {
        faults.append(Fault(path: "only", message: "names question \(place + 1) twice"))
      }
    }
    return faults
  }

  private static let timeLimitsMs = 1...31_536_000_000
}

/// What an attempt keeps of how it was started.
public struct AttemptTerms: Hashable, Sendable {
  /// Whether it moves neither progress nor stars, achievements and milestones; and until when answers are taken, that moment
  /// included.
  public let isPractice: Bool, deadline: Timestamp?
  /// What was put in another order, and by which number.
  public let shuffle: QuizOrder.Shuffle?, seed: UInt64?

  /// With these parts: by default those of an attempt at the quiz as it is.
  public init(
    isPractice: Bool = false, deadline: Timestamp? = nil, shuffle: QuizOrder.Shuffle? = nil, seed: UInt64? = nil
  ) {
    (self.isPractice, self.deadline, self.shuffle, self.seed) = (isPractice, deadline, shuffle, seed)
  }
}

/// One question of an attempt that does not ask the quiz as it is.
public struct AskedQuestion: Hashable, Sendable {
  /// The question; and for each option as it is shown its place in the quiz, from 0, none of a text question.
  public let questionId: Question.ID, options: [Int]

  /// With these parts; nothing is checked.
  package init(questionId: Question.ID, options: [Int]) {
    (self.questionId, self.options) = (questionId, options)
  }
}
