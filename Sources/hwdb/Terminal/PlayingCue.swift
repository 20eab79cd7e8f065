import HomeworkMotion

/// A cue of the protocol, to be drawn at any moment.
struct PlayingCue: Sendable {
  private let cue: CueReport
  private let phases: [Phase]
  private let sessionBeganMs: Int

  /// - Parameters:
  ///   - catalogue: has the phases of an answer's cues, which are told without.
  ///   - sessionBeganMs: where the session's clock begins, on the clock that every moment here is of.
  init(
    _ cue: CueReport, of catalogue: Catalogue = .mcqStreak, _ motion: MotionPreference = .full, sessionBeganMs: Int = 0
  ) {
    (self.cue, self.sessionBeganMs) = (cue, sessionBeganMs)
    phases = cue.phases ?? catalogue.phases(of: cue, motion: motion)
  }

  var animation: AnimationName { cue.animation }
  var variant: String? { cue.variant }
  var startMs: Int { cue.startMs + sessionBeganMs }
  /// Where nothing cuts it off.
  var endMs: Int { (cue.endedMs ?? cue.startMs + cue.durationMs) + sessionBeganMs }
  /// The streak position and the question, from 0, that it is of.
  var position: Int? { cue.trigger.position }
  var questionIndex: Int? { cue.trigger.questionIndex }

  var isShown: Bool {
    [.running, .played, .reduced, .capped, .interrupted].contains(cue.disposition) && endMs >= startMs
  }

  /// Returns what is left of it while the burst cap makes it fade: 1, falling to 0.
  func fade(atMs nowMs: Double) -> Double {
    cue.disposition == .capped ? min(1, max(0, (Double(endMs) - nowMs) / Double(Burst.fadeMs))) : 1
  }

  /// Returns whether the other is the same cue, told again because it ends differently.
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
  private let flight: Flight
  private var particles: [Particle] = []

  /// - Parameter width: of the screen in points, as `height`.
  init(_ intensity: Intensity, width: Double, height: Double, seed: UInt64) {
    flight = Flight(
      Burst(intensity: intensity, screen: HomeworkMotion.Screen(width: width, height: height), seed: seed))
  }

  /// Calls `body` for each particle that is visible at this time after the start, in points.
  mutating func forEach(atMs: Double, _ body: (_ x: Double, _ y: Double, _ opacity: Double) -> Void) {
    flight.sample(atMs: atMs, into: &particles)
    for particle in particles where particle.opacity > 0 { body(particle.x, particle.y, particle.opacity) }
  }
}
