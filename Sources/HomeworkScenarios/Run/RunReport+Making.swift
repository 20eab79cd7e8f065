import HomeworkFaults
import HomeworkMotion
import HomeworkReports

/// How a run fills its report.
extension ScenarioReport {
  mutating func fail(statement: Statement, found: String, lastCues: [String]) {
    let expected = statement.text.hasPrefix("expect ") ? statement.text.dropFirst(7).trimmed : statement.text
    fail(line: statement.line, expected: expected, found: found, lastCues: lastCues)
  }

  mutating func fail(line: Int, expected: String, found: String, lastCues: [String] = []) {
    failures.append(Failure(line: line, expected: expected, found: found, lastCues: lastCues))
    if outcome == .passed { outcome = .failed }
  }

  /// The script could not go on at `line`.
  mutating func error(line: Int, message: String) {
    failures.append(Failure(line: line, expected: "to go on", found: message, lastCues: []))
    outcome = .error
  }
}

extension LawReport {
  init(_ law: Law, detail: String?) {
    self.init(law: law.rawValue, name: law.name, held: detail == nil, detail: detail)
  }
}

extension KillReport {
  init(at: Int, point: KillPoint, mode: KillMode, death: Death) {
    self.init(at: at, point: point.words, mode: mode, pid: death.pid, signal: death.signal, seed: death.seed)
  }
}

extension Violation {
  init(law: Law, detail: String, script: String) {
    self.init(law: law.rawValue, name: law.name, detail: detail, script: script)
  }
}

extension TraceEntry {
  init(atMs: Int, event: String, reply: Reply) {
    self.init(
      atMs: atMs, event: event, outcome: reply.outcome, position: reply.position,
      refused: reply.refusal?.name.rawValue, started: Self.names(reply.started), changed: Self.names(reply.changed))
  }

  init(atMs: Int, killed: [Cue], point: KillPoint, action: Action?) {
    self.init(atMs: atMs, event: "kill", point: point.words, during: action?.name, changed: Self.names(killed))
  }

  init(atMs: Int, resumedAt question: Int?) {
    self.init(atMs: atMs, event: "resume", question: question)
  }

  private static func names(_ cues: [Cue]) -> [String]? {
    guard !cues.isEmpty else { return nil }
    return cues.map { cue in
      let name = cue.variant.map { "\(cue.animation.rawValue) \($0)" } ?? cue.animation.rawValue
      let ending = cue.ending
      // What has not come yet is planned, not fact.
      let reason = ending.reason.map { " \($0.rawValue)" } ?? ""
      return "\(name) \(ending.disposition.rawValue)\(reason) by \(ending.atMs)"
    }
  }
}
