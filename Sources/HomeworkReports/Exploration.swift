/// What exploring scenarios and sequences gave.
public struct ExplorationReport: Hashable, Sendable {
  /// `nil` where no script was given.
  public let scenarios: [Exploration]?
  /// `nil` where none were asked for.
  public let sequences: SequenceExploration?

  package init(scenarios: [Exploration]?, sequences: SequenceExploration?) {
    (self.scenarios, self.sequences) = (scenarios, sequences)
  }

  public var hasViolation: Bool {
    sequences?.violation != nil || scenarios?.contains { $0.violation != nil } ?? false
  }
}

/// What exploring one scenario gave.
public struct Exploration: Hashable, Sendable {
  public let name: String
  public let file: String
  public let line: Int
  public package(set) var pointsKnown: Int
  public package(set) var pointsTried: Int
  /// The earliest, shortened.
  public package(set) var violation: Violation?
  /// Why it was not explored, where it was not.
  public let skipped: String?

  package init(
    name: String, file: String, line: Int, pointsKnown: Int, pointsTried: Int = 0, violation: Violation? = nil,
    skipped: String? = nil
  ) {
    (self.name, self.file, self.line, self.skipped) = (name, file, line, skipped)
    (self.pointsKnown, self.pointsTried, self.violation) = (pointsKnown, pointsTried, violation)
  }
}

/// What sequences are made of.
public enum SequenceActions: String, CaseIterable, Codable, Sendable {
  /// Correct and wrong, over the rules alone.
  case answers
  /// All that two learners can do at one homework, by the live attempt over a store in memory.
  case all
}

/// What exploring sequences gave.
public struct SequenceExploration: Hashable, Sendable {
  public let upTo: Int
  public let sequences: Int
  /// Deaths tried.
  public let points: Int
  /// Actions played, those of killed runs included.
  public let steps: Int
  /// How many of these were played with a database and really killed.
  public package(set) var sampled: Int
  public package(set) var violation: Violation?

  package init(upTo: Int, sequences: Int, points: Int, steps: Int, sampled: Int = 0, violation: Violation? = nil) {
    (self.upTo, self.sequences, self.points, self.steps) = (upTo, sequences, points, steps)
    (self.sampled, self.violation) = (sampled, violation)
  }
}

/// A law broken, and a script that shows it.
public struct Violation: Hashable, Sendable {
  public let law: Int
  public let name: String
  public let detail: String
  public let script: String

  package init(law: Int, name: String, detail: String, script: String) {
    (self.law, self.name, self.detail, self.script) = (law, name, detail, script)
  }
}
