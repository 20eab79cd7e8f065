import HomeworkReports

/// One line of a script as words with their columns, taken from the left.
struct ScriptWords {
  struct Word: Hashable {
    let text: String
    /// The column, from 1, in characters.
    let column: Int
    let isQuoted: Bool
  }

  private var words: ArraySlice<Word> = []
  /// The column of the line's end, for reporting missing words.
  private(set) var endColumn: Int
  /// The column of a quotation mark that is never closed.
  private(set) var openQuote: Int?

  /// Splits `line`. Commas are separate words, `#` outside quotes starts a comment, `\` escapes inside quotes.
  init(_ line: some StringProtocol) {
    var characters = Array(line)[...]
    endColumn = 1
    while let character = characters.first {
      let column = characters.startIndex + 1
      if character == "#" { break }
      if character.isWhitespace {
        characters.removeFirst()
        continue
      }
      if character == "\"" {
        guard let quoted = Self.quoted(&characters) else {
          openQuote = column
          break
        }
        words.append(Word(text: quoted, column: column, isQuoted: true))
      } else if character == "," {
        characters.removeFirst()
        words.append(Word(text: ",", column: column, isQuoted: false))
      } else {
        let word = characters.prefix { !$0.isWhitespace && $0 != "," && $0 != "\"" && $0 != "#" }
        characters = characters.dropFirst(word.count)
        words.append(Word(text: String(word), column: column, isQuoted: false))
      }
      endColumn = characters.startIndex + 1
    }
  }

  var isEmpty: Bool { words.isEmpty }
  var first: Word? { words.first }
  /// The column of the next word, or of the end.
  var column: Int { words.first?.column ?? endColumn }

  mutating func next() -> Word? { words.popFirst() }

  /// Takes the next word if it is `text`, unquoted.
  mutating func take(_ text: String) -> Bool {
    guard let word = words.first, !word.isQuoted, word.text == text else { return false }
    words.removeFirst()
    return true
  }

  private static func quoted(_ characters: inout ArraySlice<Character>) -> String? {
    var text = ""
    var rest = characters.dropFirst()
    while let character = rest.popFirst() {
      switch character {
      case "\"":
        characters = rest
        return text
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        text.append(escaped == "n" ? "\n" : escaped)
      default: text.append(character)
      }
    }
    return nil
  }
}

enum StatementWord: String, CaseIterable {
  case start, answer, accept, skip, wait, kill, resume, restart, finish, leave, abandon, add, complete, delete, revisit,
    expect
  case screen, generation, regrade, extend, learner, copy, sync, take, `repeat`

  /// True if `x4` may follow.
  var repeats: Bool { [.answer, .skip, .screen].contains(self) }
}

enum StartWord: String, CaseIterable { case shuffled, only, practice, limit }

enum ExpectationWord: String, CaseIterable {
  case question, streak, stars, total, score, percentage, grade, state, bar, progress, flag, kept, lost
  case played, reduced, suppressed, interrupted, capped, running, nothing, no, error, due, always
}
