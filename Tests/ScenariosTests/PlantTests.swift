import Testing

@testable import Scenarios

/// The checks can fail: mistakes made on purpose are caught by the law that they break.
@Suite struct `A planted mistake` {
  private static let script = """
    scenario "five and a finish"
      quiz mcq 5
      start
      answer correct x5
      wait 1s
      finish
      wait 2s
    """

  private func explore(_ plant: Plant?, mode: KillMode = .simulated) throws -> Exploration {
    let scenario = try #require(try ScenarioParser.parse(ScenarioSource(name: "s", text: Self.script)).first)
    var runner = ScenarioRunner(mode: mode, worker: [])
    runner.plant = plant
    return Explorer(runner, mode: mode).explore(scenario)
  }

  @Test(arguments: [
    (Plant.cueBeforeCommit, Law.savedBeforeShown, KillMode.simulated), (.replayOnResume, .atMostOnce, .simulated),
    (.forgetStreak, .derivedMeansDerived, .simulated), (.doubleStars, .derivedMeansDerived, .simulated),
    (.dropSyncedWrite, .nothingLost, .powerLoss),
  ])
  func `is caught by the law that it breaks, in a script of eight statements at most`(
    plant: Plant, law: Law, mode: KillMode
  ) throws {
    let violation = try #require(try explore(plant, mode: mode).violation, "\(plant)")
    #expect(violation.law == law.rawValue, "\(violation)")
    let again = try ScenarioParser.parse(ScenarioSource(name: "again", text: violation.script))
    #expect(again[0].statements.count <= 8, "\(violation.script)")
    // The script fails by itself with the mistake, and passes without it.
    for isPlanted in [true, false] {
      var runner = ScenarioRunner(mode: mode, worker: [])
      runner.plant = isPlanted ? plant : nil
      let report = runner.run(again[0])
      #expect(report.laws.allSatisfy(\.held) != isPlanted, "\(violation.script)")
    }
  }

  @Test(arguments: [KillMode.simulated, .powerLoss])
  func `is needed for a law to break: without one every point holds`(mode: KillMode) throws {
    let exploration = try explore(nil, mode: mode)
    #expect(
      exploration.violation == nil, "\(exploration.violation?.script ?? "") \(exploration.violation?.detail ?? "")")
    #expect(exploration.pointsTried == exploration.pointsKnown && exploration.pointsKnown > 30)
  }
}
