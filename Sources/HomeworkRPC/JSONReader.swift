import Foundation

/// Reads a JSON text of RFC 8259: a value, and nothing after it.
///
/// By hand, since a daemon reads one for each request: `Benchmarks` says what that is worth beside Foundation's.
struct JSONReader {
  /// What cannot be read, and where.
  struct Problem: Error {
    /// From 0.
    let offset: Int
  }

  /// Arrays and objects within one another. More are refused: each takes its part of the stack.
  static let deepest = 128

  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  private var depth = 0

  static func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(Problem) -> JSONValue {
    var reader = JSONReader(bytes)
    let value = try reader.value()
    guard reader.offset == bytes.count else { throw Problem(offset: reader.offset) }
    return value
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The value at this place, with the space around it.
  private mutating func value() throws(Problem) -> JSONValue {
    skipSpace()
    defer { skipSpace() }
    switch peek {
    case UInt8(ascii: "{"): return .object(try nested { reader throws(Problem) in try reader.members() })
    case UInt8(ascii: "["): return .array(try nested { reader throws(Problem) in try reader.items() })
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func nested<Content>(
    _ read: (inout JSONReader) throws(Problem) -> Content
  ) throws(Problem) -> Content {
    depth += 1
    guard depth <= Self.deepest else { throw problem }
    defer { depth -= 1 }
    offset += 1
    skipSpace()
    return try read(&self)
  }

  private mutating func members() throws(Problem) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    guard !takes("}") else { return members }
    repeat {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw problem }
      let key = try string()
      skipSpace()
      guard takes(":") else { throw problem }
      members[key] = try value()
    } while takes(",")
    guard takes("}") else { throw problem }
    return members
  }

  private mutating func items() throws(Problem) -> [JSONValue] {
    var items: [JSONValue] = []
    guard !takes("]") else { return items }
    repeat { items.append(try value()) } while takes(",")
    guard takes("]") else { throw problem }
    return items
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Problem) -> JSONValue {
    let end = offset + word.utf8CodeUnitCount
    guard end <= bytes.count, memcmp(bytes.baseAddress! + offset, word.utf8Start, word.utf8CodeUnitCount) == 0 else {
      throw problem
    }
    offset = end
    return value
  }
}

// MARK: Strings

extension JSONReader {
  private mutating func string() throws(Problem) -> String {
    offset += 1
    let start = offset
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        let text = String(validating: bytes[start..<offset], as: UTF8.self)
        guard let text else { throw Problem(offset: start) }
        offset += 1
        return text
      case UInt8(ascii: "\\"): return try escapedString(from: start)
      case ..<0x20: throw problem
      default: offset += 1
      }
    }
    throw problem
  }

  /// A string with a backslash at this place, and none before it.
  private mutating func escapedString(from start: Int) throws(Problem) -> String {
    var text = Array(bytes[start..<offset])
    while let byte = peek {
      offset += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else { throw Problem(offset: start) }
        return string
      case UInt8(ascii: "\\"): try text.append(contentsOf: escape())
      case ..<0x20: throw problem
      default: text.append(byte)
      }
    }
    throw problem
  }

  private mutating func escape() throws(Problem) -> String.UTF8View {
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

  /// One `\uXXXX`, or the two of a surrogate pair. A half of one alone is no character.
  private mutating func escapedScalar() throws(Problem) -> Unicode.Scalar {
    let unit = try hexadecimal()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, takes("\\"), takes("u") else { throw problem }
    let second = try hexadecimal()
    guard 0xDC00...0xDFFF ~= second,
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
    else { throw problem }
    return scalar
  }

  private mutating func hexadecimal() throws(Problem) -> UInt32 {
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
  private mutating func number() throws(Problem) -> JSONValue {
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
      throw Problem(offset: start)
    }
    return JSONValue(number)
  }

  private mutating func digits() throws(Problem) {
    guard let first = peek, isDigit(first) else { throw problem }
    while let digit = peek, isDigit(digit) { offset += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}

// MARK: Bytes

extension JSONReader {
  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private var problem: Problem { Problem(offset: offset) }

  private mutating func takes(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
  }
}
