package import HomeworkModel
public import HomeworkMotion

extension Methods {
  private static let profile = Field<AnimationChoice, ProfileName?>(
    optional: "profile", .name, \.profile, "only animations of this design; all five by default")
  private static let animations = Field<AnimationChoice, [AnimationFile]>(
    "animations", .array(Shapes.animationFile), else: [], \.animations,
    "animation files; without a profile, only their animations")
  private static let choice = Shape<AnimationChoice>.object(profile, animations, make: AnimationChoice.init)

  public static let motionList = RPCMethod<AnimationChoice, AnimationCatalogue>(
    "motion.list", "Lists the animations of the five designs, or of your files.", choice,
    gives: .object(
      Field("items", .array(Shapes.animation), \.items, "The animations."),
      Field("tokens", .array(Shapes.motionToken), \.tokens, "The named durations and springs."),
      make: AnimationCatalogue.init), fails: [.invalid], example: AnimationChoice(profile: .offload))

  private static let animation = "the name, such as A1 or ncdb.buttonPress"
  private static let files = "animation files, if the animation is in one"

  public static let motionGet = RPCMethod<AnimationLookup, CatalogueAnimation>(
    "motion.get", "Returns an animation.",
    .object(
      Field("animation", .string, \.animation, animation),
      Field("animations", .array(Shapes.animationFile), else: [], \.animations, files), make: AnimationLookup.init),
    gives: Shapes.animation, fails: [.notFound, .invalid], example: AnimationLookup("A1"))

  public static let motionTimeline = RPCMethod<TimelineSampling, MotionTimeline>(
    "motion.timeline", "The samples of an animation over time.",
    .object(
      Field("animation", .string, \.animation, animation),
      Field(optional: "motion", .word, \.motion, "full (by default) or reduced motion"),
      Field(
        optional: "everyMs", .integer(1...60_000), \.everyMs,
        "milliseconds between two samples, 1 to 60000; 16 by default"),
      Field("animations", .array(Shapes.animationFile), else: [], \.animations, files),
      make: { TimelineSampling(animation: $0, motion: $1, everyMs: $2, animations: $3) }),
    gives: Shapes.motionTimeline, fails: [.notFound, .invalid],
    example: TimelineSampling(animation: "A1", motion: .full, everyMs: 100))

  public static let motionParticles = RPCMethod<BurstSampling, ParticleSample>(
    "motion.particles", "Returns every particle of a confetti burst at one moment.",
    .object(
      Field("intensity", .word, \.intensity, "the intensity of the burst"),
      Field(optional: "screen", Shapes.screen, \.screen, "the screen size in points; 390 by 844 by default"),
      Field(optional: "seed", .count, \.seed, "the seed of the burst, from 0; 0 by default"),
      Field("atMs", .number(0...Double(Session.latestMs)), \.atMs, "the time from the start of the burst"),
      make: { BurstSampling(intensity: $0, screen: $1, seed: $2, atMs: $3) }),
    gives: Shapes.burst, example: BurstSampling(intensity: .standard, seed: 42, atMs: 812.5))

  public static let motionLint = RPCMethod<AnimationChoice, [MotionFinding]>(
    "motion.lint", "Lists contradictions in the catalogue and with its documents, and all inferred numbers.",
    choice,
    gives: findings(Shapes.motionFinding), fails: [.invalid], example: AnimationChoice())

  public static let motionCheck = RPCMethod<AnimationFile, CheckedAnimations>(
    "motion.check", "Checks an animation file and names each mistake by its JSON path.", Shapes.animationFile,
    gives: .object(
      Field("animations", .array(.name), \.animations, "The names of its animations."),
      Field("findings", .array(Shapes.motionFinding), \.findings, "Warnings about valid content."),
      make: CheckedAnimations.init),
    fails: [.invalid], example: AnimationFile(name: "mine.tokens.json", text: exampleAnimations))

  package static let motionSchema = RPCMethod<Void, JSONValue>(
    "motion.schema", "Returns the JSON Schema of animation files.", .nothing,
    gives: .object(Field("schema", .any, \.self, "The schema, in draft 2020-12."), make: { $0 }), example: ())

  public static let motionExport = RPCMethod<AnimationExport, String>(
    "motion.export", "Exports a design or animation files as one Design Tokens file, or as CSS.",
    .object(
      Field(optional: "profile", .name, \.profile, "one of the five designs"),
      Field("animations", .array(Shapes.animationFile), else: [], \.animations, "or animation files"),
      Field("format", .word, else: .tokens, \.format, "the format; tokens by default"), make: AnimationExport.init),
    gives: .object(Field("text", .string, \.self, "The exported text."), make: { $0 }), fails: [.invalid],
    example: AnimationExport(profile: .offload, format: .css))

  private static let exampleAnimations = """
    {"flame": {"$type": "transition", "$value": {"duration": {"value": 800, "unit": "ms"}, \
    "delay": {"value": 0, "unit": "ms"}, "timingFunction": [0, 0, 0.58, 1]}, \
    "$extensions": {"org.hwdb.animation": {"on": {"fact": "answerSettled", "streak": {"every": 3}}}}}}
    """

  static func findings<Item: Sendable>(_ item: Shape<Item>) -> Shape<[Item]> {
    .object(Field("findings", .array(item), \.self, "The findings; may be empty."), make: { $0 })
  }

  static let motionMethods: [MethodDescription] = [
    motionList.description, motionGet.description, motionTimeline.description, motionParticles.description,
    motionLint.description, motionCheck.description, motionSchema.description, motionExport.description,
  ]
}

/// The designs and files to use; all five designs if none is given.
public struct AnimationChoice: Sendable {
  public var profile: ProfileName?
  public var animations: [AnimationFile]

  public init(profile: ProfileName? = nil, animations: [AnimationFile] = []) {
    (self.profile, self.animations) = (profile, animations)
  }
}

/// An animation, and the files that may contain it.
public struct AnimationLookup: Sendable {
  public var animation: String
  public var animations: [AnimationFile]

  public init(_ animation: String, animations: [AnimationFile] = []) {
    (self.animation, self.animations) = (animation, animations)
  }
}

/// A checked animation file.
public struct CheckedAnimations: Sendable {
  public let animations: [AnimationName]
  public let findings: [MotionFinding]

  package init(animations: [AnimationName], findings: [MotionFinding]) {
    (self.animations, self.findings) = (animations, findings)
  }

  /// Combines the results of several files.
  package static func all(_ files: [Self]) -> Self {
    Self(animations: files.flatMap(\.animations), findings: files.flatMap(\.findings))
  }
}

/// What to export, and the format.
public struct AnimationExport: Sendable {
  public enum Format: String, Sendable, CaseIterable {
    /// Design Tokens, unchanged from their source.
    case tokens
    /// `@keyframes`, with springs sampled as `linear()`.
    case css
  }

  public var profile: ProfileName?
  public var animations: [AnimationFile]
  public var format: Format

  public init(profile: ProfileName? = nil, animations: [AnimationFile] = [], format: Format = .tokens) {
    (self.profile, self.animations, self.format) = (profile, animations, format)
  }
}

/// An animation to sample, and how often.
public struct TimelineSampling: Sendable {
  public var animation: String
  public var motion: MotionPreference?
  public var everyMs: Int?
  public var animations: [AnimationFile]

  public init(
    animation: String, motion: MotionPreference? = nil, everyMs: Int? = nil, animations: [AnimationFile] = []
  ) {
    (self.animation, self.motion, self.everyMs, self.animations) = (animation, motion, everyMs, animations)
  }
}

/// A burst, and a moment.
public struct BurstSampling: Sendable {
  public var intensity: Intensity
  public var screen: Screen?
  public var seed: Int?
  /// The time from the start of the burst.
  public var atMs: Double

  public init(intensity: Intensity, screen: Screen? = nil, seed: Int? = nil, atMs: Double) {
    (self.intensity, self.screen, self.seed, self.atMs) = (intensity, screen, seed, atMs)
  }
}
