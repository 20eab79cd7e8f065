/// JSON text that is already written, on one line.
package struct JSONText: Hashable, Sendable {
  package let bytes: [UInt8]

  /// Creates JSON text from bytes, without checking them.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package init(_ value: JSONValue) { self.init(value.encoded()) }

  package var value: JSONValue {
    get throws(JSONError) { try JSONValue(parsing: bytes) }
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
