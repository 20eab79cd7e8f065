public import HomeworkModel

extension Methods {
  static let ofAttempt = Shape<String>.object(
    Field("attemptId", .string, \.self, "the id, or a unique beginning or end of it"), make: { $0 })

  public static let attemptStart = RPCMethod<AttemptStarting, Attempt>(
    writing: "attempt.start", "Starts an attempt at the quiz of an assignment.",
    .object(
      Field("homeworkId", .string, \.homeworkId, "the id, or a unique beginning or end of it"),
      Field(optional: "shuffle", .word, \.options.shuffle, "what to shuffle; nothing by default"),
      Field(
        optional: "seed", Shapes.seed, \.options.seed, "the seed of the order: the same number gives the same order"),
      Field(
        optional: "only", Shapes.selection, \.options.only,
        "practise only the questions last answered wrong or skipped (\"wrong\"), those due (\"due\"), or those "
          + "with these indexes in the quiz, from 0"),
      Field(
        optional: "retention", Shapes.retention, \.options.only?.retention,
        "with \"due\": how likely the learner is to remember a question when it is due; 0.9 by default"),
      Field(
        optional: "limit", .integer(1...200), \.options.only?.limit,
        "with \"due\": how many questions; all by default"),
      Field(
        "practice", .boolean, else: false, \.options.isPractice,
        "whether the attempt is practice, which does not change progress or stars"),
      Field(
        optional: "timeLimitMs", .integer(AttemptOptions.timeLimitsMs), \.options.timeLimitMs,
        "the time limit in milliseconds, at most a year; it also runs between sessions"),
      make: { homeworkId, shuffle, seed, only, retention, limit, isPractice, timeLimitMs in
        var only = only
        if retention != nil || limit != nil {
          guard case .due = only else {
            let path = retention == nil ? "limit" : "retention"
            throw Fault(path: path, message: "needs only \"due\"")
          }
          only = .due(retention ?? .usual, atMost: limit ?? .max)
        }
        return AttemptStarting(
          homeworkId,
          AttemptOptions(shuffle: shuffle, seed: seed, only: only, isPractice: isPractice, timeLimitMs: timeLimitMs))
      }),
    gives: Shapes.attempt, isLearners: true, fails: lookup + [.invalid],
    example: AttemptStarting(id, AttemptOptions(shuffle: .both, seed: 7, timeLimitMs: 600_000)))

  public static let attemptResume = RPCMethod<AttemptSearch, Attempt>(
    "attempt.resume", "Returns the attempt in progress of an assignment, or an attempt by its id.",
    .object(
      Field(
        optional: "homeworkId", .string, \.homeworkId,
        "the id, or a unique beginning or end of it; give this or attemptId"),
      Field(optional: "attemptId", .string, \.attemptId, "the id, or a unique beginning or end of it"),
      make: { AttemptSearch(homeworkId: $0, attemptId: $1) }),
    gives: Shapes.attempt, isLearners: true, fails: lookup, example: AttemptSearch(homeworkId: id))

  public static let attemptList = RPCMethod<AttemptListing, Page<Attempt>>(
    "attempt.list", "Lists attempts, newest first.",
    .object(
      Field(optional: "homeworkId", .string, \.homeworkId, "only attempts at this homework"),
      Field(optional: "state", .word, \.state, "only attempts in this state"),
      Field(optional: "limit", .integer(PageSize.allowed), \.limit, "how many to list, 1 to 500; 50 by default"),
      Field(optional: "after", .string, \.after, "continue after a page: the cursor it ended with"),
      make: { AttemptListing(homeworkId: $0, state: $1, limit: $2, after: $3) }),
    gives: Shapes.page(Shapes.attempt), isLearners: true, fails: lookup + [.invalid],
    example: AttemptListing(homeworkId: id, state: .inProgress))

  public static let attemptGet = RPCMethod<AttemptReading, ReviewedAttempt>(
    "attempt.get", "Returns an attempt and, for a review, its questions.",
    .object(
      Field("attemptId", .string, \.attemptId, "the id, or a unique beginning or end of it"),
      Field(
        "review", .boolean, else: false, \.isReview,
        "whether to return the question, the response in words, the correct answer and the explanation with each answer"
      ),
      make: { AttemptReading($0, isReview: $1) }),
    gives: Shapes.reviewedAttempt, fails: lookup, example: AttemptReading(id, isReview: true))

  public static let attemptAnswer = RPCMethod<QuestionSettling, AnsweredQuestion>(
    writing: "attempt.answer", "Answers the current question.",
    .parameters(
      Field("attemptId", .string, \.attemptId, "the id, or a unique beginning or end of it"),
      Field(
        "response", .string, { $0.response ?? "" },
        "the letter of an option or its number from 1, or text, which must not be blank"),
      questionIndex, elapsedMs,
      make: { QuestionSettling(attemptId: $0, response: $1, questionIndex: $2, elapsedMs: $3) }),
    gives: Shapes.settlement, fails: lookup + [.invalid, .timeUp],
    example: QuestionSettling(attemptId: id, response: "A", questionIndex: 0, elapsedMs: 4200))

  public static let attemptSkip = RPCMethod<QuestionSettling, AnsweredQuestion>(
    writing: "attempt.skip", "Skips the current question.",
    .parameters(
      Field("attemptId", .string, \.attemptId, "the id, or a unique beginning or end of it"), questionIndex, elapsedMs,
      make: { QuestionSettling(attemptId: $0, questionIndex: $1, elapsedMs: $2) }),
    gives: Shapes.settlement, fails: lookup + [.invalid], example: QuestionSettling(attemptId: id))

  private static let questionIndex = Field<QuestionSettling, Int?>(
    optional: "questionIndex", .integer(0...199), \.questionIndex,
    "the expected current question, from 0; the call fails with a conflict if it is another one")
  private static let elapsedMs = Field<QuestionSettling, Int?>(
    optional: "elapsedMs", .integer(Answer.elapsedLimitsMs), \.elapsedMs,
    "the time spent on the question, in milliseconds")

  public static let attemptFinish = RPCMethod<String, Finish>(
    writing: "attempt.finish", "Completes an attempt whose questions are all answered or skipped.", ofAttempt,
    gives: Shapes.finish,
    fails: lookup, example: id)

  public static let attemptAbandon = RPCMethod<String, Attempt>(
    writing: "attempt.abandon", "Abandons an attempt: its answers and stars do not count.", ofAttempt,
    gives: Shapes.attempt,
    fails: lookup, example: id)

  static let attemptMethods: [MethodDescription] = [
    attemptStart.description, attemptResume.description, attemptList.description, attemptGet.description,
    attemptAnswer.description, attemptSkip.description, attemptFinish.description, attemptAbandon.description,
  ]
}

/// An assignment, and the options of an attempt at its quiz.
public struct AttemptStarting: Sendable {
  public var homeworkId: String
  public var options: AttemptOptions

  public init(_ homeworkId: String, _ options: AttemptOptions = AttemptOptions()) {
    (self.homeworkId, self.options) = (homeworkId, options)
  }
}

extension AttemptOptions.Selection {
  /// The retention for due questions, if it is not the usual one.
  fileprivate var retention: Retention? {
    guard case .due(let retention, _) = self, retention != .usual else { return nil }
    return retention
  }

  fileprivate var limit: Int? {
    guard case .due(_, let most) = self, most != .max else { return nil }
    return most
  }
}

extension Shapes {
  static let selection = Shape<AttemptOptions.Selection>(
    .either([.words(["wrong", "due"]), .array(.integer(0...199))]),
    put: { selection, writer in
      switch selection {
      case .wrong: writer.write("wrong")
      case .due: writer.write("due")
      case .questions(let places): writer.write(JSONValue.array(places.map { .int(Int64($0)) }))
      }
    },
    take: { json in
      if json.string == "wrong" { return .wrong }
      if json.string == "due" { return .due(.usual) }
      guard json.array != nil else {
        throw Fault(path: "", message: "must be \"wrong\", \"due\" or an array of integers")
      }
      return .questions(try Shape<[Int]>.array(.integer).read(json))
    })
}

/// An attempt to read, with or without its questions.
public struct AttemptReading: Sendable {
  public var attemptId: String
  public var isReview: Bool

  public init(_ attemptId: String, isReview: Bool = false) { (self.attemptId, self.isReview) = (attemptId, isReview) }
}

/// An attempt, by its homework or by its own id: give one of the two.
public struct AttemptSearch: Sendable {
  public var homeworkId: String?
  public var attemptId: String?

  public init(homeworkId: String? = nil, attemptId: String? = nil) {
    (self.homeworkId, self.attemptId) = (homeworkId, attemptId)
  }
}

/// Which attempts to list, and how many.
public struct AttemptListing: Sendable {
  public var homeworkId: String?
  public var state: Attempt.State?
  /// How many to list, 1 to 500; 50 by default.
  public var limit: Int?
  /// The cursor from the page before.
  public var after: String?

  public init(homeworkId: String? = nil, state: Attempt.State? = nil, limit: Int? = nil, after: String? = nil) {
    (self.homeworkId, self.state, self.limit, self.after) = (homeworkId, state, limit, after)
  }
}

/// An answer to a question; without a response, it skips the question.
public struct QuestionSettling: Sendable {
  public var attemptId: String
  /// The letter of an option or its number from 1, or text.
  public var response: String?
  /// The expected current question, from 0. The call fails if it is another one.
  public var questionIndex: Int?
  /// The time spent on the question.
  public var elapsedMs: Int?

  public init(attemptId: String, response: String? = nil, questionIndex: Int? = nil, elapsedMs: Int? = nil) {
    (self.attemptId, self.response) = (attemptId, response)
    (self.questionIndex, self.elapsedMs) = (questionIndex, elapsedMs)
  }
}
