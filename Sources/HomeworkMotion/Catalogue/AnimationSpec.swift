public import HomeworkModel

/// One animation as its file gives it: what starts it, how it goes, and what is left of it under reduced motion.
public struct AnimationSpec: Hashable, Sendable {
  public let name: AnimationName
  /// Of the file that it is in.
  public let profile: ProfileName
  /// The document that the file follows, or the file itself.
  public let document: String
  /// In the document's own terms.
  public let title: String
  /// Of the document.
  public let section: String
  /// Any of these starts it.
  public let triggers: [TriggerRule]
  /// What the program decides about it, beside its file; `nil` where the file says all.
  public let behaviour: Behaviour?
  /// From the trigger to the start, in milliseconds.
  public let delayMs: Int
  /// One at least. Of several the first whose condition holds plays.
  public let variants: [Variant]
  public let reduced: ReducedForm
  public let role: Role
  /// Which screen takes it along when it goes.
  public let layer: Layer
  /// What ends it, for one that goes on until then; empty for one that ends by itself.
  public let until: [TriggerRule]
  public let stagger: Stagger?
  /// Whether it never comes again once it was shown.
  public let isOnce: Bool
  /// What the document says besides, for the lint to hold against the phases.
  public let claims: [Claim]
  /// What the document gives no number for. What stands in its place is inferred, and says so.
  public let unstated: [Unstated]

  package init(
    _ name: AnimationName, _ profile: ProfileName, document: String = "", title: String = "", section: String = "",
    on triggers: [TriggerRule], behaviour: Behaviour? = nil, delayMs: Int = 0, variants: [Variant],
    reduced: ReducedForm = .instant, role: Role = .decoration, layer: Layer = .anywhere, until: [TriggerRule] = [],
    stagger: Stagger? = nil, isOnce: Bool = false, claims: [Claim] = [], unstated: [Unstated] = []
  ) {
    (self.name, self.profile, self.document, self.title, self.section) = (name, profile, document, title, section)
    (self.triggers, self.behaviour, self.delayMs, self.variants) = (triggers, behaviour, delayMs, variants)
    (self.reduced, self.role, self.layer, self.until) = (reduced, role, layer, until)
    (self.stagger, self.isOnce, self.claims, self.unstated) = (stagger, isOnce, claims, unstated)
  }

  func renamed(_ name: AnimationName) -> Self {
    Self(
      name, profile, document: document, title: title, section: section, on: triggers, behaviour: behaviour,
      delayMs: delayMs, variants: variants, reduced: reduced, role: role, layer: layer, until: until,
      stagger: stagger, isOnce: isOnce, claims: claims, unstated: unstated)
  }

  /// Goes on until something ends it.
  public var isEndless: Bool { !until.isEmpty }

  /// Of the first variant.
  public var haptic: Haptic? { variants[0].haptic }

  /// What becomes of its cues over a kill.
  public var resume: ResumeKind {
    if isOnce { return .once }
    return role == .celebration || layer != .anywhere ? .ephemeral : .routine
  }
}

/// What the program decides about an animation of the streak: which dot, how many at once, what is counted.
public enum Behaviour: String, Hashable, Codable, Sendable, CaseIterable {
  case dotSettle, star, sizeSettle, confetti, badge, countUp

  /// The streak positions at which it comes; `nil` for those of the results.
  package var positions: [Int]? {
    switch self {
    case .dotSettle: Array(1...Streak.cycle)
    case .star: Array(Streak.starPositions)
    case .sizeSettle: Array(Streak.starPositions.dropFirst())
    case .confetti: Intensity.allCases.map(\.position)
    case .badge, .countUp: nil
    }
  }
}

/// One way in which an animation plays.
public struct Variant: Hashable, Sendable {
  /// `nil` where there is only one.
  public let name: String?
  /// What chooses it.
  public let when: Condition
  public let phases: [Phase]
  /// Of one round, for an endless one.
  public let durationMs: Int
  public let haptic: Haptic?
  public let sound: Sound?
  public let text: CueText?
  /// By its name in the design.
  public let icon: String?
  public let particles: ParticleCount?

  /// - Parameter durationMs: the end of the last phase unless given.
  package init(
    _ name: String? = nil, when: Condition = Condition(), phases: [Phase], durationMs: Int? = nil,
    haptic: Haptic? = nil, sound: Sound? = nil, text: CueText? = nil, icon: String? = nil,
    particles: ParticleCount? = nil
  ) {
    (self.name, self.when, self.phases) = (name, when, phases)
    self.durationMs = durationMs ?? phases.map(\.endMs).max() ?? 0
    (self.haptic, self.sound, self.text, self.icon, self.particles) = (haptic, sound, text, icon, particles)
  }
}

/// What starts an animation, or ends it.
public struct TriggerRule: Hashable, Sendable {
  public enum Source: Hashable, Sendable {
    case fact(Fact)
    case screen(ScreenEvent)
  }

  public let source: Source
  /// What else has to hold of it.
  public let condition: Condition

  package init(_ source: Source, _ condition: Condition = Condition()) {
    (self.source, self.condition) = (source, condition)
  }

  package static func fact(_ fact: Fact, _ condition: Condition = Condition()) -> Self { Self(.fact(fact), condition) }
  package static func screen(_ event: ScreenEvent) -> Self { Self(.screen(event)) }
}

/// What has to hold of a fact or screen event; what is `nil` may be anything.
public struct Condition: Hashable, Sendable {
  public enum StreakRule: Hashable, Sendable {
    case positions([Int])
    /// Positions that this divides: of the questions in a row every third, for 3.
    case every(Int)

    func holds(_ position: Int) -> Bool {
      switch self {
      case .positions(let positions): positions.contains(position)
      case .every(let number): position > 0 && position % number == 0
      }
    }
  }

  public var outcomes: [Outcome]?
  /// Never holds of other questions than MCQs.
  public var streak: StreakRule?
  /// Of the attempt, 0–100.
  public var percentage: ClosedRange<Int>?
  /// That the attempt earned.
  public var stars: ClosedRange<Int>?
  /// That the fact tells, such as the state of a generation.
  public var names: [String]?
  /// Why the generation failed.
  public var reasons: [String]?
  /// The first homework ever added to this store, or any other.
  public var first: Bool?
  /// That a screen event tells.
  public var number: ClosedRange<Int>?

  public init() {}
}

/// What is left of an animation under reduced motion.
public enum ReducedForm: Hashable, Sendable {
  /// It plays as it is.
  case unchanged
  /// A timeline of its own.
  case phases([Phase])
  /// The end state at once. One that goes on until something ends it stands still until then.
  case instant
  /// Nothing to see; haptic and sound stay.
  case hapticOnly
  /// Nothing: the cue is suppressed.
  case removed
}

/// A tap that the device gives.
public struct Haptic: Hashable, Sendable {
  public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
    case light, medium, heavy, selection, success, warning, error
    /// A notification of which the document does not say which.
    case notification
  }

  public let kind: Kind
  /// From the start of the animation.
  public let atMs: Int

  package init(_ kind: Kind, atMs: Int = 0) {
    (self.kind, self.atMs) = (kind, atMs)
  }
}

/// A sound, by its name in the design.
public struct Sound: Hashable, Sendable {
  public let name: String
  /// From the start of the animation.
  public let atMs: Int

  package init(_ name: String, atMs: Int = 0) {
    (self.name, self.atMs) = (name, atMs)
  }
}

/// What an animation says in words. In braces stand parameters: `{collection}`, `{name}`, `{reason}`, `{count}`, `{number}`.
public struct CueText: Hashable, Codable, Sendable {
  public var title: String
  public var message: String?
  public var suggestion: String?
  /// Of the buttons.
  public var actions: [String]

  package init(_ title: String, message: String? = nil, suggestion: String? = nil, actions: [String] = []) {
    (self.title, self.message, self.suggestion, self.actions) = (title, message, suggestion, actions)
  }
}

/// How many particles, from–to, and in which colours.
public struct ParticleCount: Hashable, Sendable {
  public let count: ClosedRange<Int>
  /// By their token names.
  public let colours: [String]
  /// The document gives no number.
  public let isInferred: Bool

  package init(_ count: ClosedRange<Int>, colours: [String] = [], isInferred: Bool = false) {
    (self.count, self.colours, self.isInferred) = (count, colours, isInferred)
  }
}

/// What becomes of a cue over a kill.
public enum ResumeKind: String, Hashable, Codable, Sendable, CaseIterable {
  /// A celebration, or on a screen that goes: what was running is not shown again.
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
    /// The highest value that a spring reaches on its way, and when.
    case peak(Double, atMs: Int?, of: DampedSpring, from: Double, to: Double)
    /// Another place of the document gives another duration, from shortest to longest.
    case duration(ClosedRange<Int>)
    /// Another place of the document gives another spring.
    case spring(Curve)
    /// The document's own guideline for its kind of animation.
    case guideline(name: String, ms: ClosedRange<Int>)
    /// A staggered group of so many.
    case staggered(count: Int, ms: Int)
    /// Two places say what cannot both be; the first is this one's, the second is what the entry follows, where it is not
    /// in the entry's own section.
    case contradiction(String, against: String, in: String? = nil)
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
    case .instant: variant.phases.endState
    case .hapticOnly, .removed: []
    }
  }

  /// As `phases`: how long it is.
  public func durationMs(of variant: Variant, motion: MotionPreference) -> Int {
    guard motion == .reduced else { return variant.durationMs }
    return switch reduced {
    case .unchanged: variant.durationMs
    case .phases(let phases): phases.map(\.endMs).max() ?? 0
    case .instant, .hapticOnly, .removed: 0
    }
  }
}
