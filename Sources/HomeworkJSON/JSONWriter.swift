/// Writes JSON straight to bytes.
///
/// The keys of a value are sorted. If you write an object member by member, write the keys in order.
///
///     var writer = JSONWriter()
///     writer.beginObject()
///     writer.key("title")
///     writer.write("Fractions")
///     writer.endObject()  // {"title":"Fractions"}
public struct JSONWriter {
  /// On one line, for programs, or indented on several lines, for people.
  public enum Style: Sendable {
    case compact, pretty
  }

  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []
  private let style: Style
  /// Nothing stands yet in the array or object at hand.
  private var isEmpty = true
  private var depth = 0

  public init(_ style: Style = .compact, capacity: Int = 512) {
    self.style = style
    bytes.reserveCapacity(capacity)
  }

  /// Writes any value.
  public mutating func write(_ value: JSONValue) {
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
      // Places are sorted, not members: they are small, and need no counting of references.
      for place in members.indices.sorted(by: { members[$0].key < members[$1].key }) {
        key(members[place].key)
        write(members[place].value)
      }
      endObject()
    }
  }

  // MARK: Arrays and objects

  public mutating func beginObject() { begin(UInt8(ascii: "{")) }
  public mutating func endObject() { end(UInt8(ascii: "}")) }
  public mutating func beginArray() { begin(UInt8(ascii: "[")) }
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Starts the next item of an array. Call it before each item.
  public mutating func nextItem() {
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    isEmpty = false
    if style == .pretty { breakLine() }
  }

  /// Writes the key of the next member.
  public mutating func key(_ key: String) {
    nextItem()
    write(key)
    endKey()
  }

  /// Writes a key that is already JSON, including its quotes.
  public mutating func key(quoted key: [UInt8]) {
    nextItem()
    bytes.append(contentsOf: key)
    endKey()
  }

  private mutating func endKey() {
    if style == .pretty { write(json: " : ") } else { bytes.append(UInt8(ascii: ":")) }
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
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  // MARK: What stands for itself

  /// Writes text that is already JSON, in the style of this writer.
  public mutating func write(json text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes text that is already JSON, in the style of this writer.
  public mutating func write(json text: [UInt8]) { bytes.append(contentsOf: text) }

  public mutating func writeNull() { write(json: "null") }

  public mutating func write(_ bool: Bool) { write(json: bool ? "true" : "false") }

  public mutating func write(_ number: Int) { write(Int64(number)) }

  public mutating func write(_ number: Int64) {
    if 0..<10 ~= number { return bytes.append(UInt8(ascii: "0") + UInt8(number)) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var (rest, start) = (number.magnitude, digits.count)
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest > 0
      if number < 0 { bytes.append(UInt8(ascii: "-")) }
      bytes.append(contentsOf: digits[start...])
    }
  }

  /// Writes a number. Infinity and NaN, which JSON does not have, become `null`.
  public mutating func write(_ number: Double) {
    guard number.isFinite else { return writeNull() }
    let text = number.description
    bytes.append(contentsOf: text.hasSuffix(".0") ? text.dropLast(2).utf8 : text[...].utf8)
  }

  public mutating func write(_ text: String) {
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

  /// Writes a string from bytes. Invalid UTF-8 is replaced, as in a `String`.
  public mutating func write(utf8 text: UnsafeBufferPointer<UInt8>) {
    guard text.allSatisfy({ 0x20..<0x80 ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) else {
      return write(String(decoding: text, as: UTF8.self))
    }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: text)
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
