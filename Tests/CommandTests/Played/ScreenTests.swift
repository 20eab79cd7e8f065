import Foundation
import HomeworkTestKit
import Testing

/// Every screen of `hwdb play`, as drawn in Tests/Screens, one file for each size.
@Suite(.enabled(if: Machine.hasTerminals, "there are no pseudo-terminals")) struct `The screens of play` {
  private let terminal = Terminal()

  init() throws {
    try import_(PlayedQuiz.json, as: "The rivers of Europe, the mountains they come from and the seas they run to")
    try import_(PlayedQuiz.short, as: "Seas")
  }

  private func import_(_ json: String, as title: String) throws {
    try terminal.directory.write(json, to: "quiz.json")
    let added = try terminal.hwdb("add", title, "--quiz", "quiz.json")
    #expect(added.status == 0, "\(added)")
  }

  private func play(_ size: Size, _ arguments: [String], motion: String = "reduced") throws -> PseudoTerminal {
    try terminal.screen(["play", "--motion", motion] + arguments, columns: size.columns, rows: size.rows)
  }

  struct Size: CustomStringConvertible, Sendable {
    let columns: UInt16, rows: UInt16
    var description: String { "\(columns)x\(rows)" }
    var file: URL { ThisPackage.root.appending(path: "Tests/Screens/\(self).txt") }
  }

  static let sizes = [Size(columns: 40, rows: 20), Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)]

  @Test(arguments: Sampling.isAll ? sizes : [sizes[1]]) func `are as drawn`(size: Size) throws {
    var drawn = try Drawn(size.file)
    try drawn.compare(
      try play(size, []),
      [
        ("", "menu"), ("rivers of\n", "question"), ("c", "another option chosen"), ("\n", "wrong"), ("\n", "code"),
        ("\t", "skipped"), (String(repeating: "a river that is long ", count: 10), "typed text of several lines"),
        ("\u{15}Sea\u{1B}[Hthe Black \n", "right"), ("\n", "40 lines and 26 options"),
        ("\u{1B}[6~", "40 lines, a page further"), ("z", "the last of 26 options"),
        ("\n", "the last of 26 options answered"), ("\u{1B}", "stopping"),
      ], end: "k")
    let again = try play(size, ["The rivers"])
    try drawn.compare(
      again,
      [
        ("", "going on"), ("nothing that is right\n", "wrong, with a long explanation"), ("\n", "results"),
        ("r", "review"), ("  ", "review, two pages further"),
      ])
    again.type("\u{1B}")
    #expect(again.shows { $0.text.contains("D done") })
    try drawn.compare(again, [("w", "practice"), ("\t\t\t\t", "results of practice")], end: "d")
    let timed = try play(size, ["Seas", "--immediate", "--time-limit", "90min"])
    #expect(timed.shows { $0.text.contains("left") })
    try drawn.compare(
      timed,
      [
        ("", "immediate, with a limit"), ("\u{1B}", "stopping before the first answer"),
        ("x" + String(repeating: "a\n", count: 5), "results with stars"),
      ], end: "d")
    let allowed = try terminal.hwdb("database", "settings", "--accept-answers", "on")
    #expect(allowed.status == 0, "\(allowed)")
    try drawn.compare(
      try play(size, ["The rivers", "--only", "3"]),
      [("a sea\n", "a wrong answer that may be counted"), ("r", "an answer that counts")])
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

  /// Types keys one after the other, each of which must lead to the screen of that name, and those that end the play.
  mutating func compare(
    _ terminal: PseudoTerminal, _ steps: [(keys: String, name: String)], end keys: String? = nil
  ) throws {
    for step in steps {
      if !step.keys.isEmpty { terminal.type(step.keys) }
      try compare(step.name, terminal)
    }
    guard let keys else { return }
    terminal.type(keys)
    #expect(terminal.finish() == 0)
  }

  /// Waits until the terminal shows the screen.
  private mutating func compare(_ name: String, _ terminal: PseudoTerminal) throws {
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
