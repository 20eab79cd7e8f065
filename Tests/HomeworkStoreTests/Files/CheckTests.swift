import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `A check` {
  @Test func `finds nothing in a sound store`() throws {
    let store = try makeStore()
    let (homework, _) = try store.play(Array(repeating: .correct, count: 10))
    _ = try store.play([.wrong] + Array(repeating: .correct, count: 9), of: homework)
    _ = try store.play(Array(repeating: .skipped, count: 10), finishes: false, of: homework)
    #expect(try store.checkAndWait() == [])
  }

  /// The answer's attempt cannot be read.
  @Test(arguments: 0..<10) func `names an answer whose question is missing`(index: Int) throws {
    let directory = TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    let (_, attempt) = try store.play(Array(repeating: .correct, count: 10))
    let (_, other) = try store.play([.wrong])
    try Connection(path: directory.path("x.sqlite"), access: .readWrite).executeUnseen(
      """
      DELETE FROM question WHERE position = \(index) AND quiz = (SELECT min(id) FROM quiz);
      UPDATE ledger SET score = 1 WHERE attempt = '\(other.id)'
      """)
    let found = try store.checkAndWait()
    #expect(found.filter { $0.kind == .reference }.map(\.place) == ["answer"])
    #expect(
      found.contains { $0.detail.contains("attempt \(attempt.id), position \(index) refers to question") }, "\(found)")
    // All other attempts are compared with their derived data.
    #expect(found.contains { $0.kind == .credit && $0.place == other.id.text }, "\(found)")
  }

  // The compiler needs seconds to find the type by itself.
  private static let differences: [(change: String, kinds: [Inconsistency.Kind], words: String)] = [
    ("UPDATE ledger SET stars = stars + 1", [Inconsistency.Kind.credit], "7 stars credited, not 6"),
    ("DELETE FROM ledger", [.credit], "nothing stars credited, not 6"),
    ("UPDATE ledger SET longest_run = 9", [.credit], "is not what the answers give"),
    ("UPDATE ledger SET score = 9", [.credit], "is not what the answers give"),
    (
      "UPDATE question SET position = position + 20; UPDATE question SET position = 29 - position",
      Array(repeating: .question, count: 10),
      "answer 10 is to the question at another position"
    ),
    ("UPDATE quiz SET question_count = 11", [.questionCount, .credit], "11 questions stored, 10 are there"),
    ("UPDATE picture SET bytes = x'ffd8ff00'", [.picture], "its bytes have another digest"),
    ("DELETE FROM event WHERE sequence = 5", [.events], "the one before it is not there"),
    ("UPDATE homework SET title = 'changed'", [.search], "does not hold the words that are there"),
    ("UPDATE copy SET is_own = 0", [.value], "0 are this database, not 1"),
    ("DELETE FROM change", [.value], "no change is there that other copies could get"),
    ("DELETE FROM schema_migration", [.schema], "schema_migration does not name its version"),
    ("UPDATE schema_migration SET checksum = 'x'", [.schema], "schema_migration does not name its version"),
    ("DROP VIEW progress", [.schema], "another program removed view progress"),
    ("UPDATE change SET time = 9000000000000000 WHERE kind = 'homework'", [.value], "that no copy can reach"),
    ("DROP INDEX attempt_of_quiz", [.schema], "another program removed index attempt_of_quiz"),
    ("PRAGMA foreign_keys = OFF; UPDATE collection SET homework = 99", [.reference], "refers to homework"),
    (
      "DELETE FROM question WHERE position = 9", [.search, .reference, .questionCount], "position 9 refers to question"
    ),
    (
      """
      INSERT INTO quiz (id, homework, is_current, question_count, created_at_ms)
        SELECT 'f' || substr(id, 2), homework, 0, 1, 0 FROM quiz;
      INSERT INTO question (id, quiz, position, type, prompt, options, correct_index)
        SELECT 'f' || substr(id, 2), 'f' || substr(quiz, 2), 0, type, prompt, options, 0 FROM question
        WHERE position = 0;
      UPDATE answer SET question = 'f' || substr(question, 2) WHERE position = 0
      """, [.question], "answer 1 is to the question at another position"
    ),
    (
      "PRAGMA ignore_check_constraints = ON; UPDATE homework SET generation_state = 'done'", [.structure],
      "CHECK constraint failed in homework"
    ),
  ]

  /// Each kind of derived data, changed behind the store's back.
  @Test(arguments: differences)
  func `names each difference`(sql: String, kinds: [Inconsistency.Kind], words: String) throws {
    let directory = TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    let draft = try HomeworkDraft(
      title: "t", collections: ["a"], picture: Picture([0xFF, 0xD8, 0xFF]),
      quiz: QuizDraft(questions: Array(repeating: mcq, count: 10)))
    _ = try store.play(Array(repeating: .correct, count: 10), of: store.writeAndWait { try $0.addHomework(draft) })
    try Connection(path: directory.path("x.sqlite"), access: .readWrite).executeUnseen(sql)
    let found = try store.checkAndWait()
    #expect(found.map(\.kind) == kinds)
    #expect(found.contains { $0.detail.contains(words) }, "\(found)")
  }
}
