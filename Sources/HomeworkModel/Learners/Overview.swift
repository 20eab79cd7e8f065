/// A library as a teacher looks at it: learners by homework, and the questions that were hardest.
public struct Overview: Hashable, Sendable {
  /// In the order in which they were added.
  public let learners: [Learner]
  /// The newest first.
  public let homework: [Work]
  /// Of each learner at each homework that they played or did; none for the others.
  public let cells: [Cell]
  /// Up to 20 that were answered wrong, the most often first.
  public let hardest: [HardQuestion]

  /// A homework, by its id.
  public struct Work: Hashable, Sendable {
    /// Which it is, what it is called, and the day it is due, as `2026-11-20`.
    public let id: Homework.ID, title: String, dueOn: String?

    /// With these parts.
    package init(id: Homework.ID, title: String, dueOn: String?) {
      (self.id, self.title, self.dueOn) = (id, title, dueOn)
    }
  }

  /// How far a learner is with a homework.
  public struct Cell: Hashable, Sendable {
    /// Who plays what.
    public let learnerId: Learner.ID, homeworkId: Homework.ID
    /// Over the finished attempts.
    public let progress: HomeworkProgress
    /// Whether one is in progress, and when they marked the homework done.
    public let isPlaying: Bool, completedAt: Timestamp?

    /// With these parts.
    package init(
      learnerId: Learner.ID, homeworkId: Homework.ID, progress: HomeworkProgress, isPlaying: Bool,
      completedAt: Timestamp?
    ) {
      (self.learnerId, self.homeworkId, self.progress) = (learnerId, homeworkId, progress)
      (self.isPlaying, self.completedAt) = (isPlaying, completedAt)
    }
  }

  /// A question that was answered wrong, by whomever; abandoned attempts do not count.
  public struct HardQuestion: Hashable, Sendable {
    /// The question, the homework that it is of, what it asks, and what is right, for people.
    public let questionId: Question.ID, homeworkId: Homework.ID, prompt: String, correctAnswer: String
    /// How often it was settled, and how often of that wrong or skipped.
    public let settled: Int, wrong: Int, skipped: Int
    /// Wrong options or texts, in words, up to five, the most frequent first.
    public let wrongAnswers: [WrongAnswer]

    /// With these parts.
    package init(
      questionId: Question.ID, homeworkId: Homework.ID, prompt: String, correctAnswer: String, settled: Int, wrong: Int,
      skipped: Int, wrongAnswers: [WrongAnswer]
    ) {
      (self.questionId, self.homeworkId, self.prompt) = (questionId, homeworkId, prompt)
      (self.correctAnswer, self.settled, self.wrong, self.skipped) = (correctAnswer, settled, wrong, skipped)
      self.wrongAnswers = wrongAnswers
    }
  }

  /// What was answered in place of what is right.
  public struct WrongAnswer: Hashable, Sendable {
    /// The option with its letter, or the text, and how often.
    public let text: String, count: Int

    /// With these parts.
    package init(text: String, count: Int) {
      (self.text, self.count) = (text, count)
    }
  }

  /// With these parts.
  package init(learners: [Learner], homework: [Work], cells: [Cell], hardest: [HardQuestion]) {
    (self.learners, self.homework, self.cells, self.hardest) = (learners, homework, cells, hardest)
  }
}
