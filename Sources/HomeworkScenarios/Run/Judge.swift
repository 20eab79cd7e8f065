import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkReports
import HomeworkStore

extension Expectation {
  /// True if it holds or not by the moments at which a script acts.
  var isOfMoments: Bool {
    switch self {
    case .cue, .nothingRunning, .noAnimation: true
    case .always(let expectation): expectation.isOfMoments
    default: false
    }
  }
}

/// The difference between an expectation and the evidence.
struct Finding {
  var found: String
  /// An expectation that would have held, or a step to take first.
  var hint: String?
}

extension ScenarioRun {
  mutating func expect(_ expectation: Expectation, _ statement: Statement) throws -> Bool {
    guard let finding = try judge(expectation, try program.evidence()) else {
      if let words = try unreported(in: expectation), !report.unreported.contains(words) {
        report.unreported.append(words)
      }
      return true
    }
    // The model judges cues at the moments that came about; those of the script may be out of reach.
    if laws.can.isReal, model?.comparesCues == true, expectation.isOfMoments {
      let words = "line \(statement.line) was not reached on a real clock: \(statement.text): found \(finding.found)"
      delivery.unreached = delivery.unreached ?? words
      return false
    }
    report.fail(statement: statement, finding, lastCues: lastCues)
    return false
  }

  /// Fails the run if the last action was refused, unless the next statement expects that.
  mutating func judgeRefusal(nextIs statement: Statement?) {
    let last = shown.lastAction
    guard shown.isRefusalPending, let refusal = last.refusal else { return }
    shown.isRefusalPending = false
    if case .expect(.error) = statement?.body { return }
    if process.pending.areSomeGone, expected?.isRefusing == true { return }
    report.fail(
      line: last.line, statement: scenario.statements.first { $0.line == last.line }?.text,
      expected: "the action to succeed", found: "\(refusal.name.rawValue): \(refusal.message)",
      hint: "expect error \(refusal.name.rawValue) in the next line holds", lastCues: lastCues)
  }

  /// The cues that the last action started, ended or cut off, and those that ended in the waits after it.
  var cuesInView: [Cue] {
    let last = shown.lastAction
    return shown.book.cues.filter {
      last.touched.contains($0.id) || ($0.ending.atMs > last.atMs && $0.ending.atMs <= nowMs)
    }
  }

  var lastCues: [String] { shown.book.inOrderOfStart.suffix(6).map { shown.book.report(of: $0, atMs: nowMs).line } }

  /// Judges what is on disk now, and returns it.
  mutating func checkFacts() throws -> Snapshot? {
    let evidence = try program.evidence()
    // Without a kill, the model's states are judged by law 6.
    let beside = laws.hasKills || account != nil ? try expected?.program.evidence() : nil
    laws.check(shown.book, evidence, beside: beside)
    return evidence.facts
  }

  // MARK: Fields

  /// Returns the present fields of the survival table. Those of the surroundings are known from the script, if the
  /// program's facts are.
  func fields(of evidence: Evidence) -> [String: String] {
    let initial = Session(resuming: nil, environment: scenario.setup.environment, atMs: nowMs)
    let asked = evidence.facts == nil ? [:] : initial.state(atMs: nowMs).compactMapValues(\.words)
    // Cues that it had no time to report count as reported and then cut off.
    let possiblyUnreported = (expected?.book.running(atMs: nowMs) ?? []).filter {
      process.possiblyUnreported.contains($0.id) && shown.book[$0.id] == nil
    }
    var known = evidence.fields(atMs: nowMs, running: shown.book.running(atMs: nowMs) + possiblyUnreported)
    known.merge(asked.filter { SurvivalTable[$0.key].kind == .environment }) { $1 }
    let fields = Dictionary(uniqueKeysWithValues: known.map { ($0.key.rawValue, $0.value) })
    return fields.merging(evidence.state?.fields ?? [:]) { $1 }
  }

  /// Returns the suppressed cues that the resume report must list. A cue without a fact on disk, such as a tap's,
  /// cannot be rebuilt.
  func awaited(by evidence: Evidence) -> Set<CueID> {
    switch laws.can.report {
    case .nothing: return []
    case .everything: return process.cutOff.filter(\.trigger.isSaved)
    case .attempt:
      let open = evidence.facts?.attemptInProgress?.id
      return process.cutOff.filter { $0.trigger.fact == .answerSettled && $0.trigger.attemptId == open && open != nil }
    }
  }

  /// Judges whether a field leaked or was forgotten: of a program that only reports, those of its own.
  mutating func judgeFields(after: [String: String]) {
    process.survival?.after = after
    guard let survival = process.survival else { return }
    let before = survival.before
    let fields = SurvivalTable.fields.compactMap {
      FieldReport($0.name.rawValue, $0.kind, before: before[$0.name.rawValue], after: after[$0.name.rawValue])
    }
    let own = laws.can.fields.compactMap {
      FieldReport($0.name, $0.kind == .kept ? .persisted : .ephemeral, before: before[$0.name], after: after[$0.name])
    }
    report.states.append(fields + own)
    // An action that may be done or not may have changed them.
    let judged = laws.can.hasFacts ? fields : survival.isKnown ? own : own.filter { $0.verdict == .leaked }
    laws.check(Observation(fields: judged))
  }

  // MARK: Expectations

  /// Returns what was found instead; `nil` if the expectation holds.
  func judge(_ expectation: Expectation, _ evidence: Evidence) throws -> Finding? {
    switch expectation {
    case .always(let expectation): return try judge(expectation, evidence)
    case .kept(let fields): return judge(fields, areKept: true, evidence)
    case .lost(let fields): return judge(fields, areKept: false, evidence)
    case .cue(let wanted): return judge(wanted)
    case .due(let wanted):
      // Programs under test do not report it.
      let due = try program.sharedStore.map { store in try store.due(atMs: nowMs, for: shown.learner) } ?? wanted
      return due == wanted ? nil : Finding(found: "\(due)", hint: "expect due \(due) holds")
    case .nothingRunning:
      let running = shown.book.running(atMs: nowMs)
      return running.isEmpty ? nil : Finding(found: lines(of: running), hint: hint(toWaitFor: running))
    case .noAnimation(let animation, let ever):
      // Judge the view of a learner who has just come to the screen.
      let own = cuesInView.filter { shown.viewers[$0.id] == .some(shown.learner) }
      let cues = (ever ? shown.book.cues : own).filter { $0.animation == animation }
      return cues.isEmpty ? nil : Finding(found: lines(of: cues))
    case .error(let name):
      guard let refusal = shown.lastAction.refusal else { return Finding(found: "no error") }
      guard refusal.name.rawValue != name else { return nil }
      return Finding(
        found: "\(refusal.name.rawValue): \(refusal.message)", hint: "expect error \(refusal.name.rawValue) holds")
    case .stateEquals, .progress, .flag, .noAttemptOpen:
      guard let state = evidence.state else {
        return Finding(found: "no process is alive", hint: "add resume before this line")
      }
      return judge(expectation, state, evidence.facts)
    }
  }

  /// Judges expectations about the attempt and the stored facts.
  private func judge(_ expectation: Expectation, _ state: AppState, _ facts: Snapshot?) -> Finding? {
    if expectation.needsAttempt, facts != nil, state.state == nil { return Finding(found: "no attempt") }
    switch expectation {
    case .stateEquals(let name, let wanted):
      guard let found = state.words[name] else {
        guard name == .grade else { return Finding(found: "nothing") }
        return Finding(found: "no grade", hint: "an attempt has one once it is completed: finish first")
      }
      return found == wanted ? nil : Finding(found: found, hint: "expect \(name.rawValue) \(found) holds")
    case .progress(let wanted): return judge(wanted, state.progress)
    case .flag(.firstCapture, let isSet):
      guard let found = facts.map({ $0.hasFirstCapture ? "set" : "unset" }) else { return Finding(found: "nothing") }
      return facts?.hasFirstCapture == isSet
        ? nil : Finding(found: found, hint: "expect flag first-capture \(found) holds")
    case .noAttemptOpen:
      return state.attemptOpen == false
        ? nil : Finding(found: "an attempt in progress", hint: "finish or abandon it first")
    default: return nil
    }
  }

  private func judge(_ wanted: ProgressExpectation, _ progress: HomeworkProgress?) -> Finding? {
    guard let progress else { return Finding(found: "no homework") }
    let holds =
      (wanted.best.map { $0 == progress.bestScore ?? 0 } ?? true)
      && (wanted.completion.map { $0 == progress.completionPercentage } ?? true)
      && (wanted.attempts.map { $0 == progress.totalAttempts } ?? true)
    return holds ? nil : Finding(found: progress.words, hint: "expect progress \(progress.words) holds")
  }

  /// A field that had a value before the kill is kept if it has the same value after it, and lost if it has none then.
  private func judge(_ fields: [String], areKept: Bool, _ evidence: Evidence) -> Finding? {
    guard let survival = process.survival, let after = survival.after else {
      return Finding(found: "no kill and resume before this")
    }
    let wrong = fields.compactMap { field -> String? in
      let now = after[field]
      guard let before = survival.before[field] else {
        guard !areKept, isHidden(field, evidence) else { return "\(field) was empty before the kill" }
        return now.map { "\(field) is still \($0)" }
      }
      guard areKept else { return now.map { "\(field) is still \($0)" } }
      guard let now else { return "\(field) was \(before) and is empty now" }
      return now == before ? nil : "\(field) was \(before) and is \(now)"
    }
    return wrong.isEmpty ? nil : Finding(found: wrong.joined(separator: "; "))
  }

  /// Returns whether a field was in the memory of another process alone, which cannot be read: neither its reports nor
  /// its cues show what it was.
  private func isHidden(_ field: String, _ evidence: Evidence) -> Bool {
    guard evidence.facts == nil else { return false }
    // Of the fields that it declares, the model has none: a program that died in an action did not report them.
    let isTold = laws.can.fields.contains { $0.name == field }
    if isTold { return account == nil && process.survival?.action != nil }
    guard let name = FieldName(rawValue: field), name.neededStates?.isEmpty ?? true else { return false }
    return laws.can.isReal || ![.bursts, .runningA1, .sizeSettle].contains(name)
  }

  /// Returns the words for an expectation that holds, or the part of one, of which the program reports nothing.
  private func unreported(in expectation: Expectation) throws -> String? {
    switch expectation {
    case .always(let expectation): return try unreported(in: expectation)
    case .cue(let wanted):
      let isInferred = cues(of: wanted).contains { shown.book.inferred.contains($0.id) && matches($0, wanted) }
      return isInferred ? "expect suppressed (inferred from the kill)" : nil
    case .lost(let fields):
      let evidence = try program.evidence()
      let hidden = fields.filter { process.survival?.before[$0] == nil && isHidden($0, evidence) }
      return hidden.isEmpty ? nil : "expect lost \(hidden.joined(separator: ", ")) (not reported)"
    default: return nil
    }
  }

  private func cues(of wanted: CueExpectation) -> [Cue] {
    (wanted.ever ? shown.book.cues : cuesInView).filter { $0.animation == wanted.animation }
  }

  private func judge(_ wanted: CueExpectation) -> Finding? {
    let ever = shown.book.cues.filter { $0.animation == wanted.animation }
    let candidates = cues(of: wanted)
    let matching = candidates.filter { matches($0, wanted) }
    if let times = wanted.times {
      guard matching.count != times else { return nil }
      return Finding(
        found: "\(matching.count) times" + (candidates.isEmpty ? "" : ": " + lines(of: candidates)),
        hint: "times \(matching.count) holds")
    }
    guard matching.isEmpty else { return nil }
    return Finding(
      found: candidates.isEmpty ? "no \(wanted.animation.rawValue)" : lines(of: candidates),
      hint: hint(for: wanted, candidates, ever: ever))
  }

  private func hint(for wanted: CueExpectation, _ candidates: [Cue], ever: [Cue]) -> String? {
    let running = candidates.filter { $0.disposition(at: nowMs) == nil }
    if !running.isEmpty, wanted.disposition != .running { return hint(toWaitFor: running) }
    if let cue = candidates.last { return "expect \(cue.report(atMs: nowMs).expectation) holds" }
    guard let former = ever.last(where: { matches($0, wanted) }) else {
      return ever.last.map { "\(lines(of: [$0])), but the last action neither started nor ended it" }
        ?? scenario.setup.environment.catalogue.elsewhere(wanted.animation)
    }
    return "it happened before the last action, at \(former.startMs) ms: add ever"
  }

  /// Returns a hint such as `A1 is still running: wait 1100ms first`.
  private func hint(toWaitFor cues: [Cue]) -> String? {
    let last = cues.max { $0.plannedEndMs ?? .max < $1.plannedEndMs ?? .max }
    guard let last else { return nil }
    let wait = last.plannedEndMs.map { "wait \($0 - nowMs)ms first" } ?? "wait until it has ended"
    return "\(last.animation.rawValue) is still running: \(wait)"
  }

  func lines(of cues: [Cue]) -> String {
    cues.map { shown.book.report(of: $0, atMs: nowMs).line }.joined(separator: "; ")
  }

  private func matches(_ cue: Cue, _ wanted: CueExpectation) -> Bool {
    let resolved = cue.report(atMs: nowMs)
    guard resolved.disposition == wanted.disposition else { return false }
    if let variant = wanted.variant, variant != cue.variant { return false }
    if let atMs = wanted.atMs {
      if abs((laws.can.isReal ? delivery.real(atMs) : atMs) - cue.startMs) > toleranceMs { return false }
    }
    if let reason = wanted.reason, reason != resolved.reason { return false }
    if let count = wanted.count { return resolved.count == [Double(count.from), Double(count.to)] }
    return true
  }
}

extension Cue {
  /// The planned end, as far as it is known.
  fileprivate var plannedEndMs: Int? {
    guard ending.disposition == .running else { return ending.atMs }
    // A program under test may omit the duration.
    return durationMs > 0 ? startMs + durationMs : nil
  }
}

extension CueReport {
  /// The expectation that would hold: `suppressed A1 newStreak at 200ms because killResume`.
  fileprivate var expectation: String {
    "\(disposition.rawValue) \(name) at \(startMs)ms" + (reason.map { " because \($0.rawValue)" } ?? "") + countWords
  }
}
