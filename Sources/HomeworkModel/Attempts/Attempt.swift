/// One play of a quiz, with the answers so far. Score, streak and stars are computed from the answers.
public struct Attempt: Identifiable, Hashable, Sendable {
  /// The state of an attempt.
  public enum State: String, Hashable, Sendable, Codable, CaseIterable {
    case inProgress, completed, abandoned
  }

  /// The attempt's id, and the learner who plays it.
  public var id: Identifier<Attempt>, learnerId: Learner.ID
  /// The homework and the quiz; `nil` for a review, which asks questions from several assignments.
  public var homeworkId: Homework.ID?, quizId: Quiz.ID?
  /// The start time, and the number of questions, which does not change when the quiz is replaced.
  public var startedAt: Timestamp, questionCount: Int
  /// The settings that the attempt was started with.
  public var terms: AttemptTerms
  /// The questions in this attempt's order, if it differs from the quiz. Answers' indexes and letters refer to it.
  public var order: [AskedQuestion]?
  /// The state, and the time when the attempt was completed or abandoned; `nil` while it is in progress.
  public var state: State, finishedAt: Timestamp?
  /// The answers in the order of the questions. An answer never changes.
  public var answers: [Answer]
  /// The copy of the library on which it goes on; `nil` for this one.
  public var home: SyncCopy.ID?

  /// Creates an attempt from its parts, without checking them.
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

  /// Returns the questions of the quiz in the order of this attempt, each with its options in their order.
  public func questions(of quiz: Quiz) -> [Question] {
    guard let order else { return quiz.questions }
    let byId = Dictionary(quiz.questions.map { ($0.id, $0) }) { first, _ in first }
    return order.compactMap { asked in
      guard let question = byId[asked.questionId] else { return nil }
      return question.body.options.count == asked.options.count ? question.withOptions(in: asked.options) : question
    }
  }

  /// The index of the current question, from 0; equal to `questionCount` when all are settled.
  public var questionIndex: Int { answers.count }
  /// True if all questions are settled, so that the attempt can be finished.
  public var isSettled: Bool { answers.count >= questionCount }
  /// The number of correct answers so far, out of all questions.
  public var score: Score { Score(correct: answers.count { $0.outcome == .correct }, total: questionCount) }
  /// The streak of correct chosen answers.
  public var streak: Streak { Streak(settling: answers.lazy.map { ($0.outcome, $0.movesStreak) }) }
  /// The stars credited to the attempt once it is completed; `nil` for practice, which is not in the ledger.
  package var credit: Int? { terms.isPractice ? nil : streak.stars }
  /// The attempt with all streak positions computed from the outcomes before them.
  package var recomputed: Attempt {
    var (attempt, streak) = (self, Streak())
    attempt.answers = answers.map { $0.moved(to: streak.settle($0.outcome, movesStreak: $0.movesStreak)) }
    return attempt
  }

  /// The totals up to and including each answer.
  package var standings: [Standing] {
    var standing = Standing()
    return answers.map { answer in
      _ = standing.settle(answer.outcome, movesStreak: answer.movesStreak, elapsedMs: answer.elapsedMs)
      return standing
    }
  }
  /// The attempt without its answers.
  package var summary: AttemptSummary {
    AttemptSummary(
      id: id, homeworkId: homeworkId, quizId: quizId, learnerId: learnerId, state: state,
      questionCount: questionCount, startedAt: startedAt, finishedAt: finishedAt, terms: terms,
      standing: standings.last ?? Standing())
  }

  /// The time spent on settled questions, in milliseconds, without the current question and pauses between sessions.
  public var elapsedMs: Int { answers.reduce(0) { $0 + $1.elapsedMs } }
}

/// The answer to one question of an attempt.
public struct Answer: Hashable, Sendable {
  /// The question, and its index in the attempt, from 0.
  public var questionId: Question.ID, index: Int
  /// The letter of the option as shown, or the text, or `nil` if skipped; the outcome; and the streak position: 1 to
  /// 10, 0 if a chosen answer is wrong or skipped, `nil` for other types.
  public var response: String?, outcome: Outcome, streakPosition: Int?
  /// The time spent on the question, in milliseconds, and the time when it was answered.
  public var elapsedMs: Int, answeredAt: Timestamp
  /// The question's homework in a review, until it is deleted; otherwise `nil`, because the attempt's homework applies.
  public var homeworkId: Homework.ID?

  /// Creates an answer from its parts, without checking them.
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

  /// The allowed time per answer: up to a year of 365 days, so that an attempt's times can be added without overflow.
  package static let elapsedLimitsMs = 0...31_536_000_000

  /// True if the answer is chosen: answers of other types have no streak position.
  package var movesStreak: Bool { streakPosition != nil }

  fileprivate func moved(to position: Int?) -> Answer {
    Answer(
      questionId: questionId, index: index, response: response, outcome: outcome, streakPosition: position,
      elapsedMs: elapsedMs, answeredAt: answeredAt, homeworkId: homeworkId)
  }

  /// Returns the answer for a review, with the homework of its question.
  package func asked(of homework: Homework.ID?) -> Answer {
    Answer(
      questionId: questionId, index: index, response: response, outcome: outcome, streakPosition: streakPosition,
      elapsedMs: elapsedMs, answeredAt: answeredAt, homeworkId: homework)
  }

  /// Returns the answer with another response, whose letters follow another order.
  package func answering(_ response: String?) -> Answer {
    Answer(
      questionId: questionId, index: index, response: response, outcome: outcome, streakPosition: streakPosition,
      elapsedMs: elapsedMs, answeredAt: answeredAt, homeworkId: homeworkId)
  }
}
