import HomeworkModel

/// Moodle's own XML of questions.
struct MoodleXMLReader {
  private var collector = ImportCollector(.moodleXML)

  static func read(_ text: FileText) throws(QuizFormatError) -> QuizImport {
    let root = try XMLScanner.root(of: text.bytes)
    guard root.name == "quiz" else {
      throw QuizFormatError(
        line: root.line, column: 1, faults: [Fault(path: "", message: "<\(root.name)> is no <quiz> of Moodle")])
    }
    var reader = MoodleXMLReader()
    for element in root.all("question") { reader.read(element) }
    return reader.collector.finish()
  }

  private struct Asked {
    let line: Int
    let kind: String
    let prompt: String
    let feedback: String
    var changes: [String]
  }

  private mutating func read(_ element: XMLElement) {
    let kind = element.attributes["type"] ?? "question"
    if kind == "category" {
      let path = Self.content(element["category"]).text.replacing("//", with: "\u{1}")
      let parts = path.split(separator: "/").map { $0.replacing("\u{1}", with: "/").trimmedAtEnds }
      collector.category = parts.last { !$0.isEmpty && !["$course$", "$module$", "$system$", "top"].contains($0) }
      return
    }
    let (prompt, losesPictures) = Self.content(element["questiontext"])
    let question = Asked(
      line: element.line, kind: kind, prompt: prompt, feedback: Self.content(element["generalfeedback"]).text,
      changes: losesPictures ? ["its pictures"] : [])
    switch kind {
    case "multichoice": readChoice(element, question)
    case "truefalse": readTrueFalse(element, question)
    case "shortanswer": readShortAnswer(element, question)
    case "numerical": readNumerical(element, question)
    case "matching": readMatching(element, question)
    case "essay":
      let model = Self.content(element["graderinfo"]).text
      guard !model.isEmpty else { return leaveOut(question, "it has no model answer to grade by") }
      take(question, .shortAnswer(correctAnswer: model, keyConcepts: []))
    case "description": leaveOut(question, "it asks nothing")
    case "cloze": leaveOut(question, "gaps of several kinds in one text")
    default: leaveOut(question, "a kind that no quiz here has")
    }
  }

  private struct Choice {
    let fraction: Double
    let text: String
    let feedback: String
    let losesPictures: Bool
  }

  private func choices(_ element: XMLElement) -> [Choice] {
    element.all("answer").map { answer in
      let (text, losesPictures) = Self.content(answer)
      let fraction = Double(answer.attributes["fraction"]?.trimmedAtEnds ?? "0") ?? 0
      return Choice(
        fraction: fraction, text: text, feedback: Self.content(answer["feedback"]).text, losesPictures: losesPictures)
    }
  }

  private mutating func readChoice(_ element: XMLElement, _ question: Asked) {
    let choices = choices(element)
    let right = choices.indices.filter { choices[$0].fraction >= 100 }
    guard right.count == 1 else {
      let isSeveral = right.count > 1 || choices.contains { $0.fraction > 0 }
      return leaveOut(question, isSeveral ? "several right answers" : "no right answer")
    }
    var question = question
    if choices.contains(where: { $0.fraction != 0 && $0.fraction < 100 }) {
      question.changes.append("the weights of its options")
    }
    if choices.contains(where: \.losesPictures) { question.changes.append("the pictures of its options") }
    take(
      question, .mcq(options: choices.map(\.text), correctIndex: right[0]), feedback: choices[right[0]].feedback,
      losesFeedback: choices.indices.contains { $0 != right[0] && !choices[$0].feedback.isEmpty })
  }

  private mutating func readTrueFalse(_ element: XMLElement, _ question: Asked) {
    let choices = choices(element)
    guard let right = choices.first(where: { $0.fraction >= 100 }), ["true", "false"].contains(right.text.lowercased())
    else {
      return leaveOut(question, "neither true nor false is right")
    }
    take(
      question, .mcq(options: ["True", "False"], correctIndex: right.text.lowercased() == "true" ? 0 : 1),
      feedback: right.feedback, losesFeedback: choices.contains { $0.fraction < 100 && !$0.feedback.isEmpty })
  }

  private mutating func readShortAnswer(_ element: XMLElement, _ question: Asked) {
    let choices = choices(element)
    let full = choices.filter { $0.fraction >= 100 }
    let accepted = full.filter { !$0.text.contains("*") }
    guard let first = accepted.first else { return leaveOut(question, "no answer that counts in full and is a text") }
    var question = question
    if full.count < choices.count { question.changes.append("answers that count in part") }
    if accepted.count < full.count { question.changes.append("answers with a *") }
    if element["usecase"]?.text.trimmedAtEnds == "1" { question.changes.append("that case matters") }
    take(
      question, .fillBlank(correctAnswer: first.text, acceptedAnswers: accepted.dropFirst().map(\.text)),
      feedback: first.feedback, losesFeedback: choices.dropFirst().contains { !$0.feedback.isEmpty })
  }

  private mutating func readNumerical(_ element: XMLElement, _ question: Asked) {
    let answers = element.all("answer").filter { Double($0.attributes["fraction"] ?? "0") ?? 0 >= 100 }
    guard
      answers.allSatisfy({
        Double(
          Self.content($0["tolerance"]).text.isEmpty
            ? $0["tolerance"]?.text.trimmedAtEnds ?? "0" : Self.content($0["tolerance"]).text) ?? 0 == 0
      })
    else {
      return leaveOut(question, "a tolerance")
    }
    guard element["units"] == nil else { return leaveOut(question, "units") }
    let numbers = answers.map { Self.content($0).text }.filter { Double($0) != nil }
    guard let first = numbers.first else { return leaveOut(question, "no number that counts in full") }
    take(question, .fillBlank(correctAnswer: first, acceptedAnswers: Array(numbers.dropFirst())))
  }

  private mutating func readMatching(_ element: XMLElement, _ question: Asked) {
    let pairs = element.all("subquestion").map { (stem: Self.content($0).text, side: Self.content($0["answer"]).text) }
    let (drafts, reason) = Matching.questions(question.prompt, pairs, explanation: question.feedback)
    if let reason { return leaveOut(question, reason) }
    collector.take(
      drafts, line: question.line, kind: question.kind,
      changes: question.changes + ["\(drafts.count) questions, one for each pair"])
  }

  private mutating func take(
    _ question: Asked, _ body: Question.Body, feedback: String = "", losesFeedback: Bool = false
  ) {
    let explanation = question.feedback.isEmpty ? feedback : question.feedback
    let loses = losesFeedback || (!question.feedback.isEmpty && !feedback.isEmpty && feedback != question.feedback)
    collector.take(
      [QuestionDraft(prompt: question.prompt, body: body, explanation: explanation)], line: question.line,
      kind: question.kind, changes: question.changes + (loses ? ["the feedback of single answers"] : []))
  }

  private mutating func leaveOut(_ question: Asked, _ reason: String) {
    collector.leaveOut(question.line, question.kind, reason)
  }

  /// What stands in the `<text>` of an element, as plain text unless its format says that it is.
  private static func content(_ element: XMLElement?) -> (text: String, losesPictures: Bool) {
    guard let element else { return ("", false) }
    let text = element["text"]?.text ?? element.text
    let losesPictures = !element.all("file").isEmpty
    switch element.attributes["format"] {
    case "plain_text", "markdown": return (text.trimmedAtEnds, losesPictures)
    default:
      let plain = PlainText.of(text)
      return (plain.text.trimmedAtEnds, plain.losesPictures || losesPictures)
    }
  }
}
