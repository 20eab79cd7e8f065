import HomeworkModel

/// Reads items of version 2.x or 3, which declare the right answer before the question.
extension QTIReader {
  /// The elements of an item that are read, and those that only say how it is shown and graded.
  private static let known: Set = [
    "responsedeclaration", "outcomedeclaration", "templatedeclaration", "templateprocessing", "stylesheet", "itembody",
    "responseprocessing", "modalfeedback",
  ]

  mutating func readItem(_ item: QTIElement) {
    passOver(item.children.filter { !Self.known.contains($0.name) })
    guard let body = item["itembody"] else {
      return leaveOut(question(item, "item", ""), "it has no body")
    }
    let interactions = body.all { $0.hasSuffix("interaction") }
    let kind = interactions.first?.name ?? "item"
    let hidden = ["feedbackblock", "feedbackinline", "stylesheet", "templateblock", "templateinline"]
    let gaps = Self.gapNames(interactions)
    let prompt = body.markup { element in
      if let position = element.attribute("responseidentifier").flatMap(gaps.firstIndex) { return "{\(position + 1)}" }
      if element.name.hasSuffix("interaction") { return Self.shown(element) }
      if element.name == "rubricblock" { return Self.rubric(element) }
      return hidden.contains(element.name) ? "" : nil
    }
    let feedback = body.all("feedbackblock", "feedbackinline") + item.all("modalfeedback")
    // Feedback shown after any answer is the explanation; feedback on a single answer has no place in a quiz.
    let explanation = feedback.count == 1 ? feedback[0].markup() : ""
    passOver(body.all("rubricblock").filter { Self.rubric($0).isEmpty })
    var asked = question(item, kind, prompt, feedback: explanation)
    if feedback.count > 1 { asked.changes.append("the feedback of single answers") }
    guard let interaction = interactions.first else { return introduce(asked) }
    guard interactions.count == 1 || !gaps.isEmpty else { return leaveOut(asked, "it has several things to answer") }
    guard item["templateprocessing"] == nil, body.all("printedvariable").isEmpty else {
      return leaveOut(asked, "it is computed anew each time")
    }
    if !gaps.isEmpty { return readGaps(interactions, asked, item) }
    let (declaration, right) = Self.right(interaction, item)
    switch kind {
    case "choiceinteraction": readChoice(interaction, "simplechoice", asked, declaration, right)
    case "inlinechoiceinteraction": readChoice(interaction, "inlinechoice", asked, declaration, right)
    case "textentryinteraction": readTextEntry(asked, declaration, right)
    case "extendedtextinteraction":
      collector.takeEssay(asked, model: Markup.html.plainText(right.joined(separator: "\n")).text)
    case "orderinteraction": readOrdering(interaction, asked, right)
    case "matchinteraction": readMatching(interaction, asked, right)
    default: leaveOut(asked, "this type of question is not supported")
    }
  }

  /// Returns the declaration of an interaction's response, and the right values.
  private static func right(_ interaction: QTIElement, _ item: QTIElement) -> (QTIElement?, values: [String]) {
    let identifier = interaction.attribute("responseidentifier")
    let declaration = item.children.first {
      $0.name == "responsedeclaration" && $0.attribute("identifier") == identifier
    }
    return (declaration, declaration?["correctresponse"]?.children.filter { $0.name == "value" }.map(\.text) ?? [])
  }

  /// Returns the identifiers of several gaps in a text; nothing for any other question.
  private static func gapNames(_ interactions: [QTIElement]) -> [String] {
    let kinds: Set = ["textentryinteraction", "inlinechoiceinteraction"]
    let names = interactions.compactMap { $0.attribute("responseidentifier") }
    let areGaps = interactions.count > 1 && interactions.allSatisfy { kinds.contains($0.name) }
    return areGaps && Set(names).count == interactions.count ? names : []
  }

  private mutating func readGaps(_ interactions: [QTIElement], _ asked: MoodleQuestion, _ item: QTIElement) {
    var gaps: [Question.Body] = []
    for interaction in interactions {
      let (declaration, right) = Self.right(interaction, item)
      let (weights, isExact) = Self.mapped(declaration)
      let full = right + weights.filter { $0.value >= 100 }.keys.sorted().filter { !right.contains($0) }
      guard let first = full.first else { return leaveOut(asked, "gap \(gaps.count + 1): no right answer") }
      if interaction.name == "textentryinteraction" {
        gaps.append(.fillBlank(correctAnswer: first, acceptedAnswers: Array(full.dropFirst()), isExact: isExact))
      } else {
        let choices = interaction.all("inlinechoice")
        guard full.count == 1, let index = choices.firstIndex(where: { $0.attribute("identifier") == first }) else {
          return leaveOut(asked, "gap \(gaps.count + 1): not exactly one of its options is right")
        }
        gaps.append(.mcq(options: choices.map(\.plain), correctIndex: index))
      }
    }
    collector.take(asked, .gaps(gaps))
  }

  private mutating func readOrdering(_ interaction: QTIElement, _ asked: MoodleQuestion, _ right: [String]) {
    let choices = interaction.all("simplechoice")
    let items = right.compactMap { id in choices.first { $0.attribute("identifier") == id } }
    guard items.count == choices.count, items.count == right.count else {
      return leaveOut(asked, "its order does not name each of its items once")
    }
    collector.takeOrdering(asked, items.map { .init(weight: 100, text: $0.plain) })
  }

  /// Returns the text shown in place of an interaction.
  private static func shown(_ interaction: QTIElement) -> String {
    switch interaction.name {
    case "textentryinteraction", "inlinechoiceinteraction": "_____"
    default: "<p>\(interaction["prompt"]?.markup() ?? "")</p>"
    }
  }

  private mutating func readChoice(
    _ interaction: QTIElement, _ name: String, _ asked: MoodleQuestion, _ declaration: QTIElement?, _ right: [String]
  ) {
    var weights = Dictionary(right.map { ($0, 100.0) }) { first, _ in first }
    // If no answer is declared right, the answers with the most points are.
    if right.isEmpty { weights = Self.mapped(declaration).weights }
    let choices = interaction.all(name).map { choice in
      let shown = choice.markup { ["feedbackinline", "feedbackblock"].contains($0.name) ? "" : nil }
      let (text, losses) = Markup.html.plainText(shown)
      return MoodleQuestion.Answer(
        weight: choice.attribute("identifier").flatMap { weights[$0] } ?? 0, text: text, losses: losses)
    }
    // Several right values of one response are right together.
    let isMulti =
      choices.count { $0.weight > 0 } > 1
      && (right.count > 1 || declaration?.attribute("cardinality")?.lowercased() == "multiple")
    isMulti ? collector.takeMulti(asked, choices) : collector.takeChoice(asked, choices)
  }

  private mutating func readTextEntry(_ asked: MoodleQuestion, _ declaration: QTIElement?, _ right: [String]) {
    var asked = asked
    let (weights, isCaseSensitive) = Self.mapped(declaration)
    let full = weights.filter { $0.value >= 100 }.keys.sorted().filter { !right.contains($0) }
    if weights.contains(where: { $0.value > 0 && $0.value < 100 && !right.contains($0.key) }) {
      asked.changes.append("answers that count in part")
    }
    asked.isExact = isCaseSensitive
    // A star is literal here.
    let texts = (right + full).map { $0.replacing("*", with: "\\*") }
    collector.takeShortAnswer(asked, texts.map { .init(weight: 100, text: $0) })
  }

  /// Returns the weights in percent of the largest.
  private static func mapped(_ declaration: QTIElement?) -> (weights: [String: Double], isCaseSensitive: Bool) {
    let entries = declaration?["mapping"]?.children.filter { $0.name == "mapentry" } ?? []
    let values = entries.map {
      (key: $0.attribute("mapkey") ?? "", value: Double($0.attribute("mappedvalue") ?? "") ?? 0)
    }
    let most = values.map(\.value).max() ?? 0
    guard most > 0 else { return ([:], false) }
    return (
      Dictionary(values.map { ($0.key, $0.value / most * 100) }) { first, _ in first },
      // A text mapping is case-sensitive by default, but files that do not say so rarely mean it.
      entries.contains { $0.attribute("casesensitive") == "true" }
    )
  }

  private mutating func readMatching(_ interaction: QTIElement, _ asked: MoodleQuestion, _ right: [String]) {
    let sets = interaction.children.filter { $0.name == "simplematchset" }.map { $0.all("simpleassociablechoice") }
    let pairs = right.map { $0.split(separator: " ").map(String.init) }
    guard sets.count == 2, pairs.allSatisfy({ $0.count == 2 }), Set(pairs.map { $0[0] }).count == pairs.count else {
      return leaveOut(asked, "its pairs are not one to one")
    }
    func texts(_ choices: [QTIElement]) -> [String: String] {
      Dictionary(choices.map { ($0.attribute("identifier") ?? "", $0.plain) }, uniquingKeysWith: { first, _ in first })
    }
    let (stems, sides) = (texts(sets[0]), texts(sets[1]))
    let taken = pairs.map { (stem: stems[$0[0]] ?? "", side: sides[$0[1]] ?? "") }
    guard taken.allSatisfy({ !$0.stem.isEmpty }) else {
      return leaveOut(asked, "a pair refers to something that does not exist")
    }
    // Sides that belong to no pair are further options.
    let others = sets[1].compactMap { $0.attribute("identifier") }.filter { side in !pairs.contains { $0[1] == side } }
    collector.takeMatching(asked, taken + others.map { (stem: "", side: sides[$0] ?? "") })
  }
}
