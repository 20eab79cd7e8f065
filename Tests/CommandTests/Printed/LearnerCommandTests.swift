import Foundation
import HomeworkTestKit
import Testing

@Suite struct `Several learners at a terminal` {
  private let terminal = Terminal()

  init() throws {
    _ = try hwdb("import", ThisPackage.root.appending(path: "Examples/quizzes/rivers.json").path)
  }

  @discardableResult
  private func hwdb(_ arguments: String..., input: String = "", as learner: String? = nil) throws -> CommandResult {
    try terminal.hwdb(arguments, input: input, environment: learner.map { ["HWDB_LEARNER": $0] } ?? [:])
  }

  @Test func `play the same quiz, each from the first question`() throws {
    #expect(try hwdb("learner", "add", "Ada", "Ben").output == "Added Ada\nAdded Ben\n")
    let words = "Your answer, or skip or exit: Correct."
    #expect(try hwdb("play", "rivers", "--plain", input: "b\n\nexit\nkeep\n", as: "Ada").output.contains(words))
    #expect(try hwdb("play", "rivers", "--plain", input: "", as: "ada").output.contains("Going on at question 2 of"))
    #expect(try hwdb("play", "rivers", "--plain", input: "", as: "Ben").output.contains("Question 1 of 10"))
    #expect(try hwdb("attempt", "list", "--learner", "Ada").output.contains("question 2 of 10"))
    // The option wins, and an empty variable counts as unset.
    #expect(try hwdb("attempt", "list", "--learner", "Ada", as: "Ben").output.contains("question 2 of 10"))
    #expect(try hwdb("attempt", "list", as: "").errors.contains("No attempts yet"))
    #expect(try hwdb("learner", "edit", "ada", "--default").output == "Changed Ada, the default learner\n")
    #expect(try hwdb("attempt", "list").output.contains("question 2 of 10"))
  }

  @Test func `are not mentioned while only one exists`() throws {
    for words in [["list"], ["show", "rivers"], ["stats"], ["attempt", "start", "rivers"], ["attempt", "list"]] {
      let output = try terminal.hwdb(words).output
      #expect(!output.lowercased().contains("learner"), "\(output)")
    }
  }

  @Test func `are refused by an unknown, ambiguous or taken name`() throws {
    try hwdb("learner", "add", "Ada")
    let unknown = try hwdb("list", "--learner", "Eve")
    #expect(unknown.status == 3 && unknown.errors == "hwdb: no learner \"Eve\": run hwdb learner list\n")
    let several = try hwdb("stats", "--learner", "a")
    #expect(several.status == 4 && several.errors.contains("\"a\" is in several names"))
    let taken = try hwdb("learner", "edit", "Learner 1", "--name", "ADA")
    #expect(taken.status == 4 && taken.errors == "hwdb: there is a learner ADA already: give another name\n")
    #expect(try hwdb("learner", "add", "").status == 1)
  }

  @Test func `are erased only by their full name`() throws {
    try hwdb("learner", "add", "Wilhelmina")
    try hwdb("attempt", "start", "rivers", "--learner", "Wilhelmina")
    #expect(try hwdb("learner", "erase", "wil").status == 2)
    #expect(try hwdb("learner", "erase", "wil", "--yes", "Wilhelmina").status == 3)
    let wrong = try hwdb("learner", "erase", "wilhelmina", "--yes", "wil")
    #expect(wrong.status == 4 && wrong.errors.contains("nothing was erased"))
    #expect(try hwdb("learner", "export", "wil", "-o", "w.json").status == 0)
    #expect(
      try hwdb("learner", "erase", "wilhelmina", "--yes", "Wilhelmina").output == "Erased Wilhelmina and 1 attempt\n")
    #expect(
      try Data(contentsOf: URL(filePath: terminal.directory.path("hwdb.sqlite"))).range(of: Data("Wilhelmina".utf8))
        == nil)
    #expect(try hwdb("learner", "import", "w.json").output == "Imported Wilhelmina\n")
    #expect(try hwdb("attempt", "list", "--learner", "wil").output.contains("question 1 of 10"))
    let again = try hwdb("learner", "import", "w.json")
    #expect(again.status == 4 && again.errors == "hwdb: there is a learner Wilhelmina already: give another name\n")
    #expect(try hwdb("database", "check").status == 0)
  }

  @Test func `are compared in a table and a CSV file`() throws {
    try hwdb("learner", "edit", "Learner 1", "--name", "<b>, \"Bo\"")
    try hwdb("learner", "add", "Ada")
    let attempt = String(try hwdb("attempt", "start", "rivers", "--learner", "Ada").output.prefix(8))
    try hwdb("attempt", "answer", attempt, "A")
    for _ in 0..<9 { try hwdb("attempt", "skip", attempt) }
    try hwdb("attempt", "finish", attempt)
    let table = try hwdb("overview").output
    #expect(table.contains("# 1 Rivers\n<b>, \"Bo\"  -\nAda        0/10\n"))
    #expect(table.contains("Hardest questions:\n  wrong 1 of 1  Where does a river begin?\n    mostly A: "))
    let csv = try hwdb("overview", "--format", "csv").output
    #expect(csv.contains(",\"<b>, \"\"Bo\"\"\",") && csv.split(separator: "\r\n").count == 3)
  }

  @Test func `have a report each`() throws {
    try hwdb("add", "Seas & <oceans>")
    for (learner, answer) in [("Ada", "B"), ("Ben", "C")] {
      try hwdb("learner", "add", learner)
      let attempt = String(try hwdb("attempt", "start", "rivers", "--learner", learner).output.prefix(8))
      for _ in 0..<2 { try hwdb("attempt", "answer", attempt, answer) }
      for _ in 0..<8 { try hwdb("attempt", "skip", attempt) }
      try hwdb("attempt", "finish", attempt)
    }
    let report = try hwdb("overview", "--learner", "Ada").output
    #expect(report.hasPrefix("Ada: 1 of 2 homework\n"), "\(report)")
    #expect(report.contains(/1  Rivers +1\/10 +1 +\d+ \w+ \d{4}\n/), "\(report)")
    #expect(report.contains(/2  Seas & <oceans> +- *\n/), "\(report)")
    #expect(report.contains("Hardest questions:\n  wrong 1 of 1  ") && !report.contains("Ben"))
  }

  @Test func `are shown alone if named, and a library's unplayed first learner only if there is no other`() throws {
    #expect(try hwdb("overview").output.contains("Learner 1"))
    for name in ["Ada", "Ben"] { try hwdb("learner", "add", name) }
    let all = try hwdb("overview").output
    #expect(all.contains("Ada") && all.contains("Ben") && !all.contains("Learner 1"))
    for named in ["Ada", "ad"] {
      let one = try hwdb("overview", "--learner", named).output
      #expect(one.contains("Ada") && !one.contains("Ben"))
    }
    #expect(try hwdb("overview", "--learner", "Eve").status == 3)
    try hwdb("attempt", "start", "rivers")
    #expect(try hwdb("overview").output.contains("Learner 1"))
  }

  @Test(.enabled(if: Machine.hasTerminals, "there are no pseudo-terminals"))
  func `are asked for at the start of a play, and named above it`() throws {
    func play(_ options: String...) throws -> PseudoTerminal {
      try terminal.screen(["play", "rivers"] + options)
    }
    let alone = try play()
    #expect(alone.waits(for: "Question 1 of 10") && !alone.output.contains("Who is playing?"))
    #expect(!alone.output.contains("Learner 1"))
    #expect(alone.end(SIGKILL) == 128 + SIGKILL)
    for name in ["Ada", "Ben"] { try hwdb("learner", "add", name) }
    for (answer, name) in [("", "Learner 1"), ("2", "Ada"), ("be", "Ben")] {
      let asked = try play()
      #expect(asked.waits(for: "Number or name, or Enter for Learner 1: "))
      asked.type("\(answer)\n")
      #expect(asked.waits(for: "Rivers, \(name)"))
      #expect(asked.end(SIGKILL) == 128 + SIGKILL)
    }
    let named = try play("--learner", "Ada")
    #expect(named.waits(for: "Rivers, Ada") && !named.output.contains("Who is playing?"))
    #expect(named.end(SIGKILL) == 128 + SIGKILL)
    // A script is not asked: it has no terminal.
    #expect(try hwdb("play", "rivers").output.hasPrefix("Rivers, Learner 1\n"))
  }
}
