/// homework-user-flows. The document says nothing of reduced motion: what moves is then there at once, and confetti is
/// not thrown.
extension AnimationSpec {
  static let homework: [AnimationSpec] = homeworkCapture + homeworkQuiz + homeworkResults + homeworkScreens

  private static let homeworkCapture: [AnimationSpec] = [
    AnimationSpec(
      .captureSheet, .homework, "Sheet modal", section: "1, Step 1", on: .screen(.presentCapture),
      phases: [Phase("slideUp", .slide, for: 300, nil, 1, 0)], reduced: .instant, haptic: Haptic(.light),
      role: .transition, claims: [Claim(.duration(400...400), "Animation Specifications, Modal")],
      unstated: [.curve, .reduced]),
    AnimationSpec(
      .processingGenerating, .homework, "Generating", section: "1, Step 5",
      on: .fact(.generationChanged, .name("pending")),
      phases: [Phase("spinner", .rotation, for: 3000, nil, 0, 360)], reduced: .instant, role: .loading,
      claims: [Claim(.duration(2000...3000), "1, User Journey")], unstated: [.curve, .values, .reduced]),
    AnimationSpec(
      .processingSaving, .homework, "Saving", section: "1, Step 5", on: .fact(.generationChanged, .name("ready")),
      phases: [Phase("saving", .opacity, for: 200, nil, 1, 1)], reduced: .unchanged, role: .loading,
      unstated: [.curve, .reduced]),
    AnimationSpec(
      .quizReady, .homework, "Complete", section: "1, Step 5", on: .fact(.generationChanged, .name("ready")),
      delayMs: 200, phases: [Phase("checkmark", .opacity, for: 1000, nil, 1, 1)], reduced: .unchanged,
      role: .confirmation, unstated: [.curve, .reduced]),
  ]

  private static let homeworkQuiz: [AnimationSpec] = [
    AnimationSpec(
      .answerFeedback, .homework, "Show feedback", section: "2, MCQ", on: .fact(.answerSettled, .answered),
      delayMs: 100,
      variants: [
        Variant("correct", when: "a correct answer", phases: [Phase("green", .colour, for: nil, nil, 0, 1)]),
        Variant("wrong", when: "a wrong answer", phases: [Phase("red", .colour, for: nil, nil, 0, 1)]),
      ], reduced: .unchanged, haptic: Haptic(.success, otherwise: .error), role: .confirmation, layer: .question,
      unstated: [.duration, .curve, .reduced]),
    AnimationSpec(
      .nextQuestion, .homework, "Next Question", section: "2, Navigation Controls", on: .screen(.next),
      phases: [Phase("slideLeft", .slide, for: 300, nil, 1, 0)], reduced: .instant, haptic: Haptic(.light),
      role: .transition, layer: .question, unstated: [.curve, .reduced]),
    AnimationSpec(
      .progressUpdate, .homework, "Progress bar", section: "2, Progress Tracking", on: .fact(.answerSettled),
      phases: [Phase("bar", .progress, for: nil, nil, 0, 1)], reduced: .instant, layer: .question,
      unstated: [.duration, .curve, .values, .reduced]),
  ]

  private static let homeworkResults: [AnimationSpec] = [
    AnimationSpec(
      .resultsTransition, .homework, "Animate to results screen", section: "3, Quiz Completion",
      on: .fact(.attemptFinished),
      phases: [Phase("fade", .opacity, for: 500, nil, 0, 1), Phase("scale", .scale, for: 500, nil, 0, 1)],
      reduced: .instant, resume: .ephemeral, role: .transition, layer: .results,
      unstated: [.curve, .values, .reduced]),
    AnimationSpec(
      .resultsEmoji, .homework, "Grade emoji", section: "3, Results Display Timeline", on: .fact(.attemptFinished),
      delayMs: 200, phases: [Phase("scaleIn", .scale, for: nil, nil, 0, 1)], reduced: .instant, resume: .ephemeral,
      layer: .results, unstated: [.duration, .curve, .reduced]),
    AnimationSpec(
      .resultsRing, .homework, "Circular progress", section: "3, Results Display Timeline",
      on: .fact(.attemptFinished), delayMs: 400, phases: [Phase("ring", .progress, for: 1000, .easeOut, 0, 1)],
      reduced: .instant, resume: .ephemeral, layer: .results, unstated: [.reduced]),
    AnimationSpec(
      .resultsStats, .homework, "Stats cards", section: "3, Results Display Timeline", on: .fact(.attemptFinished),
      delayMs: 1400, phases: [Phase("slideIn", .slide, for: nil, nil, 1, 0)], reduced: .instant, resume: .ephemeral,
      layer: .results, unstated: [.duration, .curve, .reduced]),
    AnimationSpec(
      .resultsActions, .homework, "Action buttons", section: "3, Results Display Timeline",
      on: .fact(.attemptFinished), delayMs: 1800, phases: [Phase("appear", .opacity, for: nil, nil, 0, 1)],
      reduced: .instant, resume: .ephemeral, layer: .results, unstated: [.duration, .curve, .reduced]),
    AnimationSpec(
      .resultsConfetti, .homework, "Confetti", section: "3, Results Display Timeline",
      on: .fact(.attemptFinished, .percentage(atLeast: 90)), delayMs: 2000,
      phases: [Phase("confetti", .particles, for: nil, nil, 0, 1)], reduced: .removed, resume: .ephemeral,
      role: .celebration, layer: .results, unstated: [.duration, .curve, .values, .reduced]),
    AnimationSpec(
      .quizComplete, .homework, "Quiz complete", section: "Haptic Feedback Map", on: .fact(.attemptFinished),
      reduced: .unchanged, haptic: Haptic(.success, otherwise: .warning), resume: .ephemeral, role: .confirmation,
      layer: .results),
  ]

  private static let homeworkScreens: [AnimationSpec] = [
    AnimationSpec(
      .deletion, .homework, "Delete", section: "Haptic Feedback Map", on: .fact(.homeworkDeleted),
      reduced: .unchanged, haptic: Haptic(.medium)),
    AnimationSpec(
      .textInputFocus, .homework, "Text input focus", section: "Haptic Feedback Map", on: .screen(.focus),
      reduced: .unchanged, haptic: Haptic(.selection), role: .focus),
    AnimationSpec(
      .skeletonScreens, .homework, "Initial Load", section: "Loading States", on: .screen(.load),
      phases: [Phase("appear", .opacity, for: nil, nil, 0, 1)], reduced: .instant, role: .loading, until: .loaded,
      unstated: [.duration, .curve, .values, .reduced]),
    AnimationSpec(
      .refreshSpinner, .homework, "Refresh", section: "Loading States", on: .screen(.pull),
      phases: [Phase("spinner", .rotation, for: nil, nil, 0, 360)], reduced: .instant, haptic: Haptic(.light),
      role: .loading, until: .refreshed, unstated: [.duration, .curve, .values, .reduced]),
    AnimationSpec(
      .connectedToast, .homework, "Connected toast", section: "Network Reconnection", on: .screen(.reconnect),
      phases: [Phase("appear", .opacity, for: nil, nil, 0, 1)], reduced: .instant, role: .confirmation,
      unstated: [.duration, .curve, .values, .reduced]),
    AnimationSpec(
      .push, .homework, "Push", section: "Page Transitions", on: .screen(.push),
      phases: [Phase("slideIn", .slide, for: 300, .easeInOut, 1, 0)], reduced: .instant, haptic: Haptic(.light),
      role: .transition, unstated: [.reduced]),
    AnimationSpec(
      .pop, .homework, "Pop", section: "Page Transitions", on: .screen(.pop),
      phases: [Phase("slideOut", .slide, for: 300, .easeInOut, 0, 1)], reduced: .instant, haptic: Haptic(.light),
      role: .transition, unstated: [.reduced]),
    // A damping of 0.7 without a response makes no spring.
    AnimationSpec(
      .modal, .homework, "Modal", section: "Page Transitions", on: .screen(.present),
      phases: [
        Phase("slideUp", .slide, for: 400, nil, 1, 0), Phase("backdrop", .opacity, for: nil, nil, 0, 0.4),
      ], durationMs: 400, reduced: .instant, haptic: Haptic(.light), role: .transition,
      claims: [Claim(.duration(300...300), "1, Step 1")], unstated: [.curve, .reduced]),
    AnimationSpec(
      .homeworkButtonPress, .homework, "Button Press", section: "Component Animations", on: .screen(.tap),
      phases: [
        Phase("press", .scale, for: 100, nil, 1, 0.95), Phase("release", .scale, at: 100, for: 200, nil, 0.95, 1),
      ], reduced: .instant, haptic: Haptic(.light), unstated: [.curve, .reduced]),
    AnimationSpec(
      .homeworkCardAppearance, .homework, "Card Appearance", section: "Component Animations", on: .screen(.cards),
      phases: [Phase("fade", .opacity, for: 300, nil, 0, 1), Phase("rise", .y, for: 300, nil, 20, 0)],
      reduced: .instant, stagger: Stagger(delayMs: 50, limit: nil), unstated: [.curve, .reduced]),
    AnimationSpec(
      .progressRing, .homework, "Progress Ring", section: "Component Animations", on: .screen(.ring),
      phases: [Phase("stroke", .progress, for: 1000, .easeOut, 0, 1)], reduced: .instant, unstated: [.reduced]),
  ]
}
