import HomeworkStore
import Wire

extension Operations {
  static let database: [Operation] = [
    Operation(
      "database.check", "Everything that is damaged, or that a recomputation does not give.",
      gives: .object(
        [
          "findings": .array(
            .object(["kind": .string, "place": .string, "detail": .string], required: ["kind", "place", "detail"]))
        ], required: ["findings"])
    ) { _, context in
      ["findings": .array(try context.store.check().map(\.json))]
    }
  ]
}

extension Inconsistency {
  fileprivate var json: JSONValue {
    ["kind": .string(kind.rawValue), "place": .string(place), "detail": .string(detail)]
  }
}
