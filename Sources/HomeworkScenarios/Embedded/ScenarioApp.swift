public import HomeworkModel
public import HomeworkMotion
public import HomeworkPlay
public import HomeworkStore
import HomeworkSystem

/// An app that plays scripts in this process, with its own code and its own `LiveAttempt`.
///
/// The runner creates one for each life: at the start, and after each kill, which only drops the preceding one. So it
/// must resume from the test's store, as the app does after a launch.
public protocol ScenarioApp: AnyObject, Sendable {
  /// The attempt that it plays. Expectations judge its screen.
  var live: LiveAttempt { get async }

  /// Does what a user does, as a tap in the app would, and passes what the app shows to `TestEnvironment.show`.
  ///
  /// An error that it throws, such as a `StoreError`, is the app's refusal: `expect error` in the script judges it.
  func perform(_ step: ScenarioStep) async throws
}

/// An action of a script.
public enum ScenarioStep: Hashable, Sendable {
  /// Starts an attempt at the test's homework, with these options.
  case start(AttemptOptions)
  /// Answers the current question; `skip` is also a response.
  case answer(Response)
  /// Has the last answer counted, a wrong typed one.
  case accept
  case finish
  case abandon
  /// Something that is never saved: leaving, revisiting, a tap.
  case screen(ScreenAction)
  /// Another screen has changed the store: catch up with it.
  case follow
}

extension LiveAttempt {
  /// Performs a step on the live attempt, for an app without code of its own for it.
  public func perform(_ step: ScenarioStep, of homework: Homework.ID) async throws -> CueChanges {
    try await Store.offThread { _ in try self.performAndWait(step, of: homework).cues }
  }

  /// Performs a step for any program; returns what is acknowledged of it, if its kind is known to the laws.
  func performAndWait(
    _ step: ScenarioStep, of homework: Homework.ID?, atMs: Int? = nil
  ) throws -> (done: Acknowledged?, cues: CueChanges) {
    switch step {
    case .start(let options):
      guard let homework else { throw Refusal(name: .notFound, message: "no homework to start: write quiz mcq 10") }
      let played = try startAndWait(homework, options, atMs: atMs)
      return (.started(played.value.id), played.cues)
    case .answer(let response):
      let played = try settleAndWait(response, atMs: atMs)
      return (.settled(played.value.answer, in: played.value.attempt.id), played.cues)
    case .accept: return (nil, try acceptAndWait(atMs: atMs).cues)
    case .finish:
      let played = try finishAndWait(atMs: atMs)
      return (.finished(played.value.attempt.id, starsTotal: played.value.starsTotal), played.cues)
    case .abandon:
      let played = try abandonAndWait(atMs: atMs)
      return (.abandoned(played.value.id), played.cues)
    case .screen(let action): return (.shown, try showAndWait(action, atMs: atMs))
    case .follow: return (nil, try followAndWait(atMs: atMs))
    }
  }
}

/// The surroundings of an app under test in one life of a script: the store, the screen and the clock.
///
/// Times are virtual: waits return at once. An app that uses another clock cannot be judged correctly.
public final class TestEnvironment: Sendable {
  /// The store, which survives the kills of the script. A commit may be the last action of a life.
  public let store: Store
  /// The homework with the script's quiz.
  public let homework: Homework.ID
  /// The screen of the script, and the catalogue of its animations.
  public let environment: SessionEnvironment
  /// The clock of the script.
  public let clock: PlayClock
  private let failpoint: Failpoint
  private let state = Guarded(State())

  private struct State {
    var cues = CueChanges(), early: [Cue] = []
    /// The number of commits when the current saving step began.
    var commitsBefore: Int?
    var isOver = false
  }

  init(store: Store, homework: Homework.ID, environment: SessionEnvironment, failpoint: Failpoint) {
    (self.store, self.homework, self.environment, self.failpoint) = (store, homework, environment, failpoint)
    clock = PlayClock { failpoint.atMs }
  }

  /// Opens a live attempt, as the app does after its launch.
  public func open() async throws -> LiveAttempt {
    try await LiveAttempt.open(homework: homework, in: store, environment: environment, clock: clock)
  }

  /// The app calls this when it shows something.
  public func show(_ cues: CueChanges) {
    state.withLock { state in
      guard !state.isOver else { return }
      state.cues.append(cues)
      guard state.commitsBefore == failpoint.commits else { return }
      // Cues of screen events need no save.
      state.early += cues.started.filter { $0.trigger.fact != .screen && $0.trigger.fact != .inputRejected }
    }
  }

  func begin(saves: Bool) { state.withLock { $0.commitsBefore = saves ? failpoint.commits : nil } }

  /// Returns the cues shown since the last call.
  func take() -> (cues: CueChanges, early: [Cue]) {
    state.withLock { state in
      defer { (state.cues, state.early) = (CueChanges(), []) }
      return (state.cues, state.early)
    }
  }

  /// Ends the life: later cues are ignored.
  func end() { state.withLock { $0.isOver = true } }
}
