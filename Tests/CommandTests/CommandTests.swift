import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkTestKit
import Testing

/// `hwdb`, run in its own directory.
struct Terminal {
  let directory = TemporaryDirectory()

  func hwdb(_ arguments: String..., input: String = "", environment: [String: String] = [:]) throws -> CommandResult {
    try hwdb(arguments, input: input, environment: environment)
  }

  func hwdb(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> CommandResult {
    try run(
      ThisPackage.binary("hwdb"), arguments, input: input, environment: variables.merging(environment) { $1 },
      directory: directory.url.path)
  }

  /// Starts a command on a terminal of its own.
  func screen(
    _ arguments: [String], columns: UInt16 = 80, rows: UInt16 = 24, environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      ThisPackage.binary("hwdb"), arguments, columns: columns, rows: rows,
      environment: variables.merging(environment) { $1 })
  }

  private var variables: [String: String] { ["HWDB_DATABASE": directory.path("hwdb.sqlite"), "TZ": "UTC"] }

  /// Returns the names of all commands, in the order of their groups.
  func commandNames() throws -> [String] {
    let groups = try hwdb("help").output.matches(of: /(?m)^  ([a-z]+) +[a-z]+( …)?(,|$)/).map { String($0.output.1) }
    return try groups.flatMap { group in
      try hwdb("help", group).output.matches(of: #/(?m)^  hwdb ([a-z]+( [a-z]+)*) /#).map { String($0.output.1) }
    }
  }

  func json(_ result: CommandResult) throws -> JSONValue { try JSONValue(parsing: Data(result.output.utf8)) }

  /// Adds an assignment and returns its id.
  func add(_ title: String, _ options: String...) throws -> String { try id(of: ["add", title] + options) }

  /// Returns the id in a command's JSON output.
  func id(of command: [String]) throws -> String {
    try #require(try json(hwdb(command + ["--json"]))["id"]?.string)
  }
}

@Suite struct `The command line` {
  private let terminal = Terminal()
  private let quiz = """
    {"topic": "Fractions", "questions": [{"type": "fillBlank", "question": "1/2 + 1/2?", "correctAnswer": "1"}]}
    """

  @Test func `never prints a database password, and rejects one in an argument`() throws {
    for form in [
      "postgresql://u:S3CRET@/x?host=/absent", "postgres://u:S3CRET/x", "POSTGRESQL://u:S3CRET@/x?host=/absent",
      " postgresql://u:S3CRET@/x?host=/absent", "postgresql:///x?host=/absent&PASSWORD=S3CRET",
      "postgresql:///x?host=/absent&password=S3CRET", "postgresql://u:S3@CRET@h/x",
    ] {
      for arguments in [
        ["list", "--database", form], ["list", "--database=\(form)"], ["list", form], ["import", form],
        ["daemon", "start", "--database", form, "--socket", terminal.directory.path("s")],
      ] {
        let result = try terminal.hwdb(arguments)
        #expect(result.status == 2 && result.output.isEmpty && !result.errors.contains("CRET"), "\(result)")
        #expect(result.errors.contains("$HWDB_DATABASE") || result.errors.contains("write postgresql://"), "\(result)")
      }
      for arguments in [["list"], ["database", "info"], ["learner", "list", "--json"]] {
        let result = try terminal.hwdb(arguments, environment: ["HWDB_DATABASE": form])
        #expect(result.status == 5 && !(result.output + result.errors).contains("CRET"), "\(result)")
      }
      let daemon = try run(
        ThisPackage.binary("hwdbd"), ["--socket", "s"], environment: ["HWDB_DATABASE": form],
        directory: terminal.directory.url.path)
      #expect(daemon.status == 5 && !(daemon.output + daemon.errors).contains("CRET"), "\(daemon)")
      let refused = try run(
        ThisPackage.binary("hwdbd"), ["--socket", "s", "--database", form], directory: terminal.directory.url.path)
      #expect(refused.status == 2 && !(refused.output + refused.errors).contains("CRET"), "\(refused)")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: terminal.directory.url.path)
    #expect(files.allSatisfy { !$0.contains("CRET") && !$0.lowercased().contains("postgres") }, "\(files)")
  }

  @Test func `adds, lists, shows and deletes`() throws {
    let empty = try terminal.hwdb("list")
    #expect(
      empty.output.isEmpty && empty.errors == "No homework yet: add one with hwdb add TITLE, or hwdb import FILE\n")
    let id = try terminal.add("Adding fractions")
    let short = String(id.suffix(8))
    let listed = try terminal.hwdb("list").output
    #expect(listed.hasPrefix("\(short)  Adding fractions  ") && listed.hasSuffix("  no quiz  not played yet\n"))
    #expect(try terminal.hwdb("show", short).output.contains("Title         Adding fractions\n"))
    let page = try terminal.json(terminal.hwdb("list", "--json"))
    #expect(page["items"]?.array?.map { $0["id"] } == [.string(id)])
    let refused = try terminal.hwdb("delete", short)
    #expect(refused.status == 2)
    #expect(
      refused.errors == """
        hwdb: delete cannot ask for confirmation without a terminal: add --yes
        usage: hwdb delete \(short) --yes

        """)
    #expect(try terminal.hwdb("delete", short, "--yes").output == "Deleted \(short)  Adding fractions\n")
    #expect(try terminal.json(terminal.hwdb("list", "--json"))["items"] == [])
  }

  @Test func `imports a quiz from a file or standard input, and plays it`() throws {
    try terminal.directory.write(quiz, to: "q.json")
    let imported = try terminal.hwdb("import", "q.json")
    #expect(imported.output.hasSuffix("  Fractions: 1 added, 0 changed, 0 left out\n"))
    let again = try terminal.hwdb("import", "-", input: quiz)
    #expect(again.status == 0 && again.output.hasPrefix("Already here: ") && again.output.contains(": 0 added"))
    #expect(try terminal.hwdb("import", "-", input: quiz.replacing("Fractions", with: "Halves")).status == 0)
    #expect(try terminal.hwdb("import", "q.json", "--dry-run").output.hasPrefix("Would add Fractions"))
    let items = try #require(try terminal.json(terminal.hwdb("list", "--json"))["items"]?.array)
    #expect(items.count == 2)
    let id = try #require(items.first?["id"]?.string)
    #expect(try terminal.hwdb("quiz", "show", id).output == "1. 1/2 + 1/2?\n")
    let attempt = try #require(try terminal.json(terminal.hwdb("attempt", "start", id, "--json"))["id"]?.string)
    #expect(try terminal.hwdb("attempt", "start", id).status == 4)
    #expect(try terminal.hwdb("attempt", "answer", attempt, "1").output.hasPrefix("Correct.\n"))
    #expect(try terminal.hwdb("attempt", "finish", attempt).output.contains("🎉 Excellent! 1 of 1 correct"))
    #expect(try terminal.hwdb("progress", id).output == "100 %, best 1/1, 1 attempt\n")
  }

  /// The error is one line on standard error, with its exit code, and nothing is stored.
  @Test(.enabled(if: Machine.hasNamespaces, "there can be no mount namespace"), arguments: ["hwdb", "hwdbd"])
  func `exits with 2 if its arguments cannot be read for lack of /proc`(program: String) throws {
    let script = "mount -t tmpfs none /proc && exec \"$0\" --version"
    let result = try run("/usr/bin/unshare", ["-rm", "/bin/sh", "-c", script, ThisPackage.binary(program)])
    #expect(
      result.status == 2 && result.errors == "\(program): the arguments cannot be read: mount /proc\n", "\(result)")
  }

  @Test(arguments: [
    (["frobnicate"], 2, "\"frobnicate\" is not a command: see hwdb help"),
    (["lst"], 2, "\"lst\" is not a command: did you mean list?"),
    (["lsit"], 2, "\"lsit\" is not a command: did you mean list?"),
    (["--limti", "5", "list"], 2, "--limti is not an option: did you mean --limit?"),
    (["scenario", "rnu"], 2, "\"scenario rnu\" is not a command: did you mean scenario run?"),
    (["scenario", "frobnicate"], 2, "\"scenario frobnicate\" is not a command: see hwdb help scenario"),
    (["library", "list"], 2, "\"library\" is not a command: see hwdb help"),
    (["learner", "rename", "Ana", "Ben"], 2, "\"learner rename\" is not a command: did you mean learner edit?"),
    (["list", "--library", "b"], 2, "--library is not an option: see hwdb help"),
    (["list", "--limti", "1"], 2, "--limti is not an option: did you mean --limit?"),
    (["list", "--limit"], 2, "--limit needs a value: write --limit N"),
    (["list", "--limit", "x"], 2, "--limit x is not a number: write --limit 50"),
    (["list", "--limit", "0"], 1, "limit: must be between 1 and 500, is 0"),
    (["list", "--s", "x"], 2, "--s is ambiguous: write one of --subject, --status, --search, --socket"),
    (["play", "--only", "-9223372036854775808"], 2, "--only -9223372036854775808 is out of range: use 1 to 200"),
    (["play", "--only", "2,0"], 2, "--only 0 is out of range: use 1 to 200"),
    (["play", "--only", "201"], 2, "--only 201 is out of range: use 1 to 200"),
    (["list", "--quiet=1"], 2, "--quiet takes no value: remove =1"), (["list", "-x"], 2, "-x is not an option"),
    (["list", "--search", "?!"], 1, "search: contains no searchable word"),
    (["list", "extra"], 2, "unexpected argument \"extra\""), (["show"], 2, "ID is missing"),
    (["--frobnicate"], 2, "--frobnicate is not an option: see hwdb help"),
    (["show", "ffff"], 3, "no homework \"ffff\": run hwdb list"),
    (["show", "ffffffff-0000-4000-8000-000000000000"], 3, "no homework ffffffff"),
    (["delete", "ffff", "--yes"], 3, "no homework \"ffff\""), (["add", " "], 1, "title: must not be empty"),
    (["add", "t", "--due", "morrow"], 2, "--due morrow is not a date: write today, tomorrow, monday, "),
    (["add", "t", "--due", "2026-02-30"], 2, "--due 2026-02-30 is not a date"),
    (["import", "none.json"], 3, "none.json does not exist: check the path"), (["import", "."], 1, ". is a directory"),
    (["import", "bad.json"], 1, "bad.json:2:3: this is not valid JSON: check quotes and commas"),
    (["import", "fault.json"], 1, "fault.json: questions[0].options: is missing"),
    (["import", "good.json", "fault.json"], 1, "fault.json: questions[0].options"),
    (["import", "latin.json"], 1, "latin.json: line 1: text: no known format: nearest are "),
    (["scenario", "run", "bad.scenario"], 2, "bad.scenario:2:1: \"kil\" is not a statement: did you mean kill?"),
    (
      ["scenario", "run", "good.scenario", "--mode", "sudden"], 2,
      "--mode sudden is not allowed: write one of simulated, process, power-loss"
    ),
    (["list", "--socket", "none.sock"], 6, "no daemon at none.sock"),
    (["list", "--database", "good.json"], 5, "good.json is not a database: give another path"),
    (["list", "--database", "none.sqlite"], 5, "none.sqlite cannot be opened (it does not exist; hwdb add"),
    (["database", "check"], 5, "hwdb.sqlite cannot be opened (it does not exist; hwdb add"),
    (["list", "--database", "."], 5, ". cannot be used (it is a directory): name a file in it, such as ./hwdb.sqlite"),
    (["add", "t", "--database", "new/"], 5, "new/ cannot be used (it is a directory): name a file in it"),
    (
      ["database", "vacuum", "--socket", "none.sock", "--database", "none.sqlite"], 2,
      "--socket and --database name two libraries: give one of them"
    ),
    (
      ["database", "vacuum", "--socket", "none.sock"], 2,
      "database vacuum does not go through a daemon: stop the daemon, and name its database with --database FILE"
    ),
    (["list", "--database", ""], 2, "--database is empty: write --database PATH"),
    (["motion", "schema", "--socket", "s"], 2, "--socket has no effect on motion schema: leave it out"),
    (["database", "info", "--learner", "Ada"], 2, "--learner has no effect on database info: leave it out"),
  ])
  func `reports the problem and its fix`(arguments: [String], status: Int32, message: String) throws {
    try terminal.directory.write(quiz, to: "good.json")
    try terminal.directory.write("{\n  ]", to: "bad.json")
    try terminal.directory.write("[{\"type\": \"mcq\", \"question\": \"q\", \"correctIndex\": 0}]", to: "fault.json")
    try Data([0x22, 0xE9, 0x22]).write(to: terminal.directory.url.appendingPathComponent("latin.json"))
    try terminal.directory.write("scenario \"a\"\nkil\n", to: "bad.scenario")
    try terminal.directory.write("scenario \"a\"\n", to: "good.scenario")
    let environment = ["HWDB_DATABASE": terminal.directory.path("hwdb.sqlite")]
    for isJSON in [false, true] {
      let result = try run(
        ThisPackage.binary("hwdb"), (isJSON ? ["--json"] : []) + arguments, environment: environment,
        directory: terminal.directory.url.path)
      #expect(result.status == status, "\(result)")
      #expect(result.output.isEmpty)
      #expect(result.errors.contains(isJSON ? message.replacingOccurrences(of: "\"", with: "\\\"") : message))
      #expect(result.problems.count == 1, "\(result.errors)")
      let lines = result.errors.split(separator: "\n")
      #expect(lines.count == (status == 2 && !isJSON && !message.hasPrefix("bad.scenario") ? 2 : 1), "\(result.errors)")
      let widths = lines.map { $0.replacing(terminal.directory.url.path, with: "/tmp").count }
      #expect(isJSON || widths.allSatisfy { $0 <= 160 }, "\(result.errors)")
      if isJSON {
        let error = try JSONValue(parsing: Data(result.errors.utf8))["error"]
        #expect(error?["code"]?.int != nil && error?["data"]?["name"] != nil)
      } else {
        #expect(result.errors.hasPrefix("hwdb: "))
      }
    }
    #expect(try terminal.json(terminal.hwdb("list", "--json"))["items"] == [])
  }

  @Test func `refuses an ambiguous id, listing the candidates`() throws {
    let ids = [try terminal.add("1"), try terminal.add("2")]
    let shared = String(ids[0].commonPrefix(with: ids[1]).prefix(8))
    let result = try terminal.hwdb("show", shared)
    #expect(result.status == 4)
    for id in ids { #expect(result.errors.contains(id)) }
  }

  @Test func `accepts a title, or a unique part of it, as an id`() throws {
    let ids = [try terminal.add("Straße 1"), try terminal.add("Straße 10"), try terminal.add("cafe")]
    for (text, id) in [("straße 1", ids[0]), ("10", ids[1]), ("CAF", ids[2]), (String(ids[2].suffix(8)), ids[2])] {
      #expect(try terminal.json(terminal.hwdb("show", text, "--json"))["id"]?.string == id, "\(text)")
    }
    let several = try terminal.hwdb("show", "straße")
    #expect(several.status == 4 && several.errors.contains("\"straße\" is in several titles: give the id of one of "))
    #expect(several.errors.contains("Straße 10 (\(ids[1].suffix(8)))"))
    #expect(try terminal.hwdb("show", "nothing of the kind").status == 3)
    #expect(try terminal.hwdb("show", " ").status == 3)
  }

  @Test func `names the faulty option, or the parameter in JSON errors`() throws {
    let both = try terminal.hwdb("overview", "--json", "-o", "x")
    #expect(both.status == 2 && both.errors.contains("--json prints to standard output: leave --output out"))
    #expect(try terminal.hwdb("list", "--search", "?!").errors.hasPrefix("hwdb: --search: contains no searchable word"))
    #expect(try terminal.hwdb("list", "--limit", "0", "--js").errors.contains("\"path\":\"limit\""))
    #expect(try terminal.hwdb("list", "--limit", "0").errors.hasPrefix("hwdb: --limit: must be between"))
    #expect(try terminal.hwdb("add", " ").errors.hasPrefix("hwdb: title: must not be empty"))
  }

  @Test func `creates no database for a command that only reads`() throws {
    for arguments in [["list"], ["show", "x"], ["stats"], ["undo"], ["delete", "x", "--yes"], ["database", "info"]] {
      _ = try terminal.hwdb(arguments)
      let made = try FileManager.default.contentsOfDirectory(atPath: terminal.directory.url.path)
      #expect(made == [], "\(arguments)")
    }
  }

  @Test func `lists the groups of commands on one screen, and each group's commands`() throws {
    let overview = try terminal.hwdb("help").output
    let rows = overview.split(separator: "\n")
    #expect(rows.count <= 22 && rows.allSatisfy { $0.count <= 80 }, "\(overview)")
    #expect(try terminal.hwdb([]).output == overview)
    #expect(overview.matches(of: /(?m)^  [a-z]+ {2,}[a-z]/).count == 8)
    for arguments in [["help", "attempt"], ["attempt", "--help"], ["attempt"], ["-h", "attempt"]] {
      let help = try terminal.hwdb(arguments).output
      #expect(help.hasPrefix("attempt: plays quizzes; "))
      #expect(help.contains("  hwdb attempt skip ATTEMPT             skips the current question\n"))
    }
    #expect(try terminal.hwdb("help", "app").output.hasPrefix("hwdb app COMMAND\n\n  hwdb app check COMMAND"))
    let names = try terminal.commandNames()
    #expect(Set(names).count == names.count)
    for first in try terminal.hwdb("complete-words", "--", "").output.split(separator: "\n").map(String.init) {
      let word = first.split(separator: "\t")[0]
      #expect(names.contains { $0 == word || $0.hasPrefix("\(word) ") }, "\(word) is in no group")
    }
  }

  @Test func `deletes and erases only by a whole title or name, or an id`() throws {
    let id = try terminal.add("Delta")
    _ = try terminal.hwdb("learner", "add", "Wilhelmina")
    for arguments in [["delete", "delt"], ["delete", "a"], ["delete", String(id.suffix(3))]] {
      let refused = try terminal.hwdb(arguments + ["--yes"])
      #expect(refused.status == 3 && refused.problems.count == 1 && refused.output.isEmpty, "\(refused)")
    }
    let part = try terminal.hwdb("delete", "delt", "--yes").errors
    #expect(part == "hwdb: \"delt\" is only a part of \"Delta\": give all of it, or the id \(id.suffix(8))\n")
    #expect(try terminal.hwdb("learner", "erase", "wil", "--yes", "Wilhelmina").status == 3)
    #expect(try terminal.hwdb("delete", "delta", "--yes").output == "Deleted \(id.suffix(8))  Delta\n")
    #expect(try terminal.hwdb("learner", "erase", "wilhelmina", "--yes", "Wilhelmina").status == 0)
  }

  @Test func `abandons nothing without being asked twice`() throws {
    try terminal.directory.write(quiz, to: "q.json")
    let id = try terminal.id(of: ["add", "Halves", "--quiz", "q.json"])
    let attempt = String(try terminal.hwdb("attempt", "start", id).output.prefix(8))
    let refused = try terminal.hwdb("attempt", "abandon", attempt)
    #expect(refused.status == 2 && refused.errors.contains("cannot ask for confirmation without a terminal"))
    #expect(try terminal.hwdb("attempt", "show", attempt).output.contains("question 1 of 1"))
    #expect(try terminal.hwdb("attempt", "abandon", attempt, "--yes").output.contains("abandoned"))
    let none = try terminal.hwdb("attempt", "list", "--state", "completed")
    #expect(none.output.isEmpty && none.errors == "No attempt matches: try fewer options\n")
  }

  @Test func `lists rows alone, and says apart how to see more of the same`() throws {
    for title in ["One", "Two", "Three"] { _ = try terminal.add(title, "--subject", "A B") }
    let first = try terminal.hwdb("list", "--limit", "2", "--subject", "A B")
    #expect(first.output.split(separator: "\n").count == 2)
    let more = try #require(first.errors.wholeMatch(of: /More: hwdb (list --after \S+ --limit 2 --subject 'A B')\n/))
    let rest = try run(
      "/bin/sh", ["-c", "exec \"$0\" \(more.output.1)", ThisPackage.binary("hwdb")],
      environment: ["HWDB_DATABASE": terminal.directory.path("hwdb.sqlite")])
    #expect(rest.output.contains("One (A B)") && rest.output.split(separator: "\n").count == 1, "\(rest)")
  }

  @Test func `prints the date that it understood, and lists by the same words`() throws {
    let added = try terminal.hwdb("add", "Rivers", "--due", "in 3 days").output
    let due = try #require(added.wholeMatch(of: /Added \S+  Rivers, due (\w+day, \d+ \w+ \d{4})\n/), "\(added)").output
      .1
    let listed = try terminal.hwdb("list", "--due", "in 3 days")
    #expect(listed.output.contains("Rivers") && listed.errors == "Due \(due):\n", "\(listed)")
    #expect(try terminal.hwdb("list", "--due", "tomorrow").output.isEmpty)
    #expect(try terminal.hwdb("list", "--due", "week").output.contains("Rivers"))
  }

  @Test func `marks the correct options of a quiz, with their explanations`() throws {
    let path = ThisPackage.root.appending(path: "Examples/quizzes/rivers.json").path
    #expect(try terminal.hwdb("import", path).status == 0)
    #expect(try terminal.hwdb("quiz", "show", "rivers").output.contains(" * ") == false)
    let shown = try terminal.hwdb("quiz", "show", "rivers", "--answers").output
    #expect(shown.contains("   A At its mouth\n * B At its source\n   C In its flood plain\n"))
    #expect(shown.contains("\n   The source may be a spring"))
    // A format without explanations leaves out only these.
    let aiken = try terminal.hwdb("export", "rivers", "--format", "aiken")
    #expect(aiken.output.contains("B) At its source\n") && aiken.errors.contains("6 explanations: Aiken has none"))
  }

  @Test func `explains every command with an example that parses`() throws {
    let names = try terminal.commandNames()
    #expect(names.count > 60)
    for name in names {
      let help = try run(ThisPackage.binary("hwdb"), ["help"] + name.split(separator: " ").map(String.init))
      #expect(help.status == 0)
      #expect(help.output.hasPrefix("hwdb \(name)"))
      #expect(help.output.contains("\nExample:\n  hwdb \(name)"))
      #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.hasPrefix("  hwdb") }, "\(help)")
    }
    for name in ["hwdb", "hwdbd"] {
      let version = try run(ThisPackage.binary(name), ["--version"]).output
      #expect(version.wholeMatch(of: /hwdbd? 1\.\S+ \(SQLite 3\.\d+\.\d+\)\n/) != nil, "\(version)")
    }
  }
}

@Suite struct `The daemon` {
  @Test func `prints byte for byte what the command line prints without it`() throws {
    let terminal = Terminal()
    let socket = terminal.directory.path("s")
    let environment = ["HWDB_DATABASE": terminal.directory.path("hwdb.sqlite")]
    try terminal.directory.write(
      "[{\"type\": \"mcq\", \"question\": \"q\", \"options\": [\"a\", \"b\"], \"correctIndex\": 0}]", to: "q.json")
    try terminal.directory.write(
      "scenario \"a\"\n quiz mcq 10\n start\n answer correct x5\n kill\n resume\n", to: "a.scenario")
    let daemon = try RunningCommand(ThisPackage.binary("hwdbd"), ["--socket", socket], environment: environment)
    waitWhile { !FileManager.default.fileExists(atPath: socket) }
    let id = try terminal.add("t")
    #expect(try terminal.hwdb("quiz", "set", id, "q.json").status == 0)
    let attempt = try #require(try terminal.json(terminal.hwdb("attempt", "start", id, "--json"))["id"]?.string)
    for arguments in [
      ["list"], ["list", "--json"], ["show", id], ["show", "nono"], ["quiz", "show", id], ["attempt", "show", attempt],
      ["attempt", "resume", id, "--json"], ["attempt", "start", id], ["progress", id],
      ["scenario", "run", "a.scenario"], ["attempt", "list"], ["attempt", "list", "--json"],
      ["import", "q.json", "none.json"], ["import", "q.json", "--dry-run"], ["add", "x", "--quiz", "a.scenario"],
      ["scenario", "run", "a.scenario", "--json"], ["scenario", "check", "a.scenario"], ["delete", "nono", "--yes"],
    ] {
      let results = try [[], ["--socket", socket]].map { way in
        try run(
          ThisPackage.binary("hwdb"), arguments + way, environment: environment, directory: terminal.directory.url.path)
      }
      // The duration of a run differs each time.
      let outputs = results.map { $0.output.replacing(/"seconds":[0-9.e-]+/, with: "") }
      #expect(outputs[0] == outputs[1])
      #expect(results[0].errors == results[1].errors)
      #expect(results[0].status == results[1].status)
    }
    let second = try run(ThisPackage.binary("hwdbd"), ["--socket", socket], environment: environment)
    #expect(second.status == 1)
    #expect(second.errors.contains("a daemon is already running at \(socket)"))
    #expect(daemon.stop() == 0)
    #expect(!FileManager.default.fileExists(atPath: socket))
  }
}
