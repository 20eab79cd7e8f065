import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkReports

/// A point at which a script can die: what is played in place of one of its steps.
struct DyingPoint: Sendable {
  let step: Int
  let statements: [Statement]
}

/// A scenario as single steps.
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
