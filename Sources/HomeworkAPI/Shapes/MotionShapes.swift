package import HomeworkModel
public import HomeworkMotion

extension Shapes {
  package static let animation = Shape<CatalogueAnimation>(
    "Animation", "An animation of the catalogue.", CatalogueAnimation()
  ) {
    Field("name", \.name, .name, "The name.")
    Field("profile", \.profile, .name, "The design or file that it belongs to.")
    Field("title", \.title, "The title.")
    Field("document", \.document, "The document that describes it.")
    Field("section", \.section, "The section of the document.")
    Field("trigger", \.trigger, start, "What starts it.")
    Field(optional: "alsoOn", \.alsoOn, .array(start), "What else starts it.")
    Field("delayMs", \.delayMs, "The delay after that.")
    Field("variants", \.variants, .array(variant), "The variants.")
    Field("reduced", \.reduced, reduced, "Its form under reduced motion.")
    Field("haptic", \.haptic, haptic, "The haptic feedback of the first variant.")
    Field("behaviour", \.behaviour, .word, "The built-in behaviour, if the program decides when it plays.")
    Field("resume", \.resume, .word, "What a kill does to it.")
    Field("role", \.role, .word, "Its role.")
    Field("layer", \.layer, .word, "The layer it is drawn on.")
    Field("endsOn", \.endsOn, "The screen event that ends a repeating animation.")
    Field("stagger", \.stagger, stagger, "The stagger, if items start one after the other.")
    Field("unstated", \.unstated, .array(.word), "What the document does not state.")
    Field(optional: "values", \.values, .map(designValue), "Further values of the design, by name.")
  }

  private static let designValue = Shape<DesignValue>(
    .either([.number(), .string(), .array(.string())]),
    encode: { value, writer in
      switch value {
      case .number(let number): Shape<Double>.number.encode(number, &writer)
      case .text(let text): writer.write(text)
      case .list(let items): Shape<[String]>.array(.string).encode(items, &writer)
      }
    },
    get: { json in
      json.number.map { .number($0) } ?? json.string.map { .text($0) } ?? json.strings.map { .list($0) }
    })

  private static let start = Shape<CatalogueAnimation.Start>.object(CatalogueAnimation.Start()) {
    Field("fact", \.fact, .word, "The fact, or `screen` for a screen event.")
    Field("event", \.event, .name, "The screen event.")
    Field("when", \.when, "Further conditions, in words.")
  }
  private static let variant = Shape<CatalogueAnimation.Variant>.object(CatalogueAnimation.Variant()) {
    Field("name", \.name, "The name, if there are several.")
    Field("when", \.when, "The condition of the variant, in words.")
    Field("durationMs", \.durationMs, "The duration; for a repeating animation, that of one round.")
    Field("phases", \.phases, .array(phase), "The phases.")
    Field("haptic", \.haptic, haptic, "The haptic feedback.")
    Field("sound", \.sound, sound, "The sound.")
    Field("text", \.text, cueText, "The text to show.")
    Field("icon", \.icon, "The name of the icon in the design.")
    Field("particles", \.particles, particles, "The number of particles.")
    Field("reduced", \.reduced, reduced, "Its form under reduced motion, if it has its own.")
  }
  private static let sound = Shape<Sound>.object(Sound("")) {
    Field("name", \.name, "The name of the sound in the design.")
    Field("atMs", \.atMs, "The time from the start of the animation.")
  }
  private static let particles = Shape.object((from: 1, to: 1, colours: [String](), isInferred: false)) {
    Field("from", \.from, .integer(1...400), "The minimum.")
    Field("to", \.to, .integer(1...400), "The maximum.")
    Field(optional: "colours", \.colours, "The colours, by their names in the design.")
    Field(optional: "inferred", \.isInferred, "Whether the number is inferred because the document gives none.")
  }.map(
    to: {
      ParticleCount(min($0.from, $0.to)...max($0.from, $0.to), colours: $0.colours, isInferred: $0.isInferred)
    }, from: { ($0.count.lowerBound, $0.count.upperBound, $0.colours, $0.isInferred) })
  private static let reduced = Shape.object((form: ReducedForm.Form.instant, phases: [Phase]?.none)) {
    Field("form", \.form, .word, "The reduced form.")
    Field("phases", \.phases, .array(phase), "The phases of the reduced form, if it has any.")
  }.map(
    to: { read in
      switch read.form {
      case .unchanged: .unchanged
      case .phases: .phases(read.phases ?? [])
      case .instant: .instant
      case .hapticOnly: .hapticOnly
      case .removed: .removed
      }
    }, from: { (reduced: ReducedForm) in (reduced.form, reduced.phases) })
  private static let haptic = Shape<Haptic>.object(Haptic(.light)) {
    Field("kind", \.kind, .word, "The kind of feedback.")
    Field("atMs", \.atMs, "The time from the start of the animation.")
  }
  private static let stagger = Shape<Stagger>.object(Stagger(delayMs: 0, limit: nil)) {
    Field("delayMs", \.delayMs, "The delay between two items.")
    Field("limit", \.limit, "The maximum number of delayed items; the rest start with the last of them.")
  }

  package static let motionToken = Shape<MotionToken>(
    "MotionToken", "A named duration or spring of a design.", MotionToken()
  ) {
    Field("profile", \.profile, .name, "The design.")
    Field("name", \.name, "The name.")
    Field("durationMs", \.durationMs, "The duration.")
    Field("curve", \.curve, "The spring.")
  }

  /// The member that `hwdb motion show --json` adds to an animation.
  package static let motionTimeline = Shape<MotionTimeline>.object(MotionTimeline()) {
    Field("animation", \.animation, .name, "The name.")
    Field("motion", \.motion, .word, "Full or reduced.")
    Field("everyMs", \.everyMs, .integer(1...60_000), "The time between two samples.")
    Field("variants", \.variants, .array(sampled), "The variants.")
  }

  private static let sampled = Shape<MotionTimeline.Variant>.object(MotionTimeline.Variant()) {
    Field("name", \.name, "The name, if there are several.")
    Field("durationMs", \.durationMs, "The duration.")
    Field("visibleMs", \.visibleMs, "The time until the last spring has settled.")
    Field("phases", \.phases, .array(phase), "The phases.")
    Field("samples", \.samples, .array(sample), "The value of each property at each moment.")
  }
  private static let sample = Shape<MotionTimeline.Sample>.object(MotionTimeline.Sample()) {
    Field("atMs", \.atMs, "The time from the start of the animation.")
    Field("values", \.values, .map(.number), "The values by property, prefixed with the animated part if there is one.")
  }

  package static let animationFile = Shape<AnimationFile>(
    "AnimationFile", "A Design Tokens file of animations.", AnimationFile(name: "", text: "")
  ) {
    Field("name", \.name, "The file name, used in messages.")
    Field("text", \.text, .string.upTo(1 << 20), "The content of the file.")
  }
}

/// An animation of the catalogue, in the protocol.
public struct CatalogueAnimation: Hashable, Sendable {
  public var name: AnimationName = "", profile: ProfileName = "", title = "", document = "", section = ""
  public var trigger = Start(), alsoOn: [Start] = [], delayMs = 0, variants: [Variant] = []
  public var reduced = ReducedForm.instant, haptic: Haptic?, behaviour: Behaviour?, resume = ResumeKind.allCases[0]
  public var role = Role.decoration, layer = Layer.anywhere, endsOn: String?, stagger: Stagger?
  public var unstated: [Unstated] = [], values: [String: DesignValue] = [:]

  /// How the animation runs under a condition.
  public struct Variant: Hashable, Sendable {
    public var name: String?
    /// The condition, in words.
    public var when: String?
    public var durationMs = 0, phases: [Phase] = [], haptic: Haptic?, sound: Sound?, text: CueText?, icon: String?
    public var particles: ParticleCount?, reduced: ReducedForm?
  }

  /// A fact or event that starts the animation.
  public struct Start: Hashable, Sendable {
    public var fact = Fact.screen, event: ScreenEvent?
    /// Further conditions, in words.
    public var when: String?
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
  public var items: [CatalogueAnimation], tokens: [MotionToken]

  package init(items: [CatalogueAnimation], tokens: [MotionToken]) { (self.items, self.tokens) = (items, tokens) }
}

/// A named duration or spring of a design.
public struct MotionToken: Hashable, Sendable {
  public var profile: ProfileName = "", name = "", durationMs: Int?, curve: String?
}

extension MotionToken {
  package init(_ token: Token) {
    self.init(
      profile: token.profile, name: token.name, durationMs: token.durationMs,
      curve: token.spring?.description)
  }
}

/// The samples of an animation over time.
package struct MotionTimeline: Hashable, Sendable {
  package var animation: AnimationName = "", motion = MotionPreference.full, everyMs: Int?, variants: [Variant] = []

  package struct Variant: Hashable, Sendable {
    package var name: String?, durationMs = 0, visibleMs = 0, phases: [Phase] = [], samples: [Sample] = []
  }

  package struct Sample: Hashable, Sendable {
    package var atMs = 0
    /// The values, by property.
    package var values: [String: Double] = [:]
  }
}

extension MotionTimeline {
  /// - Parameter everyMs: the time between two samples; without it there are none.
  package init(_ spec: AnimationSpec, _ motion: MotionPreference, everyMs: Int? = nil) {
    self.init(
      animation: spec.name, motion: motion, everyMs: everyMs,
      variants: spec.variants.map { variant in
        Variant(
          name: variant.name, durationMs: spec.durationMs(of: variant, motion: motion),
          visibleMs: spec.visibleMs(of: variant, motion: motion), phases: spec.phases(of: variant, motion: motion),
          samples: everyMs.map { spec.samples(of: variant, motion: motion, everyMs: $0).map(Sample.init) } ?? [])
      })
  }
}

extension MotionTimeline.Sample {
  fileprivate init(_ sample: AnimationSpec.Sample) {
    self.init(
      atMs: sample.atMs,
      values: Dictionary(uniqueKeysWithValues: sample.values.map { ($0.key.description, $0.value) }))
  }
}

extension Shape where Value: CatalogueName {
  /// A name in the catalogue.
  static var name: Self { Shape<String>.string.map(to: { Value(rawValue: $0) }, from: \.rawValue) }
}
