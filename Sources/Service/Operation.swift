import Wire

/// One operation, declared once: name, parameters, result, and what it does.
struct Operation: Sendable {
  let name: String
  let summary: String
  let parameters: [Parameter]
  let result: Schema
  let run: @Sendable (Parameters, Context) throws -> JSONValue

  init(
    _ name: String, _ summary: String, _ parameters: [Parameter] = [], gives result: Schema,
    run: @escaping @Sendable (Parameters, Context) throws -> JSONValue
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.result = result
    self.run = run
  }
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
