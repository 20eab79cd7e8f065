import HomeworkModel

extension AikenReader {
  /// Returns the text of an `Explanation: …` line below an answer.
  static func explanation(_ line: String) -> String? {
    guard let colon = line.prefix(30).firstIndex(where: { $0 == ":" || $0 == "：" }),
      Column(line[..<colon].filter { !"*_".contains($0) }) == .explanation, !line.lowercased().hasPrefix("note")
    else { return nil }  // a note may be about the question below it
    // Its signs may be Markdown's: `**Explanation:** …`.
    let rest = line[colon...].dropFirst()
    return (line.first.map("*_".contains) == true ? rest.drop { "*_".contains($0) } : rest).trimmedAtEnds
  }

  /// Returns the label of a line that says something about a question which quizzes have no use for: `Points: 2`.
  static func remark(_ line: String) -> String? {
    guard let colon = line.prefix(30).firstIndex(of: ":") else { return nil }
    let label = line[..<colon].trimmedAtEnds
    return remarks.contains(Column.folded(label)) ? label : nil
  }

  private static let remarks = Column.list("remarks")

  /// Returns the letters of a line such as `**Answer: (C)**`; `nil` for any other line.
  static func answer(_ line: String) -> String? {
    guard let sign = line.prefix(40).firstIndex(where: { ":=：.".contains($0) }), sign > line.startIndex else {
      return nil
    }
    let head = line[..<sign].trimmedAtEnds
    let word = head.utf8.allSatisfy { $0 < 128 } ? head.lowercased().filter { $0 != " " } : Column.folded(head)
    let isShort = ["ans", "correctans"].contains(word)
    var rest = line[sign...].dropFirst()
    if line[sign] == "." {
      guard isShort else { return nil }
      rest = rest.drop { $0 == " " || $0 == ":" }
    }
    let isKnown = isShort || ["correctanswer", "answer", "rightanswer"].contains(word)
    guard isKnown || Column.isAnswerLabel(word, isLoose: true) else { return nil }
    let answer = rest.trimmedAtEnds
    // A single letter may be followed by its option; several letters must be separated and alone.
    let parts = answer.split { ",;& /".contains($0) }.map { $0.filter { $0.isLetter || $0.isNumber } }.filter {
      !$0.isEmpty
    }
    let letters = parts.prefix { $0.count == 1 }.map { $0.uppercased() }
    if letters.count == parts.count || letters.isEmpty {
      return isKnown || letters.contains { $0.first.flatMap(Column.index) != nil } ? letters.joined() : nil
    }
    // Other labels may begin a sentence: `Solution: A car moves`.
    guard isKnown || answer.drop(while: { $0 == "(" }).dropFirst().first.map(").:".contains) == true else { return nil }
    return letters.count == 1 || parts.count > letters.count ? String(letters[0]) : letters.joined()
  }

  /// Returns the text of `Answer: a text`, below a question without options; `nil` for letters.
  static func typedAnswer(_ line: String) -> String? {
    guard let text = MarkdownReader.correct(line), !text.isEmpty else { return nil }
    return answer(line).map { $0.isEmpty || Int($0) != nil } ?? true ? text : nil
  }

  /// Removes `(Correct Answer)` behind an option; returns `nil` if the option has no such mark.
  static func withoutMark(_ option: String) -> String? {
    guard let last = option.last, ")]✓✔".contains(last) else { return nil }
    if last == "✓" || last == "✔" { return option.dropLast().trimmedAtEnds }
    guard let open = option.lastIndex(of: last == ")" ? "(" : "[") else { return nil }
    let word = Column.folded(String(option[option.index(after: open)...].dropLast()))
    return Column.isAnswerLabel(word) && open > option.startIndex ? option[..<open].trimmedAtEnds : nil
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

  /// Returns whether a text has numbered questions with lettered options: several, or one with its right answer.
  static func isNumbered(_ lines: [String]) -> Bool {
    let numbered = lines.count { number(of: withoutBold($0)) != nil }
    let count = min(numbered, lines.count { options($0).first.flatMap { Column.index(of: $0.letter) } == 0 })
    let hasKey = lines.contains { isKeyHeading(withoutBold($0)) || options($0).contains(where: \.isMarked) }
    return count > 1 || count == 1 && hasKey
  }

  /// Returns whether a line is a rule between questions, which says no more than a blank line.
  static func isRule(_ line: String) -> Bool {
    line.count > 2 && line.first.map("-=*—".contains) == true && Set(line).count == 1
  }

  /// Returns whether numbers that count questions in another way may begin with a line.
  static func beginsCount(_ line: some StringProtocol) -> Bool {
    looseMark(line[...]).map { $0.filter(\.isNumber) == "1" } ?? false
  }

  static func isOption(_ line: String) -> Bool { option(line) != nil }

  static func isAnswer(_ line: String) -> Bool { answer(withoutBold(line)) != nil }

  /// Returns whether Aiken reads a line as plain text: it is no answer, option or explanation, and loses no number.
  static func isPlain(_ line: String) -> Bool {
    let text = line.trimmedAtEnds
    let hasOption = gaps(in: line[...]).contains { letter(before: line[$0...]) != nil }
    return text == line && !line.isEmpty && !isRule(line) && answer(line) == nil && options(line).isEmpty && !hasOption
      && explanation(line) == nil && withoutNumber(line) == line && withoutBold(line) == line
  }

  /// Parses an option, or several on one line: `a) Paris   b) Lyon`.
  static func options(_ line: String) -> [Option] {
    var pieces = [Substring(line)]
    // Tabs, or several spaces, separate options whose letters go up; options in two columns leave some out.
    while let rest = pieces.last, let last = letter(before: rest.first == "*" ? rest.dropFirst() : rest),
      let gap = gaps(in: rest).first(where: { position in letter(before: rest[position...]).map { $0 > last } ?? false }
      )
    {
      pieces[pieces.count - 1] = rest[..<gap]
      pieces.append(rest[gap...])
    }
    let options = pieces.compactMap { piece -> Option? in
      let piece = piece.trimmedAtEnds
      let isStarred = piece.hasPrefix("*") && !piece.hasPrefix("**") && !piece.hasPrefix("* ")
      let words = withoutBold(isStarred ? String(piece.dropFirst()) : piece)
      return option(words).map { letter, text in
        let plain = withoutMark(text)
        return Option(letter: letter, text: plain ?? text, isMarked: isStarred || plain != nil || isBold(piece))
      }
    }
    return options.count == pieces.count ? options : []
  }

  /// Returns the places behind tabs and double spaces.
  private static func gaps(in text: Substring) -> [String.Index] {
    var spaces = 0
    return text.indices.filter { position in
      let sign = text[position]
      guard sign == " " || sign == "\t" else {
        defer { spaces = 0 }
        return spaces > 1
      }
      spaces += sign == "\t" ? 2 : 1
      return false
    }
  }

  private static func letter(before text: Substring) -> Character? {
    option(withoutBold(String(text.prefix(12))))?.letter
  }

  /// Returns whether the text of an option is bold, and not just its letter.
  private static func isBold(_ option: String) -> Bool {
    let pieces = option.replacing("**", with: "\u{1}").split(separator: "\u{1}", omittingEmptySubsequences: false)
    /// Returns whether every second piece has words, and not just a letter.
    func hasWords(from start: Int) -> Bool {
      let text = stride(from: start, to: pieces.count, by: 2).map { pieces[$0] }.joined().trimmedAtEnds
      return text.count > 3 || text.count { $0.isLetter } > 1
    }
    return pieces.count > 1 && hasWords(from: 1) && !hasWords(from: 0)
  }

  /// Parses `A) text`, `A. text`, `A.Text`, `(A) text`, `A: text`, `A、text`; returns `nil` for any other line.
  private static func option(_ line: String) -> (letter: Character, text: String)? {
    var rest = line[...]
    if let first = rest.first, "-*•".contains(first), rest.dropFirst().first == " " { rest = rest.dropFirst(2) }
    let isOpen = rest.first.map("(（".contains) == true
    if isOpen { rest = rest.dropFirst() }
    guard let letter = rest.first, Column.index(of: letter) != nil, let sign = rest.dropFirst().first else {
      return nil
    }
    // `①` needs no sign.
    if !letter.isLetter, !isOpen { return (letter, rest.dropFirst().trimmedAtEnds) }
    guard ")）".contains(sign) || !isOpen && ".．、:：".contains(sign) else { return nil }
    let text = rest.dropFirst(2)
    // `e.g.` and `A.D.` are words, and `A.Mars` is an option.
    let isTight = sign == "." && text.first?.isLetter == true && text.first?.isLowercase == false
    guard
      text.first.map({ $0 == " " || $0 == "\t" }) ?? false || !".:".contains(sign)
        || isTight && text.dropFirst().first != "."
    else { return nil }
    guard letter.isUppercase || sign != ":" else { return nil }
    return (Character(letter.uppercased()), text.trimmedAtEnds)
  }

  static func withoutBold(_ line: String) -> String {
    line.contains("**") ? line.replacing("**", with: "").trimmedAtEnds : line
  }

  /// Removes `12.`, `3)`, `Q4:` or `Question 5.` before a stem.
  static func withoutNumber(_ line: String) -> String { numbered(line)?.text ?? line }

  static func number(of line: String) -> Int? { numbered(line)?.number }

  private static func numbered(_ line: String) -> (number: Int, text: String)? {
    // A line to write the letter on may precede the number.
    var rest = line.first == "_" ? line.drop { "_ \t".contains($0) } : line[...]
    // `Question 5.`, `Aufgabe 5:`, `Q5)`.
    let word = rest.prefix(20).prefix { !$0.isNumber }
    if word.first.map({ $0.isLetter || $0 == "№" }) == true, rest[word.endIndex...].first?.isNumber == true,
      Column.numberHeads.contains(Column.folded(String(word)))
    {
      rest = rest[word.endIndex...]
    }
    let digits = rest.prefix { $0.isNumber }
    rest = rest[digits.endIndex...]
    // `Exercice 5 :`
    if rest.first == " ", let sign = rest.dropFirst().first, ":·".contains(sign) { rest = rest.dropFirst() }
    guard (1...4).contains(digits.count), let number = Int(digits), let sign = rest.popFirst(),
      ".):·．）：、".contains(sign),
      rest.first.map({ $0 == " " || $0 == "\t" }) ?? false || "．）：、".contains(sign)
    else { return nil }
    return (number, rest.trimmedAtEnds)
  }

  /// Returns the lines with `1. ` in place of `(1) `, `[1] `, `1 `, `1 - `, `Q1 ` or `1.` where such numbers count the
  /// questions: they go up by one over the whole text, and options follow one of them.
  static func counted(_ lines: [Substring]) -> [Substring] {
    var lines = lines
    let filled = lines.indices.filter { !lines[$0].isBlank }.prefix {
      !isKeyHeading(withoutBold(lines[$0].trimmedAtEnds))
    }
    let found = filled.compactMap { index in looseMark(lines[index]).map { (index: index, mark: $0) } }
    let numbers = found.map { Int($0.mark.filter(\.isNumber)) }
    let first = found.first?.index ?? 0
    // A question above the first number asks about statements.
    let above = filled.last { $0 < first }.flatMap { lines[$0].trimmedAtEnds.last }
    guard numbers.count > 1, numbers == Array(1...numbers.count),
      Set(found.map { $0.mark.filter { !$0.isNumber } }).count == 1,
      !filled.contains(where: { number(of: withoutBold(lines[$0].trimmedAtEnds)) != nil }),
      found.contains(where: { hasOptions(below: $0.index, lines) }),
      above.map("?:：？…".contains) != true || hasOptions(below: first, lines)
    else { return lines }
    for (number, (index, mark)) in found.enumerated() {
      lines[index] = "\(number + 1). \(withoutBold(lines[index].trimmedAtEnds).dropFirst(mark.count))"[...]
    }
    return lines
  }

  /// Returns the number that begins a line, with the signs around it.
  private static func looseMark(_ line: some StringProtocol) -> String? {
    let line = withoutBold(line.trimmedAtEnds)
    let head = line.prefix { !$0.isNumber }
    let digits = line[head.endIndex...].prefix(while: \.isNumber)
    let sign = line[digits.endIndex...].prefix { ")]）. -–—".contains($0) }
    guard
      ["", "(", "[", "（"].contains(head)
        || head.first?.isLetter == true && Column.numberHeads.contains(Column.folded(String(head))),
      (1...3).contains(digits.count), !sign.isEmpty, let first = line[sign.endIndex...].first,
      first.isLetter && !first.isLowercase || "¿¡".contains(first)
    else { return nil }
    return "\(head)\(digits)\(sign)"
  }

  /// Returns whether the paragraph of a line, or what is below it, has options or an answer.
  private static func hasOptions(below index: Int, _ lines: [Substring]) -> Bool {
    var isOver = false
    for line in lines[(index + 1)...] {
      let words = line.trimmedAtEnds
      if !options(words).isEmpty || MarkdownReader.item(words) != nil || isAnswer(words) { return true }
      if isOver && !words.isEmpty || looseMark(line) != nil { return false }
      isOver = words.isEmpty
    }
    return false
  }

  /// Returns whether a line is a question without options, which nothing grades.
  static func isOpen(_ line: String) -> Bool {
    guard line.count < 200, let last = line.last else { return false }
    let words = line.split(separator: " ")
    // `What is osmosis? Explain.`
    let ends = words.suffix(5).contains { "?？".contains($0.last ?? " ") }
    let isTask = words[0].allSatisfy(\.isLetter) && tasks.contains(Column.folded(String(words[0])))
    return ends || isTask && ".!…。".contains(last)
  }

  private static let tasks = Column.list("tasks")

  static func split(_ lines: ArraySlice<Line>, where begins: (Line) -> Bool) -> [ArraySlice<Line>] {
    let starts = lines.indices.filter { $0 == lines.startIndex || begins(lines[$0]) }
    return zip(starts, starts.dropFirst() + [lines.endIndex]).map { lines[$0..<$1] }
  }

  /// Returns whether options follow a numbered line, which otherwise is one of a list.
  static func isQuestion(before below: ArraySlice<Substring>) -> Bool {
    for line in below {
      let line = line.trimmedAtEnds
      if !options(line).isEmpty { return true }
      if number(of: withoutBold(line)) != nil || isAnswer(line) { return false }
    }
    return false
  }

  /// Returns whether a line is the heading of a key, with or without answers after a colon.
  static func isKeyHeading(_ line: String) -> Bool {
    let head = line.prefix { $0 != ":" && $0 != "：" }
    guard head.count < 40 else { return false }
    let rest = line.dropFirst(head.count + 1)
    guard rest.isBlank || pairs(rest) != nil else { return false }
    return keyHeadings.contains(Column.folded(head.filter { !"#*_".contains($0) }))
  }

  private static let keyHeadings = Column.list("key headings")

  /// Parses a line of nothing but numbers with letters: `1. A`, `1-b, 2-c`, `1) a 2) d`; `nil` for any other line.
  static func pairs(_ line: some StringProtocol) -> [(number: Int, letter: Character)]? {
    var rest = line.trimmedAtEnds[...]
    var found: [(Int, Character)] = []
    func skip(_ signs: String) { rest = rest.drop { $0.isWhitespace || signs.contains($0) } }
    skip("([")
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard (1...3).contains(digits.count), let number = Int(digits) else { return nil }
      rest = rest[digits.endIndex...]
      skip(".):-–(=]")
      guard let first = rest.popFirst(), let letter = letter(String(first)) else { return nil }
      found.append((number, letter))
      let after = rest
      skip(".),;|([")
      guard rest.isEmpty || rest.startIndex > after.startIndex else { return nil }
    }
    return found.isEmpty ? nil : found
  }

  static func letter(_ text: String) -> Character? {
    guard text.count == 1, text.first.flatMap(Column.index) != nil else { return nil }
    return Character(text.uppercased())
  }
}

extension ImportCollector {
  /// Counts the questions as `AikenReader` does, and notes bare numbers, which might be amounts.
  mutating func counted(_ lines: [Substring]) -> [Substring] {
    let counted = AikenReader.counted(lines)
    let isBare = zip(lines, counted).contains { $0 != $1 && $0.trimmedAtEnds.drop(while: \.isNumber).first == " " }
    if isBare { note(0...0, .file, "numbers", "1, 2, … at the beginning of lines were read as counting the questions") }
    return counted
  }
}
