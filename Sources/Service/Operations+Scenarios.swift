import Scenarios
import Wire

extension Operations {
  private static let script: [Parameter] = [
    .required("text", .string, "the script"), .optional("name", .string, "the name of its file"),
    .optional("files", .map(.string), "the quiz files that it names, by name"),
  ]

  static let scenarios: [Operation] = [
    Operation(
      "scenario.run", "Plays the scenarios of a script and judges them.",
      script + [
        .optional("mode", .oneOf(KillMode.allCases.map(\.rawValue)), "how to kill; simulated unless given"),
        .optional("seed", .integer, "replaces the script's own"),
      ], gives: .shape("Run")
    ) { parameters, context in
      let runner = ScenarioRunner(
        mode: parameters.string("mode").flatMap(KillMode.init) ?? .simulated, worker: context.worker,
        seed: parameters.int("seed").flatMap { UInt64(exactly: $0) })
      return try JSONValue(encoding: runner.run(try scenarios(parameters)))
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
