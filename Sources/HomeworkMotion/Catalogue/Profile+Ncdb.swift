/// ncdb-animation-guidelines. Under reduced motion springs are off and what slides fades; how long a fade takes is not
/// said.
extension AnimationSpec {
  static let ncdb: [AnimationSpec] = ncdbPatterns + ncdbTransitions + ncdbCelebrations

  private static let gesture = Curve.spring(response: 0.3, dampingFraction: 0.7)
  private static let crossFade = [Phase("fade", .opacity, for: nil, nil, 0, 1)]
  private static let routine = Claim(
    .guideline(name: "routine interactions", ms: 0...500), "Performance Guidelines, Don'ts")

  private static let ncdbPatterns: [AnimationSpec] = [
    AnimationSpec(
      .ncdbCardAppearance, .ncdb, "Card Appearance", section: "Animation Patterns", on: .screen(.cards),
      phases: [
        Phase("fade", .opacity, for: nil, .spring(response: 0.5, dampingFraction: 0.8), 0, 1),
        Phase("scale", .scale, for: nil, .spring(response: 0.5, dampingFraction: 0.8), 0.95, 1),
      ], durationMs: 350, reduced: .phases(crossFade),
      claims: [Claim(.spring(response: 0.6, dampingFraction: 0.8), "Quick Reference"), routine]),
    AnimationSpec(
      .staggeredList, .ncdb, "Staggered List Animation", section: "Animation Patterns", on: .screen(.list),
      phases: [
        Phase("fade", .opacity, for: nil, .spring(response: 0.5, dampingFraction: 0.8), 0, 1),
        Phase("rise", .y, for: nil, .spring(response: 0.5, dampingFraction: 0.8), 20, 0),
      ], reduced: .phases(crossFade), stagger: Stagger(delayMs: 50, limit: 10),
      claims: [
        Claim(.staggered(count: 10, ms: 500), "Animation Patterns"),
        Claim(.spring(response: 0.6, dampingFraction: 0.8), "Quick Reference"),
      ], unstated: [.duration]),
    AnimationSpec(
      .ncdbButtonPress, .ncdb, "Button Press", section: "Animation Patterns", on: .screen(.tap),
      phases: [Phase("press", .scale, for: nil, gesture, 1, 0.96)], durationMs: 200, reduced: .instant,
      claims: [
        Claim(.duration(100...100), "Duration Reference, Instant"),
        Claim(.spring(response: 0.4, dampingFraction: 0.85), "Quick Reference"), routine,
      ]),
    AnimationSpec(
      .starRating, .ncdb, "Star Rating Animation", section: "Animation Patterns", on: .screen(.rate),
      phases: [
        Phase("fill", .scale, for: nil, .spring(response: 0.4, dampingFraction: 0.6), 0.9, 1),
        Phase("gold", .colour, for: nil, .spring(response: 0.4, dampingFraction: 0.6), 0, 1),
      ], durationMs: 100, reduced: .instant, stagger: Stagger(delayMs: 100, limit: 5),
      claims: [Claim(.spring(response: 0.5, dampingFraction: 0.6), "Quick Reference"), routine]),
    AnimationSpec(
      .rankingReorder, .ncdb, "Ranking Reorder", section: "Animation Patterns", on: .screen(.drag),
      phases: [Phase("lift", .y, for: nil, .spring(response: 0.3, dampingFraction: 0.8), 0, 1)],
      reduced: .instant, haptic: Haptic(.medium),
      claims: [Claim(.spring(response: 0.3, dampingFraction: 0.7), "Quick Reference")],
      unstated: [.duration, .values]),
  ]

  private static let ncdbTransitions: [AnimationSpec] = [
    AnimationSpec(
      .screenTransition, .ncdb, "Screen Transitions", section: "Transition Patterns", on: .screen(.matchedGeometry),
      phases: [Phase("geometry", .size, for: nil, nil, 0, 1)], reduced: .phases(crossFade), role: .transition,
      unstated: [.duration, .curve, .values]),
    AnimationSpec(
      .sheetPresentation, .ncdb, "Sheet Presentation", section: "Transition Patterns", on: .screen(.present),
      phases: [Phase("slideUp", .slide, for: nil, nil, 1, 0)], reduced: .phases(crossFade), role: .transition,
      unstated: [.duration, .curve, .values]),
    AnimationSpec(
      .tabTransition, .ncdb, "Tab Transitions", section: "Transition Patterns", on: .screen(.tabSwitch),
      phases: [Phase("crossFade", .opacity, for: 200, .easeInOut, 0, 1)], reduced: .unchanged, role: .transition,
      claims: [Claim(.duration(200...200), "Quick Reference"), routine]),
    AnimationSpec(
      .swipeToDismiss, .ncdb, "Swipe to Dismiss", section: "Gesture Animations", on: .screen(.swipe),
      phases: [Phase("back", .y, for: nil, .spring(response: 0.5, dampingFraction: 0.8), 100, 0)],
      reduced: .instant, unstated: [.duration]),
    AnimationSpec(
      .ncdbPullToRefresh, .ncdb, "Pull to Refresh", section: "Gesture Animations", on: .screen(.pull),
      phases: [Phase("spinner", .rotation, for: nil, nil, 0, 360)], reduced: .unchanged, role: .loading,
      until: .refreshed, unstated: [.duration, .curve, .values]),
    AnimationSpec(
      .carouselSnapping, .ncdb, "Carousel Snapping", section: "Gesture Animations", on: .screen(.scroll),
      phases: [
        Phase("scale", .scale, for: nil, nil, 0.9, 1), Phase("fade", .opacity, for: nil, nil, 0.7, 1),
      ], reduced: .phases([Phase("fade", .opacity, for: nil, nil, 0.7, 1)]), unstated: [.duration, .curve]),
    AnimationSpec(
      .skeletonLoading, .ncdb, "Skeleton Loading", section: "Loading States", on: .screen(.load),
      phases: [Phase("shimmer", .shimmer, for: 1500, .linear, 0, 300)], reduced: .instant, role: .loading,
      until: .loaded, claims: [Claim(.duration(1500...1500), "Quick Reference")]),
    AnimationSpec(
      .progressIndicator, .ncdb, "Progress Indicator", section: "Loading States", on: .screen(.spin),
      phases: [Phase("spin", .rotation, for: 1000, .linear, 0, 360)], reduced: .instant, role: .loading,
      until: .loaded),
  ]

  private static let ncdbCelebrations: [AnimationSpec] = [
    AnimationSpec(
      .achievementUnlock, .ncdb, "Achievement Unlock", section: "Celebration Animations",
      on: .fact(.achievementUnlocked),
      phases: [
        Phase("scaleIn", .scale, for: 300, .spring(response: 0.6, dampingFraction: 0.6), 0.5, 1.1),
        Phase("fade", .opacity, for: nil, .spring(response: 0.6, dampingFraction: 0.6), 0, 1),
        Phase("turn", .rotation, for: nil, .spring(response: 0.6, dampingFraction: 0.6), -10, 0),
        Phase("confetti", .particles, at: 200, for: nil, nil, 0, 1),
        Phase("settle", .scale, at: 300, for: 500, .spring(response: 0.4, dampingFraction: 0.8), 1.1, 1),
      ], durationMs: 800, reduced: .phases(crossFade), haptic: Haptic(.success, atMs: 200), resume: .once,
      role: .celebration,
      claims: [
        Claim(.total(ms: 800), "Celebration Animations"),
        Claim(.guideline(name: "celebrations", ms: 0...500), "Duration Reference, Emphasis"),
        Claim(.spring(response: 0.5, dampingFraction: 0.6), "Quick Reference"),
      ]),
    // Repeated three times, each way back by turns.
    AnimationSpec(
      .milestone, .ncdb, "Milestone Reached", section: "Celebration Animations", on: .fact(.milestoneReached),
      phases: [
        Phase("glow", .glow, for: 800, .easeInOut, 0.3, 0.8),
        Phase("dim", .glow, at: 800, for: 800, .easeInOut, 0.8, 0.3),
        Phase("glowAgain", .glow, at: 1600, for: 800, .easeInOut, 0.3, 0.8),
      ], reduced: .instant, resume: .once, role: .celebration,
      claims: [Claim(.guideline(name: "celebrations", ms: 0...500), "Duration Reference, Emphasis")]),
  ]
}
