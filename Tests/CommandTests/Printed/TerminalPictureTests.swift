import Foundation
import HomeworkTestKit
import Testing

/// Pictures of homework and of questions: the built executable under a terminal that the test simulates.
@Suite(.enabled(if: Machine.hasTerminals, "there are no pseudo-terminals")) struct `A picture` {
  /// Three red pixels in two rows; and a header that claims 60,000 by 60,000.
  private static let red =
    "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR42mP4z8AAQQxwFgBB0gX7b/EWxwAAAABJRU5ErkJggg=="
  private static let bomb =
    "iVBORw0KGgoAAAANSUhEUgAA6mAAAOpgCAIAAAAPsOIVAAAAC0lEQVR42mNggAEAAAoAAewkA7kAAAAASUVORK5CYII="
  private static let note = "The picture cannot be shown here"

  private let terminal = Terminal()

  private func hwdb(_ arguments: String...) throws -> String {
    let result = try terminal.hwdb(arguments)
    #expect(result.status == 0, "\(result)")
    return result.output
  }

  private func play(_ title: String, _ environment: [String: String] = [:]) throws -> PseudoTerminal {
    try terminal.screen(["play", title], environment: environment)
  }

  /// Plays the quiz of an assignment with this picture.
  private func play(picture: String, _ environment: [String: String] = [:]) throws -> PseudoTerminal {
    try #require(Data(base64Encoded: picture)).write(to: terminal.directory.url.appending(path: "picture"))
    let quiz = ThisPackage.root.appending(path: "Examples/quizzes/rivers.json").path
    _ = try hwdb("add", "Rivers", "--quiz", quiz, "--image", "picture")
    return try play("Rivers", environment)
  }

  @Test func `of homework is drawn before the first question`() throws {
    let screen = try play(picture: Self.red)
    #expect(screen.waits(for: "Press Enter to begin: "), "\(screen.output.debugDescription)")
    // Red, as the background or the foreground of a cell.
    #expect(screen.output.contains("8;5;196") || screen.output.contains("8;2;25"), "\(screen.output.debugDescription)")
    screen.type("\n")
    #expect(screen.waits(for: "Question 1 of 10"))
  }

  @Test func `is announced without chafa, and if it is damaged or hostile`() throws {
    let bare = try play(picture: Self.red, ["PATH": "/nowhere"])
    #expect(bare.waits(for: Self.note), "\(bare.output.debugDescription)")
    #expect(bare.waits(for: "Question 1 of 10"))
    for wrong in [Self.bomb, String(Self.red.prefix(44))] {
      let other = `A picture`()
      let screen = try other.play(picture: wrong)
      #expect(screen.waits(for: Self.note), "\(screen.output.debugDescription)")
      #expect(screen.waits(for: "Question 1 of 10"))
    }
  }

  @Test func `of a question is named, and shown by a key`() throws {
    let picture = #"{"base64": "\#(Self.red)", "alternative": "A red field"}"#
    let quiz = """
      [{"type": "fillBlank", "question": "Which colour?", "correctAnswer": "red", "picture": \(picture)},
       {"type": "mcq", "question": "Which?", "options": ["x", "y"], "correctIndex": 0, "answerPicture": \(picture)}]
      """
    try Data(quiz.utf8).write(to: terminal.directory.url.appending(path: "quiz.json"))
    _ = try hwdb("add", "Colours", "--quiz", "quiz.json")
    let screen = try play("Colours")
    #expect(screen.waits(for: "[picture: A red field]") && screen.waits(for: "Ctrl-P picture"))
    screen.type("re\u{10}")
    #expect(screen.waits(for: "Question 1: A red field") && screen.waits(for: "Press Enter to go on: "))
    #expect(screen.output.contains("8;5;196") || screen.output.contains("8;2;25"), "\(screen.output.debugDescription)")
    // The typed text is still there.
    screen.type("\nd\r")
    #expect(screen.waits(for: "Correct"), "\(screen.output.debugDescription)")
    let quizOfIt = try hwdb("quiz", "show", "Colours", "--answers")
    #expect(quizOfIt.contains("Which colour?") && quizOfIt.contains("[picture: A red field]"), "\(quizOfIt)")
    let json = try JSONSerialization.jsonObject(with: Data(try hwdb("quiz", "show", "Colours", "--json").utf8))
    let questions = try #require((json as? [String: Any])?["questions"] as? [[String: Any]])
    let digest = try #require((questions[0]["picture"] as? [String: String])?["digest"])
    _ = try hwdb("picture", digest, "-o", "saved.png")
    #expect(try Data(contentsOf: terminal.directory.url.appending(path: "saved.png")).base64EncodedString() == Self.red)
  }
}
