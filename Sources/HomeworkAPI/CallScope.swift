import HomeworkJSON
import HomeworkRPC

/// What a call may say beside the parameters of its method.
public struct CallScope: Hashable, Sendable {
  /// The learner whom it is about, by name or id: the default one unless given.
  public var learner: String?

  public init(learner: String? = nil) {
    self.learner = learner
  }
}

extension MethodDescription {
  static let learnerId = Schema.Member(
    name: "learnerId", schema: .string(), isRequired: false,
    summary: "whom it is about: a name, an id, or a unique part of one; the default learner unless given")
}
