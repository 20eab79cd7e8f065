public import HomeworkMotion
import HomeworkSystem

/// A program under test, and how to judge it.
public struct AppUnderTest: Sendable {
  /// The command for `/bin/sh -c`, in the caller's directory.
  public var command: String
  /// How long it may take to answer; after that its scenario ends with an error.
  public var timeLimitMs: Int
  /// The design with which to compare every cue and state.
  public var like: ProfileName?
  /// The file in which every line to and from the program is recorded.
  public var transcript: String?
  /// The seed of the random instants at which an exploration kills it, and of the states of a disk that are tried.
  public var seed: UInt64 = 0
  /// The kind of disk that loses power, and the number of its states to try at each moment if there are many.
  public var disk = DiskKind.posix
  public var powerStates = 32
  /// The words of a worker of our own, in place of the command.
  package private(set) var worker: [String]?
  /// The version of the protocol that it speaks; `nil` to ask it.
  package var version: Int?
  /// The result of the first request, as far as its runs know.
  var greeting = AppGreetingSeen()

  public init(command: String, timeLimitMs: Int = 5000, like: ProfileName? = nil, transcript: String? = nil) {
    (self.command, self.timeLimitMs, self.like) = (command, timeLimitMs, like)
    self.transcript = transcript
  }

  /// Our own session, in a process.
  package init(worker: [String], timeLimitMs: Int) {
    self.init(command: worker.joined(separator: " "), timeLimitMs: timeLimitMs)
    (self.worker, version) = (worker, 2)
  }

  package var words: [String] { worker ?? ["/bin/sh", "-c", command] }
}

/// Records that a program does not know the first request, so that it is not sent again. Shared by the copies of an
/// `AppUnderTest`.
final class AppGreetingSeen: Sendable {
  let isUnknown = Guarded(false)
}

/// The kinds of disks, by how they treat operations that were not synced.
public enum DiskKind: String, CaseIterable, Sendable {
  /// As the standard allows, each is kept, dropped or torn, whatever happens to the others.
  case posix
  /// As ext4 does by default: names are kept in order up to some point, and a rename that replaces a file brings the
  /// content.
  case ordered
}
