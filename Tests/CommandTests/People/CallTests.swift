import Foundation
import HomeworkTestKit
import Testing

/// What `hwdb` says to its user: the commands in Tests/Screens/calls.txt, each with its output and errors, one after the
/// other on one library. `HWDB_DRAW_SCREENS` writes the file anew, with the help of each command that it lacks.
@Suite struct `A transcript of calls` {
  private let terminal = Terminal()
  private let file = ThisPackage.root.appending(path: "Tests/Screens/calls.txt")

  init() throws {
    let quizzes = ThisPackage.root.appending(path: "Examples/quizzes")
    for name in ["rivers.json", "fractions.json"] {
      try FileManager.default.copyItem(
        at: quizzes.appending(path: name), to: terminal.directory.url.appending(path: name))
    }
  }

  @Test func `is as recorded`() throws {
    let recorded = try String(contentsOf: file, encoding: .utf8)
    let known = recorded.components(separatedBy: "\n$ ").dropFirst()
    let helps = try terminal.commandNames().map { "hwdb help \($0)\n" }
    let calls = known + helps.filter { help in !known.contains { $0.hasPrefix(help) } }
    let heading = recorded.components(separatedBy: "\n$ ")[0]
    var made = heading
    for call in calls {
      let line = call.prefix { $0 != "\n" }
      let result = try run(
        "/bin/sh", ["-c", String(line)],
        environment: [
          "HWDB_DATABASE": "hwdb.sqlite", "TZ": "UTC", "PATH": "\(try ThisPackage.binaries().path):/usr/bin:/bin",
        ], directory: terminal.directory.url.path)
      let said = steady(result.output + result.errors) + (result.status == 0 ? "" : "[\(result.status)]\n")
      made += "\n$ \(line)\n\(said)"
      #expect("\(line)\n\(said)" == call, "\(line)")
      if line.hasPrefix("hwdb help ") || result.status == 2 {
        #expect(
          said.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.hasPrefix("  hwdb") || $0.hasPrefix("hwdb: ") },
          "\(said)")
      }
    }
    if ProcessInfo.processInfo.environment["HWDB_DRAW_SCREENS"] != nil { try Data(made.utf8).write(to: file) }
    #expect(calls.count >= 120)
  }

  /// Returns the text without what differs each time.
  private func steady(_ text: String) -> String {
    text.replacing(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, with: "ID")
      .replacing(/\b[0-9a-f]{8}\b/, with: "SHORT").replacing(/\w+day, \d+ \w+ 20\d\d/, with: "DAY")
      .replacing(/\d+ \w+ 20\d\d(, \d\d:\d\d)?/, with: "TIME").replacing(/--after \S+/, with: "--after CURSOR")
      .replacing(/hwdb 1\.\S+/, with: "hwdb VERSION").replacing(/SQLite 3[0-9.]+/, with: "SQLite 3")
      .replacing(terminal.directory.url.path, with: "HERE")
  }
}
