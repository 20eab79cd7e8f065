public import Homework

/// The animations of the streak, and the two companions of A1, by the names that reports use.
public enum AnimationName: String, Hashable, Codable, Sendable, CaseIterable {
  /// A star is activated on its dot.
  case a1 = "A1"
  /// The stars badge springs in on the results.
  case a2 = "A2"
  /// The stars total counts up on the results.
  case a3 = "A3"
  /// A confetti burst.
  case a4 = "A4"
  /// The dot just answered goes from blue to green.
  case dotSettle
  /// The star activated before goes from 22.4 to 16 pt.
  case sizeSettle
}

/// What happened that an animation may answer.
public enum Fact: String, Hashable, Codable, Sendable, CaseIterable {
  case answerSettled, attemptFinished, revisited
}

/// The one occurrence of a fact that triggers a cue; equal triggers are the same occurrence.
public struct Trigger: Hashable, Codable, Sendable {
  public var fact: Fact
  public var attemptId: Attempt.ID?
  /// From 0.
  public var questionIndex: Int?
  /// The activation position, 1 to 10.
  public var position: Int?
  /// Only where one question can be a trigger more than once: the moment of a revisit, on the session clock.
  public var atMs: Int?

  public init(
    fact: Fact, attemptId: Attempt.ID? = nil, questionIndex: Int? = nil, position: Int? = nil, atMs: Int? = nil
  ) {
    self.fact = fact
    self.attemptId = attemptId
    self.questionIndex = questionIndex
    self.position = position
    self.atMs = atMs
  }
}
