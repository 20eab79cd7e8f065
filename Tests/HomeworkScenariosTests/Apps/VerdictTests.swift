import HomeworkMotion
import HomeworkReports
import HomeworkScenarios
import HomeworkTestKit
import Testing

extension `A program under test` {
  /// Its report of a cue at resume is compared with its report when the cue started.
  @Test(
    arguments: [
      ("", 500, nil), ("variant='newStreak'", 500, nil), ("mayHaveEnded=True", 2000, nil),
      ("variant='continuingStreak'", 500, "A1 of question 1 was newStreak, not continuingStreak"),
      ("at=150", 500, "A1 of question 1 was to start at 100 ms, not at 150 ms"),
      ("reason='reduceMotion'", 500, "A1 of question 1 was cut off by the kill, not suppressed: reduceMotion"),
      ("mayHaveEnded=True", 500, "A1 of question 1 cannot have ended before 1100 ms"),
    ] as [(String, Int, String?)])
  func `must not report a cue falsely after a kill`(said: String, waitMs: Int, falsehood: String?) throws {
    let program = """
      SUPPRESSED = True
      def report(at=100, reason="killResume", **more):
          tell("cue.suppressed", animation="A1", questionIndex=0, atMs=at, reason=reason, **more)
      def start(p, begin=start):
          begin(p)
          if p["life"] > 1: report(\(said))
      def act(p):
          global count
          if p["action"] == "answer": count += 1
          save()
          if p["action"] == "answer":
              tell("cue.started", animation="A1", variant="newStreak", questionIndex=0, atMs=p["atMs"], durationMs=1000)
      """
    let report = try report("start\nwait 100ms\nanswer correct\nwait \(waitMs)ms\nkill\nresume", program)
    #expect(report.outcome == (falsehood == nil ? .passed : .failed))
    #expect(broken(report) == (falsehood == nil ? [] : [3]), "\(report.laws) \(report.failures)")
    let detail = report.laws.first { $0.law == 3 }?.detail
    #expect(detail == falsehood.map { "the resume report is false: \($0)" })
  }

  /// Only the runner knows of the kill then, and it does not answer in place of the program.
  @Test func `is not said to suppress what it does not report`() throws {
    let script = "start\nanswer correct\nkill\nresume\nexpect suppressed A1 because killResume"
    let report = try report(script)
    #expect(report.outcome == .passed, "\(report.failures)")
    #expect(report.notChecked?.contains("expect suppressed (inferred from the kill)") == true)
    for text in [PrettyReport.text(of: RunReport(scenarios: [report])), TraceReport.text(of: report)] {
      #expect(text.contains("cut off by the kill") && !text.contains("suppressed (killResume)"), "\(text)")
    }
    #expect(report.trace.first { $0.event == "kill" }?.changed == ["A1 cut off"])
    #expect(report.cues.map(\.isInferred) == [true])
    let honest = try self.report(
      script,
      """
      SUPPRESSED = True
      def start(p, begin=start):
          begin(p)
          if p["life"] > 1: tell("cue.suppressed", animation="A1", questionIndex=0, atMs=0, reason="killResume")
      """)
    #expect(honest.notChecked == "law 6 (needs --like)" && honest.cues.map(\.isInferred) == [false])
    #expect(PrettyReport.text(of: RunReport(scenarios: [honest])).contains("suppressed (killResume): A1"))
    let other = try self.report("start\nanswer correct\nkill\nresume\nexpect question 2")
    #expect(other.notChecked?.contains("inferred") == false)
  }

  /// Fields in its memory alone could not be seen; its cues could.
  @Test func `is not said to lose what it does not report`() throws {
    let script = "start\nanswer correct\nkill\nresume\nexpect lost "
    let hidden = try report(script + "running-a1, draft, activation")
    #expect(hidden.outcome == .passed, "\(hidden.failures)")
    #expect(hidden.notChecked?.contains("expect lost draft, activation (not reported)") == true)
    let untold = try report("start\nkill after commit\nanswer correct\nresume\nexpect lost running-a1")
    #expect(untold.outcome == .passed, "\(untold.failures)")
    let absent = try report(script + "bursts")
    #expect(absent.failures.first?.found == "bursts was empty before the kill")
    let declared = try report(script + "draft", "FIELDS = {'draft': 'lost'}")
    #expect(declared.failures.first?.found == "draft was empty before the kill")
  }
}

/// Events that must not change a verdict: a skip after a failure, a kill that strikes late, and an attempt before the present
/// one.
extension `A program under test` {
  private static let skipping = """
    def act(p, whole=act): return {"skipped": {"message": "no"}} if p["action"] == "skip" else whole(p)
    """
  private static let skipsItsEnd = """
    def stop(p): say(id=sys._getframe(1).f_locals["r"]["id"], skipped={"message": "no"}); os._exit(0)
    """
  private static let forgetful = "SUPPRESSED = True"
  private static let early = """
    def act(p, whole=act):
        if p["action"] == "answer": tell("cue.started", animation="A4", questionIndex=count, atMs=p["atMs"])
        return whole(p)
    """

  /// Each script ends with a request that the program skips.
  @Test(
    arguments: [
      ("start\nskip", skipping, .skipped, [], ""),
      ("start\nanswer correct\nexpect question 7\nskip", skipping, .failed, [], "2"),
      ("start\nanswer correct\nexpect always question 7\nskip", skipping, .failed, [], "2"),
      ("start\nanswer correct\nskip", early + "\n" + skipping, .failed, [1], ""),
      ("start\nanswer correct", skipsItsEnd, .error, [], "replied to app.stop with skipped"),
      ("start\nanswer correct\nexpect question 7", skipsItsEnd, .error, [], "2"),
      ("start\nanswer correct\nkill\nresume", forgetful + "\n" + skipsItsEnd, .error, [3], "replied to app.stop"),
    ] as [(String, String, ScenarioReport.Outcome, [Int], String)])
  func `hides no failure by skipping what comes after it`(
    script: String, changes: String, outcome: ScenarioReport.Outcome, laws: [Int], found: String
  ) throws {
    let report = try report(script, changes)
    #expect(report.outcome == outcome && broken(report) == laws, "\(report.failures) \(report.laws)")
    #expect(report.skipped == (outcome == .skipped ? "no" : nil))
    #expect(found.isEmpty || report.failures.first?.found.contains(found) == true, "\(report.failures)")
    if outcome == .failed { #expect(report.notChecked?.contains("the rest of the script (no)") == true) }
  }

  @Test func `is not skipped in an exploration once the script has failed`() throws {
    _ = try report("start", Self.skipping)
    var runner = ScenarioRunner(worker: [])
    runner.app = AppUnderTest(command: "exec python3 -S '\(directory.path("program.py"))'")
    let text = "scenario \"a\"\nquiz mcq 5\nstart\nanswer correct\nexpect question 7\nskip"
    let scenario = try #require(try ScenarioParser.parse(ScenarioSource(name: "x.scenario", text: text)).first)
    let exploration = Explorer(runner, mode: .process).explore(scenario)
    #expect(exploration.skipped == nil && exploration.failures.count == 1 && exploration.report.hasFailed)
  }

  @Test func `is asked which versions of the protocol it speaks, with those of the runner`() throws {
    let asked = Self.frame.replacing(
      "    if m == \"app.start\":",
      with: "    if m == 'app.hello': result = {'protocols': p['protocols']}\n        if m == \"app.start\":")
    try directory.write(asked + "\nmain()\n", to: "asked.py")
    let report = try report("start", command: "exec python3 -S '\(directory.path("asked.py"))'")
    #expect(report.outcome == .passed, "\(report.failures) \(report.errorOutput ?? "")")
  }

  /// It writes a line to its log right after its reply. Whether that call belongs to the action is a race, but the
  /// runner's own kill is never the program's fault.
  @Test(.enabled(if: Strace.problem == nil, "strace is not installed, or the kernel forbids tracing"))
  func `is not blamed for a kill at a call after its reply`() throws {
    let logging = """
      main.acts = False
      def say(**m):
          os.write(1, json.dumps({"jsonrpc": "2.0", **m}).encode() + b"\\n")
          if m.get("result") == {} and main.acts: main.acts = os.write(main.log, b"replied") == 0
      def start(p, whole=start):
          whole(p)
          main.log = os.open(p["dataDirectory"] + "/log", os.O_CREAT | os.O_WRONLY | os.O_APPEND)
      def act(p, whole=act):
          whole(p)
          main.acts = True
      """
    for _ in 0..<(Sampling.isAll ? 200 : 25) {
      // Two calls save; then come saved, the cue, the reply and the log.
      let report = try report("start\nkill at call 6\nanswer correct\nresume\nexpect question 2", logging)
      let found = report.failures.map(\.found)
      #expect(report.outcome == .passed || found.first?.contains("waits for an action that saves") == true, "\(found)")
    }
  }

  // MARK: Attempts before the present one

  /// Two attempts at the same question; confetti of both is on screen at the kill.
  private static let attempts = """
    SUPPRESSED, STATE, NAMED, attempts, burning = True, ["attemptOpen"], True, 0, []
    ACTIONS = ["start", "answer", "abandon"]
    def start(p):
        global attempts
        path = p["dataDirectory"] + "/journal"
        main.path = path
        for line in open(path) if os.path.exists(path) else []:
            at, action = line.split()
            attempts += action == "start"
            if action == "answer": burning.append((attempts, int(at)))
        main.isOpen = os.path.exists(path) and action != "abandon"
        if p["life"] > 1:
            for number, at in burning: shown("cue.suppressed", number, said(number, at), reason="killResume")
        burning.clear()
    def said(number, at): return at
    def shown(name, number, at, **more):
        if NAMED: more["attempt"] = "attempt %d" % number
        tell(name, animation="A4", questionIndex=0, atMs=at, **more)
    def act(p):
        global attempts
        with open(main.path, "a") as file: file.write("%d %s\\n" % (p["atMs"], p["action"]))
        tell("saved")
        main.isOpen = p["action"] != "abandon"
        attempts += p["action"] == "start"
        if p["action"] == "answer":
            burning.append((attempts, p["atMs"]))
            shown("cue.started", attempts, p["atMs"], durationMs=2900)
    def state(p): return {"attemptOpen": main.isOpen}
    """

  @Test(arguments: [
    // Without a name the time tells the attempts apart.
    ("", ""), ("NAMED = False", ""),
    (
      "def said(number, at): return at + 50 * (number == 1)",
      "the resume report is false: A4 of question 1 was to start at 0 ms, not at 50 ms"
    ),
    (
      "def said(number, at): return at + 50 * (number == 2)",
      "the resume report is false: A4 of question 1 was to start at 100 ms, not at 150 ms"
    ),
    (
      "NAMED = False\ndef said(number, at): return at + 50 * (number == 2)",
      "the resume report is false: A4 of question 1 was to start at 100 ms, not at 150 ms"
    ),
    (
      "def shown(n, a, t, whole=shown, **m): (n, a) == ('cue.suppressed', 1) or whole(n, a, t, **m)",
      "the resume report does not say how A4 of question 1 ended"
    ),
  ]) func `reports the cues of each attempt by its name or by the time`(change: String, detail: String) throws {
    for waits in ["wait 100ms\n"] + (detail.isEmpty ? [""] : []) {
      let script = "start\nanswer correct\nabandon\n\(waits)start\nanswer correct\nkill\nresume"
      let report = try report(script, Self.attempts + "\n" + change)
      #expect(report.laws.first { !$0.held }?.detail ?? "" == detail, "\(report.laws) \(report.failures)")
      #expect(report.outcome == (detail.isEmpty ? .passed : .failed), "\(report.failures)")
    }
  }
}
