/// Hooks called around each commit, on the committing thread, for programs that prove durability.
package struct CommitHooks: Sendable {
  /// Called when everything is written but nothing is committed; an error thrown here rolls the transaction back.
  package var willCommit: (@Sendable () throws -> Void)?
  /// Called when the commit is on disk but before the caller returns; an error thrown here reaches it, undoing nothing.
  package var didCommit: (@Sendable () throws -> Void)?

  /// Creates these hooks.
  package init(willCommit: (@Sendable () throws -> Void)? = nil, didCommit: (@Sendable () throws -> Void)? = nil) {
    self.willCommit = willCommit
    self.didCommit = didCommit
  }
}
