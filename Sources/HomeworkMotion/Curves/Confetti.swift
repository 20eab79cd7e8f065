import HomeworkModel

/// How much confetti a streak position earns.
public enum Intensity: String, Hashable, Codable, Sendable, CaseIterable {
  case standard, medium, max

  /// Positions 5, 7 and 10 are celebrated; `nil` for all others.
  public init?(position: Int) {
    switch position {
    case Self.standard.position: self = .standard
    case Self.medium.position: self = .medium
    case Self.max.position: self = .max
    default: return nil
    }
  }

  /// The streak position that earns it.
  public var position: Int {
    switch self {
    case .standard: 5
    case .medium: 7
    case .max: Streak.cycle
    }
  }

  /// How long one particle is seen.
  public var lifespanMs: Int {
    switch self {
    case .standard: 2500
    case .medium: 2700
    case .max: 3000
    }
  }

  /// How long a burst lives: the last particle spawns 400 after the first.
  public var durationMs: Int { lifespanMs + Burst.spawnMs }

  /// The count on a screen of 390 × 844.
  public var baseCount: Int {
    switch self {
    case .standard: 80
    case .medium: 120
    case .max: 160
    }
  }

  /// By area, rounded half up, 400 at most. None where the screen has no size.
  public func count(on screen: Screen) -> Int {
    guard screen.hasSize else { return 0 }
    let scaled = Double(baseCount) * screen.width * screen.height / (390 * 844)
    return Int(min(400, (scaled + 0.5).rounded(.down)))
  }
}
