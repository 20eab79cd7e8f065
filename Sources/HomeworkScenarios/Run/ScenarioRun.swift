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
  var otherCopies: [String: ScenarioRun] = [:]

  /// `nil` if a program under test is never killed, and so is its own account.
  var account: Account?
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

  /// What a user has seen.
  struct Shown {
    var book = CueBook()
    /// The name of the learner at the screen, and of the learner at the time of each cue's report.
    fileprivate(set) var learner: String?
    fileprivate(set) var viewers: [CueID: String?] = [:]
    var lastAction = LastAction()
    /// True if the last action was refused, and the statement after it has not been checked.
    fileprivate var isRefusalPending = false
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
    /// False after a kill, until an attempt is on screen again.
    fileprivate(set) var hasScreen = true
    fileprivate(set) var armed: (point: KillPoint, mode: KillMode, line: Int)?
    /// The cues that the last kill suppressed, which expectations see after `resume`.
    fileprivate(set) var cutOff: Set<CueID> = []
    /// The cues of the action in which the program was killed: it reports them when it is next opened.
    fileprivate(set) var unheard: Set<CueID> = []
    /// The screen-only cues that it showed when killed in an action that may not have been done.
    fileprivate(set) var unsaved: Set<CueID> = []
    fileprivate(set) var survival: Survival?
    /// The facts and the time at the last resume.
    fileprivate var started: (facts: Snapshot, atMs: Int)?
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
    fileprivate var known: Evidence?
  }

  var nowMs: Int {
    get { present.nowMs }
    set { present.nowMs = newValue }
  }
  var toleranceMs: Int { laws.can.toleranceMs }

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
      if app.like != nil {
        account = Account(try MemoryProgram(world), isModel: true)
      } else if !kills.isEmpty {
        account = Account(try AppProgram(world, app: app, nil, besides: tested))
      }
    } else {
      (tested, account) = (nil, Account(try MemoryProgram(world)))
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
    program = try runner.wrapProgram?(played) ?? played
    laws = RunLaws(environment: world.environment, hasCopies: !scenario.copies.isEmpty)
    report = ScenarioReport(name: scenario.name, file: scenario.file, line: scenario.line, mode: mode)
  }

  /// Starts the program, asks what can be judged of it, and starts what plays along.
  mutating func open() throws(ProgramFailure) {
    _ = try program.open(atMs: 0)
    if let capabilities = tested?.capabilities {
      if let reason = scenario.reasonAgainst(capabilities) { throw .skipped(reason) }
      laws.can = Visibility(capabilities, hasModel: account?.isModel == true)
    }
    _ = try account?.program.open(atMs: program.realNowMs ?? 0)
    life.isAlive = true
  }

  // MARK: Play

  /// Plays the script to its end, or until continuing makes no sense.
  mutating func play() -> ScenarioReport {
    present.line = scenario.line
    do throws(ProgramFailure) {
      if let reason = scenario.reasonAgainst(like: tested?.app.like) { throw .skipped(reason) }
      try openAll()
      for statement in scenario.statements {
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
      report.laws = laws.verdicts(on: nil, beside: account).filter { !$0.held }
      report.end(error, line: present.line, statement: present.statement?.text)
    }
    if report.hasFailed { report.errorOutput = program.errors }
    if let tested {
      (report.slowestSaveUs, report.slowestStartUs) = (tested.slowestSaveUs, tested.slowestStartUs)
      (report.isReal, report.startsNoCue) = (tested.isReal, shown.book.cues.isEmpty)
    }
    return report
  }

  private mutating func play(_ statement: Statement) throws(ProgramFailure) {
    readClock()
    if case .expect = statement.body {} else { expecting.known = nil }
    switch statement.body {
    case .action(let action, let times): try act(action, times: times)
    case .wait(let milliseconds):
      for moment in delivery.moments(of: milliseconds, from: nowMs, isReal: laws.can.isReal) {
        nowMs = moment
        shown.lastAction.touched.formUnion(note(try program.advance(toMs: nowMs)))
        try account?.advance(toMs: present.nowMs)
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
      if action.kind == .delete { laws.look(at: shown.book, try program.evidence()) }
      let before = life.armed.map(\.point.isPart) ?? true ? nil : try program.evidence()
      let reply: Reply
      do throws(ProgramFailure) {
        reply = try program.perform(action)
      } catch {
        guard case .died(let death) = error, let armed = life.armed, let before else { throw error }
        return try die(in: action, death, armed.point, armed.mode, before: before)
      }
      if action.kind == .learner, reply.refusal == nil { shown.learner = action.name }
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
        report.unacknowledged.append(action.word)
        leave(action, isReplied: true)
      }
      try compareWithModel()
      shown.isRefusalPending = reply.refusal != nil
      if shown.isRefusalPending { return }
    }
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
  private mutating func noteEarly(_ cues: [Cue], _ action: Action) {
    var seen = Observation(action: action.word, atMs: nowMs, line: present.line, early: cues)
    if !laws.can.hasFacts { seen.earlyWords = "was started before \"saved\"" }
    laws.look(at: seen)
  }

  private mutating func judgeRefusal(nextIs statement: Statement?) {
    let last = shown.lastAction
    guard shown.isRefusalPending, let refusal = last.refusal else { return }
    shown.isRefusalPending = false
    if case .expect(.error) = statement?.body { return }
    if let account, account.isSomethingGone, account.isRefusing { return }
    report.fail(
      line: last.line, statement: scenario.statements.first { $0.line == last.line }?.text,
      expected: "the action to succeed", found: "\(refusal.name.rawValue): \(refusal.message)",
      hint: "expect error \(refusal.name.rawValue) in the next line holds", lastCues: lastCues)
  }

  // MARK: Kill

  private mutating func arm(_ point: KillPoint, _ mode: KillMode, _ statement: Statement) throws(ProgramFailure) {
    if case .within = point {
      guard !laws.can.hasFacts else { throw .senseless("\(statement.text) uses the real clock, which needs --app") }
    } else {
      try needProcess("to kill")
    }
    if !point.isPart { try program.arm(point, mode: mode) }
    life.armed = (point, mode, statement.line)
  }

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
    let known = evidence.fields(atMs: nowMs, running: shown.book.running(atMs: nowMs))
      .merging(asked.filter { SurvivalTable[$0.key].kind == .environment }) { $1 }
    return Dictionary(uniqueKeysWithValues: known.map { ($0.key.rawValue, $0.value) })
      .merging(evidence.state?.fields ?? [:]) { $1 }
  }

  /// Handles an armed kill that struck inside `action`. Nothing was reported, so the disk shows what happened, or else
  /// the program's next life.
  private mutating func die(
    in action: Action, _ death: Death, _ point: KillPoint, _ mode: KillMode, before: Evidence
  ) throws(ProgramFailure) {
    let after = try program.evidence()
    var (death, told, state) = (death, note(death.told), before)
    if death.isSaved == nil { life.unsaved.formUnion(death.told.started.filter { !$0.trigger.isSaved }.map(\.id)) }
    noteEarly(death.told.early, action)
    life.unheard = []
    if let now = after.facts, let then = before.facts {
      // A process of our own tells its facts; what it shows follows from them.
      var session =
        before.session
        ?? then.replayed(
          in: scenario.setup.environment, hasQuiz: scenario.setup.quiz != nil, since: life.started
        ).play.session
      let isCommitted = now != then
      // At a write of the file both outcomes are right, but not half of one: law 4 judges that.
      laws.look(at: Observation(action: action.word, struck: point, isCommitted: isCommitted))
      death.isSaved = isCommitted
      if isCommitted {
        // Committed facts count as reported and then killed at that instant.
        var play = PlayState(session)
        let changes = play.tell(now, since: then.events.count)
        let untold = CuesTold(started: changes.started, changed: changes.changed)
        session = play.session
        program.note(done: action, untold)
        told.formUnion(note(untold))
        try follow(action)
      }
      if let account { state = try account.program.evidence() }
      state.session = session
    } else {
      let known = account?.book.cues.count ?? 0
      try settle(action, death)
      life.unheard = Set((account?.book.cues ?? []).dropFirst(known).map(\.id))
      state = Evidence(state: try account?.program.evidence().state ?? before.state)
    }
    end(point, mode, death, before: fields(of: state), after: after, told: told, action: action)
  }

  private mutating func end(
    _ point: KillPoint, _ mode: KillMode, _ death: Death, before: [String: String], after: Evidence,
    told: Set<CueID>, action: Action? = nil
  ) {
    noteUnheard(death)
    let suppressed = shown.book.kill(atMs: nowMs)
    life.cutOff = Set(suppressed.map(\.id))
    laws.look(at: shown.book, after)
    laws.hasKills = true
    (life.isAlive, life.armed) = (false, nil)
    life.survival = Survival(before: before, isKnown: action == nil || death.isSaved != nil)
    shown.lastAction = LastAction(atMs: nowMs, touched: life.cutOff.union(told))
    account?.kill(atMs: present.nowMs)
    report.kills.append(KillReport(at: nowMs, point: point, mode: mode, death: death))
    report.trace.append(TraceEntry(atMs: nowMs, killed: suppressed, point: point, action: action))
  }

  /// Notes when a life may have shown what a bridge never passed on.
  private mutating func noteUnheard(_ death: Death) {
    guard let unheardMs = death.unheardMs else { return }
    nowMs = max(nowMs, unheardMs.upperBound)
    delivery.miss(unheardMs)
  }

  // MARK: Resume

  private mutating func resume() throws(ProgramFailure) {
    if life.isAlive, let armed = life.armed {
      throw .senseless(
        "the kill in line \(armed.line) waits for \(armed.point.isPart ? "sync" : "an action that saves"): add one "
          + "between it and resume")
    }
    guard !life.isAlive else {
      throw .senseless("a process is alive already: resume needs a kill before it")
    }
    let opened: Opened
    do throws(ProgramFailure) { opened = try program.open(atMs: nowMs) } catch {
      // Killed while being opened: it stays dead.
      guard case .died(let death) = error, let armed = life.armed else { throw error }
      life.armed = nil
      noteUnheard(death)
      report.kills.append(KillReport(at: nowMs, point: armed.point, mode: armed.mode, death: death))
      return
    }
    (life.isAlive, life.unheard) = (true, [])
    readClock()
    delivery.resume(atMs: nowMs)
    try resolvePending()
    try account?.resume(atMs: present.nowMs)
    let told = note(opened.told)
    // The life that was ended in its opening may have reported them, and is not asked again.
    if opened.hasLostReports {
      delivery.excuse((account?.book.cues ?? []).filter { shown.book[$0.id] == nil })
      delivery.excuse(shown.book.cues.filter { life.cutOff.contains($0.id) })
    }
    let evidence = try program.evidence()
    life.started = evidence.facts.map { ($0, nowMs) }
    life.hasScreen = evidence.state?.attemptOpen != false
    judgeFields(after: fields(of: evidence))
    let isHeard = !opened.hasLostReports
    laws.look(
      at: shown.book, evidence, beside: try account?.program.evidence(), isResumed: true,
      unreported: isHeard ? awaited(by: evidence).subtracting(opened.reported) : [],
      misreported: isHeard && laws.can.report == .everything ? opened.misreported : [])
    shown.lastAction = LastAction(atMs: nowMs, touched: life.cutOff.union(told))
    let question = evidence.facts?.openQuestion
    report.trace.append(TraceEntry(atMs: nowMs, event: "resume") { $0.question = question })
    try compareWithModel()
  }

  /// Returns the suppressed cues that the resume report must list. A cue without a fact on disk, such as a tap's,
  /// cannot be rebuilt.
  private func awaited(by evidence: Evidence) -> Set<CueID> {
    switch laws.can.report {
    case .nothing: return []
    case .everything: return life.cutOff.filter(\.trigger.isSaved)
    case .attempt:
      let open = evidence.facts?.attemptInProgress?.id
      return life.cutOff.filter { $0.trigger.fact == .answerSettled && $0.trigger.attemptId == open && open != nil }
    }
  }

  /// Fails the run if a field leaked or was forgotten. For a program that only reports, law 4 judges that.
  private mutating func judgeFields(after: [String: String]) {
    life.survival?.after = after
    guard let survival = life.survival else { return }
    let before = survival.before
    let fields = SurvivalTable.fields.compactMap {
      FieldReport($0.name.rawValue, $0.kind, before: before[$0.name.rawValue], after: after[$0.name.rawValue])
    }
    let own = laws.can.fields.compactMap {
      FieldReport($0.name, $0.kind == .kept ? .persisted : .ephemeral, before: before[$0.name], after: after[$0.name])
    }
    report.states.append(fields + own)
    guard laws.can.hasFacts else {
      return laws.look(at: Observation(fields: survival.isKnown ? own : own.filter { $0.verdict == .leaked }))
    }
    for field in fields where field.verdict == .leaked || field.verdict == .forgotten {
      let isLeaked = field.verdict == .leaked
      report.fail(
        line: present.line, statement: present.statement?.text,
        expected: "\(field.field) \(isLeaked ? "to be lost" : "to be kept")",
        found: "\(field.verdict.rawValue): \(field.before ?? "nothing") before, \(field.after ?? "nothing") after")
    }
  }

  // MARK: Judge

  /// Judges an expectation, reports a failure, and returns whether it holds.
  private mutating func expect(_ expectation: Expectation, _ statement: Statement) throws(ProgramFailure) -> Bool {
    var finding: Finding?
    if case .due(let wanted) = expectation {
      let due =
        try program.sharedStore.map { (store) throws(ProgramFailure) in
          try store.due(atMs: nowMs, for: shown.learner)
        } ?? wanted
      if due != wanted { finding = Finding(found: "\(due)", hint: "expect due \(due) holds") }
    } else {
      let evidence: Evidence
      if let known = expecting.known { evidence = known } else { evidence = try program.evidence() }
      expecting.known = evidence
      finding = judge(expectation, evidence)
    }
    guard let finding else {
      if laws.can.report == .nothing, expectation.isOfKill { report.infersSuppression = true }
      return true
    }
    // The model judges cues at the moments that came about; those of the script may be out of reach.
    if laws.can.isReal, account?.isModel == true, expectation.isOfMoments {
      let words = "line \(statement.line) was not reached on a real clock: \(statement.text): found \(finding.found)"
      delivery.unreached = delivery.unreached ?? words
      return false
    }
    report.fail(statement: statement, finding, lastCues: lastCues)
    return false
  }

  /// The cues that the last action started, ended or cut off, and those that ended in the waits after it.
  var cuesInView: [Cue] {
    let last = shown.lastAction
    return shown.book.cues.filter {
      last.touched.contains($0.id) || ($0.ending.atMs > last.atMs && $0.ending.atMs <= nowMs)
    }
  }

  var lastCues: [String] {
    shown.book.inOrderOfStart.suffix(6).map { $0.report(atMs: nowMs).line }
  }

  /// Judges what is on disk now, and returns it.
  mutating func look() throws(ProgramFailure) -> Snapshot? {
    let evidence = try program.evidence()
    // Without a kill, the model's states are judged by law 6.
    let beside = laws.hasKills || account?.isModel == false ? try account?.program.evidence() : nil
    laws.look(at: shown.book, evidence, beside: beside)
    return evidence.facts
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
    let excused = (account?.book.cues ?? []).filter {
      delivery.hasEndedUnheard($0, toleranceMs: toleranceMs) || delivery.isExcused($0)
    }
    let verdicts = laws.verdicts(
      on: shown.book, beside: account, killsMs: report.kills.map(\.at), unheard: life.unheard.union(excused.map(\.id)),
      unsaved: life.unsaved)
    report.laws = report.laws.isEmpty ? verdicts : zip(report.laws, verdicts).map { $0.held ? $1 : $0 }
    report.cues += shown.book.inOrderOfStart.map { $0.report(atMs: nowMs) }
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
