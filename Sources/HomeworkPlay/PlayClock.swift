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

  /// Stands at `ms`: for programs whose every call tells its own time.
  public static func standing(atMs ms: Int) -> PlayClock { PlayClock { ms } }
}
