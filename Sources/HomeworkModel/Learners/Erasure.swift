/// The result of erasing a learner.
public struct Erasure: Hashable, Sendable {
  /// The erased learner, and the number of erased attempts.
  public let learner: Learner, attempts: Int
  /// The paths of backups made before migrations, which still contain the learner. Delete them yourself.
  public let copies: [String]

  /// Creates a result from its parts.
  package init(learner: Learner, attempts: Int, copies: [String]) {
    (self.learner, self.attempts, self.copies) = (learner, attempts, copies)
  }
}
