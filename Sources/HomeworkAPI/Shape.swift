package import HomeworkJSON
package import HomeworkModel
import HomeworkMotion

/// A JSON shape, declared once: its schema, its writer, which writes straight to bytes, and its reader.
///
///     static let progress = Shape<HomeworkProgress>(
///       "Progress", "Totals of the finished attempts at a homework.",
///       Field(optional: "bestScore", .integer(0...200), \.bestScore, "Correct answers in the best attempt."),
///       Field("totalAttempts", .integer(0...Int.max), \.totalAttempts, "The number of completed attempts."),
///       make: HomeworkProgress.init)
package struct Shape<Value: Sendable>: Sendable {
  package let schema: Schema
  fileprivate let put: @Sendable (Value, inout JSONWriter) -> Void
  fileprivate let take: @Sendable (JSONValue) throws -> Value

  package init(
    _ schema: Schema, put: @escaping @Sendable (Value, inout JSONWriter) -> Void,
    take: @escaping @Sendable (JSONValue) throws -> Value
  ) {
    (self.schema, self.put, self.take) = (schema, put, take)
  }

  /// Writes `value` with `writer`.
  package func write(_ value: Value, to writer: inout JSONWriter) { put(value, &writer) }

  /// Returns the JSON of `value` on one line, with sorted keys.
  package func text(of value: Value) -> JSONText {
    var writer = JSONWriter()
    put(value, &writer)
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
    Shape<Other>(schema, put: { put(get($0), &$1) }, take: { try make(take($0)) })
  }
}

/// A member of an object: its name, its shape, its value, and its description.
package struct Field<Whole: Sendable, Part: Sendable>: Sendable {
  fileprivate let writer: FieldWriter<Whole>
  fileprivate let take: @Sendable ([String: JSONValue]) throws -> Part

  /// Creates a member that is always present.
  package init(
    _ name: String, _ shape: Shape<Part>, _ get: @escaping @Sendable (Whole) -> Part, _ summary: String
  ) {
    writer = .always(name, shape, get, summary)
    take = { members in
      guard let value = member(name, of: members) else { throw missing(name) }
      do { return try shape.take(value) } catch { throw located(error, at: name) }
    }
  }

  /// Creates a member that is omitted if it has no value. When reading, `null` counts as omitted.
  package init<Some: Sendable>(
    optional name: String, _ shape: Shape<Some>, _ get: @escaping @Sendable (Whole) -> Some?, _ summary: String
  ) where Part == Some? {
    writer = .optional(name, shape, get, summary)
    take = { members in
      guard let value = givenMember(name, of: members) else { return nil }
      do { return try shape.take(value) } catch { throw located(error, at: name) }
    }
  }

  /// Creates a member that is omitted if it has the value `standard`.
  package init(
    _ name: String, _ shape: Shape<Part>, else standard: Part, _ get: @escaping @Sendable (Whole) -> Part,
    _ summary: String
  ) where Part: Equatable {
    writer = .optional(name, shape, { get($0) == standard ? nil : get($0) }, summary)
    take = { members in
      guard let value = givenMember(name, of: members) else { return standard }
      do { return try shape.take(value) } catch { throw located(error, at: name) }
    }
  }
}

/// A member that is written but not read, because its value follows from the others.
package struct Derived<Whole: Sendable>: Sendable {
  fileprivate let writer: FieldWriter<Whole>

  package init<Part: Sendable>(
    _ name: String, _ shape: Shape<Part>, _ get: @escaping @Sendable (Whole) -> Part, _ summary: String
  ) {
    writer = .always(name, shape, get, summary)
  }

  package init<Part: Sendable>(
    optional name: String, _ shape: Shape<Part>, _ get: @escaping @Sendable (Whole) -> Part?, _ summary: String
  ) {
    writer = .optional(name, shape, get, summary)
  }
}

/// Writes a member, and describes it.
private struct FieldWriter<Whole: Sendable>: Sendable {
  typealias Put = @Sendable (Whole, inout JSONWriter) -> Void

  let member: Schema.Member
  let put: Put
  /// Writes one object, by all its members. Each has it, because what makes a member is compiled for its type, and what
  /// makes an object is not: to look the types up for each object took longer than to write it.
  private let all: @Sendable ([Put], Whole, inout JSONWriter) -> Void = { puts, whole, writer in
    writer.beginObject()
    for put in puts { put(whole, &writer) }
    writer.endObject()
  }

  /// - Parameter put: writes the key and the value, or neither.
  init(_ name: String, _ schema: Schema, isRequired: Bool, _ summary: String, put: @escaping Put) {
    member = Schema.Member(name: name, schema: schema, isRequired: isRequired, summary: summary)
    self.put = put
  }

  static func always<Part: Sendable>(
    _ name: String, _ shape: Shape<Part>, _ get: @escaping @Sendable (Whole) -> Part, _ summary: String
  ) -> Self {
    let (key, put) = (JSONWriter.Key(name), shape.put)
    return Self(name, shape.schema, isRequired: true, summary) { whole, writer in
      writer.key(key)
      put(get(whole), &writer)
    }
  }

  static func optional<Part: Sendable>(
    _ name: String, _ shape: Shape<Part>, _ get: @escaping @Sendable (Whole) -> Part?, _ summary: String
  ) -> Self {
    let (key, put) = (JSONWriter.Key(name), shape.put)
    return Self(name, shape.schema, isRequired: false, summary) { whole, writer in
      guard let part = get(whole) else { return }
      writer.key(key)
      put(part, &writer)
    }
  }

  /// The members of an object, in the order of their keys.
  static func object(_ fields: [Self]) -> Put {
    // Nothing but what writes: to count references of names and summaries, which all threads share, was most of the
    // time.
    let puts = fields.sorted { $0.member.name < $1.member.name }.map(\.put)
    guard let all = fields.first?.all else { return { _, writer in writer.write(json: "{}") } }
    return { whole, writer in all(puts, whole, &writer) }
  }
}

// MARK: Objects

// Not specialized: for a hundred objects the compiler takes half a minute longer. Only the reading of parameters is
// faster where they are: `parameters` is for what is called thousands of times a second.

extension Shape {
  /// Creates an object that the components of the document define by name.
  @_semantics("optimize.sil.specialize.generic.never")
  package init<each Part: Sendable>(
    _ name: String, _ summary: String, _ field: repeat Field<Value, each Part>, derived: [Derived<Value>] = [],
    make: @escaping @Sendable (repeat each Part) throws -> Value
  ) {
    let object = Self.object(repeat each field, derived: derived, make: make)
    self.init(.named(name, summary: summary, object.schema), put: object.put, take: object.take)
  }

  /// Creates an object that the document defines in place.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func object<each Part: Sendable>(
    _ field: repeat Field<Value, each Part>, derived: [Derived<Value>] = [],
    make: @escaping @Sendable (repeat each Part) throws -> Value
  ) -> Self {
    Self.make(repeat each field, derived: derived, make: make)
  }

  /// Creates the same object, compiled for its types.
  package static func parameters<each Part: Sendable>(
    _ field: repeat Field<Value, each Part>, make: @escaping @Sendable (repeat each Part) throws -> Value
  ) -> Self {
    Self.make(repeat each field, derived: [], make: make)
  }

  @inline(__always)
  private static func make<each Part: Sendable>(
    _ field: repeat Field<Value, each Part>, derived: [Derived<Value>],
    make: @escaping @Sendable (repeat each Part) throws -> Value
  ) -> Self {
    var writers: [FieldWriter<Value>] = []
    for field in repeat each field { writers.append(field.writer) }
    writers += derived.map { $0.writer }
    return Self(.object(writers.map { $0.member }), put: FieldWriter.object(writers)) { json in
      guard case .object(let members) = json else { throw Fault(path: "", message: "must be an object") }
      return try make(repeat (each field).take(members))
    }
  }

  /// Creates an object that is one of several, selected by its `type`.
  package static func oneOf(
    _ name: String, _ summary: String, by type: @escaping @Sendable (Value) -> String, _ cases: [Case<Value>]
  ) -> Self {
    let byType = Dictionary(uniqueKeysWithValues: cases.map { ($0.type, $0) })
    let schema = Schema.oneOf(cases.map { ($0.type, $0.members) })
    return Self(
      .named(name, summary: summary, schema), put: { byType[type($0)]?.put($0, &$1) },
      take: { json in
        guard case .object(let members) = json else { throw Fault(path: "", message: "must be an object") }
        guard let known = members["type"]?.string.flatMap({ byType[$0] }) else {
          throw Fault(path: "type", message: "is not one of \(cases.map(\.type).joined(separator: ", "))")
        }
        return try known.take(members)
      })
  }

  /// Writes the members of an object.
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
  fileprivate let put: @Sendable (Value, inout JSONWriter) -> Void
  fileprivate let take: @Sendable ([String: JSONValue]) throws -> Value

  @_semantics("optimize.sil.specialize.generic.never")
  package init<each Part: Sendable>(
    _ type: String, _ field: repeat Field<Value, each Part>,
    make: @escaping @Sendable (repeat each Part) throws -> Value
  ) {
    self.type = type
    let key = JSONWriter.Key("type")
    var writers = [
      FieldWriter<Value>("type", .words([type]), isRequired: true, "The type.") { _, writer in
        writer.key(key)
        writer.write(type)
      }
    ]
    for field in repeat each field { writers.append(field.writer) }
    members = writers.map { $0.member }
    put = FieldWriter.object(writers)
    take = { members in try make(repeat (each field).take(members)) }
  }
}

// MARK: Members

// What is the same for every type stands here by itself: a thousand copies of it took the compiler half its time.

@inline(never)
private func member(_ name: String, of members: [String: JSONValue]) -> JSONValue? { members[name] }

/// Returns a member unless it is omitted or `null`.
@inline(never)
private func givenMember(_ name: String, of members: [String: JSONValue]) -> JSONValue? {
  guard let value = members[name], value != .null else { return nil }
  return value
}

@inline(never)
private func missing(_ name: String) -> Fault { Fault(path: name, message: "is missing") }

/// Returns a fault with a step added to the front of its path, and any other error as it is.
@inline(never)
private func located(_ error: any Error, at step: String) -> any Error {
  guard let fault = error as? Fault else { return error }
  let rest = fault.path.isEmpty || fault.path.hasPrefix("[") ? fault.path : ".\(fault.path)"
  return Fault(path: step + rest, message: fault.message)
}

@inline(never)
private func located(_ error: any Error, at index: Int) -> any Error { located(error, at: "[\(index)]") }

// MARK: What stands for itself

extension Shape where Value == String {
  package static var string: Self { string(format: nil) }
  /// A date, such as `2026-11-20`.
  package static var day: Self { string(format: "date") }

  static func string(format: String?) -> Self {
    Self(.string(format: format), put: { $1.write($0) }) { json in
      guard let text = json.string else { throw Fault(path: "", message: "must be of type string") }
      return text
    }
  }
}

extension Shape where Value == Int {
  /// A whole number from 0.
  package static var count: Self { integer(0...Int(1) << 53) }
  package static var integer: Self { integer(nil) }

  package static func integer(_ range: ClosedRange<Int>?) -> Self {
    Self(.integer(range), put: { $1.write($0) }) { json in
      guard let number = json.int else { throw Fault(path: "", message: "must be of type integer") }
      return number
    }
  }
}

extension Shape where Value == Int64 {
  package static var integer: Self { Shape<Int>.count.of({ Int($0) }, make: { Int64($0) }) }
}

extension Shape where Value == Double {
  package static var number: Self { number(nil) }

  package static func number(_ range: ClosedRange<Double>?) -> Self {
    Self(.number(range), put: { $1.write($0) }) { json in
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
      guard let time = Timestamp(text) else { throw Fault(path: "", message: "\"\(text)\" is not a time") }
      return time
    }
  }
}

extension Shape where Value == JSONValue {
  package static var any: Self { Self(.any, put: { $1.write($0) }, take: { $0 }) }
}

extension Shape where Value == Void {
  /// An object without members.
  package static var nothing: Self { object(make: {}) }
}

extension Shape {
  /// A UUID.
  package static func id<Entity>() -> Self where Value == Identifier<Entity> {
    let string = Shape<String>.string(format: "uuid")
    return Self(string.schema, put: { id, writer in id.withUTF8 { writer.write(plain: $0) } }) { json in
      let text = try string.take(json)
      guard let id = Identifier<Entity>(text) else { throw Fault(path: "", message: "\"\(text)\" is not a UUID") }
      return id
    }
  }

  package static func array<Item: Sendable>(_ item: Shape<Item>) -> Self where Value == [Item] {
    Self(
      .array(item.schema),
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
        throw Fault(path: "", message: "\"\(word)\" is not one of \(words.joined(separator: ", "))")
      }
      return value
    }
  }

  /// Returns the shape with its schema in the document; its own reader checks values.
  func readElsewhere() -> Self { Self(.readElsewhere(schema), put: put, take: take) }

  func named(_ name: String, _ summary: String) -> Self {
    Self(.named(name, summary: summary, schema), put: put, take: take)
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
