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
