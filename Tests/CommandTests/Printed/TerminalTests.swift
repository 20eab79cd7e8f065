import Foundation
import HomeworkStore
import HomeworkTestKit
import Testing

/// The output that a user sees: the built executable under a terminal.
@Suite(.enabled(if: Machine.hasTerminals, "there are no pseudo-terminals")) struct `On a terminal, hwdb` {
  private let terminal = Terminal()

  private func see(
    _ arguments: String..., columns: UInt16 = 80, typing: String? = nil, environment: [String: String] = [:]
  ) throws -> (status: Int32, lines: [String]) {
    let screen = try terminal.screen(arguments, columns: columns, environment: environment)
    if let typing {
      #expect(screen.waits(for: "[y/N]"))
      screen.type(typing)
    }
    let status = screen.finish()
    // A slow machine shows the progress of work, and clears it afterwards.
    let shown = screen.output.components(separatedBy: "\u{1B}[K").last ?? ""
    return (status, shown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  /// Adds homework of three types: played, wide, and with a title longer than any screen.
  private func fill() throws -> [String] {
    let quiz = ThisPackage.root.appending(path: "Examples/quizzes/fractions.json").path
    let played = try terminal.add("Adding fractions", "--subject", "Mathematics", "--quiz", quiz)
    let attempt = try terminal.id(of: ["attempt", "start", played])
    for index in 0..<10 {
      _ = try terminal.hwdb(index < 2 ? ["attempt", "skip", attempt] : ["attempt", "answer", attempt, correct(index)])
    }
    #expect(try terminal.hwdb("attempt", "finish", attempt).status == 0)
    let wide = try terminal.add("数学の宿題 🎉 第三章", "--subject", "数学", "--due", "2020-01-01")
    let long = try terminal.add(String(repeating: "A long title of many words ", count: 8))
    return [played, wide, long]
  }

  private func correct(_ index: Int) throws -> String {
    let json = try Data(contentsOf: ThisPackage.root.appending(path: "Examples/quizzes/fractions.json"))
    let quiz = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
    let question = try #require((quiz["questions"] as? [[String: Any]])?[index])
    return (question["correctIndex"] as? Int).map { String($0 + 1) } ?? question["correctAnswer"] as? String ?? ""
  }

  @Test func `draws scores over time and a year of days at every width`() throws {
    _ = try fill()
    let (_, lines) = try see("stats", "--color", "never")
    let scores = try #require(lines.firstIndex(of: "Score of the last attempt"))
    #expect(Array(lines[(scores + 1)...(scores + 2)]) == ["100 % ▄", "  0 % █"])
    #expect(lines.contains("Days played, 1 in a row now, 1 at most"))
    let year = lines.suffix(8).joined()
    #expect(year.count { $0 == "░" } == 1 && year.count { $0 == "·" } > 52 * 7 - 8)
    for columns in [20, 39, 53, 57, 58, 120] as [UInt16] {
      let (status, lines) = try see("stats", "--color", "never", columns: columns)
      #expect(status == 0)
      for line in lines.drop(while: { !$0.hasPrefix("Score") }) {
        #expect(screenWidth(of: line) <= Int(columns), "\(line)")
      }
    }
    #expect(try see("stats", "--color", "never", environment: ["LC_ALL": "C"]).lines.contains("  0 % #"))
  }

  @Test func `fits the list to every width, with aligned columns`() throws {
    _ = try fill()
    for columns in Sampling.part(Array(UInt16(1)...140), oneIn: 12) + [59, 60, 80] {
      let (status, lines) = try see("list", "--color", "never", columns: columns)
      #expect(status == 0)
      for line in lines { #expect(screenWidth(of: line) <= Int(columns), "\(columns): \(line)") }
      guard columns >= 60 else { continue }
      let heading = try #require(lines.first)
      #expect(heading.hasPrefix("ID        TITLE"))
      let start = try #require(heading.range(of: "PROGRESS")).lowerBound
      let column = heading.distance(from: heading.startIndex, to: start)
      for (line, mark) in zip(lines[1...3], ["no quiz", "no quiz", "████████░░ 80 %"]) {
        let start = try #require(line.range(of: mark)).lowerBound
        #expect(screenWidth(of: String(line[..<start])) == column, "\(columns): \(line)")
      }
    }
  }

  @Test func `shows each assignment's progress, score and time`() throws {
    _ = try fill()
    let (_, lines) = try see("list", "--color", "always", columns: 120)
    #expect(lines[3].contains("\u{1B}[34m████████░░ 80 %\u{1B}[0m"))
    #expect(lines[3].contains("8/10") && lines[3].contains("just now") && lines[3].contains("Mathematics"))
    #expect(lines[2].contains("数学の宿題 🎉 第三章") && lines[2].contains("overdue"))
    #expect(lines[1].contains("…"))
    let (_, ascii) = try see("list", columns: 120, environment: ["LC_ALL": "C", "NO_COLOR": "1"])
    #expect(ascii[3].contains("[########..] 80 %") && !ascii[3].contains("\u{1B}"))
    #expect(ascii[1].contains("~"))
  }

  @Test func `shows an assignment's details with its next step`() throws {
    let ids = try fill()
    let played = try see("show", ids[0], "--color", "never").lines
    #expect(played.contains("📚 Subject       Mathematics"))
    #expect(played.contains { $0.hasPrefix("📅 Added         just now, on ") })
    #expect(played.contains("Progress      ████████████████░░░░ 80 %"))
    #expect(played.contains("Best score    8/10") && played.contains("Attempts      1"))
    #expect(played.contains("Play again: hwdb attempt start \(ids[0].suffix(8))"))
    #expect(try see("show", ids[1]).lines.contains("No quiz yet: hwdb quiz set \(ids[1].suffix(8)) FILE"))
    _ = try terminal.hwdb("attempt", "start", ids[0])
    #expect(try see("show", ids[0]).lines.contains { $0.hasPrefix("Continue: hwdb attempt show ") })
    for line in try see("show", ids[2], columns: 40).lines { #expect(screenWidth(of: line) <= 40, "\(line)") }
  }

  @Test func `names the next step if there is nothing yet`() throws {
    for (command, words) in [
      (["list"], "No homework yet: add one with"), (["attempt", "list"], "No attempts yet: start one with"),
      (["progress"], "Nothing played yet: "), (["stats"], "Nothing to summarize yet: "),
    ] {
      // The folder of its database lasts as long as this value.
      let terminal = Terminal()
      let screen = try terminal.screen(command)
      #expect(withExtendedLifetime(terminal) { screen.finish() } == 0)
      #expect(screen.output.contains(words), "\(command): \(screen.output)")
    }
  }

  @Test func `shows the content of files without control characters, which go to a file as they are`() throws {
    _ = try terminal.add("Red\u{1B}[31m")
    for words in [["overview", "--format", "csv"], ["progress", "--format", "csv"]] {
      let screen = try terminal.screen(words)
      #expect(screen.finish() == 0)
      #expect(screen.output.contains("Red") && !screen.output.contains("\u{1B}[31m"), "\(screen.output)")
      #expect(try terminal.hwdb(words).output.contains("Red\u{1B}[31m"))
    }
  }

  @Test func `asks before it deletes, and takes only yes as consent`() throws {
    let id = try terminal.add("Adding fractions")
    for word in ["\n", "n\n", "nonsense\n", "\u{04}"] {
      let (status, lines) = try see("delete", id, typing: word)
      #expect(status == 1)
      #expect(lines.contains { $0.hasSuffix("hwdb: nothing was changed") }, "\(lines)")
      #expect(try terminal.hwdb("show", id).status == 0)
    }
    let (status, lines) = try see("delete", id, typing: "y\n")
    #expect(status == 0)
    #expect(lines.contains { $0.hasPrefix("Deleted ") })
    #expect(try terminal.hwdb("show", id).status == 3)
    #expect(try see("undo").lines.contains { $0.hasPrefix("Restored ") })
  }

  @Test func `asks whether a long list of pairs is one of cards`() throws {
    let pairs = (1...2001).map { "user\($0),Name \($0)\n" }.joined()
    let path = try terminal.directory.write(pairs, to: "accounts.csv")
    let refused = try see("import", path, columns: 200, typing: "n\n")
    #expect(refused.status != 0 && refused.lines.contains { $0.hasSuffix("nothing was changed") }, "\(refused)")
    #expect(try see("import", path, typing: "y\n").status == 0)
    #expect(try terminal.hwdb("list", "--limit", "50").output.contains("accounts (11 of 11)"))
  }

  @Test func `ends when its terminal closes, and changes nothing`() throws {
    let id = try terminal.add("Adding fractions")
    var screen: PseudoTerminal? = try terminal.screen(["delete", id])
    #expect(screen?.waits(for: "[y/N]") == true)
    // It ends by the signal, or by the end of its input.
    let status = screen?.hangUp()
    #expect(status == 128 + SIGHUP || status == 1)
    screen = nil
    #expect(try terminal.hwdb("show", id).status == 0)
  }

  @Test func `shows the progress of slow work, and clears it afterwards`() throws {
    _ = try terminal.add("Adding fractions")
    let other = try Connection(path: terminal.directory.path("hwdb.sqlite"), access: .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    let screen = try terminal.screen(["add", "waits"])
    #expect(screen.waits(for: "⠋ add, 0 s") && screen.waits(for: "⠙ add, 0 s"))
    try other.execute("ROLLBACK")
    #expect(screen.finish() == 0)
    let last = try #require(screen.output.components(separatedBy: "\r\u{1B}[K").last)
    #expect(last.hasPrefix("Added "))
    // Progress does not go to the errors of a script: only a terminal shows it.
    #expect(try see("list").lines.allSatisfy { !$0.contains("\u{1B}[K") })
  }

  @Test func `shows the streak beside an attempt`() throws {
    let quiz = try terminal.directory.write(
      "[\(Array(repeating: #"{"type": "mcq", "question": "q", "options": ["a", "b"], "correctIndex": 0}"#, count: 7).joined(separator: ","))]",
      to: "quiz.json")
    let id = try terminal.add("Streak", "--quiz", quiz)
    let attempt = try terminal.id(of: ["attempt", "start", id])
    for count in 1...6 {
      let lines = try see("attempt", "answer", attempt, "A", "--color", "never").lines
      let bar = String(repeating: "●", count: min(count, 4)) + String(repeating: "★", count: max(0, count - 4))
      #expect(lines[1].hasSuffix(bar + String(repeating: "○", count: 10 - count)), "\(lines)")
    }
  }
}

/// Measures with the C library, because the program's own measure is under test.
private func screenWidth(of text: String) -> Int {
  text.reduce(0) { sum, character in
    let scalars = character.unicodeScalars
    let isWide =
      scalars.contains { $0.properties.isEmojiPresentation || $0.value == 0xFE0F }
      || scalars.first.map { (0x2E80...0xA4CF).contains($0.value) } == true
    return sum + (isWide ? 2 : 1)
  }
}
