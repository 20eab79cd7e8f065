import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `A row changed by another program` {
  @Test(arguments: [
    "UPDATE question SET options = '[1, 2]'", "UPDATE question SET options = '[]'",
    "UPDATE question SET correct_index = 7", "UPDATE question SET correct_index = -1",
    "UPDATE quiz SET question_count = 1", "UPDATE answer SET elapsed_ms = 9223372036854775807",
    "UPDATE answer SET elapsed_ms = -1", "UPDATE answer SET outcome = 'maybe'",
    "UPDATE attempt SET id = 'x'", "UPDATE attempt SET state = 'paused'",
    "UPDATE question SET id = 'x' WHERE position = 1", "UPDATE question SET type = 'essay'",
    "DELETE FROM question WHERE position = 1", "UPDATE question SET options = 'x'",
    "UPDATE quiz SET confidence = 1e300", "UPDATE quiz SET question_count = -1", "UPDATE quiz SET question_count = 201",
    "UPDATE answer SET position = position + 1 WHERE position = 2",
    "UPDATE attempt SET started_at_ms = 9223372036854775807", "UPDATE answer SET answered_at_ms = -9223372036854775808",
  ])
  func `is reported as damage without a trap`(sql: String) throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let store = try makeStore(path: path)
    let (homework, _) = try store.play([.correct, .wrong, .correct], finishes: false)
    let connection = try Connection(path: path, access: .readWrite)
    try connection.executeUnseen("PRAGMA ignore_check_constraints = ON; \(sql)")
    let error = #expect(throws: StoreError.self) {
      _ = try store.readAndWait { try $0.quiz(for: homework.id) }
      _ = try store.readAndWait { try $0.attempts(of: homework.id) }.map { ($0.score, $0.elapsedMs, $0.streak) }
    }
    guard case .unavailable(.corrupt) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// The data from which the next answer follows, and from which a reply is rebuilt.
  @Test(arguments: [
    "outcome = 'maybe'", "elapsed_ms = -1", "elapsed_ms = 9223372036854775807", "position = 200", "position = 3",
  ])
  func `is reported as damage by the next answer`(change: String) throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let store = try makeStore(path: path)
    let (_, attempt) = try store.play([.correct, .wrong, .correct], finishes: false)
    try Connection(path: path, access: .readWrite).executeUnseen(
      """
      PRAGMA ignore_check_constraints = ON; UPDATE answer SET \(change) WHERE position = 2
      """)
    let calls: [(WriteTransaction) throws -> Void] = [
      { _ = try $0.settle(.choice(0), in: attempt.id) }, { _ = try $0.finishAttempt(attempt.id) },
      { _ = try $0.attemptSummary(attempt.id) },
    ]
    for call in calls {
      let error = #expect(throws: StoreError.self) { try store.writeAndWait { try call($0) } }
      guard case .unavailable(.corrupt) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  /// Each statement's readers run in a separate process: a trap ends that process and is reported.
  @Test(arguments: [
    "UPDATE ledger SET score = 11, total = 3", "UPDATE ledger SET score = -1", "UPDATE ledger SET total = 0, score = 0",
    "UPDATE ledger SET total = 9223372036854775807", "UPDATE ledger SET longest_run = -1",
    "UPDATE ledger SET finished_at_ms = 9223372036854775807",
    "UPDATE homework SET created_at_ms = -9223372036854775808",
    "UPDATE completion SET completed_at_ms = 9223372036854775807", "UPDATE homework SET generation_state = 'x'",
    "UPDATE homework SET generation_state = 'failed', generation_reason = 'x'",
    """
    UPDATE homework SET generation_state = 'failed', generation_reason = 'network',
      generation_retry_at_ms = 9223372036854775807
    """,
    "UPDATE quiz SET id = 'x'", "UPDATE picture SET media_type = 'image/tiff'",
    "UPDATE event SET kind = 'x'", "UPDATE event SET question_index = -1", "UPDATE event SET outcome = 'x'",
    "UPDATE event SET streak_position = 11", "UPDATE event SET at_ms = 9223372036854775807",
    "UPDATE learner SET id = 'x'", "UPDATE learner SET created_at_ms = 9223372036854775807",
    "UPDATE event SET homework = 'x'", "UPDATE event SET attempt = 'x'",
    """
    INSERT INTO ledger SELECT replace(attempt, '0', '1'), learner, subject, 9223372036854775807, score, total,
      longest_run, elapsed_ms, finished_at_ms FROM ledger
    """,
    """
    UPDATE ledger SET elapsed_ms = 9223372036854775807; INSERT INTO ledger
    SELECT replace(attempt, '0', '1'), learner, subject, stars, score, total, longest_run, elapsed_ms, finished_at_ms
    FROM ledger
    """,
  ])
  func `is reported as damage by its readers, and ends no process`(sql: String) async throws {
    await #expect(processExitsWith: .success) { [sql] in
      let directory = TemporaryDirectory()
      let path = directory.path("x.sqlite")
      let store = try makeStore(path: path)
      let picture = try Picture([0xFF, 0xD8, 0xFF])
      let (homework, _) = try store.play(
        [.correct, .wrong, .correct],
        of: store.writeAndWait {
          try $0.addHomework(
            HomeworkDraft(title: "t", picture: picture, quiz: QuizDraft(questions: [mcq, mcq, mcq])))
        })
      _ = try store.writeAndWait { try $0.completeHomework(homework.id) }
      let connection = try Connection(path: path, access: .readWrite)
      try connection.executeUnseen("PRAGMA ignore_check_constraints = ON; \(sql)")
      let open = try Store.openAndWait(path: path)
      var refusals = 0
      func ask(_ body: () throws -> Void) {
        do { try body() } catch {
          if case StoreError.unavailable(.corrupt) = error { refusals += 1 } else { Issue.record("\(error)") }
        }
      }
      ask { _ = try open.readAndWait { try $0.learners() } }
      ask { _ = try open.readAndWait { try $0.statistics() } }
      ask { _ = try open.readAndWait { try $0.earned() } }
      ask { _ = try open.readAndWait { try $0.homework(homework.id) } }
      ask { _ = try open.readAndWait { try $0.homeworkList() } }
      ask { _ = try open.readAndWait { try $0.attemptList() } }
      ask { _ = try open.readAndWait { tx in try tx.events(since: 0) } }
      ask { _ = try open.writeAndWait { try $0.updateGeneration(homework.id, .pending) } }
      ask {
        let attempt = try open.writeAndWait { try $0.startAttempt(homework.id) }
        for _ in 0..<3 { _ = try open.writeAndWait { try $0.settle(.choice(0), in: attempt.id) } }
        _ = try open.writeAndWait { try $0.finishAttempt(attempt.id) }
      }
      #expect(refusals > 0)
    }
  }

  @Test func `is reported as damage if its table is missing`() throws {
    let directory = TemporaryDirectory()
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
  /// If the code accepts a value that a CHECK refuses, callers see our bug.
  @Test func `agree on valid dates`() throws {
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
      #expect(throws: StoreError.self, "\(text)") {
        try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t", dueOn: text)) }
      }
    }
  }

  @Test func `agree on the longest time for a question`() throws {
    let store = try makeStore()
    let homework = try store.writeAndWait {
      try $0.addHomework(HomeworkDraft(title: "t", quiz: QuizDraft(questions: [mcq, mcq])))
    }
    let attempt = try store.writeAndWait { try $0.startAttempt(homework.id) }
    for elapsedMs in [-1, .min, .max, 31_536_000_001] {
      let error = #expect(throws: StoreError.self) {
        try store.writeAndWait { try $0.settle(.choice(0), in: attempt.id, elapsedMs: elapsedMs) }
      }
      guard case .invalid(let faults) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(faults.map(\.path) == ["elapsedMs"])
    }
    for _ in 0..<2 {
      _ = try store.writeAndWait { try $0.settle(.choice(0), in: attempt.id, elapsedMs: 31_536_000_000) }
    }
    #expect(try store.readAndWait { try $0.attempt(attempt.id) }.elapsedMs == 63_072_000_000)
  }
}
