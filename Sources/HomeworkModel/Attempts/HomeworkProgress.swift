/// The totals of an assignment's finished attempts. They never decrease.
public struct HomeworkProgress: Hashable, Sendable {
  /// The correct answers and the questions of the best attempt; `nil` until an attempt is finished.
  public var bestScore: Int?, bestTotal: Int?
  /// The highest percentage reached, 0 to 100; the number of completed attempts; and the time of the last one.
  public var completionPercentage = 0, totalAttempts = 0, lastPlayedAt: Timestamp?

  /// Creates the progress of an assignment without finished attempts.
  @usableFromInline
  package init() {}

  /// Creates progress from stored values.
  package init(
    bestScore: Int?, bestTotal: Int?, completionPercentage: Int, totalAttempts: Int, lastPlayedAt: Timestamp?
  ) {
    self.bestScore = bestScore
    self.bestTotal = bestTotal
    self.completionPercentage = completionPercentage
    self.totalAttempts = totalAttempts
    self.lastPlayedAt = lastPlayedAt
  }

  /// Computes the progress from all attempts at an assignment. Only completed attempts count, and practice does not.
  package init(of attempts: some Sequence<Attempt>) {
    self.init()
    for attempt in attempts where attempt.state == .completed && !attempt.terms.isPractice {
      if let finishedAt = attempt.finishedAt { record(attempt.score, at: finishedAt) }
    }
  }

  /// Adds a finished attempt.
  ///
  /// The best attempt has the highest percentage, then the highest score: 18 of 20 is better than 9 of 10.
  package mutating func record(_ score: Score, at finishedAt: Timestamp) {
    totalAttempts += 1
    lastPlayedAt = max(lastPlayedAt ?? finishedAt, finishedAt)
    completionPercentage = max(completionPercentage, score.percentage)
    if let bestScore, let bestTotal {
      let best = Score(correct: bestScore, total: bestTotal)
      guard (score.percentage, score.correct, score.total) > (best.percentage, best.correct, best.total) else { return }
    }
    bestScore = score.correct
    bestTotal = score.total
  }
}

/// The correct answers out of all questions.
public struct Score: Hashable, Sendable {
  /// The number of correct answers, and of questions, which is at least 1.
  public let correct: Int, total: Int

  package init(correct: Int, total: Int) {
    precondition((0...total).contains(correct), "a score lies between 0 and its total")
    self.correct = correct
    self.total = total
  }

  /// The percentage, 0 to 100, rounded half up, but 100 only if every answer is correct (199 of 200 is 99).
  public var percentage: Int {
    guard correct < total else { return total == 0 ? 0 : 100 }
    return min(99, (correct * 200 + total) / (total * 2))
  }

  /// The grade by the rounded percentage.
  public var grade: Grade {
    switch percentage {
    case 90...: .excellent
    case 70...: .greatJob
    case 50...: .goodEffort
    default: .keepPracticing
    }
  }

  /// True if the attempt is passed, from 70 %.
  public var isPassed: Bool { percentage >= 70 }
}

/// The grades of a finished attempt.
public enum Grade: String, Hashable, Sendable, CaseIterable {
  case excellent, greatJob, goodEffort, keepPracticing

  /// The English display name.
  package var words: String {
    switch self {
    case .excellent: "Excellent!"
    case .greatJob: "Great Job!"
    case .goodEffort: "Good Effort!"
    case .keepPracticing: "Keep Practicing!"
    }
  }

  /// The emoji of the grade.
  package var emoji: String {
    switch self {
    case .excellent: "🎉"
    case .greatJob: "👍"
    case .goodEffort: "👌"
    case .keepPracticing: "💪"
    }
  }
}
