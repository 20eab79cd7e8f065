/// Totals over the ledger of finished attempts, including those of deleted homework.
public struct Statistics: Hashable, Sendable {
  /// The totals over the finished attempts in one subject, under its name at the time.
  public struct Subject: Hashable, Sendable {
    /// The subject, `nil` for homework without one; and its completed attempts, with correct answers and questions.
    public var name: String?, finishedAttempts: Int, correctAnswers: Int, questions: Int

    package init(name: String?, finishedAttempts: Int, correctAnswers: Int, questions: Int) {
      (self.name, self.finishedAttempts) = (name, finishedAttempts)
      (self.correctAnswers, self.questions) = (correctAnswers, questions)
    }
  }

  /// The stars, achievements and milestones.
  public var earned: Earned
  /// The correct answers, the questions, the time in milliseconds, and the longest run of correct chosen answers in
  /// finished attempts.
  public var correctAnswers: Int, questions: Int, elapsedMs: Int, longestRun: Int
  /// The number of finished attempts with each grade.
  public var grades: [Grade: Int]
  /// The totals by subject, sorted by name; homework without a subject comes first.
  public var subjects: [Subject]
  /// The number of assignments now, and the number of those marked as complete.
  public var homework: Int, completedHomework: Int

  package init(
    earned: Earned, correctAnswers: Int, questions: Int, elapsedMs: Int, longestRun: Int, grades: [Grade: Int],
    subjects: [Subject], homework: Int, completedHomework: Int
  ) {
    (self.earned, self.correctAnswers, self.questions, self.elapsedMs) = (earned, correctAnswers, questions, elapsedMs)
    (self.longestRun, self.grades, self.subjects) = (longestRun, grades, subjects)
    (self.homework, self.completedHomework) = (homework, completedHomework)
  }
}

/// A collection and its progress.
public struct HomeworkCollection: Hashable, Sendable {
  /// The name, the number of assignments in the collection, and the number of those marked as complete.
  public var name: String, homework: Int, completedHomework: Int

  /// Creates a collection from its parts.
  package init(name: String, homework: Int, completedHomework: Int) {
    self.name = name
    self.homework = homework
    self.completedHomework = completedHomework
  }
}

/// A learner's earnings. They outlive the homework with which they were earned.
public struct Earned: Hashable, Sendable {
  /// The total of stars, and the number of completed attempts.
  public var starsTotal: Int, finishedAttempts: Int
  /// The unlocked achievements, the milestones reached, and whether any homework was ever added.
  public var achievements: [Achievement], milestones: [Int], hasFirstCapture: Bool

  package init(
    starsTotal: Int, finishedAttempts: Int, achievements: [Achievement], milestones: [Int], hasFirstCapture: Bool
  ) {
    (self.starsTotal, self.finishedAttempts, self.achievements) = (starsTotal, finishedAttempts, achievements)
    (self.milestones, self.hasFirstCapture) = (milestones, hasFirstCapture)
  }
}
