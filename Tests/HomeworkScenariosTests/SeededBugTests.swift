import HomeworkPlay
import HomeworkReports
import HomeworkScenarios
import HomeworkSeededBugs
import HomeworkTestKit
import Testing

/// An app that shows its attempt's cues.
private final class SoundApp: ScenarioApp {
  let live: LiveAttempt
  private let test: TestEnvironment

  init(_ test: TestEnvironment) async throws {
    self.test = test
    live = try await test.open()
  }

  func perform(_ step: ScenarioStep) async throws { test.show(try await live.perform(step, of: test.homework)) }
}

/// Proves that the checks can fail: each seeded bug is caught by the law that it breaks.
@Suite struct `A seeded bug` {
  private static let script = """
    scenario "five and a finish"
      quiz mcq 5
      start
      answer correct x5
      wait 1s
      finish
      wait 2s
    """

  private static let ofTwo = """
    scenario "two"
      quiz mcq 5
      start
      answer correct
      learner "Ada"
      start
      answer correct x5
      wait 1s
      finish
      learner "Learner 1"
      answer correct
    """

  private static let ofTyped = """
    scenario "typed"
      quiz fillBlank 2
      start
      answer wrong
      wait 1s
      accept
      answer correct
      finish
    """

  private static let ofWrongKey = """
    scenario "wrong key"
      quiz mcq 2
      start
      answer correct x2
      finish
      regrade 1 as C
    """

  private static let ofAllTypes = """
    scenario "types"
      quiz multi 2, ordering 2, numeric 1, multi 1, gaps 1, card 1
      start practice
      answer correct x4
      answer wrong
      answer correct
      wait 1s
      answer correct x2
      finish
    """

  private func explore(_ seededBug: SeededBug?, mode: KillMode = .simulated) throws -> Exploration {
    switch seededBug {
    case .mixLearners: try explore(Self.ofTwo, seededBug, mode)
    case .celebrateAccepted: try explore(Self.ofTyped, seededBug, mode)
    case .forgetRegrading: try explore(Self.ofWrongKey, seededBug, mode)
    default: try explore(Self.script, seededBug, mode)
    }
  }

  private func explore(_ text: String, _ seededBug: SeededBug?, _ mode: KillMode) throws -> Exploration {
    let scenario = try #require(try ScenarioParser.parse(ScenarioSource(name: "s", text: text)).first)
    var runner = ScenarioRunner(mode: mode, worker: [])
    if let seededBug { runner.seed(seededBug) }
    return Explorer(runner, mode: mode).explore(scenario)
  }

  @Test(arguments: [
    (SeededBug.cueBeforeCommit, Law.savedBeforeShown, KillMode.simulated), (.replayOnResume, .atMostOnce, .simulated),
    (.forgetCue, .accounted, .simulated), (.hideCue, .onlyByReason, .simulated),
    (.forgetStreak, .derivedMeansDerived, .simulated), (.keepActivation, .derivedMeansDerived, .simulated),
    (.doubleStars, .derivedMeansDerived, .simulated),
    (.miscount, .derivedMeansDerived, .simulated), (.mixLearners, .nothingLost, .simulated),
    (.celebrateAccepted, .atMostOnce, .simulated), (.forgetRegrading, .derivedMeansDerived, .simulated),
    (.dropSyncedWrite, .nothingLost, .powerLoss),
  ])
  func `is caught by the law that it breaks, with at most eight statements`(
    seededBug: SeededBug, law: Law, mode: KillMode
  ) throws {
    let violation = try #require(try explore(seededBug, mode: mode).violation, "\(seededBug)")
    #expect(violation.law == law.rawValue, "\(violation)")
    let again = try ScenarioParser.parse(ScenarioSource(name: "again", text: violation.script))
    #expect(again[0].statements.count <= 8, "\(violation.script)")
    // The script fails with the bug, and passes without it.
    for isSeeded in [true, false] {
      var runner = ScenarioRunner(mode: mode, worker: [])
      if isSeeded { runner.seed(seededBug) }
      let report = runner.run(again[0])
      #expect(report.laws.allSatisfy(\.held) != isSeeded, "\(violation.script)")
    }
  }

  enum Kind: CaseIterable { case process, app }

  /// In a process that speaks the protocol, and in an app inside the test process.
  @Test(
    arguments: Kind.allCases,
    Sampling.part(
      [
        (SeededBug.cueBeforeCommit, Law.savedBeforeShown), (.replayOnResume, .atMostOnce), (.forgetCue, .accounted),
        (.hideCue, .onlyByReason), (.forgetStreak, .derivedMeansDerived), (.doubleStars, .derivedMeansDerived),
        (.forgetTitle, .nothingLost),
      ], oneIn: 3))
  func `is caught by the same law in every kind of program`(kind: Kind, seeded: (bug: SeededBug, law: Law)) throws {
    let scenario = try #require(try ScenarioParser.parse(ScenarioSource(name: "s", text: Self.script)).first)
    for isSeeded in [false, true] {
      var runner = ScenarioRunner(
        mode: kind == .process ? .process : .simulated, worker: [try ThisPackage.binary("hwdb")] + AppServer.arguments)
      if kind == .app { runner.makeProgram = { world in try EmbeddedProgram(world) { try await SoundApp($0) } } }
      if isSeeded { runner.seed(seeded.bug) }
      let mode = kind == .process ? KillMode.process : .simulated
      guard isSeeded else {
        let report = runner.run(scenario)
        #expect(report.outcome == .passed, "\(report.failures) \(report.laws)")
        continue
      }
      let violation = try #require(Explorer(runner, mode: mode).explore(scenario).violation, "\(seeded.bug)")
      #expect(violation.law == seeded.law.rawValue, "\(violation)")
      // By the law itself: a program that cannot continue counts as having lost everything.
      let again = runner.run(try ScenarioParser.parse(ScenarioSource(name: "again", text: violation.script)))
      #expect(again.scenarios[0].brokenLaws.contains { $0.law == violation.law }, "\(violation)")
    }
  }

  @Test(
    arguments: [KillMode.simulated, .powerLoss],
    Sampling.part(
      [(text: Self.ofTyped, atLeast: 15), (text: Self.ofAllTypes, atLeast: 20), (text: Self.script, atLeast: 30)],
      oneIn: 3))
  func `is necessary for a broken law: otherwise every point holds`(
    mode: KillMode, script: (text: String, atLeast: Int)
  ) throws {
    let exploration = try explore(script.text, nil, mode)
    #expect(
      exploration.violation == nil, "\(exploration.violation?.script ?? "") \(exploration.violation?.detail ?? "")")
    #expect(exploration.pointsTried == exploration.pointsKnown && exploration.pointsKnown > script.atLeast)
  }
}
