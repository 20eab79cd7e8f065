/// Writes JSON on one line, keys in order.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int = 512) {
    bytes.reserveCapacity(capacity)
  }

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: write(json: "null")
    case .bool(let bool): write(json: bool ? "true" : "false")
    case .int(let number): write(number)
    case .double(let number): write(number)
    case .string(let text): write(quoted: text)
    case .array(let items):
      bytes.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(item)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members): write(members)
    }
  }

  /// What is JSON already.
  mutating func write(json text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func write(_ members: [String: JSONValue]) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    // Places are sorted, not members: they are small, and need no counting of references.
    let places = members.indices.sorted { members[$0].key < members[$1].key }
    for place in places {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      write(quoted: members[place].key)
      bytes.append(UInt8(ascii: ":"))
      write(members[place].value)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func write(_ number: Int64) {
    if 0..<10 ~= number { return bytes.append(UInt8(ascii: "0") + UInt8(number)) }
    bytes.append(contentsOf: String(number).utf8)
  }

  /// JSON has no word for what is no number.
  private mutating func write(_ number: Double) {
    guard number.isFinite else { return write(json: "null") }
    let text = number.description
    bytes.append(contentsOf: text.hasSuffix(".0") ? Substring(text.dropLast(2)).utf8 : Substring(text).utf8)
  }

  private mutating func write(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      // Nearly every string stands for itself.
      guard utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
        return bytes.append(contentsOf: utf8)
      }
      for byte in utf8 { write(escaped: byte) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func write(escaped byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): write(json: "\\\"")
    case UInt8(ascii: "\\"): write(json: "\\\\")
    case 0x08: write(json: "\\b")
    case 0x09: write(json: "\\t")
    case 0x0A: write(json: "\\n")
    case 0x0C: write(json: "\\f")
    case 0x0D: write(json: "\\r")
    case ..<0x20:
      write(json: "\\u00")
      for digit in [byte >> 4, byte & 0xF] { bytes.append(contentsOf: String(digit, radix: 16).utf8) }
    default: bytes.append(byte)
    }
  }
}
