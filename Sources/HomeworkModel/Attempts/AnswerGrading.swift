/// Why an answer was graded anew.
public enum GradingReason: String, CaseIterable, Sendable {
  /// The key was corrected.
  case regraded
  /// The learner had a wrong typed answer counted.
  case accepted
}

/// An answer that was graded anew, from the other one of correct and wrong. The answer itself stays as it was given.
///
/// Answers have the outcome of their last grading: totals, streak and stars follow from it.
package struct AnswerGrading: Hashable, Sendable, Comparable {
  /// The answer's index in the attempt, from 0, and the time of the correction.
  package let index: Int, at: Timestamp
  package let outcome: Outcome, reason: GradingReason

  package init(index: Int, at: Timestamp, outcome: Outcome, reason: GradingReason) {
    (self.index, self.at, self.outcome, self.reason) = (index, at, outcome, reason)
  }

  /// The outcome before the first grading; skipped answers are never graded anew.
  package var former: Outcome { outcome == .correct ? .wrong : .correct }

  package static func < (one: AnswerGrading, other: AnswerGrading) -> Bool {
    (one.index, one.at, one.outcome.rawValue, one.reason.rawValue)
      < (other.index, other.at, other.outcome.rawValue, other.reason.rawValue)
  }
}

extension Attempt {
  /// The attempt with other outcomes of some answers, by index, and the streak positions that follow.
  package func with(outcomes: [Int: Outcome]) -> Attempt {
    var attempt = self
    for (index, outcome) in outcomes where answers.indices.contains(index) { attempt.answers[index].outcome = outcome }
    return attempt.recomputed
  }

  /// The attempt as its gradings have it.
  package func graded(by gradings: [AnswerGrading]) -> Attempt {
    with(outcomes: Dictionary(gradings.sorted().map { ($0.index, $0.outcome) }) { _, last in last })
  }

  /// The attempt as it was played, before any of its gradings.
  package func played(before gradings: [AnswerGrading]) -> Attempt {
    with(outcomes: Dictionary(gradings.sorted().map { ($0.index, $0.former) }) { first, _ in first })
  }
}

extension Question {
  /// Returns the outcome of a stored response by this key; `nil` if it does not fit, such as an option that is gone, or
  /// one that was chosen where a text is now asked for.
  ///
  /// - Parameters:
  ///   - response: the response as stored: an option's letter, or a text.
  ///   - former: the revision of the question to which it was given. Its letters are those of its own options.
  package func outcome(of response: String, givenTo former: Question) -> Outcome? {
    guard let answer = former.response(from: response) else { return nil }
    let (options, formerOptions) = (body.options, former.body.options)
    func presentIndexes(of former: [Int]) -> [Int]? {
      if options == formerOptions { return former }
      let indexes = former.compactMap { options.firstIndex(of: formerOptions[$0]) }
      return indexes.count == former.count ? indexes : nil
    }
    switch answer {
    case .choice(let index): return presentIndexes(of: [index]).flatMap { grade(.choice($0[0])) }
    case .choices(let indexes):
      return body.kind == former.body.kind ? presentIndexes(of: indexes).flatMap { grade(.choices($0)) } : nil
    default: return grade(answer)
    }
  }
}

/// A correction of a question's key by which earlier answers are graded anew.
public struct KeyCorrection: Hashable, Sendable {
  /// The question's index in the quiz, from 0, and the corrected question; `nil` if the quiz is already correct.
  public var index: Int, question: QuestionDraft?
  /// True if correct answers stay correct, and true to only return what would change.
  public var neverLower: Bool, isDryRun: Bool

  /// Creates a correction without checking it.
  public init(at index: Int, to question: QuestionDraft? = nil, neverLower: Bool = false, isDryRun: Bool = false) {
    (self.index, self.question, self.neverLower, self.isDryRun) = (index, question, neverLower, isDryRun)
  }
}

/// The result of grading earlier answers to a question anew.
public struct Regrading: Hashable, Sendable {
  /// The quiz with the corrected key; in a dry run, the quiz unchanged.
  public var quiz: Quiz
  /// The attempts that change, oldest first.
  public var changes: [RegradedAttempt]

  /// Creates a result from its parts.
  package init(quiz: Quiz, changes: [RegradedAttempt]) { (self.quiz, self.changes) = (quiz, changes) }
}

/// The result of an undo.
public struct Undone: Hashable, Sendable {
  /// The homework that was deleted, and the grades before a regrading.
  public var homework: [Homework], regrading: Regrading?

  /// Creates a result from its parts.
  package init(homework: [Homework] = [], regrading: Regrading? = nil) {
    (self.homework, self.regrading) = (homework, regrading)
  }
}

/// An attempt of which an answer is graded anew.
public struct RegradedAttempt: Hashable, Sendable {
  /// The attempt, its learner, and when it was finished.
  public var attemptId: Attempt.ID, learnerId: Learner.ID, learnerName: String, finishedAt: Timestamp?
  /// The answer's index in the attempt, from 0; the response in words; and its new outcome.
  public var index: Int, response: String?, outcome: Outcome
  /// The correct answers and the credited stars, before and after, and the number of questions.
  public var scoreBefore: Int, score: Int, starsBefore: Int, stars: Int, questionCount: Int

  /// Creates a change from an attempt before and after it.
  package init(_ before: Attempt, _ after: Attempt, of learner: String, index: Int, response: String?) {
    (attemptId, learnerId, learnerName, finishedAt) = (before.id, before.learnerId, learner, before.finishedAt)
    (self.index, self.response, outcome) = (index, response, after.answers[index].outcome)
    (scoreBefore, score, questionCount) = (before.score.correct, after.score.correct, before.questionCount)
    (starsBefore, stars) = (before.credit ?? 0, after.credit ?? 0)
  }

  /// The percentage from `scoreBefore`, 0 to 100.
  public var percentageBefore: Int { Score(correct: scoreBefore, total: questionCount).percentage }
  /// The percentage from `score`, 0 to 100.
  public var percentage: Int { Score(correct: score, total: questionCount).percentage }
}
