import Foundation
import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite(.onPostgres) struct `A check on PostgreSQL` {
  /// Changes by another program.
  private static let changes = [
    "UPDATE ledger SET stars = stars + 1", "DELETE FROM ledger",
    "UPDATE ledger SET longest_run = 9", "UPDATE ledger SET score = 9",
    "UPDATE attempt SET started_at_ms = 1", "UPDATE attempt SET is_practice = true",
    "UPDATE answer SET response = 'B' WHERE position = 3",
    "UPDATE answer SET outcome = 'wrong' WHERE position = 3",
    "UPDATE answer SET elapsed_ms = elapsed_ms + 1 WHERE position = 3",
    "UPDATE answer SET answered_at_ms = 5 WHERE position = 0",
    "UPDATE question SET position = position + 20; UPDATE question SET position = 29 - position",
    "UPDATE quiz SET question_count = 11", "UPDATE quiz SET question_count = 9",
    "UPDATE picture SET bytes = X'ffd8ff00'",
    "DELETE FROM event WHERE sequence = (SELECT max(sequence) - 1 FROM event)",
    "UPDATE homework SET title = 'changed'",
    "UPDATE question SET prompt = 'changed' WHERE position = 2",
    "UPDATE collection SET homework = '0195d4a8-0000-7000-8000-000000000099'", "DELETE FROM learner",
    "DELETE FROM question WHERE position = 9", "DELETE FROM quiz", "DELETE FROM homework",
    "DELETE FROM attempt", "UPDATE homework SET picture = 'x'",
  ]

  @Test func `finds and repairs what a check of a file does`() throws {
    let sides = try Sides()
    let draft = try HomeworkDraft(
      title: "t", collections: ["a"], picture: Picture([0xFF, 0xD8, 0xFF]),
      quiz: QuizDraft(questions: Array(repeating: mcq, count: 10)))
    let id = try sides.write { tx in
      let homework = try tx.addHomework(draft)
      try tx.answer(Array(repeating: .correct, count: 10), in: tx.startAttempt(homework.id).id)
      return homework.id
    }
    let sound = sides.directory.path("sound")
    try sides.file.backupAndWait(to: sound)
    var unnoticed: [String] = []
    for change in Self.changes {
      _ = try sides.both { store in
        try store.restoreAndWait(from: sound)
        return try store.writeAndWait { tx in
          _ = try tx.completeHomework(id)
          _ = try tx.updateGeneration(id, .pending)
          _ = try tx.updateGeneration(id, .ready)
          return try tx.eventRange()
        }
      }
      // A file without its triggers is refused.
      let connection = try Connection(path: sides.directory.path("x.sqlite"), access: .readWrite)
      let query: HomeworkStore.SQL = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
      let triggers = try connection.all(query) { (name: $0.text(0), sql: $0.text(1)) }
      try connection.execute(
        """
        PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;
        \(triggers.map { "DROP TRIGGER \($0.name);" }.joined()) \(change); \(triggers.map { $0.sql + ";" }.joined())
        """)
      let served = change.replacing("X'ffd8ff00'", with: "'\\xffd8ff00'")
      try Served.strike(sides.server, sides.url, ["SET search_path = hwdb", served])
      if (try? sides.file.checkAndWait())?.isEmpty == true { unnoticed.append(change) }
      compare(sides, change)
    }
    // Texts and times that nothing else follows from.
    #expect(
      unnoticed == [
        "UPDATE attempt SET started_at_ms = 1", "UPDATE answer SET response = 'B' WHERE position = 3",
        "UPDATE answer SET answered_at_ms = 5 WHERE position = 0",
      ])
  }

  private func compare(_ sides: Sides, _ change: String) {
    func found(_ store: Store) -> Result<[String], StoreError> {
      Sides.outcome { Self.seen(try store.checkAndWait()) }
    }
    func left(_ store: Store) -> Result<[String], StoreError> {
      Sides.outcome { Self.seen(try store.repairAndWait().left) }
    }
    #expect(found(sides.served) == found(sides.file), "\(change)")
    #expect(left(sides.served) == left(sides.file), "\(change)")
    _ = try? sides.read { tx in
      [try tx.earned(), try tx.homeworkList().items.map(\.progress), try tx.statistics()] as [AnyHashable]
    }
  }

  /// Returns kinds and places. SQLite reports the search index as a whole.
  private static func seen(_ found: [Inconsistency]) -> [String] {
    found.map { $0.kind == .search ? "search" : "\($0.kind) \($0.place)" }.sorted()
  }

  @Test(arguments: [
    "DELETE FROM homework_search", "UPDATE homework_search SET title = ' other '",
    "UPDATE homework_search SET questions = ''",
  ])
  func `finds and repairs a wrong word in the index`(change: String) throws {
    let served = try Served()
    let store = try served.open()
    let quiz = QuizDraft(questions: [mcq])
    let id = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "Rivers", quiz: quiz)) }.id
    try served.strike("SET search_path = hwdb", change)
    #expect(try store.checkAndWait().map { "\($0.kind) \($0.place)" } == ["search \(id)"])
    #expect(try store.repairAndWait().left == [])
    #expect(try store.readAndWait { try $0.homeworkList(HomeworkFilter(search: "river")).items.map(\.id) } == [id])
  }
}
