import Foundation
import HomeworkJSON
import HomeworkMigrations
import HomeworkModel
import HomeworkSQLite
import HomeworkStore
import HomeworkTestKit
import Synchronization
import Testing

/// A database of each schema that was ever released, with a bit of everything in it.
@Suite struct `A database of an older schema` {
  static let versions = Array(1...Migrations.latestVersion).filter {
    FileManager.default.fileExists(atPath: fixture($0))
  }

  static func fixture(_ version: Int) -> String {
    ThisPackage.root.appending(path: "Tests/HomeworkStoreTests/Fixtures/schema-\(version).database").path
  }

  private func copy(_ version: Int, in directory: TemporaryDirectory) throws -> String {
    let path = directory.path("x.sqlite")
    try FileManager.default.copyItem(atPath: Self.fixture(version), toPath: path)
    return path
  }

  @Test func `is kept for the first release and for this one`() {
    #expect(Self.versions.contains(1) && Self.versions.contains(Migrations.latestVersion))
  }

  @Test(arguments: versions) func `opens with all that was in it`(version: Int) throws {
    let directory = try TemporaryDirectory()
    let store = try makeStore(path: copy(version, in: directory))
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
    #expect(attempts.filter { $0.learnerId != me.id }.map(\.learnerId) == (version < 11 ? [] : [ada?.id]))
    #expect(try store.readAndWait { try $0.earned() }.starsTotal == attempts[0].streak.stars)
    #expect(try store.readAndWait { try $0.openAttempt(items[2].id) }?.questionIndex == 3)
    #expect(try store.readAndWait { try $0.attempts(of: items[1].id) }.map(\.state) == [.abandoned])
    // Found by what came with later schemas, too.
    #expect(try store.readAndWait { try $0.homeworkList(HomeworkFilter(search: "cote")) }.items == [items[2]])
    #expect(try store.checkAndWait() == [])
    _ = try store.writeAndWait { try $0.settle(.choice(0), in: #require(items[2].openAttemptId)) }
  }

  /// Those of answers, which are made again from the facts; any other, whatever it is, stays as it is.
  @Test func `keeps the replies to its requests`() throws {
    let directory = try TemporaryDirectory()
    let path = try copy(9, in: directory)
    let old = try Connection(path: path, access: .readWrite)
    let others = [
      "{}", "not JSON", #"{"attempt":{"id":"x"},"answer":{"index":0}}"#, #"{"attempt":{},"progress":{}}"#, "[]",
    ]
    for (number, reply) in others.enumerated() {
      try old.run(
        "INSERT INTO request SELECT replace(id, '-7000-', '-700' || ? || '-'), parameters, ?, at_ms FROM request LIMIT 1",
        number + 1, reply)
    }
    let replies = try old.all("SELECT id, reply FROM request WHERE id LIKE '%-7000-8000-%' ORDER BY id") {
      (id: $0.text(0), reply: $0.text(1))
    }
    #expect(replies.count == 3)
    let store = try makeStore(path: path)
    #expect(try store.checkAndWait() == [])
    for (index, told) in replies.enumerated() {
      let kept = try old.first(
        "SELECT attempt, position, reply FROM request WHERE id = ?", told.id
      ) { ($0.text(0), $0.int(1), $0.optionalText(2)) }
      let (attempt, position, reply) = try #require(kept)
      #expect(position == index && reply == nil)
      let id = try #require(Attempt.ID(attempt))
      let result = try store.readAndWait { try $0.answerResult(of: id, at: index) }
      let json = try JSONText(Array(told.reply.utf8)).value
      #expect(json["answer"]?["outcome"]?.string == result.answer.outcome.rawValue)
      #expect(json["answer"]?["correctAnswer"]?.string == result.correctAnswer)
      #expect(json["answer"]?["explanation"]?.string == result.explanation)
      #expect(json["attempt"]?["id"]?.string == result.attempt.id.text)
      #expect(json["attempt"]?["questionIndex"]?.int == result.attempt.questionIndex)
      #expect(json["attempt"]?["score"]?.int == result.attempt.score.correct)
    }
    let kept = try old.all("SELECT reply FROM request WHERE reply IS NOT NULL ORDER BY id") { $0.text(0) }
    #expect(kept.sorted() == others.sorted())
    // The deletion of that schema has no counts.
    #expect(try store.writeAndWait { try $0.undoDeletion() }.map(\.title) == ["Rivers"])
    #expect(try store.checkAndWait() == [])
  }

  @Test func `is copied before its rows are changed, and says how far it is`() throws {
    let directory = try TemporaryDirectory()
    let path = try copy(1, in: directory)
    let told = Mutex<[MigrationProgress]>([])
    var options = StoreOptions()
    options.onMigration = { progress in told.withLock { $0.append(progress) } }
    _ = try Store.openAndWait(path: path, options: options)
    #expect(try directory.names == ["x.sqlite", "x.sqlite.schema-1.backup"])
    let old = try Connection(path: path + ".schema-1.backup", access: .readOnly)
    #expect(try old.number("PRAGMA user_version") == 1)
    #expect(try old.number("SELECT count(*) FROM answer") == 24)
    let stages = told.withLock { $0 }
    #expect(stages.first?.stage == .backingUp(1) && stages.first?.version == 5)
    #expect(stages.filter { $0.stage == .applied }.map(\.version) == Array(2...Migrations.latestVersion))
    // A second time there is nothing to do, and nothing is told.
    _ = try Store.openAndWait(path: path, options: options)
    #expect(told.withLock { $0 } == stages)
  }

  /// Called off in the middle of each migration that changes rows: what was done before stays, the rest is done next
  /// time.
  @Test(arguments: Migrations.all.filter { $0.rewritesRows && $0.version != 9 }.map(\.version))
  func `that is called off half-way stays at the schema that it has reached, and goes on from there`(
    version: Int
  ) async throws {
    let directory = try TemporaryDirectory()
    let path = try copy(1, in: directory)
    try Self.enlarge(path)
    let opening = Mutex<Task<Store, any Error>?>(nil)
    let isKnown = DispatchSemaphore(value: 0)
    var options = StoreOptions()
    options.onMigration = { progress in
      guard progress.version == version, progress.stage == .applying(steps: 0) else { return }
      isKnown.wait()
      opening.withLock { $0?.cancel() }
    }
    let called = options
    let task = Task { try await Store.open(path: path, options: called) }
    opening.withLock { $0 = task }
    isKnown.signal()
    await #expect(throws: StoreError.cancelled) { _ = try await task.value }
    #expect(try Connection(path: path, access: .readWrite).number("PRAGMA user_version") == version - 1)
    let store = try Store.openAndWait(path: path)
    #expect(try store.readAndWait { try $0.homeworkList() }.items.count == 4)
    let answers = try Connection(path: path, access: .readWrite).number("SELECT count(*) FROM answer")
    #expect(answers == 24 + 40_000)
    #expect(try store.checkAndWait().filter { $0.kind != .credit && $0.kind != .progress } == [])
  }

  /// So many answers that whoever changes them is asked whether to go on.
  private static func enlarge(_ path: String) throws {
    try Connection(path: path, access: .readWrite).execute(
      """
      WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 4000)
      INSERT INTO attempt (public_id, quiz, state, started_at_ms, finished_at_ms)
      SELECT format('00000000-0000-7000-8000-%012x', n), (SELECT quiz FROM question GROUP BY quiz HAVING count(*) = 10),
        'completed', 1767225600000 + n, 1767225600000 + n FROM n;
      INSERT INTO answer (attempt, position, question, response, outcome, streak_position, elapsed_ms, answered_at_ms)
      SELECT a.id, q.position, q.id, NULL, 'skipped', CASE q.type WHEN 'mcq' THEN 0 END, 1, a.started_at_ms
      FROM attempt a JOIN question q ON q.quiz = a.quiz WHERE a.public_id LIKE '00000000%' ORDER BY a.id, q.position
      """)
  }

  @Test func `is migrated once by all that open it at the same moment`() async throws {
    for _ in 0..<5 {
      let directory = try TemporaryDirectory()
      let path = try copy(1, in: directory)
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<4 { group.addTask { try await makeStore(path: path).read { try $0.homeworkList() }.items.count } }
        for try await count in group { #expect(count == 4) }
      }
      let connection = try Connection(path: path, access: .readOnly)
      #expect(try connection.number("SELECT count(*) FROM schema_migration") == Migrations.latestVersion)
    }
  }

  /// The backup cannot be written: the migration is not begun.
  @Test func `stays as it is where it cannot be copied`() throws {
    let directory = try TemporaryDirectory()
    let path = try copy(1, in: directory)
    try FileManager.default.createDirectory(atPath: path + ".schema-1.backup", withIntermediateDirectories: true)
    #expect(throws: StoreError.self) { try makeStore(path: path) }
    #expect(try Connection(path: path, access: .readOnly).number("PRAGMA user_version") == 1)
    #expect(try directory.names.filter { $0.contains("partial") } == [])
  }

  @Test func `is restored from a backup and migrated on the way`() throws {
    let directory = try TemporaryDirectory()
    let store = try makeStore(path: directory.path("y.sqlite"))
    try store.restoreAndWait(from: copy(1, in: directory))
    #expect(try store.readAndWait { try $0.homeworkList() }.items.count == 4)
    #expect(try store.checkAndWait() == [])
    #expect(
      try Data(contentsOf: directory.url.appending(path: "x.sqlite"))
        == Data(contentsOf: URL(fileURLWithPath: Self.fixture(1))))
  }

  @Test func `is refused where a migration is not the one that was applied`() throws {
    for migration in Migrations.all {
      let directory = try TemporaryDirectory()
      let path = directory.path("x.sqlite")
      _ = try makeStore(path: path)
      let connection = try Connection(path: path, access: .readWrite)
      try connection.run("UPDATE schema_migration SET checksum = 'other' WHERE version = ?", migration.version)
      #expect(throws: StoreError.unavailable(.migrationDrift(migration.name))) { try makeStore(path: path) }
    }
  }

  /// Three words to choose from made one until schema 13.
  @Test func `needs no table for the rules of a row, from schema 14 on`() throws {
    let directory = try TemporaryDirectory()
    let old = try copy(13, in: directory)
    let before = try Self.tablesThatNeedOne(in: old)
    #expect(before == ["answer", "attempt", "homework", "once", "picture", "question"])
    let new = directory.path("new.sqlite")
    for path in [old, new] {
      _ = try makeStore(path: path)
      let after = try Self.tablesThatNeedOne(in: path)
      #expect(after == [])
    }
  }

  /// Whichever schema a database began with, it has the same tables, indexes and triggers at the end.
  @Test(arguments: versions) func `ends with the schema of a new one`(version: Int) throws {
    let directory = try TemporaryDirectory()
    let (old, new) = (try copy(version, in: directory), directory.path("new.sqlite"))
    for path in [old, new] { _ = try makeStore(path: path) }
    #expect(try Self.schema(of: old) == Self.schema(of: new))
  }

  /// Returns the text of everything in a schema without comments, which may be mended.
  private static func schema(of path: String) throws -> [[String]] {
    try Connection(path: path, access: .readWrite).all(
      "SELECT type, name, coalesce(sql, '') FROM sqlite_schema ORDER BY 1, 2"
    ) { row in
      let lines = row.text(2).split(separator: "\n")
      let statements = lines.map { $0.split(separator: "--", maxSplits: 1, omittingEmptySubsequences: false)[0] }
      return [row.text(0), row.text(1)] + statements.flatMap { $0.split(separator: " ") }.map(String.init)
    }
  }

  /// A correct answer is in no index, and none is looked for when its question is deleted, from schema 15 on.
  @Test(arguments: [14, Migrations.latestVersion])
  func `has an index of wrong and skipped answers only`(version: Int) throws {
    let directory = try TemporaryDirectory()
    let path = try copy(version, in: directory)
    let store = try makeStore(path: path)
    let connection = try Connection(path: path, access: .readWrite)
    let indexes = try connection.all(
      "SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'answer' AND sql IS NOT NULL"
    ) { $0.text(0) }
    #expect(
      indexes == ["CREATE INDEX answer_not_correct ON answer (question, outcome) WHERE outcome <> 'correct'"])
    let references = try connection.all(
      "SELECT \"from\", \"table\", on_delete FROM pragma_foreign_key_list('answer')"
    ) { [$0.text(0), $0.text(1), $0.text(2)] }
    #expect(references == [["attempt", "attempt", "CASCADE"]])
    #expect(try connection.number("SELECT \"notnull\" FROM pragma_table_info('answer') WHERE name = 'question'") == 1)
    let wrong = try connection.number("SELECT count(*) FROM answer NOT INDEXED WHERE outcome <> 'correct'")
    let indexed = try connection.number(
      "SELECT count(*) FROM answer INDEXED BY answer_not_correct WHERE outcome <> 'correct'")
    #expect(wrong == 24 && indexed == wrong)
    #expect(try store.checkAndWait() == [])
    // What was answered wrong is found by its question.
    let plan = try connection.all(
      """
      EXPLAIN QUERY PLAN SELECT r.response FROM answer r
      WHERE r.question = 1 AND r.outcome = 'wrong' AND r.outcome <> 'correct'
      """
    ) { $0.text(3) }
    #expect(plan == ["SEARCH r USING INDEX answer_not_correct (question=? AND outcome=?)"])
  }

  /// Returns the tables for which SQLite makes another one whenever a row is inserted.
  private static func tablesThatNeedOne(in path: String) throws -> [String] {
    let connection = try Connection(path: path, access: .readWrite)
    let tables = try connection.all(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE %' ORDER BY name"
    ) { $0.text(0) }
    #expect(tables.count > 20)
    return try tables.filter { table in
      let program = try connection.all(.text("EXPLAIN INSERT INTO \"\(table)\" DEFAULT VALUES")) { $0.text(1) }
      #expect(program.contains("Insert") || program.contains("IdxInsert"), "\(table)")
      return program.contains("OpenEphemeral")
    }
  }

  @Test func `is known by its statements, and its comments may be mended`() throws {
    let released = [
      "e2baf3fb3ae5fa6d", "5f87cf31629a9ef1", "3d8f5f4211fbcd38", "a5d6d27792ab21d7", "3950cdbd5dd48396",
      "b3d767ab724b0f18", "3b05d4eead03f60", "a9ecb6b83baf6adb", "93f88684546a4230",
    ]
    for (migration, released) in zip(Migrations.all, released) {
      #expect(migration.isApplied(as: released) && migration.isApplied(as: migration.checksum))
      #expect(!migration.isApplied(as: "") && !migration.isApplied(as: "0"))
      let mended = "-- Said better.\n\n" + migration.sql.replacing("\n", with: "  -- And here.\n")
      #expect(Migration.checksum(of: Array(mended.utf8)) == migration.checksum)
      let changed = migration.sql + "CREATE TABLE other (id INTEGER);"
      #expect(Migration.checksum(of: Array(changed.utf8)) != migration.checksum)
    }
  }
}
