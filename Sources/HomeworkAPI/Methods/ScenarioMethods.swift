import HomeworkJSON
import HomeworkModel
public import HomeworkMotion
import HomeworkRPC
public import HomeworkReports

extension Methods {
  private static let text = Field<ScriptPlay, String>("text", .string, \.text, "the script")
  private static let name = Field<ScriptPlay, String?>(optional: "name", .string, \.name, "the name of its file")
  private static let files = Field<ScriptPlay, [String: String]>(
    "files", .map(.string), else: [:], \.files, "the files of quizzes and animations that it names, by name")
  private static let animations = Field<ScriptPlay, [AnimationFile]>(
    "animations", .array(Shapes.animationFile), else: [], \.animations, "files of animations that all of it shows")
  private static let profile = Field<ScriptPlay, ProfileName?>(
    optional: "profile", .name, \.profile, "a design that all of it shows, besides those that it names")
  private static let mode = Field<ScriptPlay, KillMode?>(
    optional: "mode", .word, \.mode, "how to kill; simulated by default")

  public static let scenarioRun = RPCMethod<ScriptPlay, RunReport>(
    "scenario.run", "Plays the scenarios of a script and judges them.",
    .object(
      text, name, files, animations, profile, mode,
      Field(optional: "seed", .integer, \.seed, "replaces the script's own"),
      Field(optional: "only", .array(.string), \.only, "the names of those that are played; all by default"),
      make: {
        ScriptPlay(text: $0, name: $1, files: $2, animations: $3, profile: $4, mode: $5, seed: $6, only: $7)
      }),
    gives: Shapes.run, fails: [.invalid], example: ScriptPlay(text: exampleScript))

  public static let scenarioTrace = RPCMethod<ScriptPlay, RunReport>(
    "scenario.trace", "Plays the scenarios of a script and tells what happened, without judging it.",
    .object(
      text, name, files, animations, profile, mode,
      make: { ScriptPlay(text: $0, name: $1, files: $2, animations: $3, profile: $4, mode: $5) }),
    gives: Shapes.run, fails: [.invalid], example: ScriptPlay(text: exampleScript))

  public static let scenarioExplore = RPCMethod<ScriptExploring, ExplorationReport>(
    "scenario.explore",
    "Kills scenarios at every point at which they can die; without a script, every sequence of answers.",
    .object(
      Field(optional: "text", .string, \.text, "the script"),
      Field(optional: "name", .string, \.name, "the name of its file"),
      Field("files", .map(.string), else: [:], \.files, "the files of quizzes and animations that it names, by name"),
      Field(
        "animations", .array(Shapes.animationFile), else: [], \.animations, "files of animations that all of it shows"),
      Field(optional: "profile", .name, \.profile, "a design that all of it shows, besides those that it names"),
      Field(optional: "mode", .word, \.mode, "how to kill; simulated by default"),
      Field(optional: "kills", .integer(1...2), \.kills, "1, or 2 for every pair of points too"),
      Field(
        optional: "sequences", .integer(1...16), \.sequences,
        "every sequence of actions up to this length, 1 to 16; of all actions 1 to 8"),
      Field(
        optional: "actions", .word, \.actions,
        "what sequences are made of: correct and wrong answers, over the rules alone, by default; or all that two "
          + "learners can do, over a store in memory"),
      make: {
        ScriptExploring(
          text: $0, name: $1, files: $2, animations: $3, profile: $4, mode: $5, kills: $6, sequences: $7, actions: $8)
      }),
    gives: Shapes.exploration, fails: [.invalid], example: ScriptExploring(text: exampleScript, sequences: 3))

  public static let scenarioCheck = RPCMethod<ScriptPlay, [String]>(
    "scenario.check", "Reads a script without playing it.",
    .object(
      text, name, files, animations, profile,
      make: { ScriptPlay(text: $0, name: $1, files: $2, animations: $3, profile: $4) }),
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
}

/// A script to play: its text, and the quiz files that it names.
public struct ScriptPlay: Sendable {
  public var text: String
  /// The name of its file.
  public var name: String?
  public var files: [String: String]
  /// What every scenario of it shows, besides what it names itself.
  public var animations: [AnimationFile]
  public var profile: ProfileName?
  public var mode: KillMode?
  /// In place of the script's own.
  public var seed: Int?
  /// The names of those that are played; `nil` for all.
  public var only: [String]?
  /// What is tested in place of programs of ours. No daemon starts one: whoever wants it starts it in its own
  /// directory.
  public var app: AppUnderTest?

  public init(
    text: String, name: String? = nil, files: [String: String] = [:], animations: [AnimationFile] = [],
    profile: ProfileName? = nil, mode: KillMode? = nil, seed: Int? = nil, only: [String]? = nil,
    app: AppUnderTest? = nil
  ) {
    (self.text, self.name, self.files, self.animations) = (text, name, files, animations)
    (self.profile, self.mode, self.seed, self.only, self.app) = (profile, mode, seed, only, app)
  }
}

/// What to explore: a script, every sequence of answers up to a length, or both.
public struct ScriptExploring: Sendable {
  public var text: String?
  public var name: String?
  public var files: [String: String]
  /// What every scenario of it shows, besides what it names itself.
  public var animations: [AnimationFile]
  public var profile: ProfileName?
  public var mode: KillMode?
  /// 1, or 2 for every pair of points too.
  public var kills: Int?
  public var sequences: Int?
  /// Of which sequences are made; answers alone unless given.
  public var actions: SequenceActions?
  /// As of a script that is played.
  public var app: AppUnderTest?
  /// By which instants of a program under test are drawn.
  public var seed: Int?

  public init(
    text: String? = nil, name: String? = nil, files: [String: String] = [:], animations: [AnimationFile] = [],
    profile: ProfileName? = nil, mode: KillMode? = nil, kills: Int? = nil, sequences: Int? = nil,
    actions: SequenceActions? = nil,
    app: AppUnderTest? = nil, seed: Int? = nil
  ) {
    (self.text, self.name, self.files, self.animations) = (text, name, files, animations)
    (self.mode, self.kills, self.sequences, self.actions) = (mode, kills, sequences, actions)
    (self.profile, self.app, self.seed) = (profile, app, seed)
  }
}
