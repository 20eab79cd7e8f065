import HomeworkModel

/// A reader of common quiz styles in Markdown: lists with `- [x]` (as in mdq, QuizMD, quizdown), options by letter with
/// `> Correct Answer: B` (mdq), `**Answer:** …`, and cards with `Q:`, `A:` and `C:` (hashcards).
///
/// It parses only the Markdown that separates questions: emphasis and code stay as written.
struct MarkdownReader {
  var collector: ImportCollector
  var question = Block()
  var isInCode = false
  /// The title of the next quiz, until a question uses it.
  private var unused: (title: String, line: Int)?

  /// One question, as far as it has been read.
  struct Block {
    var (first, last) = (0, 0)
    var heading: (level: Int, text: String)?
    /// True if the text begins with the heading above its own heading.
    var hasTwoHeadings = false
    var prompt: [String] = []
    var options: [(text: String, weight: Double, feedback: [String])] = []
    /// True if options have letters instead of marks.
    var areLettered = false
    var answer: String?
    var explanation: [String] = []
    var card: [String]?
    var kind: String?

    var isHeading: Bool { heading != nil && prompt.isEmpty && !hasAnswer }
    var hasAnswer: Bool { !options.isEmpty || answer != nil || card != nil }
  }

  static func count(_ lines: [String]) -> Int {
    var count = 0
    let hasCards = lines.contains { $0.hasPrefix("A: ") || $0 == "A:" }
    let hasAnswers = lines.contains { boldAnswer($0) != nil }
    let isPage = isPage(lines)
    for (line, next) in zip(lines, lines.dropFirst() + [""]) {
      if isPage, line.hasPrefix("<quiz>") { count += 1 }
      if let item = item(line), item.weight > 0 { count += 1 }
      if hasCards, line.hasPrefix("Q: ") { count += 1 }
      if line.hasPrefix("C: "), line.contains("["), line.contains("]") { count += 1 }
      if quoted(line).map({ value(of: $0, after: correctHeads) != nil }) ?? false { count += 1 }
      if hasAnswers, line.hasPrefix("## "), !next.isEmpty { count += 1 }
    }
    return count
  }

  static func read(_ text: FileText, explains: Bool) -> QuizImport {
    var reader = MarkdownReader(collector: ImportCollector(.markdown, explains: explains))
    let lines = String(decoding: text.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    var start = 0
    if lines.first?.trimmedAtEnds == "---",
      let end = lines.dropFirst().firstIndex(where: { $0.trimmedAtEnds == "---" }), end < 60
    {
      // The front matter of the file.
      if let line = lines[1..<end].firstIndex(where: { $0.lowercased().hasPrefix("title:") }) {
        reader.name(lines[line].dropFirst(6).trimmedAtEnds.filter { $0 != "\"" }, line + 1)
      }
      start = end + 1
    }
    if isPage(lines.map(\.trimmedAtEnds)) {
      reader.readPage(lines, from: start)
    } else {
      for index in lines.indices.dropFirst(start) { reader.read(String(lines[index]), index + 1) }
      reader.end(isTitle: false)
      reader.noteUnused("names no question")
    }
    return reader.collector.finish()
  }

  private init(collector: ImportCollector) {
    self.collector = collector
  }

  // MARK: Lines

  private mutating func read(_ line: String, _ number: Int) {
    let words = line.trimmedAtEnds
    if words.hasPrefix("```") { isInCode.toggle() }
    if isInCode || words.hasPrefix("```") {
      if question.card != nil { return add(line, number) { $0.card?.append(line) } }
      if !question.options.isEmpty { return add(line, number) { $0.options[$0.options.count - 1].text += "\n\(line)" } }
      return add(line, number) { $0.prompt.append(line) }
    }
    guard !words.isEmpty else {
      if question.card == nil, !question.hasAnswer, !question.prompt.isEmpty { question.prompt.append("") }
      return
    }
    if ["---", "***", "___"].contains(words) { return end() }
    if let heading = Self.heading(words) {
      if let above = question.heading, question.isHeading {
        if Self.isOneQuestion(above, heading) {
          question.hasTwoHeadings = true
          return add(line, number) { $0.prompt.append(Self.withoutNumber(heading.text)) }
        }
        end(isTitle: heading.level > above.level)
      }
      end()
      return add(line, number) { $0.heading = heading }
    }
    if let head = ["Q:", "C:"].first(where: { words.hasPrefix($0) }) {
      end()
      return add(line, number) { block in
        block.kind = head == "Q:" ? "card" : "cloze"
        if head == "Q:" { block.prompt = [words.dropFirst(2).trimmedAtEnds] }
        if head == "C:" { block.card = [words.dropFirst(2).trimmedAtEnds] }
      }
    }
    if question.kind == "card", question.card == nil, words.hasPrefix("A:") {
      return add(line, number) { $0.card = [words.dropFirst(2).trimmedAtEnds] }
    }
    if question.card != nil { return add(line, number) { $0.card?.append(words) } }
    if let text = Self.quoted(words) { return readQuoted(text, number) }
    if let answer = Self.boldAnswer(words) { return add(line, number) { $0.answer = answer } }
    if let item = Self.item(words) {
      return add(line, number) { $0.options.append((item.text, item.weight, [])) }
    }
    if let text = Self.lettered(words, question.options.count) {
      return add(line, number) { block in
        block.options.append((text, 0, []))
        block.areLettered = true
      }
    }
    if !question.options.isEmpty, line.hasPrefix("  ") || line.hasPrefix("\t"), question.explanation.isEmpty {
      // A continuation of the option above.
      return add(line, number) { $0.options[$0.options.count - 1].text += "\n\(words)" }
    }
    if question.hasAnswer { end() }
    // A setting of mdq for the question.
    let setting = words.split(separator: ":", maxSplits: 1).first.map(String.init) ?? ""
    if ["time_limit", "multi_select", "question_type", "points", "shuffle"].contains(setting), words.contains(":") {
      if setting == "question_type" { question.kind = String(words.dropFirst(setting.count + 1)).trimmedAtEnds }
      return
    }
    add(line, number) { $0.prompt.append(words) }
  }

  mutating func add(_ line: String, _ number: Int, _ body: (inout Block) -> Void) {
    if question.first == 0 { question.first = number }
    question.last = number
    body(&question)
  }

  /// Reads a quoted line. After an option it is the option's feedback; after all options, the question's explanation.
  private mutating func readQuoted(_ text: String, _ number: Int) {
    if let answer = Self.value(of: text, after: Self.correctHeads) {
      return add(text, number) { $0.answer = answer }
    }
    let plain = Self.value(of: text, after: ["overall feedback:", "feedback:", "explanation:"]) ?? text
    add(text, number) { block in
      if block.options.isEmpty && block.answer == nil {
        block.prompt.append(text)
      } else if block.options.isEmpty || block.answer != nil || block.areLettered {
        block.explanation.append(plain)
      } else {
        block.options[block.options.count - 1].feedback.append(plain)
      }
    }
  }

  // MARK: One question

  /// - Parameter isTitle: true if a heading without a text is the title of the next quiz.
  mutating func end(isTitle: Bool = true) {
    defer { question = Block() }
    guard question.first > 0 else { return }
    while question.prompt.last?.isEmpty ?? false { question.prompt.removeLast() }
    let lines = question.first...question.last
    if !question.hasAnswer {
      if isTitle, question.isHeading, let heading = question.heading, heading.level <= 2 {
        return name(heading.text, question.first)
      }
      return collector.leaveOut(
        lines, question.kind ?? (question.isHeading ? "heading" : "text"), "it has no question, or no correct answer")
    }
    unused = nil
    let heading = question.heading.map { Self.withoutNumber($0.text) } ?? ""
    let asked = ([heading] + question.prompt).filter { !$0.isEmpty || question.prompt.count > 1 }
    let prompt = asked.joined(separator: "\n").trimmedAtEnds
    var taken = MoodleQuestion(
      lines: lines, kind: question.kind ?? (question.options.isEmpty ? "text" : "list"), prompt: prompt,
      feedback: question.explanation.joined(separator: "\n"))
    if question.hasTwoHeadings { taken.changes.append("two headings, which were read as one text") }
    if Self.hasPicture(prompt) { taken.changes.append("its pictures") }
    if let card = question.card { return take(taken, card: card.joined(separator: "\n").trimmedAtEnds) }
    if question.options.isEmpty {
      let answer = question.answer ?? ""
      return collector.takeShortAnswer(taken, [.init(weight: 100, text: answer.replacing("*", with: "\\*"))])
    }
    if question.areLettered || (question.answer != nil && !question.options.contains { $0.weight > 0 }) {
      guard let answer = question.answer else { return collector.leaveOut(taken, "it has no correct answer") }
      switch RightOption.find(answer, among: question.options.map(\.text), countingFrom: 1) {
      case .at(let index): question.options[index].weight = 100
      case .no(let reason): return collector.leaveOut(taken, reason)
      }
    }
    collector.takeChoice(
      taken,
      question.options.map { .init(weight: $0.weight, text: $0.text, feedback: $0.feedback.joined(separator: "\n")) },
      hint: ": mark one with [x]")
  }

  private mutating func name(_ title: String, _ line: Int) {
    if unused?.title != title { noteUnused("is replaced by the next title, \"\(title)\"") }
    (collector.category, unused) = (title, (title, line))
  }

  private mutating func noteUnused(_ reason: String) {
    guard let unused else { return }
    collector.note(unused.line...unused.line, .file, "title", "\"\(unused.title)\" \(reason)")
  }

  private mutating func take(_ question: MoodleQuestion, card: String) {
    guard question.kind == "cloze" else {
      return collector.takeShortAnswer(question, [.init(weight: 100, text: card.replacing("*", with: "\\*"))])
    }
    // Each gap becomes a question.
    let gaps = Self.gaps(in: card)
    guard !gaps.isEmpty else { return collector.leaveOut(question, "a text without a gap: put it in [ ]") }
    var drafts: [QuestionDraft] = []
    for gap in gaps {
      var prompt = ""
      var place = card.startIndex
      for other in gaps {
        prompt += card[place..<other.range.lowerBound]
        prompt += other.range == gap.range ? "_____" : other.answer
        place = other.range.upperBound
      }
      drafts.append(
        QuestionDraft(
          prompt: prompt + card[place...], body: .fillBlank(correctAnswer: String(gap.answer), acceptedAnswers: [])))
    }
    collector.take(
      drafts, lines: question.lines, kind: question.kind,
      changes: question.changes + (drafts.count > 1 ? ["\(drafts.count) questions, one for each gap"] : []))
  }

  // MARK: Signs

  static func heading(_ line: String) -> (level: Int, text: String)? {
    let level = line.prefix { $0 == "#" }.count
    guard (1...6).contains(level), line.dropFirst(level).first == " " else { return nil }
    return (level, line.dropFirst(level).trimmedAtEnds)
  }

  /// Returns whether a heading belongs to the one below it, like a scenario above its question. Otherwise it is a
  /// title, or a question without an answer.
  private static func isOneQuestion(_ above: (level: Int, text: String), _ below: (level: Int, text: String)) -> Bool {
    let areNumbered = [above.text, below.text].allSatisfy { withoutNumber($0) != $0 }
    let isSentence = above.level > 1 && above.text.last.map(".?!…".contains) == true
    return !areNumbered && (above.level == below.level || (above.level < below.level && isSentence))
  }

  /// Parses `- [x] text`, `* [*] text`, `1. [ ] text`, `- [50%] text`, `(x) text`.
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

  /// Returns the text of `B. text` if B is the next letter.
  private static func lettered(_ line: String, _ count: Int) -> String? {
    guard count < 26, let letter = line.utf8.first, letter == UInt8(65 + count) else { return nil }
    let rest = line.dropFirst()
    guard let sign = rest.first, ".)".contains(sign), rest.dropFirst().first == " " else { return nil }
    return rest.dropFirst(2).trimmedAtEnds
  }

  private static func quoted(_ line: String) -> String? {
    line.hasPrefix(">") ? line.dropFirst().trimmedAtEnds : nil
  }

  private static let correctHeads = ["correct answer:", "correct answers:"]

  private static func value(of text: String, after heads: [String]) -> String? {
    let plain = text.replacing("**", with: "")
    let lower = plain.lowercased()
    return heads.first { lower.hasPrefix($0) }.map { plain.dropFirst($0.count).trimmedAtEnds }
  }

  private static func boldAnswer(_ line: String) -> String? {
    guard line.hasPrefix("**") else { return nil }
    return value(of: line, after: ["answer:", "correct answer:"])
  }

  /// Removes `Q1 · `, `3. ` or `Question 4: `.
  private static func withoutNumber(_ text: String) -> String {
    let word = ["Question ", "Q"].first { text.hasPrefix($0) } ?? ""
    let digits = text.dropFirst(word.count).prefix(while: \.isNumber)
    let rest = text[digits.endIndex...].drop(while: \.isWhitespace)
    guard (1...3).contains(digits.count), let sign = rest.first, ".):·".contains(sign) else { return text }
    let words = rest.dropFirst()
    return words.first?.isWhitespace == true ? String(words.drop(while: \.isWhitespace)) : text
  }

  /// Returns whether a text contains a picture: `![a cell](cell.png)`.
  private static func hasPicture(_ text: String) -> Bool {
    var rest = text[...]
    while let open = rest.firstRange(of: "![") {
      rest = rest[open.upperBound...]
      if let close = rest.firstIndex(of: "]"), rest[close...].hasPrefix("](") { return true }
    }
    return false
  }

  /// Returns gaps such as `The [cat] sat`, but not links, whose square brackets are followed by round ones.
  private static func gaps(in card: String) -> [(range: Range<String.Index>, answer: Substring)] {
    var gaps: [(Range<String.Index>, Substring)] = []
    var start: String.Index?
    for place in card.indices {
      if card[place] == "[" { start = place }
      guard card[place] == "]", let open = start else { continue }
      start = nil
      let answer = card[card.index(after: open)..<place]
      let rest = card[card.index(after: place)...]
      if !answer.isEmpty, rest.first != "(" { gaps.append((open..<rest.startIndex, answer)) }
    }
    return gaps
  }
}
