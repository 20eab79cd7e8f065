import Foundation
import HomeworkModel
import HomeworkTestKit
import Testing

/// A named path may be mistyped, or its drive may be missing: nothing is created in place of the folder.
@Suite struct `A named folder that does not exist` {
  private let directory = TemporaryDirectory()
  private let missing: String

  init() throws {
    missing = directory.path("missing")
    try directory.write(#"[{"type": "mcq", "question": "?", "options": ["a", "b"], "correctIndex": 0}]"#, to: "q.json")
    try #require(hwdb("add", "Fractions", "--database", path("home.sqlite")).status == 0)
    try #require(hwdb("database", "backup", path("copy.sqlite"), "--database", path("home.sqlite")).status == 0)
  }

  private func path(_ name: String) -> String { directory.path(name) }

  private func hwdb(_ words: String...) throws -> CommandResult { try hwdb(words) }

  private func hwdb(_ words: [String], _ environment: [String: String] = [:]) throws -> CommandResult {
    try run(ThisPackage.binary("hwdb"), words, environment: environment.merging(["TZ": "UTC"]) { own, _ in own })
  }

  /// The commands that create a database.
  private var creating: [[String]] {
    [
      ["add", "X"], ["import", path("q.json")], ["learner", "add", "Ana"],
      ["database", "restore", path("copy.sqlite"), "--yes"], ["sync", path("home.sqlite")],
    ]
  }

  @Test func `is refused by every command that would create a database in it`() throws {
    let (database, home) = ("\(missing)/x.sqlite", path("home.sqlite"))
    let refused =
      try creating.map { (words) in (words, try hwdb(words + ["--database", database])) }
      + creating.map { words in (words, try hwdb(words, ["HWDB_DATABASE": database])) }
      + [["sync", database, "--database", home], ["sync", database, "--database", home, "--dry-run"]].map {
        ($0, try hwdb($0))
      }
    for (words, result) in refused {
      #expect(result.status == 5, "\(words): \(result)")
      #expect(
        result.errors.contains("the folder \(missing) does not exist: correct the path, or create"),
        "\(words): \(result)")
      #expect(result.output.isEmpty && result.problems.count == 1, "\(words): \(result)")
      #expect(!FileManager.default.fileExists(atPath: missing), "\(words)")
    }
  }

  @Test func `is refused by a daemon, for its database and its socket`() throws {
    for (database, socket) in [("\(missing)/x.sqlite", path("s")), (path("home.sqlite"), "\(missing)/s")] {
      let result = try run(ThisPackage.binary("hwdbd"), ["--database", database, "--socket", socket])
      #expect(result.status != 0 && result.problems.count == 1, "\(result)")
      #expect(result.errors.contains("the folder \(missing) does not exist: correct the path, or create"), "\(result)")
      #expect(!FileManager.default.fileExists(atPath: missing))
    }
  }

  @Test func `is created if it is a default folder`() throws {
    let data = path("data")
    #expect(try hwdb(["add", "X"], ["XDG_DATA_HOME": data, "HWDB_DATABASE": ""]).status == 0)
    #expect(FileManager.default.fileExists(atPath: "\(data)/hwdb/hwdb.sqlite"))
  }
}

@Suite struct `A sync with a file that does not exist` {
  private let directory = TemporaryDirectory()

  private func hwdb(_ words: String...) throws -> CommandResult {
    try run(ThisPackage.binary("hwdb"), words, environment: ["TZ": "UTC"])
  }

  @Test func `reports the replica that it creates, at either end`() throws {
    let (home, stick, tablet) = (directory.path("home"), directory.path("stick"), directory.path("tablet"))
    _ = try hwdb("add", "Fractions", "--database", home)
    let sent = try hwdb("sync", stick, "--database", home)
    #expect(sent.status == 0 && sent.errors == "hwdb: created a new replica: \(stick)\n", "\(sent)")
    let again = try hwdb("sync", stick, "--database", home)
    #expect(again.status == 0 && again.errors == "")
    let received = try hwdb("sync", stick, "--database", tablet)
    #expect(received.errors == "hwdb: created a new replica: \(tablet)\n", "\(received)")
    let other = try "'\(ThisPackage.binary("hwdb"))' sync --stdio --database '\(directory.path("far"))'"
    let piped = try hwdb("sync", "--via", other, "--database", home)
    #expect(piped.errors == "hwdb: created a new replica: \(directory.path("far"))\n", "\(piped)")
  }

  @Test func `creates nothing in a dry run`() throws {
    let (home, stick) = (directory.path("home"), directory.path("stick"))
    _ = try hwdb("add", "Fractions", "--database", home)
    let result = try hwdb("sync", stick, "--database", home, "--dry-run")
    #expect(result.output == "1 assignment, 1 learner sent\n")
    #expect(result.errors == "hwdb: would create a new replica: \(stick)\n")
    #expect(!FileManager.default.fileExists(atPath: stick))
  }
}
