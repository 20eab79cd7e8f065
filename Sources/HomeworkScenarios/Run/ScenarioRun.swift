import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkReports
import HomeworkStore

/// One script being played.
///
/// A reference run without kills plays along, without the actions that died before their commit: in memory, or, for a
/// program under test, in its own process. The laws compare the run with it, and it supplies the state before a kill if
/// the process died too suddenly to be asked.
struct ScenarioRun {
  let scenario: Scenario
  let mode: KillMode
  let program: any ProgramUnderTest
  /// `nil` if a program under test is never killed, and so is its own reference.
  let reference: (any ProgramUnderTest)?
  /// The additional data for a program under test; `nil` for our own programs.
  var app: AppRun?

  /// The copy of the library that this run plays, and the runs of the others.
  let copy: String
  var otherCopies: [String: ScenarioRun] = [:]

  var nowMs = 0
  var serial = 0
  var isAlive = false
  private(set) var armed: (point: KillPoint, mode: KillMode, line: Int)?

  var book = CueBook()
  /// The name of the learner at the screen, and of the learner at the time of each cue's report.
  private(set) var learner: String?
  private(set) var told: [CueID: String?] = [:]
  var lastAction = LastAction()
  /// True if the last action was refused, and the statement after it has not been checked.
  private var isRefusalPending = false
  /// True if the last action of the run without kills was refused too.
  private var isRefusedAlike = false
  /// The statement being played, and its line.
  var statement: Statement?
  var line = 0
  /// The cues that the last kill suppressed, which expectations see after `resume`.
  private(set) var killed: Set<CueID> = []
  /// The cues of the action in which the program was killed: it reports them when it is next opened.
  private(set) var unheard: Set<CueID> = []
  /// The screen-only cues that it showed when killed in an action that may not have been done.
  private(set) var unsaved: Set<CueID> = []
  private(set) var survival: Survival?
  /// The facts and the time at the last resume.
  private var started: (facts: Snapshot, atMs: Int)?
  /// The `always` expectations, with their statements.
  var standing: [(statement: Statement, expectation: Expectation)] = []
  /// The evidence, read once for all adjacent expectations.
  private var knownUntilNextAction: Evidence?
  var laws: RunLaws
  var report: ScenarioReport

  /// The action to which cue expectations refer.
  struct LastAction {
    var atMs = 0
    /// The cues that it started, ended or cut off.
    var touched: Set<CueID> = []
    var refusal: Refusal?
    var line = 0
  }

  /// The fields of the survival table right before a kill, and right after the next resume.
  struct Survival {
    var before: [String: String]
    var after: [String: String]?
    /// True if it is known whether the process died with or without its current action.
    var isKnown: Bool
  }

  /// Plays the script to its end, or until continuing makes no sense.
  mutating func play() -> ScenarioReport {
    line = scenario.line
    do throws(ProgramFailure) {
      if let app, let reason = scenario.reasonAgainst(like: app.like) { throw .skipped(reason) }
      try openAll()
      for statement in scenario.statements {
        (line, self.statement) = (statement.line, statement)
        laws.line = statement.line
        judgeRefusal(nextIs: statement)
        try play(statement)
      }
      judgeRefusal(nextIs: nil)
      if let armed = armed ?? otherCopies.values.lazy.compactMap(\.armed).first {
        line = armed.line
        let needed = armed.point.isPart ? "sync with that many parts" : "an action that saves"
        throw .senseless("the kill is still armed at the end: add \(needed) after it")
      }
      statement = nil
      try conclude()
      if let unreached = app?.unreached, !report.hasFailed { report.skip(because: unreached) }
    } catch {
      report.laws = laws.verdicts(on: nil).filter { !$0.held }
      report.end(error, line: line, statement: statement?.text)
    }
    if report.hasFailed { report.errorOutput = program.errors }
    if let tested = app?.tested {
      (report.slowestSaveUs, report.slowestStartUs) = (tested.slowestSaveUs, tested.slowestStartUs)
      (report.isReal, report.startsNoCue) = (tested.isReal, book.cues.isEmpty)
    }
    return report
  }

  private mutating func play(_ statement: Statement) throws(ProgramFailure) {
    readClock()
    if case .expect = statement.body {} else { knownUntilNextAction = nil }
    switch statement.body {
    case .action(let action, let times): try act(action, times: times)
    case .wait(let milliseconds):
      let isReal = app?.isReal == true
      // With a real clock the action before may have taken longer.
      let endMs = isReal ? max(nowMs, app?.moments.wait(milliseconds) ?? 0) : nowMs + milliseconds
      repeat {
        // With a real clock both are read by turns, since a cue may be dated by when it is read.
        nowMs = isReal ? min(endMs, nowMs + 20) : endMs
        lastAction.touched.formUnion(note(try program.advance(toMs: nowMs)))
        try advanceOthers()
      } while nowMs < endMs
      readClock()
    case .copy(let name):
      try turn(to: name)
      report.trace.append(TraceEntry(atMs: nowMs, event: "copy \(name.quoted)"))
    case .sync(let name): try exchange(with: name)
    case .kill(let mode, .now): try kill(mode ?? self.mode, at: .now)
    case .kill(let mode, let point) where point.isPart:
      try needProcess("to kill")
      armed = (point, mode ?? self.mode, statement.line)
    case .kill(let mode, let point):
      if case .within = point {
        guard app != nil else {
          throw .senseless("\(statement.text) uses the real clock, which needs --app")
        }
      } else {
        try needProcess("to kill")
      }
      try program.arm(point, mode: mode ?? self.mode)
      armed = (point, mode ?? self.mode, statement.line)
    case .resume: try resume()
    case .restart:
      try kill(mode, at: .now)
      try resume()
    case .expect(.always(let expectation)): standing.append((statement, expectation))
    case .expect(let expectation): _ = try expect(expectation, statement)
    }
    guard isAlive else { return }
    for (index, one) in standing.enumerated().reversed() {
      if try !expect(one.expectation, one.statement) { standing.remove(at: index) }
    }
  }

  /// Judges an expectation, reports a failure, and returns whether it holds.
  private mutating func expect(_ expectation: Expectation, _ statement: Statement) throws(ProgramFailure) -> Bool {
    var finding: Finding?
    if case .due(let wanted) = expectation {
      let due =
        try program.sharedStore.map { (store) throws(ProgramFailure) in
          try store.due(atMs: nowMs, for: learner)
        } ?? wanted
      if due != wanted { finding = Finding(found: "\(due)", hint: "expect due \(due) holds") }
    } else {
      let evidence: Evidence
      if let known = knownUntilNextAction { evidence = known } else { evidence = try program.evidence() }
      knownUntilNextAction = evidence
      finding = judge(expectation, evidence)
    }
    guard let finding else {
      if let app, !app.tellsSuppressed, expectation.isOfKill { report.infersSuppression = true }
      return true
    }
    // The model judges cues at the moments that came about; those of the script may be out of reach.
    if let app, app.isReal, app.model != nil, expectation.isOfMoments {
      let words = "line \(statement.line) was not reached on a real clock: \(statement.text): found \(finding.found)"
      self.app?.unreached = app.unreached ?? words
      return false
    }
    report.fail(statement: statement, finding, lastCues: lastCues)
    return false
  }

  /// Reads the program's own clock, if it has one, as the scenario's.
  mutating func readClock() { nowMs = max(nowMs, program.realNowMs ?? 0) }

  func needProcess(_ purpose: String) throws(ProgramFailure) {
    guard isAlive else { throw .senseless("no process is alive \(purpose): add resume before it") }
  }

  // MARK: Actions

  private mutating func act(_ action: Action, times: Int) throws(ProgramFailure) {
    for _ in 0..<times {
      readClock()
      try needProcess("to \(action.deed)")
      serial += 1
      app?.moments.act(atMs: nowMs)
      var action = action
      (action.serial, action.atMs) = (serial, nowMs)
      if action.kind == .delete { laws.look(at: book, try program.evidence()) }
      let before = armed.map(\.point.isPart) ?? true ? nil : try program.evidence()
      let reply: Reply
      do throws(ProgramFailure) {
        reply = try program.perform(action)
      } catch {
        guard case .died(let death) = error, let armed, let before else { throw error }
        self.armed = nil
        return try die(in: action, death, armed, before: before)
      }
      if action.kind == .learner, reply.refusal == nil { learner = action.name }
      lastAction = LastAction(atMs: nowMs, refusal: reply.refusal, line: line)
      report.trace.append(TraceEntry(atMs: nowMs, event: action.word, reply: reply))
      lastAction.touched = note(reply.told)
      if action.isGrading { laws.look(at: Observation(again: reply.told.started)) }
      noteEarly(reply.told.early, action)
      // A refused action may be shown too.
      if reply.isSaved || reply.refusal != nil || !action.saves {
        try settleUnacknowledged()
        try repeatOnReference(action, refused: reply.refusal)
      } else {
        report.unacknowledged.append(action.word)
        leaveUnacknowledged(action)
      }
      try repeatOnModel(action, refused: reply.refusal)
      guard reply.refusal == nil else {
        isRefusalPending = true
        return
      }
    }
  }

  mutating func note(_ new: CuesTold) -> Set<CueID> {
    let toldBefore = book.toldAgain.count
    book.note(new)
    laws.noteLine(of: new.started)
    laws.look(at: Observation(again: Array(book.toldAgain.dropFirst(toldBefore))))
    for cue in new.started { told[cue.id] = .some(learner) }
    return Set((new.started + new.changed).map(\.id))
  }

  mutating func repeatOnReference(_ action: Action, refused: Refusal? = nil) throws(ProgramFailure) {
    guard let reference else { return }
    let reply = try reference.perform(action)
    isRefusedAlike = reply.refusal != nil
    if refused != nil, reply.refusal == nil, !action.saves {
      // The screen of a finished attempt does not return, so it cannot be left or revisited.
      let isOpen = try program.evidence().state?.attemptOpen != false
      guard isOpen else { return }
    }
    noteReference(reply)
    // The model judges actions that a program under test refuses but the model does not.
    guard app?.model == nil, app?.isOutcomeUnknown != true else { return }
    laws.look(
      at: Observation(
        action: action.word, refusal: refused, wanted: Observation.Wanted(refusal: reply.refusal)))
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

  mutating func kill(_ mode: KillMode, at point: KillPoint) throws(ProgramFailure) {
    try needProcess("to kill")
    let before = fields(of: try program.evidence())
    let death = try program.kill(mode)
    let told = note(death.told)
    end(point, mode, death, before: before, after: try program.evidence(), told: told)
  }

  /// Returns the present fields of the survival table. Those of the surroundings are known from the script, if the
  /// program's facts are.
  private func fields(of evidence: Evidence) -> [String: String] {
    let given = Session(resuming: nil, environment: scenario.setup.environment, atMs: nowMs)
    let asked = evidence.facts == nil ? [:] : given.state(atMs: nowMs).compactMapValues(\.words)
    let known = evidence.fields(atMs: nowMs, running: book.running(atMs: nowMs))
      .merging(asked.filter { SurvivalTable[$0.key].kind == .environment }) { $1 }
    return Dictionary(uniqueKeysWithValues: known.map { ($0.key.rawValue, $0.value) })
      .merging(evidence.state?.fields ?? [:]) { $1 }
  }

  /// Handles an armed kill that struck inside `action`. Nothing was reported, so the disk shows what happened.
  private mutating func die(
    in action: Action, _ death: Death, _ armed: (point: KillPoint, mode: KillMode, line: Int), before: Evidence
  ) throws(ProgramFailure) {
    let after = try program.evidence()
    var (death, session) = (death, before.session)
    var told = note(death.told)
    if death.isSaved == nil { unsaved.formUnion(death.told.started.filter { !$0.trigger.isSaved }.map(\.id)) }
    noteEarly(death.told.early, action)
    if let now = after.facts, let then = before.facts {
      // A process of our own tells its facts; what it shows follows from them.
      session =
        session
        ?? then.replayed(
          in: scenario.setup.environment, hasQuiz: scenario.setup.quiz != nil, since: started
        ).play.session
      let isCommitted = now != then
      // At a write of the file both outcomes are right, but not half of one: law 4 judges that.
      laws.look(at: Observation(action: action.word, struck: armed.point, isCommitted: isCommitted))
      death.isSaved = isCommitted
      if isCommitted, app == nil {
        // Committed facts count as reported and then killed at that instant.
        var play = session.map { PlayState($0) }
        let changes = play?.tell(now, since: then.events.count) ?? CueChanges()
        let untold = CuesTold(started: changes.started, changed: changes.changed)
        session = play?.session
        program.note(done: action, untold)
        told.formUnion(note(untold))
        try repeatOnReference(action)
      }
    }
    let known = (laws.reference.cues.count, app?.modelBook.cues.count ?? 0)
    if app != nil { try settle(action, death) }
    let brought = laws.reference.cues.dropFirst(known.0) + (app?.modelBook.cues ?? []).dropFirst(known.1)
    unheard = Set(brought.map(\.id))
    var state = try reference?.evidence() ?? before
    if app != nil { state = Evidence(state: state.state) } else if let session { state.session = session }
    end(armed.point, armed.mode, death, before: fields(of: state), after: after, told: told, action: action)
  }

  private mutating func end(
    _ point: KillPoint, _ mode: KillMode, _ death: Death, before: [String: String], after: Evidence,
    told: Set<CueID>, action: Action? = nil
  ) {
    noteUnheard(death)
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
        "the kill in line \(armed.line) waits for \(armed.point.isPart ? "sync" : "an action that saves"): add one "
          + "between it and resume")
    }
    guard !isAlive else { throw .senseless("a process is alive already: resume needs a kill before it") }
    let opened: Opened
    do throws(ProgramFailure) { opened = try program.open(atMs: nowMs) } catch {
      // Killed while being opened: it stays dead.
      guard case .died(let death) = error, let armed else { throw error }
      self.armed = nil
      noteUnheard(death)
      report.kills.append(KillReport(at: nowMs, point: armed.point, mode: armed.mode, death: death))
      return
    }
    isAlive = true
    unheard = []
    readClock()
    app?.moments.resume(atMs: nowMs)
    try resolveUnacknowledged()
    try resumeModel()
    let told = note(opened.told)
    if opened.hasLostReports { excuseUnheard() }
    let evidence = try program.evidence()
    started = evidence.facts.map { ($0, nowMs) }
    let after = fields(of: evidence)
    survival?.after = after
    reportFields(after: after)
    laws.look(
      at: book, evidence, beside: try reference?.evidence(),
      unreported: opened.hasLostReports
        ? [] : awaited(by: evidence).subtracting(opened.reported),
      misreported: app?.tellsSuppressed == true && !opened.hasLostReports ? opened.misreported : [])
    lastAction = LastAction(atMs: nowMs, touched: killed.union(told))
    let question = evidence.facts?.openQuestion
    report.trace.append(TraceEntry(atMs: nowMs, event: "resume") { $0.question = question })
    try compareWithModel()
  }

  /// Returns the suppressed cues that the resume report must list. A cue without a fact on disk, such as a tap's,
  /// cannot be rebuilt.
  private func awaited(by evidence: Evidence) -> Set<CueID> {
    let open = evidence.facts?.attemptInProgress?.id
    return killed.filter { id in
      if let app { return app.tellsSuppressed && id.trigger.isSaved }
      return id.trigger.fact == .answerSettled && id.trigger.attemptId == open && open != nil
    }
  }

  /// The cues that the last action started, ended or cut off, and those that ended in the waits after it.
  var cuesInView: [Cue] {
    book.cues.filter {
      lastAction.touched.contains($0.id) || ($0.ending.atMs > lastAction.atMs && $0.ending.atMs <= nowMs)
    }
  }

  var lastCues: [String] {
    book.inOrderOfStart.suffix(6).map { $0.report(atMs: nowMs).line }
  }
}
