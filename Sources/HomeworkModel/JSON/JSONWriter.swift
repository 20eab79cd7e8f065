/// Writes JSON directly to bytes.
///
/// The keys of a value are sorted. If you write an object member by member, write the keys in order.
package struct JSONWriter: ~Copyable {
  /// The layout: one line, for programs, or indented on several lines, for people.
  package enum Style: Sendable {
    case compact, pretty
  }

  /// The bytes written so far: `count` of the `capacity` bytes that begin here. An array would check for sharing at
  /// every byte.
  private var start: UnsafeMutablePointer<UInt8>
  private var count = 0, capacity: Int
  private let style: Style
  /// True if the current array or object is still empty.
  private var isEmpty = true
  private var depth = 0

  package init(_ style: Style = .compact, capacity: Int = 512) {
    self.style = style
    self.capacity = max(capacity, 1)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  /// The bytes written so far.
  package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

  /// Writes any value.
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
      for place in members.indices.sorted(by: { members[$0].key < members[$1].key }) {
        key(members[place].key)
        write(members[place].value)
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
    if !isEmpty { append(UInt8(ascii: ",")) }
    isEmpty = false
    if style == .pretty { breakLine() }
  }

  /// A key that is written often.
  package struct Key: Sendable {
    /// After another member: `,"title":`.
    fileprivate let bytes: [UInt8]

    package init(_ key: String) { bytes = Array(",".utf8) + JSONValue.string(key).encoded() + Array(":".utf8) }
  }

  /// Writes the key of the next member.
  package mutating func key(_ key: borrowing Key) {
    key.bytes.withUnsafeBufferPointer { bytes in
      guard style == .compact else {
        nextItem()
        append(UnsafeBufferPointer(rebasing: bytes[1..<bytes.count - 1]))
        return endKey()
      }
      append(isEmpty ? UnsafeBufferPointer(rebasing: bytes[1...]) : bytes)
      isEmpty = false
    }
  }

  /// Writes the key of the next member.
  package mutating func key(_ key: String) {
    nextItem()
    write(key)
    endKey()
  }

  private mutating func endKey() {
    if style == .pretty { write(json: " : ") } else { append(UInt8(ascii: ":")) }
  }

  private mutating func begin(_ bracket: UInt8) {
    append(bracket)
    (isEmpty, depth) = (true, depth + 1)
  }

  private mutating func end(_ bracket: UInt8) {
    depth -= 1
    if style == .pretty, !isEmpty { breakLine() }
    append(bracket)
    isEmpty = false
  }

  private mutating func breakLine() {
    append(UInt8(ascii: "\n"))
    for _ in 0..<2 * depth { append(UInt8(ascii: " ")) }
  }

  // MARK: Simple values

  /// Writes text that is already JSON, in the style of this writer.
  package mutating func write(json text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes text that is already JSON, in the style of this writer.
  package mutating func write(json text: [UInt8]) { text.withUnsafeBufferPointer { append($0) } }

  package mutating func writeNull() { write(json: "null") }

  package mutating func write(_ bool: Bool) { write(json: bool ? "true" : "false") }

  package mutating func write(_ number: Int) { write(Int64(number)) }

  package mutating func write(_ number: Int64) {
    if 0..<10 ~= number { return append(UInt8(ascii: "0") + UInt8(number)) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var (rest, first) = (number.magnitude, digits.count)
      repeat {
        first -= 1
        digits[first] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest > 0
      if number < 0 { append(UInt8(ascii: "-")) }
      append(UnsafeBufferPointer(rebasing: digits[first...]))
    }
  }

  /// Writes a number. Infinity and NaN, which JSON does not have, become `null`.
  package mutating func write(_ number: Double) {
    guard number.isFinite else { return writeNull() }
    let text = number.description
    for byte in text.hasSuffix(".0") ? text.dropLast(2).utf8 : text[...].utf8 { append(byte) }
  }

  package mutating func write(_ text: String) {
    // Avoids copying the string, which would contend for its reference count; a bridged string may need a copy.
    guard text.utf8.withContiguousStorageIfAvailable({ write(validUTF8: $0) }) == nil else { return }
    var text = text
    text.withUTF8 { write(validUTF8: $0) }
  }

  /// Writes a string from bytes. Invalid UTF-8 is replaced, as in a `String`.
  package mutating func write(utf8 text: UnsafeBufferPointer<UInt8>) {
    guard text.allSatisfy({ $0 < 0x80 }) else { return write(String(decoding: text, as: UTF8.self)) }
    write(validUTF8: text)
  }

  /// Writes a string that needs no escaping: it has no quotes, backslashes or control characters.
  package mutating func write(plain text: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    append(text)
    append(UInt8(ascii: "\""))
  }

  private mutating func write(validUTF8 text: UnsafeBufferPointer<UInt8>) {
    // Nearly every string needs no escaping.
    guard hasToEscape(text) else { return write(plain: text) }
    append(UInt8(ascii: "\""))
    for byte in text { write(escaped: byte) }
    append(UInt8(ascii: "\""))
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
      for digit in [byte >> 4, byte & 0xF] { for byte in String(digit, radix: 16).utf8 { append(byte) } }
    default: append(byte)
    }
  }

  // MARK: Bytes

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    reserve(1)
    start[count] = byte
    count += 1
  }

  @inline(__always)
  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.baseAddress else { return }
    reserve(bytes.count)
    (start + count).initialize(from: first, count: bytes.count)
    count += bytes.count
  }

  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(by: more) }
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    capacity = max(2 * capacity, count + more)
    let wider = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    wider.moveInitialize(from: start, count: count)
    start.deallocate()
    start = wider
  }
}

/// Returns whether a byte is a control character, a quote or a backslash; checks eight at a time, each by its high bit.
private func hasToEscape(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
  func all(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }
  func hasToEscape(_ word: UInt64) -> Bool {
    let (quote, backslash) = (word ^ all(0x22), word ^ all(0x5C))
    let signs = (word &- all(0x20)) & ~word | (quote &- all(1)) & ~quote | (backslash &- all(1)) & ~backslash
    return signs & all(0x80) != 0
  }
  let bytes = UnsafeRawBufferPointer(text)
  guard bytes.count >= 8 else {
    return text.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
  }
  for place in stride(from: 0, through: bytes.count - 8, by: 8)
  where hasToEscape(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)) { return true }
  // The last eight bytes, some of which are checked again.
  return hasToEscape(bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
}
