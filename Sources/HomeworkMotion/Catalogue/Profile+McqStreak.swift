/// mcq-streak-animations: the streak of a quiz, and the stars of its results. `Session` decides when each plays.
extension AnimationSpec {
  static let mcqStreak: [AnimationSpec] = [
    AnimationSpec(
      .dotSettle, .mcqStreak, "Pre-A1", section: "A1", on: .fact(.answerSettled, .positions(1...10)),
      phases: Timeline.dotSettle, reduced: .unchanged, resume: .ephemeral, layer: .question),
    AnimationSpec(
      .a1, .mcqStreak, "Streak Activation (Indicator Bar)", section: "A1",
      on: .fact(.answerSettled, .positions(5...10)), delayMs: 200,
      variants: [
        Variant("newStreak", when: "position 5", phases: Timeline.newStreak),
        Variant("continuingStreak", when: "positions 6 to 10", phases: Timeline.continuingStreak),
      ], reduced: .phases(Timeline.reducedStar), resume: .ephemeral, role: .celebration, layer: .question,
      claims: [Claim(.total(ms: 1100), "A1, newStreak"), Claim(.total(ms: 900), "A1, continuingStreak")]),
    AnimationSpec(
      .sizeSettle, .mcqStreak, "Size settle", section: "A1", on: .fact(.answerSettled, .positions(6...10)),
      delayMs: 200, phases: Timeline.sizeSettle, reduced: .unchanged, resume: .ephemeral, layer: .question),
    AnimationSpec(
      .a2, .mcqStreak, "Results Badge Spring-In", section: "A2", on: .fact(.attemptFinished, .starsEarned),
      phases: Timeline.badge, reduced: .removed, resume: .ephemeral, role: .celebration, layer: .results,
      claims: [Claim(.peak(.scale, value: 1.2, atMs: 200), "A2, Overshoot peak")]),
    AnimationSpec(
      .a3, .mcqStreak, "Results Count-Up", section: "A3", on: .fact(.attemptFinished, .starsEarned),
      delayMs: Timeline.countDelayMs, phases: Timeline.count(earned: 1, total: 1), reduced: .removed,
      resume: .ephemeral, role: .celebration, layer: .results,
      stagger: Stagger(delayMs: Timeline.countStepMs, limit: nil)),
    AnimationSpec(
      .a4, .mcqStreak, "Celebration Particles", section: "A4", on: .fact(.answerSettled, .celebratedPosition),
      variants: Intensity.allCases.map { intensity in
        Variant(
          intensity.rawValue, when: "position \(intensity.position)", phases: Timeline.confetti(intensity),
          durationMs: intensity.durationMs)
      }, reduced: .removed, resume: .ephemeral, role: .celebration),
  ]
}
