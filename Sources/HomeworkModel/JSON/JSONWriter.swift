/// Writes JSON directly to bytes.
///
/// The keys of a value are sorted. If you write an object member by member, write the keys in order.
package struct JSONWriter {
  /// The layout: one line, for programs, or indented on several lines, for people.
  package enum Style: Sendable {
    case compact, pretty
  }

  /// The bytes written so far.
  package private(set) var bytes: [UInt8] = []
  private let style: Style
  /// True if the current array or object is still empty.
  private var isEmpty = true
  private var depth = 0

  package init(_ style: Style = .compact, capacity: Int = 512) {
    self.style = style
    bytes.reserveCapacity(capacity)
  }

  package mutating func write(_ value: JSONValue) {
    switch value {
    case .null: writeNull()
    case .bool(let bool): write(bool)
    case .int(let number): write(number)
    case .double(let number): write(number)
    case .string(let text): write(text)
    case .array(let items):
      beginArray()
      for item in items {
        nextItem()
        write(item)
      }
      endArray()
    case .object(let members):
      beginObject()
      // Sorts places instead of members: they are small and need no reference counting.
      for index in members.indices.sorted(by: { members[$0].key < members[$1].key }) {
        key(members[index].key)
        write(members[index].value)
      }
      endObject()
    }
  }

  // MARK: Arrays and objects

  package mutating func beginObject() { begin(UInt8(ascii: "{")) }
  package mutating func endObject() { end(UInt8(ascii: "}")) }
  package mutating func beginArray() { begin(UInt8(ascii: "[")) }
  package mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Starts the next item of an array. Call it before each item.
  package mutating func nextItem() {
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    isEmpty = false
    if style == .pretty { breakLine() }
  }

  /// Writes the key of the next member.
  package mutating func key(_ key: String) {
    nextItem()
    write(key)
    write(json: style == .pretty ? " : " : ":")
  }

  private mutating func begin(_ bracket: UInt8) {
    bytes.append(bracket)
    (isEmpty, depth) = (true, depth + 1)
  }

  private mutating func end(_ bracket: UInt8) {
    depth -= 1
    if style == .pretty, !isEmpty { breakLine() }
    bytes.append(bracket)
    isEmpty = false
  }

  private mutating func breakLine() {
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<2 * depth { bytes.append(UInt8(ascii: " ")) }
  }

  // MARK: Simple values

  /// Writes text that is already JSON, in the style of this writer.
  package mutating func write(json text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func write(json text: [UInt8]) { bytes.append(contentsOf: text) }

  package mutating func writeNull() { write(json: "null") }

  package mutating func write(_ bool: Bool) { write(json: bool ? "true" : "false") }

  package mutating func write(_ number: Int) { write(Int64(number)) }

  package mutating func write(_ number: Int64) { bytes.append(contentsOf: String(number).utf8) }

  /// Writes a number. Infinity and NaN, which JSON does not have, become `null`.
  package mutating func write(_ number: Double) {
    guard number.isFinite else { return writeNull() }
    let text = number.description
    bytes.append(contentsOf: text.hasSuffix(".0") ? text.dropLast(2).utf8 : text[...].utf8)
  }

  package mutating func write(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { characters in
      var start = 0
      // Nearly every string needs no escaping, and is copied as a whole.
      for (index, byte) in characters.enumerated()
      where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes.append(contentsOf: characters[start..<index])
        write(escaped: byte)
        start = index + 1
      }
      bytes.append(contentsOf: characters[start...])
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
    default:
      write(json: "\\u00")
      for digit in [byte >> 4, byte & 0xF] { bytes.append(contentsOf: String(digit, radix: 16).utf8) }
    }
  }
}
