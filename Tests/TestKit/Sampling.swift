import Foundation

/// The sample of a large space that a test tries.
public enum Sampling {
  /// A daily seed (the days since 1970), so that over time the whole space is tried. `$HWDB_SEED` repeats one.
  public static let seed: Int =
    ProcessInfo.processInfo.environment["HWDB_SEED"].flatMap(Int.init) ?? Int(Date().timeIntervalSince1970) / 86_400

  /// The multiple of the usual sample size: `make torture` sets `$HWDB_SAMPLES`.
  public static let factor: Int = ProcessInfo.processInfo.environment["HWDB_SAMPLES"].flatMap(Int.init) ?? 1

  /// Returns a share of the cases: each case comes up within `share` days, and `make torture` tries all of them.
  public static func part<Case>(_ cases: [Case], oneIn share: Int) -> [Case] {
    let stride = max(1, share / factor)
    return cases.enumerated().filter { ($0.offset + seed) % stride == 0 }.map(\.element)
  }
}
