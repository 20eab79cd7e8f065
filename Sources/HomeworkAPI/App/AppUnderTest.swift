public import HomeworkMotion

/// A program of others that speaks the protocol of programs under test, and how it is judged.
public struct AppUnderTest: Sendable {
  /// For `/bin/sh -c`, in the caller's directory.
  public var command: String
  /// How long it may take to answer; then its scenario is in error.
  public var timeLimitMs: Int
  /// The design of ours that it must not differ from, in any cue or state.
  public var like: ProfileName?
  /// Where every line that goes to it and comes from it is kept.
  public var transcript: String?

  public init(command: String, timeLimitMs: Int = 5000, like: ProfileName? = nil, transcript: String? = nil) {
    (self.command, self.timeLimitMs, self.like) = (command, timeLimitMs, like)
    self.transcript = transcript
  }
}
