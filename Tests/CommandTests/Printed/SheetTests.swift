import Foundation
import HomeworkTestKit
import Testing

@Suite struct `A printable page` {
  private let terminal = Terminal()
  private let ids: [String]

  init() throws {
    let terminal = terminal
    let quizzes = try ThisPackage.files(in: "Examples/quizzes", withExtension: "json")
    ids = try quizzes.map { try terminal.add($0.lastPathComponent, "--quiz", $0.path) }
  }

  @Test func `is written for one or several assignments, with its key, to a file or standard output`() throws {
    for words in [["--all"], Array(ids.prefix(2)), [ids[0], "--shuffle", "both", "--seed", "7"]] {
      for key in [[], ["--key"]] {
        let command = ["export", "--format", "worksheet"] + words + key
        let printed = try terminal.hwdb(command)
        #expect(printed.status == 0 && printed.output.hasPrefix("<!DOCTYPE html>\n") && printed.errors.isEmpty)
        let sheets = printed.output.components(separatedBy: "<section ").count - 1
        #expect(sheets == (words == ["--all"] ? ids.count : words.filter(ids.contains).count))
        let written = try terminal.hwdb(command + ["-o", "page.html"])
        #expect(written.status == 0 && written.output.isEmpty && written.errors.isEmpty)
        #expect(try String(contentsOfFile: terminal.directory.path("page.html"), encoding: .utf8) == printed.output)
      }
    }
  }

  @Test func `is refused in one line if an option is impossible`() throws {
    for (words, status, line) in [
      (["--format", "gift", "--key"], 2, "--key: needs the format worksheet"),
      (["--seed", "7"], 2, "--seed: needs shuffle: say what to shuffle"),
      (["--shuffle", "both", "--seed", "-1"], 2, "--seed -1 is not a whole number from 0: write --seed 42"),
      (["--shuffle", "all"], 2, "--shuffle all is not allowed: write one of questions, options, both"),
      (["--format", "worksheet", "-o", "none/page.html"], 1, "none/page.html cannot be written"),
    ] as [([String], Int32, String)] {
      let refused = try terminal.hwdb(["export", ids[0]] + words)
      #expect(refused.status == status && refused.output.isEmpty, "\(words): \(refused)")
      #expect(
        refused.errors.hasPrefix("hwdb: \(line)") && refused.problems.count == 1, "\(refused)")
    }
    let empty = try terminal.add("without a quiz")
    #expect(try terminal.hwdb("export", empty, "--format", "worksheet").status == 3)
  }

  private func browse(_ arguments: String..., page: String) throws -> CommandResult {
    try run(
      try #require(Browser.path), ["--headless", "--no-sandbox", "--disable-gpu"] + arguments + ["file://\(page)"],
      environment: ["HOME": terminal.directory.url.path], seconds: 60)
  }

  @Test(.inBrowser)
  func `starts each quiz on a new sheet, and fits a phone's width`() throws {
    let path = terminal.directory.path("page.html"), paper = terminal.directory.path("page.pdf")
    for key in [[], ["--key"]] {
      #expect(try terminal.hwdb(["export", "--all", "--format", "worksheet", "-o", path] + key).status == 0)
      _ = try browse("--no-pdf-header-footer", "--print-to-pdf=\(paper)", page: path)
      let pages = String(decoding: try Data(contentsOf: URL(fileURLWithPath: paper)), as: UTF8.self)
        .matches(of: /\/Type \/Page\b/).count
      // Each has ten questions, on two pages of A4 or Letter.
      #expect(pages == 2 * ids.count)
      let page = try String(contentsOfFile: path, encoding: .utf8)
      let probe =
        "<script>document.title = `wide ${document.documentElement.scrollWidth <= innerWidth}`</script></body>"
      try page.replacing("</body>", with: probe).write(toFile: path, atomically: true, encoding: .utf8)
      let shown = try browse("--window-size=360,800", "--dump-dom", page: path)
      #expect(shown.output.contains("<title>wide true</title>"), "\(shown.errors.suffix(500))")
    }
  }
}
