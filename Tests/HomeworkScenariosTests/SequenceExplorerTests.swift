import HomeworkReports
import HomeworkScenarios
import HomeworkSeededBugs
import Testing

@Suite struct `Exploring sequences` {
  @Test func `tries every sequence with every death, and finds no broken law`() throws {
    let found = Explorer().explore(sequencesUpTo: 6)
    #expect(found.violation == nil, "\(found.violation?.script ?? "")")
    // 2 + 4 + … + 64.
    #expect(found.sequences == 126)
    #expect(found.points == 1640)
  }

  @Test(arguments: [
    (SeededBug.cueBeforeCommit, Law.savedBeforeShown), (.replayOnResume, .atMostOnce),
    (.forgetCue, .accounted), (.hideCue, .onlyByReason), (.forgetStreak, .derivedMeansDerived),
  ])
  func `finds a seeded bug, with a script that reproduces it`(seededBug: SeededBug, law: Law) throws {
    var explorer = Explorer()
    explorer.seed(seededBug)
    let violation = try #require(explorer.explore(sequencesUpTo: 6).violation)
    let scenario = try ScenarioParser.parse(ScenarioSource(name: "s", text: violation.script))
    var runner = ScenarioRunner(worker: [])
    let sound = runner.run(scenario[0])
    #expect(!sound.laws.contains { !$0.held }, "\(violation.script)")
    runner.seed(seededBug)
    let broken = runner.run(scenario[0]).laws.filter { !$0.held }
    #expect(broken.contains { $0.law == violation.law }, "\(violation.script)")
    #expect(broken.contains { $0.law == law.rawValue })
  }

  @Test func `yields scripts that give the same result in a run, at every death`() throws {
    // The explorer is a second implementation of a run; the other implementation plays its scripts.
    for answers in ["correct x6", "correct x4"] {
      let text =
        "scenario \"s\"\nquiz mcq 6\nstart\nanswer \(answers)\n" + (answers == "correct x4" ? "answer wrong x2\n" : "")
        + "finish\nwait 2s"
      let scenario = try ScenarioParser.parse(ScenarioSource(name: "s", text: text))[0]
      let runner = ScenarioRunner(worker: [])
      let found = Explorer(runner, mode: .simulated).explore(scenario)
      #expect(found.violation == nil, "\(found.violation?.script ?? "")")
    }
  }
}

@Suite struct `A worker` {
  @Test func `that does not answer is ended, and the run continues with the next scenario`() throws {
    let text = "scenario \"hangs\"\nquiz mcq 1\nstart\nkill process\nscenario \"next\"\nquiz mcq 1\nstart"
    let scenarios = try ScenarioParser.parse(ScenarioSource(name: "s", text: text))
    let report = ScenarioRunner(worker: ["/bin/sleep", "60"], workerTimeLimitMs: 200).run(scenarios)
    #expect(report.scenarios.map(\.outcome) == [.error, .passed])
    #expect(report.scenarios[0].failures.first?.found.contains("has not answered app.start within 200 ms") == true)
  }
}
