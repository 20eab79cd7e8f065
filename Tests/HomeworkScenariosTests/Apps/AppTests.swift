import Foundation
import HomeworkAPI
import HomeworkMotion
import HomeworkReports
import HomeworkScenarios
import HomeworkTestKit
import Testing

/// Programs of a few lines of Python, each with one property or mistake, played by a script.
@Suite struct `A program under test` {
  /// The beginning of each program. It shows its own cues at positions 1, 2, 3 and so on.
  static let frame = """
    import json, os, sys, time
    def say(**m): print(json.dumps({"jsonrpc": "2.0", **m}), flush=True)
    def tell(name, **p): say(method=name, params=p)
    ACTIONS, STATE, CLOCK, SUPPRESSED = ["start", "answer", "skip"], ["question"], "virtual", False
    FIELDS = {}
    count = 0
    def start(p):
        global count
        path = p["dataDirectory"] + "/count"
        count = int(open(path).read()) if os.path.exists(path) else 0
        main.path = path
    def save():
        open(main.path + ".new", "w").write(str(count)); os.replace(main.path + ".new", main.path)
        tell("saved")
    def act(p):
        global count
        if p["action"] == "answer": count += 1
        save()
        if p["action"] == "answer": tell("cue.started", animation="A1", questionIndex=count - 1, atMs=p["atMs"])
    def advance(p): pass
    def state(p): return {"question": count + 1}
    def stop(p): pass
    def main():
        for line in sys.stdin:
            r = json.loads(line); m, p, result = r["method"], r["params"], {}
            if m == "app.start":
                start(p)
                result = {"name": "a test", "capabilities": {"clock": CLOCK, "actions": ACTIONS, "state": STATE, "suppressed": SUPPRESSED,
                    "fields": [{"name": name, "kind": kind} for name, kind in FIELDS.items()]}}
            elif m == "app.act": result = act(p) or {}
            elif m == "app.advance": advance(p)
            elif m == "app.state": result = state(p)
            elif m == "app.stop": stop(p)
            say(id=r["id"], result=result)
            if m == "app.stop": break
    """

  let directory = TemporaryDirectory()

  func report(
    _ script: String, _ changes: String = "", files: [String: String] = [:], timeLimitMs: Int = 5000,
    command: String? = nil, like: ProfileName? = nil
  ) throws -> ScenarioReport {
    try directory.write(Self.frame + "\n" + changes + "\nmain()\n", to: "program.py")
    let text = "scenario \"a\"\nquiz mcq 10\n" + script
    let scenarios = try ScenarioParser.parse(ScenarioSource(name: "x.scenario", text: text, files: files))
    var runner = ScenarioRunner(worker: [])
    runner.app = AppUnderTest(
      command: command ?? "exec python3 -S '\(directory.path("program.py"))'", timeLimitMs: timeLimitMs, like: like)
    return try #require(runner.run(scenarios).scenarios.first)
  }

  func broken(_ report: ScenarioReport) -> [Int] { report.laws.filter { !$0.held }.map(\.law) }

  // MARK: Messages to it

  @Test func `receives all animation files of the script, and what an event refers to`() throws {
    let changes = """
      def start(p, whole=start):
          whole(p)
          names = [list(json.load(open(path)))[0] for path in p.get("animationFiles", [p["animations"]])]
          assert p["animations"] == p.get("animationFiles", [p["animations"]])[0]
          if names != WANTED: sys.exit("has " + str(names))
      def act(p):
          if p["action"] != "event": return save()
          told = [p["name"], p["count"], p.get("number")]
          if told != ["swipe", 2, -120]: sys.exit("is told " + str(told))
      ACTIONS = ["start", "event"]
      """
    func file(_ name: String) -> String {
      """
      {"\(name)": {"$type": "transition", "$value": {"duration": {"value": 800, "unit": "ms"}, "delay": {"value": 0,
      "unit": "ms"}, "timingFunction": [0, 0, 1, 1]}, "$extensions": {"org.hwdb.animation": {"on": {"screen": "swipe"}}}}}
      """
    }
    for names in [["flame"], ["flame", "spark", "glow"]] {
      let lines = names.map { "animations \"\($0).json\"\n" }.joined()
      let report = try report(
        lines + "start\nscreen event swipe of 2 with -120", changes + "\nWANTED = \(names)",
        files: Dictionary(uniqueKeysWithValues: names.map { ("\($0).json", file($0)) }))
      #expect(report.outcome == .passed, "\(report.failures) \(report.laws) \(report.errorOutput ?? "")")
    }
  }

  // MARK: Kills

  @Test func `continues in its next life with what it saved`() throws {
    let report = try report(
      "start\nanswer correct x2\nkill\nresume\nexpect question 3\nanswer correct\nexpect running A1")
    #expect(report.outcome == .passed, "\(report.failures) \(report.laws)")
    #expect(report.kills.allSatisfy { $0.pid != nil && $0.signal == SIGKILL })
  }

  @Test func `has not received the action at a kill before commit`() throws {
    let report = try report(
      "start\nkill before commit\nanswer correct\nresume\nexpect question 1\nanswer correct\nexpect question 2")
    #expect(report.outcome == .passed, "\(report.failures) \(report.laws)")
  }

  @Test func `keeps what it reported as saved, even if killed at once`() throws {
    let script = "start\nkill after commit\nanswer correct\nresume\nexpect question 2"
    let report = try report(script)
    #expect(report.outcome == .passed, "\(report.failures) \(report.laws)")
    #expect(report.kills.map(\.point) == ["after commit"])
    let forgetful = try self.report(script, "def save(): tell('saved')")
    #expect(broken(forgetful) == [4])
  }

  @Test func `may have done an unacknowledged action or not, but not half of it`() throws {
    let script =
      "start\nkill after 1us\nanswer correct\nresume\nanswer correct\nkill after 300ms\nanswer correct\nresume"
    #expect(try report(script).outcome == .passed)
    // The kill comes between the two halves.
    let halves = """
      def state(p): return {"question": count + 1, "score": half}
      STATE, half = ["question", "score"], 0
      def act(p):
          global count
          if p["action"] != "answer": return save()
          count += 1
          open(main.path, "w").write(str(count))
          time.sleep(0.4)
          tell("saved")
      def start(p, whole=start):
          global half
          whole(p); half = 0
      """
    let torn = try report("start\nkill after 200ms\nanswer correct\nresume", halves + "\nhalf = 0")
    #expect(torn.outcome == .passed, "complete, although never reported: \(torn.laws)")
    let twice = halves.replacing("half = 0", with: "half = count * 7")
    let lost = try report("start\nkill after 200ms\nanswer correct\nresume", twice)
    #expect(broken(lost) == [4], "\(lost.laws)")
  }

  @Test func `is not judged by a start that may or may not have been saved`() throws {
    // It treats its first line as the start, and answers as if started in either case.
    let counting = """
      def start(p):
          global count
          main.path = p["dataDirectory"] + "/lines"
          count = max(0, len(open(main.path).readlines()) - 1) if os.path.exists(main.path) else 0
      def act(p):
          global count
          if p["action"] == "start": time.sleep(0.4)
          if p["action"] == "answer": count += 1
          open(main.path, "a").write(p["action"] + "\\n")
          tell("saved")
      """
    let script = "kill after 1us\nstart\nresume\nanswer correct\nkill\nresume"
    let unknown = try report(script, counting)
    #expect(broken(unknown).isEmpty, "\(unknown.laws)")
    #expect(unknown.laws[3].unjudged?.contains("attemptOpen") == true, "\(unknown.laws)")
    let telling = """

      def state(p): return {"question": count + 1, "attemptOpen": os.path.exists(main.path)}
      STATE = ["question", "attemptOpen"]
      """
    #expect(broken(try report(script, counting + telling)) == [4])
  }

  @Test func `can be killed while it opens`() throws {
    let report = try report("start\nanswer correct\nkill\nkill after 1us\nresume\nresume\nexpect question 2")
    #expect(report.outcome == .passed, "\(report.failures) \(report.laws)")
    #expect(report.kills.map(\.point) == ["now", "after 1us"])
  }

  @Test(arguments: [
    ("kill at write 1\nanswer correct\nresume", "counts writes to a file of hwdb's own"),
    ("finish", "the action finish, which the program does not declare"),
    ("expect stars 0", "the state stars, which the program does not declare"),
    ("expect flag first-capture set", "something that no program under test reports"),
    ("complete \"T\"", "the action complete, which the program does not declare"),
  ])
  func `is not asked for what it cannot do: the scenario is skipped with the reason`(end: String, reason: String) throws
  {
    let report = try report("start\n" + end)
    #expect(report.outcome == .skipped)
    #expect(report.skipped?.contains(reason) == true, "\(report.skipped ?? "")")
    let run = RunReport(scenarios: [report])
    #expect((run.passed, run.failed, run.skipped) == (0, 0, 1))
  }

  @Test func `can skip a scenario itself`() throws {
    let report = try report("start", "def act(p): return {'skipped': {'message': 'no quizzes yet', 'issueUrl': 'u'}}")
    #expect(report.skipped == "no quizzes yet (u)")
  }

  // MARK: Laws

  @Test func `breaks law 1 if it celebrates before saving`() throws {
    let early = """
      def act(p):
          global count
          if p["action"] == "answer":
              count += 1
              tell("cue.started", animation="A1", questionIndex=count - 1, atMs=p["atMs"])
          save()
      """
    #expect(broken(try report("start\nanswer correct", early)) == [1])
    let never = early.replacing("          save()", with: "          if p['action'] == 'start': save()")
    #expect(broken(try report("start\nanswer correct", never)) == [1])
  }

  @Test func `breaks law 2 if it celebrates again after a kill`() throws {
    let again = """
      def start(p, first=start):
          first(p)
          if p["life"] > 1: tell("cue.started", animation="A1", questionIndex=count - 1, atMs=p["atMs"])
      """
    #expect(broken(try report("start\nanswer correct\nkill\nresume", again)) == [2])
    // Without a question, the cue belongs to the last question.
    let unnamed = again.replacing("questionIndex=count - 1, ", with: "")
    #expect(broken(try report("start\nanswer correct\nkill\nresume", unnamed)) == [2])
  }

  @Test func `breaks law 3 if it promises to report suppressed cues, and does not`() throws {
    let silent = "SUPPRESSED = True"
    let report = try report("start\nanswer correct\nkill\nresume", silent)
    #expect(broken(report) == [3], "\(report.laws)")
    let telling =
      silent + """

        def start(p, first=start):
            first(p)
            if p["life"] > 1: tell("cue.suppressed", animation="A1", questionIndex=count - 1, atMs=0, reason="killResume")
        """
    let script = "start\nanswer correct\nkill\nresume\nexpect suppressed A1 because killResume"
    #expect(try self.report(script, telling).outcome == .passed)
    // A program that does not promise them is not judged by them.
    let other = try self.report(script)
    #expect(other.outcome == .passed)
    #expect(other.laws.filter { $0.unjudged != nil }.map(\.law) == [3, 5, 6])
  }

  @Test func `has every broken law named, beginning with the one that explains the others`() throws {
    let forgetful = "SUPPRESSED = True\ndef save(): tell('saved')"
    let report = try report("start\nanswer correct\nwait 1s\nkill\nresume", forgetful)
    #expect(report.brokenLaws.map(\.law) == [4, 3], "\(report.laws)")
    let text = PrettyReport.text(of: RunReport(scenarios: [report]))
    let offsets = ["law 4, nothing lost", "law 3, accounted"].compactMap { text.range(of: $0)?.lowerBound }
    #expect(offsets.count == 2 && offsets == offsets.sorted(), "\(text)")
  }

  /// A program that died reports in its next life which cues its last saved action ended.
  @Test func `must report the end of a cue that it had no time to report`() throws {
    let cutting = """
      SUPPRESSED = True
      def act(p):
          global count
          if p["action"] == "answer": count += 1
          save()
          if p["action"] != "answer": return
          time.sleep(PAUSE)
          if count > 1: tell("cue.ended", animation="A1", questionIndex=count - 2, atMs=p["atMs"], disposition="interrupted", reason="superseded")
          if count == 1: tell("cue.started", animation="A1", questionIndex=count - 1, atMs=p["atMs"])
      """
    let script = "start\nanswer correct\nwait 100ms\nkill after commit\nanswer correct\nresume"
    let silent = try report(script, cutting + "\nPAUSE = 1")
    #expect(broken(silent) == [3], "\(silent.laws)")
    #expect(silent.laws[2].detail == "the resume report does not say how A1 of question 1 ended", "\(silent.laws[2])")
    let telling =
      cutting + """

        def start(p, first=start):
            first(p)
            if p["life"] > 1: tell("cue.ended", animation="A1", questionIndex=0, atMs=100, disposition="interrupted", reason="superseded")
        """
    // It need not remember which ends it reported before.
    for pause in [0, 1] {
      let all = try report(script + "\nexpect interrupted A1 because superseded ever", telling + "\nPAUSE = \(pause)")
      #expect(all.outcome == .passed, "\(all.failures) \(all.laws)")
    }
  }

  @Test func `is credited only with state that it can report`() throws {
    let script = "start\nanswer correct\nkill\nresume"
    #expect(try report(script).states[0].allSatisfy { $0.field != "answers" })
    let counting = "STATE = ['question', 'score']\ndef state(p): return {'question': count + 1, 'score': 0}"
    let answers = try report(script, counting).states[0].first { $0.field == "answers" }
    #expect(answers?.verdict == .kept && answers?.after == "1, 0 of them correct")
  }

  @Test func `breaks law 5 if it suppresses a cue without a reason`() throws {
    let shy = """
      SUPPRESSED = True
      def act(p):
          save()
          if p["action"] == "answer": tell("cue.suppressed", animation="A1", questionIndex=0, atMs=0, reason="left")
      """
    #expect(broken(try report("start\nanswer correct", shy)) == [5])
  }

  // MARK: Its own fields

  private static let fields = """
    FIELDS = {"cart": "kept", "menu": "lost"}
    menu, factor, life = "", 1, 1
    def start(p, whole=start):
        global menu, life
        whole(p); menu, life = "", p["life"]
    def act(p, whole=act):
        global menu
        whole(p); menu = "open"
    def state(p): return {"question": count + 1, "fields": {"cart": "%d items" % (count * factor), "menu": menu}}
    """

  @Test func `keeps and loses its own fields as declared`() throws {
    let script =
      "start\nanswer correct\nkill\nresume\nexpect kept \"cart\", question\nexpect lost \"menu\"\nanswer correct"
    let report = try report(script, Self.fields)
    #expect(report.outcome == .passed, "\(report.failures) \(report.laws)")
    let own = try #require(report.states.first).filter { ["cart", "menu"].contains($0.field) }
    #expect(own.map(\.verdict) == [.kept, .lost] && own.map(\.before) == ["1 items", "open"])
    // One program forgets, one opens its menu by itself, and one counts differently in its second life.
    func broken(_ change: String) throws -> [LawReport] {
      try self.report(script, Self.fields + "\n" + change).laws.filter { !$0.held }
    }
    let forgotten = try broken("def start(p, whole=start):\n    global factor\n    whole(p); factor = 2 - p['life']")
    #expect(forgotten.first { $0.law == 4 }?.detail == "cart was 1 items before the kill and is 0 items after it")
    let leaked = try broken("def start(p, whole=start):\n    global menu\n    whole(p); menu = 'open'")
    #expect(leaked.map(\.law) == [6] && leaked[0].detail == "menu is declared lost and is still open after the kill")
    let counted = try broken("def act(p, whole=act):\n    global factor\n    whole(p); factor = life")
    #expect(counted.map(\.law) == [6], "\(counted)")
    #expect(counted.first?.detail?.contains("cart is 4 items instead of 2 items") == true, "\(counted)")
    let unknown = try self.report("start\nkill\nresume\nexpect kept \"basket\"", Self.fields)
    #expect(unknown.skipped?.contains("the state basket, which the program does not declare") == true)
  }

  @Test(arguments: [
    ("say(id=0, result={'protocols': [2, 3]}); continue", "answer app.hello with {\"protocols\":[1]}"),
    ("say(id=0, error={'code': -32601, 'message': 'no'}); continue", "to app.hello is not valid"),
    ("continue", "has not answered app.hello within"), ("sys.exit(1)", "when it was asked app.hello"),
  ])
  func `is asked first which versions of the protocol it speaks`(wrong: String, words: String) throws {
    let deaf = Self.frame.replacing(
      "    if m == \"app.start\":", with: "    if m == 'app.hello': \(wrong)\n        if m == \"app.start\":")
    try directory.write(deaf + "\nmain()\n", to: "deaf.py")
    let report = try report(
      "start", timeLimitMs: wrong == "continue" ? 2000 : 20_000,
      command: "exec python3 -S '\(directory.path("deaf.py"))'")
    #expect(report.outcome == .error && report.failures.first?.found.contains(words) == true, "\(report.failures)")
  }

  // MARK: Invalid messages

  @Test(arguments: [
    ("print('Loading quiz', flush=True)", ["Loading quiz", "was it meant for standard error?"]),
    ("print('[]', flush=True)", ["[]", "one JSON object per line"]),
    ("print('{}', flush=True)", ["{}", "\"jsonrpc\":\"2.0\" is missing"]),
    ("say(result={})", ["neither \"method\""]),
    ("say(id=99, result={})", ["\"id\" must be 2", "app.advance"]),
    ("say(id=2)", ["\"result\", which may be {}, or \"error\""]),
    ("tell('cue.start')", ["cue.start", "did you mean"]),
    ("say(method='saved', id=4)", ["sends no requests"]),
    ("tell('cue.started', animation='A1')", ["has no atMs"]),
    ("tell('cue.started', animation='A9', atMs=0)", ["\"A9\" is not an animation", "did you mean A1?"]),
    ("tell('cue.started', animation='A1', atMs=-1)", ["atMs -1"]),
    ("tell('cue.started', atMs=0)", ["cue.started", "params.animation is missing"]),
    ("tell('cue.started', animation=7, atMs=0)", ["params.animation must be of type string"]),
    ("tell('cue.ended', animation='A1', atMs=0, disposition='played')", ["A1 is not on screen"]),
    ("tell('cue.ended', animation='A1', atMs=0, disposition='gone')", ["\"gone\" is not one of"]),
    ("tell('cue.suppressed', animation='A1', atMs=0)", ["params.reason is missing"]),
    ("print('x' * (1 << 21), flush=True)", ["without a line end"]),
    ("[tell('saved') for _ in range(20000)]", ["more than 10000 notifications"]),
    ("sys.exit(3)", ["ended with status 3"]),
    ("os.kill(os.getpid(), 11)", ["ended by signal 11"]),
    ("os.close(1); time.sleep(60)", ["closed its standard output"]),
    ("time.sleep(60)", ["has not answered app.advance within 3000 ms"]),
    ("say(id=2, error={'code': 1, 'message': 'm'})", ["\"data\":{\"name\":"]),
    (
      "say(id=2, error={'code': 1, 'message': 'm', 'data': {'name': 'conflict'}})",
      ["refused app.advance", "only actions"]
    ),
  ])
  func `causes an error that quotes its invalid message`(wrong: String, words: [String]) throws {
    // Only a program that never answers uses up its limit; on a busy machine Python itself takes a second to start.
    let limitMs = wrong.contains("sleep") ? 3000 : 20_000
    let report = try report("start", "def advance(p): \(wrong)", timeLimitMs: limitMs)
    #expect(report.outcome == .error)
    let found = report.failures.first?.found ?? ""
    for word in words { #expect(found.contains(word), "\(found)") }
  }
}
