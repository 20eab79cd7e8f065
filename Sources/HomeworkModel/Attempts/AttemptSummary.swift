/// One play of a quiz as of one of its answers, without the answers themselves: as large for the first as for the last.
public struct AttemptSummary: Identifiable, Hashable, Sendable {
  /// Its public identity, and that of who plays.
  public let id: Attempt.ID, learnerId: Learner.ID
  /// The homework and the quiz that it is at; `nil` of a review, which asks questions of many.
  public let homeworkId: Homework.ID?, quizId: Quiz.ID?
  /// When it was started, how many questions it asks, and how it was started.
  public let startedAt: Timestamp, questionCount: Int, terms: AttemptTerms
  /// Where it stands, and when it was completed or abandoned; `nil` while it is in progress.
  public package(set) var state: Attempt.State, finishedAt: Timestamp?
  /// What its answers amount to.
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

  /// The question that is settled next, from 0; equal to `questionCount` when every one is.
  public var questionIndex: Int { standing.settled }
  /// Whether every question has its answer, so that it can be finished.
  public var isSettled: Bool { standing.settled >= questionCount }
  /// Correct answers so far, of all questions.
  public var score: Score { Score(correct: standing.correct, total: questionCount) }
  /// The run of correct MCQs, as the settled answers give it.
  public var streak: Streak { standing.streak }
  /// Time spent on the settled questions; time while nobody played, or on a question not settled, never counts.
  public var elapsedMs: Int { standing.elapsedMs }
}

/// What the answers settled so far amount to. The next one follows from it, however many there are.
package struct Standing: Hashable, Sendable {
  /// Answers, and those of them that are correct.
  package private(set) var settled = 0, correct = 0
  /// Time spent on them.
  package private(set) var elapsedMs = 0
  package private(set) var streak = Streak()

  /// Of an attempt without answers.
  package init() {}

  /// As it was counted up to an answer.
  package init(settled: Int, correct: Int, elapsedMs: Int, streak: Streak) {
    (self.settled, self.correct, self.elapsedMs, self.streak) = (settled, correct, elapsedMs, streak)
  }

  /// Takes one more settled answer and returns its activation position, as `Streak` has it.
  package mutating func settle(_ outcome: Outcome, isMCQ: Bool, elapsedMs: Int) -> Int? {
    settled += 1
    if outcome == .correct { correct += 1 }
    self.elapsedMs += elapsedMs
    return streak.settle(outcome, isMCQ: isMCQ)
  }
}
