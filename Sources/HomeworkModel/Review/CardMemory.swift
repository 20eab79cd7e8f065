import HomeworkSystem

/// A learner's memory of one card, computed from its reviews by FSRS-6.
///
/// It uses the published default parameters, without learning steps, relearning steps and fuzzing, and supports several
/// reviews on one day. Tests compare it with the reference: `Scheduler(learning_steps=(), relearning_steps=(),
/// enable_fuzzing=False)` of `fsrs` 6 on PyPI. `ReviewSchedule` has one for each card.
package struct CardMemory: Hashable, Sendable {
  /// The days until the chance to remember falls to 90 %, at least 0.001; and the difficulty of the card, 1 to 10.
  package private(set) var stability: Double, difficulty: Double
  /// The time of the last review.
  package private(set) var reviewedAt: Timestamp

  /// Creates the memory after the first review.
  package init(rating: Rating, at moment: Timestamp) {
    stability = Self.w[rating.rawValue - 1]
    difficulty = Self.clamp(Self.firstDifficulty(rating))
    reviewedAt = moment
  }

  /// Computes the memory after `reviews`, in order; `nil` if there are none.
  package init?(of reviews: some Sequence<(rating: Rating, at: Timestamp)>) {
    var memory: Self?
    for (rating, moment) in reviews {
      if memory?.review(rating, at: moment) == nil { memory = Self(rating: rating, at: moment) }
    }
    guard let memory else { return nil }
    self = memory
  }

  /// Adds a review.
  ///
  /// A review less than 24 hours after the one before, or before it because the clock was set back, counts as the same
  /// day: it changes the stability regardless of what had been forgotten.
  package mutating func review(_ rating: Rating, at moment: Timestamp) {
    let days = (moment.millisecondsSince1970 - reviewedAt.millisecondsSince1970).flooredDivision(by: Self.dayMs)
      .quotient
    stability = max(
      Self.leastStability,
      days < 1 ? stabilityOfSameDay(rating) : rating == .again ? forgotten(after: days) : recalled(rating, after: days))
    difficulty = nextDifficulty(rating)
    reviewedAt = moment
  }

  /// Returns the days from the last review, 1 to 36,500, until the chance to remember has fallen to `retention`.
  package func intervalDays(for retention: Retention) -> Int {
    let days = stability / Self.factor * (retention.power - 1)
    // Rounds halves to even, as Python does. Clamped, because a tiny retention makes the interval unbounded.
    return Int(min(max(days.rounded(.toNearestOrEven), 1), 36_500))
  }

  /// Returns the time when the card is due: `intervalDays` days of 24 hours after its last review.
  package func dueAt(for retention: Retention) -> Timestamp {
    Timestamp(
      millisecondsSince1970: reviewedAt.millisecondsSince1970 + Int64(intervalDays(for: retention)) * Self.dayMs)
  }

  /// The rating of a review. Of FSRS's four ratings, this program gives `again`, `hard` and `good`; see `AnswerPace`.
  package enum Rating: Int, Hashable, Sendable, CaseIterable {
    case again = 1, hard, good, easy
  }
}

/// The chance that a learner remembers a card when it is due.
public struct Retention: RawRepresentable, Hashable, Codable, Sendable {
  /// The chance, above 0 and below 1.
  public let rawValue: Double
  /// A power for the forgetting curve, computed once for all cards.
  fileprivate let power: Double

  /// Returns `nil` unless `rawValue` is above 0 and below 1.
  public init?(rawValue: Double) {
    guard rawValue > 0, rawValue < 1 else { return nil }
    self.init(checked: rawValue)
  }

  private init(checked rawValue: Double) {
    self.rawValue = rawValue
    power = pow(rawValue, 1 / CardMemory.decay)
  }

  /// 0.9.
  public static let usual = Retention(checked: 0.9)
}

/// The formulas, with operations in the reference's order, so that rounding to days starts from the same bits.
extension CardMemory {
  /// The 21 published default parameters of FSRS-6, w0 to w20.
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

  /// Uses `pow` as the reference does, because the last bit of `exp` may differ.
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

  /// Returns the chance to remember this many whole days after the last review.
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
