import Homework

/// The phases of each animation of the streak, as the reference gives them. Times count from the start of the animation.
enum Timeline {
  static let dotSettle = [Phase("blueToGreen", startMs: 0, durationMs: 200, curve: .easeInOut, from: 0, to: 1)]
  /// In points.
  static let sizeSettle = [Phase("size", startMs: 0, durationMs: 200, curve: .easeInOut, from: 22.4, to: 16)]

  static let newStreak =
    [
      Phase("greenHold", startMs: 0, durationMs: 100, curve: .linear, from: 1, to: 1),
      Phase("greenToYellow", startMs: 100, durationMs: 100, curve: .linear, from: 0, to: 1),
    ] + star(fromMs: 200)
  static let continuingStreak = star(fromMs: 0)
  static let reducedStar = [Phase("opacity", startMs: 0, durationMs: 250, curve: .easeInOut, from: 0, to: 1)]

  private static func star(fromMs startMs: Int) -> [Phase] {
    [
      Phase("scaleEnter", startMs: startMs, durationMs: 500, curve: .easeOut, from: 0, to: 1.2),
      // Linear, and done 50 before the scale: the star stands upright when it is largest.
      Phase("spin", startMs: startMs, durationMs: 450, curve: .linear, from: 0, to: 360),
      Phase("scaleExit", startMs: startMs + 500, durationMs: 400, curve: .easeInOut, from: 1.2, to: 1),
    ]
  }

  /// The perceived settle, 450; the spring itself is within 1 % only after 616.
  static let badge = [
    Phase(
      "scale", startMs: 0, durationMs: 450, curve: .spring(response: 0.45, dampingFraction: 0.55), from: 0.6, to: 1)
  ]
  static let countDelayMs = 900
  static let countStepMs = 200

  /// The pulse and the roll are those of each step, counted from the step's start.
  static func count(earned: Int, total: Int) -> [Phase] {
    [
      Phase(
        "count", startMs: 0, durationMs: countStepMs * earned, curve: .linear,
        from: Double(max(0, total - earned)), to: Double(total)),
      Phase(
        "stepPulse", startMs: 0, durationMs: countStepMs, curve: .spring(response: 0.18, dampingFraction: 0.62),
        from: 1, to: 1.07),
      Phase("digitRoll", startMs: 0, durationMs: 150, curve: .easeInOut, from: 0, to: 1),
    ]
  }

  /// Spawning, and the fading of the first particle's last 35 % to that of the last.
  static func confetti(_ intensity: Intensity) -> [Phase] {
    let fadeMs = intensity.lifespanMs * 35 / 100
    return [
      Phase("spawn", startMs: 0, durationMs: Burst.spawnMs, curve: .linear, from: 0, to: 1),
      Phase(
        "fade", startMs: intensity.lifespanMs - fadeMs, durationMs: fadeMs + Burst.spawnMs, curve: .linear, from: 1,
        to: 0),
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
