/// JSON text that is already written, on one line.
public struct JSONText: Hashable, Sendable {
  public let bytes: [UInt8]

  /// Creates JSON text from bytes, without checking them.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  public init(_ value: JSONValue) { self.init(value.encoded()) }

  /// The parsed value.
  public var value: JSONValue {
    get throws(JSONError) { try JSONValue(parsing: bytes) }
  }

  public var text: String { String(decoding: bytes, as: UTF8.self) }
}
