import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkReports

/// A point at which a script can die: what is played in place of one of its steps.
struct DyingPoint: Sendable {
  let step: Int
  let statements: [Statement]
}

struct Script {
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

  /// Returns the points in order of time. Skips processes that are dead or dying.
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
    var found = KillPoints(self, alive, mode, hasFile: hasFile, restarts, draws)
    let moments = alive.moments
    var nowMs = 0
    // Each copy of the library has its own process.
    var (copy, dead) = ("", Set<String>())
    var exchanges = alive.trace.compactMap(\.parts)[...]
    for number in restarts.isEmpty ? [] : alive.measured.startPoints.first ?? [] {
      found.add([found.kill(.atCall(number)), resume] + steps.prefix(1), at: 0)
    }
    for (index, step) in steps.enumerated() {
      if case .expect = step.body { continue }
      let isAlive = !dead.contains(copy)
      if isAlive { found.add([found.kill(), resume, step], at: index) }
      if isAlive, killsAgain { found.add([found.kill(), resume, found.kill(), resume, step], at: index) }
      switch step.body {
      case .wait(let milliseconds):
        let endMs = nowMs + milliseconds
        for atMs in moments where isAlive && nowMs < atMs && atMs < endMs {
          found.add([wait(atMs - nowMs), found.kill(), resume, wait(endMs - atMs)], at: index)
        }
        nowMs = endMs
      case .kill: dead.insert(copy)
      case .resume: dead.remove(copy)
      case .copy(let name): copy = name
      case .sync: for part in 0..<(exchanges.popFirst() ?? 0) { found.add(in: .atPart(part + 1), step, at: index) }
      case .action(let action, _) where action.saves && isAlive: found.addSaving(step, at: index)
      case .repeat:
        for number in found.nextCalls() ?? [] where isAlive { found.add(in: .atCall(number), step, at: index) }
      case .action: _ = found.nextCalls()
      case .restart, .expect: break
      }
    }
    if !dead.contains(copy) { found.add([found.kill(), resume], at: steps.count) }
    return found.points
  }

  fileprivate var resume: Statement { make("resume", .resume) }

  private func wait(_ ms: Int) -> Statement { make("wait \(ms)ms", .wait(milliseconds: ms)) }

  /// The script with a kill and a resume before each action that saves.
  var restarting: Scenario {
    let steps = steps.map { step -> [Statement] in
      guard case .action(let action, _) = step.body, action.saves else { return [step] }
      return [make("kill", .kill(mode: nil, point: .now)), resume, step]
    }
    var restarting = scenario
    restarting.statements = steps.flatMap(\.self)
    return restarting
  }

  fileprivate func make(_ text: String, _ body: Statement.Body) -> Statement {
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

/// The points at which a script can die, as far as they are listed.
private struct KillPoints {
  private(set) var points: [DyingPoint] = []
  private let script: Script
  private let measured: ProgramMeasures
  private let mode: KillMode?
  private let hasFile: Bool
  private let draws: ((Int) -> Int)?
  /// The calls of each action to come, and of the start before it; and the starts whose calls were all tried.
  private var calls: ArraySlice<[Int]>, restarts: ArraySlice<[Int]>
  private var starts: Set<[Int]> = []

  init(
    _ script: Script, _ alive: ScenarioReport, _ mode: KillMode?, hasFile: Bool, _ restarts: [[Int]],
    _ draws: ((Int) -> Int)?
  ) {
    (self.script, measured, self.mode, self.hasFile, self.draws) = (script, alive.measured, mode, hasFile, draws)
    (calls, self.restarts) = (alive.measured.callPoints[...], restarts[...])
  }

  func kill(_ point: KillPoint = .now) -> Statement {
    let words = ["kill", mode?.rawValue, point == .now ? nil : point.words].compactMap(\.self)
    return script.make(words.joined(separator: " "), .kill(mode: mode, point: point))
  }

  mutating func add(_ statements: [Statement], at index: Int) {
    points.append(DyingPoint(step: index, statements: statements))
  }

  mutating func add(in point: KillPoint, _ step: Statement, at index: Int) {
    // Repeat what died before its commit, as a user would; unless it may have been saved. An exchange goes on.
    let repeats = point.isPart || point == .beforeCommit && mode == nil
    add([kill(point), step, script.resume] + (repeats ? [step] : []), at: index)
    if point == .afterCommit, measured.repeatsRequests, mode == nil {
      add([kill(point), step, script.resume, script.make("repeat", .repeat)], at: index)
    }
  }

  mutating func nextCalls() -> [Int]? { calls.popFirst() }

  /// Adds the kills inside an action that saves, and inside a start before it.
  mutating func addSaving(_ step: Statement, at index: Int) {
    for point in [KillPoint.beforeCommit, .afterCommit] { add(in: point, step, at: index) }
    let numbers = nextCalls()
    for number in numbers ?? [] { add(in: .atCall(number), step, at: index) }
    guard let draws else {
      // A commit consists of at least two writes and a sync.
      if hasFile { for write in 1...3 { add(in: .atWrite(write), step, at: index) } }
      return
    }
    // Between a request and its acknowledgement: both outcomes are right.
    for _ in 0..<(numbers == nil ? 2 : 0) {
      add(in: .within(microseconds: draws(max(1, measured.slowestSaveUs))), step, at: index)
    }
    var openings = [KillPoint.within(microseconds: draws(max(1, measured.slowestStartUs)))]
    // A start is tried at each of its calls once, and then at one of them.
    if let all = restarts.popFirst(), !all.isEmpty {
      openings = (starts.insert(all).inserted ? all : [all[index % all.count]]).map(KillPoint.atCall)
    }
    for opening in openings { add([kill(), kill(opening), script.resume, script.resume, step], at: index) }
  }
}

extension ScenarioReport {
  /// The times when a cue or one of its phases starts or ends.
  fileprivate var moments: [Int] {
    let all = cues.flatMap { cue in
      [cue.startMs, cue.endedMs ?? cue.startMs]
        + (cue.phases ?? []).flatMap { [cue.startMs + $0.startMs, cue.startMs + $0.endMs] }
    }
    return Set(all).sorted()
  }
}

extension Scenario {
  /// The scenario as a file, with repeated actions as one statement.
  var script: String {
    var lines: [(text: String, times: Int, repeats: Bool)] = []
    for statement in statements {
      // Actions that may be followed by `xN`.
      let repeats =
        if case .action(let action, _) = statement.body { [.answer, .skip, .event].contains(action.kind) } else {
          false
        }
      if let last = lines.last, repeats, last.text == statement.text {
        lines[lines.count - 1].times += 1
      } else {
        lines.append((statement.text, 1, repeats))
      }
    }
    let body = (settings + [""] + lines.map { $0.times > 1 ? "\($0.text) x\($0.times)" : $0.text }).map {
      $0.isEmpty ? "" : "  \($0)"
    }
    return (["scenario \(name.quoted)"] + body).joined(separator: "\n") + "\n"
  }
}

extension Statement {
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
