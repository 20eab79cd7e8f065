public import HomeworkModel

/// One animation as its file describes it: its triggers, its timeline, and its form under reduced motion.
public struct AnimationSpec: Hashable, Sendable {
  public let name: AnimationName
  /// The profile of its file.
  public let profile: ProfileName
  /// The document that describes it, or the file itself.
  public let document: String
  /// The title in the document.
  public let title: String
  /// The section of the document.
  public let section: String
  /// The triggers; each of them starts it.
  public let triggers: [TriggerRule]
  /// The built-in behaviour, if the program decides when it plays.
  public let behaviour: Behaviour?
  /// The delay from the trigger to the start, in milliseconds.
  public let delayMs: Int
  /// The variants, at least one. The first whose condition holds plays.
  public let variants: [Variant]
  public let reduced: ReducedForm
  public let role: Role
  /// The screen that ends it when it closes.
  public let layer: Layer
  /// The events that end a repeating animation; otherwise empty.
  public let until: [TriggerRule]
  public let stagger: Stagger?
  /// True if it shows only once.
  public let isOnce: Bool
  /// Other statements of the document, which the lint compares with the phases.
  /// The facts that the document does not state. The values used instead are inferred, and marked as such.
  public let unstated: [Unstated]
  /// Further values of the design, by name, such as a corner radius. A text also fills `{name}` in the texts.
  public let values: [String: DesignValue]

  package init(
    _ name: AnimationName, _ profile: ProfileName, document: String = "", title: String = "", section: String = "",
    on triggers: [TriggerRule], behaviour: Behaviour? = nil, delayMs: Int = 0, variants: [Variant],
    reduced: ReducedForm = .instant, role: Role = .decoration, layer: Layer = .anywhere, until: [TriggerRule] = [],
    stagger: Stagger? = nil, isOnce: Bool = false, unstated: [Unstated] = [],
    values: [String: DesignValue] = [:]
  ) {
    (self.name, self.profile, self.document, self.title, self.section) = (name, profile, document, title, section)
    (self.triggers, self.behaviour, self.delayMs, self.variants) = (triggers, behaviour, delayMs, variants)
    (self.reduced, self.role, self.layer, self.until) = (reduced, role, layer, until)
    (self.stagger, self.isOnce, self.unstated) = (stagger, isOnce, unstated)
    self.values = values
  }

  func renamed(_ name: AnimationName) -> Self {
    Self(
      name, profile, document: document, title: title, section: section, on: triggers, behaviour: behaviour,
      delayMs: delayMs, variants: variants, reduced: reduced, role: role, layer: layer, until: until,
      stagger: stagger, isOnce: isOnce, unstated: unstated, values: values)
  }

  /// True if it repeats until something ends it.
  public var isEndless: Bool { !until.isEmpty }

  /// Returns whether a low battery reduces a variant: particles, a shimmer, a glow, or a repetition other than that of
  /// a loading indicator, which does not pulse either.
  func isCostly(_ variant: Variant) -> Bool {
    let phases = variant.phases
    let pulses = phases.map(\.channel).count != phases.channels.count
    return variant.particles != nil || phases.contains { [.shimmer, .glow, .particles].contains($0.property) }
      || (isEndless && (role != .loading || pulses))
  }

  /// The haptic feedback of the first variant.
  public var haptic: Haptic? { variants[0].haptic }

  /// The effect of a kill on its cues.
  public var resume: ResumeKind {
    if isOnce { return .once }
    return role == .celebration || layer != .anywhere ? .ephemeral : .routine
  }
}

/// A built-in behaviour of the streak's animations: the dot, the number of cues, or the count.
public enum Behaviour: String, Hashable, Sendable, CaseIterable {
  case dotSettle, star, sizeSettle, confetti, badge, countUp

  /// The streak positions at which it plays; `nil` if it plays on the results.
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

/// One variant of an animation.
public struct Variant: Hashable, Sendable {
  /// The name; `nil` if there is only one.
  public let name: String?
  /// The condition of the variant.
  public let when: Condition
  public let phases: [Phase]
  /// The duration; of one round if it repeats.
  public let durationMs: Int
  public let haptic: Haptic?
  public let sound: Sound?
  public let text: CueText?
  /// The name of the icon in the design.
  public let icon: String?
  public let particles: ParticleCount?
  /// Its form under reduced motion, if it differs from that of the animation.
  public let reduced: ReducedForm?

  /// - Parameter durationMs: the end of the last phase unless given.
  package init(
    _ name: String? = nil, when: Condition = Condition(), phases: [Phase], durationMs: Int? = nil,
    haptic: Haptic? = nil, sound: Sound? = nil, text: CueText? = nil, icon: String? = nil,
    particles: ParticleCount? = nil, reduced: ReducedForm? = nil
  ) {
    (self.name, self.when, self.phases, self.reduced) = (name, when, phases, reduced)
    self.durationMs = durationMs ?? phases.map(\.endMs).max() ?? 0
    (self.haptic, self.sound, self.text, self.icon, self.particles) = (haptic, sound, text, icon, particles)
  }
}

/// A source that starts or ends an animation.
public struct TriggerRule: Hashable, Sendable {
  public enum Source: Hashable, Sendable {
    case fact(Fact)
    case screen(ScreenEvent)
  }

  public let source: Source
  /// A condition of the fact or event, such as an outcome.
  public let condition: Condition

  package init(_ source: Source, _ condition: Condition = Condition()) {
    (self.source, self.condition) = (source, condition)
  }

  package static func fact(_ fact: Fact, _ condition: Condition = Condition()) -> Self { Self(.fact(fact), condition) }
  package static func screen(_ event: ScreenEvent) -> Self { Self(.screen(event)) }
}

/// A condition on a fact or screen event. Members that are `nil` match anything.
public struct Condition: Hashable, Sendable {
  public enum StreakRule: Hashable, Sendable {
    case positions([Int])
    /// Matches positions divisible by this number: with 3, every third question in a row.
    case every(Int)

    func holds(_ position: Int) -> Bool {
      switch self {
      case .positions(let positions): positions.contains(position)
      case .every(let number): position > 0 && position % number == 0
      }
    }
  }

  public var outcomes: [Outcome]?
  /// The streak positions, which only MCQs have.
  public var streak: StreakRule?
  /// The percentage of the attempt, 0–100.
  public var percentage: ClosedRange<Int>?
  /// The stars that the attempt earned.
  public var stars: ClosedRange<Int>?
  /// The name in the fact, such as the state of a generation.
  public var names: [String]?
  /// The reason why the generation failed.
  public var reasons: [String]?
  /// True for the first homework ever added to this store.
  public var first: Bool?
  /// The number in the screen event.
  public var number: ClosedRange<Int>?

  public init() {}
}

/// The form of an animation under reduced motion.
public enum ReducedForm: Hashable, Sendable {
  /// It plays unchanged.
  case unchanged
  /// It plays these phases.
  case phases([Phase])
  /// It shows its end state at once. A repeating animation stands still until something ends it.
  case instant
  /// It shows nothing, but keeps haptics and sound.
  case hapticOnly
  /// It is suppressed.
  case removed
}

/// The haptic feedback of an animation.
public struct Haptic: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case light, medium, heavy, selection, success, warning, error
    /// A notification of a kind that the document does not state.
    case notification
  }

  public var kind: Kind
  /// The time from the start of the animation, in milliseconds.
  public var atMs: Int

  package init(_ kind: Kind, atMs: Int = 0) {
    (self.kind, self.atMs) = (kind, atMs)
  }
}

/// A sound, by its name in the design.
public struct Sound: Hashable, Sendable {
  public var name: String
  /// The time from the start of the animation, in milliseconds.
  public var atMs: Int

  package init(_ name: String, atMs: Int = 0) {
    (self.name, self.atMs) = (name, atMs)
  }
}

/// The text of an animation. It may contain parameters in braces: `{collection}`, `{name}`, `{reason}`, `{count}`,
/// `{number}`, `{wait}`, and the names of the animation's values.
public struct CueText: Hashable, Sendable {
  public var title: String
  public var message: String?
  public var suggestion: String?
  /// The titles of the buttons.
  public var actions: [String]
  /// The button that cannot be undone.
  public var destructive: String?

  package init(
    _ title: String, message: String? = nil, suggestion: String? = nil, actions: [String] = [],
    destructive: String? = nil
  ) {
    (self.title, self.message, self.suggestion, self.actions) = (title, message, suggestion, actions)
    self.destructive = destructive
  }
}

/// A value of a design besides its timeline.
public enum DesignValue: Hashable, Sendable {
  case number(Double)
  case text(String)
  case list([String])
}

/// The number of particles, as a range, and their colours.
public struct ParticleCount: Hashable, Sendable {
  public let count: ClosedRange<Int>
  /// The colours, by their names in the design.
  public let colours: [String]
  /// True if the number is inferred because the document does not state it.
  public let isInferred: Bool

  package init(_ count: ClosedRange<Int>, colours: [String] = [], isInferred: Bool = false) {
    (self.count, self.colours, self.isInferred) = (count, colours, isInferred)
  }
}

/// The effect of a kill on a cue.
public enum ResumeKind: String, Hashable, Sendable, CaseIterable {
  /// A celebration, or an animation of a screen: it does not show again.
  case ephemeral
  /// It happens once per store, or once per object.
  case once
  /// It shows whenever its trigger occurs again.
  case routine
}

/// The role of an animation, which decides what reduced motion must never remove.
public enum Role: String, Hashable, Sendable, CaseIterable {
  case decoration, celebration, transition, loading
  /// A success that must be visible.
  case confirmation
  case error, focus
}

/// The screen that an animation belongs to.
public enum Layer: String, Hashable, Sendable, CaseIterable {
  case question, results
  /// Above all screens, or on one that a session does not know.
  case anywhere
}

/// Items that start one after the other.
public struct Stagger: Hashable, Sendable {
  public var delayMs: Int
  /// The maximum number of delayed items; the rest start with the last. `nil` if the document sets no limit.
  public var limit: Int?

  package init(delayMs: Int, limit: Int?) {
    (self.delayMs, self.limit) = (delayMs, limit)
  }

  /// Returns the start of the last of `count` items.
  public func lastStartMs(count: Int) -> Int { delayMs * max(0, min(count, limit ?? count) - 1) }
}

/// A fact that a document may leave out.
public enum Unstated: String, Hashable, Sendable, CaseIterable {
  case duration, curve, values, reduced
}

/// The property that a phase animates.
public enum Property: String, Hashable, Sendable, CaseIterable {
  /// From 0 to 1.
  case opacity
  /// A factor; 1 is the natural size.
  case scale
  /// In degrees.
  case rotation
  /// In points.
  case x, y, size
  /// The remaining share of the way across the screen, from 1 to 0.
  case slide
  /// From one colour, 0, to another, 1.
  case colour
  /// The share of what it shows, 0 to 1.
  case progress, glow, shimmer
  /// The share of particles that are visible, 0 to 1.
  case particles
  case count
}

extension AnimationSpec {
  /// Returns the form of a variant under reduced motion.
  public func reduced(of variant: Variant) -> ReducedForm { variant.reduced ?? reduced }

  /// Returns the phases that play under a motion preference: those of a variant, those of the reduced form, or none.
  public func phases(of variant: Variant, motion: MotionPreference) -> [Phase] {
    guard motion == .reduced else { return variant.phases }
    return switch reduced(of: variant) {
    case .unchanged: variant.phases
    case .phases(let phases): phases
    case .instant: variant.phases.endState
    case .hapticOnly, .removed: []
    }
  }

  /// Returns the duration of those phases.
  public func durationMs(of variant: Variant, motion: MotionPreference) -> Int {
    guard motion == .reduced else { return variant.durationMs }
    return switch reduced(of: variant) {
    case .unchanged: variant.durationMs
    case .phases(let phases): phases.map(\.endMs).max() ?? 0
    case .instant, .hapticOnly, .removed: 0
    }
  }
}
