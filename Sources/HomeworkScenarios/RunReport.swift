import HomeworkModel
public import HomeworkMotion

/// What became of the scenarios of one run; its JSON is part of the protocol.
public struct RunReport: Codable, Sendable {
  public let scenarios: [ScenarioReport]
  public let passed: Int
  public let failed: Int

  public init(scenarios: [ScenarioReport]) {
    self.scenarios = scenarios
    passed = scenarios.count { $0.outcome == .passed }
    failed = scenarios.count - passed
  }
}

public struct ScenarioReport: Codable, Sendable {
  public enum Outcome: String, Codable, Sendable { case passed, failed, error }

  public let name: String
  public let file: String
  public let line: Int
  public internal(set) var outcome = Outcome.passed
  public let mode: KillMode
  /// How far the session clock went.
  public internal(set) var durationMs = 0
  public internal(set) var failures: [Failure] = []
  public internal(set) var laws: [LawReport] = [] {
    didSet { if outcome == .passed && laws.contains(where: { !$0.held }) { outcome = .failed } }
  }
  public internal(set) var kills: [KillReport] = []
  /// What became of each field of the survival table that held anything, for each kill and resume in order.
  public internal(set) var states: [[FieldReport]] = []
  /// The actions and what each did, in order; question indexes from 0. The same in every mode.
  public internal(set) var trace: [TraceEntry] = []
  /// Every cue once, in order of start, with its final disposition.
  public internal(set) var cues: [CueReport] = []

  init(name: String, file: String, line: Int, mode: KillMode) {
    self.name = name
    self.file = file
    self.line = line
    self.mode = mode
  }

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

public struct Failure: Codable, Sendable {
  public let line: Int
  public let expected: String
  public let found: String
  /// The last cues before it, one line each.
  public let lastCues: [String]
}

public struct LawReport: Codable, Sendable {
  /// Its number, 1 to 6.
  public let law: Int
  public let name: String
  public let held: Bool
  /// What broke it first.
  public let detail: String?

  init(_ law: Law, detail: String?) {
    self.law = law.rawValue
    name = law.name
    held = detail == nil
    self.detail = detail
  }
}

/// A field of the survival table over a kill.
public struct FieldReport: Codable, Sendable {
  public enum Verdict: String, Codable, Sendable, CaseIterable {
    /// As it was, as what is on disk and what follows from it must be.
    case kept
    /// Gone, as what belongs to a session must be.
    case lost
    /// It belongs to a session, and was there again.
    case leaked
    /// It was on disk, or follows from it, and is not what it was.
    case forgotten
    /// Of the surroundings, which are asked anew.
    case asked
  }

  public let field: FieldName
  public let kind: SurvivalKind
  public let before: String?
  public let after: String?
  public let verdict: Verdict

  /// `nil` for a field that was empty before and after.
  init?(_ field: SurvivalField, before: String?, after: String?) {
    guard before != nil || after != nil else { return nil }
    self.field = field.name
    kind = field.kind
    self.before = before
    self.after = after
    verdict =
      switch field.kind {
      case .persisted, .derived: before == after ? .kept : .forgotten
      case .ephemeral: after == nil ? .lost : .leaked
      case .environment: .asked
      }
  }
}

public struct KillReport: Codable, Sendable {
  /// On the session clock, in milliseconds.
  public let at: Int
  public let point: String
  public let mode: KillMode
  /// Of the process that was ended, and the signal that ended it: only where there was one.
  public let pid: Int32?
  public let signal: Int32?
  /// By which chance chose what became of what was not synced; only where the power went.
  public let seed: UInt64?

  init(at: Int, point: KillPoint, mode: KillMode, death: Death) {
    self.at = at
    self.point = point.words
    self.mode = mode
    pid = death.pid
    signal = death.signal
    seed = death.seed
  }
}

/// One action, kill or resume, and what it did.
public struct TraceEntry: Codable, Sendable, Equatable {
  public let atMs: Int
  public let event: String
  public var outcome: String?
  public var position: Int?
  public var question: Int?
  public var point: String?
  /// The action that an armed kill struck.
  public var during: String?
  public var refused: String?
  /// Cues told for the first time, as `A1 newStreak`.
  public var started: [String]?
  /// Earlier cues that end otherwise from here on.
  public var changed: [String]?

  init(atMs: Int, event: String, reply: Reply) {
    self.atMs = atMs
    self.event = event
    outcome = reply.outcome?.rawValue
    position = reply.position
    refused = reply.refusal?.name.rawValue
    started = Self.names(reply.started)
    changed = Self.names(reply.changed)
  }

  init(atMs: Int, killed: [Cue], point: KillPoint, action: Action?) {
    self.atMs = atMs
    event = "kill"
    self.point = point.words
    during = action?.name
    changed = Self.names(killed)
  }

  init(atMs: Int, resumedAt question: Int?) {
    self.atMs = atMs
    event = "resume"
    self.question = question
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
