import Foundation
import HomeworkMigrations
import HomeworkModel
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import HomeworkTorture
import Testing

/// A database of each released schema, with a sample of everything in it.
@Suite struct `A database of a released schema` {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("x.sqlite")
    try FileManager.default.copyItem(at: ThisPackage.fixture, to: URL(filePath: path))
  }

  private func version() throws -> Int {
    try Connection(path: path, access: .readWrite).number("PRAGMA user_version")
  }

  @Test(arguments: [Migrations.sqlite, NextVersion.migrations])
  func `opens with all its data`(migrations: [Migration]) throws {
    var options = StoreOptions()
    options.migrations = migrations
    let store = try Store.openAndWait(path: path, options: options)
    #expect(try version() == migrations.count)
    let items = try store.readAndWait { try $0.homeworkList() }.items
    #expect(items.map(\.title) == ["Torn worksheet 🙂", "Photosynthesis", "La Côte d'Azur", "Fractions"])
    #expect(items.map(\.questionCount) == [0, 10, 10, 10])
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

  @Test func `has the schema that the migrations create`() throws {
    let new = directory.path("new.sqlite")
    _ = try makeStore(path: new)
    for options in [StoreOptions(), NextVersion.options()] {
      for path in [path, new] { _ = try Store.openAndWait(path: path, options: options) }
      #expect(try Self.schema(of: path) == Self.schema(of: new))
    }
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

  @Test func `is copied before its rows change, and reports its progress`() throws {
    let reported = Guarded<[MigrationProgress]>([])
    var options = NextVersion.options()
    options.onMigration = { progress in reported.withLock { $0.append(progress) } }
    _ = try Store.openAndWait(path: path, options: options)
    #expect(try directory.names == ["x.sqlite", "x.sqlite.schema-1.backup"])
    let old = try Connection(path: path + ".schema-1.backup", access: .readOnly)
    #expect(try old.number("PRAGMA user_version") == 1)
    #expect(try old.number("SELECT count(*) FROM answer") == 34)
    let stages = reported.withLock { $0 }
    let rewriting = NextVersion.migrations.first(where: \.rewritesRows)
    #expect(stages.first?.stage == .backingUp(1) && stages.first?.version == rewriting?.version)
    #expect(stages.filter { $0.stage == .applied }.map(\.version) == Array(2...NextVersion.migrations.count))
    // The second opening has nothing to do, and reports nothing.
    _ = try Store.openAndWait(path: path, options: options)
    #expect(reported.withLock { $0 } == stages)
  }

  /// Cancelled in the middle of a migration that changes rows.
  @Test func `keeps its schema if its migration is cancelled, and is migrated by the next opening`() async throws {
    try Self.enlarge(path)
    let opening = Guarded<Task<Store, any Error>?>(nil)
    let isKnown = DispatchSemaphore(value: 0)
    var options = NextVersion.options()
    options.onMigration = { progress in
      guard progress.stage == .applying(steps: 0) else { return }
      isKnown.wait()
      opening.withLock { $0?.cancel() }
    }
    let called = options
    let task = Task { [path] in try await Store.open(path: path, options: called) }
    opening.withLock { $0 = task }
    isKnown.signal()
    await #expect(throws: StoreError.cancelled) { _ = try await task.value }
    #expect(try version() == 1)
    let store = try Store.openAndWait(path: path, options: NextVersion.options())
    #expect(try store.readAndWait { try $0.homeworkList() }.items.count == 4)
    let answers = try Connection(path: path, access: .readWrite).number("SELECT count(*) FROM answer")
    #expect(answers == 34 + 40_000)
    let ignored: [Inconsistency.Kind] = [.credit, .progress, .standing, .unsigned]
    #expect(try store.checkAndWait().filter { !ignored.contains($0.kind) } == [])
  }

  /// Adds enough answers for a statement over all of them to poll for cancellation.
  private static func enlarge(_ path: String) throws {
    try Connection(path: path, access: .readWrite).execute(
      """
      WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 4000)
      INSERT INTO attempt (public_id, quiz, learner, state, started_at_ms, finished_at_ms)
      SELECT format('00000000-0000-7000-8000-%012x', n), (SELECT quiz FROM question GROUP BY quiz HAVING count(*) = 10),
        1, 'completed', 1767225600000 + n, 1767225600000 + n FROM n;
      INSERT INTO answer (attempt, position, question, response, outcome, streak_position, elapsed_ms, answered_at_ms)
      SELECT a.id, q.position, q.id, NULL, 'skipped', CASE q.type WHEN 'mcq' THEN 0 END, 0, a.started_at_ms
      FROM attempt a JOIN question q ON q.quiz = a.quiz WHERE a.public_id LIKE '00000000%' ORDER BY a.id, q.position
      """)
  }

  @Test func `is migrated once if several open it at the same moment`() async throws {
    for number in 0..<5 {
      let path = directory.path("\(number).sqlite")
      try FileManager.default.copyItem(at: ThisPackage.fixture, to: URL(filePath: path))
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<4 {
          group.addTask {
            let store = try await Store.open(path: path, options: NextVersion.options())
            return try await store.read { try $0.homeworkList().items.count }
          }
        }
        for try await count in group { #expect(count == 4) }
      }
      let connection = try Connection(path: path, access: .readOnly)
      #expect(try connection.number("SELECT count(*) FROM schema_migration") == NextVersion.migrations.count)
    }
  }

  @Test func `stays unchanged if it cannot be copied`() throws {
    try FileManager.default.createDirectory(atPath: path + ".schema-1.backup", withIntermediateDirectories: true)
    #expect(throws: StoreError.self) { try Store.openAndWait(path: path, options: NextVersion.options()) }
    #expect(try version() == 1)
    #expect(try directory.names.filter { $0.contains("partial") } == [])
  }

  @Test func `is restored from a backup and migrated`() throws {
    let store = try Store.openAndWait(path: directory.path("y.sqlite"), options: NextVersion.options())
    try store.restoreAndWait(from: path)
    #expect(try store.readAndWait { try $0.homeworkList() }.items.count == 4)
    #expect(try store.checkAndWait() == [])
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(contentsOf: ThisPackage.fixture))
  }

  @Test func `is refused if a migration differs from the applied one`() throws {
    _ = try Store.openAndWait(path: path, options: NextVersion.options())
    for migration in NextVersion.migrations {
      let connection = try Connection(path: path, access: .readWrite)
      try connection.run("UPDATE schema_migration SET checksum = 'other' WHERE version = ?", migration.version)
      #expect(throws: StoreError.unavailable(.migrationDrift(migration.name))) {
        try Store.openAndWait(path: path, options: NextVersion.options())
      }
      try connection.run(
        "UPDATE schema_migration SET checksum = ? WHERE version = ?", migration.checksum, migration.version)
    }
    _ = try Store.openAndWait(path: path, options: NextVersion.options())
    // A program that lacks the second version.
    let known = Migrations.sqlite.count
    #expect(throws: StoreError.unavailable(.newerSchema(found: known + 1, known: known))) { try makeStore(path: path) }
  }

  /// Versions before the first release had different schemas with the same numbers.
  @Test func `is refused if it was written by a version before the first release`() throws {
    let store = try makeStore(path: directory.path("y.sqlite"))
    try Connection(path: path, access: .readWrite).execute("PRAGMA application_id = 0x68776462")
    let before = try Data(contentsOf: URL(filePath: path))
    let refusal = StoreError.unavailable(
      .unusable(
        database: path, "a version of hwdb before its first release wrote it",
        advice: "export its content with that version, and import it into a new database"))
    #expect(throws: refusal) { try makeStore(path: path) }
    #expect(throws: refusal) { try store.restoreAndWait(from: path) }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  /// Every foreign key has an index, so that no deletion scans a table.
  @Test func `has an index for each foreign key`() throws {
    let connection = try Connection(path: path, access: .readWrite)
    let keys = try connection.all(
      """
      SELECT t.name, k."from" FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) k WHERE t.schema = 'main'
      """
    ) { ($0.text(0), $0.text(1)) }
    #expect(keys.count == 16)
    for (table, column) in keys where table != "deletion" {
      let query = "EXPLAIN QUERY PLAN SELECT 1 FROM \(table) WHERE \(column) = 1"
      let plan = try connection.all(.text(query)) { $0.text(3) }
      #expect(plan.allSatisfy { $0.hasPrefix("SEARCH") }, "\(table) \(column): \(plan)")
    }
  }

  @Test func `is identified by its statements, whatever its comments say`() throws {
    for migration in Migrations.sqlite + Migrations.postgres {
      let mended = "-- Said better.\n\n" + migration.sql.replacing("\n", with: "  -- And here.\n")
      #expect(Migration.checksum(of: Array(mended.utf8)) == migration.checksum)
      let changed = migration.sql + "CREATE TABLE other (id INTEGER);"
      #expect(Migration.checksum(of: Array(changed.utf8)) != migration.checksum)
    }
  }
}
