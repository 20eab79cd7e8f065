/// offload-celebrations: moderate, short, and under reduced motion a haptic only.
extension AnimationSpec {
  static let offload: [AnimationSpec] = [
    AnimationSpec(
      .itemCompleted, .offload, ".itemCompleted", section: "CelebrationStyle Enum", on: .fact(.homeworkCompleted),
      phases: [
        Phase("pulseUp", .scale, for: nil, nil, 1, 1.15), Phase("pulseDown", .scale, for: nil, nil, 1.15, 1),
        Phase("tint", .colour, for: nil, nil, 0, 1), Phase("checkmark", .scale, for: nil, nil, 0, 1),
      ], durationMs: 400, reduced: .hapticOnly, haptic: Haptic(.light), resume: .ephemeral, role: .celebration,
      unstated: [.curve]),
    // Instead of the flash, that one time.
    AnimationSpec(
      .firstCapture, .offload, ".firstCapture", section: "CelebrationStyle Enum",
      on: .fact(.homeworkAdded, .first(true)),
      phases: [
        Phase("pulse", .scale, for: nil, nil, 1, 1), Phase("particles", .particles, for: nil, nil, 0, 1),
        Phase("drift", .y, for: nil, nil, 0, -1), Phase("fade", .opacity, for: nil, nil, 1, 0),
      ], durationMs: 1500, reduced: .hapticOnly, haptic: Haptic(.medium), resume: .once, role: .celebration,
      claims: [Claim(.duration(1000...1500), "Particle System")], unstated: [.curve, .values]),
    AnimationSpec(
      .collectionCompleted, .offload, ".collectionCompleted", section: "CelebrationStyle Enum",
      on: .fact(.collectionCompleted),
      phases: [
        Phase("borderGlow", .glow, for: nil, nil, 0, 1), Phase("particles", .particles, for: nil, nil, 0, 1),
        Phase("drift", .y, for: nil, nil, 0, -1), Phase("fade", .opacity, for: nil, nil, 1, 0),
      ], durationMs: 2000, reduced: .hapticOnly, haptic: Haptic(.medium), resume: .ephemeral, role: .celebration,
      unstated: [.curve, .values]),
    // "Particles rise, then toast": after the two seconds.
    AnimationSpec(
      .successToast, .offload, "Success toast", section: "Detection Logic", on: .fact(.collectionCompleted),
      delayMs: 2000, phases: [Phase("appear", .opacity, for: nil, nil, 0, 1)], reduced: .instant, resume: .ephemeral,
      role: .confirmation, unstated: [.duration, .curve, .values]),
    AnimationSpec(
      .captureFlash, .offload, "Amber flash", section: "Detection Logic", on: .fact(.homeworkAdded, .first(false)),
      phases: [Phase("flash", .colour, for: nil, nil, 0, 1)], reduced: .hapticOnly,
      unstated: [.duration, .curve, .values]),
  ]
}
