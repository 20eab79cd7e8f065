/// Collects the faults in JSON, with their paths, while shapes read it.
package struct ShapeReader {
  /// For whom faults are worded: programs know JSON's types, people who write a quiz may not.
  package enum Audience: Sendable { case programs, people }

  let audience: Audience
  package private(set) var faults = Faults()
  /// The paths of members that their objects do not have. Without a newer version, they are mistakes.
  package private(set) var unknown: [String] = []
  /// The first error that is no fault of one place. It matters only if there are no faults.
  private var refusal: (any Error)?

  package init(for audience: Audience = .programs) { self.audience = audience }

  /// Returns what was read.
  ///
  /// - Throws: the first fault, or an error that concerns all of the JSON.
  package func value<Value>(_ value: Value?) throws -> Value {
    if let error: any Error = faults.first ?? refusal { throw error }
    guard let value else { preconditionFailure("a value is missing without a fault") }
    return value
  }

  package mutating func add(_ message: @autoclosure () -> String, at path: @autoclosure () -> String = "") {
    faults.append(Fault(path: path(), message: message()))
  }

  package mutating func add(_ error: any Error) {
    if let fault = error as? Fault { faults.append(fault) } else { refusal = refusal ?? error }
  }

  /// Adds the faults of a content that is of the right types.
  package mutating func add(_ faults: Faults) { self.faults.append(contentsOf: faults) }

  /// Adds that `json` is of another type than `schema`, for the reader of that shape to return.
  package mutating func mismatch<Value>(_ schema: Schema, _ json: JSONValue) -> Value? {
    switch audience {
    case .programs: add(schema.typeForPrograms.map { "must be \($0)" } ?? "has none of the allowed types")
    case .people:
      var found = json.kind
      if case .double(let number) = json, case .integer = schema { found = "\(number)" }
      add("must be \(schema.typeForPeople), is \(found)")
    }
    return nil
  }

  /// Returns `json` if it is one of `words`.
  package mutating func word(_ json: JSONValue, among words: [String]) -> String? {
    guard let word = json.string else { return mismatch(.words(words), json) }
    guard !words.contains(word) else { return word }
    switch audience {
    case .programs: add("\"\(excerpt(word))\" is not one of \(words.joined(separator: ", "))")
    case .people: add("\"\(excerpt(word))\" is not a type: possible are \(words.joined(separator: ", "))")
    }
    return nil
  }

  /// Reads a part: adds the step that leads to it to the paths of what is found in it.
  package mutating func at<Result>(_ step: @autoclosure () -> String, _ read: (inout Self) -> Result) -> Result {
    let (faults, unknown) = (self.faults.count, self.unknown.count)
    let result = read(&self)
    if self.faults.count > faults {
      let step = step()
      self.faults.prefix(from: faults) { Self.join(step, $0) }
    }
    if self.unknown.count > unknown {
      let step = step()
      for index in unknown..<self.unknown.count { self.unknown[index] = Self.join(step, self.unknown[index]) }
    }
    return result
  }

  package mutating func read<Part>(_ name: String, _ json: JSONValue, _ shape: Shape<Part>) -> Part? {
    at(name) { shape.decode(json, &$0) }
  }

  /// Adds members that their object does not have, before what `earlier` ones were found in its parts.
  mutating func add(unknown names: [String], before earlier: Int) {
    unknown.insert(contentsOf: names.sorted().map { excerpt($0) }, at: earlier)
  }

  private static func join(_ step: String, _ path: String) -> String {
    path.isEmpty || path.hasPrefix("[") ? step + path : "\(step).\(path)"
  }
}

extension Schema {
  /// The type that a value must have, as JSON Schema names it; `nil` for several types.
  fileprivate var typeForPrograms: String? {
    switch self {
    case .words: "a string"
    case .array: "an array"
    case .object, .map, .oneOf: "an object"
    case .either: nil
    case .named(_, _, let schema), .bounded(let schema, _): schema.typeForPrograms
    case .string, .file, .integer, .number, .boolean, .null, .any: "of type \(json["type"]?.string ?? "")"
    }
  }

  var takesNull: Bool {
    switch self {
    case .null, .any: true
    case .either(let schemas): schemas.contains(where: \.takesNull)
    case .named(_, _, let schema), .bounded(let schema, _): schema.takesNull
    case .string, .file, .integer, .number, .boolean, .words, .array, .object, .map, .oneOf: false
    }
  }

  /// The type that a value must have, in everyday words.
  fileprivate var typeForPeople: String {
    switch self {
    case .string, .file, .words, .null, .any, .either: "a text"
    case .integer: "a whole number"
    case .number(let range?):
      "a number from \(NumericKey.text(of: range.lowerBound)) to \(NumericKey.text(of: range.upperBound))"
    case .number(nil): "a number"
    case .boolean: "true or false"
    case .array(.string): "a list of texts"
    case .array(.array(.string)): "a list of lists of texts"
    case .array: "a list"
    case .object, .map, .oneOf: "an object"
    case .named(_, _, let schema), .bounded(let schema, _): schema.typeForPeople
    }
  }
}

extension JSONValue {
  package var isNull: Bool { if case .null = self { true } else { false } }

  /// The type, in everyday words.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .int, .double: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
