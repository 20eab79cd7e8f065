import Synchronization

/// The kill that waits inside a commit, and the clock that the store asks meanwhile.
///
/// The store's hooks run on whatever thread commits, so its state is locked.
final class Failpoint: Sendable {
  struct Triggered: Error {}

  private struct State {
    var atMs = 0
    var serial = 0
    var draws: UInt64 = 0
    var point: KillPoint?
    var strike: (@Sendable () throws -> Void)?
    var hasTriggered = false
  }

  private let state = Mutex(State())

  /// The action that follows: its time on the session clock, and its number, from which its ids are made.
  func now(atMs: Int, serial: Int) {
    state.withLock {
      $0.atMs = atMs
      $0.serial = serial
      $0.draws = 0
    }
  }

  var atMs: Int { state.withLock { $0.atMs } }

  /// A pair of words that no other call in this scenario gets, the same in each run of it.
  func drawId() -> (UInt64, UInt64) {
    state.withLock {
      $0.draws += 1
      return ($0.draws, UInt64($0.serial) << 16 | $0.draws)
    }
  }

  func arm(_ point: KillPoint, strike: @escaping @Sendable () throws -> Void) {
    state.withLock {
      $0.point = point
      $0.strike = strike
    }
  }

  var hasTriggered: Bool { state.withLock { $0.hasTriggered } }

  func reset() {
    state.withLock { $0.hasTriggered = false }
  }

  /// Called by the store at `point` of a commit.
  func reach(_ point: KillPoint) throws {
    let strike = state.withLock { state -> (@Sendable () throws -> Void)? in
      guard state.point == point else { return nil }
      state.point = nil
      state.hasTriggered = true
      return state.strike
    }
    try strike?()
  }
}
