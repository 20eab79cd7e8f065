public import HomeworkMotion

/// A program of others that speaks the protocol of programs under test, and how it is judged.
public struct AppUnderTest: Sendable {
  /// For `/bin/sh -c`, in the caller's directory.
  public var command: String
  /// How long it may take to answer; then its scenario is in error.
  public var timeLimitMs: Int
  /// The design of ours that it must not differ from, in any cue or state.
  public var like: ProfileName?
  /// Starts a life of it, in place of a process.
  var makeLife: (@Sendable (_ mark: String, _ isReference: Bool) throws(ProgramFailure) -> any AppLife)?

  /// How far the times of a program with a clock of its own may be off.
  static let toleranceMs = 100

  public init(command: String, timeLimitMs: Int = 5000, like: ProfileName? = nil) {
    (self.command, self.timeLimitMs, self.like) = (command, timeLimitMs, like)
  }
}
