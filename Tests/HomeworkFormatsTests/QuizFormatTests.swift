import Foundation
import HomeworkFormats
import HomeworkModel
import Testing

private func read(_ text: String, as format: QuizFormat? = nil) throws -> QuizImport {
  try QuizImporter.read(Data(text.utf8), as: format)
}

private func mcq(_ prompt: String, _ options: [String], _ index: Int, _ explanation: String = "") -> QuestionDraft {
  QuestionDraft(prompt: prompt, body: .mcq(options: options, correctIndex: index), explanation: explanation)
}

private func blank(_ prompt: String, _ answers: String..., explanation: String = "") -> QuestionDraft {
  QuestionDraft(
    prompt: prompt, body: .fillBlank(correctAnswer: answers[0], acceptedAnswers: Array(answers.dropFirst())),
    explanation: explanation)
}

@Suite struct `GIFT` {
  @Test(arguments: [
    ("Who? {=me ~you}", mcq("Who?", ["me", "you"], 0)),
    ("::Title:: Who? {\n~you\n=me\n~they\n}", mcq("Who?", ["you", "me", "they"], 1)),
    (
      "Two \\{ \\} \\~ \\= \\# \\: \\\\ and\\na line {=a\\=b ~c}",
      mcq("Two { } ~ = # : \\ and\na line", ["a=b", "c"], 0)
    ),
    ("The sun is {=hot ~cold} today.", mcq("The sun is _____ today.", ["hot", "cold"], 0)),
    ("{=Asia ~Africa} is largest.", mcq("_____ is largest.", ["Asia", "Africa"], 0)),
    ("Who? {~%100%me ~%0%you}", mcq("Who?", ["me", "you"], 0)),
    ("Right? {T}", mcq("Right?", ["True", "False"], 0)), ("Right? {false}", mcq("Right?", ["True", "False"], 1)),
    ("Who? {=me ~you ####because}", mcq("Who?", ["me", "you"], 0, "because")),
    ("Who? {=me#yes ~you}", mcq("Who?", ["me", "you"], 0, "yes")),
    ("Name it {=one =two}", blank("Name it", "one", "two")), ("Name it {one}", blank("Name it", "one")),
    ("How many? {#5}", numeric("How many?", NumericKey(5))), ("How many? {#=5:0 =6}", blank("How many?", "5", "6")),
    ("About? {#3,14:0.01}", numeric("About?", NumericKey(3.14, tolerance: .absolute(0.01)))),
    ("Between? {#1..5}", numeric("Between?", NumericKey(3, tolerance: .absolute(2)))),
    (
      "Which? {~%50%a ~%50%b ~%-100%c}",
      QuestionDraft(prompt: "Which?", body: .multi(options: ["a", "b", "c"], correctIndexes: [0, 1]))
    ),
    ("[html]<p>Is <b>a</b> &lt; b?</p> {T}", mcq("Is a < b?", ["True", "False"], 0)),
    ("[plain]Is <b>a</b>? {T}", mcq("Is <b>a</b>?", ["True", "False"], 0)),
    ("TeX $$\\\\frac\\{1\\}\\{2\\}$$ {=a ~b}", mcq("TeX $$\\frac{1}{2}$$", ["a", "b"], 0)),
    ("// a comment\nWho? {=me ~you}\n// another", mcq("Who?", ["me", "you"], 0)),
    ("  Who?\t{\r\n=me\r\n~you }\r\n", mcq("Who?", ["me", "you"], 0)),
  ])
  func `yields one question`(text: String, question: QuestionDraft) throws {
    let found = try read(text, as: .gift)
    #expect(found.quizzes.flatMap(\.questions) == [question])
    #expect(found.taken == 1 && found.leftOut == 0 && found.notes.isEmpty, "\(found.notes)")
  }

  @Test(arguments: [
    ("Why? {}", "essay: it has no model answer to grade by"),
    ("Only words", "description: no answers: put them in braces, as in {=right ~wrong}"),
    ("Open {=a ~b", "question: a { that is never closed: close it, or escape it as \\{"),
    ("Close =a ~b}", "question: a } without a {: escape it as \\}"),
    ("None {~a ~b}", "multichoice: no right answer: mark one with ="),
    ("Two {=a =b ~c}", "multichoice: each of several answers is right alone"),
    ("Half {~%50%a ~%40%b ~c}", "multichoice: no answers that count in full"),
    ("One {~=a}", "multichoice: it has only one option"),
    ("About {#5:x}", "numerical: a tolerance that is no number"),
    ("Two {#=5:1 =9:1}", "numerical: several numbers with a tolerance"),
    ("Any {=*}", "shortanswer: no answer that counts in full and is a text"),
    ("Same {=a -> x =b -> x}", "matching: all pairs have the same side"),
    ("{1:SHORTANSWER:=a}", "cloze: its gaps are of several types"),
    ("Empty {=a ~}", "multichoice: it has only one option"),
    ("{=a ~b}", "multichoice: question: must not be empty"),
  ])
  func `names what it leaves out, by line`(text: String, words: String) throws {
    let found = try read("First? {T}\n\n" + text, as: .gift)
    #expect(found.taken == 1)
    #expect(found.notes.map { "\($0.line) \($0.kind): \($0.reason)" } == ["3 \(words)"])
  }

  @Test(arguments: [
    ("A {=a ~%50%b ~c}", "the weights of its options"), ("A {=a =%50%b}", "answers that count in part"),
    ("A {=a =b*}", "answers with a *, which stands for anything"), ("A {=a ~b#no}", "the feedback of single answers"),
    ("A {=a#yes ~b ####because}", "the feedback of single answers"),
    ("A {=a->1 =b->2}", "2 questions, one for each pair"),
  ])
  func `names what it changes`(text: String, words: String) throws {
    let found = try read(text, as: .gift)
    #expect(found.taken == 1 && found.notes.map(\.reason) == [words] && found.changed == 1)
  }

  @Test func `turns each pair into a question with all sides as options`() throws {
    let found = try read("Match {=cat -> meow =dog -> woof = -> moo}", as: .gift)
    let sides = ["meow", "woof", "moo"]
    #expect(found.quizzes[0].questions == [mcq("Match\ncat", sides, 0), mcq("Match\ndog", sides, 1)])
  }

  @Test func `turns each category into a quiz, up to its last line`() throws {
    let found = try read(
      "$CATEGORY: $course$/top/Maths\nOne {T}\n\nTwo {F}\n\n$CATEGORY: A//B\n\nThree {T}\n\n$CATEGORY: $course$/top/Maths\n\nFour {T}",
      as: .gift)
    #expect(found.quizzes.map(\.topic) == ["Maths", "A/B"])
    #expect(found.quizzes.map { $0.questions.map(\.prompt) } == [["One", "Two", "Four"], ["Three"]])
  }

  @Test func `splits more than 200 questions into numbered parts`() throws {
    let found = try read(String(repeating: "Q {T}\n\n", count: 401), as: .gift)
    #expect(found.quizzes.map(\.questions.count) == [200, 200, 1])
    #expect(found.quizzes.map(\.topic) == ["(1 of 3)", "(2 of 3)", "(3 of 3)"])
    #expect(found.notes.map(\.outcome) == [.file])
  }
}

@Suite struct `Other formats` {
  @Test(arguments: [
    "Who?\nA) you\nB) me\nANSWER: B", "Who?\n\nA. you\nB. me\nANSWER: B\n", "1. Who?\n(A) you\n(B) me\nAnswer: B",
    "**Q3: Who?**\na) you\nb) me\n**Answer: (B)**", "Who?\nA) you\nB) me\nCorrect answer: B) me",
  ])
  func `Aiken is read in its usual variants`(text: String) throws {
    let found = try read(text)
    #expect(found.format == .aiken && found.notes.isEmpty)
    #expect(found.quizzes.flatMap(\.questions) == [mcq("Who?", ["you", "me"], 1)])
  }

  @Test(arguments: [
    ("Who?\nA) a\nB) b\nANSWER: A, C", "1 the answer C is none of its options"),
    ("Who?\nA) a\nB) b\nANSWER: A, A", "1 the answer A is there twice"),
    ("Who?\nA) a\nB) b\nANSWER: C", "1 the answer C is none of its options"),
    ("Who?\nA) a\nANSWER: A", "1 options: needs at least 2"),
    ("ANSWER: A", "1 an ANSWER: line without a question before it"),
    ("W?\nA) a\nB) b\nANSWER: A\n\nWho?\nA) a\nB) b", "6 it ends without an ANSWER: line"),
  ])
  func `Aiken names what it leaves out`(text: String, words: String) throws {
    #expect(try read(text, as: .aiken).notes.map { "\($0.line) \($0.reason)" } == [words])
  }

  @Test func `Moodle XML is read with entities, CDATA and pictures`() throws {
    let found = try read(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!-- made by hand -->
      <quiz>
        <question type="category"><category><text>$course$/top/Bio</text></category></question>
        <question type="multichoice"><questiontext format="html"><text><![CDATA[<p>Is <em>this</em> it? <img src="x" alt="a cell"></p>]]></text></questiontext>
          <answer fraction="0"><text>no &amp; no</text></answer><answer fraction="100"><text>yes &#233;</text></answer></question>
        <question type="truefalse"><questiontext><text>True?</text></questiontext>
          <answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer></question>
        <question type="shortanswer"><questiontext><text>Say</text></questiontext><answer fraction="100"><text>a</text></answer></question>
        <question type="essay"><questiontext><text>Why?</text></questiontext><graderinfo><text>Because of light</text></graderinfo></question>
        <question type="cloze"><questiontext><text>{1:SA:=x}</text></questiontext></question>
      </quiz>
      """)
    #expect(found.format == .moodleXML && found.quizzes.map(\.topic) == ["Bio"])
    #expect(
      found.quizzes[0].questions == [
        mcq("Is this it? [a cell]", ["no & no", "yes é"], 1), mcq("True?", ["True", "False"], 0), blank("Say", "a"),
        QuestionDraft(prompt: "Why?", body: .shortAnswer(correctAnswer: "Because of light", keyConcepts: [])),
        blank("_____", "x"),
      ])
    #expect(found.notes.map { "\($0.line) \($0.kind): \($0.reason)" } == ["5 multichoice: its pictures"])
  }

  @Test(arguments: [
    ("<quiz><question></quiz>", "1:19: <question>, which begins in line 1, is not closed here: close it first"),
    ("<quiz", "1:1: it ends before any element is closed: was it cut off?"),
    ("<!DOCTYPE quiz [<!ENTITY a \"b\">]><quiz/>", "1:28: a document type with entities is refused: remove it"),
    ("<quiz>&bomb;</quiz>", "1:7: &bomb; is not an entity of XML or HTML: write &amp; for an &"),
    ("<html></html>", "1:1: <html> is not a <quiz> of Moodle"),
    ("<quiz><![CDATA[x</quiz>", "1:24: it ends before <quiz>, which begins in line 1, is closed: was it cut off?"),
    ("<quiz a=b></quiz>", "1:9: not XML here: a < or & that is text is written &lt; or &amp;"),
    ("<quiz></quiz><quiz></quiz>", "1:14: something stands after the end of the document: remove it"),
  ])
  func `invalid Moodle XML is rejected with its position`(text: String, words: String) {
    let error = #expect(throws: QuizFormatError.self) { try read(text, as: .moodleXML) }
    #expect(error?.description == words)
  }

  /// Each pair would become a question with all sides as its options: hundreds of millions of them.
  @Test func `GIFT with too many pairs or options is left out before it is expanded`() throws {
    /// Returns the processor time of this thread, in seconds.
    func clock() -> Int {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return time.tv_sec
    }
    func reason(_ answers: String) throws -> String? { try read("Match {\n\(answers)\n}\n").notes.first?.reason }
    let start = clock()
    let sides = (0..<16_000).map { "=stem \($0) -> side \($0)" }.joined(separator: "\n")
    #expect(try reason(sides) == "options: has 16000, but at most 26 are allowed")
    let pairs = (0..<16_000).map { "=stem \($0) -> side \($0 % 2)" }.joined(separator: "\n")
    #expect(try reason(pairs) == "pairs: has 16000, but at most 200 are allowed")
    let options = "=right" + (0..<16_000).map { "~wrong \($0 / 2)" }.joined()
    #expect(try reason(options) == "options: has 8001, but at most 26 are allowed")
    #expect(clock() - start < 5)
  }

  @Test func `Moodle XML is limited to a depth of 100`() {
    let text = String(repeating: "<quiz>", count: 100_000)
    let error = #expect(throws: QuizFormatError.self) { try read(text, as: .moodleXML) }
    #expect(error?.description.hasSuffix("elements are more than 100 deep") == true)
  }

  @Test(arguments: [
    #"{"response_code":0,"results":[{"type":"multiple","category":"A","question":"&quot;1&quot; + 1?","correct_answer":"2","incorrect_answers":["1","3"]}]}"#,
    #"[{"type":"multiple","question":"%221%22%20%2B%201%3F","correct_answer":"2","incorrect_answers":["1","3"]}]"#,
    #"[{"type":"bXVsdGlwbGU=","question":"IjEiICsgMT8=","correct_answer":"Mg==","incorrect_answers":["MQ==","Mw=="]}]"#,
  ])
  func `Open Trivia is read in each of its encodings`(text: String) throws {
    let found = try read(text)
    #expect(found.format == .openTrivia)
    #expect(found.quizzes.flatMap(\.questions) == [mcq("\"1\" + 1?", ["1", "2", "3"], 1)])
  }

  @Test(arguments: [
    #"[{"question":"Q","options":["a","b"],"answer":"B"}]"#,
    #"[{"question":"Q","options":["a","b"],"correctIndex":1}]"#,
    #"[{"question":"Q","options":{"A":"a","B":"b"},"correct_answer":"B"}]"#,
    #"{"quiz":[{"prompt":"Q","choices":["A) a","B) b"],"answer":"b"}]}"#,
    "```json\n{\"questions\":[{\"stem\":\"Q\",\"options\":[\"a\",\"b\"],\"correct\":1}]}\n```\nThat is all.",
    #"[{"question":"Q","answers":[{"text":"a","correct":false},{"text":"b","correct":true}]}]"#,
  ])
  func `JSON is read as people and language models write it`(text: String) throws {
    let found = try read(text)
    #expect(found.format == .json && found.notes.isEmpty, "\(found.notes)")
    #expect(found.quizzes.flatMap(\.questions) == [mcq("Q", ["a", "b"], 1)])
  }

  @Test(arguments: [
    ("question,a,b,answer,explanation\n\"Q, \"\"quoted\"\"\",x,y,B,why\n", mcq("Q, \"quoted\"", ["x", "y"], 1, "why")),
    ("Question;Option 1;Option 2;Correct\nQ;x;y;2\n", mcq("Q", ["x", "y"], 1)),
    ("question,options,answer\nQ,x|y,y\n", mcq("Q", ["x", "y"], 1)),
    ("question,answer,accepted\nQ,one,two|three\n", blank("Q", "one", "two", "three")),
    (
      "question,type,answer\nQ,shortAnswer,because\n",
      QuestionDraft(prompt: "Q", body: .shortAnswer(correctAnswer: "because", keyConcepts: []))
    ),
  ])
  func `CSV is read by its header`(text: String, question: QuestionDraft) throws {
    let found = try read(text)
    #expect(found.format == .csv && found.quizzes.flatMap(\.questions) == [question], "\(found.notes)")
  }

  @Test func `two-column cards become gaps, and an unclosed quotation mark is named`() throws {
    let found = try read("#separator:tab\n#html:true\nchat\t<b>cat</b>\nchien\tdog\textra\nseul\n")
    #expect(found.format == .tsv && found.quizzes[0].questions == [blank("chat", "cat"), blank("chien", "dog")])
    #expect(found.notes.map { "\($0.line) \($0.outcome.rawValue)" } == ["4 changed", "5 leftOut"])
    let error = #expect(throws: QuizFormatError.self) { try read("question,answer\nQ,\"a\n", as: .csv) }
    #expect(error?.description == "2:3: a quotation mark is never closed: add one")
  }

  @Test func `are detected by content, in every encoding`() throws {
    let text = "Où? {=Là ~Ici}"
    let question = [mcq("Où?", ["Là", "Ici"], 0)]
    for (encoding, mark, note) in [
      (String.Encoding.utf8, [UInt8](), false), (.utf8, [0xEF, 0xBB, 0xBF], false),
      (.utf16LittleEndian, [0xFF, 0xFE], false),
      (.utf16BigEndian, [0xFE, 0xFF], false), (.windowsCP1252, [], true),
    ] {
      let found = try QuizImporter.read(Data(mark) + (text.data(using: encoding) ?? Data()))
      #expect(found.quizzes.flatMap(\.questions) == question && found.format == .gift)
      #expect(found.notes.map(\.kind) == (note ? ["encoding"] : []))
    }
    for text in ["", " \n\t\n"] {
      let error = #expect(throws: QuizFormatError.self) { try read(text) }
      #expect(error?.description == "1:1: the file is empty")
    }
    let error = #expect(throws: QuizFormatError.self) { try read("Q {T}\n\u{0}x") }
    #expect(error?.description == "2:1: a NUL byte: this is not a text file")
  }

  /// Random bytes and long lines give an error or a report at once.
  @Test func `never crash on any bytes`() throws {
    var random = SystemRandomNumberGenerator()
    let seed = random.next() as UInt64
    var state = seed
    func next() -> UInt8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    let signs = Array("{}=~#:\\->%\n\n$<>/&;\"',|\t[]aA1 )(.".utf8)
    for round in 0..<900 {
      let bytes = (0..<(round % 120)).map { _ in round % 3 == 0 ? next() : signs[Int(next()) % signs.count] }
      for format in [nil] + QuizFormat.allCases.map(Optional.some) {
        if let found = try? QuizImporter.read(Data(bytes), as: format) {  // an error is as good here
          #expect(found.quizzes.allSatisfy { $0.faults.isEmpty }, "seed \(seed), \(bytes)")
        }
      }
    }
    for line in ["{", "<a", "&", "\"", "=", "####", "A) ", "[", "\\", ","] {
      let long = Data(String(repeating: line, count: 30_000).utf8)
      for format in QuizFormat.allCases { _ = try? QuizImporter.read(long, as: format) }  // that it ends is what counts
    }
  }
}

@Suite struct `A written file` {
  private static let texts = [
    "plain", "{ } ~ = # : \\ %50% -> ####", "[html] not a format", "%100% not a weight", "<b>not bold</b> &amp; co",
    "two\nlines",
    "quotes \" and 'single', commas; semicolons|bars", "::not a title:: $CATEGORY: none", "ünï©ode 漢字 🎉",
    "// no comment", "T", "42",
    "A) no option", "ANSWER: B", "1. no number", "TeX $$\\frac{a}{b}$$", "<![CDATA[x]]>",
  ]

  @Test(arguments: [QuizFormat.json, .gift, .moodleXML, .aiken, .csv, .tsv])
  func `reads back equal, whatever characters it contains`(format: QuizFormat) throws {
    var questions: [QuestionDraft] = []
    for (index, text) in Self.texts.enumerated() {
      let other = Self.texts[(index + 1) % Self.texts.count]
      questions.append(mcq("Q\(index) \(text)", [text, other + " x", "z"], index % 3))
      questions.append(mcq("Q\(index) \(text)", ["a", text], 1, other))
      questions.append(blank("Fill \(text)", text.replacing("|", with: "/"), other.replacing("|", with: "/") + "y"))
      questions.append(
        QuestionDraft(
          prompt: "Say \(text)", body: .shortAnswer(correctAnswer: text, keyConcepts: []), explanation: other))
    }
    questions = questions.filter { QuizExporter.reason(against: $0, in: format) == nil }
    if format == .csv || format == .tsv {
      // A CSV field is only text, so an answer such as T or 42 reads as the type that it resembles.
      questions.removeAll {
        if case .fillBlank(let answer, _, _) = $0.body { ["T", "42"].contains(answer) } else { false }
      }
    }
    #expect(questions.count > 5)
    let export = QuizExporter.text(of: [QuizDraft(questions: questions)], as: format)
    #expect(export.leftOut.allSatisfy { $0.outcome == .changed && format == .aiken })
    let again = try QuizImporter.read(Data(export.text.utf8), as: format)
    let found = again.quizzes.flatMap(\.questions)
    #expect(found.count == questions.count, "\(again.notes)")
    for (one, other) in zip(found, questions) { #expect(one == other.held(by: format)) }
  }

  @Test func `reports what its format cannot hold`() {
    let quiz = QuizDraft(questions: [
      blank("Q", "a"), mcq("Q", ["a", "b"], 0, "why"),
      QuestionDraft(prompt: "S", body: .shortAnswer(correctAnswer: "a", keyConcepts: [["a"]])),
    ])
    #expect(QuizExporter.text(of: [quiz], as: .aiken).leftOut.count == 3)
    #expect(QuizExporter.text(of: [quiz], as: .gift).leftOut.map(\.reason) == ["GIFT has no model answers"])
    #expect(QuizExporter.text(of: [quiz], as: .moodleXML).leftOut.map(\.reason) == ["Moodle has no key concepts"])
    #expect(QuizExporter.text(of: [quiz], as: .json).leftOut.isEmpty)
  }
}
