/// The surroundings of a session, which are read again after a kill.
public struct SessionEnvironment: Hashable, Sendable {
  public var motion: MotionPreference
  public var screen: ScreenSize
  /// The seed of the particles: the same seed gives the same confetti.
  public var seed: UInt64
  /// True if the battery is low: the particles, shimmers, glows and pulses of a design are then reduced, and nothing
  /// repeats but loading indicators.
  public var lowPower: Bool
  /// The animations to show.
  public var catalogue: Catalogue

  public init(
    motion: MotionPreference = .full, screen: ScreenSize = ScreenSize(), seed: UInt64 = 0, lowPower: Bool = false,
    catalogue: Catalogue = .mcqStreak
  ) {
    self.motion = motion
    self.screen = screen
    self.seed = seed
    self.lowPower = lowPower
    self.catalogue = catalogue
  }
}

public enum MotionPreference: String, Hashable, Sendable, CaseIterable {
  case full, reduced
}

/// The size of a screen in points.
public struct ScreenSize: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double = 390, height: Double = 844) {
    self.width = width
    self.height = height
  }

  /// True if both are above 0; a session accepts no other size.
  public var hasSize: Bool { width > 0 && height > 0 && width.isFinite && height.isFinite }
}
