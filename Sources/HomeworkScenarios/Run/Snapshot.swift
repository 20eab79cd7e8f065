import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkStore

/// The whole content of a store in one canonical value, which the laws compare.
///
/// Time spent on a question is left out: a kill makes the learner read the question again.
package struct Snapshot: Hashable, Sendable {
  struct HomeworkSnapshot: Hashable, Sendable {
    var id: Homework.ID
    var title: String
    var collections: [String]
    var isCompleted: Bool
    var generation: String
    /// The prompts and right answers of the current quiz.
    var quiz: [String]
    var bestScore: Int?
    var bestTotal: Int?
    var completionPercentage: Int
    var totalAttempts: Int
    var attempts: [AttemptSnapshot]
  }

  struct AttemptSnapshot: Hashable, Sendable {
    var id: Attempt.ID
    var state: Attempt.State
    var questionCount: Int
    var isPractice: Bool
    /// The deadline on the session clock.
    var deadlineMs: Int?
    /// The questions asked, if they differ from the quiz.
    var order: [AskedSnapshot]?
    var answers: [AnswerSnapshot]
    /// How answers were graded anew.
    var gradings: [AnswerGrading] = []
    /// The counts stored with the last answer, from which the next ones follow.
    var counted: Counted
    /// The credit that finishing wrote into the ledger; `nil` before that.
    var credit: Int?
    /// The time on the session clock.
    var finishedAtMs: Int?
  }

  struct AskedSnapshot: Hashable, Sendable {
    var question: Question.ID
    var options: [Int]
  }

  struct Counted: Hashable, Sendable {
    var answers = 0
    var correct = 0
    var streak = Streak()
  }

  struct AnswerSnapshot: Hashable, Sendable {
    var response: String?
    var outcome: Outcome
    var streakPosition: Int?
    /// The time on the session clock.
    var answeredAtMs: Int
  }

  /// The events that the store remembers, in order.
  struct EventSnapshot: Hashable, Sendable {
    var kind: Event.Kind
    var homeworkId: Identifier<Homework>?
    var learnerId: Learner.ID?
    /// The copy of the library on which it happened, if not this one.
    var origin: SyncCopy.ID?
    var attemptId: Attempt.ID?
    var questionIndex: Int?
    var outcome: Outcome?
    var streakPosition: Int?
    var name: String?
    var reason: String?
    var retryAfterSeconds: Int?
    /// The time on the session clock.
    var atMs: Int
  }

  /// The learner at the screen, whose homework, ledger and achievements these are.
  var learnerId: Learner.ID
  /// The data of other learners, by name.
  var others: [String: Snapshot] = [:]
  var homework: [HomeworkSnapshot] = []
  var events: [EventSnapshot] = []
  var starsTotal = 0
  /// The number of ledger rows, which outlive their subjects.
  var finishedAttempts = 0
  var achievements: [String] = []
  var milestones: [Int] = []
  var hasFirstCapture = false

  /// The attempt that a script refers to: the last one started of the first homework that has any.
  var attempt: AttemptSnapshot? {
    homework.lazy.compactMap { homework in
      // An attempt of another copy comes later than it was started; a line of answers that lost was not started at all.
      homework.attempts.filter { !$0.id.isDerived }.max { $0.id < $1.id }
    }.first
  }

  func attempt(_ id: Attempt.ID) -> AttemptSnapshot? {
    homework.lazy.flatMap(\.attempts).first { $0.id == id } ?? others.values.lazy.compactMap { $0.attempt(id) }.first
  }

  /// The persisted and derived fields of the survival table, without missing ones.
  var state: [FieldName: String] {
    var state: [FieldName: String] = [:]
    func put(_ name: FieldName, _ values: [String]) {
      if !values.isEmpty { state[name] = values.joined(separator: "; ") }
    }
    func put(_ name: FieldName, _ number: Int) {
      if number != 0 { state[name] = String(number) }
    }
    put(.homework, homework.map { "\($0.title)\($0.isCompleted ? ", completed" : "")" })
    put(.quiz, homework.flatMap(\.quiz))
    put(.collections, homework.flatMap(\.collections))
    put(
      .progress,
      homework.filter { $0.totalAttempts > 0 }.map {
        "best \($0.bestScore ?? 0) of \($0.bestTotal ?? 0), completion \($0.completionPercentage), "
          + $0.totalAttempts.counted("attempt")
      })
    put(
      .attempts, homework.flatMap(\.attempts).map { "\($0.state.rawValue), \($0.answers.count) of \($0.questionCount)" }
    )
    put(.ledger, finishedAttempts)
    put(.events, events.count)
    put(.total, starsTotal)
    put(.achievements, achievements)
    put(.milestones, milestones.map(String.init))
    put(.firstCapture, hasFirstCapture ? ["set"] : [])
    if let attempt {
      let streak = attempt.streak
      put(.answers, attempt.answers.map { "\($0.response ?? "-") \($0.outcome.rawValue)" })
      put(.question, min(attempt.answers.count + 1, attempt.questionCount))
      put(.streak, streak.position)
      put(.stars, streak.stars)
      put(.longestRun, streak.longest)
      put(.bar, streak.position == 0 ? [] : streak.bar.map(\.rawValue))
    }
    return state
  }
}

extension Snapshot {
  /// The question, from 0, at which the attempt in progress continues; `nil` if none is open.
  var openQuestion: Int? { attempt.flatMap { $0.state == .inProgress ? $0.answers.count : nil } }
}

extension Snapshot.AttemptSnapshot {
  /// The attempt as a value of the rules, which compute everything that follows from answers. Only the kinds of its
  /// questions are known.
  var attempt: Attempt {
    let nobody = Identifier<Learner>(atMs: 0, random: (0, 0)), nothing = Identifier<Question>(atMs: 0, random: (0, 0))
    return Attempt(
      id: id, homeworkId: nil, quizId: nil, learnerId: nobody, state: state, questionCount: questionCount,
      startedAt: World.beginning, finishedAt: finishedAtMs.map(World.time), terms: AttemptTerms(isPractice: isPractice),
      answers: answers.enumerated().map { index, answer in
        Answer(
          questionId: nothing, index: index, response: answer.response, outcome: answer.outcome,
          streakPosition: answer.streakPosition, elapsedMs: 0, answeredAt: World.time(ofSessionMs: answer.answeredAtMs))
      })
  }

  var streak: Streak { attempt.streak }
  var score: Score { attempt.score }
}

extension Snapshot.EventSnapshot {
  /// True if an answer was graded anew.
  var isGrading: Bool { kind == .answerRegraded || kind == .answerAccepted }

  init(_ event: Event) {
    kind = event.kind
    homeworkId = event.homeworkId
    (learnerId, origin) = (event.learnerId, event.origin)
    attemptId = event.detail.attemptId
    questionIndex = event.detail.questionIndex
    outcome = event.detail.outcome
    streakPosition = event.detail.streakPosition
    name = event.detail.name
    reason = event.detail.reason
    retryAfterSeconds = event.detail.retryAfterSeconds
    atMs = World.sessionMs(of: event.at)
  }

  /// Returns the event as from the store; its number does not matter to a session.
  func event(number: Int) -> Event {
    Event(
      sequence: Int64(number), kind: kind, at: World.time(ofSessionMs: atMs), homeworkId: homeworkId,
      learnerId: learnerId,
      detail: Event.Detail(
        attemptId: attemptId, questionIndex: questionIndex, outcome: outcome, streakPosition: streakPosition,
        name: name, reason: reason, retryAfterSeconds: retryAfterSeconds), origin: origin)
  }
}
