/// Steele, Lea and Flood's SplitMix64: a hash of a counter, so that any draw can be had without those before it.
public struct SplitMix64 {
  private static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var state: UInt64

  /// Begins after as many draws of the same seed.
  public init(seed: UInt64, skipping draws: UInt64 = 0) {
    state = seed &+ draws &* Self.gamma
  }

  /// Any 64 bits.
  public mutating func next() -> UInt64 {
    state &+= Self.gamma
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// At least `low`, below `high`; of the 64 bits, the 53 that a Double holds.
  package mutating func uniform(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(next() >> 11) * 0x1p-53
  }

  /// A whole number from 0, below `bound`: the upper half of a product of 128 bits. One draw, and of bounds this small so
  /// even that nobody could tell.
  package mutating func below(_ bound: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(bound)).high) }
}
