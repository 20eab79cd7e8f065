import Foundation
import HomeworkFormats
import HomeworkModel
import Testing

@Suite struct `A worksheet` {
  private static let odd = [
    "<script>alert(1)</script>", "</ol></body>", "a & b &amp; c", "\"quoted\" 'text'", "<!-- -->", "two\nlines",
    "עברית",
    "]]>", "tab\tand \u{1} control", "{{style}}", "漢字 🎉",
  ]

  private static func sheet(_ texts: [String], version: UInt64? = nil) -> Worksheet {
    func text(_ number: Int) -> String { texts[number % texts.count] }
    let questions = texts.indices.flatMap { number in
      [
        QuestionDraft(
          prompt: text(number), body: .mcq(options: [text(number + 1), text(number + 2)], correctIndex: 1),
          explanation: text(number + 3)),
        QuestionDraft(
          prompt: text(number), body: .fillBlank(correctAnswer: text(number + 1), acceptedAnswers: [text(number + 2)]),
          explanation: text(number + 3)),
        QuestionDraft(
          prompt: text(number),
          body: .shortAnswer(correctAnswer: text(number + 1), keyConcepts: [[text(number + 2), text(number + 3)]])),
      ]
    }
    return Worksheet(
      title: texts[0], quiz: QuizDraft(topic: text(1), subtopic: text(2), questions: questions), version: version)
  }

  @Test func `escapes a quiz's texts, whatever they contain`() {
    let known: Set = [
      "html", "head", "meta", "title", "style", "body", "section", "header", "h1", "p", "span", "i", "b", "ol", "li",
      "div",
    ]
    for isKey in [false, true] {
      let page = Worksheet.page(of: [Self.sheet(Self.odd, version: 1)], isKey: isKey)
      for tag in page.matches(of: /<\/?([a-zA-Z0-9]+)/).map({ String($0.output.1) }) {
        #expect(known.contains(tag), "\(tag)")
      }
      #expect(!page.contains("<!--") && !page.contains("\u{1}"))
      for text in Self.odd { #expect(page.contains(text.xmlEscaped()), "\(text)") }
      for outside in ["http:", "https:", "src=", "href=", "@import", "url("] { #expect(!page.contains(outside)) }
    }
  }

  @Test func `reveals no answer, and its key all of them`() {
    let quiz = QuizDraft(questions: [
      QuestionDraft(
        prompt: "A half of a half?", body: .mcq(options: ["one", "a quarter"], correctIndex: 1),
        explanation: "Twice two."),
      QuestionDraft(
        prompt: "Half of 8", body: .fillBlank(correctAnswer: "vier", acceptedAnswers: ["quatre"]),
        explanation: "By two."),
      QuestionDraft(
        prompt: "What is a half?",
        body: .shortAnswer(correctAnswer: "one of two equal parts", keyConcepts: [["two", "both"], ["equal"]])),
    ])
    let sheet = Worksheet(title: "Fractions", quiz: quiz)
    let (page, key) = (Worksheet.page(of: [sheet]), Worksheet.page(of: [sheet], isKey: true))
    for secret in ["Twice two.", "vier", "quatre", "By two.", "one of two equal parts", "both", "✓", "class=\"right\""]
    {
      #expect(!page.contains(secret) && key.contains(secret), "\(secret)")
    }
    #expect(page.contains("<li dir=\"auto\">one</li><li dir=\"auto\">a quarter</li>"))
    // Three lines for a free answer, one for a blank.
    #expect(page.matches(of: /class="line"/).count == 4 && !key.contains("class=\"line\""))
    #expect(page.contains("Name") && page.contains("Date") && page.contains("/ 3") && !key.contains(">Name"))
    #expect(key.contains("✓ <b>B</b>a quarter") && key.contains("Also correct: quatre"))
    #expect(key.contains("Key concepts: two or both · equal"))
    #expect(page.contains("<title>Worksheet: Fractions</title>") && key.contains("<title>Key: Fractions</title>"))
  }

  @Test func `names its topic once, and its version`() {
    func header(
      _ title: String, _ topic: String?, _ subtopic: String?, _ version: UInt64? = nil, isKey: Bool = false
    )
      -> String
    {
      let quiz = QuizDraft(
        topic: topic, subtopic: subtopic,
        questions: [QuestionDraft(prompt: "q", body: .fillBlank(correctAnswer: "a", acceptedAnswers: []))])
      let page = Worksheet.page(of: [Worksheet(title: title, quiz: quiz, version: version)], isKey: isKey)
      return String(page.components(separatedBy: "<header>")[1].components(separatedBy: "</header>")[0])
    }
    #expect(header("Fractions", "Mathematics", "Halves").contains("Mathematics · Halves</p>"))
    #expect(header("Fractions", "Fractions", "Halves").contains("<p class=\"topic\" dir=\"auto\">Halves</p>"))
    #expect(!header("Fractions", "Fractions", nil).contains("class=\"topic\""))
    #expect(
      !header("Fractions", nil, nil).contains("Version") && header("Fractions", nil, nil, 7).contains("Version 7"))
    #expect(header("Fractions", nil, nil, 7, isKey: true).contains("Key to version 7"))
    #expect(header("Fractions", nil, nil, isKey: true).contains(">Key</p>"))
  }

  @Test func `of several quizzes has one sheet each, in order`() {
    let sheets = ["one", "two", "three"].map { Self.sheet([$0]) }
    let page = Worksheet.page(of: sheets)
    #expect(page.contains("<title>3 worksheets</title>"))
    #expect(page.matches(of: /<h1 dir="auto">(\w+)<\/h1>/).map(\.output.1) == ["one", "two", "three"])
    #expect(page.matches(of: /<section class="sheet">/).count == 3 && page.hasSuffix("</html>\n"))
  }
}
