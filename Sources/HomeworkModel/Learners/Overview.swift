/// The progress of all learners in all of a library's homework, and the hardest questions.
public struct Overview: Hashable, Sendable {
  /// The learners, in the order in which they were added.
  public var learners: [Learner]
  /// The homework, newest first.
  public var homework: [Work]
  /// A cell for each learner and each assignment that they played or marked as done.
  public var cells: [Cell]
  /// Up to 20 questions with wrong answers, most wrong answers first.
  public var hardest: [HardQuestion]

  /// An assignment, as a column of the overview.
  public struct Work: Hashable, Sendable {
    /// The homework's id, its title, and its due date, such as `2026-11-20`.
    public var id: Homework.ID, title: String, dueOn: String?

    /// Creates an assignment from its parts.
    package init(id: Homework.ID, title: String, dueOn: String?) {
      (self.id, self.title, self.dueOn) = (id, title, dueOn)
    }
  }

  /// One learner's progress in one assignment.
  public struct Cell: Hashable, Sendable {
    /// The learner and the homework.
    public var learnerId: Learner.ID, homeworkId: Homework.ID
    /// The totals of the finished attempts.
    public var progress: HomeworkProgress
    /// True if an attempt is in progress; and the time when the learner marked the homework as done.
    public var isPlaying: Bool, completedAt: Timestamp?

    /// Creates a cell from its parts.
    package init(
      learnerId: Learner.ID, homeworkId: Homework.ID, progress: HomeworkProgress, isPlaying: Bool,
      completedAt: Timestamp?
    ) {
      (self.learnerId, self.homeworkId, self.progress) = (learnerId, homeworkId, progress)
      (self.isPlaying, self.completedAt) = (isPlaying, completedAt)
    }
  }

  /// A question that any learner answered wrong. Abandoned attempts do not count.
  public struct HardQuestion: Hashable, Sendable {
    /// The question, its homework, its text, and the correct answer in words.
    public var questionId: Question.ID, homeworkId: Homework.ID, prompt: String, correctAnswer: String
    /// The number of times it was answered or skipped, answered wrong, and skipped.
    public var settled: Int, wrong: Int, skipped: Int
    /// Up to five wrong answers, most frequent first.
    public var wrongAnswers: [WrongAnswer]

    /// Creates a question from its parts.
    package init(
      questionId: Question.ID, homeworkId: Homework.ID, prompt: String, correctAnswer: String, settled: Int, wrong: Int,
      skipped: Int, wrongAnswers: [WrongAnswer]
    ) {
      (self.questionId, self.homeworkId, self.prompt) = (questionId, homeworkId, prompt)
      (self.correctAnswer, self.settled, self.wrong, self.skipped) = (correctAnswer, settled, wrong, skipped)
      self.wrongAnswers = wrongAnswers
    }
  }

  /// A wrong answer, and how often it was given.
  public struct WrongAnswer: Hashable, Sendable {
    /// The option with its letter, or the text; and the number of times it was given.
    public var text: String, count: Int

    /// Creates a wrong answer from its parts.
    package init(text: String, count: Int) {
      (self.text, self.count) = (text, count)
    }
  }

  /// Creates an overview from its parts.
  package init(learners: [Learner], homework: [Work], cells: [Cell], hardest: [HardQuestion]) {
    (self.learners, self.homework, self.cells, self.hardest) = (learners, homework, cells, hardest)
  }
}
