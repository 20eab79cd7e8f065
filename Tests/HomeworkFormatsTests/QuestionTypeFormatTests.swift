import HomeworkFormats
import HomeworkModel
import Testing

private let questions = [
  QuestionDraft(
    introduction: "Read this.\nTwice.", prompt: "Which are prime?",
    body: .multi(options: ["1", "2", "3", "=4"], correctIndexes: [1, 2])),
  QuestionDraft(
    prompt: "Three", body: .multi(options: ["a", "b", "c"], correctIndexes: [0, 1, 2]), explanation: "all"),
  QuestionDraft(prompt: "g?", body: .numeric(NumericKey(9.81, tolerance: .absolute(0.05), unit: "m/s²"))),
  QuestionDraft(prompt: "Pi?", body: .numeric(NumericKey(3.14, tolerance: .absolute(0.01)))),
  QuestionDraft(prompt: "Two?", body: .numeric(NumericKey(-2))),
  QuestionDraft(
    prompt: "{1} lies on the {2}",
    body: .gaps([
      .fillBlank(correctAnswer: "Paris", acceptedAnswers: ["Lutetia~x"], isExact: true),
      .mcq(options: ["Loire}", "Seine"], correctIndex: 1),
    ])),
  QuestionDraft(prompt: "Count", body: .ordering(["one", "two", "three"])),
  QuestionDraft(prompt: "chat", body: .card(back: "cat"), explanation: "an animal"),
]

@Suite struct `All types of questions` {
  @Test(arguments: [QuizFormat.json, .gift, .moodleXML, .csv, .tsv])
  func `are read back equal from each format that has them`(format: QuizFormat) throws {
    let kept = questions.filter { QuizExporter.reason(against: $0, in: format) == nil }
    let export = QuizExporter.text(of: [QuizDraft(questions: questions)], as: format)
    #expect(export.leftOut.count == questions.count - kept.count)
    let read = try QuizImporter.read(Array(export.text.utf8), as: format == .tsv ? .tsv : nil)
    #expect(read.quizzes.flatMap(\.questions) == kept, "\(export.text)\n\(read.notes)")
    #expect(read.notes.isEmpty, "\(read.notes)")
    let counts: [QuizFormat: Int] = [.json: 8, .gift: 4, .moodleXML: 7, .csv: 7, .tsv: 7]
    #expect(kept.count == counts[format])
  }

  @Test(arguments: [#""correctAnswer": null"#, #""unit": "kg""#])
  func `about a number without a key are refused`(member: String) throws {
    let text = "[{\"type\": \"numeric\", \"question\": \"q\", \(member)}]"
    let error = #expect(throws: QuizFormatError.self) { try QuizJSON.quiz(from: Array(text.utf8)) }
    #expect(error?.faults.map(\.description) == ["questions[0].correctAnswer: is missing"])
  }

  /// A learning platform names its gaps in brackets, and lists their answers; other programs put them in their place.
  private func oldGaps(
    _ kind: String, _ text: String, _ responses: [(id: String, labels: [String], right: [String])]
  )
    throws -> QuizImport
  {
    let elements = responses.map { response in
      let labels = response.labels.map {
        "<response_label ident=\"\($0.lowercased())\"><material><mattext>\($0)</mattext></material></response_label>"
      }
      return response.labels.isEmpty
        ? "<response_str ident=\"\(response.id)\"><render_fib/></response_str>"
        : "<response_lid ident=\"\(response.id)\"><render_choice>\(labels.joined())</render_choice></response_lid>"
    }
    let conditions = responses.flatMap { response in
      response.right.map {
        "<respcondition><conditionvar><varequal respident=\"\(response.id)\">\($0)</varequal></conditionvar>"
          + "<setvar action=\"Add\">50</setvar></respcondition>"
      }
    }
    let shown =
      text.isEmpty
      ? zip(["Roses are", "and violets"], elements).map { "<material><mattext>\($0)</mattext></material>\($1)" }
        .joined()
      : "<material><mattext texttype=\"text/html\">\(text)</mattext></material>\(elements.joined())"
    return try read(
      "<questestinterop><item ident=\"i\"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type"
        + "</fieldlabel><fieldentry>\(kind)</fieldentry></qtimetadatafield></qtimetadata></itemmetadata><presentation>"
        + "\(shown)</presentation><resprocessing>\(conditions.joined())</resprocessing></item></questestinterop>")
  }

  @Test func `with gaps are read from both versions of QTI`() throws {
    let text = "&lt;p&gt;Roses are [a], violets [b].&lt;/p&gt;"
    let blanks = try oldGaps(
      "fill_in_multiple_blanks_question", text,
      [("response_a", ["Red", "Rot"], ["red", "rot"]), ("response_b", ["Blue"], ["blue"])])
    #expect(lines(blanks) == ["Roses are {1}, violets {2}. =Red =Blue"], "\(blanks)")
    let chosen = try oldGaps(
      "multiple_dropdowns_question", text,
      [("response_a", ["Red", "Green"], ["red"]), ("response_b", ["Green", "Blue"], ["blue"])])
    #expect(lines(chosen) == ["Roses are {1}, violets {2}. [Red] [Blue]"], "\(chosen)")
    let placed = try oldGaps("fib", "", [("x", [], ["red"]), ("y", [], ["blue", "azure"])])
    #expect(lines(placed) == ["Roses are {1}\nand violets {2} =red =blue"], "\(placed)")
    guard case .gaps(let gaps)? = placed.quizzes.flatMap(\.questions).first?.body else { return }
    #expect(gaps[1] == .fillBlank(correctAnswer: "blue", acceptedAnswers: ["azure"]))
    // Nothing is guessed.
    for responses in [
      [("response_a", ["Red", "Green"], []), ("response_b", ["Green", "Blue"], ["blue"])],
      [("response_a", ["Red"], ["red"]), ("response_c", ["Blue"], ["blue"])],
    ] { #expect(try oldGaps("multiple_dropdowns_question", text, responses).leftOut == 1) }
  }

  @Test func `share Moodle's grade`() throws {
    let options = (0..<10).map(String.init)
    for count in 2...10 {
      let question = QuestionDraft(prompt: "?", body: .multi(options: options, correctIndexes: Array(0..<count)))
      let text = QuizExporter.text(of: [QuizDraft(questions: [question])], as: .gift).text
      #expect(try QuizImporter.read(Array(text.utf8)).quizzes.flatMap(\.questions) == [question], "\(text)")
    }
    let three = QuestionDraft(prompt: "?", body: .multi(options: options, correctIndexes: [0, 1, 2]))
    #expect(QuizExporter.text(of: [QuizDraft(questions: [three])], as: .gift).text.contains("%33.33333%"))
  }

  @Test func `are printed on worksheets, with their keys`() {
    let sheet = Worksheet(title: "t", quiz: QuizDraft(questions: questions))
    let (room, key) = (Worksheet.page(of: [sheet]), Worksheet.page(of: [sheet], isKey: true))
    #expect(room.contains("Read this.") && room.contains("(1) ____ lies on the (2) ____"))
    #expect(!room.contains("cat") && !room.contains("9.81"))
    for answer in ["<b>B</b>2 <b>C</b>3", "9.81 m/s²", "Paris; Seine", "cat"] {
      #expect(key.contains(answer), "\(answer)")
    }
  }
}
