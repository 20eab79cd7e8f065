import HomeworkFormats
public import HomeworkModel

extension Methods {
  static let id = "0190a3b2-7f3c-7000-8000-000000000001"
  static let ofHomework = Shape<String>.object(
    Field("homeworkId", .string, \.self, "the id, or a unique beginning or end of it"), make: { $0 })

  /// Adds an assignment, with its quiz if there is one.
  public static let homeworkAdd = RPCMethod<HomeworkAddition, Homework>(
    writing: "homework.add", "Adds an assignment, with its quiz if there is one.", HomeworkAddition.shape,
    gives: Shapes.homework, isLearners: true, fails: [.invalid, .notFound, .databaseUnavailable],
    example: .example)

  static let exampleQuiz = QuizDraft(
    topic: "Fractions",
    questions: [
      QuestionDraft(
        prompt: "What is a half of a half?", body: .mcq(options: ["a quarter", "one"], correctIndex: 0),
        explanation: "Half of 2/4 is 1/4.")
    ])

  public static let homeworkGet = RPCMethod<String, Homework>(
    "homework.get", "Returns an assignment.", ofHomework, gives: Shapes.homework, isLearners: true, fails: lookup,
    example: id)

  public static let homeworkPicture = RPCMethod<String, Picture>(
    "homework.picture", "Returns the picture of an assignment.", ofHomework,
    gives: Shapes.pictureFile, fails: lookup, example: id)

  public static let homeworkList = RPCMethod<HomeworkListing, Page<Homework>>(
    "homework.list", "Lists homework, newest first.", HomeworkListing.shape, gives: Shapes.page(Shapes.homework),
    isLearners: true, fails: [.invalid, .databaseUnavailable],
    example: HomeworkListing(subject: "Mathematics", status: .new, limit: 10))

  public static let homeworkUpdate = RPCMethod<HomeworkEdit, Homework>(
    writing: "homework.update", "Changes an assignment; members that are not given stay the same.", HomeworkEdit.shape,
    gives: Shapes.homework, isLearners: true, fails: lookup + [.invalid],
    example: HomeworkEdit(homeworkId: id, title: "Adding and subtracting fractions"))

  public static let homeworkDelete = RPCMethod<[String], [Homework.ID]>(
    writing: "homework.delete", "Deletes homework with its quiz, attempts and progress; deletes all of them or none.",
    .object(Field("homeworkIds", .array(.string), \.self, "ids, or unique beginnings or ends"), make: { $0 }),
    gives: .object(
      Field("deleted", .array(.id()), \.self, "The ids of the deleted homework."), make: { (ids: [Homework.ID]) in ids }
    ),
    fails: lookup, example: [id])

  public static let homeworkUndelete = RPCMethod<Void, [Homework]>(
    writing: "homework.undelete", "Restores the last deleted homework, for 30 days or until the next deletion.",
    .nothing, gives: items(Shapes.homework), isLearners: true, fails: [.databaseUnavailable], example: ())

  public static let homeworkComplete = RPCMethod<String, Homework>(
    writing: "homework.complete", "Marks an assignment as done.", ofHomework, gives: Shapes.homework, isLearners: true,
    fails: lookup,
    example: id)

  public static let homeworkReopen = RPCMethod<String, Homework>(
    writing: "homework.reopen", "Marks an assignment as not done.", ofHomework, gives: Shapes.homework,
    isLearners: true, fails: lookup, example: id)

  public static let progressGet = RPCMethod<String, HomeworkProgress>(
    "progress.get", "Returns the progress of an assignment.", ofHomework, gives: Shapes.progress, isLearners: true,
    fails: lookup,
    example: id)

  public static let generationUpdate = RPCMethod<GenerationChange, Homework>(
    writing: "generation.update", "Sets the state of a quiz's generation.", GenerationChange.shape,
    gives: Shapes.homework, isLearners: true, fails: lookup + [.invalid, .tooEarly],
    example: GenerationChange(homeworkId: id, state: .failed, reason: .rateLimited, retryAfterSeconds: 300))

  public static let collectionList = RPCMethod<Void, [HomeworkCollection]>(
    "collection.list", "Lists the collections that contain homework, by name.", .nothing,
    gives: items(Shapes.collection), isLearners: true, fails: [.databaseUnavailable], example: ())

  public static let statistics = RPCMethod<Void, Statistics>(
    "stats.get", "Returns the totals of all finished attempts.", .nothing, gives: Shapes.statistics,
    isLearners: true, fails: [.databaseUnavailable], example: ())

  /// The errors of looking something up by id: it does not exist, or the id is ambiguous.
  static let lookup: [RPCError.Name] = [.notFound, .conflict, .databaseUnavailable]

  static func items<Item: Sendable>(_ item: Shape<Item>) -> Shape<[Item]> {
    .object(Field("items", .array(item), \.self, "The items."), make: { $0 })
  }

  static let homeworkMethods: [MethodDescription] = [
    homeworkAdd.description, homeworkGet.description, homeworkPicture.description, homeworkList.description,
    homeworkDelete.description,
    homeworkUndelete.description, homeworkComplete.description, homeworkReopen.description,
    progressGet.description, homeworkUpdate.description, generationUpdate.description, collectionList.description,
    statistics.description,
  ]
}

/// Which homework to list, and how many.
public struct HomeworkListing: Sendable {
  /// The due date, relative to today's date where the call is served.
  public enum Due: String, CaseIterable, Sendable {
    case today, week, overdue
  }

  public var subject: String?
  public var collection: String?
  public var status: HomeworkFilter.Status?
  public var due: Due?
  /// Words in the title, subject, text or questions; the last word may be a prefix.
  public var search: String?
  /// Words in the note.
  public var note: String?
  /// How many to list, 1 to 500; 50 by default.
  public var limit: Int?
  /// The cursor from the page before.
  public var after: String?

  public init(
    subject: String? = nil, collection: String? = nil, status: HomeworkFilter.Status? = nil, due: Due? = nil,
    search: String? = nil, note: String? = nil, limit: Int? = nil, after: String? = nil
  ) {
    (self.subject, self.collection, self.status, self.due) = (subject, collection, status, due)
    (self.search, self.note, self.limit, self.after) = (search, note, limit, after)
  }

  static let shape = Shape<Self>.object(
    Field(optional: "subject", .string, \.subject, "only homework of this subject"),
    Field(optional: "collection", .string, \.collection, "only homework in this collection"),
    Field(optional: "status", .word, \.status, "only homework with this status"),
    Field(
      optional: "due", .word, \.due,
      "only homework due today, within a week, or overdue, by the date of the serving machine"),
    Field(
      optional: "search", .string, \.search,
      "words in the title, subject, text or questions; the last word may be a prefix"),
    Field(optional: "note", .string, \.note, "words in the note"),
    Field(optional: "limit", .integer(PageSize.allowed), \.limit, "how many to list, 1 to 500; 50 by default"),
    Field(optional: "after", .string, \.after, "continue after a page: the cursor it ended with"),
    make: {
      Self(subject: $0, collection: $1, status: $2, due: $3, search: $4, note: $5, limit: $6, after: $7)
    })
}

/// The progress of a quiz's generation.
public struct GenerationChange: Sendable {
  public var homeworkId: String
  public var state: GenerationState
  /// The reason; required for a failure.
  public var reason: GenerationFailure?
  public var retryAfterSeconds: Int?

  public init(
    homeworkId: String, state: GenerationState, reason: GenerationFailure? = nil, retryAfterSeconds: Int? = nil
  ) {
    (self.homeworkId, self.state, self.reason) = (homeworkId, state, reason)
    self.retryAfterSeconds = retryAfterSeconds
  }

  static let shape = Shape<Self>.object(
    Field("homeworkId", .string, \.homeworkId, "the id, or a unique beginning or end of it"),
    Field("state", Shapes.generationState, \.state, "the new state"),
    Field(optional: "reason", .word, \.reason, "why it failed"),
    Field(
      optional: "retryAfterSeconds", .integer(Generation.retryLimits), \.retryAfterSeconds,
      "how long to wait before the next try; 300 by default if rate limited"),
    make: { Self(homeworkId: $0, state: $1, reason: $2, retryAfterSeconds: $3) })
}
