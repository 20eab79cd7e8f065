/// The clock of a session, in whole milliseconds from 0; it never goes back.
public struct PlayClock: Sendable {
  let nowMs: @Sendable () -> Int

  public init(_ nowMs: @escaping @Sendable () -> Int) {
    self.nowMs = nowMs
  }

  /// Counts from now on, whatever is done to the system's clock.
  public static func sinceOpened() -> PlayClock {
    let start = ContinuousClock.now
    return PlayClock { Int(start.duration(to: .now) / .milliseconds(1)) }
  }

  /// Returns a clock that stands at `ms`, for programs that pass the time with each call.
  public static func standing(atMs ms: Int) -> PlayClock { PlayClock { ms } }
}
