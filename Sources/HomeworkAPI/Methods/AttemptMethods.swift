import HomeworkJSON
public import HomeworkModel
import HomeworkRPC

extension Methods {
  static let ofAttempt = Shape<String>.object(
    Field("attemptId", .string, { $0 }, "its id, or a unique beginning or end of it"), make: { $0 })

  public static let attemptStart = RPCMethod<AttemptStarting, Attempt>(
    writing: "attempt.start", "Starts an attempt at the quiz of a homework.",
    .object(
      Field("homeworkId", .string, \.homeworkId, "its id, or a unique beginning or end of it"),
      Field(optional: "shuffle", .word, \.options.shuffle, "what is put in another order; nothing unless given"),
      Field(optional: "seed", Shapes.seed, \.options.seed, "which other order: the same number, the same order"),
      Field(
        optional: "only", Shapes.selection, \.options.only,
        "\"wrong\" for what was last answered wrong or skipped, \"due\" for what is to be asked again by now, or places "
          + "in the quiz, from 0; it is practice then"),
      Field(
        optional: "retention", Shapes.retention, { $0.options.only?.retention },
        "of what is due: how likely a question is to be remembered then; 0.9 unless given"),
      Field(
        optional: "limit", .integer(1...200), { $0.options.only?.limit },
        "of what is due: the most questions; all unless given"),
      Field("practice", .boolean, else: false, \.options.isPractice, "move neither progress nor stars"),
      Field(
        optional: "timeLimitMs", .integer, \.options.timeLimitMs,
        "for how long answers are taken, in milliseconds, 1 to a year; while nobody plays, too"),
      make: { homeworkId, shuffle, seed, only, retention, limit, isPractice, timeLimitMs in
        var only = only
        if retention != nil || limit != nil {
          guard case .due = only else {
            let path = retention == nil ? "limit" : "retention"
            throw Fault(path: path, message: "is of what is due: give only \"due\"")
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
    "attempt.resume", "The attempt in progress of a homework, or that attempt itself.",
    .object(
      Field(
        optional: "homeworkId", .string, \.homeworkId, "its id, or a unique beginning or end of it; this or attemptId"),
      Field(optional: "attemptId", .string, \.attemptId, "its id, or a unique beginning or end of it"),
      make: { AttemptSearch(homeworkId: $0, attemptId: $1) }),
    gives: Shapes.attempt, isLearners: true, fails: lookup, example: AttemptSearch(homeworkId: id))

  public static let attemptList = RPCMethod<AttemptListing, Page<Attempt>>(
    "attempt.list", "Attempts, newest first.",
    .object(
      Field(optional: "homeworkId", .string, \.homeworkId, "only at this homework"),
      Field(optional: "state", .word, \.state, "only these"),
      Field(optional: "limit", .integer(1...500), \.limit, "how many at most, 1 to 500; 50 by default"),
      Field(optional: "after", .string, \.after, "the next of the page before"),
      make: { AttemptListing(homeworkId: $0, state: $1, limit: $2, after: $3) }),
    gives: Shapes.page(Shapes.attempt), isLearners: true, fails: lookup + [.invalid],
    example: AttemptListing(homeworkId: id, state: .inProgress))

  public static let attemptGet = RPCMethod<AttemptReading, ReviewedAttempt>(
    "attempt.get", "One attempt, with its questions where it is to be reviewed.",
    .object(
      Field("attemptId", .string, \.attemptId, "its id, or a unique beginning or end of it"),
      Field(
        "review", .boolean, else: false, \.isReview,
        "give each answer its question, the response in words, what is right, and why"),
      make: { AttemptReading($0, isReview: $1) }),
    gives: Shapes.reviewedAttempt, fails: lookup, example: AttemptReading(id, isReview: true))

  public static let attemptAnswer = RPCMethod<QuestionSettling, Settlement>(
    writing: "attempt.answer", "Settles the current question.",
    .object(
      Field("attemptId", .string, \.attemptId, "its id, or a unique beginning or end of it"),
      Field("response", .string, { $0.response ?? "" }, "a letter or number from 1 of an option, a text otherwise"),
      questionIndex, elapsedMs,
      make: { QuestionSettling(attemptId: $0, response: $1, questionIndex: $2, elapsedMs: $3) }),
    gives: Shapes.settlement, fails: lookup + [.invalid, .timeUp],
    example: QuestionSettling(attemptId: id, response: "A", questionIndex: 0, elapsedMs: 4200))

  public static let attemptSkip = RPCMethod<QuestionSettling, Settlement>(
    writing: "attempt.skip", "Skips the current question.",
    .object(
      Field("attemptId", .string, \.attemptId, "its id, or a unique beginning or end of it"), questionIndex, elapsedMs,
      make: { QuestionSettling(attemptId: $0, questionIndex: $1, elapsedMs: $2) }),
    gives: Shapes.settlement, fails: lookup + [.invalid], example: QuestionSettling(attemptId: id))

  private static let questionIndex = Field<QuestionSettling, Int?>(
    optional: "questionIndex", .integer, \.questionIndex,
    "the question meant, from 0; another than the current is a conflict")
  private static let elapsedMs = Field<QuestionSettling, Int?>(
    optional: "elapsedMs", .integer, \.elapsedMs, "time spent on the question, in milliseconds")

  public static let attemptFinish = RPCMethod<String, Finish>(
    writing: "attempt.finish", "Completes an attempt whose questions are settled.", ofAttempt, gives: Shapes.finish,
    fails: lookup, example: id)

  public static let attemptAbandon = RPCMethod<String, Attempt>(
    writing: "attempt.abandon", "Ends an attempt that counts for nothing.", ofAttempt, gives: Shapes.attempt,
    fails: lookup, example: id)

  static let attemptMethods: [MethodDescription] = [
    attemptStart.description, attemptResume.description, attemptList.description, attemptGet.description,
    attemptAnswer.description, attemptSkip.description, attemptFinish.description, attemptAbandon.description,
  ]
}

/// A homework, and how its quiz is to be played.
public struct AttemptStarting: Sendable {
  public var homeworkId: String
  public var options: AttemptOptions

  public init(_ homeworkId: String, _ options: AttemptOptions = AttemptOptions()) {
    (self.homeworkId, self.options) = (homeworkId, options)
  }
}

extension AttemptOptions.Selection {
  /// Of what is due, where that is not the usual one.
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

/// An attempt, to be looked at or to be reviewed.
public struct AttemptReading: Sendable {
  public var attemptId: String
  public var isReview: Bool

  public init(_ attemptId: String, isReview: Bool = false) { (self.attemptId, self.isReview) = (attemptId, isReview) }
}

/// An attempt, by its homework or by itself: one of the two.
public struct AttemptSearch: Sendable {
  public var homeworkId: String?
  public var attemptId: String?

  public init(homeworkId: String? = nil, attemptId: String? = nil) {
    (self.homeworkId, self.attemptId) = (homeworkId, attemptId)
  }
}

/// Which attempts to list, and how many of them.
public struct AttemptListing: Sendable {
  public var homeworkId: String?
  public var state: Attempt.State?
  /// 1 to 500; 50 by default.
  public var limit: Int?
  /// The `next` of the page before.
  public var after: String?

  public init(homeworkId: String? = nil, state: Attempt.State? = nil, limit: Int? = nil, after: String? = nil) {
    (self.homeworkId, self.state, self.limit, self.after) = (homeworkId, state, limit, after)
  }
}

/// A question to settle, with a response or, skipped, without.
public struct QuestionSettling: Sendable {
  public var attemptId: String
  /// A letter or number from 1 of an option, a text otherwise.
  public var response: String?
  /// The question meant, from 0: another than the current is refused.
  public var questionIndex: Int?
  /// Time spent on it.
  public var elapsedMs: Int?

  public init(attemptId: String, response: String? = nil, questionIndex: Int? = nil, elapsedMs: Int? = nil) {
    (self.attemptId, self.response) = (attemptId, response)
    (self.questionIndex, self.elapsedMs) = (questionIndex, elapsedMs)
  }
}
