import HomeworkJSON
import HomeworkModel
import HomeworkRPC
import HomeworkStore

extension Operations {
  private static let id = Parameter.required("homeworkId", .string, "its id, or a unique beginning or end of it")

  static let edits: [Operation] = [
    Operation(
      writing: "homework.update", "Changes a homework; what is not given stays.",
      [
        id, .optional("title", .string, "what it is called"),
        .optional("subject", .string, "empty takes it away"),
        .optional("collections", .array(.string), "all that it belongs to"),
        .optional("text", .string, "empty takes it away"), .imagePath,
        .optional("dueOn", .string, "empty takes it away"),
      ], gives: .shape("Homework")
    ) { parameters, _ in
      func part(_ name: String) -> HomeworkChange.Part<String>? {
        parameters.string(name).map { $0.isEmpty ? .clear : .set($0) }
      }
      let picture: HomeworkChange.Part<Picture>? =
        parameters.string("imagePath") == "" ? .clear : try parameters.picture.map { .set($0) }
      let change = HomeworkChange(
        title: parameters.string("title"), subject: part("subject"),
        collections: parameters["collections"].map { _ in parameters.strings("collections") },
        picture: picture, text: part("text"), dueOn: part("dueOn"))
      return { tx in
        let homework = try tx.updateHomework(parameters.homeworkId(tx), change)
        return { homework.json }
      }
    },
    Operation(
      writing: "generation.update", "Moves the making of a homework's quiz on.",
      [
        id, .required("state", .oneOf(["none", "pending", "ready", "failed"]), "its new state"),
        .optional("reason", .oneOf(GenerationFailure.allCases.map(\.rawValue)), "why it failed"),
        .optional("retryAfterSeconds", .integer, "how long to wait; 300 where rate limited, unless given"),
      ], gives: .shape("Homework")
    ) { parameters, _ in
      let update = try update(parameters)
      return { tx in
        let homework = try tx.updateGeneration(parameters.homeworkId(tx), update)
        return { homework.json }
      }
    },
    Operation(
      "collection.list", "Collections that hold homework, in order of name.",
      gives: .object(
        [
          "items": .array(
            .object(
              ["name": .string, "homework": .integer, "completedHomework": .integer],
              required: ["name", "homework", "completedHomework"]))
        ], required: ["items"])
    ) { _, context in
      [
        "items": .array(
          try context.store.collections().map {
            [
              "name": .string($0.name), "homework": .int(Int64($0.homework)),
              "completedHomework": .int(Int64($0.completedHomework)),
            ]
          })
      ]
    },
    Operation("stats.get", "Sums over all finished attempts.", gives: .shape("Statistics")) { _, context in
      try context.store.statistics().json
    },
  ]

  private static func update(_ parameters: Parameters) throws(RPCError) -> GenerationUpdate {
    let reason = parameters.string("reason").flatMap(GenerationFailure.init)
    switch parameters.string("state") {
    case "pending": return .pending
    case "ready": return .ready
    case "failed":
      guard let reason else {
        throw .fault("reason", "is needed for a failure")
      }
      return .failed(reason, retryAfterSeconds: parameters.int("retryAfterSeconds"))
    default: return .none
    }
  }
}

extension Schemas {
  static let statistics = Schema.object(
    [
      "starsTotal": .integer, "finishedAttempts": .integer, "correctAnswers": .integer, "questions": .integer,
      "elapsedMs": .integer, "longestRun": .integer, "grades": .map(.integer), "achievements": .array(.string),
      "milestones": .array(.integer), "homework": .integer, "completedHomework": .integer,
      "subjects": .array(
        .object(
          ["name": .string, "finishedAttempts": .integer, "correctAnswers": .integer, "questions": .integer],
          required: ["finishedAttempts", "correctAnswers", "questions"])),
    ],
    required: [
      "starsTotal", "finishedAttempts", "correctAnswers", "questions", "elapsedMs", "longestRun", "grades",
      "achievements", "milestones", "homework", "completedHomework", "subjects",
    ])
}

extension Statistics {
  var json: JSONValue {
    object([
      "starsTotal": JSONValue(earned.starsTotal), "finishedAttempts": JSONValue(earned.finishedAttempts),
      "correctAnswers": JSONValue(correctAnswers), "questions": JSONValue(questions),
      "elapsedMs": JSONValue(elapsedMs), "longestRun": JSONValue(longestRun),
      "grades": .object(
        Dictionary(uniqueKeysWithValues: Grade.allCases.map { ($0.rawValue, .int(Int64(grades[$0] ?? 0))) })),
      "achievements": JSONValue(earned.achievements.map(\.rawValue)),
      "milestones": .array(earned.milestones.map { .int(Int64($0)) }), "homework": JSONValue(homework),
      "completedHomework": JSONValue(completedHomework),
      "subjects": .array(
        subjects.map {
          object([
            "name": JSONValue($0.name), "finishedAttempts": JSONValue($0.finishedAttempts),
            "correctAnswers": JSONValue($0.correctAnswers), "questions": JSONValue($0.questions),
          ])
        }),
    ])
  }
}
