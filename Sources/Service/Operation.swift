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

/// As much of JSON Schema as the protocol needs.
indirect enum Schema: Sendable {
  case string, integer, number, boolean, any
  case oneOf([String])
  case array(Schema)
  /// Members by name; those in `required` are always there.
  case object([String: Schema], required: [String])
  /// Any members, all of one kind.
  case map(Schema)
  /// One of the shapes of `Shapes`, by name.
  case shape(String)

  var json: JSONValue {
    switch self {
    case .string: ["type": "string"]
    case .integer: ["type": "integer"]
    case .number: ["type": "number"]
    case .boolean: ["type": "boolean"]
    case .any: [:]
    case .oneOf(let words): ["type": "string", "enum": .array(words.map { .string($0) })]
    case .array(let items): ["type": "array", "items": items.json]
    case .object(let members, let required):
      [
        "type": "object", "properties": .object(members.mapValues(\.json)),
        "required": .array(required.map { .string($0) }),
      ]
    case .map(let values): ["type": "object", "additionalProperties": values.json]
    case .shape(let name): ["$ref": .string("#/components/schemas/\(name)")]
    }
  }

  /// Why `value` does not fit, `nil` if it does. What is inside of shapes is looked at by whoever reads them.
  func misfit(_ value: JSONValue) -> String? {
    switch (self, value) {
    case (.string, .string), (.integer, .int), (.number, .int), (.number, .double), (.boolean, .bool), (.any, _),
      (.shape, _):
      nil
    case (.oneOf(let words), .string(let word)):
      words.contains(word) ? nil : "\"\(word)\" is not one of \(words.joined(separator: ", "))"
    case (.array(let items), .array(let values)): values.lazy.compactMap(items.misfit).first.map { "one of them \($0)" }
    case (.object, .object): nil
    case (.map(let values), .object(let members)): members.values.lazy.compactMap(values.misfit).first
    case (.oneOf, _): "must be a string"
    case (.array, _): "must be an array"
    case (.object, _), (.map, _): "must be an object"
    case (.string, _), (.integer, _), (.number, _), (.boolean, _): "must be of type \(json["type"]?.string ?? "")"
    }
  }
}
