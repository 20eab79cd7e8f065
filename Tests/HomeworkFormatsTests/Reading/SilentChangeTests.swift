import Foundation
import HomeworkFormats
import HomeworkModel
import Testing

@Suite struct `An answer with a vertical bar` {
  private static let kept = "answers: a | in an answer is kept: write other answers in a column \"accepted answers\""

  @Test(arguments: ["P(A|B)", "|x|", "a|b|c", "|", "a || b"])
  func `is kept whole, with a note`(answer: String) throws {
    for headings in ["question,answer", "type,question,answer", "question,type,answer"] {
      let cells = headings.split(separator: ",").map { ["question": "Q", "type": "fill blank"][$0] ?? answer }
      let row = cells.joined(separator: ",")
      let found = try read("\(headings)\n\(row)\n\(row)\n")
      #expect(lines(found) == ["Q =\(answer)", "Q =\(answer)"] && notes(found) == ["2 \(Self.kept)"], "\(headings)")
    }
  }

  @Test func `can have alternatives only in their own column`() throws {
    for name in ["accepted", "accepted answers"] {
      let found = try read("question,answer,\(name)\nQ,P(A|B),x|y\nR,a|b,\nS,c,\"[\"\"d|e\"\"]\"\n")
      #expect(lines(found) == ["Q =P(A|B) =x =y", "R =a|b", "S =c =d|e"] && found.notes.isEmpty, "\(found.notes)")
    }
    #expect(try notes(read("question,a,b,answer,accepted\nQ,x,y,x,z\n")) == ["2 row: its accepted answers"])
    #expect(
      try notes(read("question,type,a,b,answer\nQ,fill blank,x,y,z\n")) == ["2 fillblank: its options"])
  }

  @Test(arguments: [
    ("x|y", "y", "Q x [y]"), ("P(A|B);P(B|A)", "P(B|A)", "Q P(A|B) [P(B|A)]"), ("x;|x|", "|x|", "Q x [|x|]"),
    ("a; b|c; d", "c; d", "Q a; b [c; d]"), ("\"a|b\nc;d\"", "c;d", "Q a|b [c;d]"), ("x;y", "2", "Q x [y]"),
  ])
  func `separates options only if the correct answer is one of them`(list: String, answer: String, line: String) throws
  {
    let found = try read("question,options,answer\nQ,\(list),\(answer)\n", as: .csv)
    #expect(lines(found) == [line] && found.notes.isEmpty, "\(found.notes)")
  }

  @Test func `leaves out options that can be separated in two ways`() throws {
    let found = try read("question,options,answer\nQ,P(A|B);P(B|A),A\nR,x;y,A\n", as: .csv)
    #expect(
      notes(found) == ["2 row: its options can be separated in two ways: write each in a column of its own"])
    #expect(lines(found) == ["R [x] y"])
  }
}

@Suite struct `A cell that a spreadsheet would compute` {
  private static let texts = ["=", "+", "-", "@", "\t", "\r", "\n"].flatMap { sign in
    ["", "'", "''"].map { $0 + sign + "cmd|' /C calc'!A0" }
  }

  @Test func `is exported with an apostrophe, and imported without it`() throws {
    for text in Self.texts + ["'", "''x", "'=", "-5", "+3", "-1.5e3", "'-5", "--5", "-5 x", "-ed'", "'-ed'"] {
      for format in [QuizFormat.csv, .tsv] {
        let questions = [
          QuestionDraft(prompt: text, body: .mcq(options: [text, "x"], correctIndex: 0), explanation: text),
          QuestionDraft(prompt: "Q", body: .fillBlank(correctAnswer: text, acceptedAnswers: ["x"])),
          QuestionDraft(prompt: "Q", body: .shortAnswer(correctAnswer: text, keyConcepts: [["c"]])),
        ]
        let export = QuizExporter.text(of: [QuizDraft(topic: text, questions: questions)], as: format).text
        for cell in export.split(whereSeparator: { ",\t\r\n\"".contains($0) }) where cell.contains("cmd") {
          #expect(!"=+-@".contains(cell.first ?? "="), "\(export)")
        }
        let found = try read(export, as: format)
        // All lines of a file end alike.
        let held = questions.map { "\(QuizDraft(questions: [$0]))".replacing("\\r", with: "\\n") }
        #expect(found.quizzes.flatMap(\.questions).map { "\(QuizDraft(questions: [$0]))" } == held, "\(export)")
        #expect(found.quizzes.map(\.topic) == [text.replacing("\r", with: "\n")], "\(export)")
      }
    }
  }

  @Test func `is changed only if it is text`() {
    for (text, cell) in [
      ("=1", "'=1"), ("+1", "+1"), ("-1", "-1"), ("-1,5", "-1,5"), ("-1e3", "-1e3"), ("-", "'-"), ("-x", "'-x"),
      ("@x", "'@x"), ("1=2", "1=2"), ("", ""), ("'", "'"), ("'=", "''="), ("-inf", "'-inf"), ("+49 170", "'+49 170"),
    ] {
      #expect(text.asSpreadsheetCell == cell && cell.fromSpreadsheetCell == text, "\(text)")
    }
  }

  @Test func `keeps its apostrophe in other programs' tables`() throws {
    #expect(try lines(read("question,answer\n'-ed',x\n")) == ["'-ed' =x"])
  }
}

@Suite struct `A Markdown heading` {
  @Test(arguments: [
    ("## You lead a team.\n## Which strategy?\n- [x] a\n- [ ] b\n", "You lead a team.\nWhich strategy? [a] b"),
    ("#### Q1. You lead a team\n\n#### Which strategy?\n- [x] a\n- [ ] b\n", "You lead a team\nWhich strategy? [a] b"),
    ("## What is a monad?\n### Options\n- [x] a\n- [ ] b\n", "What is a monad?\nOptions [a] b"),
    ("## You lead.\n### Which?\n**Answer:** a\n", "You lead.\nWhich? =a"),
  ])
  func `above another joins it, with a note`(text: String, line: String) throws {
    let found = try read(text)
    #expect(lines(found) == [line], "\(found.notes)")
    #expect(found.notes.map(\.reason) == ["two headings, which were read as one text"])
  }

  @Test(arguments: [
    (
      "# Geography\n## Rivers\n### Two?\n- [x] a\n- [ ] b\n",
      ["1 title: \"Geography\" is replaced by the next title, \"Rivers\""]
    ),
    (
      "---\ntitle: \"A\"\n---\n# B\n## C\n### D\n- [x] a\n- [ ] b\n",
      ["2 title: \"A\" is replaced by the next title, \"B\"", "4 title: \"B\" is replaced by the next title, \"C\""]
    ),
    ("---\ntitle: A\n---\n# A\n### D\n- [x] a\n- [ ] b\n", []),
    ("# A\n### D\n- [x] a\n- [ ] b\n## B\n### E\n- [x] a\n- [ ] b\n", []),
    ("# A\n### D\n- [x] a\n- [ ] b\n\n## B\n---\n", ["6 title: \"B\" names no question"]),
  ])
  func `that names no quiz is reported`(text: String, expected: [String]) throws {
    #expect(try notes(read(text)) == expected)
  }

  @Test(arguments: [
    ("## 1. One?\n## 2. Two?\n- [x] a\n- [ ] b\n", "1 heading", ["Two? [a] b"]),
    ("## Two?\n- [x] a\n- [ ] b\n\n## Last?\n", "5 heading", ["Two? [a] b"]),
    ("### One?\n## Two?\n- [x] a\n- [ ] b\n", "1 heading", ["Two? [a] b"]),
    ("### Section\n#### Two?\n- [x] a\n- [ ] b\n", "1 heading", ["Two? [a] b"]),
    ("### One?\n\n---\n## Two?\n- [x] a\n- [ ] b\n", "1 heading", ["Two? [a] b"]),
    ("### One?\nwords\n## Two?\n- [x] a\n- [ ] b\n", "1 text", ["Two? [a] b"]),
  ])
  func `without an answer is left out, with a note`(text: String, note: String, kept: [String]) throws {
    let found = try read(text)
    #expect(lines(found) == kept)
    #expect(notes(found) == ["\(note): it has no question, or no correct answer"])
  }

  @Test func `names a quiz above the headings of its questions`() throws {
    let found = try read(
      "# Ready?\n## One?\n- [x] a\n- [ ] b\n\n## Part\n### Two?\n- [x] a\n- [ ] b\n\n## End\n\n---\n### Three?\n- [x] a\n- [ ] b\n"
    )
    #expect(found.quizzes.map(\.topic) == ["Ready?", "Part", "End"] && found.notes.isEmpty, "\(found.notes)")
  }
}

@Suite struct `An MkDocs page` {
  private static let block = "<quiz>\nWho?\n- [x] me\n- [ ] you\n\nBecause.\n\n- see also\n```\ncode\n```\n</quiz>\n"
  private static let line = "Who? [me] you (Because.\n\n- see also\n```\ncode\n```)"

  @Test(arguments: ["", "# Title\n\nprose\n\n- [x] done\n- [ ] to do\n\n", "Q: not a card\nA: no\n\n"])
  func `contains its questions in quiz blocks only`(head: String) throws {
    for tail in ["", "\n## Next\n\nprose\n", "\nmore\n\n" + Self.block] {
      let found = try read(head + Self.block + tail)
      let count = tail.hasSuffix(Self.block) ? 2 : 1
      #expect(found.format == .markdown && lines(found) == Array(repeating: Self.line, count: count))
      let line = head.isEmpty ? 13 : 1
      let outside = head.isEmpty && tail.isEmpty
      #expect(
        notes(found)
          == (outside
            ? [] : ["\(line + (head.isEmpty ? 1 : 0)) page: the text outside of its <quiz> blocks is not read"]))
    }
  }

  @Test(arguments: [
    ("<quiz>What?\n- [x] a\n- [ ] b</quiz>", ["What? [a] b"]),
    (
      "    <quiz>\n    ### What?\n    * [x] a\n      and c\n    * [ ] b\n\n    So.\n    </quiz>",
      ["What? [a\nand c] b (So.)"]
    ),
    (
      "<quiz>\nThe capital is [[Paris]].\n\n---\nOn the Seine.\n</quiz>",
      ["The capital is _____. =Paris (On the Seine.)"]
    ),
    ("<quiz>\nBy [[Guido]] in [[1991]].\n</quiz>", ["By _____ in 1991. =Guido", "By Guido in _____. =1991"]),
    (
      "```\n<quiz>\nno\n</quiz>\n```\n<quiz>\nWhat?\n```\n- [x] no\n```\n- [x] a\n- [ ] b\n</quiz>",
      ["What?\n```\n- [x] no\n``` [a] b"]
    ),
  ])
  func `can contain blocks of each form`(text: String, expected: [String]) throws {
    let found = try read(text)
    #expect(found.format == .markdown && lines(found) == expected, "\(found.notes)")
  }

  @Test(arguments: [
    ("<quiz>\nWhat?\n- [ ] a\n- [ ] b\n</quiz>", "1-5 no right answer: mark one with [x]"),
    ("<quiz>\nWords\n</quiz>", "1-3 it has no question, or no correct answer"),
    (
      "<quiz>\nOpen?\n- [x] a\n- [ ] b\n\nprose\n<quiz>\nWhat?\n- [x] a\n- [ ] b\n</quiz>",
      "1-6 its <quiz> is never closed: add </quiz>"
    ),
    (
      "<quiz>\nWhat?\n- [x] a\n- [ ] b\n</quiz>\n<quiz>\nOpen?\n- [x] a\n- [ ] b\n",
      "6-9 its <quiz> is never closed: add </quiz>"
    ),
    ("<quiz>\nThe [[open\n</quiz>", "1-3 gaps inside of gaps, or one that is never closed"),
  ])
  func `names the block that it leaves out`(text: String, note: String) throws {
    #expect(try read(text).notes.map { "\($0.line)-\($0.lastLine) \($0.reason)" } == [note])
  }

  @Test func `is distinguished from Moodle XML, which begins alike`() throws {
    for xml in ["<quiz><question type='essay'/></quiz>", "<quiz>\n<!-- x --><question type='essay'/></quiz>"] {
      #expect(try read(xml).format == .moodleXML)
    }
    #expect(try read(Self.block).format == .markdown)
  }
}

@Suite struct `A GIFT option that is markup` {
  private static let texts = [
    "<br>", "<br/>", "<meta>", "<link>", "<hr>", "<input>", "<?xml version>", "<?xml version\\=\"1.0\"?>",
    "<!-- comment -->", "<!DOCTYPE html>", "<p></p>", "<style></style>", "<script></script>", "<img>",
    "<video></video>",
    "<lb>", "<a>",
  ]

  @Test func `is kept as text, in every combination`() throws {
    for right in Self.texts {
      for wrong in Self.texts where wrong != right {
        let found = try read("Which? {=\(right) ~\(wrong)}", as: .gift)
        let words = [right, wrong].map { $0.replacing("\\", with: "") }
        #expect(lines(found) == ["Which? [\(words[0])] \(words[1])"] && found.notes.isEmpty, "\(found.notes)")
      }
    }
  }
}
