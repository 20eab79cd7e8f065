/// One play of a quiz, with the answers settled so far. Everything else about it is derived from those.
public struct Attempt: Identifiable, Hashable, Sendable {
  /// Where an attempt stands: being played, finished, or given up.
  public enum State: String, Hashable, Sendable, Codable, CaseIterable {
    case inProgress, completed, abandoned
  }

  /// Its public identity, and that of who plays.
  public let id: Identifier<Attempt>, learnerId: Learner.ID
  /// The homework and the quiz that it is at; `nil` of a review, which asks questions of many.
  public let homeworkId: Homework.ID?, quizId: Quiz.ID?
  /// When it was started, and how many questions it asks; a quiz replaced later does not change it.
  public let startedAt: Timestamp, questionCount: Int
  /// How it was started.
  public let terms: AttemptTerms
  /// What is asked, where that is not the quiz in its own order. Places and letters of answers count in it.
  public var order: [AskedQuestion]?
  /// Where it stands, and when it was completed or abandoned; `nil` while it is in progress.
  public var state: State, finishedAt: Timestamp?
  /// In order of question: settled in order, each exactly once, never changed.
  public var answers: [Answer]

  /// With these parts; nothing is checked.
  @inlinable
  public init(
    id: ID, homeworkId: Homework.ID?, quizId: Quiz.ID?, learnerId: Learner.ID, state: State = .inProgress,
    questionCount: Int, startedAt: Timestamp, finishedAt: Timestamp? = nil, terms: AttemptTerms = AttemptTerms(),
    order: [AskedQuestion]? = nil, answers: [Answer] = []
  ) {
    self.id = id
    self.homeworkId = homeworkId
    self.quizId = quizId
    self.learnerId = learnerId
    self.state = state
    self.questionCount = questionCount
    self.startedAt = startedAt
    self.finishedAt = finishedAt
    self.terms = terms
    self.order = order
    self.answers = answers
  }

  /// Returns the questions of its quiz as it asks them: in its order, with the options of each in theirs.
  public func questions(of quiz: Quiz) -> [Question] {
    guard let order else { return quiz.questions }
    let byId = Dictionary(quiz.questions.map { ($0.id, $0) }) { first, _ in first }
    return order.compactMap { asked in
      guard var question = byId[asked.questionId] else { return nil }
      if question.body.optionCount == asked.options.count {
        question.body = question.body.withOptions(in: asked.options)
      }
      return question
    }
  }

  /// The question that is settled next, from 0; equal to `questionCount` when every one is.
  public var questionIndex: Int { answers.count }
  /// Whether every question has its answer, so that it can be finished.
  public var isSettled: Bool { answers.count >= questionCount }
  /// Correct answers so far, of all questions.
  public var score: Score { Score(correct: answers.count { $0.outcome == .correct }, total: questionCount) }
  /// The run of correct MCQs, as the settled answers give it.
  public var streak: Streak { Streak(settling: answers.lazy.map { ($0.outcome, $0.isMCQ) }) }
  /// The stars that it is credited with once it is completed; `nil` of practice, which has no line in the ledger.
  package var credit: Int? { terms.isPractice ? nil : streak.stars }
  /// The same with each answer at the streak position that those before it give. With `streak`, `score` and
  /// `HomeworkProgress(of:)` all that follows from answers: whoever checks or repairs what is stored compares it with these.
  public var recomputed: Attempt {
    var (attempt, streak) = (self, Streak())
    attempt.answers = answers.map { $0.moved(to: streak.settle($0.outcome, isMCQ: $0.isMCQ)) }
    return attempt
  }

  /// What the answers up to each of them, with it, amount to.
  package var standings: [Standing] {
    var standing = Standing()
    return answers.map { answer in
      _ = standing.settle(answer.outcome, isMCQ: answer.isMCQ, elapsedMs: answer.elapsedMs)
      return standing
    }
  }
  /// All of it but the answers.
  public var summary: AttemptSummary {
    AttemptSummary(
      id: id, homeworkId: homeworkId, quizId: quizId, learnerId: learnerId, state: state,
      questionCount: questionCount, startedAt: startedAt, finishedAt: finishedAt, terms: terms,
      standing: standings.last ?? Standing())
  }

  /// Time spent on the settled questions; time while nobody played, or on a question not settled, never counts.
  public var elapsedMs: Int { answers.reduce(0) { $0 + $1.elapsedMs } }
}

/// One question of one attempt, settled.
public struct Answer: Hashable, Sendable {
  /// The question that it settles, and its place in the attempt, from 0.
  public let questionId: Question.ID, index: Int
  /// The letter of the option as it was shown or the text, `nil` when skipped; what it was graded; and the activation position 1 to 10, 0 for
  /// a wrong or skipped MCQ, `nil` for other kinds.
  public let response: String?, outcome: Outcome, streakPosition: Int?
  /// Time spent on the question, in milliseconds, and when it was settled.
  public let elapsedMs: Int, answeredAt: Timestamp
  /// Of an answer in a review: the homework of the question, until that is deleted. Of others it is the attempt's, and not
  /// told again.
  public let homeworkId: Homework.ID?

  /// With these parts; nothing is checked.
  @inlinable
  package init(
    questionId: Question.ID, index: Int, response: String?, outcome: Outcome, streakPosition: Int?, elapsedMs: Int,
    answeredAt: Timestamp, homeworkId: Homework.ID? = nil
  ) {
    self.questionId = questionId
    self.index = index
    self.response = response
    self.outcome = outcome
    self.streakPosition = streakPosition
    self.elapsedMs = elapsedMs
    self.answeredAt = answeredAt
    self.homeworkId = homeworkId
  }

  /// Up to a year of 365 days, so that the times of an attempt can be added without overflow.
  package static let elapsedLimitsMs = 0...31_536_000_000

  /// Kinds other than MCQ have no streak position.
  package var isMCQ: Bool { streakPosition != nil }

  fileprivate func moved(to position: Int?) -> Answer {
    Answer(
      questionId: questionId, index: index, response: response, outcome: outcome, streakPosition: position,
      elapsedMs: elapsedMs, answeredAt: answeredAt, homeworkId: homeworkId)
  }

  /// The same in a review, of a question of this homework.
  package func asked(of homework: Homework.ID?) -> Answer {
    Answer(
      questionId: questionId, index: index, response: response, outcome: outcome, streakPosition: streakPosition,
      elapsedMs: elapsedMs, answeredAt: answeredAt, homeworkId: homework)
  }

  /// The same with its response in other letters.
  package func answering(_ response: String?) -> Answer {
    Answer(
      questionId: questionId, index: index, response: response, outcome: outcome, streakPosition: streakPosition,
      elapsedMs: elapsedMs, answeredAt: answeredAt, homeworkId: homeworkId)
  }
}
