/// A JSON text that is written already, on one line.
public struct JSONText: Hashable, Sendable {
  public let bytes: [UInt8]

  /// What is JSON; nothing is checked.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  public init(_ value: JSONValue) { self.init(value.encoded()) }

  /// What it says.
  public var value: JSONValue {
    get throws(JSONError) { try JSONValue(parsing: bytes) }
  }

  public var text: String { String(decoding: bytes, as: UTF8.self) }
}
