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
}
