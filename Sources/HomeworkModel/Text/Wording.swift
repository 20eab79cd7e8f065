/// A text as grading compares it, without differences in white space and case.
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

  /// Returns whether the text contains the words of `phrase` in a row, as written or without diacritics.
  func contains(_ phrase: Wording) -> Bool {
    Self.contains(words, phrase.words)
      || Self.contains(
        Self.words(of: Folding.withoutAccents(folded)), Self.words(of: Folding.withoutAccents(phrase.folded)))
  }

  /// The distinct content words in order: without stop words, and without words of one or two letters.
  var contentWords: [String] {
    var seen: Set<String> = []
    return words.map(String.init).filter { $0.count > 2 && !StopWords.english.contains($0) && seen.insert($0).inserted }
  }

  private static func words(of text: String) -> [Substring] {
    // An apostrophe inside a word belongs to it, so that "don't" is one word; both shapes of it are the same.
    text.replacing("’", with: "'")
      .split { !($0.isLetter || $0.isNumber || $0 == "'") }
      .map { $0.drop { $0 == "'" } }
      .map { word in word.hasSuffix("'") ? word.dropLast() : word }
      .filter { !$0.isEmpty }
  }

  private static func contains(_ words: [Substring], _ phrase: [Substring]) -> Bool {
    guard !phrase.isEmpty, words.count >= phrase.count else { return false }
    return (0...(words.count - phrase.count)).contains { words[$0...].starts(with: phrase) }
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
