/// What a homework's finished attempts amount to. Never goes down.
public struct HomeworkProgress: Hashable, Sendable {
  /// Absent until an attempt is finished; `bestTotal` is the number of questions of that same attempt.
  public private(set) var bestScore: Int?, bestTotal: Int?
  /// The highest percentage reached, 0 to 100; how many attempts were completed; and when the last one was.
  public private(set) var completionPercentage = 0, totalAttempts = 0, lastPlayedAt: Timestamp?

  /// Of a homework that was never finished.
  @usableFromInline
  package init() {}

  /// As stored.
  package init(
    bestScore: Int?, bestTotal: Int?, completionPercentage: Int, totalAttempts: Int, lastPlayedAt: Timestamp?
  ) {
    self.bestScore = bestScore
    self.bestTotal = bestTotal
    self.completionPercentage = completionPercentage
    self.totalAttempts = totalAttempts
    self.lastPlayedAt = lastPlayedAt
  }

  /// What all attempts at a homework amount to; those that are not completed do not count, nor does practice.
  public init(of attempts: some Sequence<Attempt>) {
    self.init()
    for attempt in attempts where attempt.state == .completed && !attempt.terms.isPractice {
      if let finishedAt = attempt.finishedAt { record(attempt.score, at: finishedAt) }
    }
  }

  /// Takes one more finished attempt.
  ///
  /// The best is the highest percentage, then the highest score: 18 of 20 beats 9 of 10.
  package mutating func record(_ score: Score, at finishedAt: Timestamp) {
    totalAttempts += 1
    lastPlayedAt = max(lastPlayedAt ?? finishedAt, finishedAt)
    completionPercentage = max(completionPercentage, score.percentage)
    if let bestScore, let bestTotal {
      let best = Score(correct: bestScore, total: bestTotal)
      guard (score.percentage, score.correct) > (best.percentage, best.correct) else { return }
    }
    bestScore = score.correct
    bestTotal = score.total
  }
}

/// Correct answers of all questions.
public struct Score: Hashable, Sendable {
  /// Correct answers, and questions, of which there is at least one.
  public let correct: Int, total: Int

  /// With these parts.
  package init(correct: Int, total: Int) {
    precondition((0...total).contains(correct), "a score lies between 0 and its total")
    self.correct = correct
    self.total = total
  }

  /// 0 to 100, rounded half up, but 100 only when every answer is correct (199 of 200 is 99).
  public var percentage: Int {
    guard correct < total else { return total == 0 ? 0 : 100 }
    return min(99, (correct * 200 + total) / (total * 2))
  }

  /// By the rounded percentage.
  public var grade: Grade {
    switch percentage {
    case 90...: .excellent
    case 70...: .greatJob
    case 50...: .goodEffort
    default: .keepPracticing
    }
  }

  /// From 70 %.
  public var isPassed: Bool { percentage >= 70 }
}

/// The four grades of a finished attempt.
public enum Grade: String, Hashable, Sendable, CaseIterable {
  case excellent, greatJob, goodEffort, keepPracticing

  /// For people, in English.
  package var words: String {
    switch self {
    case .excellent: "Excellent!"
    case .greatJob: "Great Job!"
    case .goodEffort: "Good Effort!"
    case .keepPracticing: "Keep Practicing!"
    }
  }

  /// The emoji that goes with it.
  package var emoji: String {
    switch self {
    case .excellent: "🎉"
    case .greatJob: "👍"
    case .goodEffort: "👌"
    case .keepPracticing: "💪"
    }
  }
}
