import HomeworkSystem

/// A damped spring in closed form, so its value at any moment can be computed directly.
///
/// ω = 2π / response, damping ratio = damping fraction, at rest at the start.
public struct DampedSpring: Hashable, Sendable {
  /// The response in seconds.
  public let response: Double
  public let dampingFraction: Double

  public init(response: Double, dampingFraction: Double) {
    self.response = response
    self.dampingFraction = dampingFraction
  }

  public func value(atMs elapsedMs: Double, from: Double, to: Double) -> Double {
    guard !isInstant else { return to }
    return to + (from - to) * displacement(atSeconds: max(0, elapsedMs) / 1000)
  }

  /// Returns the time after which it stays within `fraction` of its travel; `nil` if there is none.
  public func settlesMs(within fraction: Double) -> Double? {
    guard dampingFraction > 0, response > 0, fraction > 0, fraction < 1 else { return nil }
    guard !isInstant else { return 0 }
    // Between two turning points the displacement is monotone, so the last one outside brackets the crossing.
    var low = 0.0
    var high: Double
    if dampingFraction < 1 {
      let ratio = exp(-dampingFraction * .pi / dampedShare)
      let lastTurnOutside = (log(fraction) / log(ratio)).rounded(.down)
      low = lastTurnOutside * halfSwingSeconds
      high = low + halfSwingSeconds
    } else {
      high = response
      while abs(displacement(atSeconds: high)) > fraction { high *= 2 }
      // With damping beyond the range of a Double, it never moves.
      guard abs(displacement(atSeconds: high)) <= fraction else { return nil }
    }
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if abs(displacement(atSeconds: middle)) > fraction { low = middle } else { high = middle }
    }
    return high * 1000
  }

  private var angular: Double { 2 * .pi / response }
  /// True if it reaches its target at once: its response is 0, or too small for a Double.
  private var isInstant: Bool { response <= 0 || !angular.isFinite }
  /// The damped ω as a fraction of ω, for a damping below 1.
  private var dampedShare: Double { (1 - dampingFraction * dampingFraction).squareRoot() }
  private var halfSwingSeconds: Double { .pi / (angular * dampedShare) }

  /// Returns the remaining share of the way: 1 at the start, 0 at rest.
  private func displacement(atSeconds t: Double) -> Double {
    let decay = dampingFraction * angular
    if dampingFraction < 1 {
      let damped = angular * dampedShare
      return exp(-decay * t) * (cos(damped * t) + decay / damped * sin(damped * t))
    }
    if dampingFraction == 1 { return exp(-angular * t) * (1 + angular * t) }
    let root = angular * (dampingFraction * dampingFraction - 1).squareRoot()
    let (slow, fast) = (root - decay, -root - decay)
    return (slow * exp(fast * t) - fast * exp(slow * t)) / (slow - fast)
  }
}
