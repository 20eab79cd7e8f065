import Foundation
import HomeworkMigrations
import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

/// A database of each version of the schema, with rows in every table.
@Suite struct `A database of an older schema` {
  private let directory = TemporaryDirectory()
  private let path: String

  init() throws {
    path = directory.path("x.sqlite")
    try Fixture.write(to: path)
  }

  @Test func `opens with all its data`() throws {
    // A deletion can be undone for 30 days.
    var options = StoreOptions()
    options.clock = { Timestamp(millisecondsSince1970: 1_796_000_000_000) }
    let store = try Store.openAndWait(path: path, options: options)
    let items = try store.readAndWait { try $0.homeworkList() }.items
    #expect(
      items.map(\.title) == ["Torn worksheet 🙂", "Photosynthesis", "La Côte d'Azur", "Fractions", "Capitals"])
    #expect(items.map(\.questionCount) == [0, 10, 10, 10, 3])
    #expect(items[2].collections == ["Autumn", "Été"] && items[2].openAttemptId != nil)
    #expect(items[0].generation.state == "failed" && items[0].text?.contains("hwdb") == true)
    let perfect = items[3]
    #expect(perfect.progress.bestScore == 10 && perfect.progress.totalAttempts == 2 && perfect.completedAt != nil)
    #expect(perfect.dueOn == "2026-12-01")
    let attempts = try store.readAndWait { try $0.attempts(of: perfect.id) }
    let me = try store.readAndWait { try $0.learner() }
    #expect(me.name == "Learner 1" && me.isDefault)
    #expect(attempts.filter { $0.learnerId == me.id }.map(\.score.correct) == [10, 0])
    let ada = try store.readAndWait { try $0.learners() }.dropFirst().first
    #expect(attempts.filter { $0.learnerId != me.id }.map(\.learnerId) == [ada?.id])
    #expect(try store.readAndWait { try $0.earned() }.starsTotal == attempts[0].streak.stars)
    #expect(try store.readAndWait { try $0.openAttempt(items[2].id) }?.questionIndex == 3)
    #expect(try store.readAndWait { try $0.attempts(of: items[1].id) }.map(\.state) == [.abandoned])
    #expect(try store.readAndWait { try $0.homeworkList(HomeworkFilter(search: "cote")) }.items == [items[2]])
    #expect(try store.checkAndWait() == [])
    _ = try store.writeAndWait { try $0.settle(.choice(0), in: #require(items[2].openAttemptId)) }
    #expect(try store.writeAndWait { try $0.undoDeletion() }.map(\.title) == ["Rivers"])
    #expect(try store.checkAndWait() == [])
  }

  @Test func `has the schema of a new one`() throws {
    let new = directory.path("new.sqlite")
    _ = try makeStore(path: new)
    #expect(try Self.schema(of: path) == Self.schema(of: new))
  }

  /// Returns all statements of a schema without comments, which releases may correct.
  private static func schema(of path: String) throws -> [[String]] {
    try Connection(path: path, access: .readWrite).all(
      "SELECT type, name, coalesce(sql, '') FROM sqlite_schema ORDER BY 1, 2"
    ) { row in
      let lines = row.text(2).split(separator: "\n")
      let statements = lines.map { $0.split(separator: "--", maxSplits: 1, omittingEmptySubsequences: false)[0] }
      return [row.text(0), row.text(1)] + statements.flatMap { $0.split(separator: " ") }.map(String.init)
    }
  }

  /// Every foreign key has an index, so that no deletion scans a table.
  @Test func `has an index for each foreign key`() throws {
    let connection = try Connection(path: path, access: .readWrite)
    let keys = try connection.all(
      """
      SELECT t.name, group_concat(k."from" || ' = 1', ' AND ')
      FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) k WHERE t.schema = 'main' GROUP BY t.name, k.id
      """
    ) { ($0.text(0), $0.text(1)) }
    #expect(keys.count == 17)
    // No copy is ever deleted.
    for (table, condition) in keys where condition != "copy = 1" {
      let query = "EXPLAIN QUERY PLAN SELECT 1 FROM \(table) WHERE \(condition)"
      let plan = try connection.all(SQL(query)) { $0.text(3) }
      #expect(plan.allSatisfy { $0.hasPrefix("SEARCH") }, "\(table) \(condition): \(plan)")
    }
  }

  /// SQLite's booleans are numbers, and its ids and times have a rule in each column; a server has a type for each of
  /// them, rows of its own for its writers, and an index of words.
  @Test func `has the same tables, indexes and rules on both engines`() {
    func names(_ schema: Migrations) -> Set<String> {
      let pattern = /\b(?:TABLE|INDEX|VIEW) (\w+)|CONSTRAINT (\w+) CHECK|(?:ABORT, |refuse\(|refuse_if\(\s*)'(\w+)'/
      let statements = schema.steps.map(\.sql).joined().replacing(/--[^\n]*/, with: "")
      let names = statements.matches(of: pattern).map { String($0.1 ?? $0.2 ?? $0.3 ?? "") }
      return Set(names.map { $0.replacing(/^\w+_(?=is_(?:uuid|time)$)/, with: "") })
    }
    let (file, server) = (names(.sqlite), names(.postgres))
    #expect(file.count > 100 && file.subtracting(server).allSatisfy { $0.hasSuffix("_is_boolean") })
    #expect(
      server.subtracting(file) == ["migration", "library", "one_library", "writer", "homework_search_words"])
  }

  @Test func `is identified by its statements, whatever its comments say`() throws {
    for step in Migrations.sqlite.steps + Migrations.postgres.steps {
      let corrected = "-- Said better.\n\n" + step.sql.replacing("\n", with: "  -- And here.\n")
      #expect(Migration(step.version, corrected).checksum == step.checksum)
      #expect(Migration(step.version, step.sql + "CREATE TABLE other (id INTEGER);").checksum != step.checksum)
    }
  }
}
