import HomeworkModel

/// The evidence for each format in a text, as counts.
struct TextEvidence {
  private let lines: [Substring]
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    lines = AikenReader.counted(bytes.lines)
  }

  var format: QuizFormat? { guess?.format }

  /// The best-supported format, and why, if more than braces suggest it; `nil` if there is no evidence for any.
  var guess: (format: QuizFormat, reason: String?)? {
    let filled = lines.map(\.trimmedAtEnds).filter { !$0.isEmpty }
    guard let first = filled.first else { return nil }
    let separator = DelimitedText.separator(in: bytes)
    let table = separator == 9 ? QuizFormat.tsv : .csv
    if TableReader.hasHeadings(Array(bytes)) { return (table, "its first line has the headings of a quiz") }
    let (aiken, gift, markdown) = (AikenReader.count(lines), giftCount(filled), MarkdownReader.count(filled))
    // Aiken questions may contain braces in every line; GIFT questions have no ANSWER: line.
    let hasHeading = filled.contains { MarkdownReader.heading($0) != nil }
    if aiken > 0, aiken * 3 >= gift, aiken >= markdown + (hasHeading ? 1 : 0) {
      return (.aiken, "options stand above the line of the right answer")
    }
    if AnkiSettings(Array(bytes)).isAnki {
      return (first.lowercased() == "#separator:comma" ? .csv : .tsv, "it begins with the settings of Anki")
    }
    if OpenTriviaQAReader.isOne(filled) { return (.openTriviaQA, "lines begin with #Q and ^") }
    if BlackboardReader.isOne(filled) { return (.blackboard, "lines begin with a type and a tab") }
    // A marked list item means one thing; a brace may belong to code.
    if markdown > 0, markdown * 4 >= gift { return (.markdown, "its right answers are marked as in Markdown") }
    if gift > 0 { return (.gift, "answers stand in { }") }
    if filled.contains(where: { AikenReader.isAnswer($0) }) { return (.aiken, "lines name a right answer") }
    if AikenReader.isNumbered(filled) { return (.aiken, "numbered questions have options by letter") }
    if isTable(separator) { return (table, "every line has the same columns") }
    if let title = DelimitedText.title(of: bytes) {
      let format = DelimitedText.separator(in: title.body) == 9 ? QuizFormat.tsv : .csv
      return (format, "every line below its title has two columns")
    }
    // In a sample, the last line may be cut off.
    let whole = bytes.count < FormatGuess.sample ? bytes : bytes[...(bytes.lastIndex(of: 10) ?? bytes.startIndex)]
    if gift == 0, DelimitedText.tabbed(whole) != nil { return (.tsv, "a dash divides every line") }
    return filled.contains { $0.contains("{") && $0.contains("}") } ? (.gift, nil) : nil
  }

  /// The two formats that a text without evidence has most of, in the words of a report.
  var nearest: String {
    let filled = lines.map(\.trimmedAtEnds).filter { !$0.isEmpty }
    let lettered = filled.count { AikenReader.isOption($0) || AikenReader.number(of: $0) != nil }
    let signs: [(name: String, count: Int)] = [
      ("Aiken (options A), B) and ANSWER: A)", lettered),
      ("a table (headings such as question, answer)", filled.count { $0.contains { ",;\t|".contains($0) } }),
      ("Markdown (- [x] before the right option)", filled.count { $0.first.map("#-*+".contains) == true }),
      ("GIFT (answers in { })", filled.count { $0.contains("{") }),
    ]
    let best = signs.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
    return best.prefix(2).map(\.element.name).joined(separator: " and ")
  }

  /// Counts titles, categories, and opening braces followed by the beginning of an answer.
  private func giftCount(_ lines: [String]) -> Int {
    zip(lines, lines.dropFirst() + [""]).count { line, next in
      guard !AikenReader.isOption(line) else { return false }
      if ["::", "$CATEGORY:", "[html]", "[markdown]", "[plain]", "[moodle]"].contains(where: line.hasPrefix) {
        return true
      }
      guard let open = line.utf8.firstIndex(of: 0x7B) else { return false }
      if open > line.startIndex, line.utf8[line.utf8.index(before: open)] == 0x5C { return false }
      let inside = line[line.index(after: open)...].drop { $0 == " " || $0 == "\t" }
      // Code lines end in a brace too: the answers of GIFT begin in the next line.
      let answers = inside.isEmpty ? next[...] : inside
      if let sign = answers.first, "=~#".contains(sign) || sign == "}" && !inside.isEmpty { return true }
      return GIFTText.truth(of: Array(answers.prefix { $0 != "}" && $0 != "#" }.utf8)[...]) != nil
    }
  }

  /// Returns whether the text is a table of at least two columns. Unless tabs separate them, all rows must have the
  /// same width.
  private func isTable(_ separator: UInt8) -> Bool {
    // In a sample, the last line or a quotation may be cut off. In a whole text, an open quotation rules a table out.
    guard bytes.count >= FormatGuess.sample || (try? DelimitedText.rows(bytes, separator: separator)) != nil else {
      return false
    }
    let rows = DelimitedText.rows(beginning: bytes, separator: separator).filter { !$0.isEmpty }
    let widths = rows.dropLast(rows.count > 1 ? 1 : 0).map(\.fields.count)
    guard let least = widths.min(), least > 1 else { return false }
    return separator == 9 || (rows.count > 1 && widths.allSatisfy { $0 == least })
  }
}
