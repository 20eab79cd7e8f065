import HomeworkJSON
import HomeworkModel
import HomeworkMotion
import HomeworkRPC
import HomeworkStore

extension Schemas {
  static let event = Schema.object(
    [
      "sequence": .integer, "kind": .oneOf(Event.Kind.allCases.map(\.rawValue)), "at": .string, "homeworkId": .string,
      "attemptId": .string, "questionIndex": .integer, "outcome": .oneOf(Outcome.allCases.map(\.rawValue)),
      "streakPosition": .integer, "name": .string,
    ], required: ["sequence", "kind", "at"])

  static let sessionEvent = Schema.object(
    [
      "type": .oneOf([
        "answer", "skip", "finish", "abandon", "leave", "revisit", "draft", "screen", "wait",
      ]),
      "response": .string, "questionIndex": .integer, "name": .oneOf(ScreenEvent.allCases.map(\.rawValue)),
      "count": .integer,
    ], required: ["type"])

  private static let fieldName = Schema.oneOf(FieldName.allCases.map(\.rawValue))
  private static let fieldValue = Schema.either([.string, .integer, .array(.string), .null])

  static let field = Schema.object(
    [
      "field": fieldName, "kind": .oneOf(SurvivalKind.allCases.map(\.rawValue)), "value": fieldValue,
      "reason": .string,
    ], required: ["field", "kind", "value", "reason"])

  static let resumeReport = Schema.object(
    [
      "kept": .array(.object(["field": fieldName, "value": fieldValue], required: ["field", "value"])),
      "lost": .array(
        .object(
          ["field": fieldName, "value": fieldValue, "reason": .string], required: ["field", "value", "reason"])),
      "suppressed": .array(.shape("Cue")),
    ], required: ["kept", "lost", "suppressed"])
}

extension CueReport {
  var json: JSONValue {
    object([
      "animation": .string(animation.rawValue), "variant": JSONValue(variant), "trigger": trigger.json,
      "startMs": JSONValue(startMs), "durationMs": JSONValue(durationMs),
      "disposition": .string(disposition.rawValue), "reason": JSONValue(reason?.rawValue),
      "endedMs": JSONValue(endedMs), "phases": .array(phases.map(\.json)), "haptic": JSONValue(haptic),
      "hapticAtMs": JSONValue(hapticAtMs), "particles": JSONValue(particles),
    ])
  }
}

extension Trigger {
  fileprivate var json: JSONValue {
    object([
      "fact": .string(fact.rawValue), "attemptId": JSONValue(attemptId?.text),
      "questionIndex": JSONValue(questionIndex), "position": JSONValue(position),
      "homeworkId": JSONValue(homeworkId?.text), "collection": JSONValue(collection), "name": JSONValue(name),
      "atMs": JSONValue(atMs),
    ])
  }
}
