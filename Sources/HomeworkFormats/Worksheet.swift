import CHomeworkEmbedded
public import HomeworkModel

/// Quizzes as one page of HTML to print, which needs nothing besides itself: with room to write, or with what is right.
///
/// A quiz's texts are texts, whatever they look like: nothing in them is markup.
public struct Worksheet: Sendable {
  /// What it is called, in large letters.
  public var title: String
  public var quiz: QuizDraft
  /// Of an order that a seed chose: told on sheet and key alike, so that one finds the other.
  public var version: UInt64?

  /// With the questions in the order in which they are printed.
  public init(title: String, quiz: QuizDraft, version: UInt64? = nil) {
    (self.title, self.quiz, self.version) = (title, quiz, version)
  }

  /// A page of all of `sheets`, each of which begins on paper of its own.
  ///
  /// - Parameter isKey: whether it is for those who correct: with what is right and why, and no room to write.
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
      "<li>\(Self.paragraph("prompt", question.prompt))\(isKey ? Self.key(to: question) : Self.room(for: question))</li>"
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

  /// What it is about, where the title does not say that already.
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

  /// Options to mark, or lines to write on: more of them for an answer in one's own words.
  private static func room(for question: QuestionDraft) -> String {
    switch question.body {
    case .mcq(let options, _):
      "<ol class=\"options\">\(options.map { "<li dir=\"auto\">\($0.xmlEscaped())</li>" }.joined())</ol>"
    case .fillBlank: line
    case .shortAnswer: String(repeating: line, count: 3)
    }
  }

  private static let line = "<div class=\"line\"></div>"

  private static func key(to question: QuestionDraft) -> String {
    let (right, also): (String, String) =
      switch question.body {
      case .mcq(let options, let index): ("<b>\(Question.letters[index])</b>\(options[index].xmlEscaped())", "")
      case .fillBlank(let answer, let others):
        (answer.xmlEscaped(), others.isEmpty ? "" : "Also right: \(others.joined(separator: " · "))")
      case .shortAnswer(let model, let concepts):
        (
          model.xmlEscaped(),
          concepts.isEmpty
            ? "" : "To be named: \(concepts.map { $0.joined(separator: " or ") }.joined(separator: " · "))"
        )
      }
    return "<p class=\"right\" dir=\"auto\">✓ \(right)</p>" + (also.isEmpty ? "" : paragraph("also", also))
      + (question.explanation.isBlank ? "" : paragraph("why", question.explanation))
  }

  private static func paragraph(_ name: String, _ text: String) -> String {
    "<p class=\"\(name)\" dir=\"auto\">\(text.xmlEscaped())</p>"
  }
}
