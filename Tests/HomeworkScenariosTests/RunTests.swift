import Foundation
import HomeworkReports
import HomeworkScenarios
import HomeworkTestKit
import Testing

@Suite struct `A scenario` {
  /// A tap is identified by its answer: two answers at one instant are two taps, even if the process dies between them.
  @Test(arguments: ["homework", "ncdb, diet, mcq-streak"])
  func `breaks no law wherever it is killed, with answers and events at the same instant`(profiles: String) throws {
    let text = """
      scenario "at one instant"
        quiz mcq 4
        profile \(profiles)
        start
        answer correct x3
        skip
        finish
        screen event push
        screen event push
        leave
      """
    let scenario = try #require(try ScenarioParser.parse(ScenarioSource(name: "x.scenario", text: text)).first)
    let exploration = Explorer(ScenarioRunner(worker: []), mode: .simulated).explore(scenario)
    #expect(exploration.violation == nil && exploration.pointsTried > 10, "\(exploration)")
  }

  /// Each revisit is its own trigger and is not saved, so a process killed in between shows it again.
  @Test(arguments: ["", "kill\n  resume\n", "restart\n"])
  func `breaks no law with two revisits in one millisecond and a kill between them`(between: String) throws {
    let text = """
      scenario "revisited"
        quiz mcq 6
        start
        answer correct x5
        wait 5s
        revisit 5
        \(between)
        revisit 5
      """
    let scenario = try #require(try ScenarioParser.parse(ScenarioSource(name: "x.scenario", text: text)).first)
    let report = ScenarioRunner(worker: []).run(scenario)
    #expect(report.outcome == .passed && report.laws.allSatisfy(\.held), "\(report.failures) \(report.laws)")
    let exploration = Explorer(ScenarioRunner(worker: []), mode: .simulated).explore(scenario)
    #expect(exploration.violation == nil && exploration.pointsTried > 5, "\(exploration)")
  }

  @Test func `passes in memory as in the reference`() throws {
    let report = try run(example)
    #expect(report.outcome == .passed, "\(report.failures) \(report.laws)")
    #expect(report.laws.map(\.held) == Array(repeating: true, count: 6))
    #expect(report.kills.map(\.at) == [600])
  }

  @Test(arguments: ["fillBlank", "shortAnswer"]) func `fails if it gives an empty answer`(kind: String) throws {
    let report = try run("scenario \"s\"\n  quiz \(kind) 1\n  start\n  answer \"\"\n")
    #expect(report.outcome == .failed && report.failures.map(\.line) == [4], "\(report.failures)")
    #expect(report.failures.first?.found.contains("is empty: give a text, or skip the question") == true)
  }

  /// Each expectation of the example, made wrong in turn.
  @Test(arguments: [
    ("expect question 6", "expect question 7", "6"),
    ("expect streak 5", "expect streak 4", "5"),
    ("expect stars 1", "expect stars 2", "1"),
    ("expect bar green x4, star x1, empty x5", "expect bar green x4, empty x6", "green x4, star x1, empty x5"),
    ("expect suppressed A1 because killResume", "expect played A1", "A1 newStreak suppressed because killResume"),
    ("expect suppressed A4 because killResume", "expect suppressed A4 because reduceMotion", "killResume"),
    ("expect nothing running", "expect running A1", "A1 newStreak suppressed"),
    ("expect kept answers, streak, stars, question", "expect kept bursts", "bursts was standard and is empty now"),
    ("expect lost bursts, activation, celebrated-questions", "expect lost answers", "answers is still"),
    ("expect lost bursts, activation, celebrated-questions", "expect lost draft", "draft was empty before the kill"),
    ("expect played A2", "expect no A2", "A2 played"),
    ("expect played A3 from 0 to 6", "expect played A3 from 1 to 6", "A3 played"),
    ("expect total 6", "expect total 5", "6"),
  ])
  func `fails if one expectation is wrong`(right: String, wrong: String, found: String) throws {
    let text = example.replacingOccurrences(of: right, with: wrong)
    #expect(text != example)
    let report = try run(text)
    #expect(report.outcome == .failed)
    #expect(report.failures.count == 1)
    let failure = try #require(report.failures.first)
    #expect(failure.found.contains(found), "\(failure)")
    #expect("expect \(failure.expected)" == wrong)
    #expect(example.components(separatedBy: "\n")[failure.line - 1].contains(right))
  }

  @Test func `fails if an action is refused unexpectedly`() throws {
    let text = "scenario \"a\"\nquiz mcq 2\nstart\nstart"
    let report = try run(text)
    #expect(report.outcome == .failed)
    #expect(report.failures.map(\.line) == [4])
    #expect(try run(text + "\nexpect error conflict").outcome == .passed)
    #expect(try run(text + "\nexpect error notFound").outcome == .failed)
  }

  @Test(arguments: [
    ("kill\nkill", 5, "no process is alive to kill"),
    ("kill\nresume\nresume", 6, "a process is alive already"),
    ("kill\nanswer correct", 5, "no process is alive to answer"),
    ("kill before commit", 4, "still armed"),
    ("kill after 1us", 4, "needs --app"),
  ])
  func `is in error, with the line, for an impossible statement`(end: String, line: Int, words: String) throws {
    let report = try run("scenario \"a\"\nquiz mcq 2\nstart\n" + end)
    #expect(report.outcome == .error)
    #expect(report.failures.map(\.line) == [line])
    #expect(report.failures.first?.found.contains(words) == true, "\(report.failures)")
  }

  @Test func `is followed by the next one after an error`() throws {
    let text = "scenario \"a\"\nkill\nkill\nscenario \"b\"\nquiz mcq 1\nstart"
    let scenarios = try ScenarioParser.parse(ScenarioSource(name: "x", text: text))
    let report = ScenarioRunner(worker: []).run(scenarios)
    #expect(report.scenarios.map(\.outcome) == [.error, .passed])
    #expect((report.passed, report.failed) == (1, 1))
  }

  @Test func `keeps the question of a restarted attempt that died at once`() throws {
    for end in ["abandon", "answer correct\nfinish"] {
      for wait in ["", "wait 5s\n"] {
        let text = "scenario \"a\"\nquiz mcq 2\nstart\nanswer wrong\n\(end)\n\(wait)kill after commit\nstart\nresume"
        let report = try run(text + "\nexpect question 1\nexpect nothing running")
        #expect(report.outcome == .passed, "\(report.failures) \(report.laws.filter { !$0.held })")
      }
    }
  }

  /// Every sequence of correct and wrong answers obeys the laws, killed at every kind of point.
  @Test(arguments: ["kill", "kill before commit", "kill after commit"])
  func `obeys the laws wherever it is killed`(kill: String) throws {
    for length in 1...(Sampling.isAll ? 6 : 5) {
      for bits in 0..<(1 << length) {
        for wait in [0, 100, 250, 5000] {
          var lines = ["scenario \"a\"", "quiz mcq 12", "start", "answer correct x4"]
          for index in 0..<length {
            if index == length - 1 && kill != "kill" { lines.append(kill) }
            lines.append(bits >> index & 1 == 1 ? "answer wrong" : "answer correct")
            lines.append("wait \(wait)ms")
          }
          if kill == "kill" { lines.append("kill") }
          lines += ["resume", "answer correct", "wait 5s"]
          let report = try run(lines.joined(separator: "\n"))
          // Stop at the first failure.
          try #require(report.outcome == .passed, "\(lines) \(report.failures) \(report.laws.filter { !$0.held })")
        }
      }
    }
  }

  private func run(_ text: String) throws -> ScenarioReport {
    let scenarios = try ScenarioParser.parse(ScenarioSource(name: "x.scenario", text: text))
    return try #require(ScenarioRunner(mode: .simulated, worker: []).run(scenarios).scenarios.first)
  }
}
