import HomeworkModel

/// A converter of HTML to plain text that keeps lines, list items and picture descriptions.
///
/// Reads each byte a bounded number of times: a failed search is never repeated.
struct HTMLText {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var result: [UInt8] = []
  private var losses: Losses = []
  private let breaksLines: Bool
  private var preformatted = 0, math = 0
  /// For each sign, the offset from which a search found none.
  private var missing: [String: Int] = [:]

  /// Returns whether a text can contain tags or entities.
  static func isMarkup(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
  }

  /// - Parameter breaksLines: true to keep line breaks in the text; in HTML they are spaces.
  static func plain(_ text: String, breaksLines: Bool) -> (text: String, losses: Losses) {
    var text = text
    return text.withUTF8 { bytes in
      var reader = HTMLText(bytes: bytes, breaksLines: breaksLines)
      reader.read()
      return (tidied(reader.result), reader.losses)
    }
  }

  /// Returns whether each `<` begins an HTML tag, and all elements that need an end tag have one, in order.
  static func isBalanced(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var reader = HTMLText(bytes: bytes, breaksLines: true)
      return reader.isBalanced()
    }
  }

  private mutating func isBalanced() -> Bool {
    var open: [String] = []
    while let next = position(of: "<", from: index) {
      index = next
      if let end = commentEnd() {
        index = end
      } else if let tag = tag(at: index) {
        index = tag.end
        if tag.isClosing {
          // As in HTML, paragraphs and items may omit their end tag.
          while let last = open.last, last != tag.name, ["p", "li", "td", "tr"].contains(last) { open.removeLast() }
          guard open.popLast() == tag.name else { return false }
        } else if TagNames.pictures.contains(tag.name), !tag.hasAttributes {
          return false  // without a source it shows nothing: `Which tag is it? {=<img> ~<image>}`
        } else if !TagNames.void.contains(tag.name), !tag.isEmpty {
          open.append(tag.name)
          if TagNames.hidden.contains(tag.name) { skipHidden(tag.name) }
        }
      } else {
        return false
      }
    }
    return open.allSatisfy { ["p", "li"].contains($0) }
  }

  private mutating func read() {
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "<"): readTag()
      case UInt8(ascii: "&"): readEntity()
      case UInt8(ascii: "\\"), UInt8(ascii: "$"): readFormula()
      case 10 where !breaksLines && preformatted == 0:
        result.append(32)
        index += 1
      default: keep()
      }
    }
  }

  private mutating func readTag() {
    if let end = commentEnd() {
      index = end
    } else if let tag = tag(at: index) {
      index = tag.end
      write(tag)
      if TagNames.hidden.contains(tag.name), !tag.isClosing, !tag.isEmpty { skipHidden(tag.name) }
    } else {
      keep()
    }
  }

  private mutating func readEntity() {
    let rest = bytes[(index + 1)...]
    guard let (characters, length) = Entities.reference(at: rest) ?? Entities.unclosed(at: rest) else { return keep() }
    result += characters.utf8
    index += length + 1
  }

  private mutating func keep() {
    result.append(bytes[index])
    index += 1
  }

  /// Reads TeX, which has no tags between its delimiters: `\(b<a\)`.
  private mutating func readFormula() {
    for (open, close) in [("\\(", "\\)"), ("\\[", "\\]"), ("$$", "$$")] where starts(open, at: index) {
      guard let end = position(of: close, from: index + 2) else { break }
      let limit = end + 2
      while index < limit {
        if bytes[index] == UInt8(ascii: "&") {
          readEntity()
        } else {
          result.append(bytes[index] == 10 && !breaksLines ? 32 : bytes[index])
          index += 1
        }
      }
      return
    }
    keep()
  }

  private mutating func write(_ tag: Tag) {
    if TagNames.pictures.contains(tag.name) {
      guard !tag.isClosing else { return }
      func plain(_ range: Range<Int>) -> String {
        HTMLText.plain(String(decoding: bytes[range], as: UTF8.self), breaksLines: false).text
      }
      let words = tag.description.map(plain)
      if let source = tag.source, TagNames.stillPictures.contains(tag.name) {
        result += PictureMark.text(source: plain(source), alternative: words?.replacing("\n", with: " ") ?? "").utf8
      } else {
        losses.insert(.pictures)
        result += "[\(words ?? "picture")]".utf8
      }
      return
    }
    if TagNames.blocks.contains(tag.name) {
      breakLine()
      if tag.name == "pre" { preformatted = max(0, preformatted + (tag.isClosing ? -1 : 1)) }
      return
    }
    switch (tag.name, tag.isClosing) {
    case ("br", _), ("hr", _): result.append(10)
    case ("li", false):
      breakLine()
      result += "- ".utf8
    case ("td", true), ("th", true), ("option", true): result.append(32)
    case ("sup", false): result.append(UInt8(ascii: "^"))
    case ("sub", false): result.append(UInt8(ascii: "_"))
    case ("math", false):
      losses.insert(.formulas)
      math += 1
    case ("math", true): math = max(0, math - 1)
    default: break
    }
  }

  private mutating func breakLine() {
    while result.last == 32 { result.removeLast() }
    if let last = result.last, last != 10 { result.append(10) }
  }

  /// Skips an element whose content is not text; if it is never closed, skips only its tag.
  private mutating func skipHidden(_ name: String) {
    let closing = "</\(name)"
    guard index < missing[closing] ?? .max else { return }
    var position = index
    while let next = self.position(of: "</", from: position) {
      if let tag = tag(at: next), tag.isClosing, tag.name == name {
        index = tag.end
        return
      }
      position = next + 2
    }
    missing[closing] = index
  }

  private struct Tag {
    let name: String
    let isClosing: Bool
    /// True for a self-closing tag: `<p/>`.
    var isEmpty = false
    var hasAttributes = false
    /// The offset after its `>`.
    var end: Int
    /// The range of the `alt` text that describes a picture.
    var description: Range<Int>?
    /// The range of the address of a picture.
    var source: Range<Int>?
  }

  /// Parses the tag at a `<`; returns `nil` if the `<` is literal.
  private mutating func tag(at start: Int) -> Tag? {
    var position = start + 1
    let isClosing = position < bytes.count && bytes[position] == UInt8(ascii: "/")
    if isClosing { position += 1 }
    let nameStart = position
    while position < bytes.count, position - nameStart < 40, Self.isNameByte(bytes[position]) { position += 1 }
    guard position < bytes.count, Self.isSpace(bytes[position]) || [0x2F, 0x3E].contains(bytes[position]) else {
      return nil
    }
    let name = String(decoding: bytes[nameStart..<position], as: UTF8.self).lowercased()
    guard isKnown(name) else { return nil }
    var tag = Tag(name: name, isClosing: isClosing, end: position)
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: ">") {
        tag.isEmpty = bytes[position - 1] == UInt8(ascii: "/")
        tag.end = position + 1
        return tag
      }
      if Self.isSpace(byte) || byte == UInt8(ascii: "/") {
        position += 1
        continue
      }
      guard !isClosing, let (key, value, end) = attribute(at: position) else { return nil }
      tag.hasAttributes = true
      if key == "alt", let value, !value.isEmpty { tag.description = value }
      if key == "src" || key == "data", let value, !value.isEmpty { tag.source = value }
      position = end
    }
    return nil
  }

  private func isKnown(_ name: String) -> Bool {
    if TagNames.html.contains(name) || (math > 0 && TagNames.math.contains(name)) { return true }
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 && TagNames.prefixes.contains(String(parts[0])) && !parts[1].isEmpty
  }

  private mutating func attribute(at start: Int) -> (key: String, value: Range<Int>?, end: Int)? {
    var position = start
    while position < bytes.count, !Self.isSpace(bytes[position]), !"/>=<\"'".utf8.contains(bytes[position]) {
      position += 1
    }
    guard position > start, position - start < 80 else { return nil }
    let key = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
    var next = position
    while next < bytes.count, Self.isSpace(bytes[next]) { next += 1 }
    guard next < bytes.count, bytes[next] == UInt8(ascii: "=") else {
      return TagNames.booleanAttributes.contains(key) || key.contains("-") ? (key, nil, position) : nil
    }
    next += 1
    while next < bytes.count, Self.isSpace(bytes[next]) { next += 1 }
    guard next < bytes.count else { return nil }
    if bytes[next] == UInt8(ascii: "\"") || bytes[next] == UInt8(ascii: "'") {
      let quote = bytes[next] == UInt8(ascii: "\"") ? "\"" : "'"
      return self.position(of: quote, from: next + 1).map { (key, (next + 1)..<$0, $0 + 1) }
    }
    let valueStart = next
    while next < bytes.count, !Self.isSpace(bytes[next]), bytes[next] != UInt8(ascii: ">") {
      guard bytes[next] != UInt8(ascii: "<") else { return nil }
      next += 1
    }
    return next < bytes.count ? (key, valueStart..<next, next) : nil
  }

  /// Returns the offset after a comment, document type or instruction that begins here.
  private mutating func commentEnd() -> Int? {
    if starts("<!--", at: index) { return position(of: "-->", from: index + 4).map { $0 + 3 } }
    if starts("<![CDATA[", at: index) { return index + 9 }
    guard starts("<!DOCTYPE ", at: index) || starts("<!doctype ", at: index) || starts("<?xml", at: index) else {
      return nil
    }
    return position(of: ">", from: index).map { $0 + 1 }
  }

  private mutating func position(of sign: String, from start: Int) -> Int? {
    guard start < missing[sign] ?? .max else { return nil }
    let signs = Array(sign.utf8)
    var position = start
    while position + signs.count <= bytes.count {
      if bytes[position] == signs[0], starts(sign, at: position) { return position }
      position += 1
    }
    missing[sign] = start
    return nil
  }

  private func starts(_ word: String, at position: Int) -> Bool {
    position + word.utf8.count <= bytes.count && zip(word.utf8, bytes[position...]).allSatisfy(==)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return (letter >= 0x61 && letter <= 0x7A) || (byte >= 0x30 && byte <= 0x3A) || byte == 0x2D
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (byte >= 9 && byte <= 13) }

  /// Collapses spaces, trims the ends of lines, and keeps at most one empty line in a row.
  private static func tidied(_ bytes: [UInt8]) -> String {
    var lines: [String] = []
    for line in bytes.lines {
      let words = line.unicodeScalars.split { $0 == " " || $0 == "\t" || $0 == "\u{A0}" || $0 == "\r" }
      if words.isEmpty, lines.last?.isEmpty ?? true { continue }
      lines.append(words.map(String.init).joined(separator: " "))
    }
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
