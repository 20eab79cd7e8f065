import Foundation
import HomeworkMotion
import HomeworkReports
import HomeworkScenarios
import HomeworkTestKit
import Testing

/// The phone of `Examples/apps`, whose app runs in a process that the bridge kills, with pieces of the bridge replaced.
@Suite struct `A bridge` {
  private static let apps = ThisPackage.root.appendingPathComponent("Examples/apps").path
  private static let kill = "reply(id, {\"evidence\": {\"pid\": life.kill()}})"

  let directory = TemporaryDirectory()

  init() throws {
    try FileManager.default.createDirectory(atPath: directory.path("phones"), withIntermediateDirectories: true)
  }

  private func runner(
    _ pieces: [(String, String)] = [], app: String = "quiz.py", seed: Int = 0
  ) throws
    -> ScenarioRunner
  {
    var source = try String(contentsOfFile: "\(Self.apps)/phone.py", encoding: .utf8)
    for (right, wrong) in [("dir=\"/tmp\"", "dir=\"\(directory.path("phones"))\"")] + pieces {
      try #require(source.contains(right))
      source = source.replacing(right, with: wrong)
    }
    try directory.write(source, to: "phone.py")
    var runner = ScenarioRunner(worker: [])
    runner.app = AppUnderTest(
      command: "exec python3 -S '\(directory.path("phone.py"))' '\(Self.apps)/\(app)' \(seed)", timeLimitMs: 20_000)
    return runner
  }

  private func scenario(_ script: String) throws -> Scenario {
    let text = "scenario \"a\"\nquiz mcq 5\n" + script
    return try #require(try ScenarioParser.parse(ScenarioSource(name: "x.scenario", text: text)).first)
  }

  private func report(
    _ script: String, _ pieces: [(String, String)] = [], timeLimitMs: Int = 20_000
  ) throws -> ScenarioReport {
    var runner = try runner(pieces)
    runner.app?.timeLimitMs = timeLimitMs
    return try #require(runner.run([scenario(script)]).scenarios.first)
  }

  /// The files that it left on the phone.
  private var left: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: directory.path("phones")) }
  }

  // MARK: Kills

  @Test(arguments: Sampling.isAll ? [ProfileName?.none, .mcqStreak] : [.mcqStreak])
  func `passes every kill that the app behind it survives, with any delays`(like: ProfileName?) throws {
    let seed = like == nil ? 1 : 2
    var runner = try runner(seed: seed)
    runner.app?.like = like
    let exploration = Explorer(runner, mode: .process, seed: UInt64(seed))
      .explore(try scenario("start\nanswer correct \(Sampling.isAll ? "x5\nwait 1s\nfinish" : "x2\nwait 1s")"))
    #expect(exploration.violation == nil, "\(exploration)")
    #expect(exploration.pointsTried == exploration.pointsKnown && exploration.pointsKnown > (Sampling.isAll ? 40 : 12))
    #expect(try left.isEmpty)
  }

  @Test(arguments: Sampling.part([("wrong/saves_into_its_buffer.py", 4), ("wrong/celebrates_again.py", 2)], oneIn: 2))
  func `does not hide a mistake of the app behind it`(app: String, law: Int) throws {
    let exploration = Explorer(try runner(app: app), mode: .process, seed: 3)
      .explore(try scenario("start\nanswer correct x\(law == 2 ? 5 : 2)"))
    #expect(exploration.violation?.law == law, "\(exploration)")
  }

  @Test func `kills at each moment, and the process is gone`() throws {
    let script = """
      start
      answer correct x4
      kill before commit
      answer correct
      resume
      expect question 5
      kill after commit
      answer correct
      resume
      expect question 6
      expect suppressed A1 because killResume
      kill
      kill after 1us
      resume
      restart
      kill after 1us
      finish
      resume
      """
    let report = try report(script.replacing("resume\nrestart", with: "resume\nresume\nrestart"))
    #expect(report.outcome == .passed, "\(report.failures) \(report.brokenLaws)")
    #expect(report.kills.map(\.point) == ["before commit", "after commit", "now", "after 1us", "now", "after 1us"])
    #expect(report.kills.allSatisfy { $0.pid != nil && $0.unproved == nil })
    #expect(report.notChecked == "law 6 (needs --like)")
  }

  @Test(arguments: ["kill at write 1\nanswer correct\nresume", "kill power-loss\nresume"])
  func `is not asked for a kill that it cannot do`(end: String) throws {
    let report = try report("start\nanswer correct\n" + end)
    #expect(report.outcome == .skipped, "\(report.failures)")
    #expect(try left.isEmpty)
  }

  // MARK: Evidence

  @Test func `is wrong if the process that it names still runs`() throws {
    let report = try report("start\nkill\nresume", [("        self.app.kill()\n        self.app.wait()\n", "")])
    let found = try #require(report.failures.first?.found)
    #expect(report.outcome == .error && report.failures.count == 1)
    #expect(
      try /^the program says that it has killed process \d+, which still runs/.firstMatch(in: found) != nil, "\(found)")
  }

  @Test(
    arguments: Sampling.part(
      [
        (#"{"evidence": {"text": "unplugged"}}"#, "unplugged"), ("{}", "no evidence"),
        (#"{"evidence": {}}"#, "no evidence"),
      ], oneIn: 3))
  func `that names no process has proved nothing, which the report says`(result: String, words: String) throws {
    let pieces = [(Self.kill, "life.kill(), reply(id, \(result))")]
    let report = try report("start\nanswer correct\nkill\nresume\nexpect question 2", pieces)
    #expect(report.outcome == .passed && report.kills.map(\.unproved) == [words], "\(report.failures)")
    #expect(report.notChecked == "law 6 (needs --like), kills (not proved: the program names no pid)")
    #expect(PrettyReport.text(of: RunReport(scenarios: [report])).contains("now, not proved: \(words)\n"))
    let exploration = Explorer(try runner(pieces), mode: .process).explore(try scenario("start"))
    #expect(exploration.violation == nil && exploration.notChecked == report.notChecked, "\(exploration)")
  }

  // MARK: Failures

  @Test(arguments: [
    ("os._exit(3)", "the program ended with status 3 when it was asked app.kill: it must answer and stay"),
    ("pass", "the program has not answered app.kill within 1000 ms: does it flush its output?"),
    (
      #"print(json.dumps({"jsonrpc": "2.0", "id": id, "error": {"code": 1, "message": "offline", "data": {"name": "notFound"}}}), flush=True)"#,
      "the program refused app.kill (notFound: offline)"
    ),
    (#"reply(id, {"evidence": {"pid": "none"}})"#, "result.evidence.pid must be"),
  ])
  func `that does not kill ends the scenario with one line`(instead: String, words: String) throws {
    let report = try report("start\nanswer correct\nkill\nresume", [(Self.kill, instead)], timeLimitMs: 1000)
    #expect(report.outcome == .error && report.failures.map(\.statement) == ["kill"], "\(report)")
    #expect(report.failures[0].found.contains(words), "\(report.failures)")
    // Unless it crashed, it was asked to clean up.
    #expect(try left.isEmpty || instead == "os._exit(3)")
  }

  @Test(arguments: ["start\nkill", "start\nanswer correct\nexpect question 1", "start\nkill\nkill", "start\nfinish"])
  func `cleans up on the phone, however the scenario ends`(script: String) throws {
    _ = try report(script)
    #expect(try left.isEmpty)
    _ = try report(script, [("    shutil.rmtree(STORAGE)\n", "")])
    #expect(try !left.isEmpty, "nothing else cleans up")
  }

  /// Ctrl-C and the like come while a request is pending, or between two requests.
  @Test(arguments: [SIGINT, SIGTERM], ["app.start", "app.act"])
  func `is asked to stop if the runner is interrupted`(signal: Int32, request: String) throws {
    let (acting, stopped) = (directory.path("acting"), directory.path("stopped"))
    let pieces = [
      ("DELAYS.uniform(0, 0.02)", "0.4"),
      ("life.requests.put(", "method == '\(request)' and open('\(acting)', 'w'); life.requests.put("),
      (#"elif method == "app.stop": break"#, "elif method == 'app.stop': open('\(stopped)', 'w'); break"),
    ]
    let command = try #require(try runner(pieces).app?.command)
    try directory.write("scenario \"a\"\nquiz mcq 9\nstart\nanswer correct x9", to: "long.scenario")
    let running = try RunningCommand(
      ThisPackage.binary("hwdb"),
      ["scenario", "run", "--app", command, "--app-timeout", "20000", directory.path("long.scenario")],
      output: directory.path("output"))
    waitWhile(20) { !FileManager.default.fileExists(atPath: acting) }
    #expect(try (request == "app.start" || !left.isEmpty) && !FileManager.default.fileExists(atPath: stopped))
    #expect(running.stop(signal) == signal)
    #expect(FileManager.default.fileExists(atPath: stopped))
    #expect(try left.isEmpty)
  }

  @Test func `removes what a killed bridge has left on the phone, when it is next started`() throws {
    let crash = try report(
      "start\nanswer correct", [("life.requests.put(", "method == 'app.act' and os._exit(3); life.requests.put(")])
    #expect(crash.outcome == .error)
    #expect(try left.count == 1)
    #expect(try report("start\nanswer correct").outcome == .passed)
    #expect(try left.isEmpty)
  }
}
