import Foundation
import HomeworkAPI
import HomeworkMotion
import HomeworkReports
import HomeworkScenarios
import HomeworkTestKit
import Testing

/// Programs under test, as processes.
extension `A program under test` {
  @Test func `has its standard error shown with a failure, and only then`() throws {
    let wordy = "print('on disk: 7', file=sys.stderr, flush=True)"
    #expect(try report("start\nexpect question 9", wordy).errorOutput == "on disk: 7")
    #expect(try report("start\nexpect question 1", wordy).errorOutput == nil)
    // Of a long output, the end.
    let flood = try report("start\nexpect question 9", "print('x' * 50_000_000 + 'END', file=sys.stderr, flush=True)")
    #expect(flood.errorOutput?.hasSuffix("END") == true)
    #expect((flood.errorOutput?.utf8.count ?? 0) < 20_000)
  }

  @Test func `ends only its scenario if it prints a gigabyte`() throws {
    let report = try report("start", "def act(p):\n    while True: sys.stdout.write('y' * 65536)")
    #expect(report.outcome == .error)
    #expect(report.failures.first?.found.contains("without a line end") == true)
  }

  @Test func `must exit with 0 after app.stop`() throws {
    #expect(try report("start", "def stop(p): pass").outcome == .passed)
    let status = try report("start", "def stop(p):\n    import atexit; atexit.register(lambda: os._exit(4))")
    #expect(status.failures.first?.found.contains("with status 4 after app.stop") == true, "\(status)")
    let deaf = try report("start", "import atexit; atexit.register(lambda: time.sleep(60))", timeLimitMs: 3000)
    #expect(deaf.failures.first?.found.contains("did not exit within 3000 ms of app.stop") == true, "\(deaf.failures)")
  }

  /// No process survives, whether in the program's process group or in another one.
  @Test(
    .enabled(if: Machine.hasProcesses, "there is no /proc"),
    arguments: [
      // The third also drops its environment, and the last also has no parent.
      "", "os.setsid()", "os.setsid(); os.execve('/bin/sleep', ['sleep', '600'], {})",
      "os.setsid(); os.fork() and os._exit(0); orphan(); os.execve('/bin/sleep', ['sleep', '600'], {})",
    ])
  func `leaves no process and no file behind`(group: String) throws {
    let forks = """
      def orphan(): open("\(directory.path("child"))", "w").write(str(os.getpid()))
      def act(p):
          if p["action"] == "answer":
              child = os.fork()
              if child == 0:
                  \(group)
                  while True: time.sleep(1)
              if "orphan" in \"\"\"\(group)\"\"\":
                  os.waitpid(child, 0)
                  while not os.path.exists("\(directory.path("child"))"): time.sleep(0.01)
              else: open("\(directory.path("child"))", "w").write(str(child))
          save()
      def start(p, first=start):
          first(p)
          open("\(directory.path("place"))", "w").write(p["dataDirectory"])
          os.mkdir(p["dataDirectory"] + "/closed%d" % p["life"])
          open(p["dataDirectory"] + "/closed%d/file" % p["life"], "w").write("x")
          os.chmod(p["dataDirectory"] + "/closed%d" % p["life"], 0)
      """
    let report = try report("start\nanswer correct\nkill\nresume", forks)
    #expect(report.outcome == .passed, "\(report.failures)")
    let child = try #require(Int32(try String(contentsOfFile: directory.path("child"), encoding: .utf8)))
    // A killed process is a zombie until it is reaped, and dies only once it gets a processor.
    func state() -> String? { try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8) }
    func isGone() -> Bool { state().map { $0.contains(") Z ") } ?? true }
    waitWhile { !isGone() }
    #expect(isGone(), "\(state() ?? "")")
    let file = try String(contentsOfFile: directory.path("place"), encoding: .utf8)
    #expect(!FileManager.default.fileExists(atPath: file))
    #expect(!FileManager.default.fileExists(atPath: URL(fileURLWithPath: file).deletingLastPathComponent().path))
  }

  /// Even if the program is not killed: no orphan with its own group and environment survives.
  @Test(.enabled(if: Machine.hasProcesses, "there is no /proc"), arguments: [0, 3])
  func `leaves no process behind if it exits by itself`(status: Int) throws {
    let path = directory.path("child")
    let forks = """
      def act(p):
          if p["action"] != "answer": return save()
          if os.fork() == 0:
              os.setsid()
              if os.fork(): os._exit(0)
              with open("\(path).new", "w") as file: file.write(str(os.getpid()))
              os.rename("\(path).new", "\(path)")
              for number in range(3): os.close(number)
              os.execve('/bin/sleep', ['sleep', '600'], {})
          while not os.path.exists("\(path)"): time.sleep(0.01)
          if \(status): os._exit(\(status))
          save()
      """
    try directory.write(Self.frame + "\n" + forks + "\nmain()\n", to: "program.py")
    try directory.write("scenario \"a\"\nquiz mcq 2\nstart\nanswer correct\n", to: "a.scenario")
    let result = try run(
      ThisPackage.binary("hwdb"),
      ["scenario", "run", directory.path("a.scenario"), "--app", "exec python3 -S '\(directory.path("program.py"))'"])
    #expect(result.status == (status == 0 ? 0 : 1), "\(result)")
    let child = try #require(Int32(try String(contentsOfFile: path, encoding: .utf8)))
    #expect(kill(child, 0) == -1 && errno == ESRCH)
  }

  @Test(.enabled(if: Machine.hasProcesses, "there is no /proc"))
  func `names a child that cannot be ended`() throws {
    let sleeper = try Process.run(URL(filePath: "/bin/sleep"), arguments: ["600"])
    defer { sleeper.terminate() }
    let family = OrphanProcesses.descendants(of: getpid()).filter { $0.pid == sleeper.processIdentifier }
    var death = Death(signal: SIGKILL)
    death.survivors = OrphanProcesses.end(family) { _, _ in }
    #expect(death.survivors == [sleeper.processIdentifier])
    let failure = try #require(throws: ProgramFailure.self) { try death.nameSurvivors() }
    #expect("\(failure)".contains("run kill -9 \(sleeper.processIdentifier) as the user"), "\(failure)")
    death.survivors = OrphanProcesses.end(family)
    try death.nameSurvivors()
  }

  @Test(.enabled(if: Machine.hasProcesses, "there is no /proc"))
  func `has no child that acts in the next life, in any process group`() throws {
    let forks = """
      def act(p):
          if p["action"] == "answer" and os.fork() == 0:
              os.setsid()
              while not os.path.exists(main.path + "next"): time.sleep(0.01)
              open(main.path + "survivor", "w").close()
              os._exit(0)
          save()
      def start(p, first=start):
          first(p)
          if p["life"] == 2:
              open(main.path + "next", "w").close()
              time.sleep(0.5)
              if os.path.exists(main.path + "survivor"): sys.exit("it plays on")
      """
    let report = try report("start\nanswer correct\nkill\nresume", forks, timeLimitMs: 20_000)
    #expect(report.kills.count == 1 && report.outcome == .passed, "\(report.failures)")
  }

  @Test func `has temporary files beside its data, not inside`() throws {
    let looks = """
      def start(p, first=start):
          first(p)
          place = os.environ["TMPDIR"]
          open(place + "/file", "w").close()
          print(place, os.listdir(p["dataDirectory"]), file=sys.stderr, flush=True)
      """
    let report = try report("start\nexpect question 9", looks)
    let words = try #require(report.errorOutput?.split(separator: " ", maxSplits: 1))
    #expect(words[0].hasSuffix("/tmp") && words[1] == "[]", "\(words)")
    #expect(!FileManager.default.fileExists(atPath: String(words[0])))
  }

  @Test func `reads its input as a pipe, also as /dev/stdin`() throws {
    try directory.write(Self.frame + "\nmain()\n", to: "program.py")
    let report = try report("start", command: "cat /dev/stdin | python3 '\(directory.path("program.py"))'")
    #expect(report.outcome == .passed, "\(report.failures)")
  }

  @Test func `is named if it cannot be started`() throws {
    let report = try report("start", command: "/nowhere/program")
    #expect(report.failures.first?.found.contains("could not be started (status 127)") == true)
    #expect(report.errorOutput?.contains("/nowhere/program") == true)
  }

  /// A real clock runs on between actions, and times may be slightly off.
  @Test func `can have its own clock`() throws {
    let real = """
      CLOCK = "real"
      import threading
      def act(p):
          global count
          count += p["action"] == "answer"
          save()
          if p["action"] == "answer":
              tell("cue.started", animation="A1", questionIndex=count - 1)
              threading.Timer(0.2, lambda: tell("cue.ended", animation="A1", disposition="played")).start()
      def advance(p): sys.exit(9)
      """
    let report = try report(
      "start\nanswer correct\nexpect running A1\nwait 300ms\nexpect played A1\nkill\nwait 100ms\nresume\nexpect question 2",
      real)
    #expect(report.outcome == .passed, "\(report.failures) \(report.laws) \(report.errorOutput ?? "")")
    #expect(report.durationMs >= 400)
  }

  private func likeTheStreak(_ script: String, _ changes: String) throws -> ScenarioReport {
    let real = """
      CLOCK, SUPPRESSED, TAKES = "real", True, 0.5
      import threading
      def act(p):
          global count
          count += p["action"] == "answer"
          save()
          if p["action"] != "answer": return
          tell("cue.started", animation="dotSettle", questionIndex=0, atMs=p["atMs"], durationMs=200)
          threading.Timer(0.2, lambda: tell("cue.ended", animation="dotSettle", questionIndex=0, atMs=p["atMs"] + 200,
                                            disposition="played")).start()
          time.sleep(TAKES)
      """
    return try report(script, real + "\n" + changes, like: .mcqStreak)
  }

  @Test func `has its script's moments counted from its actions, with its own clock`() throws {
    let report = try likeTheStreak(
      "start\nwait 1s\nanswer correct\nwait 600ms\nexpect played dotSettle at 1s\nexpect nothing running", "")
    #expect(report.outcome == .passed, "\(report.failures) \(report.laws) \(report.errorOutput ?? "")")
    let late = try likeTheStreak("start\nanswer correct\nwait 1200ms\nkill", "TAKES = 1")
    #expect(late.outcome == .passed && (1200..<2000).contains(late.durationMs), "\(late.durationMs) \(late.failures)")
  }

  /// The model judges what is shown, at the moments that came about.
  @Test func `is not judged by a moment that its own clock has passed`() throws {
    let script = "start\nanswer correct\nwait 100ms\nexpect running dotSettle"
    let late = try likeTheStreak(script, "")
    #expect(late.outcome == .skipped, "\(late.failures)")
    #expect(late.skipped?.hasPrefix("line 6 was not reached on a real clock: expect running dotSettle: found") == true)
    #expect(try likeTheStreak(script, "TAKES = 0").outcome == .passed)
    let wrong = try likeTheStreak(script, "def tell(name, **p): name == 'saved' and say(method=name, params=p)")
    #expect(wrong.failures.map(\.found) == ["no dotSettle"], "\(wrong)")
  }

  /// A bridge tells what it sees when it is asked, and nothing asks it after the last statement.
  @Test(arguments: [0, 0.19, 0.25, 0.5])
  func `may report late at the end of its script, with its own clock`(takes: Double) throws {
    let asked = """
      TAKES, END = \(takes), None
      class threading:
          class Timer:
              def __init__(self, seconds, tells): self.at, self.tells = time.time() + seconds, tells
              def start(self):
                  global END
                  END = self
      def state(p, whole=state):
          global END
          if END and time.time() >= END.at: END = END.tells()
          return whole(p)
      """
    let report = try likeTheStreak("start\nanswer correct", asked)
    #expect(report.outcome == .passed, "\(report.failures) \(report.laws) \(report.errorOutput ?? "")")
    let never = try likeTheStreak("start\nanswer correct", asked + "\ndef state(p): return {'question': count + 1}")
    #expect(never.outcome == (takes < 0.3 ? .passed : .failed), "\(never)")
  }

  /// The run without kills is read meanwhile, so that its cues have the same times.
  @Test func `can have its cues dated by its runner, also in a run with kills`() throws {
    let real = """
      CLOCK, SUPPRESSED = "real", True
      import threading
      def act(p):
          global count
          count += p["action"] == "answer"
          save()
          if p["action"] == "answer":
              threading.Timer(0.1, lambda: tell("cue.started", animation="A1", questionIndex=count - 1)).start()
              threading.Timer(0.3, lambda: tell("cue.ended", animation="A1", disposition="played")).start()
      """
    let report = try report("start\nanswer correct\nwait 600ms\nkill\nresume\nwait 100ms", real)
    #expect(report.outcome == .passed, "\(report.failures) \(report.laws) \(report.errorOutput ?? "")")
  }

  /// Otherwise, after the runner's death, the directory could be removed while the program still writes there.
  @Test func `locks the runner's directory around its data for as long as it lives`() throws {
    let data = directory.path("data")
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(filePath: try ThisPackage.binary("hwdb"))
    (process.arguments, process.standardInput, process.standardOutput) = (AppServer.arguments, input, output)
    try process.run()
    let start = #"""
      {"jsonrpc":"2.0","id":1,"method":"app.start","params":{"protocol":1,"life":1,"atMs":0,\#
      "dataDirectory":"\#(data)","motion":"full","screen":{"width":390,"height":844},"seed":1}}

      """#
    input.fileHandleForWriting.write(Data(start.utf8))
    let reply = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    #expect(reply.contains(#""capabilities""#), "\(reply)")
    let folder = open(directory.url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(folder) }
    #expect(flock(folder, LOCK_EX | LOCK_NB) == -1)
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && flock(folder, LOCK_EX | LOCK_NB) == 0)
  }
}
