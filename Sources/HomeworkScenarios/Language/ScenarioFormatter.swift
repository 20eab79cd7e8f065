import HomeworkReports

/// Formats a script canonically: statements of a scenario are indented by two spaces, words are separated by one space
/// and comments by two, and at most one empty line separates statements and scenarios. Words and comments stay the
/// same.
public enum ScenarioFormatter {
  public static func format(_ text: String) -> String {
    var lines: [String] = []
    var isFirst = true
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let formatted = format(line: line, isFirst: &isFirst)
      if formatted.isEmpty, lines.last?.isEmpty ?? true { continue }
      let begins = formatted.hasPrefix("scenario ")
      if begins, let last = lines.last, !last.isEmpty, !isCommentBefore(lines) { lines.append("") }
      lines.append(formatted)
    }
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
  }

  /// A comment directly above a scenario belongs to it.
  private static func isCommentBefore(_ lines: [String]) -> Bool { lines.last?.hasPrefix("#") ?? false }

  private static func format(line: Substring, isFirst: inout Bool) -> String {
    var words = ScriptWords(line)
    // A line that cannot be parsed is left unchanged; checking reports it.
    guard words.openQuote == nil else { return String(line) }
    let begins = words.first.map { $0.text == "scenario" && !$0.isQuoted } ?? false
    let comment = String(line.dropFirst(commentStart(in: line, words))).trimmed
    var text = ""
    while let word = words.next() {
      if word.text == ",", !word.isQuoted {
        text += ","
        continue
      }
      if !text.isEmpty { text += " " }
      text += word.isQuoted ? word.text.quoted : canonical(word.text)
    }
    if begins { isFirst = false }
    // Comments of a scenario are indented like its statements; those before the first scenario and at the margin stay
    // there.
    let isAtMargin = isFirst || line.first == "#"
    let indent = begins || (text.isEmpty && isAtMargin) || (isFirst && text.isEmpty) ? "" : "  "
    if text.isEmpty { return comment.isEmpty ? "" : indent + comment }
    return indent + text + (comment.isEmpty ? "" : "  " + comment)
  }

  /// Returns the offset of the comment, which follows the words.
  private static func commentStart(in line: Substring, _ words: ScriptWords) -> Int { words.endColumn - 1 }

  /// Returns letters of options as capitals.
  private static func canonical(_ word: String) -> String {
    word.count == 1 && word.first?.isLetter == true ? word.uppercased() : word
  }
}
