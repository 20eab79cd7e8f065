/// One animation on screen: what it is, when it starts, how long it takes, and how it ends.
public struct Cue: Hashable, Sendable, Identifiable {
  public let animation: AnimationName
  /// The variant: `newStreak` or `continuingStreak` of A1; `standard`, `medium` or `max` of A4.
  public let variant: String?
  public let trigger: Trigger
  /// The start on the session's clock. A cue that ended before its start never showed.
  public let startMs: Int
  /// The duration; of one round if it repeats.
  public let durationMs: Int
  /// The phases; none if it was suppressed from the start.
  public internal(set) var phases: [Phase]
  public let haptic: String?
  /// The time of the haptic feedback, from the start of the animation.
  public let hapticAtMs: Int?
  /// The number of particles on this screen.
  public let particles: Int?
  /// The sound and text that go with it; `nil` for none.
  public let accompaniment: Accompaniment?
  /// How it will end, unless something else happens first.
  public internal(set) var ending: Ending

  public init(
    animation: AnimationName, variant: String? = nil, trigger: Trigger, startMs: Int, durationMs: Int,
    phases: [Phase], haptic: String? = nil, hapticAtMs: Int? = nil, particles: Int? = nil,
    accompaniment: Accompaniment? = nil, ending: Ending
  ) {
    self.animation = animation
    self.variant = variant
    self.trigger = trigger
    self.startMs = startMs
    self.durationMs = durationMs
    self.phases = phases
    self.haptic = haptic
    self.hapticAtMs = hapticAtMs
    self.particles = particles
    self.accompaniment = accompaniment
    self.ending = ending
  }

  public var id: CueID { CueID(animation: animation, trigger: trigger) }

  /// Returns how it ended; `nil` while it runs or is scheduled. A cue that ends at `nowMs` has ended.
  public func disposition(at nowMs: Int) -> Ending? { ending.atMs > nowMs ? nil : ending }

  /// True if it repeats until something ends it.
  public var isEndless: Bool { ending.atMs == Session.latestMs }

  /// Returns whether it is on screen: started and not ended.
  public func isRunning(at nowMs: Int) -> Bool { startMs <= nowMs && ending.atMs > nowMs }

  /// Returns the cue as of a kill at `momentMs`; `nil` if it had already ended.
  ///
  /// - Parameter latestMs: the latest moment of the kill, if `momentMs` is only the earliest.
  public func killed(atMs momentMs: Int, latestMs: Int = 0) -> Cue? {
    var cue = self
    return cue.end(at: momentMs, .suppressed, .killResume, mayHaveEnded: ending.atMs <= latestMs) ? cue : nil
  }

  /// Ends the cue at `momentMs` at the latest. Returns false, without a change, if its own end is not later.
  mutating func end(
    at momentMs: Int, _ disposition: Disposition, _ reason: Reason, mayHaveEnded: Bool = false
  ) -> Bool {
    guard ending.atMs > momentMs else { return false }
    ending = Ending(atMs: momentMs, disposition: disposition, reason: reason, mayHaveEnded: mayHaveEnded)
    return true
  }
}

/// The sound, text and icon that go with an animation.
public struct Accompaniment: Hashable, Sendable {
  public var sound: String?
  /// The time of the sound, from the start of the animation.
  public var soundAtMs: Int?
  /// The text, with its parameters filled in.
  public var text: CueText?
  public var icon: String?

  package init() {}

  /// Returns `nil` if no sound, text or icon goes with it.
  package static func ifAny(sound: String?, soundAtMs: Int?, text: CueText?, icon: String?) -> Self? {
    guard sound != nil || text != nil || icon != nil else { return nil }
    var accompaniment = Self()
    (accompaniment.sound, accompaniment.soundAtMs) = (sound, soundAtMs)
    (accompaniment.text, accompaniment.icon) = (text, icon)
    return accompaniment
  }
}

/// Identifies a cue. A trigger has at most one cue of an animation, over all sessions.
public struct CueID: Hashable, Sendable {
  public let animation: AnimationName
  public let trigger: Trigger

  public init(animation: AnimationName, trigger: Trigger) {
    self.animation = animation
    self.trigger = trigger
  }
}

/// When and how a cue ended.
public struct Ending: Hashable, Sendable {
  public let atMs: Int
  public let disposition: Disposition
  public let reason: Reason?
  /// For a kill whose moment is unknown: true if the cue may have ended by itself before, false if it was cut off for
  /// certain. `atMs` is then the earliest moment.
  public let mayHaveEnded: Bool

  public init(atMs: Int, disposition: Disposition, reason: Reason? = nil, mayHaveEnded: Bool = false) {
    self.atMs = atMs
    self.disposition = disposition
    self.reason = reason
    self.mayHaveEnded = mayHaveEnded
  }
}

/// The outcome of a cue.
public enum Disposition: String, Hashable, Sendable, CaseIterable {
  /// It played to its end.
  case played
  /// Its reduced-motion form played.
  case reduced
  /// It showed nothing, or nothing more.
  case suppressed
  /// The next cue or event cut it off.
  case interrupted
  /// The burst cap made it fade early.
  case capped
  /// It had not ended at the time of asking. This is never an ending.
  case running
}

/// Why a cue did not play to its end.
public enum Reason: String, Hashable, Sendable, CaseIterable {
  /// The battery is low, so particles, shimmers and pulses do not play.
  case lowPower
  case reduceMotion, noStars, killResume, alreadyCelebrated, superseded, left, burstCap
}
