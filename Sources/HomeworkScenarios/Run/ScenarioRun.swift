import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkReports
import HomeworkStore

/// One script being played.
///
/// A reference run that is never killed plays along, without the actions that died before their commit: in memory, or,
/// of a program under test, in a process of its own. The laws compare with it, and what was there before a kill is read
/// from it where the process died too suddenly to ask.
struct ScenarioRun {
  let scenario: Scenario
  let mode: KillMode
  let program: any ProgramUnderTest
  /// `nil` where a program under test is never killed, and so is its own.
  let reference: (any ProgramUnderTest)?
  /// What is played of a program under test besides; `nil` for programs of ours.
  var app: AppRun?

  var nowMs = 0
  private var serial = 0
  private(set) var isAlive = false
  private var armed: (point: KillPoint, mode: KillMode, line: Int)?

  var book = CueBook()
  /// Who is at the screen, by name; and who was when each cue was told.
  private(set) var learner: String?
  private(set) var told: [CueID: String?] = [:]
  private(set) var lastAction = LastAction()
  /// The last action was refused, and the statement after it has not been looked at.
  private var isRefusalPending = false
  /// So was the last action of the run without kills.
  private var isRefusedAlike = false
  /// The statement being played, and its line.
  var statement: Statement?
  private(set) var line = 0
  /// What the last kill suppressed: what expectations look at after `resume`.
  private(set) var killed: Set<CueID> = []
  /// What the action brought in which the program was killed: it tells that when it is opened again, if ever.
  private(set) var unheard: Set<CueID> = []
  /// What it showed of the screen alone as it was killed in an action that may not have been done.
  private var unsaved: Set<CueID> = []
  private(set) var survival: Survival?
  /// What is expected from its statement on.
  private var standing: [(statement: Statement, expectation: Expectation)] = []
  /// What is on disk, read once for all expectations that stand together.
  private var knownUntilNextAction: Evidence?
  var laws: RunLaws
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
    var before: [String: String]
    var after: [String: String]?
    /// Whether what died did so with or without what was being done is known.
    var isKnown: Bool
  }

  /// Plays the script to its end, or to the first thing that makes going on senseless.
  mutating func play() -> ScenarioReport {
    line = scenario.line
    do throws(ProgramFailure) {
      if let app, let reason = scenario.reasonAgainst(like: app.like) { throw .skipped(reason) }
      _ = try program.open(atMs: 0)
      try openOthers()
      isAlive = true
      for statement in scenario.statements {
        (line, self.statement) = (statement.line, statement)
        laws.line = statement.line
        judgeRefusal(nextIs: statement)
        try play(statement)
      }
      judgeRefusal(nextIs: nil)
      if let armed {
        line = armed.line
        throw .senseless("the kill is still armed at the end: add an action that saves after it")
      }
      statement = nil
      try conclude()
    } catch {
      let text = statement?.text
      report.laws = laws.verdicts(on: nil).filter { !$0.held }
      switch error {
      case .broken(let message): report.error(line: line, statement: text, message: message)
      case .senseless(let message):
        report.isSenseless = true
        report.error(line: line, statement: text, message: message)
      case .skipped(let reason): report.skip(because: reason)
      case .died(let death):
        report.error(
          line: line, statement: text,
          message: "the process was ended by signal \(death.signal ?? 0), which no kill sent")
      }
    }
    if report.hasFailed { report.errorOutput = program.errors }
    if let app, !app.isWhole {
      let tested = app.tested
      (report.slowestSaveUs, report.slowestStartUs, report.isReal) = (
        tested.slowestSaveUs, tested.slowestStartUs, tested.isReal
      )
    }
    return report
  }

  private mutating func play(_ statement: Statement) throws(ProgramFailure) {
    readClock()
    if case .expect = statement.body {} else { knownUntilNextAction = nil }
    switch statement.body {
    case .action(let action, let times): try act(action, times: times)
    case .wait(let milliseconds):
      nowMs += milliseconds
      let told = try program.advance(toMs: nowMs)
      lastAction.touched.formUnion(note(told))
      try advanceOthers()
      readClock()
    case .kill(let mode, .now): try kill(mode ?? self.mode)
    case .kill(let mode, let point):
      if case .within = point {
        guard let app, !app.isWhole else {
          throw .senseless("\(statement.text) uses the real clock, which needs --app")
        }
      } else {
        try needProcess("to kill")
      }
      try program.arm(point, mode: mode ?? self.mode)
      armed = (point, mode ?? self.mode, statement.line)
    case .resume: try resume()
    case .restart:
      try kill(mode)
      try resume()
    case .expect(.always(let expectation)): standing.append((statement, expectation))
    case .expect(let expectation): _ = try expect(expectation, statement)
    }
    guard isAlive else { return }
    for (index, one) in standing.enumerated().reversed() {
      if try !expect(one.expectation, one.statement) { standing.remove(at: index) }
    }
  }

  /// Whether it holds; what does not is reported.
  private mutating func expect(_ expectation: Expectation, _ statement: Statement) throws(ProgramFailure) -> Bool {
    var finding: Finding?
    if case .due(let wanted) = expectation {
      let due = try program.due(atMs: nowMs) ?? wanted
      if due != wanted { finding = Finding(found: "\(due)", hint: "expect due \(due) holds") }
    } else {
      let evidence: Evidence
      if let known = knownUntilNextAction { evidence = known } else { evidence = try program.evidence() }
      knownUntilNextAction = evidence
      finding = judge(expectation, evidence)
    }
    guard let finding else { return true }
    report.fail(statement: statement, finding, lastCues: lastCues)
    return false
  }

  /// Where the program has a clock of its own, that is the scenario's.
  private mutating func readClock() { nowMs = max(nowMs, program.realNowMs ?? 0) }

  private func needProcess(_ purpose: String) throws(ProgramFailure) {
    guard isAlive else { throw .senseless("no process is alive \(purpose): add resume before it") }
  }

  // MARK: Actions

  private mutating func act(_ action: Action, times: Int) throws(ProgramFailure) {
    for _ in 0..<times {
      try needProcess("to \(action.deed)")
      serial += 1
      if case .delete = action { laws.look(at: book, try program.evidence()) }
      let before = armed == nil ? nil : try program.evidence()
      let reply: Reply
      do throws(ProgramFailure) {
        reply = try program.perform(action, serial: serial, atMs: nowMs)
      } catch {
        guard case .died(let death) = error, let armed, let before else { throw error }
        self.armed = nil
        return try die(in: action, death, armed, before: before)
      }
      if case .learner(let name) = action, reply.refusal == nil { learner = name }
      lastAction = LastAction(atMs: nowMs, refusal: reply.refusal, line: line)
      report.trace.append(TraceEntry(atMs: nowMs, event: action.name, reply: reply))
      lastAction.touched = note(reply.told)
      noteEarly(reply.told.early, action)
      // What is refused may be shown too.
      if reply.isSaved || reply.refusal != nil || !action.saves {
        try settleUnacknowledged()
        try repeatOnReference(action, refused: reply.refusal)
      } else {
        report.unacknowledged.append(action.name)
        leaveUnacknowledged(action, serial: serial)
      }
      try repeatOnModel(action, serial: serial, refused: reply.refusal)
      guard reply.refusal == nil else {
        isRefusalPending = true
        return
      }
    }
  }

  mutating func note(_ new: CuesTold) -> Set<CueID> {
    let toldBefore = book.toldAgain.count
    book.note(started: new.started, changed: new.changed)
    laws.noteLine(of: new.started)
    laws.look(at: Observation(again: Array(book.toldAgain.dropFirst(toldBefore))))
    for cue in new.started {
      app?.lines[cue.id] = line
      told[cue.id] = .some(learner)
    }
    return Set((new.started + new.changed).map(\.id))
  }

  mutating func repeatOnReference(
    _ action: Action, serial: Int? = nil, atMs: Int? = nil, refused: Refusal? = nil
  ) throws(ProgramFailure) {
    guard let reference else { return }
    let reply = try reference.perform(action, serial: serial ?? self.serial, atMs: atMs ?? nowMs)
    isRefusedAlike = reply.refusal != nil
    if refused != nil, reply.refusal == nil, !action.saves {
      // The screen of an attempt that is over does not come back, and nobody can leave it or look back at it.
      let isOpen = try program.evidence().state?.attemptOpen != false
      guard isOpen else { return }
    }
    noteReference(reply)
    // What a program under test refuses and the model does not is the model's to say.
    guard app?.model == nil, app?.isOutcomeUnknown != true else { return }
    laws.look(
      at: Observation(
        action: action.name, refusal: refused, wanted: Observation.Wanted(refusal: reply.refusal)))
  }

  private mutating func judgeRefusal(nextIs statement: Statement?) {
    guard isRefusalPending, let refusal = lastAction.refusal else { return }
    isRefusalPending = false
    if case .expect(.error) = statement?.body { return }
    if app?.isSomethingGone == true, isRefusedAlike { return }
    report.fail(
      line: lastAction.line, statement: scenario.statements.first { $0.line == lastAction.line }?.text,
      expected: "the action to succeed", found: "\(refusal.name.rawValue): \(refusal.message)",
      hint: "expect error \(refusal.name.rawValue) in the next line holds", lastCues: lastCues)
  }

  // MARK: Kill and resume

  private mutating func kill(_ mode: KillMode) throws(ProgramFailure) {
    try needProcess("to kill")
    let before = fields(of: try program.evidence())
    let death = try program.kill(mode)
    let told = note(CuesTold(started: death.shown, changed: death.changed))
    end(.now, mode, death, before: before, after: try program.evidence(), told: told)
  }

  /// What is there of the survival table; what is asked anew is known from the model of a program that is whole.
  private func fields(of evidence: Evidence) -> [String: String] {
    let asked = app?.isWhole == true ? app?.model?.session?.state(atMs: nowMs).compactMapValues(\.words) : nil
    let known = evidence.fields(atMs: nowMs, running: book.running(atMs: nowMs))
      .merging((asked ?? [:]).filter { SurvivalTable[$0.key].kind == .environment }) { $1 }
    return Dictionary(uniqueKeysWithValues: known.map { ($0.key.rawValue, $0.value) })
      .merging(evidence.state?.fields ?? [:]) { $1 }
  }

  /// The armed kill struck inside `action`. Nobody was told anything, so the disk is asked what became of it.
  private mutating func die(
    in action: Action, _ death: Death, _ armed: (point: KillPoint, mode: KillMode, line: Int), before: Evidence
  ) throws(ProgramFailure) {
    let after = try program.evidence()
    var (death, session) = (death, before.session)
    var told = note(CuesTold(started: death.shown, changed: death.changed))
    if death.isSaved == nil { unsaved.formUnion(death.shown.filter { !$0.trigger.isSaved }.map(\.id)) }
    noteEarly(death.early, action)
    if let now = after.facts, let then = before.facts {
      let isCommitted = now != then
      // At a write of the file it may be either, but never half: that is what law 4 looks at.
      laws.look(at: Observation(action: action.name, struck: armed.point, isCommitted: isCommitted))
      death.isSaved = isCommitted
      if isCommitted, app == nil {
        // What is on disk counts as told and then killed at that instant.
        var play = session.map { PlayState($0) }
        let changes = play?.tell(now, since: then.events.count) ?? CueChanges()
        session = play?.session
        told.formUnion(note(CuesTold(started: changes.started, changed: changes.changed)))
        try repeatOnReference(action)
      }
    }
    let known = (laws.reference.cues.count, app?.modelBook.cues.count ?? 0)
    if app != nil { told.formUnion(try settle(action, serial: serial, death)) }
    let brought = laws.reference.cues.dropFirst(known.0) + (app?.modelBook.cues ?? []).dropFirst(known.1)
    unheard = Set(brought.map(\.id))
    var state = try reference?.evidence() ?? before
    if let app, !app.isWhole {
      state = Evidence(state: state.state)
    } else {
      state.session = app?.model?.session ?? session
    }
    end(armed.point, armed.mode, death, before: fields(of: state), after: after, told: told, action: action)
  }

  private mutating func end(
    _ point: KillPoint, _ mode: KillMode, _ death: Death, before: [String: String], after: Evidence,
    told: Set<CueID>, action: Action? = nil
  ) {
    let suppressed = book.kill(atMs: nowMs)
    killed = Set(suppressed.map(\.id))
    laws.look(at: book, after)
    laws.hasKills = true
    isAlive = false
    armed = nil
    survival = Survival(before: before, isKnown: action == nil || death.isSaved != nil)
    lastAction = LastAction(atMs: nowMs, touched: killed.union(told))
    app?.killedAtMs = nowMs
    report.kills.append(KillReport(at: nowMs, point: point, mode: mode, death: death))
    report.trace.append(TraceEntry(atMs: nowMs, killed: suppressed, point: point, action: action))
  }

  private mutating func resume() throws(ProgramFailure) {
    if isAlive, let armed {
      throw .senseless(
        "the kill in line \(armed.line) waits for an action that saves: add one between it and resume")
    }
    guard !isAlive else { throw .senseless("a process is alive already: resume needs a kill before it") }
    let opened: Opened
    do throws(ProgramFailure) { opened = try program.open(atMs: nowMs) } catch {
      // Killed as it was being opened: it is dead as before.
      guard case .died(let death) = error, let armed else { throw error }
      self.armed = nil
      report.kills.append(KillReport(at: nowMs, point: armed.point, mode: armed.mode, death: death))
      return
    }
    isAlive = true
    unheard = []
    readClock()
    try resolveUnacknowledged()
    try resumeModel()
    let told = note(opened.told)
    let evidence = try program.evidence()
    let after = fields(of: evidence)
    survival?.after = after
    reportFields(after: after)
    laws.look(
      at: book, evidence, beside: try reference?.evidence(),
      unreported: awaited(by: app?.isWhole == true ? app?.model?.session : evidence.session)
        .subtracting(opened.reported))
    lastAction = LastAction(atMs: nowMs, touched: killed.union(told))
    let question = evidence.facts?.openQuestion
    report.trace.append(TraceEntry(atMs: nowMs, resumedAt: question))
    try compareWithModel()
  }

  /// What a kill suppressed of what is gone on with, which the resume report has to say. What no fact on disk tells of,
  /// such as a tap, nobody can rebuild.
  private func awaited(by session: Session?) -> Set<CueID> {
    killed.filter { id in
      if let app, !app.isWhole { return app.tellsSuppressed && id.trigger.isSaved }
      return id.trigger.fact == .answerSettled && id.trigger.attemptId == session?.attemptId && session != nil
    }
  }

  /// What leaked or was forgotten fails the run by itself. Of a program under test law 4 says it.
  private mutating func reportFields(after: [String: String]) {
    guard let before = survival?.before else { return }
    var fields = SurvivalTable.fields.compactMap {
      FieldReport($0.name.rawValue, $0.kind, before: before[$0.name.rawValue], after: after[$0.name.rawValue])
    }
    if let app, !app.isWhole {
      let own = (app.capabilities?.fields ?? []).compactMap {
        FieldReport($0.name, $0.kind == .kept ? .persisted : .ephemeral, before: before[$0.name], after: after[$0.name])
      }
      report.states.append(fields + own)
      // Of a field of the survival table law 4 says it by what the program tells.
      laws.look(at: Observation(fields: survival?.isKnown == true ? own : own.filter { $0.verdict == .leaked }))
      fields = []
    } else {
      report.states.append(fields)
    }
    for field in fields where field.verdict == .leaked || field.verdict == .forgotten {
      let isLeaked = field.verdict == .leaked
      report.fail(
        line: line, statement: statement?.text,
        expected: "\(field.field) \(isLeaked ? "to be lost" : "to be kept")",
        found: "\(field.verdict.rawValue): \(field.before ?? "nothing") before, \(field.after ?? "nothing") after")
    }
  }

  // MARK: The end

  private mutating func conclude() throws(ProgramFailure) {
    if isAlive || app?.isWhole != false {
      try settleUnacknowledged()
      let evidence = try program.evidence()
      laws.look(at: book, evidence, beside: try reference?.evidence())
    }
    try finishOthers()
    report.laws = laws.verdicts(on: book, unheard: unheard, unsaved: unsaved)
    report.durationMs = nowMs
    report.cues = book.inOrderOfStart.map { $0.report(atMs: nowMs) }
    try program.finish()
  }

  /// Cues that the last action started, ended or cut off, and those that ended in the waits after it.
  var cuesInView: [Cue] {
    book.cues.filter {
      lastAction.touched.contains($0.id) || ($0.ending.atMs > lastAction.atMs && $0.ending.atMs <= nowMs)
    }
  }

  var lastCues: [String] {
    book.inOrderOfStart.suffix(6).map { $0.report(atMs: nowMs).line }
  }
}
