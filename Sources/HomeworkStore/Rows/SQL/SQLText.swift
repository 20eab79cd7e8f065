/// Statements and scripts for PostgreSQL: shared code writes `?` for the next parameter and `?2` for the second.
package enum SQLText {
  /// Returns the statements of a script.
  package static func statements(of script: String) -> [String] {
    let bytes = Array(script.utf8)
    var (statements, start, place) = ([Range<Int>](), 0, 0)
    while place < bytes.count {
      let end = endOfQuotation(bytes, place)
      if end == place, bytes[place] == UInt8(ascii: ";") {
        statements.append(start..<place)
        start = place + 1
      }
      place = max(end, place + 1)
    }
    return (statements + [start..<bytes.count]).map { String(decoding: bytes[$0], as: UTF8.self) }
      .filter { !$0.allSatisfy(\.isWhitespace) }
  }

  /// Returns the statement with `$1`, `$2` … instead, and its number of parameters.
  ///
  /// A bare `?` is the parameter after the largest one so far, as in SQLite. Quotations and comments stay unchanged.
  package static func numbered(_ text: String) -> (text: String, count: Int) {
    let bytes = Array(text.utf8)
    var (result, place, largest) = ([UInt8](), 0, 0)
    result.reserveCapacity(bytes.count + 16)
    while place < bytes.count {
      let end = endOfQuotation(bytes, place)
      if end > place {
        result += bytes[place..<end]
        place = end
        continue
      }
      guard bytes[place] == UInt8(ascii: "?") else {
        result.append(bytes[place])
        place += 1
        continue
      }
      place += 1
      var number = 0
      while place < bytes.count, isDigit(bytes[place]), number < 100_000 {
        number = number * 10 + Int(bytes[place] - UInt8(ascii: "0"))
        place += 1
      }
      if number == 0 { number = largest + 1 }
      largest = max(largest, number)
      result += "$\(number)".utf8
    }
    return (String(decoding: result, as: UTF8.self), largest)
  }

  /// Returns the end of the quotation or comment that begins at a place; the place itself if none begins there.
  private static func endOfQuotation(_ bytes: [UInt8], _ place: Int) -> Int {
    let next = place + 1 < bytes.count ? bytes[place + 1] : 0
    switch bytes[place] {
    case UInt8(ascii: "'"):
      // E'it\'s'
      let isEscaped = place > 0 && bytes[place - 1] | 0x20 == UInt8(ascii: "e") && !isName(bytes, place - 2)
      return end(bytes, after: place + 1, quote: bytes[place], isEscaped: isEscaped)
    case UInt8(ascii: "\""):
      return end(bytes, after: place + 1, quote: bytes[place], isEscaped: false)
    case UInt8(ascii: "-") where next == UInt8(ascii: "-"):
      return bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
      return endOfComment(bytes, place)
    case UInt8(ascii: "$") where !isName(bytes, place - 1):
      return endOfDollars(bytes, place)
    default: return place
    }
  }

  private static func end(_ bytes: [UInt8], after start: Int, quote: UInt8, isEscaped: Bool) -> Int {
    var place = start
    while place < bytes.count {
      // A doubled quote ends one quotation and begins the next.
      if bytes[place] == quote { return place + 1 }
      place += isEscaped && bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return bytes.count
  }

  /// Comments of this kind can nest.
  private static func endOfComment(_ bytes: [UInt8], _ start: Int) -> Int {
    var (place, depth) = (start, 0)
    while place + 1 < bytes.count {
      switch (bytes[place], bytes[place + 1]) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")): depth += 1
      case (UInt8(ascii: "*"), UInt8(ascii: "/")): depth -= 1
      default:
        place += 1
        continue
      }
      place += 2
      if depth == 0 { return place }
    }
    return bytes.count
  }

  /// `$$ … $$` and `$name$ … $name$`.
  private static func endOfDollars(_ bytes: [UInt8], _ start: Int) -> Int {
    var tagEnd = start + 1
    while tagEnd < bytes.count, isName(bytes, tagEnd) { tagEnd += 1 }
    guard tagEnd < bytes.count, bytes[tagEnd] == UInt8(ascii: "$") else { return start }
    guard tagEnd == start + 1 || !isDigit(bytes[start + 1]) else { return start }
    let tag = bytes[start...tagEnd]
    var place = tagEnd + 1
    while place + tag.count <= bytes.count {
      if bytes[place..<place + tag.count].elementsEqual(tag) { return place + tag.count }
      place += 1
    }
    return bytes.count
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  /// Returns whether a byte may occur in a name, besides `$`.
  private static func isName(_ bytes: [UInt8], _ place: Int) -> Bool {
    guard bytes.indices.contains(place) else { return false }
    let byte = bytes[place]
    let letter = byte | 0x20
    return isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
      || (letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z"))
  }
}
