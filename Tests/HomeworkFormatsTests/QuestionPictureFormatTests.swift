import Foundation
import HomeworkFormats
import HomeworkModel
import HomeworkTestKit
import Testing

/// Three red pixels in two rows.
private let png = Data(
  base64Encoded:
    "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AAQQxwFgBB0gX7h/C5SAAAAABJRU5ErkJggg==")!
private let gif = Data("GIF89a!".utf8)

/// Returns the parts of a question that have pictures, with their alternative texts.
private func shownPictures(_ question: QuestionDraft) -> [String] {
  let pictures = question.pictures
  return [("question", pictures.question), ("answer", pictures.answer)].compactMap { name, picture in
    picture.map { "\(name): \($0.alternative)" }
  } + pictures.options.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.alternative)" }
}

@Suite struct `Pictures of questions` {
  private let pictures: QuestionPictures

  init() throws {
    pictures = QuestionPictures(
      question: QuestionPicture(try Picture(Array(png)), alternative: "A \"cell\" & <more>"),
      options: [1: QuestionPicture(try Picture(Array(gif)))],
      answer: QuestionPicture(try Picture(Array(gif)), alternative: "why"))
  }

  @Test(arguments: [QuizFormat.json, .moodleXML])
  func `are read back equal from formats that have them`(format: QuizFormat) throws {
    let question = QuestionDraft(
      introduction: "Look.", prompt: "Which?\nOne.", body: .mcq(options: ["a", "b <c>"], correctIndex: 1),
      explanation: "So.", pictures: pictures)
    let typed = QuestionDraft(
      prompt: "Name it", body: .fillBlank(correctAnswer: "x", acceptedAnswers: []),
      pictures: QuestionPictures(question: pictures.question))
    let export = QuizExporter.text(of: [QuizDraft(questions: [question, typed])], as: format)
    #expect(export.leftOut.isEmpty)
    let read = try QuizImporter.read(Array(export.text.utf8))
    let found = read.quizzes.flatMap(\.questions)
    #expect(found == [question, typed] && read.notes.isEmpty, "\(export.text)\n\(found)\n\(read.notes)")
    #expect(found[0].pictures.all.map { $0.file.map { Data($0.bytes) } } == [png, gif, gif])
  }

  @Test(arguments: [QuizFormat.gift, .csv, .aiken])
  func `are said to be lost by formats without them`(format: QuizFormat) {
    let question = QuestionDraft(
      prompt: "Which?", body: .mcq(options: ["a", "b"], correctIndex: 1), pictures: pictures)
    let export = QuizExporter.text(of: [QuizDraft(questions: [question])], as: format)
    #expect(
      export.leftOut.map { "\($0.kind): \($0.reason)" } == [
        "3 pictures: only JSON, Moodle XML and worksheets have pictures"
      ])
  }

  @Test func `are on worksheets, that of the answer only on the key`() {
    let question = QuestionDraft(
      prompt: "Which?", body: .mcq(options: ["a", "b"], correctIndex: 1), pictures: pictures)
    let sheet = Worksheet(title: "t", quiz: QuizDraft(questions: [question]))
    let (room, key) = (Worksheet.page(of: [sheet]), Worksheet.page(of: [sheet], isKey: true))
    #expect(room.contains("src=\"data:image/png;base64,\(png.base64EncodedString())\""))
    #expect(room.contains("alt=\"A &quot;cell&quot; &amp; &lt;more&gt;\""))
    #expect(room.components(separatedBy: "<img").count == 3 && !room.contains("alt=\"why\""))
    #expect(key.contains("alt=\"why\""))
  }

  /// Reads a question of Moodle with two options, whose texts are HTML.
  private func moodle(
    _ prompt: String, _ options: [String], files: String = "", feedback: String = ""
  ) throws
    -> QuizImport
  {
    func text(_ html: String) -> String { "<text><![CDATA[\(html)]]></text>" }
    return try read(
      """
      <quiz><question type="multichoice"><questiontext format="html">\(text(prompt))\(files)</questiontext>
      <generalfeedback format="html">\(text(feedback))</generalfeedback><single>true</single>
      \(options.enumerated().map { "<answer fraction=\"\($0 == 0 ? 100 : 0)\" format=\"html\">\(text($1))</answer>" }.joined())
      </question></quiz>
      """)
  }

  private func file(_ name: String, _ data: Data, path: String = "/") -> String {
    "<file name=\"\(name)\" path=\"\(path)\" encoding=\"base64\">\(data.base64EncodedString(options: .lineLength64Characters))</file>"
  }

  @Test(arguments: ["50% a%20b.png", "100%.png", "a%2Fb.png"])
  func `are found by names with any signs`(name: String) throws {
    let found = try moodle("Q <img src=\"\(name)\">", ["a", "b"], files: file(name, png))
    #expect(shownPictures(try #require(found.quizzes.first?.questions.first)) == ["question: "], "\(found.notes)")
  }

  @Test func `of Moodle are found by name, at the question, its options and its feedback`() throws {
    let found = try moodle(
      "Look: <img src=\"@@PLUGINFILE@@/a%20cell.png\" alt=\"A cell\"> What is it?",
      ["<img src=\"@@PLUGINFILE@@/b.gif\">", "<img src='@@PLUGINFILE@@/b.gif' alt='An atom'>", "none"],
      files: file("a cell.png", png) + file("b.gif", gif), feedback: "See <img src=\"@@PLUGINFILE@@/b.gif\">")
    let question = try #require(found.quizzes.flatMap(\.questions).first)
    #expect(line(question) == "Look: What is it? [Picture A] An atom none (See)")
    #expect(shownPictures(question) == ["question: A cell", "answer: ", "0: ", "1: An atom"])
    #expect(found.notes.isEmpty, "\(found.notes)")
  }

  @Test func `may be data in an address, and stand in place of all words`() throws {
    let address = "data:image/png;base64,\(png.base64EncodedString())"
    let found = try moodle("<img src=\"\(address)\">", ["a", "b"])
    let question = try #require(found.quizzes.flatMap(\.questions).first)
    #expect(question.prompt == "See the picture." && shownPictures(question) == ["question: "])
    #expect(
      try moodle("<img src=\"\(address)\" alt=\"A cell\">", ["a", "b"]).quizzes[0].questions[0].prompt == "A cell")
  }

  @Test func `that are lost are said, each with its reason`() throws {
    for (source, files, reason) in [
      ("@@PLUGINFILE@@/gone.png", file("a.png", png), "its pictures"),
      ("https://example.org/a.png", "", "its pictures"),
      ("a.png", file("a.png", png) + file("a.png", gif), "its pictures"),
      ("a.svg", file("a.svg", Data("<svg/>".utf8)), "a picture that is not a JPEG, PNG, GIF, WebP or HEIC file"),
    ] {
      let found = try moodle("Q? <img src=\"\(source)\" alt=\"A cell\">", ["a", "b"], files: files)
      #expect(lines(found) == ["Q? [A cell] [a] b"], "\(source)")
      let ofFile = source.hasSuffix("gone.png") ? ["\"/a.png\" (1)"] : []
      #expect(found.notes.filter { $0.outcome == .file }.map(\.reason) == ofFile)
      let ofQuestion = found.notes.filter { $0.outcome != .file }.map(\.reason)
      #expect(ofQuestion.count == 1 && ofQuestion[0].hasPrefix(reason), "\(ofQuestion)")
      #expect(found.quizzes[0].questions[0].pictures.all.isEmpty)
    }
    let second = try moodle(
      "<img src=a.png> or <img src=b.gif>?", ["a", "b"], files: file("a.png", png) + file("b.gif", gif))
    #expect(lines(second) == ["or [picture]? [a] b"] && second.notes.map(\.reason) == ["its pictures"])
    let nothing = try moodle("<img src=gone.png>", ["a", "b"])
    #expect(nothing.added == 0 && nothing.notes.map(\.reason) == ["its picture is lost, and there are no words"])
  }

  @Test func `of an introduction go to its question`() throws {
    let found = try read(
      """
      <quiz><question type="description"><questiontext format="html"><text><![CDATA[A map: <img src="m.gif" alt="Map">]]>\
      </text>\(file("m.gif", gif))</questiontext></question>
      <question type="truefalse"><questiontext><text>Is it?</text></questiontext><answer fraction="100"><text>true</text>\
      </answer></question></quiz>
      """)
    #expect(lines(found) == ["<A map:> Is it? [True] False"] && found.notes.isEmpty, "\(lines(found)) \(found.notes)")
    #expect(shownPictures(found.quizzes[0].questions[0]) == ["question: Map"])
  }

  @Test(arguments: ["anki-pictures.apkg", "anki-pictures-legacy.apkg"])
  func `of Anki are found in old and new packages`(name: String) throws {
    let url = ThisPackage.root.appending(path: "Tests/HomeworkFormatsTests/Fixtures/\(name)")
    let found = try QuizImporter.read(Array(try Data(contentsOf: url)))
    let questions = found.quizzes.flatMap(\.questions)
    let asked = questions.map { "\(line($0)) \(shownPictures($0))" }
    #expect(asked.first == "Which cell is this? =A nerve cell [\"question: A cell\"]", "\(asked)")
    #expect(asked.contains("See the picture. | See the picture. [\"question: \", \"answer: \"]"), "\(asked)")
    #expect(questions.first?.pictures.question?.file.map { Data($0.bytes) } == png)
    #expect(found.notes.contains { $0.reason.contains("its pictures") }, "\(found.notes.map(\.reason))")
  }

  @Test func `of Anki that no card shows are reported, with the number of sounds`() throws {
    let url = ThisPackage.root.appending(path: "Tests/HomeworkFormatsTests/Fixtures/anki-legacy.apkg")
    let collection = try ZipArchive(Array(try Data(contentsOf: url))).files(atMost: 1 << 24) {
      $0 == "collection.anki2"
    }
    let zip = StoredZip.data(of: [
      ("collection.anki2", Data(try #require(collection.first).data)), ("0", png), ("1", gif), ("2", gif),
      ("media", Data(#"{"0":"unused.png","1":"a.mp3","2":"_font.ttf"}"#.utf8)),
    ])
    let unread = try QuizImporter.read(Array(zip)).notes.filter { $0.kind == "not read" }.map(\.reason)
    #expect(
      unread.count == 1 && unread[0].contains(#""sounds" (1)"#) && unread[0].contains(#""unused.png" (1)"#), "\(unread)"
    )
  }

  @Test func `of QTI packages are found by their paths`() throws {
    let item = """
      <assessmentItem identifier="i" title="t"><responseDeclaration identifier="R"><correctResponse><value>A</value>\
      </correctResponse></responseDeclaration><itemBody><p>Which? <img src="../images/cell.png" alt="A cell"/></p>\
      <choiceInteraction responseIdentifier="R"><simpleChoice identifier="A">a</simpleChoice>\
      <simpleChoice identifier="B"><object data="../images/b.gif" type="image/gif">an atom</object></simpleChoice>\
      </choiceInteraction></itemBody></assessmentItem>
      """
    let old = """
      <questestinterop><item ident="j"><presentation><material><mattext texttype="text/plain">Old?</mattext>\
      <matimage uri="images/cell.png" label="A cell"/></material><response_lid ident="r"><render_choice>\
      <response_label ident="A"><material><mattext>yes</mattext></material></response_label>\
      <response_label ident="B"><material><mattext>no</mattext></material></response_label></render_choice></response_lid>\
      </presentation><resprocessing><respcondition><conditionvar><varequal respident="r">A</varequal></conditionvar>\
      <setvar action="Set">100</setvar></respcondition></resprocessing></item></questestinterop>
      """
    let zip = StoredZip.data(of: [
      ("items/i.xml", Data(item.utf8)), ("old.xml", Data(old.utf8)), ("images/cell.png", png), ("images/b.gif", gif),
      ("other/cell.png", gif),
    ])
    let found = try QuizImporter.read(Array(zip))
    let questions = found.quizzes.flatMap(\.questions)
    #expect(
      questions.map { "\(line($0)) \(shownPictures($0))" } == [
        "Which? [a] an atom [\"question: A cell\", \"1: \"]", "Old? [yes] no [\"question: A cell\"]",
      ], "\(found.notes)")
    #expect(questions.allSatisfy { $0.pictures.question?.file.map { Data($0.bytes) } == png })
    #expect(found.notes.isEmpty)
  }

  @Test(arguments: [
    ("large-picture.zip", "Which? [picture] [a] b"),
    ("anki-picture-bomb.apkg", "Which cell is this? [A cell] =A nerve cell"),
  ])
  func `of 50 MB in a package are lost alone, and said, however small they are packed`(
    name: String, line: String
  ) throws {
    let url = ThisPackage.root.appending(path: "Tests/HomeworkFormatsTests/Fixtures/\(name)")
    let found = try QuizImporter.read(Array(try Data(contentsOf: url)))
    #expect(lines(found).first?.replacing("\n", with: " ") == line)
    #expect(
      found.notes.first?.reason == "a picture that has 16777217 bytes, more than 16777216 (16 MiB); its pictures",
      "\(found.notes.map(\.reason))")
  }

  @Test func `of tables and other JSON are data, or lost and said`() throws {
    let address = "data:image/png;base64,\(png.base64EncodedString())"
    for (source, prompt, wanted, reason) in [
      (address, "Which?", ["question: "], nil), ("https://media.kahoot.it/x", "Which? [picture]", [], "its pictures"),
      ("", "Which?", [], nil),
    ] as [(String, String, [String], String?)] {
      for text in [
        "Question,Answer A,Answer B,Correct,Image link\nWhich?,a,b,A,\"\(source)\"\nOther?,a,b,B,\n",
        """
        [{"question": "Which?", "image": "\(source)", "choices": [{"answer": "a", "correct": true},
          {"answer": "b", "correct": false}]}]
        """,
      ] {
        let found = try read(text)
        let question = found.quizzes[0].questions[0]
        #expect(question.prompt == prompt && shownPictures(question) == wanted, "\(text) \(question)")
        #expect(found.notes.first?.reason == reason, "\(text) \(found.notes)")
      }
    }
  }

  @Test func `in JSON are refused with the reason and the place`() throws {
    func faults(_ member: String) throws -> [String] {
      let text =
        "[{\"type\": \"mcq\", \"question\": \"q\", \"options\": [\"a\", \"b\"], \"correctIndex\": 0, \(member)}]"
      let error = #expect(throws: QuizFormatError.self, "\(member)") { try QuizJSON.quiz(from: Array(text.utf8)) }
      return error?.faults.map(\.description) ?? []
    }
    #expect(
      try faults(#""picture": "a.png""#) == [
        "questions[0].picture: must be an object with base64 and alternative, is a text"
      ])
    #expect(try faults(#""picture": {"base64": "x"}"#) == ["questions[0].picture.base64: must be Base64"])
    #expect(
      try faults(#""answerPicture": {"base64": "eHl6"}"#) == [
        "questions[0].answerPicture.base64: is not a JPEG, PNG, GIF, WebP or HEIC file"
      ])
    let there = #"{"index": 2, "base64": "\#(png.base64EncodedString())"}"#
    #expect(try faults("\"optionPictures\": [\(there)]") == ["questions[0].optionPictures: option 3 is not one of 2"])
    #expect(
      try faults(#""picture": {"digest": "abc"}"#) == [
        "questions[0].picture: \"abc\" is no SHA-256 digest of 64 hexadecimal digits"
      ])
  }
}
