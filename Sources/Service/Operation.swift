import Wire

/// One operation, declared once: name, parameters, result, and what it does.
struct Operation: Sendable {
  let name: String
  let summary: String
  let parameters: [Parameter]
  let result: Schema
  let run: @Sendable (Parameters, Context) throws -> JSONValue

  /// - Parameter writes: it changes the store, through `Context.write`: then it takes a `requestId`.
  init(
    _ name: String, _ summary: String, _ parameters: [Parameter] = [], gives result: Schema, writes: Bool = false,
    run: @escaping @Sendable (Parameters, Context) throws -> JSONValue
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters + (writes ? [.requestId] : [])
    self.result = result
    self.run = run
  }
}

extension Parameter {
  static let requestId = Parameter.optional(
    "requestId", .string, "a UUID: the same request again within 24 hours gets the first reply and changes nothing")
}

struct Parameter: Sendable {
  let name: String
  let schema: Schema
  let isRequired: Bool
  let summary: String

  static func required(_ name: String, _ schema: Schema, _ summary: String) -> Parameter {
    Parameter(name: name, schema: schema, isRequired: true, summary: summary)
  }

  static func optional(_ name: String, _ schema: Schema, _ summary: String) -> Parameter {
    Parameter(name: name, schema: schema, isRequired: false, summary: summary)
  }
}
