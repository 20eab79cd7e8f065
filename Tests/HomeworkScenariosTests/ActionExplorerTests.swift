import HomeworkAPI
import HomeworkReports
import HomeworkScenarios
import HomeworkSeededBugs
import Testing

@Suite struct `Exploring all actions` {
  @Test func `tries every sequence with every death, and finds no broken law`() {
    let found = SequenceExplorer(upTo: 2, of: .all).explore()
    #expect(found.violation == nil, "\(found.violation.map { "\($0)" } ?? "")")
    #expect(found.sequences == 207 && found.points == 811)
  }

  @Test func `is refused if it would take days, or without a number of sequences`() throws {
    let player = ScriptPlayer(worker: [])
    func explore(_ exploring: ScriptExploring) throws -> SequenceExploration? {
      try player.explore(exploring) { _ in }.sequences
    }
    for length in [0, 9] {
      #expect(throws: RPCError.self) { try explore(ScriptExploring { ($0.sequences, $0.actions) = (length, .all) }) }
    }
    #expect(throws: RPCError.self) {
      try explore(
        ScriptExploring {
          ($0.text, $0.actions) = ("scenario \"s\"\nquiz mcq 1", .all)
        })
    }
    #expect(
      try explore(
        ScriptExploring {
          ($0.sequences, $0.actions) = (2, .answers)
        }) == SequenceExplorer(upTo: 2).explore())
    #expect(
      try explore(
        ScriptExploring {
          ($0.sequences, $0.actions) = (1, .all)
        }) == SequenceExplorer(upTo: 1, of: .all).explore())
  }

  /// Every bug except those of a disk.
  @Test(
    arguments: [
      (SeededBug.cueBeforeCommit, Law.savedBeforeShown), (.replayOnResume, .atMostOnce),
      (.forgetCue, .accounted), (.hideCue, .onlyByReason),
      (.forgetStreak, .derivedMeansDerived), (.miscount, .derivedMeansDerived), (.mixLearners, .nothingLost),
    ] + (Sampling.isAll ? [(.doubleStars, .derivedMeansDerived), (.forgetTitle, .nothingLost)] : []))
  func `finds a seeded bug, with a script that reproduces it`(seededBug: SeededBug, law: Law) throws {
    var explorer = SequenceExplorer(upTo: 4, of: .all)
    explorer.seed(seededBug)
    let violation = try #require(explorer.explore().violation)
    #expect(violation.law == law.rawValue, "\(violation.detail)")
    let scenario = try ScenarioParser.parse(ScenarioSource(name: "s", text: violation.script))
    var runner = ScenarioRunner(worker: [])
    let sound = runner.run(scenario[0])
    #expect(!sound.laws.contains { !$0.held }, "\(violation.script)")
    runner.seed(seededBug)
    let broken = runner.run(scenario[0])
    #expect(broken.outcome != .passed || broken.laws.contains { !$0.held }, "\(violation.script)")
  }
}
