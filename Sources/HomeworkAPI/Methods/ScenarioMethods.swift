import HomeworkModel
public import HomeworkMotion
public import HomeworkReports

extension Methods {
  private static let text = Field<ScriptPlay, String>("text", .string, \.text, "the script")
  private static let name = Field<ScriptPlay, String?>(
    optional: "name", .string, \.name, "its file name, used in messages")
  private static let files = Field<ScriptPlay, [String: String]>(
    "files", .map(.string), else: [:], \.files, "the quiz and animation files that the script uses, by name")
  private static let animations = Field<ScriptPlay, [AnimationFile]>(
    "animations", .array(Shapes.animationFile), else: [], \.animations, "animation files for all scenarios")
  private static let profile = Field<ScriptPlay, ProfileName?>(
    optional: "profile", .name, \.profile, "a design for all scenarios, besides their own")
  private static let mode = Field<ScriptPlay, KillMode?>(
    optional: "mode", .word, \.mode, "how to kill; simulated by default")

  public static let scenarioRun = RPCMethod<ScriptPlay, RunReport>(
    "scenario.run", "Runs the scenarios of a script.",
    .object(
      text, name, files, animations, profile, mode,
      Field(optional: "seed", .count, \.seed, "replaces the script's seed"),
      Field(optional: "only", .array(.string), \.only, "the names of the scenarios to run; all by default"),
      make: {
        ScriptPlay(text: $0, name: $1, files: $2, animations: $3, profile: $4, mode: $5, seed: $6, only: $7)
      }),
    gives: Shapes.run, fails: [.invalid], example: ScriptPlay(text: exampleScript))

  public static let scenarioTrace = RPCMethod<ScriptPlay, RunReport>(
    "scenario.trace", "Runs the scenarios of a script and returns what happened, without judging it.",
    .object(
      text, name, files, animations, profile, mode,
      make: { ScriptPlay(text: $0, name: $1, files: $2, animations: $3, profile: $4, mode: $5) }),
    gives: Shapes.run, fails: [.invalid], example: ScriptPlay(text: exampleScript))

  public static let scenarioExplore = RPCMethod<ScriptExploring, ExplorationReport>(
    "scenario.explore",
    "Kills scenarios at every possible point; without a script, tries every sequence of actions.",
    .object(
      Field(optional: "text", .string, \.text, "the script"),
      Field(optional: "name", .string, \.name, "its file name, used in messages"),
      Field("files", .map(.string), else: [:], \.files, "the quiz and animation files that the script uses, by name"),
      Field(
        "animations", .array(Shapes.animationFile), else: [], \.animations, "animation files for all scenarios"),
      Field(optional: "profile", .name, \.profile, "a design for all scenarios, besides their own"),
      Field(optional: "mode", .word, \.mode, "how to kill; simulated by default"),
      Field(optional: "kills", .integer(1...2), \.kills, "1, or 2 to try every pair of points too"),
      Field(
        optional: "sequences", .integer(1...16), \.sequences,
        "try every sequence of actions up to this length, 1 to 16; of all actions 1 to 8"),
      Field(
        optional: "actions", .word, \.actions,
        "the actions in sequences: by default correct and wrong answers, without a store; or all actions of two "
          + "learners, with a store in memory"),
      Field(optional: "only", .array(.string), \.only, "the names of the scenarios to explore; all by default"),
      Field(optional: "jobs", .integer(1...1000), \.jobs, "how many points to try at a time"),
      make: {
        var exploring = ScriptExploring(
          text: $0, name: $1, files: $2, animations: $3, profile: $4, mode: $5, kills: $6, sequences: $7, actions: $8)
        (exploring.only, exploring.jobs) = ($9, $10)
        return exploring
      }),
    gives: Shapes.exploration, fails: [.invalid], example: ScriptExploring(text: exampleScript, sequences: 3))

  public static let scenarioCheck = RPCMethod<ScriptPlay, [String]>(
    "scenario.check", "Checks a script without running it.",
    .object(
      text, name, files, animations, profile,
      make: { ScriptPlay(text: $0, name: $1, files: $2, animations: $3, profile: $4) }),
    gives: .object(
      Field("scenarios", .array(.string), \.self, "The names of its scenarios."), make: { (names: [String]) in names }),
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

/// A script to run: its text, and the files that it uses.
public struct ScriptPlay: Sendable {
  public var text: String
  /// The file name, used in messages.
  public var name: String?
  public var files: [String: String]
  /// Animations for all scenarios, besides their own.
  public var animations: [AnimationFile]
  public var profile: ProfileName?
  public var mode: KillMode?
  /// Replaces the script's seed.
  public var seed: Int?
  /// The names of the scenarios to run; `nil` for all.
  public var only: [String]?
  /// The program under test. A daemon never starts one; the caller starts it in its own directory.
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

/// What to explore: a script, sequences of actions, or both.
public struct ScriptExploring: Sendable {
  public var text: String?
  public var name: String?
  public var files: [String: String]
  /// Animations for all scenarios, besides their own.
  public var animations: [AnimationFile]
  public var profile: ProfileName?
  public var mode: KillMode?
  /// 1, or 2 to try every pair of points too.
  public var kills: Int?
  public var sequences: Int?
  /// The actions in sequences; by default only answers.
  public var actions: SequenceActions?
  /// The names of the scenarios to explore; `nil` for all.
  public var only: [String]?
  /// How many points to try at a time; as many as there are processors by default.
  public var jobs: Int?
  /// The program under test.
  public var app: AppUnderTest?
  /// The seed for random instants in a program under test.
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
