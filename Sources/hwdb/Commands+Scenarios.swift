import Service
import Wire

extension CommandTable {
  static let scenarios: [Command] = [
    Command(
      "scenario run", "FILE…", 1...Int.max,
      options: [
        Option(name: "mode", value: "MODE", summary: "how to kill: simulated (unless given) or process"),
        Option(name: "format", value: "FORMAT", summary: "pretty (unless given) or json"),
        Option(name: "seed", value: "N", summary: "of the particles, in place of the script's own"),
      ],
      "plays scenarios and judges them; 1 where an expectation fails",
      example: "hwdb scenario run --mode process Examples/scenarios/*.scenario"
    ) { invocation in
      let format = invocation.value("format") ?? "pretty"
      guard ["pretty", "json"].contains(format) else {
        throw CommandFailure.usage("--format \(format) is not possible: write pretty or json")
      }
      var settings: [String: JSONValue] = [:]
      if let mode = invocation.value("mode") { settings["mode"] = .string(mode) }
      if let seed = invocation.value("seed") {
        guard let number = Int64(seed), number >= 0 else {
          throw CommandFailure.usage("--seed \(seed) is not a whole number from 0: write --seed 42")
        }
        settings["seed"] = .int(number)
      }
      let backend = try Backend(invocation)
      // Every script is read before any is played.
      let scripts = try CommandFailure.gathered(invocation.operands) { file in
        let script = try InputFile.scenario(file)
        _ = try backend("scenario.check", script)
        return script
      }
      let reports = try backend.each(scripts, "playing script") { script in
        try backend("scenario.run", settings.reduce(script) { $0.with($1.key, $1.value) })
      }
      let report = try Presentation.merged(reports)
      Output.show(report.json, invocation, asJSON: format == "json", isAskedFor: true) {
        invocation.screen.report(Presentation.pretty(run: $0))
      }
      if report.hasFailures { throw CommandFailure.reported }
    },
    Command(
      "scenario check", "FILE…", 1...Int.max, "reads scenarios without playing them",
      example: "hwdb scenario check Examples/scenarios/*.scenario"
    ) { invocation in
      let backend = try Backend(invocation)
      let names = try CommandFailure.gathered(invocation.operands) { file in
        try backend("scenario.check", InputFile.scenario(file))["scenarios"]?.array ?? []
      }.flatMap(\.self)
      Output.show(["scenarios": .array(names)], invocation) { _ in "\(names.count) scenarios can be read\n" }
    },
  ]
}
