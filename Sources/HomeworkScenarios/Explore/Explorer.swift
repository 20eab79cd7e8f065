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
  private let runner: ScenarioRunner
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
    self.runner = runner
    self.mode = mode
    self.kills = kills
    self.seed = seed
    self.jobs = jobs
    self.onProgress = onProgress
  }

  public func explore(_ scenario: Scenario) -> Exploration { explore(scenario, isOrder: false) }

  /// Explores orders of one script, several at a time.
  func explore(orders: [Scenario]) -> [Exploration] {
    let single = Explorer(runner, mode: mode, kills: kills, seed: seed, jobs: 1)
    return Parts.explored(orders, jobs: jobs, onProgress: { onProgress?($0, $1) }, breaks: { $0.violation != nil }) {
      single.explore($0, isOrder: true)
    }
  }

  /// - Parameter isOrder: true if actions may be refused, because it is another order than that of the script.
  private func explore(_ scenario: Scenario, isOrder: Bool) -> Exploration {
    let script = Script(scenario)
    var alive = runner.runPatiently(scenario)
    // A script with expectations that a program cannot report can still be explored.
    if alive.skipped != nil { alive = runner.runPatiently(script.scenario(dying: [])) }
    var exploration = Exploration(
      name: scenario.name, file: scenario.file, line: scenario.line, pointsKnown: 0, skipped: alive.skipped,
      notChecked: alive.notChecked)
    guard alive.skipped == nil else { return exploration }
    // An `always` expectation that fails without a kill is a failure of the script like any other.
    if let violation = violation(in: alive), violation.law != nil || isOrder {
      exploration.violation = shrink(script.scenario(dying: []), violation)
      return exploration
    }
    guard !alive.hasFailed || isOrder else {
      (exploration.failures, exploration.isSenseless) = (alive.complaints, alive.isSenseless)
      return exploration
    }
    var random = SplitMix64(seed: seed, skipping: 0)
    let points = script.points(
      alive, hasFile: mode != .simulated && runner.server == nil && runner.app == nil,
      draws: runner.app == nil || losesPower ? nil : { Int(random.next() % UInt64($0)) })
    var deaths = points.map { [$0] }
    if kills > 1 {
      for (index, first) in points.enumerated() {
        deaths += points[(index + 1)...].filter { $0.step > first.step }.map { [first, $0] }
      }
    }
    exploration.pointsKnown = deaths.count
    // A real clock cannot be advanced, so only a sample of many points is tried.
    if alive.isReal, deaths.count > Self.realPoints {
      while deaths.count > Self.realPoints { deaths.remove(at: Int(random.next() % UInt64(deaths.count))) }
    }
    let found = Parts.explored(deaths, jobs: jobs, onProgress: { onProgress?($0, $1) }, breaks: { $0.violation != nil })
    { points in
      let scenario = script.scenario(dying: points, by: losesPower ? .powerLoss : nil)
      let report = runner.runPatiently(scenario)
      return (scenario: scenario, violation: violation(in: report), report: report)
    }
    exploration.pointsTried = found.count
    exploration.power = found.compactMap(\.report.power).summed
    exploration.notChecked = found.first { !$0.report.areKillsProved }?.report.notChecked ?? alive.notChecked
    if let broken = found.first(where: { $0.violation != nil }), let violation = broken.violation {
      exploration.violation = shrink(broken.scenario, violation)
    } else {
      exploration.skipped = found.lazy.compactMap(\.report.skipped).first
    }
    return exploration
  }

  /// True if a program under test loses power, which is tried at every moment between two points.
  private var losesPower: Bool { mode == .powerLoss && runner.app != nil }

  /// The maximum number of points tried with a program that has its own clock.
  private static let realPoints = 24

  /// The broken law, or no law for an `always` expectation; and what was lost with the power.
  private struct Broken {
    let law: Law?
    let detail: String
    var lost: [LostOperation] = []
    /// True if the program did not answer.
    var isSilent = false
  }

  private func violation(_ scenario: Scenario) -> Broken? { violation(in: runner.runPatiently(scenario)) }

  private func violation(in report: ScenarioReport) -> Broken? {
    var broken = breach(in: report)
    broken?.lost = report.power?.lost ?? []
    broken?.isSilent = report.isSilent
    return broken
  }

  /// Returns the first law that a script breaks, or the failure to play it.
  private func breach(in report: ScenarioReport) -> Broken? {
    // A program that does not restart has lost everything, and one that differs from the model has not accounted for
    // everything.
    if report.outcome == .error, !report.isSenseless {
      return Broken(law: .nothingLost, detail: report.failures.last?.found ?? "")
    }
    let unlike = report.failures.first { $0.expected.contains(AppRun.likeness) }
      .map { Broken(law: .accounted, detail: "expected \($0.expected), found \($0.found)") }
    if runner.app != nil {
      if report.isSenseless { return nil }
      if let unlike { return unlike }
    }
    for law in Law.byCause {
      if let broken = report.laws.first(where: { $0.law == law.rawValue && !$0.held }) {
        return Broken(law: law, detail: broken.detail ?? "")
      }
    }
    let always = report.failures.first { $0.statement?.hasPrefix("expect always ") ?? false }
      .map { Broken(law: nil, detail: "expected \($0.expected), found \($0.found)") }
    return unlike ?? always
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
    let note = runner.app == nil ? "" : "# --seed \(seed)\n"
    var violation = Violation(law: law, detail: broken.detail, script: note + shortest.script)
    violation.lost = broken.lost
    return violation
  }
}

/// A point at which a script can die.
struct DyingPoint: Hashable, Sendable {
  enum Place: Hashable, Sendable {
    /// Before the step, or this long into a wait.
    case before(afterMs: Int)
    case commit(KillPoint)
    /// Before the step, and again this long into the start of the next process.
    case opening(microseconds: Int)
  }

  /// The index of the step.
  let step: Int
  let place: Place
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
      case .wait, .copy, .sync, .kill, .resume, .restart: return [statement]
      }
    }
  }

  /// Returns the points in order of time. A process that is already dead, or about to die, is left alone.
  ///
  /// - Parameters:
  ///   - hasFile: true if it can die at a write of its file.
  ///   - draws: returns a random number below another, for instants in a program under test.
  func points(_ alive: ScenarioReport, hasFile: Bool, draws: ((Int) -> Int)?) -> [DyingPoint] {
    let moments = Set(
      alive.cues.flatMap { cue in
        [cue.startMs, cue.endedMs ?? cue.startMs]
          + (cue.phases ?? []).flatMap { [cue.startMs + $0.startMs, cue.startMs + $0.endMs] }
      })
    var points: [DyingPoint] = []
    var nowMs = 0
    // Each copy of the library has its own process.
    var (copy, dead) = ("", Set<String>())
    var isAlive: Bool { !dead.contains(copy) }
    var exchanges = alive.trace.compactMap(\.parts)[...]
    for (index, step) in steps.enumerated() {
      if case .expect = step.body { continue }
      if isAlive { points.append(DyingPoint(step: index, place: .before(afterMs: 0))) }
      switch step.body {
      case .wait(let milliseconds):
        let within = moments.filter { nowMs < $0 && $0 < nowMs + milliseconds }.sorted()
        if isAlive { points += within.map { DyingPoint(step: index, place: .before(afterMs: $0 - nowMs)) } }
        nowMs += milliseconds
      case .kill: dead.insert(copy)
      case .resume: dead.remove(copy)
      case .copy(let name): copy = name
      case .sync:
        let parts = exchanges.popFirst() ?? 0
        points += (0..<parts).map { DyingPoint(step: index, place: .commit(.atPart($0 + 1))) }
      case .action(let action, _) where action.saves && isAlive:
        points += [.beforeCommit, .afterCommit].map { DyingPoint(step: index, place: .commit($0)) }
        if let draws {
          // Between a request and its acknowledgement: both outcomes are right.
          let times = (0..<2).map { _ in draws(max(1, alive.slowestSaveUs)) }
          points += times.map { DyingPoint(step: index, place: .commit(.within(microseconds: $0))) }
          points.append(
            DyingPoint(step: index, place: .opening(microseconds: draws(max(1, alive.slowestStartUs)))))
          continue
        }
        // A commit consists of at least two writes and a sync.
        guard hasFile else { continue }
        points += (1...3).map { DyingPoint(step: index, place: .commit(.atWrite($0))) }
      case .action, .restart, .expect: break
      }
    }
    if isAlive { points.append(DyingPoint(step: steps.count, place: .before(afterMs: 0))) }
    return points
  }

  /// Returns the script with a kill and a resume at each of the points, which are in order.
  ///
  /// - Parameter mode: how, if not as the runner kills otherwise.
  func scenario(dying points: [DyingPoint], by mode: KillMode? = nil) -> Scenario {
    let kill = mode.map { "kill \($0.rawValue)" } ?? "kill"
    var statements: [Statement] = []
    func add(_ text: String, _ body: Statement.Body) {
      statements.append(Statement(line: scenario.line, text: text, body: body))
    }
    func die() {
      add(kill, .kill(mode: mode, point: .now))
      add("resume", .resume)
    }
    for index in 0...steps.count {
      let point = points.first { $0.step == index }
      guard index < steps.count else {
        if point != nil { die() }
        continue
      }
      let step = steps[index]
      switch (point?.place, step.body) {
      case (nil, _): statements.append(step)
      case (.before(let afterMs)?, .wait(let milliseconds)) where afterMs > 0:
        add("wait \(afterMs)ms", .wait(milliseconds: afterMs))
        die()
        add("wait \(milliseconds - afterMs)ms", .wait(milliseconds: milliseconds - afterMs))
      case (.opening(let microseconds)?, _):
        let point = KillPoint.within(microseconds: microseconds)
        add("kill", .kill(mode: nil, point: .now))
        add("kill \(point.words)", .kill(mode: nil, point: point))
        add("resume", .resume)
        add("resume", .resume)
        statements.append(step)
      case (.before?, _):
        die()
        statements.append(step)
      case (.commit(let commit)?, _):
        add("\(kill) \(commit.words)", .kill(mode: mode, point: commit))
        statements.append(step)
        add("resume", .resume)
        // Repeat what died before its commit, as a user would; unless it may have been saved. An exchange goes on.
        if commit.isPart || commit == .beforeCommit && mode == nil { statements.append(step) }
      }
    }
    var killed = scenario
    killed.statements = statements
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
