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
  var process = ProcessRun()
  var alwaysExpectations: [(statement: Statement, expectation: Expectation)] = []
  var delivery = Delivery()
  var laws: RunLaws
  var report: ScenarioReport

  // MARK: Set up

  /// Chooses the program under test or, of ours, the simplest that can do all of the script's kills.
  ///
  /// - Parameter copy: the copy of the library that it plays.
  init(_ scenario: Scenario, copy: String, world: World, by runner: ScenarioRunner) throws {
    (self.scenario, self.copy) = (scenario, copy)
    mode = runner.app == nil || runner.mode == .powerLoss ? runner.mode : .process
    let kills = scenario.kills(default: runner.app == nil ? mode : .process)
    let powerFails = kills.contains { $0.mode == .powerLoss }
    let reasonForFile = scenario.reasonForFile(default: mode)
    var played: any ProgramUnderTest
    if let app = runner.app {
      let tested = try AppProgram(world, app: app, runner.makeConnection, powerFails: powerFails)
      (self.tested, played) = (tested, tested)
      if app.like != nil { model = Account(try MemoryProgram(world), isModel: true, comparesCues: app.like != .states) }
      if !kills.isEmpty, app.like == nil || app.like == .states {
        var other = app
        other.delayUs = nil
        account = Account(try AppProgram(world, app: other, nil, besides: tested))
      }
    } else {
      tested = nil
      account = Account(try MemoryProgram(world))
      if runner.server != nil, let reasonForFile { throw ProgramFailure.skipped(reasonForFile) }
      // A real kill needs a process, and a kill at a write needs a file. With a server, the mode `process` uses it for
      // scripts without kills too.
      if let make = runner.makeProgram {
        played = try make(world)
      } else if runner.server != nil && mode == .process || kills.contains(where: { $0.mode == .process }) {
        played = try AppProgram(world, app: runner.worker, nil, on: runner.server, powerFails: powerFails)
      } else {
        played =
          try reasonForFile == nil ? MemoryProgram(world) : MemoryProgram(world) { FaultyDisk(records: powerFails) }
      }
    }
    let repeats = scenario.statements.contains { if case .repeat = $0.body { true } else { false } }
    sendsRequests = repeats || tested != nil
    program = try runner.wrapProgram?(played) ?? played
    laws = RunLaws(environment: world.environment, hasCopies: !scenario.copies.isEmpty)
    report = ScenarioReport(name: scenario.name, file: scenario.file, line: scenario.line, mode: mode)
  }

  /// Starts the program, and what plays along.
  mutating func open() throws {
    if tested != nil { laws.can = Visibility(AppCapabilities(), hasModel: model != nil) }
    if let kill = scenario.killOfFirstStart, case .kill(let mode, let point) = kill.body {
      present.line = kill.line
      try arm(point, mode ?? self.mode, kill)
    }
    process.isAlive = try openProgram() != nil
    for program in programs.dropFirst() { _ = try program.open(atMs: self.program.realNowMs ?? 0) }
  }

  /// Starts the program and, if it is the first time, asks what can be judged of it.
  ///
  /// - Returns: `nil` if it was killed meanwhile: it stays dead.
  mutating func openProgram() throws -> Opened? {
    do {
      let isKnown = tested?.capabilities != nil
      let opened = try program.open(atMs: nowMs)
      guard !isKnown, let capabilities = tested?.capabilities else { return opened }
      if let reason = scenario.reasonAgainst(capabilities) { throw ProgramFailure.skipped(reason) }
      laws.can = Visibility(capabilities, hasModel: model != nil)
      return opened
    } catch ProgramFailure.died(let death) {
      guard let armed = process.armed else { throw ProgramFailure.died(death) }
      process.armed = nil
      noteUnreportedTime(death)
      laws.kills.append(.init(ms: nowMs, serial: present.serial))
      report.kills.append(KillReport(at: nowMs, point: armed.point, mode: armed.mode, death: death))
      return nil
    }
  }

  // MARK: Play

  /// Plays the script to its end, or until continuing makes no sense.
  mutating func play() -> ScenarioReport {
    present.line = scenario.line
    do {
      if let reason = scenario.reasonAgainst(like: tested?.app.like) { throw ProgramFailure.skipped(reason) }
      try openAll()
      for statement in scenario.statements.dropFirst(scenario.killOfFirstStart == nil ? 0 : 1) {
        (present.line, present.statement) = (statement.line, statement)
        laws.line = statement.line
        judgeRefusal(nextIs: statement)
        try play(statement)
      }
      judgeRefusal(nextIs: nil)
      if let armed = process.armed ?? otherCopies.values.lazy.compactMap(\.process.armed).first {
        present.line = armed.line
        let needed = armed.point.isPart ? "sync with that many parts" : "an action that saves"
        throw ProgramFailure.scriptError("the kill is still armed at the end: add \(needed) after it")
      }
      present.statement = nil
      try conclude()
      if let unreached = delivery.unreached, !report.hasFailed { report.skip(because: unreached) }
    } catch {
      for run in [self] + otherCopies.values { report.add(run.laws.verdicts(on: nil, beside: run.expected)) }
      report.laws.removeAll(where: \.held)
      report.end(error, line: present.line, statement: present.statement?.text)
    }
    if report.hasFailed { report.errorOutput = program.errors }
    if let tested { (report.measured, report.startsNoCue) = (tested.measured, shown.book.cues.isEmpty) }
    return report
  }

  private mutating func play(_ statement: Statement) throws {
    readClock()
    switch statement.body {
    case .action(let action, let times):
      for _ in 0..<times { guard try perform(action) else { break } }
    case .repeat: try repeatRequest()
    case .wait(let milliseconds):
      for moment in delivery.moments(of: milliseconds, from: nowMs, isReal: laws.can.isReal) {
        nowMs = moment
        shown.lastAction.touched.formUnion(note(try program.advance(toMs: nowMs)))
        // It must not be ahead of a program whose unacknowledged actions may not have happened.
        if process.pending.actions.isEmpty { try account?.advance(toMs: present.nowMs) }
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
    case .expect(.always(let expectation)): alwaysExpectations.append((statement, expectation))
    case .expect(let expectation): _ = try expect(expectation, statement)
    }
    guard process.isAlive else { return }
    for (index, one) in alwaysExpectations.enumerated().reversed() {
      if try !expect(one.expectation, one.statement) { alwaysExpectations.remove(at: index) }
    }
  }

  /// Reads the program's own clock, if it has one, as the scenario's.
  mutating func readClock() { nowMs = max(nowMs, program.realNowMs ?? 0) }

  func needProcess(_ purpose: String) throws {
    guard process.isAlive else {
      throw ProgramFailure.scriptError("no process is alive \(purpose): add resume before it")
    }
  }

  /// Sends the last request again by its id, as a client without its reply does. What was done is not done twice.
  private mutating func repeatRequest() throws {
    guard let (last, isDone) = process.request else {
      throw ProgramFailure.scriptError("there is no request to repeat: add an action that saves before it")
    }
    guard let isDone else {
      throw ProgramFailure.skipped(
        "the program reports no state that shows whether the request was done before it is repeated")
    }
    // An action that died before its commit is done now.
    _ = try perform(last, isRepeated: isDone)
  }

  /// Returns whether it was done: it may be refused, or the program may die in it.
  private mutating func perform(_ action: Action, isRepeated: Bool = false) throws -> Bool {
    readClock()
    try needProcess(isRepeated ? "to repeat a request" : "to \(action.infinitivePhrase)")
    present.serial += 1
    delivery.act(atMs: nowMs)
    var action = action
    (action.serial, action.atMs, action.isRepeated) = (present.serial, nowMs, isRepeated)
    if sendsRequests, action.saves, action.requestId == nil { action.requestId = World.requestId(present.serial) }
    if action.kind == .delete, !isRepeated { laws.check(shown.book, try program.evidence()) }
    let mayDie = process.armed.map { !$0.point.isPart } ?? false
    let before = mayDie || isRepeated ? try program.evidence() : nil
    let reply: Reply
    do { reply = try program.perform(action) } catch ProgramFailure.died(let death) {
      guard let armed = process.armed, let before else { throw ProgramFailure.died(death) }
      try die(in: action, death, armed.point, armed.mode, before: before)
      return false
    }
    shown.lastAction = LastAction(atMs: nowMs, refusal: reply.refusal, line: present.line)
    report.trace.append(TraceEntry(atMs: nowMs, event: (isRepeated ? "repeat " : "") + action.word, reply: reply))
    shown.lastAction.touched = note(reply.cues)
    if isRepeated, let before {
      let after = try program.evidence()
      var seen = Observation(repeated: action.word, refusal: reply.refusal, facts: after.facts, state: after.state)
      (seen.wanted, seen.states) = (Observation.Wanted(facts: before.facts, state: before.state), laws.can.states)
      laws.check(seen)
    } else {
      try settle(action, reply)
    }
    shown.isRefusalPending = reply.refusal != nil
    return reply.refusal == nil
  }

  private mutating func settle(_ action: Action, _ reply: Reply) throws {
    if action.saves { process.request = action.kind == .take ? nil : (action, isDone: reply.refusal == nil) }
    if action.kind == .learner, reply.refusal == nil { (shown.learner, process.request) = (action.name, nil) }
    if action.kind == .start, reply.refusal == nil { process.hasScreen = true }
    if action.isGrading { laws.check(Observation(again: reply.cues.started)) }
    noteEarly(reply.early, action)
    // A refused action may be shown too.
    if reply.isSaved || reply.refusal != nil || !action.saves {
      try settlePending()
      try follow(action, refused: reply.refusal)
    } else {
      tested?.measured.unacknowledged.append(action.word)
      process.pending.actions.append((action, isReplied: true))
    }
    try compareWithModel()
  }

  // MARK: Kill

  private mutating func arm(_ point: KillPoint, _ mode: KillMode, _ statement: Statement) throws {
    if point.isOfProgram, tested == nil { throw ProgramFailure.scriptError("\(statement.text) needs --app") }
    // Without a process it strikes in the next start.
    if !point.isOfProgram { try needProcess("to kill") }
    if !point.isPart { try program.arm(point, mode: mode) }
    process.armed = (point, mode, statement.line)
  }

  mutating func kill(_ mode: KillMode, at point: KillPoint) throws {
    try needProcess("to kill")
    let before = fields(of: try program.evidence())
    let death = try program.kill(mode)
    let touched = note(death.cues)
    end(point, mode, death, before: before, after: try program.evidence(), touched: touched)
  }

  /// Handles an armed kill that struck inside `action`. Nothing was reported, so the disk shows what happened, or else
  /// the program's next life.
  private mutating func die(
    in action: Action, _ death: Death, _ point: KillPoint, _ mode: KillMode, before: Evidence
  ) throws {
    let after = try program.evidence()
    var (death, touched, state) = (death, note(death.cues), before)
    if action.isRepeated {
      death.isSaved = true
      return end(point, mode, death, before: fields(of: before), after: after, touched: touched, action: action)
    }
    if death.isSaved == nil { process.unsaved.formUnion(death.cues.started.filter { !$0.trigger.isSaved }.map(\.id)) }
    noteEarly(death.early, action)
    process.possiblyUnreported = []
    if let now = after.facts, let then = before.facts {
      // A process of our own tells its facts; what it shows follows from them.
      var session =
        before.session
        ?? then.replayed(in: scenario.setup.environment, hasQuiz: scenario.setup.quiz != nil, since: process.started)
        .play.session
      let isCommitted = now != then
      // At a write of the file both outcomes are right, but not half of one: law 4 judges that.
      laws.check(Observation(action: action.word, struck: point, isCommitted: isCommitted))
      death.isSaved = isCommitted
      if isCommitted {
        // Committed facts count as reported and then killed at that instant.
        var play = PlayState(session)
        let changes = play.receive(now, since: then.events.count)
        session = play.session
        program.note(done: action, changes)
        touched.formUnion(note(changes))
        try follow(action)
      }
      if let expected { state = try expected.program.evidence() }
      state.session = session
    } else {
      let known = expected?.book.cues.count ?? 0
      try settle(action, death)
      process.possiblyUnreported = Set((expected?.book.cues ?? []).dropFirst(known).map(\.id))
      state = Evidence(state: try expected?.program.evidence().state ?? before.state)
    }
    process.request = action.kind == .take ? nil : (action, death.isSaved)
    end(point, mode, death, before: fields(of: state), after: after, touched: touched, action: action)
  }

  private mutating func end(
    _ point: KillPoint, _ mode: KillMode, _ death: Death, before: [String: String], after: Evidence,
    touched: Set<CueID>, action: Action? = nil
  ) {
    noteUnreportedTime(death)
    let suppressed = shown.book.kill(atMs: nowMs, isInferred: tested != nil)
    process.cutOff = Set(suppressed.map(\.id))
    laws.check(shown.book, after)
    laws.kills.append(.init(ms: nowMs, serial: present.serial))
    (process.isAlive, process.armed) = (false, nil)
    process.survival = Survival(before: before, action: action, isKnown: action == nil || death.isSaved != nil)
    shown.lastAction = LastAction(atMs: nowMs, touched: process.cutOff.union(touched))
    model?.kill(atMs: present.nowMs)
    report.kills.append(KillReport(at: nowMs, point: point, mode: mode, death: death))
    report.trace.append(
      TraceEntry(atMs: nowMs, killed: suppressed, isInferred: tested != nil, point: point, action: action))
  }

  // MARK: Resume

  mutating func resume() throws {
    if process.isAlive, let armed = process.armed {
      throw ProgramFailure.scriptError(
        "the kill in line \(armed.line) waits for \(armed.point.isPart ? "sync" : "an action that saves"): add one "
          + "between it and resume")
    }
    guard !process.isAlive else {
      throw ProgramFailure.scriptError("a process is alive already: resume needs a kill before it")
    }
    guard let opened = try openProgram() else { return }
    (process.isAlive, process.possiblyUnreported) = (true, [])
    readClock()
    delivery.resume(atMs: nowMs)
    try resolvePending()
    try model?.resume(atMs: present.nowMs)
    let touched = note(opened.cues)
    shown.book.noteEnds(opened.reported)
    // The life that was ended in its opening may have reported them, and is not asked again.
    if opened.hasLostReports {
      delivery.markUnreported((expected?.book.cues ?? []).filter { shown.book[$0.id] == nil })
      delivery.markUnreported(shown.book.cues.filter { process.cutOff.contains($0.id) })
    }
    let evidence = try program.evidence()
    process.started = evidence.facts.map { ($0, nowMs) }
    process.hasScreen = evidence.state?.attemptOpen != false
    judgeFields(after: fields(of: evidence))
    let isHeard = !opened.hasLostReports
    laws.check(
      shown.book, evidence, beside: try expected?.program.evidence(), isResumed: true,
      unreported: isHeard ? awaited(by: evidence).subtracting(opened.reported) : [],
      misreported: isHeard && laws.can.report == .everything ? opened.misreported : [])
    shown.lastAction = LastAction(atMs: nowMs, touched: process.cutOff.union(touched))
    let question = evidence.facts?.openQuestion
    report.trace.append(TraceEntry(atMs: nowMs, event: "resume") { $0.question = question })
    try compareWithModel()
  }

  // MARK: Report

  mutating func concludeCopy() throws {
    if process.isAlive || laws.can.hasFacts {
      try settlePending()
      try drainReports()
      _ = try checkFacts()
      try compareWithModel()
    }
    try compareCuesWithModel()
    let excused = (expected?.book.cues ?? []).filter {
      delivery.mayHaveEndedUnreported($0, toleranceMs: toleranceMs) || delivery.mayBeUnreported($0)
    }
    let verdicts = laws.verdicts(
      on: shown.book, beside: expected, possiblyUnreported: process.possiblyUnreported.union(excused.map(\.id)),
      unsaved: process.unsaved)
    report.add(verdicts)
    report.cues += shown.book.inOrderOfStart.map { shown.book.report(of: $0, atMs: nowMs) }
    report.cues.sort { $0.startMs < $1.startMs }
    try program.finish()
  }

  /// Reads what a program with its own clock has shown by the end of the script: its reports take a while, and a bridge
  /// may have to be asked for them.
  private mutating func drainReports() throws {
    guard process.isAlive, laws.can.isReal else { return }
    readClock()
    for _ in 0..<2 {
      _ = try program.evidence()
      _ = note(try program.advance(toMs: nowMs + toleranceMs))
    }
  }
}
