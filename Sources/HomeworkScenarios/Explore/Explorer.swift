import HomeworkModel
package import HomeworkMotion
public import HomeworkReports
import HomeworkSystem

/// Kills a scenario, or every sequence of actions, at every possible point, and checks the laws.
public struct Explorer: Sendable {
  package var runner: ScenarioRunner
  private let mode: KillMode
  private let kills: Int
  let seed: UInt64
  private let jobs: Int?
  private let onProgress: (@Sendable (_ tried: Int, _ known: Int) -> Void)?
  /// Creates the target for sequences that begin at a place.
  package var makeTarget: @Sendable (SequenceActions, _ position: Int) throws -> ExplorationTarget = { kind, position in
    try ExplorationTarget(kind, at: position)
  }
  /// Called with each state after a sequence.
  package var onState: (@Sendable (ExploredState) -> Void)?

  /// - Parameters:
  ///   - kills: 1, or 2 to try every pair of points too.
  ///   - seed: the seed for random instants in a program under test.
  ///   - jobs: the number of points tried at a time; by default the number of processors.
  public init(
    _ runner: ScenarioRunner = ScenarioRunner(worker: []), mode: KillMode = .simulated, kills: Int = 1,
    seed: UInt64 = 0, jobs: Int? = nil, onProgress: (@Sendable (_ tried: Int, _ known: Int) -> Void)? = nil
  ) {
    (self.runner, self.mode, self.kills) = (runner, mode, kills)
    (self.seed, self.jobs, self.onProgress) = (seed, jobs, onProgress)
  }

  /// Tries all parts, several at a time, until one breaks a law. Kills of scripts and of sequences are one walk, which
  /// returns to the state before a kill, to try the next one, in two ways:
  /// - A script is played again from its beginning, which any program can do.
  /// - A sequence is undone: an `ExplorationTarget` rolls its store back. Played again, the 108,660 kills of
  ///   `--sequences 12` would take a minute instead of a second.
  ///
  /// A broken law found in either way is played as a script, which `shrink` makes as short as possible.
  private func walk<Part: Sendable, Found: Sendable>(
    _ parts: [Part], round: Int = 0, of rounds: Int = 1, endsAfter isBroken: @Sendable (Found) -> Bool,
    _ play: @Sendable (Part) -> Found
  ) -> [Found] {
    Parts.results(
      of: parts, jobs: jobs, onProgress: { onProgress?(round * $1 + $0, rounds * $1) }, ends: isBroken, play)
  }

  // MARK: A scenario

  /// First plays the unchanged script, which must pass. Then it ignores expectations, except `always`, because a kill
  /// may change what they expect. The laws hold regardless.
  public func explore(_ scenario: Scenario) -> Exploration {
    var explorer = self
    explorer.runner.app?.budgetEnds = runner.app?.budgetMs.map { .now.advanced(by: .milliseconds($0)) }
    return explorer.exploreInTime(scenario)
  }

  private func exploreInTime(_ scenario: Scenario) -> Exploration {
    let script = Script(scenario)
    let (alive, counting) = playAlive(scenario, script)
    var exploration = Exploration(
      name: scenario.name, file: scenario.file, line: scenario.line, pointsKnown: 0, skipped: alive.skipped,
      notChecked: notChecked(alive))
    exploration.startsNoCue = alive.startsNoCue
    guard alive.skipped == nil else { return exploration }
    // An `always` expectation that fails without a kill is a failure of the script like any other.
    if alive.outcome != .error, let violation = violation(in: alive), violation.law != nil {
      exploration.violation = shrink(script.scenario(), violation)
      return exploration
    }
    guard !alive.hasFailed else {
      (exploration.failures, exploration.isScriptError) = (alive.complaints, alive.isScriptError)
      exploration.isUnanswered = alive.isUnanswered
      return exploration
    }
    let all = deaths(script, alive, counting)
    exploration.pointsKnown = all.known
    let beginning = ContinuousClock.now
    let found = died(all.tried, of: script)
    exploration.pointsTried = found.count
    exploration.notChecked = notChecked(found.first { !$0.report.areKillsProved }?.report ?? alive)
    exploration.power = found.compactMap(\.report.power).summed
    if runner.app?.isOverBudget == true {
      let elapsedMs = Double(beginning.duration(to: .now) / .milliseconds(1))
      exploration.endBudget(points: all.tried.count, elapsedMs: elapsedMs)
    }
    if let broken = found.first(where: { $0.violation != nil }), let violation = broken.violation {
      exploration.violation = shrink(broken.scenario, violation)
    } else if found.isEmpty, !all.tried.isEmpty {
      exploration.skipped = "its budget was over before a loss of power was tried: give it more with --budget"
    } else {
      exploration.skipped = found.lazy.compactMap(\.report.skipped).first
    }
    return exploration
  }

  private typealias Died = (scenario: Scenario, violation: Broken?, report: ScenarioReport)

  /// Plays deaths until one breaks a law, or the budget is over. Each loss of power is tried in one state of the disk
  /// before any is tried in more, so that the first ones do not use up the budget.
  private func died(_ deaths: [[DyingPoint]], of script: Script) -> [Died] {
    let rounds = losesPower ? [true, false] : [false]
    var found: [Died?] = []
    for (round, triesOneState) in rounds.enumerated() where !found.contains(where: { $0?.violation != nil }) {
      var runner = runner
      runner.app?.triesOneState = triesOneState
      let played = walk(deaths, round: round, of: rounds.count, endsAfter: { $0?.violation != nil }) {
        [runner] points -> Died? in
        if runner.app?.isOverBudget == true { return nil }
        let scenario = script.scenario(dying: points)
        let report = runner.runPatiently(scenario)
        return (scenario, violation(in: report), report)
      }
      found = played.enumerated().map { index, died in died ?? (found.indices.contains(index) ? found[index] : nil) }
    }
    return found.compactMap(\.self)
  }

  /// Plays the script without kills of ours, counting a program's calls if they are known.
  private func playAlive(_ scenario: Scenario, _ script: Script) -> (report: ScenarioReport, counting: ScenarioRunner) {
    // A script with expectations that a program cannot report can still be explored.
    func played(_ runner: ScenarioRunner) -> ScenarioReport {
      let report = runner.runPatiently(scenario)
      return report.skipped != nil ? runner.runPatiently(script.scenario()) : report
    }
    var counting = runner
    if runner.app != nil, !losesPower, Strace.problem == nil { counting.app?.countCalls() }
    let alive = played(counting)
    // Kills of a clock that is not ours, and those by a bridge, are at instants.
    let isTimed = alive.measured.isReal || alive.measured.callPoints.allSatisfy(\.isEmpty)
    return (counting.app?.delayUs != nil && isTimed ? played(runner) : alive, counting)
  }

  /// Returns the deaths to try, each with one kill or two, and the number of those that are known.
  private func deaths(
    _ script: Script, _ alive: ScenarioReport, _ counting: ScenarioRunner
  ) -> (tried: [[DyingPoint]], known: Int) {
    // The calls of a start after a kill, at each action: one more play knows them.
    var restarts: [[Int]] = []
    if alive.measured.startPoints.contains(where: { !$0.isEmpty }) {
      restarts = Array(counting.runPatiently(script.restarting).measured.startPoints.dropFirst())
    }
    var random = SplitMix64(seed: seed, skipping: 0)
    let hasFile = mode != .simulated && runner.server == nil && runner.app == nil
    let points = script.points(
      alive, by: losesPower ? .powerLoss : nil, hasFile: hasFile, killsAgain: kills > 1, restarts,
      draws: runner.app == nil || losesPower ? nil : { Int(random.next() % UInt64($0)) })
    var deaths = points.map { [$0] }
    if kills > 1 {
      for (index, first) in points.enumerated() {
        deaths += points[(index + 1)...].filter { $0.step > first.step }.map { [first, $0] }
      }
    }
    let known = deaths.count
    // A real clock cannot be advanced, so only a sample of many points is tried.
    while alive.measured.isReal, deaths.count > Self.realPoints {
      deaths.remove(at: Int(random.next() % UInt64(deaths.count)))
    }
    return (deaths, known)
  }

  private func notChecked(_ report: ScenarioReport) -> String? {
    let isTimed = runner.app != nil && !losesPower && Strace.problem != nil
    let words = [report.notChecked, isTimed ? "kills are timed, not exact: install strace" : nil].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// True if a program under test loses power, which is tried at every moment between two points.
  var losesPower: Bool { mode == .powerLoss && runner.app != nil }

  /// The maximum number of points tried with a program that has its own clock.
  private static let realPoints = 24

  // MARK: Sequences

  private struct Part {
    /// The number of answers before them, or, if they consist of answers, in them.
    var position: Int
    var length: Int
    var first: [ExploredAction]
  }

  /// Explores every sequence of actions, up to a length, with a kill at every point.
  ///
  /// Sequences of correct and wrong answers are played by the rules alone, without a database, so that all of them can
  /// be tried: each is one attempt with its finish and its results. Sequences of all actions of two learners on one
  /// homework are played by live attempts on a store in memory, from the start of an attempt and late in two others.
  ///
  /// Short sequences come first. Sequences with the same beginning share work: the target undoes one action, and the
  /// next one is tried in its place.
  public func explore(sequencesUpTo longest: Int, of actions: SequenceActions = .answers) -> SequenceExploration {
    let results = walk(parts(upTo: longest, of: actions), endsAfter: { $0.violation != nil }) {
      explore($0, of: actions)
    }
    var found = results.reduce(into: SequenceExploration(upTo: longest)) { $0.add($1) }
    found.violation = found.violation.map(shrunk)
    return found
  }

  private func parts(upTo longest: Int, of actions: SequenceActions) -> [Part] {
    // Enough parts that no processor waits long for the last one.
    func beginnings(of all: [ExploredAction], _ depth: Int) -> [[ExploredAction]] {
      (0..<max(0, depth)).reduce([[]]) { first, _ in first.flatMap { start in all.map { start + [$0] } } }
    }
    switch actions {
    case .answers:
      return (1...longest).flatMap { length in
        // The finish is one more action.
        beginnings(of: [.correct, .wrong], min(2, length)).map { Part(position: length, length: length + 1, first: $0) }
      }
    case .all:
      // Length 0 is the beginning itself, judged action by action.
      return (0...longest).flatMap { length in
        ExplorationTarget.answersBefore.flatMap { answers in
          beginnings(of: ExploredAction.allCases, min(2, length - 2)).map {
            Part(position: answers, length: length, first: $0)
          }
        }
      }
    }
  }

  private func explore(_ part: Part, of actions: SequenceActions) -> SequenceExploration {
    do {
      var walk = ActionWalk(try makeTarget(actions, part.position), length: part.length, onState: onState)
      walk.play(part.first)
      return walk.result
    } catch {
      let violation = Violation(law: .nothingLost, detail: "the store cannot be made: \(error)", script: "")
      return SequenceExploration(upTo: part.length, violation: violation)
    }
  }
}

extension Exploration {
  /// Notes the points and states that the budget did not reach, and estimates how long all would have taken.
  fileprivate mutating func endBudget(points: Int, elapsedMs: Double) {
    let states = (power?.statesChosen ?? 0) - (power?.states ?? 0)
    let left = [
      pointsTried < points ? "\(points - pointsTried) of \(points.counted("kill point"))" : nil,
      states > 0 ? "\(states) of \(power?.statesChosen ?? 0) disk states at the points tried" : nil,
    ].compactMap(\.self)
    if !left.isEmpty {
      let words = left.joined(separator: ", ") + " (the budget was over)"
      notChecked = [notChecked, words].compactMap(\.self).joined(separator: ", ")
    }
    let share = Double(pointsTried) / Double(points)
    guard let power, share > 0 else { return }
    let tried = Double(max(1, power.states)) / (Double(power.statesChosen) / share)
    if tried < 1 { estimatedMs = Int(elapsedMs / tried) }
  }
}

/// A state after a sequence: the session of one learner's process, and the facts on disk.
package struct ExploredState: Hashable, Sendable {
  /// The actions that were not refused, including those of the beginning.
  package let done: [ExploredAction]
  package let player: Int
  /// The session at the time of the next action.
  package let shown: Session
  package let facts: Snapshot

  package init(done: [ExploredAction], player: Int, shown: Session, facts: Snapshot) {
    (self.done, self.player, self.shown, self.facts) = (done, player, shown, facts)
  }
}
