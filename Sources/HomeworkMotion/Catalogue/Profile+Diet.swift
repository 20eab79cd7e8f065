/// diet-motion-specification: each entry with its own reduced form.
extension AnimationSpec {
  static let diet: [AnimationSpec] =
    dietScreens + dietLoading + dietSuccess + dietTouches + dietProgress + dietChanges + dietAlerts

  private static func fade(in durationMs: Int?) -> ReducedForm {
    .phases([Phase("fade", .opacity, for: durationMs, nil, 0, 1)])
  }
  private static func guideline(_ name: String, _ ms: ClosedRange<Int>) -> Claim {
    Claim(.guideline(name: name, ms: ms), "10, Duration Guidelines")
  }
  private static let micro = guideline("micro-interaction", 150...200)
  private static let appearance = guideline("UI element appearance", 200...300)
  private static let screenChange = guideline("screen transition", 300...400)
  private static let complex = guideline("complex animation", 400...600)

  private static let dietScreens: [AnimationSpec] = [
    AnimationSpec(
      .parallax, .diet, "Parallax", section: "1, Reduced Motion Alternatives", on: .screen(.parallax),
      phases: [Phase("shift", .y, for: nil, nil, 0, 1)], reduced: .removed, unstated: [.duration, .curve, .values]),
    AnimationSpec(
      .navigationPush, .diet, "Navigation Push (Forward)", section: "2", on: .screen(.push),
      phases: [
        Phase("slideIn", .slide, for: 350, .easeOut, 1, 0), Phase("outgoing", .x, for: 350, .easeOut, 0, -0.3),
        Phase("outgoingFade", .opacity, for: 350, .easeOut, 1, 0.3),
      ], reduced: fade(in: 150), role: .transition, claims: [screenChange]),
    AnimationSpec(
      .navigationPop, .diet, "Navigation Pop (Back)", section: "2", on: .screen(.pop),
      phases: [
        Phase("slideOut", .slide, for: 300, .easeOut, 0, 1), Phase("incoming", .x, for: 300, .easeOut, -0.3, 0),
      ], reduced: fade(in: 150), role: .transition, claims: [screenChange]),
    AnimationSpec(
      .modalPresentation, .diet, "Modal Presentation", section: "2", on: .screen(.present),
      phases: [
        Phase("slideUp", .slide, for: 400, .spring(response: 0.4, dampingFraction: 0.8), 1, 0),
        Phase("dim", .opacity, for: 200, nil, 0, 0.5),
      ], reduced: fade(in: 200), role: .transition, claims: [screenChange]),
    AnimationSpec(
      .modalDismissal, .diet, "Modal Dismissal", section: "2", on: .screen(.dismiss),
      phases: [
        Phase("slideDown", .slide, for: 300, .easeIn, 0, 1), Phase("fade", .opacity, for: 300, .easeIn, 1, 0),
      ], reduced: .phases([Phase("fade", .opacity, for: 150, nil, 1, 0)]), role: .transition,
      claims: [screenChange]),
    AnimationSpec(
      .tabSwitching, .diet, "Tab Switching", section: "2", on: .screen(.tabSwitch),
      phases: [
        Phase("crossFade", .opacity, for: 200, .easeInOut, 0, 1), Phase("popUp", .scale, for: nil, nil, 1, 1.1),
        Phase("popDown", .scale, for: nil, nil, 1.1, 1),
      ], durationMs: 200, reduced: .instant, role: .transition, claims: [screenChange]),
  ]

  private static let dietLoading: [AnimationSpec] = [
    AnimationSpec(
      .initialContentLoad, .diet, "Initial Content Load", section: "3", on: .screen(.load),
      phases: [
        Phase("shimmer", .shimmer, for: 1500, .linear, 0, 200), Phase("pulse", .opacity, for: nil, nil, 0.3, 0.5),
      ], durationMs: 1500, reduced: .phases([Phase("pulse", .opacity, for: 1000, nil, 0.3, 0.5)]), role: .loading,
      until: .loaded),
    AnimationSpec(
      .inlineLoading, .diet, "Inline Loading (Buttons, Actions)", section: "3", on: .screen(.inlineLoad),
      phases: [Phase("textFade", .opacity, for: 150, nil, 1, 0)], reduced: .instant, role: .loading,
      unstated: [.curve]),
    AnimationSpec(
      .dietPullToRefresh, .diet, "Pull to Refresh", section: "3", on: .screen(.pull),
      phases: [Phase("turn", .rotation, for: nil, nil, 0, 360)], reduced: .unchanged, haptic: Haptic(.medium),
      role: .loading, until: .refreshed, unstated: [.duration, .curve, .values]),
    AnimationSpec(
      .photoProcessing, .diet, "Photo Processing (AI Recognition)", section: "3", on: .screen(.photo),
      phases: [Phase("ring", .progress, for: nil, nil, 0, 1), Phase("pulse", .opacity, for: nil, nil, 0, 1)],
      reduced: .instant, role: .loading, until: .processed, unstated: [.duration, .curve, .values]),
  ]

  private static let dietSuccess: [AnimationSpec] = [
    AnimationSpec(
      .foodLogged, .diet, "Food Logged Successfully", section: "4", on: .screen(.log),
      phases: [
        Phase("draw", .progress, for: 300, nil, 0, 1),
        Phase("pop", .scale, for: nil, .spring(response: 0.3, dampingFraction: 0.6), 0.8, 1),
        Phase("stay", .opacity, for: 1500, nil, 1, 1),
      ], durationMs: 1500, reduced: .phases([Phase("stay", .opacity, for: 1500, nil, 1, 1)]),
      haptic: Haptic(.medium), role: .confirmation, claims: [Claim(.peak(.scale, value: 1.1, atMs: nil), "4")]),
    AnimationSpec(
      .favoriteAdded, .diet, "Favorite Added", section: "4", on: .screen(.favorite),
      phases: [
        Phase("popUp", .scale, for: nil, nil, 1, 1.3), Phase("popDown", .scale, for: nil, nil, 1.3, 1),
        Phase("fill", .colour, for: 300, nil, 0, 1),
      ], durationMs: 300, reduced: .instant, haptic: Haptic(.light), role: .confirmation, claims: [appearance],
      unstated: [.curve]),
    AnimationSpec(
      .recipeSaved, .diet, "Recipe Saved", section: "4", on: .screen(.save),
      phases: [Phase("checkmark", .scale, for: nil, nil, 0, 1)], reduced: .instant, role: .confirmation,
      unstated: [.duration, .curve, .values]),
    AnimationSpec(
      .syncComplete, .diet, "Sync Complete", section: "4", on: .screen(.sync),
      phases: [Phase("tint", .colour, for: nil, nil, 0, 1), Phase("stay", .opacity, for: 2000, nil, 1, 1)],
      durationMs: 2000, reduced: .phases([Phase("stay", .opacity, for: 2000, nil, 1, 1)]), role: .confirmation,
      unstated: [.curve]),
  ]

  private static let dietTouches: [AnimationSpec] = [
    AnimationSpec(
      .buttonTap, .diet, "Button Tap", section: "5", on: .screen(.tap),
      phases: [
        Phase("press", .scale, for: 200, .spring(response: 0.2, dampingFraction: 0.7), 1, 0.97),
        Phase("dim", .opacity, for: 200, .spring(response: 0.2, dampingFraction: 0.7), 1, 0.9),
      ], reduced: .phases([Phase("dim", .opacity, for: nil, nil, 1, 0.9)]), haptic: Haptic(.light), claims: [micro]),
    AnimationSpec(
      .toggleSwitch, .diet, "Toggle Switch", section: "5", on: .screen(.toggle),
      phases: [Phase("thumb", .x, for: 250, nil, 0, 1), Phase("background", .colour, for: 200, nil, 0, 1)],
      reduced: .instant, haptic: Haptic(.light), claims: [micro], unstated: [.curve]),
    AnimationSpec(
      .sliderAdjustment, .diet, "Slider Adjustment", section: "5", on: .screen(.slide),
      phases: [Phase("thumb", .scale, for: nil, nil, 1, 1)], reduced: .instant, haptic: Haptic(.selection),
      unstated: [.duration, .curve, .values]),
    AnimationSpec(
      .cardSelection, .diet, "Card Selection", section: "5", on: .screen(.select),
      phases: [
        Phase("grow", .scale, for: nil, nil, 1, 1.02), Phase("border", .opacity, for: 200, nil, 0, 1),
        Phase("checkmark", .opacity, for: 150, nil, 0, 1),
      ], durationMs: 200, reduced: .instant, role: .focus, claims: [micro], unstated: [.curve]),
    AnimationSpec(
      .swipeActions, .diet, "Swipe Actions (Delete, Edit)", section: "5", on: .screen(.swipe),
      phases: [Phase("snapBack", .x, for: nil, nil, 1, 0), Phase("background", .colour, for: nil, nil, 0, 1)],
      reduced: .unchanged, haptic: Haptic(.medium), unstated: [.duration, .curve, .values]),
    AnimationSpec(
      .fabTap, .diet, "FAB (Floating Action Button) Tap", section: "5", on: .screen(.fabTap),
      phases: [Phase("press", .scale, for: nil, nil, 1, 0.95), Phase("release", .scale, for: nil, nil, 0.95, 1)],
      reduced: .hapticOnly, haptic: Haptic(.medium), unstated: [.duration, .curve]),
  ]

  private static let dietProgress: [AnimationSpec] = [
    AnimationSpec(
      .calorieProgressRing, .diet, "Calorie Progress Ring", section: "6", on: .screen(.ring),
      phases: [Phase("fill", .progress, for: 600, .easeOut, 0, 1), Phase("numbers", .count, for: 600, .easeOut, 0, 1)],
      reduced: .instant, claims: [complex]),
    AnimationSpec(
      .macroProgressBars, .diet, "Macro Progress Bars", section: "6", on: .screen(.bars),
      phases: [Phase("fill", .progress, for: 400, .easeOut, 0, 1)], reduced: .instant,
      stagger: Stagger(delayMs: 100, limit: 3), claims: [complex]),
    AnimationSpec(
      .weeklyGraph, .diet, "Weekly Graph", section: "6", on: .screen(.graph),
      phases: [Phase("grow", .progress, for: 400, nil, 0, 1), Phase("points", .opacity, for: nil, nil, 0, 1)],
      durationMs: 400, reduced: .instant, stagger: Stagger(delayMs: 50, limit: nil), claims: [complex],
      unstated: [.curve]),
  ]

  private static let dietChanges: [AnimationSpec] = [
    AnimationSpec(
      .listItemAdd, .diet, "List Item Add", section: "7", on: .screen(.add),
      phases: [
        Phase("scaleIn", .scale, for: 300, .spring(response: 0.3, dampingFraction: 0.8), 0, 1),
        Phase("fade", .opacity, for: 300, .spring(response: 0.3, dampingFraction: 0.8), 0, 1),
      ], reduced: fade(in: nil), claims: [appearance]),
    AnimationSpec(
      .listItemDelete, .diet, "List Item Delete", section: "7", on: .screen(.remove),
      phases: [Phase("slideOut", .slide, for: 250, nil, 0, 1)],
      reduced: .phases([Phase("fade", .opacity, for: nil, nil, 1, 0)]), claims: [appearance], unstated: [.curve]),
    AnimationSpec(
      .contentRefresh, .diet, "Content Refresh", section: "7", on: .screen(.contentChange),
      phases: [Phase("crossFade", .opacity, for: 200, nil, 0, 1)], reduced: .instant, claims: [appearance],
      unstated: [.curve]),
  ]

  private static let dietAlerts: [AnimationSpec] = [
    // Six stops, evenly over the time that is given for all.
    AnimationSpec(
      .errorShake, .diet, "Error Shake", section: "8", on: .fact(.inputRejected),
      phases: zip([0, -10, 10, -6, 6, -3], [-10, 10, -6, 6, -3, 0]).enumerated().map { index, way in
        let (start, end) = (400 * index / 6, 400 * (index + 1) / 6)
        return Phase("shake\(index + 1)", .x, at: start, for: end - start, nil, way.0, way.1)
      },
      reduced: .phases([Phase("redBorder", .colour, for: nil, nil, 0, 1)]), haptic: Haptic(.error), role: .error,
      unstated: [.curve]),
    AnimationSpec(
      .toastAppear, .diet, "Toast Appear", section: "8", on: .screen(.toast),
      phases: [Phase("slideUp", .slide, for: 300, nil, 1, 0), Phase("fade", .opacity, for: 300, nil, 0, 1)],
      reduced: fade(in: 300), role: .confirmation, claims: [appearance], unstated: [.curve]),
    AnimationSpec(
      .alertDialog, .diet, "Alert Dialog", section: "8", on: .screen(.alert),
      phases: [
        Phase("scale", .scale, for: 200, nil, 0.9, 1), Phase("fade", .opacity, for: 200, nil, 0, 1),
        Phase("dim", .opacity, for: 200, nil, 0, 1),
      ], reduced: fade(in: 200), role: .error, claims: [appearance], unstated: [.curve]),
    AnimationSpec(
      .cameraOpen, .diet, "Camera Open", section: "9", on: .screen(.presentCamera),
      phases: [
        Phase("slideUp", .slide, for: nil, nil, 1, 0), Phase("preview", .opacity, for: nil, nil, 0, 1),
        Phase("button", .scale, for: nil, nil, 0, 1),
      ], reduced: fade(in: nil), role: .transition, unstated: [.duration, .curve]),
    AnimationSpec(
      .photoCapture, .diet, "Photo Capture", section: "9", on: .screen(.photo),
      phases: [
        Phase("flash", .opacity, for: 100, nil, 1, 0), Phase("toReview", .scale, for: 400, nil, 1, 1),
      ], reduced: .hapticOnly, haptic: Haptic(.success), unstated: [.curve, .values]),
    AnimationSpec(
      .aiProcessingOverlay, .diet, "AI Processing Overlay", section: "9", on: .screen(.process),
      phases: [Phase("ring", .progress, for: nil, nil, 0, 1), Phase("pulse", .glow, for: nil, nil, 0, 1)],
      reduced: .instant, until: .processed, unstated: [.duration, .curve, .values]),
    AnimationSpec(
      .destructiveConfirm, .diet, "Destructive action confirm", section: "11", on: .screen(.confirmDestructive),
      reduced: .unchanged, haptic: Haptic(.heavy)),
  ]
}
