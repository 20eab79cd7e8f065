public import HomeworkModel

extension Methods {
  public static let reviewDue = RPCMethod<DueAsking, DueReviews>(
    long: "review.due", "Returns the number of due questions, by homework.",
    .object(DueAsking()) {
      Field(
        "retention", \.retention, Shapes.retention,
        "how likely the learner is to remember a question when it is due, above 0 and below 1; 0.9 by default")
    },
    gives: Shapes.dueReviews, isLearners: true, fails: [.databaseUnavailable],
    example: DueAsking { $0.retention = .usual })

  public static let reviewStart = RPCMethod<ReviewStarting, Attempt>(
    writing: "review.start",
    "Starts a practice attempt with the due questions of all homework, longest overdue first.",
    .object(ReviewStarting()) {
      Field(
        "retention", \.retention, Shapes.retention,
        "how likely the learner is to remember a question when it is due, above 0 and below 1; 0.9 by default")
      Field("limit", \.limit, .integer(1...200), "how many questions, 1 to 200; 200 by default")
      Field("shuffle", \.options.shuffle, .word, "what to shuffle; nothing by default")
      Field("seed", \.options.seed, Shapes.seed, "the seed of the order: the same number gives the same order")
      Field(
        "timeLimitMs", \.options.timeLimitMs, .integer(AttemptOptions.timeLimitsMs),
        "the time limit in milliseconds, at most a year; it also runs between sessions")
    },
    gives: Shapes.attempt, isLearners: true, fails: [.databaseUnavailable, .notFound, .conflict, .invalid],
    example: ReviewStarting { $0.limit = 20 })

  static let reviewMethods: [MethodDescription] = [reviewDue.description, reviewStart.description]
}

/// Which due questions to review, and how.
public struct ReviewStarting: Fillable {
  /// The retention; 0.9 by default.
  public var retention: Retention?
  /// How many questions, 1 to 200; 200 by default.
  public var limit: Int?
  /// The order and the time limit.
  public var options = AttemptOptions()

  public init() {}
}

/// The retention for due questions.
public struct DueAsking: Fillable {
  /// The retention; 0.9 by default.
  public var retention: Retention?

  public init() {}
}
