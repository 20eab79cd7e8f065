import Foundation
import HomeworkTestKit
import Testing

/// Keys of `hwdb play` under its own terminal.
@Suite(.enabled(if: Machine.hasTerminals, "there are no pseudo-terminals")) struct `A key` {
  private let terminal = Terminal()

  private func hwdb(_ arguments: String..., input: String = "") throws -> CommandResult {
    try terminal.hwdb(arguments, input: input)
  }

  private func play(
    _ question: String, count: Int = 1, _ options: String..., motion: String = "reduced"
  ) throws
    -> PseudoTerminal
  {
    try terminal.directory.write(
      "[\(Array(repeating: question, count: count).joined(separator: ","))]", to: "quiz.json")
    #expect(try hwdb("import", "quiz.json").status == 0)
    let screen = try terminal.screen(["play", "quiz", "--motion", motion] + options)
    #expect(screen.shows { $0.text.contains("Esc stop") })
    return screen
  }

  /// Returns the response of the last answer as it is stored.
  private func stored() throws -> String? {
    let attempt = String(try hwdb("attempt", "list").output.prefix(8))
    let read =
      try JSONSerialization.jsonObject(
        with: Data(try hwdb("attempt", "show", attempt, "--json").output.utf8)) as? [String: Any]
    return (read?["answers"] as? [[String: Any]])?.last?["response"] as? String
  }

  private static let fillIn = #"{"type": "fillBlank", "question": "q", "correctAnswer": "a"}"#
  private static let choice = #"{"type": "mcq", "question": "q", "options": ["a", "b"], "correctIndex": 0}"#

  @Test(arguments: [
    ("bc\u{1B}[Da", "bac"), ("bc\u{1B}OD\u{1B}OCa", "bca"), ("bc\u{1B}[Ha\u{1B}[Fd", "abcd"),
    ("bc\u{1B}[1~a\u{1B}[4~d", "abcd"), ("bc\u{1}a\u{5}d", "abcd"), ("abc\u{1}\u{1B}[3~", "bc"),
    ("abc def\u{1B}[D\u{1B}[D\u{17}", "abc ef"), ("abc def\u{1B}[D\u{15}", "f"), ("ab\u{1B}[D\u{7F}", "b"),
    ("\u{1B}[D\u{1B}[C\u{1B}[3~\u{7F}a", "a"), ("e\u{301}a\u{1B}[D\u{7F}", "a"), ("東京\u{1B}[Da", "東a京"),
    // Keys that have no meaning here: Shift-Left, F5, Alt-E.
    ("a\u{1B}[1;2Db", "ab"), ("a\u{1B}[15~b", "ab"), ("a\u{1B}eb", "ab"),
    ("\u{1B}[200~two\nlines,\ta tab\u{7} and \u{1}more\u{1B}[201~.", "two lines, a tab and more."),
    ("ab\u{1B}[D\u{1B}[200~-\u{1B}[201~", "a-b"),
  ]) func `edits a typed answer, which never holds a control character`(typed: String, wanted: String) throws {
    let screen = try play(Self.fillIn)
    // A terminal sends a sequence at once, and one key after the other.
    screen.type(typed)
    screen.type("\n")
    #expect(screen.shows { $0.text.contains("Enter finish quiz") }, "\(screen.screen.text)")
    #expect(try stored() == wanted)
  }

  @Test func `edits a line of a dialogue, whose arrows leave no trace`() throws {
    try terminal.directory.write("[\(Self.fillIn)]", to: "quiz.json")
    #expect(try hwdb("import", "quiz.json").status == 0)
    _ = try hwdb("play", "quiz", "--plain", input: "b\u{1B}[D\u{1B}OC\u{1B}[1;5Dc\u{7}\td\n\n\n")
    #expect(try stored() == "bc d")
  }

  @Test func `skips in every quiz if it is Tab, and no letter of an option does`() throws {
    let options = (0..<26).map { #""\#($0)""# }.joined(separator: ",")
    let many = #"{"type": "mcq", "question": "q", "options": [\#(options)], "correctIndex": 18}"#
    let screen = try play("\(many), \(Self.choice), \(Self.fillIn)")
    screen.type("q")
    #expect(screen.shows { $0.text.contains("> Q ") })
    screen.type("s\n")
    #expect(screen.shows { $0.text.contains("Correct") })
    screen.type("\nsq\t\t")
    #expect(screen.shows { $0.text.contains("2 skipped") })
  }

  @Test(arguments: [[], ["--immediate"]]) func `answers nothing if it is Enter and no option is chosen`(
    options: [String]
  ) throws {
    let several = #"{"type": "multi", "question": "m", "options": ["a", "b", "c"], "correctIndexes": [0, 1]}"#
    let order = #"{"type": "ordering", "question": "o", "items": ["a", "b"]}"#
    try terminal.directory.write("[\(Self.choice), \(Self.choice), \(several), \(order), \(Self.fillIn)]", to: "q.json")
    #expect(try hwdb("import", "q.json").status == 0)
    let screen = try terminal.screen(["play", "q", "--motion", "reduced"] + options)
    func shows(_ words: String) { #expect(screen.shows { $0.text.contains(words) }, "\(screen.screen.text)") }
    shows("Question 1 of 5")
    // Enter and Space on a fresh question, and a double Enter after "next".
    screen.type("\n \n")
    screen.type("b")
    if options.isEmpty { screen.type("\n") }
    shows("Incorrect")
    screen.type("\n\n\n")
    shows("Question 2 of 5")
    #expect(!screen.screen.text.contains("> A"))
    // Arrows choose from the first or the last.
    screen.type("\u{1B}[A")
    shows("> B")
    screen.type("\u{1B}[B\n")
    shows("Correct.")
    screen.type("\n\n\n")
    shows("Question 3 of 5")
    screen.type("\t\n\n")
    shows("Question 4 of 5")
    screen.type("\t\n\n")
    shows("Question 5 of 5")
    let attempt = String(try hwdb("attempt", "list").output.prefix(8))
    let outcomes = try hwdb("attempt", "show", attempt, "--json").output.matches(of: /"outcome":"([a-z]+)"/).map(\.1)
    #expect(outcomes == ["wrong", "correct", "skipped", "skipped"])
  }

  @Test func `moves the bar only with the question`() throws {
    let screen = try play(Self.choice, count: 2)
    #expect(screen.shows { $0.text.contains("Question 1 of 2") && $0.text.contains(" 50 %") })
    screen.type("a\n")
    #expect(screen.shows { $0.text.contains("Correct.") && $0.text.contains(" 50 %") })
    screen.type("\n")
    #expect(screen.shows { $0.text.contains("Question 2 of 2") && $0.text.contains(" 100 %") })
  }

  @Test func `lets confetti fall to its end, beside the text`() throws {
    let screen = try play(Self.choice, count: 6, "--immediate", motion: "full")
    screen.type("a\na\na\na\na")
    #expect(screen.shows { $0.text.contains("Question 5 of 6") && $0.text.contains("Enter next") })
    func particles(_ screen: TerminalScreen) -> Int { screen.text.count { "▪•◆▴".contains($0) } }
    #expect(screen.shows { particles($0) > 10 })
    var frames = [screen.screen]
    for _ in 0..<5 {
      _ = screen.shows(seconds: 0.1) { _ in false }
      frames.append(screen.screen)
    }
    screen.type("x")
    _ = screen.shows(seconds: 0.2) { _ in false }
    #expect(particles(screen.screen) > 0)
    // The faintest is a dot.
    #expect(screen.shows { particles($0) == 0 && !$0.text.contains("·") })
    let settled = screen.screen
    let rows = settled.lines.indices.filter { $0 > 0 && settled.lines[$0].contains(/\w/) }
    #expect(rows.count >= 5)
    for frame in frames {
      for row in rows {
        let isWhole = (0..<80).allSatisfy { settled[row, $0] == " " || frame[row, $0] == settled[row, $0] }
        #expect(isWhole, "\(frame.lines[row]) for \(settled.lines[row])")
      }
    }
  }
}
