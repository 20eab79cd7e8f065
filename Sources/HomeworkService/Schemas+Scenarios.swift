import HomeworkFormats
import HomeworkModel
import HomeworkMotion
import HomeworkScenarios

/// The shapes of reports: of a run of scenarios, and of an import.
extension Schemas {
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
          ["at": .integer, "point": .string, "mode": mode, "pid": .integer, "signal": .integer, "seed": .integer],
          required: ["at", "point", "mode"])),
      "states": .array(
        .array(
          .object(
            [
              "field": .oneOf(FieldName.allCases.map(\.rawValue)),
              "kind": .oneOf(SurvivalKind.allCases.map(\.rawValue)),
              "before": .string, "after": .string,
              "verdict": .oneOf(FieldReport.Verdict.allCases.map(\.rawValue)),
            ], required: ["field", "kind", "verdict"]))),
      "trace": .array(
        .object(
          [
            "atMs": .integer, "event": .string, "outcome": .oneOf(Outcome.allCases.map(\.rawValue)),
            "position": .integer, "question": .integer, "point": .string, "during": .string, "refused": .string,
            "started": .array(.string), "changed": .array(.string),
          ], required: ["atMs", "event"])),
    ],
    required: [
      "name", "file", "line", "outcome", "mode", "durationMs", "failures", "laws", "kills", "states", "trace",
      "cues",
    ])

  private static let violation = Schema.object(
    ["law": .integer, "name": .string, "detail": .string, "script": .string],
    required: ["law", "name", "detail", "script"])

  static let exploration = Schema.object(
    [
      "scenarios": .array(
        .object(
          [
            "name": .string, "file": .string, "line": .integer, "pointsKnown": .integer, "pointsTried": .integer,
            "violation": violation,
          ], required: ["name", "file", "line", "pointsKnown", "pointsTried"])),
      "sequences": .object(
        [
          "upTo": .integer, "sequences": .integer, "points": .integer, "steps": .integer, "sampled": .integer,
          "violation": violation,
        ], required: ["upTo", "sequences", "points", "steps", "sampled"]),
    ], required: [])

  static let imported = Schema.object(
    [
      "format": .oneOf(QuizFormat.allCases.map(\.rawValue)), "titles": .array(.string), "added": .integer,
      "changed": .integer, "leftOut": .integer, "left": .array(.shape("Fault")), "changes": .array(.shape("Fault")),
      "homework": .array(.shape("Homework")), "alreadyThere": .array(.string), "quizzes": .array(.any),
      "blocks": .array(
        .object(["path": .string, "message": .string, "text": .string], required: ["path", "message", "text"])),
    ],
    required: [
      "format", "titles", "added", "changed", "leftOut", "left", "changes", "homework", "alreadyThere",
    ])

  static let fault = Schema.object(["path": .string, "message": .string], required: ["path", "message"])
}
