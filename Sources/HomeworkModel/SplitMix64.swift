/// The SplitMix64 generator of Steele, Lea and Flood: a hash of a counter, so that any number can be computed on its
/// own.
public struct SplitMix64 {
  private static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var state: UInt64

  /// Creates a generator that skips the first `draws` numbers of the seed.
  public init(seed: UInt64, skipping draws: UInt64 = 0) {
    state = seed &+ draws &* Self.gamma
  }

  /// Returns the next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= Self.gamma
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns a number from `low` to below `high`, from 53 of the 64 bits.
  package mutating func uniform(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(next() >> 11) * 0x1p-53
  }

  /// Returns a whole number from 0 to below `bound`: the upper half of a 128-bit product. The bias is negligible for
  /// small bounds.
  package mutating func below(_ bound: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(bound)).high) }
}
