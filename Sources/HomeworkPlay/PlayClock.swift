/// The clock of a session, in whole milliseconds from 0. It never goes back.
public struct PlayClock: Sendable {
  let nowMs: @Sendable () -> Int
  /// True if the time goes on after the last call that gave it.
  private(set) var goesOn = false

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

  /// The clock of a client that gives the time with each call: it has gone on when the client disappears.
  package static var ofClient: PlayClock {
    var clock = PlayClock.standing(atMs: 0)
    clock.goesOn = true
    return clock
  }
}
