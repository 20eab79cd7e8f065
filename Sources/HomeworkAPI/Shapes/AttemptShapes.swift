public import HomeworkModel
public import HomeworkMotion

extension Shapes {
  package static let answer = Shape<Answer>(
    "Answer", "An answer to one question of an attempt.", Told.questionId, Told.index, Told.response, Told.outcome,
    Told.streakPosition, Told.elapsed, Told.answeredAt, Told.homeworkId, make: makeAnswer)

  /// The members of an answer, wherever it is sent.
  enum Told<Whole: Answered> {
    static var questionId: Field<Whole, Question.ID> {
      Field("questionId", .id(), \.answer.questionId, "The question.")
    }
    static var index: Field<Whole, Int> {
      Field("index", .integer(0...199), \.answer.index, "The question's index in the attempt, from 0.")
    }
    static var response: Field<Whole, String?> {
      Field(
        optional: "response", .string, \.answer.response,
        "The letter of the option as shown, or the text; omitted if skipped.")
    }
    static var outcome: Field<Whole, Outcome> {
      Field("outcome", .word, \.answer.outcome, "The outcome.")
    }
    static var streakPosition: Field<Whole, Int?> {
      Field(
        optional: "streakPosition", .integer(0...10), \.answer.streakPosition,
        "The streak position, 1 to 10, or 0 for a wrong or skipped MCQ; omitted for other kinds.")
    }
    static var elapsed: Field<Whole, Int> {
      Field("elapsedMs", .count, \.answer.elapsedMs, "The time spent on the question, in milliseconds.")
    }
    static var answeredAt: Field<Whole, Timestamp> {
      Field("answeredAt", .time, \.answer.answeredAt, "When the answer was given.")
    }
    static var homeworkId: Field<Whole, Homework.ID?> {
      Field(
        optional: "homeworkId", .id(), \.answer.homeworkId,
        "In a review: the question's homework, unless it was deleted. Otherwise the attempt's homework.")
    }
  }

  @Sendable static func makeAnswer(
    _ id: Question.ID, _ index: Int, _ response: String?, _ outcome: Outcome, _ position: Int?, _ elapsedMs: Int,
    _ answeredAt: Timestamp, _ homeworkId: Homework.ID?
  ) -> Answer {
    Answer(
      questionId: id, index: index, response: response, outcome: outcome, streakPosition: position,
      elapsedMs: elapsedMs, answeredAt: answeredAt, homeworkId: homeworkId)
  }

  package static let attempt = attempt(
    "Attempt", "One play of a quiz, with the answers so far.", \Attempt.self,
    Field("answers", .array(answer), \.answers, "The answers, in the order of the questions."),
    make: { attempt, answers in
      var attempt = attempt
      attempt.answers = answers
      return attempt
    })

  /// The shape of an attempt with its answers.
  ///
  /// - Parameter make: creates the value from the attempt without answers, and the answers.
  static func attempt<Played: AttemptHead, Answers: Sendable>(
    _ name: String, _ summary: String, _ attempt: @escaping @Sendable (Played) -> Attempt,
    _ answers: Field<Played, Answers>,
    make: @escaping @Sendable (Attempt, Answers) -> Played
  ) -> Shape<Played> {
    Shape<Played>(
      name, summary, Head.id, Head.homeworkId, Head.quizId, Head.learnerId, Head.state, Head.questionCount,
      Head.startedAt, Head.finishedAt, Head.isPractice, Head.deadline, Head.shuffle, Head.seed,
      Field(
        optional: "order", .array(askedQuestion), { attempt($0).order },
        "The questions and options in this attempt's order, if it differs from the quiz's. Answers refer to it."
      ),
      answers,
      derived: [
        Derived(
          "questionIndex", .integer(0...200), { attempt($0).questionIndex },
          "The index of the current question, from 0."),
        Derived("score", .integer(0...200), { $0.score.correct }, "The number of correct answers."),
        Derived(
          "elapsedMs", .count, { attempt($0).elapsedMs }, "The time spent on answered questions, in milliseconds."),
        Derived("streak", streak, { attempt($0).streak }, "The streak of correct MCQs."),
        Derived(
          "starsEarned", .integer(0...200), { attempt($0).streak.stars },
          "The stars: one for each correct MCQ at streak positions 5 to 10."),
      ] + Head.derived,
      make: {
        make(
          Attempt(
            id: $0, homeworkId: $1, quizId: $2, learnerId: $3, state: $4, questionCount: $5, startedAt: $6,
            finishedAt: $7, terms: AttemptTerms(isPractice: $8, deadline: $9, shuffle: $10, seed: $11), order: $12),
          $13)
      })
  }

  package static let attemptSummary = Shape<AttemptSummary>(
    "AttemptSummary", "One play of a quiz, without its answers.",
    Head.id, Head.homeworkId, Head.quizId, Head.learnerId, Head.state, Head.questionCount, Head.startedAt,
    Head.finishedAt, Head.isPractice, Head.deadline, Head.shuffle, Head.seed,
    Field("questionIndex", .integer(0...200), \.standing.settled, "The index of the current question, from 0."),
    Field("score", .integer(0...200), \.standing.correct, "The number of correct answers."),
    Field("elapsedMs", .count, \.standing.elapsedMs, "The time spent on answered questions, in milliseconds."),
    Field("streak", streak, \.standing.streak, "The streak of correct MCQs."),
    Field(
      "starsEarned", .integer(0...200), \.standing.streak.stars,
      "The stars: one for each correct MCQ at streak positions 5 to 10."),
    derived: Head.derived,
    make: {
      AttemptSummary(
        id: $0, homeworkId: $1, quizId: $2, learnerId: $3, state: $4, questionCount: $5, startedAt: $6, finishedAt: $7,
        terms: AttemptTerms(isPractice: $8, deadline: $9, shuffle: $10, seed: $11),
        standing: Standing(
          settled: $12, correct: $13, elapsedMs: $14,
          streak: Streak(run: $15.position, longest: $15.longest, stars: $16)))
    })

  /// The members that an attempt and its summary share.
  private enum Head<Played: AttemptHead> {
    static var id: Field<Played, Attempt.ID> { Field("id", .id(), \.id, "The id.") }
    static var homeworkId: Field<Played, Homework.ID?> {
      Field(
        optional: "homeworkId", .id(), \.homeworkId,
        "The quiz's homework; omitted in a review, which asks questions of many.")
    }
    static var quizId: Field<Played, Quiz.ID?> {
      Field(optional: "quizId", .id(), \.quizId, "The quiz; omitted in a review.")
    }
    static var learnerId: Field<Played, Learner.ID> {
      Field("learnerId", .id(), \.learnerId, "The learner who plays.")
    }
    static var state: Field<Played, Attempt.State> {
      Field("state", .word, \.state, "The state of the attempt.")
    }
    static var questionCount: Field<Played, Int> {
      Field("questionCount", .integer(1...200), \.questionCount, "The number of questions.")
    }
    static var startedAt: Field<Played, Timestamp> {
      Field("startedAt", .time, \.startedAt, "When it was started.")
    }
    static var finishedAt: Field<Played, Timestamp?> {
      Field(optional: "finishedAt", .time, \.finishedAt, "When it was completed or abandoned.")
    }
    static var isPractice: Field<Played, Bool> {
      Field(
        "isPractice", .boolean, else: false, \.terms.isPractice,
        "True if the attempt does not change progress or stars; otherwise omitted.")
    }
    static var deadline: Field<Played, Timestamp?> {
      Field(optional: "deadline", .time, \.terms.deadline, "The last moment at which answers are accepted.")
    }
    static var shuffle: Field<Played, QuizOrder.Shuffle?> {
      Field(optional: "shuffle", .word, \.terms.shuffle, "What was shuffled.")
    }
    static var seed: Field<Played, UInt64?> {
      Field(optional: "seed", Shapes.seed, \.terms.seed, "The seed of the order.")
    }
    static var derived: [Derived<Played>] {
      [
        Derived(
          "percentage", .integer(0...100), { $0.score.percentage },
          "The percentage of correct answers among all questions, rounded half up."),
        Derived(
          optional: "grade", .word, { $0.state == .completed ? $0.score.grade : nil },
          "The grade, once the attempt is completed."),
      ]
    }
  }

  private static let askedQuestion = Shape<AskedQuestion>(
    "AskedQuestion", "One question of an attempt whose order differs from the quiz.",
    Field("questionId", .id(), \.questionId, "The question."),
    Field(
      "options", .array(.integer(0...25)), \.options,
      "For each option shown, its index in the quiz, from 0; empty for a text question."),
    make: { AskedQuestion(questionId: $0, options: $1) })

  private static let streak = Shape<Streak>.object(
    Field("position", .integer(0...10), \.position, "The number of correct MCQs in a row in the current cycle."),
    Field("longest", .integer(0...200), \.longest, "The longest run of correct MCQs, not capped at ten."),
    derived: [Derived("bar", .array(.word), \.bar, "The ten dots of the cycle.")],
    make: { Streak(run: $0, longest: $1, stars: 0) })

  package static let settlement = Shape<AnsweredQuestion>(
    "Settlement", "The result of an answer or a skip.",
    Field("attempt", attemptSummary, \.attempt, "The attempt after the answer."),
    Field("answer", settledAnswer, \.answer, "The answer, with the correct answer and the explanation."),
    Field("cues", .array(cue), \.cues, "The cues that it starts in a new session."),
    make: AnsweredQuestion.init)

  static let settledAnswer = Shape<AnsweredQuestion.Told>.object(
    Told.questionId, Told.index, Told.response, Told.outcome, Told.streakPosition, Told.elapsed, Told.answeredAt,
    Told.homeworkId, Field("correctAnswer", .string, \.correctAnswer, "The correct answer."),
    Field("explanation", .string, \.explanation, "The explanation; may be empty."),
    make: {
      AnsweredQuestion.Told(answer: makeAnswer($0, $1, $2, $3, $4, $5, $6, $7), correctAnswer: $8, explanation: $9)
    })

  package static let finish = Shape<Finish>(
    "Finish", "The result of finishing an attempt.",
    Field("attempt", attemptSummary, \.attempt, "The attempt."),
    Field(
      optional: "progress", progress, \.progress,
      "The homework's progress, including this attempt; omitted for a review."),
    Field("starsTotal", .count, \.starsTotal, "The total of stars, including this attempt."),
    Field("achievements", .array(.word), \.achievements, "The achievements that it unlocked."),
    Field("milestones", .array(.count), \.milestones, "The milestones that it reached."),
    Field("cues", .array(cue), \.cues, "The cues that it starts in a new session."),
    make: Finish.init)

  private static let event = Shape<Event>(
    "Event", "A fact of the store, numbered without gaps.",
    Field("sequence", .count, \.sequence, "The number, from 1."), Field("kind", .word, \.kind, "What happened."),
    Field("at", .time, \.at, "When."),
    Field(optional: "homeworkId", .id(), \.homeworkId, "The homework, which may have been deleted since."),
    Field(optional: "learnerId", .id(), \.learnerId, "The learner it concerns."),
    Field(optional: "attemptId", .id(), \.detail.attemptId, "The attempt."),
    Field(optional: "questionIndex", .integer(0...199), \.detail.questionIndex, "The question, from 0."),
    Field(optional: "outcome", .word, \.detail.outcome, "The outcome of the answer."),
    Field(
      optional: "streakPosition", .integer(0...10), \.detail.streakPosition,
      "The streak position of the answer, for MCQs."),
    Field(
      optional: "name", .string, \.detail.name,
      "The name of the collection, achievement or generation state; the number of a milestone."),
    Field(optional: "reason", .string, \.detail.reason, "Why the generation failed."),
    Field(
      optional: "retryAfterSeconds", .count, \.detail.retryAfterSeconds,
      "How long the generation must not be tried again, from then on."),
    make: {
      Event(
        sequence: $0, kind: $1, at: $2, homeworkId: $3, learnerId: $4,
        detail: Event.Detail(
          attemptId: $5, questionIndex: $6, outcome: $7, streakPosition: $8, name: $9, reason: $10,
          retryAfterSeconds: $11))
    })
}

extension Shapes {
  static let ofWhichLibrary = "The library, if the daemon serves several."

  /// An event with its library, if there are several.
  static let toldEvent: Shape<ToldEvent> = {
    let library = Shape<String?>.object(
      Field(optional: "library", .string, \.self, ofWhichLibrary), make: { (name: String?) in name })
    let schema = Schema.named(
      "Event", summary: "A fact of a library, numbered without gaps.", .object(event.members + library.members))
    return Shape(
      schema,
      put: { told, writer in
        let text = event.text(of: told.event)
        writer.write(json: (told.library.map { text.with("library", $0) } ?? text).bytes)
      }, take: { ToldEvent(try event.read($0), of: try library.read($0)) })
  }()
}

/// A value that describes an answer.
protocol Answered: Sendable {
  var answer: Answer { get }
}

extension Answer: Answered {
  var answer: Answer { self }
}
extension AnsweredQuestion.Told: Answered {}

protocol AttemptHead: Sendable {
  var id: Attempt.ID { get }
  var homeworkId: Homework.ID? { get }
  var quizId: Quiz.ID? { get }
  var learnerId: Learner.ID { get }
  var state: Attempt.State { get }
  var questionCount: Int { get }
  var startedAt: Timestamp { get }
  var finishedAt: Timestamp? { get }
  var terms: AttemptTerms { get }
  var score: Score { get }
}

extension Attempt: AttemptHead {}
extension AttemptSummary: AttemptHead {}

/// The result of an answer or a skip.
public struct AnsweredQuestion: Hashable, Sendable {
  public let attempt: AttemptSummary
  public let answer: Told
  public let cues: [CueReport]

  /// An answer, with the correct answer and the explanation.
  public struct Told: Hashable, Sendable {
    public let answer: Answer
    public let correctAnswer: String
    public let explanation: String

    package init(answer: Answer, correctAnswer: String, explanation: String) {
      (self.answer, self.correctAnswer, self.explanation) = (answer, correctAnswer, explanation)
    }
  }

  package init(attempt: AttemptSummary, answer: Told, cues: [CueReport]) {
    (self.attempt, self.answer, self.cues) = (attempt, answer, cues)
  }
}

/// The result of finishing an attempt.
public struct Finish: Hashable, Sendable {
  public let attempt: AttemptSummary
  /// The homework's progress; `nil` for a review.
  public let progress: HomeworkProgress?
  public let starsTotal: Int
  public let achievements: [Achievement]
  public let milestones: [Int]
  public let cues: [CueReport]

  package init(
    attempt: AttemptSummary, progress: HomeworkProgress?, starsTotal: Int, achievements: [Achievement],
    milestones: [Int],
    cues: [CueReport]
  ) {
    (self.attempt, self.progress, self.starsTotal) = (attempt, progress, starsTotal)
    (self.achievements, self.milestones, self.cues) = (achievements, milestones, cues)
  }
}
