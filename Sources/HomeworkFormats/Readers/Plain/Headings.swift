import HomeworkModel

/// The columns of a question table, by their headings in the languages in which such tables are common.
package enum Column: Hashable {
  case question, introduction, type, answer, explanation, category, options
  case option(Int), wrong(Int)
  /// Columns of the program's own export: lists in JSON.
  case accepted, concepts
  /// Known columns that quizzes have no use for.
  case seconds, ignored
  /// The address of a picture.
  case picture

  /// - Parameter heading: the heading in the file, which may have an explanation after a dash or in brackets.
  init?(_ heading: String) {
    guard let column = Self.column(Self.folded(heading)) else { return nil }
    self = column
  }

  private static func column(_ word: String) -> Column? {
    if let column = words[word] { return column }
    // `option 1`, `Antwort B`, `c`.
    let digits = word.reversed().prefix { $0.isASCII && $0.isNumber }.count
    if digits > 0, digits <= 2, let number = Int(word.suffix(digits)), (1...26).contains(number) {
      let head = String(word.dropLast(digits))
      if optionHeads.contains(head) { return .option(number - 1) }
      if wrongHeads.contains(head) { return .wrong(number - 1) }
    }
    if let letter = word.last, let value = letter.asciiValue, (97...122).contains(value),
      word.count == 1 || optionHeads.contains(String(word.dropLast()))
    {
      return .option(Int(value) - 97)
    }
    return wrongHeads.contains(word) ? .wrong(0) : nil
  }

  /// Returns the letters and digits of a heading, in lower case without accents, up to an explanation.
  static func folded(_ heading: String) -> String {
    var text = heading[...]
    for sign in [" - ", " – ", " — ", "(", "["] {
      if let place = text.firstRange(of: sign), place.lowerBound > text.startIndex { text = text[..<place.lowerBound] }
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

  /// Returns a list of words, folded.
  static func list(_ name: String) -> Set<String> { Set(WordLists.words(name).map(folded)) }

  /// The words that precede an option's number or letter.
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
