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

/// Returns 0 for a character that only modifies the one before it, 2 for wide characters and emoji.
func width(of character: Character) -> Int {
  // To look up the properties of plain letters takes most of the time of a list.
  guard character.utf8.count > 1 else { return 1 }
  guard let first = character.unicodeScalars.first else { return 0 }
  if first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
  switch first.value {
  // Hangul, kana, Han and full-width forms.
  case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60,
    0xFFE0...0xFFE6, 0x20000...0x3FFFD:
    return 2
  default: return first.properties.generalCategory == .nonspacingMark ? 0 : 1
  }
}
