import HomeworkModel

/// The signs of Markdown that separate questions.
extension MarkdownReader {
  static func heading(_ line: String) -> (level: Int, text: String)? {
    let level = line.prefix { $0 == "#" }.count
    guard (1...6).contains(level), line.dropFirst(level).first == " " else { return nil }
    return (level, line.dropFirst(level).trimmedAtEnds)
  }

  /// Returns whether a heading belongs to the one below it, like a scenario above its question. Otherwise it is a
  /// title, or a question without an answer.
  static func isOneQuestion(_ above: (level: Int, text: String), _ below: (level: Int, text: String)) -> Bool {
    let areNumbered = [above.text, below.text].allSatisfy { withoutNumber($0) != $0 }
    let isSentence = above.level > 1 && above.text.last.map(".?!…".contains) == true
    return !areNumbered && (above.level == below.level || (above.level < below.level && isSentence))
  }

  /// Parses `- [x] text`, `* [*] text`, `1. [ ] text`, `- [50%] text`, `(x) text`, `☑ text`.
  static func item(_ line: String) -> (text: String, weight: Double)? {
    var rest = line[...]
    var isListed = false
    if let first = rest.first, "-*+".contains(first), rest.dropFirst().first == " " {
      (rest, isListed) = (rest.dropFirst(2).drop { $0 == " " }, true)
    } else {
      let digits = rest.prefix(while: \.isNumber)
      if (1...3).contains(digits.count), let sign = rest.dropFirst(digits.count).first, ".)".contains(sign) {
        (rest, isListed) = (rest.dropFirst(digits.count + 1).drop { $0 == " " }, true)
      }
    }
    if let sign = rest.first, "☑☐".contains(sign) { return (rest.dropFirst().trimmedAtEnds, sign == "☑" ? 100 : 0) }
    guard let open = rest.first, open == "[" && isListed || open == "(" else { return nil }
    guard let end = rest.prefix(9).firstIndex(of: open == "[" ? "]" : ")") else { return nil }
    let mark = rest[rest.index(after: rest.startIndex)..<end].trimmedAtEnds.lowercased()
    let text = rest[rest.index(after: end)...]
    guard text.first == " " || text.isEmpty else { return nil }
    let weight: Double?
    switch mark {
    case "": weight = rest[rest.index(after: rest.startIndex)..<end].isEmpty && open == "(" ? nil : 0
    case "x", "*", "✓", "✔": weight = 100
    default: weight = mark.hasSuffix("%") ? Double(mark.dropLast()) : nil
    }
    // A letter in round brackets without a list sign is an Aiken option.
    return weight.map { (text.trimmedAtEnds, $0) }
  }

  static func lettered(_ line: String, _ count: Int) -> String? {
    guard count < 26, let letter = line.utf8.first, letter == UInt8(65 + count) else { return nil }
    let rest = line.dropFirst()
    guard let sign = rest.first, ".)".contains(sign), rest.dropFirst().first == " " else { return nil }
    return rest.dropFirst(2).trimmedAtEnds
  }

  static func quoted(_ line: String) -> String? {
    line.hasPrefix(">") ? line.dropFirst().trimmedAtEnds : nil
  }

  /// Returns the answer of `Correct Answer: B`, in any of ten languages.
  static func correct(_ text: String) -> String? {
    let plain = text.replacing("**", with: "")
    guard let sign = plain.prefix(40).firstIndex(where: { $0 == ":" || $0 == "：" }),
      Column.isAnswerLabel(Column.folded(String(plain[..<sign])))
    else { return nil }
    return plain[sign...].dropFirst().trimmedAtEnds
  }

  static func boldAnswer(_ line: String) -> String? { line.hasPrefix("**") ? correct(line) : nil }

  /// Removes the number of a question, which is no year.
  static func withoutNumber(_ text: String) -> String {
    AikenReader.number(of: text).map { $0 < 1000 } ?? false ? AikenReader.withoutNumber(text) : text
  }

  static func isListed(_ line: String) -> Bool { ["- ", "* ", "+ "].contains(line.prefix(2)) }

  /// Removes the number or the list sign of a question, but not the signs of a list inside of it.
  static func withoutMarker(_ lines: [String]) -> [String] {
    guard let first = lines.first else { return lines }
    let isListed = isListed(first) && !lines.dropFirst().contains { $0.hasPrefix(first.prefix(2)) }
    let bold = first.hasPrefix("**") ? "**" : ""
    let words = String(first.dropFirst(bold.count))
    let text = isListed ? String(first.dropFirst(2)) : bold + withoutNumber(words)
    let isList = lines.dropFirst().contains { withoutNumber($0) != $0 }
    return (isListed || !isList ? [text] : [first]) + lines.dropFirst()
  }

  static func hasPicture(_ text: String) -> Bool {
    text.ranges(of: "![").contains { open in
      text[open.upperBound...].firstIndex(of: "]").map { text[$0...].hasPrefix("](") } ?? false
    }
  }

  /// Returns gaps such as `The [cat] sat`, but not links, whose square brackets are followed by round ones, and the
  /// texts around them.
  static func gaps(in card: String) -> (texts: [String], gaps: [Question.Body]) {
    var (texts, gaps, rest, start): ([String], [Question.Body], Substring, String.Index?) = ([], [], card[...], nil)
    for index in card.indices {
      if card[index] == "[" { start = index }
      guard card[index] == "]", let open = start else { continue }
      start = nil
      let (answer, after) = (card[card.index(after: open)..<index], card[card.index(after: index)...])
      guard !answer.isEmpty, after.first != "(" else { continue }
      gaps.append(.fillBlank(correctAnswer: String(answer), acceptedAnswers: []))
      texts.append(String(rest[..<open]))
      rest = after
    }
    return (texts + [String(rest)], gaps)
  }
}
