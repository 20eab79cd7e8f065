import HomeworkModel
import HomeworkTestKit
import Testing

@Suite struct `A quiz edited at the terminal` {
  private let terminal = Terminal()
  private let id: String

  init() throws {
    try terminal.directory.write(
      """
      [{"type": "mcq", "question": "Half of 4?", "options": ["2", "3", "4"], "correctIndex": 0},
       {"type": "fillBlank", "question": "Half of 8 is __", "correctAnswer": "4", "acceptedAnswers": ["four"]},
       {"type": "shortAnswer", "question": "What is a half?", "correctAnswer": "One of two equal parts.",
        "keyConcepts": [["equal"]]}]
      """, to: "quiz.json")
    id = try terminal.add("Halves", "--quiz", terminal.directory.path("quiz.json"))
  }

  private func edit(_ arguments: [String]) throws -> CommandResult {
    try terminal.hwdb(["quiz", "edit", id] + arguments)
  }

  private func quiz() throws -> JSONValue { try terminal.json(terminal.hwdb("quiz", "show", id, "--json")) }

  /// Each change alone, and the resulting question.
  @Test(
    arguments: [
      (["1", "--question", "2 + 0?"], "question", "2 + 0?"),
      (["1", "--option", "B=5", "--option", "C="], "options", ["2", "5"]),
      (["1", "--option", "D=8", "--correct", "D"], "correctIndex", 3),
      (["1", "--option", "A=", "--correct", "b"], "correctIndex", 0),
      (["1", "--explanation", "Two and two."], "explanation", "Two and two."),
      (["2", "--answer", "IV"], "correctAnswer", "IV"),
      (["2", "--accept", "4.0", "--accept", "vier"], "acceptedAnswers", ["4.0", "vier"]),
      (["2", "--accept", ""], "acceptedAnswers", []), (["2", "--exact", "yes"], "exact", true),
      (["3", "--answer", "A part."], "correctAnswer", "A part."),
      (["3", "--concept", "two|2", "--concept", "equal|same"], "keyConcepts", [["two", "2"], ["equal", "same"]]),
      (["3", "--concept", ""], "keyConcepts", []),
    ] as [([String], String, JSONValue)])
  func `changes only the named part`(_ arguments: [String], _ key: String, _ wanted: JSONValue) throws {
    let before = try quiz()
    #expect(try edit(arguments).output == "Revision 2, with 3 questions\n")
    let after = try quiz()
    let changed = try #require(Int(arguments[0])) - 1
    for index in 0..<3 {
      let (old, new) = (before["questions"]?.array?[index], after["questions"]?.array?[index])
      guard index == changed else {
        #expect(new == old)
        continue
      }
      #expect(new?[key] == wanted)
      for name in ["id", "type", "question", "explanation", "correctAnswer"] where name != key {
        #expect(new?[name] == old?[name])
      }
    }
  }

  @Test func `gains, loses and moves questions`() throws {
    func prompts() throws -> [String] { try quiz()["questions"]?.array?.compactMap { $0["question"]?.string } ?? [] }
    try terminal.directory.write(
      #"[{"type": "fillBlank", "question": "New", "correctAnswer": "x"}]"#, to: "new.json")
    #expect(try edit(["1", "--add", terminal.directory.path("new.json")]).status == 0)
    #expect(try prompts() == ["Half of 4?", "New", "Half of 8 is __", "What is a half?"])
    #expect(try edit(["4", "--move", "1"]).status == 0)
    #expect(try prompts() == ["What is a half?", "Half of 4?", "New", "Half of 8 is __"])
    #expect(try edit(["2", "--remove"]).status == 0)
    #expect(try edit(["--add", terminal.directory.path("new.json")]).status == 0)
    #expect(try prompts() == ["What is a half?", "New", "Half of 8 is __", "New"])
    #expect(
      try edit(["1", "--question", "What is a half?"]).output == "Nothing to change: revision 5 is already like that\n")
  }

  /// Each call prints one line of error and changes nothing.
  @Test(arguments: [
    [], ["1"], ["--question", "x"], ["9", "--question", "x"], ["0", "--remove"], ["1", "--question", " "],
    ["1", "--option", "E=x"], ["1", "--option", "x"], ["1", "--option", "A="], ["1", "--correct", "D"],
    ["1", "--option", "B=", "--option", "C="], ["1", "--answer", "x"], ["1", "--accept", "x"], ["1", "--concept", "x"],
    ["2", "--option", "A=x"], ["2", "--correct", "A"], ["2", "--concept", "x"], ["2", "--answer", ""],
    ["3", "--accept", "x"], ["3", "--correct", "A"], ["1", "--move", "9"], ["1", "--move", "2", "--remove"],
    ["1", "--remove", "--question", "x"], ["--add", "missing.json"],
  ])
  func `rejects an impossible change`(_ arguments: [String]) throws {
    let before = try quiz()
    let result = try edit(arguments)
    #expect(result.status != 0 && result.output == "", "\(result)")
    #expect(result.problems.count == 1, "\(result.errors)")
    #expect(try quiz() == before)
  }
}
