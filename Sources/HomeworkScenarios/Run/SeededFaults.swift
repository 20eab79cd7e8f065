package import HomeworkPlay
package import HomeworkStore

/// Where a test makes a run go wrong on purpose, to see a law broken. A run that is not told to has none.
package struct SeededFaults: Sendable {
  package var play = PlayHooks()
  /// Stars that finishing credits, in place of those earned; where no store is there to do it.
  package var credit: (@Sendable (Int) -> Int)?
  /// Done to a store once it is made.
  package var store: (@Sendable (Store) throws -> Void)?
  /// Whether the disk says that it has synced, and has not.
  package var ignoresSyncs = false

  package init() {}
}
