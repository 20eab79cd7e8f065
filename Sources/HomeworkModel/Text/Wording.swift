/// A text normalised for grading, without differences in white space and case.
struct Wording {
  /// The text, trimmed, with each run of white space as one space, and case-folded.
  let folded: String

  init(_ text: String) {
    folded = Folding.caseless(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  /// The words of the folded text: runs of letters and digits.
  var words: [Substring] {
    Self.words(of: folded)
  }

  /// The distinct content words in order, without stop words and words of one or two letters.
  var contentWords: [String] {
    var seen: Set<String> = []
    return words.map(String.init).filter { $0.count > 2 && !StopWords.english.contains($0) && seen.insert($0).inserted }
  }

  static func words(of text: String) -> [Substring] {
    // An apostrophe inside a word is part of it, so that "don't" is one word; both forms of it are equal.
    text.replacing("’", with: "'")
      .split { !($0.isLetter || $0.isNumber || $0 == "'") }
      .map { $0.drop { $0 == "'" } }
      .map { word in word.hasSuffix("'") ? word.dropLast() : word }
      .filter { !$0.isEmpty }
  }
}

/// A typed answer without the differences that come from keyboards and typography, not from knowledge.
struct TypedAnswer {
  private let wording: String

  init(_ text: String) { wording = Self.meaning(of: text) }

  /// Returns whether the text means the author's answer.
  func equals(_ answer: String) -> Bool { Self.forms(of: answer).contains(wording) }

  /// The forms in which an author's answer may be typed: with or without what is in brackets beside its words.
  static func forms(of answer: String) -> [String] {
    let answer = withoutSounds(answer)
    guard answer.contains("(") || answer.contains("[") else { return [meaning(of: answer)] }
    var (without, opened, rest) = ("", "", answer[...])
    while let open = rest.firstIndex(where: { $0 == "(" || $0 == "[" }),
      let close = rest[open...].firstIndex(of: rest[open] == "(" ? ")" : "]")
    {
      let inside = rest[rest.index(after: open)..<close]
      let (before, after) = (rest[..<open], rest[rest.index(after: close)...])
      let isBeside =
        (before.last?.isWhitespace ?? without.isEmpty) && (after.first.map { !$0.isLetter && !$0.isNumber } ?? true)
      without += before
      opened += before
      if isBeside && isRemark(inside) {
        opened += inside
      } else {
        (without, opened) = (without + rest[open...close], opened + rest[open...close])
      }
      rest = after
    }
    (without, opened) = (without + rest, opened + rest)
    // Brackets beside a single letter or a number belong to a formula.
    let isWord = zip(without, without.dropFirst()).contains { $0.isLetter && $1.isLetter }
    return (isWord ? [answer, without, opened] : [answer]).map(meaning)
  }

  /// Returns whether brackets hold words, such as `(to)`, or the gender of a word: `(f)`.
  private static func isRemark(_ text: Substring) -> Bool {
    let isText = text.allSatisfy { $0.isLetter || $0.isWhitespace || ".,;:/-'’".contains($0) }
    return isText && (text.count { $0.isLetter } > 1 || ["m", "f", "n"].contains(text.lowercased()))
  }

  /// Removes Anki's references to recordings: `[sound:chat.mp3]`.
  private static func withoutSounds(_ text: String) -> String {
    var (kept, rest) = ("", text[...])
    while let open = rest.firstRange(of: "[sound:"), let close = rest[open.upperBound...].firstIndex(of: "]") {
      kept += rest[..<open.lowerBound]
      rest = rest[rest.index(after: close)...]
    }
    return kept + rest
  }

  private static func meaning(of text: String) -> String {
    var plain = String(Wording(text).folded.map { signs[$0] ?? $0 })
    // A full stop ends a sentence; several leave one out.
    if plain.count > 1, plain.hasSuffix("."), !plain.hasSuffix("..") {
      plain.removeLast()
      // A remark in brackets may have been before it.
      if plain.last == " " { plain.removeLast() }
    }
    return decimal(plain) ?? plain
  }

  /// Returns a number with a point: `+0,5` is `0.5`; `nil` for any other text.
  private static func decimal(_ text: String) -> String? {
    let unsigned = text.first == "+" || text.first == "-" ? text.dropFirst() : text[...]
    let parts = unsigned.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } })
    else { return nil }
    return (text.first == "-" ? "-" : "") + parts.joined(separator: ".")
  }

  /// Typographic signs as keyboards have them.
  private static let signs: [Character: Character] = {
    var signs: [Character: Character] = [:]
    for sign in "’‘‛‚ʼ`´′＇" { signs[sign] = "'" }
    for sign in "“”„‟«»″＂" { signs[sign] = "\"" }
    for sign in "−‐‑‒–—－" { signs[sign] = "-" }
    return signs
  }()
}

/// A text to be searched for many phrases, each in time proportional to the two lengths.
struct WordSearch {
  private let words: NumberedWords, plain: NumberedWords

  init(_ text: Wording) {
    words = NumberedWords(text.words)
    plain = NumberedWords(Wording.words(of: Folding.withoutAccents(text.folded)))
  }

  /// Returns whether the text contains the words of `phrase` consecutively, as written or without diacritics.
  func contains(_ phrase: Wording) -> Bool {
    words.contains(phrase.words) || plain.contains(Wording.words(of: Folding.withoutAccents(phrase.folded)))
  }
}

/// The words of a text, each as a number, equal for equal words.
private struct NumberedWords {
  private var numbers: [Substring: Int] = [:]
  private var text: [Int] = []

  init(_ words: [Substring]) {
    for word in words {
      let number = numbers[word] ?? numbers.count
      numbers[word] = number
      text.append(number)
    }
  }

  /// Searches with the Knuth–Morris–Pratt algorithm.
  func contains(_ words: [Substring]) -> Bool {
    let phrase = words.compactMap { numbers[$0] }
    guard !phrase.isEmpty, phrase.count == words.count, phrase.count <= text.count else { return false }
    guard phrase.count > 1 else { return true }
    // For each prefix of the phrase, the length of its longest border.
    var (borders, border) = ([0], 0)
    for number in phrase.dropFirst() {
      while border > 0, phrase[border] != number { border = borders[border - 1] }
      if phrase[border] == number { border += 1 }
      borders.append(border)
    }
    var found = 0
    for number in text {
      while found > 0, phrase[found] != number { found = borders[found - 1] }
      if phrase[found] == number { found += 1 }
      if found == phrase.count { return true }
    }
    return false
  }
}

/// English words without content of their own: articles, pronouns, prepositions, conjunctions, auxiliaries and the most
/// common adverbs. All have at least three letters, because shorter words never count.
enum StopWords {
  static let english: Set<String> = [
    "about", "above", "after", "again", "all", "also", "and", "any", "are", "because", "been", "before", "being",
    "below", "between", "both", "but", "can", "could", "did", "does", "doing", "down", "during", "each", "few", "for",
    "from", "further", "had", "has", "have", "having", "her", "here", "hers", "him", "his", "how", "into", "its",
    "itself", "just", "may", "might", "more", "most", "must", "nor", "not", "off", "once", "only", "other", "our",
    "ours", "out", "over", "own", "same", "shall", "she", "should", "some", "such", "than", "that", "the", "their",
    "theirs", "them", "then", "there", "these", "they", "this", "those", "through", "too", "under", "until", "very",
    "was", "were", "what", "when", "where", "which", "while", "who", "whom", "why", "will", "with", "would", "you",
    "your", "yours",
  ]
}
