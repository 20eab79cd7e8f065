import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `Database maintenance at the terminal` {
  @Test func `describes, copies and restores a database`() throws {
    let terminal = Terminal()
    let id = try terminal.add("Fractions")
    #expect(try terminal.hwdb("database", "info").output.contains("Holds     1 homework, 0 quizzes"))
    #expect(try terminal.hwdb("database", "backup", "monday.sqlite").output.hasSuffix("monday.sqlite\n"))
    #expect(try terminal.hwdb("delete", id, "--yes").status == 0)
    let refused = try terminal.hwdb("database", "restore", "monday.sqlite")
    #expect(refused.status == 2 && refused.errors.hasPrefix("hwdb: database restore cannot ask for confirmation"))
    #expect(try terminal.hwdb("database", "restore", "monday.sqlite", "--yes").output.hasPrefix("Restored: 1 homework"))
    #expect(try terminal.hwdb("list").output.contains("Fractions"))
    #expect(try terminal.hwdb("database", "check").output == "The database is sound\n")
    #expect(try terminal.hwdb("database", "repair").output == "The database is sound\n")
    #expect(try terminal.hwdb("database", "vacuum").output.contains(", was "))
  }

  @Test func `uses the singular for a count of one`() throws {
    let terminal = Terminal()
    try terminal.directory.write(
      #"[{"type": "mcq", "question": "?", "options": ["a", "b"], "correctIndex": 0}]"#, to: "quiz.json")
    let id = try terminal.add("Fractions")
    #expect(try terminal.hwdb("quiz", "set", id, "quiz.json").output == "Set a quiz of 1 question\n")
    let holds = try terminal.hwdb("database", "info").output
    #expect(holds.contains("1 homework, 1 quiz, 1 question, 0 attempts, 0 answers, 0 pictures"), "\(holds)")
    try terminal.directory.write("scenario \"a\"\n  quiz mcq 1\n\n  start\n", to: "a.scenario")
    #expect(try terminal.hwdb("scenario", "check", "a.scenario").output == "1 scenario read\n")
  }

  @Test func `undoes a deletion once`() throws {
    let terminal = Terminal()
    let ids = [try terminal.add("1"), try terminal.add("2")]
    #expect(try terminal.hwdb("delete", ids[0], ids[1], "--yes").output.split(separator: "\n").count == 2)
    let undone = try terminal.hwdb("undo")
    #expect(undone.output == ids.enumerated().map { "Restored \($1.suffix(8))  \($0 + 1)\n" }.joined())
    let nothing = try terminal.hwdb("undo")
    #expect(nothing.status == 3 && nothing.errors.hasPrefix("hwdb: there is no deletion or regrading to undo"))
  }

  @Test(arguments: [
    (["restore", "absent.sqlite", "--yes"], "there is no such file"),
    (["restore", "text", "--yes"], "is not a database"),
    (["restore", "hwdb.sqlite", "--yes"], "is the database itself"),
    (["backup", "hwdb.sqlite"], "is the database itself"),
    (["backup", "absent/x.sqlite"], "cannot be opened"), (["backup"], "FILE is missing"),
  ])
  func `rejects impossible requests and changes nothing`(arguments: [String], message: String) throws {
    let terminal = Terminal()
    _ = try terminal.add("Fractions")
    try terminal.directory.write(String(repeating: "text ", count: 30), to: "text")
    let result = try run(
      ThisPackage.binary("hwdb"), ["database"] + arguments,
      environment: ["HWDB_DATABASE": terminal.directory.path("hwdb.sqlite")], directory: terminal.directory.url.path)
    #expect(result.status != 0 && result.output.isEmpty)
    #expect(result.errors.contains(message) && result.problems.count == 1, "\(result.errors)")
    #expect(try terminal.hwdb("list").output.contains("Fractions"))
  }

  @Test func `says of a development version's file how its quizzes come over, and changes nothing`() throws {
    let terminal = Terminal()
    _ = try terminal.add("Fractions")
    let path = terminal.directory.path("old.sqlite")
    try Connection(path: path, access: .create)
      .execute(DevelopmentFile.script(version: 8) + "PRAGMA journal_mode = WAL")
    let before = try Data(contentsOf: URL(filePath: path))
    let names = try FileManager.default.contentsOfDirectory(atPath: terminal.directory.url.path).sorted()
    let line =
      "hwdb: \(path) was written by a development version of hwdb: export its quizzes with the program that wrote it "
      + "(hwdb export), and import them into a new database (hwdb import)\n"
    for arguments in [
      ["list"], ["add", "Rivers"], ["export", "--all"], ["stats"], ["undo"], ["learner", "list"], ["database", "info"],
      ["database", "check"], ["database", "repair"], ["database", "vacuum"], ["database", "backup", "b.sqlite"],
      ["database", "restore", "hwdb.sqlite", "--yes"],
    ] {
      let refused = try terminal.hwdb(["--database", path] + arguments)
      #expect(refused.status == 5 && refused.errors == line && refused.output.isEmpty, "\(arguments): \(refused)")
    }
    for arguments in [["database", "restore", path, "--yes"], ["sync", path]] {
      let refused = try terminal.hwdb(arguments)
      #expect(refused.status == 5 && refused.errors == line && refused.output.isEmpty, "\(arguments): \(refused)")
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: terminal.directory.url.path).sorted() == names)
    #expect(try terminal.hwdb("list").output.contains("Fractions"))
  }

  @Test func `works on a file itself, and never on another one than the daemon's`() throws {
    let terminal = Terminal()
    _ = try terminal.add("Fractions")
    #expect(try terminal.hwdb("database", "backup", "b.sqlite").status == 0)
    let daemon = try ServedDaemon()
    _ = try daemon.client().call("homework.add", ["title": "Rivers"])
    for arguments in [["vacuum"], ["repair"], ["restore", terminal.directory.path("b.sqlite"), "--yes"]] {
      let refused = try terminal.hwdb(["database"] + arguments, environment: ["HWDB_SOCKET": daemon.socket])
      #expect(refused.status == 2 && refused.errors.contains("stop the daemon, and name its database"), "\(refused)")
      let words = ["database"] + arguments + ["--database", terminal.directory.path("x.sqlite")]
      let done = try terminal.hwdb(words, environment: ["HWDB_SOCKET": daemon.socket])
      #expect(arguments[0] == "restore" ? done.status == 0 : done.status == 5, "\(done)")
    }
    // A daemon goes on with what was restored beside it.
    #expect(try daemon.client().call("homework.list")["items"]?.array?.map { $0["title"] } == ["Rivers"])
    #expect(try daemon.maintain("restore", terminal.directory.path("b.sqlite"), "--yes").status == 0)
    _ = try daemon.client().call("homework.add", ["title": "Later"])
    #expect(try daemon.maintain("vacuum").status == 0)
    let titles = try daemon.client().call("homework.list")["items"]?.array?.map { $0["title"] }
    #expect(titles == ["Later", "Fractions"])
    #expect(try daemon.client().call("database.check")["findings"] == [])
    #expect(daemon.running.stop() == 0)
  }

  @Test func `finds homework by words and due date, and shows its picture`() throws {
    let terminal = Terminal()
    try Data([0xFF, 0xD8, 0xFF, 0xE0]).write(to: terminal.directory.url.appending(path: "a.jpg"))
    #expect(try terminal.hwdb("add", "Côte", "--due", "2001-01-01", "--image", "a.jpg").status == 0)
    _ = try terminal.add("Fractions")
    for options in [["--search", "cot"], ["--due", "overdue"], ["--sea=COTE"]] {
      let list = try run(
        ThisPackage.binary("hwdb"), ["list"] + options,
        environment: ["HWDB_DATABASE": terminal.directory.path("hwdb.sqlite")])
      #expect(list.output.split(separator: "\n").count == 1 && list.output.contains("Côte"), "\(list)")
    }
    let id = try #require(terminal.hwdb("list", "--search", "cote").output.split(separator: " ").first).description
    #expect(try terminal.hwdb("show", id).output.contains("Picture       JPEG, 4 B\n"))
    #expect(try terminal.hwdb("edit", id, "--image", "").output.contains("Picture") == false)
    #expect(try terminal.hwdb("list", "--search", "absent").errors == "No homework matches: try fewer options\n")
    #expect(
      try terminal.hwdb("add", "t", "--image", "hwdb.sqlite").errors.contains(
        "is not a JPEG, PNG, GIF, WebP or HEIC file"))
    #expect(try terminal.hwdb("progress").errors == "Nothing played yet: start with hwdb play\n")
  }
}

@Suite struct `A completion` {
  private static let celebrations = ThisPackage.root.appending(path: "Examples/animations/celebrations.tokens.json")
    .path

  /// The words on the line, of which the last is to be completed, and its completions.
  @Test(arguments: [
    ([""], ["add", "list", "attempt", "database", "help"]), (["dat"], ["database"]),
    (
      ["attempt", ""],
      ["start", "resume", "list", "show", "review", "answer", "skip", "finish", "extend", "abandon"]
    ),
    (["list", "--s"], ["--subject", "--status", "--search", "--socket"]),
    (["list", "--status", ""], ["new", "started", "completed"]),
    (["--json", "li"], ["list"]), (["list", "--color", "a"], ["auto", "always"]),
    (["list", "x", "--limit", ""], []), (["frobnicate", ""], []),
    (["motion", "show", "achiev"], ["achievementUnlock"]),
    (["motion", "show", "--animations", celebrations, "fl"], ["flame"]),
    (["motion", "show", "--every", "16", "--animations=\(celebrations)", ""], ["flame", "trophy"]),
  ])
  func `offers what can follow`(words: [String], offered: [String]) throws {
    let result = try run(
      ThisPackage.binary("hwdb"), ["complete-words", "--"] + words, environment: ["HWDB_DATABASE": "/dev/null/none"])
    let texts = result.output.split(separator: "\n").map { $0.prefix { $0 != "\t" }.description }
    #expect(result.status == 0 && Set(offered).isSubset(of: texts), "\(texts)")
    if words != [""] { #expect(texts.count == offered.count, "\(texts)") }
  }

  @Test func `offers ids with their titles`() throws {
    let terminal = Terminal()
    let id = try terminal.add("Fractions").suffix(8)
    for words in [["show", ""], ["delete", "x", ""], ["attempt", "start", ""]] {
      let result = try run(
        ThisPackage.binary("hwdb"), ["complete-words", "--"] + words,
        environment: ["HWDB_DATABASE": terminal.directory.path("hwdb.sqlite")])
      #expect(result.output == "\(id)\tFractions\n", "\(words)")
    }
  }

  /// Every Debian system has bash. Its script offers the program's completions.
  @Test func `works in bash`() throws {
    let terminal = Terminal()
    let script = try terminal.hwdb("completion", "bash").output
    let ask = """
      PATH='\(try ThisPackage.binaries().path)':$PATH
      \(script)
      COMP_WORDS=(hwdb list --du); COMP_CWORD=2; _hwdb; echo "${COMPREPLY[*]}"
      COMP_WORDS=(hwdb database ch); COMP_CWORD=2; _hwdb; echo "${COMPREPLY[*]}"
      """
    #expect(try run("/bin/bash", ["-c", ask]).output == "--due\ncheck\n")
    for shell in ["zsh", "fish"] { #expect(try terminal.hwdb("completion", shell).output.contains("complete-words")) }
    #expect(try terminal.hwdb("completion", "csh").status == 2)
  }
}
