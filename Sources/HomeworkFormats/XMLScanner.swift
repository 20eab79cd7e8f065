import HomeworkModel

/// As much of XML 1.0 as documents without a DTD use: a tree of elements with their text and the lines that they begin in.
///
/// By hand, since the system's parser would bring a library of 30 MB into every program that embeds this one.
struct XMLScanner {
  private let bytes: [UInt8]
  private var index = 0
  /// The line of a place passed already: lines are counted once.
  private var counted = (index: 0, line: 1)
  private static let deepest = 100

  static func root(of bytes: [UInt8]) throws(QuizFormatError) -> XMLElement {
    var scanner = XMLScanner(bytes: bytes)
    return try scanner.root()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func root() throws(QuizFormatError) -> XMLElement {
    try skipMisc()
    guard index < bytes.count, bytes[index] == 0x3C else { throw fault("an element is missing: this is no XML") }
    let root = try element(depth: 0)
    try skipMisc()
    guard index == bytes.count else { throw fault("something stands after the end of the document: remove it") }
    return root
  }

  /// Spaces, comments, instructions, and a document type without anything inside.
  private mutating func skipMisc() throws(QuizFormatError) {
    while index < bytes.count {
      if isSpace(bytes[index]) {
        index += 1
      } else if starts("<!--") {
        try skip(to: "-->", "a comment is never closed")
      } else if starts("<?") {
        try skip(to: "?>", "an instruction is never closed")
      } else if starts("<!DOCTYPE") {
        let start = index
        while index < bytes.count, bytes[index] != 0x3E {
          guard bytes[index] != 0x5B else {
            index = start
            throw fault("a document type with entities is refused: remove it")
          }
          index += 1
        }
        index += 1
      } else {
        return
      }
    }
  }

  private mutating func element(depth: Int) throws(QuizFormatError) -> XMLElement {
    guard depth < Self.deepest else { throw fault("elements are more than \(Self.deepest) deep") }
    let start = index
    index += 1
    var element = XMLElement(name: try name(), line: line(of: start))
    while true {
      skipSpaces()
      guard index < bytes.count else { throw fault("<\(element.name)> is never closed") }
      if starts("/>") {
        index += 2
        return element
      }
      if bytes[index] == 0x3E { break }
      let key = try name()
      skipSpaces()
      guard index < bytes.count, bytes[index] == 0x3D else { throw fault("the attribute \(key) has no value") }
      index += 1
      skipSpaces()
      guard index < bytes.count, bytes[index] == 0x22 || bytes[index] == 0x27 else {
        throw fault("the value of \(key) has no quotation marks")
      }
      let quote = bytes[index]
      index += 1
      var value: [UInt8] = []
      while index < bytes.count, bytes[index] != quote { try appendCharacter(to: &value) }
      index += 1
      element.attributes[key] = String(decoding: value, as: UTF8.self)
    }
    index += 1
    var text: [UInt8] = []
    while true {
      guard index < bytes.count else { throw fault("<\(element.name)> is never closed") }
      if starts("</") {
        index += 2
        let closing = try name()
        guard closing == element.name else { throw fault("</\(closing)> closes <\(element.name)>") }
        skipSpaces()
        guard index < bytes.count, bytes[index] == 0x3E else { throw fault("</\(closing) is never closed") }
        index += 1
        element.text = String(decoding: text, as: UTF8.self)
        return element
      } else if starts("<![CDATA[") {
        index += 9
        while index < bytes.count, !starts("]]>") {
          text.append(bytes[index])
          index += 1
        }
        guard index < bytes.count else { throw fault("a CDATA section is never closed") }
        index += 3
      } else if starts("<!--") {
        try skip(to: "-->", "a comment is never closed")
      } else if starts("<?") {
        try skip(to: "?>", "an instruction is never closed")
      } else if bytes[index] == 0x3C {
        element.children.append(try self.element(depth: depth + 1))
      } else {
        try appendCharacter(to: &text)
      }
    }
  }

  private mutating func appendCharacter(to text: inout [UInt8]) throws(QuizFormatError) {
    guard bytes[index] == 0x26 else {
      text.append(bytes[index])
      index += 1
      return
    }
    guard let end = bytes[index...].prefix(32).firstIndex(of: 0x3B),
      let character = PlainText.character(ofEntity: String(decoding: bytes[(index + 1)..<end], as: UTF8.self)[...])
    else { throw fault("an & that begins no entity: write &amp;") }
    text += Array(character.utf8)
    index = end + 1
  }

  private mutating func line(of place: Int) -> Int {
    counted.line += bytes[counted.index..<place].count { $0 == 10 }
    counted.index = place
    return counted.line
  }

  private mutating func name() throws(QuizFormatError) -> String {
    let start = index
    while index < bytes.count, !isSpace(bytes[index]), !"<>/=\"'".utf8.contains(bytes[index]) { index += 1 }
    guard index > start else { throw fault("a name is missing here") }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func skip(to end: StaticString, _ message: String) throws(QuizFormatError) {
    let start = index
    while index < bytes.count, !starts(end) { index += 1 }
    guard index < bytes.count else {
      index = start
      throw fault(message)
    }
    index += end.utf8CodeUnitCount
  }

  private mutating func skipSpaces() {
    while index < bytes.count, isSpace(bytes[index]) { index += 1 }
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }

  private func starts(_ word: StaticString) -> Bool {
    guard index + word.utf8CodeUnitCount <= bytes.count else { return false }
    return (0..<word.utf8CodeUnitCount).allSatisfy { bytes[index + $0] == word.utf8Start[$0] }
  }

  private func fault(_ message: String) -> QuizFormatError {
    let (line, column) = FileText.place(of: min(index, bytes.count), in: bytes)
    return QuizFormatError(line: line, column: column, faults: [Fault(path: "", message: message)])
  }
}

/// An element of XML.
struct XMLElement {
  let name: String
  /// From 1.
  let line: Int
  var attributes: [String: String] = [:]
  /// Its own text, without that of its children.
  var text = ""
  var children: [XMLElement] = []

  subscript(name: String) -> XMLElement? { children.first { $0.name == name } }

  func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }
}
