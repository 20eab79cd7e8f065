public import HomeworkModel

extension Shapes {
  package static let reviewedAttempt = attempt(
    "ReviewedAttempt", "One play of a quiz with the answers so far and, if requested, their questions.",
    \ReviewedAttempt.attempt,
    Field("answers", .array(reviewedAnswer), \.answers, "The answers, in the order of the questions."),
    make: { attempt, answers in
      var attempt = attempt
      attempt.answers = answers.map(\.answer)
      return ReviewedAttempt(attempt: attempt, reviews: answers.compactMap(\.review))
    })

  private static let reviewedAnswer = Shape<ReviewedAnswer>(
    "ReviewedAnswer", "An answer to one question of an attempt and, if requested, the question.",
    Told.questionId, Told.index, Told.response, Told.outcome, Told.streakPosition, Told.elapsed, Told.answeredAt,
    Told.homeworkId,
    Field(optional: "question", .string, \.review?.question, "The question, as it was worded in this attempt."),
    Field(
      optional: "options", .array(.string), \.review?.options, "The options of an MCQ, in the order of their letters."),
    Field(
      optional: "correctIndex", .integer(0...25), \.review?.correctIndex,
      "The index of an MCQ's correct option, from 0."),
    Field(
      optional: "responseText", .string, \.review?.responseText,
      "The text of the chosen option, or the text entered; omitted if the question was skipped."),
    Field(optional: "correctAnswer", .string, \.review?.correctAnswer, "The correct answer."),
    Field(optional: "explanation", .string, \.review?.explanation, "The explanation; may be empty."),
    make: {
      id, index, response, outcome, position, elapsed, moment, homework, question, options, rightIndex, text, right,
      explanation
      in
      ReviewedAnswer(
        answer: makeAnswer(id, index, response, outcome, position, elapsed, moment, homework),
        review: question.map {
          AnswerReview(
            question: $0, options: options, correctIndex: rightIndex, responseText: text, correctAnswer: right ?? "",
            explanation: explanation ?? "")
        })
    })
}

extension Shapes {
  static let retention = Shape<Double>.number(0...1).of(\Retention.rawValue) { number in
    guard let retention = Retention(rawValue: number) else {
      throw Fault(path: "", message: "must be above 0 and below 1, not \(number)")
    }
    return retention
  }

  static let dueReviews = Shape<DueReviews>(
    "DueReviews", "The questions that are due for a learner, by homework.",
    Field(
      "homework", .array(dueHomework), \.homework,
      "Every homework with an answered question, by number of due questions, then by next due time."),
    derived: [Derived("total", .count, \.total, "The number of due questions in all homework.")],
    make: { DueReviews($0) })

  private static let dueHomework = Shape<DueHomework>(
    "DueHomework", "The number of due questions of one homework.",
    Field("homeworkId", .id(), \.homeworkId, "The homework's id."),
    Field("title", .string, \.title, "The title."),
    Field("due", .count, \.due, "The number of due questions."),
    Field(optional: "nextDueAt", .time, \.nextDueAt, "When the next question is due, if none is due now."),
    make: { DueHomework(homeworkId: $0, title: $1, due: $2, nextDueAt: $3) })
}

/// An answer and, if requested, its question.
struct ReviewedAnswer: Answered {
  let answer: Answer
  let review: AnswerReview?
}

/// An attempt and, if requested, the questions of its answers.
public struct ReviewedAttempt: Hashable, Sendable {
  public let attempt: Attempt
  /// One for each answer; empty unless requested.
  public let reviews: [AnswerReview]

  /// Creates an attempt without questions.
  package init(_ attempt: Attempt) { self.init(attempt: attempt, reviews: []) }

  /// Creates an attempt with the questions of the quiz it was played with, which may have been replaced since.
  package init(_ attempt: Attempt, in quiz: Quiz) {
    let questions = Dictionary(attempt.questions(of: quiz).map { ($0.id, $0) }) { first, _ in first }
    self.init(
      attempt: attempt,
      reviews: attempt.answers.compactMap { answer in questions[answer.questionId].map { AnswerReview(answer, $0) } })
  }

  fileprivate init(attempt: Attempt, reviews: [AnswerReview]) { (self.attempt, self.reviews) = (attempt, reviews) }

  fileprivate var answers: [ReviewedAnswer] {
    attempt.answers.enumerated().map {
      ReviewedAnswer(answer: $1, review: reviews.indices.contains($0) ? reviews[$0] : nil)
    }
  }
}

/// The question of an answer, as it was worded in the attempt.
public struct AnswerReview: Hashable, Sendable {
  public let question: String
  /// The options of an MCQ, in the order of their letters.
  public let options: [String]?
  /// The index of an MCQ's correct option.
  public let correctIndex: Int?
  /// The text of the chosen option, or the text entered; `nil` if skipped.
  public let responseText: String?
  public let correctAnswer: String
  /// The explanation; may be empty.
  public let explanation: String

  fileprivate init(
    question: String, options: [String]?, correctIndex: Int?, responseText: String?, correctAnswer: String,
    explanation: String
  ) {
    (self.question, self.options, self.correctIndex) = (question, options, correctIndex)
    self.responseText = responseText
    (self.correctAnswer, self.explanation) = (correctAnswer, explanation)
  }

  fileprivate init(_ answer: Answer, _ question: Question) {
    var (options, correctIndex): ([String]?, Int?)
    if case .mcq(let texts, let right) = question.body { (options, correctIndex) = (texts, right) }
    self.init(
      question: question.prompt, options: options, correctIndex: correctIndex,
      responseText: answer.response.map(question.words),
      correctAnswer: question.correctAnswer,
      explanation: question.explanation)
  }
}

extension ReviewedAttempt: AttemptHead {
  var id: Attempt.ID { attempt.id }
  var homeworkId: Homework.ID? { attempt.homeworkId }
  var quizId: Quiz.ID? { attempt.quizId }
  var learnerId: Learner.ID { attempt.learnerId }
  var state: Attempt.State { attempt.state }
  var questionCount: Int { attempt.questionCount }
  var startedAt: Timestamp { attempt.startedAt }
  var finishedAt: Timestamp? { attempt.finishedAt }
  var terms: AttemptTerms { attempt.terms }
  var score: Score { attempt.score }
}
