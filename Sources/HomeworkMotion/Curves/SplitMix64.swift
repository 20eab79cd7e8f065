/// Steele, Lea and Flood's SplitMix64: a hash of a counter, so that any draw can be had without those before it.
public struct SplitMix64 {
  private static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var state: UInt64

  public init(seed: UInt64, skipping draws: UInt64 = 0) {
    state = seed &+ draws &* Self.gamma
  }

  public mutating func next() -> UInt64 {
    state &+= Self.gamma
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// At least `low`, below `high`; of the 64 bits, the 53 that a Double holds.
  mutating func uniform(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(next() >> 11) * 0x1p-53
  }
}
