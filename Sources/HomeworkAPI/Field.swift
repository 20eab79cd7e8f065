import HomeworkModel

/// A member of an object: its name, the key path to it, its shape, and what it is.
///
/// A member whose type is optional may be left out, and so may one that is declared as `optional`, which then has the
/// value of a new object. All others are required. `null` counts as left out for a member that may be left out.
package struct Field<Whole: Sendable>: Sendable {
  package let member: Schema.Member
  /// Writes the key and the value, or neither. The second object is a new one.
  let put: @Sendable (Whole, _ new: Whole, inout JSONWriter) -> Void
  /// `nil` if it is not read, because its value follows from the others.
  let take: (@Sendable (JSONValue, inout Whole) throws -> Void)?
  /// Adds what is out of its range, unless it is left out. The text is the path to the object.
  let check: @Sendable (Whole, _ new: Whole, String, inout [Fault]) -> Void

  private init(
    _ member: Schema.Member, put: @escaping @Sendable (Whole, Whole, inout JSONWriter) -> Void,
    take: (@Sendable (JSONValue, inout Whole) throws -> Void)?,
    check: @escaping @Sendable (Whole, Whole, String, inout [Fault]) -> Void
  ) {
    (self.member, self.put, self.take, self.check) = (member, put, take, check)
  }

  /// Creates a member that is left out if `get` returns `nil`, and not read if there is no `set`.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  private init<Part>(
    _ name: String, _ shape: Shape<Part>, isRequired: Bool, _ summary: String,
    get: @escaping @Sendable (Whole, _ new: Whole) -> Part?,
    set: (@Sendable (Part, inout Whole) -> Void)? = nil
  ) {
    let (put, read, check) = (shape.put, shape.take, shape.check)
    var take: (@Sendable (JSONValue, inout Whole) throws -> Void)?
    if let set { take = { json, whole in set(try read(json), &whole) } }
    self.init(
      Schema.Member(name: name, schema: shape.schema, isRequired: isRequired, summary: summary),
      put: { whole, new, writer in
        guard let part = get(whole, new) else { return }
        writer.key(name)
        put(part, &writer)
      }, take: take,
      check: { whole, new, path, faults in
        if set != nil, let part = get(whole, new) { check(part, Schema.join(path, name), nil, &faults) }
      })
  }

  /// Creates a member that is always there.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Part>(
    _ name: String, _ path: any WritableKeyPath<Whole, Part> & Sendable, _ shape: Shape<Part>, _ summary: String
  ) {
    self.init(name, shape, isRequired: true, summary, get: { whole, _ in whole[keyPath: path] }) { part, whole in
      whole[keyPath: path] = part
    }
  }

  /// Creates a member that is left out if it is `nil`.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Part>(
    _ name: String, _ path: any WritableKeyPath<Whole, Part?> & Sendable, _ shape: Shape<Part>, _ summary: String
  ) {
    self.init(name, shape, isRequired: false, summary, get: { whole, _ in whole[keyPath: path] }) { part, whole in
      whole[keyPath: path] = part
    }
  }

  /// Creates a member that is left out if it has the value that it has in a new object.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Part: Equatable>(
    optional name: String, _ path: any WritableKeyPath<Whole, Part> & Sendable, _ shape: Shape<Part>,
    _ summary: String
  ) {
    self.init(
      name, shape, isRequired: false, summary,
      get: { whole, new in
        let part = whole[keyPath: path]
        return part == new[keyPath: path] ? nil : part
      }
    ) { part, whole in
      whole[keyPath: path] = part
    }
  }

  /// Creates a member that is written but not read, because its value follows from the others.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Part>(
    derived name: String, _ get: @escaping @Sendable (Whole) -> Part, _ shape: Shape<Part>, _ summary: String
  ) {
    self.init(name, shape, isRequired: true, summary, get: { whole, _ in get(whole) })
  }

  /// Creates a member that is written but not read, and left out if it is `nil`.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Part>(
    derived name: String, _ get: @escaping @Sendable (Whole) -> Part?, _ shape: Shape<Part>, _ summary: String
  ) {
    self.init(name, shape, isRequired: false, summary, get: { whole, _ in get(whole) })
  }

  /// Returns the member as one of an object that this one is a part of, whose JSON has the members of both.
  @_semantics("optimize.sil.specialize.generic.never")
  package func within<Outer>(_ path: any WritableKeyPath<Outer, Whole> & Sendable) -> Field<Outer> {
    let (put, part, check) = (put, take, check)
    var take: (@Sendable (JSONValue, inout Outer) throws -> Void)?
    if let part { take = { json, outer in try part(json, &outer[keyPath: path]) } }
    return Field<Outer>(
      member, put: { outer, new, writer in put(outer[keyPath: path], new[keyPath: path], &writer) }, take: take,
      check: { outer, new, place, faults in check(outer[keyPath: path], new[keyPath: path], place, &faults) })
  }

  /// Returns the member as one of an object that this one is a part of if it has any of its members.
  @_semantics("optimize.sil.specialize.generic.never")
  package func within<Outer>(
    _ path: any WritableKeyPath<Outer, Whole?> & Sendable, _ blank: Whole
  ) -> Field<Outer> {
    let (put, part, check) = (put, take, check)
    var take: (@Sendable (JSONValue, inout Outer) throws -> Void)?
    if let part {
      take = { json, outer in
        var whole = outer[keyPath: path] ?? blank
        try part(json, &whole)
        outer[keyPath: path] = whole
      }
    }
    return Field<Outer>(
      Schema.Member(name: member.name, schema: member.schema, isRequired: false, summary: member.summary),
      put: { outer, _, writer in
        if let whole = outer[keyPath: path] { put(whole, blank, &writer) }
      }, take: take,
      check: { outer, _, place, faults in
        if let whole = outer[keyPath: path] { check(whole, blank, place, &faults) }
      })
  }

  /// Writes an object, in the order of its keys.
  @_semantics("optimize.sil.specialize.generic.never")
  static func writer(_ fields: [Self], _ new: Whole) -> Shape<Whole>.Put {
    let fields = fields.sorted { $0.member.name < $1.member.name }
    return { whole, writer in
      writer.beginObject()
      for field in fields { field.put(whole, new, &writer) }
      writer.endObject()
    }
  }

  /// Checks an object, in the order of the declaration.
  @_semantics("optimize.sil.specialize.generic.never")
  static func checker(_ fields: [Self], _ new: Whole) -> Shape<Whole>.Check {
    { whole, path, _, faults in
      for field in fields { field.check(whole, new, path, &faults) }
    }
  }

  /// Reads an object, in the order of the declaration. Unknown members are ignored.
  @_semantics("optimize.sil.specialize.generic.never")
  static func reader(_ fields: [Self]) -> @Sendable ([String: JSONValue], inout Whole) throws -> Void {
    { members, whole in
      for field in fields {
        guard let take = field.take else { continue }
        let (name, isRequired) = (field.member.name, field.member.isRequired)
        guard let json = members[name], isRequired || json != .null else {
          if isRequired { throw Fault(path: name, message: "is missing") }
          continue
        }
        do { try take(json, &whole) } catch { throw located(error, at: name) }
      }
    }
  }
}

/// Lists the members of an object, one a line.
@resultBuilder
package enum Fields<Whole: Sendable> {
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package static func buildExpression(_ field: Field<Whole>) -> [Field<Whole>] { [field] }
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package static func buildExpression(_ fields: [Field<Whole>]) -> [Field<Whole>] { fields }
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package static func buildBlock(_ fields: [Field<Whole>]...) -> [Field<Whole>] { Array(fields.joined()) }
}

extension Field {
  /// Members whose shape follows from their type.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Part: Plain>(
    _ name: String, _ path: any WritableKeyPath<Whole, Part> & Sendable, _ summary: String
  ) {
    self.init(name, path, Part.shape, summary)
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Part: Plain>(
    _ name: String, _ path: any WritableKeyPath<Whole, Part?> & Sendable, _ summary: String
  ) {
    self.init(name, path, Part.shape, summary)
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Part: Plain & Equatable>(
    optional name: String, _ path: any WritableKeyPath<Whole, Part> & Sendable, _ summary: String
  ) {
    self.init(optional: name, path, Part.shape, summary)
  }
}

/// Returns a fault with a step added to the front of its path, and any other error as it is.
@inline(never)
func located(_ error: any Error, at step: String) -> any Error {
  guard let fault = error as? Fault else { return error }
  let rest = fault.path.isEmpty || fault.path.hasPrefix("[") ? fault.path : ".\(fault.path)"
  return Fault(path: step + rest, message: fault.message)
}

@inline(never)
func located(_ error: any Error, at index: Int) -> any Error { located(error, at: "[\(index)]") }

/// A value that begins with defaults, and whose members are set.
///
///     let page = try await daemon.call(Methods.homeworkList, HomeworkListing { $0.status = .started })
public protocol Fillable: Sendable {
  init()
}

extension Fillable {
  public init<Failure>(_ fill: (inout Self) throws(Failure) -> Void) throws(Failure) {
    self.init()
    try fill(&self)
  }
}
