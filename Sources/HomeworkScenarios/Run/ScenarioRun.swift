import HomeworkFaults
import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkReports

/// One script being played.
///
/// A reference run that is never killed plays along in memory, without the actions that died before their commit. The
/// laws compare with it, and what was there before a kill is read from it where the process died too suddenly to ask.
struct ScenarioRun {
  let scenario: Scenario
  let mode: KillMode
  private let program: any ProgramUnderTest
  private let reference: SimulatedProgram

  private(set) var nowMs = 0
  private var serial = 0
  private var isAlive = false
  private var armed: (point: KillPoint, mode: KillMode, line: Int)?

  private(set) var book = CueBook()
  private(set) var lastAction = LastAction()
  /// The last action was refused, and the statement after it has not been looked at.
  private var isRefusalPending = false
  /// Of the statement being played.
  private var line = 0
  /// What the last kill suppressed: what expectations look at after `resume`.
  private var killed: Set<CueID> = []
  private(set) var survival: Survival?
  /// What is on disk, read once for all expectations that stand together.
  private var factsUntilNextAction: Snapshot?
  var laws: LawBook
  var report: ScenarioReport

  /// The action that cue expectations look back at.
  struct LastAction {
    var atMs = 0
    /// Cues that it started, ended or cut off.
    var touched: Set<CueID> = []
    var refusal: Refusal?
    var line = 0
  }

  /// The fields of the survival table right before a kill, and right after the resume that followed.
  struct Survival {
    var before: [FieldName: String]
    var after: [FieldName: String]?
  }

  init(
    _ scenario: Scenario, world: World, mode: KillMode, worker: WorkerCommand,
    _ makeProgram: ScenarioRunner.MakeProgram? = nil
  ) throws(ProgramFailure) {
    self.scenario = scenario
    self.mode = mode
    var sound = world
    sound.faults = SeededFaults()
    reference = try SimulatedProgram(sound)
    if let makeProgram {
      program = try makeProgram(world)
    } else {
      program = try Self.program(for: scenario, world, mode, worker)
    }
    laws = LawBook(environment: world.environment)
    report = ScenarioReport(name: scenario.name, file: scenario.file, line: scenario.line, mode: mode)
  }

  /// The simplest that can do all of the script's kills: one that is really to be one needs a process, one at a write a
  /// file.
  private static func program(
    for scenario: Scenario, _ world: World, _ mode: KillMode, _ worker: WorkerCommand
  ) throws(ProgramFailure) -> any ProgramUnderTest {
    let kills = scenario.kills(default: mode)
    let isVolatile = kills.contains { $0.mode == .powerLoss }
    if kills.contains(where: { $0.mode == .process }) {
      return try ProcessProgram(world, worker: worker, isVolatile: isVolatile)
    }
    let needsFile = isVolatile || kills.contains { if case .atWrite = $0.point { true } else { false } }
    return needsFile ? try FileProgram(world, isVolatile: isVolatile) : try SimulatedProgram(world)
  }

  /// Plays the script to its end, or to the first thing that makes going on senseless.
  mutating func play() -> ScenarioReport {
    line = scenario.line
    do throws(ProgramFailure) {
      try reference.open(atMs: 0)
      try program.open(atMs: 0)
      isAlive = true
      for statement in scenario.statements {
        line = statement.line
        judgeRefusal(nextIs: statement)
        try play(statement)
      }
      judgeRefusal(nextIs: nil)
      if let armed {
        line = armed.line
        throw .broken("the kill is still armed at the end: add an action that saves after it")
      }
      try conclude()
    } catch {
      switch error {
      case .broken(let message), .senseless(let message):
        report.error(line: line, message: message)
      case .died(let death):
        report.error(line: line, message: "the process died of signal \(death.signal ?? 0) where nobody ended it")
      }
    }
    return report
  }

  private mutating func play(_ statement: Statement) throws(ProgramFailure) {
    if case .expect = statement.body {} else { factsUntilNextAction = nil }
    switch statement.body {
    case .action(let action, let times): try act(action, times: times, line: statement.line)
    case .wait(let milliseconds): nowMs += milliseconds
    case .kill(let mode, .now): try kill(mode ?? self.mode)
    case .kill(let mode, let point):
      try needProcess("to kill")
      try program.arm(point, mode: mode ?? self.mode)
      armed = (point, mode ?? self.mode, statement.line)
    case .resume: try resume()
    case .restart:
      try kill(mode)
      try resume()
    case .expect(let expectation):
      let facts: Snapshot
      if let known = factsUntilNextAction { facts = known } else { facts = try program.facts() }
      factsUntilNextAction = facts
      if let found = judge(expectation, facts: facts) {
        report.fail(statement: statement, found: found, lastCues: lastCues)
      }
    }
  }

  private func needProcess(_ purpose: String) throws(ProgramFailure) {
    guard isAlive else { throw .senseless("no process is alive \(purpose): add resume before it") }
  }

  // MARK: Actions

  private mutating func act(_ action: Action, times: Int, line: Int) throws(ProgramFailure) {
    for _ in 0..<times {
      try needProcess("to \(action.name)")
      serial += 1
      if case .delete = action { laws.inspect(book, facts: try program.facts()) }
      let session = program.session
      let before = armed == nil ? nil : try program.facts()
      let reply: Reply
      do throws(ProgramFailure) {
        reply = try program.perform(action, serial: serial, atMs: nowMs)
      } catch {
        guard case .died(let death) = error, let armed, let before else { throw error }
        self.armed = nil
        return try die(in: action, death, armed, session: session, before: before)
      }
      lastAction = LastAction(atMs: nowMs, refusal: reply.refusal, line: line)
      report.trace.append(TraceEntry(atMs: nowMs, event: action.name, reply: reply))
      lastAction.touched = note(reply.started, reply.changed)
      // What is refused may be shown too.
      try repeatOnReference(action, refused: reply.refusal)
      guard reply.refusal == nil else {
        isRefusalPending = true
        return
      }
    }
  }

  private mutating func note(_ started: [Cue], _ changed: [Cue]) -> Set<CueID> {
    book.note(started: started, changed: changed)
    return Set((started + changed).map(\.id))
  }

  private mutating func repeatOnReference(_ action: Action, refused: Refusal? = nil) throws(ProgramFailure) {
    let reply = try reference.perform(action, serial: serial, atMs: nowMs)
    laws.reference.note(started: reply.started, changed: reply.changed)
    if let refusal = reply.refusal, refused == nil {
      laws.break(.nothingLost, "\(action.name) is refused to one who was never killed: \(refusal.message)")
    } else if let refused, reply.refusal == nil {
      laws.break(.nothingLost, "\(action.name) is refused only after a kill: \(refused.message)")
    }
  }

  private mutating func judgeRefusal(nextIs statement: Statement?) {
    guard isRefusalPending, let refusal = lastAction.refusal else { return }
    isRefusalPending = false
    if case .expect(.error) = statement?.body { return }
    report.fail(
      line: lastAction.line, expected: "to be done", found: "\(refusal.name.rawValue): \(refusal.message)",
      lastCues: lastCues)
  }

  // MARK: Kill and resume

  private mutating func kill(_ mode: KillMode) throws(ProgramFailure) {
    try needProcess("to kill")
    let before = try program.facts().state.merging(sessionState(program.session)) { $1 }
    let death = try program.kill(mode)
    end(.now, mode, death, before: before, facts: try program.facts(), told: [])
  }

  /// The armed kill struck inside `action`. Nobody was told anything, so the disk is asked what became of it.
  private mutating func die(
    in action: Action, _ death: Death, _ armed: (point: KillPoint, mode: KillMode, line: Int), session: Session?,
    before: Snapshot
  ) throws(ProgramFailure) {
    let after = try program.facts()
    let isCommitted = after != before
    // At a write of the file it may be either, but never half: that is what law 4 looks at.
    if let isMeant = armed.point.isAfterCommit, isCommitted != isMeant {
      laws.break(.nothingLost, "killed \(armed.point.words), \(action.name) is \(isCommitted ? "" : "not ")on disk")
    }
    // What is on disk counts as told and then killed at that instant.
    var told = note(death.shown, [])
    var play = session.map { PlayState($0) }
    if isCommitted {
      let changes = play?.tell(after, since: before, startedAnew: action == .start, atMs: nowMs) ?? CueChanges()
      told.formUnion(note(changes.started, changes.changed))
      try repeatOnReference(action)
    }
    let state = try reference.facts().state.merging(sessionState(play?.session)) { $1 }
    end(armed.point, armed.mode, death, before: state, facts: after, told: told, action: action)
  }

  private mutating func end(
    _ point: KillPoint, _ mode: KillMode, _ death: Death, before: [FieldName: String], facts: Snapshot,
    told: Set<CueID>, action: Action? = nil
  ) {
    let suppressed = book.kill(atMs: nowMs)
    killed = Set(suppressed.map(\.id))
    laws.inspect(book, facts: facts)
    laws.hasKills = true
    isAlive = false
    armed = nil
    survival = Survival(before: before)
    lastAction = LastAction(atMs: nowMs, touched: killed.union(told))
    report.kills.append(KillReport(at: nowMs, point: point, mode: mode, death: death))
    report.trace.append(TraceEntry(atMs: nowMs, killed: suppressed, point: point, action: action))
  }

  private mutating func resume() throws(ProgramFailure) {
    guard !isAlive else { throw .senseless("a process is alive already: resume needs a kill before it") }
    try program.open(atMs: nowMs)
    isAlive = true
    _ = note(program.replayed, [])
    let facts = try program.facts()
    let after = facts.state.merging(sessionState(program.session)) { $1 }
    survival?.after = after
    reportFields(after: after)
    laws.inspect(book, facts: facts, session: program.session)
    laws.compare(facts, with: try reference.facts())
    laws.inspect(report: program.reported, killed: killed, resumed: program.session?.attemptId)
    lastAction = LastAction(atMs: nowMs, touched: killed)
    report.trace.append(TraceEntry(atMs: nowMs, resumedAt: program.session == nil ? nil : facts.attempt?.answers.count))
  }

  /// What leaked or was forgotten fails the run by itself.
  private mutating func reportFields(after: [FieldName: String]) {
    guard let before = survival?.before else { return }
    let fields = SurvivalTable.fields.compactMap { FieldReport($0, before: before[$0.name], after: after[$0.name]) }
    report.states.append(fields)
    for field in fields where field.verdict == .leaked || field.verdict == .forgotten {
      let isLeaked = field.verdict == .leaked
      report.fail(
        line: line, expected: "\(field.field.rawValue) \(isLeaked ? "to be lost" : "to be kept")",
        found: "\(field.verdict.rawValue): \(field.before ?? "nothing") before, \(field.after ?? "nothing") after")
    }
  }

  private func sessionState(_ session: Session?) -> [FieldName: String] {
    session?.state(atMs: nowMs).compactMapValues(\.words) ?? [:]
  }

  // MARK: The end

  private mutating func conclude() throws(ProgramFailure) {
    let facts = try program.facts()
    laws.inspect(book, facts: facts, session: program.session)
    laws.compare(facts, with: try reference.facts())
    report.laws = laws.verdicts(on: book)
    report.durationMs = nowMs
    report.cues = book.inOrderOfStart.map { $0.report(atMs: nowMs) }
  }

  /// Cues that the last action started, ended or cut off, and those that ended in the waits after it.
  var cuesInView: [Cue] {
    book.cues.filter {
      lastAction.touched.contains($0.id) || ($0.ending.atMs > lastAction.atMs && $0.ending.atMs <= nowMs)
    }
  }

  /// The bar on the screen of the process that is alive, or the derived one.
  func shownBar(_ attempt: Snapshot.AttemptSnapshot) -> [Dot] {
    isAlive ? program.session?.bar ?? attempt.streak.bar : attempt.streak.bar
  }

  private var lastCues: [String] {
    book.inOrderOfStart.suffix(6).map { $0.report(atMs: nowMs).line }
  }
}

extension Scenario {
  /// How and where each kill of the script is done, in order.
  fileprivate func kills(default mode: KillMode) -> [(mode: KillMode, point: KillPoint)] {
    statements.compactMap {
      switch $0.body {
      case .kill(let own, let point): (own ?? mode, point)
      case .restart: (mode, .now)
      case .action, .wait, .resume, .expect: nil
      }
    }
  }
}

extension PlayState {
  /// Tells the session everything that was committed between two snapshots, as a process that lived on would have.
  fileprivate mutating func tell(
    _ after: Snapshot, since before: Snapshot, startedAnew: Bool, atMs: Int
  ) -> CueChanges {
    let events = after.events.dropFirst(before.events.count).enumerated().map { $1.event(number: $0) }
    var changes = CueChanges()
    // A session refuses only what its attempt cannot be, and this was committed. Playing again leaves the results.
    if startedAnew, let left = try? tell(.left, atMs: atMs) { changes.append(left) }
    for event in events {
      if let more = try? tell(event, among: events, starsTotal: after.starsTotal, atMs: atMs) { changes.append(more) }
    }
    return changes
  }
}

extension KillPoint {
  var words: String {
    switch self {
    case .now: "now"
    case .beforeCommit: "before commit"
    case .afterCommit: "after commit"
    case .atWrite(let number): "at write \(number)"
    }
  }

  /// Whether what was being done is on disk by then; `nil` where that is not known.
  var isAfterCommit: Bool? {
    switch self {
    case .now, .beforeCommit: false
    case .afterCommit: true
    case .atWrite: nil
    }
  }
}
