import HomeworkAPI
import HomeworkModel
import HomeworkMotion
public import HomeworkReports
import HomeworkSystem

/// Kills a scenario at every possible point, and checks the laws.
///
/// First it plays the unchanged script, which must pass. Then it ignores expectations, except `always`, because a kill
/// may change what they expect. The laws hold regardless.
public struct Explorer: Sendable {
  private var runner: ScenarioRunner
  private let mode: KillMode
  private let kills: Int
  private let seed: UInt64
  private let jobs: Int?
  private let onProgress: (@Sendable (_ tried: Int, _ known: Int) -> Void)?

  /// - Parameters:
  ///   - kills: 1, or 2 to try every pair of points too.
  ///   - seed: the seed for random instants in a program under test.
  ///   - jobs: the number of points tried at a time; by default the number of processors.
  public init(
    _ runner: ScenarioRunner, mode: KillMode, kills: Int = 1, seed: UInt64 = 0, jobs: Int? = nil,
    onProgress: (@Sendable (_ tried: Int, _ known: Int) -> Void)? = nil
  ) {
    (self.runner, self.mode, self.kills) = (runner, mode, kills)
    (self.seed, self.jobs, self.onProgress) = (seed, jobs, onProgress)
  }

  public func explore(_ scenario: Scenario) -> Exploration {
    var explorer = self
    explorer.runner.app?.budgetEnds = runner.app?.budgetMs.map { .now.advanced(by: .milliseconds($0)) }
    return explorer.exploreInTime(scenario)
  }

  private func exploreInTime(_ scenario: Scenario) -> Exploration {
    let script = Script(scenario)
    // A script with expectations that a program cannot report can still be explored.
    func played(_ runner: ScenarioRunner) -> ScenarioReport {
      let report = runner.runPatiently(scenario)
      return report.skipped != nil ? runner.runPatiently(script.scenario()) : report
    }
    var counting = runner
    if runner.app != nil, !losesPower, Strace.problem == nil { counting.app?.countCalls() }
    var alive = played(counting)
    // Kills of a clock that is not ours, and those by a bridge, are at instants.
    if counting.app?.delayUs != nil, alive.measured.isReal || alive.measured.callPoints.allSatisfy(\.isEmpty) {
      alive = played(runner)
    }
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
      (exploration.failures, exploration.isSenseless) = (alive.complaints, alive.isSenseless)
      exploration.isUnanswered = alive.isUnanswered
      return exploration
    }
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
    exploration.pointsKnown = deaths.count
    // A real clock cannot be advanced, so only a sample of many points is tried.
    if alive.measured.isReal, deaths.count > Self.realPoints {
      while deaths.count > Self.realPoints { deaths.remove(at: Int(random.next() % UInt64(deaths.count))) }
    }
    let beginning = ContinuousClock.now
    let found = Parts.explored(
      deaths, jobs: jobs, onProgress: { onProgress?($0, $1) }, breaks: { $0?.violation != nil }
    ) { points -> (scenario: Scenario, violation: Broken?, report: ScenarioReport)? in
      if runner.app?.isOverBudget == true { return nil }
      let scenario = script.scenario(dying: points)
      let report = runner.runPatiently(scenario)
      return (scenario, violation(in: report), report)
    }.compactMap(\.self)
    exploration.pointsTried = found.count
    if found.isEmpty, !deaths.isEmpty {
      exploration.skipped = "its budget was over before a loss of power was tried: give it more with --budget"
    }
    exploration.power = found.compactMap(\.report.power).summed
    if let power = exploration.power, runner.app?.isOverBudget == true {
      let states = Double(power.statesChosen) * Double(deaths.count) / Double(found.count)
      let elapsedMs = Double(beginning.duration(to: .now) / .milliseconds(1))
      let share = Double(max(1, power.states)) / states
      if share < 1 { exploration.estimatedMs = Int(elapsedMs / share) }
    }
    exploration.notChecked = notChecked(found.first { !$0.report.areKillsProved }?.report ?? alive)
    if let broken = found.first(where: { $0.violation != nil }), let violation = broken.violation {
      exploration.violation = shrink(broken.scenario, violation)
    } else {
      exploration.skipped = exploration.skipped ?? found.lazy.compactMap(\.report.skipped).first
    }
    return exploration
  }

  private func notChecked(_ report: ScenarioReport) -> String? {
    let isTimed = runner.app != nil && !losesPower && Strace.problem != nil
    let words = [report.notChecked, isTimed ? "kills are timed, not exact: install strace" : nil].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// True if a program under test loses power, which is tried at every moment between two points.
  private var losesPower: Bool { mode == .powerLoss && runner.app != nil }

  /// The maximum number of points tried with a program that has its own clock.
  private static let realPoints = 24

  /// The broken law, or no law for an `always` expectation; and what was lost with the power.
  private struct Broken {
    let law: Law?
    let detail: String
    let lost: [LostOperation]
    /// True if the program did not answer.
    let isSilent: Bool
  }

  private func violation(_ scenario: Scenario) -> Broken? { violation(in: runner.runPatiently(scenario)) }

  /// Returns the first law that a script breaks, or the failure to play it.
  private func violation(in report: ScenarioReport) -> Broken? {
    func broken(_ law: Law?, _ detail: String?) -> Broken {
      Broken(law: law, detail: detail ?? "", lost: report.power?.lost ?? [], isSilent: report.isUnanswered)
    }
    func broken(_ law: Law?, by failure: Failure) -> Broken {
      broken(law, "expected \(failure.expected), found \(failure.found)")
    }
    // A program that does not restart has lost everything, and one that differs from the model has not accounted for
    // everything.
    if report.outcome == .error, !report.isSenseless { return broken(.nothingLost, report.failures.last?.found) }
    if report.isSenseless, runner.app != nil { return nil }
    if let unlike = report.failures.first(where: { $0.standard == .model }) { return broken(.accounted, by: unlike) }
    if let law = report.brokenLaws.first { return broken(Law(rawValue: law.law), law.detail) }
    return report.failures.first { $0.standard == .always }.map { broken(nil, by: $0) }
  }

  /// Returns the violation with the shortest script, if the runner sees it too.
  func shrunk(_ violation: Violation) -> Violation {
    guard let scenario = try? ScenarioParser.parse(ScenarioSource(name: "", text: violation.script)).first,
      let law = Law(rawValue: violation.law), let found = self.violation(scenario), found.law == law
    else { return violation }
    return shrink(scenario, found)
  }

  /// Replaces a kill by one that strikes at the same place on every machine, if that one breaks the law too.
  private func steadied(_ scenario: Scenario, _ law: Law?) -> Scenario {
    var steady = scenario
    for index in scenario.statements.indices {
      guard case .kill(let mode, .within) = scenario.statements[index].body else { continue }
      func killing(_ point: KillPoint) -> Scenario {
        var scenario = steady
        scenario.statements[index].text = point == .now ? "kill" : "kill \(point.words)"
        scenario.statements[index].body = .kill(mode: mode, point: point)
        return scenario
      }
      var later = killing(.now)
      if scenario.statements.indices.contains(index + 1) { later.statements.swapAt(index, index + 1) }
      let candidates = [killing(.afterCommit), killing(.beforeCommit), later]
      steady = candidates.first { violation($0).map { $0.law == law } ?? false } ?? steady
    }
    return steady
  }

  /// Returns whether the script passes without its kills, which decides whether a kill breaks an `always` expectation.
  private func holds(unkilled scenario: Scenario) -> Bool {
    var unkilled = scenario
    unkilled.statements.removeAll {
      switch $0.body {
      case .kill, .resume, .restart: true
      default: false
      }
    }
    return !runner.runPatiently(unkilled).hasFailed
  }

  /// Returns whether a script breaks the law even if a loss of power in it is a mere kill.
  private func isBroken(_ law: Law?, withPowerIn scenario: Scenario) -> Bool {
    var powered = scenario
    for index in powered.statements.indices {
      guard case .kill(_, let point) = powered.statements[index].body else { continue }
      powered.statements[index].body = .kill(mode: .process, point: point)
    }
    return violation(powered).map { $0.law == law } ?? false
  }

  /// Plays a shortened script again, since a kill races with the program, and a script may have failed by chance.
  ///
  /// - Returns: the script, or the one that it was made of if it breaks the law in no play; and how often it does.
  private func repeated(_ shortest: Scenario, of scenario: Scenario, breaking law: Law?) -> (Scenario, words: String) {
    let plays = losesPower ? 3 : 10
    func failures(of scenario: Scenario) -> Int {
      (0..<plays).count { _ in violation(scenario).map { $0.law == law } ?? false }
    }
    var (script, failed) = (shortest, failures(of: shortest))
    if failed == 0, shortest.statements.count < scenario.statements.count {
      (script, failed) = (scenario, failures(of: scenario))
    }
    return (script, "failed \(failed) of \(plays) times when it was played again")
  }

  /// Returns the shortest script that still breaks the law: removes statements one by one until each is needed.
  ///
  /// If the program does not answer, the script stays as it is: every attempt would have to wait for that.
  private func shrink(_ scenario: Scenario, _ broken: Broken) -> Violation {
    let law = broken.law
    var (shortest, broken) = (broken.isSilent ? scenario : steadied(scenario, law), broken)
    let hasLoss = runner.app != nil && scenario.kills(default: runner.mode).contains { $0.mode == .powerLoss }
    let needsLoss = hasLoss && !broken.isSilent && !isBroken(law, withPowerIn: shortest)
    var isShorter = !broken.isSilent
    while isShorter {
      isShorter = false
      for index in shortest.statements.indices.reversed() where shortest.statements.indices.contains(index) {
        var shorter = shortest
        shorter.statements.remove(at: index)
        guard shorter.misplacedStatements.isEmpty, let found = violation(shorter), found.law == law, !found.isSilent,
          law != nil || holds(unkilled: shorter), !needsLoss || !isBroken(law, withPowerIn: shorter)
        else { continue }
        (shortest, broken, isShorter) = (shorter, found, true)
      }
    }
    // The seed is the last line of what is found.
    var note = runner.app == nil ? "" : "# --seed \(seed)\n"
    if runner.app != nil, !broken.isSilent {
      let repeated = repeated(shortest, of: scenario, breaking: law)
      (shortest, note) = (repeated.0, "# \(repeated.words)\n" + note)
    }
    var violation = Violation(law: law, detail: broken.detail, script: shortest.script + note)
    violation.lost = broken.lost
    return violation
  }
}

/// A point at which a script can die: what is played in place of one of its steps.
private struct DyingPoint: Sendable {
  let step: Int
  let statements: [Statement]
}

/// A scenario as single steps.
private struct Script {
  private let scenario: Scenario
  private let steps: [Statement]

  init(_ scenario: Scenario) {
    self.scenario = scenario
    steps = scenario.statements.flatMap { statement -> [Statement] in
      switch statement.body {
      case .expect(.always): return [statement]
      case .expect: return []
      case .action(_, let times):
        var single = statement
        single.makeSingle()
        return Array(repeating: single, count: times)
      case .repeat, .wait, .copy, .sync, .kill, .resume, .restart: return [statement]
      }
    }
  }

  /// Returns the points in order of time. A process that is already dead, or about to die, is left alone.
  ///
  /// - Parameters:
  ///   - mode: how to kill, if not as the runner does otherwise.
  ///   - hasFile: true if it can die at a write of its file.
  ///   - killsAgain: true to kill again with nothing between too.
  ///   - restarts: the calls of a start before each action that saves, if they are known.
  ///   - draws: returns a random number below another, for instants in a program under test.
  func points(
    _ alive: ScenarioReport, by mode: KillMode?, hasFile: Bool, killsAgain: Bool, _ restarts: [[Int]],
    draws: ((Int) -> Int)?
  ) -> [DyingPoint] {
    let moments = Set(
      alive.cues.flatMap { cue in
        [cue.startMs, cue.endedMs ?? cue.startMs]
          + (cue.phases ?? []).flatMap { [cue.startMs + $0.startMs, cue.startMs + $0.endMs] }
      })
    func wait(_ ms: Int) -> Statement { make("wait \(ms)ms", .wait(milliseconds: ms)) }
    func kill(_ point: KillPoint = .now) -> Statement {
      let words = ["kill", mode?.rawValue, point == .now ? nil : point.words].compactMap(\.self)
      return make(words.joined(separator: " "), .kill(mode: mode, point: point))
    }
    let resume = make("resume", .resume)
    let again = alive.measured.repeatsRequests && mode == nil ? make("repeat", .repeat) : nil
    var points: [DyingPoint] = []
    var nowMs = 0
    // Each copy of the library has its own process.
    var (copy, dead) = ("", Set<String>())
    var exchanges = alive.trace.compactMap(\.parts)[...]
    var (calls, restarts, starts) = (alive.measured.callPoints[...], restarts[...], Set<[Int]>())
    for number in restarts.isEmpty ? [] : alive.measured.startPoints.first ?? [] {
      points.append(DyingPoint(step: 0, statements: [kill(.atCall(number)), resume] + steps.prefix(1)))
    }
    for (index, step) in steps.enumerated() {
      if case .expect = step.body { continue }
      let isAlive = !dead.contains(copy)
      func add(_ statements: [Statement]) { points.append(DyingPoint(step: index, statements: statements)) }
      func add(in point: KillPoint) {
        // Repeat what died before its commit, as a user would; unless it may have been saved. An exchange goes on.
        let repeats = point.isPart || point == .beforeCommit && mode == nil
        add([kill(point), step, resume] + (repeats ? [step] : []))
        if let again, point == .afterCommit { add([kill(point), step, resume, again]) }
      }
      if isAlive { add([kill(), resume, step]) }
      if isAlive, killsAgain { add([kill(), resume, kill(), resume, step]) }
      switch step.body {
      case .wait(let milliseconds):
        for atMs in moments.sorted() where isAlive && nowMs < atMs && atMs < nowMs + milliseconds {
          add([wait(atMs - nowMs), kill(), resume, wait(nowMs + milliseconds - atMs)])
        }
        nowMs += milliseconds
      case .kill: dead.insert(copy)
      case .resume: dead.remove(copy)
      case .copy(let name): copy = name
      case .sync:
        let parts = exchanges.popFirst() ?? 0
        for part in 0..<parts { add(in: .atPart(part + 1)) }
      case .action(let action, _) where action.saves && isAlive:
        for point in [KillPoint.beforeCommit, .afterCommit] { add(in: point) }
        let numbers = calls.popFirst()
        for number in numbers ?? [] { add(in: .atCall(number)) }
        if let draws {
          // Between a request and its acknowledgement: both outcomes are right.
          for _ in 0..<(numbers == nil ? 2 : 0) {
            add(in: .within(microseconds: draws(max(1, alive.measured.slowestSaveUs))))
          }
          var openings = [KillPoint.within(microseconds: draws(max(1, alive.measured.slowestStartUs)))]
          // A start is tried at each of its calls once, and then at one of them.
          if let all = restarts.popFirst(), !all.isEmpty {
            openings = (starts.insert(all).inserted ? all : [all[index % all.count]]).map(KillPoint.atCall)
          }
          for opening in openings { add([kill(), kill(opening), resume, resume, step]) }
        } else if hasFile {
          // A commit consists of at least two writes and a sync.
          for write in 1...3 { add(in: .atWrite(write)) }
        }
      case .repeat:
        for number in calls.popFirst() ?? [] where isAlive { add(in: .atCall(number)) }
      case .action: _ = calls.popFirst()
      case .restart, .expect: break
      }
    }
    if !dead.contains(copy) { points.append(DyingPoint(step: steps.count, statements: [kill(), resume])) }
    return points
  }

  /// The script with a kill and a resume before each action that saves.
  var restarting: Scenario {
    let steps = steps.map { step -> [Statement] in
      guard case .action(let action, _) = step.body, action.saves else { return [step] }
      return [make("kill", .kill(mode: nil, point: .now)), make("resume", .resume), step]
    }
    var restarting = scenario
    restarting.statements = steps.flatMap(\.self)
    return restarting
  }

  private func make(_ text: String, _ body: Statement.Body) -> Statement {
    Statement(line: scenario.line, text: text, body: body)
  }

  /// Returns the script with a kill and a resume at each of the points, which are in order.
  func scenario(dying points: [DyingPoint] = []) -> Scenario {
    var killed = scenario
    killed.statements = (0...steps.count).flatMap { index in
      points.first { $0.step == index }?.statements ?? (index < steps.count ? [steps[index]] : [])
    }
    return killed
  }
}

extension Scenario {
  /// The scenario as a file, with repeated actions as one statement.
  var script: String {
    var lines: [(text: String, times: Int, repeats: Bool)] = []
    for statement in statements {
      var repeats = false
      // Actions that may be followed by `xN`.
      if case .action(let action, _) = statement.body { repeats = [.answer, .skip, .event].contains(action.kind) }
      if let last = lines.last, repeats, last.text == statement.text {
        lines[lines.count - 1].times += 1
      } else {
        lines.append((statement.text, 1, repeats))
      }
    }
    let body = (settings + [""] + lines.map { $0.times > 1 ? "\($0.text) x\($0.times)" : $0.text })
      .map { $0.isEmpty ? "" : "  \($0)" }
    return (["scenario \(name.quoted)"] + body).joined(separator: "\n") + "\n"
  }
}

extension Statement {
  /// Makes an action that is repeated a single one.
  mutating func makeSingle() {
    guard case .action(let action, _) = body else { return }
    body = .action(action, times: 1)
    text = text.withoutTimes
  }
}

extension String {
  /// `answer correct x4` without its count.
  fileprivate var withoutTimes: String {
    guard let last = split(separator: " ").last, last.first == "x", Int(last.dropFirst()) != nil else { return self }
    return String(dropLast(last.count)).trimmed
  }
}
