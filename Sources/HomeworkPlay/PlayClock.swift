/// The clock of a session, in whole milliseconds from 0. It never goes back.
public struct PlayClock: Sendable {
  let nowMs: @Sendable () -> Int

  public init(_ nowMs: @escaping @Sendable () -> Int) {
    self.nowMs = nowMs
  }

  /// Creates a clock that starts now. Changes to the system's clock do not affect it.
  public static func sinceOpened() -> PlayClock {
    let start = ContinuousClock.now
    return PlayClock { Int(start.duration(to: .now) / .milliseconds(1)) }
  }

  /// Creates a clock that stands at `ms`, for programs that give the time with each call.
  public static func standing(atMs ms: Int) -> PlayClock { PlayClock { ms } }
}
