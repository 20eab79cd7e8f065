import HomeworkModel

/// Moodle's GIFT, read as Moodle reads it, which is permissive, and better where that misleads.
///
/// Works on bytes: every sign of the format is ASCII. An escaped sign stands as one of the control characters 1 to 8 until
/// the text that it is in has been told apart.
struct GIFTReader {
  private static let signs = Array("~=#{}:n\\".utf8)
  private var collector = ImportCollector(.gift)

  static func read(_ text: FileText) -> QuizImport {
    var reader = GIFTReader()
    text.bytes.withUnsafeBufferPointer { reader.readBlocks($0) }
    return reader.collector.finish()
  }

  /// A blank line ends a question.
  private mutating func readBlocks(_ bytes: UnsafeBufferPointer<UInt8>) {
    var block: [UInt8] = []
    var (line, blockLine, start) = (0, 0, 0)
    while start < bytes.count {
      line += 1
      var end = start
      while end < bytes.count, bytes[end] != 10 { end += 1 }
      var (first, last) = (start, end)
      while first < last, Self.isSpace(bytes[first]) { first += 1 }
      while last > first, Self.isSpace(bytes[last - 1]) { last -= 1 }
      let isComment = last - first >= 2 && bytes[first] == 0x2F && bytes[first + 1] == 0x2F
      if first == last {
        read(&block, line: blockLine)
      } else if !isComment {
        if block.isEmpty { blockLine = line } else { block.append(10) }
        append(bytes[first..<last], to: &block)
        // Moodle takes the next question for a part of the category's name.
        if block.starts(with: Self.categorySign) { read(&block, line: blockLine) }
      }
      start = end + 1
    }
    read(&block, line: blockLine)
  }

  private static let categorySign = Array("$CATEGORY:".utf8)

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 32 || byte == 9 || byte == 13 || byte == 11 || byte == 12
  }

  /// With escaped signs set apart.
  private func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, to block: inout [UInt8]) {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      if byte == 0x5C, index < bytes.endIndex, let sign = Self.signs.firstIndex(of: bytes[index]) {
        block.append(UInt8(sign + 1))
        index += 1
      } else if byte >= 9 || byte == 0 {
        // The characters that stand for escaped signs mean nothing in a text.
        block.append(byte)
      }
    }
  }

  private mutating func read(_ block: inout [UInt8], line: Int) {
    guard !block.isEmpty else { return }
    var text = block[...]
    block.removeAll(keepingCapacity: true)
    if text.starts(with: Self.categorySign) {
      return setCategory(plain(text.dropFirst(Self.categorySign.count)))
    }
    let beginning = text
    text = withoutTitle(text)
    guard let open = text.firstIndex(of: 0x7B) else {
      guard text.firstIndex(of: 0x7D) == nil else { return leaveOut(line, "question", "a } without a {: escape it") }
      return leaveOut(line, "description", "it asks nothing: answers stand in { }")
    }
    guard let close = text[open...].firstIndex(of: 0x7D) else {
      return leaveOut(line, "question", "a { that is never closed: close it, or escape it")
    }
    guard !contains(beginning, "{1:") && !contains(text, ":MULTICHOICE:") && !contains(text, ":SHORTANSWER:") else {
      return leaveOut(line, "cloze", "gaps of several kinds in one text")
    }
    let tail = trimmed(text[(close + 1)...])
    let (format, before) = format(of: text[..<open])
    let gap = tail.isEmpty ? "" : " _____ " + self.text(tail, format)
    let prompt = (self.text(trimmed(before), format) + gap).trimmedAtEnds
    var answers = trimmed(text[(open + 1)..<close])
    var feedback = ""
    if let place = lastFeedback(in: answers) {
      feedback = self.text(trimmed(answers[(place + 4)...]), format)
      answers = trimmed(answers[..<place])
    }
    readAnswers(answers, Asked(line: line, prompt: prompt, feedback: feedback, format: format))
  }

  /// What all kinds of questions have.
  private struct Asked {
    let line: Int
    let prompt: String
    /// General feedback: the explanation.
    let feedback: String
    let format: TextFormat
  }

  private mutating func setCategory(_ path: String) {
    let parts = path.replacing("//", with: "\u{1}").split(separator: "/").map {
      $0.replacing("\u{1}", with: "/").trimmedAtEnds
    }
    collector.category = parts.last { !$0.isEmpty && !["$course$", "$module$", "$system$", "top"].contains($0) }
  }

  private mutating func leaveOut(_ line: Int, _ kind: String, _ reason: String) {
    collector.leaveOut(line, kind, reason)
  }

  // MARK: The kinds of answers

  private mutating func readAnswers(_ answers: ArraySlice<UInt8>, _ question: Asked) {
    if answers.isEmpty { return leaveOut(question.line, "essay", "it has no model answer to grade by") }
    if answers.first == 0x23 { return readNumerical(answers.dropFirst(), question) }
    if answers.contains(0x7E) { return readChoice(answers, question) }
    if answers.contains(0x3D), contains(answers, "->") { return readMatching(answers, question) }
    let head = plain(answers.prefix { $0 != 0x23 }).trimmedAtEnds.uppercased()
    if let isTrue = ["T": true, "TRUE": true, "F": false, "FALSE": false][head] {
      return readTrueFalse(isTrue, answers, question)
    }
    readShortAnswer(answers, question)
  }

  private mutating func readTrueFalse(_ isTrue: Bool, _ answers: ArraySlice<UInt8>, _ question: Asked) {
    // The first feedback is for the wrong answer, the second for the right one.
    let parts = answers.split(separator: 0x23, omittingEmptySubsequences: false).dropFirst().map { trimmed($0) }
    let right = parts.count > 1 ? text(parts[1], question.format) : ""
    take(
      question, .mcq(options: ["True", "False"], correctIndex: isTrue ? 0 : 1), kind: "truefalse",
      feedback: right, losesFeedback: parts.contains { !$0.isEmpty } && (right.isEmpty || parts[0].isEmpty == false))
  }

  /// An answer of a list: its weight in percent, its text, its feedback.
  private struct Choice {
    var weight: Double?
    var isMarked: Bool
    var text: ArraySlice<UInt8>
    var feedback: ArraySlice<UInt8>
  }

  /// Each from its `~` or `=` to the next; `~=` is one sign.
  private func choices(in answers: ArraySlice<UInt8>) -> [Choice] {
    var choices: [Choice] = []
    var start: Int?
    for index in answers.indices where answers[index] == 0x7E || answers[index] == 0x3D {
      if let start { choices.append(choice(answers[start..<index])) }
      start = index
    }
    if let start { choices.append(choice(answers[start...])) }
    return choices.filter { $0.isMarked || $0.weight != nil || !$0.text.isEmpty || !$0.feedback.isEmpty }
  }

  private func choice(_ bytes: ArraySlice<UInt8>) -> Choice {
    let isMarked = bytes.first == 0x3D
    var rest = trimmed(bytes.dropFirst())
    var weight: Double?
    if rest.first == 0x25, let end = rest.dropFirst().firstIndex(of: 0x25) {
      let digits = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
      if let number = Double(digits) {
        weight = number
        rest = trimmed(rest[(end + 1)...])
      }
    }
    let hash = rest.firstIndex(of: 0x23)
    let text = hash.map { trimmed(rest[..<$0]) } ?? rest
    let feedback = hash.map { trimmed(rest[($0 + 1)...]) } ?? []
    return Choice(weight: weight, isMarked: isMarked, text: text, feedback: feedback)
  }

  private mutating func readChoice(_ answers: ArraySlice<UInt8>, _ question: Asked) {
    let choices = choices(in: answers)
    let right = choices.indices.filter {
      choices[$0].isMarked ? choices[$0].weight ?? 100 == 100 : choices[$0].weight == 100
    }
    let partly = choices.indices.filter { !right.contains($0) && (choices[$0].weight ?? 0) > 0 }
    guard right.count <= 1, right.count == 1 || partly.count < 2 else {
      return leaveOut(question.line, "multichoice", "several right answers")
    }
    guard let index = right.first else {
      return leaveOut(question.line, "multichoice", "no right answer: mark one with =")
    }
    guard choices.count > 1 else { return leaveOut(question.line, "multichoice", "it has only one option") }
    var changes: [String] = []
    if choices.contains(where: { ($0.weight ?? 0) != 0 && $0.weight != 100 }) {
      changes.append("the weights of its options")
    }
    let options = choices.map { text($0.text, question.format) }
    let others = choices.indices.contains { $0 != index && !choices[$0].feedback.isEmpty }
    take(
      question, .mcq(options: options, correctIndex: index), kind: "multichoice",
      feedback: text(choices[index].feedback, question.format), losesFeedback: others, changes: changes)
  }

  private mutating func readShortAnswer(_ answers: ArraySlice<UInt8>, _ question: Asked) {
    var choices = choices(in: answers)
    // Without any = the whole is one answer.
    if choices.isEmpty, !answers.contains(0x3D) { choices = [choice([0x3D] + answers)] }
    var changes: [String] = []
    let full = choices.filter { $0.weight ?? 100 == 100 }
    if full.count < choices.count { changes.append("answers that count in part") }
    let accepted = full.filter { !$0.text.contains(0x2A) }
    if accepted.count < full.count { changes.append("answers with a *") }
    guard let first = accepted.first else {
      return leaveOut(question.line, "shortanswer", "no answer that counts in full and is a text")
    }
    take(
      question,
      .fillBlank(
        correctAnswer: text(first.text, question.format),
        acceptedAnswers: accepted.dropFirst().map { text($0.text, question.format) }), kind: "shortanswer",
      feedback: text(first.feedback, question.format),
      losesFeedback: choices.dropFirst().contains { !$0.feedback.isEmpty }, changes: changes)
  }

  private mutating func readNumerical(_ answers: ArraySlice<UInt8>, _ question: Asked) {
    let listed = choices(in: answers)
    let all = listed.isEmpty ? [choice([0x3D] + answers)] : listed
    var accepted: [String] = []
    for choice in all where choice.weight ?? 100 == 100 {
      let number = plain(choice.text).trimmedAtEnds
      if contains(choice.text, "..") { return leaveOut(question.line, "numerical", "a range of numbers") }
      // The colon of a tolerance is a sign, not escaped.
      let parts = number.split(separator: ":", maxSplits: 1).map { $0.trimmedAtEnds }
      if parts.count > 1, Double(parts[1]) != 0 { return leaveOut(question.line, "numerical", "a tolerance") }
      guard let value = parts.first, Double(value) != nil else { continue }
      accepted.append(value)
    }
    guard let first = accepted.first else {
      return leaveOut(question.line, "numerical", "no number that counts in full")
    }
    take(
      question, .fillBlank(correctAnswer: first, acceptedAnswers: Array(accepted.dropFirst())), kind: "numerical",
      feedback: text(all[0].feedback, question.format), losesFeedback: false,
      changes: all.count > accepted.count ? ["answers that count in part"] : [])
  }

  /// One question for each pair, with the other sides as options.
  private mutating func readMatching(_ answers: ArraySlice<UInt8>, _ question: Asked) {
    var pairs: [(stem: String, side: String)] = []
    for choice in choices(in: answers) {
      guard
        let arrow = choice.text.indices.first(where: {
          choice.text[$0] == 0x2D && $0 + 1 < choice.text.endIndex && choice.text[$0 + 1] == 0x3E
        })
      else { return leaveOut(question.line, "matching", "a pair without ->") }
      pairs.append(
        (
          text(trimmed(choice.text[..<arrow]), question.format),
          text(trimmed(choice.text[(arrow + 2)...]), question.format)
        ))
    }
    let (drafts, reason) = Matching.questions(question.prompt, pairs, explanation: question.feedback)
    if let reason { return leaveOut(question.line, "matching", reason) }
    collector.take(
      drafts, line: question.line, kind: "matching", changes: ["\(drafts.count) questions, one for each pair"])
  }

  private mutating func take(
    _ question: Asked, _ body: Question.Body, kind: String, feedback: String, losesFeedback: Bool,
    changes: [String] = []
  ) {
    let explanation = question.feedback.isEmpty ? feedback : question.feedback
    let loses = losesFeedback || (!question.feedback.isEmpty && !feedback.isEmpty)
    collector.take(
      [QuestionDraft(prompt: question.prompt, body: body, explanation: explanation)], line: question.line, kind: kind,
      changes: changes + (loses ? ["the feedback of single answers"] : []))
  }

  // MARK: Text

  private enum TextFormat: String { case moodle, html, plain, markdown }

  /// `[html]` before a text; its format holds for the answers too.
  private func format(of text: ArraySlice<UInt8>) -> (TextFormat, ArraySlice<UInt8>) {
    let text = trimmed(text)
    guard text.first == 0x5B, let end = text.prefix(12).firstIndex(of: 0x5D) else { return (.moodle, text) }
    let word = String(decoding: text[(text.startIndex + 1)..<end], as: UTF8.self).lowercased()
    guard let format = TextFormat(rawValue: word) else { return (.moodle, text) }
    return (format, text[(end + 1)...])
  }

  private func text(_ bytes: ArraySlice<UInt8>, _ outer: TextFormat) -> String {
    let (own, bytes) = format(of: bytes)
    let text = plain(bytes)
    switch own == .moodle ? outer : own {
    case .moodle, .html: return PlainText.of(text).text.trimmedAtEnds
    case .plain, .markdown: return text.trimmedAtEnds
    }
  }

  /// With escaped signs in their places.
  private func plain(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(where: { (1...8).contains($0) }) else { return String(decoding: bytes, as: UTF8.self) }
    let restored = bytes.map { byte -> UInt8 in
      guard (1...8).contains(byte) else { return byte }
      // `\n` is a new line; the others are themselves.
      return byte == 7 ? 10 : Self.signs[Int(byte) - 1]
    }
    return String(decoding: restored, as: UTF8.self)
  }

  private func withoutTitle(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard text.count > 3, text[text.startIndex] == 0x3A, text[text.startIndex + 1] == 0x3A else { return text }
    var index = text.startIndex + 2
    while index + 1 < text.endIndex {
      if text[index] == 0x3A, text[index + 1] == 0x3A { return trimmed(text[(index + 2)...]) }
      index += 1
    }
    return text
  }

  /// The last `####`.
  private func lastFeedback(in text: ArraySlice<UInt8>) -> Int? {
    guard text.count >= 4 else { return nil }
    var index = text.endIndex - 4
    while index >= text.startIndex {
      if text[index] == 0x23, text[index + 1] == 0x23, text[index + 2] == 0x23, text[index + 3] == 0x23 {
        // Of five, the first four.
        while index > text.startIndex, text[index - 1] == 0x23 { index -= 1 }
        return index
      }
      index -= 1
    }
    return nil
  }

  private func contains(_ bytes: ArraySlice<UInt8>, _ word: StaticString) -> Bool {
    let (start, count) = (word.utf8Start, word.utf8CodeUnitCount)
    guard bytes.count >= count else { return false }
    var index = bytes.startIndex
    while index + count <= bytes.endIndex {
      if bytes[index] == start[0], (0..<count).allSatisfy({ bytes[index + $0] == start[$0] }) { return true }
      index += 1
    }
    return false
  }

  private func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let first = bytes.first, Self.isSpace(first) || first == 10 { bytes.removeFirst() }
    while let last = bytes.last, Self.isSpace(last) || last == 10 { bytes.removeLast() }
    return bytes
  }
}

/// Pairs as questions of single choice.
enum Matching {
  /// - Parameter pairs: a pair without a stem is only one more side to choose from.
  static func questions(
    _ prompt: String, _ pairs: [(stem: String, side: String)], explanation: String
  ) -> (questions: [QuestionDraft], reason: String?) {
    var sides: [String] = []
    for pair in pairs where !pair.side.isEmpty && !sides.contains(pair.side) { sides.append(pair.side) }
    let asked = pairs.filter { !$0.stem.isEmpty }
    guard !asked.isEmpty else { return ([], "no pair with two sides") }
    guard asked.allSatisfy({ !$0.side.isEmpty }) else { return ([], "a pair with one side only") }
    guard sides.count > 1 else { return ([], "all pairs have the same side") }
    let questions = asked.map { pair in
      QuestionDraft(
        prompt: prompt.isEmpty ? pair.stem : "\(prompt)\n\(pair.stem)",
        body: .mcq(options: sides, correctIndex: sides.firstIndex(of: pair.side) ?? 0), explanation: explanation)
    }
    return (questions, nil)
  }
}

extension StringProtocol {
  var trimmedAtEnds: String {
    var text = self[...]
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
