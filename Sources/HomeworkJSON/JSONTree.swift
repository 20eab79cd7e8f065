/// A JSON text with its places: members in the order in which they stand, those of one name too.
///
/// For files that people write, whose mistakes are told by their place. What only has to be read is a `JSONValue`.
public struct JSONTree: Sendable {
  /// A value's content.
  public enum Content: Sendable {
    case object([Member])
    case array([JSONTree])
    /// Neither an object nor an array.
    case scalar(JSONValue)
  }

  /// A member of an object.
  public struct Member: Sendable {
    public let name: String
    public let value: JSONTree

    public init(name: String, value: JSONTree) {
      (self.name, self.value) = (name, value)
    }
  }

  /// Where it begins, in bytes from 0. `JSONPosition` gives line and column.
  public let offset: Int
  public let content: Content

  /// Reads one JSON text in UTF-8.
  public init(parsing text: some Sequence<UInt8>) throws(JSONError) {
    let read = text.withContiguousStorageIfAvailable { bytes in
      Result { () throws(JSONError) in try JSONReader.tree(bytes) }
    }
    guard let read else {
      self = try Self(parsing: Array(text))
      return
    }
    self = try read.get()
  }

  /// One that is put together of others.
  public init(at offset: Int, members: [Member]) {
    self.init(offset, .object(members))
  }

  init(_ offset: Int, _ content: Content) {
    (self.offset, self.content) = (offset, content)
  }

  /// The members of an object; none of anything else.
  public var members: [Member] {
    if case .object(let members) = content { members } else { [] }
  }

  public var isObject: Bool {
    if case .object = content { true } else { false }
  }

  /// The items of an array; `nil` of anything else.
  public var items: [JSONTree]? {
    if case .array(let items) = content { items } else { nil }
  }

  /// The member of that name; of several the first.
  public subscript(name: String) -> JSONTree? { members.first { $0.name == name }?.value }

  public var string: String? { if case .scalar(let value) = content { value.string } else { nil } }
  public var number: Double? { if case .scalar(let value) = content { value.number } else { nil } }
  public var int: Int? { if case .scalar(let value) = content { value.int } else { nil } }
  public var bool: Bool? { if case .scalar(.bool(let bool)) = content { bool } else { nil } }
}

extension JSONReader {
  static func tree(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSONTree {
    var reader = JSONReader(bytes)
    let tree = try reader.tree()
    guard reader.offset == bytes.count else { throw reader.problem }
    return tree
  }

  private mutating func tree() throws(JSONError) -> JSONTree {
    skipSpace()
    defer { skipSpace() }
    let start = offset
    switch peek {
    case UInt8(ascii: "{"):
      return JSONTree(start, .object(try nested { reader throws(JSONError) in try reader.branches() }))
    case UInt8(ascii: "["):
      return JSONTree(start, .array(try nested { reader throws(JSONError) in try reader.list() }))
    default: return JSONTree(start, .scalar(try value()))
    }
  }

  private mutating func branches() throws(JSONError) -> [JSONTree.Member] {
    var members: [JSONTree.Member] = []
    guard !takes("}") else { return members }
    repeat {
      let name = try memberName()
      members.append(JSONTree.Member(name: name, value: try tree()))
    } while takes(",")
    guard takes("}") else { throw problem }
    return members
  }

  private mutating func list() throws(JSONError) -> [JSONTree] {
    var items: [JSONTree] = []
    guard !takes("]") else { return items }
    repeat { items.append(try tree()) } while takes(",")
    guard takes("]") else { throw problem }
    return items
  }
}
