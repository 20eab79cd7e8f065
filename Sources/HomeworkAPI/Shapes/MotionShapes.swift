import HomeworkModel
public import HomeworkMotion

extension Shapes {
  package static let animation = Shape<CatalogueAnimation>(
    "Animation", "An animation of the catalogue.",
    Field("name", .name, \.name, "The name."),
    Field("profile", .name, \.profile, "The design or file that it belongs to."),
    Field("title", .string, \.title, "The title."),
    Field("document", .string, \.document, "The document that describes it."),
    Field("section", .string, \.section, "The section of the document."),
    Field("trigger", start, \.trigger, "What starts it."),
    Field("alsoOn", .array(start), else: [], \.alsoOn, "What else starts it."),
    Field("delayMs", .count, \.delayMs, "The delay after that."),
    Field("variants", .array(variant), \.variants, "The variants."),
    Field("reduced", reduced, \.reduced, "Its form under reduced motion."),
    Field(optional: "haptic", haptic, \.haptic, "The haptic feedback of the first variant."),
    Field(optional: "behaviour", .word, \.behaviour, "The built-in behaviour, if the program decides when it plays."),
    Field("resume", .word, \.resume, "What a kill does to it."),
    Field("role", .word, \.role, "Its role."), Field("layer", .word, \.layer, "The layer it is drawn on."),
    Field(optional: "endsOn", .string, \.endsOn, "The screen event that ends a repeating animation."),
    Field(optional: "stagger", stagger, \.stagger, "The stagger, if items start one after the other."),
    Field("unstated", .array(.word), \.unstated, "What the document does not state."),
    Field("values", .map(designValue), else: [:], \.values, "Further values of the design, by name."),
    make: CatalogueAnimation.init)

  private static let designValue = Shape<DesignValue>(
    .either([.number(), .string(), .array(.string())]),
    put: { value, writer in
      switch value {
      case .number(let number): Shape<Double>.number.write(number, to: &writer)
      case .text(let text): writer.write(text)
      case .list(let items): Shape<[String]>.array(.string).write(items, to: &writer)
      }
    },
    take: { json in
      if let number = json.number { return .number(number) }
      if let text = json.string { return .text(text) }
      return .list(try Shape<[String]>.array(.string).read(json))
    })

  private static let start = Shape<CatalogueAnimation.Start>.object(
    Field("fact", .word, \.fact, "The fact, or `screen` for a screen event."),
    Field(optional: "event", .name, \.event, "The screen event."),
    Field(optional: "when", .string, \.when, "Further conditions, in words."), make: CatalogueAnimation.Start.init)
  private static let variant = Shape<CatalogueAnimation.Variant>.object(
    Field(optional: "name", .string, \.name, "The name, if there are several."),
    Field(optional: "when", .string, \.when, "The condition of the variant, in words."),
    Field("durationMs", .count, \.durationMs, "The duration; for a repeating animation, that of one round."),
    Field("phases", .array(phase), \.phases, "The phases."),
    Field(optional: "haptic", haptic, \.haptic, "The haptic feedback."),
    Field(optional: "sound", sound, \.sound, "The sound."),
    Field(optional: "text", cueText, \.text, "The text to show."),
    Field(optional: "icon", .string, \.icon, "The name of the icon in the design."),
    Field(optional: "particles", particles, \.particles, "The number of particles."),
    Field(optional: "reduced", reduced, \.reduced, "Its form under reduced motion, if it has its own."),
    make: CatalogueAnimation.Variant.init)
  private static let sound = Shape<Sound>.object(
    Field("name", .string, \.name, "The name of the sound in the design."),
    Field("atMs", .count, \.atMs, "The time from the start of the animation."), make: { Sound($0, atMs: $1) })
  private static let particles = Shape<ParticleCount>.object(
    Field("from", .integer(1...400), \.count.lowerBound, "The minimum."),
    Field("to", .integer(1...400), \.count.upperBound, "The maximum."),
    Field("colours", .array(.string), else: [], \.colours, "The colours, by their names in the design."),
    Field(
      "inferred", .boolean, else: false, \.isInferred, "Whether the number is inferred because the document gives none."
    ),
    make: { from, to, colours, isInferred in
      ParticleCount(min(from, to)...max(from, to), colours: colours, isInferred: isInferred)
    })
  private static let reduced = Shape<ReducedForm>.object(
    Field("form", .word, \.form, "The reduced form."),
    Field(optional: "phases", .array(phase), \.phases, "The phases of the reduced form, if it has any."),
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
    Field("kind", .word, \.kind, "The kind of feedback."),
    Field("atMs", .count, \.atMs, "The time from the start of the animation."), make: { Haptic($0, atMs: $1) })
  private static let stagger = Shape<Stagger>.object(
    Field("delayMs", .count, \.delayMs, "The delay between two items."),
    Field(
      optional: "limit", .count, \.limit, "The maximum number of delayed items; the rest start with the last of them."),
    make: { Stagger(delayMs: $0, limit: $1) })

  package static let motionToken = Shape<MotionToken>(
    "MotionToken", "A named duration or spring of a design.",
    Field("profile", .name, \.profile, "The design."), Field("name", .string, \.name, "The name."),
    Field(optional: "durationMs", .count, \.durationMs, "The duration."),
    Field(optional: "curve", .string, \.curve, "The spring."), make: MotionToken.init)

  package static let motionTimeline = Shape<MotionTimeline>(
    "MotionTimeline", "The samples of an animation over time.",
    Field("animation", .name, \.animation, "The name."), Field("motion", .word, \.motion, "Full or reduced."),
    Field("everyMs", .integer(1...60_000), \.everyMs, "The time between two samples."),
    Field("variants", .array(sampled), \.variants, "The variants."), make: MotionTimeline.init)

  private static let sampled = Shape<MotionTimeline.Variant>.object(
    Field(optional: "name", .string, \.name, "The name, if there are several."),
    Field("durationMs", .count, \.durationMs, "The duration."),
    Field("visibleMs", .count, \.visibleMs, "The time until the last spring has settled."),
    Field("phases", .array(phase), \.phases, "The phases."),
    Field("samples", .array(sample), \.samples, "The value of each property at each moment."),
    make: MotionTimeline.Variant.init)
  private static let sample = Shape<MotionTimeline.Sample>.object(
    Field("atMs", .count, \.atMs, "The time from the start of the animation."),
    Field(
      "values", .map(.number), \.values, "The values by property, prefixed with the animated part if there is one."),
    make: MotionTimeline.Sample.init)

  /// The members of the animation, and `timeline`.
  package static let shownAnimation = Shape<ShownAnimation>(
    .any,
    put: { shown, writer in
      writer.write(
        json: animation.text(of: shown.entry).with("timeline", motionTimeline.text(of: shown.timeline)).bytes)
    },
    take: { ShownAnimation(try animation.read($0), try motionTimeline.read($0["timeline"] ?? .null)) })

  package static let motionFinding = Shape<MotionFinding>(
    "MotionFinding", "A contradiction in the catalogue or with a document, or a number that was inferred.",
    Field("animation", .name, \.animation, "The animation."), Field("kind", .word, \.kind, "The kind of finding."),
    Field("document", .string, \.document, "The document."), Field("section", .string, \.section, "The section."),
    Field("stated", .string, \.stated, "What the document states."),
    Field("computed", .string, \.computed, "What was computed."), make: MotionFinding.init)

  package static let animationFile = Shape<AnimationFile>(
    "AnimationFile", "A Design Tokens file of animations.",
    Field("name", .string, \.name, "The file name, used in messages."),
    Field("text", .string, \.text, "The content of the file."), make: AnimationFile.init)

  static let burst = Shape<ParticleSample>.object(
    Field("count", .integer(0...400), \.count, "The number of particles in the burst."),
    Field("durationMs", .count, \.durationMs, "The lifespan of the burst."),
    Field("particles", .array(particle), \.particles, "The particles."), make: ParticleSample.init)
  private static let particle = Shape<Particle>.object(
    Field("x", .number, \.x, "The horizontal position in points."),
    Field("y", .number, \.y, "The vertical position in points, downwards."),
    Field("rotationDegrees", .number, \.rotationDegrees, "The rotation in degrees."),
    Field("opacity", .number(0...1), \.opacity, "The opacity, 0 to 1."),
    make: { Particle(x: $0, y: $1, rotationDegrees: $2, opacity: $3) })
}

/// An animation of the catalogue, in the protocol.
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
  public let values: [String: DesignValue]

  /// A variant.
  public struct Variant: Hashable, Sendable {
    public let name: String?
    /// The condition, in words.
    public let when: String?
    public let durationMs: Int
    public let phases: [Phase]
    public let haptic: Haptic?
    public let sound: Sound?
    public let text: CueText?
    public let icon: String?
    public let particles: ParticleCount?
    public let reduced: ReducedForm?
  }

  /// A trigger.
  public struct Start: Hashable, Sendable {
    public let fact: Fact
    public let event: ScreenEvent?
    /// Further conditions, in words.
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
      stagger: spec.stagger, unstated: spec.unstated, values: spec.values)
  }
}

extension CatalogueAnimation.Variant {
  fileprivate init(_ variant: Variant) {
    self.init(
      name: variant.name, when: variant.when.words, durationMs: variant.durationMs, phases: variant.phases,
      haptic: variant.haptic, sound: variant.sound, text: variant.text, icon: variant.icon,
      particles: variant.particles, reduced: variant.reduced)
  }
}

extension CatalogueAnimation.Start {
  fileprivate init(_ rule: TriggerRule) {
    switch rule.source {
    case .screen(let event): self.init(fact: .screen, event: event, when: rule.condition.words)
    case .fact(let fact): self.init(fact: fact, event: nil, when: rule.condition.words)
    }
  }

  /// The trigger in words, such as `generationChanged, ready or failed`.
  package var words: String { (event?.rawValue ?? fact.rawValue) + (when.map { ", \($0)" } ?? "") }
}

extension Condition {
  /// The further conditions in words; `nil` if there are none.
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
  /// The word in the protocol.
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

/// The catalogue, or the requested part of it.
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

/// An animation of the catalogue with its samples.
package struct ShownAnimation: Sendable {
  package let entry: CatalogueAnimation, timeline: MotionTimeline

  package init(_ entry: CatalogueAnimation, _ timeline: MotionTimeline) {
    (self.entry, self.timeline) = (entry, timeline)
  }
}

/// The samples of an animation over time.
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
    /// The values, by property.
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

/// A contradiction in the catalogue or with a document, or a number that was inferred.
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
