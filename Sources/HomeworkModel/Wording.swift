/// A text as grading compares it: what a pupil meant, without the accidents of typing.
struct Wording {
  /// Trimmed, each run of white space one space, case folded.
  let folded: String

  init(_ text: String) {
    folded = Folding.caseless(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  /// The letters-and-digits words of the folded text.
  var words: [Substring] {
    Self.words(of: folded)
  }

  /// Whether `phrase` stands in this text as whole words in a row, as written or without diacritics.
  func contains(_ phrase: Wording) -> Bool {
    Self.contains(words, phrase.words)
      || Self.contains(
        Self.words(of: Folding.withoutAccents(folded)), Self.words(of: Folding.withoutAccents(phrase.folded)))
  }

  /// The distinct content words: neither stop words nor words of one or two letters, in order of appearance.
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

/// Words that carry no content of their own in an English model answer.
///
/// Articles, pronouns, prepositions, conjunctions, auxiliaries and the commonest adverbs; three letters and more, since
/// shorter words never count.
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
