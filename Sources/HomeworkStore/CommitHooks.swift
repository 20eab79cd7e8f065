/// Called around each commit, on the thread that commits: what a program that proves durability needs.
public struct CommitHooks: Sendable {
  /// Everything is written and nothing committed; what it throws rolls the transaction back.
  public var willCommit: (@Sendable () throws -> Void)?
  /// It is on disk, and the caller has not been told; what it throws reaches the caller, and undoes nothing.
  public var didCommit: (@Sendable () throws -> Void)?

  /// With these hooks.
  public init(willCommit: (@Sendable () throws -> Void)? = nil, didCommit: (@Sendable () throws -> Void)? = nil) {
    self.willCommit = willCommit
    self.didCommit = didCommit
  }
}
