import HomeworkJSON
import HomeworkRPC
import HomeworkStore

extension Operations {
  private static let path = Parameter.required("path", .string, "the absolute path of the file")
  private static let findings = Schema.array(
    .object(["kind": .string, "place": .string, "detail": .string], required: ["kind", "place", "detail"]))

  static let database: [Operation] = [
    Operation("database.info", "What the database is, how large, and what is in it.", gives: .shape("DatabaseInfo")) {
      _, context in
      try context.store.info().json
    },
    Operation(
      long: "database.check", "Everything that is damaged, or that a recomputation does not give.",
      gives: .object(["findings": findings], required: ["findings"])
    ) { _, context in
      ["findings": .array(try context.store.check().map(\.json))]
    },
    Operation(
      long: "database.repair", "Recomputes everything that is derived, and says what it found and what is left.",
      gives: .object(["found": findings, "left": findings], required: ["found", "left"])
    ) { _, context in
      let report = try context.store.repair()
      return ["found": .array(report.found.map(\.json)), "left": .array(report.left.map(\.json))]
    },
    Operation(long: "database.vacuum", "Gives back the room that deletions left.", gives: .shape("DatabaseInfo")) {
      _, context in
      try context.store.vacuum()
      return try context.store.info().json
    },
    Operation(
      long: "database.backup", "Copies the database to a file, checked before it takes its place.", [path],
      gives: .object(["path": .string], required: ["path"])
    ) { parameters, context in
      let path = try parameters.absolutePath
      try context.store.backup(to: path) { context.onProgress?("copying the database", $0) }
      return ["path": .string(path)]
    },
    Operation(
      long: "database.restore", "Replaces everything by what a backup holds, checked before anything is replaced.",
      [path],
      gives: .shape("DatabaseInfo")
    ) { parameters, context in
      try context.store.restore(from: try parameters.absolutePath) { context.onProgress?("reading the backup", $0) }
      return try context.store.info().json
    },
  ]
}

extension Parameters {
  fileprivate var absolutePath: String {
    get throws(RPCError) {
      let path = string("path") ?? ""
      guard path.hasPrefix("/") else { throw .fault("path", "must be absolute, is \"\(path)\"") }
      return path
    }
  }
}

extension Schemas {
  static let databaseInfo = Schema.object(
    [
      "path": .string, "schemaVersion": .integer, "sqliteVersion": .string, "fileBytes": .integer, "logBytes": .integer,
      "freeBytes": .integer, "homework": .integer, "quizzes": .integer, "questions": .integer, "attempts": .integer,
      "answers": .integer, "pictures": .integer, "oldestEvent": .integer, "newestEvent": .integer,
    ],
    required: [
      "schemaVersion", "sqliteVersion", "fileBytes", "logBytes", "freeBytes", "homework", "quizzes", "questions",
      "attempts", "answers", "pictures", "oldestEvent", "newestEvent",
    ])
}

extension StoreInfo {
  fileprivate var json: JSONValue {
    object([
      "path": JSONValue(path), "schemaVersion": JSONValue(schemaVersion), "sqliteVersion": .string(sqliteVersion),
      "fileBytes": JSONValue(fileBytes), "logBytes": JSONValue(logBytes), "freeBytes": JSONValue(freeBytes),
      "homework": JSONValue(homework), "quizzes": JSONValue(quizzes), "questions": JSONValue(questions),
      "attempts": JSONValue(attempts), "answers": JSONValue(answers), "pictures": JSONValue(pictures),
      "oldestEvent": .int(events.oldest), "newestEvent": .int(events.newest),
    ])
  }
}

extension Inconsistency {
  fileprivate var json: JSONValue {
    ["kind": .string(kind.rawValue), "place": .string(place), "detail": .string(detail)]
  }
}
