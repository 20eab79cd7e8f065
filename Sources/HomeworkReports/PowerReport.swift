import HomeworkModel

/// The effect of power losses on a program under test.
public struct PowerReport: Hashable, Sendable {
  /// The number of states of its disk that were tried, of those that are known.
  public package(set) var states = 0
  public package(set) var statesKnown = 0
  /// The number of states that were to be tried.
  package var statesChosen = 0
  /// The smallest set of operations found that breaks something if the disk loses them.
  public package(set) var lost: [LostOperation] = []
  /// The files that cannot be judged.
  public package(set) var unjudged: [UnjudgedFile] = []

  package init() {}

  package mutating func add(_ other: PowerReport) {
    states += other.states
    statesChosen += other.statesChosen
    lost += other.lost
    statesKnown = min(1 << 53, statesKnown + other.statesKnown)
    for file in other.unjudged where !unjudged.contains(file) { unjudged.append(file) }
  }

  /// `tried 34 of 40 states of the disk`.
  package var words: String { "tried \(states) of \(statesKnown.counted("state")) of the disk" }
}

extension [PowerReport] {
  /// `nil` if there are none.
  package var summed: PowerReport? { isEmpty ? nil : reduce(into: PowerReport()) { $0.add($1) } }
}

/// An operation that was lost or torn because the power failed.
public struct LostOperation: Hashable, Sendable {
  /// The kind of operation: `write`, `truncate`, `create`, `link`, `rename` or `remove`.
  public var operation: String
  /// The path in the data directory.
  public var path: String
  /// The system call that changed the file.
  public var call: String
  /// The time on the scenario's clock.
  public var atMs: Int
  /// The line of the script whose action it belongs to.
  public var line: Int
  /// The cause, and the call that would have prevented it.
  public var missing: String

  package init(operation: String, path: String, call: String, atMs: Int, line: Int, missing: String) {
    (self.operation, self.path, self.call) = (operation, path, call)
    (self.atMs, self.line, self.missing) = (atMs, line, missing)
  }

  /// One line for people.
  package var words: String {
    "lost in line \(line): \(call) on \(path.isEmpty ? "the data directory" : path): \(missing)"
  }
}

/// A file whose changes cannot be recorded.
public struct UnjudgedFile: Hashable, Sendable {
  /// The path in the data directory; empty for all of them.
  public var path: String
  /// The reason why its losses were not judged.
  public var unjudged: String

  package init(path: String, unjudged: String) { (self.path, self.unjudged) = (path, unjudged) }

  /// `answers.db-shm (a shared writable mapping)`.
  package var words: String { "\(path.isEmpty ? "every file" : path) (\(unjudged))" }
}
