/// Parsed JSON with the place of each value. Members keep their order, and names may repeat.
///
/// Use it for files written by people, to report mistakes with their place. Otherwise use `JSONValue`.
package struct JSONTree: Sendable {
  package enum Content: Sendable {
    case object([Member])
    case array([JSONTree])
    /// A value that is neither an object nor an array.
    case scalar(JSONValue)
  }

  package typealias Member = (name: String, value: JSONTree)

  /// The start of the value in bytes, from 0. `JSONPosition` computes line and column.
  package let offset: Int
  package let content: Content

  /// Parses one JSON text in UTF-8.
  package init(parsing text: some Sequence<UInt8>) throws(JSONError) {
    let read = Array(text).withUnsafeBufferPointer { bytes in
      Result { () throws(JSONError) -> JSONTree in try JSONReader.read(bytes) }
    }
    self = try read.get()
  }

  private init(_ offset: Int, _ content: Content) { (self.offset, self.content) = (offset, content) }

  /// The members of an object; empty for other values.
  package var members: [Member] { if case .object(let members) = content { members } else { [] } }

  package var isObject: Bool { if case .object = content { true } else { false } }

  /// The items of an array; `nil` for other values.
  package var items: [JSONTree]? { if case .array(let items) = content { items } else { nil } }

  /// Returns the first member with that name.
  package subscript(name: String) -> JSONTree? { members.first { $0.name == name }?.value }

  package var string: String? { if case .scalar(let value) = content { value.string } else { nil } }
  package var number: Double? { if case .scalar(let value) = content { value.number } else { nil } }
  package var int: Int? { if case .scalar(let value) = content { value.int } else { nil } }
  package var bool: Bool? { if case .scalar(.bool(let bool)) = content { bool } else { nil } }
}

extension JSONTree: JSONNode {
  static var noMembers: [Member] { [] }
  static func add(_ member: JSONTree, named name: String, to members: inout [Member]) {
    members.append((name, member))
  }
  package static func object(_ members: [Member], at offset: Int) -> Self { Self(offset, .object(members)) }
  static func array(_ items: [JSONTree], at offset: Int) -> Self { Self(offset, .array(items)) }
  static func scalar(_ value: JSONValue, at offset: Int) -> Self { Self(offset, .scalar(value)) }
}
