import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkReports

/// Kills, and what is looked at after the resume.
extension ScenarioRun {
  mutating func arm(_ point: KillPoint, _ mode: KillMode, _ statement: Statement) throws(ProgramFailure) {
    if point.isOfProgram, tested == nil { throw .senseless("\(statement.text) needs --app") }
    // Without a process it strikes in the next start.
    if !point.isOfProgram { try needProcess("to kill") }
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
  mutating func die(
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
      if let expected { state = try expected.program.evidence() }
      state.session = session
    } else {
      let known = expected?.book.cues.count ?? 0
      try settle(action, death)
      life.unheard = Set((expected?.book.cues ?? []).dropFirst(known).map(\.id))
      state = Evidence(state: try expected?.program.evidence().state ?? before.state)
    }
    life.request = action.kind == .take ? nil : (action, death.isSaved)
    end(point, mode, death, before: fields(of: state), after: after, told: told, action: action)
  }

  /// Handles an armed kill that struck inside a repeated request, which changes nothing.
  mutating func die(
    inRepeated action: Action, _ death: Death, _ point: KillPoint, _ mode: KillMode, before: Evidence, after: Evidence
  ) {
    let told = note(death.told)
    end(point, mode, death, before: fields(of: before), after: after, told: told, action: action)
  }

  private mutating func end(
    _ point: KillPoint, _ mode: KillMode, _ death: Death, before: [String: String], after: Evidence,
    told: Set<CueID>, action: Action? = nil
  ) {
    noteUnheard(death)
    let suppressed = shown.book.kill(atMs: nowMs, isInferred: tested != nil)
    life.cutOff = Set(suppressed.map(\.id))
    laws.look(at: shown.book, after)
    laws.kills.append(.init(ms: nowMs, serial: present.serial))
    (life.isAlive, life.armed) = (false, nil)
    life.survival = Survival(before: before, isKnown: action == nil || death.isSaved != nil)
    shown.lastAction = LastAction(atMs: nowMs, touched: life.cutOff.union(told))
    model?.kill(atMs: present.nowMs)
    report.kills.append(KillReport(at: nowMs, point: point, mode: mode, death: death))
    report.trace.append(TraceEntry(atMs: nowMs, killed: suppressed, isInferred: tested != nil, point: point, action: action))
  }

  /// Notes when a life may have shown what a bridge never passed on.
  mutating func noteUnheard(_ death: Death) {
    guard let unheardMs = death.unheardMs else { return }
    nowMs = max(nowMs, unheardMs.upperBound)
    delivery.miss(unheardMs)
  }

  // MARK: Resume

  mutating func resume() throws(ProgramFailure) {
    if life.isAlive, let armed = life.armed {
      throw .senseless(
        "the kill in line \(armed.line) waits for \(armed.point.isPart ? "sync" : "an action that saves"): add one "
          + "between it and resume")
    }
    guard !life.isAlive else {
      throw .senseless("a process is alive already: resume needs a kill before it")
    }
    guard let opened = try openProgram() else { return }
    (life.isAlive, life.unheard) = (true, [])
    readClock()
    delivery.resume(atMs: nowMs)
    try resolvePending()
    try model?.resume(atMs: present.nowMs)
    let told = note(opened.told)
    shown.book.hear(opened.reported)
    // The life that was ended in its opening may have reported them, and is not asked again.
    if opened.hasLostReports {
      delivery.excuse((expected?.book.cues ?? []).filter { shown.book[$0.id] == nil })
      delivery.excuse(shown.book.cues.filter { life.cutOff.contains($0.id) })
    }
    let evidence = try program.evidence()
    life.started = evidence.facts.map { ($0, nowMs) }
    life.hasScreen = evidence.state?.attemptOpen != false
    judgeFields(after: fields(of: evidence))
    let isHeard = !opened.hasLostReports
    laws.look(
      at: shown.book, evidence, beside: try expected?.program.evidence(), isResumed: true,
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
  mutating func judgeFields(after: [String: String]) {
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
}
