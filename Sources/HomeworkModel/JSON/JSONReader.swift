/// The result of reading: a value, or a tree that also has the places of its values.
protocol JSONNode {
  associatedtype Members
  static var noMembers: Members { get }
  static func add(_ member: Self, named name: String, to members: inout Members)
  static func object(_ members: Members, at offset: Int) -> Self
  static func array(_ items: [Self], at offset: Int) -> Self
  static func scalar(_ value: JSONValue, at offset: Int) -> Self
}

/// Reads a JSON text as in RFC 8259: a single value, with nothing after it.
///
/// Written by hand because a daemon parses one per request: `Tests/Benchmarks` compares it with Foundation's parser.
struct JSONReader {
  /// The maximum nesting depth of arrays and objects. Deeper ones are refused, because each level uses stack space.
  static let deepest = 128

  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0, depth = 0

  static func read<Node: JSONNode>(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> Node {
    var reader = JSONReader(bytes: bytes)
    let node: Node = try reader.node()
    guard reader.offset == bytes.count else { throw reader.problem }
    return node
  }

  /// Returns the value at this place, and skips the space around it.
  private mutating func node<Node: JSONNode>() throws(JSONError) -> Node {
    skipSpace()
    defer { skipSpace() }
    let start = offset
    switch peek {
    case UInt8(ascii: "{"): return Node.object(try members(of: Node.self), at: start)
    case UInt8(ascii: "["): return Node.array(try items(), at: start)
    case UInt8(ascii: "\""): return Node.scalar(.string(try string()), at: start)
    case UInt8(ascii: "t"): return Node.scalar(try word("true", .bool(true)), at: start)
    case UInt8(ascii: "f"): return Node.scalar(try word("false", .bool(false)), at: start)
    case UInt8(ascii: "n"): return Node.scalar(try word("null", .null), at: start)
    default: return Node.scalar(try number(), at: start)
    }
  }

  private mutating func open() throws(JSONError) {
    depth += 1
    guard depth <= Self.deepest else { throw JSONError(.tooDeep, at: offset) }
    offset += 1
    skipSpace()
  }

  private mutating func members<Node: JSONNode>(of _: Node.Type) throws(JSONError) -> Node.Members {
    try open()
    defer { depth -= 1 }
    var members = Node.noMembers
    guard !takes("}") else { return members }
    repeat {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw problem }
      let name = try string()
      skipSpace()
      guard takes(":") else { throw problem }
      Node.add(try node(), named: name, to: &members)
    } while takes(",")
    guard takes("}") else { throw problem }
    return members
  }

  private mutating func items<Node: JSONNode>() throws(JSONError) -> [Node] {
    try open()
    defer { depth -= 1 }
    var items: [Node] = []
    guard !takes("]") else { return items }
    repeat { items.append(try node()) } while takes(",")
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
    var isWhole = true
    _ = takes("-")
    if !takes("0") { try digits() }
    if takes(".") {
      isWhole = false
      try digits()
    }
    if takes("e") || takes("E") {
      isWhole = false
      if !takes("-") { _ = takes("+") }
      try digits()
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if isWhole, let number = Int64(text) { return .int(number) }
    guard let number = Double(text), number.isFinite else { throw JSONError(.outOfRange, at: start) }
    return JSONValue(number)
  }

  private mutating func digits() throws(JSONError) {
    let start = offset
    while let digit = peek, UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit { offset += 1 }
    guard offset > start else { throw problem }
  }
}

// MARK: Bytes

extension JSONReader {
  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// The mistake at this place: the end of the text, invalid UTF-8, or an unexpected byte.
  private var problem: JSONError {
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

  private mutating func takes(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
  }
}
