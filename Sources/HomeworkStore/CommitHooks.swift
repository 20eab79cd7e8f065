/// Hooks called around each commit, on the thread that commits: for a program that proves durability.
package struct CommitHooks: Sendable {
  /// Called when everything is written and nothing committed; an error that it throws rolls the transaction back.
  package var willCommit: (@Sendable () throws -> Void)?
  /// Called when the commit is on disk and the caller has not been told; an error that it throws reaches the caller,
  /// and undoes nothing.
  package var didCommit: (@Sendable () throws -> Void)?

  /// Creates these hooks.
  package init(willCommit: (@Sendable () throws -> Void)? = nil, didCommit: (@Sendable () throws -> Void)? = nil) {
    self.willCommit = willCommit
    self.didCommit = didCommit
  }
}
