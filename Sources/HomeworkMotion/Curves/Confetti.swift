import HomeworkModel

/// The intensity of the confetti for a streak position.
public enum Intensity: String, Hashable, Sendable, CaseIterable {
  case standard, medium, max

  /// Returns the intensity for positions 5, 7 and 10; `nil` for all others.
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

  /// How long one particle is visible.
  public var lifespanMs: Int {
    switch self {
    case .standard: 2500
    case .medium: 2700
    case .max: 3000
    }
  }

  /// How long a burst lives: the last particle spawns 400 ms after the first.
  public var durationMs: Int { lifespanMs + Burst.spawnMs }

  /// The number of particles on a screen of 390 × 844.
  public var baseCount: Int {
    switch self {
    case .standard: 80
    case .medium: 120
    case .max: 160
    }
  }

  /// Returns the number of particles for a screen, by its area, rounded half up, at most 400; 0 if it has no size.
  public func count(on screen: ScreenSize) -> Int {
    guard screen.hasSize else { return 0 }
    let scaled = Double(baseCount) * screen.width * screen.height / (390 * 844)
    return Int(min(400, (scaled + 0.5).rounded(.down)))
  }
}
