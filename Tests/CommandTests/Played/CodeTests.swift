import HomeworkTestKit
import Testing

/// A quiz about code, in which lines and indentation are what differs.
@Suite struct `Code in a quiz` {
  private let terminal = Terminal()
  private static let quiz = #"""
    [{"type": "mcq", "introduction": "Read:\n  a", "question": "Which prints?\n\nfor x in y:\n    if x:\n\tz",
      "options": ["if x:\n    y", "if x:\ny"], "correctIndex": 0, "explanation": "if x:\n\n    y"},
     {"type": "card", "question": "if\n  y", "back": "if\n    z"}]
    """#

  init() throws {
    try terminal.directory.write(Self.quiz, to: "code.json")
    #expect(try terminal.hwdb("import", "code.json").status == 0)
  }

  private func keeps(_ parts: [String], _ words: String..., input: String = "") throws {
    let result = try terminal.hwdb(words, input: input)
    for part in parts { #expect(result.output.contains(part), "\(part)\n\(result)") }
  }

  @Test func `keeps its lines and its indentation wherever it is printed`() throws {
    let prompt = "Which prints?\n\nfor x in y:\n    if x:\n    z\n"
    let options = "  A: if x:\n         y\n  B: if x:\n     y\n"
    try keeps(
      [
        "Read:\n  a\n", prompt, options, "Incorrect. The answer is A if x:\n    y.\nif x:\n\n    y\n",
        "The back is: if\n    z\n",
      ],
      "play", "code", "--plain", input: "B\n\n\nk\n\n\n")
    let shown = "Which prints?\n\n   for x in y:\n       if x:\n       z\n"
    try keeps(
      [
        "Read:\n  a\n", "1. \(shown)", " * A if x:\n         y\n   B if x:\n     y\n", "   if x:\n\n       y\n",
        "2. if\n     y\n * if\n       z\n",
      ], "quiz", "show", "code", "--answers")
    let attempt = String(try terminal.hwdb("attempt", "list").output.prefix(8))
    try keeps(
      [
        "1. \(shown)", "   Incorrect: B if x:\n   y\n", "   Correct answer: A if x:\n       y\n",
        "   if x:\n\n       y\n",
      ],
      "attempt", "review", attempt)
    let next = String(try terminal.hwdb("attempt", "start", "code", "--practice").output.prefix(8))
    try keeps(["Incorrect. The answer is if x:\n    y.\nif x:\n\n    y\n"], "attempt", "answer", next, "B")
  }
}
