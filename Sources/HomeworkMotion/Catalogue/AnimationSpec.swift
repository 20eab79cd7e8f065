/// One animation as its document gives it: what starts it, how it goes, and what is left of it under reduced motion.
public struct AnimationSpec: Hashable, Sendable {
  public let name: AnimationName
  public let profile: ProfileName
  /// In the document's own terms.
  public let title: String
  /// Of the document.
  public let section: String
  public let trigger: TriggerRule
  /// From the trigger to the start, in milliseconds.
  public let delayMs: Int
  /// One at least. Of several the trigger decides which one plays.
  public let variants: [Variant]
  public let reduced: ReducedForm
  public let haptic: Haptic?
  public let resume: ResumeKind
  public let role: Role
  /// Which screen takes it along when it goes.
  public let layer: Layer
  /// The screen event that ends it, for one that goes on until then.
  public let until: ScreenEvent?
  public let stagger: Stagger?
  /// What the document says besides, for the lint to hold against the phases.
  public let claims: [Claim]
  /// What the document gives no number for. Nothing is invented in its place.
  public let unstated: [Unstated]

  package init(
    _ name: AnimationName, _ profile: ProfileName, _ title: String, section: String, on trigger: TriggerRule,
    delayMs: Int = 0, phases: [Phase] = [], durationMs: Int? = nil, variants: [Variant]? = nil,
    reduced: ReducedForm, haptic: Haptic? = nil, resume: ResumeKind = .routine, role: Role = .decoration,
    layer: Layer = .anywhere, until: ScreenEvent? = nil, stagger: Stagger? = nil, claims: [Claim] = [],
    unstated: [Unstated] = []
  ) {
    self.name = name
    self.profile = profile
    self.title = title
    self.section = section
    self.trigger = trigger
    self.delayMs = delayMs
    self.variants = variants ?? [Variant(phases: phases, durationMs: durationMs)]
    self.reduced = reduced
    self.haptic = haptic
    self.resume = resume
    self.role = role
    self.layer = layer
    self.until = until
    self.stagger = stagger
    self.claims = claims
    self.unstated = unstated
  }

  /// Goes round until a screen event or the end of its screen.
  public var isEndless: Bool { until != nil }
}

/// One way in which an animation plays.
public struct Variant: Hashable, Codable, Sendable {
  /// `nil` where there is only one.
  public let name: String?
  /// What chooses it, in words.
  public let when: String?
  public let phases: [Phase]
  /// Of one round, for an endless one; `nil` where the document gives none.
  public let durationMs: Int?

  /// - Parameter durationMs: the end of the last phase unless given.
  package init(_ name: String? = nil, when: String? = nil, phases: [Phase], durationMs: Int? = nil) {
    self.name = name
    self.when = when
    self.phases = phases
    let ends = phases.compactMap(\.endMs)
    self.durationMs = durationMs ?? (ends.count == phases.count ? ends.max() ?? 0 : nil)
  }
}

/// What starts an animation.
public enum TriggerRule: Hashable, Sendable {
  case fact(Fact, Condition = .always)
  case screen(ScreenEvent)

  /// What else has to hold of the fact.
  public enum Condition: Hashable, Sendable {
    case always
    /// Not skipped.
    case answered
    /// One of these streak positions.
    case positions(ClosedRange<Int>)
    case celebratedPosition
    case starsEarned
    /// The attempt's percentage, 0–100.
    case percentage(atLeast: Int)
    /// The name that the fact tells, such as the state of a generation.
    case name(String)
    /// The first homework ever added to this store, or any other.
    case first(Bool)
  }
}

/// What is left of an animation under reduced motion.
public enum ReducedForm: Hashable, Sendable {
  /// It plays as it is.
  case unchanged
  /// A timeline of its own.
  case phases([Phase])
  /// The end state at once.
  case instant
  /// Nothing to see, and the haptic stays.
  case hapticOnly
  /// Nothing: the cue is suppressed.
  case removed
}

/// A tap that the device gives.
public struct Haptic: Hashable, Codable, Sendable {
  public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
    case light, medium, heavy, selection, success, warning, error
    /// A notification of which the document does not say which.
    case notification
  }

  public let kind: Kind
  /// From the start of the animation.
  public let atMs: Int
  /// For a wrong answer, and an attempt below 90 %.
  public let otherwise: Kind?

  package init(_ kind: Kind, atMs: Int = 0, otherwise: Kind? = nil) {
    self.kind = kind
    self.atMs = atMs
    self.otherwise = otherwise
  }
}

/// What becomes of a cue over a kill.
public enum ResumeKind: String, Hashable, Codable, Sendable, CaseIterable {
  /// A celebration of this session: what was running is not shown again.
  case ephemeral
  /// Happens once per store, or once per thing.
  case once
  /// Shown whenever its trigger comes again.
  case routine
}

/// What an animation is for: what reduced motion must never remove is told apart by it.
public enum Role: String, Hashable, Codable, Sendable, CaseIterable {
  case decoration, celebration, transition, loading
  /// Success that has to be seen.
  case confirmation
  case error, focus

  /// Reduced motion may change these, not take them away.
  public var isIndispensable: Bool { self == .confirmation || self == .error || self == .focus }
}

/// Which screen an animation lies on.
public enum Layer: String, Hashable, Codable, Sendable, CaseIterable {
  case question, results
  /// Above all screens, or on one that a session does not know.
  case anywhere
}

/// Several of one, each later than the one before.
public struct Stagger: Hashable, Codable, Sendable {
  public let delayMs: Int
  /// How many are staggered at most; the rest come with the last. `nil` where the document sets no limit.
  public let limit: Int?

  package init(delayMs: Int, limit: Int?) {
    (self.delayMs, self.limit) = (delayMs, limit)
  }

  /// When the last of `count` starts.
  public func lastStartMs(count: Int) -> Int { delayMs * max(0, min(count, limit ?? count) - 1) }
}

/// Something that a document says of an animation beside its phases.
public struct Claim: Hashable, Sendable {
  public enum Figure: Hashable, Sendable {
    /// The sum of its phases.
    case total(ms: Int)
    /// The highest value of a property, and when.
    case peak(Property, value: Double, atMs: Int?)
    /// Another place of the document gives another duration, from shortest to longest.
    case duration(ClosedRange<Int>)
    /// Another place of the document gives another spring.
    case spring(response: Double, dampingFraction: Double)
    /// The document's own guideline for its kind of animation.
    case guideline(name: String, ms: ClosedRange<Int>)
    /// A staggered group of so many.
    case staggered(count: Int, ms: Int)
  }

  public let figure: Figure
  /// Of the document.
  public let section: String

  package init(_ figure: Figure, _ section: String) {
    self.figure = figure
    self.section = section
  }
}

/// What a document leaves open.
public enum Unstated: String, Hashable, Codable, Sendable, CaseIterable {
  case duration, curve, values, reduced
}

/// What of the picture a phase moves.
public enum Property: String, Hashable, Codable, Sendable, CaseIterable {
  /// 0 to 1.
  case opacity
  /// 1 is the natural size.
  case scale
  /// In degrees.
  case rotation
  /// In points.
  case x, y, size
  /// What is still to go of the way across the screen, 1 to 0.
  case slide
  /// From one colour, 0, to another, 1.
  case colour
  /// 0 to 1 of what it shows.
  case progress, glow, shimmer
  /// Of particles, how many of them are there, 0 to 1.
  case particles
  case count

  /// Whether it moves things about, which reduced motion is there to prevent.
  public var isMovement: Bool {
    switch self {
    case .scale, .rotation, .x, .y, .size, .slide, .shimmer, .particles: true
    case .opacity, .colour, .progress, .glow, .count: false
    }
  }
}

extension AnimationSpec {
  /// What plays under a motion preference: the phases of a variant, those of the reduced form, or nothing.
  public func phases(of variant: Variant, motion: MotionPreference) -> [Phase] {
    guard motion == .reduced else { return variant.phases }
    return switch reduced {
    case .unchanged: variant.phases
    case .phases(let phases): phases
    case .instant, .hapticOnly, .removed: []
    }
  }

  /// As `phases`: their length, `nil` where the document gives none.
  public func durationMs(of variant: Variant, motion: MotionPreference) -> Int? {
    guard motion == .reduced else { return variant.durationMs }
    return switch reduced {
    case .unchanged: variant.durationMs
    case .phases(let phases): Variant(phases: phases).durationMs
    case .instant, .hapticOnly, .removed: 0
    }
  }
}
