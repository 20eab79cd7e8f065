import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkReports
import HomeworkStore

/// One script being played, from the choice of the program to the report.
///
/// Another program plays along, without kills or as the model: the laws compare the run with its account.
struct ScenarioRun {
  let scenario: Scenario
  let mode: KillMode
  let program: any ProgramUnderTest
  /// The program, if it is not ours.
  let tested: AppProgram?
  /// The copy of the library that this run plays, and the runs of the others.
  let copy: String
  /// True if each action that saves has the id of a request.
  private let sendsRequests: Bool
  var otherCopies: [String: ScenarioRun] = [:]

  /// `nil` if it is compared with the model, or never killed, and so is its own account.
  var account: Account?
  /// The built-in session, for a program that is to be like it.
  var model: Account?
  var present = Present()
  var shown = Shown()
  var life = Life()
  var expecting = Expecting()
  var delivery = Delivery()
  var laws: RunLaws
  var report: ScenarioReport

  /// The moment of the script.
  struct Present {
    var nowMs = 0
    var serial = 0
    var statement: Statement?
    var line = 0
  }

  /// The cues that a user has seen.
  struct Shown {
    var book = CueBook()
    /// The name of the learner at the screen, and of the learner at the time of each cue's report.
    var learner: String?
    var viewers: [CueID: String?] = [:]
    var lastAction = LastAction()
    /// True if the last action was refused, and the statement after it has not been checked.
    var isRefusalPending = false
  }

  /// The action to which cue expectations refer.
  struct LastAction {
    var atMs = 0
    /// The cues that it started, ended or cut off.
    var touched: Set<CueID> = []
    var refusal: Refusal?
    var line = 0
  }

  /// The present process, or the one that died last.
  struct Life {
    var isAlive = false
    /// True once the program has started: then it is known what can be judged of it.
    var hasOpened = false
    /// False after a kill, until an attempt is on screen again.
    var hasScreen = true
    var armed: (point: KillPoint, mode: KillMode, line: Int)?
    /// The cues that the last kill suppressed, which expectations see after `resume`.
    var cutOff: Set<CueID> = []
    /// The cues of the action in which the program was killed: it reports them when it is next opened.
    var unheard: Set<CueID> = []
    /// The screen-only cues that it showed when killed in an action that may not have been done.
    var unsaved: Set<CueID> = []
    var survival: Survival?
    /// The facts and the time at the last resume.
    var started: (facts: Snapshot, atMs: Int)?
    /// The last action that saves, which may be repeated, and whether it is done, if that is known.
    var request: (action: Action, isDone: Bool?)?
    /// The actions that were never acknowledged, which may be gone after a kill; and whether they were replied to.
    var pending: [(action: Action, isReplied: Bool)] = []
    /// True if one of them was gone after a kill, so that later actions may be refused.
    var isSomethingGone = false
  }

  /// The fields of the survival table right before a kill, and right after the next resume.
  struct Survival {
    var before: [String: String]
    var after: [String: String]?
    /// True if it is known whether the process died with or without its current action.
    var isKnown: Bool
  }

  struct Expecting {
    /// The `always` expectations, with their statements.
    var standing: [(statement: Statement, expectation: Expectation)] = []
    /// The evidence, read once for all adjacent expectations.
    var known: Evidence?
  }

  var nowMs: Int {
    get { present.nowMs }
    set { present.nowMs = newValue }
  }
  var toleranceMs: Int { laws.can.toleranceMs }
  /// The account to compare with.
  var expected: Account? { account ?? model }

  // MARK: Set up

  /// Chooses the program under test or, of ours, the simplest that can do all of the script's kills.
  ///
  /// - Parameter copy: the copy of the library that it plays.
  init(_ scenario: Scenario, copy: String, world: World, by runner: ScenarioRunner) throws(ProgramFailure) {
    (self.scenario, self.copy) = (scenario, copy)
    mode = runner.app == nil || runner.mode == .powerLoss ? runner.mode : .process
    let kills = scenario.kills(default: runner.app == nil ? mode : .process)
    let powerFails = kills.contains { $0.mode == .powerLoss }
    let reasonForFile = scenario.reasonForFile(default: mode)
    var played: any ProgramUnderTest
    if let app = runner.app {
      let tested = try AppProgram(world, app: app, runner.makeLife, powerFails: powerFails)
      (self.tested, played) = (tested, tested)
      if app.like != nil { model = Account(try MemoryProgram(world), isModel: true, tellsCues: app.like != .states) }
      if !kills.isEmpty, app.like == nil || app.like == .states {
        var other = app
        other.delayUs = nil
        account = Account(try AppProgram(world, app: other, nil, besides: tested))
      }
    } else {
      tested = nil
      account = Account(try MemoryProgram(world))
      if runner.server != nil, let reasonForFile { throw .skipped(reasonForFile) }
      // A real kill needs a process, and a kill at a write needs a file. With a server, the mode `process` uses it for
      // scripts without kills too.
      if let make = runner.makeProgram {
        played = try make(world)
      } else if runner.server != nil && mode == .process || kills.contains(where: { $0.mode == .process }) {
        played = try AppProgram(world, app: runner.worker, nil, on: runner.server, powerFails: powerFails)
      } else if reasonForFile != nil {
        played = try MemoryProgram(world) { FaultyDisk(records: powerFails) }
      } else {
        played = try MemoryProgram(world)
      }
    }
    let repeats = scenario.statements.contains { if case .repeat = $0.body { true } else { false } }
    sendsRequests = repeats || tested != nil
    program = try runner.wrapProgram?(played) ?? played
    laws = RunLaws(environment: world.environment, hasCopies: !scenario.copies.isEmpty)
    report = ScenarioReport(name: scenario.name, file: scenario.file, line: scenario.line, mode: mode)
  }

  /// Starts the program, and what plays along.
  mutating func open() throws(ProgramFailure) {
    if tested != nil { laws.can = Visibility(AppCapabilities(), hasModel: model != nil) }
    if let kill = scenario.killOfFirstStart, case .kill(let mode, let point) = kill.body {
      present.line = kill.line
      try arm(point, mode ?? self.mode, kill)
    }
    life.isAlive = try openProgram() != nil
    for program in programs.dropFirst() { _ = try program.open(atMs: self.program.realNowMs ?? 0) }
  }

  /// Starts the program and, if it is the first time, asks what can be judged of it.
  ///
  /// - Returns: `nil` if it was killed meanwhile: it stays dead.
  mutating func openProgram() throws(ProgramFailure) -> Opened? {
    do throws(ProgramFailure) {
      let opened = try program.open(atMs: nowMs)
      guard !life.hasOpened, let capabilities = tested?.capabilities else { return opened }
      life.hasOpened = true
      if let reason = scenario.reasonAgainst(capabilities) { throw .skipped(reason) }
      laws.can = Visibility(capabilities, hasModel: model != nil)
      return opened
    } catch {
      guard case .died(let death) = error, let armed = life.armed else { throw error }
      life.armed = nil
      noteUnheard(death)
      laws.kills.append(.init(ms: nowMs, serial: present.serial))
      report.kills.append(KillReport(at: nowMs, point: armed.point, mode: armed.mode, death: death))
      return nil
    }
  }

  // MARK: Play

  /// Plays the script to its end, or until continuing makes no sense.
  mutating func play() -> ScenarioReport {
    present.line = scenario.line
    do throws(ProgramFailure) {
      if let reason = scenario.reasonAgainst(like: tested?.app.like) { throw .skipped(reason) }
      try openAll()
      for statement in scenario.statements.dropFirst(scenario.killOfFirstStart == nil ? 0 : 1) {
        (present.line, present.statement) = (statement.line, statement)
        laws.line = statement.line
        judgeRefusal(nextIs: statement)
        try play(statement)
      }
      judgeRefusal(nextIs: nil)
      if let armed = life.armed ?? otherCopies.values.lazy.compactMap(\.life.armed).first {
        present.line = armed.line
        let needed = armed.point.isPart ? "sync with that many parts" : "an action that saves"
        throw .senseless("the kill is still armed at the end: add \(needed) after it")
      }
      present.statement = nil
      try conclude()
      if let unreached = delivery.unreached, !report.hasFailed { report.skip(because: unreached) }
    } catch {
      report.laws = laws.verdicts(on: nil, beside: expected).filter { !$0.held }
      report.end(error, line: present.line, statement: present.statement?.text)
    }
    if report.hasFailed { report.errorOutput = program.errors }
    if let tested {
      (report.measured, report.startsNoCue) = (tested.measured, shown.book.cues.isEmpty)
    }
    return report
  }

  private mutating func play(_ statement: Statement) throws(ProgramFailure) {
    readClock()
    if case .expect = statement.body {} else { expecting.known = nil }
    switch statement.body {
    case .action(let action, let times): try act(action, times: times)
    case .repeat: try repeatRequest()
    case .wait(let milliseconds):
      for moment in delivery.moments(of: milliseconds, from: nowMs, isReal: laws.can.isReal) {
        nowMs = moment
        shown.lastAction.touched.formUnion(note(try program.advance(toMs: nowMs)))
        // It must not be ahead of a program whose unacknowledged actions may not have happened.
        if life.pending.isEmpty { try account?.advance(toMs: present.nowMs) }
      }
      readClock()
    case .copy(let name):
      try turn(to: name)
      report.trace.append(TraceEntry(atMs: nowMs, event: "copy \(name.quoted)"))
    case .sync(let name): try exchange(with: name)
    case .kill(let mode, .now): try kill(mode ?? self.mode, at: .now)
    case .kill(let mode, let point): try arm(point, mode ?? self.mode, statement)
    case .resume: try resume()
    case .restart:
      try kill(mode, at: .now)
      try resume()
    case .expect(.always(let expectation)): expecting.standing.append((statement, expectation))
    case .expect(let expectation): _ = try expect(expectation, statement)
    }
    guard life.isAlive else { return }
    for (index, one) in expecting.standing.enumerated().reversed() {
      if try !expect(one.expectation, one.statement) { expecting.standing.remove(at: index) }
    }
  }

  /// Reads the program's own clock, if it has one, as the scenario's.
  mutating func readClock() { nowMs = max(nowMs, program.realNowMs ?? 0) }

  func needProcess(_ purpose: String) throws(ProgramFailure) {
    guard life.isAlive else { throw .senseless("no process is alive \(purpose): add resume before it") }
  }

  private mutating func act(_ action: Action, times: Int) throws(ProgramFailure) {
    for _ in 0..<times {
      readClock()
      try needProcess("to \(action.deed)")
      present.serial += 1
      delivery.act(atMs: nowMs)
      var action = action
      (action.serial, action.atMs) = (present.serial, nowMs)
      if sendsRequests, action.saves, action.requestId == nil { action.requestId = World.requestId(present.serial) }
      if action.kind == .delete { laws.look(at: shown.book, try program.evidence()) }
      let before = life.armed.map(\.point.isPart) ?? true ? nil : try program.evidence()
      let reply: Reply
      do throws(ProgramFailure) {
        reply = try program.perform(action)
      } catch {
        guard case .died(let death) = error, let armed = life.armed, let before else { throw error }
        return try die(in: action, death, armed.point, armed.mode, before: before)
      }
      if action.saves { life.request = action.kind == .take ? nil : (action, isDone: reply.refusal == nil) }
      if action.kind == .learner, reply.refusal == nil { (shown.learner, life.request) = (action.name, nil) }
      if action.kind == .start, reply.refusal == nil { life.hasScreen = true }
      shown.lastAction = LastAction(atMs: nowMs, refusal: reply.refusal, line: present.line)
      report.trace.append(TraceEntry(atMs: nowMs, event: action.word, reply: reply))
      shown.lastAction.touched = note(reply.told)
      if action.isGrading { laws.look(at: Observation(again: reply.told.started)) }
      noteEarly(reply.told.early, action)
      // A refused action may be shown too.
      if reply.isSaved || reply.refusal != nil || !action.saves {
        try settlePending()
        try follow(action, refused: reply.refusal)
      } else {
        tested?.measured.unacknowledged.append(action.word)
        life.pending.append((action, isReplied: true))
      }
      try compareWithModel()
      shown.isRefusalPending = reply.refusal != nil
      if shown.isRefusalPending { return }
    }
  }

  /// Sends the last request again by its id, as a client without its reply does. What was done is not done twice.
  private mutating func repeatRequest() throws(ProgramFailure) {
    guard let (last, isDone) = life.request else {
      throw .senseless("there is no request to repeat: add an action that saves before it")
    }
    guard let isDone else {
      throw .skipped("the program reports no state that shows whether the request was done before it is repeated")
    }
    // An action that died before its commit is done now.
    guard isDone else { return try act(last, times: 1) }
    try needProcess("to repeat a request")
    present.serial += 1
    delivery.act(atMs: nowMs)
    var action = last
    (action.serial, action.atMs, action.isRepeated) = (present.serial, nowMs, true)
    let before = try program.evidence()
    let reply: Reply
    do throws(ProgramFailure) {
      reply = try program.perform(action)
    } catch {
      guard case .died(var death) = error, let armed = life.armed else { throw error }
      death.isSaved = true
      return die(inRepeated: action, death, armed.point, armed.mode, before: before, after: try program.evidence())
    }
    shown.lastAction = LastAction(atMs: nowMs, refusal: reply.refusal, line: present.line)
    report.trace.append(TraceEntry(atMs: nowMs, event: "repeat \(action.word)", reply: reply))
    shown.lastAction.touched = note(reply.told)
    let after = try program.evidence()
    var seen = Observation(repeated: action.word, refusal: reply.refusal, facts: after.facts, state: after.state)
    (seen.wanted, seen.states) = (Observation.Wanted(facts: before.facts, state: before.state), laws.can.states)
    laws.look(at: seen)
    shown.isRefusalPending = reply.refusal != nil
  }

  mutating func note(_ new: CuesTold) -> Set<CueID> {
    let toldBefore = shown.book.toldAgain.count
    shown.book.note(new)
    laws.noteLine(of: new.started)
    laws.look(at: Observation(again: Array(shown.book.toldAgain.dropFirst(toldBefore))))
    for cue in new.started { shown.viewers[cue.id] = .some(shown.learner) }
    return Set((new.started + new.changed).map(\.id))
  }

  /// Judges law 1 for a program that reports its saves, or whose commits are visible.
  mutating func noteEarly(_ cues: [Cue], _ action: Action) {
    var seen = Observation(action: action.word, atMs: nowMs, line: present.line, early: cues)
    if !laws.can.hasFacts { seen.earlyWords = "was started before \"saved\"" }
    laws.look(at: seen)
  }

  private mutating func judgeRefusal(nextIs statement: Statement?) {
    let last = shown.lastAction
    guard shown.isRefusalPending, let refusal = last.refusal else { return }
    shown.isRefusalPending = false
    if case .expect(.error) = statement?.body { return }
    if life.isSomethingGone, expected?.isRefusing == true { return }
    report.fail(
      line: last.line, statement: scenario.statements.first { $0.line == last.line }?.text,
      expected: "the action to succeed", found: "\(refusal.name.rawValue): \(refusal.message)",
      hint: "expect error \(refusal.name.rawValue) in the next line holds", lastCues: lastCues)
  }

  // MARK: Report

  /// Judges this copy at the end of the script.
  mutating func concludeCopy() throws(ProgramFailure) {
    if life.isAlive || laws.can.hasFacts {
      try settlePending()
      try drainReports()
      _ = try look()
      try compareWithModel()
    }
    try compareCuesWithModel()
    let excused = (expected?.book.cues ?? []).filter {
      delivery.hasEndedUnheard($0, toleranceMs: toleranceMs) || delivery.isExcused($0)
    }
    let verdicts = laws.verdicts(
      on: shown.book, beside: expected, unheard: life.unheard.union(excused.map(\.id)),
      unsaved: life.unsaved)
    report.laws = report.laws.isEmpty ? verdicts : zip(report.laws, verdicts).map { $0.held ? $1 : $0 }
    report.cues += shown.book.inOrderOfStart.map { shown.book.report(of: $0, atMs: nowMs) }
    report.cues.sort { $0.startMs < $1.startMs }
    try program.finish()
  }

  /// Reads what a program with its own clock has shown by the end of the script: its reports take a while, and a bridge
  /// may have to be asked for them.
  private mutating func drainReports() throws(ProgramFailure) {
    guard life.isAlive, laws.can.isReal else { return }
    readClock()
    for _ in 0..<2 {
      _ = try program.evidence()
      _ = note(try program.advance(toMs: nowMs + toleranceMs))
    }
  }
}
