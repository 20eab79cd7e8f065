import HomeworkModel

/// A reader of Moodle's GIFT that follows Moodle. A block that is ambiguous is left out.
///
/// Works on bytes: every sign of the format is ASCII. An escaped sign is represented by one of the control characters 1
/// to 8 until its text has been split.
struct GIFTReader {
  private var collector: ImportCollector
  /// The current question's text, and the numbers of the current, first and last line.
  private var block: [UInt8] = []
  private var line = 0, firstLine = 0, lastLine = 0
  /// The number of open braces in the question, and whether any brace was closed.
  private var open = 0, hasClosed = false

  static func read(_ text: FileText, explains: Bool = false) -> QuizImport {
    var reader = GIFTReader(collector: ImportCollector(.gift, explains: explains))
    for line in text.bytes.split(separator: 10, omittingEmptySubsequences: false) {
      reader.line += 1
      reader.readLine(GIFTText.trimmed(line))
    }
    reader.endBlock()
    return reader.collector.finish()
  }

  /// Reads a line. A blank line ends a question, and so does a category or a title after an answer, which Moodle takes
  /// for part of the question before it.
  private mutating func readLine(_ text: ArraySlice<UInt8>) {
    guard let first = text.first else { return endBlock() }
    if first == 0x2F, text.dropFirst().first == 0x2F { return }
    if first == 0x24, text.starts(with: Self.categorySign) {
      endBlock()
      let name = GIFTText.plain(GIFTText.escaped(text.dropFirst(Self.categorySign.count))[...])
      collector.category = MoodleCategory.name(of: name)
      return
    }
    if first == 0x3A, hasClosed, open == 0, Self.isTitle(text) { endBlock() }
    if block.isEmpty { firstLine = line } else { block.append(10) }
    lastLine = line
    let start = block.count
    GIFTText.append(text, to: &block)
    for byte in block[start...] {
      if byte == 0x7B { open += 1 }
      if byte == 0x7D { (open, hasClosed) = (max(0, open - 1), true) }
    }
  }

  private static let categorySign = Array("$CATEGORY:".utf8)

  private static func isTitle(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.dropFirst().first == 0x3A else { return false }
    return zip(text.dropFirst(3), text.dropFirst(4)).contains { $0 == 0x3A && $1 == 0x3A }
  }

  private mutating func endBlock() {
    guard !block.isEmpty else { return }
    read(block[...], lines: firstLine...lastLine)
    block.removeAll(keepingCapacity: true)
    (open, hasClosed) = (0, false)
  }

  private mutating func read(_ block: ArraySlice<UInt8>, lines: ClosedRange<Int>) {
    func leaveOut(_ kind: String, _ reason: String) { collector.leaveOut(lines, kind, reason) }
    let text = GIFTText.withoutTitle(block)
    guard let open = text.firstIndex(of: 0x7B) else {
      guard text.firstIndex(of: 0x7D) == nil else { return leaveOut("question", "a } without a {: escape it as \\}") }
      let (format, bytes) = GIFTText.format(of: text)
      let plain = format.plainText(GIFTText.plain(bytes)).text
      return collector.introduce(
        lines, "description", plain, otherwise: "no answers: put them in braces, as in {=right ~wrong}")
    }
    guard let close = text[open...].firstIndex(of: 0x7D) else {
      return leaveOut("question", "a { that is never closed: close it, or escape it as \\{")
    }
    guard !GIFTText.hasCloze(text) else { return leaveOut("cloze", "its gaps are of several types") }
    let inside = GIFTText.trimmed(text[(open + 1)..<close])
    let (before, after) = (text[..<open], text[(close + 1)...])
    if inside.contains(0x7B) { return leaveOut("question", "a { inside of its answers: escape it as \\{") }
    if before.contains(0x7D) || after.contains(where: { $0 == 0x7B || $0 == 0x7D }) {
      return leaveOut(
        "question",
        "several { } in one question: put a blank line between questions, and escape what is text as \\{ \\}")
    }
    if GIFTText.isFormula(before, inside, after) { return leaveOut("question", "a { inside of TeX: escape it as \\{") }
    let (format, start) = GIFTText.format(of: before)
    let tail = GIFTText.trimmed(after)
    // Like Moodle, put a gap in place of the answers unless no text follows them.
    let asked = tail.isEmpty ? Array(start) : Array(start) + "_____".utf8 + after
    let (prompt, losses) = format.plainText(GIFTText.plain(asked[...]))
    var question = MoodleQuestion(lines: lines, kind: "question", prompt: prompt)
    question.lose(losses)
    if !tail.isEmpty, after.prefix(while: { GIFTText.isSpace($0) || $0 == 10 }).contains(10) {
      question.changes.append("what stands on the lines after its answers, which was read as a part of it")
    }
    var answers = inside
    if let index = GIFTText.lastFeedback(in: answers) {
      let (feedback, losses) = GIFTText.text(answers[(index + 4)...], format)
      question.feedback = feedback
      question.lose(losses)
      answers = GIFTText.trimmed(answers[..<index])
    }
    readAnswers(answers, question, format)
  }

  private mutating func readAnswers(_ answers: ArraySlice<UInt8>, _ question: MoodleQuestion, _ format: Markup) {
    guard let first = answers.first else {
      return collector.leaveOut(question.of("essay"), "it has no model answer to grade by")
    }
    if first == 0x23 { return readNumerical(answers.dropFirst(), question, format) }
    let isChoice = answers.contains(0x7E)
    if !isChoice, let isTrue = GIFTText.truth(of: answers.prefix { $0 != 0x23 }) {
      return readTrueFalse(isTrue, answers, question, format)
    }
    let isMatching = !isChoice && answers.contains(0x3D) && GIFTText.arrow(in: answers) != nil
    guard first == 0x3D || first == 0x7E || !answers.contains(where: { $0 == 0x3D || $0 == 0x7E }) else {
      return collector.leaveOut(
        question.of(isChoice ? "multichoice" : isMatching ? "matching" : "shortanswer"),
        "words before its first answer: begin each answer with = or ~")
    }
    if isMatching { return readMatching(answers, question, format) }
    if isChoice {
      return collector.takeChoice(
        question.of("multichoice"), list(answers, question, format), hint: ": mark one with =")
    }
    if first == 0x3D {
      return collector.takeShortAnswer(
        question.of("shortanswer"), list(answers, question, format).filter { !$0.text.isEmpty })
    }
    guard GIFTText.isBareAnswer(answers) else {
      return collector.leaveOut(
        question.of("question"), "{ } without a = or ~ inside: write { =answer }, or escape them as \\{ \\}")
    }
    collector.takeShortAnswer(question.of("shortanswer"), list([0x3D] + answers, question, format))
  }

  private mutating func readTrueFalse(
    _ isTrue: Bool, _ answers: ArraySlice<UInt8>, _ question: MoodleQuestion, _ format: Markup
  ) {
    // The first feedback is for the wrong answer, the second for the right one.
    let parts = answers.split(separator: 0x23, maxSplits: 2, omittingEmptySubsequences: false).dropFirst().map {
      GIFTText.text($0, format).text
    }
    collector.takeTrueFalse(
      question.of("truefalse"), isTrue, right: parts.count > 1 ? parts[1] : "", wrong: parts.first ?? "")
  }

  private func list(
    _ answers: ArraySlice<UInt8>, _ question: MoodleQuestion, _ format: Markup
  ) -> [MoodleQuestion.Answer] {
    GIFTText.answers(in: answers).map { answer in
      let (text, losses) = GIFTText.text(answer.text, format)
      let (feedback, _) = GIFTText.text(answer.feedback, format)
      return MoodleQuestion.Answer(
        weight: answer.weight ?? (answer.isMarked ? 100 : 0), text: text, feedback: feedback, losses: losses)
    }
  }

  private mutating func readNumerical(
    _ answers: ArraySlice<UInt8>, _ question: MoodleQuestion, _ format: Markup
  ) {
    // After a ~ comes only the feedback for wrong numbers.
    let numbers = GIFTText.trimmed(answers.prefix { $0 != 0x7E })
    var listed: [MoodleQuestion.Answer] = []
    for answer in GIFTText.answers(in: numbers.first == 0x3D ? numbers : [0x3D] + numbers) {
      let number = GIFTText.plain(answer.text).trimmedAtEnds
      var parts = number.split(separator: ":", maxSplits: 1).map { $0.trimmedAtEnds }
      if let dots = number.firstRange(of: ".."),
        let low = ImportCollector.number(number[..<dots.lowerBound].trimmedAtEnds),
        let high = ImportCollector.number(number[dots.upperBound...].trimmedAtEnds)
      {
        let key = NumericKey(from: low, to: high)
        parts = [key, NumericKey(key.distance)].map { NumericKey.text(of: $0.correctAnswer) }
      }
      guard let tolerance = parts.count < 2 ? 0 : ImportCollector.number(parts[1]) else {
        return collector.leaveOut(question.of("numerical"), "a tolerance that is no number")
      }
      // An answer without a weight counts in full.
      listed.append(
        MoodleQuestion.Answer(
          weight: answer.weight ?? 100, text: parts.first ?? "", feedback: GIFTText.text(answer.feedback, format).text,
          tolerance: tolerance))
    }
    collector.takeNumerical(question.of("numerical"), listed)
  }

  private mutating func readMatching(
    _ answers: ArraySlice<UInt8>, _ question: MoodleQuestion, _ format: Markup
  ) {
    var asked = question.of("matching")
    var pairs: [(stem: String, side: String)] = []
    for answer in GIFTText.answers(in: answers) {
      guard let arrow = GIFTText.arrow(in: answer.text) else { return collector.leaveOut(asked, "a pair without ->") }
      let (stem, losses) = GIFTText.text(answer.text[..<arrow], format)
      asked.lose(losses, of: "its pairs")
      pairs.append((stem, GIFTText.text(answer.text[(arrow + 2)...], format).text))
    }
    collector.takeMatching(asked, pairs)
  }
}
