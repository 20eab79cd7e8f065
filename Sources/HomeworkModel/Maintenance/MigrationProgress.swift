/// The progress of migrating a file with an older schema.
public struct MigrationProgress: Hashable, Sendable {
  /// The current stage.
  public enum Stage: Hashable, Sendable {
    /// The share of the file copied, 0…1.
    case backingUp(Double)
    /// The number of SQLite virtual machine steps so far, reported every million: a sign of life.
    case applying(steps: Int)
    case applied
  }

  /// The schema version after this migration, the version after all of them, this migration's name, and the stage.
  public let version: Int, latest: Int, name: String, stage: Stage

  package init(version: Int, latest: Int, name: String, stage: Stage) {
    (self.version, self.latest, self.name, self.stage) = (version, latest, name, stage)
  }
}
