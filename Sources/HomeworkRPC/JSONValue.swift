public import Foundation

/// Any JSON value. Whole numbers stay whole.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Reads one JSON text, of any kind.
  public init(parsing data: Data) throws {
    self = try data.withUnsafeBytes { try JSONReader.read($0.assumingMemoryBound(to: UInt8.self)) }
  }

  /// What `value` is as JSON; absent optionals are left out.
  public init(encoding value: some Encodable) throws {
    if let same = value as? JSONValue {
      self = same
    } else {
      self = try JSONValue(parsing: JSONEncoder().encode(value))
    }
  }

  /// A number, whole where it is, however it is written: 2.0 is 2, as far as a double is exact.
  public init(_ number: Double) {
    if let whole = Int64(exactly: number), whole.magnitude <= 1 << 53 {
      self = .int(whole)
    } else {
      self = .double(number)
    }
  }

  public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(type, from: encoded())
  }

  /// One line, keys in order.
  public func encoded() -> Data {
    var writer = JSONWriter()
    writer.write(self)
    return Data(writer.bytes)
  }

  /// Several lines, indented, for people.
  public var pretty: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    // Only a number that is none fails to encode; JSON has no word for it.
    return String(decoding: (try? encoder.encode(self)) ?? Data("null".utf8), as: UTF8.self)
  }

  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  public var int: Int? {
    if case .int(let number) = self { Int(number) } else { nil }
  }

  public var array: [JSONValue]? {
    if case .array(let items) = self { items } else { nil }
  }
}

extension JSONValue: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // The type is the discriminator: a failure is a "no".
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let int = try? container.decode(Int64.self) {
      self = .int(int)
    } else if let double = try? container.decode(Double.self) {
      self = .double(double)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let array = try? container.decode([JSONValue].self) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .int(let int): try container.encode(int)
    case .double(let double): try container.encode(double)
    case .string(let string): try container.encode(string)
    case .array(let array): try container.encode(array)
    case .object(let object): try container.encode(object)
    }
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
