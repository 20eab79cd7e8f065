import HomeworkFormats
public import HomeworkModel

extension Methods {
  static let id = "0190a3b2-7f3c-7000-8000-000000000001"
  static let ofHomework = Shape<String>.object("") {
    Field("homeworkId", \.self, "the id, or a unique beginning or end of it")
  }

  /// Adds an assignment, with its quiz if there is one.
  public static let homeworkAdd = RPCMethod<HomeworkAddition, Homework>(
    "homework.add", .write, "Adds an assignment, with its quiz if there is one.", HomeworkAddition.shape,
    returns: Shapes.homework, takesLearner: true, errors: [.invalid, .notFound, .databaseUnavailable],
    example: .example)

  static let exampleQuiz = QuizDraft(
    topic: "Fractions",
    questions: [
      QuestionDraft(
        prompt: "What is a half of a half?", body: .mcq(options: ["a quarter", "one"], correctIndex: 0),
        explanation: "Half of 2/4 is 1/4.")
    ])

  public static let homeworkGet = RPCMethod<String, Homework>(
    "homework.get", .inline, "Returns an assignment.", ofHomework, returns: Shapes.homework, takesLearner: true,
    errors: lookup, example: id)

  public static let pictureGet = RPCMethod<PictureSearch, Picture>(
    "picture.get", .inline, "Returns the picture of an assignment, or one of a question.",
    .object(PictureSearch()) {
      Field("homeworkId", \.homeworkId, "the id, or a unique beginning or end of it; this, or digest")
      Field("digest", \.digest, "its SHA-256 digest in hexadecimal, as the question has it")
    },
    returns: Shapes.pictureFile, errors: lookup, example: PictureSearch { $0.homeworkId = id })

  public static let homeworkList = RPCMethod<ListHomeworkParams, Page<Homework>>(
    "homework.list", .inline, "Lists homework, newest first.", ListHomeworkParams.shape,
    returns: Shapes.page(Shapes.homework),
    takesLearner: true, errors: [.invalid, .databaseUnavailable],
    example: ListHomeworkParams { ($0.subject, $0.status, $0.limit) = ("Mathematics", .new, 10) })

  public static let homeworkUpdate = RPCMethod<HomeworkEdit, Homework>(
    "homework.update", .write, "Changes an assignment; members that are not given stay the same.", HomeworkEdit.shape,
    returns: Shapes.homework, takesLearner: true, errors: lookup + [.invalid],
    example: HomeworkEdit { ($0.homeworkId, $0.title) = (id, "Adding and subtracting fractions") })

  public static let homeworkDelete = RPCMethod<[String], [Homework.ID]>(
    "homework.delete", .write, "Deletes homework with its quiz, attempts and progress; deletes all of them or none.",
    .object([]) {
      Field("homeworkIds", \.self, "ids; or, for up to 20, unique beginnings or ends of them, or whole titles")
    },
    returns: .object([]) {
      Field("deleted", \.self, "The ids of the deleted homework.")
    },
    errors: lookup, example: [id])

  public static let homeworkUndelete = RPCMethod<Void, Undone>(
    "homework.undelete", .write,
    "Shows the last deleted homework again, for 30 days; or, if answers were graded anew since,"
      + " their former grades.",
    .nothing,
    returns: .object(Undone()) {
      Field("items", \.homework, .array(Shapes.homework), "The restored homework.")
      Field("regraded", \.regrading, Shapes.regrading, "The attempts that have their former grades again.")
    },
    takesLearner: true, errors: [.databaseUnavailable], example: ())

  public static let homeworkComplete = RPCMethod<String, Homework>(
    "homework.complete", .write, "Marks an assignment as done.", ofHomework, returns: Shapes.homework,
    takesLearner: true,
    errors: lookup,
    example: id)

  public static let homeworkReopen = RPCMethod<String, Homework>(
    "homework.reopen", .write, "Marks an assignment as not done.", ofHomework, returns: Shapes.homework,
    takesLearner: true, errors: lookup, example: id)

  public static let progressGet = RPCMethod<String, HomeworkProgress>(
    "progress.get", .inline, "Returns the progress of an assignment.", ofHomework, returns: Shapes.progress,
    takesLearner: true, errors: lookup, example: id)

  public static let generationUpdate = RPCMethod<GenerationChange, Homework>(
    "generation.update", .write, "Sets the state of a quiz's generation.", GenerationChange.shape,
    returns: Shapes.homework, takesLearner: true, errors: lookup + [.invalid, .tooEarly],
    example: GenerationChange {
      ($0.homeworkId, $0.state, $0.reason, $0.retryAfterSeconds) = (id, .failed, .rateLimited, 300)
    })

  public static let collectionList = RPCMethod<Void, [HomeworkCollection]>(
    "collection.list", .inline, "Lists the collections that contain homework, by name.", .nothing,
    returns: items(Shapes.collection), takesLearner: true, errors: [.databaseUnavailable], example: ())

  public static let statistics = RPCMethod<Void, Statistics>(
    "stats.get", .inline, "Returns the totals of all finished attempts.", .nothing, returns: Shapes.statistics,
    takesLearner: true, errors: [.databaseUnavailable], example: ())

  /// The errors of looking something up by id: it does not exist, or the id is ambiguous.
  static let lookup: [RPCError.Name] = [.notFound, .conflict, .databaseUnavailable]

  static func items<Item: Sendable>(_ item: Shape<Item>) -> Shape<[Item]> {
    .object([]) {
      Field("items", \.self, .array(item), "The items.")
    }
  }
}

/// A picture, by what it belongs to or by its digest.
public struct PictureSearch: DefaultInitializable {
  public var homeworkId: String?, digest: String?

  public init() {}
}

/// Which homework to list, and how many.
public struct ListHomeworkParams: DefaultInitializable {
  /// The due date, relative to today's date where the call is served.
  public enum Due: String, CaseIterable, Sendable {
    case today, week, overdue
  }

  public var subject: String?, collection: String?, status: HomeworkFilter.Status?, due: Due?, dueOn: String?
  public var search: String?, note: String?, limit: Int?, after: String?

  public init() {}

  static let shape = Shape<Self>.object(Self()) {
    Field("subject", \.subject, "only homework of this subject")
    Field("collection", \.collection, "only homework in this collection")
    Field("status", \.status, .word, "only homework with this status")
    Field("due", \.due, .word, "only homework that is due then, by the date of the serving machine")
    Field("dueOn", \.dueOn, .day, "only homework that is due on this day; this, or due")
    Field("search", \.search, "words in the title, subject, text or questions; the last word may be a prefix")
    Field("note", \.note, "words in the note")
    Field("limit", \.limit, .integer(PageSize.allowed), "how many to list, 1 to 500; 50 by default")
    Field("after", \.after, "the cursor of the previous page")
  }
}

/// The progress of a quiz's generation.
public struct GenerationChange: DefaultInitializable {
  public var homeworkId = "", state = GenerationState.none, reason: GenerationFailure?, retryAfterSeconds: Int?

  public init() {}

  static let shape = Shape<Self>.object(Self()) {
    Field("homeworkId", \.homeworkId, "the id, or a unique beginning or end of it")
    Field("state", \.state, Shapes.generationState, "the new state")
    Field("reason", \.reason, .word, "why it failed")
    Field(
      "retryAfterSeconds", \.retryAfterSeconds, .integer(Generation.retryLimits),
      "how many seconds to wait before the next try; 300 by default if rate limited")
  }
}
