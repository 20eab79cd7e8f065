public import HomeworkModel

extension Methods {
  public static let reviewDue = RPCMethod<DueAsking, DueReviews>(
    "review.due", "Returns the number of due questions, by homework.",
    .object(
      Field(
        optional: "retention", Shapes.retention, \.retention,
        "how likely the learner is to remember a question when it is due, above 0 and below 1; 0.9 by default"),
      make: { DueAsking(retention: $0) }),
    gives: Shapes.dueReviews, isLearners: true, fails: [.databaseUnavailable], example: DueAsking(retention: .usual))

  public static let reviewStart = RPCMethod<ReviewStarting, Attempt>(
    writing: "review.start",
    "Starts a practice attempt with the due questions of all homework, longest overdue first.",
    .object(
      Field(
        optional: "retention", Shapes.retention, \.retention,
        "how likely the learner is to remember a question when it is due, above 0 and below 1; 0.9 by default"),
      Field(optional: "limit", .integer(1...200), \.limit, "how many questions, 1 to 200; 200 by default"),
      Field(optional: "shuffle", .word, \.options.shuffle, "what to shuffle; nothing by default"),
      Field(
        optional: "seed", Shapes.seed, \.options.seed, "the seed of the order: the same number gives the same order"),
      Field(
        optional: "timeLimitMs", .integer(AttemptOptions.timeLimitsMs), \.options.timeLimitMs,
        "the time limit in milliseconds, at most a year; it also runs between sessions"),
      make: {
        ReviewStarting(
          retention: $0, limit: $1, AttemptOptions(shuffle: $2, seed: $3, timeLimitMs: $4))
      }),
    gives: Shapes.attempt, isLearners: true, fails: [.databaseUnavailable, .notFound, .conflict, .invalid],
    example: ReviewStarting(limit: 20))

  static let reviewMethods: [MethodDescription] = [reviewDue.description, reviewStart.description]
}

/// Which due questions to review, and how.
public struct ReviewStarting: Sendable {
  /// The retention; 0.9 by default.
  public var retention: Retention?
  /// How many questions, 1 to 200; 200 by default.
  public var limit: Int?
  /// The order and the time limit.
  public var options: AttemptOptions

  public init(retention: Retention? = nil, limit: Int? = nil, _ options: AttemptOptions = AttemptOptions()) {
    (self.retention, self.limit, self.options) = (retention, limit, options)
  }
}

/// The retention for due questions.
public struct DueAsking: Sendable {
  /// The retention; 0.9 by default.
  public var retention: Retention?

  public init(retention: Retention? = nil) { self.retention = retention }
}
