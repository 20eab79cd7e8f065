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

  struct Block {
    var (first, last) = (0, 0)
    var heading: (level: Int, text: String)?
    /// True if the text begins with the heading above its own heading.
    var hasTwoHeadings = false
    var prompt: [String] = []
    var options: [(text: String, weight: Double, feedback: [String])] = []
    var areLettered = false
    var answer: String?
    var explanation: [String] = []
    /// The text below the answer: the explanation, unless options follow it.
    var below: [(line: String, number: Int)] = []
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
      if quoted(line).map({ correct($0) != nil }) ?? false { count += 1 }
      if hasAnswers, let heading = heading(line), heading.level > 1, !next.isEmpty { count += 1 }
    }
    return count
  }

  static func read(_ text: FileText, explains: Bool) -> QuizImport {
    var reader = MarkdownReader(collector: ImportCollector(.markdown, explains: explains))
    let lines = reader.collector.counted(text.bytes.lines)
    var start = 0
    if lines.first?.trimmedAtEnds == "---",
      let end = lines.dropFirst().firstIndex(where: { $0.trimmedAtEnds == "---" }), end < 60
    {
      // The front matter of the file.
      for index in 1..<end where !lines[index].isBlank && !" \t-#".contains(lines[index].first ?? "#") {
        let key = lines[index].prefix { $0 != ":" }
        if key.lowercased() == "title" {
          reader.name(lines[index].dropFirst(6).trimmedAtEnds.filter { $0 != "\"" }, index + 1)
        } else {
          reader.collector.passOver(key.trimmedAtEnds)
        }
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

  private mutating func read(_ line: String, _ number: Int) {
    let words = line.trimmedAtEnds
    if words.hasPrefix("```") { isInCode.toggle() }
    if isInCode || words.hasPrefix("```") { return readCode(line, number) }
    guard !words.isEmpty else {
      if question.card == nil, !question.hasAnswer, !question.prompt.isEmpty { question.prompt.append("") }
      if !question.below.isEmpty { question.below.append(("", number)) }
      return
    }
    if ["---", "***", "___"].contains(words) { return end(isClosed: true) }
    if let heading = Self.heading(words) { return readHeading(heading, line, number) }
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
    if let answer = Self.boldAnswer(words) {
      beginNext(afterLetters: true)
      return add(line, number) { $0.answer = answer }
    }
    if let item = Self.item(words) {
      beginNext(isNested: line.first?.isWhitespace == true)
      return add(line, number) { $0.options.append((item.text, item.weight, [])) }
    }
    if let text = Self.lettered(words, question.below.isEmpty ? question.options.count : 0) {
      beginNext()
      return add(line, number) { block in
        block.options.append((text, 0, []))
        block.areLettered = true
      }
    }
    if !question.options.isEmpty, line.hasPrefix("  ") || line.hasPrefix("\t"), question.explanation.isEmpty {
      // A continuation of the option above.
      return add(line, number) { $0.options[$0.options.count - 1].text += "\n\(words)" }
    }
    if readSetting(words) { return }
    if question.hasAnswer { return question.below.append((words, number)) }
    // A heading above a numbered question is the title of a part.
    if question.isHeading, let text = question.heading?.text, Self.withoutNumber(words) != words,
      Self.withoutNumber(text) == text, text.last.map(".?!:…".contains) != true
    {
      end()
    }
    add(line, number) { $0.prompt.append(words) }
  }

  /// Reads a line of code, which belongs to what is above it.
  private mutating func readCode(_ line: String, _ number: Int) {
    if question.card != nil { return add(line, number) { $0.card?.append(line) } }
    if !question.below.isEmpty || (question.answer != nil && question.options.isEmpty) {
      return question.below.append((line, number))
    }
    if !question.options.isEmpty { return add(line, number) { $0.options[$0.options.count - 1].text += "\n\(line)" } }
    add(line, number) { $0.prompt.append(line) }
  }

  private mutating func readHeading(_ heading: (level: Int, text: String), _ line: String, _ number: Int) {
    if let above = question.heading, question.isHeading {
      if Self.isOneQuestion(above, heading) {
        question.hasTwoHeadings = true
        return add(line, number) { $0.prompt.append(Self.withoutNumber(heading.text)) }
      }
      end(isTitle: heading.level > above.level)
    }
    end()
    add(line, number) { $0.heading = heading }
  }

  /// Reads a setting of mdq for the question; false for any other line.
  private mutating func readSetting(_ words: String) -> Bool {
    let setting = words.split(separator: ":", maxSplits: 1).first.map(String.init) ?? ""
    guard ["time_limit", "multi_select", "question_type", "points", "shuffle"].contains(setting), words.contains(":")
    else { return false }
    if question.hasAnswer { end() }
    if setting == "question_type" {
      question.kind = words.dropFirst(setting.count + 1).trimmedAtEnds
    } else {
      collector.passOver(setting)
    }
    return true
  }

  mutating func add(_ line: String, _ number: Int, _ body: (inout Block) -> Void) {
    if question.first == 0 { question.first = number }
    question.last = number
    body(&question)
  }

  /// Reads a quoted line. After an option it is the option's feedback; after all options, the question's explanation.
  private mutating func readQuoted(_ text: String, _ number: Int) {
    if let answer = Self.correct(text) {
      beginNext(afterLetters: true)
      return add(text, number) { $0.answer = answer }
    }
    let plain = AikenReader.explanation(text) ?? text
    if !question.below.isEmpty { return question.below.append((plain, number)) }
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

  /// Begins the next question with the text below this one, since options or an answer follow.
  ///
  /// - Parameters:
  ///   - afterLetters: true if an answer follows, which belongs to the lettered options above the text.
  ///   - isNested: true if an option follows that is further right than its question.
  private mutating func beginNext(afterLetters: Bool = false, isNested: Bool = false) {
    defer { partPrompt(isNested: isNested) }
    while question.below.last?.line.isEmpty ?? false { question.below.removeLast() }
    guard !question.below.isEmpty else { return }
    let start = startBelow
    if afterLetters, question.areLettered, question.answer == nil, start == nil { return }
    let next = question.below[(start ?? endOfExplanation)...].drop(while: \.line.isEmpty)
    question.below = Array(question.below[..<next.startIndex])
    end(isClosed: true)
    for (line, number) in next { add(line, number) { $0.prompt.append(line) } }
  }

  /// Leaves out the questions without an answer above the one that options follow, which have numbers or list signs as
  /// it has. What is above them names the quiz, or introduces the question.
  private mutating func partPrompt(isNested: Bool) {
    while question.prompt.last?.isEmpty ?? false { question.prompt.removeLast() }
    let heading = question.heading.map {
      AikenReader.Line(text: $0.text, number: question.first, startsParagraph: true)
    }
    guard !question.hasAnswer, question.kind == nil, heading.map({ AikenReader.number(of: $0.text) == nil }) ?? true,
      let first = question.prompt.first
    else { return }
    let top = question.last - question.prompt.count + 1
    var (lines, isInCode, isStart, items) = ([heading].compactMap(\.self), false, true, 0)
    for (index, text) in question.prompt.enumerated() {
      let isItem = isNested && Self.isListed(first) && Self.isListed(text)
      items += isItem ? 1 : 0
      let words = isItem ? "\(items). \(text.dropFirst(2))" : isInCode ? " \(text)" : AikenReader.withoutBold(text)
      let startsParagraph = !isInCode && (isStart || isItem)
      if !text.isEmpty { lines.append(.init(text: words, number: top + index, startsParagraph: startsParagraph)) }
      if text.hasPrefix("```") { isInCode.toggle() }
      isStart = text.isEmpty
    }
    let (parts, start) = AikenReader.parts(of: lines, after: 0)
    guard parts.contains(where: { $0.0 != nil }) else { return }
    for (number, part) in parts {
      guard let first = part.first?.number, let last = part.last?.number else { continue }
      number == nil
        ? collector.takeHeading(
          first...last, part.map(\.text).joined(separator: "\n"), mayName: first == question.first)
        : collector.leaveOut(first...last, "text", Self.noAnswer)
    }
    question.prompt.removeFirst(lines[start].number - top)
    (question.first, question.heading, question.hasTwoHeadings) = (lines[start].number, nil, false)
  }

  /// The index of the line below that begins the next question: one with a number, like this question's text.
  private var startBelow: Int? {
    guard let first = question.prompt.first, Self.withoutNumber(first) != first else { return nil }
    let below = question.below
    return below.indices.first { Self.withoutNumber(below[$0].line) != below[$0].line }
  }

  /// The end of the paragraph below that says that it is the explanation.
  private var endOfExplanation: Int {
    guard AikenReader.explanation(question.below[0].line) != nil else { return 0 }
    return question.below.firstIndex { $0.line.isEmpty } ?? question.below.endIndex
  }

  /// Takes the text below as the explanation, or leaves it out if it may be a question without an answer.
  private mutating func endBelow(isClosed: Bool) {
    var below = question.below
    guard let first = below.first else { return }
    guard isClosed || endOfExplanation > 0 || (question.heading != nil && startBelow == nil) else {
      question.below = []
      end()
      for (line, number) in below { add(line, number) { $0.prompt.append(line) } }
      return
    }
    below[0].line = AikenReader.explanation(first.line) ?? first.line
    var isStart = endOfExplanation == 0
    for (index, (line, number)) in below.enumerated() {
      let isEnd = below.dropFirst(index + 1).first.map(\.line.isEmpty) ?? true
      if isStart, isEnd, AikenReader.isOpen(line) {
        collector.leaveOut(number...number, "question", Self.noAnswer)
        below[index].line = ""
      }
      isStart = line.isEmpty
    }
    let text = below.map(\.line).joined(separator: "\n").trimmedAtEnds
    if !text.isEmpty { add("", below[below.count - 1].number) { $0.explanation.append(text) } }
    question.below = []
  }

  /// - Parameters:
  ///   - isTitle: true if a heading without a text is the title of the next quiz.
  ///   - isClosed: true if the text below the answer is the explanation for sure.
  mutating func end(isTitle: Bool = true, isClosed: Bool = false) {
    endBelow(isClosed: isClosed)
    defer { question = Block() }
    guard question.first > 0 else { return }
    while question.prompt.last?.isEmpty ?? false { question.prompt.removeLast() }
    let lines = question.first...question.last
    if !question.hasAnswer {
      if isTitle, question.isHeading, let heading = question.heading, heading.level <= 2 {
        return name(heading.text, question.first)
      }
      return collector.leaveOut(lines, question.kind ?? (question.isHeading ? "heading" : "text"), Self.noAnswer)
    }
    unused = nil
    let heading = question.heading.map { Self.withoutNumber($0.text) } ?? ""
    question.prompt = Self.withoutMarker(question.prompt)
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
      case .several(let indexes): for index in indexes { question.options[index].weight = 100 }
      case .no(let reason): return collector.leaveOut(taken, reason)
      }
    }
    let options = question.options.map {
      MoodleQuestion.Answer(weight: $0.weight, text: $0.text, feedback: $0.feedback.joined(separator: "\n"))
    }
    if options.count(where: { $0.weight > 0 }) > 1 { return collector.takeMulti(taken, options) }
    collector.takeChoice(taken, options, hint: ": mark one with [x]")
  }

  private static let noAnswer = "it has no question, or no correct answer"

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
    let (texts, gaps) = Self.gaps(in: card)
    guard !gaps.isEmpty else { return collector.leaveOut(question, "a text without a gap: put it in [ ]") }
    collector.take(
      [QuestionDraft(texts, around: gaps)], lines: question.lines, kind: question.kind, changes: question.changes)
  }
}
