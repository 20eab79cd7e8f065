public import HomeworkModel

extension Shapes {
  package static let reviewedAttempt = attempt(
    "ReviewedAttempt", "One play of a quiz, with the answers settled so far, and their questions where asked for.",
    \ReviewedAttempt.attempt,
    Field("answers", .array(reviewedAnswer), \.answers, "In order of question."),
    make: { attempt, answers in
      var attempt = attempt
      attempt.answers = answers.map(\.answer)
      return ReviewedAttempt(attempt: attempt, reviews: answers.compactMap(\.review))
    })

  private static let reviewedAnswer = Shape<ReviewedAnswer>(
    "ReviewedAnswer", "One question of one attempt, settled, and the question where it was asked for.",
    Told.questionId, Told.index, Told.response, Told.outcome, Told.streakPosition, Told.elapsed, Told.answeredAt,
    Told.homeworkId,
    Field(optional: "question", .string, \.review?.question, "What was asked, as it was played."),
    Field(optional: "options", .array(.string), \.review?.options, "Of an MCQ, in order of their letters."),
    Field(
      optional: "correctIndex", .integer(0...25), \.review?.correctIndex, "Of an MCQ: the right one of them, from 0."),
    Field(
      optional: "responseText", .string, \.review?.responseText,
      "The text of the option, or what was written; left out when skipped."),
    Field(optional: "correctAnswer", .string, \.review?.correctAnswer, "What is right."),
    Field(optional: "explanation", .string, \.review?.explanation, "Why; may be empty."),
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
  static let retention = Shape<Double>.number.of(\Retention.value) { number in
    guard let retention = Retention(number) else {
      throw Fault(path: "", message: "must be above 0 and below 1, is \(number)")
    }
    return retention
  }

  static let dueReviews = Shape<DueReviews>(
    "DueReviews", "What a learner is to be asked again, by homework.",
    Field(
      "homework", .array(dueHomework), \.homework,
      "Those of whose questions any was answered: by how many are due, then by when the next one is."),
    derived: [Derived("total", .count, \.total, "Questions that are due, of all homework.")],
    make: { DueReviews($0) })

  private static let dueHomework = Shape<DueHomework>(
    "DueHomework", "How much of one homework a learner is to be asked again.",
    Field("homeworkId", .id(), \.homeworkId, "Whose questions they are."),
    Field("title", .string, \.title, "What it is called."),
    Field("due", .count, \.due, "Questions that are due."),
    Field(optional: "nextDueAt", .time, \.nextDueAt, "When the next one is, where none is due yet."),
    make: { DueHomework(homeworkId: $0, title: $1, due: $2, nextDueAt: $3) })
}

/// One answer, with its question where that was asked for.
struct ReviewedAnswer: Answered {
  let answer: Answer
  let review: AnswerReview?
}

/// An attempt, with what its answers were to where that was asked for.
public struct ReviewedAttempt: Hashable, Sendable {
  public let attempt: Attempt
  /// One for each answer; none where the attempt was only looked at.
  public let reviews: [AnswerReview]

  /// Only looked at.
  package init(_ attempt: Attempt) { self.init(attempt: attempt, reviews: []) }

  /// In the words of the quiz that it was played with, which may have been replaced since.
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

/// What an answer was to, in the words that it was played with.
public struct AnswerReview: Hashable, Sendable {
  public let question: String
  /// Of an MCQ, in order of their letters.
  public let options: [String]?
  /// Of an MCQ: the right one of `options`.
  public let correctIndex: Int?
  /// The text of the option that was chosen, or what was written; `nil` when skipped.
  public let responseText: String?
  public let correctAnswer: String
  /// May be empty.
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
