/// The streak of an attempt: what its settled answers, in order, give.
///
/// The one place where streak, stars and bar are computed; the store, the session and the checker all ask it.
public struct Streak: Hashable, Sendable, Codable {
  /// Correct MCQs in a row in the current cycle, 0 to 9: reaching 10 starts the next cycle at once. Activations so far,
  /// one star for each correct MCQ at positions 5 to 10. The longest run, not capped at ten.
  public private(set) var position = 0, stars = 0, longest = 0
  /// Correct MCQs in a row, not capped at ten.
  package private(set) var run = 0

  /// Of an attempt without answers.
  public init() {}

  /// As it was counted up to an answer.
  package init(run: Int, longest: Int, stars: Int) {
    (position, self.stars, self.longest, self.run) = (run % Self.cycle, stars, longest, run)
  }

  /// The streak after `answers`, in the order in which they were settled.
  package init(settling answers: some Sequence<(outcome: Outcome, isMCQ: Bool)>) {
    for answer in answers { settle(answer.outcome, isMCQ: answer.isMCQ) }
  }

  /// Takes one more settled answer and returns its activation position.
  ///
  /// 1 to 10 for a correct MCQ, 0 for a wrong or skipped one, `nil` for other kinds, which change nothing.
  @discardableResult
  public mutating func settle(_ outcome: Outcome, isMCQ: Bool) -> Int? {
    guard isMCQ else { return nil }
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

  /// Correct MCQs from an empty bar to a full one.
  package static let cycle = 10
  /// Positions that activate a star.
  package static let starPositions = 5...10

  /// The ten dots of the current cycle, derived: fresh as soon as position 10 is reached.
  public var bar: [Dot] { Self.bar(at: position) }

  /// Returns the ten dots at `position`, 0 to 10; at 10 the full bar, which stays for a while.
  package static func bar(at position: Int) -> [Dot] {
    (1...cycle).map { $0 > position ? .empty : starPositions.contains($0) ? .star : .green }
  }
}

/// One dot of the bar.
public enum Dot: String, Hashable, Sendable, Codable, CaseIterable {
  case empty, green, star
}
