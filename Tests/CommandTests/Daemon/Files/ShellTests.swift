import Foundation
import HomeworkModel
import HomeworkTestKit
import Testing

/// Typical uses of the `sqlite3` shell while a daemon serves the file: without hwdb's functions, and with foreign keys
/// enabled.
@Suite
struct `A daemon beside the sqlite3 shell` {
  private let daemon: ServedDaemon
  private let client: LineClient
  private let shell: SQLiteShell

  init() throws {
    daemon = try ServedDaemon()
    client = try daemon.client()
    let copy = daemon.directory.path("copy.sqlite")
    try Fixture.write(to: copy)
    #expect(try daemon.maintain("restore", copy, "--yes").status == 0)
    shell = SQLiteShell(path: daemon.directory.path("hwdb.sqlite"))
  }

  /// Calls that read each table.
  private func read() throws -> [String: JSONValue] {
    var found: [String: JSONValue] = [:]
    for method in [
      "homework.list", "collection.list", "learner.list", "attempt.list", "stats.get", "overview.get", "review.due",
      "database.info",
    ] { found[method] = try client.call(method) }
    for homework in found["homework.list"]?["items"]?.array ?? [] {
      let id: JSONValue = ["homeworkId": homework["id"] ?? .null]
      for method in ["homework.get", "progress.get"] { _ = try client.call(method, id) }
      if homework["quizId"]?.string != nil { _ = try client.call("quiz.get", id) }
    }
    for attempt in found["attempt.list"]?["items"]?.array ?? [] {
      _ = try client.call("attempt.get", ["attemptId": attempt["id"] ?? .null])
    }
    return found
  }

  /// - Parameter rule: the rule that rejects the statement; `nil` if the daemon serves the written row.
  private func write(_ sql: String, refusedBy rule: String? = nil) throws {
    let result = try shell.run(sql)
    guard let rule else {
      #expect(result.status == 0, "\(sql): \(result.errors)")
      #expect(throws: Never.self, "\(sql)") { try read() }
      return
    }
    #expect(result.status != 0 && result.errors.contains(rule), "\(sql): \(result)")
  }

  private static let id = "'0190a3b2-0000-7000-8000-0000000000'"
  /// The first quiz of ten questions that was played, which is that of Fractions; and the second learner.
  private static let quiz = "(SELECT min(id) FROM quiz WHERE question_count = 10 AND id IN (SELECT quiz FROM attempt))",
    fractions = "(SELECT homework FROM quiz WHERE id = \(quiz))",
    question = "(SELECT id FROM question WHERE quiz = \(quiz) AND position = 0)",
    ada = "(SELECT max(id) FROM learner WHERE name LIKE 'Ada%')"
  private static let homework = "INSERT INTO homework (id, title, created_at_ms) VALUES "

  /// A statement for each type of change to each table, in an order in which all of them succeed.
  private static let statements: [(sql: String, rule: String?)] = [
    ("\(homework) (\(id) || 'a1', 'By hand', 1795564413039)", nil),
    ("\(homework) (\(id) || 'a2', ' ', 0)", "title_not_blank"),
    ("UPDATE homework SET title = 'Changed by hand', due_on = '2026-12-24' WHERE title = 'Fractions'", nil),
    ("UPDATE homework SET due_on = 'tomorrow'", "due_on_is_date"),
    ("INSERT INTO collection SELECT id, 'Of the shell' FROM homework WHERE title = 'By hand'", nil),
    ("INSERT INTO collection SELECT homework, name FROM collection", "UNIQUE"),
    ("UPDATE collection SET name = 'Winter' WHERE name = 'Autumn'", nil),
    ("INSERT INTO collection VALUES (\(id) || '99', 'Autumn')", "FOREIGN KEY"),
    ("UPDATE collection SET homework = \(id) || '99' WHERE homework = \(fractions)", "FOREIGN KEY"),
    ("DELETE FROM collection WHERE homework = \(fractions)", nil), ("DELETE FROM collection WHERE name = 'Été'", nil),
    (
      """
      BEGIN; INSERT INTO quiz (id, homework, question_count, created_at_ms)
      VALUES (\(id) || 'b1', \(id) || 'a1', 1, 0);
      INSERT INTO question (id, quiz, position, type, prompt, options, correct_index)
      VALUES (\(id) || 'c1', \(id) || 'b1', 0, 'mcq', 'Which?', '["This", "That"]', 1); COMMIT
      """, nil
    ),
    (
      "INSERT INTO quiz (id, homework, question_count, created_at_ms) VALUES (\(id) || 'b2', \(fractions), 10, 0)",
      "UNIQUE"
    ),
    ("UPDATE quiz SET topic = 'Halves' WHERE id = \(quiz)", nil),
    ("UPDATE quiz SET question_count = 3", "quizzes_count_their_questions"),
    ("UPDATE question SET prompt = 'Asked by hand' WHERE id = \(question)", nil),
    ("UPDATE question SET position = 20 WHERE id = \(question)", "questions_keep_their_place"),
    ("UPDATE question SET options = 'nonsense' WHERE id = \(question)", "malformed JSON"),
    ("DELETE FROM question WHERE id = \(question)", "questions_go_with_their_quiz"),
    (
      "INSERT INTO learner (id, name, folded_name, created_at_ms) VALUES (\(id) || 'd1', 'Eve', 'eve', 0)", nil
    ),
    ("UPDATE learner SET name = 'Ada L.' WHERE name = 'Ada'", nil),
    ("UPDATE learner SET is_default = 1", "UNIQUE"),
    (
      "INSERT INTO attempt (id, quiz, learner, started_at_ms) VALUES (\(id) || 'e1', \(quiz), \(ada), 1795564413039)",
      nil
    ),
    (
      "INSERT INTO attempt (id, quiz, learner, started_at_ms) VALUES (\(id) || 'e2', \(quiz), \(ada), 0)", "UNIQUE"
    ),
    ("UPDATE attempt SET started_at_ms = 1795564413040 WHERE id = \(id) || 'e1'", nil),
    ("UPDATE attempt SET quiz = \(id) || 'b1'", "attempts_keep_their_questions"),
    (
      """
      INSERT INTO answer (attempt, position, question, response, outcome, elapsed_ms, answered_at_ms) VALUES (
        \(id) || 'e1', 0, \(question), 'A', 'correct', 5, 1795564413050)
      """, nil
    ),
    ("INSERT INTO answer VALUES (\(id) || 'e1', 1, \(id) || 'c1', NULL, 'skipped', 0, 0)", "of_their_quiz"),
    ("UPDATE answer SET outcome = 'correct'", "settled_answers_never_change"),
    ("DELETE FROM answer WHERE position = 3", "answers_have_no_gap"),
    ("DELETE FROM answer WHERE attempt = \(id) || 'e1'", nil), ("DELETE FROM attempt WHERE id = \(id) || 'e1'", nil),
    ("UPDATE progress SET total_attempts = 1", "because it is a view"),
    ("INSERT INTO completion VALUES (\(id) || 'a1', \(ada), 0)", nil),
    ("UPDATE completion SET completed_at_ms = 1", nil),
    ("INSERT INTO completion VALUES (\(id) || '99', \(ada), 0)", "FOREIGN KEY"),
    ("DELETE FROM completion WHERE homework = \(id) || 'a1'", nil),
    ("INSERT INTO ledger VALUES (\(id) || 'f1', \(ada), 'Art', 3, 7, 9, 5, 60, 1795564413039)", nil),
    ("UPDATE ledger SET stars = 4 WHERE attempt = \(id) || 'f1'", nil),
    ("UPDATE ledger SET stars = -4", "stars_0_to_200"), ("DELETE FROM ledger WHERE attempt = \(id) || 'f1'", nil),
    ("INSERT INTO moment VALUES (\(ada), 'own', 'flag', 0)", "moment_is_known"),
    ("INSERT INTO moment VALUES (\(ada), 'fullCycle', 'achievement', 0)", nil),
    ("UPDATE moment SET kind = 'flag'", "moment_is_known"), ("DELETE FROM moment WHERE name = 'fullCycle'", nil),
    (
      "INSERT INTO picture (digest, media_type, bytes) VALUES (printf('%064x', 1), 'image/png', x'89504e470d0a1a0a')",
      nil
    ),
    ("UPDATE homework SET picture = printf('%064x', 1) WHERE title = 'By hand'", nil),
    ("DELETE FROM picture", "FOREIGN KEY"), ("UPDATE homework SET picture = NULL", nil),
    ("UPDATE homework SET hidden_at_ms = hidden_at_ms + 1", nil),
    ("UPDATE homework SET hidden_at_ms = 1e15", "hidden_at_is_time"),
    ("DELETE FROM request", nil),
    ("INSERT INTO event (kind, at_ms) VALUES ('homeworkUpdated', 1795564413039)", nil),
    ("DELETE FROM event WHERE sequence < 10", nil), ("DELETE FROM learner WHERE name = 'Eve'", nil),
    ("DELETE FROM quiz WHERE id = \(id) || 'b1'", nil),
    ("DELETE FROM homework WHERE title = 'Photosynthesis'", nil),
  ]

  @Test func `serves each change that the schema allows`() throws {
    _ = try client.call("events.subscribe")
    for (sql, rule) in Self.statements { try write(sql, refusedBy: rule) }
    let titles = try read()["homework.list"]?["items"]?.array?.compactMap { $0["title"]?.string } ?? []
    #expect(titles == ["Torn worksheet 🙂", "La Côte d'Azur", "Changed by hand", "Capitals", "By hand"])
    // Clients that follow events, play and write can continue.
    let attempts = try client.call("attempt.list", ["state": "inProgress"])["items"]?.array ?? []
    _ = try client.call("attempt.skip", ["attemptId": try #require(attempts.first?["id"])])
    _ = try client.call("homework.add", ["title": "After the shell"])
    var events = ""
    for count in 1...3 where !events.contains("homeworkAdded") {
      events = String(decoding: try client.notifications(count).flatMap { $0.encoded() }, as: UTF8.self)
    }
    // The first event was written by the shell.
    for kind in ["homeworkUpdated", "answerSettled", "homeworkAdded"] { #expect(events.contains(kind), "\(events)") }
    // No change counts as damage: only what follows from others differs.
    let kinds = try client.call("database.check")["findings"]?.array?.compactMap { $0["kind"]?.string } ?? []
    #expect(Set(kinds).isSubset(of: ["search"]), "\(kinds)")
    #expect(try daemon.maintain("repair").status == 0)
    #expect(try client.call("database.check")["findings"] == [])
  }

  @Test func `reports an invalid list, and serves everything else`() throws {
    try #require(shell.run("UPDATE question SET options = '[1, {}]' WHERE id = \(Self.question)").status == 0)
    let items = try client.call("homework.list")["items"]?.array ?? []
    #expect(items.count == 5)
    let damaged = items.filter { $0["quizId"]?.string != nil }.filter { homework in
      (try? client.call("quiz.get", ["homeworkId": homework["id"] ?? .null])) == nil
    }
    #expect(damaged.map { $0["title"] } == ["Fractions"])
    let findings = try client.call("database.check")["findings"]?.array ?? []
    #expect(findings.contains { $0["kind"] == "value" && $0["place"] == damaged.first?["id"] }, "\(findings)")
    _ = try client.call("homework.add", ["title": "After the shell"])
  }
}

/// The `sqlite3` program, run on a file.
private struct SQLiteShell {
  let path: String

  func run(_ sql: String) throws -> CommandResult {
    try HomeworkTestKit.run(
      "/usr/bin/env", ["sqlite3", "-bail", "-cmd", ".timeout 5000", path, "PRAGMA foreign_keys = ON; \(sql)"])
  }
}
