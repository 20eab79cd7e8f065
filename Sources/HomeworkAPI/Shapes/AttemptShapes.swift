import HomeworkFormats
public import HomeworkModel
public import HomeworkMotion

extension Shapes {
  package static let answer = Shape<Answer>("Answer", "An answer to one question of an attempt.", .blank) {
    answerFields
  }

  /// The members of an answer, wherever it is sent.
  @Fields<Answer> static var answerFields: [Field<Answer>] {
    Field("questionId", \.questionId, "The question.")
    Field("index", \.index, .integer(0...199), "The question's index in the attempt, from 0.")
    Field("response", \.response, "The letter of the option as shown, or the text; omitted if skipped.")
    Field("outcome", \.outcome, .word, "The outcome.")
    Field(
      "streakPosition", \.streakPosition, .integer(0...10),
      "The streak position, 1 to 10, or 0 for a wrong or skipped MCQ; omitted for other kinds.")
    Field("elapsedMs", \.elapsedMs, "The time spent on the question, in milliseconds.")
    Field("answeredAt", \.answeredAt, "When the answer was given.")
    Field(
      "homeworkId", \.homeworkId,
      "In a review: the question's homework, unless it was deleted. Otherwise the attempt's homework.")
  }

  package static let attempt = Shape<Attempt>("Attempt", "One play of a quiz, with the answers so far.", .blank) {
    played
    Field("answers", \.answers, .array(answer), "The answers, in the order of the questions.")
    Field("home", \.home, "The copy of the library on which it goes on, if not this one.")
  }

  /// The members of an attempt besides its answers.
  @Fields<Attempt> static var played: [Field<Attempt>] {
    head(of: Attempt.self)
    Field(
      "order", \.order, .array(askedQuestion),
      "The questions and options in this attempt's order, if it differs from the quiz's. Answers refer to it.")
    Field(derived: "questionIndex", \.questionIndex, .integer(0...200), "The index of the current question, from 0.")
    Field(derived: "score", \.score.correct, .integer(0...200), "The number of correct answers.")
    Field(derived: "elapsedMs", \.elapsedMs, .count, "The time spent on answered questions, in milliseconds.")
    Field(derived: "streak", \.streak, streak, "The streak of correct MCQs.")
    Field(
      derived: "starsEarned", \.streak.stars, .integer(0...200),
      "The stars: one for each correct MCQ at streak positions 5 to 10.")
  }

  package static let attemptSummary = Shape<AttemptSummary>(
    "AttemptSummary", "One play of a quiz, without its answers.", .blank
  ) {
    head(of: AttemptSummary.self)
    Field("questionIndex", \.standing.settled, .integer(0...200), "The index of the current question, from 0.")
    Field("score", \.standing.correct, .integer(0...200), "The number of correct answers.")
    Field("elapsedMs", \.standing.elapsedMs, "The time spent on answered questions, in milliseconds.")
    Field("streak", \.standing.streak, streak, "The streak of correct MCQs.")
    Field(
      "starsEarned", \.standing.streak.stars, .integer(0...200),
      "The stars: one for each correct MCQ at streak positions 5 to 10.")
  }

  /// The members that an attempt and its summary share.
  @Fields<Played> private static func head<Played: AttemptHead>(of type: Played.Type) -> [Field<Played>] {
    Field("id", \.id, "The id.")
    Field("homeworkId", \.homeworkId, "The quiz's homework; omitted in a review, which asks questions of many.")
    Field("quizId", \.quizId, "The quiz; omitted in a review.")
    Field("learnerId", \.learnerId, "The learner who plays.")
    Field("state", \.state, .word, "The state of the attempt.")
    Field("questionCount", \.questionCount, .integer(1...200), "The number of questions.")
    Field("startedAt", \.startedAt, "When it was started.")
    Field("finishedAt", \.finishedAt, "When it was completed or abandoned.")
    Field(
      optional: "isPractice", \.terms.isPractice,
      "True if the attempt does not change progress or stars; otherwise omitted.")
    Field("deadline", \.terms.deadline, "The last moment at which answers are accepted.")
    Field("shuffle", \.terms.shuffle, .word, "What was shuffled.")
    Field("seed", \.terms.seed, Shapes.seed, "The seed of the order.")
    Field(
      derived: "percentage", \.score.percentage, .integer(0...100),
      "The percentage of correct answers among all questions, rounded half up.")
    Field(
      derived: "grade", { $0.state == .completed ? $0.score.grade : nil }, .word,
      "The grade, once the attempt is completed.")
  }

  private static let askedQuestion = Shape<AskedQuestion>(
    "AskedQuestion", "One question of an attempt whose order differs from the quiz.",
    AskedQuestion(questionId: .blank, options: [])
  ) {
    Field("questionId", \.questionId, "The question.")
    Field(
      "options", \.options, .array(.integer(0...25)),
      "For each option shown, its index in the quiz, from 0; empty for a text question.")
  }

  private static let streak = Shape<Streak>.object(Streak()) {
    Field("position", \.reportedPosition, .integer(0...10), "The number of correct MCQs in a row in the current cycle.")
    Field("longest", \.longest, .integer(0...200), "The longest run of correct MCQs, not capped at ten.")
    Field(derived: "bar", \.bar, .array(.word), "The ten dots of the cycle.")
  }

  package static let settlement = Shape<AnsweredQuestion>(
    "Settlement", "The result of an answer or a skip.", AnsweredQuestion()
  ) {
    Field("attempt", \.attempt, attemptSummary, "The attempt after the answer.")
    Field("answer", \.answer, settledAnswer, "The answer, with the correct answer and the explanation.")
    Field("cues", \.cues, .array(cue), "The cues that it starts in a new session.")
  }

  static let settledAnswer = Shape<AnsweredQuestion.Settled>.object(.blank) {
    answerFields.map { $0.within(\.answer) }
    Field("correctAnswer", \.correctAnswer, "The correct answer.")
    Field("explanation", \.explanation, "The explanation; may be empty.")
    Field("answerPicture", \.picture, QuestionShape.picture, "The picture shown with the answer.")
  }

  package static let finish = Shape<Finish>(
    "Finish", "The result of finishing an attempt.", Finish()
  ) {
    Field("attempt", \.attempt, attemptSummary, "The attempt.")
    Field("progress", \.progress, progress, "The homework's progress, including this attempt; omitted for a review.")
    Field("starsTotal", \.starsTotal, "The total of stars, including this attempt.")
    Field("achievements", \.achievements, .array(.word), "The achievements that it unlocked.")
    Field("milestones", \.milestones, "The milestones that it reached.")
    Field("cues", \.cues, .array(cue), "The cues that it starts in a new session.")
  }

  static let event = Shape<Event>(
    "Event", "A fact, numbered without gaps.",
    Event(sequence: 0, kind: .homeworkAdded, at: .blank)
  ) {
    Field("sequence", \.sequence, "The number, from 1.")
    Field("kind", \.kind, .word, "What happened.")
    Field("at", \.at, "When it happened.")
    Field("homeworkId", \.homeworkId, "The homework, which may have been deleted since.")
    Field("learnerId", \.learnerId, "The learner it concerns.")
    Field("origin", \.origin, "The copy of the library on which it happened, if not this one.")
    Field("attemptId", \.detail.attemptId, "The attempt.")
    Field("questionIndex", \.detail.questionIndex, .integer(0...199), "The question, from 0.")
    Field("outcome", \.detail.outcome, .word, "The outcome of the answer.")
    Field(
      "streakPosition", \.detail.streakPosition, .integer(0...10), "The streak position of the answer, for MCQs.")
    Field(
      "name", \.detail.name,
      "The name of the collection, achievement or generation state; the number of a milestone.")
    Field("reason", \.detail.reason, "Why the generation failed.")
    Field(
      "retryAfterSeconds", \.detail.retryAfterSeconds,
      "How long the generation must not be tried again, from then on.")
  }
}

/// The members that an attempt and its summary share.
protocol AttemptHead: Sendable {
  var id: Attempt.ID { get set }
  var homeworkId: Homework.ID? { get set }
  var quizId: Quiz.ID? { get set }
  var learnerId: Learner.ID { get set }
  var state: Attempt.State { get set }
  var questionCount: Int { get set }
  var startedAt: Timestamp { get set }
  var finishedAt: Timestamp? { get set }
  var terms: AttemptTerms { get set }
  var score: Score { get }
}

extension Attempt: AttemptHead {}
extension AttemptSummary: AttemptHead {}

/// The result of an answer or a skip.
public struct AnsweredQuestion: Hashable, DefaultInitializable {
  public var attempt = AttemptSummary.blank, answer = Settled.blank, cues: [CueReport] = []

  /// An answer, with the correct answer and the explanation.
  public struct Settled: Hashable, Sendable {
    public var answer: Answer, correctAnswer: String, explanation: String, picture: QuestionPicture?

    package init(answer: Answer, correctAnswer: String, explanation: String, picture: QuestionPicture? = nil) {
      (self.answer, self.correctAnswer, self.explanation, self.picture) = (answer, correctAnswer, explanation, picture)
    }
  }

  public init() {}
}

/// The result of finishing an attempt.
public struct Finish: Hashable, DefaultInitializable {
  public var attempt = AttemptSummary.blank
  /// The homework's progress; `nil` for a review.
  public var progress: HomeworkProgress?
  public var starsTotal = 0, achievements: [Achievement] = [], milestones: [Int] = [], cues: [CueReport] = []

  public init() {}
}

// The values that shapes read into.

extension Streak {
  /// The position as the protocol reports it. Reading it sets the run to it, which is at least as long.
  fileprivate var reportedPosition: Int {
    get { position }
    set { self = Streak(run: newValue, longest: longest, stars: stars) }
  }
}

extension Timestamp {
  static var blank: Self { Self(millisecondsSince1970: 0) }
}

extension Answer {
  static var blank: Self {
    Self(
      questionId: .blank, index: 0, response: nil, outcome: .skipped, streakPosition: nil, elapsedMs: 0,
      answeredAt: .blank)
  }
}

extension Attempt {
  static var blank: Self {
    Self(id: .blank, homeworkId: nil, quizId: nil, learnerId: .blank, questionCount: 0, startedAt: .blank)
  }
}

extension AttemptSummary {
  static var blank: Self { Attempt.blank.summary }
}

extension RegradedAttempt {
  static var blank: Self {
    var attempt = Attempt.blank
    (attempt.answers, attempt.questionCount) = ([.blank], 1)
    return Self(attempt, attempt, of: "", index: 0, response: nil)
  }
}

extension AnsweredQuestion.Settled {
  static var blank: Self { Self(answer: .blank, correctAnswer: "", explanation: "") }
}
