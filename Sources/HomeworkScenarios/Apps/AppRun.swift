import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkReports

/// Further data for running a program under test: its own reports, and the model with which it is compared.
struct AppRun {
  let tested: AppProgram
  let like: ProfileName?
  /// The model, killed together with the program, so that all cues of both must be equal.
  let model: MemoryProgram?
  var modelBook = CueBook()
  fileprivate var plain = PlainTriggers()
  /// Actions that were never acknowledged, which may be gone after a kill.
  fileprivate var unacknowledged: [Unacknowledged] = []
  /// The script's moments on the program's own clock.
  var moments = ScriptMoments()
  /// The first expectation of a cue that does not hold although all is as in the model, and what was found.
  var unreached: String?
  var killedAtMs: Int?
  /// True if it is unknown whether unacknowledged actions were done.
  var isOutcomeUnknown = false
  /// True if an unacknowledged action was gone after a kill, so that later actions may be refused.
  var isSomethingGone = false
  /// True once the program's state can differ from the model's, after which they are not compared.
  fileprivate var isApart = false
  fileprivate var complaints: Set<AppStateName> = []
  /// When a bridge may have passed on less than was shown; and the facts whose cues were reported in a life that it
  /// ended in its opening.
  fileprivate var unheardMs: [ClosedRange<Int>] = []
  fileprivate var unheard: Set<Trigger> = []

  fileprivate struct Unacknowledged {
    var action: Action
    var isOnModel: Bool
  }

  init(_ tested: AppProgram, like: ProfileName?, model: MemoryProgram?) {
    (self.tested, self.like, self.model) = (tested, like, model)
  }

  /// Returns what the model reports as the program reports it.
  fileprivate func asTold(_ told: CuesTold) -> CuesTold {
    CuesTold(started: told.started.map(plain.cue), changed: told.changed.map(plain.cue))
  }

  var capabilities: AppCapabilities? { tested.capabilities }
  var tellsSuppressed: Bool { capabilities?.suppressed ?? false }
  var isReal: Bool { tested.isReal }
}

extension ScenarioRun {
  var toleranceMs: Int { laws.toleranceMs }

  /// Opens the reference and the model, once the program's capabilities are known.
  mutating func openOthers() throws(ProgramFailure) {
    if let app, let capabilities = app.capabilities {
      if let reason = scenario.reasonAgainst(capabilities) { throw .skipped(reason) }
    }
    _ = try reference?.open(atMs: program.realNowMs ?? 0)
    _ = try app?.model?.open(atMs: 0)
    guard let app, let capabilities = app.capabilities else { return }
    laws.told = Set(capabilities.state)
    laws.keptFields = capabilities.fields.filter { $0.kind == .kept }.map(\.name)
    laws.toleranceMs = capabilities.clock == .real ? AppProgram.toleranceMs : 0
    if !capabilities.suppressed {
      let reason = "the program does not report suppressed cues"
      (laws.unjudged[.accounted], laws.unjudged[.onlyByReason]) = (reason, reason)
    }
    if app.model == nil { laws.unjudged[.derivedMeansDerived] = "needs --like" }
    if capabilities.state.isEmpty { laws.unjudged[.nothingLost] = "the program reports no state" }
  }

  mutating func advanceOthers() throws(ProgramFailure) {
    // The reference must not be ahead of a program whose unacknowledged actions may not have happened.
    guard let app, app.unacknowledged.isEmpty, let reference else { return }
    let told = try reference.advance(toMs: nowMs)
    laws.reference.note(told)
  }

  mutating func noteReference(_ reply: Reply) {
    laws.noteLine(of: reply.told.started)
    laws.reference.note(app?.model == nil ? reply.told : app?.asTold(reply.told) ?? reply.told)
  }

  /// Judges law 1 for a program that reports its saves, or whose commits are visible.
  mutating func noteEarly(_ cues: [Cue], _ action: Action) {
    var seen = Observation(action: action.word, atMs: nowMs, line: line, early: cues)
    if app != nil { seen.earlyWords = "was started before \"saved\"" }
    laws.look(at: seen)
  }

  // MARK: Unacknowledged actions

  mutating func leaveUnacknowledged(_ action: Action, isOnModel: Bool = true) {
    app?.unacknowledged.append(.init(action: action, isOnModel: isOnModel))
  }

  /// Counts pending actions as done: a later action was acknowledged.
  mutating func settleUnacknowledged() throws(ProgramFailure) {
    while let first = app?.unacknowledged.first {
      app?.unacknowledged.removeFirst()
      try repeatOnReference(first.action)
    }
  }

  /// Settles an action in which the program was killed: it is done, not done, or still unknown.
  mutating func settle(_ action: Action, _ death: Death) throws(ProgramFailure) {
    guard let isSaved = death.isSaved else { return leaveUnacknowledged(action, isOnModel: false) }
    guard isSaved else { return }
    try settleUnacknowledged()
    try repeatOnReference(action)
    try noteDone(action)
  }

  /// Notes an action that was done but not reported.
  private mutating func noteDone(_ action: Action) throws(ProgramFailure) {
    if let model = app?.model { noteModel(try model.perform(action), action) }
    program.note(done: action, CuesTold())
  }

  /// Finds out after a kill which of them happened: those up to some point, each completely.
  mutating func resolveUnacknowledged() throws(ProgramFailure) {
    guard let pending = app?.unacknowledged, !pending.isEmpty else { return }
    app?.unacknowledged = []
    let telling: Set<AppStateName> = [.question, .score, .state, .attemptOpen]
    guard let reference, !laws.told.isDisjoint(with: telling) else {
      laws.unjudged[.nothingLost] = "the program reports no state that shows whether an unacknowledged action was saved"
      return
    }
    let found = try program.evidence().state?.words ?? [:]
    // Without an open attempt the model has no question. If the program reports one anyway, and no other state, it is
    // unknown whether its start was saved, and so is everything after it.
    if pending.contains(where: { $0.action.kind == .start }), laws.told.isDisjoint(with: [.state, .attemptOpen]) {
      let reason = "the program reports neither state nor attemptOpen, which show whether a start was saved"
      leaveUnknown(because: reason)
    }
    if let action = pending.first(where: { !$0.action.isOfAttempt })?.action {
      let reason = "the program reports no state that shows whether \(action.word) was saved"
      leaveUnknown(because: reason)
    }
    func isSame(_ evidence: Evidence) -> Bool {
      let there = evidence.state?.words ?? [:]
      return laws.told.allSatisfy { $0 == .bar || found[$0] == there[$0] }
    }
    for (index, one) in pending.enumerated() {
      if isSame(try reference.evidence()) {
        // This action and all later ones are gone: a user sees that, and may repeat them.
        app?.isSomethingGone = true
        if pending[index...].contains(where: \.isOnModel) { app?.isApart = true }
        return
      }
      try repeatOnReference(one.action)
      if !one.isOnModel { try noteDone(one.action) }
    }
  }

  private mutating func leaveUnknown(because reason: String) {
    (laws.unjudged[.nothingLost], laws.unjudged[.accounted]) = (reason, reason)
    app?.isOutcomeUnknown = true
    app?.isApart = true
  }

  // MARK: What a bridge did not pass on

  /// Notes when a life may have shown what a bridge never passed on.
  mutating func noteUnheard(_ death: Death) {
    guard let unheardMs = death.unheardMs else { return }
    nowMs = max(nowMs, unheardMs.upperBound)
    app?.unheardMs.append(unheardMs)
  }

  /// Leaves open what became of the cues of which nothing is known: the life that was ended in its opening may have
  /// reported them, and is not asked again.
  mutating func excuseUnheard() {
    let missing = (laws.reference.cues + (app?.modelBook.cues ?? [])).filter { book[$0.id] == nil }
    app?.unheard.formUnion(missing.map(\.trigger) + killed.map(\.trigger))
  }

  /// The cues of the run without kills that the killed run need not have reported.
  var excused: Set<CueID> {
    Set(laws.reference.cues.filter { hasEndedUnheard($0) || isExcused($0) }.map(\.id))
  }

  private func isExcused(_ cue: Cue) -> Bool { app?.unheard.contains(cue.trigger) ?? false }

  /// Returns whether a cue may have ended, by itself or before it showed, before a bridge passed that on.
  private func hasEndedUnheard(_ cue: Cue) -> Bool {
    let endMs = cue.ending.reason == .killResume ? cue.startMs + cue.durationMs : cue.ending.atMs
    return app?.unheardMs.contains { $0.lowerBound - toleranceMs <= endMs && endMs <= $0.upperBound + toleranceMs }
      ?? false
  }

  // MARK: The model

  mutating func repeatOnModel(_ action: Action, refused: Refusal?) throws(ProgramFailure) {
    guard let app, let model = app.model, !app.isApart else { return }
    let reply = try model.perform(action)
    noteModel(reply, action)
    if reply.refusal?.name != refused?.name {
      func words(_ refusal: Refusal?) -> String { refusal.map { "refused: \($0.name.rawValue)" } ?? "done" }
      report.fail(
        line: line, statement: statement?.text, expected: "to be \(words(reply.refusal)), as in the model",
        found: words(refused), lastCues: lastCues, isOfModel: true)
    }
    try compareWithModel()
  }

  private mutating func noteModel(_ reply: Reply, _ action: Action) {
    guard var app else { return }
    if action.kind == .start, reply.refusal == nil { app.plain.begin(reply.session?.attemptId) }
    let told = app.asTold(reply.told)
    app.modelBook.note(told)
    laws.noteLine(of: told.started)
    self.app = app
  }

  mutating func resumeModel() throws(ProgramFailure) {
    guard let model = app?.model, let killedAtMs = app?.killedAtMs else { return }
    _ = app?.modelBook.kill(atMs: killedAtMs)
    _ = try model.kill(.simulated)
    _ = try model.open(atMs: nowMs)
    app?.killedAtMs = nil
  }

  /// Judges law 6: each reported state equals the model's for the same answers.
  mutating func compareWithModel() throws(ProgramFailure) {
    guard let app, let model = app.model, !app.isApart else { return }
    var seen = Observation(line: line, state: try program.evidence().state, model: try model.evidence().state)
    seen.states = laws.told.subtracting(app.complaints)
    // The bar is on screen only as long as its attempt.
    if model.session?.stage ?? .over == .over { seen.states.remove(.bar) }
    self.app?.complaints.formUnion(seen.differing(from: seen.model))
    laws.look(at: seen)
  }

  /// Reads what a program with its own clock has shown by the end of the script: its reports take a while, and a
  /// bridge may have to be asked for them.
  mutating func hearOut() throws(ProgramFailure) {
    guard isAlive, app?.isReal == true else { return }
    readClock()
    for _ in 0..<2 {
      _ = try program.evidence()
      _ = note(try program.advance(toMs: nowMs + toleranceMs))
    }
  }

  /// Checks that the cues equal the model's.
  mutating func finishOthers() throws(ProgramFailure) {
    try reference?.finish()
    guard let app, app.model != nil, !app.isApart else { return }
    if let killedAtMs = app.killedAtMs { _ = self.app?.modelBook.kill(atMs: killedAtMs) }
    let modelBook = self.app?.modelBook ?? CueBook()
    var differences: [(line: Int, expected: String, found: String)] = []
    for wanted in modelBook.inOrderOfStart {
      let line = laws.lines[wanted.id] ?? line
      let (expected, found) = (wanted.report(atMs: nowMs), book[wanted.id]?.report(atMs: nowMs))
      // A dead process reports missing cues when it is next opened.
      if !isAlive, found == nil ? unheard.contains(wanted.id) : killed.contains(wanted.id) { continue }
      if hasEndedUnheard(wanted) || found == nil && isExcused(wanted) { continue }
      guard let found else {
        differences.append((line, expected.line, "no \(expected.name)"))
        continue
      }
      if !expected.isSame(as: found, atMs: nowMs, toleranceMs: toleranceMs) {
        differences.append((line, expected.line, found.line))
      }
    }
    for cue in book.inOrderOfStart where modelBook[cue.id] == nil {
      differences.append((laws.lines[cue.id] ?? line, "no \(cue.animation.rawValue)", cue.report(atMs: nowMs).line))
    }
    for (index, difference) in differences.prefix(3).enumerated() {
      let isLast = index == 2 && differences.count > 3
      report.fail(
        line: difference.line, statement: scenario.statements.first { $0.line == difference.line }?.text,
        expected: "as in the model, \(difference.expected)", found: difference.found,
        hint: isLast ? "\(differences.count - 3) more cues differ" : nil, lastCues: lastCues, isOfModel: true)
    }
  }
}

/// When the moments of a script come about on a real clock: an action takes its time, and the script's clock stands
/// meanwhile. A wait counts from the beginning of the action before it.
struct ScriptMoments {
  private var scriptMs = 0
  private var actions: [(scriptMs: Int, realMs: Int)] = []
  private var last = (scriptMs: 0, realMs: 0)

  mutating func act(atMs: Int) {
    last = (scriptMs, atMs)
    actions.append(last)
  }

  mutating func resume(atMs: Int) { last = (scriptMs, atMs) }

  /// Returns when the wait ends.
  mutating func wait(_ milliseconds: Int) -> Int {
    scriptMs += milliseconds
    return last.realMs + scriptMs - last.scriptMs
  }

  /// Returns when a moment of the script came about: a cue belongs to the last action before it.
  func real(_ atMs: Int) -> Int {
    let action = actions.last { $0.scriptMs <= atMs } ?? (0, 0)
    return action.realMs + atMs - action.scriptMs
  }
}

extension CueReport {
  /// Returns whether both report the same about a cue. The end of a cue that never showed does not matter. Within the
  /// tolerance, a cue may end just before it would be cut off, or just after `nowMs`.
  fileprivate func isSame(as other: CueReport, atMs nowMs: Int, toleranceMs: Int) -> Bool {
    let dispositions = Set([disposition, other.disposition])
    let isShown = !dispositions.contains(.suppressed)
    let isPlayed = dispositions.contains(.played) && dispositions.isSubset(of: [.played, .interrupted, .capped])
    let isOver = toleranceMs > 0 && isShown && (isPlayed || dispositions.contains(.running))
    let isEndSame = !isShown || abs((endedMs ?? nowMs) - (other.endedMs ?? nowMs)) <= toleranceMs
    return variant == other.variant && (isOver || disposition == other.disposition && reason == other.reason)
      && isEndSame && abs(startMs - other.startMs) <= toleranceMs
      && (disposition == .suppressed || count == other.count)
  }
}

/// Triggers with attempt numbers as ids, and without details that programs do not report.
private struct PlainTriggers {
  private var attempts: [Attempt.ID: UInt64] = [:]

  mutating func begin(_ attempt: Attempt.ID?) {
    if let attempt, attempts[attempt] == nil { attempts[attempt] = UInt64(attempts.count) + 1 }
  }

  func cue(_ cue: Cue) -> Cue {
    var trigger = cue.trigger
    let number = trigger.attemptId.flatMap { attempts[$0] } ?? UInt64(attempts.count)
    if trigger.attemptId != nil { trigger.attemptId = AppCues.attempt(number) }
    trigger.position = nil
    return Cue(
      animation: cue.animation, variant: cue.variant, trigger: trigger, startMs: cue.startMs,
      durationMs: cue.durationMs, phases: cue.phases, ending: cue.ending)
  }
}

// MARK: Capabilities

extension Scenario {
  /// Returns the reason why the script does not apply to a program like `profile`.
  func reasonAgainst(like profile: ProfileName?) -> String? {
    guard let profile, setup.environment.catalogue.profiles != [profile] else { return nil }
    let own = setup.environment.catalogue.profiles.map(\.rawValue).joined(separator: ", ")
    return "the script uses \(own), but the program is compared with \(profile.rawValue)"
  }

  /// Returns what the script needs but the program lacks.
  func reasonAgainst(_ capabilities: AppCapabilities) -> String? {
    let writes = kills(default: .process).map(\.point).filter { if case .atWrite = $0 { true } else { false } }
    if let point = writes.first, !capabilities.kills.contains(.write) {
      return "kill \(point.words) counts writes to a file of hwdb's own: use kill before commit or kill after commit"
    }
    if let kind = setup.quiz?.kinds.first(where: { !capabilities.questions.contains($0) }) {
      return "its quiz has a question of the type \(kind.rawValue), which the program does not declare"
    }
    for statement in statements {
      func reason(_ what: String) -> String { "\"\(statement.text)\" needs \(what)" }
      switch statement.body {
      case .action(let action, _):
        let kind = action.kind
        if action.options != nil, !capabilities.startsWithOptions {
          return reason("a way to start that the program does not declare")
        }
        guard capabilities.actions.contains(kind) else {
          return reason("the action \(kind.rawValue), which the program does not declare")
        }
      case .expect(let expectation):
        guard let states = expectation.toldBy else { return reason("something that no program under test reports") }
        let own = capabilities.fields.map(\.name)
        let missing = states.filter { !own.contains($0) && !capabilities.state.map(\.rawValue).contains($0) }
        guard missing.isEmpty else {
          return reason("the state \(missing.joined(separator: ", ")), which the program does not declare")
        }
      case .copy, .sync: return AppProgram.noCopies
      case .wait, .kill, .resume, .restart: break
      }
    }
    return nil
  }
}

extension Expectation {
  /// The states of which a program must report one for the expectation to be judged; `nil` if none would suffice.
  fileprivate var toldBy: [String]? {
    switch self {
    case .always(let expectation): return expectation.toldBy
    case .told(let name, _): return [name.rawValue]
    case .progress: return [AppStateName.progress.rawValue]
    case .noAttemptOpen: return [AppStateName.attemptOpen.rawValue]
    case .flag, .due: return nil
    case .cue, .nothingRunning, .noAnimation, .error: return []
    case .kept(let fields), .lost(let fields):
      let all = fields.map { name in FieldName(rawValue: name).map { $0.toldBy?.map(\.rawValue) } ?? [name] }
      return all.contains { $0 == nil } ? nil : all.flatMap { $0 ?? [] }
    }
  }
}
