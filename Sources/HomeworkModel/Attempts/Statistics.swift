/// Sums over the ledger of finished attempts, which outlives the homework that they were at.
public struct Statistics: Hashable, Sendable {
  /// Sums over the attempts at homework of one subject, as it was called when they were finished.
  public struct Subject: Hashable, Sendable {
    /// `nil` for homework without one; completed attempts, and the correct answers and the questions in them.
    public let name: String?, finishedAttempts: Int, correctAnswers: Int, questions: Int

    package init(name: String?, finishedAttempts: Int, correctAnswers: Int, questions: Int) {
      (self.name, self.finishedAttempts) = (name, finishedAttempts)
      (self.correctAnswers, self.questions) = (correctAnswers, questions)
    }
  }

  /// Stars, achievements and milestones.
  public let earned: Earned
  /// Of the finished attempts: correct answers, questions, the time spent on them in milliseconds, and the longest run of
  /// correct MCQs in one.
  public let correctAnswers: Int, questions: Int, elapsedMs: Int, longestRun: Int
  /// How many finished attempts had each grade.
  public let grades: [Grade: Int]
  /// In order of name, those without one first.
  public let subjects: [Subject]
  /// Homework there now, and how many of it are marked complete.
  public let homework: Int, completedHomework: Int

  package init(
    earned: Earned, correctAnswers: Int, questions: Int, elapsedMs: Int, longestRun: Int, grades: [Grade: Int],
    subjects: [Subject], homework: Int, completedHomework: Int
  ) {
    (self.earned, self.correctAnswers, self.questions, self.elapsedMs) = (earned, correctAnswers, questions, elapsedMs)
    (self.longestRun, self.grades, self.subjects) = (longestRun, grades, subjects)
    (self.homework, self.completedHomework) = (homework, completedHomework)
  }
}

/// A collection and how far it is.
public struct HomeworkCollection: Hashable, Sendable {
  /// What it is called, homework in it, and how many of it are marked complete.
  public let name: String, homework: Int, completedHomework: Int

  /// With these parts.
  package init(name: String, homework: Int, completedHomework: Int) {
    self.name = name
    self.homework = homework
    self.completedHomework = completedHomework
  }
}

/// What was earned in this store. It outlives the homework that it was earned with.
public struct Earned: Hashable, Sendable {
  /// The sum of the ledger, and how many attempts were ever completed.
  public let starsTotal: Int, finishedAttempts: Int
  /// Those unlocked and those reached, each once, and whether a homework was added at some time.
  public let achievements: [Achievement], milestones: [Int], hasFirstCapture: Bool

  package init(
    starsTotal: Int, finishedAttempts: Int, achievements: [Achievement], milestones: [Int], hasFirstCapture: Bool
  ) {
    (self.starsTotal, self.finishedAttempts, self.achievements) = (starsTotal, finishedAttempts, achievements)
    (self.milestones, self.hasFirstCapture) = (milestones, hasFirstCapture)
  }
}
