import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkReports
import HomeworkScenarios
import HomeworkTestKit
import Testing

@Suite struct `The example quizzes` {
  enum Language: String, CaseIterable { case python = "py", c, swift, phone }

  private static let folder = ThisPackage.root.appendingPathComponent("Examples/apps").path

  /// Returns the command that starts the quiz, after compiling it if necessary.
  private func command(_ language: Language, in directory: TemporaryDirectory) throws -> String {
    let name = language == .phone ? "phone.py" : "quiz.\(language.rawValue)"
    return try command("\(Self.folder)/\(name)", in: directory)
  }

  private func command(_ source: String, in directory: TemporaryDirectory) throws -> String {
    let compiler: String
    switch Language(rawValue: URL(filePath: source).pathExtension) {
    case nil: return "exec node '\(source)'"
    case .python, .phone: return "exec python3 -S '\(source)'"
    case .c: compiler = "$(command -v cc || command -v clang) -O2 -Wall -Wextra -Werror"
    case .swift: compiler = "swiftc -O -warnings-as-errors"
    }
    let result = try run("/bin/bash", ["-c", "\(compiler) -o '\(directory.path("quiz"))' '\(source)'"], seconds: 300)
    try #require(result.status == 0, "\(result)")
    return "exec '\(directory.path("quiz"))'"
  }

  private func scenarios() throws -> [Scenario] {
    let files = try ThisPackage.files(in: "Examples/scenarios", withExtension: "scenario")
    return try files.flatMap { file -> [Scenario] in
      let text = try String(contentsOf: file, encoding: .utf8)
      var files: [String: String] = [:]
      for name in ScenarioParser.files(in: text) {
        files[name] = try String(
          contentsOf: file.deletingLastPathComponent().appendingPathComponent(name), encoding: .utf8)
      }
      return try ScenarioParser.parse(ScenarioSource(name: file.lastPathComponent, text: text, files: files))
    }
  }

  /// The second script of each three, by programs that start quickly; all of them, by all, in `make test-all`.
  @Test(arguments: Sampling.isAll ? Language.allCases : [.python, .c])
  func `pass every example scenario of their design, with the same cues as the model`(language: Language) throws {
    let directory = TemporaryDirectory()
    var runner = ScenarioRunner(worker: [])
    runner.app = AppUnderTest(command: try command(language, in: directory), timeLimitMs: 20_000, like: .mcqStreak)
    let report = runner.run(Sampling.part(try scenarios(), oneIn: 3))
    for scenario in report.scenarios where scenario.hasFailed {
      Issue.record("\(scenario.name): \(scenario.failures) \(scenario.laws.filter { !$0.held })")
    }
    // Only scripts with another design, or that need one of our own files, do not apply to them.
    #expect(report.passed * 3 > report.scenarios.count)
    let reasons = [
      "but the program is compared with mcq-streak", "needs strace", "counts writes to a file of hwdb's own",
      "\"expect due 0\" needs something that no program under test reports",
      "needs a way to start that the program does not declare", "it is about copies of a library",
      "this one is a bridge", "which the program does not declare",
    ]
    let others = ["add", "complete", "delete", "generation", "learner"].map { "needs the action \($0), which" }
    for scenario in report.scenarios where scenario.outcome == .skipped {
      let isKnown = (reasons + others).contains { scenario.skipped?.contains($0) == true }
      #expect(isKnown, "\(scenario.skipped ?? "")")
    }
    // It uses the protocol without mistakes.
    let check = try AppCheck.run(runner.app ?? AppUnderTest(command: ""))
    #expect(check.failed == 0 && check.passed == 17, "\(check.scenarios.filter(\.hasFailed).map(\.failures))")
  }

  /// Cues can outlive their attempt: here the kill comes during a later attempt.
  private static let outlived = [
    "start\nanswer correct x5\nfinish\nstart\nrestart",
    "start\nanswer correct x5\nfinish\nstart\nanswer correct x5\nrestart",
    "start\nanswer correct x5\nfinish\nwait 300ms\nleave\nstart\nwait 100ms\nanswer correct x5\nkill\nresume",
    "start\nanswer correct x5\nabandon\nstart\nanswer correct x4\nkill after commit\nanswer correct\nresume",
    "start\nanswer correct x5\nfinish\nkill after commit\nstart\nresume\nanswer correct x5\nrestart\nfinish",
    "start\nanswer correct x5\nfinish\nstart\nanswer correct x5\nkill after commit\nfinish\nresume",
    "start\nanswer correct x5\nabandon\nstart\nanswer correct x5\nrevisit 5\nrestart\nwait 4s",
    "start\nanswer correct x5\nabandon\nwait 100ms\nstart\nanswer correct x5\nkill\nkill at call 4\nresume\nresume",
    "start\nanswer correct x5\nfinish\nstart\nanswer correct\nrestart\nanswer correct x4\nrestart\nfinish\nrestart",
  ]

  @Test(arguments: [Language.python, .c, nil]) func `account for what an earlier attempt has started`(
    language: Language?
  ) throws {
    let directory = TemporaryDirectory()
    let worker = "exec '\(try ThisPackage.binary("hwdb"))' app serve"
    let app = try language.map { try command($0, in: directory) } ?? worker
    for like in [nil, ProfileName.mcqStreak] {
      var runner = ScenarioRunner(worker: [])
      runner.app = AppUnderTest(command: app, timeLimitMs: 20_000, like: like)
      let scripts = Self.outlived.filter { Machine.hasTracing || !$0.contains("at call") }
      for script in Sampling.part(scripts, oneIn: like == nil ? 2 : 4) {
        let text = "scenario \"a\"\nquiz mcq 5\n" + script
        let report = runner.run(try ScenarioParser.parse(ScenarioSource(name: "a", text: text))[0])
        #expect(report.outcome == .passed, "\(script): \(report.failures) \(report.brokenLaws)")
      }
    }
  }

  @Test(arguments: [(Language.python, 150), (.swift, 200), (.c, 350)])
  func `are as short as documented`(language: Language, lines: Int) throws {
    let text = try String(contentsOfFile: "\(Self.folder)/quiz.\(language.rawValue)", encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= lines)
  }

  @Test func `obey the laws at every point at which they can die`() throws {
    let directory = TemporaryDirectory()
    let text = "scenario \"five\"\nquiz mcq 5\nstart\nanswer correct x5\nwait 3s\nfinish\nwait 3s"
    let scenario = try #require(try ScenarioParser.parse(ScenarioSource(name: "five", text: text)).first)
    var runner = ScenarioRunner(worker: [])
    runner.app = AppUnderTest(command: try command(.c, in: directory), timeLimitMs: 20_000, like: .mcqStreak)
    let exploration = Explorer(runner, mode: .process, seed: 7).explore(scenario)
    #expect(
      exploration.violation == nil, "\(exploration.violation?.detail ?? "") \(exploration.violation?.script ?? "")")
    #expect(exploration.pointsTried == exploration.pointsKnown && exploration.pointsKnown > 40)
  }

  /// The first line of each script says which law its program breaks.
  @Test func `with a mistake are caught by the law they break, with at most eight statements`() throws {
    let scripts = try ThisPackage.files(in: "Examples/apps/wrong", withExtension: "scenario")
    #expect(scripts.count == 13)
    let programs = try ["py", "c", "swift", "js"].flatMap {
      try ThisPackage.files(in: "Examples/apps/wrong", withExtension: $0)
    }
    for script in Sampling.part(scripts, oneIn: 3) {
      let text = try String(contentsOf: script, encoding: .utf8)
      let losesPower = text.contains("kill power-loss")
      guard Machine.hasTracing || !losesPower else {
        print("\(script.lastPathComponent) loses no power here: strace is not installed, or the kernel forbids tracing")
        continue
      }
      let broken = try #require(text.split(separator: "\n").first?.split(separator: ": ").last.map(String.init))
      let scenarios = try ScenarioParser.parse(ScenarioSource(name: script.lastPathComponent, text: text))
      #expect(scenarios.count == 1 && scenarios[0].statements.count <= 8)
      var runner = ScenarioRunner(worker: [])
      let program = try #require(programs.first { $0.deletingPathExtension() == script.deletingPathExtension() })
      let directory = TemporaryDirectory()
      runner.app = AppUnderTest(command: try command(program.path, in: directory), timeLimitMs: 20_000)
      let report = runner.run(scenarios).scenarios[0]
      // Where a bridge lies about a kill, no law can be judged.
      let outcome: ScenarioReport.Outcome = broken == "kill" ? .error : .failed
      #expect(report.outcome == outcome, "\(script.lastPathComponent): \(report.failures)")
      if broken.hasPrefix("law ") {
        #expect(report.laws.contains { !$0.held && "law \($0.law)" == broken }, "\(script.lastPathComponent)")
      } else {
        #expect(report.failures.map(\.statement) == [broken], "\(script.lastPathComponent): \(report.failures)")
      }
      if losesPower {
        // The second line says what is missing.
        let missing = text.split(separator: "\n")[1].dropFirst(2)
        #expect(report.power?.lost.contains { $0.missing.contains(missing) } == true, "\(script.lastPathComponent)")
      }
      // The correct program passes the same script.
      runner.app = AppUnderTest(
        command: "exec python3 -S '\(Self.folder)/quiz.py'", timeLimitMs: 20_000, like: .mcqStreak)
      #expect(runner.run(scenarios).failed == 0, "\(script.lastPathComponent)")
    }
  }
}

@Suite struct `The editors' grammar` {
  private let patterns: [String]

  init() throws {
    let path = ThisPackage.root.appendingPathComponent("Examples/editors/hwdb-scenario.tmLanguage.json")
    let grammar = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [String: Any])
    let rules = try #require(grammar["patterns"] as? [[String: Any]])
    patterns = rules.map { $0["match"] as? String ?? #""(\\.|[^"\\])*""# }
  }

  @Test func `knows every word of the language, and every animation`() throws {
    let values: [[String]] = [
      KillMode.allCases.map(\.rawValue), QuestionKind.allCases.map(\.rawValue), Reason.allCases.map(\.rawValue),
      Disposition.allCases.map(\.rawValue), Attempt.State.allCases.map(\.rawValue), Grade.allCases.map(\.rawValue),
      RefusalName.allCases.map(\.rawValue), Dot.allCases.map(\.rawValue), FieldName.allCases.map(\.rawValue),
      ProfileName.designs.map(\.rawValue), Catalogue.all.names.map(\.rawValue),
      Catalogue.all.screenEvents.map(\.rawValue), try languageWords(),
    ]
    let known = Set(patterns.flatMap { $0.split { "|()".contains($0) } }.map { $0.replacing("\\.", with: ".") })
    for word in values.joined() { #expect(known.contains(word), "\(word)") }
  }

  /// Every word of every example has a colour.
  @Test func `matches every word of every example`() throws {
    let expressions = try patterns.map { try NSRegularExpression(pattern: $0) }
    var count = 0
    for folder in ["Examples/scenarios", "Examples/apps"] {
      for file in try ThisPackage.files(in: folder, withExtension: "scenario") {
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init) {
          var rest = NSRange(line.startIndex..., in: line)
          // As in an editor, the pattern that matches first wins; of several, the first in the list.
          while let match = expressions.compactMap({
            $0.firstMatch(in: line, options: [.withTransparentBounds], range: rest)
          })
          .min(by: { $0.range.location < $1.range.location }) {
            let between = NSRange(location: rest.location, length: match.range.location - rest.location)
            let text = (line as NSString).substring(with: between).trimmingCharacters(in: .whitespaces)
            #expect(text.isEmpty, "\(file.lastPathComponent): \"\(text)\" in: \(line)")
            let end = match.range.location + max(1, match.range.length)
            rest = NSRange(location: end, length: (line as NSString).length - end)
            count += 1
          }
          let left = (line as NSString).substring(with: rest).trimmingCharacters(in: .whitespaces)
          #expect(left.isEmpty, "\(file.lastPathComponent): \"\(left)\" in: \(line)")
        }
      }
    }
    #expect(count > 1000)
  }
}
