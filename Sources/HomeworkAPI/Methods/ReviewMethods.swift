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

  public static let reviewStart = RPCMethod<ReviewStarting, Attempt>(
    writing: "review.start",
    "Starts a practice attempt over what is to be asked again now, of all homework: what has waited longest first.",
    .object(
      Field(
        optional: "retention", Shapes.retention, \.retention,
        "how likely a question is to be remembered when it is due, above 0 and below 1; 0.9 by default"),
      Field(optional: "limit", .integer, \.limit, "the most questions, from 1; 200 unless given, which is the most"),
      Field(optional: "shuffle", .word, \.options.shuffle, "what is put in another order; nothing unless given"),
      Field(optional: "seed", Shapes.seed, \.options.seed, "which other order: the same number, the same order"),
      Field(
        optional: "timeLimitMs", .integer, \.options.timeLimitMs,
        "for how long answers are taken, in milliseconds, 1 to a year; while nobody plays, too"),
      make: {
        ReviewStarting(
          retention: $0, limit: $1, AttemptOptions(shuffle: $2, seed: $3, timeLimitMs: $4))
      }),
    gives: Shapes.attempt, isLearners: true, fails: [.databaseUnavailable, .notFound, .conflict, .invalid],
    example: ReviewStarting(limit: 20))

  static let reviewMethods: [MethodDescription] = [reviewDue.description, reviewStart.description]
}

/// What is to be asked again, and how.
public struct ReviewStarting: Sendable {
  /// 0.9 unless given.
  public var retention: Retention?
  /// The most questions, from 1; 200 unless given, and at most.
  public var limit: Int?
  /// In which order, and for how long.
  public var options: AttemptOptions

  public init(retention: Retention? = nil, limit: Int? = nil, _ options: AttemptOptions = AttemptOptions()) {
    (self.retention, self.limit, self.options) = (retention, limit, options)
  }
}

/// How well questions are to be remembered.
public struct DueAsking: Sendable {
  /// 0.9 unless given.
  public var retention: Retention?

  public init(retention: Retention? = nil) { self.retention = retention }
}
