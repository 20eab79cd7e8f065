import Foundation
import HomeworkModel
import HomeworkTestKit
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The selection of scenarios, the order of their results, and the exit code.
@Suite struct `Scenarios at the command line` {
  private let terminal = Terminal()
  private var directory: TemporaryDirectory { terminal.directory }
  private static let names = ["a one", "a two", "b one", "b two", "deep one"]

  /// Creates two scenarios in each of two files, and one in a subfolder; `b two` fails.
  init() throws {
    func script(_ name: String, question: Int = 2) -> String {
      "scenario \"\(name)\"\n  quiz mcq 2\n  start\n  answer correct\n  expect question \(question)\n\n"
    }
    try directory.write(script("a one") + script("a two"), to: "a.scenario")
    try directory.write(script("b one") + script("b two", question: 3), to: "b.scenario")
    try FileManager.default.createDirectory(atPath: directory.path("deep"), withIntermediateDirectories: true)
    try directory.write(script("deep one"), to: "deep/c.scenario")
    try directory.write("no scenario", to: "notes.txt")
  }

  private func hwdb(_ arguments: [String]) throws -> CommandResult {
    try terminal.hwdb(["scenario", "run"] + arguments)
  }

  private func ran(_ arguments: String...) throws -> [String] {
    let result = try hwdb(arguments + ["--json"])
    let report = try JSONText(Array(result.output.utf8)).value
    let scenarios = report["scenarios"]?.array ?? []
    #expect(report["passed"]?.int == scenarios.count { $0["outcome"] == "passed" })
    #expect(result.status == (scenarios.contains { $0["outcome"] == "failed" } ? 1 : 0), "\(result.errors)")
    return scenarios.compactMap { $0["name"]?.string }
  }

  @Test func `are all read with their quizzes before any is played`() throws {
    try directory.write("{broken", to: "broken.json")
    try directory.write("{\"questions\": []}", to: "empty.json")
    for (quiz, location) in [("broken.json", "broken.json:1:2: "), ("empty.json", "empty.json:questions: ")] {
      try directory.write("scenario \"s\"\nquiz \"\(quiz)\"\nstart\n", to: "s.scenario")
      for command in ["run", "check", "trace", "explore", "report"] {
        let scripts = command == "trace" ? ["s.scenario"] : ["a.scenario", "s.scenario"]
        let result = try terminal.hwdb(["scenario", command] + scripts)
        #expect(result.status == (command == "check" ? 1 : 2) && result.output.isEmpty, "\(command): \(result)")
        #expect(result.errors.hasPrefix("hwdb: s.scenario:2:6: \(location)"), "\(command): \(result)")
      }
    }
  }

  @Test func `are traced without a failure for an expected refusal`() throws {
    try directory.write(
      "scenario \"s\"\nquiz mcq 1\nstart\nstart\nexpect error conflict\n", to: "twice.scenario")
    let result = try terminal.hwdb(["scenario", "trace", "twice.scenario", "--json"])
    #expect(result.status == 0 && result.output.contains("\"failed\":0"), "\(result)")
  }

  @Test func `exit with 3 if only a program did not start or answer, and say so`() throws {
    try directory.write("scenario \"a\"\n  quiz mcq 2\n  start\n", to: "a.scenario")
    for (app, says) in [("/nonexistent/app", "could not be started (status 127)"), ("sleep 9", "has not answered")] {
      for command in ["run", "explore"] {
        let result = try terminal.hwdb(["scenario", command, "a.scenario", "--app", app, "--app-timeout", "100"])
        #expect(result.status == 3 && result.output.contains(says), "\(command): \(result)")
        #expect(!result.output.contains("law "), "\(command): \(result)")
      }
    }
    #expect(try terminal.hwdb(["app", "check", "exit 1", "--app-timeout", "100"]).status == 1)
  }

  @Test(arguments: [("  expect error conflict\n", 0), ("", 1)] as [(String, Int32)])
  func `exits with 1 after a trace in which an action was refused unexpectedly`(line: String, status: Int32) throws {
    try directory.write("scenario \"a\"\n  quiz mcq 2\n  start\n  finish\n\(line)  answer correct\n", to: "a.scenario")
    for format in ["pretty", "json", "svg"] {
      let trace = try terminal.hwdb(["scenario", "trace", "a.scenario", "--format", format])
      #expect(trace.status == status && !trace.output.isEmpty, "\(format): \(trace)")
    }
  }

  /// Nothing has failed: without its reason the status would be a riddle.
  @Test func `say why they exit with 1 if --strict does not accept what was not checked`() throws {
    let app = "python3 -S '\(ThisPackage.root.path)/Examples/apps/quiz.py'"
    try directory.write("scenario \"a\"\n  quiz mcq 2\n  start\n  answer correct\n", to: "a.scenario")
    try directory.write("scenario \"a\"\n  quiz mcq 2\n  complete \"T\"\n", to: "skipped.scenario")
    let cases = [
      (["run", "a.scenario"], "law 6 (needs --like)"), (["run", "skipped.scenario"], "every scenario was skipped ("),
      (["run", "a.scenario", "--like", "mcq-streak"], ""),
      (
        ["explore", "a.scenario", "--like", "mcq-streak", "--power-loss", "--budget", "1ms"],
        "7 of 7 kill points (the budget was over)"
      ),
    ]
    for (words, reason) in cases where Machine.hasTracing || words[0] == "run" {
      for isStrict in [true, false] {
        let options = ["--app", app, "--app-timeout", "20000"] + (isStrict ? ["--strict"] : [])
        let result = try terminal.hwdb(["scenario"] + words + options)
        let isFailure = isStrict && !reason.isEmpty
        #expect(result.status == (isFailure ? 1 : 0), "\(words): \(result)")
        let lines = result.errors.split(separator: "\n").filter { $0.contains("--strict") }
        #expect(lines.count == (isFailure ? 1 : 0) && lines.allSatisfy { $0.contains(reason) }, "\(words): \(result)")
      }
    }
    let json = try terminal.hwdb(["scenario", "run", "a.scenario", "--app", app, "--strict", "--json"])
    #expect(json.status == 1 && json.errors.contains("law 6 (needs --like)"), "\(json)")
  }

  /// A program with animations of its own is checked with them, as it is run.
  @Test func `are not needed to check a program of another design`() throws {
    let text = try String(contentsOf: ThisPackage.root.appending(path: "Examples/stories/quiz.py"), encoding: .utf8)
    try directory.write(text.replacing("\"A1\"", with: "\"flame\""), to: "flame.py")
    let check = ["app", "check", "exec python3 -S flame.py", "--app-timeout", "20000"]
    let unknown = try terminal.hwdb(check)
    #expect(unknown.status == 1 && unknown.output.contains("\"flame\" is not an animation"), "\(unknown)")
    let celebrations = ThisPackage.root.appending(path: "Examples/animations/celebrations.tokens.json").path
    let known = try terminal.hwdb(check + ["--animations", celebrations])
    #expect(known.status == 0 && known.output.contains(" correct, 0 wrong"), "\(known)")
    try directory.write("{\"a\": 7}", to: "broken.json")
    let broken = try terminal.hwdb(check + ["--animations", "broken.json"])
    #expect(broken.status == 2 && broken.errors.hasPrefix("hwdb: broken.json:1:"), "\(broken)")
  }

  @Test func `are explored in shares, reported in machine formats, and can be known to fail`() throws {
    func explore(_ words: String...) throws -> CommandResult {
      try terminal.hwdb(["scenario", "explore", "a.scenario", "b.scenario"] + words)
    }
    try directory.write("scenario \"m\"\nquiz mcq 2\nstart\nkill\nanswer correct\n", to: "mistaken.scenario")
    for command in ["run", "explore"] {
      let mistaken = try terminal.hwdb(["scenario", command, "mistaken.scenario"])
      #expect(mistaken.status == 2 && mistaken.output.contains("add resume before it"), "\(command): \(mistaken)")
    }
    let tap = try explore("--format", "tap", "--jobs", "1")
    #expect(tap.status == 1 && tap.output.contains("ok 3 - b one") && tap.output.contains("not ok 4 - b two"), "\(tap)")
    let share = try explore("--shard", "2/2", "--format", "json")
    let names = try JSONText(Array(share.output.utf8)).value["scenarios"]?.array?.compactMap { $0["name"]?.string }
    #expect(names == ["a two", "b two"])
    #expect(try explore("--known-failures", "known.txt", "--fix").status == 0)
    let known = try explore("--known-failures", "known.txt")
    #expect(known.status == 0 && known.output.contains("b two: known to fail: "), "\(known)")
    // The same for a share, which does not play the others.
    #expect(try explore("--known-failures", "known.txt", "--shard", "1/2").status == 0)
    try directory.write("\"b twoo\": it fails\n", to: "misspelt.txt")
    let misspelt = try explore("--known-failures", "misspelt.txt")
    #expect(misspelt.status == 2 && misspelt.errors.contains("no scenario is named \"b twoo\""), "\(misspelt)")
  }

  @Test func `rerun when a script, a file that it names or the program under test changes`() throws {
    let quiz = #"{"questions":[{"type":"mcq","question":"P","options":["a","b"],"correctIndex":0}]}"#
    try directory.write(quiz, to: "quiz.json")
    try directory.write("scenario \"w\"\nquiz \"quiz.json\"\nstart\nanswer correct\n", to: "w.scenario")
    try directory.write("exec '\(ThisPackage.binary("hwdb"))' app serve", to: "program.sh")
    try directory.write("", to: "out")
    let process = Process()
    process.executableURL = URL(filePath: try ThisPackage.binary("hwdb"))
    process.arguments = ["scenario", "run", "w.scenario", "--watch", "--app", "sh ./program.sh"]
    process.currentDirectoryURL = directory.url
    let output = try #require(FileHandle(forWritingAtPath: directory.path("out")))
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    func said(_ words: String, times: Int) throws -> Bool {
      for _ in 0..<400 {
        let text = try String(contentsOfFile: directory.path("out"), encoding: .utf8)
        if text.components(separatedBy: words).count > times { return true }
        usleep(50_000)
      }
      return false
    }
    try #require(try said("1 passed, 0 failed", times: 1))
    try directory.write("scenario \"w\"\nquiz \"quiz.json\"\nstart\nanswer correct x2\n", to: "w.scenario")
    #expect(try said("0 passed, 1 failed", times: 1))
    // The quiz now has two questions.
    let question = quiz.dropFirst(#"{"questions":["#.count).dropLast(2)
    try directory.write(#"{"questions":[\#(question),\#(question)]}"#, to: "quiz.json")
    #expect(try said("1 passed, 0 failed", times: 2))
    try directory.write("scenario \"w\"\nquizz\n", to: "w.scenario")
    #expect(try said("w.scenario:2:1: ", times: 1))
    try directory.write("scenario \"w\"\nquiz mcq 2\nstart\n", to: "w.scenario")
    #expect(try said("1 passed, 0 failed", times: 3))
    try directory.write("exit 3", to: "program.sh")
    #expect(try said("0 passed, 1 failed", times: 2))
  }

  @Test func `show the given design and animation files`() throws {
    let celebrations = ThisPackage.root.appending(path: "Examples/animations/celebrations.tokens.json").path
    try directory.write(
      """
      {"spark": {"$type": "transition", "$value": {"duration": {"value": 500, "unit": "ms"}, "delay": {"value": 0,
      "unit": "ms"}, "timingFunction": [0, 0, 1, 1]}, "$extensions": {"org.hwdb.animation": {"on": "select"}}}}
      """, to: "spark.json")
    let script =
      "quiz mcq 3\nstart\nscreen event select\nexpect running spark\nanswer correct x3\nexpect running flame\nexpect running buttonTap ever\nexpect no A1"
    try directory.write("scenario \"s\"\n\(script)", to: "s.scenario")
    let options = ["--animations", celebrations, "--animations", "spark.json", "--profile", "diet"]
    for command in ["run", "check", "trace", "explore", "report"] {
      let result = try terminal.hwdb(["scenario", command, "s.scenario"] + options)
      // Neither the design nor a file defines A1.
      let words = "A1 is an animation of mcq-streak, which this scenario does not show"
      #expect(result.status != 0 && result.errors.contains(words), "\(command): \(result)")
    }
    try directory.write("scenario \"s\"\n\(script.replacing("\nexpect no A1", with: ""))", to: "s.scenario")
    for command in ["run", "check", "trace", "explore", "report"] {
      let result = try terminal.hwdb(["scenario", command, "s.scenario"] + options)
      #expect(result.status == 0, "\(command): \(result)")
    }
    #expect(try hwdb(["s.scenario", "--profile", "diett"]).errors.contains("diett"))
  }

  @Test func `are found in files and nested folders, in order`() throws {
    #expect(try ran(".") == Self.names)
    #expect(try ran("deep", "a.scenario") == ["deep one", "a one", "a two"])
    #expect(try hwdb(["notes"]).status == 2)
  }

  /// The order does not depend on the number of parallel jobs.
  @Test(arguments: [1, 2, 3, 8]) func `are reported in the same order by any number of jobs`(jobs: Int) throws {
    #expect(try ran(".", "--jobs", "\(jobs)") == Self.names)
    let once = try hwdb([".", "--jobs", "\(jobs)"])
    let lines = once.output.split(separator: "\n").map(String.init)
    #expect(lines.last == "4 passed, 1 failed" && once.status == 1)
    #expect(lines.filter { $0.contains("expect question 3") }.count == 1 && once.output.contains("b.scenario:11: "))
  }

  @Test(arguments: [
    ("one", ["a one", "b one", "deep one"]), ("ONE", ["a one", "b one", "deep one"]), ("one a", ["a one"]),
    ("b", ["b one", "b two"]), ("deep", ["deep one"]),
  ])
  func `are selected by words of their names`(words: String, wanted: [String]) throws {
    #expect(try ran(".", "--filter", words) == wanted)
  }

  /// All numbers of shares up to one more than there are scenarios.
  @Test func `are in exactly one share each`() throws {
    for shares in 1...6 {
      let all = try (1...shares).map { try ran(".", "--shard", "\($0)/\(shares)") }
      #expect(all.flatMap(\.self).sorted() == Self.names.sorted(), "\(all)")
      #expect(all.map(\.count).max() == (5 + shares - 1) / shares)
    }
  }

  @Test func `repeat with other seeds, and stop at the first failure on request`() throws {
    #expect(try ran("a.scenario", "--repeat", "3").count == 6)
    #expect(try hwdb(["a.scenario", "--repeat", "3"]).output.hasSuffix("\n6 passed, 0 failed\n"))
    let stopped = try hwdb(["b.scenario", "a.scenario", "--fail-fast", "--jobs", "1"])
    #expect(stopped.output.hasSuffix("\n1 passed, 1 failed\n") && stopped.status == 1)
  }

  @Test(arguments: [
    ["."] + ["--jobs", "0"], [".", "--jobs", "x"], [".", "--shard", "0/2"], [".", "--shard", "3/2"],
    [".", "--shard", "1"], [".", "--repeat", "0"], [".", "--filter", "nothing is called so"], ["missing.scenario"],
    ["notes.txt"], [],
  ])
  func `are refused in one line if the request is impossible`(_ arguments: [String]) throws {
    let result = try hwdb(arguments)
    #expect(result.status == 2 && result.output == "", "\(result)")
    #expect(result.problems.count == 1, "\(result.errors)")
  }

  /// A program may take seconds for each exchange.
  @Test func `show each exchange of a check when it is over`() throws {
    let output = directory.path("checked")
    let running = try RunningCommand(
      ThisPackage.binary("hwdb"), ["app", "check", "sleep 600", "--app-timeout", "1000"], output: output)
    var shown: String { (try? String(contentsOfFile: output, encoding: .utf8)) ?? "" }
    waitWhile(20) { shown.isEmpty }
    #expect(shown.hasPrefix("✗ it starts and says what it supports\n") && !shown.contains("correct,"), "\(shown)")
    #expect(running.stop() == SIGTERM)
  }

  /// Interrupted while a program under test is silent: no process or file of the run remains.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func `leave nothing behind when they are interrupted`(
    signal: Int32
  ) throws {
    let temporary = directory.path("tmp")
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    // Two programs run at a time: the other one may still be starting.
    let (file, survived) = (directory.path("pid"), directory.path("survived"))
    let command = "echo $$ > \(file).$$; mv \(file).$$ \(file); sleep 20; touch \(survived)"
    var apps: [pid_t] = []
    for _ in 0..<10 {
      try? FileManager.default.removeItem(atPath: file)
      let running = try RunningCommand(
        ThisPackage.binary("hwdb"),
        ["scenario", "run", directory.path("a.scenario"), "--app", command, "--app-timeout", "60000"],
        environment: ["TMPDIR": temporary])
      var pid: pid_t?
      waitWhile(20) {
        pid = (try? String(contentsOfFile: file, encoding: .utf8)).flatMap {
          pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        return pid == nil
      }
      apps.append(try #require(pid))
      // The process dies by the signal itself, and reports nothing about the program that it ended.
      #expect(running.stop(signal) == signal)
      #expect(!FileManager.default.fileExists(atPath: survived))
      #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == [])
    }
    for app in apps {
      waitWhile { kill(app, 0) == 0 }
      #expect(kill(app, 0) == -1 && errno == ESRCH)
    }
  }

  @Test func `are reported to other programs with their durations`() throws {
    let junit = try hwdb([".", "--format", "junit"]).output
    let document = try XMLDocument(xmlString: junit)
    let cases = try document.nodes(forXPath: "//testcase").compactMap { $0 as? XMLElement }
    #expect(cases.map { $0.attribute(forName: "name")?.stringValue } == Self.names)
    let seconds = cases.compactMap { $0.attribute(forName: "time")?.stringValue.flatMap(Double.init) }
    #expect(seconds.count == 5 && seconds.allSatisfy { 0 < $0 && $0 < 60 })
    #expect(try document.nodes(forXPath: "//failure").count == 1)
    let tap = try hwdb([".", "--format", "tap"]).output.split(separator: "\n")
    #expect(tap.filter { $0.hasPrefix("ok ") }.count == 4 && tap.filter { $0.hasPrefix("not ok ") }.count == 1)
  }
}
