/// The result of erasing a learner.
public struct Erasure: Hashable, Sendable {
  /// The erased learner, and the number of erased attempts.
  public var learner: Learner, attempts: Int
  /// The learner who is the default now; `nil` if the erased one was not.
  public var newDefault: Learner?
  /// Files that still hold bytes of the learner because another program is reading. A later write, opening or vacuum
  /// without a reader overwrites them.
  public var pending: [String]

  /// Creates a result from its parts.
  package init(learner: Learner, attempts: Int, newDefault: Learner? = nil, pending: [String] = []) {
    (self.learner, self.attempts, self.newDefault, self.pending) = (learner, attempts, newDefault, pending)
  }
}
