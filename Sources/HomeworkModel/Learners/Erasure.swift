/// What was erased of a learner, and what could not be.
public struct Erasure: Hashable, Sendable {
  /// The learner, and the attempts that went with them.
  public let learner: Learner, attempts: Int
  /// Copies of the database made before migrations, which still hold them: to be deleted by hand.
  public let copies: [String]

  /// With these parts.
  package init(learner: Learner, attempts: Int, copies: [String]) {
    (self.learner, self.attempts, self.copies) = (learner, attempts, copies)
  }
}
