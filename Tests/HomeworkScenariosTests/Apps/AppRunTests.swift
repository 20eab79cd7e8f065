import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkReports
import HomeworkScenarios
import HomeworkTestKit
import Testing

@Suite struct `A run of a program under test` {
  private static let apps = ThisPackage.root.appendingPathComponent("Examples/apps").path

  private func runner(_ program: String) -> ScenarioRunner {
    var runner = ScenarioRunner(worker: [])
    runner.app = AppUnderTest(command: "exec python3 -S '\(Self.apps)/\(program)'", timeLimitMs: 20_000)
    return runner
  }

  private func scenarios(_ script: String) throws -> [Scenario] {
    try ScenarioParser.parse(ScenarioSource(name: "x.scenario", text: "scenario \"a\"\nquiz mcq 5\n" + script))
  }

  @Test(
    arguments: [("wrong/celebrates_again.py", 2), ("wrong/saves_into_its_buffer.py", 4)]
      + (Sampling.isAll ? [("wrong/writes_in_two_parts.py", 4)] : []))
  func `is explored to the shortest script that breaks a law, with its seed`(program: String, law: Int) throws {
    let scenario = try scenarios("start\nanswer correct x5")[0]
    let exploration = Explorer(runner(program), mode: .process, seed: 3).explore(scenario)
    let violation = try #require(exploration.violation, "\(exploration)")
    #expect(violation.law == law, "\(violation)")
    #expect(violation.script.contains("\n# failed ") && violation.script.hasSuffix("\n# --seed 3\n"))
    let again = try ScenarioParser.parse(ScenarioSource(name: "again", text: violation.script))
    #expect(again[0].statements.count <= 8, "\(violation.script)")
    // The script can be kept as a test: a correct program passes it. It names a call only if no other kill
    // reproduces the bug.
    #expect(runner("quiz.py").run(again).passed == 1, "\(violation.script)")
    #expect(violation.script.contains("at call") == program.contains("two_parts"), "\(violation.script)")
  }

  /// The cues of a finish are known by their attempt, also if the kill came before the program could report them.
  @Test(.inTestAll) func `may finish two attempts, at any kill`() throws {
    let first = "start\nanswer correct x5\nfinish\nwait 6s\nleave\n"
    let second = "start\nanswer correct x5\nwait 3s\nkill after commit\nfinish\nresume"
    let exploration = Explorer(runner("quiz.py"), mode: .process).explore(try scenarios(first + second)[0])
    #expect(exploration.violation == nil && exploration.pointsTried > 50, "\(exploration)")
  }

  /// The program reports the cues of its last action only in its next life, which does not exist.
  @Test(arguments: [nil, ProfileName.mcqStreak])
  func `does not blame a program for reports that it had no time to send`(like: ProfileName?) throws {
    var runner = runner("quiz.py")
    runner.app?.like = like
    for last in ["wrong", "correct"] {
      let report = runner.run(try scenarios("start\nanswer correct x4\nkill after commit\nanswer \(last)"))
      #expect(report.passed == 1, "\(report.scenarios.map(\.failures)) \(report.scenarios[0].brokenLaws)")
    }
  }

  @Test func `is not explored if the script does not fit the program, with the reason`() throws {
    let scenario = try scenarios("complete \"T\"")[0]
    let exploration = Explorer(runner("quiz.py"), mode: .process).explore(scenario)
    #expect(exploration.skipped?.contains("the action complete") == true && exploration.pointsKnown == 0)
  }

  @Test func `says so if it starts no cue, and is not taken for one that was looked at`() throws {
    let silent = runner("quiz.py").run(try scenarios("start\nanswer wrong"))
    #expect(silent.failed == 0 && silent.unseen != nil)
    #expect(PrettyReport.text(of: silent).contains("not checked: animations (no cue was started)"))
    #expect(runner("quiz.py").run(try scenarios("start\nanswer correct")).unseen == nil)
    let exploration = Explorer(runner("quiz.py"), mode: .process).explore(try scenarios("start\nskip")[0])
    #expect(RunReport(scenarios: [exploration.report]).unseen != nil)
  }

  @Test func `may fail only as recorded, and must not pass then`() throws {
    let failing = runner("wrong/restarts_the_question.py").run(try scenarios("start\nanswer correct\nkill\nresume"))
    let passing = runner("quiz.py").run(try scenarios("start\nanswer correct\nkill\nresume"))
    #expect((failing.failed, passing.failed) == (1, 0))
    let text = KnownFailures().text(after: failing)
    #expect(text.contains("\"a\": law 4, nothing lost, is broken"))
    let known = try KnownFailures(text)
    #expect(known.judge(failing).failed == 0)
    #expect(known.judge(failing).scenarios[0].knownFailure != nil)
    #expect(PrettyReport.text(of: known.judge(failing)).contains("1 known to fail"))
    let passed = known.judge(passing)
    #expect(passed.failed == 1 && passed.scenarios[0].failures[0].found == "it passes")
    // A loss of data does not hide behind what is known.
    var worse = failing
    worse.scenarios[0].laws.append(LawReport(law: 1, name: "first saved, then shown", held: false, detail: "early"))
    #expect(known.judge(worse).failed == 1)
    let otherwise = try KnownFailures("# a comment\n\n\"a\": something else\n")
    #expect(otherwise.judge(failing).failed == 1)
    #expect(known.text(after: passing).split(separator: "\n").count == 1)
    #expect(throws: KnownFailures.Mistake.self) { try KnownFailures("a: b") }
  }

  @Test func `explains a faulty first message to a beginner`() throws {
    let check = try AppCheck.run(AppUnderTest(command: "echo Hello", timeLimitMs: 2000))
    #expect(check.scenarios.count == 17)
    #expect(check.scenarios[0].failures[0].found.contains("Hello: was it meant for standard error?"))
    let deaf = try AppCheck.run(AppUnderTest(command: "trap '' TERM; while :; do sleep 1; done", timeLimitMs: 200))
    #expect(deaf.scenarios.last?.failures.first?.found == "it still runs after 200 ms")
  }

  /// Our own worker obeys the same protocol as any program.
  @Test func `finds no mistake in our worker`() throws {
    let check = try AppCheck.run(AppUnderTest(command: "exec '\(try ThisPackage.binary("hwdb"))' app serve"))
    #expect(check.passed == 17, "\(check.scenarios.filter(\.hasFailed).map(\.failures))")
  }

  /// Each of these scripts once broke a law in our worker, judged like any program.
  @Test(arguments: [
    "quiz mcq 2\nstart\nkill after commit\nanswer correct\nresume\nexpect question 2",
    "quiz mcq 6\nwait 500ms\nstart\nanswer correct x5\nwait 300ms\nkill\nresume\nexpect suppressed A1 at 700ms",
    "quiz mcq 2\nstart\nanswer correct\nkill power-loss\nresume\nexpect question 2",
    "profile offload\nkill after 1us\nadd homework \"A\" in \"B\"\nresume\nadd homework \"C\"",
    "quiz mcq 1\nprofile homework\nstart\nanswer correct\nkill after commit\nfinish\nresume",
    "profile offload\nmotion reduced\nkill after commit\nadd homework \"A\"\nresume",
    "quiz mcq 2\nprofile diet\nstart\nanswer E\nexpect error invalid\nkill\nresume",
    "quiz mcq 3\nprofile homework\ngeneration pending\nwait 3s\nkill after commit\ngeneration ready\nresume",
    "quiz mcq 2\nstart\nanswer correct\nleave\nwait 5s\nkill\nresume",
    "quiz mcq 2\nstart\nanswer correct\nlearner \"Ada\"\nstart\nwait 5s\nanswer correct\nkill\nresume",
  ])
  func `finds no broken law in our worker, played like any program`(script: String) throws {
    var runner = ScenarioRunner(worker: [])
    runner.app = AppUnderTest(command: "exec '\(try ThisPackage.binary("hwdb"))' app serve", timeLimitMs: 20_000)
    let report = runner.run(
      try ScenarioParser.parse(ScenarioSource(name: "x.scenario", text: "scenario \"a\"\n" + script)))
    #expect(report.passed == 1, "\(report.scenarios.map(\.failures)) \(report.scenarios[0].brokenLaws)")
  }
}
