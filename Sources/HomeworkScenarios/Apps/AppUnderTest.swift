public import HomeworkMotion

/// A program under test, and how to judge it.
public struct AppUnderTest: Sendable {
  /// The command for `/bin/sh -c`, in the caller's directory.
  public var command: String
  /// How long it may take to answer; after that its scenario ends with an error.
  public var timeLimitMs: Int
  /// The design with which to compare every cue and state.
  public var like: ProfileName?
  /// The seed of the random instants at which an exploration kills it, and of the states of a disk that are tried.
  public var seed: UInt64 = 0
  /// The kind of disk that loses power, and the number of its states to try at each moment if there are many.
  public var disk = DiskKind.posix
  public var powerStates = 32
  /// The words of a worker of our own, in place of the command.
  package private(set) var worker: [String]?

  public init(command: String, timeLimitMs: Int = 5000, like: ProfileName? = nil) {
    (self.command, self.timeLimitMs, self.like) = (command, timeLimitMs, like)
  }

  /// Our own session, in a process.
  package init(worker: [String], timeLimitMs: Int) {
    self.init(command: worker.joined(separator: " "), timeLimitMs: timeLimitMs)
    self.worker = worker
  }

  package var words: [String] { worker ?? ["/bin/sh", "-c", command] }
}

/// The kinds of disks, by how they treat operations that were not synced.
public enum DiskKind: String, CaseIterable, Sendable {
  /// As the standard allows, each is kept, dropped or torn, whatever happens to the others.
  case posix
  /// As ext4 does by default: names are kept in order up to some point, and a rename that replaces a file brings the
  /// content.
  case ordered
}
