import HomeworkFormats
public import HomeworkModel

extension Shapes {
  package static let reviewedAttempt = Shape<ReviewedAttempt>(
    "ReviewedAttempt", "One play of a quiz with the answers so far and, if requested, their questions.",
    ReviewedAttempt(.blank)
  ) {
    played.map { $0.within(\.attempt) }
    Field("answers", \.answers, .array(reviewedAnswer), "The answers, in the order of the questions.")
  }

  private static let reviewedAnswer = Shape<ReviewedAnswer>(
    "ReviewedAnswer", "An answer to one question of an attempt and, if requested, the question.",
    ReviewedAnswer(answer: .blank)
  ) {
    answerFields.map { $0.within(\.answer) }
    review.map { $0.within(\.review, .blank) }
  }

  @Fields<AnswerReview> private static var review: [Field<AnswerReview>] {
    Field("question", \.question, "The question, as it was worded in this attempt.")
    Field("options", \.options, "The options of an MCQ, in the order of their letters.")
    Field("correctIndex", \.correctIndex, .integer(0...25), "The index of an MCQ's correct option, from 0.")
    Field(
      "responseText", \.responseText,
      "The text of the chosen option, or the text entered; omitted if the question was skipped.")
    Field("correctAnswer", \.correctAnswer, "The correct answer.")
    Field("explanation", \.explanation, "The explanation; may be empty.")
    Field(
      "gradedAnew", \.gradedAnew, .word,
      "Why the outcome is another than when the answer was given; the correct answer is that of the corrected key.")
    QuestionShape.pictures.map { $0.within(\.pictures) }
    Field("answerPicture", \.pictures.answer, QuestionShape.picture, "The picture shown with the answer.")
  }
}

extension Shapes {
  static let retention = Shape<Double>.number(0...1).map(
    to: { number in
      guard let retention = Retention(rawValue: number) else {
        throw Fault(path: "", message: "must be above 0 and below 1, not \(number)")
      }
      return retention
    }, from: \.rawValue)

  static let dueReviews = Shape<DueReviews>(
    "DueReviews", "The questions that are due for a learner, by homework.", DueReviews([])
  ) {
    Field(
      "homework", \.homework, .array(dueHomework),
      "Every homework with an answered question, by number of due questions, then by next due time.")
    Field(derived: "total", \.total, .count, "The number of due questions in all homework.")
    Field(
      "days", \.days, .array(dueDay), "The questions that become due on each of the days asked for, today with overdue."
    )
  }

  private static let dueDay = Shape<DueDay>(
    "DueDay", "The number of questions that become due on one day.", DueDay(day: "", due: 0)
  ) {
    Field("day", \.day, .day, "The day.")
    Field("due", \.due, "The number of questions.")
  }

  private static let dueHomework = Shape<DueHomework>(
    "DueHomework", "The number of due questions of one homework.",
    DueHomework(homeworkId: .blank, title: "", due: 0, nextDueAt: nil)
  ) {
    Field("homeworkId", \.homeworkId, "The homework's id.")
    Field("title", \.title, "The title.")
    Field("due", \.due, "The number of due questions.")
    Field("nextDueAt", \.nextDueAt, "When the next question is due, if none is due now.")
  }
}

/// An answer and, if requested, its question.
struct ReviewedAnswer: Sendable {
  var answer: Answer
  var review: AnswerReview?
}

/// An attempt and, if requested, the questions of its answers.
public struct ReviewedAttempt: Hashable, Sendable {
  public var attempt: Attempt
  /// One for each answer; empty unless requested.
  public var reviews: [AnswerReview]

  /// Creates an attempt without questions.
  package init(_ attempt: Attempt) { self.init(attempt: attempt, reviews: []) }

  /// Creates an attempt with the questions of the quiz it was played with, which may have been replaced since.
  ///
  /// - Parameter regraded: the questions with corrected keys, and why answers were graded anew, by index.
  package init(
    _ attempt: Attempt, in quiz: Quiz, _ regraded: (keys: [Question.ID: Question], reasons: [Int: GradingReason])
  ) {
    let questions = Dictionary(attempt.questions(of: quiz).map { ($0.id, $0) }) { first, _ in first }
    self.init(
      attempt: attempt,
      reviews: attempt.answers.compactMap { answer in
        questions[answer.questionId].map {
          AnswerReview(
            answer, $0, key: regraded.keys[$0.id] ?? $0, gradedAnew: regraded.reasons[answer.index])
        }
      })
  }

  fileprivate init(attempt: Attempt, reviews: [AnswerReview]) { (self.attempt, self.reviews) = (attempt, reviews) }

  fileprivate var answers: [ReviewedAnswer] {
    get {
      attempt.answers.enumerated().map {
        ReviewedAnswer(answer: $1, review: reviews.indices.contains($0) ? reviews[$0] : nil)
      }
    }
    set { (attempt.answers, reviews) = (newValue.map(\.answer), newValue.compactMap(\.review)) }
  }
}

/// The question of an answer, as it was worded in the attempt.
public struct AnswerReview: Hashable, Sendable {
  public var question: String
  /// The options or items, in the order of their letters.
  public var options: [String]?
  /// The index of an MCQ's correct option.
  public var correctIndex: Int?
  /// The text of the chosen option, or the text entered; `nil` if skipped.
  public var responseText: String?
  public var correctAnswer: String
  /// The explanation; may be empty.
  public var explanation: String
  /// Why the outcome is another than when the answer was given.
  public var gradedAnew: GradingReason?
  public var pictures: QuestionPictures

  fileprivate static var blank: Self {
    Self(
      question: "", options: nil, correctIndex: nil, responseText: nil, correctAnswer: "", explanation: "",
      gradedAnew: nil, pictures: QuestionPictures())
  }

  fileprivate init(
    question: String, options: [String]?, correctIndex: Int?, responseText: String?, correctAnswer: String,
    explanation: String, gradedAnew: GradingReason?, pictures: QuestionPictures
  ) {
    (self.question, self.options, self.correctIndex) = (question, options, correctIndex)
    (self.responseText, self.gradedAnew) = (responseText, gradedAnew)
    (self.correctAnswer, self.explanation, self.pictures) = (correctAnswer, explanation, pictures)
  }

  /// - Parameter key: the question with the key by which the answer is graded.
  fileprivate init(_ answer: Answer, _ question: Question, key: Question, gradedAnew: GradingReason?) {
    let options = question.body.options
    self.init(
      question: question.shownPrompt, options: options.isEmpty ? nil : options,
      correctIndex: question.body.kind == .mcq ? options.firstIndex(of: key.correctAnswer) : nil,
      responseText: answer.response.map(question.words), correctAnswer: key.correctAnswer,
      explanation: key.explanation, gradedAnew: gradedAnew, pictures: question.pictures)
  }
}
