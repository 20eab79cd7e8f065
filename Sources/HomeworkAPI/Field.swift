import HomeworkJSON
import HomeworkModel

/// A member of an object: its name, its shape, its value, and its description.
///
/// The value is a key path, which is best for what is stored, or a closure, which only reads what it is given.
package struct Field<Whole: Sendable, Part: Sendable>: Sendable {
  let writer: FieldWriter
  let take: @Sendable ([String: JSONValue]) throws -> Part

  /// Creates a member that is always present.
  package init(
    _ name: String, _ shape: Shape<Part>, _ path: any KeyPath<Whole, Part> & Sendable, _ summary: String
  ) {
    self.init(name, shape, Source(path), summary)
  }

  package init(
    _ name: String, _ shape: Shape<Part>, from get: @escaping @Sendable (inout Whole) -> Part, _ summary: String
  ) {
    self.init(name, shape, .made(get), summary)
  }

  private init(_ name: String, _ shape: Shape<Part>, _ source: Source<Whole, Part>, _ summary: String) {
    writer = .always(name, shape, source, summary)
    take = { members in
      guard let value = member(name, of: members) else { throw missing(name) }
      do { return try shape.take(value) } catch { throw located(error, at: name) }
    }
  }

  /// Creates a member that is omitted if it has no value. When reading, `null` counts as omitted.
  package init<Some: Sendable>(
    optional name: String, _ shape: Shape<Some>, _ path: any KeyPath<Whole, Part> & Sendable, _ summary: String
  ) where Part == Some? {
    self.init(optional: name, shape, Source(path), summary)
  }

  package init<Some: Sendable>(
    optional name: String, _ shape: Shape<Some>, from get: @escaping @Sendable (inout Whole) -> Part, _ summary: String
  ) where Part == Some? {
    self.init(optional: name, shape, .made(get), summary)
  }

  private init<Some: Sendable>(
    optional name: String, _ shape: Shape<Some>, _ source: Source<Whole, Part>, _ summary: String
  ) where Part == Some? {
    writer = .optional(name, shape, source, summary)
    take = { members in
      guard let value = givenMember(name, of: members) else { return nil }
      do { return try shape.take(value) } catch { throw located(error, at: name) }
    }
  }

  /// Creates a member that is omitted if it has the value `standard`.
  package init(
    _ name: String, _ shape: Shape<Part>, else standard: Part, _ path: any KeyPath<Whole, Part> & Sendable,
    _ summary: String
  ) where Part: Equatable {
    self.init(name, shape, else: standard, Source(path), summary)
  }

  package init(
    _ name: String, _ shape: Shape<Part>, else standard: Part, from get: @escaping @Sendable (inout Whole) -> Part,
    _ summary: String
  ) where Part: Equatable {
    self.init(name, shape, else: standard, .made(get), summary)
  }

  private init(
    _ name: String, _ shape: Shape<Part>, else standard: Part, _ source: Source<Whole, Part>, _ summary: String
  ) where Part: Equatable {
    writer = .unless(standard, name, shape, source, summary)
    take = { members in
      guard let value = givenMember(name, of: members) else { return standard }
      do { return try shape.take(value) } catch { throw located(error, at: name) }
    }
  }
}

/// A member that is written but not read, because its value follows from the others.
package struct Derived<Whole: Sendable>: Sendable {
  let writer: FieldWriter

  package init<Part: Sendable>(
    _ name: String, _ shape: Shape<Part>, _ get: @escaping @Sendable (inout Whole) -> Part, _ summary: String
  ) {
    writer = .always(name, shape, Source<Whole, Part>.made(get), summary)
  }

  package init<Part: Sendable>(
    optional name: String, _ shape: Shape<Part>, _ get: @escaping @Sendable (inout Whole) -> Part?, _ summary: String
  ) {
    writer = .optional(name, shape, Source<Whole, Part?>.made(get), summary)
  }
}

/// Where the value of a member comes from.
enum Source<Whole, Part>: Sendable {
  /// It is stored in the whole, so many bytes from its beginning.
  case stored(offset: Int)
  case made(Get)

  /// It changes nothing: what is not `inout` would be copied, as a whole, to be given to it.
  typealias Get = @Sendable (inout Whole) -> Part

  init(_ path: any KeyPath<Whole, Part> & Sendable) {
    self = MemoryLayout<Whole>.offset(of: path).map { .stored(offset: $0) } ?? .made { $0[keyPath: path] }
  }

  @inline(__always)
  func read<Result>(_ whole: UnsafeRawPointer, _ body: (UnsafePointer<Part>) -> Result) -> Result {
    switch self {
    case .stored(let offset): body((whole + offset).assumingMemoryBound(to: Part.self))
    case .made(let get):
      withUnsafePointer(
        to: get(&UnsafeMutablePointer(mutating: whole.assumingMemoryBound(to: Whole.self)).pointee), body)
    }
  }
}

/// Writes a member, and describes it.
struct FieldWriter: Sendable {
  /// Is given where the object is.
  typealias Put = @Sendable (UnsafeRawPointer, inout JSONWriter) -> Void

  let member: Schema.Member
  /// Writes the key and the value, or neither.
  let put: Put

  init(_ name: String, _ schema: Schema, isRequired: Bool, _ summary: String, put: @escaping Put) {
    member = Schema.Member(name: name, schema: schema, isRequired: isRequired, summary: summary)
    self.put = put
  }

  static func always<Whole, Part>(
    _ name: String, _ shape: Shape<Part>, _ source: Source<Whole, Part>, _ summary: String
  ) -> Self {
    let (key, put) = (JSONWriter.Key(name), shape.put)
    return Self(name, shape.schema, isRequired: true, summary) { whole, writer in
      source.read(whole) { part in
        writer.key(key)
        put(part, &writer)
      }
    }
  }

  static func optional<Whole, Part>(
    _ name: String, _ shape: Shape<Part>, _ source: Source<Whole, Part?>, _ summary: String
  ) -> Self {
    let (key, put) = (JSONWriter.Key(name), shape.put)
    return Self(name, shape.schema, isRequired: false, summary) { whole, writer in
      source.read(whole) { part in
        guard let part = part.pointee else { return }
        writer.key(key)
        withUnsafePointer(to: part) { put($0, &writer) }
      }
    }
  }

  static func unless<Whole, Part: Equatable>(
    _ standard: Part, _ name: String, _ shape: Shape<Part>, _ source: Source<Whole, Part>, _ summary: String
  ) -> Self {
    let (key, put) = (JSONWriter.Key(name), shape.put)
    return Self(name, shape.schema, isRequired: false, summary) { whole, writer in
      source.read(whole) { part in
        guard part.pointee != standard else { return }
        writer.key(key)
        put(part, &writer)
      }
    }
  }

  /// The members of an object, in the order of their keys.
  static func object(_ fields: [Self]) -> Put {
    let put = inOrder(fields.sorted { $0.member.name < $1.member.name }[...])
    return { whole, writer in
      writer.beginObject()
      put(whole, &writer)
      writer.endObject()
    }
  }

  /// One that calls each. Each holds those that it calls: to take them from an array counts references, which all
  /// threads share, and took most of the time. Closures as items of an array would be wrapped for it, each in two more.
  private static func inOrder(_ fields: ArraySlice<Self>) -> Put {
    guard let only = fields.first else { return { _, _ in } }
    guard fields.count > 1 else { return only.put }
    let half = fields.count / 2
    let (first, second) = (inOrder(fields.prefix(half)), inOrder(fields.dropFirst(half)))
    return { whole, writer in
      first(whole, &writer)
      second(whole, &writer)
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
