import Foundation
import HomeworkFormats
import HomeworkModel
import Testing

private let expected = ["Capital of France? [Paris] Lyon", "Capital of Italy? Milan [Rome]"]

@Suite struct `A numbered question` {
  private static let questions =
    "1. Capital of France?\na) Paris\nb) Lyon\n\n2. Capital of Italy?\na) Milan\nb) Rome\n"

  @Test(arguments: [
    "\nAnswers\n1. a\n2. b\n", "\nAnswer key: 1-A, 2-B\n", "\n1a 2b\n", "1) A  2) B",
    "\nLösungen:\n1. a) Paris\n2. b\n",
    "\n**Key**\n1 A\n2 B\n", "\nRéponses\n1. Paris\n2. Rome\n",
  ])
  func `has its right answer in the key below`(key: String) throws {
    let found = try read(Self.questions + key)
    #expect(found.format == .aiken && lines(found) == expected && found.notes.isEmpty, "\(found.notes)")
  }

  @Test(arguments: [
    ("**a) Paris**", "b) **Rome**"), ("a) **Paris**", "**b) Rome**"), ("*a) Paris", "*b) Rome"),
    ("**a)** **Paris**", "(b) **Rome**"),
  ])
  func `has its right answer in bold`(first: String, second: String) throws {
    let text = Self.questions.replacing("a) Paris", with: first).replacing("b) Rome", with: second)
    for text in [
      text, text.replacing("\n\n", with: "\n"),
      text.replacing("1. Capital of France?", with: "1. **Capital of France?**"),
    ] {
      let found = try read(text)
      #expect(found.format == .aiken && lines(found) == expected && found.notes.isEmpty, "\(found.notes)")
    }
  }

  @Test func `has its options on one line`() throws {
    let text = "1. Capital of France?\na) Paris   b) Lyon\n2. Capital of Italy?\na) Milan\tb) Rome\nKey: 1. a 2. b"
    #expect(try lines(read(text)) == expected)
  }

  @Test(arguments: ["(1) |(2) ", "**(1)** |**(2)** ", "1 |2 ", "Q1 |Q2 ", "1.|2.", "1 - |2 - ", "[1] |[2] "])
  func `may be counted in other ways`(numbers: String) throws {
    let counts = numbers.split(separator: "|").map(String.init)
    let text = Self.questions.replacing("1. ", with: counts[0]).replacing("2. ", with: counts[1])
    for key in ["\nAnswers: (1) a (2) b\n", "\nAnswers\n1 a\n2 b\n"] {
      let found = try read("Pick one:\n\n" + text + key)
      #expect(lines(found) == ["<Pick one:> \(expected[0])", expected[1]], "\(found)")
      // A bare number might be an amount.
      #expect(found.notes.map(\.kind) == (numbers.first == "1" && counts[0].last == " " ? ["numbers"] : []))
    }
    let tight = try read(text.replacing(") ", with: ".") + "\nKey: 1-a, 2-b\n")
    #expect(lines(tight) == expected, "\(tight)")
  }

  @Test(arguments: [
    (
      "1 month is 30 days.\nHow many are 12?\nA. 365\nB. 9\nANSWER: A\n",
      ["1 month is 30 days.\nHow many are 12? [365] 9"]
    ),
    ("E.Coli is\nA. small\nB. big\nANSWER: A\n", ["E.Coli is [small] big"]),
    (
      "Which hold?\n(1) Io is hot.\n(2) So is Rhea.\nA. 1\nB. both\nANSWER: A\n",
      ["Which hold?\n(1) Io is hot.\n(2) So is Rhea. [1] both"]
    ),
  ])
  func `is none because it begins with a number or a letter`(text: String, expected: [String]) throws {
    #expect(try lines(read(text)) == expected)
  }

  @Test(arguments: [
    ["(1) Red?", "(2) Rings?"], ["1 Mars is?", "2 Moons has?"], ["Is it?\n---\nSo?", "1 + 1?"], ["A.Mars is?", "B"],
  ])
  func `reads back equal from Aiken, or is left out`(prompts: [String]) throws {
    let questions = prompts.map { QuestionDraft(prompt: $0, body: .mcq(options: ["x", "1 Meter"], correctIndex: 1)) }
    let kept = questions.filter { QuizExporter.reason(against: $0, in: .aiken) == nil }
    let text = QuizExporter.text(of: [QuizDraft(questions: questions)], as: .aiken).text
    #expect(try read(text, as: .aiken).quizzes.flatMap(\.questions) == kept)
    #expect(kept.count == 1)
  }

  @Test func `whose number only the key has is said`() throws {
    let found = try read(Self.questions + "\n3. Go: ___\n4. See: ___\n\nAnswers\n1. a\n2. b\n3. went\n4. saw\n7. x\n")
    #expect(lines(found) == expected)
    let reason = "the line with the number 4 in it is a question of its own"
    #expect(notes(found) == ["0 key: no question has the number 4, 7", "9 question: \(reason)"], "\(notes(found))")
  }

  @Test func `without options is typed, and may be explained by the key`() throws {
    let found = try read(
      Self.questions
        + "\n3. Capital of Spain?\n\n4. Which?\nA. x\nB. y\n\nAnswers\n1. a\n2. b\n3. Madrid\n4. B - because\n")
    #expect(lines(found) == expected + ["Capital of Spain? =Madrid", "Which? x [y] (because)"])
  }

  @Test(arguments: [
    ("", ["1 no ANSWER: line, bold option or key below all questions gives its right answer"]),
    ("\nAnswers\n1. a\n2. c\n", ["5 the answer C is none of its options"]),
    ("\nAnswers\n1. a\n2. a\n2. b\n", ["5 two questions, or two answers of the key, have the number 2"]),
    ("\nAnswers\n1. a\n2. b\nwords\n", ["12 it is below the key, but gives no answer by number"]),
    (
      "\n1. Again?\na) x\nb) y\n\nAnswers\n1. a\n2. b\n",
      ["1 two questions, or two answers of the key, have the number 1"]
    ),
    (
      "\n3. More?\n**a) x**\n**b) y**\n\nAnswers\n1. a\n2. b\n",
      ["9 no ANSWER: line, bold option or key below all questions gives its right answer"]
    ),
  ])
  func `without a certain right answer is left out`(rest: String, notes: [String]) throws {
    let found = try read(Self.questions + rest).notes.map { "\($0.line) \($0.reason)" }
    #expect(Set(found).isSuperset(of: notes), "\(found)")
  }

  @Test(arguments: ["\n", "\n\n"])
  func `may stand below a heading, which names the quiz or introduces the question`(space: String) throws {
    let key = "\nAnswers\n1. a\n2. b\n"
    let titled = try read("**Capitals**\(space)" + Self.questions + key)
    #expect(lines(titled) == expected && titled.notes.isEmpty, "\(titled.notes)")
    #expect(titled.quizzes.map(\.topic) == ["Capitals"])
    let text = "Name: ____\nChoose what is right.\(space)" + Self.questions.replacing("2.", with: "Part B\n\n2.") + key
    let introduced = try read(text)
    let headings = ["<Name: ____\nChoose what is right.>", "<Part B>"]
    #expect(lines(introduced) == zip(headings, expected).map { "\($0) \($1)" }, "\(introduced)")
    #expect(introduced.notes.isEmpty)
    let aiken = try read("Capitals\(space)1. Capital of France?\nA) Paris\nB) Lyon\nANSWER: A\n")
    #expect(lines(aiken) == ["<Capitals> \(expected[0])"] && aiken.notes.isEmpty)
  }

  @Test func `that is left out leaves its heading to the next one, or to the report`() throws {
    let left = "Part A\n1. Which?\nA) x\nB) y\nANSWER: C\n\n"
    let next = try read(left + "Part B\n1. Who?\nA) x\nB) y\nANSWER: A\n")
    #expect(lines(next) == ["<Part A\nPart B> Who? [x] y"] && next.leftOut == 1)
    #expect(
      notes(try read(left + "Who?\nA) x\nB) y\nC) z\nANSWER: D\n")).contains { $0.contains("no question follows it") })
  }

  @Test func `may have its options in two columns, which their letters order`() throws {
    let text = "1. Red?\nA. Io        C. Venus\nB. Mars\tD. Pluto\nAnswer: B\n2. Rings?\n*a) Saturn  c) Io\nb) Sun\n"
    #expect(try lines(read(text)) == ["Red? Io [Mars] Venus Pluto", "Rings? [Saturn] Sun Io"])
  }

  /// No heading stands above a list: its lines have no options.
  @Test(arguments: ["\n", "\n\n"]) func `is no line of a list in a question`(space: String) throws {
    let found = try read("Which is true?\(space)1. I am.\(space)2. You are.\n\nA) 1\nB) both\nANSWER: B\n")
    #expect(lines(found) == ["Which is true?\n1. I am.\n2. You are. 1 [both]"], "\(found)")
  }

  @Test func `may hold numbered statements`() throws {
    let found = try read("1. I am.\n2. You are.\nWhich is true?\nA) 1\nB) both\nANSWER: B\n")
    #expect(lines(found) == ["I am.\n2. You are.\nWhich is true? 1 [both]"])
  }
}

@Suite struct `A Word document` {
  /// Returns a document of these paragraphs, in which `**` begins and ends bold words.
  private func document(_ body: String, numbering: String? = nil, styles: String? = nil, header: String? = nil) -> Data
  {
    let space = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\""
    var files = [("word/document.xml", "<w:document \(space)><w:body>\(body)</w:body></w:document>")]
    if let numbering { files.append(("word/numbering.xml", "<w:numbering \(space)>\(numbering)</w:numbering>")) }
    if let styles { files.append(("word/styles.xml", "<w:styles \(space)>\(styles)</w:styles>")) }
    if let header { files.append(("word/header1.xml", "<w:hdr \(space)>\(header)</w:hdr>")) }
    return StoredZip.data(of: files)
  }

  private func paragraph(_ text: String, list: (id: Int, level: Int)? = nil) -> String {
    let item = list.map {
      "<w:pPr><w:numPr><w:ilvl w:val=\"\($0.level)\"/><w:numId w:val=\"\($0.id)\"/></w:numPr></w:pPr>"
    }
    let runs = text.split(separator: "**", omittingEmptySubsequences: false).enumerated().map { offset, words in
      "<w:r>\(offset % 2 == 1 ? "<w:rPr><w:b/></w:rPr>" : "")<w:t xml:space=\"preserve\">\(words)</w:t></w:r>"
    }
    return "<w:p>\(item ?? "")\(runs.joined())</w:p>"
  }

  private static let numbering = """
    <w:abstractNum w:abstractNumId="5"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum>
    <w:abstractNum w:abstractNumId="6"><w:lvl w:ilvl="0"><w:numFmt w:val="lowerLetter"/></w:lvl></w:abstractNum>
    <w:num w:numId="1"><w:abstractNumId w:val="5"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="6"/></w:num>
    """

  @Test func `is read by its typed numbers and bold options`() throws {
    let texts = [
      "1. Capital of **France**?", "a) Pa**ris**", "b) Lyon", "", "2. Capital of Italy?", "a) Milan", "**b) Rome**",
    ]
    let found = try QuizImporter.read(document(texts.map { paragraph($0) }.joined()))
    #expect(found.format == .docx)
    // Half a bold word marks nothing.
    #expect(lines(found) == [expected[1]] && found.leftOut == 1)
    let bold = try QuizImporter.read(
      document(texts.map { paragraph($0.replacing("Pa**ris**", with: "**Paris**")) }.joined()))
    #expect(lines(bold) == expected && bold.notes.isEmpty, "\(bold.notes)")
  }

  @Test(arguments: [1, 2])
  func `is read by the numbers of its lists`(id: Int) throws {
    let option = { (text: String) in self.paragraph(text, list: id == 1 ? (1, 1) : (2, 0)) }
    let body =
      paragraph("Capital of France?", list: (1, 0)) + option("**Paris**") + option("Lyon")
      + paragraph("Capital of Italy?", list: (1, 0)) + option("Milan") + option("Rome") + paragraph("Answers")
      + paragraph("2. b")
    let found = try QuizImporter.read(document(body, numbering: Self.numbering))
    #expect(lines(found) == expected && found.notes.isEmpty, "\(found.notes)")
  }

  @Test func `is read by the numbers of its styles`() throws {
    let texts = [
      ("Question", "Capital of France?"), ("Option", "**Paris**"), ("Option", "Lyon"),
      ("Question", "Capital of Italy?"), ("Option", "Milan"), ("Option", "**Rome**"),
    ]
    let body = texts.map { style, text in
      paragraph(text).replacing("<w:p>", with: "<w:p><w:pPr><w:pStyle w:val=\"\(style)\"/></w:pPr>")
    }
    // One style has a list of its own, the other that of the style it is based on.
    let styles = """
      <w:style w:styleId="Question"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
      <w:style w:styleId="Option"><w:basedOn w:val="Letters"/></w:style>
      <w:style w:styleId="Letters"><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style>
      """
    let found = try QuizImporter.read(document(body.joined(), numbering: Self.numbering, styles: styles))
    #expect(lines(found) == expected && found.notes.isEmpty, "\(found.notes)")
  }

  @Test func `may hold any format of text, and notes its pictures`() throws {
    let gift = paragraph("Who? {=me ~**you**}") + "<w:p><w:r><w:drawing/></w:r></w:p>"
    let found = try QuizImporter.read(document(gift))
    #expect(lines(found) == ["Who? [me] you"])
    #expect(found.notes.map(\.reason) == ["1 picture of the document: not read"])
    let text = paragraph("Who? {=me ~you}")
    let headed = try QuizImporter.read(document(text, header: paragraph("A school")))
    #expect(headed.notes.map(\.reason) == ["word/header1.xml: not read"])
    #expect(try QuizImporter.read(document(text, header: paragraph("1"))).notes.isEmpty)
    #expect(try QuizImporter.read(document(paragraph("Only words"))).leftOut == 1)
  }
}
