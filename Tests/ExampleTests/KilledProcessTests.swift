import Foundation
import HomeworkModel
import HomeworkReports
import HomeworkScenarios
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `A killed process` {
  private let worker: [String]

  init() throws {
    worker = [try ThisPackage.binary("hwdb")] + AppServer.arguments
  }

  private func run(_ text: String, mode: KillMode) throws -> ScenarioReport {
    let scenarios = try ScenarioParser.parse(ScenarioSource(name: "x.scenario", text: text))
    return try #require(ScenarioRunner(mode: mode, worker: worker).run(scenarios).scenarios.first)
  }

  /// Kills before, inside and after each answer of a short attempt.
  @Test(arguments: Sampling.part(["kill after commit", "kill", "kill before commit"], oneIn: 3))
  func `has the same trace and obeys the laws wherever it dies`(kill: String) throws {
    for killed in 0...8 {
      var lines = ["scenario \"a\"", "quiz mcq 8", "start"]
      for index in 0...8 {
        if index == killed { lines.append(kill) }
        if index == killed && kill == "kill" { lines.append("resume") }
        lines.append(index == 8 ? "finish" : index == 6 ? "answer wrong" : "answer correct")
        if index == killed && kill != "kill" { lines.append("resume") }
        // Repeat the action that died before its commit.
        if index == killed && kill == "kill before commit" {
          lines.append(index == 8 ? "finish" : index == 6 ? "answer wrong" : "answer correct")
        }
        lines.append("wait 300ms")
      }
      let text = lines.joined(separator: "\n")
      let (simulated, process) = (try run(text, mode: .simulated), try run(text, mode: .process))
      #expect(simulated.outcome == .passed, "\(text) \(simulated.failures) \(simulated.laws.filter { !$0.held })")
      #expect(process.outcome == .passed, "\(text) \(process.failures) \(process.laws.filter { !$0.held })")
      #expect(simulated.trace == process.trace)
      #expect(simulated.cues == process.cues)
      #expect(process.kills.map(\.signal) == [SIGKILL])
      #expect(process.kills.allSatisfy { ($0.pid ?? 0) > 1 && Foundation.kill($0.pid ?? 0, 0) == -1 })
      #expect(simulated.kills.map(\.pid) == [nil])
    }
  }

  @Test func `can be mixed with simulated kills in one script`() throws {
    let text = """
      scenario "a"
      quiz mcq 10
      start
      answer correct x5
      kill simulated
      resume
      answer correct
      kill simulated before commit
      answer correct
      resume
      kill process
      resume
      expect question 7
      """
    let report = try run(text, mode: .simulated)
    #expect(report.outcome == .passed, "\(report.failures) \(report.laws)")
    #expect(report.kills.map(\.mode) == [.simulated, .simulated, .process])
    #expect(report.kills.map(\.signal) == [nil, nil, SIGKILL])
  }

  @Test func `that cannot start is an error of its scenario only`() throws {
    let scenarios = try ScenarioParser.parse(
      ScenarioSource(name: "x", text: "scenario \"a\"\nkill\nscenario \"b\"\nwait 1s"))
    let report = ScenarioRunner(mode: .process, worker: ["/nonexistent"]).run(scenarios)
    #expect(report.scenarios.map(\.outcome) == [.error, .passed])
    let failing = ScenarioRunner(mode: .process, worker: ["/bin/false"]).run(scenarios)
    #expect(failing.scenarios.map(\.outcome) == [.error, .passed])
    // A scenario that could not be played has not obeyed the laws.
    let explored = Explorer(ScenarioRunner(mode: .process, worker: ["/nonexistent"]), mode: .process).explore(
      scenarios[1])
    #expect(explored.violation?.detail.contains("/nonexistent") == true, "\(explored)")
  }
}
