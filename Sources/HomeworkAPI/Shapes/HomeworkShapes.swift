import HomeworkFormats
public import HomeworkModel

/// The shapes of the protocol, each declared once.
package enum Shapes {
  /// A picture with its bytes in Base64.
  static let pictureFile = Shape<Picture>.object(
    Field("mediaType", .word, \.type, "The media type."),
    Field("base64", .string, { Base64.text(of: $0.bytes) }, "The bytes of the file, in Base64."),
    derived: [Derived("byteCount", .count, { $0.bytes.count }, "The size of the file.")],
    make: { _, base64 in
      guard let bytes = Base64.bytes(of: base64) else { throw Fault(path: "base64", message: "must be Base64") }
      return try Picture(bytes)
    })

  package static let progress = Shape<HomeworkProgress>(
    "Progress", "Totals of the finished attempts at an assignment. They never decrease.",
    Field(optional: "bestScore", .integer(0...200), \.bestScore, "The number of correct answers in the best attempt."),
    Field(optional: "bestTotal", .integer(1...200), \.bestTotal, "The number of questions in the best attempt."),
    Field("completionPercentage", .integer(0...100), \.completionPercentage, "The highest percentage reached."),
    Field("totalAttempts", .count, \.totalAttempts, "The number of completed attempts."),
    Field(optional: "lastPlayedAt", .time, \.lastPlayedAt, "When the last attempt was completed."),
    make: HomeworkProgress.init)

  package static let generation = Shape<Generation>(
    "Generation", "The generation of an assignment's quiz.",
    Field("state", generationState, { GenerationState($0) }, "The state of the generation."),
    Field(optional: "reason", .word, \.failure, "Why it failed."),
    Field(optional: "retryAt", .time, \.retryAt, "The earliest time of the next try."),
    make: { state, reason, retryAt in
      switch (state, reason) {
      case (.none, _): .none
      case (.pending, _): .pending
      case (.ready, _): .ready
      case (.failed, let reason?): .failed(reason, retryAt: retryAt)
      case (.failed, nil): throw Fault(path: "reason", message: "is missing")
      }
    })
  static let generationState = Shape<GenerationState>.word

  private static let picture = Shape<PictureInfo>.object(
    Field("digest", .string, \.digest, "The SHA-256 digest of the file, in hexadecimal."),
    Field("mediaType", .word, \.type, "The media type."),
    Field("byteCount", .count, \.byteCount, "The size of the file in bytes."),
    make: { PictureInfo(digest: $0, type: $1, byteCount: $2) })

  package static let homework = Shape<Homework>(
    "Homework", "One piece of work to revise.",
    Field("id", .id(), \.id, "The id."),
    Field("title", .string, \.title, "The title, 1 to 500 characters."),
    Field(optional: "subject", .string, \.subject, "The subject, such as Mathematics."),
    Field("collections", .array(.string), \.collections, "The collections it belongs to, sorted by name."),
    Field(optional: "image", picture, \.picture, "The picture."),
    Field(optional: "text", .string, \.text, "The text."),
    Field("createdAt", .time, \.createdAt, "When the homework was added."),
    Field(optional: "dueOn", .day, \.dueOn, "The day it is due."),
    Field(optional: "completedAt", .time, \.completedAt, "When it was marked as done."),
    Field(optional: "note", .string, \.note, "A note to it."),
    Field("generation", generation, \.generation, "The generation of its quiz."),
    Field(optional: "quizId", .id(), \.quizId, "The quiz."),
    Field(
      "questionCount", .integer(0...200), \.questionCount, "The number of questions in its quiz; 0 without a quiz."),
    Field("progress", progress, \.progress, "The totals of its finished attempts."),
    Field(optional: "openAttemptId", .id(), \.openAttemptId, "The attempt in progress at its quiz."),
    make: {
      Homework(
        id: $0, title: $1, subject: $2, collections: $3, picture: $4, text: $5, createdAt: $6, dueOn: $7,
        completedAt: $8, note: $9, generation: $10, quizId: $11, questionCount: $12, progress: $13, openAttemptId: $14)
    })

  package static func page<Item: Sendable>(
    _ item: Shape<Item>, order: String = "Newest first."
  ) -> Shape<Page<Item>> {
    .object(
      Field("items", .array(item), \.items, order),
      Field(optional: "next", .string, \.next, "The cursor of the next page: pass it as `after`."),
      make: { Page(items: $0, next: $1) })
  }

  static let collection = Shape<HomeworkCollection>.object(
    Field("name", .string, \.name, "The name of the collection."),
    Field("homework", .count, \.homework, "The number of homework in it."),
    Field("completedHomework", .count, \.completedHomework, "The number of homework marked as done."),
    make: { HomeworkCollection(name: $0, homework: $1, completedHomework: $2) })

  package static let statistics = Shape<Statistics>(
    "Statistics", "Totals of all finished attempts, including those of deleted homework.",
    Field("starsTotal", .count, \.earned.starsTotal, "The number of stars earned."),
    Field("finishedAttempts", .count, \.earned.finishedAttempts, "The number of completed attempts."),
    Field("correctAnswers", .count, \.correctAnswers, "The number of correct answers in them."),
    Field("questions", .count, \.questions, "The number of questions in them."),
    Field("elapsedMs", .count, \.elapsedMs, "The time spent on them, in milliseconds."),
    Field("longestRun", .count, \.longestRun, "The longest run of correct MCQs in one attempt."),
    Field("grades", grades, \.grades, "The number of attempts with each grade."),
    Field("achievements", .array(.word), \.earned.achievements, "The unlocked achievements."),
    Field("milestones", .array(.count), \.earned.milestones, "The milestones reached: numbers of completed attempts."),
    Field("homework", .count, \.homework, "The number of homework now."),
    Field("completedHomework", .count, \.completedHomework, "The number of homework marked as done."),
    Field("subjects", .array(subject), \.subjects, "The totals by subject; homework without a subject comes first."),
    make: {
      Statistics(
        earned: Earned(
          starsTotal: $0, finishedAttempts: $1, achievements: $7, milestones: $8, hasFirstCapture: $9 > 0),
        correctAnswers: $2, questions: $3, elapsedMs: $4, longestRun: $5, grades: $6, subjects: $11, homework: $9,
        completedHomework: $10)
    })

  private static let grades = Shape<[String: Int]>.map(.count).of(
    { (grades: [Grade: Int]) in
      Dictionary(uniqueKeysWithValues: Grade.allCases.map { ($0.rawValue, grades[$0] ?? 0) })
    },
    make: { counts in
      Dictionary(uniqueKeysWithValues: counts.compactMap { word, count in Grade(rawValue: word).map { ($0, count) } })
    })

  private static let subject = Shape<Statistics.Subject>.object(
    Field(optional: "name", .string, \.name, "The subject; omitted for homework without one."),
    Field("finishedAttempts", .count, \.finishedAttempts, "The number of completed attempts."),
    Field("correctAnswers", .count, \.correctAnswers, "The number of correct answers in them."),
    Field("questions", .count, \.questions, "The number of questions in them."),
    make: { Statistics.Subject(name: $0, finishedAttempts: $1, correctAnswers: $2, questions: $3) })

  package static let fault = Shape<Fault>(
    "Fault", "Something that is wrong or was left out.",
    Field(
      "path", .string, \.path, "Where it is: a path such as `questions[0].options`, a line, or a kind of question."),
    Field("message", .string, \.message, "What is wrong."),
    make: Fault.init)
}

/// An assignment to add.
public struct HomeworkAddition: Sendable {
  public var title: String
  public var subject: String?
  public var collections: [String]
  public var text: String?
  /// The absolute path of a picture, which the serving process reads.
  public var imagePath: String?
  /// The due date, such as `2026-11-20`.
  public var dueOn: String?
  public var note: String?
  public var quiz: QuizDraft?

  public init(
    title: String, subject: String? = nil, collections: [String] = [], text: String? = nil, imagePath: String? = nil,
    dueOn: String? = nil, note: String? = nil, quiz: QuizDraft? = nil
  ) {
    (self.title, self.subject, self.collections, self.text) = (title, subject, collections, text)
    (self.imagePath, self.dueOn, self.note, self.quiz) = (imagePath, dueOn, note, quiz)
  }

  /// The draft that the store takes.
  package func draft(_ picture: Picture?) -> HomeworkDraft {
    HomeworkDraft(
      title: title, subject: subject, collections: collections, picture: picture, text: text, dueOn: dueOn, note: note,
      quiz: quiz)
  }

  static let example = HomeworkAddition(
    title: "Adding fractions", subject: "Mathematics", collections: ["Week 47"], dueOn: "2026-11-27",
    quiz: Methods.exampleQuiz)
  static let imageSummary =
    "the absolute path of a JPEG, PNG or HEIC file up to 16 MiB, which the serving process reads"

  static let shape = Shape<Self>.object(
    Field("title", .string, \.title, "the title"),
    Field(optional: "subject", .string, \.subject, "its subject, such as Mathematics"),
    Field("collections", .array(.string), else: [], \.collections, "the collections it belongs to"),
    Field(optional: "text", .string, \.text, "the text of the homework"),
    Field(optional: "imagePath", .string, \.imagePath, imageSummary),
    Field(optional: "dueOn", .day, \.dueOn, "the day it is due, such as 2026-11-20"),
    Field(optional: "note", .string, \.note, "a note to it"),
    Field(optional: "quiz", Shapes.quizInput.readElsewhere(), \.quiz, "its quiz; ids are optional"),
    make: {
      Self(title: $0, subject: $1, collections: $2, text: $3, imagePath: $4, dueOn: $5, note: $6, quiz: $7)
    })
}

/// Changes to an assignment. What is `nil` stays the same, and an empty text removes the value.
public struct HomeworkEdit: Sendable {
  public var homeworkId: String
  public var title: String?
  public var subject: String?
  public var collections: [String]?
  public var text: String?
  public var imagePath: String?
  public var dueOn: String?
  public var note: String?

  public init(
    homeworkId: String, title: String? = nil, subject: String? = nil, collections: [String]? = nil,
    text: String? = nil, imagePath: String? = nil, dueOn: String? = nil, note: String? = nil
  ) {
    (self.homeworkId, self.title, self.subject) = (homeworkId, title, subject)
    (self.collections, self.text, self.imagePath) = (collections, text, imagePath)
    (self.dueOn, self.note) = (dueOn, note)
  }

  /// The change that the store takes.
  package func change(_ picture: HomeworkChange.Part<Picture>?) -> HomeworkChange {
    func part(_ text: String?) -> HomeworkChange.Part<String>? { text.map { $0.isEmpty ? .clear : .set($0) } }
    return HomeworkChange(
      title: title, subject: part(subject), collections: collections, picture: picture, text: part(text),
      dueOn: part(dueOn), note: part(note))
  }

  static let shape = Shape<Self>.object(
    Field("homeworkId", .string, \.homeworkId, "the id, or a unique beginning or end of it"),
    Field(optional: "title", .string, \.title, "the title"),
    Field(optional: "subject", .string, \.subject, "the new value; an empty string removes it"),
    Field(optional: "collections", .array(.string), \.collections, "all collections it belongs to"),
    Field(optional: "text", .string, \.text, "the new value; an empty string removes it"),
    Field(optional: "imagePath", .string, \.imagePath, HomeworkAddition.imageSummary),
    Field(optional: "dueOn", .string, \.dueOn, "the new value; an empty string removes it"),
    Field(optional: "note", .string, \.note, "the new value; an empty string removes it"),
    make: {
      Self(homeworkId: $0, title: $1, subject: $2, collections: $3, text: $4, imagePath: $5, dueOn: $6, note: $7)
    })
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

extension Generation {
  fileprivate var failure: GenerationFailure? { if case .failed(let reason, _) = self { reason } else { nil } }
  fileprivate var retryAt: Timestamp? { if case .failed(_, let retryAt) = self { retryAt } else { nil } }
}
