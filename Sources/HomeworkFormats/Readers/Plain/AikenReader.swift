import HomeworkModel

/// A reader of Aiken, as Moodle defines it and as people write it: a stem of one or more lines, options by letter,
/// `ANSWER: C`. The right option may also be bold, or given by a key below all questions, which are then numbered.
struct AikenReader {
  private var collector: ImportCollector
  private var stem: [Line] = []
  private var options: [Option] = []
  /// The remarks on the question, or on one of its options by place.
  private var feedback: [(position: Int?, text: String)] = []
  /// A line below the options that neither is an option nor continues one.
  private var stray: String?
  private var startLine = 0, lastLine = 0
  /// The lines above a numbered question that belong to no question, and the number of the last such question.
  private var heading: Heading?
  private var lastNumber = 0
  /// True if a blank line precedes the current line.
  private var isAfterBlank = true
  /// The questions, held back because an explanation or a key may follow.
  private var held: [Held] = []
  /// The number of them that have no answer yet.
  private var waiting = 0
  /// The answers of a key by number, once its heading has been read.
  private var key: [Int: [String]]?

  struct Option {
    let letter: Character
    var text: String
    /// True if the option is marked as the right one: it is bold, or begins with a star.
    let isMarked: Bool
  }

  struct Line {
    let text: String
    let number: Int
    let startsParagraph: Bool
  }

  private typealias Heading = (lines: ClosedRange<Int>, text: String)

  private struct Held {
    let number: Int?
    let heading: Heading?
    let lines: ClosedRange<Int>
    var question: QuestionDraft
    /// The options of a question whose right one is not known yet.
    var options: [Option] = []
    var feedback: [(position: Int?, text: String)] = []

    var isWaiting: Bool { question.body == Held.noAnswer }
    static let noAnswer = Question.Body.fillBlank(correctAnswer: "", acceptedAnswers: [])
  }

  private var isWaiting: Bool { waiting > 0 || (!options.isEmpty && stemNumber != nil) }

  private var stemNumber: Int? { stem.first.flatMap { Self.number(of: $0.text) } }

  static func read(_ text: FileText, explains: Bool = false) -> QuizImport {
    read(String(decoding: text.bytes, as: UTF8.self), .aiken, explains: explains)
  }

  static func read(_ text: String, _ format: QuizFormat, explains: Bool) -> QuizImport {
    var reader = AikenReader(collector: ImportCollector(format, explains: explains))
    let lines = reader.collector.counted(text.split(separator: "\n", omittingEmptySubsequences: false))
    for (index, line) in lines.enumerated() {
      reader.read(line.trimmedAtEnds, line: index + 1, before: lines[(index + 1)...])
    }
    reader.endWithoutAnswer()
    reader.takeHeld()
    if let left = reader.heading { reader.collector.leaveOut(left.lines, "description", "no question follows it") }
    return reader.collector.finish()
  }

  private mutating func read(_ line: String, line number: Int, before below: ArraySlice<Substring>) {
    guard !line.isEmpty, !Self.isRule(line) else { return isAfterBlank = true }
    defer { isAfterBlank = false }
    let words = Self.withoutBold(line)
    if key != nil || isWaiting && (Self.isKeyHeading(words) || isPairs(words)) {
      return readKey(words, line: number)
    }
    if stem.isEmpty, options.isEmpty, let last = held.last, !last.isWaiting {
      if let explanation = Self.explanation(words) { return explain(explanation) }
      if !isAfterBlank, !last.question.explanation.isEmpty, !endsExplanation(words, before: below) {
        return explain(words)
      }
      if !isAfterBlank, let label = Self.remark(words) { return collector.passOver(label) }
    }
    let text = stem.isEmpty ? nil : Self.typedAnswer(words)
    if let letters = Self.answer(words) ?? text.map({ _ in "" }) { return end(letters, text, line: number) }
    let found = stem.isEmpty ? [] : Self.options(line)
    if let first = found.first?.letter, !options.isEmpty || Column.index(of: first) == 0 {
      if options.isEmpty { partStem() }
      // Letters that begin again in another alphabet: those above count statements.
      if let other = options.first?.letter, other != first, Column.index(of: first) == 0 {
        let sign = other.isLetter ? "." : ""
        stem += options.map { Line(text: "\($0.letter)\(sign) \($0.text)", number: lastLine, startsParagraph: false) }
        options = []
      }
      lastLine = number
      options += found
      return
    }
    if readFeedback(words) { return lastLine = number }
    let next = Self.number(of: words)
    // The numbers of a document may begin again in each of its parts.
    let isNext = stemNumber.map { next == $0 + 1 || next == 1 } ?? false
    if options.isEmpty ? isAfterBlank && isNext : isAfterBlank || isNext { endWithoutAnswer() }
    if let next, [1, lastNumber + 1].contains(next), options.isEmpty, stemNumber == nil, Self.isQuestion(before: below)
    {
      keepHeading(stem[...])
      stem = []
    }
    lastLine = number
    if !options.isEmpty {
      // A line directly after an option that is not an answer continues the option, unless that was short, and the
      // last one. Moodle does not read it so.
      let isOver = options[options.count - 1].text.utf8.count < 40 && words.first?.isUppercase == true
      let after = below.lazy.map(\.trimmedAtEnds).first { !$0.isEmpty } ?? ""
      if isOver, Self.options(after).isEmpty { stray = stray ?? words }
      options[options.count - 1].text += " " + words
      return
    }
    if stem.isEmpty { startLine = number }
    stem.append(Line(text: words, number: number, startsParagraph: isAfterBlank))
  }

  /// Reads a remark on a question or on its last option.
  private mutating func readFeedback(_ words: String) -> Bool {
    guard !stem.isEmpty else { return false }
    if let dots = ["...", "…"].first(where: words.hasPrefix), !isAfterBlank {
      feedback.append((options.indices.last, words.dropFirst(dots.count).trimmedAtEnds))
    } else if !options.isEmpty, let explanation = Self.explanation(words) {
      feedback.append((nil, explanation))
    } else if !options.isEmpty, !isAfterBlank, let label = Self.remark(words) {
      collector.passOver(label)
    } else if !options.isEmpty, !isAfterBlank, !feedback.isEmpty, Self.number(of: words) == nil {
      feedback[feedback.count - 1].text += "\n\(words)"
    } else {
      return false
    }
    return true
  }

  /// Returns whether a line directly below an explanation begins a question: it has the next number, or options follow.
  private func endsExplanation(_ words: String, before below: ArraySlice<Substring>) -> Bool {
    let (last, next) = (held[held.count - 1], Self.number(of: words))
    let lastLine = last.question.explanation.split(separator: "\n").last ?? ""
    if let next, next - 1 == last.number, Self.number(of: String(lastLine)) != next - 1 { return true }
    return below.first.flatMap { Self.options($0.trimmedAtEnds).first }.flatMap { Column.index(of: $0.letter) } == 0
  }

  /// Adds lines to the heading of the next question; the question below a former one may have been left out.
  private mutating func keepHeading(_ lines: ArraySlice<Line>) {
    let lines = leaveOutOpen(lines)
    guard let first = lines.first, let last = lines.last else { return }
    guard first.startsParagraph || held.isEmpty else {
      let reason = "it is no question, and does not say that it is an explanation"
      return collector.leaveOut(first.number...last.number, "text", reason)
    }
    // A document in Markdown may have the sign of a heading.
    let text = (takeHeading().map { [$0.text] } ?? []) + lines.map { $0.text.drop { $0 == "#" }.trimmedAtEnds }
    heading = (first.number...last.number, text.joined(separator: "\n"))
  }

  /// Leaves out the paragraphs that are nothing but open questions below a heading, line by line; returns the others.
  private mutating func leaveOutOpen(_ lines: ArraySlice<Line>) -> ArraySlice<Line> {
    var kept: ArraySlice<Line> = []
    for paragraph in Self.split(lines, where: \.startsParagraph) {
      let first = Self.isOpen(paragraph[paragraph.startIndex].text) ? paragraph.startIndex : paragraph.startIndex + 1
      guard first < paragraph.endIndex, paragraph[first...].allSatisfy({ Self.isOpen($0.text) }) else {
        kept += paragraph
        continue
      }
      kept += paragraph[..<first]
      for line in paragraph[first...] { collector.leaveOut(line.number...line.number, "question", Self.noAnswer) }
    }
    return kept
  }

  private static let noAnswer = "no ANSWER: line, bold option or key below all questions gives its right answer"

  private mutating func partStem() {
    let (parts, start) = Self.parts(of: stem, after: lastNumber)
    for (number, part) in parts {
      guard let number, let first = part.first, let last = part.last else {
        keepHeading(part)
        continue
      }
      hold(first.number...last.number, number, Self.prompt(of: part), Held.noAnswer)
    }
    stem.removeFirst(start)
    startLine = stem.first?.number ?? startLine
  }

  /// Parts the paragraphs above the one that options belong to: headings, and questions without options, with numbers.
  ///
  /// - Returns: also the index of the line that begins the question with the options.
  static func parts(of stem: [Line], after lastNumber: Int) -> (parts: [(Int?, ArraySlice<Line>)], start: Int) {
    let numbers = stem.map { number(of: $0.text) }
    let counted = numbers.indices.filter { numbers[$0] != nil }
    let goesOn = zip(counted, counted.dropFirst()).allSatisfy { (numbers[$0] ?? 0) + 1 == numbers[$1] }
    // Lines whose numbers go on from those above are questions even without blank lines between them.
    let isNext = lastNumber > 0 && numbers[0] == lastNumber + 1
    let isTight = goesOn && counted.count > 1 && (isNext || counted.last == stem.count - 1)
    let starts = stem.indices.filter { $0 == 0 || stem[$0].startsParagraph || isTight && numbers[$0] != nil }
    guard starts.count > 1, let last = starts.last else { return ([], 0) }
    let asked = stem[last...].map(\.text)
    let asks = asked.contains { $0.contains("?") || $0.contains("？") || $0.contains("__") }
    let above = starts.dropLast().map { numbers[$0] }
    // The statements of a list belong to the question above them, unless they go on counting from its number.
    let mayAsk = stem[max((counted.first ?? 0) - 1, 0)].text.last.map("?:：？…".contains) == true
    let isList = mayAsk && (numbers[0] == nil || !goesOn)
    if numbers[last] != nil {
      let isDense = !isNext && counted.contains { !stem[$0].startsParagraph }
      guard numbers[last...].count(where: { $0 != nil }) == 1, isDense ? asks && !isList : asks || !isList else {
        return ([], 0)
      }
    } else {
      guard asks, numbers[0] == nil, !isList || above.allSatisfy({ $0 == nil }) else { return ([], 0) }
    }
    var (parts, head, lastNumber): ([(Int?, ArraySlice<Line>)], Int, Int) = ([], 0, lastNumber)
    for (start, end) in zip(starts, starts.dropFirst()) {
      // A heading may stand directly above a question.
      let first = (start..<end).first { numbers[$0] == lastNumber + 1 } ?? start
      guard let number = numbers[first] else { continue }
      parts += [(nil, stem[head..<first]), (number, stem[first..<end])]
      (head, lastNumber) = (end, number)
    }
    return (parts + [(nil, stem[head..<last])], last)
  }

  private mutating func takeHeading() -> Heading? {
    defer { heading = nil }
    return heading
  }

  private mutating func explain(_ words: String) {
    let before = held[held.count - 1].question.explanation
    held[held.count - 1].question.explanation = before.isEmpty ? words : "\(before)\n\(words)"
  }

  private static func prompt(of lines: ArraySlice<Line>) -> String {
    ([lines.first.map { withoutNumber($0.text) } ?? ""] + lines.dropFirst().map(\.text)).joined(separator: "\n")
  }

  /// Ends a question without an ANSWER: line: one of its options may be marked, or a key may follow.
  private mutating func endWithoutAnswer() {
    defer { clear() }
    guard !stem.isEmpty || !options.isEmpty else { return }
    let (lines, number) = (startLine...lastLine, stemNumber)
    if feedback.isEmpty { options.sort { $0.letter < $1.letter } }
    let marked = options.indices.filter { options[$0].isMarked }
    if marked.count == 1, options.count > 1 {
      hold(lines, number, Self.prompt(of: stem[...]), .mcq(options: options.map(\.text), correctIndex: marked[0]))
    } else if let number {
      hold(lines, number, Self.prompt(of: stem[...]), Held.noAnswer)
    } else if !options.isEmpty {
      collector.leaveOut(lines, "multichoice", "it ends without an ANSWER: line")
    } else {
      for part in Self.split(leaveOutOpen(stem[...]), where: { $0.startsParagraph || Self.number(of: $0.text) != nil })
      {
        let isText = Self.number(of: part[part.startIndex].text) == nil
        collector.leaveOut(
          part[part.startIndex].number...part[part.endIndex - 1].number, isText ? "text" : "question",
          isText ? "no question follows it" : Self.noAnswer)
      }
    }
  }

  private mutating func clear() { (stem, options, feedback, stray) = ([], [], [], nil) }

  /// Holds a question, to which an explanation may be added, or the answer of a key.
  private mutating func hold(_ lines: ClosedRange<Int>, _ number: Int?, _ prompt: String, _ body: Question.Body) {
    lastNumber = number ?? lastNumber
    let isWaiting = body == Held.noAnswer
    if let stray, !isWaiting {
      return collector.leaveOut(lines, "multichoice", "a line below its last option is no option: \"\(stray.excerpt)\"")
    }
    waiting += isWaiting ? 1 : 0
    held.append(
      Held(
        number: number, heading: takeHeading(), lines: lines, question: QuestionDraft(prompt: prompt, body: body),
        options: isWaiting ? options : [], feedback: feedback))
  }

  /// - Parameter text: the right answer, if it is no letter: the text of an option, or one to type.
  private mutating func end(_ letters: String, _ text: String?, line: Int) {
    defer { clear() }
    let (lines, prompt) = ((stem.isEmpty ? line : startLine)...line, Self.prompt(of: stem[...]))
    guard !stem.isEmpty else {
      return collector.leaveOut(lines, "multichoice", "an ANSWER: line without a question before it")
    }
    // A question of several lines may contain options in another style, so it is not a typed one.
    if let text, options.isEmpty, stem.count == 1 { return hold(lines, stemNumber, prompt, .ofCard(back: text)) }
    if feedback.isEmpty { options.sort { $0.letter < $1.letter } }
    let texts = options.map(\.text)
    let named = texts.indices.filter { texts[$0].lowercased() == text?.lowercased() && Int(texts[$0]) == nil }
    let found = named.count == 1 ? .at(named[0]) : Self.find(letters, in: options)
    if case .no(let reason) = found { return collector.leaveOut(lines, "multichoice", reason) }
    if let body = found.body(texts) { hold(lines, stemNumber, prompt, body) }
  }

  private static func find(_ letters: String, in options: [Option]) -> RightOption.Found {
    var indexes: [Int] = []
    for letter in letters {
      let named = options.indices.filter { options[$0].letter == letter }
      guard let position = named.first else { return .no(reason: "the answer \(letter) is none of its options") }
      guard named.count == 1 else { return .no(reason: "two options are called \(letter)") }
      guard !indexes.contains(position) else { return .no(reason: "the answer \(letter) is there twice") }
      indexes.append(position)
    }
    guard let first = indexes.first else { return .no(reason: "its ANSWER: line names no option") }
    return indexes.count == 1 ? .at(first) : .several(indexes.sorted())
  }

  /// Returns whether a line is nothing but numbers with letters, the first of them of a question without an answer.
  private func isPairs(_ words: String) -> Bool {
    guard let first = Self.pairs(words)?.first?.number else { return false }
    return held.contains { $0.isWaiting && $0.number == first } || stemNumber == first
  }

  private mutating func readKey(_ words: String, line: Int) {
    endWithoutAnswer()
    if key == nil { key = [:] }
    let number = Self.number(of: words)
    let rest = number == nil ? words.firstIndex(of: ":").map { words[$0...].dropFirst() } : nil
    if let pairs = Self.pairs(words) ?? rest.flatMap(Self.pairs) {
      for (number, letter) in pairs { key?[number, default: []].append(String(letter)) }
    } else if let number {
      key?[number, default: []].append(Self.withoutNumber(words))
    } else if !Self.isKeyHeading(words) {
      collector.leaveOut(line...line, "line", "it is below the key, but gives no answer by number")
    }
  }

  /// Takes the questions in their order, with the answers of the key.
  private mutating func takeHeld() {
    let numbers = held.filter(\.isWaiting).compactMap(\.number)
    let counts = Dictionary(numbers.map { ($0, 1) }, uniquingKeysWith: +)
    for (index, question) in held.enumerated() {
      if let heading = question.heading {
        // Above a single question, it may be a part of that.
        let isTitle = index == 0 && held.dropFirst().first?.number == 2
        collector.takeHeading(heading.lines, heading.text, mayName: isTitle)
      }
      let kind = question.isWaiting && question.options.isEmpty ? "question" : "multichoice"
      let next = held.dropFirst(index + 1).first?.number
      switch answered(question, isOnly: question.number.map { counts[$0] ?? 1 < 2 } ?? true, before: next) {
      case .success(var draft):
        let right = draft.body.correctIndexes
        let own = question.feedback.filter { $0.position.map(right.contains) ?? true }.map(\.text)
        draft.explanation = (own + [draft.explanation]).filter { !$0.isEmpty }.joined(separator: "\n")
        let loses = own.count < question.feedback.count
        collector.take(
          [draft], lines: question.lines, kind: kind, changes: loses ? ["the feedback of single answers"] : [])
      case .failure(let fault): collector.leaveOut(question.lines, kind, fault.message)
      }
    }
    let unused = Set((key ?? [:]).keys).subtracting(held.compactMap(\.number)).sorted().map(String.init)
    if !unused.isEmpty {
      collector.note(0...0, .file, "key", "no question has the number \(unused.joined(separator: ", "))")
    }
  }

  private func answered(_ held: Held, isOnly: Bool, before next: Int?) -> Result<QuestionDraft, Fault> {
    func no(_ reason: String) -> Result<QuestionDraft, Fault> { .failure(Fault(path: "", message: reason)) }
    var question = held.question
    guard let number = held.number else { return .success(question) }
    let inner = question.prompt.split(separator: "\n").dropFirst().lazy.compactMap { Self.number(of: "\($0)") }.first
    if inner == number + 1, next.map({ $0 > number + 1 }) ?? (key?[number + 1] != nil) {
      return no("the line with the number \(number + 1) in it is a question of its own")
    }
    guard held.isWaiting else { return .success(question) }
    guard let answers = key?[number] else {
      return no(Self.noAnswer)
    }
    guard isOnly, answers.count == 1, var answer = answers.first else {
      return no("two questions, or two answers of the key, have the number \(number)")
    }
    let texts = held.options.map(\.text)
    guard !texts.isEmpty else {
      question.body = .fillBlank(correctAnswer: answer, acceptedAnswers: [])
      return .success(question)
    }
    let sign = answer.dropFirst().trimmedAtEnds.first
    if answer.count > 2, sign.map(").:-–".contains) == true, Self.letter(String(answer.prefix(1))) != nil {
      // The option's letter is followed by its text or by the reason.
      let rest = answer.dropFirst().trimmedAtEnds.dropFirst().trimmedAtEnds
      if !texts.contains(rest) { question.explanation = rest }
      answer = String(answer.prefix(1))
    }
    let found = Self.letter(answer).map { Self.find(String($0), in: held.options) }
    switch found ?? RightOption.find(answer, among: texts, countingFrom: 1) {
    case .no(let reason): return no(reason)
    case let found: question.body = found.body(texts) ?? question.body
    }
    return .success(question)
  }
}
