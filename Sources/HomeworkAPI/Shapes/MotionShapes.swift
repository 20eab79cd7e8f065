import HomeworkModel
public import HomeworkMotion

extension Shapes {
  package static let animation = Shape<CatalogueAnimation>(
    "Animation", "An animation of the catalogue, as its document describes it.",
    Field("name", .name, \.name, "Its name."),
    Field("profile", .name, \.profile, "The design or file that it belongs to."),
    Field("title", .string, \.title, "What it is called."),
    Field("document", .string, \.document, "The document that gives it."),
    Field("section", .string, \.section, "Where in the document."),
    Field("trigger", start, \.trigger, "What starts it."),
    Field("alsoOn", .array(start), else: [], \.alsoOn, "What starts it too."),
    Field("delayMs", .count, \.delayMs, "How long after that it starts."),
    Field("variants", .array(variant), \.variants, "The ways in which it plays."),
    Field("reduced", reduced, \.reduced, "What is left of it under reduced motion."),
    Field(optional: "haptic", haptic, \.haptic, "The tap that the device gives, of the first variant."),
    Field(optional: "behaviour", .word, \.behaviour, "What the program decides about it."),
    Field("resume", .word, \.resume, "What a kill does to it."),
    Field("role", .word, \.role, "What it is for."), Field("layer", .word, \.layer, "The screen that it lies on."),
    Field(optional: "endsOn", .string, \.endsOn, "What ends one that goes on until then."),
    Field(optional: "stagger", stagger, \.stagger, "Several of it, each later than the one before."),
    Field("unstated", .array(.word), \.unstated, "What its document leaves open."), make: CatalogueAnimation.init)

  private static let start = Shape<CatalogueAnimation.Start>.object(
    Field("fact", .word, \.fact, "The fact; `screen` for a screen event."),
    Field(optional: "event", .name, \.event, "The screen event."),
    Field(optional: "when", .string, \.when, "What else has to hold, in words."), make: CatalogueAnimation.Start.init)
  private static let variant = Shape<CatalogueAnimation.Variant>.object(
    Field(optional: "name", .string, \.name, "Its name, where there are several."),
    Field(optional: "when", .string, \.when, "What chooses it, in words."),
    Field("durationMs", .count, \.durationMs, "How long it is; one round of an endless one."),
    Field("phases", .array(phase), \.phases, "What it moves."),
    Field(optional: "haptic", haptic, \.haptic, "The tap that the device gives."),
    Field(optional: "sound", sound, \.sound, "What is heard."),
    Field(optional: "text", cueText, \.text, "What is read."),
    Field(optional: "icon", .string, \.icon, "By its name in the design."),
    Field(optional: "particles", particles, \.particles, "How many."), make: CatalogueAnimation.Variant.init)
  private static let sound = Shape<Sound>.object(
    Field("name", .string, \.name, "By its name in the design."),
    Field("atMs", .count, \.atMs, "When, from the start of the animation."), make: { Sound($0, atMs: $1) })
  private static let particles = Shape<ParticleCount>.object(
    Field("from", .integer(1...400), { $0.count.lowerBound }, "At least."),
    Field("to", .integer(1...400), { $0.count.upperBound }, "At most."),
    Field("colours", .array(.string), else: [], \.colours, "By their names in the design."),
    Field("inferred", .boolean, else: false, \.isInferred, "Whether its document gives no number."),
    make: { from, to, colours, isInferred in
      ParticleCount(min(from, to)...max(from, to), colours: colours, isInferred: isInferred)
    })
  private static let reduced = Shape<ReducedForm>.object(
    Field("form", .word, \.form, "What is left."),
    Field(optional: "phases", .array(phase), \.phases, "What it moves then, where it has a timeline of its own."),
    make: { form, phases in
      switch form {
      case .unchanged: .unchanged
      case .phases: .phases(phases ?? [])
      case .instant: .instant
      case .hapticOnly: .hapticOnly
      case .removed: .removed
      }
    })
  private static let haptic = Shape<Haptic>.object(
    Field("kind", .word, \.kind, "What it is like."),
    Field("atMs", .count, \.atMs, "When, from the start of the animation."), make: { Haptic($0, atMs: $1) })
  private static let stagger = Shape<Stagger>.object(
    Field("delayMs", .count, \.delayMs, "Between two of them."),
    Field(optional: "limit", .count, \.limit, "The most items that follow one another; the rest come with the last."),
    make: { Stagger(delayMs: $0, limit: $1) })

  package static let motionToken = Shape<MotionToken>(
    "MotionToken", "A named duration or spring of a design.",
    Field("profile", .name, \.profile, "The design."), Field("name", .string, \.name, "Its name."),
    Field(optional: "durationMs", .count, \.durationMs, "The duration."),
    Field(optional: "curve", .string, \.curve, "The spring."), make: MotionToken.init)

  package static let motionTimeline = Shape<MotionTimeline>(
    "MotionTimeline", "An animation at every moment.",
    Field("animation", .name, \.animation, "Its name."), Field("motion", .word, \.motion, "Full or reduced."),
    Field("everyMs", .integer(1...60_000), \.everyMs, "Between two samples."),
    Field("variants", .array(sampled), \.variants, "The ways in which it plays."), make: MotionTimeline.init)

  private static let sampled = Shape<MotionTimeline.Variant>.object(
    Field(optional: "name", .string, \.name, "Its name, where there are several."),
    Field("durationMs", .count, \.durationMs, "How long it is."),
    Field("visibleMs", .count, \.visibleMs, "Until its last spring has settled."),
    Field("phases", .array(phase), \.phases, "What it moves."),
    Field("samples", .array(sample), \.samples, "What each property is at each moment."),
    make: MotionTimeline.Variant.init)
  private static let sample = Shape<MotionTimeline.Sample>.object(
    Field("atMs", .count, \.atMs, "From the start of the animation."),
    Field("values", .map(.number), \.values, "By property, with the part that it is of before it."),
    make: MotionTimeline.Sample.init)

  package static let motionFinding = Shape<MotionFinding>(
    "MotionFinding", "A contradiction in the catalogue, or between it and a document; or what had to be inferred.",
    Field("animation", .name, \.animation, "The animation."), Field("kind", .word, \.kind, "What it is about."),
    Field("document", .string, \.document, "The document."), Field("section", .string, \.section, "Where in it."),
    Field("stated", .string, \.stated, "What it says there."),
    Field("computed", .string, \.computed, "What follows from the numbers."), make: MotionFinding.init)

  package static let animationFile = Shape<AnimationFile>(
    "AnimationFile", "A Design Tokens file of animations.",
    Field("name", .string, \.name, "What it is called; mistakes point there."),
    Field("text", .string, \.text, "What it holds."), make: AnimationFile.init)

  static let burst = Shape<ParticleSample>.object(
    Field("count", .integer(0...400), \.count, "Particles of the burst."),
    Field("durationMs", .count, \.durationMs, "Its life."),
    Field("particles", .array(particle), \.particles, "Each of them."), make: ParticleSample.init)
  private static let particle = Shape<Particle>.object(
    Field("x", .number, \.x, "In points."), Field("y", .number, \.y, "In points, downwards."),
    Field("rotationDegrees", .number, \.rotationDegrees, "How far it has turned."),
    Field("opacity", .number(0...1), \.opacity, "0 before its spawn and after its end."),
    make: { Particle(x: $0, y: $1, rotationDegrees: $2, opacity: $3) })
}

/// An animation of the catalogue, as the protocol tells it.
public struct CatalogueAnimation: Hashable, Sendable {
  public let name: AnimationName
  public let profile: ProfileName
  public let title: String, document: String, section: String
  public let trigger: Start
  public let alsoOn: [Start]
  public let delayMs: Int
  public let variants: [Variant]
  public let reduced: ReducedForm
  public let haptic: Haptic?
  public let behaviour: Behaviour?
  public let resume: ResumeKind
  public let role: Role
  public let layer: Layer
  public let endsOn: String?
  public let stagger: Stagger?
  public let unstated: [Unstated]

  /// One way in which it plays.
  public struct Variant: Hashable, Sendable {
    public let name: String?
    /// What chooses it, in words.
    public let when: String?
    public let durationMs: Int
    public let phases: [Phase]
    public let haptic: Haptic?
    public let sound: Sound?
    public let text: CueText?
    public let icon: String?
    public let particles: ParticleCount?
  }

  /// What starts it.
  public struct Start: Hashable, Sendable {
    public let fact: Fact
    public let event: ScreenEvent?
    /// What else has to hold, in words.
    public let when: String?
  }
}

extension CatalogueAnimation {
  package init(_ spec: AnimationSpec) {
    self.init(
      name: spec.name, profile: spec.profile, title: spec.title, document: spec.document, section: spec.section,
      trigger: Start(spec.triggers[0]), alsoOn: spec.triggers.dropFirst().map(Start.init), delayMs: spec.delayMs,
      variants: spec.variants.map(Variant.init), reduced: spec.reduced, haptic: spec.haptic, behaviour: spec.behaviour,
      resume: spec.resume, role: spec.role, layer: spec.layer,
      endsOn: spec.until.isEmpty ? nil : spec.until.map { Start($0).words }.joined(separator: ", or "),
      stagger: spec.stagger, unstated: spec.unstated)
  }
}

extension CatalogueAnimation.Variant {
  fileprivate init(_ variant: Variant) {
    self.init(
      name: variant.name, when: variant.when.words, durationMs: variant.durationMs, phases: variant.phases,
      haptic: variant.haptic, sound: variant.sound, text: variant.text, icon: variant.icon,
      particles: variant.particles)
  }
}

extension CatalogueAnimation.Start {
  fileprivate init(_ rule: TriggerRule) {
    switch rule.source {
    case .screen(let event): self.init(fact: .screen, event: event, when: rule.condition.words)
    case .fact(let fact): self.init(fact: fact, event: nil, when: rule.condition.words)
    }
  }

  /// `generationChanged, ready or failed`.
  package var words: String { (event?.rawValue ?? fact.rawValue) + (when.map { ", \($0)" } ?? "") }
}

extension Condition {
  /// `nil` where nothing else has to hold.
  fileprivate var words: String? {
    var words: [String] = []
    if let outcomes { words.append(outcomes.map(\.rawValue).joined(separator: " or ")) }
    switch streak {
    case .positions(let positions):
      let isRange = positions.count > 2 && positions == Array(positions[0]...positions[0] + positions.count - 1)
      let list =
        isRange ? "\(positions[0]) to \(positions.last ?? 0)" : positions.map(String.init).joined(separator: ", ")
      words.append("streak position \(list)")
    case .every(let number): words.append("every \(number) in a row")
    case nil: break
    }
    if let percentage { words.append(Self.words(percentage, in: 0...100) + " %") }
    if let stars { words.append(Self.words(stars, in: 0...Int.max) + " stars") }
    if let names { words.append(names.joined(separator: " or ")) }
    if let reasons { words.append(reasons.joined(separator: " or ")) }
    if let first { words.append(first ? "the first ever" : "not the first") }
    if let number { words.append("number " + Self.words(number, in: Int.min...Int.max)) }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  private static func words(_ range: ClosedRange<Int>, in all: ClosedRange<Int>) -> String {
    if range.upperBound == all.upperBound { return "\(range.lowerBound) or more" }
    return range.lowerBound == all.lowerBound
      ? "\(range.upperBound) or less" : "\(range.lowerBound) to \(range.upperBound)"
  }
}

extension ReducedForm {
  /// The word of the protocol.
  package enum Form: String, CaseIterable, Sendable {
    case unchanged, phases, instant, hapticOnly, removed
  }

  package var form: Form {
    switch self {
    case .unchanged: .unchanged
    case .phases: .phases
    case .instant: .instant
    case .hapticOnly: .hapticOnly
    case .removed: .removed
    }
  }

  fileprivate var phases: [Phase]? { if case .phases(let phases) = self { phases } else { nil } }
}

/// The catalogue, or what of it was asked for.
public struct AnimationCatalogue: Sendable {
  public let items: [CatalogueAnimation]
  public let tokens: [MotionToken]

  package init(items: [CatalogueAnimation], tokens: [MotionToken]) { (self.items, self.tokens) = (items, tokens) }
}

/// A named duration or spring of a design.
public struct MotionToken: Hashable, Sendable {
  public let profile: ProfileName
  public let name: String
  public let durationMs: Int?
  public let curve: String?
}

extension MotionToken {
  package init(_ token: Token) {
    self.init(
      profile: token.profile, name: token.name, durationMs: token.durationMs,
      curve: token.spring?.description)
  }
}

/// An animation at every moment.
public struct MotionTimeline: Hashable, Sendable {
  public let animation: AnimationName
  public let motion: MotionPreference
  public let everyMs: Int
  public let variants: [Variant]

  public struct Variant: Hashable, Sendable {
    public let name: String?
    public let durationMs: Int, visibleMs: Int
    public let phases: [Phase]
    public let samples: [Sample]
  }

  public struct Sample: Hashable, Sendable {
    public let atMs: Int
    /// By the name of the property.
    public let values: [String: Double]
  }
}

extension MotionTimeline {
  package init(_ spec: AnimationSpec, motion: MotionPreference, everyMs: Int) {
    self.init(
      animation: spec.name, motion: motion, everyMs: everyMs,
      variants: spec.variants.map { variant in
        Variant(
          name: variant.name, durationMs: spec.durationMs(of: variant, motion: motion),
          visibleMs: spec.visibleMs(of: variant, motion: motion), phases: spec.phases(of: variant, motion: motion),
          samples: spec.samples(of: variant, motion: motion, everyMs: everyMs).map { sample in
            Sample(
              atMs: sample.atMs,
              values: Dictionary(uniqueKeysWithValues: sample.values.map { ($0.key.description, $0.value) }))
          })
      })
  }
}

/// A contradiction in the catalogue, or between it and a document.
public struct MotionFinding: Hashable, Sendable {
  public let animation: AnimationName
  public let kind: Finding.Kind
  public let document: String, section: String, stated: String, computed: String
}

extension MotionFinding {
  package init(_ finding: Finding) {
    self.init(
      animation: finding.animation, kind: finding.kind, document: finding.document,
      section: finding.section, stated: finding.stated, computed: finding.computed)
  }
}

/// Every particle of a burst at one moment.
public struct ParticleSample: Hashable, Sendable {
  public let count: Int
  public let durationMs: Int
  public let particles: [Particle]

  package init(count: Int, durationMs: Int, particles: [Particle]) {
    (self.count, self.durationMs, self.particles) = (count, durationMs, particles)
  }
}
