import HomeworkModel

/// Questions in Moodle's XML.
enum MoodleWriter {
  static func text(of question: QuestionDraft) -> String {
    let introduction = question.introduction.map {
      "  <question type=\"description\">\n" + plain("questiontext", $0) + "  </question>\n"
    }
    let (type, answers) = answers(to: question.body)
    var prompt = question.prompt
    if case .gaps(let gaps) = question.body {
      for (index, gap) in gaps.enumerated() { prompt = prompt.replacing("{\(index + 1)}", with: cloze(gap)) }
    }
    return (introduction ?? "") + "  <question type=\"\(type)\">\n" + plain("questiontext", prompt)
      + (question.explanation.isEmpty ? "" : plain("generalfeedback", question.explanation)) + answers
      + "  </question>\n"
  }

  private static func answers(to body: Question.Body) -> (type: String, xml: String) {
    switch body {
    case .mcq(let options, let index):
      let answers = options.enumerated().map { answer($0 == index ? "100" : "0", $1) }.joined()
      return ("multichoice", "    <single>true</single>\n" + answers)
    case .multi(let options, let right):
      let share = QuizExporter.share(of: right.count)
      let answers = options.enumerated().map { answer(right.contains($0) ? share : "-100", $1) }.joined()
      return ("multichoice", "    <single>false</single>\n" + answers)
    case .fillBlank(let first, let others, let isExact):
      let answers = ([first] + others).map { answer("100", QuizExporter.withoutWildcards($0)) }.joined()
      return ("shortanswer", (isExact ? "    <usecase>1</usecase>\n" : "") + answers)
    case .numeric(let key):
      let tolerance = "<tolerance>\(NumericKey.text(of: key.distance))</tolerance>"
      let number = NumericKey.text(of: key.correctAnswer)
      let unit = key.unit.map {
        "    <units><unit><multiplier>1</multiplier><unit_name>\($0.xmlEscaped())</unit_name></unit></units>\n"
      }
      return ("numerical", "    <answer fraction=\"100\"><text>\(number)</text>\(tolerance)</answer>\n" + (unit ?? ""))
    case .ordering:
      return ("ordering", body.itemsInOrder.enumerated().map { answer("\($0 + 1)", $1) }.joined())
    case .gaps: return ("cloze", "")
    case .shortAnswer(let text, _), .card(let text): return ("essay", plain("graderinfo", text))
    }
  }

  /// Returns a gap as a text between braces.
  private static func cloze(_ gap: Question.Body) -> String {
    func escaped(_ text: String) -> String {
      text.reduce(into: "") { result, sign in
        if "}#~/\"\\=*".contains(sign) { result += "\\" }
        result.append(sign)
      }
    }
    switch gap {
    case .fillBlank(let first, let others, let isExact):
      let answers = ([first] + others).map { "=" + escaped($0) }.joined(separator: "~")
      return "{1:SHORTANSWER\(isExact ? "_C" : ""):\(answers)}"
    default:
      let options = gap.options.enumerated().map { (gap.correctIndexes.contains($0) ? "=" : "") + escaped($1) }
      return "{1:MULTICHOICE:\(options.joined(separator: "~"))}"
    }
  }

  private static func plain(_ name: String, _ text: String) -> String {
    "    <\(name) format=\"plain_text\"><text>\(text.xmlEscaped())</text></\(name)>\n"
  }

  private static func answer(_ fraction: String, _ text: String) -> String {
    "    <answer fraction=\"\(fraction)\" format=\"plain_text\"><text>\(text.xmlEscaped())</text></answer>\n"
  }
}
