import HomeworkMotion

/// A cue of the protocol that can be drawn at any moment.
struct PlayingCue: Sendable {
  private let cue: CueReport
  private let phases: [Phase]
  private let sessionBeganMs: Int

  /// - Parameters:
  ///   - catalogue: the catalogue with the phases, which the cues of an answer omit.
  ///   - sessionBeganMs: the start of the session's clock on the clock of all moments here.
  init(
    _ cue: CueReport, of catalogue: Catalogue = .mcqStreak, _ motion: MotionPreference = .full, sessionBeganMs: Int = 0
  ) {
    (self.cue, self.sessionBeganMs) = (cue, sessionBeganMs)
    phases = cue.phases ?? catalogue.phases(of: cue, motion: motion)
  }

  var animation: AnimationName { cue.animation }
  var variant: String? { cue.variant }
  var startMs: Int { cue.startMs + sessionBeganMs }
  /// The end, unless something cuts it off earlier.
  var endMs: Int { (cue.endedMs ?? cue.startMs + cue.durationMs) + sessionBeganMs }
  /// The streak position and the question, from 0, of its trigger.
  var position: Int? { cue.trigger.position }
  var questionIndex: Int? { cue.trigger.questionIndex }

  var isShown: Bool {
    [.running, .played, .reduced, .capped, .interrupted].contains(cue.disposition) && endMs >= startMs
  }

  /// The confetti of A4, and that of results from 90 % on; `nil` for other animations.
  var confetti: Intensity? {
    switch animation {
    case .a4: variant.flatMap(Intensity.init) ?? .standard
    case "resultsConfetti": .max
    default: nil
    }
  }

  /// Returns the share of its opacity that the cap on bursts leaves: a capped burst fades over 200 ms before it ends.
  func fade(atMs nowMs: Double) -> Double {
    cue.disposition == .capped ? min(1, max(0, (Double(endMs) - nowMs) / 200)) : 1
  }

  /// Returns whether the other is the same cue, reported again because it ends differently.
  func isSame(as other: Self) -> Bool {
    cue.animation == other.cue.animation && cue.trigger == other.cue.trigger
  }

  func isRunning(atMs nowMs: Double) -> Bool {
    isShown && Double(startMs) <= nowMs && nowMs < Double(endMs)
  }

  /// Returns the value of a property at a moment of the session's clock; `nil` if the animation does not have that
  /// property.
  func value(of property: Property, part: String? = nil, atMs nowMs: Double) -> Double? {
    phases.value(of: property, part: part, atMs: nowMs - Double(startMs))
  }
}

/// The confetti of a cue, at any moment.
struct Confetti: Sendable {
  private let burst: PrecomputedBurst
  private var particles: [Particle] = []

  /// - Parameter width: the width of the screen in points, like `height`.
  init(_ intensity: Intensity, width: Double, height: Double, seed: UInt64) {
    burst = PrecomputedBurst(
      Burst(intensity: intensity, screen: ScreenSize(width: width, height: height), seed: seed))
  }

  /// Calls `body` for each particle that is visible at this time after the start, in points.
  mutating func forEach(atMs: Double, _ body: (_ x: Double, _ y: Double, _ opacity: Double) -> Void) {
    burst.sample(atMs: atMs, into: &particles)
    for particle in particles where particle.opacity > 0 { body(particle.x, particle.y, particle.opacity) }
  }
}
