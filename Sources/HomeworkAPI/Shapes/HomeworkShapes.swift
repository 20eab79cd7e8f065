import HomeworkFormats
import HomeworkJSON
package import HomeworkModel

/// The shapes of the protocol, each declared once.
package enum Shapes {
  /// Its bytes in Base64.
  static let pictureFile = Shape<Picture>.object(
    Field("mediaType", .word, \.type, "What it is."),
    Field("base64", .string, { Base64.text(of: $0.bytes) }, "Its bytes, in Base64."),
    derived: [Derived("byteCount", .count, { $0.bytes.count }, "The size of the file.")],
    make: { _, base64 in
      guard let bytes = Base64.bytes(of: base64) else { throw Fault(path: "base64", message: "must be Base64") }
      return try Picture(bytes)
    })

  package static let progress = Shape<HomeworkProgress>(
    "Progress", "Totals of the finished attempts at a homework. It never goes down.",
    Field(optional: "bestScore", .integer(0...200), \.bestScore, "Correct answers of the best attempt."),
    Field(optional: "bestTotal", .integer(1...200), \.bestTotal, "Questions of the best attempt."),
    Field("completionPercentage", .integer(0...100), \.completionPercentage, "The highest percentage reached."),
    Field("totalAttempts", .count, \.totalAttempts, "Completed attempts."),
    Field(optional: "lastPlayedAt", .time, \.lastPlayedAt, "When the last of them was completed."),
    make: HomeworkProgress.init)

  package static let generation = Shape<Generation>(
    "Generation", "The state of generating a quiz from a homework.",
    Field("state", generationState, { GenerationState($0) }, "Where it stands."),
    Field(optional: "reason", .word, \.failure, "Why it failed."),
    Field(optional: "retryAt", .time, \.retryAt, "The earliest time of another try."),
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
    Field("digest", .string, \.digest, "SHA-256 of its bytes, in hexadecimal."),
    Field("mediaType", .word, \.type, "What it is."),
    Field("byteCount", .count, \.byteCount, "Its size in bytes."),
    make: { PictureInfo(digest: $0, type: $1, byteCount: $2) })

  package static let homework = Shape<Homework>(
    "Homework", "One piece of work to revise.",
    Field("id", .id(), \.id, "Its id."),
    Field("title", .string, \.title, "Its name, 1 to 500 characters."),
    Field(optional: "subject", .string, \.subject, "Such as Mathematics."),
    Field("collections", .array(.string), \.collections, "Names of the collections it belongs to, in order of name."),
    Field(optional: "image", picture, \.picture, "Its picture."),
    Field(optional: "text", .string, \.text, "Its text."),
    Field("createdAt", .time, \.createdAt, "When it was added."),
    Field(optional: "dueOn", .day, \.dueOn, "The day it is due."),
    Field(optional: "completedAt", .time, \.completedAt, "When it was marked done."),
    Field("generation", generation, \.generation, "Where the making of its quiz stands."),
    Field(optional: "quizId", .id(), \.quizId, "Its quiz."),
    Field("questionCount", .integer(0...200), \.questionCount, "Questions of its quiz; 0 without one."),
    Field("progress", progress, \.progress, "Totals of its finished attempts."),
    Field(optional: "openAttemptId", .id(), \.openAttemptId, "The attempt in progress at its quiz."),
    make: {
      Homework(
        id: $0, title: $1, subject: $2, collections: $3, picture: $4, text: $5, createdAt: $6, dueOn: $7,
        completedAt: $8, generation: $9, quizId: $10, questionCount: $11, progress: $12, openAttemptId: $13)
    })

  package static func page<Item: Sendable>(
    _ item: Shape<Item>, order: String = "The newest first."
  ) -> Shape<Page<Item>> {
    .object(
      Field("items", .array(item), \.items, order),
      Field(optional: "next", .string, \.next, "Given as `after`, it gives the page after this one."),
      make: { Page(items: $0, next: $1) })
  }

  static let collection = Shape<HomeworkCollection>.object(
    Field("name", .string, \.name, "What it is called."),
    Field("homework", .count, \.homework, "Homework in it."),
    Field("completedHomework", .count, \.completedHomework, "Those of them marked done."),
    make: { HomeworkCollection(name: $0, homework: $1, completedHomework: $2) })

  package static let statistics = Shape<Statistics>(
    "Statistics", "Totals of all finished attempts, which outlive the homework that they were at.",
    Field("starsTotal", .count, \.earned.starsTotal, "Stars earned."),
    Field("finishedAttempts", .count, \.earned.finishedAttempts, "Completed attempts."),
    Field("correctAnswers", .count, \.correctAnswers, "Correct answers in them."),
    Field("questions", .count, \.questions, "Questions in them."),
    Field("elapsedMs", .count, \.elapsedMs, "Time spent on them, in milliseconds."),
    Field("longestRun", .count, \.longestRun, "The longest run of correct MCQs in one attempt."),
    Field("grades", grades, \.grades, "How many attempts had each grade."),
    Field("achievements", .array(.word), \.earned.achievements, "What was reached for the first time."),
    Field("milestones", .array(.count), \.earned.milestones, "Numbers of completed attempts that were celebrated."),
    Field("homework", .count, \.homework, "Homework there now."),
    Field("completedHomework", .count, \.completedHomework, "Those of them marked done."),
    Field("subjects", .array(subject), \.subjects, "The same by subject, those without one first."),
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
    Field(optional: "name", .string, \.name, "Its name; left out for homework without one."),
    Field("finishedAttempts", .count, \.finishedAttempts, "Completed attempts."),
    Field("correctAnswers", .count, \.correctAnswers, "Correct answers in them."),
    Field("questions", .count, \.questions, "Questions in them."),
    make: { Statistics.Subject(name: $0, finishedAttempts: $1, correctAnswers: $2, questions: $3) })

  package static let fault = Shape<Fault>(
    "Fault", "Something that is wrong, or was left out.",
    Field("path", .string, \.path, "Where: a path such as `questions[0].options`, a line, or a kind of thing."),
    Field("message", .string, \.message, "What is wrong there."),
    make: Fault.init)
}

/// Where the making of a quiz stands, as a word.
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
