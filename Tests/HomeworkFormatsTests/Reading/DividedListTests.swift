import Foundation
import HomeworkFormats
import HomeworkModel
import Testing

@Suite struct `A list of two columns` {
  @Test(arguments: ["|", " | ", " - ", " – ", " --- ", "---", "\t", ";"])
  func `may be divided by any sign that stands once in each line`(sign: String) throws {
    let found = try read("house|das Haus\ntree|der Baum\n\nwater|das Wasser\n".replacing("|", with: sign))
    #expect(lines(found) == ["house =das Haus", "tree =der Baum", "water =das Wasser"], "\(found)")
    #expect(found.notes.isEmpty)
  }

  @Test(arguments: [
    "one - two\nthree\n", "one - two - three\nfour - five\n", "one - two\n", "is it {T} - no\nor {F} - yes\n",
  ])
  func `has that sign in every line, and only once`(text: String) throws {
    #expect(try !lines(read(text)).contains { $0.contains("=") })
  }
}

@Suite struct `A file of XML` {
  @Test(arguments: [("\n", 3), (" \r\n\n", 4)])
  func `may have blank lines above its declaration, which count`(space: String, line: Int) throws {
    let xml = "<?xml version=\"1.0\"?>\n<quiz><question type='essay'/></quiz>"
    #expect(try read(space + xml).notes.map(\.line) == [line])
  }

  @Test func `that is no quiz is named, with or without a declaration`() {
    let olx = "<problem><multiplechoiceresponse><label>Q</label></multiplechoiceresponse></problem>\n"
    for (text, name) in [(olx, "a problem of Open edX"), ("<rows><row>x</row></rows>", "XML of <rows>")] {
      for head in ["", "<?xml version=\"1.0\"?>"] {
        let error = #expect(throws: QuizFormatError.self) { try read(head + text) }
        #expect(error?.description == "1:1: \(name), not a quiz: those of Moodle and QTI are read")
      }
    }
    #expect(throws: Never.self) { try read("<p>Who? {=me ~you}</p>") }
  }

  @Test func `keeps what a candidate should read`() throws {
    let item = """
      <assessmentItem identifier="x"><responseDeclaration identifier="R"><correctResponse><value>a</value>
      </correctResponse></responseDeclaration><itemBody><rubricBlock view="VIEW"><p>Look up.</p></rubricBlock>
      <choiceInteraction responseIdentifier="R"><prompt>Q</prompt><simpleChoice identifier="a">x</simpleChoice>
      <simpleChoice identifier="b">y</simpleChoice></choiceInteraction></itemBody></assessmentItem>
      """
    for (view, expected) in [
      ("candidate", "Look up.\nQ [x] y"), ("tutor candidate", "Look up.\nQ [x] y"), ("scorer", "Q [x] y"),
    ] { #expect(try lines(read(item.replacing("VIEW", with: view))) == [expected]) }
  }
}

@Suite struct `A text of no known format` {
  @Test(arguments: [
    (
      "Only words\nand more of them.\n", "Aiken (options A), B) and ANSWER: A)",
      "a table (headings such as question, answer)"
    ),
    (
      "1. One, two.\nA) x\n- y\n# Z, and a\n", "Aiken (options A), B) and ANSWER: A)",
      "a table (headings such as question, answer)"
    ),
    ("# Title\n- one\n- two {\n", "Markdown (- [x] before the right option)", "GIFT (answers in { })"),
  ])
  func `names the two that it is nearest to`(text: String, first: String, second: String) throws {
    let found = try read(text)
    #expect(
      found.leftOut == 1 && found.notes.map(\.reason) == ["of no known format: nearest are \(first) and \(second)"])
    let gift = try read(text, as: .gift)
    #expect(gift.notes.allSatisfy { !$0.reason.contains("nearest") })
  }

  @Test func `may be a long list with dashes`() throws {
    let found = try read(String(repeating: "word - meaning\n", count: 10_000))
    #expect(found.added == 10_000)
  }
}
