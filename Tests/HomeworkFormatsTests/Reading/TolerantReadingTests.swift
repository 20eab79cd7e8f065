import Foundation
import HomeworkFormats
import HomeworkModel
import Testing

@Suite struct `Text below a list of Markdown` {
  @Test(arguments: [
    (
      "#### Q1. What?\n\n- [ ] a\n- [x] b\n\n**Explanation:** Because.\nAnd so.\n\n[Source](x)\n\n"
        + "#### Q2. Who?\n- [x] c\n- [ ] d\n",
      ["What? a [b] (Because.\nAnd so.\n\n[Source](x))", "Who? [c] d"]
    ),
    (
      "## What?\n- [x] a\n- [ ] b\n\nBecause:\n\n```js\nf() {\n}\n```\n",
      ["What? [a] b (Because:\n\n```js\nf() {\n}\n```)"]
    ),
    (
      "What?\n- [x] a\n- [ ] b\n\nBecause.\n\n---\n\nWho?\n- [x] c\n- [ ] d\n",
      ["What? [a] b (Because.)", "Who? [c] d"]
    ),
    ("What?\n- [x] a\n- [ ] b\n\nExplanation: so.\n\nWho?\n- [x] c\n- [ ] d\n", ["What? [a] b (so.)", "Who? [c] d"]),
    ("1. What?\n- [x] a\n- [ ] b\n\nSo.\n\n2. Who?\n- [x] c\n- [ ] d\n", ["What? [a] b (So.)", "Who? [c] d"]),
    ("What?\n- [x] a\n- [ ] b\n\nLook:\n\nWho?\n- [x] c\n- [ ] d\n", ["What? [a] b", "Look:\n\nWho? [c] d"]),
    ("## What?\nA. a\nB. b\n\nWhy it is so.\n\n**Answer:** B\n", ["What? a [b] (Why it is so.)"]),
    ("## What?\n**Answer:** a\n\nSo.\n> And so.\n", ["What? =a (So.\nAnd so.)"]),
  ])
  func `is its explanation, unless options follow it`(text: String, expected: [String]) throws {
    let found = try read(text)
    #expect(lines(found) == expected && found.format == .markdown && found.notes.isEmpty, "\(found.notes)")
  }

  @Test func `may be a question without an answer, which is left out`() throws {
    for text in [
      "What?\n- [x] a\n- [ ] b\n\nDiscuss.\n", "# Quiz\n1. What?\n- [x] a\n- [ ] b\n\n2. Discuss.\n",
    ] {
      let found = try read(text)
      #expect(lines(found) == ["What? [a] b"])
      #expect(found.notes.map(\.reason) == ["it has no question, or no correct answer"])
    }
  }

  @Test(arguments: [
    ("1. What?\n- [x] a\n- [ ] b\n", "What? [a] b"), ("- What?\n  - [x] a\n  - [ ] b\n", "What? [a] b"),
    ("**3. What?**\n- [x] a\n- [ ] b\n", "**What?** [a] b"),
    ("1. One is true.\n2. Two is true.\n- [x] a\n- [ ] b\n", "1. One is true.\n2. Two is true. [a] b"),
    ("- one\n- two\n\nWhich?\n- [x] a\n- [ ] b\n", "- one\n- two\n\nWhich? [a] b"),
    ("# Rivers\n1. What?\n- [x] a\n- [ ] b\n", "What? [a] b"),
    ("## Which holds?\n1. one\n2. two\n- [x] a\n- [ ] b\n", "Which holds?\n1. one\n2. two [a] b"),
  ])
  func `has a stem above without its list marker`(text: String, expected: String) throws {
    let found = try read(text)
    #expect(lines(found) == [expected] && found.notes.isEmpty, "\(found.notes)")
  }

  @Test func `is not taken for GIFT, though code lines end in a brace`() throws {
    let code = "```js\nfunction f() {\n  if (x) {\n    return {};\n  }\n}\n```\n"
    let text = (1...3).map { "#### Q\($0). What?\n\n\(code)\n- [x] a\n- [ ] b\n" }.joined(separator: "\n")
    let found = try read(text)
    #expect(found.format == .markdown && found.added == 3 && found.notes.isEmpty)
    #expect(try read("What? {\n=a\n~b\n}\n\nIs it? {\nT\n}\n").format == .gift)
  }
}

@Suite struct `A table with headings in any language` {
  private static let rows = ["Q1,r,s,t,u,A", "Q2,r,s,t,u,C", "Q3,r,s,t,u,B", "Q4,r,s,t,u,D"]
  private static let questions = ["Q1 [r] s t u", "Q2 r s [t] u", "Q3 r [s] t u", "Q4 r s t [u]"]

  @Test(arguments: [
    "Question,Answer A,Answer B,Answer C,Answer D,\"Correct Key (A, B, C, or D)\"",
    "Kysymys,Vaihtoehto 1,Vaihtoehto 2,Vaihtoehto 3,Vaihtoehto 4,Oikea",
    "Soru,Şık A,Şık B,Şık C,Şık D,Doğru şık", "Ερώτηση,1,2,3,4,Σωστή", "a_question,o1,o2,o3,o4,gold",
  ])
  func `is read by what is in its columns, which is noted`(heading: String) throws {
    let found = try read(([heading] + Self.rows).joined(separator: "\n"))
    #expect(found.format == .csv && lines(found) == Self.questions, "\(found.notes)")
    #expect(found.leftOut == 0 && (found.notes.map(\.kind) == ["columns"] || heading.hasPrefix("Question,Answer A")))
  }

  @Test func `is read without any headings, if each column is certain`() throws {
    let found = try read(Self.rows.joined(separator: "\n"))
    #expect(lines(found) == Self.questions)
    #expect(
      notes(found) == [
        "1 columns: question 1, options 2, 3, 4, 5, answer 6, as their content shows: name others if this is wrong"
      ])
    // The last column is never right, so it may be something else.
    #expect(throws: QuizFormatError.self) { try read(Self.rows.prefix(3).joined(separator: "\n")) }
    let columns = ColumnMapping(question: "2", answer: "5", options: ["3", "4"])
    let words = try read("x,Q1,a,b,b\ny,Q2,c,d,c\nz,Q3,e,f,f\n", columns: columns)
    #expect(lines(words) == ["Q1 a [b]", "Q2 [c] d", "Q3 e [f]"])
  }

  @Test(arguments: [
    ("Deutsch;Englisch", true), ("word;translation", true), ("Vokabel;Bedeutung", true), ("слово;перевод", true),
    ("Hund;dog", false), ("Englisch;English", true), ("Q;A", true),
  ])
  func `of a list is not a card`(heading: String, isHeading: Bool) throws {
    let found = try read("\(heading)\nKatze;cat\nMaus;mouse\n")
    #expect(found.added == (isHeading ? 2 : 3) && found.notes.map(\.kind) == (isHeading ? ["headings"] : []))
    let languages = try read("English;Englisch\nFrench;Französisch\n")
    #expect(languages.added == 2)
  }

  @Test(arguments: [";", "\t", ","], ["", "\n"])
  func `of a list may stand below a title`(separator: String, space: String) throws {
    let list = "Deutsch;Englisch\nKatze;cat\nMaus;mouse\n".replacing(";", with: separator)
    let cards = ["Katze =cat", "Maus =mouse"]
    let titled = try read("Unit 3: animals\n\(space)\(list)")
    #expect(lines(titled) == cards && titled.quizzes.map(\.topic) == ["Unit 3: animals"])
    #expect(titled.notes.map(\.line) == [space.isEmpty ? 2 : 3] && titled.notes.map(\.kind) == ["headings"])
    let found = try read("Learn these words.\n\(space)\(list)")
    #expect(lines(found) == ["<Learn these words.> Katze =cat", "Maus =mouse"])
    #expect(try lines(read("A letter\nDear Sir, I write to you\nYours, a friend\n")).isEmpty)
  }

  @Test func `of a list of numbers is not a card`() throws {
    let found = try read("Événement;Date\nBastille;1789\nArmistice;11 novembre 1918\nTotal;-5\n")
    #expect(lines(found) == ["Bastille =1789", "Armistice =11 novembre 1918", "Total =-5"])
  }

  @Test(arguments: [
    (ColumnMapping(question: "Land", answer: "Stadt"), ["A =B", "C =D"]),
    (ColumnMapping(question: "stadt", answer: "LAND"), ["B =A", "D =C"]),
    (ColumnMapping(question: "1", answer: "2"), ["Land =Stadt", "A =B", "C =D"]),
    (ColumnMapping(question: "B", answer: "A"), ["Stadt =Land", "B =A", "D =C"]),
  ])
  func `is read by the columns that a person names`(columns: ColumnMapping, expected: [String]) throws {
    #expect(try lines(read("Land,Stadt,Fluss\nA,B,x\nC,D,y\n", columns: columns)) == expected)
  }

  @Test(arguments: [
    (
      ColumnMapping(question: "Land", answer: "Hauptstadt"),
      "no column \"Hauptstadt\": the columns are \"Land\", \"Stadt\""
    ),
    (ColumnMapping(question: "Land", answer: "1"), "one column is named twice: name each once, of \"Land\", \"Stadt\""),
    (ColumnMapping(answer: "Stadt"), "name the column of the questions as well"),
    (ColumnMapping(question: "Land", options: ["Stadt"]), "name the column of the right answers as well"),
  ])
  func `names a column that it does not have`(columns: ColumnMapping, words: String) {
    let error = #expect(throws: QuizFormatError.self) { try read("Land,Stadt\nA,B\nC,D\n", columns: columns) }
    #expect(error?.description == words)
  }

  @Test func `has no columns to name in another format`() {
    #expect(throws: QuizFormatError.self) {
      try read("Q {T}", as: .gift, columns: ColumnMapping(question: "a", answer: "b"))
    }
  }

  @Test func `counts its right answers as all its rows show`() throws {
    #expect(try lines(read("question,a,b,c,answer\nQ,x,y,z,0\nR,x,y,z,2\n")) == ["Q [x] y z", "R x y [z]"])
    #expect(try lines(read("question,a,b,c,answer\nQ,x,y,z,1\nR,x,y,z,3\n")) == ["Q [x] y z", "R x y [z]"])
    #expect(try lines(read("question,a,b,c,correct index\nQ,x,y,z,1\n")) == ["Q x [y] z"])
    // A number that is both an option and a place means what its neighbours mean.
    #expect(try lines(read("question,a,b,answer\nQ,2,3,2\nR,x,y,y\n")) == ["Q [2] 3", "R x [y]"])
    #expect(try lines(read("question,a,b,answer\nQ,2,1,2\nR,x,y,2\n")) == ["Q 2 [1]", "R x [y]"])
    #expect(try notes(read("question,a,b,answer\nQ,2,1,2\nR,x,y,2\nS,x,y,x\n")).count == 1)
  }

  @Test func `has rows that only number a template`() throws {
    let found = try read("#,question,a,b,time,answer\n1,Q,x,y,20,1\n2,,,,20,\n3,,,,,\n4,,x,,,\n", as: .csv)
    #expect(lines(found) == ["Q [x] y"] && found.leftOut == 1, "\(found.notes)")
  }

  @Test func `notes a second column of the same meaning`() throws {
    let found = try read("question,text,answer\nQ,more,a\n")
    #expect(lines(found) == ["Q =a"])
    #expect(notes(found) == ["1 column: \"text\" is not read: another column has the same meaning"])
  }

  @Test func `has options with entities, which end in a semicolon`() throws {
    let found = try read("question,options,answer\nQ,a&nbsp;b|c,c\nR,x&amp;y;z,B\n")
    #expect(lines(found) == ["Q a&nbsp;b [c]", "R x&amp;y [z]"])
  }
}

@Suite struct `JSON in the shapes of others` {
  @Test(arguments: [
    #"[{"question":"Q","options":["a","b"],"correctAnswerIndex":1}]"#,
    #"{"quiz":{"maths":{"q1":{"question":"Q","options":["a","b"],"answer":"b"}}}}"#,
    #"[{"questionText":"Q","answerOptions":[{"answerText":"a","isCorrect":0},{"answerText":"b","isCorrect":true}]}]"#,
    #"[{"question":"Q","answers":{"answer_a":"a","answer_b":"b","answer_c":null},"correct_answer":null,"#
      + #""correct_answers":{"answer_a_correct":"false","answer_b_correct":"true"}}]"#,
    #"[{"question":"Q","option1":"a","option2":"b","answer":"b"}]"#,
    #"[{"question":"Q","A":"a","B":"b","answer":"B"}]"#,
    #"[{"question":{"text":"Q"},"correctAnswer":"b","incorrectAnswers":["a"]}]"#,
    #"[{"question":{"text":"Q"},"choices":{"text":["a","b"],"label":["A","B"]},"answerKey":"B"}]"#,
    #"[{"question":"Q","correct_answer":"b","distractor1":"a"}]"#,
    #"[{"question":"Q","choices":["a","b"],"answers":["b"]}]"#, #"{"question":"Q","choices":["a","b"],"answer":"b"}"#,
    #"[{"name":"Part","questions":[{"question":"Q","choices":["a","b"],"answer":"b"}]}]"#,
    "{\"question\":\"Q\",\"choices\":[\"a\",\"b\"],\"answer\":1}",
  ])
  func `is read as well`(text: String) throws {
    let found = try read(text)
    #expect(lines(found) == ["Q a [b]"] && found.notes.isEmpty, "\(found.notes)")
  }

  @Test(arguments: [
    (#"[{"question":"Q","options":["a"],"answer":"a"}]"#, ["Q =a"]), (#"[{"front":"Q","back":"a"}]"#, ["Q =a"]),
    ("{\"q\":\"Q\",\"a\":\"a\"}\n{\"q\":\"R\",\"a\":\"b\"}\n", ["Q =a", "R =b"]),
    (
      #"{"B":[{"q":"R","a":"b"}],"A":[{"q":"Q","a":"a"}]}"#, ["Q =a", "R =b"]
    ),
    (#"{"q2":{"q":"R","a":"b"},"q10":{"q":"S","a":"c"},"q1":{"q":"Q","a":"a"}}"#, ["Q =a", "R =b", "S =c"]),
    (
      #"[{"question":"Q","options":["2","1"],"answer":1},{"question":"R","options":["x","y"],"answer":0}]"#,
      ["Q 2 [1]", "R [x] y"]
    ),
  ])
  func `gives each of its questions`(text: String, expected: [String]) throws {
    let found = try read(text)
    #expect(lines(found) == expected && found.notes.isEmpty, "\(found.notes)")
  }

  @Test func `is read by the keys that a person names`() throws {
    let text = #"{"liste":[{"was":"Q","w1":"a","w2":"b","gut":"b"}]}"#
    let columns = ColumnMapping(question: "was", answer: "gut", options: ["w1", "w2"])
    #expect(try lines(read(text, columns: columns)) == ["Q a [b]"])
    let error = #expect(throws: QuizFormatError.self) {
      try read(text, columns: ColumnMapping(question: "was", answer: "gute"))
    }
    #expect(error?.description == "no key \"gute\": the keys are \"gut\", \"w1\", \"w2\", \"was\"")
  }
}

@Suite struct `Texts as programs write them` {
  @Test func `keep their valid characters beside a broken byte`() throws {
    let found = try QuizImporter.read(Data("Où — ".utf8) + Data([0xE9]) + Data(" {=là ~ici}".utf8))
    #expect(lines(found) == ["Où — é [là] ici"] && found.notes.map(\.kind) == ["encoding"])
  }

  @Test func `are HTML in Anki's text, if it does not say that they are not`() throws {
    let card = "Was?\tein <b>Hund</b><br><a href=\"x\">hier</a>\n"
    for (head, answer) in [
      ("", "| ein Hund\nhier"), ("#separator:tab\n", "| ein Hund\nhier"),
      ("#separator:tab\n#html:false\n", "=ein <b>Hund</b><br><a href=\"x\">hier</a>"),
    ] {
      #expect(try lines(read(head + card, as: .tsv)) == ["Was? \(answer)"])
    }
  }

  @Test func `of cards have recordings, whose loss is noted`() throws {
    let found = try read("le chat\tthe cat[sound:cat.mp3]\nle chien\tthe dog\n", as: .tsv)
    #expect(lines(found) == ["le chat =the cat", "le chien =the dog"])
    #expect(notes(found) == ["1 card: its sounds"])
  }

  @Test func `of OpenTriviaQA may have an option without a text`() throws {
    let found = try read("#Q What?\n^ a\nA a\nB b\nC\nD \n\n#Q Who?\n^ c\nA c\nB d\n")
    #expect(lines(found) == ["What? [a] b", "Who? [c] d"])
    #expect(notes(found) == ["1 question: an empty option"])
  }

  @Test(arguments: [("What is $$name {=a ~b}", "What is $$name [a] b"), ("A $$b {=$$c ~d} e", "A $$b _____ e [$$c] d")])
  func `of GIFT may have two dollars that are no formula`(text: String, expected: String) throws {
    #expect(try lines(read(text, as: .gift)) == [expected])
  }

  @Test func `of QTI explain the right option in its feedback`() throws {
    let item = """
      <questestinterop><item title="x"><presentation><material><mattext>Q</mattext></material>
      <response_lid ident="r" rcardinality="Single"><render_choice>
      <response_label ident="1"><material><mattext>a</mattext></material></response_label>
      <response_label ident="2"><material><mattext>b</mattext></material></response_label></render_choice></response_lid>
      </presentation><resprocessing>
      <respcondition><conditionvar><varequal respident="r">2</varequal></conditionvar><setvar>100</setvar></respcondition>
      <respcondition><conditionvar><varequal respident="r">2</varequal></conditionvar>
      <displayfeedback linkrefid="2_fb"/></respcondition>
      <respcondition><conditionvar><varequal respident="r">1</varequal></conditionvar>
      <displayfeedback linkrefid="1_fb"/></respcondition></resprocessing>
      <itemfeedback ident="2_fb"><material><mattext>because</mattext></material></itemfeedback>OTHER</item></questestinterop>
      """
    let other = "<itemfeedback ident=\"1_fb\"><material><mattext>no</mattext></material></itemfeedback>"
    let found = try read(item.replacing("OTHER", with: ""))
    #expect(lines(found) == ["Q a [b] (because)"] && found.notes.isEmpty, "\(found.notes)")
    let both = try read(item.replacing("OTHER", with: other))
    #expect(lines(both) == lines(found) && both.notes.map(\.reason) == ["the feedback of single answers"])
  }
}

@Suite struct `A description` {
  @Test func `introduces the next question`() throws {
    let gift = try read(
      "Read this.\n\n[html]<b>And</b> this.\n\nWhy? {}\n\nWho? {=me ~you}\n\nWhat? {=a ~b}\n", as: .gift)
    #expect(lines(gift) == ["<Read this.\n\nAnd this.> Who? [me] you", "What? [a] b"])
    #expect(notes(gift) == ["5 essay: it has no model answer to grade by"])
    #expect(gift.taken == 4)
    let text = "<questiontext><text>Read.</text></questiontext>"
    let xml = try read(
      "<quiz><question type='description'>\(text)</question><question type='shortanswer'>\(text)"
        + "<answer fraction='100'><text>a</text></answer></question></quiz>")
    #expect(lines(xml) == ["<Read.> Read. =a"] && xml.notes.isEmpty)
  }

  @Test(arguments: ["Read this.", "Read this.\n\n$CATEGORY: B\n\nWho? {T}"])
  func `without a question of its category is left out`(text: String) throws {
    let found = try read("$CATEGORY: A\n\nFirst? {T}\n\n\(text)", as: .gift)
    #expect(notes(found) == ["5 description: no answers: put them in braces, as in {=right ~wrong}"])
  }
}

@Suite struct `A cloze text of Moodle` {
  private func cloze(_ text: String) throws -> QuizImport {
    try read(
      "<quiz><question type='cloze'><questiontext format='html'><text><![CDATA[\(text)]]></text></questiontext>"
        + "<generalfeedback><text>So.</text></generalfeedback></question></quiz>")
  }

  @Test(arguments: [
    (
      "<p>Paris is in {1:SHORTANSWER:=France~%100%the Republic~%50%Europe#no}.</p>",
      ["Paris is in _____. =France =the Republic (So.)"]
    ),
    (
      "{:MC:~Lyon~=Paris} lies on the {2:SAC:=Seine}",
      ["{1} lies on the {2} [Paris] =Seine (So.)"]
    ),
    (
      "1 + {1:NM:=2:0} = {NUMERICAL} {:NUMERICAL:=3}",
      ["1 + {1} = {NUMERICAL} {2} =2 =3 (So.)"]
    ),
    ("about {1:NUMERICAL:=2,5:0.1}", ["about _____ =2.5 ± 0.1 (So.)"]),
    ("{1:MULTICHOICE_V:=a\\}b\\~c~x &lt; y#f}", ["_____ [a}b~c] x < y (So.)"]),
  ])
  func `becomes one question about all of its gaps`(text: String, expected: [String]) throws {
    let found = try cloze(text)
    #expect(lines(found) == expected, "\(found.notes)")
  }

  @Test func `is exact where Moodle compares case`() throws {
    let found = try cloze("the {1:SHORTANSWER_C:=Seine}").quizzes.flatMap(\.questions)
    #expect(found.map(\.body) == [.fillBlank(correctAnswer: "Seine", acceptedAnswers: [], isExact: true)])
  }

  @Test(arguments: [
    ("no gap { 1 } at all", "it has no gap"), ("{1:MR:=a~=b~c}", "gap 1: this type of gap is not supported"),
    ("{1:MCX:=a~b}", "gap 1: this type of gap is not supported"),
    ("{1:MC:=a~=b}", "gap 1: not exactly one of its options is right"),
    ("{1:SA:=a} {1:NM:=2:0.1}", "a number with a tolerance among several gaps"),
    ("{1:SA:=*}", "gap 1: no answer that counts in full and is a text"), ("{1:SA:=a", "it has no gap"),
    ("{1:SA:=a} {1:MC:=b}", "gaps[1].options: needs at least 2"),
  ])
  func `is left out if a gap cannot be asked`(text: String, reason: String) throws {
    let found = try cloze(text)
    #expect(found.added == 0 && found.notes.map(\.reason) == [reason])
  }
}
