import Foundation
import HomeworkReports
import HomeworkScenarios
import HomeworkTestKit
import Testing

/// A bridge of a few lines of Python that is the app as well: `disk` outlives its kills, and while `passes` is false, it
/// drops what the app reports.
@Suite struct `A report that a bridge did not pass on` {
  private static let frame = """
    import json, select, sys, threading, time
    CAN = {"clock": "virtual", "suppressed": True, "kill": "own", "actions": ["start", "answer"], "state": ["question"]}
    disk, passes = {"count": 0, "running": {}}, True
    def say(**m):
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", **m}) + "\\n")
        sys.stdout.flush()
    def tell(name, animation, q, at, **p):
        if passes: say(method=name, params={"animation": animation, "questionIndex": q, "atMs": at, **p})
    def start(p):
        for q, at in disk["running"].items(): tell("cue.suppressed", "A1", q, at, reason="killResume")
        disk["running"] = {}
    def act(p):
        if p["action"] == "answer": disk["count"] += 1
        say(method="saved")
        drop()
        if p["action"] == "answer": show(disk["count"] - 1, p["atMs"])
        restore()
    def drop(): pass
    def drop_where_killed():
        global passes
        time.sleep(0.2)
        passes = not select.select([sys.stdin], [], [], 0)[0]
    def restore():
        global passes
        passes = True
    def show(q, at):
        disk["running"][q] = at
        tell("cue.started", "A1", q, at)
    def advance(p): pass
    def kill(p): return "off"
    def after_kill(): pass
    def main():
        for line in sys.stdin:
            r = json.loads(line); m, p, result = r["method"], r["params"], {}
            if m == "app.hello": result = {"protocols": [1]}
            elif m == "app.start":
                if start(p) == "never": continue
                result = {"name": "a test", "capabilities": CAN}
            elif m == "app.act": act(p)
            elif m == "app.kill": result = {"evidence": {"text": kill(p)}}
            elif m == "app.advance": advance(p)
            elif m == "app.state": result = {"question": disk["count"] + 1}
            say(id=r["id"], result=result)
            if m == "app.kill": after_kill()
            if m == "app.stop": break
    """

  /// Has the second life report what is not passed on, and not reply.
  private static let loseReports = """

    def start(p, whole=start):
        global passes
        passes = p["life"] != 2
        whole(p)
        passes = True
        if p["life"] == 2: return "never"
    """
  /// Has each later life show again what it is to report as suppressed.
  private static let replay = """

    def start(p):
        for q in range(disk["count"]): tell("cue.started", "A1", q, p["atMs"])
    """
  private static let forget = "\ndef start(p): disk['running'] = {}"
  private static let drop = "\ndrop = drop_where_killed"

  private let directory = TemporaryDirectory()

  private func report(_ script: String, _ changes: String...) throws -> ScenarioReport {
    try directory.write(Self.frame + "\n" + changes.joined(separator: "\n") + "\nmain()\n", to: "bridge.py")
    let text = "scenario \"a\"\nquiz mcq 10\n" + script
    var runner = ScenarioRunner(worker: [])
    runner.app = AppUnderTest(command: "exec python3 -S '\(directory.path("bridge.py"))'", timeLimitMs: 5000)
    return try #require(
      runner.run(try ScenarioParser.parse(ScenarioSource(name: "x.scenario", text: text))).scenarios.first)
  }

  private func broken(_ script: String, _ changes: String...) throws -> [Int] {
    let report = try report(script, changes.joined(separator: "\n"))
    #expect(report.outcome != .error && report.failures.isEmpty, "\(report.failures)")
    return report.laws.filter { !$0.held }.map(\.law)
  }

  @Test func `is asked for with the moment, and with nothing else`() throws {
    let report = try report(
      """
      start
      kill before commit
      answer correct
      resume
      expect question 1
      kill after commit
      answer correct
      resume
      expect question 2
      kill
      """, "def kill(p): return json.dumps(p)")
    let moments = ["beforeCommit", "afterCommit", "now"].map { "{\"at\": \"\($0)\"}" }
    #expect(report.outcome == .passed && report.kills.map(\.unproved) == moments, "\(report)")
  }

  /// The bridge is asked to kill while it passes on the cues of the action, and replies to both.
  @Test func `before its reply counts as shown before the kill`() throws {
    let script = "start\nkill after commit\nanswer correct\nresume\nexpect suppressed A1 because killResume"
    let slow = "def drop(): time.sleep(0.2)"
    #expect(try broken(script, slow) == [])
    #expect(try broken(script, slow, Self.replay) == [2, 3])
  }

  @Test func `before its reply may still be shown, and is to be reported by the next life`() throws {
    let script = "start\nkill after commit\nanswer correct\nresume\nexpect suppressed A1 because killResume"
    #expect(try broken(script, Self.drop) == [])
    #expect(
      try broken(script.replacing("\nexpect suppressed A1 because killResume", with: ""), Self.drop, Self.forget) == [3]
    )
  }

  /// A cue that ended with the killed action may have been reported, and is not reported again.
  @Test(
    arguments: Sampling.part(
      [
        #"tell("cue.suppressed", "A4", q, at, reason="alreadyCelebrated")"#,
        #"tell("cue.started", "A4", q, at, durationMs=0), tell("cue.ended", "A4", q, at, disposition="played")"#,
      ], oneIn: 2))
  func `is not missed if the cue may have ended already`(over: String) throws {
    let show = "def show(q, at, whole=show): whole(q, at), \(over)"
    let script = "start\nkill after commit\nanswer correct\nresume\nanswer correct"
    #expect(try broken(script, Self.drop, show) == [])
    #expect(try broken(script, Self.drop, show, Self.forget) == [3])
    // The next life may say how it ended, without having said that it began.
    let ended =
      "def start(p, whole=start): whole(p), p['life'] > 1 and tell('cue.ended', 'A4', 0, 0, disposition='played')"
    #expect(try broken(script, Self.drop, show, ended) == [])
  }

  @Test(arguments: [
    "start\nanswer correct\nwait 300ms\nkill", "start\nkill after commit\nanswer correct",
    "start\nkill after 50ms\nanswer correct",
  ])
  func `is not missed if it came from a life that was killed while it opened`(script: String) throws {
    let opening = script + "\nkill after 300ms\nresume\nresume\nanswer correct"
    #expect(try broken(opening, Self.drop, Self.loseReports) == [])
    // Without that life, the report is missing.
    #expect(try broken(script + "\nresume\nanswer correct", Self.drop, Self.forget) == [3])
  }

  @Test func `is shown again by a life after the one that was killed in its opening`() throws {
    let script = "start\nanswer correct\nwait 300ms\nkill\nkill after 300ms\nresume\nresume"
    #expect(try broken(script, Self.replay, Self.loseReports) == [2])
  }

  /// Neither is anything that arrives before the next life is asked for, nor a message with the number of a former life.
  @Test func `after its reply does not count`() throws {
    let script = "start\nanswer correct\nkill\nresume\nexpect question 2\nanswer correct\nkill"
    let again = #"say(method="cue.started", params={"animation": "A1", "questionIndex": 0, "atMs": 0 LIFE})"#
    let late = "def after_kill(): print('half a li'), say(id=1, result={}), say(method='saved'), \(again)"
    #expect(try broken(script, late.replacing(" LIFE", with: "")) == [])
    func next(_ life: String) -> String {
      "def start(p, whole=start): whole(p), p['life'] > 1 and \(again.replacing(" LIFE", with: life))"
    }
    #expect(try broken(script, next(", \"life\": 1")) == [])
    #expect(try broken(script, next("")) == [2])
  }

  /// With a real clock, time passes between the last reply and the kill.
  @Test func `is not missed if the cue may have shown while the bridge killed the app`() throws {
    let real = """
      CAN["clock"] = "real"
      def start(p):
          main.zero = time.time() - p["atMs"] / 1000
      def now(): return int((time.time() - main.zero) * 1000)
      def show(q, at):
          main.shown = [threading.Timer(0.7, lambda: tell("cue.started", "dotSettle", q, now())),
              threading.Timer(0.8, lambda: tell("cue.ended", "dotSettle", q, now(), disposition="played"))]
          for timer in main.shown: timer.start()
      def kill(p):
          global passes
          passes = False
          time.sleep(KILLING)
          for timer in main.shown: timer.cancel()
          passes = True
          return "off"
      """
    let script = "start\nanswer correct\nkill\nresume\nwait 800ms"
    #expect(try broken(script, real, "KILLING = 1.2") == [])
    // It had not begun, so that the kill has cut it off.
    #expect(try broken(script, real, "KILLING = 0") == [3])
  }

  /// Each cue is reported as it shows, and what is reported arrives up to 30 ms later.
  @Test(.inTestAll) func `is not missed with a real clock, at any point`() throws {
    let real = """
      import queue, random
      CAN["clock"], PLANNED = "real", {"A1": (0, 300), "dotSettle": (100, 150)}
      wire, life = queue.Queue(), 0
      def carry():
          while True:
              time.sleep(random.uniform(0, 0.03))
              number, name, params = wire.get()
              if number == life: say(method=name, params=params)
      threading.Thread(target=carry, daemon=True).start()
      def later(ms, does, *given):
          number = life
          threading.Timer(ms / 1000, lambda: number == life and does(number, *given)).start()
      def show(q, at):
          for name, (begins, ends) in PLANNED.items():
              disk["running"][name, q] = at + begins
              later(begins, begin, name, q, at + begins, ends - begins)
      def begin(number, name, q, at, lasts):
          wire.put((number, "cue.started", {"animation": name, "questionIndex": q, "atMs": at}))
          later(lasts, end, name, q, at + lasts)
      def end(number, name, q, at):
          del disk["running"][name, q]
          wire.put((number, "cue.ended", {"animation": name, "questionIndex": q, "atMs": at, "disposition": "played"}))
      def start(p):
          global life
          life = p["life"]
          for (name, q), at in disk["running"].items(): tell("cue.suppressed", name, q, at, reason="killResume")
          disk["running"] = {}
      def kill(p):
          global life
          time.sleep(random.uniform(0, 0.1))
          life = 0
          return "off"
      """
    try directory.write(Self.frame + "\n" + real + "\nmain()\n", to: "bridge.py")
    var runner = ScenarioRunner(worker: [])
    runner.app = AppUnderTest(command: "exec python3 -S '\(directory.path("bridge.py"))'", timeLimitMs: 5000)
    let text = "scenario \"a\"\nquiz mcq 10\nstart\nanswer correct\nwait 200ms\nanswer wrong\nwait 500ms"
    let scenario = try #require(try ScenarioParser.parse(ScenarioSource(name: "x.scenario", text: text)).first)
    let exploration = Explorer(runner, mode: .process).explore(scenario)
    #expect(exploration.violation == nil && exploration.failures.isEmpty, "\(exploration)")
    #expect(exploration.pointsTried >= 20)
  }

  @Test func `has to be dated, since it travels`() throws {
    let undated = "def show(q, at): say(method='cue.started', params={'animation': 'A1', 'questionIndex': q})"
    let report = try report("start\nanswer correct", "CAN['clock'] = 'real'", undated)
    #expect(report.failures.first?.found.contains("A1 has no atMs, which is required") == true, "\(report.failures)")
  }
}
