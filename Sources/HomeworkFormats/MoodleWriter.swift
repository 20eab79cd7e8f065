import HomeworkModel

enum MoodleWriter {
  static func text(of question: QuestionDraft) -> String {
    let introduction = question.introduction.map {
      "  <question type=\"description\">\n" + self.text("questiontext", $0) + "  </question>\n"
    }
    let pictures = question.pictures
    let (type, answers) = answers(to: question.body, pictures)
    var prompt = question.prompt
    if case .gaps(let gaps) = question.body {
      for (index, gap) in gaps.enumerated() { prompt = prompt.replacing("{\(index + 1)}", with: cloze(gap)) }
    }
    return (introduction ?? "") + "  <question type=\"\(type)\">\n"
      + self.text("questiontext", prompt, pictures.question)
      + (question.explanation.isEmpty && pictures.answer == nil
        ? "" : self.text("generalfeedback", question.explanation, pictures.answer)) + answers + "  </question>\n"
  }

  private static func answers(
    to body: Question.Body, _ pictures: QuestionPictures
  ) -> (type: String, xml: String) {
    switch body {
    case .mcq(let options, let index):
      let answers = options.enumerated().map { answer($0 == index ? "100" : "0", $1, pictures.options[$0]) }.joined()
      return ("multichoice", "    <single>true</single>\n" + answers)
    case .multi(let options, let right):
      let share = QuizExporter.share(of: right.count)
      let answers = options.enumerated().map {
        answer(right.contains($0) ? share : "-100", $1, pictures.options[$0])
      }.joined()
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
    case .shortAnswer(let text, _), .card(let text): return ("essay", self.text("graderinfo", text))
    }
  }

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

  private static func answer(_ fraction: String, _ words: String, _ picture: QuestionPicture? = nil) -> String {
    text("answer", words, picture, attributes: "fraction=\"\(fraction)\" ")
  }

  private static func text(
    _ name: String, _ text: String, _ picture: QuestionPicture? = nil, attributes: String = ""
  ) -> String {
    guard let picture, let file = picture.file else {
      return "    <\(name) \(attributes)format=\"plain_text\"><text>\(text.xmlEscaped())</text></\(name)>\n"
    }
    let path = "picture.\(file.type.rawValue.split(separator: "/").last ?? "")"
    let source = "@@PLUGINFILE@@/\(picture.digest)/\(path)"
    let html =
      text.xmlEscaped().replacing("\n", with: "<br>")
      + "<p><img src=\"\(source)\" alt=\"\(picture.alternative.xmlEscaped(inAttribute: true))\"></p>"
    return """
          <\(name) \(attributes)format="html"><text>\(html.xmlEscaped())</text>\
      <file name="\(path)" path="/\(picture.digest)/" encoding="base64">\(Base64.text(of: file.bytes))</file></\(name)>

      """
  }
}
