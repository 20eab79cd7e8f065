import Foundation
import HomeworkModel
import HomeworkTestKit
import Testing

@Suite struct `A reviewed attempt` {
  private let terminal = Terminal()
  private let attempt: String

  init() throws {
    try terminal.directory.write(
      """
      [{"type": "mcq", "question": "A half of a half?", "options": ["a quarter", "one"], "correctIndex": 0,
        "explanation": "Half of it, and half of that."},
       {"type": "mcq", "question": "Which \\u001b[31mcolour?", "options": ["red\\u0007", "blue"], "correctIndex": 1},
       {"type": "fillBlank", "question": "Half of 8 is __", "correctAnswer": "4", "acceptedAnswers": ["four"]},
       {"type": "shortAnswer", "question": "What is a half, in words that are so many that they take more than a line of a terminal?",
        "correctAnswer": "one of two equal parts, into which a whole is cut, or of which it is made, as the case may be"},
       {"type": "mcq", "question": "Last?", "options": ["yes", "no"], "correctIndex": 0}]
      """, to: "quiz.json")
    let id = try terminal.add("Halves", "--quiz", terminal.directory.path("quiz.json"))
    attempt = try terminal.id(of: ["attempt", "start", id])
    for response in ["A", "A", "four"] { _ = try terminal.hwdb("attempt", "answer", attempt, response) }
    _ = try terminal.hwdb("attempt", "skip", attempt)
  }

  @Test func `describes each question in words, without control characters`() throws {
    let result = try terminal.hwdb("attempt", "review", attempt)
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(
      result.status == 0 && lines[0].hasPrefix("Halves, ") && lines[1].contains("question 5 of 5, 2 of 5 correct"))
    #expect(
      lines.dropFirst(2).joined(separator: "\n") == """

        1. A half of a half?
           Correct: A a quarter
           Half of it, and half of that.

        2. Which \u{FFFD}[31mcolour?
           Incorrect: A red\u{FFFD}
           Correct answer: B blue

        3. Half of 8 is __
           Correct: four
           Also correct: 4

        4. What is a half, in words that are so many that they take more than a line of a terminal?
           Skipped
           Correct answer: one of two equal parts, into which a whole is cut, or of which it is made, as the case may be

        Question 5 is still open: continue with hwdb play.

        """)
    #expect(try terminal.json(terminal.hwdb("attempt", "review", attempt, "--json"))["answers"]?.array?.count == 4)
    let missing = try terminal.hwdb("attempt", "review", "01a20094-ab9d-7355-9c43-6e9f1fe690db")
    #expect(missing.status == 3 && missing.output.isEmpty)
  }

  @Test func `says which answers were graded anew, and shows the corrected key`() throws {
    _ = try terminal.hwdb("attempt", "answer", attempt, "A")
    _ = try terminal.hwdb("attempt", "finish", attempt)
    func review() throws -> String { try terminal.hwdb("attempt", "review", attempt).output }
    let before = try review()
    for (number, key) in [("1", "B"), ("2", "A")] {
      _ = try terminal.hwdb("quiz", "edit", "Halves", number, "--correct", key, "--regrade")
    }
    let after = try review()
    #expect(
      after.contains("   Incorrect: A a quarter, graded anew by the corrected key\n   Correct answer: B "), "\(after)")
    #expect(after.contains("   Correct: A red\u{FFFD}, graded anew by the corrected key\n\n3."), "\(after)")
    for _ in 1...2 { _ = try terminal.hwdb("undo") }
    #expect(try review() == before)
  }

  @Test func `names unanswered questions`() throws {
    _ = try terminal.hwdb("attempt", "abandon", attempt, "--yes")
    #expect(try terminal.hwdb("attempt", "review", attempt).output.hasSuffix("\nQuestion 5 is not answered.\n"))
  }

  @Test(.enabled(if: Machine.hasTerminals, "there are no pseudo-terminals"))
  func `fits 80 columns`() throws {
    let shown = try terminal.screen(["attempt", "review", attempt], environment: ["NO_COLOR": "1"])
    #expect(shown.finish() == 0)
    // Continuation lines are indented a little further.
    #expect(shown.output.contains(/\n   Correct answer: one of two equal parts,[^\n]*\n     \w/))
    for line in shown.output.split(whereSeparator: \.isNewline) { #expect(line.count <= 80, "\(line)") }
  }
}
