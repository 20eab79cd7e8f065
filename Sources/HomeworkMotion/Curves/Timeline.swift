import HomeworkModel

/// The phases of each animation of the streak, as the reference gives them. Times count from the start of the
/// animation.
enum Timeline {
  static let dotSettle = [Phase("blueToGreen", .colour, at: 0, for: 200, .easeInOut, 0, 1)]
  /// In points.
  static let sizeSettle = [Phase("size", .size, at: 0, for: 200, .easeInOut, 22.4, 16)]

  static let newStreak =
    [
      Phase("greenHold", .opacity, at: 0, for: 100, .linear, 1, 1),
      Phase("greenToYellow", .colour, at: 100, for: 100, .linear, 0, 1),
    ] + star(fromMs: 200)
  static let continuingStreak = star(fromMs: 0)
  static let reducedStar = [Phase("opacity", .opacity, at: 0, for: 250, .easeInOut, 0, 1)]

  private static func star(fromMs startMs: Int) -> [Phase] {
    [
      Phase("scaleEnter", .scale, at: startMs, for: 500, .easeOut, 0, 1.2),
      // Linear, and done 50 before the scale: the star stands upright when it is largest.
      Phase("spin", .rotation, at: startMs, for: 450, .linear, 0, 360),
      Phase("scaleExit", .scale, at: startMs + 500, for: 400, .easeInOut, 1.2, 1),
    ]
  }

  /// The perceived settle, 450; the spring itself is within 1 % only after 616.
  static let badge = [
    Phase("scale", .scale, at: 0, for: 450, .spring(response: 0.45, dampingFraction: 0.55), 0.6, 1)
  ]
  static let countDelayMs = 900
  static let countStepMs = 200

  /// The pulse and the roll are those of each step, counted from the step's start.
  static func count(earned: Int, total: Int) -> [Phase] {
    [
      Phase("count", .count, at: 0, for: countStepMs * earned, .linear, Double(max(0, total - earned)), Double(total)),
      Phase("stepPulse", .scale, at: 0, for: countStepMs, .spring(response: 0.18, dampingFraction: 0.62), 1, 1.07),
      Phase("digitRoll", .y, at: 0, for: 150, .easeInOut, 0, 1),
    ]
  }

  /// Spawning, and the fading of the first particle's last 35 % to that of the last.
  static func confetti(_ intensity: Intensity) -> [Phase] {
    let fadeMs = intensity.lifespanMs * 35 / 100
    return [
      Phase("spawn", .particles, at: 0, for: Burst.spawnMs, .linear, 0, 1),
      Phase("fade", .opacity, at: intensity.lifespanMs - fadeMs, for: fadeMs + Burst.spawnMs, .linear, 1, 0),
    ]
  }
}

/// How a star is activated: with the green and yellow of a fresh streak, or at once.
public enum Activation: String, Hashable, Codable, Sendable, CaseIterable {
  case newStreak, continuingStreak

  public init?(position: Int) {
    guard Streak.starPositions.contains(position) else { return nil }
    self = position == Streak.starPositions.lowerBound ? .newStreak : .continuingStreak
  }

  var phases: [Phase] {
    switch self {
    case .newStreak: Timeline.newStreak
    case .continuingStreak: Timeline.continuingStreak
    }
  }

  var durationMs: Int {
    switch self {
    case .newStreak: 1100
    case .continuingStreak: 900
    }
  }
}
