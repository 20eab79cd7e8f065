import HomeworkModel

/// A member of an object: its name, its shape, the key path (or closure) that reads it, and its description.
package struct Field<Whole: Sendable, Part: Sendable>: Sendable {
  package typealias Get = @Sendable (Whole) -> Part

  let writer: FieldWriter<Whole>
  let take: @Sendable ([String: JSONValue]) throws -> Part

  /// Creates a member that is always present.
  package init(_ name: String, _ shape: Shape<Part>, _ get: @escaping Get, _ summary: String) {
    writer = .always(name, shape, get, summary)
    take = { members in
      guard let value = member(name, of: members) else { throw missing(name) }
      do { return try shape.take(value) } catch { throw located(error, at: name) }
    }
  }

  /// Creates a member that is omitted if it has no value. When reading, `null` counts as omitted.
  package init<Some: Sendable>(
    optional name: String, _ shape: Shape<Some>, _ get: @escaping Get, _ summary: String
  ) where Part == Some? {
    writer = .optional(name, shape, get, summary)
    take = { members in
      guard let value = givenMember(name, of: members) else { return nil }
      do { return try shape.take(value) } catch { throw located(error, at: name) }
    }
  }

  /// Creates a member that is omitted if it has the value `standard`.
  package init(
    _ name: String, _ shape: Shape<Part>, else standard: Part, _ get: @escaping Get, _ summary: String
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
  let writer: FieldWriter<Whole>

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
struct FieldWriter<Whole: Sendable>: Sendable {
  let member: Schema.Member
  /// Writes the key and the value, or neither.
  let put: Shape<Whole>.Put

  init(_ name: String, _ schema: Schema, isRequired: Bool, _ summary: String, put: @escaping Shape<Whole>.Put) {
    member = Schema.Member(name: name, schema: schema, isRequired: isRequired, summary: summary)
    self.put = put
  }

  static func always<Part>(
    _ name: String, _ shape: Shape<Part>, _ get: @escaping @Sendable (Whole) -> Part, _ summary: String
  ) -> Self {
    let (key, put) = (JSONWriter.Key(name), shape.put)
    return Self(name, shape.schema, isRequired: true, summary) { whole, writer in
      writer.key(key)
      put(get(whole), &writer)
    }
  }

  static func optional<Part>(
    _ name: String, _ shape: Shape<Part>, _ get: @escaping @Sendable (Whole) -> Part?, _ summary: String
  ) -> Self {
    let (key, put) = (JSONWriter.Key(name), shape.put)
    return Self(name, shape.schema, isRequired: false, summary) { whole, writer in
      guard let part = get(whole) else { return }
      writer.key(key)
      put(part, &writer)
    }
  }

  /// Writes an object, in the order of its keys.
  static func object(_ fields: [Self]) -> Shape<Whole>.Put {
    let fields = fields.sorted { $0.member.name < $1.member.name }
    return { whole, writer in
      writer.beginObject()
      for field in fields { field.put(whole, &writer) }
      writer.endObject()
    }
  }
}

// MARK: Members

// What is the same for every type stands here by itself: a thousand copies of it took the compiler half its time.

@inline(never)
func member(_ name: String, of members: [String: JSONValue]) -> JSONValue? { members[name] }

/// Returns a member unless it is omitted or `null`.
@inline(never)
func givenMember(_ name: String, of members: [String: JSONValue]) -> JSONValue? {
  guard let value = members[name], value != .null else { return nil }
  return value
}

@inline(never)
func missing(_ name: String) -> Fault { Fault(path: name, message: "is missing") }

/// Returns a fault with a step added to the front of its path, and any other error as it is.
@inline(never)
func located(_ error: any Error, at step: String) -> any Error {
  guard let fault = error as? Fault else { return error }
  let rest = fault.path.isEmpty || fault.path.hasPrefix("[") ? fault.path : ".\(fault.path)"
  return Fault(path: step + rest, message: fault.message)
}

@inline(never)
func located(_ error: any Error, at index: Int) -> any Error { located(error, at: "[\(index)]") }
