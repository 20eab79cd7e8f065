import HomeworkJSON
import HomeworkRPC
import HomeworkScenarios

extension Operations {
  private static let script: [Parameter] = [
    .required("text", .string, "the script"), .optional("name", .string, "the name of its file"),
    .optional("files", .map(.string), "the quiz files that it names, by name"),
  ]

  private static let modes = Parameter.optional(
    "mode", .oneOf(KillMode.allCases.map(\.rawValue)), "how to kill; simulated unless given")

  private static func mode(_ parameters: Parameters) -> KillMode {
    parameters.string("mode").flatMap(KillMode.init) ?? .simulated
  }

  private static func explore(_ parameters: Parameters, _ context: Context) throws -> JSONValue {
    let kills = parameters.int("kills") ?? 1
    guard (1...2).contains(kills) else { throw RPCError.fault("kills", "must be 1 or 2, is \(kills)") }
    var result: [String: JSONValue] = [:]
    if let length = parameters.int("sequences") {
      guard (1...16).contains(length) else { throw RPCError.fault("sequences", "must be 1 to 16, is \(length)") }
      let explorer = SequenceExplorer(upTo: length) { context.onProgress?("exploring", Double($0) / Double($1)) }
      var found = explorer.explore()
      // In another mode than over the rules alone a sample is played, since each death is a process or a file.
      if mode(parameters) != .simulated {
        found.play(explorer.samples(24, seed: 42), by: ScenarioRunner(mode: mode(parameters), worker: context.worker))
      }
      result["sequences"] = try JSONValue(encoding: found)
    }
    guard parameters.string("text") != nil else {
      guard !result.isEmpty else { throw RPCError.fault("text", "is missing, and so is sequences") }
      return .object(result)
    }
    let mode = mode(parameters)
    let explorer = Explorer(ScenarioRunner(mode: mode, worker: context.worker), mode: mode, kills: kills) {
      context.onProgress?("exploring", Double($0) / Double($1))
    }
    result["scenarios"] = try JSONValue(encoding: scenarios(parameters).map(explorer.explore))
    return .object(result)
  }

  static let scenarios: [Operation] = [
    Operation(
      playing: "scenario.run", "Plays the scenarios of a script and judges them.",
      script + [
        modes, .optional("seed", .integer, "replaces the script's own"),
      ], gives: .shape("Run")
    ) { parameters, context in
      let runner = ScenarioRunner(
        mode: mode(parameters), worker: context.worker,
        seed: parameters.int("seed").flatMap { UInt64(exactly: $0) })
      return try JSONValue(encoding: runner.run(try scenarios(parameters)))
    },
    Operation(
      playing: "scenario.trace", "Plays the scenarios of a script and tells what happened, without judging it.",
      script + [modes],
      gives: .shape("Run")
    ) { parameters, context in
      let runner = ScenarioRunner(mode: mode(parameters), worker: context.worker)
      return try JSONValue(encoding: runner.run(try scenarios(parameters).map(\.withoutExpectations)))
    },
    Operation(
      playing: "scenario.explore",
      "Kills scenarios at every point at which they can die; without a script, every sequence of answers.",
      [
        .optional("text", .string, "the script"), .optional("name", .string, "the name of its file"),
        .optional("files", .map(.string), "the quiz files that it names, by name"), modes,
        .optional("kills", .integer, "1, or 2 for every pair of points too"),
        .optional("sequences", .integer, "every sequence of correct and wrong answers up to this length, 1 to 16"),
      ], gives: .shape("Exploration")
    ) { parameters, context in
      try explore(parameters, context)
    },
    Operation(
      "scenario.check", "Reads a script without playing it.", script,
      gives: .object(["scenarios": .array(.string)], required: ["scenarios"])
    ) { parameters, _ in
      ["scenarios": .array(try scenarios(parameters).map { .string($0.name) })]
    },
  ]

  private static func scenarios(_ parameters: Parameters) throws(RPCError) -> [Scenario] {
    var files: [String: String] = [:]
    if case .object(let members)? = parameters["files"] { files = members.compactMapValues(\.string) }
    do throws(ScenarioMistakes) {
      return try ScenarioParser.parse(
        ScenarioSource(
          name: parameters.string("name") ?? "scenario", text: parameters.string("text") ?? "", files: files))
    } catch {
      throw RPCError(error)
    }
  }
}
