import Foundation
import HomeworkTestKit
import Testing

/// Leaving a quiz, which keeps the attempt unless the learner says otherwise.
@Suite struct `Leaving a quiz` {
  private let terminal = Terminal()

  init() throws {
    let quiz = ThisPackage.root.appending(path: "Examples/quizzes/rivers.json").path
    #expect(try terminal.hwdb("import", quiz).status == 0)
  }

  @Test(arguments: [
    "\nexit\nexit\n", "\nexit\nkeep\n", "\nexit\nEXIT\n", "\nexit\ne\n", "\nexit\nyes\n", "\nexit\nend\n",
    "\nexit\nquit\n",
    "\nexit\n", "\nexit\n\nexit\nexit\n", "exit\nexit\n", "exit\nkeep\n",
  ]) func `line by line keeps the attempt, whatever is written`(input: String) throws {
    let played = try terminal.hwdb("play", "rivers", "--plain", input: "B\n" + input)
    #expect(played.output.contains("Write keep, or abandon to end it, or Enter to go on: "), "\(played)")
    let attempts = try terminal.hwdb("attempt", "list").output
    #expect(attempts.contains("question 2 of 10") && attempts.split(separator: "\n").count == 1, "\(attempts)")
  }

  @Test(arguments: ["\nexit\nabandon\n", "exit\nAbandon\n"])
  func `line by line ends the attempt at the word that says so`(input: String) throws {
    let played = try terminal.hwdb("play", "rivers", "--plain", input: "B\n" + input)
    #expect(played.status == 0 && played.output.contains("your progress will be lost: 1 answer"), "\(played)")
    #expect(try terminal.hwdb("attempt", "list").output.contains("abandoned"))
  }

  @Test(.enabled(if: Machine.hasTerminals, "there are no pseudo-terminals"))
  func `in the terminal ends the attempt only by the key that the bottom line names`() throws {
    let screen = try terminal.screen(["play", "rivers", "--motion", "reduced"])
    #expect(screen.shows { $0.text.contains("Esc stop") })
    for key in ["y", "Y", "\n", "\u{1B}", "x", " ", "n"] {
      screen.type("\u{1B}")
      #expect(screen.shows { $0.text.contains("E end it") })
      screen.type(key)
      #expect(screen.shows { $0.text.contains("Esc stop") }, "\(key.debugDescription)")
    }
    screen.type("\u{1B}")
    #expect(screen.shows { $0.text.contains("E end it") })
    screen.type("e")
    #expect(screen.finish() == 0)
    #expect(try terminal.hwdb("attempt", "list").output.contains("abandoned"))
  }
}
