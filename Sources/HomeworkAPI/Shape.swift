package import HomeworkModel
import HomeworkMotion

/// A JSON shape, declared once: its schema, its writer, which writes straight to bytes, its reader, and the ranges of
/// its values.
///
///     static let progress = Shape(
///       "Progress", "Totals of the finished attempts at an assignment.", HomeworkProgress()
///     ) {
///       Field("bestScore", \.bestScore, .integer(0...200), "The number of correct answers in the best attempt.")
///       Field("totalAttempts", \.totalAttempts, "The number of completed attempts.")
///     }
package struct Shape<Value: Sendable>: Sendable {
  package typealias Put = @Sendable (Value, inout JSONWriter) -> Void
  /// Adds each number of a parameter that is out of its range, and each text, list and map that is too long.
  ///
  /// The text is the path to the value; the number is the bound that replaces the usual one.
  package typealias Check = @Sendable (Value, String, Int?, inout [Fault]) -> Void

  package let schema: Schema
  let put: Put
  let take: @Sendable (JSONValue) throws -> Value
  let check: Check

  package init(
    _ schema: Schema, check: @escaping Check = { _, _, _, _ in }, put: @escaping Put,
    take: @escaping @Sendable (JSONValue) throws -> Value
  ) {
    (self.schema, self.check, self.put, self.take) = (schema, check, put, take)
  }

  /// Writes `value` with `writer`.
  package func write(_ value: Value, to writer: inout JSONWriter) { put(value, &writer) }

  /// Returns the JSON of `value` on one line, with sorted keys.
  package func text(of value: Value) -> JSONText {
    var writer = JSONWriter()
    write(value, to: &writer)
    return JSONText(writer.bytes)
  }

  /// Reads a value. Unknown members are ignored, because they may come from a newer version.
  ///
  /// - Throws: `Fault` with the path of the first mistake.
  package func read(_ json: JSONValue) throws -> Value { try take(json) }

  /// Returns the same shape for another type, converted when reading and writing.
  package func of<Other: Sendable>(
    _ get: @escaping @Sendable (Other) -> Value,
    make: @escaping @Sendable (Value) throws -> Other
  ) -> Shape<Other> {
    Shape<Other>(
      schema, check: { check(get($0), $1, $2, &$3) }, put: { write(get($0), to: &$1) }, take: { try make(take($0)) })
  }
}

// MARK: Objects

// Not specialised, as the members are not: for a hundred objects the compiler takes half a minute longer.

extension Shape {
  /// Creates an object that the document defines in place.
  ///
  /// - Parameters:
  ///   - new: what is read into; each required member replaces its value.
  ///   - fields: the members; a fault names the first of them that is wrong.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func object(_ new: Value, @Fields<Value> _ fields: () -> [Field<Value>]) -> Self {
    let fields = fields()
    let read = Field.reader(fields)
    return Self(
      .object(fields.map(\.member)), check: Field.checker(fields, new), put: Field.writer(fields, new)
    ) { json in
      guard case .object(let members) = json else { throw Fault(path: "", message: "must be an object") }
      var value = new
      try read(members, &value)
      return value
    }
  }

  /// Creates an object that the components of the document define by name.
  @_semantics("optimize.sil.specialize.generic.never")
  package init(_ name: String, _ summary: String, _ new: Value, @Fields<Value> _ fields: () -> [Field<Value>]) {
    self = Self.object(new, fields).named(name, summary)
  }

  /// Creates an object that is one of several, selected by its `type`.
  package static func oneOf(_ name: String, _ summary: String, _ cases: [Case<Value>]) -> Self {
    let byType = Dictionary(uniqueKeysWithValues: cases.map { ($0.type, $0) })
    return Self(
      .named(name, summary: summary, .oneOf(cases.map { ($0.type, $0.members) })),
      check: { value, path, _, faults in _ = cases.first { $0.check(value, path, &faults) } },
      put: { value, writer in _ = cases.first { $0.put(value, &writer) } },
      take: { json in
        guard case .object(let members) = json else { throw Fault(path: "", message: "must be an object") }
        guard let known = members["type"]?.string.flatMap({ byType[$0] }) else {
          throw Fault(path: "type", message: "is not one of \(cases.map(\.type).joined(separator: ", "))")
        }
        return try known.take(members)
      })
  }

  /// The members of an object.
  package var members: [Schema.Member] {
    switch schema {
    case .object(let members), .named(_, _, .object(let members)): members
    default: []
    }
  }
}

/// One alternative of a value, with its `type`.
package struct Case<Value: Sendable>: Sendable {
  let type: String
  let members: [Schema.Member]
  /// Writes a value of this alternative; returns whether it is one.
  let put: @Sendable (Value, inout JSONWriter) -> Bool
  /// Checks a value of this alternative; returns whether it is one.
  let check: @Sendable (Value, String, inout [Fault]) -> Bool
  let take: @Sendable ([String: JSONValue]) throws -> Value

  /// - Parameters:
  ///   - new: what is read into.
  ///   - part: returns what there is besides the type, or `nil` for another alternative.
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Part>(
    _ type: String, _ new: Part, part: @escaping @Sendable (Value) -> Part?,
    make: @escaping @Sendable (Part) throws -> Value, @Fields<Part> fields: () -> [Field<Part>]
  ) {
    self.type = type
    let word = Shape<String>(.words([type]), put: { $1.write($0) }, take: { _ in type })
    let fields = [Field<Part>(derived: "type", { _ in type }, word, "The type.")] + fields()
    let (put, read, check) = (Field.writer(fields, new), Field.reader(fields), Field.checker(fields, new))
    members = fields.map(\.member)
    self.check = { value, path, faults in
      guard let part = part(value) else { return false }
      check(part, path, nil, &faults)
      return true
    }
    self.put = { value, writer in
      guard let part = part(value) else { return false }
      put(part, &writer)
      return true
    }
    take = { members in
      var part = new
      try read(members, &part)
      return try make(part)
    }
  }

  /// Creates an alternative of which there is only the type.
  package init(_ type: String, _ value: Value) where Value: Equatable {
    self.init(type, (), part: { $0 == value ? () : nil }, make: { value }, fields: {})
  }
}

// MARK: What stands for itself

extension Shape where Value == String {
  package static var string: Self { string(format: nil) }
  /// A date, such as `2026-11-20`.
  package static var day: Self { string(format: "date") }

  /// The content of a file, or the path of one that the serving process reads.
  static var file: Self { text(.file) }

  static func string(format: String?) -> Self { text(.string(format: format)) }

  private static func text(_ schema: Schema) -> Self {
    Self(schema, check: { schema.check($0, at: $1, atMost: $2, &$3) }, put: { $1.write($0) }) { json in
      guard let text = json.string else { throw Fault(path: "", message: "must be of type string") }
      return text
    }
  }
}

extension Shape where Value == Int {
  /// A whole number from 0.
  package static var count: Self { integer(0...Int(1) << 53) }
  /// A number that may be negative: as large as a double can count.
  package static var integer: Self { integer(-(1 << 53)...1 << 53) }

  package static func integer(_ range: ClosedRange<Int>) -> Self {
    Self(
      .integer(range),
      check: { number, path, _, faults in
        if !range.contains(number) { faults.append(.outside(range, "\(number)", at: path)) }
      }, put: { $1.write($0) }
    ) { json in
      guard let number = json.int else { throw Fault(path: "", message: "must be of type integer") }
      return number
    }
  }
}

extension Shape where Value == Int64 {
  package static var count: Self { Shape<Int>.count.of({ Int($0) }, make: { Int64($0) }) }
}

extension Shape where Value == Double {
  package static var number: Self { number(nil) }

  package static func number(_ range: ClosedRange<Double>?) -> Self {
    Self(
      .number(range),
      check: { number, path, _, faults in
        guard let range, !range.contains(number) else { return }
        faults.append(.outside(range, JSONText(JSONValue(number)).text, at: path))
      }, put: { $1.write($0) }
    ) { json in
      guard let number = json.number else { throw Fault(path: "", message: "must be of type number") }
      return number
    }
  }
}

extension Shape where Value == Bool {
  package static var boolean: Self {
    Self(.boolean, put: { $1.write($0) }) { json in
      guard case .bool(let bool) = json else { throw Fault(path: "", message: "must be of type boolean") }
      return bool
    }
  }
}

extension Shape where Value == Timestamp {
  /// A time in ISO 8601, UTC with milliseconds.
  package static var time: Self {
    Shape<String>.string(format: "date-time").of({ $0.description }) { text in
      guard let time = Timestamp(text) else { throw Fault(path: "", message: "\"\(excerpt(text))\" is not a time") }
      return time
    }
  }
}

extension Shape where Value == Void {
  /// An object without members.
  package static var nothing: Self { object(()) {} }
}

extension Shape {
  /// A UUID.
  package static func id<Entity>() -> Self where Value == Identifier<Entity> {
    let string = Shape<String>.string(format: "uuid")
    return Self(string.schema, put: { id, writer in writer.write(id.text) }) { json in
      let text = try string.take(json)
      guard let id = Identifier<Entity>(text) else {
        throw Fault(path: "", message: "\"\(excerpt(text))\" is not a UUID")
      }
      return id
    }
  }

  package static func array<Item: Sendable>(_ item: Shape<Item>) -> Self where Value == [Item] {
    Self(
      .array(item.schema),
      check: { items, path, most, faults in
        guard Schema.check(items.count, "items", at: path, atMost: most, &faults) else { return }
        for (index, value) in items.enumerated() { item.check(value, "\(path)[\(index)]", nil, &faults) }
      },
      put: { items, writer in
        writer.beginArray()
        for value in items {
          writer.nextItem()
          item.write(value, to: &writer)
        }
        writer.endArray()
      },
      take: { json in
        guard let items = json.array else { throw Fault(path: "", message: "must be an array") }
        var values: [Item] = []
        values.reserveCapacity(items.count)
        for (index, value) in items.enumerated() {
          do { values.append(try item.take(value)) } catch { throw located(error, at: index) }
        }
        return values
      })
  }

  /// An object with a member for each key.
  package static func map<Item: Sendable>(_ item: Shape<Item>) -> Self where Value == [String: Item] {
    Self(
      .map(item.schema),
      check: { items, path, most, faults in
        guard Schema.check(items.count, "members", at: path, atMost: most, &faults) else { return }
        for (key, value) in items.sorted(by: { $0.key < $1.key }) {
          item.check(value, Schema.join(path, key), nil, &faults)
        }
      },
      put: { items, writer in
        writer.beginObject()
        for (key, value) in items.sorted(by: { $0.key < $1.key }) {
          writer.key(key)
          item.write(value, to: &writer)
        }
        writer.endObject()
      },
      take: { json in
        guard case .object(let members) = json else { throw Fault(path: "", message: "must be an object") }
        var values: [String: Item] = [:]
        for (key, value) in members {
          do { values[key] = try item.take(value) } catch { throw located(error, at: key) }
        }
        return values
      })
  }

  static func word(among cases: [Value]) -> Self where Value: RawRepresentable, Value.RawValue == String {
    let words = cases.map(\.rawValue)
    return Self(.words(words), put: { $1.write($0.rawValue) }) { json in
      guard let word = json.string else { throw Fault(path: "", message: "must be a string") }
      guard words.contains(word), let value = Value(rawValue: word) else {
        throw Fault(path: "", message: "\"\(excerpt(word))\" is not one of \(words.joined(separator: ", "))")
      }
      return value
    }
  }

  /// Returns the shape of a parameter with another bound than the usual one: on characters, items or members.
  func upTo(_ most: Int) -> Self {
    Self(.bounded(schema, most: most), check: { check($0, $1, most, &$3) }, put: put, take: take)
  }

  /// Returns the shape with its schema in the document; its own reader checks values.
  func readElsewhere() -> Self { Self(.readElsewhere(schema), put: put, take: take) }

  func named(_ name: String, _ summary: String) -> Self {
    Self(.named(name, summary: summary, schema), check: check, put: put, take: take)
  }
}

extension Shape where Value: CatalogueName {
  /// A name in the catalogue.
  static var name: Self { Shape<String>.string.of({ $0.rawValue }, make: { Value(rawValue: $0) }) }
}

extension Shape where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// The word of an enum case.
  package static var word: Self { word(among: Array(Value.allCases)) }
}

/// A type whose values have one shape wherever they are.
package protocol Plain: Sendable {
  static var shape: Shape<Self> { get }
}

extension String: Plain {
  package static var shape: Shape<Self> { .string }
}

extension Int: Plain {
  package static var shape: Shape<Self> { .count }
}

extension Int64: Plain {
  package static var shape: Shape<Self> { .count }
}

extension Double: Plain {
  package static var shape: Shape<Self> { .number }
}

extension Bool: Plain {
  package static var shape: Shape<Self> { .boolean }
}

extension Timestamp: Plain {
  package static var shape: Shape<Self> { .time }
}

extension Identifier: Plain {
  package static var shape: Shape<Self> { .id() }
}

extension Array: Plain where Element: Plain {
  package static var shape: Shape<Self> { .array(Element.shape) }
}
