import HomeworkModel

/// The streak's animations, which sessions control. An animation that the catalogue lacks is not shown.
final class StreakDesign: Sendable {
  /// A playable form of one of these animations.
  struct ResolvedAnimation: Sendable {
    let name: AnimationName
    let delayMs: Int
    let durationMs: Int
    let phases: [Phase]

    init(_ entry: AnimationSpec, _ variant: Variant, motion: MotionPreference = .full) {
      (name, delayMs) = (entry.name, entry.delayMs)
      durationMs = entry.durationMs(of: variant, motion: motion)
      phases = entry.phases(of: variant, motion: motion)
    }
  }

  let dotSettle: ResolvedAnimation?, sizeSettle: ResolvedAnimation?, badge: ResolvedAnimation?
  /// In the order of `Activation`'s cases, with full and reduced motion.
  private let stars: [ResolvedAnimation], reducedStars: [ResolvedAnimation]
  private let bursts: [ResolvedAnimation]
  /// A single step; each star gets one.
  let count: ResolvedAnimation?
  let countStepMs: Int

  init(_ entries: [AnimationSpec]) {
    func resolved(_ behaviour: Behaviour, _ motion: MotionPreference = .full) -> [ResolvedAnimation] {
      guard let entry = entries.first(where: { $0.behaviour == behaviour }) else { return [] }
      return entry.variants.map { ResolvedAnimation(entry, $0, motion: motion) }
    }
    dotSettle = resolved(.dotSettle).first
    sizeSettle = resolved(.sizeSettle).first
    badge = resolved(.badge).first
    (stars, reducedStars, bursts) = (resolved(.star), resolved(.star, .reduced), resolved(.confetti))
    count = resolved(.countUp).first
    countStepMs = entries.first { $0.behaviour == .countUp }?.stagger?.delayMs ?? count?.durationMs ?? 0
  }

  func star(_ activation: Activation, _ motion: MotionPreference) -> ResolvedAnimation? {
    let resolved = motion == .full ? stars : reducedStars
    return resolved.isEmpty ? nil : resolved[activation == .newStreak ? 0 : 1]
  }

  func burst(_ intensity: Intensity) -> ResolvedAnimation? {
    guard !bursts.isEmpty else { return nil }
    return switch intensity {
    case .standard: bursts[0]
    case .medium: bursts[1]
    case .max: bursts[2]
    }
  }

  /// Returns one step per star: the count increases by one at its start, and other movements are shifted into it.
  func countPhases(earned: Int, total: Int) -> [Phase] {
    guard let count else { return [] }
    let before = max(0, total - earned)
    return (0..<earned).flatMap { step in
      count.phases.map { phase in
        guard phase.property == .count else { return phase.moved(byMs: step * countStepMs) }
        return phase.moved(
          byMs: step * countStepMs, from: Double(min(total, before + step)), to: Double(min(total, before + step + 1)))
      }
    }
  }
}

/// How a star is activated: from green and yellow in a new streak, or at once in a continuing one.
public enum Activation: String, Hashable, Sendable, CaseIterable {
  case newStreak, continuingStreak

  public init?(position: Int) {
    guard Streak.starPositions.contains(position) else { return nil }
    self = position == Streak.starPositions.lowerBound ? .newStreak : .continuingStreak
  }
}
