import HomeworkModel
public import HomeworkMotion
public import HomeworkReports

extension Methods {
  /// The members that every method with a script shares.
  @Fields<ScriptPlay> private static var script: [Field<ScriptPlay>] {
    Field("text", \.text, .string.upTo(longestScript), "the script")
    Field("name", \.name, scriptName)
    Field(optional: "files", \.files, .map(.string.upTo(longestScript)), scriptFiles)
    Field(optional: "animations", \.animations, .array(Shapes.animationFile), scriptAnimations)
    Field("profile", \.profile, .name, scriptProfile)
  }

  private static let longestScript = 1 << 20
  private static let scriptName = "its file name, used in messages"
  private static let scriptFiles = "the quiz and animation files that the script uses, by name"
  private static let scriptAnimations = "animation files for all scenarios"
  private static let scriptProfile = "a design for all scenarios, besides their own"
  private static let mode = Field<ScriptPlay>("mode", \.mode, .word, "how to kill; simulated by default")

  public static let scenarioRun = RPCMethod<ScriptPlay, RunReport>(
    "scenario.run", .play, "Runs the scenarios of a script.",
    .object(ScriptPlay()) {
      script
      mode
      Field("seed", \.seed, "replaces the script's seed")
      Field("only", \.only, "the names of the scenarios to run; all by default")
    },
    returns: Shapes.run, errors: [.invalid], example: ScriptPlay { $0.text = exampleScript })

  public static let scenarioTrace = RPCMethod<ScriptPlay, RunReport>(
    "scenario.trace", .play, "Runs the scenarios of a script and returns what happened, without judging it.",
    .object(ScriptPlay()) {
      script
      mode
    },
    returns: Shapes.run, errors: [.invalid], example: ScriptPlay { $0.text = exampleScript })

  public static let scenarioExplore = RPCMethod<ExploreScriptParams, ExplorationReport>(
    "scenario.explore", .play,
    "Kills scenarios at every possible point; without a script, tries every sequence of actions.",
    .object(ExploreScriptParams()) {
      Field("text", \.text, .string.upTo(longestScript), "the script")
      Field("name", \.name, scriptName)
      Field(optional: "files", \.files, .map(.string.upTo(longestScript)), scriptFiles)
      Field(optional: "animations", \.animations, .array(Shapes.animationFile), scriptAnimations)
      Field("profile", \.profile, .name, scriptProfile)
      Field("mode", \.mode, .word, "how to kill; simulated by default")
      Field("kills", \.kills, .integer(1...2), "1, or 2 to try every pair of points too")
      Field(
        "sequences", \.sequences, .integer(1...16),
        "try every sequence of actions up to this length, 1 to 16; of all actions 1 to 8")
      Field(
        "actions", \.actions, .word,
        "the actions in sequences: by default correct and wrong answers, without a store; or all actions of two "
          + "learners, with a store in memory"
      )
      Field("only", \.only, "the names of the scenarios to explore; all by default")
      Field("jobs", \.jobs, .integer(1...1000), "how many points to try at a time")
    },
    returns: Shapes.exploration, errors: [.invalid],
    example: ExploreScriptParams { ($0.text, $0.sequences) = (exampleScript, 3) })

  public static let scenarioCheck = RPCMethod<ScriptPlay, [String]>(
    "scenario.check", .play, "Checks a script without running it.",
    .object(ScriptPlay()) {
      script
    },
    returns: .object([]) {
      Field("scenarios", \.self, "The names of its scenarios.")
    },
    errors: [.invalid], example: ScriptPlay { $0.text = exampleScript })

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
}

/// A script to run: its text, and the files that it uses.
public struct ScriptPlay: DefaultInitializable {
  public var text = "", name: String?, files: [String: String] = [:], animations: [AnimationFile] = []
  public var profile: ProfileName?, mode: KillMode?, seed: Int?, only: [String]?

  public init() {}
}

/// The target of an exploration: a script, sequences of actions, or both.
public struct ExploreScriptParams: DefaultInitializable {
  public var text: String?, name: String?, files: [String: String] = [:], animations: [AnimationFile] = []
  public var profile: ProfileName?, mode: KillMode?, kills: Int?, sequences: Int?, actions: SequenceActions?
  public var only: [String]?, jobs: Int?

  public init() {}
}
