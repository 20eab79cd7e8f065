import HomeworkAPI
import HomeworkModel
package import HomeworkMotion
import HomeworkPlay
package import HomeworkReports
package import HomeworkStore
import HomeworkSystem

/// An app in this process. A kill drops the app; its store, in memory, remains.
package final class EmbeddedProgram: ProgramUnderTest {
  package typealias Launch = @Sendable (TestEnvironment) async throws -> any ScenarioApp

  private let world: World
  package let store: Store
  /// `nil` for a script without a quiz.
  private let homework: Homework.ID?
  private let failpoint = Failpoint()
  private let launch: Launch
  private var launched: Launched?
  private var lives = 0

  private struct Launched {
    let test: TestEnvironment
    let app: any ScenarioApp
    var live: LiveAttempt
  }

  private static let timeLimitMs = 10_000

  package init(_ world: World, _ launch: @escaping Launch) throws {
    (self.world, self.launch) = (world, launch)
    store = try world.makeStore(failpoint: failpoint)
    homework = try store.readAndWait { try $0.homeworkList().items.last?.id }
  }

  package func open(atMs: Int) throws -> Opened {
    guard let homework else { throw ProgramFailure.skipped("it has no quiz to play: write quiz mcq 10") }
    lives += 1
    failpoint.reset()
    failpoint.setOver(false)
    // Ids that the app makes while it opens must differ from those of actions.
    failpoint.now(atMs: atMs, serial: 1 << 40 + lives)
    let test = TestEnvironment(store: store, homework: homework, environment: world.environment, failpoint: failpoint)
    let opened = try wait { [launch] in
      let app = try await launch(test)
      return (app, await app.live)
    }
    switch opened {
    case .success(let (app, live)):
      launched = Launched(test: test, app: app, live: live)
      return Opened(reported: live.report.suppressed.map(\.id), cues: test.take().cues)
    case .failure(let error): throw ProgramFailure.broken("the app cannot be opened: \(error)")
    }
  }

  package func perform(_ action: Action) throws -> Reply {
    guard let launched else { throw ProgramFailure.isDead }
    if action.isRepeated {
      throw ProgramFailure.skipped("repeat needs the ids of requests, which an app in a test does not get")
    }
    failpoint.now(atMs: action.atMs, serial: action.serial ?? 0)
    launched.test.begin(saves: action.saves)
    var reply = Reply()
    do {
      let step = try action.step(on: store, of: launched.live.attemptId, at: homework)
      try wait { try await launched.app.perform(step) }.get()
    } catch let failure as ProgramFailure { throw failure } catch {
      reply.refusal = Refusal(error)
      if reply.refusal?.name == .invalid, !failpoint.hasTriggered {
        // The app is notified like a user; its reaction is its own.
        _ = try wait { try await launched.app.perform(.screen(.inputRejected)) }
      }
    }
    let (cues, early) = launched.test.take()
    guard !failpoint.hasTriggered else {
      self.launched = nil
      throw ProgramFailure.died(Death(cues, early: early))
    }
    let live = try wait { await launched.app.live }.get()
    self.launched?.live = live
    (reply.cues, reply.early, reply.session) = (cues, early, live.session)
    if reply.refusal == nil, let settled = try settled(by: action) {
      (reply.position, reply.outcome) = (settled.streakPosition, settled.outcome)
    }
    return reply
  }

  /// Returns the stored answer that the action has given; `nil` if it gives none.
  private func settled(by action: Action) throws -> Answer? {
    guard [.answer, .skip].contains(action.kind), let id = launched?.live.session.attemptId else { return nil }
    return try store.readAndWait { try $0.attempt(id).answers.last }
  }

  package func advance(toMs: Int) throws -> CueChanges {
    failpoint.advance(toMs: toMs)
    guard let launched else { return CueChanges() }
    launched.test.begin(saves: false)
    return launched.test.take().cues
  }

  package func arm(_ point: KillPoint, mode: KillMode) throws {
    try refuse(mode)
    if case .atWrite = point {
      throw ProgramFailure.skipped(
        "kill \(point.words) counts writes to a file, which an app in a test does not have: use kill before commit")
    }
    failpoint.arm(point) { [failpoint, test = launched?.test] in
      failpoint.setOver(true)
      test?.end()
      throw Failpoint.Triggered()
    }
  }

  package func kill(_ mode: KillMode) throws -> Death {
    try refuse(mode)
    failpoint.setOver(true)
    launched?.test.end()
    let shown = launched?.test.take()
    launched = nil
    return Death(shown?.cues ?? CueChanges(), early: shown?.early ?? [])
  }

  private func refuse(_ mode: KillMode) throws {
    guard mode != .simulated else { return }
    throw ProgramFailure.skipped(
      "kill \(mode.rawValue) needs a process of its own: an app in a test can only be dropped")
  }

  package func evidence() throws -> Evidence { Evidence(try Snapshot(reading: store), launched?.live.session) }
  package var sharedStore: Store? { store }

  /// Has the app do something, and waits on this thread, which runs no code of the app.
  private func wait<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Result<Value, any Error> {
    let done = DispatchSemaphore(value: 0)
    let result = Guarded<Result<Value, any Error>?>(nil)
    let task = Task.detached {
      let outcome: Result<Value, any Error>
      do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
      result.withLock { $0 = outcome }
      done.signal()
    }
    guard done.wait(timeout: .now() + .milliseconds(Self.timeLimitMs)) == .success, let value = result.withLock({ $0 })
    else {
      task.cancel()
      throw ProgramFailure.broken("the app did not finish within \(Self.timeLimitMs) ms")
    }
    return value
  }
}
