import HomeworkJSON
public import HomeworkModel
import HomeworkRPC

extension Methods {
  public static let reviewDue = RPCMethod<DueAsking, DueReviews>(
    "review.due", "What is to be asked again now, by homework.",
    .object(
      Field(
        optional: "retention", Shapes.retention, \.retention,
        "how likely a question is to be remembered when it is due, above 0 and below 1; 0.9 by default"),
      make: { DueAsking(retention: $0) }),
    gives: Shapes.dueReviews, isLearners: true, fails: [.databaseUnavailable], example: DueAsking(retention: .usual))

  static let reviewMethods: [MethodDescription] = [reviewDue.description]
}

/// How well questions are to be remembered.
public struct DueAsking: Sendable {
  /// 0.9 unless given.
  public var retention: Retention?

  public init(retention: Retention? = nil) { self.retention = retention }
}
