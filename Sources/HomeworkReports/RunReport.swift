public import HomeworkModel
public import HomeworkMotion

/// What became of the scenarios of one run; its JSON is part of the protocol.
public struct RunReport: Hashable, Sendable {
  public let scenarios: [ScenarioReport]
  public let passed: Int
  /// Those that are known to fail, and do, are not among them.
  public let failed: Int
  public let skipped: Int

  public init(scenarios: [ScenarioReport]) {
    self.scenarios = scenarios
    passed = scenarios.count { $0.outcome == .passed }
    skipped = scenarios.count { $0.outcome == .skipped }
    failed = scenarios.count { $0.hasFailed && $0.knownFailure == nil }
  }
}

public struct ScenarioReport: Hashable, Sendable {
  public enum Outcome: String, CaseIterable, Sendable { case passed, failed, error, skipped }

  public package(set) var name: String
  public let file: String
  public let line: Int
  public package(set) var outcome = Outcome.passed
  public let mode: KillMode
  /// How far the session clock went.
  public package(set) var durationMs = 0
  /// How long it really took.
  public package(set) var seconds = 0.0
  /// Why it was not played, where it was not.
  public package(set) var skipped: String?
  /// With which message it is known to fail, where it is, and did.
  public package(set) var knownFailure: String?
  /// The end of what a program under test wrote to its standard error, where something was wrong.
  public package(set) var errorOutput: String?
  /// Of a program under test: how long it took at most to acknowledge an action, and to start, in microseconds; whether
  /// its clock is real; and which actions it never acknowledged. Of this run alone, and not part of the protocol.
  package var slowestSaveUs = 0
  package var slowestStartUs = 0
  package var isReal = false
  package var unacknowledged: [String] = []
  /// The script asked for what cannot be, whatever the program: it says nothing about that.
  package var isSenseless = false
  public package(set) var failures: [Failure] = []
  public package(set) var laws: [LawReport] = [] {
    didSet { if outcome == .passed && laws.contains(where: { !$0.held }) { outcome = .failed } }
  }
  public package(set) var kills: [KillReport] = []
  /// What became of each field of the survival table that held anything, for each kill and resume in order.
  public package(set) var states: [[FieldReport]] = []
  /// The actions and what each did, in order; question indexes from 0. The same in every mode.
  public package(set) var trace: [TraceEntry] = []
  /// Every cue once, in order of start, with its final disposition.
  public package(set) var cues: [CueReport] = []

  package init(
    name: String, file: String, line: Int, outcome: Outcome = .passed, mode: KillMode, durationMs: Int = 0,
    seconds: Double = 0, skipped: String? = nil, knownFailure: String? = nil, errorOutput: String? = nil,
    failures: [Failure] = [], laws: [LawReport] = [], kills: [KillReport] = [], states: [[FieldReport]] = [],
    trace: [TraceEntry] = [], cues: [CueReport] = []
  ) {
    (self.name, self.file, self.line, self.outcome, self.mode) = (name, file, line, outcome, mode)
    (self.durationMs, self.failures, self.laws, self.kills) = (durationMs, failures, laws, kills)
    (self.states, self.trace, self.cues) = (states, trace, cues)
    (self.seconds, self.skipped, self.knownFailure) = (seconds, skipped, knownFailure)
    self.errorOutput = errorOutput
  }

  public var hasFailed: Bool { outcome == .failed || outcome == .error }
}

public struct Failure: Hashable, Sendable {
  public let line: Int
  /// As it stands in the script.
  public let statement: String?
  public let expected: String
  public let found: String
  /// What would have held, or what to do first.
  public let hint: String?
  /// The last cues before it, one line each; only of the first failure.
  public let lastCues: [String]

  package init(
    line: Int, statement: String? = nil, expected: String, found: String, hint: String? = nil, lastCues: [String]
  ) {
    (self.line, self.statement, self.expected, self.found) = (line, statement, expected, found)
    (self.hint, self.lastCues) = (hint, lastCues)
  }
}

public struct LawReport: Hashable, Sendable {
  /// Its number, 1 to 6.
  public let law: Int
  public let name: String
  public let held: Bool
  /// What broke it first.
  public let detail: String?
  /// The statement of the script at which that was. Of this run alone, and not part of the protocol.
  public let line: Int?
  /// Why it was not judged, where it was not.
  public let unjudged: String?

  package init(law: Int, name: String, held: Bool, detail: String?, line: Int? = nil, unjudged: String? = nil) {
    (self.law, self.name, self.held, self.detail, self.unjudged) = (law, name, held, detail, unjudged)
    self.line = line
  }
}

/// A field of the survival table over a kill.
public struct FieldReport: Hashable, Sendable {
  public enum Verdict: String, CaseIterable, Sendable {
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

  package init(field: FieldName, kind: SurvivalKind, before: String?, after: String?, verdict: Verdict) {
    (self.field, self.kind, self.before, self.after, self.verdict) = (field, kind, before, after, verdict)
  }

  /// `nil` for a field that was empty before and after.
  package init?(_ field: SurvivalField, before: String?, after: String?) {
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

public struct KillReport: Hashable, Sendable {
  /// On the session clock, in milliseconds.
  public let at: Int
  public let point: String
  public let mode: KillMode
  /// Of the process that was ended, and the signal that ended it: only where there was one.
  public let pid: Int32?
  public let signal: Int32?
  /// By which chance chose what became of what was not synced; only where the power went.
  public let seed: UInt64?

  package init(at: Int, point: String, mode: KillMode, pid: Int32?, signal: Int32?, seed: UInt64?) {
    (self.at, self.point, self.mode, self.pid, self.signal, self.seed) = (at, point, mode, pid, signal, seed)
  }
}

/// One action, kill or resume, and what it did.
public struct TraceEntry: Hashable, Sendable {
  public let atMs: Int
  public let event: String
  public var outcome: Outcome?
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

  package init(
    atMs: Int, event: String, outcome: Outcome? = nil, position: Int? = nil, question: Int? = nil,
    point: String? = nil, during: String? = nil, refused: String? = nil, started: [String]? = nil,
    changed: [String]? = nil
  ) {
    (self.atMs, self.event, self.outcome, self.position, self.question) = (atMs, event, outcome, position, question)
    (self.point, self.during, self.refused) = (point, during, refused)
    (self.started, self.changed) = (started, changed)
  }
}

/// How a process is ended.
public enum KillMode: String, CaseIterable, Codable, Sendable {
  /// The session is dropped from memory; the store stays.
  case simulated
  /// A process of its own, ended by SIGKILL.
  case process
  /// What was synced is all that is sure to be there; what was not is kept, dropped or torn, by a seed.
  case powerLoss = "power-loss"
}
