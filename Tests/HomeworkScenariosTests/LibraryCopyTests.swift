import HomeworkReports
import HomeworkScenarios
import HomeworkSeededBugs
import HomeworkTestKit
import Testing

@Suite struct `Copies of a library in a script` {
  private func scenario(_ body: String, quiz: String = "quiz mcq 5") throws -> Scenario {
    let text = "scenario \"copies\"\n  \(quiz)\n" + body
    return try ScenarioParser.parse(ScenarioSource(name: "s", text: text))[0]
  }

  private func runner(_ mode: KillMode = .simulated) throws -> ScenarioRunner {
    ScenarioRunner(mode: mode, worker: [try ThisPackage.binary("hwdb")] + AppServer.arguments)
  }

  /// An attempt that is continued and finished on the other copy.
  private static let takenOver = """
      copy "tablet"
      start
      answer correct x4
      wait 1s
      sync
      copy "laptop"
      take
      answer correct
      wait 2s
      expect played A1 newStreak
      finish
      wait 3s
      sync
      copy "tablet"
      expect no A1 ever
      expect total 1
      answer correct
      expect error conflict
    """

  /// Both copies play, one deletes what the other has not touched since.
  private static let both = """
      copy "tablet"
      wait 1s
      add homework "Essay"
      sync
      start
      answer correct x5
      wait 2s
      finish
      wait 3s
      copy "laptop"
      delete "Essay"
      start
      answer correct x5
      wait 2s
      finish
      wait 3s
      sync
    """

  @Test(arguments: Sampling.isAll ? [takenOver, both] : [takenOver], [KillMode.simulated, .process, .powerLoss])
  func `keep all laws at any kill`(body: String, mode: KillMode) throws {
    let scenario = try scenario(body)
    let report = try runner(mode).run(scenario)
    #expect(report.outcome == .passed, "\(report.failures) \(report.brokenLaws)")
    #expect(report.laws.map(\.law) == Array(1...8))
    // A process takes a while to start, so that the whole space is explored in memory.
    guard mode == .simulated else { return }
    let explored = Explorer(try runner(mode), mode: mode).explore(scenario)
    #expect(explored.violation == nil, "\(explored.violation?.detail ?? "") \(explored.violation?.script ?? "")")
    #expect(explored.pointsTried == explored.pointsKnown && explored.pointsKnown > 60)
  }

  @Test(
    arguments: Sampling.part(
      [
        (SeededBug.lastWriterWins, Law.derivedMeansDerived), (.creditTwice, .onceOverAll),
        (.ignoreDeletion, .onceOverAll),
        (.takeTwice, .converged), (.celebrateOthers, .onceOverAll),
      ], oneIn: 2))
  func `break a law with a seeded bug`(bug: SeededBug, law: Law) throws {
    var runner = try runner()
    runner.seed(bug)
    let body = bug == .celebrateOthers ? Self.takenOver : Self.both
    let violation = try #require(Explorer(runner, mode: .simulated).explore(try scenario(body)).violation)
    #expect(violation.law == law.rawValue, "\(violation)")
    let again = try ScenarioParser.parse(ScenarioSource(name: "again", text: violation.script))
    #expect(again[0].statements.count <= 12, "\(violation.script)")
    #expect(try self.runner().run(again[0]).laws.allSatisfy(\.held), "\(violation.script)")
  }

  /// Law 7 by itself: the copies differ in something that no other law derives.
  @Test func `must be equal once they have exchanged everything`() throws {
    var runner = try runner()
    runner.seed(.ignoreDeletion)
    let report = runner.run(try scenario(Self.both))
    #expect(report.laws.contains { $0.law == Law.converged.rawValue && !$0.held }, "\(report.laws)")
  }

  @Test(arguments: [
    ("start\n  copy \"a\"\n  copy \"b\"", "no copy selected: add copy \"a\" before this line"),
    ("copy \"a\"\n  sync", "there is no other copy: name two, with copy \"NAME\" before their actions"),
    ("sync", "there is no other copy: name two, with copy \"NAME\" before their actions"),
    ("copy \"a\"\n  sync \"a\"\n  copy \"b\"", "\"a\" is not another copy: write sync \"b\""),
    ("copy \"a\"\n  sync\n  copy \"b\"\n  copy \"c\"", "there are several other copies: write sync \"b\""),
    ("copy \"a\"\n  kill at part", "a part of an exchange is missing here"),
  ])
  func `are refused where they make no sense`(body: String, message: String) throws {
    let mistakes = #expect(throws: ScenarioMistakes.self) { try self.scenario("  \(body)") }
    #expect(mistakes?.mistakes.map(\.message) == [message])
  }

  @Test(arguments: [
    (
      "copy \"a\"\n  kill\n  copy \"b\"\n  sync",
      "the process of \"a\" is not alive: write copy \"a\" and resume before sync"
    ),
    (
      "copy \"a\"\n  start\n  kill at part 99\n  sync\n  copy \"b\"",
      "the kill is still armed at the end: add sync with that many parts after it"
    ),
  ])
  func `say what a run lacks`(body: String, message: String) throws {
    let report = try runner().run(try scenario("  \(body)"))
    #expect(report.failures.map(\.found) == [message])
  }
}
