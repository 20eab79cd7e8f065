import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkReports
import HomeworkScenarios
import HomeworkSeededBugs
import HomeworkService
import HomeworkStore
import HomeworkTestKit
import Testing

/// Checks the laws against what the daemon's handlers send to a client over a socket.
@Suite struct `The daemon as a program under test` {
  private static let script = """
    scenario "seven and a finish"
      quiz mcq 7, fillBlank 1
      start
      answer correct x5
      wait 600ms
      answer wrong
      answer correct
      wait 1s
      answer "?"
      accept
      finish
      wait 2s
    """

  private func explore(_ bug: SeededBug?) throws -> Exploration {
    let scenario = try #require(try ScenarioParser.parse(ScenarioSource(name: "s", text: Self.script)).first)
    var runner = ScenarioRunner(worker: [])
    runner.makeProgram = { world in
      let served = try ServedProgram(world)
      try bug?.spoil(served.store)
      return served
    }
    if let bug { runner.wrapProgram = { BuggyProgram($0, bug) } }
    return Explorer(runner, mode: .simulated).explore(scenario)
  }

  @Test func `obeys every law, killed at every point`() throws {
    let exploration = try explore(nil)
    #expect(
      exploration.violation == nil, "\(exploration.violation?.detail ?? "") \(exploration.violation?.script ?? "")")
    #expect(exploration.pointsTried == exploration.pointsKnown && exploration.pointsKnown > 30)
  }

  @Test(arguments: [
    (SeededBug.cueBeforeCommit, Law.savedBeforeShown), (.replayOnResume, .atMostOnce),
    (.forgetCue, .accounted), (.hideCue, .onlyByReason),
    (.celebrateAccepted, .atMostOnce), (.forgetStreak, .derivedMeansDerived), (.doubleStars, .derivedMeansDerived),
    (.forgetTitle, .nothingLost),
  ])
  func `is caught by the law that a seeded bug breaks`(bug: SeededBug, law: Law) throws {
    let violation = try #require(try explore(bug).violation, "\(bug)")
    #expect(violation.law == law.rawValue, "\(violation)")
  }
}

/// A client of a daemon in this process: its handlers on a socket, its store in memory, its time the script's.
private final class ServedProgram: ProgramUnderTest {
  private let world: World
  private let failpoint = Failpoint()
  let store: Store
  private var daemon: Daemon
  private var client: Client?
  private var sessionId: JSONValue?
  private var opened = Opened()
  private var nowMs = 0

  init(_ world: World) throws {
    self.world = world
    store = try world.makeStore(failpoint: failpoint)
    daemon = try Daemon(on: store)
  }

  /// The session held by the daemon.
  private var session: Session? { client == nil ? nil : live?.session ?? idle }
  private var live: LiveAttempt? { attemptId.flatMap { daemon.service.session(on: $0) } }
  private var attemptId: Attempt.ID?
  private var idle: Session { Session(resuming: nil, environment: world.environment, atMs: 0) }

  func open(atMs: Int) throws -> Opened {
    client = try Client(daemon.path)
    nowMs = max(nowMs, atMs)
    (sessionId, attemptId, opened) = (nil, nil, Opened())
    if let open = try homework()["openAttemptId"] { _ = try openSession(open) }
    return opened
  }

  private func openSession(_ attempt: JSONValue) throws {
    let opened = try call(
      "session.open",
      ["attemptId": attempt, "profiles": .array(world.environment.catalogue.profiles.map { .string($0.rawValue) })])
    sessionId = opened["sessionId"]
    attemptId = attempt.string.flatMap { Attempt.ID($0) }
    self.opened = Opened(
      reported: try (opened["report"]?["suppressed"]?.array ?? []).map { try cue($0).id },
      cues: CueChanges(started: live?.session.cues ?? []))
  }

  func perform(_ action: Action) throws -> Reply {
    failpoint.now(atMs: action.atMs, serial: action.serial ?? 0)
    nowMs = max(nowMs, action.atMs)
    var reply = Reply()
    do {
      try perform(action, atMs: action.atMs, &reply)
    } catch let refused as RPCError {
      reply.refusal = Refusal(name: RefusalName(rawValue: refused.name.rawValue) ?? .internal, message: refused.message)
    }
    reply.session = session
    guard failpoint.hasTriggered else { return reply }
    failpoint.reset()
    // The daemon died in its commit: start another one on the same store.
    daemon = try Daemon(on: store)
    client = nil
    throw ProgramFailure.died(Death())
  }

  private func perform(_ action: Action, atMs: Int, _ reply: inout Reply) throws {
    switch action.kind {
    case .start:
      if sessionId != nil { try send(["type": "leave"], atMs, &reply) }
      let attempt = try call("attempt.start", ["homeworkId": homework()["id"] ?? .null])
      try openSession(attempt["id"] ?? .null)
    case .answer:
      let response = try action.isRight.map { try option(isCorrect: $0) } ?? action.response ?? ""
      try send(["type": "answer", "response": .string(response)], atMs, &reply)
    case .skip: try send(["type": "skip"], atMs, &reply)
    case .accept: try send(["type": "accept"], atMs, &reply)
    case .finish: try send(["type": "finish"], atMs, &reply)
    case .abandon: try send(["type": "abandon"], atMs, &reply)
    case .leave: try send(["type": "leave"], atMs, &reply)
    case .revisit:
      try send(["type": "revisit", "questionIndex": .int(Int64(action.questionIndex ?? 0))], atMs, &reply)
    case .add, .complete, .delete, .generation, .regrade, .extend, .event, .learner, .take:
      throw ProgramFailure.scriptError("the script does what this client does not")
    }
  }

  private func send(_ event: JSONValue, _ atMs: Int, _ reply: inout Reply) throws {
    let known = Set((live?.session.cues ?? []).map(\.id))
    let result = try call(
      "session.event", ["sessionId": sessionId ?? .null, "atMs": .int(Int64(atMs)), "event": event])
    for json in result["cues"]?.array ?? [] {
      let cue = try cue(json)
      if known.contains(cue.id) { reply.cues.changed.append(cue) } else { reply.cues.started.append(cue) }
    }
    reply.outcome = result["answer"]?["outcome"]?.string.flatMap(Outcome.init)
    reply.position = result["answer"]?["streakPosition"]?.int
  }

  /// Returns a reported cue. As far as a client can know, a running cue ends on its own.
  private func cue(_ json: JSONValue) throws -> Cue {
    let report = try Shapes.cue.read(json)
    let ending =
      report.endedMs.map { Ending(atMs: $0, disposition: report.disposition, reason: report.reason) }
      ?? Ending(atMs: report.startMs + report.durationMs, disposition: .played)
    return Cue(
      animation: report.animation, variant: report.variant, trigger: report.trigger, startMs: report.startMs,
      durationMs: report.durationMs,
      phases: report.phases ?? Catalogue.mcqStreak.phases(of: report, motion: .full), haptic: report.haptic,
      hapticAtMs: report.hapticAtMs,
      particles: report.particles, ending: ending)
  }

  private func homework() throws -> JSONValue { try call("homework.list")["items"]?.array?.last ?? [:] }

  private func option(isCorrect: Bool) throws -> String {
    let homework = try homework()
    let attempt = try call("attempt.get", ["attemptId": homework["openAttemptId"] ?? .null])
    let questions = try call("quiz.get", ["homeworkId": homework["id"] ?? .null])["questions"]?.array ?? []
    let index = attempt["questionIndex"]?.int ?? 0
    let right = (questions.indices.contains(index) ? questions[index]["correctIndex"]?.int : 0) ?? 0
    return String((isCorrect ? right : right == 0 ? 1 : 0) + 1)
  }

  private func call(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    guard let client else { throw ProgramFailure.broken("no process is alive") }
    return try client.socket.call(method, params).get()
  }

  func advance(toMs: Int) -> CueChanges {
    nowMs = max(nowMs, toMs)
    return CueChanges()
  }

  func arm(_ point: KillPoint, mode: KillMode) { failpoint.arm(point) { throw Failpoint.Triggered() } }

  /// Closes the connection, which kills its session.
  func kill(_ mode: KillMode) -> Death {
    client = nil
    return Death()
  }

  /// This client's clock does not start again with a session, so that the time on a question means nothing.
  func evidence() throws -> Evidence {
    Evidence(try Snapshot(reading: store), session?.untimed(atMs: nowMs))
  }
}

private final class Client {
  let socket: SocketClient

  init(_ path: String) throws { socket = try SocketClient(path: path) }
}

/// The daemon's handlers on a socket of their own, as long as this value exists.
private final class Daemon {
  let service: Service
  let path: String
  private let directory = TemporaryDirectory()
  private let server: SocketServer
  private let ended = DispatchSemaphore(value: 0)

  init(on store: Store) throws {
    service = Service(database: "") { store }
    path = directory.path("s")
    server = try SocketServer(path: path, log: ServerLog(level: .error), handler: ServedCalls(service))
    let (server, ended) = (server, ended)
    Thread.detachNewThread {
      server.run()
      ended.signal()
    }
  }

  deinit {
    server.stop()
    ended.wait()
  }
}
