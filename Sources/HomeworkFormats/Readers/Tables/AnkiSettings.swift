/// The header that Anki's text export writes before its first row.
struct AnkiSettings {
  private(set) var separator: UInt8?
  /// True if texts are HTML; `nil` if the file does not say so.
  private(set) var isHTML: Bool?
  /// The use of each column, from 0, that is not a side of a card: `deck`, `notetype`, `tags`, `guid`.
  private(set) var uses: [Int: String] = [:]
  /// The number of header lines, and the offset of their end.
  private(set) var lines = 0
  private(set) var end = 0

  var isAnki: Bool { lines > 0 }

  static let separators: [String: UInt8] = [
    "tab": 9, "\\t": 9, "comma": 0x2C, "semicolon": 0x3B, "pipe": 0x7C, "colon": 0x3A, "space": 32,
  ]

  init(_ bytes: [UInt8]) {
    while end < bytes.count, bytes[end] == UInt8(ascii: "#") {
      let line = bytes[end...].prefix { $0 != 10 }
      let words = String(decoding: line.dropFirst(), as: UTF8.self)
      guard let colon = words.firstIndex(of: ":"),
        read(words[..<colon].lowercased(), words[words.index(after: colon)...])
      else { return }
      lines += 1
      end = min(line.endIndex + 1, bytes.count)
    }
  }

  private mutating func read(_ key: String, _ value: Substring) -> Bool {
    switch key {
    case "separator": separator = Self.separators[value.lowercased()] ?? value.utf8.first
    case "html": isHTML = value.lowercased() == "true"
    case "deck column", "notetype column", "tags column", "guid column":
      if let number = Int(value), number > 0 { uses[number - 1] = String(key.dropLast(7)) }
    case "columns", "deck", "notetype", "tags", "if matches": break
    default: return false
    }
    return true
  }
}
