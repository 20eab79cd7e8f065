import Homework
import Scenarios

/// The shapes of reports: of a run of scenarios, and of an import.
extension Shapes {
  static let run = Schema.object(
    ["scenarios": .array(.shape("ScenarioReport")), "passed": .integer, "failed": .integer],
    required: ["scenarios", "passed", "failed"])

  private static let mode = Schema.oneOf(KillMode.allCases.map(\.rawValue))

  static let scenarioReport = Schema.object(
    [
      "name": .string, "file": .string, "line": .integer, "outcome": .oneOf(["passed", "failed", "error"]),
      "mode": mode, "durationMs": .integer, "cues": .array(.shape("Cue")),
      "failures": .array(
        .object(
          ["line": .integer, "expected": .string, "found": .string, "lastCues": .array(.string)],
          required: ["line", "expected", "found", "lastCues"])),
      "laws": .array(
        .object(
          ["law": .integer, "name": .string, "held": .boolean, "detail": .string], required: ["law", "name", "held"])),
      "kills": .array(
        .object(
          ["at": .integer, "point": .string, "mode": mode, "pid": .integer, "signal": .integer],
          required: ["at", "point", "mode"])),
      "trace": .array(
        .object(
          [
            "atMs": .integer, "event": .string, "outcome": .oneOf(Outcome.allCases.map(\.rawValue)),
            "position": .integer, "question": .integer, "point": .string, "during": .string, "refused": .string,
            "started": .array(.string), "changed": .array(.string),
          ], required: ["atMs", "event"])),
    ],
    required: [
      "name", "file", "line", "outcome", "mode", "durationMs", "failures", "laws", "kills", "trace", "cues",
    ])

  static let imported = Schema.object(
    [
      "title": .string, "added": .integer, "changed": .integer, "leftOut": .integer, "left": .array(.shape("Fault")),
      "homework": .shape("Homework"),
    ], required: ["title", "added", "changed", "leftOut", "left"])

  static let fault = Schema.object(["path": .string, "message": .string], required: ["path", "message"])
}
