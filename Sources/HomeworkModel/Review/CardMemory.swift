import HomeworkSystem

/// How well a learner remembers one card, by FSRS-6: what its reviews, in order, amount to.
///
/// The scheduler without learning or relearning steps and without fuzzing, with the published default parameters; a
/// second review of one day included. The reference is `Scheduler(learning_steps=(), relearning_steps=(),
/// enable_fuzzing=False)` of `fsrs` 6 on PyPI, which tests hold this against. `ReviewSchedule` keeps one for each card.
public struct CardMemory: Hashable, Sendable {
  /// Days until the chance to remember has fallen to 90 %, at least 0.001; and how hard the card is, 1 to 10.
  public private(set) var stability: Double, difficulty: Double
  /// The last review.
  public private(set) var reviewedAt: Timestamp

  /// After the first review.
  public init(rating: Rating, at moment: Timestamp) {
    stability = Self.w[rating.rawValue - 1]
    difficulty = Self.clamp(Self.firstDifficulty(rating))
    reviewedAt = moment
  }

  /// After all of `reviews`, in order; `nil` where there is none.
  public init?(of reviews: some Sequence<(rating: Rating, at: Timestamp)>) {
    var memory: Self?
    for (rating, moment) in reviews {
      if memory?.review(rating, at: moment) == nil { memory = Self(rating: rating, at: moment) }
    }
    guard let memory else { return nil }
    self = memory
  }

  /// Takes one more review.
  ///
  /// Less than 24 hours after the one before, or before it where the clock was set back, it is one of the same day: it moves
  /// stability without regard to what had been forgotten.
  public mutating func review(_ rating: Rating, at moment: Timestamp) {
    let days = (moment.millisecondsSince1970 - reviewedAt.millisecondsSince1970).flooredDivision(by: Self.dayMs)
      .quotient
    stability = max(
      Self.leastStability,
      days < 1 ? stabilityOfSameDay(rating) : rating == .again ? forgotten(after: days) : recalled(rating, after: days))
    difficulty = nextDifficulty(rating)
    reviewedAt = moment
  }

  /// The days from the last review to the next one, 1 to 36,500, so that the chance to remember then is `retention`.
  public func intervalDays(for retention: Retention) -> Int {
    let days = stability / Self.factor * (retention.power - 1)
    // Halves to the even one, as Python rounds. Far off the limit, where a small retention has no end.
    return Int(min(max(days.rounded(.toNearestOrEven), 1), 36_500))
  }

  /// Returns when the card is to be reviewed again: that many whole days of 24 hours after its last review.
  public func dueAt(for retention: Retention) -> Timestamp {
    Timestamp(
      millisecondsSince1970: reviewedAt.millisecondsSince1970 + Int64(intervalDays(for: retention)) * Self.dayMs)
  }

  /// How a review went. Of the four of FSRS this program gives `again`, `hard` and `good`: see `AnswerPace`.
  public enum Rating: Int, Hashable, Sendable, CaseIterable {
    case again = 1, hard, good, easy
  }
}

/// The chance to remember a card at the moment when it is due.
public struct Retention: Hashable, Codable, Sendable {
  /// Above 0 and below 1.
  public let value: Double
  /// What the forgetting curve needs of it, computed once for all cards.
  fileprivate let power: Double

  /// `nil` unless `value` is above 0 and below 1: nobody remembers for ever, or forgets at once.
  public init?(_ value: Double) {
    guard value > 0, value < 1 else { return nil }
    self.init(checked: value)
  }

  private init(checked value: Double) {
    self.value = value
    power = pow(value, 1 / CardMemory.decay)
  }

  /// As the number itself.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }

  /// From what `encode` wrote.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer().decode(Double.self)
    guard let retention = Retention(value) else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "\(value)"))
    }
    self = retention
  }

  /// 0.9.
  public static let usual = Retention(checked: 0.9)
}

/// The formulas, each operation in the order of the reference, so that what is rounded to days is rounded from the same bits.
extension CardMemory {
  /// The 21 parameters of FSRS-6 as they are published, by which their defaults are called w0 to w20.
  private static let w: [Double] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629, 1.6483,
    0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
  ]
  private static let leastStability = 0.001, dayMs: Int64 = 86_400_000
  fileprivate static let decay = -w[20]
  private static let factor = pow(0.9, 1 / decay) - 1
  private static let growth = exponential(w[8])
  private static let relearning = exponential(w[17] * w[18])
  private static let easyDifficulty = firstDifficulty(.easy)

  /// By `pow` as the reference has it, whose last bit `exp` does not always give.
  private static func exponential(_ power: Double) -> Double { pow(M_E, power) }

  private static func clamp(_ difficulty: Double) -> Double { min(max(difficulty, 1), 10) }

  private static func firstDifficulty(_ rating: Rating) -> Double {
    w[4] - exponential(w[5] * Double(rating.rawValue - 1)) + 1
  }

  private func nextDifficulty(_ rating: Rating) -> Double {
    let w = Self.w
    let change = -(w[6] * Double(rating.rawValue - 3))
    return Self.clamp(w[7] * Self.easyDifficulty + (1 - w[7]) * (difficulty + (10 - difficulty) * change / 9))
  }

  /// The chance to remember so many whole days after the last review.
  private func retrievability(after days: Int64) -> Double {
    pow(1 + Self.factor * Double(days) / stability, Self.decay)
  }

  private func stabilityOfSameDay(_ rating: Rating) -> Double {
    let w = Self.w
    let increase = Self.exponential(w[17] * (Double(rating.rawValue - 3) + w[18])) * pow(stability, -w[19])
    return stability * (rating == .again ? increase : max(increase, 1))
  }

  private func forgotten(after days: Int64) -> Double {
    let w = Self.w
    let long =
      w[11] * pow(difficulty, -w[12]) * (pow(stability + 1, w[13]) - 1)
      * Self.exponential((1 - retrievability(after: days)) * w[14])
    return min(long, stability / Self.relearning)
  }

  private func recalled(_ rating: Rating, after days: Int64) -> Double {
    let w = Self.w
    let gain = Self.exponential((1 - retrievability(after: days)) * w[10]) - 1
    return stability
      * (1 + Self.growth * (11 - difficulty) * pow(stability, -w[9]) * gain * (rating == .hard ? w[15] : 1)
        * (rating == .easy ? w[16] : 1))
  }
}
