import HomeworkModel
import Testing

/// Compared with the standard library's search in arrays, which compares Characters and nothing else.
@Suite struct `Searching a text` {
  /// Letters with and without accents, in several encodings; half a line break; characters that join their neighbours;
  /// distinct signs that compare equal.
  private static let pieces = [
    "a", "e", "é", "e\u{301}", "\u{301}", "\r", "\n", ";", "\u{37E}", "\u{600}", "\u{200D}", "🇩", "\0",
  ]

  /// Returns all texts made of `least` to `most` of these pieces.
  private static func texts(_ least: Int, _ most: Int) -> [String] {
    var (texts, longest) = ([""], [""])
    for _ in 0..<most {
      longest = longest.flatMap { text in pieces.map { text + $0 } }
      texts += longest
    }
    return texts.filter { $0.unicodeScalars.count >= least }
  }

  @Test func `finds matches by Character, and replaces them`() {
    let wanted = Self.texts(1, 1) + ["aa", "ae", "\r\n", "\n\r", "a\r", "\na", "a;", "éa", "a\u{301}", "aéa"]
    for text in Self.texts(0, 3) {
      let characters = Array(text)
      let indexes = characters.indices.map { text.index(text.startIndex, offsetBy: $0) } + [text.endIndex]
      for other in wanted {
        let ranges = characters.ranges(of: Array(other)).map { indexes[$0.lowerBound]..<indexes[$0.upperBound] }
        let isRight =
          text.ranges(of: other) == ranges && text.firstRange(of: other) == ranges.first
          && text.contains(other) == !ranges.isEmpty
          && text.replacing(other, with: "<>") == String(characters.replacing(Array(other), with: Array("<>")))
        #expect(isRight, "\(other.debugDescription) in \(text.debugDescription)")
      }
    }
  }

  @Test func `in a substring finds matches only inside it`() {
    let text = "a\u{301}b, a\r\nb, ab"
    // A substring that begins within a Character has other Characters than the whole.
    for start in text.unicodeScalars.indices {
      let part = text[start...]
      for other in ["a", "b", "ab", "\n", "\nb", "\u{301}"] {
        let range = Array(part).firstRange(of: Array(other)).map { range in
          let (begin, end) = (range.lowerBound, range.upperBound)
          return part.index(part.startIndex, offsetBy: begin)..<part.index(part.startIndex, offsetBy: end)
        }
        #expect(part.firstRange(of: other) == range, "\(other.debugDescription) in \(part.debugDescription)")
      }
    }
  }

  @Test func `finds an empty text at the start of any text`() {
    for text in ["", "a"] {
      #expect(text.contains("") && text.firstRange(of: "") == text.startIndex..<text.startIndex)
    }
  }
}
