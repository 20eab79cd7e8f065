package import HomeworkModel
public import HomeworkMotion

extension Methods {
  private static let profile = Field<AnimationChoice>(
    "profile", \.profile, .name, "only animations of this design; all five by default")
  private static let animations = Field<AnimationChoice>(
    optional: "animations", \.animations, .array(Shapes.animationFile),
    "animation files; without a profile, only their animations")
  private static let choice = Shape<AnimationChoice>.object(AnimationChoice()) {
    profile
    animations
  }

  public static let motionList = RPCMethod<AnimationChoice, AnimationCatalogue>(
    "motion.list", "Lists the animations of the five designs, or of your files.", choice,
    gives: .object(AnimationCatalogue(items: [], tokens: [])) {
      Field("items", \.items, .array(Shapes.animation), "The animations.")
      Field("tokens", \.tokens, .array(Shapes.motionToken), "The named durations and springs.")
    }, fails: [.invalid], example: AnimationChoice { $0.profile = .offload })

  private static let animation = "the name, such as A1 or ncdb.buttonPress"
  private static let files = "animation files, if the animation is in one"

  public static let motionGet = RPCMethod<AnimationLookup, CatalogueAnimation>(
    "motion.get", "Returns an animation.",
    .object(AnimationLookup()) {
      Field("animation", \.animation, animation)
      Field(optional: "animations", \.animations, .array(Shapes.animationFile), files)
    },
    gives: Shapes.animation, fails: [.notFound, .invalid], example: AnimationLookup { $0.animation = "A1" })

  public static let motionTimeline = RPCMethod<TimelineSampling, MotionTimeline>(
    "motion.timeline", "The samples of an animation over time.",
    .object(TimelineSampling()) {
      Field("animation", \.animation, animation)
      Field("motion", \.motion, .word, "full (by default) or reduced motion")
      Field("everyMs", \.everyMs, .integer(1...60_000), "milliseconds between two samples, 1 to 60000; 16 by default")
      Field(optional: "animations", \.animations, .array(Shapes.animationFile), files)
    },
    gives: Shapes.motionTimeline, fails: [.notFound, .invalid],
    example: TimelineSampling { ($0.animation, $0.motion, $0.everyMs) = ("A1", .full, 100) })

  public static let motionParticles = RPCMethod<BurstSampling, ParticleSample>(
    "motion.particles", "Returns every particle of a confetti burst at one moment.",
    .object(BurstSampling()) {
      Field("intensity", \.intensity, .word, "the intensity of the burst")
      Field("screen", \.screen, Shapes.screen, "the screen size in points; 390 by 844 by default")
      Field("seed", \.seed, "the seed of the burst, from 0; 0 by default")
      Field("atMs", \.atMs, .number(0...Double(Session.latestMs)), "the time from the start of the burst")
    },
    gives: Shapes.burst, example: BurstSampling { ($0.intensity, $0.seed, $0.atMs) = (.standard, 42, 812.5) })

  public static let motionLint = RPCMethod<AnimationChoice, [MotionFinding]>(
    "motion.lint", "Lists contradictions in the catalogue and with its documents, and all inferred numbers.",
    choice,
    gives: findings(Shapes.motionFinding), fails: [.invalid], example: AnimationChoice())

  public static let motionCheck = RPCMethod<AnimationFile, CheckedAnimations>(
    "motion.check", "Checks an animation file and names each mistake by its JSON path.", Shapes.animationFile,
    gives: .object(CheckedAnimations(animations: [], findings: [])) {
      Field("animations", \.animations, .array(.name), "The names of its animations.")
      Field("findings", \.findings, .array(Shapes.motionFinding), "Warnings about valid content.")
    },
    fails: [.invalid], example: AnimationFile(name: "mine.tokens.json", text: exampleAnimations))

  package static let motionSchema = RPCMethod<Void, JSONValue>(
    "motion.schema", "Returns the JSON Schema of animation files.", .nothing,
    gives: .object(JSONValue.null) {
      Field("schema", \.self, .any, "The schema, in draft 2020-12.")
    }, example: ())

  public static let motionExport = RPCMethod<AnimationExport, String>(
    "motion.export", "Exports a design or animation files as one Design Tokens file, or as CSS.",
    .object(AnimationExport()) {
      Field("profile", \.profile, .name, "one of the five designs")
      Field(optional: "animations", \.animations, .array(Shapes.animationFile), "or animation files")
      Field(optional: "format", \.format, .word, "the format; tokens by default")
    },
    gives: .object("") {
      Field("text", \.self, "The exported text.")
    }, fails: [.invalid],
    example: AnimationExport { ($0.profile, $0.format) = (.offload, .css) })

  private static let exampleAnimations = """
    {"flame": {"$type": "transition", "$value": {"duration": {"value": 800, "unit": "ms"}, \
    "delay": {"value": 0, "unit": "ms"}, "timingFunction": [0, 0, 0.58, 1]}, \
    "$extensions": {"org.hwdb.animation": {"on": {"fact": "answerSettled", "streak": {"every": 3}}}}}}
    """

  static func findings<Item: Sendable>(_ item: Shape<Item>) -> Shape<[Item]> {
    .object([]) {
      Field("findings", \.self, .array(item), "The findings; may be empty.")
    }
  }

  static let motionMethods: [MethodDescription] = [
    motionList.description, motionGet.description, motionTimeline.description, motionParticles.description,
    motionLint.description, motionCheck.description, motionSchema.description, motionExport.description,
  ]
}

/// The designs and files to use; all five designs if none is given.
public struct AnimationChoice: Fillable {
  public var profile: ProfileName?
  public var animations: [AnimationFile] = []

  public init() {}
}

/// An animation, and the files that may contain it.
public struct AnimationLookup: Fillable {
  public var animation = ""
  public var animations: [AnimationFile] = []

  public init() {}
}

/// A checked animation file.
public struct CheckedAnimations: Sendable {
  public var animations: [AnimationName]
  public var findings: [MotionFinding]

  package init(animations: [AnimationName], findings: [MotionFinding]) {
    (self.animations, self.findings) = (animations, findings)
  }

  /// Combines the results of several files.
  package static func all(_ files: [Self]) -> Self {
    Self(animations: files.flatMap(\.animations), findings: files.flatMap(\.findings))
  }
}

/// The animations to export, and the format.
public struct AnimationExport: Fillable {
  public enum Format: String, Sendable, CaseIterable {
    /// Design Tokens, unchanged from their source.
    case tokens
    /// `@keyframes`, with springs sampled as `linear()`.
    case css
  }

  public var profile: ProfileName?
  public var animations: [AnimationFile] = []
  public var format = Format.tokens

  public init() {}
}

/// An animation to sample, and how often.
public struct TimelineSampling: Fillable {
  public var animation = ""
  public var motion: MotionPreference?
  public var everyMs: Int?
  public var animations: [AnimationFile] = []

  public init() {}
}

/// A burst, and a moment.
public struct BurstSampling: Fillable {
  public var intensity = Intensity.standard
  public var screen: Screen?
  public var seed: Int?
  /// The time from the start of the burst.
  public var atMs = 0.0

  public init() {}
}
