import HomeworkModel

/// A reader of Aiken, as Moodle defines it and as people write it: a stem of one or more lines, options by letter,
/// `ANSWER: C`.
struct AikenReader {
  private var collector: ImportCollector
  private var stem: [String] = []
  private var options: [(letter: Character, text: String)] = []
  private var (startLine, lastLine) = (0, 0)
  /// True if a blank line precedes the current line.
  private var isAfterBlank = true
  /// A complete question, held back because an explanation may follow.
  private var pending: (question: QuestionDraft, lines: ClosedRange<Int>)?

  static func read(_ text: FileText, explains: Bool = false) -> QuizImport {
    var reader = AikenReader(collector: ImportCollector(.aiken, explains: explains))
    let lines = String(decoding: text.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() { reader.read(line.trimmedAtEnds, line: index + 1) }
    reader.endWithoutAnswer()
    reader.takePending()
    return reader.collector.finish()
  }

  private init(collector: ImportCollector) {
    self.collector = collector
  }

  private mutating func read(_ line: String, line number: Int) {
    guard !line.isEmpty else { return isAfterBlank = true }
    defer { isAfterBlank = false }
    let words = Self.withoutBold(line)
    if stem.isEmpty, options.isEmpty, pending != nil {
      if let explanation = Self.explanation(words) { return explain(explanation) }
      if !isAfterBlank, pending?.question.explanation.isEmpty == false { return explain(words) }
    }
    if let letters = Self.answer(words) { return end(letters, line: number) }
    if let option = Self.option(words), !stem.isEmpty {
      lastLine = number
      return options.append(option)
    }
    if !options.isEmpty, isAfterBlank { endWithoutAnswer() }
    lastLine = number
    if !options.isEmpty {
      // A line directly after an option that is not an answer continues the option. Moodle does not read it so.
      options[options.count - 1].text += " " + words
      return
    }
    if stem.isEmpty { startLine = number }
    stem.append(stem.isEmpty ? Self.withoutNumber(words) : words)
  }

  private mutating func explain(_ words: String) {
    let before = pending?.question.explanation ?? ""
    pending?.question.explanation = before.isEmpty ? words : "\(before)\n\(words)"
  }

  private mutating func takePending() {
    if let (question, lines) = pending { collector.take([question], lines: lines, kind: "multichoice") }
    pending = nil
  }

  private mutating func endWithoutAnswer() {
    if !stem.isEmpty || !options.isEmpty {
      collector.leaveOut(startLine...lastLine, "multichoice", "it ends without an ANSWER: line")
    }
    (stem, options) = ([], [])
  }

  private mutating func end(_ letters: String, line: Int) {
    defer { (stem, options) = ([], []) }
    takePending()
    let lines = (stem.isEmpty ? line : startLine)...line
    guard !stem.isEmpty else {
      return collector.leaveOut(lines, "multichoice", "an ANSWER: line without a question before it")
    }
    guard letters.count == 1, let letter = letters.first else {
      return collector.leaveOut(
        lines, "multichoice", letters.isEmpty ? "its ANSWER: line names no option" : "it has several correct answers")
    }
    let right = options.indices.filter { options[$0].letter == letter }
    guard let index = right.first else {
      return collector.leaveOut(lines, "multichoice", "the answer \(letter) is none of its options")
    }
    guard right.count == 1 else { return collector.leaveOut(lines, "multichoice", "two options are called \(letter)") }
    let body = Question.Body.mcq(options: options.map(\.text), correctIndex: index)
    pending = (QuestionDraft(prompt: stem.joined(separator: "\n"), body: body), lines)
  }

  /// Returns the text of an `Explanation: …` line below an answer.
  private static func explanation(_ line: String) -> String? {
    let lower = line.lowercased()
    for head in ["explanation", "feedback", "rationale", "reason"] where lower.hasPrefix(head) {
      let rest = line.dropFirst(head.count).drop { $0 == " " }
      if rest.first == ":" { return rest.dropFirst().trimmedAtEnds }
    }
    return nil
  }

  /// Returns the letters of a line such as `**Answer: (C)**`; `nil` for any other line.
  private static func answer(_ line: String) -> String? {
    let lower = line.lowercased()
    guard let head = ["correct answer", "answer", "right answer"].first(where: { lower.hasPrefix($0) }) else {
      return nil
    }
    let rest = line.dropFirst(head.count).drop { $0 == " " }
    guard let sign = rest.first, sign == ":" || sign == "=" || sign == "：" else { return nil }
    let given = rest.dropFirst().trimmedAtEnds
    // A single letter may be followed by its option; several letters must be separated and alone.
    let parts = given.split { ",;& /".contains($0) }.map { $0.filter { $0.isLetter || $0.isNumber } }.filter {
      !$0.isEmpty
    }
    let letters = parts.prefix { $0.count == 1 }.map { $0.uppercased() }
    if letters.count == parts.count || letters.isEmpty { return letters.joined() }
    return letters.count == 1 || parts.count > letters.count ? String(letters[0]) : letters.joined()
  }

  /// Counts the answer lines that follow at least one option.
  static func count(_ lines: [Substring]) -> Int {
    var (count, hasOption) = (0, false)
    for line in lines {
      let words = withoutBold(line.trimmedAtEnds)
      if isAnswer(words) {
        count += hasOption ? 1 : 0
        hasOption = false
      } else if !hasOption {
        hasOption = option(words) != nil
      }
    }
    return count
  }

  static func isOption(_ line: String) -> Bool { option(line) != nil }

  static func isAnswer(_ line: String) -> Bool { answer(withoutBold(line)) != nil }

  /// Returns whether Aiken reads a line as plain text: it is no answer, option or explanation, and loses no number.
  static func isPlain(_ line: String) -> Bool {
    let text = line.trimmedAtEnds
    return text == line && !line.isEmpty && answer(line) == nil && option(line) == nil && explanation(line) == nil
      && withoutNumber(line) == line && withoutBold(line) == line
  }

  /// Parses `A) text`, `A. text`, `(A) text`, `A: text`; returns `nil` for any other line.
  private static func option(_ line: String) -> (letter: Character, text: String)? {
    var rest = line[...]
    if let first = rest.first, "-*•".contains(first), rest.dropFirst().first == " " { rest = rest.dropFirst(2) }
    let isOpen = rest.first == "("
    if isOpen { rest = rest.dropFirst() }
    guard let letter = rest.first, letter.isASCII, letter.isLetter, let sign = rest.dropFirst().first else {
      return nil
    }
    guard sign == ")" || (!isOpen && (sign == "." || sign == ":")) else { return nil }
    let text = rest.dropFirst(2)
    // `e.g.` and `A.B` are words.
    guard text.first.map({ $0 == " " || $0 == "\t" }) ?? false || sign == ")" else { return nil }
    let upper = letter.isUppercase || sign == ")" ? Character(letter.uppercased()) : letter
    guard upper.isUppercase else { return nil }
    return (upper, text.trimmedAtEnds)
  }

  private static func withoutBold(_ line: String) -> String {
    line.contains("**") ? line.replacing("**", with: "").trimmedAtEnds : line
  }

  /// Removes `12.`, `3)`, `Q4:` or `Question 5.` before a stem.
  private static func withoutNumber(_ line: String) -> String {
    var rest = line[...]
    let lower = line.lowercased()
    if lower.hasPrefix("question ") {
      rest = rest.dropFirst(9)
    } else if lower.hasPrefix("q") {
      rest = rest.dropFirst()
    }
    let digits = rest.prefix { $0.isNumber }
    guard (1...4).contains(digits.count), let sign = rest.dropFirst(digits.count).first, ".):".contains(sign),
      rest.dropFirst(digits.count + 1).first == " "
    else { return line }
    return rest.dropFirst(digits.count + 1).trimmedAtEnds
  }
}
