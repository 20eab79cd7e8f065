/// The result of exploring scenarios or sequences.
public struct ExplorationReport: Hashable, Sendable {
  /// The results of scenarios; `nil` without a script.
  public var scenarios: [Exploration]?
  /// The result of sequences; `nil` if none were requested.
  public var sequences: SequenceExploration?

  package init(scenarios: [Exploration]?, sequences: SequenceExploration?) {
    (self.scenarios, self.sequences) = (scenarios, sequences)
  }
}

/// The result of exploring one scenario.
public struct Exploration: Hashable, Sendable {
  public var name: String
  public var file: String
  public var line: Int
  public package(set) var pointsKnown: Int
  public package(set) var pointsTried: Int
  /// The earliest violation, with a shortened script.
  public package(set) var violation: Violation?
  /// The failures of the script played without further kills: if there are any, nothing can be explored.
  public package(set) var failures: [String] = []
  /// True if a program under test started no cue; true if it did not start or answer in time.
  package var startsNoCue = false, isUnanswered = false
  /// True if the script asked for what cannot be.
  public package(set) var isScriptError = false
  /// Why it was skipped; `nil` if it was explored.
  public var skipped: String?
  /// The laws that were not checked, and why; `nil` if all were.
  public package(set) var notChecked: String?
  /// How long all of it would have taken, about, if the budget ended it.
  public package(set) var estimatedMs: Int?
  /// The states of the disk at all points; `nil` if the power does not fail.
  public package(set) var power: PowerReport?

  package init(
    name: String, file: String, line: Int, pointsKnown: Int, pointsTried: Int = 0, skipped: String? = nil,
    notChecked: String? = nil
  ) {
    (self.name, self.file, self.line, self.skipped) = (name, file, line, skipped)
    (self.pointsKnown, self.pointsTried, self.notChecked) = (pointsKnown, pointsTried, notChecked)
  }
}

extension Exploration {
  /// The exploration as a run, for formats and lists of known failures.
  public var report: ScenarioReport {
    var report = ScenarioReport(name: name, file: file, line: line, mode: .process)
    (report.skipped, report.saidNotChecked, report.isScriptError) = (skipped, notChecked, isScriptError)
    (report.power, report.startsNoCue, report.isUnanswered) = (power, startsNoCue, isUnanswered)
    report.outcome = skipped != nil ? .skipped : violation == nil && failures.isEmpty ? .passed : .failed
    var found = failures.map { ("the script to pass without further kills", $0) }
    if let violation, violation.law == 0 {
      found.append(("what is expected always", violation.detail))
    } else if let violation {
      report.laws = [
        LawReport(law: violation.law, name: violation.name, held: false, detail: violation.detail, line: line)
      ]
    }
    report.failures = found.map { Failure(line: line, expected: $0, found: $1, lastCues: []) }
    return report
  }
}

/// The actions that an exploration combines.
public enum SequenceActions: String, CaseIterable, Codable, Sendable {
  /// Correct and wrong answers, on the rules alone.
  case answers
  /// All actions of two learners on one homework, by live attempts on a store in memory.
  case all
}

/// The result of exploring sequences.
public struct SequenceExploration: Hashable, Sendable {
  public var upTo: Int
  public var sequences: Int
  /// The number of kills tried.
  public var points: Int
  /// The number of actions played, including those of killed runs.
  public var steps: Int
  public package(set) var violation: Violation?

  package init(upTo: Int, sequences: Int = 0, points: Int = 0, steps: Int = 0, violation: Violation? = nil) {
    (self.upTo, self.sequences, self.points, self.steps) = (upTo, sequences, points, steps)
    self.violation = violation
  }

  /// Adds other sequences, and keeps the first violation.
  package mutating func add(_ other: SequenceExploration) {
    sequences += other.sequences
    points += other.points
    steps += other.steps
    violation = violation ?? other.violation
  }
}

/// A broken law, with a script that reproduces it.
public struct Violation: Hashable, Sendable {
  public var law: Int
  public var name: String
  public var detail: String
  public var script: String
  /// The operations that are lost with the power.
  public package(set) var lost: [LostOperation] = []

  package init(law: Int, name: String, detail: String, script: String) {
    (self.law, self.name, self.detail, self.script) = (law, name, detail, script)
  }
}
