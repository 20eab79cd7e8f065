import Foundation
import HomeworkModel
import HomeworkTestKit
import Testing

/// The learners of a class, with their own numbers and extra time, and the tables that a teacher takes to a mark book.
@Suite struct `A class` {
  private let terminal: Terminal

  init() throws {
    terminal = try Terminal()
    try terminal.directory.write("Student ID;Name\n007;Ada\n12a;Ben\n;Cleo\n", to: "class.csv")
    #expect(
      try terminal.hwdb("import", ThisPackage.root.appending(path: "Examples/quizzes/rivers.json").path).status == 0)
  }

  private func play(_ learner: String, _ responses: [String]) throws {
    let attempt = try terminal.id(of: ["attempt", "start", "rivers", "--learner", learner])
    for response in responses { #expect(try terminal.hwdb("attempt", "answer", attempt, response).status == 0) }
    for _ in responses.count..<10 { #expect(try terminal.hwdb("attempt", "skip", attempt).status == 0) }
    #expect(try terminal.hwdb("attempt", "finish", attempt).status == 0)
  }

  @Test func `keeps the numbers of its list, also of learners who are here`() throws {
    #expect(try terminal.hwdb("learner", "add", "Ben").status == 0)
    let added = try terminal.hwdb("learner", "add", "--from", "class.csv", "--id-column", "student id")
    #expect(added.output == "Added Ada\nAdded Cleo\n1 learner already here\n", "\(added)")
    let list = try terminal.hwdb("learner", "list").output
    #expect(list.contains("  Ada, number 007\n") && list.contains("  Ben, number 12a\n") && list.contains("  Cleo\n"))
    #expect(try terminal.hwdb("learner", "edit", "Cleo", "--number", "99").output == "Cleo, number 99\n")
    #expect(try terminal.hwdb("learner", "edit", "Cleo", "--number=").output == "Cleo\n")
    let missing = try terminal.hwdb("learner", "add", "--from", "class.csv", "--id-column", "No")
    #expect(missing.status == 1 && missing.errors.contains("it has no column \"No\", only \"Student ID\", \"Name\""))
    try terminal.directory.write("ID,Name\n1,Dora\n1,Emil\n", to: "twice.csv")
    let twice = try terminal.hwdb("learner", "add", "--from", "twice.csv", "--id-column", "ID")
    #expect(twice.status == 1 && twice.errors.contains("line 3: number 1 is already in line 2"))
    #expect(try terminal.hwdb("learner", "edit", "Ada", "--number", "a\u{7}").status == 1)
    #expect(try terminal.hwdb("learner", "edit", "Ada").status == 2)
    #expect(try terminal.hwdb("learner", "add", "Eve", "--id-column", "ID").status == 2)
  }

  @Test func `is a table for a mark book, by its own numbers`() throws {
    _ = try terminal.hwdb("learner", "add", "--from", "class.csv", "--id-column", "Student ID")
    try play("Ada", ["B"])
    let book = try terminal.hwdb("overview", "--format", "csv", "--wide", "--id-column", "Student ID")
    #expect(book.output == "Student ID,learner,1 Rivers (of 10)\r\n007,Ada,1\r\n12a,Ben,\r\n,Cleo,\r\n", "\(book)")
    let cells = try terminal.hwdb("overview", "--format", "csv", "--id-column", "No").output
    #expect(cells.hasPrefix("No,learner,homeworkId,") && cells.contains("\r\n007,Ada,"))
    #expect(try terminal.hwdb("overview", "--id-column", "No").status == 2)
  }

  @Test func `has a report on each learner, as text and to print`() throws {
    _ = try terminal.hwdb("learner", "add", "--from", "class.csv", "--id-column", "Student ID")
    #expect(try terminal.hwdb("add", "Seas & <oceans>").status == 0)
    try play("Ada", ["B", "B"])
    try play("Ben", ["C"])
    let report = try terminal.hwdb("overview", "--learner", "Ada").output
    #expect(report.hasPrefix("Ada, number 007: 1 of 2 homework\n"), "\(report)")
    #expect(report.contains(/1  Rivers +1\/10 +1 +\d+ \w+ \d{4}\n/), "\(report)")
    #expect(report.contains(/2  Seas & <oceans> +- *\n/), "\(report)")
    #expect(report.contains("Hardest questions:\n  wrong 1 of 1  ") && !report.contains("Ben"))
    let page = try terminal.hwdb("overview", "--learner", "Ada", "--format", "html").output
    #expect(
      page.contains("<h1 dir=\"auto\">Ada, number 007</h1>") && page.contains(">1 Rivers</th><td class=\"weak\">1/10"))
    #expect(page.contains("2 Seas &amp; &lt;oceans&gt;</th><td class=\"none\">") && !page.contains("Ben"))
    #expect(page.contains("@media print") && !page.contains("<script") && !page.contains("http"))
  }

  @Test func `is shown with the other classes of a directory`() throws {
    let place = ["HWDB_DATABASE": "school/"]
    func hwdb(_ words: String...) throws -> CommandResult { try terminal.hwdb(words, environment: place) }
    for (library, learner) in [("class-3b", "Ada"), ("class-4a", "Ben")] {
      #expect(try hwdb("library", "create", library).status == 0)
      #expect(try hwdb("learner", "rename", "Learner 1", learner, "--library", library).status == 0)
      #expect(try hwdb("add", "Of \(library)", "--library", library).status == 0)
    }
    let all = try hwdb("overview", "--all-libraries")
    #expect(
      all.output == "class-3b\n# 1 Of class-3b\nAda  -\n\nclass-4a\n# 1 Of class-4a\nBen  -\n", "\(all)")
    let lines = try hwdb("overview", "--all-libraries", "--format", "csv").output.split(separator: "\r\n")
    #expect(lines.count == 3 && lines[0].hasPrefix("library,learnerId,learner,") && lines[2].hasPrefix("class-4a,"))
    let json = try terminal.json(hwdb("overview", "--all-libraries", "--json"))
    #expect(json.array?.map { $0["library"] } == ["class-3b", "class-4a"])
    #expect(json.array?.first?["overview"]?["learners"]?.array?.count == 1)
    let page = try hwdb("overview", "--all-libraries", "--format", "html").output
    #expect(page.contains("<h1 dir=\"auto\">Overview of 2 libraries</h1>"))
    for (library, learner) in [("class-3b", "Ada"), ("class-4a", "Ben")] {
      #expect(page.contains("<h2 dir=\"auto\">\(library)</h2>") && page.contains(">\(learner)</th>"), "\(page)")
    }
    #expect(try hwdb("overview", "--all-libraries", "--format", "csv", "--wide").status == 2)
  }

  @Test func `gives a learner more time from then on`() throws {
    #expect(try terminal.hwdb("learner", "add", "Ada").status == 0)
    func limitMs() throws -> Int64? {
      let attempt = try terminal.json(
        terminal.hwdb("attempt", "start", "rivers", "--learner", "Ada", "--time-limit", "10min", "--json"))
      let (start, end) = (attempt["startedAt"]?.string, attempt["deadline"]?.string)
      #expect(try terminal.hwdb("attempt", "abandon", attempt["id"]?.string ?? "", "--yes").status == 0)
      guard let start = start.flatMap(Timestamp.init), let end = end.flatMap(Timestamp.init) else { return nil }
      return end.millisecondsSince1970 - start.millisecondsSince1970
    }
    #expect(try limitMs() == 600_000)
    for (share, ms) in [("25%", 750_000), ("50", 900_000), ("100%", 1_200_000), ("0", 600_000)] as [(String, Int64)] {
      let edited = try terminal.hwdb("learner", "edit", "ada", "--extra-time", share)
      #expect(edited.output == (ms == 600_000 ? "Ada\n" : "Ada, \((ms - 600_000) / 6000) % extra time\n"))
      #expect(try limitMs() == ms)
    }
    for share in ["10%", "-25%", "much", "%"] {
      let refused = try terminal.hwdb("learner", "edit", "Ada", "--extra-time=\(share)")
      #expect(refused.status == 2 && refused.errors.contains("write 0, 25%, 50% or 100%"), "\(refused)")
    }
  }
}
