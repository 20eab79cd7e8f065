public import HomeworkFormats
import HomeworkJSON
public import HomeworkModel
import HomeworkRPC

extension Methods {
  public static let quizSet = RPCMethod<QuizSetting, Quiz>(
    writing: "quiz.set", "Gives a homework its quiz, in place of one that it may have.",
    .object(
      Field("homeworkId", .string, \.homeworkId, "its id, or a unique beginning or end of it"),
      Field("quiz", Shapes.quizInput.readElsewhere(), \.quiz, "a quiz, or an array of questions"),
      make: QuizSetting.init),
    gives: Shapes.quiz, fails: lookup + [.invalid], example: QuizSetting(homeworkId: id, quiz: exampleQuiz))

  public static let quizGet = RPCMethod<QuizSearch, Quiz>(
    "quiz.get",
    "The quiz of a homework, or one by its own id, which may be an earlier revision, or what an attempt asks.",
    .object(
      Field(
        optional: "homeworkId", .string, \.homeworkId,
        "its id, or a unique beginning or end of it; this, quizId or attemptId"),
      Field(optional: "quizId", .id(), \.quizId, "the whole id of a quiz"),
      Field(
        optional: "attemptId", .string, \.attemptId,
        "its id, or a unique beginning or end of it: the quiz in the words that it is played with"),
      make: { QuizSearch(homeworkId: $0, quizId: $1, attemptId: $2) }),
    gives: Shapes.quiz, fails: lookup, example: QuizSearch(homeworkId: id))

  public static let quizEdit = RPCMethod<QuizEditing, Quiz>(
    writing: "quiz.edit", "Makes the next revision of a quiz. Attempts stay at the one that they were started at.",
    .object(
      Field("homeworkId", .string, \.homeworkId, "its id, or a unique beginning or end of it"),
      Field(optional: "quizId", .id(), \.quizId, "the revision that is edited: another one is refused"),
      Field("edits", .array(Shapes.quizEdit), \.edits, "one after the other"),
      make: { QuizEditing(homeworkId: $0, quizId: $1, edits: $2) }),
    gives: Shapes.quiz, fails: lookup + [.invalid],
    example: QuizEditing(homeworkId: id, edits: [.change(at: 0, to: exampleQuiz.questions[0]), .move(from: 0, to: 0)]))

  public static let quizHistory = RPCMethod<String, [QuizRevision]>(
    "quiz.history", "The quizzes that a homework has had, newest first, with what was changed.", ofHomework,
    gives: .object(
      Field("items", .array(Shapes.quizRevision), { $0 }, "Newest first."), make: { $0 }),
    fails: lookup, example: id)

  public static let quizImport = RPCMethod<QuizFile, ImportReport>(
    writing: "quiz.import", "Adds a homework for each quiz of a file: one, or one for each category.",
    QuizFile.shape, gives: Shapes.imported, isLearners: true, fails: [.invalid, .notFound, .databaseUnavailable],
    example: QuizFile(
      text: "The capital of France? {=Paris ~Lyon}", name: "capitals.gift", format: .gift, isDryRun: true))

  public static let quizExport = RPCMethod<QuizExport, ExportedQuizzes>(
    "quiz.export", "Writes quizzes in a format that others read, or as a page to print.",
    .object(
      Field(optional: "homeworkIds", .array(.string), \.homeworkIds, "of which homework; all unless given"),
      Field("format", .word, else: .json, \.format, "json unless given; worksheet is a page of HTML"),
      Field("key", .boolean, else: false, \.isKey, "of a worksheet: what is right, in place of room to write"),
      Field(optional: "shuffle", .word, \.shuffle, "what is put in another order; nothing unless given"),
      Field(
        optional: "seed", Shapes.seed, \.seed, "which other order: the same number, the same order; 1 unless given"),
      make: { QuizExport(homeworkIds: $0, format: $1, isKey: $2, shuffle: $3, seed: $4) }),
    gives: .object(
      Field("text", .string, \.text, "The file."), Field("leftOut", .count, \.left.count, "What was left out."),
      Field("left", .array(Shapes.fault), \.left, "What the format has no way to hold."),
      make: { ExportedQuizzes(text: $0, left: $2) }),
    fails: lookup + [.invalid], example: QuizExport(homeworkIds: [id], format: .gift))

  static let quizMethods: [MethodDescription] = [
    quizSet.description, quizGet.description, quizEdit.description, quizHistory.description, quizImport.description,
    quizExport.description,
  ]
}

/// A homework and the quiz that it is to have.
public struct QuizSetting: Sendable {
  public var homeworkId: String
  public var quiz: QuizDraft

  public init(homeworkId: String, quiz: QuizDraft) { (self.homeworkId, self.quiz) = (homeworkId, quiz) }
}

/// A quiz, by its homework, by itself, or by an attempt at it: one of the three.
public struct QuizSearch: Sendable {
  public var homeworkId: String?
  public var quizId: Quiz.ID?
  public var attemptId: String?

  public init(homeworkId: String? = nil, quizId: Quiz.ID? = nil, attemptId: String? = nil) {
    (self.homeworkId, self.quizId, self.attemptId) = (homeworkId, quizId, attemptId)
  }
}

/// What is to be changed of the quiz of a homework.
public struct QuizEditing: Sendable {
  public var homeworkId: String
  /// The revision that is edited.
  public var quizId: Quiz.ID?
  public var edits: [QuizEdit]

  public init(homeworkId: String, quizId: Quiz.ID? = nil, edits: [QuizEdit]) {
    (self.homeworkId, self.quizId, self.edits) = (homeworkId, quizId, edits)
  }
}

/// A file of quizzes: its text, or the path at which whoever serves the call finds it.
public struct QuizFile: Sendable {
  public var text: String?
  public var path: String?
  /// What messages call it.
  public var name: String?
  /// `nil` tells it by what the file holds.
  public var format: QuizFormat?
  /// Refuses a file of which anything would be changed or left out.
  public var isStrict: Bool
  /// Only says what would be added.
  public var isDryRun: Bool
  /// Whether a dry run gives the quizzes too.
  public var givesQuizzes: Bool
  /// Gives what was left out as it stands in the file.
  public var explains: Bool

  public init(
    text: String? = nil, path: String? = nil, name: String? = nil, format: QuizFormat? = nil, isStrict: Bool = false,
    isDryRun: Bool = false, givesQuizzes: Bool = true, explains: Bool = false
  ) {
    (self.text, self.path, self.name, self.format) = (text, path, name, format)
    (self.isStrict, self.isDryRun, self.givesQuizzes, self.explains) = (isStrict, isDryRun, givesQuizzes, explains)
  }

  static let shape = Shape<Self>.object(
    Field(optional: "text", .string, \.text, "what the file holds; this or path"),
    Field(
      optional: "path", .string, \.path,
      "the absolute path of a file of up to 64 MiB, which the process that serves the call reads"),
    Field(optional: "name", .string, \.name, "what it is called"),
    Field("format", format, else: nil, \.format, "auto unless given: by what it holds"),
    Field("strict", .boolean, else: false, \.isStrict, "refuse a file if anything in it would be changed or left out"),
    Field("dryRun", .boolean, else: false, \.isDryRun, "only say what would be added"),
    Field(
      "givesQuizzes", .boolean, else: true, \.givesQuizzes, "in a dry run: give the quizzes too; true unless given"),
    Field("explain", .boolean, else: false, \.explains, "give what was left out as it stands in the file"),
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

/// Which quizzes to write, and how.
public struct QuizExport: Sendable {
  /// `nil` for all.
  public var homeworkIds: [String]?
  public var format: ExportFormat
  /// Whether a worksheet says what is right, in place of room to write.
  public var isKey: Bool
  /// What is put in another order, and which: the same seed gives the same order, of a sheet and of its key. 1 unless given.
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

/// What quizzes are written as: a format that programs read, or a page to print.
public enum ExportFormat: String, Hashable, Sendable, CaseIterable {
  case json, gift
  case moodleXML = "moodle-xml"
  case aiken, csv, worksheet

  /// `nil` for the page, which nothing reads again.
  package var quizFormat: QuizFormat? { QuizFormat(rawValue: rawValue) }
}

/// Quizzes, written.
public struct ExportedQuizzes: Sendable {
  public let text: String
  /// What the format has no way to hold.
  public let left: [Fault]

  package init(text: String, left: [Fault]) { (self.text, self.left) = (text, left) }
}
