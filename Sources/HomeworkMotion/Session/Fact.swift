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
  /// Why a generation failed.
  public var reason: String?
  /// Of `homeworkAdded`: the first ever in its store.
  public var isFirst: Bool

  public init(
    _ fact: Fact, homeworkId: Identifier<Homework>? = nil, collection: String? = nil, name: String? = nil,
    reason: String? = nil, isFirst: Bool = false
  ) {
    self.fact = fact
    self.homeworkId = homeworkId
    self.collection = collection
    self.name = name
    self.reason = reason
    self.isFirst = isFirst
  }
}

/// What a fact says happened on the screen as well, so that a program need not tell it.
extension ScreenEvent {
  static var tap: Self { "tap" }
  static var push: Self { "push" }
  static var pop: Self { "pop" }
  static var ring: Self { "ring" }
  static var next: Self { "next" }
  /// A list, or its cards, come into sight.
  package static var list: Self { "list" }
  package static var cards: Self { "cards" }

  /// Of a fact of the store that changes a list, asks twice, or has somebody wait.
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

  /// The same event on the screen, whether told or known from a fact.
  func isOfSameEvent(as other: Self) -> Bool { fact == .screen && other.fact == .screen && name == other.name }

  /// The same thing again: all but the moment is equal.
  func isOfSameThing(as other: Self) -> Bool {
    var (one, two) = (self, other)
    (one.atMs, two.atMs) = (nil, nil)
    return one == two
  }
}
