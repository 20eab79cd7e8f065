/// What a text is written in, which says what a `<` in it means.
package enum Markup {
  /// Every sign is itself.
  case plain
  /// A run of white space is one space, and `<` and `&` are read as HTML has them.
  case html
  /// Moodle's auto-format: lines are lines. It is HTML only where every tag is one of HTML's and is closed; else a `<`
  /// is itself, as in a text of nothing but tags.
  case automatic
}

/// What a text that was read could not hold of the one in the file.
package struct Losses: OptionSet {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  package static let pictures = Losses(rawValue: 1)
  package static let formulas = Losses(rawValue: 2)
  /// Nothing that is seen, but signs that may have been meant as they stood.
  package static let tags = Losses(rawValue: 4)

  /// As notes say it.
  ///
  /// - Parameter part: whose they are, where it is not the question that is asked.
  func reasons(of part: String? = nil) -> [String] {
    func words(_ noun: String, _ more: String = "") -> String {
      (part.map { "the \(noun) of \($0)" } ?? "its \(noun)") + more
    }
    var reasons: [String] = []
    if contains(.pictures) { reasons.append(words("pictures")) }
    if contains(.formulas) { reasons.append(words("formulas", ", which are MathML")) }
    if contains(.tags) { reasons.append(words("tags", ", which were read as HTML")) }
    return reasons
  }
}

extension Markup {
  /// - Returns: the text as it is to be read, without white space at its ends, and what was lost.
  package func plainText(_ text: String) -> (text: String, losses: Losses) {
    switch self {
    case .plain: return (text.trimmedAtEnds, [])
    case .html: return HTMLText.plain(text, breaksLines: false)
    case .automatic:
      guard HTMLText.isMarkup(text) else { return (text.trimmedAtEnds, []) }
      guard text.utf8.contains(UInt8(ascii: "<")) else { return HTMLText.plain(text, breaksLines: true) }
      guard HTMLText.isBalanced(text) else { return (text.trimmedAtEnds, []) }
      let (plain, losses) = HTMLText.plain(text, breaksLines: true)
      // Tags around nothing are the text: `Which tag breaks a line? {=<br> ~<lb>}`.
      return plain.isEmpty ? (text.trimmedAtEnds, []) : (plain, losses.union(.tags))
    }
  }
}
