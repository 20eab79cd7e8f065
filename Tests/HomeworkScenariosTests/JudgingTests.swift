import Foundation
import HomeworkReports
import HomeworkScenarios
import Testing

@Suite struct `A run's verdict` {
  private func scenario(_ text: String) throws -> Scenario {
    try #require(try ScenarioParser.parse(ScenarioSource(name: "x.scenario", text: "scenario \"a\"\n" + text)).first)
  }

  private func run(_ text: String) throws -> ScenarioReport { ScenarioRunner(worker: []).run(try scenario(text)) }

  private func mistake(_ text: String) -> String? {
    do {
      _ = try scenario(text)
      return nil
    } catch { return (error as? ScenarioMistakes)?.mistakes.first?.message }
  }

  @Test(arguments: [
    ("start\nanswer correct x5", "conflict"), ("start\nanswer correct\nexpect question 3", "question 3, found 2"),
    ("start\nexpect always score 0\nanswer correct", "always score 0, found 1"),
  ])
  func `on an exploration is failure if the script fails without a kill`(script: String, words: String) throws {
    let text = "quiz mcq 2\n" + script
    let exploration = Explorer(ScenarioRunner(worker: []), mode: .simulated).explore(try scenario(text))
    #expect(exploration.failures.first?.contains(words) == true && exploration.pointsKnown == 0)
    #expect(exploration.violation == nil)
  }

  @Test func `distinguishes a mistake in the script from a failed expectation`() throws {
    func explore(_ script: String) throws -> Exploration {
      Explorer(ScenarioRunner(worker: []), mode: .simulated).explore(try scenario("quiz mcq 2\n" + script))
    }
    let mistaken = try explore("start\nkill\nanswer correct")
    #expect(mistaken.isScriptError && mistaken.report.isScriptError && mistaken.failures.count == 1)
    #expect(try !explore("start\nexpect question 2").isScriptError)
  }

  @Test func `includes expect always after every statement and at every kill`() throws {
    let report = try run("quiz mcq 3\nstart\nexpect always score 0\nanswer wrong\nanswer correct\nanswer correct")
    #expect(report.failures.map(\.line) == [4] && report.failures[0].found == "1", "\(report.failures)")
    #expect(try run("quiz mcq 3\nstart\nexpect always score 0\nanswer wrong\nkill\nresume").outcome == .passed)
    #expect(try run("quiz mcq 3\nstart\nexpect always due 99").failures.map(\.line) == [4])
    let text = "quiz mcq 6\nstart\nanswer correct x5\nexpect always running A1\nwait 100ms"
    let found = Explorer(ScenarioRunner(worker: []), mode: .simulated).explore(try scenario(text))
    let violation = try #require(found.violation)
    // Without the kill the expectation holds.
    #expect(violation.law == 0 && violation.script.contains("  kill"), "\(violation)")
    let shortest = try #require(try ScenarioParser.parse(ScenarioSource(name: "s", text: violation.script)).first)
    #expect(ScenarioRunner(worker: []).run([shortest]).failed == 1)
    let unkilled = violation.script.replacing("  kill\n", with: "").replacing("  resume\n", with: "")
    let alive = try ScenarioParser.parse(ScenarioSource(name: "s", text: unkilled))
    #expect(ScenarioRunner(worker: []).run(alive).passed == 1, "\(unkilled)")
    #expect(found.report.hasFailed && found.report.failures[0].found.contains("running A1"))
    #expect(mistake("start\nexpect always error conflict")?.contains("an error is of one action") == true)
  }

  @Test func `ends with the seed if the script fails`() throws {
    let text = "scenario \"a\"\nquiz mcq 2\nseed 7\nstart\nexpect question 2"
    let report = ScenarioRunner(worker: []).run(try ScenarioParser.parse(ScenarioSource(name: "s", text: text)))
    #expect(PrettyReport.text(of: report).contains("\n    --seed 7\n\n0 passed, 1 failed\n"))
    #expect(JUnitReport.text(of: report).contains("--seed 7</failure>"))
    #expect(TAPReport.text(of: report).hasSuffix("  seed: 7\n  ...\n"))
    #expect(HTMLReport.text(of: report).contains("--seed 7"))
  }

  @Test func `prints a cue's counts if they make the difference`() throws {
    let report = try run("quiz mcq 5\nstart\nanswer correct x5\nfinish\nwait 5s\nexpect played A3 from 1 to 6")
    let failure = try #require(report.failures.first)
    #expect(failure.found.contains("A3 played from 0 to 1 at"), "\(failure)")
    #expect(failure.hint?.contains("from 0 to 1") == true)
    let unseen = try run("quiz mcq 5\nstart\nanswer correct x5\nfinish\nkill\nresume\nexpect suppressed A3 from 1 to 6")
    #expect(unseen.failures.first?.found.contains("A3 suppressed because killResume from 0 to 1") == true)
  }

  @Test func `names the design of an animation that the script does not show`() throws {
    let report = try run("profile diet\nquiz mcq 5\nstart\nanswer correct x5\nexpect running A1")
    #expect(report.failures.first?.hint?.contains("add mcq-streak to its profile") == true, "\(report.failures)")
    #expect(mistake("quiz mcq 5\nstart\nexpect running flame")?.hasSuffix("hwdb motion list shows all of them") == true)
  }

  @Test func `suggests a similar variant`() {
    #expect(
      mistake("quiz mcq 5\nstart\nexpect running A1 newstreak")
        == "\"newstreak\" is not a variant of A1: did you mean newStreak?")
  }

  @Test(arguments: [
    ("start\nkill before commit\nresume", "the kill in line 4 waits for an action that saves"),
    ("start\nkill\nlearner \"Ada\"", "no process is alive to switch learners"),
  ])
  func `is an error in the script for an impossible statement`(script: String, words: String) throws {
    let report = try run("quiz mcq 2\n" + script)
    #expect(report.failures.last?.found.contains(words) == true, "\(report.failures)")
    #expect(report.outcome == .error)
  }

  @Test func `excludes the previous learner's cues`() throws {
    let report = try run("quiz mcq 6\nstart\nanswer correct x5\nlearner \"Ada\"\nexpect no A1")
    #expect(report.outcome == .passed, "\(report.failures)")
  }

  @Test func `lists unchecked laws once, with the reason`() throws {
    let laws = [
      LawReport(law: 3, name: "accounted", held: true, detail: nil, unjudged: "it is mute"),
      LawReport(law: 5, name: "only by a reason", held: true, detail: nil, unjudged: "it is mute"),
      LawReport(law: 6, name: "derived means derived", held: true, detail: nil, unjudged: "needs --like"),
    ]
    let words = "not checked: laws 3, 5 (it is mute), 6 (needs --like)"
    let scenario = ScenarioReport(name: "a", file: "x", line: 1, mode: .process, laws: laws)
    let report = RunReport(scenarios: [scenario, scenario])
    #expect(PrettyReport.text(of: report).components(separatedBy: words).count == 2)
    #expect(TraceReport.text(of: scenario).contains(words) && HTMLReport.text(of: report).contains(words))
    #expect(JUnitReport.text(of: report).contains("<system-out>\(words)</system-out>"))
    let explored = Exploration(name: "a", file: "x", line: 1, pointsKnown: 2, pointsTried: 2, notChecked: "law 6 (it)")
    let run = RunReport(scenarios: [explored.report])
    #expect(TAPReport.text(of: run) == "TAP version 14\n1..1\nok 1 - a\n# not checked: law 6 (it)\n")
    #expect(JUnitReport.text(of: run).contains("not checked: law 6 (it)"))
  }

  @Test func `has a picture with a time axis`() throws {
    let picture = SVGReport.text(of: RunReport(scenarios: [try run("quiz mcq 5\nstart\nanswer correct x5\nwait 5s")]))
    #expect(picture.contains(">0 s</text>") && picture.contains(">1 s</text>"))
  }
}
