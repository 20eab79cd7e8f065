/// Reads a JSON text as in RFC 8259: a single value, with nothing after it.
///
/// Written by hand because a daemon parses one per request: `Benchmarks` compares it with Foundation's parser.
struct JSONReader {
  /// The maximum nesting depth of arrays and objects. Deeper ones are refused, because each level uses stack space.
  static let deepest = 128

  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var offset = 0
  private var depth = 0

  static func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes)
    let value = try reader.value()
    guard reader.offset == bytes.count else { throw reader.problem }
    return value
  }

  /// Returns the start of the value at `path` or, if it is missing, of the value that should contain it.
  static func offset(of path: [JSONStep], in bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> Int {
    var reader = JSONReader(bytes)
    reader.skipSpace()
    for step in path {
      let start = reader.offset
      guard try reader.enter(step) else { return start }
    }
    return reader.offset
  }

  /// Moves to the start of a member or item of the value at this place; returns false if it has none.
  ///
  /// If several members have the same name, the last one counts, as in `value`.
  private mutating func enter(_ step: JSONStep) throws(JSONError) -> Bool {
    let (isObject, isArray) = (peek == UInt8(ascii: "{"), peek == UInt8(ascii: "["))
    guard isObject || isArray else { return false }
    offset += 1
    skipSpace()
    guard peek != UInt8(ascii: "}"), peek != UInt8(ascii: "]") else { return false }
    var (index, found) = (0, Int?.none)
    repeat {
      skipSpace()
      var current = JSONStep.index(index)
      if isObject {
        guard peek == UInt8(ascii: "\"") else { throw problem }
        current = .key(try string())
        skipSpace()
        guard takes(":") else { throw problem }
        skipSpace()
      }
      if current == step { found = offset }
      _ = try value()
      index += 1
    } while takes(",")
    guard let found else { return false }
    offset = found
    return true
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Returns the value at this place, and skips the space around it.
  mutating func value() throws(JSONError) -> JSONValue {
    skipSpace()
    defer { skipSpace() }
    switch peek {
    case UInt8(ascii: "{"): return .object(try nested { reader throws(JSONError) in try reader.members() })
    case UInt8(ascii: "["): return .array(try nested { reader throws(JSONError) in try reader.items() })
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  mutating func nested<Content>(
    _ read: (inout JSONReader) throws(JSONError) -> Content
  ) throws(JSONError) -> Content {
    depth += 1
    guard depth <= Self.deepest else { throw JSONError(.tooDeep, at: offset) }
    defer { depth -= 1 }
    offset += 1
    skipSpace()
    return try read(&self)
  }

  private mutating func members() throws(JSONError) -> [String: JSONValue] {
    guard !takes("}") else { return [:] }
    // A request has four members.
    var members = [String: JSONValue](minimumCapacity: 4)
    repeat {
      let key = try memberName()
      members[key] = try value()
    } while takes(",")
    guard takes("}") else { throw problem }
    return members
  }

  /// Returns a member's name, and skips the colon after it.
  mutating func memberName() throws(JSONError) -> String {
    skipSpace()
    guard peek == UInt8(ascii: "\"") else { throw problem }
    let name = try string()
    skipSpace()
    guard takes(":") else { throw problem }
    return name
  }

  private mutating func items() throws(JSONError) -> [JSONValue] {
    var items: [JSONValue] = []
    guard !takes("]") else { return items }
    repeat { items.append(try value()) } while takes(",")
    guard takes("]") else { throw problem }
    return items
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    for byte in UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount) {
      guard peek == byte else { throw problem }
      offset += 1
    }
    return value
  }
}

// MARK: Strings

extension JSONReader {
  private mutating func string() throws(JSONError) -> String {
    offset += 1
    let start = offset
    var isASCII = true
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<offset]), as: UTF8.self)
        // Invalid UTF-8 has been replaced. `String(validating:as:)` would report it, at ten times the cost.
        guard isASCII || text.utf8.elementsEqual(bytes[start..<offset]) else { throw notUTF8(from: start) }
        offset += 1
        return text
      case UInt8(ascii: "\\"): return try escapedString(from: start)
      case ..<0x20: throw problem
      case 0x80...:
        isASCII = false
        offset += 1
      default: offset += 1
      }
    }
    throw problem
  }

  /// Returns a string whose first backslash is at this place.
  private mutating func escapedString(from start: Int) throws(JSONError) -> String {
    var text = Array(bytes[start..<offset])
    while let byte = peek {
      offset += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else { throw notUTF8(from: start) }
        return string
      case UInt8(ascii: "\\"): try text.append(contentsOf: escape())
      case ..<0x20: throw problem
      default: text.append(byte)
      }
    }
    throw problem
  }

  private mutating func escape() throws(JSONError) -> String.UTF8View {
    guard let letter = peek else { throw problem }
    offset += 1
    switch letter {
    case UInt8(ascii: "\""): return "\"".utf8
    case UInt8(ascii: "\\"): return "\\".utf8
    case UInt8(ascii: "/"): return "/".utf8
    case UInt8(ascii: "b"): return "\u{8}".utf8
    case UInt8(ascii: "f"): return "\u{C}".utf8
    case UInt8(ascii: "n"): return "\n".utf8
    case UInt8(ascii: "r"): return "\r".utf8
    case UInt8(ascii: "t"): return "\t".utf8
    case UInt8(ascii: "u"): return String(Character(try escapedScalar())).utf8
    default: throw problem
    }
  }

  /// Returns one `\uXXXX`, or the two of a surrogate pair. An unpaired half is not a character.
  private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
    let unit = try hexadecimal()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, takes("\\"), takes("u") else { throw problem }
    let second = try hexadecimal()
    guard 0xDC00...0xDFFF ~= second,
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
    else { throw problem }
    return scalar
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw problem }
      number = number << 4 | UInt32(digit)
      offset += 1
    }
    return number
  }
}

// MARK: Numbers

extension JSONReader {
  private mutating func number() throws(JSONError) -> JSONValue {
    let start = offset
    let isNegative = takes("-")
    var magnitude: UInt64 = 0
    var isWhole = true
    guard let first = peek, isDigit(first) else { throw problem }
    if first == UInt8(ascii: "0") {
      offset += 1
    } else {
      while let digit = peek, isDigit(digit) {
        let (product, isTooLarge) = magnitude.multipliedReportingOverflow(by: 10)
        let (sum, overflows) = product.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
        if isTooLarge || overflows { isWhole = false }
        magnitude = sum
        offset += 1
      }
    }
    if takes(".") {
      isWhole = false
      try digits()
    }
    if takes("e") || takes("E") {
      isWhole = false
      if !takes("-") { _ = takes("+") }
      try digits()
    }
    if isWhole, let number = isNegative ? Int64(exactly: -Int128(magnitude)) : Int64(exactly: magnitude) {
      return .int(number)
    }
    guard let number = Double(String(decoding: bytes[start..<offset], as: UTF8.self)), number.isFinite else {
      throw JSONError(.outOfRange, at: start)
    }
    return JSONValue(number)
  }

  private mutating func digits() throws(JSONError) {
    guard let first = peek, isDigit(first) else { throw problem }
    while let digit = peek, isDigit(digit) { offset += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}

// MARK: Bytes

extension JSONReader {
  var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// The mistake at this place: the end of the text, invalid UTF-8, or an unexpected byte.
  var problem: JSONError {
    guard offset == bytes.count || bytes[offset] >= 0x80 else { return JSONError(.unexpected, at: offset) }
    let valid = validPrefix(from: 0)
    guard valid == bytes.count || valid > offset else { return JSONError(.notUTF8, at: valid) }
    return JSONError(offset == bytes.count ? .ended : .unexpected, at: offset)
  }

  private func notUTF8(from start: Int) -> JSONError { JSONError(.notUTF8, at: validPrefix(from: start)) }

  /// Returns the end of the valid UTF-8 from `start`.
  private func validPrefix(from start: Int) -> Int {
    var (decoder, rest, end) = (UTF8(), bytes[start...].makeIterator(), start)
    while case .scalarValue(let scalar) = decoder.decode(&rest) { end += UTF8.width(scalar) }
    return end
  }

  mutating func takes(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
  }
}
