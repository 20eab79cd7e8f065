import HomeworkModel

/// Reads items of version 1.2, whose right answers follow from conditions that award points.
extension QTIReader {
  mutating func readOldItem(_ item: QTIElement) {
    let metadata = Self.metadata(item)
    let named = ["question_type", "qmd_itemtype", "bb_question_type"].lazy.compactMap { metadata[$0] }.first
    let kind = named ?? item.attribute("title") ?? "item"
    guard let presentation = item["presentation"] else {
      return leaveOut(question(item, kind, ""), "it has no question")
    }
    let known = ["itemmetadata", "presentation", "resprocessing", "itemfeedback", "rubric", "itemcontrol", "duration"]
    passOver(item.children.filter { !known.contains($0.name) || $0.name == "rubric" && !Self.isForCandidate($0) })
    let rubric = item.children.filter { $0.name == "rubric" && Self.isForCandidate($0) }.map { Self.markup($0) }
      .joined()
    let responses = presentation.all("response_lid", "response_str", "response_num", "response_xy", "response_grp")
    let feedback = item.all("itemfeedback")
    let general = feedback.first { $0.attribute("ident") == "general_fb" }.map { Self.markup($0) } ?? ""
    let scores = Self.scores(item)
    let shown = Self.feedbackOfRight(item, scores).union(["correct_fb"])
    func isRight(_ feedback: QTIElement) -> Bool { feedback.attribute("ident").map(shown.contains) ?? false }
    let right = feedback.first(where: isRight).map { Self.markup($0) } ?? ""
    let areGaps =
      kind.contains("multiple_blanks") || kind.contains("multiple_dropdowns")
      || responses.count > 1 && responses.allSatisfy { $0.name == "response_str" }
    let gaps = areGaps ? responses.map { $0.attribute("ident") ?? "" } : []
    var asked = question(
      item, kind, rubric + Self.markup(of: presentation, with: gaps), feedback: general.isEmpty ? right : general)
    if feedback.contains(where: { !isRight($0) && $0.attribute("ident") != "general_fb" && !Self.markup($0).isBlank }) {
      asked.changes.append("the feedback of single answers")
    }
    guard let response = responses.first else { return introduce(asked) }
    if areGaps { return readGaps(responses, asked, scores, areChosen: kind.contains("dropdowns")) }
    if responses.count > 1 {
      guard kind.contains("matching"), responses.allSatisfy({ $0.name == "response_lid" }) else {
        return leaveOut(asked, "it has several things to answer")
      }
      return readPairs(responses, asked, scores)
    }
    switch response.name {
    case "response_lid":
      // The item states whether several options may be chosen; its options do not.
      let isSeveral =
        response.attribute("rcardinality")?.lowercased() == "multiple" || kind.contains("multiple_answers")
      readChoice(response, asked, scores, isSeveral: isSeveral)
    case "response_str", "response_num": readText(response, asked, scores, kind)
    default: leaveOut(asked, "this type of question is not supported")
    }
  }

  /// A required response, and its points in percent of the most points.
  struct Score {
    let response: String
    let values: [String]
    let isRange: Bool
    /// The numbers between two bounds, if it has both.
    var range: ClosedRange<Double>?
    var weight: Double
  }

  private static func scores(_ item: QTIElement) -> [Score] {
    var scores: [Score] = []
    for condition in item.all("respcondition") {
      let points = condition.children.filter { $0.name == "setvar" }.compactMap { Double($0.text) }.max() ?? 0
      guard points > 0, let terms = condition["conditionvar"] else { continue }
      // A value that must not be chosen does not say which one is right.
      let equal = equalities(terms)
      let bounds = terms.all("vargt", "vargte", "varlt", "varlte", "varsubstring", "varinside")
      // Canvas writes an exact number as a range from the number to itself.
      let isRange = !bounds.allSatisfy { bound in equal.contains { $0.value == bound.text } }
      let low = terms.all("vargt", "vargte").compactMap { Double($0.text) }
      let high = terms.all("varlt", "varlte").compactMap { Double($0.text) }
      let range = low.count == 1 && high.count == 1 && low[0] <= high[0] ? low[0]...high[0] : nil
      for response in Set(equal.map(\.response)).sorted() {
        let values = equal.filter { $0.response == response }.map(\.value)
        scores.append(Score(response: response, values: values, isRange: isRange, range: range, weight: points))
      }
      if equal.isEmpty, isRange {
        scores.append(Score(response: "", values: [], isRange: true, range: range, weight: points))
      }
    }
    let most = scores.map(\.weight).max() ?? 0
    for index in scores.indices { scores[index].weight = scores[index].weight / most * 100 }
    return scores
  }

  /// Returns the identifiers of the feedback that only the right answer shows: it is the explanation.
  private static func feedbackOfRight(_ item: QTIElement, _ scores: [Score]) -> Set<String> {
    let right = Set(scores.filter { $0.weight >= 100 }.flatMap(\.values))
    guard right.count == 1 else { return [] }
    let conditions = item.all("respcondition").filter { condition in
      let values = condition["conditionvar"].map(equalities)?.map(\.value) ?? []
      return !values.isEmpty && right.isSuperset(of: values)
    }
    return Set(conditions.flatMap { $0.all("displayfeedback") }.compactMap { $0.attribute("linkrefid") })
  }

  private static func equalities(_ element: QTIElement) -> [(response: String, value: String)] {
    element.children.flatMap { child -> [(response: String, value: String)] in
      switch child.name {
      case "varequal": [(child.attribute("respident") ?? "", child.text)]
      case "not": []
      default: equalities(child)
      }
    }
  }

  private mutating func readChoice(_ response: QTIElement, _ asked: MoodleQuestion, _ scores: [Score], isSeveral: Bool)
  {
    var weights: [String: Double] = [:]
    // Several values in one condition must be chosen together.
    let together = isSeveral ? scores.filter { $0.weight >= 100 && $0.values.count > 1 } : []
    guard together.count < 2, together.isEmpty || scores.count == 1 else {
      return leaveOut(asked, "its options count in several ways")
    }
    for score in scores {
      for value in score.values { weights[value] = max(weights[value] ?? 0, score.weight) }
    }
    let choices = response.all("response_label").map { label in
      let (text, losses) = Markup.html.plainText(Self.markup(label))
      return MoodleQuestion.Answer(
        weight: label.attribute("ident").flatMap { weights[$0] } ?? 0, text: text, losses: losses)
    }
    together.isEmpty ? collector.takeChoice(asked, choices) : collector.takeMulti(asked, choices)
  }

  private mutating func readText(_ response: QTIElement, _ asked: MoodleQuestion, _ scores: [Score], _ kind: String) {
    var asked = asked
    if scores.count == 1, let range = scores[0].range, kind.contains("numerical") {
      let key = NumericKey(from: range.lowerBound, to: range.upperBound)
      return collector.take(asked, .numeric(key))
    }
    guard !scores.contains(where: \.isRange) else {
      return leaveOut(asked, kind.contains("numerical") ? "a tolerance or a range" : "a part of a text that is right")
    }
    guard !scores.isEmpty, !kind.contains("essay") else { return collector.takeEssay(asked, model: "") }
    let full = scores.filter { $0.weight >= 100 }.flatMap(\.values)
    if scores.contains(where: { $0.weight < 100 }) { asked.changes.append("answers that count in part") }
    collector.takeShortAnswer(asked, full.map { .init(weight: 100, text: $0.replacing("*", with: "\\*")) })
  }

  /// - Parameter areChosen: whether the labels of a gap are its options; otherwise all of them are right.
  private mutating func readGaps(
    _ responses: [QTIElement], _ asked: MoodleQuestion, _ scores: [Score], areChosen: Bool
  ) {
    var gaps: [Question.Body] = []
    for (index, response) in responses.enumerated() {
      let mine = scores.filter { $0.response == response.attribute("ident") }
      guard !mine.contains(where: \.isRange) else { return leaveOut(asked, "gap \(index + 1): a range") }
      let right = mine.filter { $0.weight >= 100 }.flatMap(\.values)
      let labels = Self.labels(response)
      if areChosen {
        guard Set(right).count == 1, let position = labels.firstIndex(where: { $0.id == right[0] }) else {
          return leaveOut(asked, "gap \(index + 1): not exactly one of its options is right")
        }
        gaps.append(.mcq(options: labels.map(\.text), correctIndex: position))
      } else {
        let texts = labels.isEmpty ? right : labels.filter { right.contains($0.id) }.map(\.text)
        guard let first = texts.first else { return leaveOut(asked, "gap \(index + 1): no right answer") }
        gaps.append(.fillBlank(correctAnswer: first, acceptedAnswers: Array(texts.dropFirst())))
      }
    }
    collector.take(asked, .gaps(gaps))
  }

  private static func labels(_ response: QTIElement) -> [(id: String, text: String)] {
    response.all("response_label").map { ($0.attribute("ident") ?? "", Markup.html.plainText(markup($0)).text) }
  }

  private mutating func readPairs(_ responses: [QTIElement], _ asked: MoodleQuestion, _ scores: [Score]) {
    var pairs: [(stem: String, side: String)] = []
    var others: [String] = []
    for response in responses {
      let labels = Self.labels(response)
      let right = Set(scores.filter { $0.response == response.attribute("ident") }.flatMap(\.values))
      guard right.count == 1, let side = labels.first(where: { right.contains($0.id) }) else {
        return leaveOut(asked, "its pairs are not one to one")
      }
      pairs.append((Markup.html.plainText(Self.markup(response)).text, side.text))
      others += labels.map(\.text)
    }
    collector.takeMatching(asked, pairs + others.map { (stem: "", side: $0) })
  }

  /// Returns an element's own content, without the questions inside it.
  ///
  /// - Parameter gaps: the responses that are gaps, which stand in the text, or are named there: `[colour]` is that of
  ///   `response_colour`.
  private static func markup(of element: QTIElement, with gaps: [String]) -> String {
    var text = markup(element) { child in
      child.attribute("ident").flatMap(gaps.firstIndex).map { child.name == "response_str" ? "{\($0 + 1)}" : "" } ?? ""
    }
    for (index, gap) in gaps.enumerated() {
      let mark = "{\(index + 1)}"
      if gap.hasPrefix("response_") { text = text.replacing("[\(gap.dropFirst(9))]", with: mark) }
      // A gap goes on with the line before it.
      text = text.replacing("</p>\(mark)", with: " \(mark)</p>")
    }
    return text
  }

  static func markup(_ element: QTIElement, response: (QTIElement) -> String = { _ in "" }) -> String {
    element.children.map { child in
      switch child.name {
      case "mattext":
        // In this version HTML is escaped text within the XML.
        return child.attribute("texttype") == "text/html" || !child.element.children.isEmpty
          ? (child.element.children.isEmpty ? child.element.text : child.markup()) + " "
          : child.element.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\n", with: "<br>")
            + " "
      case "matimage":
        let words = child.attribute("label").map { " alt=\"\($0.xmlEscaped(inAttribute: true))\"" } ?? ""
        return "<img src=\"\((child.attribute("uri") ?? "").xmlEscaped(inAttribute: true))\"\(words)>"
      case "matvideo", "mataudio", "matapplet", "matapplication": return "<img>"
      case "response_lid", "response_str", "response_num", "response_xy", "response_grp": return response(child)
      case "response_label", "render_choice", "render_fib": return ""
      case "flow", "flow_mat", "material": return "<p>\(markup(child, response: response))</p>"
      default: return markup(child, response: response)
      }
    }.joined()
  }
}
