import Foundation
import HomeworkTestKit
import Testing

/// Every screen of `hwdb play`, as drawn in Tests/Screens, one file for each size.
@Suite(.enabled(if: Machine.hasTerminals, "there are no pseudo-terminals")) struct `The screens of play` {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try import_(PlayedQuiz.json, as: "The rivers of Europe, the mountains they come from and the seas they run to")
    try import_(PlayedQuiz.short, as: "Seas")
  }

  private func import_(_ json: String, as title: String) throws {
    try directory.write(json, to: "quiz.json")
    let added = try run(
      ThisPackage.binary("hwdb"), ["add", title, "--quiz", directory.path("quiz.json")], environment: place)
    #expect(added.status == 0, "\(added)")
  }

  private var place: [String: String] { ["HWDB_DATABASE": directory.path("hwdb.sqlite")] }

  private func play(_ size: Size, _ arguments: [String], motion: String = "reduced") throws -> PseudoTerminal {
    try PseudoTerminal(
      ThisPackage.binary("hwdb"), ["play", "--motion", motion] + arguments, columns: size.columns, rows: size.rows,
      environment: place)
  }

  struct Size: CustomStringConvertible, Sendable {
    let columns: UInt16, rows: UInt16
    var description: String { "\(columns)x\(rows)" }
    var file: URL { ThisPackage.root.appending(path: "Tests/Screens/\(self).txt") }
  }

  static let sizes = [Size(columns: 40, rows: 20), Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)]

  @Test(arguments: Sampling.isAll ? sizes : [sizes[1]]) func `are as drawn`(size: Size) throws {
    var drawn = try Drawn(size.file)
    var screen = try play(size, [])
    try drawn.compare("menu", screen)
    screen.type("rivers of\n")
    try drawn.compare("question", screen)
    screen.type("c")
    try drawn.compare("another option chosen", screen)
    screen.type("\n")
    try drawn.compare("wrong", screen)
    screen.type("\n")
    try drawn.compare("code", screen)
    screen.type("\t")
    try drawn.compare("skipped", screen)
    screen.type(String(repeating: "a river that is long ", count: 10))
    try drawn.compare("typed text of several lines", screen)
    screen.type("\u{15}Sea\u{1B}[Hthe Black \n")
    try drawn.compare("right", screen)
    screen.type("\n")
    try drawn.compare("40 lines and 26 options", screen)
    screen.type("\u{1B}[6~")
    try drawn.compare("40 lines, a page further", screen)
    screen.type("z")
    try drawn.compare("the last of 26 options", screen)
    screen.type("\n")
    try drawn.compare("the last of 26 options answered", screen)
    screen.type("\u{1B}")
    try drawn.compare("stopping", screen)
    screen.type("k")
    #expect(screen.finish() == 0)

    screen = try play(size, ["The rivers"])
    try drawn.compare("going on", screen)
    screen.type("nothing that is right\n")
    try drawn.compare("wrong, with a long explanation", screen)
    screen.type("\n")
    try drawn.compare("results", screen)
    screen.type("r")
    try drawn.compare("review", screen)
    screen.type("  ")
    try drawn.compare("review, two pages further", screen)
    screen.type("\u{1B}")
    #expect(screen.shows { $0.text.contains("D done") })
    screen.type("w")
    try drawn.compare("practice", screen)
    screen.type("\t\t\t\t")
    try drawn.compare("results of practice", screen)
    screen.type("d")
    #expect(screen.finish() == 0)

    screen = try play(size, ["Seas", "--immediate", "--time-limit", "90min"])
    #expect(screen.shows { $0.text.contains("left") })
    try drawn.compare("immediate, with a limit", screen)
    screen.type("\u{1B}")
    try drawn.compare("stopping before the first answer", screen)
    screen.type("x" + String(repeating: "a\n", count: 5))
    try drawn.compare("results with stars", screen)
    screen.type("d")
    #expect(screen.finish() == 0)

    let allowed = try run(
      ThisPackage.binary("hwdb"), ["database", "settings", "--accept-answers", "on"], environment: place)
    #expect(allowed.status == 0, "\(allowed)")
    screen = try play(size, ["The rivers", "--only", "3"])
    screen.type("a sea\n")
    try drawn.compare("a wrong answer that may be counted", screen)
    screen.type("r")
    try drawn.compare("an answer that counts", screen)
    try drawn.end()
  }
}

/// The screens of a file: each has a line with its name before it.
private struct Drawn {
  private let file: URL
  private var wanted: [String: String] = [:]
  private var shown: [(name: String, text: String)] = []
  /// True to draw the file anew. The test fails then: somebody has to look at the screens.
  private let isDrawing = ProcessInfo.processInfo.environment["HWDB_DRAW_SCREENS"] != nil

  init(_ file: URL) throws {
    self.file = file
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    for part in text.components(separatedBy: "\n===== ").dropFirst() {
      let (name, screen) = (part.prefix { $0 != "\n" }, part.drop { $0 != "\n" }.dropFirst())
      wanted[String(name)] = String(screen.last == "\n" ? screen.dropLast() : screen)
    }
  }

  /// Waits until the terminal shows the screen.
  mutating func compare(_ name: String, _ terminal: PseudoTerminal) throws {
    if isDrawing {
      var last = ""
      _ = terminal.shows { !$0.text.allSatisfy(\.isWhitespace) }
      repeat {
        last = Self.text(terminal.screen)
        _ = terminal.shows(seconds: 2.5) { Self.text($0) != last }
      } while Self.text(terminal.screen) != last
      return shown.append((name, last))
    }
    let wanted = wanted[name] ?? "(not in the file)"
    let isShown = terminal.shows { Self.text($0) == wanted }
    #expect(isShown, "\(name) is not as in \(file.lastPathComponent):\n\(Self.text(terminal.screen))")
    #expect(terminal.screen.unknown.isEmpty)
    shown.append((name, wanted))
  }

  func end() throws {
    if isDrawing {
      let text = shown.map { "\n===== \($0.name)\n\($0.text)" }.joined()
      try Data(
        "Screens of \(file.deletingPathExtension().lastPathComponent), drawn by ScreenTests.swift.\n\(text)\n".utf8
      )
      .write(to: file)
      Issue.record("the screens are drawn anew: look at them")
    }
    #expect(Set(wanted.keys).subtracting(shown.map(\.name)).isEmpty)
  }

  /// The lines of a screen to its last one, between marks, with the time at 0:00.
  private static func text(_ screen: TerminalScreen) -> String {
    let border = "+" + String(repeating: "-", count: screen.columns) + "+"
    let lines = (0..<screen.rows).map { row in
      "|" + (0..<screen.columns).map { screen[row, $0] }.joined() + "|"
    }
    return ([border] + lines + [border]).joined(separator: "\n")
      .replacing(/1:(29:\d\d|30:00) left/, with: "1:30:00 left").replacing(/\b0:\d\d\b/, with: "0:00")
  }
}
