import HomeworkJSON
import HomeworkModel
import HomeworkRPC

/// As much of JSON Schema as the protocol needs.
indirect enum Schema: Sendable {
  case string, integer, number, boolean, null, any
  case oneOf([String])
  case array(Schema)
  /// Members by name; those in `required` are always there.
  case object([String: Schema], required: [String])
  /// Any members, all of one kind.
  case map(Schema)
  case either([Schema])
  /// One of `Schemas`, by name.
  case shape(String)
  /// Told in the document; its own reader checks it, and names faults better.
  case readElsewhere(Schema)

  var json: JSONValue {
    switch self {
    case .string: ["type": "string"]
    case .integer: ["type": "integer"]
    case .number: ["type": "number"]
    case .boolean: ["type": "boolean"]
    case .null: ["type": "null"]
    case .any: [:]
    case .oneOf(let words): ["type": "string", "enum": .array(words.map { .string($0) })]
    case .array(let items): ["type": "array", "items": items.json]
    case .object(let members, let required):
      [
        "type": "object", "properties": .object(members.mapValues(\.json)),
        "required": .array(required.map { .string($0) }),
      ]
    case .map(let values): ["type": "object", "additionalProperties": values.json]
    case .either(let schemas): ["anyOf": .array(schemas.map(\.json))]
    case .shape(let name): ["$ref": .string("#/components/schemas/\(name)")]
    case .readElsewhere(let schema): schema.json
    }
  }

  /// Everything about `value` that does not fit, by path.
  func faults(in value: JSONValue, at path: String) -> [Fault] {
    switch (self, value) {
    case (.string, .string), (.integer, .int), (.number, .int), (.number, .double), (.boolean, .bool), (.null, .null),
      (.any, _),
      (.readElsewhere, _):
      return []
    case (.oneOf(let words), .string(let word)):
      guard !words.contains(word) else { return [] }
      return [Fault(path: path, message: "\"\(word)\" is not one of \(words.joined(separator: ", "))")]
    case (.array(let items), .array(let values)):
      return values.enumerated().flatMap { items.faults(in: $0.element, at: "\(path)[\($0.offset)]") }
    case (.map(let values), .object(let members)):
      return members.sorted { $0.key < $1.key }.flatMap { values.faults(in: $0.value, at: Self.join(path, $0.key)) }
    case (.object(let known, let required), .object(let members)):
      let missing = required.filter { members[$0] == nil }.map {
        Fault(path: Self.join(path, $0), message: "is missing")
      }
      return missing
        + members.sorted { $0.key < $1.key }.flatMap { key, value in
          known[key]?.faults(in: value, at: Self.join(path, key))
            ?? [Fault(path: Self.join(path, key), message: "is not known here")]
        }
    case (.either(let schemas), _):
      let faults = schemas.map { ($0, $0.faults(in: value, at: path)) }
      guard !faults.contains(where: { $0.1.isEmpty }) else { return [] }
      return faults.first { $0.0.isKind(of: value) }?.1 ?? [Fault(path: path, message: "is of no kind that it may be")]
    case (.shape(let name), _): return Schemas.all[name]?.faults(in: value, at: path) ?? []
    case (.oneOf, _): return [Fault(path: path, message: "must be a string")]
    case (.array, _): return [Fault(path: path, message: "must be an array")]
    case (.object, _), (.map, _): return [Fault(path: path, message: "must be an object")]
    case (.string, _), (.integer, _), (.number, _), (.boolean, _), (.null, _):
      return [Fault(path: path, message: "must be of type \(json["type"]?.string ?? "")")]
    }
  }

  /// The paths of members that this shape does not have, in a value that fits it otherwise.
  func unknownMembers(in value: JSONValue, at path: String = "") -> [String] {
    switch (self, value) {
    case (.object(let known, _), .object(let members)):
      members.sorted { $0.key < $1.key }.flatMap { key, value in
        let path = Self.join(path, key)
        return known[key].map { $0.unknownMembers(in: value, at: path) } ?? [path]
      }
    case (.array(let items), .array(let values)):
      values.enumerated().flatMap { items.unknownMembers(in: $0.element, at: "\(path)[\($0.offset)]") }
    case (.shape(let name), _): Schemas.all[name]?.unknownMembers(in: value, at: path) ?? []
    case (.either(let schemas), _): schemas.first { $0.isKind(of: value) }?.unknownMembers(in: value, at: path) ?? []
    default: []
    }
  }

  private func isKind(of value: JSONValue) -> Bool {
    switch (self, value) {
    case (.object, .object), (.array, .array): true
    default: false
    }
  }

  private static func join(_ path: String, _ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}
