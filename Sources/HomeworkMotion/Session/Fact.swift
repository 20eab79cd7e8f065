public import HomeworkModel

/// A kind of trigger: facts of the store, and events that only the program can know.
public enum Fact: String, Hashable, Sendable, CaseIterable {
  case answerSettled, attemptFinished, revisited
  case homeworkAdded, homeworkCompleted, homeworkDeleted, collectionCompleted
  case achievementUnlocked, milestoneReached, generationChanged
  /// An input was refused, and nothing has changed.
  case inputRejected
  /// A screen event, by name.
  case screen
}

/// A fact of the store that does not concern the questions of an attempt.
public struct StoreFact: Hashable, Sendable {
  /// One of the kinds from `homeworkAdded` to `inputRejected`.
  public var fact: Fact
  public var homeworkId: Identifier<Homework>?
  public var collection: String?
  /// The name of the achievement or generation state; the number of the milestone.
  public var name: String?
  /// The reason why the generation failed.
  public var reason: String?
  /// The time to wait before trying the generation again.
  public var retryAfterSeconds: Int?
  /// For `homeworkAdded`: whether it is the first in its store.
  public var isFirst: Bool

  public init(
    _ fact: Fact, homeworkId: Identifier<Homework>? = nil, collection: String? = nil, name: String? = nil,
    reason: String? = nil, retryAfterSeconds: Int? = nil, isFirst: Bool = false
  ) {
    self.fact = fact
    self.homeworkId = homeworkId
    self.collection = collection
    self.name = name
    self.reason = reason
    self.retryAfterSeconds = retryAfterSeconds
    self.isFirst = isFirst
  }
}

/// Screen events that facts imply, so that a program need not report them.
extension ScreenEvent {
  static var tap: Self { "tap" }
  static var push: Self { "push" }
  static var pop: Self { "pop" }
  static var ring: Self { "ring" }
  static var next: Self { "next" }
  /// The program goes to the background: what a design shows stops.
  static var background: Self { "background" }
  /// A list, or its cards, appear.
  package static var list: Self { "list" }
  package static var cards: Self { "cards" }

  /// Returns the events implied by a fact of the store that changes a list, asks for confirmation, or makes the learner
  /// wait.
  static func implied(by fact: StoreFact) -> [Self] {
    switch (fact.fact, fact.name) {
    case (.homeworkAdded, _): ["add"]
    case (.homeworkDeleted, _): ["confirmDestructive", "remove"]
    case (.generationChanged, "pending"): ["process"]
    case (.generationChanged, _): ["processed"]
    default: []
    }
  }
}

/// The occurrence that triggers a cue. Equal triggers are the same occurrence.
public struct Trigger: Hashable, Sendable {
  public var fact: Fact
  public var attemptId: Attempt.ID?
  /// The index of the question, from 0.
  public var questionIndex: Int?
  /// The streak position of the activation, 1 to 10.
  public var position: Int?
  public var homeworkId: Identifier<Homework>?
  public var collection: String?
  /// The name of the achievement, milestone, generation state or screen event.
  public var name: String?
  /// The moment on the session's clock, for triggers that can occur more than once.
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

  /// Returns whether both are the same screen event, reported or implied by a fact.
  func isOfSameEvent(as other: Self) -> Bool { fact == .screen && other.fact == .screen && name == other.name }

  /// Returns whether they are equal except for the moment.
  func isOfSameThing(as other: Self) -> Bool {
    var (one, two) = (self, other)
    (one.atMs, two.atMs) = (nil, nil)
    return one == two
  }
}
