import Foundation
import HomeworkAPI
import HomeworkReports
import HomeworkScenarios
import HomeworkTestKit
import Testing

@Suite struct `Every example scenario` {
  private let worker: [String]

  init() throws {
    worker = [try ThisPackage.binary("hwdb")] + AppServer.arguments
  }

  private func sources() throws -> [ScenarioSource] {
    try ["Examples/scenarios", "Examples/animations"].flatMap {
      try ThisPackage.files(in: $0, withExtension: "scenario")
    }
    .map { file in
      let text = try String(contentsOf: file, encoding: .utf8)
      var files: [String: String] = [:]
      for name in ScenarioParser.files(in: text) {
        files[name] = try String(
          contentsOf: file.deletingLastPathComponent().appendingPathComponent(name), encoding: .utf8)
      }
      return ScenarioSource(name: file.lastPathComponent, text: text, files: files)
    }
  }

  /// All of them in memory, half of them in `make test` killed and cut off.
  @Test func `passes with the same trace when simulated, killed, or cut off from power`() throws {
    let sources = try sources()
    let count = try sources.reduce(0) { $0 + (try ScenarioParser.parse($1).count) }
    #expect(count >= 40)
    let profiles = sources.flatMap { $0.text.split(separator: "\n") }.filter { $0.contains("profile ") }.joined()
    for profile in ["mcq-streak", "homework", "offload", "ncdb", "diet"] { #expect(profiles.contains(profile)) }
    let killed = Set(Sampling.part(sources, oneIn: 2).map(\.name))
    for source in sources {
      let scenarios = try ScenarioParser.parse(source)
      let simulated = ScenarioRunner(mode: .simulated, worker: worker).run(scenarios)
      for one in simulated.scenarios {
        #expect(one.outcome == .passed, "\(one.name): \(one.failures) \(one.laws.filter { !$0.held })")
      }
      guard killed.contains(source.name) else { continue }
      let process = ScenarioRunner(mode: .process, worker: worker).run(scenarios)
      let power = ScenarioRunner(mode: .powerLoss, worker: worker).run(scenarios)
      for (one, third) in zip(simulated.scenarios, power.scenarios) {
        #expect(third.outcome == .passed, "\(third.name): \(third.failures) \(third.laws.filter { !$0.held })")
        #expect(one.trace == third.trace, "\(one.name)")
        #expect(one.cues == third.cues, "\(one.name)")
        #expect(third.kills.allSatisfy { $0.mode != .powerLoss || $0.seed != nil })
      }
      for (one, other) in zip(simulated.scenarios, process.scenarios) {
        #expect(other.outcome == .passed, "\(other.name): \(other.failures) \(other.laws.filter { !$0.held })")
        #expect(one.trace == other.trace, "\(one.name)")
        #expect(one.cues == other.cues, "\(one.name)")
        #expect(other.kills.allSatisfy { $0.mode == .powerLoss || ($0.pid != nil && $0.signal == SIGKILL) })
      }
    }
  }

  /// Our own session must pass like any other program.
  @Test(.inTestAll) func `obeys the laws at every point when our session plays it like any program`() throws {
    var runner = ScenarioRunner(worker: [])
    runner.app = AppUnderTest(command: "exec '\(worker[0])' app serve", timeLimitMs: 20_000)
    runner.app?.budgetMs = 120_000
    let explorer = Explorer(runner, mode: .process, seed: UInt64(Sampling.seed))
    // Each call is a point, and takes its time under a tracer: of the shortest script of another file each day, what two
    // minutes allow. A random kill may leave a call that cannot be followed, so that a loss of power after it is skipped;
    // and only hwdb itself makes copies of a library.
    let shortest = try sources().compactMap { source in
      try ScenarioParser.parse(source)
        .filter { !$0.statements.contains { $0.text.contains("power-loss") || $0.text.hasPrefix("copy ") } }
        .min { $0.statements.count < $1.statements.count }
    }
    let scenario = shortest[Sampling.seed % shortest.count]
    let found = explorer.explore(scenario)
    #expect(found.violation == nil && found.failures.isEmpty && found.skipped == nil, "\(found)")
    // Of a script of 800 calls a point takes ten seconds, and one without a save has four points.
    #expect(found.pointsTried >= 4, "\(found)")
  }

  /// Changes each expectation of each example in turn into one that cannot hold beside it, a share of them.
  @Test func `fails at the right place if any single expectation is changed`() throws {
    var changed = 0
    for source in try sources() {
      var lines = source.text.components(separatedBy: "\n")
      for (index, line) in Sampling.part(Array(lines.enumerated()), oneIn: 6) {
        guard let wrong = contradiction(of: line, in: source) else { continue }
        lines[index] = wrong
        let text = lines.joined(separator: "\n")
        let scenarios = try ScenarioParser.parse(ScenarioSource(name: source.name, text: text, files: source.files))
        let report = ScenarioRunner(mode: .simulated, worker: worker).run(scenarios)
        #expect(report.failed == 1, "\(source.name):\(index + 1): \(wrong)")
        let failures = report.scenarios.flatMap(\.failures)
        #expect(failures.map(\.line) == [index + 1], "\(source.name):\(index + 1): \(wrong) \(failures)")
        #expect(failures.allSatisfy { !$0.expected.isEmpty && !$0.found.isEmpty })
        lines[index] = line
        changed += 1
      }
    }
    #expect(changed > 20)
  }

  /// Returns an expectation that contradicts the line; `nil` if the line is not an expectation.
  private func contradiction(of line: String, in source: ScenarioSource) -> String? {
    let statement = line.split(separator: "#")[safely: 0].map(String.init) ?? line
    var words = statement.split(separator: " ").map(String.init)
    guard words.first == "expect" else { return nil }
    switch words[1] {
    case "question", "streak", "stars", "total", "score", "percentage", "due":
      words[2] = words[2] == "0" ? "1" : "0"
      if words[1] == "question" { words[2] = "200" }
    case "grade": words[2] = words[2] == "excellent" ? "goodEffort" : "excellent"
    case "state": words[2] = words[2] == "inProgress" ? "completed" : "inProgress"
    case "bar":
      let full = "expect bar green x4, star x6"
      return statement.trimmingCharacters(in: .whitespaces) == full ? "expect bar empty x10" : full
    case "progress": words[words.count - 1] = "77"
    case "flag": words[3] = words[3] == "set" ? "unset" : "set"
    case "kept": words[1] = "lost"
    case "lost": words[1] = "kept"
    case "no" where words[2] == "attempt": return "expect state inProgress"
    case "no": return "expect played \(words[2])" + (words.last == "ever" ? " ever" : "")
    case "nothing":
      // In a script that names an animation file, only the file's animations may be mentioned.
      return "expect running \(source.text.contains("animations \"") ? "flame" : "A4") times 3 ever"
    case "error": words[2] = words[2] == "conflict" ? "notFound" : "conflict"
    default:
      // For a cue, expect a number of times that no script has.
      words = words.enumerated().filter { index, word in
        word != "times" && !(index > 0 && words[index - 1] == "times")
      }.map(\.element)
      let isEver = words.last == "ever"
      return (words + ["times", "99"]).joined(separator: " ") + (isEver && words.last != "ever" ? " ever" : "")
    }
    return words.joined(separator: " ")
  }
}

extension Array {
  fileprivate subscript(safely index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
