import HomeworkJSON
public import HomeworkModel
public import HomeworkMotion

extension Shapes {
  package static let answer = Shape<Answer>(
    "Answer", "One question of one attempt, settled.", Told.questionId, Told.index, Told.response, Told.outcome,
    Told.streakPosition, Told.elapsed, Told.answeredAt, Told.homeworkId, make: makeAnswer)

  /// What an answer has wherever it is told.
  enum Told<Whole: Answered> {
    static var questionId: Field<Whole, Question.ID> {
      Field("questionId", .id(), { $0.answer.questionId }, "The question.")
    }
    static var index: Field<Whole, Int> {
      Field("index", .integer(0...199), { $0.answer.index }, "Its place in the attempt, from 0.")
    }
    static var response: Field<Whole, String?> {
      Field(
        optional: "response", .string, { $0.answer.response },
        "The letter of the option as it was shown, or the text; left out when skipped.")
    }
    static var outcome: Field<Whole, Outcome> {
      Field("outcome", .word, { $0.answer.outcome }, "What it was graded.")
    }
    static var streakPosition: Field<Whole, Int?> {
      Field(
        optional: "streakPosition", .integer(0...10), { $0.answer.streakPosition },
        "1 to 10, 0 for a wrong or skipped MCQ; left out for other kinds.")
    }
    static var elapsed: Field<Whole, Int> {
      Field("elapsedMs", .count, { $0.answer.elapsedMs }, "Time spent on it, in milliseconds.")
    }
    static var answeredAt: Field<Whole, Timestamp> {
      Field("answeredAt", .time, { $0.answer.answeredAt }, "When it was settled.")
    }
    static var homeworkId: Field<Whole, Homework.ID?> {
      Field(
        optional: "homeworkId", .id(), { $0.answer.homeworkId },
        "In a review: the homework of the question, until that is deleted; else it is that of the attempt.")
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
    "Attempt", "One play of a quiz, with the answers settled so far.", \Attempt.self,
    Field("answers", .array(answer), \.answers, "In order of question."),
    make: { attempt, answers in
      var attempt = attempt
      attempt.answers = answers
      return attempt
    })

  /// An attempt with whatever is told of its answers.
  ///
  /// - Parameter make: of the attempt without its answers, and these.
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
        "What is asked, where that is not the quiz as it is: places and letters of answers count in it."),
      answers,
      derived: [
        Derived(
          "questionIndex", .integer(0...200), { attempt($0).questionIndex }, "The question settled next, from 0."),
        Derived("score", .integer(0...200), { $0.score.correct }, "Correct answers."),
        Derived(
          "elapsedMs", .count, { attempt($0).elapsedMs }, "Time spent on its settled questions, in milliseconds."),
        Derived("streak", streak, { attempt($0).streak }, "The run of correct MCQs."),
        Derived(
          "starsEarned", .integer(0...200), { attempt($0).streak.stars },
          "One for each correct MCQ at positions 5 to 10."),
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
    "AttemptSummary", "One play of a quiz without its answers: no longer for the last question than for the first.",
    Head.id, Head.homeworkId, Head.quizId, Head.learnerId, Head.state, Head.questionCount, Head.startedAt,
    Head.finishedAt, Head.isPractice, Head.deadline, Head.shuffle, Head.seed,
    Field("questionIndex", .integer(0...200), \.questionIndex, "The question settled next, from 0."),
    Field("score", .integer(0...200), \.score.correct, "Correct answers."),
    Field("elapsedMs", .count, \.elapsedMs, "Time spent on its settled questions, in milliseconds."),
    Field("streak", streak, \.streak, "The run of correct MCQs."),
    Field("starsEarned", .integer(0...200), \.streak.stars, "One for each correct MCQ at positions 5 to 10."),
    derived: Head.derived,
    make: {
      AttemptSummary(
        id: $0, homeworkId: $1, quizId: $2, learnerId: $3, state: $4, questionCount: $5, startedAt: $6, finishedAt: $7,
        terms: AttemptTerms(isPractice: $8, deadline: $9, shuffle: $10, seed: $11),
        standing: Standing(
          settled: $12, correct: $13, elapsedMs: $14,
          streak: Streak(run: $15.position, longest: $15.longest, stars: $16)))
    })

  /// What an attempt and its summary have in common.
  private enum Head<Played: AttemptHead> {
    static var id: Field<Played, Attempt.ID> { Field("id", .id(), { $0.id }, "Its id.") }
    static var homeworkId: Field<Played, Homework.ID?> {
      Field(
        optional: "homeworkId", .id(), { $0.homeworkId },
        "The homework that the quiz belongs to; left out of a review, which asks questions of many.")
    }
    static var quizId: Field<Played, Quiz.ID?> {
      Field(optional: "quizId", .id(), { $0.quizId }, "The quiz that is played; left out of a review.")
    }
    static var learnerId: Field<Played, Learner.ID> { Field("learnerId", .id(), { $0.learnerId }, "Who plays.") }
    static var state: Field<Played, Attempt.State> { Field("state", .word, { $0.state }, "Where it stands.") }
    static var questionCount: Field<Played, Int> {
      Field("questionCount", .integer(1...200), { $0.questionCount }, "Questions that it asks.")
    }
    static var startedAt: Field<Played, Timestamp> {
      Field("startedAt", .time, { $0.startedAt }, "When it was started.")
    }
    static var finishedAt: Field<Played, Timestamp?> {
      Field(optional: "finishedAt", .time, { $0.finishedAt }, "When it was completed or abandoned.")
    }
    static var isPractice: Field<Played, Bool> {
      Field(
        "isPractice", .boolean, else: false, { $0.terms.isPractice },
        "Whether it moves neither progress nor stars; left out where it does.")
    }
    static var deadline: Field<Played, Timestamp?> {
      Field(optional: "deadline", .time, { $0.terms.deadline }, "The last moment at which answers are taken.")
    }
    static var shuffle: Field<Played, QuizOrder.Shuffle?> {
      Field(optional: "shuffle", .word, { $0.terms.shuffle }, "What was put in another order.")
    }
    static var seed: Field<Played, UInt64?> {
      Field(optional: "seed", Shapes.seed, { $0.terms.seed }, "The number that chose the order.")
    }
    static var derived: [Derived<Played>] {
      [
        Derived("percentage", .integer(0...100), { $0.score.percentage }, "Of all its questions, rounded half up."),
        Derived(
          optional: "grade", .word, { $0.state == .completed ? $0.score.grade : nil },
          "By the percentage, once it is completed."),
      ]
    }
  }

  private static let askedQuestion = Shape<AskedQuestion>(
    "AskedQuestion", "One question of an attempt that does not ask the quiz as it is.",
    Field("questionId", .id(), { $0.questionId }, "The question."),
    Field(
      "options", .array(.integer(0...25)), { $0.options },
      "For each option as it is shown its place in the quiz, from 0; none of a text question."),
    make: { AskedQuestion(questionId: $0, options: $1) })

  private static let streak = Shape<Streak>.object(
    Field("position", .integer(0...10), \.position, "Correct MCQs in a row in the current cycle."),
    Field("longest", .integer(0...200), \.longest, "The longest run, not capped at ten."),
    derived: [Derived("bar", .array(.word), \.bar, "The ten dots of the cycle.")],
    make: { Streak(run: $0, longest: $1, stars: 0) })

  package static let settlement = Shape<Settlement>(
    "Settlement", "An answer that was settled, and what it shows.",
    Field("attempt", attemptSummary, \.attempt, "The attempt as of it."),
    Field("answer", settledAnswer, \.answer, "The answer, with what is right and why."),
    Field("cues", .array(cue), \.cues, "What it begins in a session that is as new as the call."),
    make: Settlement.init)

  static let settledAnswer = Shape<Settlement.Told>.object(
    Told.questionId, Told.index, Told.response, Told.outcome, Told.streakPosition, Told.elapsed, Told.answeredAt,
    Told.homeworkId, Field("correctAnswer", .string, \.correctAnswer, "What is right."),
    Field("explanation", .string, \.explanation, "Why; may be empty."),
    make: { Settlement.Told(answer: makeAnswer($0, $1, $2, $3, $4, $5, $6, $7), correctAnswer: $8, explanation: $9) })

  package static let finish = Shape<Finish>(
    "Finish", "An attempt that was completed, and what it brought.",
    Field("attempt", attemptSummary, \.attempt, "The attempt."),
    Field(optional: "progress", progress, \.progress, "That of its homework, with it; left out of a review."),
    Field("starsTotal", .count, \.starsTotal, "Stars in the ledger, with those of this attempt."),
    Field("achievements", .array(.word), \.achievements, "Those that it unlocked."),
    Field("milestones", .array(.count), \.milestones, "Those that it reached."),
    Field("cues", .array(cue), \.cues, "What it begins in a session that is as new as the call."),
    make: Finish.init)

  private static let event = Shape<Event>(
    "Event", "A fact of the store, numbered without gaps.",
    Field("sequence", .integer, \.sequence, "From 1."), Field("kind", .word, \.kind, "What happened."),
    Field("at", .time, \.at, "When."),
    Field(optional: "homeworkId", .id(), \.homeworkId, "The homework, which may be deleted meanwhile."),
    Field(optional: "learnerId", .id(), \.learnerId, "The learner whom it is about."),
    Field(optional: "attemptId", .id(), \.detail.attemptId, "The attempt."),
    Field(optional: "questionIndex", .integer(0...199), \.detail.questionIndex, "The question, from 0."),
    Field(optional: "outcome", .word, \.detail.outcome, "What the answer was graded."),
    Field(optional: "streakPosition", .integer(0...10), \.detail.streakPosition, "As of the answer, for MCQs."),
    Field(
      optional: "name", .string, \.detail.name,
      "Of the collection, the achievement, the state of the generation; the number of a milestone."),
    Field(optional: "reason", .string, \.detail.reason, "Why a generation failed."),
    make: {
      Event(
        sequence: $0, kind: $1, at: $2, homeworkId: $3, learnerId: $4,
        detail: Event.Detail(
          attemptId: $5, questionIndex: $6, outcome: $7, streakPosition: $8, name: $9, reason: $10))
    })
}

extension Shapes {
  static let ofWhichLibrary = "The library, of a daemon that serves several."

  /// An event as it is told: with its library, where there are several.
  static let toldEvent: Shape<ToldEvent> = {
    let library = Shape<String?>.object(
      Field(optional: "library", .string, { $0 }, ofWhichLibrary), make: { (name: String?) in name })
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

/// Whatever tells of an answer.
protocol Answered: Sendable {
  var answer: Answer { get }
}

extension Answer: Answered {
  var answer: Answer { self }
}
extension Settlement.Told: Answered {}

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

/// An answer that was settled, and what it shows.
public struct Settlement: Hashable, Sendable {
  public let attempt: AttemptSummary
  public let answer: Told
  public let cues: [CueReport]

  /// An answer, with what is told once, when it is settled.
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

/// An attempt that was completed, and what it brought.
public struct Finish: Hashable, Sendable {
  public let attempt: AttemptSummary
  /// `nil` of a review.
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
