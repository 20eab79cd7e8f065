import HomeworkAPI
package import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkProcess
import HomeworkReports
package import HomeworkStore
import HomeworkSystem

/// The built-in session as a program under test, which a scenario starts, queries and kills like any other.
public enum AppServer {
  /// The arguments that make `hwdb` such a program.
  public static let arguments = ["app", "serve"]

  /// Serves requests from standard input until it ends, or until a kill.
  public static func serve() -> Never { serve { _ in nil } }

  /// - Parameter server: returns the server at an address, or the error in it.
  package static func serve(server: @escaping (String) -> Result<any DatabaseServer, StoreError>?) -> Never {
    var session = ServedSession(server: server)
    while let line = readLine() {
      let isLast = session.answer(Array(line.utf8))
      Files.write(session.output, to: STDOUT_FILENO)
      session.output = []
      if isLast { break }
    }
    exit(0)
  }

  /// Returns the database file in a program's data directory.
  static func database(in directory: String) -> String { Paths.path(of: "hwdb.sqlite", in: directory) }
}

private struct ServedSession {
  let server: (String) -> Result<any DatabaseServer, StoreError>?
  /// The lines for the runner.
  var output: [UInt8] = []
  private var host: SessionHost?
  private var database: ScenarioDatabase?
  /// The files of the life that has died.
  private var files: PoweredFiles?
  private var lives = 0
  /// The number of actions, for runners that do not number them.
  private var actions = 0
  private var nowMs = 0

  private static let capabilities = AppCapabilities {
    ($0.clock, $0.actions, $0.state) = (.virtual, AppAction.allCases, AppStateName.allCases)
    ($0.suppressed, $0.kills, $0.startsWithOptions) = (true, AppKill.allCases, true)
    $0.repeatsRequests = true
    $0.questions = QuestionKind.allCases
    let own = SurvivalTable.fields.filter { $0.owner == .session && $0.kind == .ephemeral }
    $0.fields = own.map { field in AppField { ($0.name, $0.kind) = (field.name.rawValue, .lost) } }
  }

  init(server: @escaping (String) -> Result<any DatabaseServer, StoreError>?) { self.server = server }

  /// Answers a line, and returns whether it is the last one.
  mutating func answer(_ line: [UInt8]) -> Bool {
    var (id, method) = (JSONValue.null, "")
    do {
      let request = try JSONValue(parsing: line)
      (id, method) = (request["id"] ?? .null, request["method"]?.string ?? "")
      let result = try answer(method, request["params"] ?? [:])
      write(["id": JSONText(id), "result": result])
    } catch {
      let refusal =
        (error as? Fault).map { Refusal(name: .invalid, message: "\($0.path) \($0.message)") } ?? Refusal(error)
      let error: JSONValue = [
        "code": -32000, "message": .string(refusal.message), "data": ["name": .string(refusal.name.rawValue)],
      ]
      write(["id": JSONText(id), "error": JSONText(error)])
    }
    return method == "app.stop"
  }

  private mutating func answer(_ method: String, _ params: JSONValue) throws -> JSONText {
    switch method {
    case "app.hello": return AppShapes.helloResult.text(of: [AppStart.version])
    case "app.start": return AppShapes.startResult.text(of: try start(AppShapes.start.read(params)))
    case "app.act": return AppShapes.actResult.text(of: try act(AppShapes.act.read(params)))
    case "app.state":
      let (host, session) = (try alive, try alive.session)
      var state = Evidence(try host.facts(), session).state ?? AppState()
      let fields = session.state(atMs: nowMs).compactMapValues(\.words)
      state.fields = Dictionary(
        uniqueKeysWithValues: Self.capabilities.fields.compactMap { field in
          FieldName(rawValue: field.name).flatMap { fields[$0] }.map { (field.name, $0) }
        })
      return AppShapes.state.text(of: state)
    case "app.kill": try kill(AppShapes.killParams.read(params))
    // Between the runner and this program alone.
    case "sync.take":
      let taken = try AppSyncParams.shape.read(params)
      report(try alive.take(taken.part, serial: taken.serial, atMs: taken.atMs))
    // Later changes of a cue were already reported when it started.
    case "app.advance": nowMs = max(nowMs, try AppShapes.advance.read(params))
    case "app.stop": break
    default: throw Refusal(name: .notFound, message: "there is no method \(excerpt(method))")
    }
    return JSONText([:])
  }

  private var alive: SessionHost {
    get throws {
      guard let host else { throw Refusal(name: .notFound, message: "no life is begun: send app.start first") }
      return host
    }
  }

  private mutating func start(_ start: AppStart) throws -> AppStartResult {
    host = nil
    let world = try World(start)
    if database == nil, start.server == nil { ScenarioDirectory.hold(around: start.dataDirectory) }
    // The database stays the same as long as the process lives.
    let database =
      try self.database
      ?? ScenarioDatabase(
        path: start.library ?? AppServer.database(in: start.dataDirectory),
        server: start.server.flatMap { try server($0)?.get() })
    self.database = database
    let host = try database.begin(
      in: world, on: FaultyDisk(records: start.powerFails == true), isFirst: start.life == 1, learner: start.learner,
      atMs: start.atMs)
    (self.host, lives, nowMs) = (host, start.life, start.atMs)
    if start.life > 1 { reportUnreported(try host.facts(), host, world, reopenedMs: start.atMs) }
    report(host.opened.cues)
    return AppStartResult { ($0.name, $0.capabilities) = ("hwdb", Self.capabilities) }
  }

  /// Reports the cues that a kill cut off: those in the session's report for the attempt in progress, and those
  /// replayed from facts for everything else.
  private mutating func reportUnreported(_ facts: Snapshot, _ host: SessionHost, _ world: World, reopenedMs: Int) {
    let open = host.session.attemptId
    var reported = host.suppressed
    for snapshot in [facts] + facts.others.values {
      let (play, cues) = snapshot.replayed(in: world.environment, hasQuiz: world.quiz != nil)
      let atMs = play.session.nowMs
      var book = CueBook(cues.started)
      book.note(CueChanges(changed: cues.changed))
      for cue in book.cues {
        // A cue that ends with the last fact, or starts with it and lasts no time, may not have been reported.
        if cue.ending.atMs == atMs { report(.ended, cue) }
        let isOfReport = cue.trigger.fact == .answerSettled && cue.trigger.attemptId == open
        // The report counts from the start of the attempt, but reported cues have the times of the facts.
        let index = reported.firstIndex { $0.id == cue.id }
        if isOfReport ? index != nil : true, let killed = cue.killed(atMs: atMs, latestMs: reopenedMs) {
          report(.suppressed, killed)
        }
        if let index { reported.remove(at: index) }
      }
    }
    for cue in reported where !facts.isOfAnotherCopy(cue) { report(.suppressed, cue) }
  }

  private mutating func act(_ act: AppAct) throws -> AppActResult {
    actions += 1
    nowMs = max(nowMs, act.atMs)
    var action = act
    action.serial = act.serial ?? lives << 20 + actions
    guard let reply = try alive.perform(action) else {
      files = host?.die()
      host = nil
      return AppActResult { $0.isKilled = true }
    }
    if reply.refusal == nil, action.saves { write(["method": JSONText("saved"), "params": JSONText([:])]) }
    report(reply.cues)
    if let refusal = reply.refusal { throw refusal }
    return AppActResult { ($0.outcome, $0.position) = (reply.outcome, reply.position) }
  }

  private mutating func kill(_ killing: AppKillParams) throws {
    guard killing.at == .now else {
      let point: KillPoint =
        switch killing.at {
        case .beforeCommit, .now: .beforeCommit
        case .afterCommit: .afterCommit
        case .write: .atWrite(killing.write ?? 1)
        }
      return try alive.arm(point, bySignal: killing.by == .signal)
    }
    switch killing.by {
    case .signal: HomeworkSystem.kill(getpid(), SIGKILL)
    case .drop, .powerLoss:
      // A life that has died in an action may still lose power.
      files = host?.die() ?? files
      host = nil
      if killing.by == .powerLoss { try files?.losePower(seed: killing.seed ?? 0) }
    }
  }

  // MARK: Notifications

  private mutating func report(_ cues: CueChanges) {
    for cue in cues.started { report(cue.ending.disposition == .suppressed ? .suppressed : .started, cue) }
    for cue in cues.changed { report(.ended, cue) }
  }

  private mutating func report(_ event: AppCueEvent, _ cue: Cue) {
    let reported = AppCue {
      ($0.animation, $0.questionIndex) = (cue.animation.rawValue, cue.trigger.questionIndex)
      ($0.atMs, $0.disposition) = (event == .ended ? cue.ending.atMs : cue.startMs, cue.ending.disposition)
      // The planned end is the latest time if another event has to end it.
      ($0.reason, $0.cue) = (cue.ending.reason, cue.report(atMs: .max))
    }
    write(["method": JSONText(.string(event.rawValue)), "params": event.shape.text(of: reported)])
  }

  /// Writes a notification or a reply as one line.
  private mutating func write(_ members: KeyValuePairs<String, JSONText>) {
    output += Array(#"{"jsonrpc":"2.0""#.utf8)
    for (name, value) in members { output += Array(",\"\(name)\":".utf8) + value.bytes }
    output += Array("}\n".utf8)
  }
}
