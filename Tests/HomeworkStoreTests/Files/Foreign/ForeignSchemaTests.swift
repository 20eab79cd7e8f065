import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import HomeworkTorture
import Testing

/// Triggers, views, tables and indexes left in our file by another program.
@Suite struct `A schema changed by another program` {
  private let directory = TemporaryDirectory()
  private var path: String { directory.path("x.sqlite") }

  private func refusal(_ options: StoreOptions = StoreOptions()) -> String? {
    do {
      _ = try Store.openAndWait(path: path, options: options)
      return nil
    } catch StoreError.unavailable(.unusable(path, let message, let advice)) {
      return "\(message): \(advice)"
    } catch StoreError.unavailable(.corrupt(let message)) {
      return message
    } catch {
      return "another error: \(error)"
    }
  }

  private static let spy =
    "CREATE TRIGGER spy AFTER INSERT ON answer BEGIN DELETE FROM homework; END"

  /// Each index, trigger and view: nothing that is written depends on one, and a write makes a view again. Until then a
  /// read that needs it says what to do.
  @Test func `may lack an index, a trigger or a view, and a repair makes it again`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let store = try makeStore(path: path)
    let other = try Connection(path: path, access: .readWrite)
    let objects = try other.all(
      "SELECT type || ' ' || name FROM sqlite_schema WHERE type <> 'table' AND sql IS NOT NULL"
    ) { $0.text(0) }
    #expect(objects.count > 30)
    for object in objects {
      try other.execute("DROP \(object)")
      do { _ = try store.readAndWait { try ($0.homeworkList(), $0.overview()) } } catch {
        #expect(object.hasPrefix("view "))
        #expect("\(error)".hasSuffix(" cannot be used (another program removed \(object)): run hwdb database repair"))
      }
      let (homework, _) = try store.play([.correct, .wrong])
      _ = try store.writeAndWait { try $0.editQuiz(homework.id, [.change(at: 0, to: fillBlank)]) }
      _ = try store.writeAndWait { try $0.deleteHomework([homework.id]) }
      let restored = try store.writeAndWait { try $0.undoDeletion() }
      #expect(restored.count == 1, "\(object)")
      #expect(try store.repairAndWait().left == [], "\(object)")
      #expect(try other.number("SELECT count(*) FROM sqlite_schema WHERE type || ' ' || name = ?", object) == 1)
    }
  }

  @Test func `is found by its checksum`() throws {
    let found = try SchemaCheck.checksumOfSchema()
    #expect(found == SchemaCheck.checksum, "checksum has to be \(found)")
  }

  @Test(arguments: [
    (spy, "trigger \"spy\"", "DROP TRIGGER \"spy\""),
    ("CREATE VIEW seen AS SELECT 1", "view \"seen\"", "DROP VIEW \"seen\""),
    ("CREATE TABLE \"o'th\"\"er\" (x)", "table \"o'th\"er\"", "DROP TABLE \"o'\\''th\"\"er\""),
    ("CREATE INDEX fast ON homework (title)", "index \"fast\"", "DROP INDEX \"fast\""),
  ])
  func `is refused with the command that removes the foreign object`(
    sql: String, object: String, command: String
  ) throws {
    _ = try makeStore(path: path).writeAndWait { try $0.addHomework(HomeworkDraft(title: "t")) }
    try Connection(path: path, access: .readWrite).execute(sql)
    let message = try #require(refusal())
    #expect(message.hasPrefix("\(object) does not belong to hwdb: remove it with sqlite3 '\(path)' '\(command)"))
    let typed = try #require(message.range(of: "DROP ")).lowerBound
    try Connection(path: path, access: .readWrite)
      .execute(message[typed...].dropLast().replacing("'\\''", with: "'"))
    #expect(refusal() == nil)
    #expect(try makeStore(path: path).readAndWait { try $0.homeworkList().items.count } == 1)
  }

  /// A repair restores a missing object; a different one may do anything.
  @Test func `is read if a trigger, view or index is missing, and refused if one is different`() throws {
    let store = try makeStore(path: path)
    let connection = try Connection(path: path, access: .readWrite)
    let objects = try connection.all(
      "SELECT type, name, sql FROM sqlite_schema WHERE type <> 'table' AND sql IS NOT NULL"
    ) { (type: $0.text(0), name: $0.text(1), sql: $0.text(2)) }
    #expect(objects.count > 20)
    for (type, name, sql) in objects {
      try connection.execute("DROP \(type) \(name)")
      #expect(refusal() == nil, "\(name)")
      #expect(
        try store.checkAndWait().contains {
          $0.kind == .schema && $0.detail == "another program removed \(type) \(name)"
        })
      let repaired = try store.repairAndWait()
      #expect(repaired.left == [], "\(name)")
      // A view's triggers go with it.
      guard try connection.number("SELECT count(*) FROM sqlite_schema WHERE name = ?", name) == 1 else {
        Issue.record("\(name) was not made again")
        continue
      }
      try connection.execute("DROP \(type) \(name)")
      // A different object with the same name.
      let other =
        switch type {
        case "trigger": "\(sql.dropLast("END".count))SELECT 1; END"
        case "index": sql.replacing(" (", with: " (1, ")
        default: "CREATE VIEW \(name) AS SELECT 1 AS id"
        }
      try connection.execute(other)
      #expect(refusal()?.hasPrefix("another program changed \(type) \(name)") == true, "\(name): \(other)")
      try connection.execute("DROP \(type) \(name)")
      try connection.execute("-- a comment\n" + sql.replacing("\n", with: " -- another\n  "))
      #expect(refusal() == nil, "\(name)")
      _ = try store.repairAndWait()
    }
  }

  @Test func `is refused by the next write of an open store, and named by a check`() throws {
    let store = try makeStore(path: path)
    let (homework, attempt) = try store.writeAndWait { tx in
      let homework = try tx.addHomework(HomeworkDraft(title: "t", quiz: QuizDraft(questions: [mcq])))
      return (homework, try tx.startAttempt(homework.id))
    }
    let other = try Connection(path: path, access: .readWrite)
    try other.execute(Self.spy)
    #expect(throws: StoreError.self) { try store.writeAndWait { try $0.settle(.choice(0), in: attempt.id) } }
    #expect(try store.readAndWait { try $0.homeworkList().items.map(\.id) } == [homework.id])
    #expect(
      try store.checkAndWait().map(\.description) == [
        "structure of schema: trigger \"spy\" does not belong to hwdb"
      ])
    try other.execute("DROP TRIGGER spy")
    #expect(try store.writeAndWait { try $0.settle(.choice(0), in: attempt.id) }.answer.outcome == .correct)
    #expect(try store.checkAndWait() == [])
  }

  @Test func `is refused by a restore if it is a backup's`() throws {
    let backup = directory.path("backup.sqlite")
    try makeStore(path: path).backupAndWait(to: backup)
    try Connection(path: backup, access: .readWrite).execute(Self.spy)
    let store = try makeStore(path: path)
    #expect(throws: StoreError.self) { try store.restoreAndWait(from: backup) }
    #expect(try store.checkAndWait() == [])
  }

  @Test func `is accepted with statistics`() throws {
    _ = try makeStore(path: path)
    try Connection(path: path, access: .readWrite).execute("ANALYZE")
    #expect(refusal() == nil)
  }
}
