import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkReports

/// The expected cues and states: those of another program that plays the same script beside the first one.
///
/// The built-in model is killed together with the program, so that both must be equal in everything. Any other account
/// is never killed. Neither plays what died before its commit.
struct Account {
  let program: any ProgramUnderTest
  let isModel: Bool
  /// False if only its states are compared.
  let comparesCues: Bool
  private(set) var book = CueBook()
  /// When what triggers its cues was done.
  private(set) var done: [Trigger: KilledEndings.Moment] = [:]
  private var acted = KilledEndings.Moment()
  /// The numbers of its attempts, by which a program that only reports names them.
  private var attempts: [Attempt.ID: UInt64] = [:]
  /// True once the program may have done something else.
  fileprivate(set) var hasDiverged = false
  fileprivate(set) var isRefusing = false
  fileprivate var complaints: Set<AppStateName> = []
  private var killedAtMs: Int?

  init(_ program: any ProgramUnderTest, isModel: Bool = false, comparesCues: Bool = true) {
    (self.program, self.isModel, self.comparesCues) = (program, isModel, comparesCues)
  }

  fileprivate mutating func perform(_ action: Action) throws -> Reply {
    var reply = try program.perform(action)
    isRefusing = reply.refusal != nil
    // Leaving a screen triggers nothing.
    if !isRefusing, action.kind != .leave { acted = .init(ms: action.atMs, serial: action.serial ?? 0) }
    guard isModel else { return reply }
    if action.kind == .start, !isRefusing, let id = reply.session?.attemptId, attempts[id] == nil {
      attempts[id] = UInt64(attempts.count) + 1
    }
    (reply.cues.started, reply.cues.changed) = (reply.cues.started.map(plain), reply.cues.changed.map(plain))
    return reply
  }

  mutating func note(_ cues: CueChanges) {
    book.note(cues)
    for cue in cues.started where done[cue.trigger] == nil { done[cue.trigger] = acted }
  }

  mutating func advance(toMs: Int) throws { note(try program.advance(toMs: toMs)) }

  mutating func kill(atMs: Int) { killedAtMs = atMs }

  mutating func resume(atMs: Int) throws {
    guard endKilled() else { return }
    _ = try program.kill(.simulated)
    _ = try program.open(atMs: atMs)
  }

  /// Ends its cues by the kill that the program has had; returns whether it had one.
  mutating func endKilled() -> Bool {
    guard let killedAtMs else { return false }
    _ = book.kill(atMs: killedAtMs)
    self.killedAtMs = nil
    return true
  }

  /// Returns a cue without details that programs do not report.
  private func plain(_ cue: Cue) -> Cue {
    let number = cue.trigger.attemptId.flatMap { attempts[$0] } ?? UInt64(attempts.count)
    return Cue(
      animation: cue.animation, variant: cue.variant, trigger: cue.trigger.plain(AppCues.attempt(number)),
      startMs: cue.startMs, durationMs: cue.durationMs, phases: cue.phases, ending: cue.ending)
  }
}

extension ScenarioRun {
  /// Has the account and the model do what the program has done.
  ///
  /// - Parameter isCompared: false if the program died in it, so that it has not replied.
  mutating func follow(_ action: Action, refused: Refusal? = nil, isCompared: Bool = true) throws {
    if model?.hasDiverged == false, let reply = try model?.perform(action) {
      laws.noteLine(of: reply.cues.started)
      model?.note(reply.cues)
      let isDecided = model?.comparesCues == true || action.saves
      if isCompared, isDecided, reply.refusal?.name != refused?.name {
        func words(_ refusal: Refusal?) -> String { refusal.map { "refused: \($0.name.rawValue)" } ?? "done" }
        report.fail(
          line: present.line, statement: present.statement?.text,
          expected: "to be \(words(reply.refusal)), as in the model", found: words(refused), lastCues: lastCues,
          by: .model)
      }
    }
    guard let reply = try account?.perform(action) else { return }
    // The screen of a finished attempt does not return after a kill, so it cannot be left or revisited.
    if refused != nil, reply.refusal == nil, !action.saves, try program.evidence().state?.attemptOpen == false {
      return
    }
    laws.noteLine(of: reply.cues.started)
    account?.note(reply.cues)
    guard account?.hasDiverged == false else { return }
    if refused == nil, reply.refusal == nil, [.leave, .revisit].contains(action.kind), !process.hasScreen {
      laws.check(Observation(comesBack: action.word))
    }
    laws.check(Observation(action: action.word, refusal: refused, wanted: Observation.Wanted(refusal: reply.refusal)))
  }

  // MARK: Unacknowledged actions

  /// Counts pending actions as done: a later action was acknowledged.
  mutating func settlePending() throws {
    while !process.pending.actions.isEmpty {
      let first = process.pending.actions.removeFirst()
      try follow(first.action, isCompared: first.isReplied)
    }
  }

  /// Settles an action in which the program was killed: it is done, not done, or still unknown.
  mutating func settle(_ action: Action, _ death: Death) throws {
    guard let isSaved = death.isSaved else { return process.pending.actions.append((action, isReplied: false)) }
    guard isSaved else { return }
    try settlePending()
    try follow(action, isCompared: false)
    program.note(done: action, CueChanges())
  }

  /// Finds out after a kill which of them happened: those up to some point, each completely.
  mutating func resolvePending() throws {
    let pending = process.pending.actions
    guard !pending.isEmpty else { return }
    process.pending.actions = []
    let isLast = pending.last?.action.serial == process.request?.action.serial
    if isLast { process.request?.isDone = nil }
    let states = laws.can.states
    guard !states.isDisjoint(with: [.question, .score, .state, .attemptOpen]) else {
      laws.can.unjudged[.nothingLost] =
        "the program reports no state that shows whether an unacknowledged action was saved"
      model?.hasDiverged = true
      return
    }
    let found = try program.evidence().state?.words ?? [:]
    // Without an open attempt the model has no question. If the program reports one anyway, and no other state, it is
    // unknown whether its start was saved, and so is everything after it.
    if pending.contains(where: { $0.action.kind == .start }), states.isDisjoint(with: [.state, .attemptOpen]) {
      leaveUnknown(because: "the program reports neither state nor attemptOpen, which show whether a start was saved")
    }
    if let action = pending.first(where: { !$0.action.isOfAttempt })?.action {
      leaveUnknown(because: "the program reports no state that shows whether \(action.word) was saved")
    }
    for one in pending {
      let there = try expected?.program.evidence().state?.words ?? [:]
      if states.allSatisfy({ $0 == .bar || found[$0] == there[$0] }) {
        // This action and all later ones are gone: a user sees that, and may repeat them.
        process.pending.areSomeGone = true
        if isLast, laws.can.unjudged[.nothingLost] == nil { process.request?.isDone = false }
        return
      }
      try follow(one.action, isCompared: one.isReplied)
      if !one.isReplied { program.note(done: one.action, CueChanges()) }
    }
    if isLast, laws.can.unjudged[.nothingLost] == nil { process.request?.isDone = true }
  }

  private mutating func leaveUnknown(because reason: String) {
    (laws.can.unjudged[.nothingLost], laws.can.unjudged[.accounted]) = (reason, reason)
    account?.hasDiverged = true
    model?.hasDiverged = true
  }

  // MARK: The model

  /// Judges law 6: each reported state equals the model's for the same answers.
  mutating func compareWithModel() throws {
    guard let model, !model.hasDiverged, process.pending.actions.isEmpty else { return }
    let there = try model.program.evidence()
    var seen = Observation(line: present.line, state: try program.evidence().state, model: there.state)
    seen.states = laws.can.states.subtracting(model.complaints)
    // The bar is on screen only as long as its attempt.
    if there.session?.stage ?? .over == .over { seen.states.remove(.bar) }
    self.model?.complaints.formUnion(seen.differing(from: seen.model))
    laws.check(seen)
  }

  /// Checks that the cues equal the model's.
  mutating func compareCuesWithModel() throws {
    try account?.program.finish()
    _ = model?.endKilled()
    guard let model, model.comparesCues, !model.hasDiverged, process.pending.actions.isEmpty else { return }
    var differences: [(line: Int, expected: String, found: String)] = []
    for wanted in model.book.inOrderOfStart {
      let line = laws.lines[wanted.id] ?? present.line
      let (expected, found) = (wanted.report(atMs: nowMs), shown.book[wanted.id]?.report(atMs: nowMs))
      // A dead process reports missing cues when it is next opened.
      if !process.isAlive,
        found == nil ? process.possiblyUnreported.contains(wanted.id) : process.cutOff.contains(wanted.id)
      {
        continue
      }
      if delivery.mayHaveEndedUnreported(wanted, toleranceMs: toleranceMs) { continue }
      guard let found else {
        if !delivery.mayBeUnreported(wanted) { differences.append((line, expected.line, "no \(expected.name)")) }
        continue
      }
      if !expected.isSame(as: found, atMs: nowMs, toleranceMs: toleranceMs) {
        differences.append((line, expected.line, found.line))
      }
    }
    for cue in shown.book.inOrderOfStart where model.book[cue.id] == nil {
      let line = laws.lines[cue.id] ?? present.line
      differences.append((line, "no \(cue.animation.rawValue)", cue.report(atMs: nowMs).line))
    }
    for (index, difference) in differences.prefix(3).enumerated() {
      let isLast = index == 2 && differences.count > 3
      report.fail(
        line: difference.line, statement: scenario.statements.first { $0.line == difference.line }?.text,
        expected: "as in the model, \(difference.expected)", found: difference.found,
        hint: isLast ? "\(differences.count - 3) more cues differ" : nil, lastCues: lastCues, by: .model)
    }
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
