import Foundation
import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite(.onPostgres) struct `A check on PostgreSQL` {
  /// Changes by another program, each with the table whose checksums the server recomputes with it.
  private static let changes = [
    ("UPDATE ledger SET stars = stars + 1", "ledger"), ("DELETE FROM ledger", nil),
    ("UPDATE ledger SET longest_run = 9", "ledger"), ("UPDATE progress SET best_score = 9", "progress"),
    ("UPDATE progress SET total_attempts = 2", "progress"), ("DELETE FROM progress", nil),
    ("UPDATE attempt SET started_at_ms = 1", "attempt"), ("UPDATE attempt SET is_practice = true", "attempt"),
    ("UPDATE answer SET streak_position = 9 WHERE position = 9", nil),
    ("UPDATE answer SET response = 'B' WHERE position = 3", nil),
    ("UPDATE answer SET outcome = 'wrong', streak_position = 0 WHERE position = 3", nil),
    ("UPDATE answer SET elapsed_ms = elapsed_ms + 1 WHERE position = 3", nil),
    ("UPDATE answer SET answered_at_ms = 5 WHERE position = 0", nil), ("UPDATE answer SET checksum = 5", nil),
    ("UPDATE answer SET stars = stars - 1 WHERE position = 7", nil),
    ("UPDATE answer SET run = run - 1, total_elapsed_ms = 0", nil),
    ("UPDATE question SET position = position + 20; UPDATE question SET position = 29 - position", "question"),
    ("UPDATE quiz SET question_count = 11", nil), ("UPDATE quiz SET question_count = 9", nil),
    ("UPDATE picture SET bytes = X'ffd8ff00'", nil),
    ("DELETE FROM event WHERE sequence = (SELECT max(sequence) - 1 FROM event)", nil),
    ("UPDATE homework SET title = 'changed'", "homework"),
    ("UPDATE question SET prompt = 'changed' WHERE position = 2", "question"),
    ("UPDATE homework_collection SET collection = 99", nil), ("DELETE FROM learner", nil),
    ("DELETE FROM question WHERE position = 9", nil), ("DELETE FROM quiz", nil), ("DELETE FROM homework", nil),
    ("DELETE FROM attempt", nil), ("UPDATE homework SET picture = 77", "homework"),
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
    for (change, signed) in Self.changes {
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
      try compare(sides, change, without: signed)
    }
  }

  private func compare(_ sides: Sides, _ change: String, without signed: String?) throws {
    func found(_ store: Store, _ signed: String?) -> Result<[String], StoreError> {
      Sides.outcome { Self.seen(try store.checkAndWait(), without: signed) }
    }
    func left(_ store: Store, _ signed: String?) -> Result<[String], StoreError> {
      Sides.outcome { Self.seen(try store.repairAndWait().left, without: signed) }
    }
    let expected = found(sides.file, signed)
    #expect(found(sides.served, nil) == expected, "\(change)")
    #expect((try? expected.get().isEmpty) != true || signed != nil, "\(change)")
    // If an attempt's row is known to be wrong, data derived from it stays unchanged.
    guard signed != "attempt" else { return }
    #expect(left(sides.served, nil) == left(sides.file, signed), "\(change)")
    // A file refuses to read a row that is still damaged.
    guard (try? sides.file.checkAndWait().contains { $0.kind == .checksum }) != true else { return }
    _ = try? sides.read { tx in
      [try tx.earned(), try tx.homeworkList().items.map(\.progress), try tx.statistics()] as [AnyHashable]
    }
  }

  /// Returns kinds and places. SQLite reports the search index as a whole.
  private static func seen(_ found: [Inconsistency], without signed: String?) -> [String] {
    found.filter { $0.kind != .checksum || signed == nil }.map {
      $0.kind == .search ? "search" : "\($0.kind) \($0.place)"
    }.sorted()
  }

  /// Flips a bit in the server's files, which have no page checksums.
  @Test(arguments: [
    ("attempt", "started_at_ms"), ("progress", "last_played_at_ms"), ("ledger", "finished_at_ms"),
    ("answer", "answered_at_ms"), ("quiz", "created_at_ms"),
  ])
  func `finds a flipped bit`(table: String, column: String) throws {
    let server = try PostgresServer()
    let served = try Served(on: server)
    let store = try served.open()
    try store.writeAndWait { tx in
      let homework = try tx.addHomework(HomeworkDraft(title: "t", quiz: QuizDraft(questions: [mcq])))
      try tx.answer([.correct], in: tx.startAttempt(homework.id).id)
    }
    #expect(try store.checkAndWait() == [])
    let database = databaseName(of: served.url)
    let value = try #require(
      Int64(try server.execute("SELECT \(column) FROM hwdb.\(table)", database: database)))
    let place = try server.execute("SELECT pg_relation_filepath('hwdb.\(table)')", database: database)
    server.stop()
    let url = URL(fileURLWithPath: server.socketDirectory).appendingPathComponent("data/\(place)")
    var bytes = try Data(contentsOf: url)
    let range = try #require(bytes.range(of: withUnsafeBytes(of: value.littleEndian) { Data($0) }))
    bytes[range.lowerBound] ^= 1
    let file = try FileHandle(forWritingTo: url)
    try file.write(contentsOf: bytes)
    try file.close()
    try server.start()
    let found = try store.checkAndWait()
    #expect(found.map(\.kind).contains(.checksum), "\(found)")
    let report = try store.repairAndWait()
    #expect(report.left.map(\.kind).contains(.checksum) == (table != "progress"), "\(report.left)")
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
