import HomeworkMigrations
import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

/// By steps of the tests' own, which no released program has, from a library that the last programs of version 1 wrote.
@Suite(.onPostgres) struct `An upgrade of an older library on PostgreSQL` {
  private static let migrator = Migrator(
    Migrations(
      Migrations.postgres.through(1).steps + [
        Migration(2, "ALTER TABLE homework ADD COLUMN colour text COLLATE \"C\";"),
        Migration(3, "CREATE INDEX homework_of_colour ON homework (colour);"),
      ]),
    functions: [
      2: { rows in try rows.run("UPDATE homework SET colour = 'red'") }
    ])

  private let server: PostgresServer
  private let url: String

  init() throws {
    server = try PostgresServer.shared()
    url = try server.createDatabase()
    try PostgresConnection(PostgresURL(url)).execute(Fixture.text(of: 1, on: "postgres"))
  }

  private func library(_ migrator: Migrator = Self.migrator, at url: String? = nil) throws -> PostgresLibrary {
    PostgresLibrary(PostgresPool(try PostgresURL(url ?? self.url), migrator: migrator))
  }

  /// Returns the versions that are recorded, and what the steps have changed.
  private func found() throws -> String {
    try server.execute(
      """
      SELECT (SELECT string_agg(version::text, ',' ORDER BY version) FROM hwdb.migration), count(*),
        (SELECT count(*) FROM pg_attribute WHERE attrelid = 'hwdb.homework'::regclass AND attname = 'colour'),
        (SELECT count(*) FROM hwdb.answer)
      FROM hwdb.homework
      """, database: databaseName(of: url))
  }

  private static let old = "1|7|0|39", new = "1,2,3|7|1|39"

  @Test func `opens an older library without steps, and every row is there`() throws {
    let store = try library(.postgres).open()
    let titles = try store.readAndWait { try $0.homeworkList() }.items.map(\.title)
    #expect(
      titles == [
        "On the server", "Torn worksheet 🙂", "Photosynthesis", "La Côte d'Azur", "Fractions", "Capitals",
      ])
    #expect(try store.checkAndWait() == [])
    #expect(try found() == Self.old)
  }

  @Test func `happens once, by one of several stores that open it at once, and is reported`() throws {
    let upgrades = Guarded<[SchemaUpgrade]>([])
    try onThreads(4) { _ in
      var options = StoreOptions()
      options.onUpgrade = { upgrade in upgrades.withLock { $0.append(upgrade) } }
      let store = try library().open(options)
      #expect(try store.readAndWait { try $0.homeworkList() }.items.count == 6)
      _ = try store.writeAndWait { try $0.addLearner("l\(UInt64.random(in: 0...(.max)))") }
    }
    #expect(upgrades.withLock { $0 } == [SchemaUpgrade(from: 1, to: 3)])
    #expect(try found() == Self.new)
    let red = try server.execute("SELECT DISTINCT colour FROM hwdb.homework", database: databaseName(of: url))
    #expect(red == "red")
  }

  @Test func `is not made if the caller refuses it`() throws {
    var options = StoreOptions()
    options.migration = .refuse
    #expect(throws: StoreError.unavailable(.olderSchema(found: 1, known: 3))) { try library().open(options) }
    #expect(try found() == Self.old)
  }

  @Test func `makes a program that knows only the older schema refuse its next write`() throws {
    let old = try library(.postgres).open()
    _ = try library().open()
    let refusal = StoreError.unavailable(.newerSchema(found: 3, known: 1))
    #expect(throws: refusal) { try old.writeAndWait { try $0.addHomework(HomeworkDraft(title: "lost")) } }
    #expect(throws: refusal) { try library(.postgres).open() }
    #expect(try found() == Self.new)
  }

  @Test(arguments: [
    ("UPDATE hwdb.migration SET checksum = 'x'", "was written by a development version of hwdb"),
    ("DELETE FROM hwdb.migration", "was written by a development version of hwdb"),
    ("INSERT INTO hwdb.migration VALUES (2, 'x', 0)", "step 2 of its schema is not the one of hwdb"),
    ("INSERT INTO hwdb.migration VALUES (3, 'x', 0)", "step 2 of its schema is missing"),
    ("INSERT INTO hwdb.migration VALUES (4, 'x', 0)", "the database has schema 4, this program knows up to 3"),
    ("CREATE INDEX homework_of_colour ON hwdb.homework (title)", "homework_of_colour"),
  ])
  func `is refused with one line, and changes nothing`(sql: String, message: String) throws {
    try server.execute(sql, database: databaseName(of: url))
    let before = try found()
    let error = #expect(throws: StoreError.self) { try library().open() }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("\n") == false)
    #expect(try found() == before)
  }

  @Test func `is refused to a role that may only use the tables`() throws {
    let server = try PostgresServer()
    let url = try server.createDatabase()
    try PostgresConnection(PostgresURL(url)).execute(Fixture.text(of: 1, on: "postgres"))
    let database = databaseName(of: url)
    try server.execute(
      "CREATE ROLE guest LOGIN", "GRANT USAGE ON SCHEMA hwdb TO guest",
      "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA hwdb TO guest", database: database)
    try server.setAccess("local all guest trust")
    let error = #expect(throws: StoreError.self) { try library(at: server.url(database, user: "guest")).open() }
    #expect(error?.description.contains("must be owner of table homework") == true, "\(error?.description ?? "")")
    #expect(error?.description.hasSuffix("grant the user what is missing") == true)
    let versions = try server.execute("SELECT max(version) FROM hwdb.migration", database: database)
    #expect(versions == "1")
  }
}
