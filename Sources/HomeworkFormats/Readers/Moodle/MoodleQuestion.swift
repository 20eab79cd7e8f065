import HomeworkModel

/// A question as Moodle interprets it, from any of its formats. This is the only place that decides what its answers
/// become.
struct MoodleQuestion {
  let lines: ClosedRange<Int>
  var kind: String
  let prompt: String
  /// The general feedback, which becomes the explanation.
  var feedback = ""
  var changes: [String] = []
  /// True if case matters in typed answers.
  var isExact = false

  /// One of the answers.
  struct Answer {
    /// The weight in percent.
    var weight: Double
    let text: String
    var feedback = ""
    var losses: Losses = []
    /// How far from a number a response may be.
    var tolerance = 0.0
  }

  func of(_ kind: String) -> Self {
    var question = self
    question.kind = kind
    return question
  }

  mutating func lose(_ losses: Losses, of part: String? = nil) {
    for reason in losses.reasons(of: part) where !changes.contains(reason) { changes.append(reason) }
  }
}

extension ImportCollector {
  mutating func leaveOut(_ question: MoodleQuestion, _ reason: String) {
    leaveOut(question.lines, question.kind, reason)
  }

  /// - Parameter losesFeedback: true if an answer other than the right one has feedback of its own.
  mutating func take(
    _ question: MoodleQuestion, _ body: Question.Body, feedback: String = "", losesFeedback: Bool = false
  ) {
    let explanation = question.feedback.isEmpty ? feedback : question.feedback
    let loses = losesFeedback || (!question.feedback.isEmpty && !feedback.isEmpty && feedback != question.feedback)
    take(
      [QuestionDraft(prompt: question.prompt, body: body, explanation: explanation)], lines: question.lines,
      kind: question.kind, changes: question.changes + (loses ? ["the feedback of single answers"] : []))
  }

  /// - Parameter hint: how to mark a right answer in this format, if an error should say so.
  mutating func takeChoice(_ question: MoodleQuestion, _ options: [MoodleQuestion.Answer], hint: String = "") {
    var question = question
    // An empty option cannot be told from no option.
    let answers = options.filter { !$0.text.isBlank || $0.weight > 0 }
    if answers.count < options.count { question.changes.append("an empty option") }
    let right = answers.indices.filter { answers[$0].weight >= 100 }
    let partly = answers.filter { $0.weight > 0 && $0.weight < 100 }
    guard right.count <= 1 else { return leaveOut(question, "each of several answers is right alone") }
    guard let index = right.first else {
      // Shares are rounded: three of 33.333 % make the whole.
      if partly.count > 1, partly.reduce(0, { $0 + $1.weight }) > 99 { return takeMulti(question, answers) }
      return leaveOut(question, partly.isEmpty ? "no right answer\(hint)" : "no answers that count in full")
    }
    guard answers.count > 1 else { return leaveOut(question, "it has only one option") }
    if answers.contains(where: { $0.weight != 0 && $0.weight < 100 }) {
      question.changes.append("the weights of its options")
    }
    for answer in answers { question.lose(answer.losses, of: "its options") }
    take(
      question, .mcq(options: answers.map(\.text), correctIndex: index), feedback: answers[index].feedback,
      losesFeedback: answers.indices.contains { $0 != index && !answers[$0].feedback.isEmpty })
  }

  /// Adds a question whose right options share the grade. Here they count together or not at all.
  mutating func takeMulti(_ question: MoodleQuestion, _ answers: [MoodleQuestion.Answer]) {
    var question = question
    for answer in answers { question.lose(answer.losses, of: "its options") }
    take(
      question,
      .multi(options: answers.map(\.text), correctIndexes: answers.indices.filter { answers[$0].weight > 0 }),
      losesFeedback: answers.contains { !$0.feedback.isEmpty })
  }

  mutating func takeTrueFalse(_ question: MoodleQuestion, _ isTrue: Bool, right: String, wrong: String) {
    take(
      question, .mcq(options: ["True", "False"], correctIndex: isTrue ? 0 : 1), feedback: right,
      losesFeedback: !wrong.isEmpty)
  }

  mutating func takeShortAnswer(_ question: MoodleQuestion, _ answers: [MoodleQuestion.Answer]) {
    var question = question
    let full = answers.filter { $0.weight >= 100 }
    if full.count < answers.count { question.changes.append("answers that count in part") }
    let accepted = full.filter { !$0.text.replacing("\\*", with: "").contains("*") }
    if accepted.count < full.count { question.changes.append("answers with a *, which stands for anything") }
    guard let first = accepted.first else { return leaveOut(question, "no answer that counts in full and is a text") }
    for answer in accepted { question.lose(answer.losses, of: "its answers") }
    // An escaped star is literal.
    let texts = accepted.map { $0.text.replacing("\\*", with: "*") }
    take(
      question,
      .fillBlank(correctAnswer: texts[0], acceptedAnswers: Array(texts.dropFirst()), isExact: question.isExact),
      feedback: first.feedback, losesFeedback: answers.dropFirst().contains { !$0.feedback.isEmpty })
  }

  mutating func takeNumerical(_ question: MoodleQuestion, _ answers: [MoodleQuestion.Answer], unit: String? = nil) {
    var question = question
    let full = answers.indices.filter { answers[$0].weight >= 100 && Self.number(answers[$0].text) != nil }
    guard let first = full.first, let number = Self.number(answers[first].text) else {
      return leaveOut(question, "no number that counts in full")
    }
    if full.count < answers.count { question.changes.append("answers that count in part") }
    let isPlain = unit == nil && full.allSatisfy { answers[$0].tolerance == 0 }
    guard isPlain || full.count == 1 else { return leaveOut(question, "several numbers with a tolerance") }
    let others = full.dropFirst().map { answers[$0].text }
    take(
      question,
      others.isEmpty
        ? .numeric(NumericKey(number, tolerance: .absolute(answers[first].tolerance), unit: unit))
        : .fillBlank(correctAnswer: answers[first].text, acceptedAnswers: others),
      feedback: answers[first].feedback,
      losesFeedback: answers.indices.contains { $0 != first && !answers[$0].feedback.isEmpty })
  }

  /// Returns a number, also with a decimal comma.
  static func number(_ text: String) -> Double? { isNumber(text) ? Double(text.replacing(",", with: ".")) : nil }

  /// Adds a question about the order of the answers.
  mutating func takeOrdering(_ question: MoodleQuestion, _ answers: [MoodleQuestion.Answer]) {
    var question = question
    for answer in answers { question.lose(answer.losses, of: "its items") }
    take(question, .ordering(answers.map(\.text)), losesFeedback: answers.contains { !$0.feedback.isEmpty })
  }

  /// Returns whether a text is a number, also with a decimal comma: answers are compared as text.
  static func isNumber(_ text: String) -> Bool {
    text.utf8.allSatisfy { "0123456789+-.,eE".utf8.contains($0) }
      && Double(text.replacing(",", with: ".")).map(\.isFinite) ?? false
  }

  mutating func takeEssay(_ question: MoodleQuestion, model: String) {
    guard !model.isBlank else { return leaveOut(question, "it has no model answer to grade by") }
    take(question, .shortAnswer(correctAnswer: model, keyConcepts: []))
  }

  /// Adds one question for each pair, with the sides of all pairs as options.
  ///
  /// - Parameter pairs: the pairs; a pair without a stem only adds an option.
  mutating func takeMatching(_ question: MoodleQuestion, _ pairs: [(stem: String, side: String)]) {
    var (sides, indexes): ([String], [String: Int]) = ([], [:])
    for pair in pairs where !pair.side.isEmpty && indexes[pair.side] == nil {
      indexes[pair.side] = sides.count
      sides.append(pair.side)
    }
    let asked = pairs.filter { !$0.stem.isEmpty }
    guard !asked.isEmpty else { return leaveOut(question, "no pair with two sides") }
    guard asked.allSatisfy({ !$0.side.isEmpty }) else { return leaveOut(question, "a pair has only one side") }
    guard sides.count > 1 else { return leaveOut(question, "all pairs have the same side") }
    // Check the counts first: each pair becomes a question with all options.
    for (count, path, most) in [
      (sides.count, "options", QuizDraft.optionCounts.upperBound),
      (asked.count, "pairs", QuizDraft.questionCounts.upperBound),
    ] where count > most {
      return leaveOut(question, "\(path): has \(count), but at most \(most) are allowed")
    }
    let drafts = asked.map { pair in
      QuestionDraft(
        prompt: question.prompt.isEmpty ? pair.stem : "\(question.prompt)\n\(pair.stem)",
        body: .mcq(options: sides, correctIndex: indexes[pair.side] ?? 0), explanation: question.feedback)
    }
    take(
      drafts, lines: question.lines, kind: question.kind,
      changes: question.changes + ["\(drafts.count) questions, one for each pair"])
  }
}

/// The last name in the path of a Moodle category, where `//` is a literal slash; `nil` for the top category.
enum MoodleCategory {
  static func name(of path: String) -> String? {
    let parts = path.replacing("//", with: "\u{1}").split(separator: "/")
    return parts.map { $0.replacing("\u{1}", with: "/").trimmedAtEnds }.last {
      !$0.isEmpty && !["$course$", "$module$", "$system$", "top"].contains($0)
    }
  }
}

extension StringProtocol {
  var isBlank: Bool {
    if let first = utf8.first, first > 32, first < 127 { return false }
    return allSatisfy(\.isWhitespace)
  }

  package var trimmedAtEnds: String {
    // A fast path: few texts begin or end with white space, and Unicode lookups are slow.
    if let first = unicodeScalars.first?.value, let last = unicodeScalars.last?.value, (33..<127).contains(first),
      (33..<127).contains(last)
    {
      return String(self)
    }
    var text = self[...]
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
