import Foundation
import HomeworkTestKit
import Testing

/// Playing every type of question with the built executable.
@Suite struct `Playing all types of questions` {
  private let terminal = Terminal()
  private static let quiz = """
    {"topic": "All", "questions": [
      {"type": "multi", "introduction": "Read this.", "question": "Primes?", "options": ["1", "2", "3"],
       "correctIndexes": [1, 2]},
      {"type": "numeric", "question": "g?", "correctAnswer": 9.81, "tolerance": 0.05, "unit": "m/s²"},
      {"type": "gaps", "text": "{1} lies on the {2}", "gaps": [
        {"correctAnswer": "Paris"}, {"options": ["Loire", "Seine"], "correctIndex": 1}]},
      {"type": "ordering", "question": "Count", "items": ["one", "two"]}CARD
    ]}
    """

  private func add(card: String = "") throws {
    try terminal.directory.write(Self.quiz.replacing("CARD", with: card), to: "all.json")
    let added = try terminal.hwdb("import", "all.json")
    #expect(added.status == 0, "\(added)")
  }

  @Test func `works line by line, and says why not every answer earned a star`() throws {
    try add()
    let played = try terminal.hwdb(
      "play", "--plain", "All", input: "A,Z\nb c\n\nten\n9,8\n\nparis; B\n\n2 1\n\n\n")
    let words = played.output
    for part in [
      "Read this.", "Your answer (options from A to C, each once, such as A,C), or skip or exit:", "does not fit",
      "(1) ____ lies on the (2) ____", "You scored 4 of 4, 100 percent.",
      "Stars come from questions whose answer is chosen.",
    ] { #expect(words.contains(part), "\(part): \(words)") }
  }

  @Test func `is practice if cards are among them, which the learner grades`() throws {
    try add(card: #", {"type": "card", "question": "chat", "back": "cat"}"#)
    let refused = try terminal.hwdb("attempt", "start", "All")
    #expect(refused.status != 0 && refused.errors.contains("practice: is needed"), "\(refused)")
    let played = try terminal.hwdb("play", "--plain", "All", input: "skip\nskip\nskip\nskip\n\nk\n\n\n")
    #expect(played.output.contains("The back is: cat") && played.output.contains("You scored 1 of 5"), "\(played)")
    #expect(played.output.contains("practice earns no stars"))
  }

  @Test(.enabled(if: Machine.hasTerminals, "there are no pseudo-terminals"))
  func `picks options by letters or Space, in order`() throws {
    try add(card: #", {"type": "card", "question": "chat", "back": "cat"}"#)
    let game = try terminal.screen(["play", "All"], environment: ["HWDB_MOTION": "off"])
    #expect(game.waits(for: "Letters or Space choose"))
    game.type("bac")
    #expect(game.waits(for: "[x]"))
    game.type("a\n")
    #expect(game.waits(for: "Correct"))
    game.type("\n9.8\n")
    #expect(game.waits(for: "Correct. The answer is 9.81 m/s²"))
    game.type("\nParis;Seine\n")
    #expect(game.waits(for: "Correct. The answer is Paris; Seine"))
    game.type("\n")
    #expect(game.waits(for: "in order"))
    game.type("ba")
    #expect(game.waits(for: "[2]"))
    game.type("\n\n")
    #expect(game.waits(for: "show the back"))
    game.type("\n")
    #expect(game.waits(for: "knew it"))
    game.type("n")
    #expect(game.waits(for: "The answer is cat"))
  }
}
