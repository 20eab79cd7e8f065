import Homework
import HomeworkStore
import SQLite
import TestKit
import Testing

@Suite struct `A check` {
  @Test func `finds nothing in a sound store`() throws {
    let store = try makeStore()
    let (homework, _) = try store.play(Array(repeating: .correct, count: 10))
    _ = try store.play([.wrong] + Array(repeating: .correct, count: 9), of: homework)
    _ = try store.play(Array(repeating: .skipped, count: 10), finishes: false, of: homework)
    #expect(try store.check() == [])
  }

  /// Each thing that is stored though it follows from something else, changed behind the store's back.
  @Test(arguments: [
    ("UPDATE ledger SET stars = stars + 1", Inconsistency.Kind.credit, "7 stars credited, not 6"),
    ("DELETE FROM ledger", .credit, "nothing stars credited, not 6"),
    ("UPDATE progress SET best_score = 9", .progress, "best 9 of 10, 100 %, 1 attempts stored"),
    ("UPDATE progress SET total_attempts = 2", .progress, "2 attempts stored"),
    ("DELETE FROM progress", .progress, "best nothing of nothing, 0 %, 0 attempts stored"),
    (
      "DROP TRIGGER answer_never_changes; UPDATE answer SET streak_position = 9 WHERE position = 9", .streakPosition,
      "question 10 stands at 9, not 10"
    ),
    ("PRAGMA foreign_keys = OFF; UPDATE homework_collection SET collection = 99", .reference, "refers to collection"),
  ])
  func `names each difference`(sql: String, kind: Inconsistency.Kind, words: String) throws {
    let directory = try TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    let draft = HomeworkDraft(
      title: "t", collections: ["a"], quiz: QuizDraft(questions: Array(repeating: mcq, count: 10)))
    _ = try store.play(Array(repeating: .correct, count: 10), of: store.addHomework(draft))
    try Connection(path: directory.path("x.sqlite"), access: .readWrite).execute(sql)
    let found = try store.check()
    #expect(found.map(\.kind) == [kind])
    #expect(found.first?.detail.contains(words) == true, "\(found)")
  }
}
