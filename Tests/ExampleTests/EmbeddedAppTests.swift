import Foundation
import HomeworkTestKit
import Testing

@Suite struct `The embedded app` {
  private static let folder = ThisPackage.root.appending(path: "Examples/EmbeddedApp")

  @Test(.inTestAll) func `continues with the next question after a kill at any answer`() throws {
    let app = try ThisPackage.embeddedApp()
    let asked = [
      ("A half of a half?", "a quarter"), ("3/4 + 1/4?", "1"), ("2 × 1/3?", "2/3"), ("1/2 − 1/4?", "1/4"),
      ("6/8?", "3/4"),
    ]
    let celebrated = ["  dotSettle for 200 ms"]
    let fifth = celebrated + ["  A1 for 1100 ms", "  A4 for 2900 ms"]
    for count in 1...5 {
      let directory = TemporaryDirectory()
      let path = directory.path("x.sqlite")
      let killed = try run(app, [path, "--die-after", "\(count)"])
      #expect(killed.status == SIGKILL)
      let next = try run(app, [path])
      #expect(next.status == 0)
      var printed = next.output.split(separator: "\n").map(String.init)
      // Answers come faster than dots settle, so the number of killed dots varies.
      let suppressed = Set(printed.filter { $0.hasSuffix(" is not shown again") }.map { $0.prefix { $0 != " " } })
      #expect(suppressed == (count == 5 ? ["dotSettle", "A1", "A4"] : ["dotSettle"]))
      printed.removeAll { $0.hasSuffix(" is not shown again") }
      var lines = ["Going on with question \(count + 1)"]
      for index in count..<5 {
        lines += [asked[index].0] + (index == 4 ? fifth : celebrated) + ["  \(asked[index].1): correct"]
      }
      #expect(printed == lines + ["  A2 for 450 ms", "  A3 for 200 ms", "100 %, best of 1"])
      // The next run starts another attempt.
      #expect(try run(app, [path]).output.hasSuffix("100 %, best of 2\n"))
    }
    let refused = try run(app, [Self.folder.path])
    #expect(refused.status == 1 && refused.output.contains("is a directory"))
  }

  @Test(.inTestAll) func `runs the code of the README again and again, also after a kill before the quiz is finished`()
    throws
  {
    let directory = TemporaryDirectory()
    func firstPage(_ more: String...) throws -> CommandResult {
      try run(ThisPackage.embeddedApp(), ["--first-page"] + more, directory: directory.url.path)
    }
    let killed = try firstPage("killed")
    #expect(killed.status == SIGKILL, "\(killed)")
    let second = try firstPage()
    #expect(second.status == 0 && second.output.hasSuffix("100 %\n") && !second.output.contains(" ms"), "\(second)")
    #expect(try firstPage().output == "play dotSettle for 200 ms\n100 %\n")
  }

  /// Only `hwdb`, which plays scripts, contains disks that fail.
  @Test(.inTestAll) func `contains nothing that makes a disk fail, and neither does the daemon`() throws {
    let faults = ["hwdb_disk_", "HomeworkScenarios", "sqlite3_vfs_register"]
    for program in [try ThisPackage.embeddedApp(), try ThisPackage.binary("hwdbd")] {
      let symbols = try run("/usr/bin/nm", [program]).output
      #expect(symbols.contains("HomeworkStore") && symbols.contains("hwdb_set_busy_wait"))
      for name in faults { #expect(!symbols.contains(name), "\(program) holds \(name)") }
    }
    let symbols = try run("/usr/bin/nm", [try ThisPackage.binary("hwdb")]).output
    for name in faults { #expect(symbols.contains(name)) }
  }

  /// The code in the README and the articles is also in the app, line by line, at any indentation.
  @Test(arguments: [
    ("Sources/HomeworkStore/HomeworkStore.docc/GettingStarted.md", 6),
    ("Sources/HomeworkPlay/HomeworkPlay.docc/PlayingAQuiz.md", 3), ("README.md", 1),
  ])
  func `contains the code of the pages`(page: String, count: Int) throws {
    let article = try text(of: ThisPackage.root.appending(path: page))
    let sources = try ["EmbeddedApp.swift", "QuizScreen.swift", "FirstPage.swift"].map { name in
      try trimmed(text(of: Self.folder.appending(path: "Sources/EmbeddedApp/\(name)")))
    }
    let app = sources.joined(separator: "\n")
    let blocks = article.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    #expect(blocks.count == count)
    for block in blocks {
      // Imports on a page are at the top of the file.
      let lines = trimmed(block).split(separator: "\n")
      let (imports, code) = (lines.filter { $0.hasPrefix("import ") }, lines.filter { !$0.hasPrefix("import ") })
      #expect(code.isEmpty || app.contains(code.joined(separator: "\n")), "\(block)")
      for line in imports { #expect(app.contains(line), "\(line)") }
    }
  }

  /// Its tests play scenarios in their own process, and the page about this begins with them.
  @Test(.inTestAll) func `plays scenarios in its own tests, as its page shows`() throws {
    let tests = try ThisPackage.embeddedAppTests()
    let ran = try run(tests, ["--testing-library", "swift-testing"])
    let printed = ran.output + ran.errors
    #expect(ran.status == 0, "\(printed)")
    #expect(printed.contains("Test run with 3 tests in 3 suites passed"), "\(printed)")
    #expect(printed.contains("scenario → killed before the fifth answer is saved"))
    // The failure is reported with its file and line, as shown on the page.
    let law = "law 1, saved before shown, is broken: dotSettle was shown before anything was on disk, in line 17: "
    #expect(printed.contains("at killed.scenario:17:1") && printed.contains(law))
    let page = try text(of: Self.folder.appending(path: "README.md"))
    #expect(joined(page).contains(joined(law)) && page.contains("at killed.scenario:17:1"))
    let code = try #require(page.split(separator: "```swift\n").dropFirst().first?.split(separator: "```").first)
    let source = try trimmed(text(of: Self.folder.appending(path: "Tests/EmbeddedAppTests/ScenarioTests.swift")))
    let lines = code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect((1...10).contains(lines.count))
    for line in lines {
      let (whole, left) = (source.split(separator: "\n"), line.replacing("{ … }", with: "{"))
      #expect(whole.contains { $0 == left }, "\(line)")
    }
  }

  private func joined(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func trimmed(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
  }

  private func text(of file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }
}
