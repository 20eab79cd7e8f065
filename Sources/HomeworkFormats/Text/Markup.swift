/// The markup of a text, which determines what a `<` in it means.
package enum Markup {
  /// Every character is literal.
  case plain
  /// White space collapses to one space, and `<` and `&` are read as in HTML.
  case html
  /// Moodle's auto-format: line breaks are kept. A text is HTML only if every tag is an HTML tag and is closed;
  /// otherwise, and in a text of nothing but tags, a `<` is literal.
  case automatic
}

/// The losses in converting a text of the file to plain text.
package struct Losses: OptionSet {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let pictures = Losses(rawValue: 1)
  package static let formulas = Losses(rawValue: 2)
  /// Tags were removed. Nothing visible is lost, but the characters may have been meant literally.
  package static let tags = Losses(rawValue: 4)

  /// Returns the losses in the words of notes.
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
  package func plainText(_ text: String) -> (text: String, losses: Losses) {
    switch self {
    case .plain: return (text.trimmedAtEnds, [])
    case .html: return HTMLText.plain(text, breaksLines: false)
    case .automatic:
      guard HTMLText.isMarkup(text) else { return (text.trimmedAtEnds, []) }
      guard text.utf8.contains(UInt8(ascii: "<")) else { return HTMLText.plain(text, breaksLines: true) }
      guard HTMLText.isBalanced(text) else { return (text.trimmedAtEnds, []) }
      let (plain, losses) = HTMLText.plain(text, breaksLines: true)
      // Tags around nothing are the text itself: `Which tag breaks a line? {=<br> ~<lb>}`.
      return plain.isEmpty ? (text.trimmedAtEnds, []) : (plain, losses.union(.tags))
    }
  }
}
