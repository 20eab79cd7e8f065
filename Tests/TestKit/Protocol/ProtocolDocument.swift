public import HomeworkModel

/// An OpenRPC document, and the faults by its JSON Schemas. The schemas are interpreted here independently, so that no
/// code vouches for itself.
public struct ProtocolDocument: Sendable {
  public let results: [String: JSONValue]
  public let notifications: [String: JSONValue]
  public let examples: [String: JSONValue]
  private let shapes: JSONValue

  public init(_ json: JSONValue) {
    func named(_ list: JSONValue?, _ schema: (JSONValue) -> JSONValue?) -> [String: JSONValue] {
      let pairs = (list?.array ?? []).compactMap { entry in
        entry["name"]?.string.map { ($0, schema(entry) ?? .null) }
      }
      return Dictionary(pairs) { $1 }
    }
    results = named(json["methods"]) { $0["result"]?["schema"] }
    notifications = named(json["x-notifications"]) { $0["params"] }
    examples = named(json["methods"]) { method in
      let params = method["examples"]?.array?.first?["params"]?.array ?? []
      return .object(Dictionary(uniqueKeysWithValues: params.map { ($0["name"]?.string ?? "", $0["value"] ?? .null) }))
    }
    shapes = json["components"]?["schemas"] ?? .null
  }

  /// Returns everything about `value` that `schema` does not declare or allow.
  public func faults(in value: JSONValue, _ schema: JSONValue, at path: String) -> [String] {
    if let reference = schema["$ref"]?.string {
      guard let shape = shapes[String(reference.split(separator: "/").last ?? "")] else {
        return ["\(path): \(reference) leads nowhere"]
      }
      return faults(in: value, shape, at: path)
    }
    if let choices = schema["anyOf"]?.array {
      let found = choices.map { faults(in: value, $0, at: path) }
      return found.contains([]) ? [] : found.first ?? []
    }
    if let choices = schema["oneOf"]?.array {
      let found = choices.map { faults(in: value, $0, at: path) }
      let fitting = found.count { $0.isEmpty }
      return fitting == 1 ? [] : ["\(path): is \(fitting) of what it can be one of: \(found)"]
    }
    if let words = schema["enum"]?.array, !words.contains(value) { return ["\(path): is not one of \(words)"] }
    if let least = schema["minimum"]?.number, let number = value.number, number < least {
      return ["\(path): is below \(least)"]
    }
    if let most = schema["maximum"]?.number, let number = value.number, number > most {
      return ["\(path): is above \(most)"]
    }
    switch (schema["type"]?.string, value) {
    case (nil, _), ("string", .string), ("integer", .int), ("number", .int), ("number", .double), ("boolean", .bool),
      ("null", .null):
      return []
    case ("array", .array(let items)):
      let each = schema["items"] ?? [:]
      return items.enumerated().flatMap { faults(in: $0.element, each, at: "\(path)[\($0.offset)]") }
    case ("object", .object(let members)):
      let missing = (schema["required"]?.array ?? []).compactMap(\.string).filter { members[$0] == nil }
      return missing.map { "\(path): \($0) is missing" }
        + members.sorted { $0.key < $1.key }.flatMap { key, member in
          guard let known = schema["properties"]?[key] ?? schema["additionalProperties"] else {
            return ["\(path): \(key) is not declared"]
          }
          return faults(in: member, known, at: "\(path).\(key)")
        }
    case (let type?, _): return ["\(path): is no \(type)"]
    }
  }
}
