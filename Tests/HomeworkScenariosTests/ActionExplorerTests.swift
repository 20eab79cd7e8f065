import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkReports
import HomeworkScenarios
import HomeworkSeededBugs
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

@Suite struct `Exploring all actions` {
  /// Compares every state that sequences of up to three actions reach, as reported by the explorer and by `EveryRun`, after
  /// each number of answers.
  @Test(.inTestAll) func `tries every sequence with every death, and omits only equivalent ones`() throws {
    let states = Guarded(Set<ExploredState>())
    var explorer = Explorer()
    explorer.onState = { state in states.withLock { _ = $0.insert(state) } }
    let found = explorer.explore(sequencesUpTo: 3, of: .all)
    #expect(found.violation == nil, "\(found.violation.map { "\($0)" } ?? "")")
    #expect(found.sequences > 1000 && found.points > 3000)
    for answers in ExplorationTarget.answersBefore {
      let every = try EveryRun(upTo: 3, answersBefore: answers)
      try every.play()
      let reported = states.withLock { $0.filter { $0.done.starts(with: every.stage.beginning) } }
      #expect(every.runs > 10_000 && every.states.count > 500, "\(every.runs) \(every.states.count)")
      let (more, fewer) = (reported.subtracting(every.states), every.states.subtracting(reported))
      #expect(more.isEmpty, "\(more.first.map { "\($0)" } ?? "")")
      #expect(fewer.isEmpty, "\(fewer.first.map { "\($0)" } ?? "")")
    }
  }

  @Test func `tries every sequence with every death, and finds no broken law`() {
    let found = Explorer().explore(sequencesUpTo: 2, of: .all)
    #expect(found.violation == nil, "\(found.violation.map { "\($0)" } ?? "")")
    #expect(found.sequences == 207 && found.points == 811)
  }

  @Test func `is refused if it would take days, or without a number of sequences`() throws {
    let player = ScriptPlayer(worker: [])
    func explore(_ length: Int?, _ actions: SequenceActions, _ text: String? = nil) throws -> SequenceExploration? {
      let exploring = ExploreScriptParams { ($0.sequences, $0.actions, $0.text) = (length, actions, text) }
      return try player.explore(exploring) { _ in }.sequences
    }
    for length in [0, 9] { #expect(throws: RPCError.self) { try explore(length, .all) } }
    #expect(throws: RPCError.self) { try explore(nil, .all, "scenario \"s\"\nquiz mcq 1") }
    #expect(try explore(2, .answers) == Explorer().explore(sequencesUpTo: 2))
    #expect(try explore(1, .all) == Explorer().explore(sequencesUpTo: 1, of: .all))
  }

  /// Every bug except those of a disk.
  @Test(
    arguments: [
      (SeededBug.cueBeforeCommit, Law.savedBeforeShown), (.replayOnResume, .atMostOnce),
      (.forgetCue, .accounted), (.hideCue, .onlyByReason),
      (.forgetStreak, .derivedMeansDerived), (.miscount, .derivedMeansDerived), (.mixLearners, .nothingLost),
    ] + (Sampling.isAll ? [(.doubleStars, .derivedMeansDerived), (.forgetTitle, .nothingLost)] : []))
  func `finds a seeded bug, with a script that reproduces it`(seededBug: SeededBug, law: Law) throws {
    var explorer = Explorer()
    explorer.seed(seededBug)
    let violation = try #require(explorer.explore(sequencesUpTo: 4, of: .all).violation)
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

/// Every sequence up to a length with every death, each played to its end from its own store; no two states are assumed to
/// be equal.
private final class EveryRun {
  let stage: ExplorationTarget
  private let longest: Int
  private(set) var states: Set<ExploredState> = []
  private(set) var runs = 0

  /// A process for each learner, and the actions so far.
  private struct Run {
    var lives: [ExploredProcess]
    var done: [ExploredAction]
    var facts: [Snapshot]
    var hasDied = false
  }

  init(upTo longest: Int, answersBefore: Int) throws {
    self.longest = longest
    stage = try ExplorationTarget(.all, at: answersBefore)
  }

  func play() throws {
    for death in [nil] + stage.beginning.indices.map({ Optional($0) }) {
      try stage.rehearse { try play(dyingAfter: death) }
    }
  }

  private func play(dyingAfter death: Int?) throws {
    var run = Run(lives: try [0, 1].map { try stage.open($0, atMs: 0) }, done: [], facts: [])
    for (step, action) in stage.beginning.enumerated() {
      _ = try stage.play(action, on: run.lives[action.player], step: step)
      run.done.append(action)
      if step == death { run = try reopened(run, atMs: stage.time(ofStep: step)) }
    }
    run.facts = try stage.facts()
    try goOn(run, longest)
  }

  /// Lets the process die or not, and then tries any action.
  private func goOn(_ run: Run, _ left: Int) throws {
    note(run)
    try extend(run, left)
    guard !run.hasDied else { return }
    for waitedMs in [0, 350] {
      let killed = try reopened(run, atMs: stage.time(ofStep: run.done.count - 1) + waitedMs)
      note(killed)
      try extend(killed, left)
    }
  }

  private func extend(_ run: Run, _ left: Int) throws {
    guard left > 0 else { return }
    for action in ExploredAction.allCases {
      try stage.rehearse { try goOn(try play(action, run), left - 1) }
      guard !run.hasDied else { continue }
      for isCommitted in [false, true] {
        try stage.rehearse {
          let (live, step) = (run.lives[action.player].copy(), run.done.count)
          guard stage.die(in: action, on: live, step: step, isCommitted: isCommitted) else { return }
          var killed = try reopened(run, atMs: stage.time(ofStep: step))
          if isCommitted {
            killed.done.append(action)
            killed.facts = try stage.facts()
          } else {
            killed = try play(action, killed)
          }
          try goOn(killed, left - 1)
        }
      }
    }
  }

  /// A refused action does not count as done, and takes no time.
  private func play(_ action: ExploredAction, _ run: Run) throws -> Run {
    var next = run
    let live = run.lives[action.player].copy()
    next.lives[action.player] = live
    do { _ = try stage.play(action, on: live, step: run.done.count) } catch {
      // A process that was not killed can revisit what was settled, but shows nothing for it here.
      let answers = run.done.reversed().prefix { $0 != .start }.filter { [.correct, .wrong, .skip].contains($0) }
      guard action == .revisit, live.session.attemptId == nil, !answers.isEmpty else { return run }
    }
    next.done.append(action)
    next.facts = try stage.facts()
    return next
  }

  private func reopened(_ run: Run, atMs: Int) throws -> Run {
    Run(lives: try [0, 1].map { try stage.open($0, atMs: atMs) }, done: run.done, facts: run.facts, hasDied: true)
  }

  private func note(_ run: Run) {
    runs += 1
    for (player, live) in run.lives.enumerated() {
      let shown = live.session.untimed(atMs: stage.time(ofStep: run.done.count))
      states.insert(ExploredState(done: run.done, player: player, shown: shown, facts: run.facts[player]))
    }
  }
}
