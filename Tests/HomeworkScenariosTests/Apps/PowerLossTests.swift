import Foundation
import HomeworkAPI
import HomeworkReports
import HomeworkScenarios
import HomeworkTestKit
import Testing

/// Programs that lose power, in three languages and many ways to save.
@Suite(.enabled(if: Strace.problem == nil, "strace is not installed, or the kernel forbids tracing"))
struct `A program that loses power` {
  /// Counts answers in a file; `save` is replaced by each way.
  private static let python = """
    import sqlite3
    def start(p):
        global count
        main.dir = p["dataDirectory"]; main.path = main.dir + "/answers.json"
        count = json.load(open(main.path)) if os.path.exists(main.path) else 0
    def sync(path):
        file = os.open(path, os.O_RDONLY); os.fsync(file); os.close(file)
    def write(path, mode="w", synced=True):
        with open(path, mode) as file:
            file.write(str(count)); file.flush()
            if synced: os.fsync(file.fileno())
    def replace(): os.replace(main.path + ".new", main.path)
    def act(p):
        global count
        if p["action"] == "answer": count += 1
        save()
    """

  /// Appends a byte for each answer.
  private static let log = """
    def start(p):
        global count
        main.log = open(p["dataDirectory"] + "/answers", "a+b", buffering=0)
        os.fsync(os.open(p["dataDirectory"], os.O_RDONLY))
        main.log.seek(0); count = len(main.log.read())
    def act(p):
        global count
        if p["action"] == "answer": count += 1; main.log.write(b"x"); SYNC
        tell("saved")
    """

  private static let sqlite = """
    def start(p):
        global count
        main.base = sqlite3.connect(p["dataDirectory"] + "/answers.db", isolation_level=None)
        main.base.execute("PRAGMA journal_mode=" + JOURNAL); main.base.execute("PRAGMA synchronous=" + SYNC)
        main.base.execute("CREATE TABLE IF NOT EXISTS answers (number INTEGER PRIMARY KEY)")
        count = main.base.execute("SELECT count(*) FROM answers").fetchone()[0]
    def save():
        if count: main.base.execute("INSERT OR IGNORE INTO answers VALUES (?)", (count,))
        tell("saved")
    """

  private static let c = #"""
    #define _GNU_SOURCE
    #include <fcntl.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>
    static char directory[4096], path[5000], next[5000];
    static int count;
    static void sync_path(const char *path) { int file = open(path, O_RDONLY); fsync(file); close(file); }
    static void write_count(const char *path, int flags, int synced) {
      char text[16];
      int file = open(path, O_WRONLY | flags, 0600), length = snprintf(text, sizeof text, "%08d", count);
      if (pwrite(file, text, length, 0) != length) exit(1);
      if (synced) fsync(file);
      close(file);
    }
    static void saved(void) { puts("{\"jsonrpc\":\"2.0\",\"method\":\"saved\"}"); fflush(stdout); }
    static void save(void) { WAY }
    int main(void) {
      char line[65536];
      while (fgets(line, sizeof line, stdin)) {
        const char *result = ""; char state[64];
        int id = atoi(strstr(line, "\"id\":") + 5);
        if (strstr(line, "app.hello")) result = "\"protocols\":[1]";
        if (strstr(line, "app.start")) {
          sscanf(strstr(line, "\"dataDirectory\":\"") + 17, "%4095[^\"]", directory);
          snprintf(path, sizeof path, "%s/answers", directory), snprintf(next, sizeof next, "%s.new", path);
          FILE *file = fopen(path, "r");
          if (file && fscanf(file, "%d", &count) != 1) count = 0;
          if (file) fclose(file);
          result = "\"name\":\"c\",\"capabilities\":{\"clock\":\"virtual\",\"actions\":[\"start\",\"answer\"],"
                   "\"state\":[\"question\"],\"suppressed\":false}";
        }
        if (strstr(line, "app.act")) count += strstr(line, "\"action\":\"answer\"") != 0, save();
        if (strstr(line, "app.state")) snprintf(state, sizeof state, "\"question\":%d", count + 1), result = state;
        printf("{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{%s}}\n", id, result), fflush(stdout);
        if (strstr(line, "app.stop")) return 0;
      }
    }
    """#

  private static let javaScript = """
    const fs = require("fs")
    let directory, path, count = 0
    const say = message => fs.writeSync(1, JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n")
    const saved = () => say({ method: "saved" })
    const sync = path => { const file = fs.openSync(path, "r"); fs.fsyncSync(file); fs.closeSync(file) }
    const can = { clock: "virtual", actions: ["start", "answer"], state: ["question"], suppressed: false }
    const answer = {
      "app.hello": () => ({ protocols: [1] }),
      "app.start": p => {
        directory = p.dataDirectory; path = directory + "/answers.json"
        count = fs.existsSync(path) ? JSON.parse(fs.readFileSync(path)).count : 0
        return { name: "js", capabilities: can }
      },
      "app.act": p => { if (p.action == "answer") count += 1; const text = JSON.stringify({ count }); WAY; return {} },
      "app.advance": () => ({}), "app.state": () => ({ question: count + 1 }), "app.stop": () => ({}),
    }
    require("readline").createInterface({ input: process.stdin }).on("line", line => {
      const request = JSON.parse(line)
      say({ id: request.id, result: answer[request.method](request.params) })
      if (request.method == "app.stop") process.exit(0)
    })
    """

  enum Program: CustomTestStringConvertible, Sendable {
    case python(String), log(String), sqlite(journal: String, sync: String), c(String), javaScript(String)

    var testDescription: String { "\(self)" }
  }

  private let directory = TemporaryDirectory()

  private func command(_ program: Program) throws -> String {
    switch program {
    case .python(let save): return try python(Self.python + "\ndef save():\n    " + save + "; tell(\"saved\")")
    case .log(let sync): return try python(Self.log.replacing("SYNC", with: sync))
    case .sqlite(let journal, let sync):
      return try python(Self.python + "\nJOURNAL, SYNC = \"\(journal)\", \"\(sync)\"\n" + Self.sqlite)
    case .c(let way):
      try directory.write(Self.c.replacing("WAY", with: way), to: "app.c")
      let compiled = try run(
        "/bin/sh",
        ["-c", "$(command -v cc || command -v clang) -o '\(directory.path("app"))' '\(directory.path("app.c"))'"])
      try #require(compiled.status == 0, "\(compiled)")
      return "exec '\(directory.path("app"))'"
    case .javaScript(let way):
      try directory.write(Self.javaScript.replacing("WAY", with: way), to: "app.js")
      return "exec node '\(directory.path("app.js"))'"
    }
  }

  private func python(_ changes: String) throws -> String {
    try directory.write(`A program under test`.frame + "\n" + changes + "\nmain()\n", to: "app.py")
    return "exec python3 -S '\(directory.path("app.py"))'"
  }

  private func runner(_ command: String, _ disk: DiskKind = .posix) -> ScenarioRunner {
    var runner = ScenarioRunner(mode: .process, worker: [])
    var app = AppUnderTest(command: command, timeLimitMs: 20_000)
    (app.disk, app.powerStates) = (disk, 12)
    runner.app = app
    return runner
  }

  private func scenario(_ script: String) throws -> Scenario {
    try #require(
      try ScenarioParser.parse(ScenarioSource(name: "a", text: "scenario \"a\"\nquiz mcq 5\n" + script)).first)
  }

  private func explored(_ program: Program, _ disk: DiskKind = .posix) throws -> Exploration {
    Explorer(runner(try command(program), disk), mode: .powerLoss).explore(try scenario("start\nanswer correct x2"))
  }

  private static let mistakes: [(program: Program, missing: String)] = [
    (.python("write(main.path); sync(main.dir)"), "answers.json is written in place"),
    (
      .python("write(main.path + \".new\", synced=False); replace(); sync(main.dir)"),
      "call fsync on answers.json.new before the rename"
    ),
    (.python("write(main.path + \".new\"); replace()"), "call fsync on the data directory after it, and before saved"),
    (.log("pass"), "call fsync on answers before saved"),
    (
      .python("write(main.path + \".new\"); replace(); tell(\"saved\"); sync(main.dir)"),
      "call fsync on the data directory after it, and before saved"
    ),
    (.sqlite(journal: "WAL", sync: "OFF"), "call fsync on"),
    (.sqlite(journal: "DELETE", sync: "OFF"), "call fsync on"),
    // SQLite documents that a transaction may be rolled back so: EXTRA syncs the directory, too.
    (.sqlite(journal: "DELETE", sync: "FULL"), "answers.db-journal was removed before its directory was synced"),
    (.c("write_count(path, O_CREAT, 0); sync_path(directory); saved();"), "call fsync on answers before saved"),
    (
      .c("write_count(next, O_CREAT | O_TRUNC, 1); unlink(path); rename(next, path); sync_path(directory); saved();"),
      "answers was renamed into place before"
    ),
    (.c("write_count(next, O_CREAT | O_TRUNC, 1); rename(next, path); saved();"), "call fsync on the data directory"),
    (
      .javaScript("fs.writeFileSync(path, text); sync(path); sync(directory); saved()"),
      "answers.json is written in place"
    ),
    (
      .javaScript(
        "fs.writeFileSync(path + \".new\", text); fs.renameSync(path + \".new\", path); sync(directory); saved()"),
      "call fsync on answers.json.new before the rename"
    ),
  ]

  /// In C, which starts quickly; in the other languages by `make test-all`.
  @Test(arguments: mistakes.filter { if case .c = $0.program { true } else { Sampling.isAll } })
  func `has each mistake named with the missing call`(mistake: (program: Program, missing: String)) throws {
    let exploration = try explored(mistake.program)
    let violation = try #require(exploration.violation, "\(exploration)")
    #expect(violation.law == 4, "\(violation)")
    #expect(violation.lost.contains { $0.missing.contains(mistake.missing) }, "\(violation.lost.map(\.missing))")
    // The script that is left shows it, too.
    let script = try #require(ScenarioParser.parse(ScenarioSource(name: "a", text: violation.script)).first)
    #expect(runner(try command(mistake.program)).run(script).hasFailed)
  }

  @Test(arguments: Sampling.isAll ? DiskKind.allCases : [.posix])
  func `raises no alarm if it saves correctly`(disk: DiskKind) throws {
    let others: [Program] = [
      .python("write(main.path + \".new\"); replace(); sync(main.dir)"), .sqlite(journal: "WAL", sync: "FULL"),
      .sqlite(journal: "TRUNCATE", sync: "FULL"), .sqlite(journal: "DELETE", sync: "EXTRA"),
      .javaScript(
        "fs.writeFileSync(path + \".new\", text); sync(path + \".new\"); "
          + "fs.renameSync(path + \".new\", path); sync(directory); saved()"),
    ]
    let quick: [Program] = [
      .log("os.fdatasync(main.log.fileno())"),
      .c("write_count(next, O_CREAT | O_TRUNC | O_DSYNC, 0); rename(next, path); sync_path(directory); saved();"),
    ]
    for program in quick + (Sampling.isAll ? others : []) {
      let exploration = try explored(program, disk)
      #expect(exploration.violation == nil && exploration.failures.isEmpty, "\(program) \(exploration)")
      #expect(
        exploration.pointsTried == exploration.pointsKnown && exploration.power?.states ?? 0 > 10, "\(exploration)")
    }
  }

  /// A busy machine is not a fault of the program.
  @Test func `is given more time if it does not answer`() throws {
    let slow = """
      def start(p, start=start):
          start(p)
          if p["life"] > 1 and not os.path.exists("\(directory.path("slept"))"):
              open("\(directory.path("slept"))", "w"); time.sleep(3)
      def save(): write(main.path + ".new"); replace(); sync(main.dir); tell("saved")
      """
    var runner = runner(try python(Self.python + "\n" + slow))
    runner.app?.timeLimitMs = 2500
    let exploration = Explorer(runner, mode: .powerLoss).explore(try scenario("start"))
    #expect(exploration.violation == nil && exploration.failures.isEmpty, "\(exploration)")
    #expect(FileManager.default.fileExists(atPath: directory.path("slept")))
  }

  /// With `NORMAL`, SQLite syncs a log only when it moves its content. The first two states catch that.
  @Test func `is caught at once if it acknowledges what its log has not synced`() throws {
    var runner = runner(try command(.sqlite(journal: "WAL", sync: "NORMAL")))
    runner.app?.powerStates = 2
    let report = runner.run(try scenario("start\nkill power-loss after commit\nanswer correct\nresume"))
    #expect(report.laws.contains { $0.law == 4 && !$0.held }, "\(report)")
    #expect(report.power?.lost.map(\.path) == ["answers.db-wal"], "\(String(describing: report.power))")
  }

  /// A budget that tried nothing is not taken for a program that was looked at.
  @Test func `is tried as long as its budget lasts`() throws {
    var runner = runner("exec python3 -S '\(ThisPackage.root.path)/Examples/apps/quiz.py'")
    let scenario = try scenario("start\nanswer correct x3")
    runner.app?.budgetMs = 1
    let none = Explorer(runner, mode: .powerLoss).explore(scenario)
    #expect(none.pointsTried == 0 && none.pointsKnown > 0 && none.skipped?.contains("--budget") == true, "\(none)")
    #expect(none.notChecked?.contains("\(none.pointsKnown) of \(none.pointsKnown) kill points (the budget") == true)
    // The least that suffices for a point: it says how long the others would take.
    var (some, budgetMs) = (none, 100)
    while some.pointsTried == 0, budgetMs < 100_000 {
      budgetMs *= 2
      runner.app?.budgetMs = budgetMs
      some = Explorer(runner, mode: .powerLoss).explore(scenario)
      // Every point has one state before any has two.
      #expect(some.pointsTried == some.pointsKnown || some.power?.states ?? 0 == some.pointsTried, "\(some)")
    }
    #expect(some.estimatedMs ?? 0 > budgetMs, "\(some)")
    let report = RunReport(scenarios: [some.report])
    let words = try #require(report.unchecked)
    for text in [TAPReport.text(of: report), JUnitReport.text(of: report), HTMLReport.text(of: report)] {
      #expect(words.contains("(the budget was over)") && text.contains(words), "\(words)")
    }
    runner.app?.budgetMs = 120_000
    let all = Explorer(runner, mode: .powerLoss).explore(scenario)
    #expect(all.estimatedMs == nil)
    #expect(all.violation == nil && all.pointsTried == all.pointsKnown && all.skipped == nil, "\(all)")
  }

  /// Without its start, it loses answers at any kill: that would be another mistake.
  @Test func `is shown to fail by a script that needs the loss`() throws {
    let program = """
      def act(p, act=act):
          if p["action"] == "start": open(main.dir + "/started", "w"); sync(main.dir)
          act(p)
      def save():
          if os.path.exists(main.dir + "/started"): write(main.path + ".new"); replace()
          tell("saved")
      """
    let runner = runner(try python(Self.python + "\n" + program))
    let exploration = Explorer(runner, mode: .powerLoss).explore(try scenario("start\nanswer correct x2"))
    let violation = try #require(exploration.violation)
    #expect(violation.lost.contains { $0.missing.contains("call fsync on the data directory") }, "\(violation)")
    let kill = try scenario(
      violation.script.split(separator: "\n").dropFirst(2).joined(separator: "\n").replacing(" power-loss", with: ""))
    #expect(runner.run(kill).outcome == .passed, "\(violation.script)")
  }

  // MARK: What is recorded

  private func report(_ script: String, _ changes: String) throws -> ScenarioReport {
    runner(try python(changes)).run(try scenario(script))
  }

  /// The recording is compared with the files: it must have missed nothing.
  @Test func `has every call followed that changes files`() throws {
    let report = try report(
      "start\nkill power-loss after commit\nanswer correct\nresume\nexpect question 2",
      """
      import threading, subprocess, shutil
      def act(p, first=act):
          first(p)
          if p["action"] == "start": return
          os.makedirs(main.path + ".d/e", exist_ok=True); os.chdir(main.path + ".d")
          a = open("a", "w+b", buffering=0); a.write(b"0123456789"); a.seek(2); a.read(3); a.write(b"x")
          os.writev(a.fileno(), [b"yy", b"z"]); os.pwrite(a.fileno(), b"p", 1)
          os.pwritev(a.fileno(), [b"q", b"r"], 20, os.RWF_DSYNC); os.ftruncate(a.fileno(), 30)
          os.posix_fallocate(a.fileno(), 0, 40)
          b = open("b", "ab", buffering=0); b.write(b"1"); b.seek(0); b.write(b"2")
          c = os.open("c", os.O_CREAT | os.O_RDWR | os.O_DSYNC); os.sendfile(c, a.fileno(), 0, 12)
          os.lseek(a.fileno(), 5, 0); os.copy_file_range(a.fileno(), c, 4); os.copy_file_range(a.fileno(), c, 4, 1, 30)
          shutil.copyfile("/etc/passwd", "passwd")
          os.link("a", "e/l"); os.symlink("a", "s"); os.rename("b", "e/b"); b.write(b"3"); os.remove("c"); os.write(c, b"no")
          open("c", "w").write("new"); os.rename("e", "f"); open("f/in", "w").write("it"); os.truncate("f/in", 1)
          with open("t", "w") as t: t.write("replaced")
          os.replace("t", "f/b"); b.write(b"nameless")
          thread = threading.Thread(target=lambda: a.write(b"thread")); thread.start(); thread.join()
          if os.fork() == 0: a.write(b"child"); os._exit(0)
          os.wait(); a.write(b"!"); subprocess.run("echo shell >> f/sh; mv f/sh g; mkdir h; rmdir h", shell=True)
          os.chdir("/")
      """)
    #expect(report.outcome == .passed || report.power?.lost.isEmpty == false, "\(report.failures)")
    #expect(report.power?.unjudged == [], "\(String(describing: report.power))")
    #expect(report.power?.statesKnown ?? 0 > 4)
  }

  @Test(arguments: [
    ("pass", ""),
    (
      "import mmap; f = os.open(main.path + '.m', os.O_CREAT | os.O_RDWR); os.ftruncate(f, 9); mmap.mmap(f, 9)[0] = 1",
      "count.m (a shared writable mapping)"
    ),
    ("os.open(main.path + '.o', os.O_CREAT | os.O_RDWR | os.O_DIRECT)", "count.o (O_DIRECT)"),
  ])
  func `learns what cannot be judged`(code: String, words: String) throws {
    let report = try report(
      "start\nkill power-loss after commit\nanswer correct\nresume",
      """
      def save():
          open(main.path + ".new", "w").write(str(count)); os.sync(); os.replace(main.path + ".new", main.path); os.sync()
          \(code)
          tell("saved")
      """)
    #expect(report.outcome == .passed, "\(report.failures) \(report.laws)")
    #expect(report.power?.unjudged.map(\.words) == (words.isEmpty ? [] : [words]))
  }

  /// Data that only exists in a mapping is not in the recording: that says nothing about the program.
  @Test func `is skipped if it keeps its data in a mapping`() throws {
    let report = try report(
      "start\nkill power-loss\nresume\nexpect question 1",
      """
      import mmap
      def start(p):
          global count
          file = os.open(p["dataDirectory"] + "/map", os.O_CREAT | os.O_RDWR)
          os.ftruncate(file, 1); main.map = mmap.mmap(file, 1); count = main.map[0] - 1
          main.map[0] += p["life"] == 1
          if count + 1 != p["life"] - 1: sys.exit("forgotten")
      def act(p): tell("saved")
      def state(p): return {"question": 1}
      """)
    #expect(
      report.outcome == .skipped && report.skipped?.contains("map (a shared writable mapping)") == true, "\(report)")
  }

  @Test func `does not hide a sync that another thread has not finished when saved is sent`() throws {
    let report = try report(
      "start\nkill power-loss after commit\nanswer correct\nresume",
      """
      import threading
      def save():
          with open(main.path + ".new", "w") as file: file.write(str(count))
          sync = lambda: time.sleep(0.2) or os.sync()
          threading.Thread(target=sync).start(); os.replace(main.path + ".new", main.path); tell("saved")
      """)
    #expect(report.laws.contains { $0.law == 4 && !$0.held }, "\(report)")
  }
}
