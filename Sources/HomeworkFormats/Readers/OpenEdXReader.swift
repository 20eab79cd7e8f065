import HomeworkModel

/// A reader of Open edX's problems (OLX). Each response in a problem is a question; the text above it asks.
struct OpenEdXReader {
  private var collector: ImportCollector

  /// The elements that hold problems, and a problem itself.
  static let roots: Set = ["problem", "library", "vertical", "sequential", "chapter", "course"]
  private static let hidden = Set(WordLists.words("open edx inputs"))

  static func read(_ data: [UInt8], explains: Bool) throws(QuizFormatError) -> QuizImport {
    var reader = OpenEdXReader(collector: ImportCollector(.openEdX, explains: explains))
    let root = QTIElement(try XMLDocument.root(of: data))
    reader.collector.category = root.name == "problem" ? nil : root.attribute("display_name")
    root.name == "problem" ? reader.read(root) : reader.readProblems(root)
    return reader.collector.finish()
  }

  private mutating func readProblems(_ container: QTIElement) {
    for child in container.children where !child.element.isBlank {
      let isEmpty = child.name != "problem" && child.all("problem").isEmpty
      isEmpty ? collector.passOver(child.name) : child.name == "problem" ? read(child) : readProblems(child)
    }
  }

  private mutating func read(_ problem: QTIElement) {
    let responses = problem.all { $0.hasSuffix("response") }
    let title = problem.attribute("display_name") ?? ""
    // The text of the problem around its responses.
    let texts = Self.text(problem).split(separator: "\u{1}", omittingEmptySubsequences: false)
    let plain = texts.map { Markup.html.plainText(String($0)) }
    guard !responses.isEmpty else {
      return collector.introduce(problem.element.lines, "problem", plain[0].text, otherwise: "it has no question")
    }
    for hint in problem.all("demandhint", "compoundhint", "correcthint", "stringequalhint", "markdown") {
      collector.passOver(hint.name)
    }
    for (index, response) in responses.enumerated() {
      let (asked, losses) = Markup.html.plainText(Self.text(response))
      let words = [plain[index].text, asked].filter { !$0.isEmpty }.joined(separator: "\n")
      let isLast = index == responses.count - 1
      let solution = response["solution"] ?? (isLast ? problem.all("solution").last : nil)
      let (explanation, lost) = Markup.html.plainText(solution?.markup() ?? "")
      var question = MoodleQuestion(
        lines: response.element.lines, kind: response.name, prompt: words.isEmpty ? title : words,
        // Solutions begin with this word.
        feedback: explanation.hasPrefix("Explanation\n") ? String(explanation.dropFirst(12)) : explanation)
      question.lose(losses.union(plain[index].losses).union(lost))
      if isLast, plain[index + 1].text != "" { question.changes.append("the text below its answers") }
      guard problem.all("script").isEmpty else { return collector.leaveOut(question, "it is computed anew each time") }
      take(response, question)
    }
  }

  /// Returns the text of an element as HTML, with a mark in place of each response in it.
  private static func text(_ element: QTIElement) -> String {
    element.markup { child in
      if ["label", "description"].contains(child.name) { return "<div>\(child.markup())</div>" }
      return child.name.hasSuffix("response") ? "\u{1}" : hidden.contains(child.name) ? "" : nil
    }
  }

  private mutating func take(_ response: QTIElement, _ question: MoodleQuestion) {
    let inputs = response.all { $0.hasSuffix("input") || $0 == "textline" }
    let unit = inputs.lazy.compactMap { $0.attribute("trailing_text")?.trimmedAtEnds }.first { !$0.isEmpty }
    switch response.name {
    case "multiplechoiceresponse", "choiceresponse", "truefalseresponse", "optionresponse":
      guard response.name != "optionresponse" || inputs.count < 2 else {
        return collector.leaveOut(question, "it has several things to answer")
      }
      let listed = inputs.first.map(Self.listed) ?? []
      let choices = listed.isEmpty ? Self.choices(response) : listed
      let isMulti = response.name == "choiceresponse" && choices.count { $0.weight > 0 } > 1
      isMulti ? collector.takeMulti(question, choices) : collector.takeChoice(question, choices)
    case "stringresponse" where response.attribute("type")?.contains("regexp") != true:
      if unit != nil { collector.passOver("trailing_text") }
      let others = response.all("additional_answer").compactMap { $0.attribute("answer") ?? $0.text }
      let texts = [response.attribute("answer") ?? ""] + others
      collector.takeShortAnswer(question, texts.map { .init(weight: 100, text: $0.replacing("*", with: "\\*")) })
    case "numericalresponse":
      guard response.all("additional_answer").isEmpty else {
        return collector.leaveOut(question, "several right numbers")
      }
      guard var key = Self.key(to: response) else {
        return collector.leaveOut(question, "its answer or tolerance is a formula, or a range without its ends")
      }
      key.unit = unit
      collector.take(question, .numeric(key))
    default: collector.leaveOut(question, "this type of question is not supported")
    }
  }

  private static func choices(_ response: QTIElement) -> [MoodleQuestion.Answer] {
    response.all("choice", "option").map { choice in
      let (text, losses) = Markup.html.plainText(text(choice))
      let hint = choice.all("choicehint", "optionhint").map { $0.plain }
      let weights: [String: Double] = ["true": 100, "partial": 50]
      return MoodleQuestion.Answer(
        weight: choice.attribute("correct").flatMap { weights[$0.lowercased()] } ?? 0, text: text,
        feedback: hint.joined(separator: "\n"), losses: losses)
    }
  }

  /// Returns the options of `<optioninput options="('2','4')" correct="4"/>`, as older problems list them.
  private static func listed(_ input: QTIElement) -> [MoodleQuestion.Answer] {
    guard let list = input.attribute("options")?.trimmedAtEnds, list.hasPrefix("("), list.hasSuffix(")") else {
      return []
    }
    let quote = list.dropFirst().first ?? " "
    let pieces = list.split(separator: quote, omittingEmptySubsequences: false).enumerated()
    let texts = "'\"".contains(quote) ? pieces.filter { $0.offset % 2 == 1 }.map(\.element.trimmedAtEnds) : []
    let right = input.attribute("correct")?.trimmedAtEnds
    return texts.map { .init(weight: $0 == right ? 100 : 0, text: $0) }
  }

  /// Reads `9.81` with `<responseparam type="tolerance" default="5%"/>`, or the range `[9.8, 9.9]`.
  private static func key(to response: QTIElement) -> NumericKey? {
    let answer = response.attribute("answer")?.trimmedAtEnds ?? ""
    let tolerance = response.all("responseparam").first { $0.attribute("type") == "tolerance" }?.attribute("default")
    if answer.hasPrefix("["), answer.hasSuffix("]") {
      let ends = answer.dropFirst().dropLast().split(separator: ",").compactMap {
        ImportCollector.number($0.trimmedAtEnds)
      }
      return ends.count == 2 ? NumericKey(from: ends[0], to: ends[1]) : nil
    }
    guard let number = ImportCollector.number(answer) else { return nil }
    guard let tolerance = tolerance?.trimmedAtEnds, !tolerance.isEmpty else { return NumericKey(number) }
    let isShare = tolerance.hasSuffix("%")
    return ImportCollector.number(isShare ? tolerance.dropLast().trimmedAtEnds : tolerance).map {
      NumericKey(number, tolerance: isShare ? .percent($0) : .absolute($0))
    }
  }
}
