import Foundation
import HomeworkFormats
import HomeworkModel
import Testing

@Suite struct `A column with an unknown heading` {
  private static let unread = #"0 not read: "first" (2), "second" (2), "third" (2)"#

  @Test(arguments: [("B", "C"), ("b", "c"), ("2", "3"), ("y", "t")])
  func `holds an option if the answers name each row's`(first: String, second: String) throws {
    let found = try read("question,first,second,third,answer\nQ,x,y,z,\(first)\nR,r,s,t,\(second)\n")
    #expect(lines(found) == ["Q x [y] z", "R r s [t]"])
    let reason = #"options "first", "second", "third", as their content shows: name others if this is wrong"#
    #expect(notes(found) == ["1 columns: \(reason)"])
  }

  @Test(arguments: [("A", "B"), ("C", "D"), ("z", "w"), ("1", "2")])
  func `leaves out a question if it may hold an option`(first: String, second: String) throws {
    let found = try read("question,first,second,third,answer\nQ,x,y,z,\(first)\nR,r,s,t,\(second)\n")
    let left = found.notes.filter { $0.outcome == .leftOut }.map(\.reason)
    #expect(found.added + left.count == 2 && !left.isEmpty, "\(lines(found))")
    #expect(left.allSatisfy { $0 == "columns with unknown headings may be its options: name the columns" })
    #expect(notes(found)[0] == Self.unread, "\(notes(found))")
  }

  @Test func `is reported with the number of its cells, as are all that are not read`() throws {
    let found = try read("question,answer,points,rule,hint\nQ,four words,2,x,\nR,other words,1,,look\n")
    #expect(lines(found) == ["Q =four words", "R =other words"])
    #expect(notes(found) == [#"0 not read: "points" (2), "hint" (1), "rule" (1)"#])
    let named = try read("Land,Stadt,\nA,B,x\n", columns: ColumnMapping(question: "Land", answer: "Stadt"))
    #expect(notes(named) == [#"0 not read: "column 3" (1)"#])
  }

  @Test func `or with none is named by its place, in a row that is shorter`() throws {
    let rows = "nr,,a,b,c\n1,Q,x,y,z,a\n2,R,r,s,t,c\n3,S,u,v,w,b\n"
    let columns = ColumnMapping(question: "2", answer: "6", options: ["3", "4", "5"])
    let found = try read(rows, columns: columns)
    #expect(
      lines(found) == ["Q [x] y z", "R r s [t]", "S u [v] w"] && notes(found) == [#"0 not read: "nr" (3)"#],
      "\(found.notes)")
    #expect(throws: QuizFormatError.self) { try read(rows, as: .csv) }
  }

  @Test(arguments: [":", ""])
  func `is none in a table whose first column has the headings`(sign: String) throws {
    let text = "Question:,Red?\nRight:,Mars\nWrong:,Venus\nWrong:,Io\nQuestion:,Rings?\nWrong:,Venus\nRight:,Saturn\n"
    let found = try read(text.replacing(":", with: sign), as: .csv)
    #expect(lines(found) == ["Red? Io [Mars] Venus", "Rings? [Saturn] Venus"] && found.notes.isEmpty)
    let rows = try read("Question\(sign),Right\(sign),Wrong\(sign)\nRed?,Mars,Venus\n", as: .csv)
    #expect(lines(rows) == ["Red? [Mars] Venus"] && rows.notes.isEmpty)
  }

  @Test(arguments: [
    ("Right: Mars Wrong: Venus Wrong: Io", "Io [Mars] Venus"),
    ("Wrong: Io; Right: at 9:00, or so", "Io [at 9:00, or so]"),
    ("Correct: x\nCorrect: y\nIncorrect: z", "[x] [y] z"), ("Richtig: x, Falsch: y", "[x] y"),
    ("Right: of: way", "=Right: of: way"), ("Note: x Wrong: y", "=Note: x Wrong: y"),
  ])
  func `is none if a cell labels each answer`(cell: String, expected: String) throws {
    for head in ["question,answer\n", "question,options\n", ""] {
      let found = try read("\(head)Red?,\"\(cell)\"\nOne?,two\n", as: .csv)
      #expect(lines(found) == ["Red? \(expected)", "One? =two"] && found.notes.isEmpty, "\(lines(found))")
    }
  }

  @Test(arguments: ["mc", "Multiple choice", "multi"])
  func `is none of a choice without options, which is left out`(type: String) throws {
    let found = try read("question,type,answer\nRed?,\(type),Mars\nRings?,text,Saturn\n")
    #expect(
      lines(found) == ["Rings? =Saturn"]
        && found.notes.map(\.reason) == ["it has no options, though its type needs some"])
  }

  @Test func `is none above wrong answers in one cell, beside which several may be right`() throws {
    let found = try read("question,correct answers,wrong answers\nOdd?,x;y,z;w\nEven?,2,1;3\nRed?,a,b\n")
    #expect(lines(found) == ["Odd? w [x] [y] z", "Even? 1 [2] 3", "Red? [a] b"] && found.notes.isEmpty, "\(found)")
  }

  @Test func `is none above the sides of cards, whose backs may be long`() throws {
    let long = "one two three four five six seven eight nine"
    #expect(try lines(read("front,back\nQ,\(long)\nR,short\n")) == ["Q | \(long)", "R =short"])
    #expect(try lines(read("question,answer\nQ,\(long)\n")) == ["Q =\(long)"])
  }

  @Test(arguments: [
    "问题,选项A,选项B,正确答案,解析", "質問,選択肢1,選択肢2,正解,解説", "질문,보기 1,보기 2,정답,해설",
    "السؤال,الخيار 1,الخيار 2,الإجابة الصحيحة,الشرح", "प्रश्न,विकल्प A,विकल्प B,सही उत्तर,व्याख्या",
  ])
  func `is none in five languages of Asia`(headings: String) throws {
    let found = try read("\(headings)\nQ,x,y,B,so\n")
    #expect(found.format == .csv && lines(found) == ["Q x [y] (so)"] && found.notes.isEmpty, "\(found)")
  }

  @Test(arguments: [
    ("Вопрос,Вариант А,Вариант Б,Ответ", "Б"), ("السؤال,الخيار أ,الخيار ب,الإجابة", "ب"), ("質問,選択肢ア,選択肢イ,正解", "イ"),
    ("질문,보기 가,보기 나,정답", "나"), ("प्रश्न,विकल्प क,विकल्प ख,उत्तर", "ख"), ("题目,选项一,选项二,答案", "B"), ("题目,选项①,选项②,答案", "②"),
  ])
  func `is none with a letter of another alphabet, which may be the answer`(headings: String, letter: String) throws {
    let found = try read("\(headings)\nQ,x,y,\(letter)\n")
    #expect(lines(found) == ["Q x [y]"] && found.notes.isEmpty, "\(found)")
    // A letter of no known order names one of them all the same.
    let unknown = try read("question,first,second,answer\nQ,x,y,Ж\nR,x,y,Ђ\n")
    #expect(unknown.added == 0 && unknown.leftOut == 2, "\(lines(unknown))")
  }

  @Test func `is none if it is lettered, right or wrong`() throws {
    let found = try read("Question,Answer,Notes,Distractor A,Distractor B\nRed?,Mars,iron,Venus,Io\n")
    #expect(lines(found) == ["Red? Io [Mars] Venus (iron)"] && found.notes.isEmpty, "\(found)")
  }
}
