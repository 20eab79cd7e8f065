/// The instant at which a process dies.
package enum KillPoint: Hashable, Codable, Sendable {
  case now
  /// Inside the next action that saves, before its commit.
  case beforeCommit
  /// Inside the next action that saves, after its commit and before anybody is told.
  case afterCommit
  /// Inside the next action that saves, at this write or sync of the file, 1 for the first.
  case atWrite(Int)
  /// So long after the next action, or the next start, was asked of a program under test, by the real clock.
  case within(microseconds: Int)
}
