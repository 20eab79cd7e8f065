import Foundation
import HomeworkFormats
import HomeworkModel
import Testing

@Suite struct `What no reader has a use for` {
  @Test(arguments: [
    (
      #"[{"q":"Which metal is liquid?","o":["Iron","Mercury","Gold"],"a":1},{"q":"R","o":["x","y"],"a":0}]"#, "o",
      #""o" (2)"#
    ),
    (#"[{"question":"Q","answer":"Mercury","pool":{"A":"Iron","B":"Mercury"}}]"#, "pool", #""pool" (1)"#),
    (#"[{"question":"Q","answer":2,"list":[{"n":"A","body":"x"},{"n":"B","body":"y"}]}]"#, "list", #""list" (1)"#),
    (
      #"[{"question":"Q","answer":"B","first":"x","second":"y","third":"z"}]"#, "first",
      #""first" (1), "second" (1), "third" (1)"#
    ),
    (#"[{"question":"Q","answer":"B","B":"x","C":"y"}]"#, "B", #""B" (1), "C" (1)"#),
    (#"[{"question":"Q","answer":"Ж","first":"x","second":"y"}]"#, "first", #""first" (1), "second" (1)"#),
    (#"[{"question":"Q","answer":"x","options":"x"}]"#, "options", nil),
  ])
  func `may be the options of a question in JSON, which is never a typed one then`(
    text: String, key: String, unread: String?
  ) throws {
    let found = try read(text)
    #expect(found.added == 0 && found.format == .json)
    let reason = "may have its options in \"\(key)\": name the keys of question, answer and options"
    let left = found.notes.filter { $0.outcome == .leftOut }.map(\.reason)
    #expect(!left.isEmpty && left.allSatisfy { $0.hasSuffix(reason) }, "\(left)")
    #expect(found.notes.filter { $0.outcome == .file }.map(\.reason) == [unread].compactMap(\.self))
  }

  @Test(arguments: [("label", "content"), ("value", "label"), ("label", "value")])
  func `is no letter before an option`(letter: String, text: String) throws {
    let items = [("A", "Cod"), ("B", "Ray")].map { "{\"\(letter)\":\"\($0)\",\"\(text)\":\"\($1)\"}" }
    let found = try read("[{\"question\":\"Fish?\",\"options\":[\(items.joined(separator: ","))],\"answer\":\"B\"}]")
    #expect(lines(found) == ["Fish? Cod [Ray]"] && found.notes.isEmpty, "\(found)")
  }

  @Test func `is read as options, or not, as a person says who names the keys`() throws {
    let text = #"[{"q":"Q","o":["x","y"],"a":1}]"#
    let whole = try read(text, columns: ColumnMapping(question: "q", answer: "a", options: ["o"]))
    #expect(lines(whole) == ["Q x [y]"] && whole.notes.isEmpty)
    #expect(try read(text, columns: ColumnMapping(question: "q", answer: "a")).added == 0)
    let words = #"[{"term":"Q","def":"ab","like":["x","y"]}]"#
    #expect(try lines(read(words, columns: ColumnMapping(question: "term", answer: "def"))) == ["Q =ab"])
  }

  @Test(arguments: [
    (
      #"[{"question":"Q","answer":"a","id":1,"tags":["x","y"]},{"question":"R","answer":"b","id":2}]"#,
      #""id" (2), "tags" (1)"#
    ),
    (
      #"{"title":"T","passage":"p","questions":[{"question":"Q","answer":"a"}],"bonus":[1]}"#,
      #""bonus" (1), "passage" (1)"#
    ),
    (
      #"[{"question":"Q","options":[{"id":"a","text":"x","feedback":"no"},{"text":"y"}],"answer":"a"}]"#,
      #""options.feedback" (1)"#
    ),
    (#"[{"question":{"text":"Q","html":"<b>"},"answer":"a","title":"t"}]"#, #""question.html" (1), "title" (1)"#),
    (
      #"{"response_code":0,"results":[{"type":"multiple","difficulty":"easy","question":"Q","correct_answer":"x","incorrect_answers":["y"]}]}"#,
      #""difficulty" (1), "response_code" (1)"#
    ),
    (#"[{"type":"fillBlank","question":"Q","answer":"a","colour":"red"}]"#, #""colour" (1)"#),
  ])
  func `is reported by its key, with counts`(text: String, unread: String) throws {
    let found = try read(text)
    #expect(found.leftOut == 0 && notes(found) == ["0 not read: \(unread)"], "\(found.notes)")
  }

  @Test(arguments: [
    (
      "<quiz><note>n</note><question type='truefalse'><name><text>n</text></name><questiontext><text>Q</text></questiontext><defaultgrade>2</defaultgrade><answer fraction='100'><text>true</text></answer><hint><text>h</text></hint><hint><text>i</text></hint><tags/></question></quiz>",
      #""hint" (2), "note" (1)"#
    ),
    (
      "<quiz><question type='truefalse'><questiontext format='html'><text>&lt;a href=&quot;@@PLUGINFILE@@/x.pdf&quot;&gt;Q&lt;/a&gt;</text><file name='x.pdf' path='/'>eA==</file></questiontext><answer fraction='100'><text>true</text><custom>c</custom></answer></question></quiz>",
      #""/x.pdf" (1), "custom" (1)"#
    ),
    (
      "<assessmentItem><responseDeclaration identifier='R'><correctResponse><value>a</value></correctResponse></responseDeclaration><itemBody><rubricBlock view='scorer'>s</rubricBlock><p>Q</p><textEntryInteraction responseIdentifier='R'/></itemBody><catalogInfo><card>c</card></catalogInfo></assessmentItem>",
      #""catalogInfo" (1), "rubricBlock" (1)"#
    ),
    (
      "<questestinterop><assessment title='T'><objectives>o</objectives><section><item><rubric view='Scorer'>s</rubric><presentation><material><mattext>Q</mattext></material><response_str ident='R'><render_fib/></response_str></presentation><resprocessing><respcondition><conditionvar><varequal respident='R'>a</varequal></conditionvar><setvar>1</setvar></respcondition></resprocessing></item></section></assessment></questestinterop>",
      #""objectives" (1), "rubric" (1)"#
    ),
    (
      "<vertical><html>Intro</html><vertical><problem><multiplechoiceresponse><label>Q</label><choicegroup><choice correct='true'>a</choice><choice correct='false'>b</choice></choicegroup></multiplechoiceresponse></problem><video>v</video></vertical></vertical>",
      #""html" (1), "video" (1)"#
    ),
    (
      "<problem><markdown>Q</markdown><multiplechoiceresponse><p>Q</p><choicegroup><choice correct='true'><text>a</text></choice><choice correct='false'>b</choice></choicegroup></multiplechoiceresponse></problem>",
      #""markdown" (1)"#
    ),
    ("---\ntitle: T\ntags:\n  - x\nlevel: 2\n---\n\nQ?\n- [x] a\n- [ ] b\n", #""level" (1), "tags" (1)"#),
    ("Q?\n- [x] a\n- [ ] b\n\npoints: 2\n", #""points" (1)"#), ("TF\tQ\ttrue\tmore\n", #""field 4" (1)"#),
    ("#separator:tab\n#tags column:3\nQ\ta\tx y\nR\tb\t\n", #""tags" (1)"#),
    (
      "<problem><multiplechoiceresponse><label>Q</label><choicegroup><choice correct='true'>a</choice><choice correct='false'>b</choice></choicegroup></multiplechoiceresponse><demandhint><hint>h</hint></demandhint></problem>",
      #""demandhint" (1)"#
    ),
  ])
  func `is reported by its element, its line or its column, with counts`(text: String, unread: String) throws {
    let found = try read(text)
    #expect(found.taken == 1 + (found.format == .tsv ? 1 : 0) && notes(found) == ["0 not read: \(unread)"], "\(found)")
  }

  @Test(arguments: [
    (#"[{"type":"mcq","question":"Q","options":{"a":"x","b":"y"},"answer":"b"}]"#, ["Q x [y]"]),
    (#"{"questions":[{"type":"multi","question":"Q","options":["x","y","z"],"answers":["x","z"]}]}"#, ["Q [x] y [z]"]),
    (
      #"[{"type":"card","front":"Q","back":"one two three four five six seven eight nine"}]"#,
      ["Q | one two three four five six seven eight nine"]
    ),
    (#"[{"term":"Q","definition":"line\nline"},{"term":"R","definition":"b"}]"#, ["Q | line\nline", "R =b"]),
    (
      #"[{"type":"mcq","question":"Q","options":["x","y"],"correct":1},{"type":"fillBlank","question":"R","answer":"b"}]"#,
      ["Q x [y]", "R =b"]
    ),
    (#"[{"question":"Q","options":"x; y","answer":"y"}]"#, ["Q x [y]"]),
    (#"[{"question":"Q","answer":"x","acceptedAnswers":["y"]}]"#, ["Q =x =y"]),
    (#"[{"question":"Q","a":"x","b":"y","answer":"y"}]"#, ["Q x [y]"]),
    (#"[{"pregunta":"Q","opciones":["x","y"],"respuesta":"y"}]"#, ["Q x [y]"]),
    (#"{"fragen":[{"frage":"Q","antworten":["x","y"],"richtig":1}]}"#, ["Q x [y]"]),
    (#"[{"pregunta":"Q","opciones":["x","y","z"],"respuestas":["z","x"]}]"#, ["Q [x] y [z]"]),
    (#"[{"question":"Q","options":[{"label":"b","text":"x"},{"label":"a","text":"y"}],"answer":"a"}]"#, ["Q x [y]"]),
    (#"[{"question":"Q","options":[{"value":"p","text":"x"},{"value":"q","text":"y"}],"answer":"q"}]"#, ["Q x [y]"]),
    (#"[{"вопрос":"Q","варианты":["x","y"],"ответ":"Б"}]"#, ["Q x [y]"]),
  ])
  func `is little in rows with our types and the keys of others`(text: String, expected: [String]) throws {
    let found = try read(text)
    #expect(lines(found) == expected && found.notes.isEmpty, "\(found.notes)")
  }

  @Test(arguments: [
    (#"[{"type":"mcq","question":"Q","answer":"x"}]"#, "number 1 has no options, though its type needs some"),
    (#"[{"question":"Q","a":"x","b":"y","c":"z"}]"#, "number 1: it has no correct answer"),
  ])
  func `does not make a choice a typed question`(text: String, reason: String) throws {
    #expect(try notes(read(text)) == ["0 question: \(reason)"])
  }

  @Test(arguments: [
    (
      [
        ("xl/worksheets/sheet1.xml", workbook), ("xl/comments1.xml", "<a/>"), ("xl/styles.xml", "<a/>"),
        ("xl/media/image1.png", "x"), ("xl/worksheets/_rels/sheet1.xml.rels", "<a/>"), ("xl/worksheets/sheet2.xml", ""),
      ],
      "workbook: not read: xl/comments1.xml, xl/media/image1.png, 2 cells right of column 256, all but the first of 2 sheets"
    ),
    (
      [
        ("word/document.xml", document), ("word/embeddings/a.xlsx", "x"), ("word/theme/theme1.xml", "<a/>"),
        ("word/comments.xml", "<w:p><w:r><w:t>c</w:t></w:r></w:p>"),
      ], "document: word/comments.xml, word/embeddings/a.xlsx: not read"
    ),
    (
      [
        ("i.xml", item), ("imsmanifest.xml", "<manifest/>"), ("a.png", "x"), ("b.png", "x"), ("notes.pdf", "x"),
        ("style.css", "x"),
      ], #"not read: "b.png" (1), "notes.pdf" (1)"#
    ),
  ])
  func `is reported by its name in an archive`(files: [(String, String)], note: String) throws {
    let books = files[0].0.hasPrefix("xl") ? [("xl/workbook.xml", "<workbook><sheets/></workbook>")] : []
    let found = try QuizImporter.read(StoredZip.data(of: files + books))
    #expect(found.taken == 1 && found.notes.filter { $0.outcome == .file }.map { "\($0.kind): \($0.reason)" } == [note])
  }

  private static let workbook = """
    <worksheet><sheetData><row r="1"><c r="A1" t="str"><v>question</v></c><c r="B1" t="str"><v>answer</v></c><c r="IW1" \
    t="str"><v>far</v></c></row><row r="2"><c r="A2" t="str"><v>Q</v></c><c r="B2" t="str"><v>a</v></c><c r="IW2"><v>\
    1</v></c><c r="IX2"/></row></sheetData></worksheet>
    """
  private static let document = """
    <w:document><w:p><w:r><w:t>Q</w:t></w:r></w:p><w:p><w:r><w:t>A. x</w:t></w:r></w:p><w:p><w:r><w:t>B. y</w:t></w:r>\
    </w:p><w:p><w:r><w:t>ANSWER: B</w:t></w:r></w:p></w:document>
    """
  private static let item = """
    <assessmentItem><responseDeclaration identifier="R"><correctResponse><value>a</value></correctResponse>\
    </responseDeclaration><itemBody><p><own>Q</own><img src="a.png"/></p><textEntryInteraction \
    responseIdentifier="R"/></itemBody></assessmentItem>
    """
}
