/// What a session asks its surroundings for; asked anew after a kill.
public struct SessionEnvironment: Hashable, Codable, Sendable {
  public var motion: MotionPreference
  public var screen: Screen
  /// Of the particles; the same seed gives the same confetti.
  public var seed: UInt64
  /// What goes round without end is reduced then, but for loading.
  public var lowPower: Bool
  /// What is shown.
  public var catalogue: Catalogue

  public init(
    motion: MotionPreference = .full, screen: Screen = Screen(), seed: UInt64 = 0, lowPower: Bool = false,
    catalogue: Catalogue = .mcqStreak
  ) {
    self.motion = motion
    self.screen = screen
    self.seed = seed
    self.lowPower = lowPower
    self.catalogue = catalogue
  }
}

public enum MotionPreference: String, Hashable, Codable, Sendable, CaseIterable {
  case full, reduced
}

/// A screen's size in points.
public struct Screen: Hashable, Codable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double = 390, height: Double = 844) {
    self.width = width
    self.height = height
  }

  /// A session takes no other.
  public var hasSize: Bool { width > 0 && height > 0 && width.isFinite && height.isFinite }
}
