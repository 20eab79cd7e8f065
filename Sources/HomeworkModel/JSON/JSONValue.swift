/// Any JSON value. Whole numbers are kept exact.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Parses one JSON text in UTF-8, of any type.
  ///
  ///     let value = try JSONValue(parsing: #"{"title": "Fractions"}"#.utf8)
  ///     print(value["title"]?.string ?? "")  // Fractions
  @inlinable
  public init(parsing text: some Sequence<UInt8>) throws(JSONError) {
    let read = text.withContiguousStorageIfAvailable { bytes in Result { () throws(JSONError) in try Self(bytes) } }
    guard let read else {
      self = try Self(parsing: Array(text))
      return
    }
    self = try read.get()
  }

  /// Parses one JSON text in UTF-8.
  public init(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    self = try JSONReader.read(bytes)
  }

  /// Creates a number, as an integer if it is whole and exactly representable, regardless of its notation: 2.0 is 2.
  public init(_ number: Double) {
    if let whole = Int64(exactly: number), whole.magnitude <= 1 << 53 {
      self = .int(whole)
    } else {
      self = .double(number)
    }
  }

  /// Returns the value on one line, with its keys sorted.
  public func encoded() -> [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }

  /// Returns the member with that name; `nil` if there is none, or if the value is not an object.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  /// The text, if the value is a string.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number, if the value is a whole number.
  public var int: Int? {
    if case .int(let number) = self { Int(number) } else { nil }
  }

  /// The number, if the value is a number.
  public var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// The items, if the value is an array.
  public var array: [JSONValue]? {
    if case .array(let items) = self { items } else { nil }
  }

  /// The texts, if the value is an array of strings.
  package var strings: [String]? {
    let strings = array?.compactMap(\.string)
    return strings?.count == array?.count ? strings : nil
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .int(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}

extension JSONValue: JSONNode {
  // A request has four members.
  static var noMembers: [String: JSONValue] { Dictionary(minimumCapacity: 4) }
  static func add(_ member: JSONValue, named name: String, to members: inout [String: JSONValue]) {
    members[name] = member
  }
  static func object(_ members: [String: JSONValue], at offset: Int) -> JSONValue { .object(members) }
  static func array(_ items: [JSONValue], at offset: Int) -> JSONValue { .array(items) }
  static func scalar(_ value: JSONValue, at offset: Int) -> JSONValue { value }
}
