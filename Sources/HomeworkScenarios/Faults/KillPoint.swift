/// The instant of a kill.
package enum KillPoint: Hashable, Sendable {
  case now
  /// During the next action that saves, before its commit.
  case beforeCommit
  /// During the next action that saves, after its commit and before its reply.
  case afterCommit
  /// During the next action that saves, at this write or sync of the file, from 1.
  case atWrite(Int)
  /// During the next exchange with another copy, once this part, from 1, is on disk.
  case atPart(Int)
  /// This long after the next action or start was sent to a program under test, by the real clock.
  case within(microseconds: Int)

  /// True if it is in an exchange.
  var isPart: Bool { if case .atPart = self { true } else { false } }
}
