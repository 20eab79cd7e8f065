/// Something reached for the first time. Each happens once per store and outlives the homework that brought it.
public enum Achievement: String, Hashable, Sendable, CaseIterable {
  /// The first attempt of 100 %.
  case firstPerfect
  /// The first activation of position 10.
  case fullCycle
  case tenStars
  case hundredStars

  /// Returns the achievements that a finished attempt fulfils, whether or not they were unlocked before.
  package static func earned(by attempt: AttemptSummary, starsTotal: Int) -> [Achievement] {
    allCases.filter { achievement in
      switch achievement {
      case .firstPerfect: attempt.score.percentage == 100
      case .fullCycle: attempt.streak.longest >= Streak.cycle
      case .tenStars: starsTotal >= 10
      case .hundredStars: starsTotal >= 100
      }
    }
  }
}

/// Numbers of completed attempts that are celebrated.
package enum Milestone {
  /// Numbers of completed attempts that are celebrated, each once.
  package static let completedAttempts = [10, 50, 100, 500, 1000]
}
