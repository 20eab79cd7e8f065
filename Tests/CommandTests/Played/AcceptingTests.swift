import Foundation
import HomeworkTestKit
import Testing

/// Having a wrong typed answer counted, with the built executable.
@Suite struct `Having a wrong typed answer counted` {
  private let terminal = Terminal()

  init() throws {
    try terminal.directory.write(
      """
      {"topic": "Sums", "questions": [
        {"type": "fillBlank", "question": "One and one?", "correctAnswer": "two"},
        {"type": "mcq", "question": "Salt?", "options": ["yes", "no"], "correctIndex": 0},
        {"type": "fillBlank", "question": "Two and two?", "correctAnswer": "four"}]}
      """, to: "sums.json")
    #expect(try hwdb("import", "sums.json").status == 0)
  }

  private func hwdb(_ words: String..., input: String = "") throws -> CommandResult {
    try terminal.hwdb(words, input: input)
  }

  @Test func `is off in a new library, and can be allowed`() throws {
    let shown = try hwdb("database", "settings")
    #expect(shown.status == 0 && shown.output == "A wrong typed answer stays wrong\n", "\(shown)")
    let allowed = try hwdb("database", "settings", "--accept-answers", "on")
    #expect(allowed.output == "A wrong typed answer counts if the learner says so\n", "\(allowed)")
    #expect(try hwdb("database", "settings", "--accept-answers", "maybe").status == 2)
    #expect(try hwdb("database", "settings", "--accept-answers", "off", "--json").output.contains("false"))
  }

  @Test func `is offered line by line after a wrong typed answer, where it is allowed`() throws {
    let offer = "Write right if you were right"
    let before = try hwdb("play", "--plain", "Sums", input: "a pair\n\nexit\nabandon\n")
    #expect(before.output.contains("Incorrect. The answer is two.") && !before.output.contains(offer), "\(before)")
    _ = try hwdb("database", "settings", "--accept-answers", "on")
    let played = try hwdb("play", "--plain", "Sums", input: "a pair\nRight\n\nb\nright\na few\nright\n\n\n")
    #expect(played.output.contains("\(offer), or Enter for the next question: "), "\(played)")
    #expect(played.output.contains("Counted as correct. The answer is two.\nEnter for the next question: "))
    #expect(played.output.contains("\(offer), or Enter to finish the quiz: "))
    // The word means nothing after a chosen answer.
    #expect(played.output.components(separatedBy: offer).count == 3)
    #expect(played.output.contains("You scored 2 of 3, 67 percent."), "\(played)")
  }

  @Test(.enabled(if: Machine.hasTerminals, "there are no pseudo-terminals"))
  func `is offered in the terminal by a key that the bottom line names`() throws {
    _ = try hwdb("database", "settings", "--accept-answers", "on")
    let game = try terminal.screen(["play", "Sums"], environment: ["HWDB_MOTION": "off"])
    func shows(_ words: String, without others: String? = nil) -> Bool {
      game.shows { $0.text.contains(words) && !(others.map($0.text.contains) ?? false) }
    }
    #expect(shows("One and one?"))
    game.type("a pair\n")
    #expect(shows("R I was right"))
    game.type("r")
    #expect(shows("Counted as correct. The answer is two", without: "I was right"))
    game.type("r\n")
    #expect(shows("Salt?"))
    game.type("b\n")
    #expect(shows("Incorrect", without: "I was right"))
    // Switched off meanwhile: the screen says so, and the game goes on.
    game.type("\na few\n")
    #expect(shows("R I was right"))
    _ = try hwdb("database", "settings", "--accept-answers", "off")
    game.type("R")
    #expect(shows("this library keeps answers"))
    game.type("\n")
    #expect(shows("1/3"))
  }
}
