import HomeworkModel
import HomeworkSQLite
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `A row that something else changed` {
  @Test(arguments: [
    "UPDATE question SET options = '[1, 2]'", "UPDATE question SET options = '[]'",
    "UPDATE question SET correct_index = 7", "UPDATE question SET correct_index = -1",
    "UPDATE quiz SET question_count = 1", "UPDATE answer SET elapsed_ms = 9223372036854775807",
    "UPDATE answer SET elapsed_ms = -1", "UPDATE answer SET outcome = 'maybe'",
    "UPDATE attempt SET public_id = 'x'", "UPDATE attempt SET state = 'paused'",
    "UPDATE question SET public_id = 'x' WHERE position = 1",
  ])
  func `is told as damage, and traps nothing`(sql: String) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let store = try makeStore(path: path)
    let (homework, _) = try store.play([.correct, .wrong, .correct], finishes: false)
    let connection = try Connection(path: path, access: .readWrite)
    try connection.execute("PRAGMA ignore_check_constraints = ON; DROP TRIGGER answer_never_changes; \(sql)")
    let error = #expect(throws: StoreError.self) {
      _ = try store.quiz(for: homework.id)
      _ = try store.attempts(of: homework.id).map { ($0.score, $0.elapsedMs, $0.streak) }
    }
    guard case .unavailable(.corrupt) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `is a table that is gone`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("x.sqlite")
    _ = try makeStore(path: path)
    try Connection(path: path, access: .readWrite).execute("DROP TABLE schema_migration")
    let error = #expect(throws: StoreError.self) { try makeStore(path: path) }
    guard case .unavailable(.corrupt) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}

@Suite struct `The rules in code and in the schema` {
  /// What the code lets through and a CHECK refuses would be our mistake shown to a caller.
  @Test func `agree on what a date is`() throws {
    let store = try makeStore()
    let calendar = try Connection(path: ":memory:", access: .create)
    for year in ["0000", "0001", "1582", "1752", "1900", "1970", "2000", "2023", "2024", "2100", "9999"] {
      for month in 0...13 {
        for day in 0...32 {
          let text = "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
          let isStorable = try calendar.number("SELECT date(?1, '+0 days') IS ?1", text) == 1
          #expect(HomeworkDraft(title: "t", dueOn: text).faults.isEmpty == isStorable, "\(text)")
        }
      }
    }
    for text in ["2026-1-01", "2026-01-1", "20260101", "2026-01-01 ", " 2026-01-01", "now", "12:00", "２026-01-01"] {
      #expect(throws: StoreError.self, "\(text)") { try store.addHomework(HomeworkDraft(title: "t", dueOn: text)) }
    }
  }

  @Test func `agree on how long a question can take`() throws {
    let store = try makeStore()
    let homework = try store.addHomework(HomeworkDraft(title: "t", quiz: QuizDraft(questions: [mcq, mcq])))
    let attempt = try store.startAttempt(homework.id)
    for elapsedMs in [-1, .min, .max, 31_536_000_001] {
      let error = #expect(throws: StoreError.self) {
        try store.settle(.choice(0), in: attempt.id, elapsedMs: elapsedMs)
      }
      guard case .invalid(let faults) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(faults.map(\.path) == ["elapsedMs"])
    }
    for _ in 0..<2 { _ = try store.settle(.choice(0), in: attempt.id, elapsedMs: 31_536_000_000) }
    #expect(try store.attempt(attempt.id).elapsedMs == 63_072_000_000)
  }
}
