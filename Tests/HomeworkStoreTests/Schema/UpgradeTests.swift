import Foundation
import HomeworkMigrations
import HomeworkModel
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import HomeworkTorture
import Testing

/// By steps of the tests' own, which no released program has. `Every promise` interrupts the upgrade at each operation of
/// the disk.
@Suite struct `An upgrade of an older file` {
  private let directory = TemporaryDirectory()
  private let path: String

  init() throws {
    path = directory.path("x.sqlite")
    try Upgrade.prepare(path)
  }

  private func options(
    _ migrator: Migrator = Upgrade.migrator, migration: StoreOptions.Migration = .automatic
  ) -> StoreOptions {
    var options = StoreOptions()
    (options.migrator, options.migration) = (migrator, migration)
    return options
  }

  @Test func `happens once, when it is opened, and is reported`() throws {
    let upgrades = Guarded<[SchemaUpgrade]>([])
    for _ in 0..<2 {
      var options = options()
      options.onUpgrade = { upgrade in upgrades.withLock { $0.append(upgrade) } }
      let store = try Store.openAndWait(path: path, options: options)
      #expect(try store.checkAndWait() == [])
      #expect(try store.readAndWait { try $0.homeworkList() }.items.count == 5)
      _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "new")) }
      _ = try store.writeAndWait { tx in try tx.deleteHomework([tx.homeworkId(matching: "new")]) }
    }
    #expect(upgrades.withLock { $0 } == [SchemaUpgrade(from: 1, to: 3)])
  }

  @Test func `is not made if the caller refuses it`() throws {
    let before = try Data(contentsOf: URL(filePath: path))
    let refusal = StoreError.unavailable(.olderSchema(found: 1, known: 3))
    #expect(throws: refusal) { try Store.openAndWait(path: path, options: options(migration: .refuse)) }
    #expect(refusal.description.contains("has schema 1, and this program needs 3"))
    #expect(try Upgrade.version(ofFileAt: path) == 1)
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  /// As two programs of which one was started before the upgrade.
  @Test func `makes a program that knows only the older schema refuse its next call`() throws {
    let old = try Store.openAndWait(path: path, options: options(Migrator(Migrations.sqlite.through(1))))
    #expect(try old.readAndWait { try $0.homeworkList() }.items.count == 5)
    let new = try Store.openAndWait(path: path, options: options())
    let refusal = StoreError.unavailable(.newerSchema(found: 3, known: 1))
    #expect(throws: refusal) { try old.readAndWait { try $0.homeworkList() } }
    #expect(throws: refusal) { try old.writeAndWait { try $0.addHomework(HomeworkDraft(title: "lost")) } }
    #expect(throws: refusal) { try Store.openAndWait(path: path, options: options(Migrator(.sqlite.through(1)))) }
    #expect(refusal.description.contains("has schema 3, this program knows up to 1: update hwdb"))
    #expect(try new.readAndWait { try $0.homeworkList() }.items.count == 5)
  }

  /// $HWDB_TEST_ALL: 200 times.
  @Test func `is made by one of two processes that open it at once`() throws {
    let rounds = ProcessInfo.processInfo.environment["HWDB_TEST_ALL"] == nil ? 8 : 200
    for round in 0..<rounds {
      let path = directory.path("\(round).sqlite")
      try Upgrade.prepare(path)
      let results = Guarded<[CommandResult]>([])
      let worker = try ThisPackage.binary("hwdb-torture")
      DispatchQueue.concurrentPerform(iterations: 2) { _ in
        let result = Result { try run(worker, ["strike", "upgrading the schema", path, "1000000"]) }
        results.withLock { results in if case .success(let done) = result { results.append(done) } }
      }
      let done = results.withLock { $0 }
      #expect(done.map(\.status) == [0, 0] && done.allSatisfy { $0.errors.isEmpty }, "\(done)")
      #expect(done.map(\.output).sorted() == ["", "upgraded from 1 to 3\n"], "\(done)")
      #expect(try Upgrade.version(ofFileAt: path) == 3)
    }
  }

  @Test(arguments: [
    ("UPDATE schema_migration SET checksum = 'x'", "was written by a development version of hwdb"),
    (
      "INSERT INTO schema_migration VALUES (2, 'x', 0); PRAGMA user_version = 2",
      "step 2 of its schema is not the one of hwdb"
    ),
    (
      "INSERT INTO schema_migration VALUES (3, 'x', 0); PRAGMA user_version = 3",
      "step 2 of its schema is missing"
    ),
    ("CREATE TABLE picture_rebuilt (x)", "table \"picture_rebuilt\" does not belong to hwdb"),
    ("PRAGMA user_version = 4", "the database has schema 4, this program knows up to 3: update hwdb"),
  ])
  func `is refused with one line, and changes nothing`(sql: String, message: String) throws {
    let connection = try Connection(path: path, access: .readWrite)
    try connection.setKeepsLogAtClose(true)
    try connection.execute(sql)
    let before = try rows()
    let error = #expect(throws: StoreError.self) { try Store.openAndWait(path: path, options: options()) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("\n") == false)
    #expect(try rows() == before)
  }

  private func rows() throws -> [String] {
    let connection = try Connection(path: path, access: .readWrite)
    try connection.setKeepsLogAtClose(true)
    let tables = try connection.all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1") { $0.text(0) }
    return try tables.map { "\($0) \(try connection.number(SQL("SELECT count(*) FROM \"\($0)\"")))" }
      + connection.all("SELECT version || checksum FROM schema_migration ORDER BY 1") { $0.text(0) }
      + [String(connection.number("PRAGMA user_version"))]
  }
}
