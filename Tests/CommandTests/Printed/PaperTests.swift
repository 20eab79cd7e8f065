import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkTestKit
import Testing

@Suite struct `Exports for other programs` {
  @Test func `list all progress and attempts as CSV`() throws {
    let terminal = Terminal()
    #expect(try terminal.hwdb("progress", "--format", "csv").output.hasPrefix("homeworkId,title,subject,questionCount"))
    _ = try terminal.hwdb("add", "a \"quoted\", title", "--subject", "two\nlines")
    let rows = try terminal.hwdb("progress", "--format", "csv").output.components(separatedBy: "\r\n")
    #expect(rows.count == 3 && rows[1].hasSuffix(",\"a \"\"quoted\"\", title\",\"two\nlines\",0,,,0,0,,"), "\(rows)")
    try terminal.directory.write(
      "[{\"type\": \"mcq\", \"question\": \"q\", \"options\": [\"a\", \"b\"], \"correctIndex\": 0}]", to: "q.json")
    let id = try terminal.add("played")
    _ = try terminal.hwdb("quiz", "set", id, "q.json")
    for _ in 0..<3 {
      let attempt = try #require(try terminal.json(terminal.hwdb("attempt", "start", id, "--json"))["id"]?.string)
      _ = try terminal.hwdb("attempt", "answer", attempt, "A")
      _ = try terminal.hwdb("attempt", "finish", attempt)
    }
    let attempts = try terminal.hwdb("attempt", "list", "--format", "csv").output.components(separatedBy: "\r\n")
    #expect(attempts.count == 5 && attempts[1].contains(",completed,1,1,100,excellent,0,"))
    #expect(try terminal.hwdb("progress", "--format", "tsv").status == 2)
  }

  @Test func `include a manual page with every command and option in valid troff`() throws {
    let terminal = Terminal()
    let page = try terminal.hwdb("manual-page").output
    let lines = page.split(separator: "\n")
    let macros = Set(lines.filter { $0.hasPrefix(".") }.compactMap { $0.split(separator: " ").first })
    #expect(macros == [".TH", ".SH", ".B", ".I", ".TP", ".br"])
    #expect(!lines.contains { $0.hasPrefix("'") })
    for name in try terminal.commandNames() {
      #expect(lines.contains { $0 == ".B \(name)" || $0.hasPrefix(".B \(name) ") }, "\(name)")
      for word in try run(ThisPackage.binary("hwdb"), ["help"] + name.split(separator: " ").map(String.init)).output
        .split(whereSeparator: { " \n[]=".contains($0) }) where word.hasPrefix("--")
      {
        #expect(page.contains(word.replacing("-", with: "\\-")), "\(name) \(word)")
      }
    }
  }
}
