/// An attempt without its answers, as of one of them. Its size does not depend on the number of answers.
public struct AttemptSummary: Identifiable, Hashable, Sendable {
  /// The attempt's id, and the learner who plays it.
  public var id: Attempt.ID, learnerId: Learner.ID
  /// The homework and the quiz; `nil` for a review, which asks questions from several assignments.
  public var homeworkId: Homework.ID?, quizId: Quiz.ID?
  /// The time of the start, the number of questions, and the settings.
  public var startedAt: Timestamp, questionCount: Int, terms: AttemptTerms
  /// The state, and the time when the attempt was completed or abandoned; `nil` while it is in progress.
  public package(set) var state: Attempt.State, finishedAt: Timestamp?
  /// The totals of its answers.
  package var standing: Standing

  package init(
    id: Attempt.ID, homeworkId: Homework.ID?, quizId: Quiz.ID?, learnerId: Learner.ID, state: Attempt.State,
    questionCount: Int, startedAt: Timestamp, finishedAt: Timestamp?, terms: AttemptTerms = AttemptTerms(),
    standing: Standing
  ) {
    (self.id, self.homeworkId, self.quizId, self.learnerId) = (id, homeworkId, quizId, learnerId)
    (self.state, self.questionCount, self.standing) = (state, questionCount, standing)
    (self.startedAt, self.finishedAt, self.terms) = (startedAt, finishedAt, terms)
  }

  /// The index of the current question, from 0; equal to `questionCount` when all are settled.
  public var questionIndex: Int { standing.settled }
  /// True if all questions are settled, so that the attempt can be finished.
  public var isSettled: Bool { standing.settled >= questionCount }
  /// The number of correct answers so far, out of all questions.
  public var score: Score { Score(correct: standing.correct, total: questionCount) }
  /// The streak of correct chosen answers.
  public var streak: Streak { standing.streak }
  /// The time spent on settled questions, in milliseconds, without the current question and pauses between sessions.
  public var elapsedMs: Int { standing.elapsedMs }
}

/// The totals of the answers so far, from which the totals after the next answer can be computed.
package struct Standing: Hashable, Sendable {
  /// The number of answers, and of correct ones.
  package var settled = 0, correct = 0
  /// The time spent on the answers, in milliseconds.
  package var elapsedMs = 0
  package var streak = Streak()

  /// Creates the totals of an attempt without answers.
  package init() {}

  /// Creates totals from their parts.
  package init(settled: Int, correct: Int, elapsedMs: Int, streak: Streak) {
    (self.settled, self.correct, self.elapsedMs, self.streak) = (settled, correct, elapsedMs, streak)
  }

  /// Adds an answer and returns its streak position, as `Streak` does.
  package mutating func settle(_ outcome: Outcome, movesStreak: Bool, elapsedMs: Int) -> Int? {
    settled += 1
    if outcome == .correct { correct += 1 }
    self.elapsedMs += elapsedMs
    return streak.settle(outcome, movesStreak: movesStreak)
  }
}
