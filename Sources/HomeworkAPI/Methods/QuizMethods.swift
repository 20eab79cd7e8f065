public import HomeworkFormats
public import HomeworkModel

extension Methods {
  public static let quizSet = RPCMethod<QuizSetting, Quiz>(
    writing: "quiz.set", "Sets or replaces the quiz of an assignment.",
    .object(
      Field("homeworkId", .string, \.homeworkId, "the id, or a unique beginning or end of it"),
      Field("quiz", Shapes.quizInput.readElsewhere(), \.quiz, "a quiz, or an array of questions"),
      make: QuizSetting.init),
    gives: Shapes.quiz, fails: lookup + [.invalid], example: QuizSetting(homeworkId: id, quiz: exampleQuiz))

  public static let quizGet = RPCMethod<QuizSearch, Quiz>(
    "quiz.get",
    "Returns the quiz of an assignment or an attempt, or any revision by its own id.",
    .object(
      Field(
        optional: "homeworkId", .string, \.homeworkId,
        "the id, or a unique beginning or end of it; this, quizId or attemptId"),
      Field(optional: "quizId", .id(), \.quizId, "the full id of a quiz"),
      Field(
        optional: "attemptId", .string, \.attemptId,
        "the id, or a unique beginning or end of it; returns the revision that the attempt plays"),
      make: { QuizSearch(homeworkId: $0, quizId: $1, attemptId: $2) }),
    gives: Shapes.quiz, fails: lookup, example: QuizSearch(homeworkId: id))

  public static let quizEdit = RPCMethod<QuizEditing, Quiz>(
    writing: "quiz.edit", "Makes a new revision of a quiz. Attempts keep the revision that they started with.",
    .object(
      Field("homeworkId", .string, \.homeworkId, "the id, or a unique beginning or end of it"),
      Field(optional: "quizId", .id(), \.quizId, "the revision to edit; the call fails if it is not the current one"),
      Field("edits", .array(Shapes.quizEdit), \.edits, "the edits, applied in order"),
      make: { QuizEditing(homeworkId: $0, quizId: $1, edits: $2) }),
    gives: Shapes.quiz, fails: lookup + [.invalid],
    example: QuizEditing(homeworkId: id, edits: [.change(at: 0, to: exampleQuiz.questions[0]), .move(from: 0, to: 0)]))

  public static let quizHistory = RPCMethod<String, [QuizRevision]>(
    "quiz.history", "Lists the revisions of an assignment's quiz and their changes, newest first.", ofHomework,
    gives: .object(
      Field("items", .array(Shapes.quizRevision), \.self, "Newest first."), make: { $0 }),
    fails: lookup, example: id)

  public static let quizImport = RPCMethod<QuizFile, ImportReport>(
    writing: "quiz.import", "Adds an assignment for each quiz in a file.",
    QuizFile.shape, gives: Shapes.imported, isLearners: true, fails: [.invalid, .notFound, .databaseUnavailable],
    example: QuizFile(
      text: "The capital of France? {=Paris ~Lyon}", name: "capitals.gift", format: .gift, isDryRun: true))

  public static let quizExport = RPCMethod<QuizExport, ExportedQuizzes>(
    "quiz.export", "Exports quizzes to other programs, or as a page to print.",
    .object(
      Field(optional: "homeworkIds", .array(.string), \.homeworkIds, "the homework to export; all by default"),
      Field("format", .word, else: .json, \.format, "json by default; worksheet is an HTML page"),
      Field("key", .boolean, else: false, \.isKey, "print the answers of a worksheet in place of space to write"),
      Field(optional: "shuffle", .word, \.shuffle, "what to shuffle; nothing by default"),
      Field(
        optional: "seed", Shapes.seed, \.seed,
        "the seed of the order: the same number gives the same order; 1 by default"),
      make: { QuizExport(homeworkIds: $0, format: $1, isKey: $2, shuffle: $3, seed: $4) }),
    gives: .object(
      Field("text", .string, \.text, "The exported text."),
      Field("leftOut", .count, \.left.count, "The number of questions left out."),
      Field("left", .array(Shapes.fault), \.left, "What the format cannot represent."),
      make: { ExportedQuizzes(text: $0, left: $2) }),
    fails: lookup + [.invalid], example: QuizExport(homeworkIds: [id], format: .gift))

  static let quizMethods: [MethodDescription] = [
    quizSet.description, quizGet.description, quizEdit.description, quizHistory.description, quizImport.description,
    quizExport.description,
  ]
}

/// An assignment, and its new quiz.
public struct QuizSetting: Sendable {
  public var homeworkId: String
  public var quiz: QuizDraft

  public init(homeworkId: String, quiz: QuizDraft) { (self.homeworkId, self.quiz) = (homeworkId, quiz) }
}

/// A quiz, by its homework, by its own id, or by an attempt: give one of the three.
public struct QuizSearch: Sendable {
  public var homeworkId: String?
  public var quizId: Quiz.ID?
  public var attemptId: String?

  public init(homeworkId: String? = nil, quizId: Quiz.ID? = nil, attemptId: String? = nil) {
    (self.homeworkId, self.quizId, self.attemptId) = (homeworkId, quizId, attemptId)
  }
}

/// Edits to the quiz of an assignment.
public struct QuizEditing: Sendable {
  public var homeworkId: String
  /// The revision to edit.
  public var quizId: Quiz.ID?
  public var edits: [QuizEdit]

  public init(homeworkId: String, quizId: Quiz.ID? = nil, edits: [QuizEdit]) {
    (self.homeworkId, self.quizId, self.edits) = (homeworkId, quizId, edits)
  }
}

/// A quiz file: its text, or a path that the serving process reads.
public struct QuizFile: Sendable {
  public var text: String?
  public var path: String?
  /// The file name, used in messages.
  public var name: String?
  /// The format; `nil` detects it from the content.
  public var format: QuizFormat?
  /// Whether to reject the file if any question would be changed or left out.
  public var isStrict: Bool
  /// Whether to only report what would be added.
  public var isDryRun: Bool
  /// Whether a dry run returns the quizzes.
  public var givesQuizzes: Bool
  /// Whether to return the text of each question left out.
  public var explains: Bool

  public init(
    text: String? = nil, path: String? = nil, name: String? = nil, format: QuizFormat? = nil, isStrict: Bool = false,
    isDryRun: Bool = false, givesQuizzes: Bool = true, explains: Bool = false
  ) {
    (self.text, self.path, self.name, self.format) = (text, path, name, format)
    (self.isStrict, self.isDryRun, self.givesQuizzes, self.explains) = (isStrict, isDryRun, givesQuizzes, explains)
  }

  static let shape = Shape<Self>.object(
    Field(optional: "text", .string, \.text, "the content of the file; give this or path"),
    Field(
      optional: "path", .string, \.path,
      "the absolute path of a file up to 64 MiB, which the serving process reads"),
    Field(optional: "name", .string, \.name, "the file name, used in messages"),
    Field("format", format, else: nil, \.format, "the format; auto by default, which detects it"),
    Field("strict", .boolean, else: false, \.isStrict, "reject a file if any question would be changed or left out"),
    Field("dryRun", .boolean, else: false, \.isDryRun, "only show what would be added"),
    Field(
      "givesQuizzes", .boolean, else: true, \.givesQuizzes, "in a dry run: also return the quizzes; true by default"),
    Field("explain", .boolean, else: false, \.explains, "also return the text of each question left out"),
    make: {
      Self(
        text: $0, path: $1, name: $2, format: $3, isStrict: $4, isDryRun: $5, givesQuizzes: $6, explains: $7)
    })

  private static let format: Shape<QuizFormat?> = {
    let known = Shape<QuizFormat>.word
    return Shape(
      .words(["auto"] + QuizFormat.allCases.map(\.rawValue)), put: { $1.write($0?.rawValue ?? "auto") },
      take: { $0 == "auto" ? nil : try known.read($0) })
  }()
}

/// Which quizzes to export, and how.
public struct QuizExport: Sendable {
  /// The ids of the homework; `nil` for all.
  public var homeworkIds: [String]?
  public var format: ExportFormat
  /// Whether a worksheet shows the answers instead of space to write.
  public var isKey: Bool
  /// What to shuffle, and the seed: the same seed gives the same order for a worksheet and its key. The default is 1.
  public var shuffle: QuizOrder.Shuffle?
  public var seed: UInt64?

  public init(
    homeworkIds: [String]? = nil, format: ExportFormat = .json, isKey: Bool = false, shuffle: QuizOrder.Shuffle? = nil,
    seed: UInt64? = nil
  ) {
    (self.homeworkIds, self.format, self.isKey) = (homeworkIds, format, isKey)
    (self.shuffle, self.seed) = (shuffle, seed)
  }
}

/// An export format: a quiz format, or a page to print.
public enum ExportFormat: String, Hashable, Sendable, CaseIterable {
  case json, gift
  case moodleXML = "moodle-xml"
  case aiken, csv, worksheet

  /// The quiz format; `nil` for the page, which cannot be imported.
  package var quizFormat: QuizFormat? { QuizFormat(rawValue: rawValue) }
}

/// Exported quizzes.
public struct ExportedQuizzes: Sendable {
  public let text: String
  /// What the format cannot represent.
  public let left: [Fault]

  package init(text: String, left: [Fault]) { (self.text, self.left) = (text, left) }
}
