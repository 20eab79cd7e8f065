/// Called around each commit, on the thread that commits: what a program that proves durability needs.
package struct CommitHooks: Sendable {
  /// Everything is written and nothing committed; what it throws rolls the transaction back.
  package var willCommit: (@Sendable () throws -> Void)?
  /// It is on disk, and the caller has not been told; what it throws reaches the caller, and undoes nothing.
  package var didCommit: (@Sendable () throws -> Void)?

  /// With these hooks.
  package init(willCommit: (@Sendable () throws -> Void)? = nil, didCommit: (@Sendable () throws -> Void)? = nil) {
    self.willCommit = willCommit
    self.didCommit = didCommit
  }
}
