import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `hwdb due` {
  private let terminal = Terminal()
  private static let long =
    "Everything about the rivers of Europe, from the spring to the mouth, with all that flows into them on the way there"

  /// Plays a quiz of three questions, some days ago, and answers some of them.
  private func play(_ title: String, daysAgo: Int64, answers: Int) throws {
    let now = Timestamp(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1000) - daysAgo * 86_400_000)
    let store = try Store.openAndWait(
      path: terminal.directory.path("hwdb.sqlite"), options: StoreOptions(clock: { now }))
    let question = QuestionDraft(prompt: "?", body: .mcq(options: ["a", "b"], correctIndex: 0))
    try store.writeAndWait { tx in
      let quiz = QuizDraft(questions: [question, question, question])
      let id = try tx.startAttempt(tx.addHomework(HomeworkDraft(title: title, quiz: quiz)).id).id
      for _ in 0..<answers { _ = try tx.settle(.choice(0), in: id) }
    }
  }

  @Test func `counts due questions per assignment, most first`() throws {
    try play("Rivers", daysAgo: 30, answers: 2)
    try play("New", daysAgo: 0, answers: 3)
    try play("Seas\u{7}", daysAgo: 30, answers: 3)
    let result = try terminal.hwdb("due")
    #expect(result.status == 0 && result.output == "3  Seas\u{FFFD}\n2  Rivers\n")
    let json = try terminal.json(terminal.hwdb("due", "--json"))
    #expect(json["total"] == 5 && json["homework"]?.array?.map { $0["due"] } == [3, 2, 0])
    // At a retention of one in a thousand, nothing is due yet.
    #expect(try terminal.hwdb("due", "--retention", "0.001").errors.hasPrefix("Nothing is due; the next is on "))
  }

  @Test func `names the next due time, or what to do before any answer`() throws {
    let empty = try terminal.hwdb("due")
    #expect(empty.status == 0 && empty.errors == "Nothing is due: play a quiz first, with hwdb play\n")
    try play("Rivers", daysAgo: 0, answers: 1)
    let result = try terminal.hwdb("due")
    #expect(result.status == 0)
    #expect(result.errors.contains(/^Nothing is due; the next is on \d+ \w+ \d{4}\n$/))
    #expect(try terminal.json(terminal.hwdb("due", "--json"))["total"] == 0)
  }

  @Test func `shows how many questions become due on each of the next days`() throws {
    try play("Rivers", daysAgo: 30, answers: 2)
    try play("New", daysAgo: 0, answers: 3)
    let week = try terminal.hwdb("due", "--next", "7").output.split(separator: "\n")
    #expect(week.count == 7 && week[0].hasPrefix("2  "))
    let day = /^\d  \w+day, \d+ \w+ \d{4}$/
    #expect(week.allSatisfy { $0.contains(day) }, "\(week)")
    // Three wrong or right answers of today are due within days.
    #expect(week.dropFirst().compactMap { $0.first?.wholeNumberValue }.reduce(0, +) == 3, "\(week)")
    let json = try terminal.json(terminal.hwdb("due", "--next", "2", "--json"))
    #expect(json["total"] == 2 && json["days"]?.array?.count == 2)
    for word in ["0", "366", "-1", "week"] { #expect(try terminal.hwdb("due", "--next=\(word)").status == 2) }
  }

  @Test func `rejects an invalid retention in one line`() throws {
    for word in ["0", "1", "2", "-0.5", "nan", "inf", "much", ""] {
      let result = try terminal.hwdb("due", "--retention=\(word)")
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(
        result.problems == ["hwdb: --retention \(word) is not a number above 0 and below 1: write --retention 0.9"])
    }
    #expect(try terminal.hwdb("due", "now").status == 2)
  }

  @Test(.enabled(if: Machine.hasTerminals, "there are no pseudo-terminals"))
  func `fits 80 columns without cutting words`() throws {
    for answers in 1...2 { try play("\(answers) \(Self.long)", daysAgo: 30, answers: answers) }
    let shown = try terminal.screen(["due"], environment: ["NO_COLOR": "1"])
    #expect(shown.finish() == 0)
    let lines = shown.output.split(whereSeparator: \.isNewline).map(String.init)
    #expect(lines.first == "DUE  HOMEWORK" && lines.last == "3 questions due")
    for line in lines { #expect(line.count <= 80, "\(line)") }
    let words = lines.dropFirst().dropLast().joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(words == "2 2 \(Self.long) 1 1 \(Self.long)")
  }

  @Test func `reviews due questions of all homework, up to a limit, and resumes where it stopped`() throws {
    // Played days ago: ten questions of one homework are due, and three of another, which has an open attempt.
    try Fixture.write(to: terminal.directory.path("hwdb.sqlite"))
    let some = try terminal.hwdb("review", "--limit", "2", input: "skip\nexit\nkeep\n").output
    #expect(some.hasPrefix("Review of due questions, practice, Learner 1\n\nQuestion 1 of 2: "))
    #expect(
      try terminal.hwdb("attempt", "list", "--state", "inProgress").output.contains("  Review of due questions, "))
    let rest = try terminal.hwdb(
      "review", input: "skip\nagain\n" + String(repeating: "skip\n", count: 11) + "again\n\n"
    ).output
    #expect(rest.contains("Going on at question 2 of 2\n") && rest.contains("\nQuestion 2 of 2: "))
    #expect(rest.contains("practice earns no stars") && rest.contains("\nQuestion 11 of 11: "))
    #expect(rest.contains("Write review to see each question, again to review more, or Enter to end: "))
    #expect(rest.contains("No more questions are due\n"))
    let review = String(try terminal.hwdb("attempt", "list", "--limit", "1").output.prefix(8))
    #expect(try terminal.hwdb("attempt", "review", review).output.hasPrefix("Review of due questions, "))
    #expect(try terminal.hwdb("attempt", "list", "--format", "csv").output.contains("\(review)"))
    #expect(try terminal.hwdb("review").output.hasPrefix("Nothing is due; the next is on "))
    #expect(try terminal.hwdb("review", "--json").output == "[]\n")
    #expect(try terminal.hwdb("review", "--limit", "0").status == 2)
    #expect(try terminal.hwdb("stats").output.contains("2 finished"))
  }
}
