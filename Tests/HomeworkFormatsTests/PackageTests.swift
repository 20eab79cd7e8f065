import Foundation
import HomeworkFormats
import HomeworkModel
import HomeworkTestKit
import Testing

private func fixture(_ name: String) throws -> Data {
  try Data(contentsOf: ThisPackage.root.appending(path: "Tests/HomeworkFormatsTests/Fixtures/\(name)"))
}

private func refusal(_ data: Data) -> String {
  do throws(QuizFormatError) {
    return "read: \(lines(try QuizImporter.read(data)))"
  } catch {
    return "\(error)"
  }
}

@Suite struct `A package` {
  @Test(arguments: ["anki-newest.apkg", "anki-whole.colpkg"])
  func `of Anki yields basic, typed, cloze and reversed cards`(name: String) throws {
    let found = try QuizImporter.read(try fixture(name))
    #expect(found.format == .anki && found.quizzes.map(\.topic) == ["Biology – Cells"])
    #expect(
      lines(found) == [
        "What carries oxygen? =Haemoglobin", "2 + 2? =4", "_____ is the capital of France. =Paris (Geography)",
        "Paris is the capital of _____ (country). =France (Geography)", "dog =chien", "chien =dog",
      ])
    #expect(
      found.notes.map { "\($0.kind): \($0.reason)" } == [
        "note 3: 2 questions, one for each number of a gap", "note 4: 2 questions, one for each card",
        "note 5: its picture is lost, and there are no words",
      ])
  }

  @Test func `of an older Anki is read from its JSON`() throws {
    let found = try QuizImporter.read(try fixture("anki-legacy.apkg"), explaining: true)
    #expect(
      lines(found) == [
        "What is 1 < 2? =true", "cat =chat", "chat =cat", "Capital of France? =Paris",
        "The _____ (organelle) makes ATP. =mitochondrion (Chapter 3)",
        "The mitochondrion makes _____. =ATP (Chapter 3)",
      ])
    #expect(found.notes.last?.source == "Listen | [sound:x.mp3]")
  }

  @Test func `with a sheet is read as Kahoot and Quizizz mean it`() throws {
    let kahoot = try QuizImporter.read(try fixture("kahoot.xlsx"))
    #expect(lines(kahoot) == ["What is 6 × 7? 36 [42] 48", "Prime? [2] 4 [5] 6", "Two? 3 [2] 1"])
    #expect(kahoot.notes.isEmpty)
    let quizizz = try QuizImporter.read(try fixture("quizizz.xlsx"))
    #expect(
      lines(quizizz) == [
        "Largest planet? Mars [Jupiter] Venus (It is Jupiter.)", "Pick primes [2] [3] 4",
        "Capital of Italy? =Rome =Roma",
      ])
    #expect(quizizz.notes.map(\.reason) == ["this type of question is not supported"])
  }

  @Test func `of QTI is read in its test's order`() throws {
    let test = try QuizImporter.read(try fixture("qti-test.zip"))
    #expect(test.quizzes.map(\.topic) == ["Numbers"])
    #expect(lines(test) == ["First of the test? [one] two", "Second of the test? one [two]"])
    let canvas = try QuizImporter.read(try fixture("canvas.zip"))
    #expect(canvas.quizzes.map(\.topic) == ["A test"])
    #expect(
      lines(canvas) == [
        "What is 2+3? 6 1 [5]", "True or false: [LaTeX: x<y]? [True] False",
        "Who lives at the North Pole? =Santa =Santa Claus",
        "Which are dinosaurs? Woolly mammoth [Tyrannosaurus rex] [Triceratops]",
        "What is the square root of 2? =1.4142 ± 0.0001", "Exactly? =42",
      ])
    #expect(
      canvas.notes.map(\.reason) == ["\"description\" (1)", "its pictures", "it has no model answer to grade by"])
  }

  @Test(arguments: [
    ("bomb.xlsx", "the archive's content is too large: more than 64 MiB"),
    ("leaves-its-folder.zip", "a name in the archive leaves its folder: ../../item.xml"),
    ("encrypted.zip", "the archive is encrypted: unpack it with its password first"),
    ("inside.zip", "an archive within an archive: unpack it, and import quiz.zip"),
    ("word.docx", "1:1: no question of docx is in it"),
  ])
  func `that is invalid is rejected in one line that says what it is`(name: String, words: String) throws {
    #expect(refusal(try fixture(name)) == words)
  }

  /// One uses a text of 1 MB in 20,000 cells, the other has only an empty 256th cell in each row.
  @Test(arguments: ["repeats-a-text.xlsx", "wide-rows.xlsx"])
  func `with a workbook of too much text is rejected early`(name: String) throws {
    let words = refusal(try fixture(name))
    #expect(words.hasPrefix("1:"))
    #expect(words.hasSuffix(": the workbook's cells hold more than 64 MiB of text: split it"), "\(words)")
  }

  /// Each row is released after it has been read: 540,000 elements are more than a tree may have.
  @Test func `with a long workbook is read row by row`() throws {
    let found = try QuizImporter.read(try fixture("many-cells.xlsx"))
    #expect(found.added == 90_000)
  }

  @Test(arguments: ["anki-newest.apkg", "kahoot.xlsx", "canvas.zip"])
  func `that is truncated anywhere is rejected`(name: String) throws {
    let data = try fixture(name)
    for count in stride(from: 4, to: data.count - 1, by: 97) {
      #expect(
        refusal(data.prefix(count)).hasSuffix("the archive is damaged or incomplete: download it again"), "\(count)")
    }
  }

  /// A flipped bit: the file is read as before, or rejected; it never traps.
  @Test(arguments: ["anki-legacy.apkg", "anki-newest.apkg", "quizizz.xlsx", "qti-test.zip"])
  func `that is damaged never crashes the program`(name: String) throws {
    let data = try fixture(name)
    let sound = try QuizImporter.read(data)
    for offset in stride(from: 0, to: data.count, by: 61) {
      var damaged = data
      damaged[offset] ^= 0x10
      if let found = try? QuizImporter.read(damaged) { #expect(found.taken <= sound.taken, "\(offset)") }
    }
    for offset in stride(from: 0, to: 40_000, by: 997) {
      let archive = try ZipArchive([UInt8](fixture("anki-legacy.apkg")))
      var collection = [UInt8](try archive.files { $0 == "collection.anki2" }[0].data)
      if offset < collection.count { collection[offset] ^= 0xFF }
      _ = try? AnkiReader.read(collection: collection, explains: false)  // as above
    }
  }

  @Test(arguments: [
    ([UInt8]("%PDF-1.7".utf8), "a PDF: copy its text into a file, or export the quiz in a format for other programs"),
    ([UInt8]("{\\rtf1 x}".utf8), "a rich text document: save it as plain text"),
    ([0x1F, 0x8B, 8, 0], "a compressed file: unpack it first"),
    ([0x89, 0x50, 0x4E, 0x47, 13, 10], "this is a picture, not a quiz file"),
    ([0xD0, 0xCF, 0x11, 0xE0, 0xA1], "an old Word or Excel file: save it as plain text, CSV or .xlsx"),
    ([UInt8]("<!DOCTYPE html>\n<html><p>".utf8), "1:1: a web page: export the quiz in a format for other programs"),
    (
      [UInt8]("<?xml version=\"1.0\"?><opml/>".utf8),
      "1:1: XML of <opml>, not a quiz: those of Moodle, QTI and Open edX are read"
    ),
  ])
  func `or another file type is named in its error`(bytes: [UInt8], words: String) {
    #expect(refusal(Data(bytes)) == words)
  }
}

@Suite struct `Formats of other programs` {
  @Test func `Blackboard's lines are read by type`() throws {
    let found = try read(
      "MC\tWho?\tme\tcorrect\tyou\tincorrect\nTF\tRight?\tfalse\nFIB\tName it\tone\ttwo\nESS\tWhy?\tBecause\nNUM\tHow many?\t5\t0\n"
        + "MAT\tMatch\tcat\tmeow\tdog\twoof\nMA\tWhich?\ta\tcorrect\tb\tcorrect\nORD\tOrder\ta\tb\nESS\tWhat?\n")
    #expect(found.format == .blackboard)
    #expect(
      lines(found) == [
        "Who? [me] you", "Right? True [False]", "Name it =one =two", "Why? \"Because\"", "How many? =5",
        "Match\ncat [meow] woof", "Match\ndog meow [woof]", "Which? [a] [b]", "Order =a → b",
      ])
    #expect(
      found.notes.map { "\($0.line) \($0.reason)" } == [
        "6 2 questions, one for each pair", "9 it has no model answer to grade by",
      ])
  }

  @Test func `OpenTriviaQA is read with multi-line texts`() throws {
    let found = try read(
      "#Q Who is\nthis?\n^ me\nA you\nB me\n\n#Q Two?\n^ 2\nA 1\nB 2\nC 3\n\n#Q None?\n^ x\nA y\nB z\n")
    #expect(found.format == .openTriviaQA && lines(found) == ["Who is\nthis? you [me]", "Two? 1 [2] 3"])
    #expect(
      found.notes.map { "\($0.line)-\($0.lastLine) \($0.reason)" } == [
        "13-16 the right answer \"x\" is none of its options"
      ])
  }

  @Test(arguments: [
    ("### Who?\n- [x] me\n> yes\n- [ ] you\n\n### Two?\n1. [ ] 1\n2. [x] 2\n", ["Who? [me] you (yes)", "Two? 1 [2]"]),
    ("Who?\n\n* [ ] you\n* [*] me\n\nTwo?\n\n* [ ] 1\n* [*] 2\n", ["Who? you [me]", "Two? 1 [2]"]),
    (
      "# Week 1\n---\n## Topic\n\ntime_limit: 20\n\nText.\n\n**Who?**\n\nA. you\nB. me\n\n> Correct Answer: B. me\n> Overall Feedback: so\n\n---\n",
      ["Topic\nText.\n\n**Who?** you [me] (so)"]
    ),
    (
      "Q: Who?\nA: me\n\nC: The [order] of a [group].\n",
      ["Who? =me", "The {1} of a {2}. =order =group"]
    ),
    (
      "---\ntitle: Physics\n---\n## Q1 · Speed?\n\n- [ ] slow\n- [x] fast\n\n> c\n\n## Q2 · F = ___.\n\n**Answer:** ma\n\n> F = ma\n",
      ["Speed? slow [fast] (c)", "F = ___. =ma (F = ma)"]
    ),
    (
      "## Question 12) One?\n**Answer:** 1\n\n## 3 :  Two?\n**Answer:** 2\n\n## 1984. Three?\n**Answer:** 3\n\n"
        + "## 4.Four?\n**Answer:** 4\n",
      ["One? =1", "Two? =2", "1984. Three? =3", "4.Four? =4"]
    ),
    (
      "C: The [order] of [] a [group](group.html) [of [two].\n",
      ["The {1} of [] a [group](group.html) [of {2}. =order =two"]
    ),
  ])
  func `Markdown is read in all common styles`(text: String, questions: [String]) throws {
    let found = try read(text)
    #expect(found.format == .markdown && lines(found) == questions, "\(found.notes)")
  }

  @Test func `Markdown reports pictures that it leaves out, and nothing else as one`() throws {
    for (prompt, reasons) in [
      ("![a ![cell](cell.png)?", ["its pictures"]), ("!\\[a](cell.png)?", []), ("![a] (b)?", []),
      ("![a ](b?", ["its pictures"]),
    ] {
      let found = try read("## \(prompt)\n**Answer:** x\n")
      #expect(found.notes.map(\.reason) == reasons, "\(prompt)")
    }
  }

  @Test func `Markdown leaves out questions without a correct answer`() throws {
    let found = try read("## A\n- [ ] x\n- [ ] y\n\n## B\n- [x] x\n- [x] y\n\n## C\n- [x] x\n- [ ] y\n")
    #expect(lines(found) == ["B [x] [y]", "C [x] y"])
    #expect(found.notes.map { "\($0.line) \($0.reason)" } == ["1 no right answer: mark one with [x]"])
  }

  @Test(arguments: [
    ("a[sound:x.mp3]b[sound:y]", "ab"), ("[anki:tts lang=en_US]a[x]b[/anki:tts]c", "c"), ("[anki:tts]a", "[anki:tts]a"),
    ("[anki:tts]a\nb[/anki:tts][sound:x]", "[anki:tts]a\nb[/anki:tts]"), ("[a][sound:\n][sound:x", "[a][sound:x"),
    ("[anki:tts a]b[sound:x]", "[anki:tts a]b"),
  ])
  func `Anki's sounds are removed from texts`(text: String, rest: String) {
    let found = AnkiTemplate.withoutSounds(text)
    #expect(found.text == rest && found.changes == ["its sounds"])
  }

  @Test func `Anki's text export is read by its own headers`() throws {
    let found = try read(
      "#separator:semicolon\n#html:true\n#deck column:1\n#tags column:4\nLatin;canis;<b>dog</b>;animals\nGreek;The {{c1::sun}};;x\n"
    )
    #expect(found.quizzes.map(\.topic) == ["Latin", "Greek"])
    #expect(lines(found) == ["canis =dog", "The _____ =sun"] && notes(found) == [#"0 not read: "tags" (2)"#])
    let gaps = try read("#separator:semicolon\n#html:true\n{{c::sun}} {{c1:sun}};a\n{{c}} {{c12::sun}};b\n")
    #expect(lines(gaps) == ["{{c::sun}} {{c1:sun}} =a"] && gaps.notes.map(\.line) == [4], "\(gaps.notes)")
  }

  @Test(
    arguments: [
      (
        "qti-", "qti-assessment-item", "qti-response-declaration", "qti-correct-response", "qti-value", "qti-item-body",
        "qti-choice-interaction", "qti-simple-choice", "response-identifier"
      ),
      (
        "", "assessmentItem", "responseDeclaration", "correctResponse", "value", "itemBody", "choiceInteraction",
        "simpleChoice", "responseIdentifier"
      ),
    ] as [(String, String, String, String, String, String, String, String, String)])
  func `a QTI item is read in each version`(
    names: (String, String, String, String, String, String, String, String, String)
  ) throws {
    let (_, item, declaration, correct, value, body, interaction, choice, identifier) = names
    let head =
      "<\(item) identifier='i'><\(declaration) identifier='R' cardinality='single'><\(correct)><\(value)>B</\(value)></\(correct)></\(declaration)>"
    let found = try read(
      "\(head)<\(body)><p>Is a &lt; b?</p><\(interaction) \(identifier)='R'><\(choice) identifier='A'>no</\(choice)>"
        + "<\(choice) identifier='B'>y<sup>es</sup></\(choice)></\(interaction)></\(body)></\(item)>")
    #expect(found.format == .qti && lines(found) == ["Is a < b? no [y^es]"], "\(found.notes)")
  }

  @Test(arguments: [
    (
      "<choiceInteraction responseIdentifier='R'><simpleChoice identifier='A'>x</simpleChoice><simpleChoice identifier='B'>y</simpleChoice><simpleChoice identifier='C'>z</simpleChoice></choiceInteraction>",
      "<correctResponse><value>A</value><value>C</value></correctResponse>", "Now is . [x] y [z]"
    ),
    (
      "<orderInteraction responseIdentifier='R'><simpleChoice identifier='A'>x</simpleChoice><simpleChoice identifier='B'>y</simpleChoice></orderInteraction>",
      "<correctResponse><value>B</value><value>A</value></correctResponse>", "Now is . =y → x"
    ),
  ])
  func `a QTI item may have several right values`(body: String, right: String, line: String) throws {
    let found = try read(
      "<assessmentItem><responseDeclaration identifier='R'>\(right)</responseDeclaration><itemBody><p>Now is \(body).</p></itemBody></assessmentItem>"
    )
    #expect(lines(found).map { $0.replacing("\n", with: " ") } == [line] && found.notes.isEmpty, "\(found.notes)")
  }

  @Test(arguments: [
    (
      "<textEntryInteraction responseIdentifier='R'/>",
      "<correctResponse><value>York</value></correctResponse><mapping><mapEntry mapKey='York' mappedValue='1'/><mapEntry mapKey='york' mappedValue='0.5'/></mapping>",
      "Now is _____. =York", "answers that count in part"
    ),
    ("<extendedTextInteraction responseIdentifier='R'/>", "", "", "it has no model answer to grade by"),
    (
      "<orderInteraction responseIdentifier='R'><simpleChoice identifier='A'>x</simpleChoice></orderInteraction>", "",
      "", "its order does not name each of its items once"
    ),
    ("<hotspotInteraction responseIdentifier='R'/>", "", "", "this type of question is not supported"),
    (
      "<printedVariable identifier='X'/><textEntryInteraction responseIdentifier='R'/>", "", "",
      "it is computed anew each time"
    ),
    (
      "<textEntryInteraction responseIdentifier='R'/><textEntryInteraction responseIdentifier='S'/>", "", "",
      "gap 1: no right answer"
    ),
    (
      "<textEntryInteraction responseIdentifier='R'/><extendedTextInteraction responseIdentifier='S'/>", "", "",
      "it has several things to answer"
    ),
  ])
  func `an unsupported QTI item is named`(
    body: String, right: String, line: String, reason: String
  ) throws {
    let found = try read(
      "<assessmentItem><responseDeclaration identifier='R'>\(right)</responseDeclaration><itemBody><p>Now is \(body).</p></itemBody></assessmentItem>"
    )
    #expect(lines(found) == (line.isEmpty ? [] : [line]) && found.notes.map(\.reason) == [reason])
  }
}
