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
  package typealias Encode = @Sendable (Value, inout JSONWriter) -> Void
  /// Returns a value, or adds at least one fault.
  package typealias Decode = @Sendable (JSONValue, inout ShapeReader) -> Value?
  /// Adds each number of a parameter that is out of its range, and each text, list and map that is too long.
  ///
  /// The text is the path to the value; the number is the bound that replaces the usual one.
  package typealias Check = @Sendable (Value, String, Int?, inout Faults) -> Void

  package let schema: Schema
  package let encode: Encode
  package let decode: Decode
  package let check: Check

  package init(
    _ schema: Schema, check: @escaping Check = { _, _, _, _ in }, encode: @escaping Encode, decode: @escaping Decode
  ) {
    (self.schema, self.check, self.encode, self.decode) = (schema, check, encode, decode)
  }

  /// Creates the shape of what is one value of JSON, which `get` returns.
  package init(
    _ schema: Schema, check: @escaping Check = { _, _, _, _ in }, encode: @escaping Encode,
    get: @escaping @Sendable (JSONValue) -> Value?
  ) {
    self.init(schema, check: check, encode: encode) { json, reader in get(json) ?? reader.mismatch(schema, json) }
  }

  /// Returns the JSON of `value` on one line, with sorted keys.
  package func text(of value: Value) -> JSONText {
    var writer = JSONWriter()
    encode(value, &writer)
    return JSONText(writer.bytes)
  }

  /// Reads a value. Unknown members are ignored, because they may come from a newer version.
  ///
  /// - Throws: `Fault` with the path of the first mistake.
  package func read(_ json: JSONValue) throws -> Value {
    var reader = ShapeReader()
    let value = decode(json, &reader)
    return try reader.value(value)
  }

  /// Returns the same shape for another type, converted when reading and writing.
  package func map<Other: Sendable>(
    to make: @escaping @Sendable (Value) throws -> Other, from get: @escaping @Sendable (Other) -> Value
  ) -> Shape<Other> {
    Shape<Other>(schema, check: { check(get($0), $1, $2, &$3) }, encode: { encode(get($0), &$1) }) { json, reader in
      guard let value = decode(json, &reader) else { return nil }
      do { return try make(value) } catch {
        reader.add(error)
        return nil
      }
    }
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
    let (schema, read) = (Schema.object(fields.map(\.member)), Field.reader(fields))
    return Self(schema, check: Field.checker(fields, new), encode: Field.writer(fields, new)) { json, reader in
      guard case .object(let members) = json else { return reader.mismatch(schema, json) }
      var value = new
      return read(members, &value, &reader, []) ? value : nil
    }
  }

  /// Creates an object that the components of the document define by name.
  @_semantics("optimize.sil.specialize.generic.never")
  package init(_ name: String, _ summary: String, _ new: Value, @Fields<Value> _ fields: () -> [Field<Value>]) {
    self = Self.object(new, fields).named(name, summary)
  }

  /// Creates an object that is one of several, selected by its `type`.
  ///
  /// - Parameter type: returns the type of an object that does not name its own.
  package static func oneOf(
    _ name: String, _ summary: String, _ cases: [Case<Value>],
    type assumed: @escaping @Sendable ([String: JSONValue]) -> String? = { _ in nil }
  ) -> Self {
    let (byType, types) = (Dictionary(uniqueKeysWithValues: cases.map { ($0.type, $0) }), cases.map(\.type))
    let schema = Schema.named(name, summary: summary, .oneOf(cases.map { ($0.type, $0.members) }))
    let all = Set(cases.flatMap(\.members).map(\.name))
    return Self(
      schema, check: { value, path, _, faults in _ = cases.first { $0.check(value, path, &faults) } },
      encode: { value, writer in _ = cases.first { $0.encode(value, &writer) } },
      decode: { json, reader in
        guard case .object(let members) = json else { return reader.mismatch(schema, json) }
        guard let type = members["type"].flatMap({ $0.isNull ? nil : $0 }) ?? assumed(members).map(JSONValue.string)
        else {
          reader.add("is missing", at: "type")
          return nil
        }
        guard let known = reader.at("type", { $0.word(type, among: types) }).flatMap({ byType[$0] }) else { return nil }
        // Programs may send what another type has.
        return known.decode(members, reader.audience == .programs ? all : [], &reader)
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
  let encode: @Sendable (Value, inout JSONWriter) -> Bool
  /// Checks a value of this alternative; returns whether it is one.
  let check: @Sendable (Value, String, inout Faults) -> Bool
  /// Reads the members; the names are of others that may be there.
  let decode: @Sendable ([String: JSONValue], Set<String>, inout ShapeReader) -> Value?

  /// - Parameters:
  ///   - new: what is read into.
  ///   - part: returns what there is besides the type, or `nil` for another alternative.
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Part>(
    _ type: String, _ new: Part, part: @escaping @Sendable (Value) -> Part?,
    make: @escaping @Sendable (Part) throws -> Value, @Fields<Part> fields: () -> [Field<Part>]
  ) {
    self.type = type
    let word = Shape<String>(.words([type]), encode: { $1.write($0) }, get: { _ in type })
    let fields = [Field<Part>(derived: "type", { _ in type }, word, "The type.")] + fields()
    let (encode, read, check) = (Field.writer(fields, new), Field.reader(fields), Field.checker(fields, new))
    members = fields.map(\.member)
    self.check = { value, path, faults in
      guard let part = part(value) else { return false }
      check(part, path, nil, &faults)
      return true
    }
    self.encode = { value, writer in
      guard let part = part(value) else { return false }
      encode(part, &writer)
      return true
    }
    decode = { members, others, reader in
      var part = new
      guard read(members, &part, &reader, others) else { return nil }
      do { return try make(part) } catch {
        reader.add(error)
        return nil
      }
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
  package static var file: Self { text(.file) }

  static func string(format: String?) -> Self { text(.string(format: format)) }

  private static func text(_ schema: Schema) -> Self {
    Self(schema, check: { schema.check($0, at: $1, atMost: $2, &$3) }, encode: { $1.write($0) }, get: \.string)
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
      }, encode: { $1.write($0) }, get: \.int)
  }
}

extension Shape where Value == Int64 {
  package static var count: Self { Shape<Int>.count.map(to: { Int64($0) }, from: { Int($0) }) }
}

extension Shape where Value == Double {
  package static var number: Self { number(nil) }

  package static func number(_ range: ClosedRange<Double>?) -> Self {
    Self(
      .number(range),
      check: { number, path, _, faults in
        guard let range, !range.contains(number) else { return }
        faults.append(.outside(range, JSONText(JSONValue(number)).text, at: path))
      }, encode: { $1.write($0) }, get: \.number)
  }
}

extension Shape where Value == Bool {
  package static var boolean: Self {
    Self(.boolean, encode: { $1.write($0) }) { if case .bool(let bool) = $0 { bool } else { nil } }
  }
}

extension Shape where Value == Timestamp {
  /// A time in ISO 8601, UTC with milliseconds.
  package static var time: Self {
    Shape<String>.string(format: "date-time").map(
      to: { text in
        guard let time = Timestamp(text) else { throw Fault(path: "", message: "\"\(excerpt(text))\" is not a time") }
        return time
      }, from: \.description)
  }
}

extension Shape where Value == Void {
  /// An object without members.
  package static var nothing: Self { object(()) {} }
}

extension Shape {
  /// A UUID.
  package static func id<Entity>() -> Self where Value == Identifier<Entity> {
    Shape<String>(.string(format: "uuid"), encode: { $1.write($0) }, get: \.string).map(
      to: { text in
        guard let id = Identifier<Entity>(text) else {
          throw Fault(path: "", message: "\"\(excerpt(text))\" is not a UUID")
        }
        return id
      }, from: \.text)
  }

  package static func array<Item: Sendable>(_ item: Shape<Item>) -> Self where Value == [Item] {
    let schema = Schema.array(item.schema)
    return Self(
      schema,
      check: { items, path, most, faults in
        guard Schema.check(items.count, "items", at: path, atMost: most, &faults) else { return }
        for (index, value) in items.enumerated() { item.check(value, "\(path)[\(index)]", nil, &faults) }
      },
      encode: { items, writer in
        writer.beginArray()
        for value in items {
          writer.nextItem()
          item.encode(value, &writer)
        }
        writer.endArray()
      },
      decode: { json, reader in
        guard let items = json.array else { return reader.mismatch(schema, json) }
        var values: [Item] = []
        values.reserveCapacity(items.count)
        for (index, json) in items.enumerated() {
          if let value = reader.at("[\(index)]", { item.decode(json, &$0) }) { values.append(value) }
        }
        return values.count == items.count ? values : nil
      })
  }

  /// An object with a member for each key.
  package static func map<Item: Sendable>(_ item: Shape<Item>) -> Self where Value == [String: Item] {
    let schema = Schema.map(item.schema)
    return Self(
      schema,
      check: { items, path, most, faults in
        guard Schema.check(items.count, "members", at: path, atMost: most, &faults) else { return }
        for (key, value) in items.sorted(by: { $0.key < $1.key }) {
          item.check(value, Schema.join(path, key), nil, &faults)
        }
      },
      encode: { items, writer in
        writer.beginObject()
        for (key, value) in items.sorted(by: { $0.key < $1.key }) {
          writer.key(key)
          item.encode(value, &writer)
        }
        writer.endObject()
      },
      decode: { json, reader in
        guard case .object(let members) = json else { return reader.mismatch(schema, json) }
        var values: [String: Item] = [:]
        // In order, so that equal inputs have the same first faults.
        for (key, json) in members.sorted(by: { $0.key < $1.key }) {
          values[key] = reader.at(excerpt(key), { item.decode(json, &$0) })
        }
        return values.count == members.count ? values : nil
      })
  }

  package static func word(among cases: [Value]) -> Self where Value: RawRepresentable, Value.RawValue == String {
    let words = cases.map(\.rawValue)
    return Self(.words(words), encode: { $1.write($0.rawValue) }) { json, reader in
      reader.word(json, among: words).flatMap(Value.init)
    }
  }

  /// Returns the shape of a parameter with another bound than the usual one: on characters, items or members.
  package func upTo(_ most: Int) -> Self {
    Self(.bounded(schema, most: most), check: { check($0, $1, most, &$3) }, encode: encode, decode: decode)
  }

  package func named(_ name: String, _ summary: String) -> Self {
    Self(.named(name, summary: summary, schema), check: check, encode: encode, decode: decode)
  }
}

extension Shape where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// The word of an enum case.
  package static var word: Self { word(among: Array(Value.allCases)) }
}

/// A type whose values have one shape wherever they are.
package protocol HasShape: Sendable {
  static var shape: Shape<Self> { get }
}

extension String: HasShape {
  package static var shape: Shape<Self> { .string }
}

extension Int: HasShape {
  package static var shape: Shape<Self> { .count }
}

extension Int64: HasShape {
  package static var shape: Shape<Self> { .count }
}

extension Double: HasShape {
  package static var shape: Shape<Self> { .number }
}

extension Bool: HasShape {
  package static var shape: Shape<Self> { .boolean }
}

extension Timestamp: HasShape {
  package static var shape: Shape<Self> { .time }
}

extension Identifier: HasShape {
  package static var shape: Shape<Self> { .id() }

  /// The id in a new object, before a shape reads another one into it.
  package static var blank: Self { Self(atMs: 0, random: (0, 0)) }
}

extension Array: HasShape where Element: HasShape {
  package static var shape: Shape<Self> { .array(Element.shape) }
}
