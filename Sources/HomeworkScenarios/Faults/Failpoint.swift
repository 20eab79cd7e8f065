import HomeworkSystem

/// The kill that waits inside a commit, and the clock that the store uses meanwhile.
///
/// The store's hooks run on any thread that commits, so its state is locked.
package final class Failpoint: Sendable {
  package struct Triggered: Error { package init() {} }

  private struct State {
    var atMs = 0, serial = 0, draws: UInt64 = 0
    var point: KillPoint?
    var strike: (@Sendable () throws -> Void)?
    var hasTriggered = false, isOver = false
    var commits = 0
  }

  private let state = Guarded(State())

  package init() {}

  /// Sets the next action: its time on the session clock, and the number from which its ids are made.
  package func now(atMs: Int, serial: Int) { state.withLock { ($0.atMs, $0.serial, $0.draws) = (atMs, serial, 0) } }

  package var atMs: Int { state.withLock { $0.atMs } }

  /// Advances the time without an action.
  package func advance(toMs: Int) { state.withLock { $0.atMs = max($0.atMs, toMs) } }

  /// The number of commits that have reached the disk.
  package var commits: Int { state.withLock { $0.commits } }

  /// Starts or ends a life. The remains of an ended life cannot commit.
  package func setOver(_ isOver: Bool) { state.withLock { $0.isOver = isOver } }

  /// Returns a pair of words that is unique within this scenario, and the same in each run.
  package func drawId() -> (UInt64, UInt64) {
    state.withLock {
      $0.draws += 1
      return ($0.draws, UInt64($0.serial) << 16 | $0.draws)
    }
  }

  /// Resets everything except the number of drawn ids.
  package func begin(afterDrawing draws: UInt64) {
    state.withLock {
      $0 = State()
      $0.draws = draws
    }
  }

  /// The number of ids that the current action has drawn.
  package var draws: UInt64 { state.withLock { $0.draws } }

  package func arm(_ point: KillPoint, strike: @escaping @Sendable () throws -> Void) {
    state.withLock { ($0.point, $0.strike) = (point, strike) }
  }

  package var hasTriggered: Bool { state.withLock { $0.hasTriggered } }

  package func reset() { state.withLock { ($0.hasTriggered, $0.point, $0.strike) = (false, nil, nil) } }

  /// Called by the store at `point` of a commit.
  package func reach(_ point: KillPoint) throws {
    let strike = try state.withLock { state -> (@Sendable () throws -> Void)? in
      if point == .afterCommit { state.commits += 1 }
      if point == .beforeCommit, state.isOver { throw Triggered() }
      guard state.point == point else { return nil }
      state.point = nil
      state.hasTriggered = true
      return state.strike
    }
    try strike?()
  }
}

/// The instant of a kill.
package enum KillPoint: Hashable, Sendable {
  case now
  /// During the next action that saves, before its commit.
  case beforeCommit
  /// During the next action that saves, after its commit and before its reply.
  case afterCommit
  /// During the next action that saves, at this write or sync of the file, from 1.
  case atWrite(Int)
  /// During the next exchange with another copy, once this part, from 1, is on disk.
  case atPart(Int)
  /// This long after the next action or start was sent to a program under test, by the real clock.
  case within(microseconds: Int)
  /// During the next action or start, before this call of a program under test, from 1, that changes a file or writes
  /// to the runner.
  case atCall(Int)

  var isPart: Bool { if case .atPart = self { true } else { false } }

  /// True if it is known of programs under test alone. It may be in a start.
  var isOfProgram: Bool {
    switch self {
    case .within, .atCall: true
    default: false
    }
  }

  var words: String {
    switch self {
    case .now: "now"
    case .beforeCommit: "before commit"
    case .afterCommit: "after commit"
    case .atWrite(let number): "at write \(number)"
    case .atPart(let number): "at part \(number)"
    case .within(let microseconds): "after \(microseconds)us"
    case .atCall(let number): "at call \(number)"
    }
  }

  /// True if the interrupted action is on disk afterwards; `nil` if that is unknown.
  var isAfterCommit: Bool? {
    switch self {
    case .now, .beforeCommit: false
    case .afterCommit: true
    case .atWrite, .atPart, .within, .atCall: nil
    }
  }
}
