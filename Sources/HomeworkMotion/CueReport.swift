/// A cue as sent to programs, as of one moment: flat, and `running` until it ends.
public struct CueReport: Hashable, Sendable {
  public var animation: AnimationName
  public var variant: String?
  public var trigger: Trigger
  public var startMs: Int
  public var durationMs: Int
  public var disposition: Disposition
  public var reason: Reason?
  /// The time when it ended; `nil` while it is running or scheduled.
  public var endedMs: Int?
  /// After a kill whose moment is unknown: whether the cue may have ended by itself before.
  public var mayHaveEnded = false
  /// True if only the runner's kill shows how it ended: the program under test has not reported that.
  public var isInferred = false
  /// The phases; `nil` for a cue of an answer in the protocol, because the catalogue has them.
  public var phases: [Phase]?
  public var haptic: String?
  public var hapticAtMs: Int?
  public var particles: Int?
  public var accompaniment: Accompaniment?

  package init(
    animation: AnimationName, variant: String?, trigger: Trigger, startMs: Int, durationMs: Int,
    disposition: Disposition, reason: Reason?, endedMs: Int?, phases: [Phase]?, haptic: String?, hapticAtMs: Int?,
    particles: Int?, accompaniment: Accompaniment? = nil
  ) {
    (self.animation, self.variant, self.trigger, self.startMs) = (animation, variant, trigger, startMs)
    (self.durationMs, self.disposition, self.reason, self.endedMs) = (durationMs, disposition, reason, endedMs)
    (self.phases, self.haptic, self.hapticAtMs, self.particles) = (phases, haptic, hapticAtMs, particles)
    self.accompaniment = accompaniment
  }

  /// The report as sent to a program that takes the phases from the catalogue.
  package var withoutPhases: CueReport {
    var report = self
    report.phases = nil
    return report
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
    mayHaveEnded = ended?.mayHaveEnded ?? false
    phases = cue.phases
    haptic = cue.haptic
    hapticAtMs = cue.hapticAtMs
    particles = cue.particles
    accompaniment = cue.accompaniment
  }
}

extension Cue {
  /// Returns the report of this cue as of `nowMs`. It does not contain a later interruption or fade.
  public func report(atMs nowMs: Int) -> CueReport { CueReport(self, atMs: nowMs) }
}

extension Catalogue {
  /// Returns the phases of a cue that was sent without them: the phases of its animation's variant.
  package func phases(of cue: CueReport, motion: MotionPreference) -> [Phase] {
    guard cue.disposition != .suppressed, let entry = self[cue.animation] else { return [] }
    let variant = entry.variants.first { $0.name == cue.variant } ?? entry.variants.first
    return variant.map { entry.phases(of: $0, motion: motion) } ?? []
  }
}
