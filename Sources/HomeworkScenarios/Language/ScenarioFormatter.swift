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
      // A comment directly above a scenario belongs to it.
      if begins, let last = lines.last, !last.isEmpty, !last.hasPrefix("#") { lines.append("") }
      lines.append(formatted)
    }
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
  }

  private static func format(line: Substring, isFirst: inout Bool) -> String {
    var words = ScriptWords(line)
    // A line that cannot be parsed is left unchanged; checking reports it.
    guard words.openQuote == nil else { return String(line) }
    let begins = words.first.map { $0.text == "scenario" && !$0.isQuoted } ?? false
    let comment = String(line.dropFirst(words.endColumn - 1)).trimmed
    var text = ""
    while let word = words.next() {
      if word.text == ",", !word.isQuoted {
        text += ","
        continue
      }
      if !text.isEmpty { text += " " }
      // Letters of options are capitals.
      let isLetter = word.text.count == 1 && word.text.first?.isLetter == true
      text += word.isQuoted ? word.text.quoted : isLetter ? word.text.uppercased() : word.text
    }
    if begins { isFirst = false }
    // Comments of a scenario are indented like its statements; those before the first scenario and at the margin stay
    // there.
    let isAtMargin = isFirst || line.first == "#"
    let indent = begins || (text.isEmpty && isAtMargin) || (isFirst && text.isEmpty) ? "" : "  "
    if text.isEmpty { return comment.isEmpty ? "" : indent + comment }
    return indent + text + (comment.isEmpty ? "" : "  " + comment)
  }
}
