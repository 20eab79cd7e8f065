import HomeworkModel

/// A reader of Aiken, as Moodle defines it and as people write it: a stem of one or more lines, options by letter,
/// `ANSWER: C`. The right option may also be bold, or given by a key below all questions, which are then numbered.
struct AikenReader {
  private var collector: ImportCollector
  private var stem: [String] = []
  private var options: [Option] = []
  private var (startLine, lastLine) = (0, 0)
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

  private struct Heading {
    let lines: ClosedRange<Int>
    let text: String
  }

  private struct Held {
    let number: Int?
    let heading: Heading?
    let lines: ClosedRange<Int>
    var question: QuestionDraft
    /// The options of a question whose right one is not known yet.
    var options: [Option] = []

    /// True if a key below has the answer.
    var isWaiting: Bool { question.body == Held.noAnswer }
    static let noAnswer = Question.Body.fillBlank(correctAnswer: "", acceptedAnswers: [])
  }

  /// True if a question above has no answer yet.
  private var isWaiting: Bool {
    waiting > 0 || (!options.isEmpty && stem.first.flatMap(Self.number) != nil)
  }

  static func read(_ text: FileText, explains: Bool = false) -> QuizImport {
    read(String(decoding: text.bytes, as: UTF8.self), .aiken, explains: explains)
  }

  static func read(_ text: String, _ format: QuizFormat, explains: Bool) -> QuizImport {
    var reader = AikenReader(collector: ImportCollector(format, explains: explains))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      reader.read(line.trimmedAtEnds, line: index + 1, before: lines[(index + 1)...])
    }
    reader.endWithoutAnswer()
    reader.takeHeld()
    if let left = reader.heading { reader.collector.leaveOut(left.lines, "description", "no question follows it") }
    return reader.collector.finish()
  }

  private init(collector: ImportCollector) {
    self.collector = collector
  }

  private mutating func read(_ line: String, line number: Int, before below: ArraySlice<Substring>) {
    guard !line.isEmpty else { return isAfterBlank = true }
    defer { isAfterBlank = false }
    let words = Self.withoutBold(line)
    if key != nil || isWaiting && (Self.isKeyHeading(words) || isPairs(words)) {
      return readKey(words, line: number)
    }
    if stem.isEmpty, options.isEmpty, let last = held.last, !last.isWaiting {
      if let explanation = Self.explanation(words) { return explain(explanation) }
      if !isAfterBlank, !last.question.explanation.isEmpty { return explain(words) }
    }
    if let letters = Self.answer(words) { return end(letters, line: number) }
    let found = stem.isEmpty ? [] : Self.options(line, after: options.count)
    if !found.isEmpty {
      lastLine = number
      options += found
      return
    }
    let next = Self.number(of: words)
    // The numbers of a document may begin again in each of its parts.
    let isNext = stem.first.flatMap(Self.number).map { next == $0 + 1 || next == 1 } ?? false
    if options.isEmpty ? isAfterBlank && isNext : isAfterBlank || isNext { endWithoutAnswer() }
    if let next, next == 1 || next == lastNumber + 1, Self.isQuestion(before: below) { keepHeading() }
    lastLine = number
    if !options.isEmpty {
      // A line directly after an option that is not an answer continues the option. Moodle does not read it so.
      options[options.count - 1].text += " " + words
      return
    }
    if stem.isEmpty { startLine = number }
    stem.append(words)
  }

  /// Makes the lines above a numbered question its heading if they are no question.
  private mutating func keepHeading() {
    guard let first = stem.first, options.isEmpty, Self.number(of: first) == nil else { return }
    // The question below a former one may have been left out.
    let text = (takeHeading().map { [$0.text] } ?? []) + stem
    heading = Heading(lines: startLine...lastLine, text: text.joined(separator: "\n"))
    stem = []
  }

  private mutating func takeHeading() -> Heading? {
    defer { heading = nil }
    return heading
  }

  private mutating func explain(_ words: String) {
    let before = held[held.count - 1].question.explanation
    held[held.count - 1].question.explanation = before.isEmpty ? words : "\(before)\n\(words)"
  }

  private var prompt: String {
    ([stem.first.map(Self.withoutNumber) ?? ""] + stem.dropFirst()).joined(separator: "\n")
  }

  /// Ends a question without an ANSWER: line: one of its options may be marked, or a key may follow.
  private mutating func endWithoutAnswer() {
    defer { (stem, options) = ([], []) }
    guard !stem.isEmpty || !options.isEmpty else { return }
    let (lines, number) = (startLine...lastLine, stem.first.flatMap(Self.number))
    lastNumber = number ?? lastNumber
    let marked = options.indices.filter { options[$0].isMarked }
    if marked.count == 1, options.count > 1 {
      hold(lines, number, .mcq(options: options.map(\.text), correctIndex: marked[0]))
    } else if let number {
      waiting += 1
      held.append(
        Held(
          number: number, heading: takeHeading(), lines: lines,
          question: QuestionDraft(prompt: prompt, body: Held.noAnswer), options: options))
    } else {
      collector.leaveOut(lines, "multichoice", "it ends without an ANSWER: line")
    }
  }

  private mutating func hold(_ lines: ClosedRange<Int>, _ number: Int?, _ body: Question.Body) {
    held.append(
      Held(
        number: number, heading: takeHeading(), lines: lines, question: QuestionDraft(prompt: prompt, body: body)))
  }

  private mutating func end(_ letters: String, line: Int) {
    defer { (stem, options) = ([], []) }
    let lines = (stem.isEmpty ? line : startLine)...line
    guard !stem.isEmpty else {
      return collector.leaveOut(lines, "multichoice", "an ANSWER: line without a question before it")
    }
    let found = Self.places(of: letters, in: options)
    if case .no(let reason) = found { return collector.leaveOut(lines, "multichoice", reason) }
    let number = stem.first.flatMap(Self.number)
    lastNumber = number ?? lastNumber
    if let body = found.body(options.map(\.text)) { hold(lines, number, body) }
  }

  private static func places(of letters: String, in options: [Option]) -> RightOption.Found {
    guard letters.count != 1, !letters.isEmpty else {
      return letters.first.map { place(of: $0, in: options) } ?? .no(reason: "its ANSWER: line names no option")
    }
    let places = letters.compactMap { if case .at(let index) = place(of: $0, in: options) { index } else { nil } }
    guard places.count == letters.count, Set(places).count == places.count else {
      return .no(reason: "one of its answers \(letters) is none of its options")
    }
    return .several(places.sorted())
  }

  private static func place(of letter: Character, in options: [Option]) -> RightOption.Found {
    let right = options.indices.filter { options[$0].letter == letter }
    guard let index = right.first else { return .no(reason: "the answer \(letter) is none of its options") }
    return right.count == 1 ? .at(index) : .no(reason: "two options are called \(letter)")
  }

  // MARK: The key

  /// Returns whether a line is nothing but numbers with letters, the first of them of a question without an answer.
  private func isPairs(_ words: String) -> Bool {
    guard let first = Self.pairs(words)?.first?.number else { return false }
    return held.contains { $0.isWaiting && $0.number == first } || stem.first.flatMap(Self.number) == first
  }

  private mutating func readKey(_ words: String, line: Int) {
    endWithoutAnswer()
    if key == nil { key = [:] }
    if let pairs = Self.pairs(words) {
      for (number, letter) in pairs { key?[number, default: []].append(String(letter)) }
    } else if let number = Self.number(of: words) {
      key?[number, default: []].append(Self.withoutNumber(words))
    } else if let colon = words.firstIndex(of: ":"), let pairs = Self.pairs(words[words.index(after: colon)...]) {
      for (number, letter) in pairs { key?[number, default: []].append(String(letter)) }
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
      switch answered(question, isOnly: question.number.map { counts[$0] ?? 1 < 2 } ?? true) {
      case .success(let draft): collector.take([draft], lines: question.lines, kind: kind)
      case .failure(let fault): collector.leaveOut(question.lines, kind, fault.message)
      }
    }
  }

  private func answered(_ held: Held, isOnly: Bool) -> Result<QuestionDraft, Fault> {
    func no(_ reason: String) -> Result<QuestionDraft, Fault> { .failure(Fault(path: "", message: reason)) }
    var question = held.question
    guard held.isWaiting, let number = held.number else { return .success(question) }
    guard let answers = key?[number] else {
      return no("no ANSWER: line, bold option or key below all questions gives its right answer")
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
    let found = Self.letter(answer).map { Self.place(of: $0, in: held.options) }
    switch found ?? RightOption.find(answer, among: texts, countingFrom: 1) {
    case .no(let reason): return no(reason)
    case let found: question.body = found.body(texts) ?? question.body
    }
    return .success(question)
  }
}
