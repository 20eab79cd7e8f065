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

  @Test(arguments: [("|", "pipe"), ("::", "::"), (" = ", " = "), ("\t", "tab"), ("->", "->")])
  func `is divided by the separator that a person names`(sign: String, name: String) throws {
    let text = "house|a home, or more\ntree|wood - and leaves\n".replacing("|", with: sign)
    let found = try read(text, columns: ColumnMapping(separator: name))
    #expect(lines(found) == ["house =a home, or more", "tree =wood - and leaves"] && found.notes.isEmpty, "\(found)")
    let columns = ColumnMapping(question: "2", answer: "1", separator: name)
    #expect(try lines(read(text, columns: columns)) == ["a home, or more =house", "wood - and leaves =tree"])
  }

  @Test(arguments: [
    ("house|home\n", "::", "the separator \"::\" is not in it"),
    ("house|home\n", "", "the separator \"\" is not in it"),
    (#"[{"question":"Q","answer":"a"}]"#, "|", "only a table that is a text has a separator: leave it out"),
  ])
  func `has the separator that a person names`(text: String, name: String, reason: String) {
    let error = #expect(throws: QuizFormatError.self) { try read(text, columns: ColumnMapping(separator: name)) }
    #expect(error?.description == reason)
  }

  @Test(arguments: [
    ("ann,a17\nben,b4\n", true), ("word,meaning\nann,a\n", false), ("question,answer\nann,a\n", false),
    ("#separator:comma\nann,a\n", false),
  ])
  func `is certain only if a heading says so`(text: String, isUncertain: Bool) throws {
    #expect(try read(text).isUncertain == isUncertain)
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
    for head in ["", "<?xml version=\"1.0\"?>"] {
      let error = #expect(throws: QuizFormatError.self) { try read(head + "<rows><row>x</row></rows>\n") }
      #expect(error?.description == "1:1: XML of <rows>, not a quiz: those of Moodle, QTI and Open edX are read")
    }
    #expect(throws: Never.self) { try read("<p>Who? {=me ~you}</p>") }
  }

  @Test(arguments: [
    (
      "<problem display_name='Port'><p>By the sea.</p><multiplechoiceresponse><label>Where?</label><choicegroup><choice correct='false'>South<choicehint>No.</choicehint></choice><choice correct='True'>North<choicehint>Yes.</choicehint></choice></choicegroup></multiplechoiceresponse></problem>",
      ["By the sea.\nWhere? South [North] (Yes.)"], ["multiplechoiceresponse: the feedback of single answers"]
    ),
    (
      "<library display_name='L'><problem><choiceresponse><label>Which?</label><checkboxgroup><choice correct='true'>a</choice><choice correct='false'>b</choice><choice correct='true'>c</choice></checkboxgroup><solution><p>Explanation</p><p>So.</p></solution></choiceresponse></problem><problem display_name='One'><multiplechoiceresponse><choicegroup><choice correct='true'>x</choice><choice correct='false'>y</choice></choicegroup></multiplechoiceresponse></problem></library>",
      ["Which? [a] b [c] (So.)", "One [x] y"], []
    ),
    (
      "<problem><p>One?</p><optionresponse><optioninput><option correct='False'>1</option><option correct='True'>2</option></optioninput></optionresponse><p>Two?</p><stringresponse answer='x*' type='ci'><additional_answer answer='y'/><textline/></stringresponse></problem>",
      ["One? 1 [2]", "Two? =x* =y"], []
    ),
    (
      "<library><problem><numericalresponse answer='9.81'><label>g?</label><responseparam type='tolerance' default='5%'/><formulaequationinput trailing_text='m/s²'/></numericalresponse></problem><problem><numericalresponse answer='[3, 5]'><label>n?</label></numericalresponse><numericalresponse answer='7'><label>m?</label><responseparam type='tolerance' default='.5'/></numericalresponse></problem></library>",
      ["g? =9.81 ± 5 % m/s²", "n? =4 ± 1", "m? =7 ± 0.5"], []
    ),
    (
      "<problem><p>Q</p><numericalresponse answer='2*pi'/><numericalresponse answer='[3,5)'/><numericalresponse answer='3'><additional_answer answer='4'/></numericalresponse><formularesponse answer='x'/></problem>",
      [],
      Array(
        repeating: "numericalresponse: its answer or tolerance is a formula, or a range without its ends", count: 2)
        + ["numericalresponse: several right numbers", "formularesponse: this type of question is not supported"]
    ),
    (
      "<problem><p>Moons?</p><optionresponse><optioninput options=\"('1','2, or 3')\" correct=\"2, or 3\"/></optionresponse><optionresponse><label>Two?</label><optioninput options=\"('1','2')\" correct=\"1\"/><optioninput options=\"('1','2')\" correct=\"2\"/></optionresponse></problem>",
      ["Moons? 1 [2, or 3]"], ["optionresponse: it has several things to answer"]
    ),
    (
      "<problem><script>a = 1</script><multiplechoiceresponse><label>Q</label><choicegroup><choice correct='true'>x</choice><choice correct='false'>y</choice></choicegroup></multiplechoiceresponse></problem>",
      [], ["multiplechoiceresponse: it is computed anew each time"]
    ),
    ("<problem><p>Only words.</p></problem>", [], ["problem: it has no question"]),
  ])
  func `may be of Open edX`(text: String, expected: [String], reasons: [String]) throws {
    for head in ["", "<?xml version=\"1.0\"?>\n"] {
      let found = try read(head + text)
      #expect(found.format == .openEdX && lines(found) == expected, "\(found)")
      #expect(found.notes.map { "\($0.kind): \($0.reason)" } == reasons)
    }
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
    let old = """
      <questestinterop><assessment><section><presentation_material><material><mattext>Read.</mattext></material>
      </presentation_material><rubric view="Scorer"><material><mattext>No.</mattext></material></rubric><item><rubric>
      <material><mattext>Look up.</mattext></material></rubric><presentation><material><mattext>Q</mattext></material>
      <response_lid ident="R"><render_choice><response_label ident="a"><material><mattext>x</mattext></material>
      </response_label><response_label ident="b"><material><mattext>y</mattext></material></response_label>
      </render_choice></response_lid></presentation><resprocessing><respcondition><conditionvar>
      <varequal respident="R">a</varequal></conditionvar><setvar>1</setvar></respcondition></resprocessing></item>
      </section></assessment></questestinterop>
      """
    let found = try read(old)
    #expect(lines(found) == ["<Read.> Look up.\nQ [x] y"] && notes(found) == [#"0 not read: "rubric" (1)"#], "\(found)")
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
    #expect(notes(found) == ["1 text: no known format: nearest are \(first) and \(second)"])
    let gift = try read(text, as: .gift)
    #expect(gift.notes.allSatisfy { !$0.reason.contains("nearest") })
  }

  @Test(arguments: [
    ("question,answer\nQ,a\n", QuizFormat.csv, "its first line has the headings of a quiz"),
    ("Q\nA. x\nB. y\nANSWER: A\n", .aiken, "options stand above the line of the right answer"),
    ("#separator:tab\nQ\ta\n", .tsv, "it begins with the settings of Anki"),
    ("#Q Q\n^ x\nA x\nB y\n", .openTriviaQA, "lines begin with #Q and ^"),
    ("TF\tQ\ttrue\n", .blackboard, "lines begin with a type and a tab"),
    ("Q\n- [x] a\n- [ ] b\n", .markdown, "its right answers are marked as in Markdown"),
    ("Q {=a ~b}\n", .gift, "answers stand in { }"),
    ("1. Q\nA) x\n*B) y\n2. R\nA) x\n*B) y\n", .aiken, "numbered questions have options by letter"),
    ("a,b\nc,d\n", .csv, "every line has the same columns"),
    ("a - b\nc - d\n", .tsv, "a dash divides every line"), (#"[{"question":"Q","answer":"a"}]"#, .json, "it is JSON"),
    ("<quiz><question type='essay'/></quiz>", .moodleXML, "it is XML with the root element of this format"),
  ])
  func `unless something in it suggests one, which is named`(text: String, format: QuizFormat, reason: String) throws {
    let found = try read(text)
    #expect(found.formatReason == reason && found.format == format)
    #expect(try read(text, as: format).formatReason == nil)
  }

  @Test func `may be a long list with dashes`() throws {
    let found = try read(String(repeating: "word - meaning\n", count: 10_000))
    #expect(found.added == 10_000)
  }
}
