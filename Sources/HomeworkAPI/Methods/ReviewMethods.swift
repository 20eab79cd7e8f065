public import HomeworkModel

extension Methods {
  public static let reviewDue = RPCMethod<DueReviewsParams, DueReviews>(
    "review.due", .long, "Returns the number of due questions, by homework.",
    .object(DueReviewsParams()) {
      Field(
        "retention", \.retention, Shapes.retention,
        "how likely the learner is to remember a question when it is due, above 0 and below 1; 0.9 by default")
      Field("utcOffsetMinutes", \.utcOffsetMinutes, .integer(LocalDay.utcOffsetsMinutes), zone)
      Field("next", \.next, .integer(1...365), "the number of days, from today, to count the due questions of")
    },
    returns: Shapes.dueReviews, takesLearner: true, errors: [.databaseUnavailable],
    example: DueReviewsParams { $0.retention = .usual })

  public static let reviewStart = RPCMethod<StartReviewParams, Attempt>(
    "review.start", .write,
    "Starts a practice attempt with the due questions of all homework, longest overdue first.",
    .object(StartReviewParams()) {
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
    example: StartReviewParams { $0.limit = 20 })

  private static let zone =
    "the minutes by which the learner's clock is ahead of UTC, as questions are due from 00:00 of a day; by default "
    + "those of the machine that serves"
}

/// Which due questions to review, and how.
public struct StartReviewParams: DefaultInitializable {
  public var retention: Retention?, limit: Int?, utcOffsetMinutes: Int?, options = AttemptOptions()

  public init() {}
}

/// Which due questions to count.
public struct DueReviewsParams: DefaultInitializable {
  public var retention: Retention?, utcOffsetMinutes: Int?, next: Int?

  public init() {}
}
