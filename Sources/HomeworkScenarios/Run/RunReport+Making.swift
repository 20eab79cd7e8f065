import HomeworkModel
import HomeworkMotion
import HomeworkReports

/// Functions by which a run fills its report.
extension ScenarioReport {
  mutating func fail(statement: Statement, _ finding: Finding, lastCues: [String]) {
    let expected = statement.text.hasPrefix("expect ") ? statement.text.dropFirst(7).trimmed : statement.text
    let isAlways = if case .expect(.always) = statement.body { true } else { false }
    fail(
      line: statement.line, statement: statement.text, expected: expected, found: finding.found, hint: finding.hint,
      lastCues: lastCues, by: isAlways ? .always : .line)
  }

  /// - Parameter lastCues: the last cues, reported once with the first failure, since later failures see the same.
  mutating func fail(
    line: Int, statement: String? = nil, expected: String, found: String, hint: String? = nil, lastCues: [String] = [],
    by standard: Failure.Standard = .line
  ) {
    let isTold = failures.contains { !$0.lastCues.isEmpty }
    var failure = Failure(
      line: line, statement: statement, expected: expected, found: found, hint: hint, lastCues: isTold ? [] : lastCues)
    failure.standard = standard
    failures.append(failure)
    if outcome == .passed { outcome = .failed }
  }

  /// Ends the script, which cannot continue at `line`.
  mutating func end(_ failure: any Error, line: Int, statement: String? = nil) {
    let message: String
    switch failure {
    case ProgramFailure.skipped(let reason): return skip(because: reason)
    case ProgramFailure.died(let death):
      message = "the process was ended by signal \(death.signal ?? 0), which no kill sent"
    case ProgramFailure.scriptError(let words): (message, isScriptError) = (words, true)
    case ProgramFailure.silent(let words): (message, isUnanswered) = (words, true)
    case ProgramFailure.broken(let words): message = words
    case let error as StoreError: message = "the scenario's store cannot be used: \(error)"
    default: message = "\(failure)"
    }
    failures.append(Failure(line: line, statement: statement, expected: "to go on", found: message, lastCues: []))
    outcome = .error
  }

  /// Adds the verdicts on a copy of the library: a law holds if it holds on all.
  mutating func add(_ verdicts: [LawReport]) {
    laws = laws.isEmpty ? verdicts : zip(laws, verdicts).map { $0.held ? $1 : $0 }
  }

  /// Skips the script because a requirement is missing, which says nothing about the program. What has failed by then
  /// stays failed, and only the rest of the script is not checked.
  mutating func skip(because reason: String) {
    guard !hasFailed else { return unreported.append("the rest of the script (\(reason))") }
    (outcome, skipped) = (.skipped, reason)
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
    self.init(atMs: atMs, event: event) {
      ($0.outcome, $0.position, $0.refused) = (reply.outcome, reply.position, reply.refusal?.name.rawValue)
      ($0.started, $0.changed) = (Self.names(reply.cues.started), Self.names(reply.cues.changed))
    }
  }

  /// - Parameter isInferred: true for a program that has to report the ends of the killed cues itself.
  init(atMs: Int, killed: [Cue], isInferred: Bool, point: KillPoint, action: Action?) {
    self.init(atMs: atMs, event: "kill") {
      ($0.point, $0.during, $0.changed) = (point.words, action?.word, Self.names(killed, isInferred))
    }
  }

  private static func names(_ cues: [Cue], _ isInferred: Bool = false) -> [String]? {
    guard !cues.isEmpty else { return nil }
    return cues.map { cue in
      let name = cue.variant.map { "\(cue.animation.rawValue) \($0)" } ?? cue.animation.rawValue
      if isInferred { return "\(name) cut off" }
      let ending = cue.ending
      // A future ending is planned, not a fact.
      let reason = ending.reason.map { " \($0.rawValue)" } ?? ""
      // A repeating cue has no planned end yet.
      let end = cue.isEndless ? "until another event ends it" : "by \(ending.atMs)"
      return "\(name) \(ending.disposition.rawValue)\(reason) \(end)"
    }
  }
}
