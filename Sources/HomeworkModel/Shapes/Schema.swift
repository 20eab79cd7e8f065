/// The part of JSON Schema that the protocol needs.
package indirect enum Schema: Sendable {
  /// A string. `format` is that of JSON Schema: `uuid`, `date-time` or `date`.
  case string(format: String? = nil)
  /// A string that is the content of a file, or the path of one that the serving process reads.
  case file
  case integer(ClosedRange<Int>)
  case number(ClosedRange<Double>? = nil)
  case boolean, null, any
  case words([String])
  case array(Schema)
  case object([Member])
  /// An object with any members, whose values have one schema.
  case map(Schema)
  case either([Schema])
  /// An object whose `type` selects one of these.
  case oneOf([(type: String, members: [Member])])
  /// A schema that the components of the document define once.
  case named(String, summary: String, Schema)
  /// A text of so many characters at most, a file's of so many bytes, or a list or map of so many members.
  case bounded(Schema, most: Int)

  /// A property of an object, or a parameter of a method.
  package struct Member: Sendable {
    package let name: String
    package let schema: Schema
    package let isRequired: Bool
    package let summary: String

    package init(name: String, schema: Schema, isRequired: Bool, summary: String) {
      (self.name, self.schema, self.isRequired, self.summary) = (name, schema, isRequired, summary)
    }
  }

  /// The JSON of the schema in the document.
  package var json: JSONValue {
    switch self {
    case .string(let format): Self.type("string", ["format": format.map { .string($0) }])
    case .file: ["type": "string"]
    case .integer(let range):
      Self.type(
        "integer", ["minimum": .int(Int64(range.lowerBound)), "maximum": .int(Int64(range.upperBound))])
    case .number(let range):
      Self.type(
        "number",
        ["minimum": range.map { JSONValue($0.lowerBound) }, "maximum": range.map { JSONValue($0.upperBound) }])
    case .boolean: ["type": "boolean"]
    case .null: ["type": "null"]
    case .any: [:]
    case .words(let words): ["type": "string", "enum": .array(words.map { .string($0) })]
    case .array(let items): ["type": "array", "items": items.json]
    case .object(let members): Self.object(members)
    case .map(let values): ["type": "object", "additionalProperties": values.json]
    case .either(let schemas): ["anyOf": .array(schemas.map(\.json))]
    case .oneOf(let cases): ["oneOf": .array(cases.map { Self.object($0.members) })]
    case .named(let name, _, _): ["$ref": .string("#/components/schemas/\(name)")]
    case .bounded(let schema, let most): schema.json.with(schema.lengthKey, .int(Int64(most)))
    }
  }

  private var lengthKey: String {
    switch self {
    case .array: "maxItems"
    case .map: "maxProperties"
    default: "maxLength"
    }
  }

  /// For ids, names, words to search and lists of them.
  package static let usualLength = 1000

  /// Returns the schema of a parameter: each text, list and map in it has a bound, this one unless it declares another.
  package func bounded(to most: Int = usualLength) -> Schema {
    switch self {
    case .string, .file: .bounded(self, most: most)
    case .array(let items): .bounded(.array(items.bounded(to: most)), most: most)
    case .map(let values): .bounded(.map(values.bounded(to: most)), most: most)
    case .bounded(.array(let items), let own): .bounded(.array(items.bounded(to: most)), most: own)
    case .bounded(.map(let values), let own): .bounded(.map(values.bounded(to: most)), most: own)
    case .object(let members): .object(members.map { $0.bounded(to: most) })
    case .either(let schemas): .either(schemas.map { $0.bounded(to: most) })
    case .oneOf(let cases): .oneOf(cases.map { ($0.type, $0.members.map { $0.bounded(to: most) }) })
    case .named(let name, let summary, let schema): .named(name, summary: summary, schema.bounded(to: most))
    default: self
    }
  }

  /// True for the content of a file, or its path.
  package var isFile: Bool {
    switch self {
    case .file, .bounded(.file, _): true
    default: false
    }
  }

  private static func type(_ name: String, _ members: [String: JSONValue?]) -> JSONValue {
    .object(members.compactMapValues(\.self).merging(["type": .string(name)]) { $1 })
  }

  private static func object(_ members: [Member]) -> JSONValue {
    [
      "type": "object", "properties": .object(Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.json) })),
      "required": .array(members.filter(\.isRequired).map { .string($0.name) }),
    ]
  }

  /// Collects every named schema in this one, by name.
  package func components(into found: inout [String: JSONValue]) {
    switch self {
    case .named(let name, let summary, let schema):
      guard found[name] == nil else { return }
      found[name] = schema.json.with("description", .string(summary))
      schema.components(into: &found)
    case .array(let schema), .map(let schema), .bounded(let schema, _):
      schema.components(into: &found)
    case .object(let members): for member in members { member.schema.components(into: &found) }
    case .oneOf(let cases): for member in cases.flatMap(\.members) { member.schema.components(into: &found) }
    case .either(let schemas): for schema in schemas { schema.components(into: &found) }
    case .string, .file, .integer, .number, .boolean, .null, .any, .words: break
    }
  }
}

extension Schema.Member {
  package func bounded(to most: Int = Schema.usualLength) -> Self {
    Self(name: name, schema: schema.bounded(to: most), isRequired: isRequired, summary: summary)
  }

  /// Returns the schema with a description.
  package var json: JSONValue { schema.json.with("description", .string(summary)) }
}

extension JSONValue {
  /// Returns an object with one more member.
  package func with(_ key: String, _ value: JSONValue) -> JSONValue {
    guard case .object(var members) = self else { return self }
    members[key] = value
    return .object(members)
  }
}

// MARK: Ranges

extension Schema {
  /// Returns the path to a part.
  static func join(_ path: String, _ key: String) -> String { (path.isEmpty ? "" : "\(path).") + excerpt(key) }

  /// Adds a fault if a text is longer than a parameter may be.
  package func check(_ text: String, at path: String, atMost own: Int?, _ faults: inout Faults) {
    let most = own ?? Self.usualLength
    guard isFile ? text.utf8.count > most : !text.isWithin(most) else { return }
    faults.append(Fault(path: path, message: "is longer than \(most) \(isFile ? "bytes" : "characters")"))
  }

  /// Adds a fault if a list or map has more items or members than a parameter may have; returns whether it has not.
  static func check(_ count: Int, _ noun: String, at path: String, atMost own: Int?, _ faults: inout Faults) -> Bool {
    let most = own ?? usualLength
    guard count > most else { return true }
    faults.append(Fault(path: path, message: "has \(count) \(noun): at most \(most) are allowed"))
    return false
  }
}

extension Fault {
  package static func outside<Number>(_ range: ClosedRange<Number>, _ number: String, at path: String) -> Fault {
    Fault(path: path, message: "must be between \(range.lowerBound) and \(range.upperBound), is \(number)")
  }
}
