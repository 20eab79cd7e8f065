import HomeworkModel

/// The columns of a question table, by their headings in the languages in which such tables are common.
package enum Column: Hashable {
  case question, introduction, type, answer, explanation, category, options
  case option(Int), wrong(Int)
  /// Columns of the program's own export: lists in JSON.
  case accepted, concepts
  /// Known columns that quizzes have no use for.
  case seconds, ignored
  case picture

  /// - Parameter heading: the heading in the file, which may have an explanation after a dash or in brackets.
  init?(_ heading: String) {
    guard let column = Self.column(Self.folded(heading)) else { return nil }
    self = column
  }

  private static func column(_ word: String) -> Column? {
    if let column = words[word] { return column }
    // `option 1`, `Antwort B`, `Вариант Б`, `选项二`, `c`.
    let digits = word.reversed().prefix { $0.isASCII && $0.isNumber }.count
    let sign = word.last ?? "?"
    let number = digits > 0 ? Int(word.suffix(digits)) : sign.wholeNumberValue
    let index = number.map { $0 - 1 } ?? index(of: sign)
    if digits <= 2, let index, (0..<26).contains(index) {
      let head = String(word.dropLast(max(digits, 1)))
      if optionHeads.contains(head) || head.isEmpty && digits == 0 { return .option(index) }
      if wrongHeads.contains(head) { return .wrong(index) }
    }
    return wrongHeads.contains(word) ? .wrong(0) : nil
  }

  /// Returns the index that a letter gives an option in its alphabet: `b`, `Б`, `②`.
  static func index(of letter: Character) -> Int? {
    letter.asciiValue.map { value in (65...90).contains(value & 0xDF) ? Int(value & 0xDF) - 65 : nil }
      ?? indexes[letter.lowercased()]
  }

  private static let indexes: [String: Int] = WordLists.words("letters").reduce(into: [:]) { table, letters in
    for (index, letter) in letters.enumerated() { table[String(letter)] = index }
  }

  static let numberHeads = list("number heads")

  /// Returns the letters and digits of a heading, in lower case without accents, up to an explanation.
  static func folded(_ heading: String) -> String {
    var text = heading[...]
    for sign in [" - ", " – ", " — ", "(", "["] {
      if let index = text.firstRange(of: sign), index.lowerBound > text.startIndex { text = text[..<index.lowerBound] }
    }
    return Folding.withoutAccents(Folding.caseless(String(text))).replacing("ł", with: "l").filter {
      $0.isLetter || $0.isNumber
    }
  }

  /// Shown to people: the headings that the first line may contain.
  package static let known = "question, answer, option 1, option 2, …, explanation, category, type"

  private static let words: [String: Column] = {
    let columns: [(Column, String)] = [
      (.introduction, "introduction"), (.question, "question"), (.answer, "answer"), (.explanation, "explanation"),
      (.category, "category"), (.type, "type"), (.options, "options"), (.seconds, "seconds"), (.accepted, "accepted"),
      (.concepts, "concepts"), (.picture, "picture"), (.ignored, "ignored"),
    ]
    return columns.reduce(into: [:]) { table, column in
      for word in list("column \(column.1)") { table[word] = column.0 }
    }
  }()

  static func list(_ name: String) -> Set<String> { Set(WordLists.words(name).map(folded)) }

  private static let optionHeads = list("option heads")

  private static let wrongHeads = list("wrong heads")

  /// Returns whether folded words name a right answer, as before `: B`.
  ///
  /// - Parameter isLoose: also of words that may stand before its reason, such as `Solution:`.
  static func isAnswerLabel(_ word: String, isLoose: Bool = false) -> Bool {
    if ["ans", "correctans"].contains(word) { return true }
    return words[word] == .answer && !isCardSide(word) && (isLoose || !reasons.contains(word))
  }

  private static let reasons = list("reasons")

  /// Returns whether a folded heading is a side of a card, whose back may be too long to type.
  static func isCardSide(_ word: String) -> Bool { sides.contains(word) }

  private static let sides = list("card sides")

  /// Returns whether a heading is the timestamp with which form responses begin.
  static func isTimestamp(_ heading: String) -> Bool { timestamps.contains(folded(heading)) }

  private static let timestamps = list("timestamps")
}
