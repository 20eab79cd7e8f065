import Foundation
import HomeworkMigrations
import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `A file that is not a store` {
  @Test func `is refused and left unchanged`() throws {
    let cases: [(name: String, make: (String) throws -> Void)] = [
      ("text", { try Data("just a text, long enough to be looked at\n".utf8).write(to: URL(fileURLWithPath: $0)) }),
      ("short", { try Data("SQLite format 3\0".utf8).write(to: URL(fileURLWithPath: $0)) }),
      ("another program's", { try Self.sql("CREATE TABLE t (x)", at: $0) }),
      ("with another id", { try Self.sql("PRAGMA application_id = 1", at: $0) }),
      (
        "from the future",
        {
          _ = try makeStore(path: $0)
          try Self.sql("PRAGMA user_version = 99", at: $0)
          try Self.sql("PRAGMA journal_mode = DELETE", at: $0)
        }
      ),
    ]
    for (name, make) in cases {
      let directory = TemporaryDirectory()
      let path = directory.path("x.sqlite")
      try make(path)
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      let error = #expect(throws: StoreError.self, "\(name)") { try makeStore(path: path) }
      guard case .unavailable = error else {
        Issue.record("\(name): \(String(describing: error))")
        continue
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before, "\(name)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == ["x.sqlite"], "\(name)")
    }
  }

  @Test func `becomes a store if it is empty`() throws {
    let directory = TemporaryDirectory()
    let path = try directory.write("", to: "x.sqlite")
    _ = try makeStore(path: path).writeAndWait { try $0.addHomework(HomeworkDraft(title: "t")) }
    #expect(try makeStore(path: path).readAndWait { try $0.homeworkList() }.items.count == 1)
  }

  @Test func `is refused if it is a directory or cannot be created`() throws {
    let directory = TemporaryDirectory()
    for path in [directory.url.path, directory.path("none/x.sqlite")] {
      let error = #expect(throws: StoreError.self) { try makeStore(path: path) }
      guard case .unavailable = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  private static func sql(_ script: String, at path: String) throws {
    try Connection(path: path, access: .create).execute(script)
  }
}

@Suite struct `The schema` {
  @Test func `is durable, constrained and marked as hwdb's`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    _ = try makeStore(path: path)
    let connection = try Connection(path: path, access: .readWrite)
    #expect(try connection.number("PRAGMA application_id") == 0x4857_4442)
    #expect(try connection.number("PRAGMA user_version") == Migrations.sqlite.version)
    #expect(try connection.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
    let lax: SQL = """
      SELECT count(*) FROM pragma_table_list
      WHERE schema = 'main' AND type = 'table' AND NOT strict AND name NOT LIKE 'sqlite_%'
      """
    #expect(try connection.number(lax) == 0)
  }

  /// Each schema rule, broken behind the store's back.
  @Test(arguments: [
    ("title_not_blank", "UPDATE homework SET title = ' '"), ("id_is_uuid", "UPDATE homework SET id = upper(id)"),
    ("id_is_uuid", "UPDATE homework SET id = replace(id, '-', '')"),
    ("learner_is_uuid", "UPDATE event SET learner = 'x'"),
    ("subject_not_blank", "UPDATE homework SET subject = ''"),
    ("due_on_is_date", "UPDATE homework SET due_on = '2026-02-30'"),
    ("generation_state_known", "UPDATE homework SET generation_state = 'done'"),
    ("generation_reason_iff_failed", "UPDATE homework SET generation_state = 'failed'"),
    ("quiz_has_1_to_200_questions", "UPDATE quiz SET question_count = 201"),
    ("confidence_is_share", "UPDATE quiz SET confidence = 1.5"),
    ("options_iff_shown", "UPDATE question SET options = '[\"a\"]' WHERE type = 'mcq'"),
    ("mcq_has_one_correct_option", "UPDATE question SET correct_index = 2 WHERE type = 'mcq'"),
    ("text_question_has_answer", "UPDATE question SET correct_answer = 'x' WHERE type = 'mcq'"),
    ("options_iff_shown", "UPDATE question SET options = '[1,2]' WHERE type = 'fillBlank'"),
    ("prompt_not_blank", "UPDATE question SET prompt = ''"),
    ("attempt_state_known", "UPDATE attempt SET state = 'paused', finished_at_ms = 1"),
    ("finished_iff_not_in_progress", "UPDATE attempt SET finished_at_ms = NULL"),
    ("settled_answers_never_change", "UPDATE answer SET outcome = 'wrong'"),
    (
      "answers_are_settled_in_order",
      "INSERT INTO answer (attempt, position, question, response, outcome, elapsed_ms, answered_at_ms) SELECT attempt, 7, question, response, outcome, 0, 0 FROM answer LIMIT 1"
    ),
    (
      "response_iff_not_skipped",
      "DELETE FROM answer WHERE position = 2; INSERT INTO answer (attempt, position, question, response, outcome, elapsed_ms, answered_at_ms) SELECT attempt, 2, question, NULL, 'wrong', 0, 0 FROM answer WHERE position = 0"
    ),
    (
      "elapsed_up_to_a_year",
      "DELETE FROM answer WHERE position = 2; INSERT INTO answer (attempt, position, question, response, outcome, elapsed_ms, answered_at_ms) SELECT attempt, 2, question, 'A', 'wrong', -1, 0 FROM answer WHERE position = 0"
    ),
    ("answers_have_no_gap", "DELETE FROM answer WHERE position = 1"),
    (
      "answers_are_to_questions_of_their_quiz",
      "DELETE FROM answer WHERE position = 2; INSERT INTO homework (id, title, created_at_ms) VALUES ('00000000-0000-7000-8000-00000000000f', 't', 0); INSERT INTO quiz (id, homework, question_count, created_at_ms) VALUES ('00000000-0000-7000-8000-00000000000f', '00000000-0000-7000-8000-00000000000f', 1, 0); INSERT INTO question (id, quiz, position, type, prompt, options, correct_index) VALUES ('00000000-0000-7000-8000-00000000000f', '00000000-0000-7000-8000-00000000000f', 0, 'mcq', 'p', '[1, 2]', 0); INSERT INTO answer SELECT attempt, 2, '00000000-0000-7000-8000-00000000000f', NULL, 'skipped', 0, 0 FROM answer WHERE position = 1"
    ),
    ("attempts_keep_their_questions", "UPDATE attempt SET asked = '[0]'"),
    (
      "quizzes_count_their_questions",
      "INSERT INTO question (id, quiz, position, type, prompt, options, correct_index) SELECT '00000000-0000-7000-8000-00000000000f', id, 3, 'mcq', 'p', '[1, 2]', 0 FROM quiz"
    ),
    ("quizzes_count_their_questions", "UPDATE quiz SET question_count = 2"),
    ("questions_keep_their_place", "UPDATE question SET position = position + 10"),
    ("questions_go_with_their_quiz", "DELETE FROM question WHERE position = 2"),
    ("score_within_total", "UPDATE ledger SET score = 9"),
    ("cannot modify progress because it is a view", "UPDATE progress SET best_score = 9"),
    ("stars_0_to_200", "UPDATE ledger SET stars = -1"),
    (
      "UNIQUE constraint failed: attempt.quiz",
      "INSERT INTO attempt (id, quiz, started_at_ms, learner) SELECT replace('00000000-0000-7000-8000-00000000000f', 'f', n), quiz, 0, learner FROM attempt, (SELECT '1' n UNION SELECT '2')"
    ),
    (
      "NOT NULL constraint failed: attempt.learner",
      "INSERT INTO attempt (id, quiz, started_at_ms) SELECT '00000000-0000-7000-8000-00000000000f', quiz, 0 FROM attempt"
    ),
    (
      "NOT NULL constraint failed: ledger.learner",
      "INSERT INTO ledger (attempt, stars, score, total, longest_run, elapsed_ms, finished_at_ms) VALUES ('00000000-0000-7000-8000-00000000000f', 0, 0, 1, 0, 0, 0)"
    ),
    ("learner_name_not_blank", "UPDATE learner SET name = ' '"),
    ("is_default_is_boolean", "UPDATE learner SET is_default = 2"),
    (
      "UNIQUE constraint failed: learner.is_default",
      "INSERT INTO learner SELECT '00000000-0000-7000-8000-00000000000f', 'x', 'x', 1, 0 FROM learner"
    ),
    ("FOREIGN KEY constraint failed", "UPDATE quiz SET homework = 99"),
  ])
  func `rejects a value that breaks a rule, and names the rule`(rule: String, sql: String) throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let store = try makeStore(path: path)
    let homework = try store.writeAndWait {
      try $0.addHomework(
        HomeworkDraft(title: "t", subject: "s", quiz: QuizDraft(questions: [mcq, fillBlank, shortAnswer])))
    }
    let attempt = try store.writeAndWait { try $0.startAttempt(homework.id) }
    for response in [Response.choice(0), .text("denominator"), .text("half")] {
      _ = try store.writeAndWait { try $0.settle(response, in: attempt.id) }
    }
    _ = try store.writeAndWait { try $0.finishAttempt(attempt.id) }
    let connection = try Connection(path: path, access: .readWrite)
    try connection.execute("PRAGMA foreign_keys = ON; BEGIN")
    let error = #expect(throws: StoreError.self) { try connection.execute(sql) }
    #expect(error?.description.contains(rule) == true, "\(String(describing: error))")
  }
}
