import HomeworkJSON
import HomeworkModel
public import HomeworkMotion
import HomeworkRPC
public import HomeworkReports

extension Methods {
  private static let text = Field<ScriptPlay, String>("text", .string, \.text, "the script")
  private static let name = Field<ScriptPlay, String?>(optional: "name", .string, \.name, "the name of its file")
  private static let files = Field<ScriptPlay, [String: String]>(
    "files", .map(.string), else: [:], \.files, "the quiz files that it names, by name")
  private static let mode = Field<ScriptPlay, KillMode?>(
    optional: "mode", .word, \.mode, "how to kill; simulated by default")

  public static let scenarioRun = RPCMethod<ScriptPlay, RunReport>(
    "scenario.run", "Plays the scenarios of a script and judges them.",
    .object(
      text, name, files, mode, Field(optional: "seed", .integer, \.seed, "replaces the script's own"),
      Field(optional: "only", .array(.string), \.only, "the names of those that are played; all unless given"),
      make: { ScriptPlay(text: $0, name: $1, files: $2, mode: $3, seed: $4, only: $5) }),
    gives: Shapes.run, fails: [.invalid], example: ScriptPlay(text: exampleScript))

  public static let scenarioTrace = RPCMethod<ScriptPlay, RunReport>(
    "scenario.trace", "Plays the scenarios of a script and tells what happened, without judging it.",
    .object(text, name, files, mode, make: { ScriptPlay(text: $0, name: $1, files: $2, mode: $3) }),
    gives: Shapes.run, fails: [.invalid], example: ScriptPlay(text: exampleScript))

  public static let scenarioExplore = RPCMethod<ScriptExploring, ExplorationReport>(
    "scenario.explore",
    "Kills scenarios at every point at which they can die; without a script, every sequence of answers.",
    .object(
      Field(optional: "text", .string, \.text, "the script"),
      Field(optional: "name", .string, \.name, "the name of its file"),
      Field("files", .map(.string), else: [:], \.files, "the quiz files that it names, by name"),
      Field(optional: "mode", .word, \.mode, "how to kill; simulated by default"),
      Field(optional: "kills", .integer(1...2), \.kills, "1, or 2 for every pair of points too"),
      Field(
        optional: "sequences", .integer(1...16), \.sequences,
        "every sequence of correct and wrong answers up to this length, 1 to 16"),
      make: { ScriptExploring(text: $0, name: $1, files: $2, mode: $3, kills: $4, sequences: $5) }),
    gives: Shapes.exploration, fails: [.invalid], example: ScriptExploring(text: exampleScript, sequences: 3))

  public static let scenarioCheck = RPCMethod<ScriptPlay, [String]>(
    "scenario.check", "Reads a script without playing it.",
    .object(text, name, files, make: { ScriptPlay(text: $0, name: $1, files: $2) }),
    gives: .object(
      Field("scenarios", .array(.string), { $0 }, "The names of its scenarios."), make: { (names: [String]) in names }),
    fails: [.invalid], example: ScriptPlay(text: exampleScript))

  private static let exampleScript = """
    scenario "a killed star stays quiet"
      quiz mcq 6
      start
      answer correct x5
      wait 600ms
      kill
      resume
      expect streak 5
    """

  static let scenarioMethods: [MethodDescription] = [
    scenarioRun.description, scenarioTrace.description, scenarioExplore.description, scenarioCheck.description,
  ]

  // MARK: Motion

  public static let motionList = RPCMethod<ProfileName?, AnimationCatalogue>(
    "motion.list", "The catalogue: every animation of the five documents.",
    .object(
      Field(optional: "profile", .word, { $0 }, "only of this profile"), make: { (profile: ProfileName?) in profile }),
    gives: .object(
      Field("items", .array(Shapes.animation), \.items, "The animations."),
      Field("tokens", .array(Shapes.motionToken), \.tokens, "Named durations and springs."),
      make: AnimationCatalogue.init), example: .offload)

  private static let animation = "its name, such as A1 or ncdb.buttonPress"

  public static let motionGet = RPCMethod<String, CatalogueAnimation>(
    "motion.get", "One animation.", .object(Field("animation", .string, { $0 }, animation), make: { $0 }),
    gives: Shapes.animation, fails: [.notFound], example: "A1")

  public static let motionTimeline = RPCMethod<TimelineSampling, MotionTimeline>(
    "motion.timeline", "An animation at every moment.",
    .object(
      Field("animation", .string, \.animation, animation),
      Field(optional: "motion", .word, \.motion, "full unless given"),
      Field(optional: "everyMs", .integer(1...60_000), \.everyMs, "between two samples, 1 to 60000; 16 by default"),
      make: { TimelineSampling(animation: $0, motion: $1, everyMs: $2) }),
    gives: Shapes.motionTimeline, fails: [.notFound],
    example: TimelineSampling(animation: "A1", motion: .full, everyMs: 100))

  public static let motionParticles = RPCMethod<BurstSampling, ParticleSample>(
    "motion.particles", "Every particle of a confetti burst at one moment.",
    .object(
      Field("intensity", .word, \.intensity, "how much"),
      Field(optional: "screen", Shapes.screen, \.screen, "its size in points; 390 by 844 unless given"),
      Field(optional: "seed", .integer, \.seed, "of the burst, from 0; 0 by default"),
      Field("atMs", .number, \.atMs, "from the start of the burst"),
      make: { BurstSampling(intensity: $0, screen: $1, seed: $2, atMs: $3) }),
    gives: Shapes.burst, example: BurstSampling(intensity: .standard, seed: 42, atMs: 812.5))

  public static let motionLint = RPCMethod<Void, [MotionFinding]>(
    "motion.lint", "Contradictions in the catalogue, and between it and its documents.", .nothing,
    gives: findings(Shapes.motionFinding), example: ())

  static func findings<Item: Sendable>(_ item: Shape<Item>) -> Shape<[Item]> {
    .object(Field("findings", .array(item), { $0 }, "Each of them; empty for none."), make: { $0 })
  }

  static let motionMethods: [MethodDescription] = [
    motionList.description, motionGet.description, motionTimeline.description, motionParticles.description,
    motionLint.description,
  ]
}

/// A script to play: its text, and the quiz files that it names.
public struct ScriptPlay: Sendable {
  public var text: String
  /// The name of its file.
  public var name: String?
  public var files: [String: String]
  public var mode: KillMode?
  /// In place of the script's own.
  public var seed: Int?
  /// The names of those that are played; `nil` for all.
  public var only: [String]?
  /// What is tested in place of programs of ours. No daemon starts one: whoever wants it starts it in its own
  /// directory.
  public var app: AppUnderTest?

  public init(
    text: String, name: String? = nil, files: [String: String] = [:], mode: KillMode? = nil, seed: Int? = nil,
    only: [String]? = nil, app: AppUnderTest? = nil
  ) {
    (self.text, self.name, self.files, self.mode, self.seed) = (text, name, files, mode, seed)
    (self.only, self.app) = (only, app)
  }
}

/// What to explore: a script, every sequence of answers up to a length, or both.
public struct ScriptExploring: Sendable {
  public var text: String?
  public var name: String?
  public var files: [String: String]
  public var mode: KillMode?
  /// 1, or 2 for every pair of points too.
  public var kills: Int?
  public var sequences: Int?
  /// As of a script that is played.
  public var app: AppUnderTest?
  /// By which instants of a program under test are drawn.
  public var seed: Int?

  public init(
    text: String? = nil, name: String? = nil, files: [String: String] = [:], mode: KillMode? = nil, kills: Int? = nil,
    sequences: Int? = nil, app: AppUnderTest? = nil, seed: Int? = nil
  ) {
    (self.text, self.name, self.files) = (text, name, files)
    (self.mode, self.kills, self.sequences) = (mode, kills, sequences)
    (self.app, self.seed) = (app, seed)
  }
}

/// An animation, and how often to look at it.
public struct TimelineSampling: Sendable {
  public var animation: String
  public var motion: MotionPreference?
  public var everyMs: Int?

  public init(animation: String, motion: MotionPreference? = nil, everyMs: Int? = nil) {
    (self.animation, self.motion, self.everyMs) = (animation, motion, everyMs)
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
