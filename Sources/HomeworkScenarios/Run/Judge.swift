import HomeworkModel
import HomeworkMotion
import HomeworkReports

extension ScenarioRun {
  /// What was found instead of what is expected; `nil` when it holds.
  func judge(_ expectation: Expectation, facts: Snapshot) -> String? {
    let attempt = facts.attempt
    if expectation.needsAttempt && attempt == nil { return "no attempt" }
    func found<Value: Equatable>(_ value: Value?, _ wanted: Value, _ words: (Value) -> String) -> String? {
      guard let value else { return "nothing" }
      return value == wanted ? nil : words(value)
    }
    func number(_ value: Int?, _ wanted: Int) -> String? { found(value, wanted) { String($0) } }

    switch expectation {
    case .question(let wanted): return number(attempt.map { $0.answers.count + 1 }, wanted)
    case .streak(let wanted): return number(attempt?.streak.position, wanted)
    case .stars(let wanted): return number(attempt?.streak.stars, wanted)
    case .total(let wanted): return number(facts.starsTotal, wanted)
    case .score(let wanted): return number(attempt?.score.correct, wanted)
    case .percentage(let wanted): return number(attempt?.score.percentage, wanted)
    case .grade(let wanted):
      guard let attempt, attempt.state == .completed else { return "no grade: the attempt is not completed" }
      return found(attempt.score.grade, wanted, \.rawValue)
    case .state(let wanted): return found(attempt?.state, wanted, \.rawValue)
    case .bar(let wanted): return found(attempt.map(shownBar), wanted, Self.words(of:))
    case .progress(let wanted): return judge(wanted, facts: facts)
    case .flag(.firstCapture, let isSet):
      return found(facts.hasFirstCapture, isSet) { $0 ? "set" : "unset" }
    case .kept(let fields): return judgeKept(fields)
    case .lost(let fields): return judgeLost(fields)
    case .cue(let wanted): return judge(wanted)
    case .nothingRunning:
      let running = book.running(atMs: nowMs)
      return running.isEmpty ? nil : running.map { $0.report(atMs: nowMs).line }.joined(separator: "; ")
    case .noAnimation(let animation, let ever):
      let cues = (ever ? book.cues : cuesInView).filter { $0.animation == animation }
      return cues.isEmpty ? nil : cues.map { $0.report(atMs: nowMs).line }.joined(separator: "; ")
    case .noAttemptOpen:
      return facts.homework.flatMap(\.attempts).contains { $0.state == .inProgress } ? "an attempt in progress" : nil
    case .error(let name):
      guard let refusal = lastAction.refusal else { return "no error" }
      return refusal.name.rawValue == name ? nil : "\(refusal.name.rawValue): \(refusal.message)"
    }
  }

  private func judge(_ wanted: ProgressExpectation, facts: Snapshot) -> String? {
    guard let homework = facts.homework.first(where: { !$0.attempts.isEmpty }) ?? facts.homework.first else {
      return "no homework"
    }
    let holds =
      (wanted.best.map { $0 == homework.bestScore ?? 0 } ?? true)
      && (wanted.completion.map { $0 == homework.completionPercentage } ?? true)
      && (wanted.attempts.map { $0 == homework.totalAttempts } ?? true)
    guard !holds else { return nil }
    return
      "best \(homework.bestScore ?? 0) completion \(homework.completionPercentage) attempts \(homework.totalAttempts)"
  }

  /// Kept is what was there before the kill and is the same after it.
  private func judgeKept(_ fields: [FieldName]) -> String? {
    guard let survival, let after = survival.after else { return "no kill and resume before this" }
    let wrong = fields.compactMap { field -> String? in
      guard let before = survival.before[field] else { return "\(field.rawValue) was empty before the kill" }
      guard let now = after[field] else { return "\(field.rawValue) was \(before) and is empty now" }
      return now == before ? nil : "\(field.rawValue) was \(before) and is \(now)"
    }
    return wrong.isEmpty ? nil : wrong.joined(separator: "; ")
  }

  private func judgeLost(_ fields: [FieldName]) -> String? {
    guard let survival, let after = survival.after else { return "no kill and resume before this" }
    let wrong = fields.compactMap { field in after[field].map { "\(field.rawValue) is still \($0)" } }
    return wrong.isEmpty ? nil : wrong.joined(separator: "; ")
  }

  private func judge(_ wanted: CueExpectation) -> String? {
    let candidates = (wanted.ever ? book.cues : cuesInView).filter { $0.animation == wanted.animation }
    let matching = candidates.filter { matches($0, wanted) }
    if let times = wanted.times {
      guard matching.count != times else { return nil }
      return "\(matching.count) times" + (candidates.isEmpty ? "" : ": " + lines(of: candidates))
    }
    guard matching.isEmpty else { return nil }
    return candidates.isEmpty ? "no \(wanted.animation.rawValue)" : lines(of: candidates)
  }

  private func lines(of cues: [Cue]) -> String {
    cues.map { $0.report(atMs: nowMs).line }.joined(separator: "; ")
  }

  private func matches(_ cue: Cue, _ wanted: CueExpectation) -> Bool {
    let resolved = cue.report(atMs: nowMs)
    guard resolved.disposition == wanted.disposition else { return false }
    if let variant = wanted.variant, variant != cue.variant { return false }
    if let atMs = wanted.atMs, atMs != cue.startMs { return false }
    if let reason = wanted.reason, reason != resolved.reason { return false }
    if let count = wanted.count {
      guard let phase = cue.phases.first(where: { $0.name == "count" }) else { return false }
      return (phase.from, phase.to) == (Double(count.from), Double(count.to))
    }
    return true
  }

  /// `green x4, star x1, empty x5`.
  private static func words(of bar: [Dot]) -> String {
    Dot.allCases.sorted { bar.firstIndex(of: $0) ?? .max < bar.firstIndex(of: $1) ?? .max }
      .map { dot in (dot, bar.count { $0 == dot }) }
      .filter { $0.1 > 0 }
      .map { "\($0.0.rawValue) x\($0.1)" }
      .joined(separator: ", ")
  }
}
