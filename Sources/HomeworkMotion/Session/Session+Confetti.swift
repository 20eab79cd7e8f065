import HomeworkModel

/// Confetti (A4): when a burst plays, and which one fades to make room: at most three are live and not fading.
extension Session {
  mutating func celebrate(_ intensity: Intensity, _ trigger: Trigger, _ changes: inout CueChanges) {
    self.intensity = intensity
    if let questionIndex = trigger.questionIndex { celebratedQuestions.append(questionIndex) }
    guard let animation = environment.catalogue.streak?.burst(intensity) else { return }
    guard environment.motion == .full else {
      start(confetti(intensity, animation, trigger, suppressedBecause: .reduceMotion), &changes)
      return
    }
    makeRoomForBurst(animation.name, &changes)
    bursts.append(
      Burst(
        intensity: intensity, screen: environment.screen,
        seed: Self.burstSeed(environment.seed, questionIndex: trigger.questionIndex ?? 0), startMs: nowMs,
        trigger: trigger))
    start(confetti(intensity, animation, trigger), &changes)
  }

  func confetti(
    _ intensity: Intensity, _ animation: StreakDesign.ResolvedAnimation, _ trigger: Trigger,
    suppressedBecause reason: Reason? = nil
  ) -> Cue {
    Cue(
      animation: animation.name, variant: intensity.rawValue, trigger: trigger, startMs: nowMs,
      durationMs: intensity.durationMs, phases: animation.phases, particles: intensity.count(on: environment.screen),
      ending: reason.map { Ending(atMs: nowMs, disposition: .suppressed, reason: $0) }
        ?? Ending(atMs: nowMs + intensity.durationMs, disposition: .played))
  }

  /// Makes room for one more burst: the oldest of three fades. It is reported as capped even if its own end comes
  /// before its fade's.
  private mutating func makeRoomForBurst(_ name: AnimationName, _ changes: inout CueChanges) {
    let full = bursts.indices.filter { bursts[$0].isLive(at: nowMs) && bursts[$0].fadeStartMs == nil }
    guard full.count >= Burst.cap, let oldest = full.first else { return }
    bursts[oldest].fadeStartMs = nowMs
    let burst = bursts[oldest]
    guard
      let index = cues.firstIndex(where: { $0.animation == name && $0.trigger == burst.trigger })
    else { return }
    cues[index].ending = Ending(atMs: burst.endMs, disposition: .capped, reason: .burstCap)
    changes.changed.append(cues[index])
  }

  /// Returns the seed of a question's own confetti, the same for the same session seed.
  static func burstSeed(_ seed: UInt64, questionIndex: Int) -> UInt64 {
    var random = SplitMix64(seed: seed, skipping: UInt64(truncatingIfNeeded: questionIndex))
    return random.next()
  }
}
