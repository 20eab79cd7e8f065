/// One animation told to the screen: what, when, for how long, and how it ends.
public struct Cue: Hashable, Codable, Sendable, Identifiable {
  public let animation: AnimationName
  /// `newStreak` or `continuingStreak` of A1; `standard`, `medium` or `max` of A4.
  public let variant: String?
  public let trigger: Trigger
  /// On the session clock. A cue that never showed has ended before this.
  public let startMs: Int
  /// Of one that goes round until it is told to end, one round.
  public let durationMs: Int
  public let phases: [Phase]
  public let haptic: String?
  /// From the start of the animation.
  public let hapticAtMs: Int?
  /// How many particles it has on this screen.
  public let particles: Int?
  /// What goes with it to be heard and read; `nil` for none.
  public let accompaniment: Accompaniment?
  /// How it will have ended, unless something else comes first.
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

  /// How it ended, or `nil` while it runs or is scheduled. What ends at `nowMs` itself has ended.
  public func disposition(at nowMs: Int) -> Ending? { ending.atMs > nowMs ? nil : ending }

  /// Whether nothing ends it but what it waits for.
  public var isEndless: Bool { ending.atMs == Session.latestMs }

  /// Whether it is on screen: started and not over.
  public func isRunning(at nowMs: Int) -> Bool { startMs <= nowMs && ending.atMs > nowMs }

  /// The cue as its process died at `momentMs`; `nil` where it had ended by then.
  public func killed(atMs momentMs: Int) -> Cue? {
    var cue = self
    return cue.end(at: momentMs, .suppressed, .killResume) ? cue : nil
  }

  /// Ends it at `momentMs` at the latest. False, and no change, where its own end is not later.
  mutating func end(at momentMs: Int, _ disposition: Disposition, _ reason: Reason) -> Bool {
    guard ending.atMs > momentMs else { return false }
    ending = Ending(atMs: momentMs, disposition: disposition, reason: reason)
    return true
  }
}

/// A sound, words and an icon that go with an animation.
public struct Accompaniment: Hashable, Codable, Sendable {
  public let sound: String?
  /// From the start of the animation.
  public let soundAtMs: Int?
  /// Its parameters filled in.
  public let text: CueText?
  public let icon: String?

  /// `nil` where nothing goes with it.
  package static func ifAny(sound: String?, soundAtMs: Int?, text: CueText?, icon: String?) -> Self? {
    guard sound != nil || text != nil || icon != nil else { return nil }
    return Self(sound: sound, soundAtMs: soundAtMs, text: text, icon: icon)
  }
}

/// One trigger has at most one cue of an animation, over all sessions.
public struct CueID: Hashable, Codable, Sendable {
  public let animation: AnimationName
  public let trigger: Trigger

  public init(animation: AnimationName, trigger: Trigger) {
    self.animation = animation
    self.trigger = trigger
  }
}

/// When and how a cue ended.
public struct Ending: Hashable, Codable, Sendable {
  public let atMs: Int
  public let disposition: Disposition
  public let reason: Reason?

  public init(atMs: Int, disposition: Disposition, reason: Reason? = nil) {
    self.atMs = atMs
    self.disposition = disposition
    self.reason = reason
  }
}

/// What became of a cue.
public enum Disposition: String, Hashable, Codable, Sendable, CaseIterable {
  /// Ran to its end.
  case played
  /// Its reduced-motion form ran.
  case reduced
  /// Nothing was shown, or nothing more.
  case suppressed
  /// Cut off by what came next.
  case interrupted
  /// Faded early by the burst cap.
  case capped
  /// Not over at the time of asking; never an ending.
  case running
}

/// Why a cue did not simply play.
public enum Reason: String, Hashable, Codable, Sendable, CaseIterable {
  /// What goes round without end does not while the battery is low.
  case lowPower
  case reduceMotion, noStars, killResume, alreadyCelebrated, superseded, left, burstCap
}
