public import HomeworkModel

extension Methods {
  public static let reviewDue = RPCMethod<DueAsking, DueReviews>(
    "review.due", .long, "Returns the number of due questions, by homework.",
    .object(DueAsking()) {
      Field(
        "retention", \.retention, Shapes.retention,
        "how likely the learner is to remember a question when it is due, above 0 and below 1; 0.9 by default")
      Field("utcOffsetMinutes", \.utcOffsetMinutes, .integer(LocalDay.utcOffsetsMinutes), zone)
      Field("next", \.next, .integer(1...365), "the number of days, from today, to count the due questions of")
    },
    returns: Shapes.dueReviews, takesLearner: true, errors: [.databaseUnavailable],
    example: DueAsking { $0.retention = .usual })

  public static let reviewStart = RPCMethod<ReviewStarting, Attempt>(
    "review.start", .write,
    "Starts a practice attempt with the due questions of all homework, longest overdue first.",
    .object(ReviewStarting()) {
      Field(
        "retention", \.retention, Shapes.retention,
        "how likely the learner is to remember a question when it is due, above 0 and below 1; 0.9 by default")
      Field("utcOffsetMinutes", \.utcOffsetMinutes, .integer(LocalDay.utcOffsetsMinutes), zone)
      Field("limit", \.limit, .integer(1...200), "how many questions, 1 to 200; 200 by default")
      Field("shuffle", \.options.shuffle, .word, "what to shuffle; nothing by default")
      Field("seed", \.options.seed, Shapes.seed, "the seed of the order: the same number gives the same order")
      Field(
        "timeLimitMs", \.options.timeLimitMs, .integer(AttemptOptions.timeLimitsMs),
        "the time limit in milliseconds, at most a year; it also runs between sessions")
    },
    returns: Shapes.attempt, takesLearner: true, errors: [.databaseUnavailable, .notFound, .conflict, .invalid],
    example: ReviewStarting { $0.limit = 20 })

  private static let zone =
    "the minutes by which the learner's clock is ahead of UTC, as questions are due from 00:00 of a day; by default "
    + "those of the machine that serves"
}

/// Which due questions to review, and how.
public struct ReviewStarting: DefaultInitializable {
  /// The retention; 0.9 by default.
  public var retention: Retention?
  /// How many questions, 1 to 200; 200 by default.
  public var limit: Int?
  /// The minutes by which the learner's clock is ahead of UTC; by default those of the machine that serves.
  public var utcOffsetMinutes: Int?
  /// The order and the time limit.
  public var options = AttemptOptions()

  public init() {}
}

/// Which due questions to count.
public struct DueAsking: DefaultInitializable {
  /// The retention; 0.9 by default.
  public var retention: Retention?
  /// The minutes by which the learner's clock is ahead of UTC; by default those of the machine that serves.
  public var utcOffsetMinutes: Int?
  /// The number of days, from today, to count; none by default.
  public var next: Int?

  public init() {}
}
