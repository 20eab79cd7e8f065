import HomeworkModel

/// A reader of Blackboard's upload format: one question per line, its parts separated by tabs, beginning with its type.
struct BlackboardReader {
  private var collector: ImportCollector

  private static let kinds = Set(WordLists.words("blackboard types"))

  static func isOne(_ lines: [String]) -> Bool {
    let known = lines.count { kinds.contains(String($0.prefix { $0 != "\t" })) && $0.contains("\t") }
    return known > 0 && known * 2 > lines.count
  }

  static func read(_ text: FileText, explains: Bool) -> QuizImport {
    var reader = BlackboardReader(collector: ImportCollector(.blackboard, explains: explains))
    for (index, line) in text.bytes.lines.enumerated() where !line.isBlank { reader.read(line, index + 1) }
    return reader.collector.finish()
  }

  private mutating func read(_ line: Substring, _ number: Int) {
    var fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(\.trimmedAtEnds)
    while fields.last?.isEmpty ?? false { fields.removeLast() }
    let (kind, parts) = (fields.first ?? "", Array(fields.dropFirst(2)))
    let (prompt, losses) = Markup.automatic.plainText(fields.count > 1 ? fields[1] : "")
    var question = MoodleQuestion(lines: number...number, kind: kind, prompt: prompt)
    question.lose(losses)
    let most = ["TF": 1, "ESS": 1, "SR": 1, "NUM": 2][kind] ?? parts.count
    for index in parts.indices.dropFirst(most) { collector.passOver("field \(index + 3)") }
    switch kind {
    case "MC", "MA":
      let pairs = stride(from: 0, to: parts.count - 1, by: 2).map { (parts[$0], parts[$0 + 1].lowercased()) }
      guard parts.count % 2 == 0, pairs.allSatisfy({ ["correct", "incorrect"].contains($0.1) }) else {
        return collector.leaveOut(question, "each option must be followed by correct or incorrect")
      }
      let answers = pairs.map { pair -> MoodleQuestion.Answer in
        let (text, losses) = Markup.automatic.plainText(pair.0)
        return .init(weight: pair.1 == "correct" ? 100 : 0, text: text, losses: losses)
      }
      let isMulti = kind == "MA" && answers.count { $0.weight > 0 } > 1
      isMulti ? collector.takeMulti(question, answers) : collector.takeChoice(question, answers)
    case "TF":
      guard let word = parts.first?.lowercased(), ["true", "false"].contains(word) else {
        return collector.leaveOut(question, "neither true nor false is correct")
      }
      collector.takeTrueFalse(question, word == "true", right: "", wrong: "")
    case "FIB":
      collector.takeShortAnswer(question, parts.map { .init(weight: 100, text: $0.replacing("*", with: "\\*")) })
    case "NUM":
      guard let tolerance = parts.count < 2 ? 0 : Double(parts[1]) else {
        return collector.leaveOut(question, "a tolerance that is no number")
      }
      collector.takeNumerical(question, parts.prefix(1).map { .init(weight: 100, text: $0, tolerance: tolerance) })
    case "ORD":
      collector.takeOrdering(question, parts.map { .init(weight: 100, text: Markup.automatic.plainText($0).text) })
    case "ESS", "SR": collector.takeEssay(question, model: parts.first ?? "")
    case "MAT":
      guard parts.count % 2 == 0 else { return collector.leaveOut(question, "a pair has only one side") }
      collector.takeMatching(
        question, stride(from: 0, to: parts.count - 1, by: 2).map { (stem: parts[$0], side: parts[$0 + 1]) })
    case _ where Self.kinds.contains(kind): collector.leaveOut(question, "this type of question is not supported")
    default: collector.leaveOut(number...number, "line", "\"\(kind.prefix(20))\" is not a question type of Blackboard")
    }
  }
}
