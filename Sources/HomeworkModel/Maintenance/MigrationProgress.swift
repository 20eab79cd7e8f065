/// What is being done to a file of an older schema.
public struct MigrationProgress: Hashable, Sendable {
  /// What is being done.
  public enum Stage: Hashable, Sendable {
    /// The share of the file copied, 0…1.
    case backingUp(Double)
    /// Steps of SQLite's machine so far, told every million: a sign of life.
    case applying(steps: Int)
    case applied
  }

  /// The schema version that a migration leads to, the one that all of them end at, its name, and what is being done.
  public let version: Int, latest: Int, name: String, stage: Stage

  package init(version: Int, latest: Int, name: String, stage: Stage) {
    (self.version, self.latest, self.name, self.stage) = (version, latest, name, stage)
  }
}
