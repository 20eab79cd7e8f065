import HomeworkMotion
import HomeworkReports

/// Functions by which a run fills its report.
extension ScenarioReport {
  mutating func fail(statement: Statement, _ finding: Finding, lastCues: [String]) {
    let expected = statement.text.hasPrefix("expect ") ? statement.text.dropFirst(7).trimmed : statement.text
    fail(
      line: statement.line, statement: statement.text, expected: expected, found: finding.found, hint: finding.hint,
      lastCues: lastCues)
  }

  /// - Parameter lastCues: the last cues, reported once with the first failure, since later failures see the same.
  mutating func fail(
    line: Int, statement: String? = nil, expected: String, found: String, hint: String? = nil, lastCues: [String] = []
  ) {
    let isTold = failures.contains { !$0.lastCues.isEmpty }
    failures.append(
      Failure(
        line: line, statement: statement, expected: expected, found: found, hint: hint,
        lastCues: isTold ? [] : lastCues))
    if outcome == .passed { outcome = .failed }
  }

  /// Notes that the script could not continue at `line`.
  mutating func error(line: Int, statement: String? = nil, message: String) {
    failures.append(Failure(line: line, statement: statement, expected: "to go on", found: message, lastCues: []))
    outcome = .error
  }

  /// Skips the script because a requirement is missing, which says nothing about the program.
  mutating func skip(because reason: String) {
    (outcome, skipped) = (.skipped, reason)
    failures = []
  }
}

extension LawReport {
  /// - Parameter unjudged: the reason why it was not judged, if it was not.
  init(_ law: Law, detail: String?, line: Int? = nil, unjudged: String? = nil) {
    self.init(
      law: law.rawValue, name: law.name, held: detail == nil, detail: detail, line: line,
      unjudged: detail == nil ? unjudged : nil)
  }
}

extension KillReport {
  init(at: Int, point: KillPoint, mode: KillMode, death: Death) {
    self.init(at: at, point: point.words, mode: mode, pid: death.pid, signal: death.signal, seed: death.seed)
    unproved = death.unproved
  }
}

extension Violation {
  /// - Parameter law: the law; `nil` for an `always` expectation.
  init(law: Law?, detail: String, script: String) {
    self.init(law: law?.rawValue ?? 0, name: law?.name ?? "expected always", detail: detail, script: script)
  }
}

extension TraceEntry {
  init(atMs: Int, event: String, reply: Reply) {
    self.init(
      atMs: atMs, event: event, outcome: reply.outcome, position: reply.position,
      refused: reply.refusal?.name.rawValue, started: Self.names(reply.told.started),
      changed: Self.names(reply.told.changed))
  }

  init(atMs: Int, killed: [Cue], point: KillPoint, action: Action?) {
    self.init(atMs: atMs, event: "kill", point: point.words, during: action?.word, changed: Self.names(killed))
  }

  init(atMs: Int, resumedAt question: Int?) {
    self.init(atMs: atMs, event: "resume", question: question)
  }

  private static func names(_ cues: [Cue]) -> [String]? {
    guard !cues.isEmpty else { return nil }
    return cues.map { cue in
      let name = cue.variant.map { "\(cue.animation.rawValue) \($0)" } ?? cue.animation.rawValue
      let ending = cue.ending
      // A future ending is planned, not a fact.
      let reason = ending.reason.map { " \($0.rawValue)" } ?? ""
      // A repeating cue has no planned end yet.
      let end = cue.isEndless ? "until another event ends it" : "by \(ending.atMs)"
      return "\(name) \(ending.disposition.rawValue)\(reason) \(end)"
    }
  }
}
