public import HomeworkModel
public import HomeworkMotion

/// The results of the scenarios of one run. Its JSON is part of the protocol.
public struct RunReport: Hashable, Sendable {
  public var scenarios: [ScenarioReport]

  public init(scenarios: [ScenarioReport]) { self.scenarios = scenarios }

  public var passed: Int { scenarios.count { $0.outcome == .passed } }
  public var skipped: Int { scenarios.count { $0.outcome == .skipped } }
  /// The number of failed scenarios, without known failures.
  public var failed: Int { scenarios.count { $0.hasFailed && $0.knownFailure == nil } }

  /// The part that is not checked because no program under test started a cue; `nil` if one did.
  package var unseen: String? {
    let played = scenarios.filter { $0.outcome != .skipped && !$0.isUnanswered }
    return !played.isEmpty && played.allSatisfy(\.startsNoCue) ? "animations (no cue was started)" : nil
  }

  /// Everything that was not checked, each reason once; `nil` if all was.
  package var unchecked: String? {
    var words: [String] = []
    if let reason = scenarios.first?.skipped, skipped == scenarios.count {
      words.append("every scenario was skipped (\(reason))")
    }
    for found in scenarios.compactMap(\.notChecked) + [unseen].compactMap(\.self) where !words.contains(found) {
      words.append(found)
    }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }

  /// True if no scenario failed otherwise than because a program could not be started or did not answer in time.
  package var isUnanswered: Bool {
    failed > 0 && scenarios.allSatisfy { !$0.hasFailed || $0.knownFailure != nil || $0.isUnanswered }
  }

  /// The power losses of all scenarios; `nil` if there are none.
  public var power: PowerReport? { scenarios.compactMap(\.power).summed }
}

public struct ScenarioReport: Hashable, Sendable {
  public enum Outcome: String, CaseIterable, Sendable { case passed, failed, error, skipped }

  public package(set) var name: String
  public var file: String
  public var line: Int
  public package(set) var outcome = Outcome.passed
  public var mode: KillMode
  /// The duration on the session's clock.
  public package(set) var durationMs = 0
  /// The real duration.
  public package(set) var seconds = 0.0
  /// The reason why it was skipped; `nil` if it was played.
  public package(set) var skipped: String?
  /// The message of a known failure that occurred.
  public package(set) var knownFailure: String?
  /// True if a program could not be started or did not answer in time, for which a busy machine may be the reason.
  package var isUnanswered = false
  /// The expectations that hold, but of which the program under test reports nothing, and why.
  package var unreported: [String] = []
  /// True if a program under test started no cue.
  package var startsNoCue = false
  /// The seed of the script, if something failed.
  public package(set) var seed: UInt64?
  /// The end of the standard error of a program under test, if something failed.
  public package(set) var errorOutput: String?
  package var measured = ProgramMeasures()
  /// True if the script asks for something impossible in any program, so it says nothing about this one.
  package var isScriptError = false
  public package(set) var failures: [Failure] = []
  public package(set) var laws: [LawReport] = [] {
    didSet { if outcome == .passed && laws.contains(where: { !$0.held }) { outcome = .failed } }
  }
  public package(set) var kills: [KillReport] = []
  /// The fields of the survival table that had a value, before and after each kill, in order.
  public package(set) var states: [[FieldReport]] = []
  /// The actions and their effects, in order; question indexes from 0. The same in every mode.
  public package(set) var trace: [TraceEntry] = []
  /// Every cue once, by start, with its final disposition.
  public package(set) var cues: [CueReport] = []
  /// The states of the disk of a program under test at a power loss; `nil` if the power does not fail in the script.
  public package(set) var power: PowerReport?

  package init(name: String, file: String, line: Int, mode: KillMode, laws: [LawReport] = []) {
    (self.name, self.file, self.line, self.mode, self.laws) = (name, file, line, mode, laws)
  }

  public var hasFailed: Bool { outcome == .failed || outcome == .error }

  /// The broken laws, causes before effects.
  package var brokenLaws: [LawReport] {
    LawReport.byCause.flatMap { number in laws.filter { $0.law == number && !$0.held } }
  }

  /// A substitute for `notChecked` if the laws themselves are not available.
  package var saidNotChecked: String?

  /// `laws 3, 5 (the program does not report suppressed cues), 6 (needs --like)`, expectations of what is not reported,
  /// and kills that were not proved; `nil` if all were checked.
  package var notChecked: String? {
    if let saidNotChecked { return saidNotChecked }
    let words = [lawsNotChecked] + unreported + [areKillsProved ? nil : "kills (not proved: the program names no pid)"]
    let known = words.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: ", ")
  }

  package var areKillsProved: Bool { kills.allSatisfy { $0.unproved == nil } }

  private var lawsNotChecked: String? {
    var groups: [(reason: String, laws: [Int])] = []
    for law in laws {
      guard let reason = law.unjudged else { continue }
      if let index = groups.firstIndex(where: { $0.reason == reason }) {
        groups[index].laws.append(law.law)
      } else {
        groups.append((reason, [law.law]))
      }
    }
    guard !groups.isEmpty else { return nil }
    let isOne = groups.count == 1 && groups[0].laws.count == 1
    return (isOne ? "law " : "laws ")
      + groups.map { "\($0.laws.map(String.init).joined(separator: ", ")) (\($0.reason))" }.joined(separator: ", ")
  }
}

/// The measurements of a program under test in one run, for further runs. They are not part of the protocol.
package struct ProgramMeasures: Hashable, Sendable {
  /// Its longest times to acknowledge an action, and to start, in microseconds.
  package var slowestSaveUs = 0, slowestStartUs = 0
  /// The calls of each action and of each start before which a kill is to be tried; empty if they are not counted.
  package var callPoints: [[Int]] = [], startPoints: [[Int]] = []
  /// True if a kill before a call has struck after it, since the machine was busy: then it was like any other kill.
  package var isTooLate = false
  /// True if it has its own clock; true if it takes the ids of requests.
  package var isReal = false, repeatsRequests = false
  /// The actions to which it replied without "saved".
  package var unacknowledged: [String] = []

  package init() {}
}

extension CueReport {
  /// How it ended: `suppressed (killResume)`, or what the runner knows if the program has not reported it.
  var endWords: String {
    isInferred ? "cut off by the kill" : disposition.rawValue + (reason.map { " (\($0.rawValue))" } ?? "")
  }
}

extension LawReport {
  /// Causes before effects: a wrongly derived value is lost, and then missed.
  package static let byCause = [1, 8, 2, 7, 6, 4, 5, 3]

  /// Of a broken law: `law 4, nothing lost, is broken: an attempt is gone`.
  package var words: String { "law \(law), \(name), is broken: \(detail ?? "")" }
}

public struct Failure: Hashable, Sendable {
  public var line: Int
  /// The statement in the script.
  public var statement: String?
  public var expected: String
  public var found: String
  /// An expectation that would hold, or a step to take first.
  public var hint: String?
  /// The last cues before it, one per line; only for the first failure.
  public var lastCues: [String]
  /// The origin of the expectation: a line, an `always` line, or the model. It is not part of the protocol.
  package var standard = Standard.line

  package enum Standard: Sendable { case line, always, model }

  package init(
    line: Int, statement: String? = nil, expected: String, found: String, hint: String? = nil, lastCues: [String]
  ) {
    (self.line, self.statement, self.expected, self.found) = (line, statement, expected, found)
    (self.hint, self.lastCues) = (hint, lastCues)
  }
}

public struct LawReport: Hashable, Sendable {
  /// The number of the law, 1 to 8.
  public var law: Int
  public var name: String
  public var held: Bool
  /// The first violation.
  public var detail: String?
  /// The statement of the script that broke it. It is not part of the protocol.
  public var line: Int?
  /// The reason why it was not judged; `nil` if it was.
  public var unjudged: String?

  package init(law: Int, name: String, held: Bool, detail: String?, line: Int? = nil, unjudged: String? = nil) {
    (self.law, self.name, self.held, self.detail, self.unjudged) = (law, name, held, detail, unjudged)
    self.line = line
  }
}

/// A field of the survival table, or of a program's own, before and after a kill.
public struct FieldReport: Hashable, Sendable {
  public enum Verdict: String, CaseIterable, Sendable {
    /// It is unchanged, as a persisted or derived field must be.
    case kept
    /// It is gone, as an ephemeral field must be.
    case lost
    /// It is ephemeral, but still there.
    case leaked
    /// It is persisted or derived, but has changed.
    case forgotten
    /// It belongs to the surroundings, which are read again.
    case asked
  }

  /// The name in scripts.
  public var field: String
  public var kind: SurvivalKind
  public var before: String?
  public var after: String?
  public var verdict: Verdict

  package init(field: String, kind: SurvivalKind, before: String?, after: String?, verdict: Verdict) {
    (self.field, self.kind, self.before, self.after, self.verdict) = (field, kind, before, after, verdict)
  }

  /// Returns `nil` for a field that was empty before and after.
  package init?(_ field: String, _ kind: SurvivalKind, before: String?, after: String?) {
    guard before != nil || after != nil else { return nil }
    let verdict: Verdict =
      switch kind {
      case .persisted, .derived: before == after ? .kept : .forgotten
      case .ephemeral: after == nil ? .lost : .leaked
      case .environment: .asked
      }
    self.init(field: field, kind: kind, before: before, after: after, verdict: verdict)
  }
}

public struct KillReport: Hashable, Sendable {
  /// The time on the session's clock, in milliseconds.
  public var at: Int
  public var point: String
  public var mode: KillMode
  /// The process that was killed, and the signal; `nil` if there was no process.
  public var pid: Int32?
  public var signal: Int32?
  /// The seed that decides which writes survive; `nil` except for a power loss.
  public var seed: UInt64?
  /// The words of a bridge about a kill for which it named no process; `nil` if a process is known to be gone.
  public package(set) var unproved: String?

  package init(at: Int, point: String, mode: KillMode, pid: Int32?, signal: Int32?, seed: UInt64?) {
    (self.at, self.point, self.mode, self.pid, self.signal, self.seed) = (at, point, mode, pid, signal, seed)
  }
}

/// One action, kill or resume, and its effect.
public struct TraceEntry: Hashable, Sendable {
  public var atMs: Int
  public var event: String
  public var outcome: Outcome?
  public var position: Int?
  public var question: Int?
  public var point: String?
  /// The action during which the process was killed.
  public var during: String?
  public var refused: String?
  /// The cues that it started, such as `A1 newStreak`.
  public var started: [String]?
  /// The earlier cues that now end differently.
  public var changed: [String]?
  /// The number of parts of an exchange.
  public var parts: Int?

  package init(atMs: Int, event: String, _ fill: (inout TraceEntry) -> Void = { _ in }) {
    (self.atMs, self.event) = (atMs, event)
    fill(&self)
  }
}

/// How a process is killed.
public enum KillMode: String, CaseIterable, Codable, Sendable {
  /// The session is dropped from memory; the store stays.
  case simulated
  /// A separate process gets SIGKILL.
  case process
  /// The power fails: synced data stays; other writes are kept, dropped or torn, by a seed.
  case powerLoss = "power-loss"
}
