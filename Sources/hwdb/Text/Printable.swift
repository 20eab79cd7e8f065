import HomeworkModel

/// Returns `text` on one line, without terminal control characters: titles and quizzes may come from anywhere.
func printable(_ text: some StringProtocol) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    // A fast path for most characters.
    if (0x20..<0x7F).contains(scalar.value) {
      result.unicodeScalars.append(scalar)
      continue
    }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: result += scalar.properties.isWhitespace ? " " : "\u{FFFD}"
    // Overrides of the writing direction can disguise a text.
    case .format where (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value): break
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

extension String {
  /// The text without the control sequences of keys such as arrows: an escape, `[` or `O`, parameters, a letter.
  var withoutControlSequences: String {
    var (result, rest) = ("", self[...])
    while let start = rest.firstIndex(of: "\u{1B}") {
      result += rest[..<start]
      rest = rest[start...].dropFirst()
      guard rest.first == "[" || rest.first == "O" else { continue }
      rest = rest.dropFirst().drop { $0 < "@" || $0 > "~" }.dropFirst()
    }
    return result + rest
  }
}

/// Returns the lines of `text`, made printable: code keeps its lines and its indentation.
func printableLines(_ text: String) -> [String] {
  text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { printable($0.replacing("\t", with: "    ")) }
}

/// Returns `start` and the lines of `text` below each other, made printable; a line that is wrapped on a terminal
/// continues after `indent`.
func wrappedText(_ start: String, _ text: String, indent: Int, on style: OutputStyle) -> String {
  let margin = String(repeating: " ", count: width(of: start))
  return printableLines(text).enumerated().map {
    wrapped(($0 == 0 ? start : $1.isEmpty ? "" : margin) + $1, indent: indent, on: style) + "\n"
  }.joined()
}

/// Returns the lines of `text`, made printable and wrapped between words; an empty text has none.
func wrappedLines(_ text: String, columns: Int) -> [String] {
  let narrow = OutputStyle(columns: columns, isColoured: false, hasUnicode: true, nowMs: 0)
  guard !text.isEmpty else { return [] }
  return printableLines(text).flatMap { line in
    wrapped(line, on: narrow).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// Returns the number of terminal columns that a text takes.
func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

/// Returns the terminal columns of a character, the sum over its scalars: neither ncurses nor most terminals draw a
/// spacing vowel sign or the second emoji of a family in the cell of the scalar before it.
package func width(of character: Character) -> Int {
  // To look up the properties of plain letters takes most of the time of a list.
  guard character.utf8.count > 1 else { return 1 }
  let columns = character.unicodeScalars.reduce(0) { $0 + width(of: $1) }
  // A sign that this selector makes an emoji is as wide as other emoji.
  return character.unicodeScalars.contains("\u{FE0F}") ? max(2, columns) : columns
}

/// Returns the columns of a scalar as the C library counts them, which ncurses asks: a test compares all of them.
private func width(of scalar: Unicode.Scalar) -> Int {
  // Most letters of Europe, and formatting characters that show: a soft hyphen, signs over Arabic and Kaithi numbers.
  switch scalar.value {
  case ..<0x300, 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: return 1
  default: break
  }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format: return 0
  default: break
  }
  switch scalar.value {
  // The vowels and final consonants of Hangul join the consonant before them.
  case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0
  // Two letters make a flag.
  case 0x1F1E6...0x1F1FF: return 1
  // Hangul, kana, Han, Tangut and full-width forms.
  case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08,
    0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD:
    return 2
  default: return scalar.properties.isEmojiPresentation ? 2 : 1
  }
}
