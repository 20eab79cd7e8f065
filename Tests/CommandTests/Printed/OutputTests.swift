import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkTestKit
import Testing

/// `Every documented command` tests the other outputs.
@Suite struct `Output that cannot be written` {
  private let terminal = Terminal()

  /// Runs a shell line that can call `hwdb` and `hwdbd`.
  private func shell(_ line: String) throws -> CommandResult {
    try run(
      "/bin/bash", ["-c", line],
      environment: [
        "HWDB_DATABASE": terminal.directory.path("hwdb.sqlite"), "PATH": "\(ThisPackage.binaries().path):/usr/bin:/bin",
      ], directory: terminal.directory.url.path)
  }

  @Test(arguments: [
    "hwdb --version", "hwdb --help", "hwdb list --help", "hwdb manual-page", "hwdb complete-words -- ''",
    "hwdb list --json", "hwdbd --version", "hwdbd --help",
  ])
  func `exits with 1 and one line of error, but silently with 0 if the reader left`(command: String) throws {
    let full = try shell("\(command) > /dev/full")
    #expect(full.status == 1, "\(full)")
    #expect(
      full.errors.contains("standard output cannot be written (No space left on device): free some space, or redirect"))
    #expect(full.problems.count == 1)
    if command.hasSuffix("--json") {
      #expect(try JSONValue(parsing: Data(full.errors.utf8))["error"]?["name"] == "invalid")
    }
    let closed = try shell("\(command) >&-")
    #expect(closed.status == 1 && closed.errors.contains("(Bad file descriptor)"), "\(closed)")
    let gone = try shell("{ \(command); echo $? >&2; } | true")
    #expect(gone.errors == "0\n", "\(gone)")
  }

  /// A quiz of one megabyte, with room for 64 KiB.
  @Test(arguments: ["", "--json"]) func `is a partial export that exits with 1`(option: String) throws {
    let question =
      #"{"type": "fillBlank", "question": "\#(String(repeating: "x", count: 8000))", "correctAnswer": "y"}"#
    let questions = Array(repeating: question, count: 130).enumerated().map {
      $0.element.replacing("\"y\"", with: "\"\($0.offset)\"")
    }
    try terminal.directory.write("[\(questions.joined(separator: ", "))]", to: "large.json")
    #expect(try terminal.hwdb("import", "large.json").status == 0)
    let whole = try shell("hwdb export --all \(option) > whole")
    #expect(whole.status == 0 && whole.errors.isEmpty, "\(whole.errors.prefix(300))")
    let part = try shell("ulimit -f 64; hwdb export --all \(option) > part")
    #expect(part.status == 1 && part.errors.contains("(File too large)"), "\(part.errors.prefix(300))")
    #expect(part.problems.count == 1)
    let size = { try terminal.directory.contents(of: $0).utf8.count }
    #expect(try size("whole") > 1_000_000 && size("part") == 65_536)
  }

  @Test func `keeps the existing page and leaves no partial file`() throws {
    let script = ThisPackage.root.appending(path: "Examples/scenarios/killed-twice.scenario").path
    let report = "hwdb scenario report '\(script)'"
    #expect(try shell("\(report) -o page.html; ln -s page.html link.html; chmod 640 page.html").status == 0)
    let before = try terminal.directory.contents(of: "page.html")
    let files = try FileManager.default.contentsOfDirectory(atPath: terminal.directory.url.path).sorted()
    for file in ["page.html", "link.html", "new.html"] {
      let result = try shell("ulimit -f 8; \(report) -o \(file)")
      #expect(result.status == 1 && result.errors.contains("\(file) cannot be written (File too large)"), "\(result)")
    }
    for file in [".", "absent/page.html"] { #expect(try shell("\(report) -o \(file)").status == 1) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: terminal.directory.url.path).sorted() == files)
    #expect(try terminal.directory.contents(of: "page.html") == before)
    // If the file can be written, it is written through the link, and keeps its permissions.
    #expect(try shell("echo old > page.html; \(report) -o link.html").status == 0)
    #expect(try terminal.directory.contents(of: "page.html").hasSuffix("</html>\n"))
    #expect(try shell("stat -c %a page.html; readlink link.html").output == "640\npage.html\n")
  }

  @Test func `is written to a pipe, which stays in place`() throws {
    let script = ThisPackage.root.appending(path: "Examples/scenarios/killed-twice.scenario").path
    let line = "mkfifo pipe; cat pipe > got & hwdb scenario report '\(script)' -o pipe && wait $! && test -p pipe"
    #expect(try shell("timeout 30 bash -c '\(line.replacing("'", with: "\""))'").status == 0)
    #expect(try terminal.directory.contents(of: "got").hasSuffix("</html>\n"))
  }
}

extension TemporaryDirectory {
  fileprivate func contents(of name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }
}
