import HomeworkJSON
import HomeworkRPC

extension CommandTable {
  static let motion: [Command] = [
    Command(
      "motion list", "", 0...0,
      options: [
        Option(
          name: "profile", value: "PROFILE", summary: "only of this one",
          choices: ["mcq-streak", "homework", "offload", "ncdb", "diet"])
      ],
      "lists every animation of the five documents", example: "hwdb motion list --profile ncdb"
    ) { invocation in
      let params = invocation.value("profile").map { ["profile": JSONValue.string($0)] } ?? [:]
      let catalogue = try Backend(invocation)("motion.list", .object(params))
      Output.show(catalogue, invocation, isAskedFor: true) { TextOutput.animations($0, invocation.screen) }
    },
    Command(
      "motion show", "NAME", 1...1,
      options: [
        Option(
          name: "motion", value: "MOTION", summary: "full (unless given) or reduced", choices: ["full", "reduced"]),
        Option(name: "every", value: "MS", summary: "with --json, between two samples; 16 unless given"),
      ],
      "draws an animation as bars over milliseconds; with --json, samples of it", example: "hwdb motion show A1"
    ) { invocation in
      var params: [String: JSONValue] = ["animation": .string(invocation.operands[0])]
      params["motion"] = invocation.value("motion").map { .string($0) }
      params["everyMs"] = try invocation.milliseconds("every").map { .int($0) }
      let backend = try Backend(invocation)
      let entry = try backend("motion.get", ["animation": .string(invocation.operands[0])])
      let timeline = try backend("motion.timeline", .object(params))
      let both = entry.with("timeline", timeline)
      Output.show(both, invocation, isAskedFor: true) { TextOutput.timeline(of: $0, invocation.screen) }
    },
    Command(
      "motion lint", "", 0...0, "reports where the documents contradict themselves",
      example: "hwdb motion lint"
    ) { invocation in
      let result = try Backend(invocation)("motion.lint")
      let findings = result["findings"]?.array ?? []
      Output.show(result, invocation, isAskedFor: true) { _ in
        findings.isEmpty ? "No contradictions\n" : findings.map(TextOutput.motionFinding).joined()
      }
    },
  ]
}

extension Invocation {
  /// `16`, or `16ms`.
  fileprivate func milliseconds(_ name: String) throws(CommandFailure) -> Int64? {
    guard let text = value(name) else { return nil }
    guard let number = Int64(text.hasSuffix("ms") ? String(text.dropLast(2)) : text) else {
      throw .usage("--\(name) \(text) is not a time: write --\(name) 16ms")
    }
    return number
  }
}
