import HomeworkJSON
import HomeworkMotion
import HomeworkRPC

extension Schemas {
  static let screen = Schema.object(["width": .number, "height": .number], required: ["width", "height"])

  static let animation = Schema.object(
    [
      "name": .oneOf(AnimationName.allCases.map(\.rawValue)), "profile": .oneOf(ProfileName.allCases.map(\.rawValue)),
      "title": .string, "document": .string, "section": .string,
      "trigger": .object(
        ["fact": .oneOf(Fact.allCases.map(\.rawValue)), "event": .string, "when": .string], required: ["fact"]),
      "delayMs": .integer,
      "variants": .array(
        .object(
          ["name": .string, "when": .string, "durationMs": .integer, "phases": .array(.shape("Phase"))],
          required: ["phases"])),
      "reduced": .object(
        [
          "form": .oneOf(["unchanged", "phases", "instant", "hapticOnly", "removed"]),
          "phases": .array(.shape("Phase")),
        ], required: ["form"]),
      "haptic": .object(
        [
          "kind": .oneOf(Haptic.Kind.allCases.map(\.rawValue)), "otherwise": .string, "atMs": .integer,
        ], required: ["kind", "atMs"]),
      "resume": .oneOf(ResumeKind.allCases.map(\.rawValue)), "role": .oneOf(Role.allCases.map(\.rawValue)),
      "layer": .oneOf(Layer.allCases.map(\.rawValue)), "endsOn": .string,
      "stagger": .object(["delayMs": .integer, "limit": .integer], required: ["delayMs"]),
      "unstated": .array(.oneOf(Unstated.allCases.map(\.rawValue))),
    ],
    required: [
      "name", "profile", "title", "document", "section", "trigger", "delayMs", "variants", "reduced", "resume", "role",
      "layer", "unstated",
    ])

  static let motionToken = Schema.object(
    [
      "profile": .oneOf(ProfileName.allCases.map(\.rawValue)), "name": .string, "durationMs": .integer,
      "curve": .string,
    ], required: ["profile", "name"])

  static let motionTimeline = Schema.object(
    [
      "animation": .string, "motion": .oneOf(MotionPreference.allCases.map(\.rawValue)), "everyMs": .integer,
      "variants": .array(
        .object(
          [
            "name": .string, "durationMs": .integer, "visibleMs": .integer, "phases": .array(.shape("Phase")),
            "samples": .array(.object(["atMs": .integer, "values": .map(.number)], required: ["atMs", "values"])),
          ], required: ["phases", "samples"])),
    ], required: ["animation", "motion", "everyMs", "variants"])

  static let motionFinding = Schema.object(
    [
      "animation": .string, "kind": .oneOf(Finding.Kind.allCases.map(\.rawValue)), "document": .string,
      "section": .string, "stated": .string, "computed": .string,
    ], required: ["animation", "kind", "document", "section", "stated", "computed"])
}

extension AnimationSpec {
  var json: JSONValue {
    object([
      "name": .string(name.rawValue), "profile": .string(profile.rawValue), "title": .string(title),
      "document": .string(profile.document), "section": .string(section), "trigger": trigger.json,
      "delayMs": JSONValue(delayMs),
      "variants": .array(
        variants.map {
          object([
            "name": JSONValue($0.name), "when": JSONValue($0.when), "durationMs": JSONValue($0.durationMs),
            "phases": .array($0.phases.map(\.json)),
          ])
        }),
      "reduced": reduced.json,
      "haptic": haptic.map {
        object([
          "kind": .string($0.kind.rawValue), "otherwise": JSONValue($0.otherwise?.rawValue), "atMs": JSONValue($0.atMs),
        ])
      },
      "resume": .string(resume.rawValue), "role": .string(role.rawValue), "layer": .string(layer.rawValue),
      "endsOn": JSONValue(until?.rawValue),
      "stagger": stagger.map { object(["delayMs": JSONValue($0.delayMs), "limit": JSONValue($0.limit)]) },
      "unstated": .array(unstated.map { .string($0.rawValue) }),
    ])
  }

  func timelineJSON(motion: MotionPreference, everyMs: Int) -> JSONValue {
    [
      "animation": .string(name.rawValue), "motion": .string(motion.rawValue), "everyMs": .int(Int64(everyMs)),
      "variants": .array(
        variants.map { variant in
          object([
            "name": JSONValue(variant.name), "durationMs": JSONValue(durationMs(of: variant, motion: motion)),
            "visibleMs": JSONValue(visibleMs(of: variant, motion: motion)),
            "phases": .array(phases(of: variant, motion: motion).map(\.json)),
            "samples": .array(
              samples(of: variant, motion: motion, everyMs: everyMs).map { sample in
                [
                  "atMs": .int(Int64(sample.atMs)),
                  "values": .object(
                    Dictionary(uniqueKeysWithValues: sample.values.map { ($0.key.rawValue, .double($0.value)) })),
                ]
              }),
          ])
        }),
    ]
  }
}

extension TriggerRule {
  fileprivate var json: JSONValue {
    switch self {
    case .screen(let event): ["fact": "screen", "event": .string(event.rawValue)]
    case .fact(let fact, let condition): object(["fact": .string(fact.rawValue), "when": JSONValue(condition.words)])
    }
  }
}

extension TriggerRule.Condition {
  fileprivate var words: String? {
    switch self {
    case .always: nil
    case .answered: "not skipped"
    case .positions(let range): "streak position \(range.lowerBound) to \(range.upperBound)"
    case .celebratedPosition: "streak position \(Intensity.allCases.map { "\($0.position)" }.joined(separator: ", "))"
    case .starsEarned: "stars were earned"
    case .percentage(let least): "\(least) % or more"
    case .name(let name): name
    case .first(let isFirst): isFirst ? "the first ever" : "not the first"
    }
  }
}

extension ReducedForm {
  fileprivate var json: JSONValue {
    switch self {
    case .unchanged: ["form": "unchanged"]
    case .phases(let phases): ["form": "phases", "phases": .array(phases.map(\.json))]
    case .instant: ["form": "instant"]
    case .hapticOnly: ["form": "hapticOnly"]
    case .removed: ["form": "removed"]
    }
  }
}

extension Phase {
  var json: JSONValue {
    object([
      "name": .string(name), "property": .string(property.rawValue), "startMs": JSONValue(startMs),
      "durationMs": JSONValue(durationMs), "curve": JSONValue(curve?.description), "from": JSONValue(from),
      "to": JSONValue(to),
    ])
  }
}

extension Token {
  var json: JSONValue {
    object([
      "profile": .string(profile.rawValue), "name": .string(name), "durationMs": JSONValue(durationMs),
      "curve": JSONValue(
        spring.map { Curve.spring(response: $0.response, dampingFraction: $0.dampingFraction).description }),
    ])
  }
}

extension Finding {
  var json: JSONValue {
    [
      "animation": .string(animation.rawValue), "kind": .string(kind.rawValue),
      "document": .string(Catalogue[animation].profile.document), "section": .string(section),
      "stated": .string(stated), "computed": .string(computed),
    ]
  }
}
