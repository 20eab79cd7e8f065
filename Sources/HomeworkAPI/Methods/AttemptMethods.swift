import HomeworkFormats
public import HomeworkModel

extension Methods {
  static let ofAttempt = Shape<String>.object("") {
    Field("attemptId", \.self, "the id, or a unique beginning or end of it")
  }

  public static let attemptStart = RPCMethod<StartAttemptParams, Attempt>(
    "attempt.start", .write, "Starts an attempt at the quiz of an assignment.",
    Shape.object((starting: StartAttemptParams(), retention: Retention?.none, limit: Int?.none)) {
      Field("homeworkId", \.starting.homeworkId, "the id, or a unique beginning or end of it")
      Field("shuffle", \.starting.options.shuffle, .word, "what to shuffle; nothing by default")
      Field(
        "seed", \.starting.options.seed, Shapes.seed,
        "the seed of the order: the same number gives the same order; random by default")
      Field(
        "only", \.starting.options.only, Shapes.selection,
        "practise only the questions last answered wrong or skipped (\"wrong\"), those due (\"due\"), "
          + "or those with these indexes in the quiz, from 0"
      )
      Field(
        "retention", \.retention, Shapes.retention,
        "with \"due\": how likely the learner is to remember a question when it is due; 0.9 by default")
      Field("limit", \.limit, .integer(1...200), "with \"due\": how many questions; all by default")
      Field(
        optional: "practice", \.starting.options.isPractice,
        "practise: does not change progress or stars")
      Field(
        "timeLimitMs", \.starting.options.timeLimitMs, .integer(AttemptOptions.timeLimitsMs),
        "the time limit in milliseconds, at most a year; it also runs between sessions")
    }.map(
      to: { read in
        var starting = read.starting
        if read.retention != nil || read.limit != nil {
          guard case .due = starting.options.only else {
            throw Fault(path: read.retention == nil ? "limit" : "retention", message: "needs only \"due\"")
          }
          starting.options.only = .due(read.retention ?? .usual, atMost: read.limit ?? .max)
        }
        return starting
      }, from: { ($0, $0.options.only?.retention, $0.options.only?.limit) }),
    returns: Shapes.attempt, takesLearner: true, errors: lookup + [.invalid],
    example: StartAttemptParams {
      ($0.homeworkId, $0.options) = (id, AttemptOptions(shuffle: .both, seed: 7, timeLimitMs: 600_000))
    })

  public static let attemptResume = RPCMethod<AttemptSearch, Attempt>(
    "attempt.resume", .inline, "Returns the attempt in progress of an assignment, or an attempt by its id.",
    .object(AttemptSearch()) {
      Field("homeworkId", \.homeworkId, "the id, or a unique beginning or end of it; give this or attemptId")
      Field("attemptId", \.attemptId, "the id, or a unique beginning or end of it")
    },
    returns: Shapes.attempt, takesLearner: true, errors: lookup, example: AttemptSearch { $0.homeworkId = id })

  public static let attemptList = RPCMethod<ListAttemptsParams, Page<Attempt>>(
    "attempt.list", .inline, "Lists attempts, newest first.",
    .object(ListAttemptsParams()) {
      Field("homeworkId", \.homeworkId, "only attempts at this homework")
      Field("state", \.state, .word, "only attempts in this state")
      Field("limit", \.limit, .integer(PageSize.allowed), "how many to list, 1 to 500; 50 by default")
      Field("after", \.after, "the cursor of the previous page")
    },
    returns: Shapes.page(Shapes.attempt), takesLearner: true, errors: lookup + [.invalid],
    example: ListAttemptsParams { ($0.homeworkId, $0.state) = (id, .inProgress) })

  public static let attemptGet = RPCMethod<GetAttemptParams, ReviewedAttempt>(
    "attempt.get", .inline, "Returns an attempt and, for a review, its questions.",
    .object(GetAttemptParams()) {
      Field("attemptId", \.attemptId, "the id, or a unique beginning or end of it")
      Field(
        optional: "review", \.isReview,
        "whether to return the question, the response in words, the correct answer and the explanation with each answer"
      )
    },
    returns: Shapes.reviewedAttempt, errors: lookup,
    example: GetAttemptParams { ($0.attemptId, $0.isReview) = (id, true) })

  public static let attemptQuestion = RPCMethod<String, PosedQuestion>(
    "attempt.question", .inline, "Returns the current question as it is shown, without its answer.", ofAttempt,
    returns: .object(PosedQuestion(Question(id: .blank, prompt: "", body: .card(back: "")), index: 0, count: 1)) {
      Field("index", \.index, .integer(0...199), "The question's index in the attempt, from 0.")
      Field("count", \.count, .integer(1...200), "The number of questions of the attempt.")
      Field("questionId", \.questionId, "The question.")
      Field("type", \.kind, .word, "The type.")
      Field("introduction", \.introduction, "A text that introduces this question and those after it.")
      Field("question", \.prompt, "The text of the question, in which a gap is a line: (1) ____.")
      Field(
        "options", \.options, .array(.string),
        "The options to choose or the items to order, in the order of their letters.")
      Field("gaps", \.gaps, .array(.array(.string)), "For each gap its options; none if it is typed.")
      Field("unit", \.unit, "The unit of a number.")
      Field("back", \.back, "The back of a card, to show before asking whether the learner knew it.")
      QuestionShape.pictures.map { $0.within(\.pictures) }
    },
    errors: lookup, example: id)

  public static let attemptAnswer = RPCMethod<AnswerQuestionParams, AnsweredQuestion>(
    "attempt.answer", .write, "Answers the current question.",
    .object(AnswerQuestionParams()) {
      Field("attemptId", \.attemptId, "the id, or a unique beginning or end of it")
      Field(
        "response", \.answer, response,
        "the letter of an option or its number from 1, letters such as \"A,C\", a number, a list of texts for gaps, "
          + "\"known\" or \"unknown\" for a card, or text, which must not be blank")
      questionIndex
      elapsedMs
    },
    returns: Shapes.settlement, errors: lookup + [.invalid, .timeUp],
    example: AnswerQuestionParams { ($0.attemptId, $0.response, $0.questionIndex, $0.elapsedMs) = (id, "A", 0, 4200) })

  public static let attemptSkip = RPCMethod<AnswerQuestionParams, AnsweredQuestion>(
    "attempt.skip", .write, "Skips the current question.",
    .object(AnswerQuestionParams()) {
      Field("attemptId", \.attemptId, "the id, or a unique beginning or end of it")
      questionIndex
      elapsedMs
    },
    returns: Shapes.settlement, errors: lookup + [.invalid], example: AnswerQuestionParams { $0.attemptId = id })

  /// The numbers that a double holds with a digit after the point.
  private static let numbers = -1e14...1e14

  private static let text = Schema.bounded(.string(), most: TextLimits.response)

  private static let mostGaps = 100

  /// A number or a list as it would be typed.
  private static let response = Shape<String>(
    .either([text, .number(numbers), .bounded(.array(text), most: mostGaps)]),
    check: { text.check($0, at: $1, atMost: TextLimits.response, &$3) }, encode: { $1.write($0) }
  ) { json, reader in
    if let text = json.string { return text }
    if let number = json.number {
      if numbers.contains(number) { return NumericKey.text(of: number) }
      reader.add("must be between \(numbers.lowerBound) and \(numbers.upperBound): write a text")
      return nil
    }
    guard json.array != nil else { return reader.mismatch(.either([]), json) }
    guard let texts = Shape<[String]>.array(.string).decode(json, &reader) else { return nil }
    guard texts.count > mostGaps else { return JSONStrings.text(texts) }
    reader.add("has \(texts.count) items: at most \(mostGaps) are allowed")
    return nil
  }

  private static let questionIndex = Field<AnswerQuestionParams>(
    "questionIndex", \.questionIndex, .integer(0...199),
    "the expected current question, from 0; the call fails with a conflict if it is another one")
  private static let elapsedMs = Field<AnswerQuestionParams>(
    "elapsedMs", \.elapsedMs, .integer(Answer.elapsedLimitsMs), "the time spent on the question, in milliseconds")

  public static let attemptFinish = RPCMethod<String, Finish>(
    "attempt.finish", .write, "Completes an attempt whose questions are all answered or skipped.", ofAttempt,
    returns: Shapes.finish,
    errors: lookup, example: id)

  public static let attemptAbandon = RPCMethod<String, Attempt>(
    "attempt.abandon", .write, "Abandons an attempt: its answers and stars do not count.", ofAttempt,
    returns: Shapes.attempt,
    errors: lookup, example: id)

  public static let attemptExtend = RPCMethod<ExtendAttemptParams, Attempt>(
    "attempt.extend", .write,
    "Gives an attempt more time: from its deadline, or from now if the time is up already.",
    .object(ExtendAttemptParams()) {
      Field("attemptId", \.attemptId, "the id, or a unique beginning or end of it")
      Field(
        "byMs", \.byMs, .integer(AttemptOptions.timeLimitsMs), "the additional time in milliseconds, at most a year")
    },
    returns: Shapes.attempt, errors: lookup + [.invalid],
    example: ExtendAttemptParams { ($0.attemptId, $0.byMs) = (id, 600_000) })

  public static let attemptTake = RPCMethod<String, Attempt>(
    "attempt.take", .write, "Continues an attempt here that was played on another copy of the library.",
    ofAttempt, returns: Shapes.attempt, errors: lookup, example: id)
}

/// An assignment, and the options of an attempt at its quiz.
public struct StartAttemptParams: DefaultInitializable {
  public var homeworkId = "", options = AttemptOptions()

  public init() {}
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
    .either([.words(["wrong", "due"]), indexes.schema]),
    check: { selection, path, most, faults in
      if case .questions(let selected) = selection { indexes.check(selected, path, most, &faults) }
    },
    encode: { selection, writer in
      switch selection {
      case .wrong: writer.write("wrong")
      case .due: writer.write("due")
      case .questions(let selected): indexes.encode(selected, &writer)
      }
    },
    decode: { json, reader in
      switch json {
      case "wrong": .wrong
      case "due": .due(.usual)
      case .array: indexes.decode(json, &reader).map { .questions($0) }
      default: reader.mismatch(.either([]), json)
      }
    })
  private static let indexes = Shape<[Int]>.array(.integer(0...199))
}

/// An attempt that is given more time.
public struct ExtendAttemptParams: DefaultInitializable {
  public var attemptId = "", byMs = 0

  public init() {}
}

/// An attempt to read, with or without its questions.
public struct GetAttemptParams: DefaultInitializable {
  public var attemptId = "", isReview = false

  public init() {}
}

/// The question that an attempt waits for, as it is shown and without its answer.
public struct PosedQuestion: Hashable, Sendable {
  public var index: Int, count: Int, questionId: Question.ID, kind: QuestionKind, prompt: String
  public var introduction: String?, options: [String]?, gaps: [[String]]?, unit: String?, back: String?
  public var pictures: QuestionPictures

  /// - Parameters:
  ///   - question: the question with its options as the attempt shows them.
  ///   - index: its index in the attempt.
  ///   - count: the number of questions.
  package init(_ question: Question, index: Int, count: Int) {
    (self.index, self.count, questionId) = (index, count, question.id)
    (kind, prompt, introduction) = (question.body.kind, question.shownPrompt, question.introduction)
    (pictures, pictures.answer) = (question.pictures, nil)
    switch question.body {
    case .mcq, .multi, .ordering: options = question.body.options
    case .gaps(let gaps): self.gaps = gaps.map(\.options)
    case .numeric(let key): unit = key.unit
    case .card(let back): self.back = back
    case .fillBlank, .shortAnswer: break
    }
  }
}

/// An attempt, by its homework or by its own id: give one of the two.
public struct AttemptSearch: DefaultInitializable {
  public var homeworkId: String?, attemptId: String?

  public init() {}
}

/// Which attempts to list, and how many.
public struct ListAttemptsParams: DefaultInitializable {
  public var homeworkId: String?, state: Attempt.State?, limit: Int?, after: String?

  public init() {}
}

/// An answer to a question; without a response, it skips the question.
public struct AnswerQuestionParams: DefaultInitializable {
  public var attemptId = "", response: String?
  var answer: String {
    get { response ?? "" }
    set { response = newValue }
  }
  public var questionIndex: Int?, elapsedMs: Int?

  public init() {}
}
