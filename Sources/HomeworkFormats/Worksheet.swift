import CHomeworkEmbedded
public import HomeworkModel

/// Quizzes as one self-contained HTML page to print, with space to write or with the answers.
///
/// Texts of a quiz are escaped: nothing in them is markup.
///
///     let sheets = imported.quizzes.map { Worksheet(title: $0.topic ?? "Quiz", quiz: $0) }
///     let page = Worksheet.page(of: sheets)
public struct Worksheet: Sendable {
  public var title: String
  public var quiz: QuizDraft
  /// The version number of a shuffled order, shown on both the worksheet and its key.
  public var version: UInt64?

  /// Creates a worksheet of the quiz, with its questions in the order to print.
  public init(title: String, quiz: QuizDraft, version: UInt64? = nil) {
    (self.title, self.quiz, self.version) = (title, quiz, version)
  }

  /// Returns a page with all `sheets`, each starting on a new sheet of paper.
  ///
  /// - Parameter isKey: true to print the answers and explanations instead of space to write.
  public static func page(of sheets: some Collection<Worksheet>, isKey: Bool = false) -> String {
    let name = isKey ? "Key" : "Worksheet"
    let title =
      sheets.count == 1 ? sheets.map { "\(name): \($0.title)" }.joined() : "\(sheets.count) \(name.lowercased())s"
    let style = homework_embedded_text("worksheet.css").map { String(cString: $0) } ?? ""
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>\(title.xmlEscaped())</title>
      <style>
      \(style)</style></head><body>
      \(sheets.map { $0.section(isKey: isKey) }.joined(separator: "\n"))
      </body></html>

      """
  }

  private func section(isKey: Bool) -> String {
    let questions = quiz.questions.map { question in
      "<li>" + (question.introduction.map { Self.paragraph("introduction", $0) } ?? "")
        + Self.paragraph("prompt", question.shownPrompt) + Self.picture(question.pictures.question)
        + (isKey ? Self.key(to: question) : Self.answerSpace(for: question))
        + "</li>"
    }
    return """
      <section class="sheet"><header>
      <h1 dir="auto">\(title.xmlEscaped())</h1>
      \(topic.isEmpty ? "" : Self.paragraph("topic", topic))\(isKey ? Self.paragraph("topic", key) : about)
      </header>
      <ol class="questions">
      \(questions.joined(separator: "\n"))
      </ol></section>
      """
  }

  /// The topic, unless the title already contains it.
  private var topic: String {
    [quiz.topic, quiz.subtopic].compactMap(\.self).filter { !$0.isBlank && $0 != title }.joined(separator: " · ")
  }

  private var key: String { "Key" + (version.map { " to version \($0)" } ?? "") }

  private var about: String {
    let version = version.map { "<span>Version \($0)</span>" } ?? ""
    return """
      <p class="about"><span class="name">Name<i></i></span><span class="date">Date<i></i></span>\
      <span>Score<i></i>/ \(quiz.questions.count)</span>\(version)</p>
      """
  }

  /// Returns the options to mark, or lines to write on; a short answer gets more lines.
  private static func answerSpace(for question: QuestionDraft) -> String {
    switch question.body {
    case .mcq(let options, _), .multi(let options, _): self.options(options, question.pictures.options)
    // The order is written as letters.
    case .ordering(let items, _): self.options(items) + line
    case .fillBlank, .numeric: line
    case .gaps(let gaps): gaps.map { $0.options.isEmpty ? line : options($0.options) }.joined()
    case .shortAnswer, .card: String(repeating: line, count: 3)
    }
  }

  private static func options(_ texts: [String], _ pictures: [Int: QuestionPicture] = [:]) -> String {
    let items = texts.enumerated().map { "<li dir=\"auto\">\($1.xmlEscaped())\(picture(pictures[$0]))</li>" }
    return "<ol class=\"options\">\(items.joined())</ol>"
  }

  /// Returns a picture within the page, or the words that stand for one that is not here.
  private static func picture(_ picture: QuestionPicture?) -> String {
    guard let picture else { return "" }
    guard let file = picture.file else { return paragraph("also", "[\(picture.words)]") }
    let address = "data:\(file.type.rawValue);base64,\(Base64.text(of: file.bytes))"
    return "<img class=\"picture\" src=\"\(address)\" alt=\"\(picture.words.xmlEscaped(inAttribute: true))\">"
  }

  private static let line = "<div class=\"line\"></div>"

  private static func key(to question: QuestionDraft) -> String {
    let (right, also): (String, String) =
      switch question.body {
      case .mcq(let options, let index): ("<b>\(Question.letters[index])</b>\(options[index].xmlEscaped())", "")
      case .multi(let options, let indexes), .ordering(let options, let indexes):
        (indexes.map { "<b>\(Question.letters[$0])</b>\(options[$0].xmlEscaped())" }.joined(separator: " "), "")
      case .numeric, .gaps, .card: (question.body.correctAnswer.xmlEscaped(), "")
      case .fillBlank(let answer, let others, _):
        (answer.xmlEscaped(), others.isEmpty ? "" : "Also correct: \(others.joined(separator: " · "))")
      case .shortAnswer(let model, let concepts):
        (
          model.xmlEscaped(),
          concepts.isEmpty
            ? "" : "Key concepts: \(concepts.map { $0.joined(separator: " or ") }.joined(separator: " · "))"
        )
      }
    return "<p class=\"right\" dir=\"auto\">✓ \(right)</p>" + (also.isEmpty ? "" : paragraph("also", also))
      + (question.explanation.isBlank ? "" : paragraph("why", question.explanation))
      + picture(question.pictures.answer)
  }

  private static func paragraph(_ name: String, _ text: String) -> String {
    "<p class=\"\(name)\" dir=\"auto\">\(text.xmlEscaped())</p>"
  }
}
