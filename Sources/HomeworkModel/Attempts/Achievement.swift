/// An achievement. Each is unlocked once per learner and outlives the homework it was earned with.
public enum Achievement: String, Hashable, Sendable, CaseIterable {
  /// Unlocked by the first attempt with 100 %.
  case firstPerfect
  /// Unlocked by the first star at position 10.
  case fullCycle
  case tenStars
  case hundredStars

  /// Returns the achievements that a finished attempt fulfils, including those unlocked before.
  ///
  /// - Parameter starsTotal: the stars of all attempts up to this one.
  package static func earned(_ score: Score, longestRun: Int, starsTotal: Int) -> [Achievement] {
    allCases.filter { achievement in
      switch achievement {
      case .firstPerfect: score.percentage == 100
      case .fullCycle: longestRun >= Streak.cycle
      case .tenStars: starsTotal >= 10
      case .hundredStars: starsTotal >= 100
      }
    }
  }
}

/// Milestones: the numbers of completed attempts that are celebrated.
package enum Milestone {
  /// The numbers of completed attempts that are celebrated, each once.
  package static let completedAttempts = [10, 50, 100, 500, 1000]

  /// The name under which a learner's milestone is stored.
  package static func name(ofCompletedAttempts count: Int) -> String { "completedAttempts\(count)" }
}
