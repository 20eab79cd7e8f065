/// The streak of an attempt, computed from its answers in order.
///
/// This is the only place that computes streak, stars and bar. The store, the session and the checker all use it.
public struct Streak: Hashable, Sendable, Codable {
  /// The correct chosen answers in a row in the current cycle, 0 to 9, because 10 starts the next cycle at once; the
  /// stars so far, one for each of them at positions 5 to 10; and the longest run, not capped at ten.
  public var position = 0, stars = 0, longest = 0
  /// The correct chosen answers in a row, not capped at ten.
  package var run = 0

  /// Creates the streak of an attempt without answers.
  public init() {}

  /// Creates a streak stored with an answer.
  package init(run: Int, longest: Int, stars: Int) {
    (position, self.stars, self.longest, self.run) = (run % Self.cycle, stars, longest, run)
  }

  /// Computes the streak after `answers`, in their order.
  package init(settling answers: some Sequence<(outcome: Outcome, movesStreak: Bool)>) {
    for answer in answers { settle(answer.outcome, movesStreak: answer.movesStreak) }
  }

  /// Adds an answer and returns its streak position: 1 to 10 if it is chosen and correct, 0 if it is chosen and wrong
  /// or skipped, and `nil` for other types, which change nothing.
  @discardableResult
  public mutating func settle(_ outcome: Outcome, movesStreak: Bool) -> Int? {
    guard movesStreak else { return nil }
    guard outcome == .correct else {
      position = 0
      run = 0
      return 0
    }
    let activated = position + 1
    run += 1
    longest = max(longest, run)
    if Self.starPositions.contains(activated) { stars += 1 }
    position = activated % Self.cycle
    return activated
  }

  /// The number of correct chosen answers that fill the bar.
  package static let cycle = 10
  /// The positions that earn a star.
  package static let starPositions = 5...10

  /// The ten dots of the current cycle, empty again as soon as position 10 is reached.
  public var bar: [Dot] { Self.bar(at: position) }

  /// Returns the ten dots at `position`, 0 to 10; at 10 the full bar, which the screen shows for a while.
  package static func bar(at position: Int) -> [Dot] {
    (1...cycle).map { $0 > position ? .empty : starPositions.contains($0) ? .star : .green }
  }
}

/// One dot of the bar.
public enum Dot: String, Hashable, Sendable, Codable, CaseIterable {
  case empty, green, star
}
