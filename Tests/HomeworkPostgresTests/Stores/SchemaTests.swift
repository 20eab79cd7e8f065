import Foundation
import HomeworkMigrations
import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

@Suite(.onPostgres) struct `A schema on PostgreSQL` {
  private func execute(_ statement: String, at served: Served) throws {
    try served.server.execute(statement, database: databaseName(of: served.url))
  }

  @Test func `as a whole is what its steps make`() throws {
    let result = try run("/usr/bin/env", ["scripts/schema", "--check", "Postgres"], directory: ThisPackage.root.path)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `of a newer version can neither be opened nor written by open stores`() throws {
    let served = try Served()
    let store = try served.open()
    let homework = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t")) }
    try execute("INSERT INTO hwdb.migration VALUES (999, 'x', 0)", at: served)
    let newer = StoreError.unavailable(.newerSchema(found: 999, known: Migrations.postgres.version))
    #expect(throws: newer) { try store.writeAndWait { try $0.deleteHomework([homework.id]) } }
    #expect(throws: newer) { try served.open() }
    #expect(newer.description.contains("999"))
    try execute("DELETE FROM hwdb.migration WHERE version = 999", at: served)
    #expect(try store.readAndWait { try $0.homeworkList().items.map(\.id) } == [homework.id])
    _ = try store.writeAndWait { try $0.deleteHomework([homework.id]) }
  }

  @Test func `of a newer version accepts no restore`() throws {
    let served = try Served()
    let store = try served.open()
    let directory = TemporaryDirectory()
    try store.backupAndWait(to: directory.path("x.sqlite"))
    try execute("INSERT INTO hwdb.migration VALUES (999, 'x', 0)", at: served)
    let error = #expect(throws: StoreError.self) { try store.restoreAndWait(from: directory.path("x.sqlite")) }
    guard case .unavailable(.newerSchema(999, _)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // Another library is another schema.
    #expect(try library("other", at: served.url).open().readAndWait { try $0.homeworkList().items } == [])
  }

  /// Until the server has statistics, it assumes few rows, and plans to read a whole library for each.
  @Test func `has its rows analyzed once there are many`() throws {
    let served = try Served()
    let store = try served.open()
    let quiz = QuizDraft(questions: Array(repeating: mcq, count: 40))
    func uncounted() throws -> String {
      try served.strike(
        """
        SELECT string_agg(c.relname, ' ' ORDER BY c.relname)
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'hwdb' AND c.relkind = 'r' AND c.reltuples < 0 AND c.relname IN ('homework', 'question')
        """)
    }
    #expect(try uncounted() == "homework question")
    for number in 0..<16 {
      _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "\(number)", quiz: quiz)) }
    }
    // In the background, besides writes.
    try waitWhile { try uncounted() == "homework question" }
    #expect(try uncounted() == "homework", "a table of one page needs no statistics")
    // A copy adds all of its rows at once.
    let directory = TemporaryDirectory()
    try store.backupAndWait(to: directory.path("x.sqlite"))
    let other = try Served()
    try other.open().restoreAndWait(from: directory.path("x.sqlite"))
    let count = try other.strike("SELECT reltuples FROM pg_class WHERE oid = 'hwdb.question'::regclass")
    #expect(count == "640")
  }

  /// Versions before the first release had other schemas, numbered 1 to 8.
  @Test(arguments: [1, 8])
  func `of a development version is left unchanged`(version: Int) throws {
    let url = try PostgresServer.shared().createDatabase()
    let connection = try PostgresConnection(PostgresURL(url))
    try connection.execute(
      """
      CREATE SCHEMA hwdb;
      CREATE TABLE hwdb.migration (version bigint PRIMARY KEY, name text, checksum text NOT NULL, at_ms bigint);
      INSERT INTO hwdb.migration VALUES (1, '0001_first', 'b3fbcc6ae8033dcd', 0);
      INSERT INTO hwdb.migration SELECT n, 'later', 'x', 0 FROM generate_series(2, \(version)) AS n;
      CREATE TABLE hwdb.library (id bigint, name text, change bigint DEFAULT 0)
      """)
    let library = PostgresLibrary(try PostgresURL(url))
    let refusal = StoreError.unavailable(.development(database: library.pool.url.redacted))
    let calls: [() throws -> Void] = [
      { try library.check() }, { _ = try library.open() },
    ]
    for call in calls { #expect(throws: refusal) { try call() } }
    #expect(try connection.number("SELECT count(*) FROM pg_tables WHERE schemaname = 'hwdb'") == 2)
    #expect(try connection.number("SELECT count(*) FROM hwdb.library") == 0)
  }

  @Test func `of another program is left unchanged`() throws {
    let server = try PostgresServer.shared()
    let url = try server.createDatabase()
    let database = databaseName(of: url)
    try server.execute("CREATE SCHEMA hwdb; CREATE TABLE hwdb.homework (x int)", database: database)
    let error = #expect(throws: StoreError.self) { try Store.openAndWait(postgres: url) }
    guard case .unavailable(.foreign) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try server.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'hwdb'", database: database) == "1")
    // A table with this name in another schema is irrelevant.
    let other = try server.createDatabase()
    try server.execute("CREATE TABLE public.homework (x int)", database: databaseName(of: other))
    #expect(try Store.openAndWait(postgres: other).readAndWait { try $0.homeworkList().items } == [])
  }

  @Test func `is created once by concurrent callers`() throws {
    let url = try PostgresServer.shared().createDatabase()
    try onThreads(6) { number in _ = try library("l\(number % 3)", at: url).open() }
    let counts = (0..<3).map { "(SELECT count(*) FROM l\($0).library), (SELECT count(*) FROM l\($0).learner)" }
    let found = try PostgresServer.shared().execute(
      "SELECT \(counts.joined(separator: ", "))", database: databaseName(of: url))
    #expect(found == "1|1|1|1|1|1")
  }

  @Test func `requires privileges, and names the missing one`() throws {
    let server = try PostgresServer()
    try server.execute("CREATE ROLE guest LOGIN", "CREATE DATABASE class")
    try server.setAccess("local all guest trust")
    let url = server.url("class", user: "guest")
    func expectUnusable(_ words: String, _ body: () throws -> Void) {
      let error = #expect(throws: StoreError.self) { try body() }
      guard case .unavailable(.unusable(_, let message, _)) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(message.contains(words))
    }
    expectUnusable("permission denied for database class") { _ = try Store.openAndWait(postgres: url) }
    _ = try Store.openAndWait(postgres: server.url("class"))
    expectUnusable("permission denied") { _ = try Store.openAndWait(postgres: url) }
    try server.execute(
      """
      GRANT USAGE ON SCHEMA hwdb TO guest;
      GRANT SELECT ON ALL TABLES IN SCHEMA hwdb TO guest
      """, database: "class")
    let store = try Store.openAndWait(postgres: url)
    #expect(try store.readAndWait { try $0.homeworkList().items } == [])
    expectUnusable("permission denied for") { _ = try store.writeAndWait { try $0.addLearner("x") } }
    // With all row privileges it can do everything except change the schema.
    try server.execute(
      "GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA hwdb TO guest",
      "GRANT USAGE, UPDATE, SELECT ON ALL SEQUENCES IN SCHEMA hwdb TO guest", database: "class")
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t")) }
    #expect(try store.checkAndWait() == [])
  }

  @Test func `on a read-only server is read-only`() throws {
    let served = try Served(on: PostgresServer())
    try served.server.execute("ALTER DATABASE \(databaseName(of: served.url)) SET default_transaction_read_only = on")
    #expect(throws: StoreError.unavailable(.readOnly)) { try served.open() }
  }
  @Test func `accepts answers only in order, from any client`() throws {
    let served = try Served()
    let store = try served.open()
    let quiz = QuizDraft(questions: Array(repeating: mcq, count: 9))
    let homework = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t", quiz: quiz)) }
    let attempt = try store.writeAndWait { try $0.startAttempt(homework.id) }.id
    func answer() throws { _ = try store.writeAndWait { try $0.settle(.choice(0), in: attempt) } }
    for _ in 0..<3 { try answer() }
    func insert(_ positions: String) throws {
      try execute(
        """
        INSERT INTO hwdb.answer (attempt, position, question, response, outcome, elapsed_ms, answered_at_ms)
        SELECT attempt, given, question, response, outcome, 0, 0
        FROM hwdb.answer, unnest(ARRAY[\(positions)]) AS given WHERE position = 0
        """, at: served)
    }
    for positions in ["7", "4, 3", "3, 5", "-1"] {
      #expect(throws: (any Error).self, "\(positions)") { try insert(positions) }
    }
    try insert("3, 4")
    // The store reads the attempt's position, regardless of its own earlier writes.
    try served.strike("DELETE FROM hwdb.answer WHERE position >= 2")
    try answer()
    #expect(try served.strike("SELECT max(position) FROM hwdb.answer") == "2")
  }
}
