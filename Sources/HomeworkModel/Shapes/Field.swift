/// A member of an object: its name, the key path to it, its shape, and what it is.
///
/// A member whose type is optional may be left out, and so may one that is declared as `optional`, which then has the
/// value of a new object. All others are required. `null` counts as left out for a member that may be left out.
package struct Field<Whole: Sendable>: Sendable {
  package let member: Schema.Member
  /// Writes the key and the value, or neither. The second object is a new one.
  let encode: @Sendable (Whole, _ new: Whole, inout JSONWriter) -> Void
  /// `nil` if it is not read, because its value follows from the others.
  let decode: (@Sendable (JSONValue, inout Whole, inout ShapeReader) -> Void)?
  /// Adds what is out of its range, unless it is left out. The text is the path to the object.
  let check: @Sendable (Whole, _ new: Whole, String, inout Faults) -> Void

  private init(
    _ member: Schema.Member, encode: @escaping @Sendable (Whole, Whole, inout JSONWriter) -> Void,
    decode: (@Sendable (JSONValue, inout Whole, inout ShapeReader) -> Void)?,
    check: @escaping @Sendable (Whole, Whole, String, inout Faults) -> Void
  ) {
    (self.member, self.encode, self.decode, self.check) = (member, encode, decode, check)
  }

  /// Creates a member that is left out if `visit` does not call its last argument, and not read if there is no `set`.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  private init<Part>(
    _ name: String, _ shape: Shape<Part>, isRequired: Bool, _ summary: String,
    visit: @escaping @Sendable (Whole, _ new: Whole, (Part) -> Void) -> Void,
    set: (@Sendable (Part, inout Whole) -> Void)? = nil
  ) {
    let (encode, read, check) = (shape.encode, shape.decode, shape.check)
    var decode: (@Sendable (JSONValue, inout Whole, inout ShapeReader) -> Void)?
    if let set {
      decode = { json, whole, reader in
        if let part = reader.at(name, { read(json, &$0) }) { set(part, &whole) }
      }
    }
    self.init(
      Schema.Member(name: name, schema: shape.schema, isRequired: isRequired, summary: summary),
      encode: { whole, new, writer in
        visit(whole, new) { part in
          writer.key(name)
          encode(part, &writer)
        }
      }, decode: decode,
      check: { whole, new, path, faults in
        if set != nil { visit(whole, new) { check($0, Schema.join(path, name), nil, &faults) } }
      })
  }

  /// Creates a member that is always there.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Part>(
    _ name: String, _ path: any WritableKeyPath<Whole, Part> & Sendable, _ shape: Shape<Part>, _ summary: String
  ) {
    let get = Self.getter(path)
    self.init(name, shape, isRequired: true, summary, visit: { $2(get($0)) }) { part, whole in
      whole[keyPath: path] = part
    }
  }

  /// Creates a member that is left out if it is `nil`.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Part>(
    _ name: String, _ path: any WritableKeyPath<Whole, Part?> & Sendable, _ shape: Shape<Part>, _ summary: String
  ) {
    let get = Self.getter(path)
    self.init(name, shape, isRequired: false, summary, visit: { if let part = get($0) { $2(part) } }) { part, whole in
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
    let get = Self.getter(path)
    self.init(
      name, shape, isRequired: false, summary,
      visit: { whole, new, use in
        let part = get(whole)
        if part != get(new) { use(part) }
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
    self.init(name, shape, isRequired: true, summary, visit: { $2(get($0)) })
  }

  /// Creates a member that is written but not read, and left out if it is `nil`.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Part>(
    derived name: String, _ get: @escaping @Sendable (Whole) -> Part?, _ shape: Shape<Part>, _ summary: String
  ) {
    self.init(name, shape, isRequired: false, summary, visit: { if let part = get($0) { $2(part) } })
  }

  /// Returns what reads a stored property at its offset, which takes a tenth of the time of its key path.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  private static func getter<Part>(_ path: any KeyPath<Whole, Part> & Sendable) -> @Sendable (Whole) -> Part {
    guard let offset = MemoryLayout<Whole>.offset(of: path) else { return { $0[keyPath: path] } }
    return { whole in withUnsafeBytes(of: whole) { $0.load(fromByteOffset: offset, as: Part.self) } }
  }

  /// Creates a member that may be there and says nothing.
  package init(ignored name: String) {
    self.init(
      Schema.Member(name: name, schema: .any, isRequired: false, summary: "Ignored."), encode: { _, _, _ in },
      decode: nil, check: { _, _, _, _ in })
  }

  /// Returns the member as one of an object that this one is a part of, whose JSON has the members of both.
  @_semantics("optimize.sil.specialize.generic.never")
  package func within<Outer>(_ path: any WritableKeyPath<Outer, Whole> & Sendable) -> Field<Outer> {
    let (encode, part, check) = (encode, decode, check)
    var decode: (@Sendable (JSONValue, inout Outer, inout ShapeReader) -> Void)?
    if let part { decode = { json, outer, reader in part(json, &outer[keyPath: path], &reader) } }
    return Field<Outer>(
      member, encode: { outer, new, writer in encode(outer[keyPath: path], new[keyPath: path], &writer) },
      decode: decode,
      check: { outer, new, location, faults in check(outer[keyPath: path], new[keyPath: path], location, &faults) })
  }

  /// Returns the member as one of an object that this one is a part of if it has any of its members.
  @_semantics("optimize.sil.specialize.generic.never")
  package func within<Outer>(
    _ path: any WritableKeyPath<Outer, Whole?> & Sendable, _ blank: Whole
  ) -> Field<Outer> {
    let (encode, part, check) = (encode, decode, check)
    var decode: (@Sendable (JSONValue, inout Outer, inout ShapeReader) -> Void)?
    if let part {
      decode = { json, outer, reader in
        var whole = outer[keyPath: path] ?? blank
        part(json, &whole, &reader)
        outer[keyPath: path] = whole
      }
    }
    return Field<Outer>(
      Schema.Member(name: member.name, schema: member.schema, isRequired: false, summary: member.summary),
      encode: { outer, _, writer in
        if let whole = outer[keyPath: path] { encode(whole, blank, &writer) }
      }, decode: decode,
      check: { outer, _, location, faults in
        if let whole = outer[keyPath: path] { check(whole, blank, location, &faults) }
      })
  }

  /// Writes an object, in the order of its keys.
  @_semantics("optimize.sil.specialize.generic.never")
  static func writer(_ fields: [Self], _ new: Whole) -> Shape<Whole>.Encode {
    // One call after the other: an array of functions would be looked up by type for each object.
    var encode: @Sendable (Whole, Whole, inout JSONWriter) -> Void = { _, _, _ in }
    for field in fields.sorted(by: { $0.member.name < $1.member.name }) {
      let (before, next) = (encode, field.encode)
      encode = { whole, new, writer in
        before(whole, new, &writer)
        next(whole, new, &writer)
      }
    }
    let members = encode
    return { whole, writer in
      writer.beginObject()
      members(whole, new, &writer)
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

  /// Returns what reads an object, in the order of the declaration, and whether it is without faults.
  ///
  /// The reader gets to know all other members, but for those that are `null`, or named by the set.
  @_semantics("optimize.sil.specialize.generic.never")
  static func reader(_ fields: [Self]) -> Reader {
    let known = Set(fields.map(\.member.name))
    return { members, whole, reader, others in
      let (faults, unknown) = (reader.faults.total, reader.unknown.count)
      var found = 0
      for field in fields {
        let member = field.member
        if let json = members[member.name] {
          found += 1
          if !json.isNull || member.schema.takesNull {
            field.decode?(json, &whole, &reader)
            continue
          }
        }
        if member.isRequired, field.decode != nil { reader.add("is missing", at: member.name) }
      }
      if found < members.count {
        var names: [String] = []
        for (name, json) in members where !json.isNull && !others.contains(name) && !known.contains(name) {
          names.append(name)
        }
        reader.add(unknown: names, before: unknown)
      }
      return reader.faults.total == faults
    }
  }

  typealias Reader = @Sendable ([String: JSONValue], inout Whole, inout ShapeReader, Set<String>) -> Bool
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
  package init<Part: HasShape>(
    _ name: String, _ path: any WritableKeyPath<Whole, Part> & Sendable, _ summary: String
  ) {
    self.init(name, path, Part.shape, summary)
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Part: HasShape>(
    _ name: String, _ path: any WritableKeyPath<Whole, Part?> & Sendable, _ summary: String
  ) {
    self.init(name, path, Part.shape, summary)
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Part: HasShape & Equatable>(
    optional name: String, _ path: any WritableKeyPath<Whole, Part> & Sendable, _ summary: String
  ) {
    self.init(optional: name, path, Part.shape, summary)
  }
}
