package import HomeworkJSON
public import HomeworkMotion
import HomeworkRPC

extension Methods {
  private static let profile = Field<AnimationChoice, ProfileName?>(
    optional: "profile", .name, \.profile, "only of this design; all five by default, and no files")
  private static let animations = Field<AnimationChoice, [AnimationFile]>(
    "animations", .array(Shapes.animationFile), else: [], \.animations, "files of animations, instead or beside")
  private static let choice = Shape<AnimationChoice>.object(profile, animations, make: AnimationChoice.init)

  public static let motionList = RPCMethod<AnimationChoice, AnimationCatalogue>(
    "motion.list", "The catalogue: every animation of the five designs, or of files.", choice,
    gives: .object(
      Field("items", .array(Shapes.animation), \.items, "The animations."),
      Field("tokens", .array(Shapes.motionToken), \.tokens, "Named durations and springs."),
      make: AnimationCatalogue.init), fails: [.invalid], example: AnimationChoice(profile: .offload))

  private static let animation = "its name, such as A1 or ncdb.buttonPress"
  private static let files = "files of animations, where it is in one"

  public static let motionGet = RPCMethod<AnimationLookup, CatalogueAnimation>(
    "motion.get", "One animation.",
    .object(
      Field("animation", .string, \.animation, animation),
      Field("animations", .array(Shapes.animationFile), else: [], \.animations, files), make: AnimationLookup.init),
    gives: Shapes.animation, fails: [.notFound, .invalid], example: AnimationLookup("A1"))

  public static let motionTimeline = RPCMethod<TimelineSampling, MotionTimeline>(
    "motion.timeline", "An animation at every moment.",
    .object(
      Field("animation", .string, \.animation, animation),
      Field(optional: "motion", .word, \.motion, "full by default"),
      Field(optional: "everyMs", .integer(1...60_000), \.everyMs, "between two samples, 1 to 60000; 16 by default"),
      Field("animations", .array(Shapes.animationFile), else: [], \.animations, files),
      make: { TimelineSampling(animation: $0, motion: $1, everyMs: $2, animations: $3) }),
    gives: Shapes.motionTimeline, fails: [.notFound, .invalid],
    example: TimelineSampling(animation: "A1", motion: .full, everyMs: 100))

  public static let motionParticles = RPCMethod<BurstSampling, ParticleSample>(
    "motion.particles", "Every particle of a confetti burst at one moment.",
    .object(
      Field("intensity", .word, \.intensity, "how much"),
      Field(optional: "screen", Shapes.screen, \.screen, "its size in points; 390 by 844 by default"),
      Field(optional: "seed", .integer, \.seed, "of the burst, from 0; 0 by default"),
      Field("atMs", .number, \.atMs, "from the start of the burst"),
      make: { BurstSampling(intensity: $0, screen: $1, seed: $2, atMs: $3) }),
    gives: Shapes.burst, example: BurstSampling(intensity: .standard, seed: 42, atMs: 812.5))

  public static let motionLint = RPCMethod<AnimationChoice, [MotionFinding]>(
    "motion.lint", "Contradictions in the catalogue, and between it and its documents; and all that was inferred.",
    choice,
    gives: findings(Shapes.motionFinding), fails: [.invalid], example: AnimationChoice())

  public static let motionCheck = RPCMethod<AnimationFile, CheckedAnimations>(
    "motion.check", "Reads a file of animations; every mistake is named by its JSON path.", Shapes.animationFile,
    gives: .object(
      Field("animations", .array(.name), \.animations, "Those that it has."),
      Field("findings", .array(Shapes.motionFinding), \.findings, "What can be read, and better written otherwise."),
      make: CheckedAnimations.init),
    fails: [.invalid], example: AnimationFile(name: "mine.tokens.json", text: exampleAnimations))

  package static let motionSchema = RPCMethod<Void, JSONValue>(
    "motion.schema", "The JSON Schema of files of animations.", .nothing,
    gives: .object(Field("schema", .any, { $0 }, "As draft 2020-12 has it."), make: { $0 }), example: ())

  public static let motionExport = RPCMethod<AnimationExport, String>(
    "motion.export", "A design or files as one Design Tokens file, or as CSS.",
    .object(
      Field(optional: "profile", .name, \.profile, "one of the five designs"),
      Field("animations", .array(Shapes.animationFile), else: [], \.animations, "or a file"),
      Field("format", .word, else: .tokens, \.format, "tokens by default"), make: AnimationExport.init),
    gives: .object(Field("text", .string, { $0 }, "The file."), make: { $0 }), fails: [.invalid],
    example: AnimationExport(profile: .offload, format: .css))

  private static let exampleAnimations = """
    {"flame": {"$type": "transition", "$value": {"duration": {"value": 800, "unit": "ms"}, \
    "delay": {"value": 0, "unit": "ms"}, "timingFunction": [0, 0, 0.58, 1]}, \
    "$extensions": {"org.hwdb.animation": {"on": {"fact": "answerSettled", "streak": {"every": 3}}}}}}
    """

  static func findings<Item: Sendable>(_ item: Shape<Item>) -> Shape<[Item]> {
    .object(Field("findings", .array(item), { $0 }, "Each of them; empty for none."), make: { $0 })
  }

  static let motionMethods: [MethodDescription] = [
    motionList.description, motionGet.description, motionTimeline.description, motionParticles.description,
    motionLint.description, motionCheck.description, motionSchema.description, motionExport.description,
  ]
}

/// Designs and files to look at: all five where neither is given.
public struct AnimationChoice: Sendable {
  public var profile: ProfileName?
  public var animations: [AnimationFile]

  public init(profile: ProfileName? = nil, animations: [AnimationFile] = []) {
    (self.profile, self.animations) = (profile, animations)
  }
}

/// The animation to look at, and the files that it may be in.
public struct AnimationLookup: Sendable {
  public var animation: String
  public var animations: [AnimationFile]

  public init(_ animation: String, animations: [AnimationFile] = []) {
    (self.animation, self.animations) = (animation, animations)
  }
}

/// A file of animations that can be read.
public struct CheckedAnimations: Sendable {
  public let animations: [AnimationName]
  public let findings: [MotionFinding]

  package init(animations: [AnimationName], findings: [MotionFinding]) {
    (self.animations, self.findings) = (animations, findings)
  }

  /// Those of several files together.
  package static func all(_ files: [Self]) -> Self {
    Self(animations: files.flatMap(\.animations), findings: files.flatMap(\.findings))
  }
}

/// What to write, and how.
public struct AnimationExport: Sendable {
  public enum Format: String, Sendable, CaseIterable {
    /// Word for word, as the program or the caller has it.
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

/// An animation, and how often to look at it.
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

/// A burst, and the moment at which to look at it.
public struct BurstSampling: Sendable {
  public var intensity: Intensity
  public var screen: Screen?
  public var seed: Int?
  /// From its start.
  public var atMs: Double

  public init(intensity: Intensity, screen: Screen? = nil, seed: Int? = nil, atMs: Double) {
    (self.intensity, self.screen, self.seed, self.atMs) = (intensity, screen, seed, atMs)
  }
}
