import CHomeworkEmbedded
import HomeworkModel

/// The named character references of HTML: all 2,125 of them, and the 106 that may omit their semicolon.
///
/// The list is from the HTML standard, section 13.5, by way of `html.entities.html5` of Python 3.11.
enum Entities {
  /// Returns the characters of `name`, without its `&` and `;`.
  static func characters(named name: some Collection<UInt8>) -> String? {
    named[String(decoding: name, as: UTF8.self)]
  }

  /// Returns the longest reference at the beginning of `text` that needs no semicolon, and its length.
  ///
  /// It must not be followed by a letter, digit or `=`: `&copy=2` is part of an address, and `&notit` a word.
  static func unclosed(at text: Slice<UnsafeBufferPointer<UInt8>>) -> (characters: String, length: Int)? {
    let name = text.prefix(8).prefix { isWord($0) }
    let next = text.dropFirst(name.count).first
    let isFree = next.map { !isWord($0) && $0 != UInt8(ascii: "=") } ?? true
    guard isFree, name.count > 1, withoutSemicolon.contains(String(decoding: name, as: UTF8.self)) else { return nil }
    return characters(named: name).map { ($0, name.count) }
  }

  /// Returns the character of `#233` or `#xE9`, given without its `#`; `nil` for a number that is not a character.
  ///
  /// Numbers from 128 to 159 are read as Windows-1252, as the standard requires.
  static func character(numbered digits: some Collection<UInt8>) -> String? {
    let text = String(decoding: digits, as: UTF8.self)
    let number = text.lowercased().hasPrefix("x") ? UInt32(text.dropFirst(), radix: 16) : UInt32(text)
    guard let number, number != 0 else { return nil }
    if (0x80...0x9F).contains(number) { return String(Character(FileText.windows1252(UInt8(number)))) }
    return Unicode.Scalar(number).map { String(Character($0)) }
  }

  /// Returns the characters of the reference that `text` begins with, behind its `&`, and its length.
  static func reference(at text: some Collection<UInt8>) -> (characters: String, length: Int)? {
    let name = text.prefix(40).prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "&") && $0 > 32 }
    guard text.dropFirst(name.count).first == UInt8(ascii: ";") else { return nil }
    let isNumber = name.first == UInt8(ascii: "#")
    let characters = isNumber ? character(numbered: name.dropFirst()) : characters(named: name)
    return characters.map { ($0, name.count + 1) }
  }

  /// Decodes the entities of a text that is otherwise not HTML.
  static func decoded(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var result = ""
    var rest = text[...]
    while let sign = rest.firstIndex(of: "&") {
      result += rest[..<sign]
      rest = rest[sign...].dropFirst()
      let (characters, length) = reference(at: rest.utf8) ?? ("&", 0)
      result += characters
      rest = rest[rest.utf8.index(rest.startIndex, offsetBy: length)...]
    }
    return result + rest
  }

  /// Returns the text with another sign in place of the `;` that ends an entity.
  static func replacingEnds(in text: String, with sign: Character) -> String {
    guard text.contains("&") else { return text }
    var pieces = text.split(separator: ";", omittingEmptySubsequences: false)
    let last = pieces.removeLast()
    return pieces.map { piece in
      let start = piece.lastIndex(of: "&").map { piece[$0...] }
      let isEntity = start.map { decoded($0 + ";") != $0 + ";" } ?? false
      return piece + String(isEntity ? sign : ";")
    }.joined() + last
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// The words of `entities.txt`: `name=` and the scalars, with a `?` behind a name that may omit its semicolon.
  private static let words = (homework_embedded_text("entities.txt").map { String(cString: $0) } ?? "")
    .split { $0 == " " || $0 == "\n" }

  private static let named = Dictionary(
    uniqueKeysWithValues: words.map { word in
      let parts = word.split(separator: "=")
      let scalars = parts[1].split(separator: "+").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
      return (String(parts[0].replacing("?", with: "")), String(String.UnicodeScalarView(scalars)))
    })

  private static let withoutSemicolon = Set(words.filter { $0.contains("?") }.map { String($0.prefix { $0 != "?" }) })
}
