import Foundation
import HomeworkFormats
import HomeworkModel
import HomeworkTestKit
import Testing

private func read(_ text: String, as format: QuizFormat? = nil) throws -> QuizImport {
  try QuizImporter.read(Data(text.utf8), as: format)
}

private func prompts(_ found: QuizImport) -> [String] { found.quizzes.flatMap { $0.questions.map(\.prompt) } }

@Suite struct `The end of a question` {
  @Test(arguments: [
    "Q1? {=a ~b}\nQ2? {=c ~d}", "What is {{ variable }}? {=a ~b}", "What does {% url 'x' %} do? {=a ~b}",
    "What does {% url 'x' %} do?", "\\frac{1}{2} is {=a ~b}", "What is $$\\frac{1}{2}$$?", "What is x^{2}?",
    "What is \\sqrt{2}?", "\\( {=a ~b} \\) is?", "Q {=a ~b} left } over", "Q {=a {b} ~c}", "f() { y = 1; }",
    "What is {\"a\"}?", "Q {words =a ~b}",
  ])
  func `is unknown with ambiguous braces, so the block is left out with its lines named`(text: String) throws {
    let found = try read("First {T}\n\n\(text)\n\nLast {F}", as: .gift)
    #expect(prompts(found) == ["First", "Last"])
    #expect(found.leftOut == 1)
    let lines = text.split(separator: "\n").count
    #expect(found.notes.map { $0.line...$0.lastLine } == [3...(2 + lines)])
  }

  @Test func `is a category or title, even without a blank line`() throws {
    let found = try read(
      "One {T}\n$CATEGORY: A\nTwo {F}\n::Three:: Three {=a ~b}\n::Four:: Four {=c}\n$CATEGORY: B\n::Five:: Five {T}\n::Open:: {=a",
      as: .gift)
    #expect(found.quizzes.map(\.topic) == [nil, "A", "B"])
    #expect(prompts(found) == ["One", "Two", "Three", "Four", "Five"])
    #expect(found.leftOut == 1)
  }

  @Test func `includes text after the answers, with a note`() throws {
    let found = try read("The sun is {=hot ~cold}\nat noon.", as: .gift)
    #expect(prompts(found) == ["The sun is _____\nat noon."])
    #expect(found.notes.map(\.reason) == ["what stands on the lines after its answers, which was read as a part of it"])
  }

  @Test func `is the next question in Aiken, if an ANSWER: line is missing`() throws {
    let found = try read(
      "One?\nA) a\nB) b\n\nTwo?\nA) c\nB) d\nANSWER: B\nExplanation: because\nof this\n\nThree?\nA) e\nB) f\nANSWER: A")
    #expect(prompts(found) == ["Two?", "Three?"])
    #expect(found.quizzes[0].questions[0].explanation == "because\nof this")
    #expect(found.notes.map { "\($0.line)-\($0.lastLine) \($0.reason)" } == ["1-3 it ends without an ANSWER: line"])
  }
}

@Suite struct `Plain text` {
  static let texts = [
    "Inside the <div>", "x<y and y>z", "List<String>", "#include <stdio.h>", "\\(b<a\\)", "a < b > c", "<a and b>",
    "1 <2", "Use std::vector<std::string>", "a &foo; b", "AT&T", "<!-- open", "<a <a <a", "<a href=\"",
  ]

  @Test(arguments: texts)
  func `keeps all text that is not HTML`(text: String) throws {
    #expect(Markup.plain.plainText(text).text == text)
    #expect(Markup.automatic.plainText(text).text == text)
    let escaped = text.replacing("\\", with: "\\\\").replacing("#", with: "\\#").replacing("=", with: "\\=")
      .replacing(":", with: "\\:")
    let found = try read("\(escaped) {=\(escaped) ~no}", as: .gift)
    #expect(prompts(found) == [text])
    #expect(found.notes.isEmpty)
  }

  @Test(arguments: [
    ("x<y and y>z", "x<y and y>z"), ("List<String> &lt;b&gt;", "List<String> <b>"),
    ("\\(b<a\\) <i>x</i>", "\\(b<a\\) x"),
    ("#include <stdio.h>", "#include <stdio.h>"), ("a<script>alert('</p>')</script>b", "ab"),
    ("a<style>p { }</style>b<!-- c -->d", "abd"), ("b <a and c> d", "b <a and c> d"), ("one\ntwo", "one two"),
    ("<pre>one\ntwo</pre>", "one\ntwo"), ("&half;&frac12;&Zopf;&acE;&#233;&#xE9;&#150;", "½½ℤ∾̳éé–"),
    ("&copy 2024 &copy=1 &notit; &amp", "© 2024 &copy=1 &notit; &"), ("x<sup>2</sup> H<sub>2</sub>O", "x^2 H_2O"),
    ("<p title=\"a > b\">x</p>", "x"), ("<input disabled><o:p></o:p>y", "y"), ("<ul><li>a<li>b</ul>", "- a\n- b"),
    ("<img alt='a > b'>", "[a > b]"), ("a <", "a <"), ("<b", "<b"),
  ])
  func `of HTML loses only tags`(html: String, text: String) {
    #expect(Markup.html.plainText(html).text == text)
  }

  @Test func `loses a tag of any length`() throws {
    let html = "<img alt=\"A cell\" src=\"data:image/png;base64,\(String(repeating: "QUJD", count: 50_000))\">"
    let found = try read("[html]x \(html.replacing("=", with: "\\=").replacing(":", with: "\\:")) y {T}", as: .gift)
    #expect(lines(found) == ["x [A cell] y [True] False"])
    #expect(found.notes.map(\.reason) == ["a picture that is not a JPEG, PNG, GIF, WebP or HEIC file; its pictures"])
  }

  @Test func `loses MathML and pictures only with a note, in GIFT as in XML`() throws {
    let html = "<math><msup><mi>x</mi><mn>2</mn></msup></math> <img src\\=\"x\">"
    let gift = try read("[html]\(html) {=a ~<video></video>}", as: .gift)
    #expect(gift.notes.map(\.reason) == ["its formulas, which are MathML; the pictures of its options; its pictures"])
    let xml = html.replacing("\\", with: "").replacing("<", with: "&lt;")
    let moodle = try read(
      "<quiz><question type='truefalse'><questiontext format='html'><text>\(xml)</text></questiontext>"
        + "<answer fraction='100'><text>true</text></answer></question></quiz>")
    #expect(moodle.notes.map(\.reason) == ["its formulas, which are MathML; its pictures"])
  }

  @Test func `of Moodle's own format loses complete tags, with a note`() throws {
    let found = try read("Is <b>a</b> &lt; b<br>or <p>not? {T}", as: .gift)
    #expect(prompts(found) == ["Is a < b\nor\nnot?"])
    #expect(found.notes.map(\.reason) == ["its tags, which were read as HTML"])
  }

  @Test func `of XML is decoded from its declared encoding`() throws {
    for (name, encoding) in [
      ("ISO-8859-1", String.Encoding.isoLatin1), ("windows-1252", .windowsCP1252), ("Shift_JIS", .shiftJIS),
      ("UTF-16", .utf16), ("windows-1251", .windowsCP1251),
    ] {
      let word = name == "Shift_JIS" ? "漢字" : name == "windows-1251" ? "Где" : "Où é"
      let xml =
        "<?xml version=\"1.0\" encoding=\"\(name)\"?><quiz><question type=\"shortanswer\"><questiontext><text>\(word)</text>"
        + "</questiontext><answer fraction=\"100\"><text>\(word)</text></answer></question></quiz>"
      let found = try QuizImporter.read(try #require(xml.data(using: encoding)))
      #expect(prompts(found) == [word] && found.notes.isEmpty, "\(name)")
    }
    for head in ["encoding='klingon'", "encoding =\n\"Klingon\" standalone='no'", "encoding='' encoding='klingon'"] {
      let error = #expect(throws: QuizFormatError.self) { try read("<?xml version='1.0' \(head)?><quiz/>") }
      #expect(error?.description == "1:1: declares encoding klingon, but is not valid klingon: save it as UTF-8")
    }
  }

  @Test func `is decoded line by line from mixed encodings`() throws {
    let bytes = Data("Où? {T}\n\n".utf8) + Data([0x44, 0xE9, 0x3F]) + Data(" {F}\n\nÉ {T}".utf8)
    let found = try QuizImporter.read(bytes)
    #expect(prompts(found) == ["Où?", "Dé?", "É"])
    #expect(found.notes.map { "\($0.line) \($0.reason)" } == ["3 one line is not UTF-8: it was read as Windows-1252"])
    let wide = try #require("Où? {T}\n".data(using: .utf16LittleEndian))
    #expect(prompts(try QuizImporter.read(wide)) == ["Où?"])
  }

  @Test func `loses repeated and empty options, with a note`() throws {
    let found = try read("Q {=a ~b ~b ~a ~}", as: .gift)
    #expect(found.quizzes[0].questions[0].body == .mcq(options: ["a", "b"], correctIndex: 0))
    #expect(found.notes.map(\.reason) == ["an empty option; an option that is there twice"])
  }
}

@Suite struct `A large file` {
  /// Each of these over and over, 4 KiB and then 16.
  @Test(arguments: [
    "<a ", "<a \"", "<a b='", "&a", "<!--", "\\(", "$$", "<p>", "{", "=~", "~", "\"", "\"a,", "[x](", "{{c1::",
    "\t", "a\t", "A)  ", "1. a\n", "1. a\nA) b\n", "1-a ", "**", "- [x] a\nb\n", "1. a\nA) b\nKey\n1a\n", "(a) ",
    "{1:MC:",
  ])
  func `takes at most linear time, whatever it repeats`(piece: String) throws {
    func growth(_ work: (String) -> Void) -> Double {
      ProcessorTime.growth(from: (1 << 12) / piece.utf8.count) { work(String(repeating: piece, count: $0)) }
    }
    #expect(growth { _ = Markup.html.plainText($0) } < 10)
    #expect(growth { _ = Markup.automatic.plainText($0) } < 10)
    for format in [nil, QuizFormat.gift, .aiken, .csv, .tsv, .markdown, .openTriviaQA, .blackboard] {
      #expect(growth { _ = try? read($0, as: format) } < 10, "\(format?.rawValue ?? "any")")  // or an error
    }
  }
}
