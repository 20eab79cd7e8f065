public import HomeworkFormats
public import HomeworkModel

extension Methods {
  public static let quizSet = RPCMethod<SetQuizParams, Quiz>(
    "quiz.set", .write, "Sets or replaces the quiz of an assignment.",
    .object(SetQuizParams()) {
      Field("homeworkId", \.homeworkId, "the id, or a unique beginning or end of it")
      Field("quiz", \.quiz, Shapes.quizInput, "a quiz, or an array of questions")
    },
    returns: Shapes.quiz, errors: lookup + [.invalid],
    example: SetQuizParams { ($0.homeworkId, $0.quiz) = (id, exampleQuiz) })

  public static let quizGet = RPCMethod<QuizSearch, Quiz>(
    "quiz.get", .inline,
    "Returns the quiz of an assignment or an attempt, or any revision by its own id.",
    .object(QuizSearch()) {
      Field("homeworkId", \.homeworkId, "the id, or a unique beginning or end of it; this, quizId or attemptId")
      Field("quizId", \.quizId, "the full id of a quiz")
      Field(
        "attemptId", \.attemptId,
        "the id, or a unique beginning or end of it; returns the revision that the attempt plays")
    },
    returns: Shapes.quiz, errors: lookup, example: QuizSearch { $0.homeworkId = id })

  public static let quizEdit = RPCMethod<EditQuizParams, Quiz>(
    "quiz.edit", .write, "Makes a new revision of a quiz. Attempts keep the revision that they started with.",
    .object(EditQuizParams()) {
      Field("homeworkId", \.homeworkId, "the id, or a unique beginning or end of it")
      Field("quizId", \.quizId, "the revision to edit; the call fails if it is not the current one")
      Field("edits", \.edits, .array(Shapes.quizEdit), "the edits, applied in order")
    },
    returns: Shapes.quiz, errors: lookup + [.invalid],
    example: EditQuizParams {
      ($0.homeworkId, $0.edits) = (id, [.change(at: 0, to: exampleQuiz.questions[0]), .move(from: 0, to: 0)])
    })

  public static let quizRegrade = RPCMethod<RegradeQuizParams, Regrading>(
    "quiz.regrade", .write,
    "Corrects the key of a question, and grades earlier answers to it anew, of every learner. Scores, progress, stars "
      + "and statistics follow; nothing is celebrated. Attempts in progress follow when they are finished.",
    .object(RegradeQuizParams()) {
      Field("homeworkId", \.homeworkId, "the id, or a unique beginning or end of it")
      Field("quizId", \.quizId, "the revision to correct; the call fails if it is not the current one")
      Field("index", \.correction.index, .integer(0...199), "the index of the question, from 0")
      Field(
        "question", \.correction.question, Shapes.questionInput,
        "the corrected question; by default the question of the quiz")
      Field(optional: "neverLower", \.correction.neverLower, "leave correct answers correct, so that no score falls")
      Field(optional: "dryRun", \.correction.isDryRun, "only show what would change")
    },
    returns: Shapes.regrading, errors: lookup + [.invalid],
    example: RegradeQuizParams { ($0.homeworkId, $0.correction.neverLower) = (id, true) })

  public static let quizHistory = RPCMethod<String, [QuizRevision]>(
    "quiz.history", .inline, "Lists the revisions of an assignment's quiz and their changes, newest first.", ofHomework,
    returns: .object([]) {
      Field("items", \.self, .array(Shapes.quizRevision), "Newest first.")
    },
    errors: lookup, example: id)

  public static let quizImport = RPCMethod<QuizFile, ImportReport>(
    "quiz.import", .write, "Adds an assignment for each quiz in a file.",
    QuizFile.shape, returns: Shapes.imported, takesLearner: true, errors: [.invalid, .notFound, .databaseUnavailable],
    example: QuizFile {
      ($0.text, $0.name, $0.format, $0.isDryRun) = (
        "The capital of France? {=Paris ~Lyon}", "capitals.gift", .gift, true
      )
    })

  public static let quizExport = RPCMethod<QuizExport, ExportedQuizzes>(
    "quiz.export", .long, "Exports quizzes to other programs, or as a page to print.",
    .object(QuizExport()) {
      Field("homeworkIds", \.homeworkIds, "the homework to export; all by default")
      Field(optional: "format", \.format, .word, "the format; json by default, worksheet is a page to print")
      Field(optional: "key", \.isKey, "print the answers of a worksheet in place of space to write")
      Field("shuffle", \.shuffle, .word, "what to shuffle; nothing by default")
      Field("seed", \.seed, Shapes.seed, "the seed of the order: the same number gives the same order; 1 by default")
    },
    returns: .object(ExportedQuizzes(text: "", left: [])) {
      Field("text", \.text, "The exported text.")
      Field(derived: "leftOut", \.left.count, .count, "The number of questions left out.")
      Field("left", \.left, .array(Shapes.fault), "What the format cannot represent.")
    },
    errors: lookup + [.invalid], example: QuizExport { ($0.homeworkIds, $0.format) = ([id], .gift) })
}

/// An assignment, and its new quiz.
public struct SetQuizParams: DefaultInitializable {
  public var homeworkId = "", quiz = QuizDraft(questions: [])

  public init() {}
}

/// A quiz, by its homework, by its own id, or by an attempt: give one of the three.
public struct QuizSearch: DefaultInitializable {
  public var homeworkId: String?, quizId: Quiz.ID?, attemptId: String?

  public init() {}
}

/// Edits to the quiz of an assignment.
public struct EditQuizParams: DefaultInitializable {
  public var homeworkId = "", quizId: Quiz.ID?, edits: [QuizEdit] = []

  public init() {}
}

/// A correction of a question's key, by which earlier answers are graded anew.
public struct RegradeQuizParams: DefaultInitializable {
  public var homeworkId = "", quizId: Quiz.ID?, correction = KeyCorrection(at: 0)

  public init() {}
}

/// A quiz file: its text, or a path that the serving process reads.
public struct QuizFile: DefaultInitializable {
  public var text: String?, path: String?, name: String?, format: QuizFormat?, columns = ColumnMapping()
  public var isConfirmed = false, isUpdate = false, isStrict = false, isDryRun = false, givesQuizzes = true
  public var explains = false

  public init() {}

  static let shape = Shape<Self>.object(Self()) {
    Field("text", \.text, .file.upTo(64 << 20), "the content of the file; give this or path")
    Field("path", \.path, .file.upTo(4096), "the absolute path of a file up to 64 MiB, which the serving process reads")
    Field("name", \.name, .string.upTo(4096), "the file name, used in messages")
    Field(optional: "format", \.format, format, "the format; auto by default, which detects it")
    Field("question", \.columns.question, "the column of the questions, by heading, number or letter; or a key of JSON")
    Field("answer", \.columns.answer, "the column or key of the right answers")
    Field(optional: "options", \.columns.options, "the columns or keys of the options; one may hold all of them")
    Field(
      "separator", \.columns.separator, .string.upTo(40),
      "the text between the columns of a table, such as |, :: or tab")
    Field(optional: "yes", \.isConfirmed, "add a list of pairs even if it becomes more than ten quizzes")
    Field(optional: "update", \.isUpdate, "revise the quiz that has the same title, instead of adding a second one")
    Field(optional: "strict", \.isStrict, "reject a file if any question would be changed or left out")
    Field(optional: "dryRun", \.isDryRun, "only show what would be added")
    Field(optional: "givesQuizzes", \.givesQuizzes, "in a dry run: also return the quizzes; true by default")
    Field(
      optional: "explain", \.explains, "also say why the format was chosen, and give the text of each question left out"
    )
  }

  private static let format: Shape<QuizFormat?> = {
    let words = ["auto"] + QuizFormat.allCases.map(\.rawValue)
    return Shape(.words(words), encode: { $1.write($0?.rawValue ?? "auto") }) { json, reader in
      reader.word(json, among: words).map(QuizFormat.init)
    }
  }()
}

/// Which quizzes to export, and how.
public struct QuizExport: DefaultInitializable {
  public var homeworkIds: [String]?, format = ExportFormat.json, isKey = false, shuffle: QuizOrder.Shuffle?
  public var seed: UInt64?

  public init() {}
}

/// An export format: a quiz format, or a page to print.
public enum ExportFormat: String, Hashable, Sendable, CaseIterable {
  case json, gift
  case moodleXML = "moodle-xml"
  case aiken, csv, worksheet

  /// The quiz format; `nil` for the page, which cannot be imported.
  package var quizFormat: QuizFormat? { QuizFormat(rawValue: rawValue) }
}

/// Exported quizzes, and what the format cannot express.
public struct ExportedQuizzes: Sendable {
  public var text: String, left: [Fault]

  package init(text: String, left: [Fault]) { (self.text, self.left) = (text, left) }
}
