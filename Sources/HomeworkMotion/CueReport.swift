/// A cue as told to a program, as of one moment: flat, with `running` until it is over.
public struct CueReport: Hashable, Codable, Sendable {
  public let animation: AnimationName
  public let variant: String?
  public let trigger: Trigger
  public let startMs: Int
  public let durationMs: Int
  public let disposition: Disposition
  public let reason: Reason?
  /// Absent while it is running or scheduled.
  public let endedMs: Int?
  public let phases: [Phase]
  public let haptic: String?
  public let hapticAtMs: Int?
  public let particles: Int?
  public let accompaniment: Accompaniment?

  package init(
    animation: AnimationName, variant: String?, trigger: Trigger, startMs: Int, durationMs: Int,
    disposition: Disposition, reason: Reason?, endedMs: Int?, phases: [Phase], haptic: String?, hapticAtMs: Int?,
    particles: Int?, accompaniment: Accompaniment? = nil
  ) {
    (self.animation, self.variant, self.trigger, self.startMs) = (animation, variant, trigger, startMs)
    (self.durationMs, self.disposition, self.reason, self.endedMs) = (durationMs, disposition, reason, endedMs)
    (self.phases, self.haptic, self.hapticAtMs, self.particles) = (phases, haptic, hapticAtMs, particles)
    self.accompaniment = accompaniment
  }

  public init(_ cue: Cue, atMs nowMs: Int) {
    let ended = cue.disposition(at: nowMs)
    animation = cue.animation
    variant = cue.variant
    trigger = cue.trigger
    startMs = cue.startMs
    durationMs = cue.durationMs
    disposition = ended?.disposition ?? .running
    reason = ended?.reason
    endedMs = ended?.atMs
    phases = cue.phases
    haptic = cue.haptic
    hapticAtMs = cue.hapticAtMs
    particles = cue.particles
    accompaniment = cue.accompaniment
  }
}

extension Cue {
  /// The JSON of this cue as of `nowMs`. An interruption or fade that is still to come is not told before its time.
  public func report(atMs nowMs: Int) -> CueReport { CueReport(self, atMs: nowMs) }
}
