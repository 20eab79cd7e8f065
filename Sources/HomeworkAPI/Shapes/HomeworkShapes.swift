import HomeworkFormats
public import HomeworkModel

/// The shapes of the protocol, each declared once.
package enum Shapes {
  /// A picture with its bytes in Base64.
  static let pictureFile = Shape.object((type: PictureType.jpeg, base64: "", byteCount: 0)) {
    Field("mediaType", \.type, .word, "The media type.")
    Field("base64", \.base64, "The bytes of the file, in Base64.")
    Field(derived: "byteCount", \.byteCount, .count, "The size of the file.")
  }.map(
    to: { read in
      guard let bytes = Base64.bytes(of: read.base64) else { throw Fault(path: "base64", message: "must be Base64") }
      return try Picture(bytes)
    }, from: { (picture: Picture) in (picture.type, Base64.text(of: picture.bytes), picture.bytes.count) })

  package static let progress = Shape<HomeworkProgress>(
    "Progress", "Totals of the finished attempts at an assignment. They never decrease.", HomeworkProgress()
  ) {
    Field("bestScore", \.bestScore, .integer(0...200), "The number of correct answers in the best attempt.")
    Field("bestTotal", \.bestTotal, .integer(1...200), "The number of questions in the best attempt.")
    Field("completionPercentage", \.completionPercentage, .integer(0...100), "The highest percentage reached.")
    Field("totalAttempts", \.totalAttempts, "The number of completed attempts.")
    Field("lastPlayedAt", \.lastPlayedAt, "When the last attempt was completed.")
  }

  package static let generation = Shape(
    "Generation", "The generation of an assignment's quiz.",
    (state: GenerationState.none, reason: GenerationFailure?.none, retryAt: Timestamp?.none)
  ) {
    Field("state", \.state, generationState, "The state of the generation.")
    Field("reason", \.reason, .word, "Why it failed.")
    Field("retryAt", \.retryAt, "The earliest time of the next try.")
  }.map(
    to: { read in
      switch read.state {
      case .none: return .none
      case .pending: return .pending
      case .ready: return .ready
      case .failed:
        guard let reason = read.reason else { throw Fault(path: "reason", message: "is missing") }
        return .failed(reason, retryAt: read.retryAt)
      }
    },
    from: { (generation: Generation) in
      if case .failed(let reason, let retryAt) = generation { return (.failed, reason, retryAt) }
      return (GenerationState(generation), nil, nil)
    })
  static let generationState = Shape<GenerationState>.word

  private static let picture = Shape<PictureInfo>.object(PictureInfo(digest: "", type: .jpeg, byteCount: 0)) {
    Field("digest", \.digest, "The SHA-256 digest of the file, in hexadecimal.")
    Field("mediaType", \.type, .word, "The media type.")
    Field("byteCount", \.byteCount, "The size of the file in bytes.")
  }

  package static let homework = Shape<Homework>(
    "Homework", "One piece of work to revise.", Homework(id: .blank, title: "", createdAt: .blank)
  ) {
    Field("id", \.id, "The id.")
    Field("title", \.title, "The title, 1 to 500 characters.")
    Field("subject", \.subject, "The subject, such as Mathematics.")
    Field("collections", \.collections, "The collections it belongs to, sorted by name.")
    Field("image", \.picture, picture, "The picture.")
    Field("text", \.text, "The text.")
    Field("createdAt", \.createdAt, "When the homework was added.")
    Field("dueOn", \.dueOn, .day, "The day it is due.")
    Field("completedAt", \.completedAt, "When it was marked as done.")
    Field("note", \.note, "A note to it.")
    Field("generation", \.generation, generation, "The generation of its quiz.")
    Field("quizId", \.quizId, "The quiz.")
    Field("questionCount", \.questionCount, .integer(0...200), "The number of questions in its quiz; 0 without a quiz.")
    Field("progress", \.progress, progress, "The totals of its finished attempts.")
    Field("openAttemptId", \.openAttemptId, "The attempt in progress at its quiz.")
  }

  package static func page<Item: Sendable>(_ item: Shape<Item>) -> Shape<Page<Item>> {
    .object(Page(items: [], next: nil)) {
      Field("items", \.items, .array(item), "Newest first.")
      Field("next", \.next, "The cursor of the next page: pass it as `after`.")
    }
  }

  static let collection = Shape<HomeworkCollection>.object(
    HomeworkCollection(name: "", homework: 0, completedHomework: 0)
  ) {
    Field("name", \.name, "The name of the collection.")
    Field("homework", \.homework, "The number of homework in it.")
    Field("completedHomework", \.completedHomework, "The number of homework marked as done.")
  }

  package static let statistics = Shape<Statistics>(
    "Statistics", "Totals of all finished attempts, including those of deleted homework.",
    Statistics(
      earned: Earned(starsTotal: 0, finishedAttempts: 0, achievements: [], milestones: [], hasFirstCapture: false),
      correctAnswers: 0, questions: 0, elapsedMs: 0, longestRun: 0, grades: [:], subjects: [], homework: 0,
      completedHomework: 0)
  ) {
    Field("starsTotal", \.earned.starsTotal, "The number of stars earned.")
    Field("finishedAttempts", \.earned.finishedAttempts, "The number of completed attempts.")
    Field("correctAnswers", \.correctAnswers, "The number of correct answers in them.")
    Field("questions", \.questions, "The number of questions in them.")
    Field("elapsedMs", \.elapsedMs, "The time spent on them, in milliseconds.")
    Field("longestRun", \.longestRun, "The longest run of correct MCQs in one attempt.")
    Field("grades", \.grades, grades, "The number of attempts with each grade.")
    Field("achievements", \.earned.achievements, .array(.word), "The unlocked achievements.")
    Field("milestones", \.earned.milestones, "The milestones reached: numbers of completed attempts.")
    Field("homework", \.homework, "The number of homework now.")
    Field("completedHomework", \.completedHomework, "The number of homework marked as done.")
    Field("subjects", \.subjects, .array(subject), "The totals by subject; homework without a subject comes first.")
  }

  private static let grades = Shape<[String: Int]>.map(.count).map(
    to: { counts in
      Dictionary(uniqueKeysWithValues: counts.compactMap { word, count in Grade(rawValue: word).map { ($0, count) } })
    },
    from: { (grades: [Grade: Int]) in
      Dictionary(uniqueKeysWithValues: Grade.allCases.map { ($0.rawValue, grades[$0] ?? 0) })
    })

  private static let subject = Shape<Statistics.Subject>.object(
    Statistics.Subject(name: nil, finishedAttempts: 0, correctAnswers: 0, questions: 0)
  ) {
    Field("name", \.name, "The subject; omitted for homework without one.")
    Field("finishedAttempts", \.finishedAttempts, "The number of completed attempts.")
    Field("correctAnswers", \.correctAnswers, "The number of correct answers in them.")
    Field("questions", \.questions, "The number of questions in them.")
  }

  package static let fault = Shape<Fault>(
    "Fault", "Something that is wrong or was left out.", Fault(path: "", message: "")
  ) {
    Field("path", \.path, "Where it is: a path such as `questions[0].options`, a line, or a kind of question.")
    Field("message", \.message, "What is wrong.")
  }
}

/// An assignment to add.
public struct HomeworkAddition: DefaultInitializable {
  public var title = "", subject: String?, collections: [String] = [], text: String?, imagePath: String?
  public var dueOn: String?, note: String?, quiz: QuizDraft?

  public init() {}

  /// The draft that the store takes.
  package func draft(_ picture: Picture?) -> HomeworkDraft {
    HomeworkDraft(
      title: title, subject: subject, collections: collections, picture: picture, text: text, dueOn: dueOn, note: note,
      quiz: quiz)
  }

  static let example = HomeworkAddition {
    ($0.title, $0.subject, $0.collections, $0.dueOn, $0.quiz) = (
      "Adding fractions", "Mathematics", ["Week 47"], "2026-11-27", Methods.exampleQuiz
    )
  }
  static let longestText = 1 << 20
  static let imageSummary =
    "the absolute path of a \(PictureType.words) file up to 16 MiB, which the serving process reads"

  static let shape = Shape<Self>.object(Self()) {
    Field("title", \.title, "the title")
    Field("subject", \.subject, "its subject, such as Mathematics")
    Field(optional: "collections", \.collections, "a collection it belongs to")
    Field("text", \.text, .string.upTo(longestText), "the text of the homework")
    Field("imagePath", \.imagePath, .file.upTo(4096), imageSummary)
    Field("dueOn", \.dueOn, .day, "the day it is due")
    Field("note", \.note, .string.upTo(longestText), "a note to it")
    Field("quiz", \.quiz, Shapes.quizInput, "its quiz; ids are optional")
  }
}

/// Changes to an assignment. What is `nil` stays the same, and an empty text removes the value.
public struct HomeworkEdit: DefaultInitializable {
  public var homeworkId = "", title: String?, subject: String?, collections: [String]?, text: String?
  public var imagePath: String?, dueOn: String?, note: String?

  public init() {}

  /// The change that the store takes.
  package func change(_ picture: HomeworkChange.Part<Picture>?) -> HomeworkChange {
    func part(_ text: String?) -> HomeworkChange.Part<String>? { text.map { $0.isEmpty ? .clear : .set($0) } }
    return HomeworkChange(
      title: title, subject: part(subject), collections: collections, picture: picture, text: part(text),
      dueOn: part(dueOn), note: part(note))
  }

  static let shape = Shape<Self>.object(Self()) {
    Field("homeworkId", \.homeworkId, "the id, or a unique beginning or end of it")
    Field("title", \.title, "the new title")
    Field("subject", \.subject, "its subject; \"\" removes it")
    Field("collections", \.collections, "a collection it belongs to; replaces all of them")
    Field("text", \.text, .string.upTo(HomeworkAddition.longestText), "its text; \"\" removes it")
    Field("imagePath", \.imagePath, .file.upTo(4096), HomeworkAddition.imageSummary)
    Field("dueOn", \.dueOn, "the day it is due; \"\" removes it")
    Field("note", \.note, .string.upTo(HomeworkAddition.longestText), "a note to it; \"\" removes it")
  }
}

/// The state of a quiz's generation, as a word.
public enum GenerationState: String, CaseIterable, Sendable {
  case none, pending, ready, failed

  init(_ generation: Generation) {
    self =
      switch generation {
      case .none: .none
      case .pending: .pending
      case .ready: .ready
      case .failed: .failed
      }
  }
}

extension Learner {
  static var blank: Self { Self(id: .blank, name: "", isDefault: false, createdAt: .blank) }
}
