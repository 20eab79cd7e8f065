public import HomeworkModel

/// What happened that an animation may answer: facts of the store, and what only a caller can know.
public enum Fact: String, Hashable, Codable, Sendable, CaseIterable {
  case answerSettled, attemptFinished, revisited
  case homeworkAdded, homeworkCompleted, homeworkDeleted, collectionCompleted
  case achievementUnlocked, milestoneReached, generationChanged
  /// What a person gave was refused, and nothing was changed.
  case inputRejected
  /// Something on the screen, told by name.
  case screen
}

/// A fact of the store that is not of one attempt's questions.
public struct StoreFact: Hashable, Codable, Sendable {
  /// One of those from `homeworkAdded` to `inputRejected`.
  public var fact: Fact
  public var homeworkId: Identifier<Homework>?
  public var collection: String?
  /// Of the achievement, the state of the generation; the number of the milestone.
  public var name: String?
  /// Of `homeworkAdded`: the first ever in its store.
  public var isFirst: Bool

  public init(
    _ fact: Fact, homeworkId: Identifier<Homework>? = nil, collection: String? = nil, name: String? = nil,
    isFirst: Bool = false
  ) {
    self.fact = fact
    self.homeworkId = homeworkId
    self.collection = collection
    self.name = name
    self.isFirst = isFirst
  }
}

/// What happens on a screen that only its program can know, by name.
public enum ScreenEvent: String, Hashable, Codable, Sendable, CaseIterable {
  /// A button is pressed; a floating one.
  case tap, fabTap
  case toggle, slide, select, swipe, drag, focus, favorite, confirmDestructive
  /// To a further screen and back.
  case push, pop
  /// A sheet comes and goes; the sheet of the camera.
  case present, dismiss, presentCapture, presentCamera
  case tabSwitch
  /// Cards or rows come into sight; tell how many.
  case cards, list, add, remove
  /// Waiting for content begins and ends.
  case load, loaded
  /// Waiting within a button; a spinner alone.
  case inlineLoad, spin
  case pull, refreshed, contentChange
  case scroll, matchedGeometry
  case rate
  case ring, bars, graph
  case log, save, sync
  case toast, alert, reconnect
  case photo, process, processed
  case parallax
  case next
}

/// The one occurrence of a fact that triggers a cue; equal triggers are the same occurrence.
public struct Trigger: Hashable, Codable, Sendable {
  public var fact: Fact
  public var attemptId: Attempt.ID?
  /// From 0.
  public var questionIndex: Int?
  /// The activation position, 1 to 10.
  public var position: Int?
  public var homeworkId: Identifier<Homework>?
  public var collection: String?
  /// Of the achievement, the milestone, the state of the generation, the screen event.
  public var name: String?
  /// Only where the same can be a trigger more than once: the moment, on the session clock.
  public var atMs: Int?

  public init(
    fact: Fact, attemptId: Attempt.ID? = nil, questionIndex: Int? = nil, position: Int? = nil,
    homeworkId: Identifier<Homework>? = nil, collection: String? = nil, name: String? = nil, atMs: Int? = nil
  ) {
    self.fact = fact
    self.attemptId = attemptId
    self.questionIndex = questionIndex
    self.position = position
    self.homeworkId = homeworkId
    self.collection = collection
    self.name = name
    self.atMs = atMs
  }

  /// The same thing again: all but the moment is equal.
  func isOfSameThing(as other: Self) -> Bool {
    var (one, two) = (self, other)
    (one.atMs, two.atMs) = (nil, nil)
    return one == two
  }
}
