import HomeworkMigrations
import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import HomeworkTestKit
import Testing

/// Adds a column to each table, in the declarations and in the database, and gives each row a value of its own in it.
@Suite struct `A column added to every table` {
  private static let tables = Tables.current.adding { _ in .text("added") }
  private static let schema = StoreSchema(
    StoreSchema.sqlite.sql
      + tables.all.map { "ALTER TABLE \($0.name) ADD COLUMN added TEXT;" }.joined(separator: "\n"))

  private let directory = TemporaryDirectory()
  private let path: String
  private let time = Counted()
  private let store: Store

  init() throws {
    path = directory.path("school.sqlite")
    store = try Store.openAndWait(path: path, options: Self.options(time))
    try FullLibrary(store: store, time: time).fill()
    // Restore the homework that FullLibrary deletes, so that its rows get a value.
    try store.writeAndWait { _ = try $0.undoDeletion() }
    let connection = try Connection(path: path, access: .readWrite)
    for table in Self.tables.all {
      let key = table.identity.joined(separator: " || ' ' || ")
      try connection.execute("UPDATE \(table.name) SET added = '\(table.name) ' || \(key)")
    }
  }

  private static func options(_ time: Counted) -> StoreOptions {
    var options = time.options
    (options.schema, options.tables) = (schema, tables)
    return options
  }

  /// Returns the column's values in all tables whose rows a deletion changes, but not their content.
  private func added(_ connection: Connection) throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    let left = ["change", "event", "request", "deletion"]
    for table in Self.tables.all where !left.contains(table.name) {
      found[table.name] = try connection.all("SELECT coalesce(added, '') FROM \(table.name) ORDER BY 1") {
        $0.text(0)
      }
    }
    return found
  }

  private func added(_ file: String) throws -> [String: [String]] {
    try added(Connection(path: file, access: .readOnly))
  }

  private func deleteAndUndo(_ store: Store) throws {
    let all = try store.readAndWait { try $0.homeworkList(limit: 500).items.map(\.id) }
    let (deleted, left, restored) = try store.writeAndWait { tx in
      (try tx.deleteHomework(all).count, try tx.homeworkList().items.count, try tx.undoDeletion().count)
    }
    #expect((deleted, left, restored) == (all.count, 0, all.count))
  }

  @Test func `has a value in each row`() throws {
    let added = try added(path)
    #expect(added.values.allSatisfy { !$0.isEmpty && !$0.contains("") })
  }

  @Test func `keeps its values when homework is deleted and restored`() throws {
    let before = try added(path)
    try deleteAndUndo(store)
    #expect(try added(path) == before)
    #expect(try store.checkAndWait() == [])
  }

  @Test func `keeps its values in a learner's document`() throws {
    let target = try Store.openAndWait(
      path: directory.path("other.sqlite"), options: Self.options(Counted(from: 1 << 30)))
    try target.writeAndWait { _ = try $0.updateLearner($0.learner().id, name: "Somebody else") }
    var tables: Set<String> = []
    for learner in try store.readAndWait({ try $0.learners() }) {
      let document = try store.readAndWait { try $0.exportLearner(learner.id) }
      let imported = try target.writeAndWait { try $0.importLearner(document) }
      let (before, after) = (
        try added(inDocument: document),
        try added(inDocument: target.readAndWait { try $0.exportLearner(imported.id) })
      )
      for (table, values) in before {
        #expect(after[table] == values, "\(table)")
        #expect(values.allSatisfy { !$0.isEmpty }, "\(table)")
        if !values.isEmpty { tables.insert(table) }
      }
    }
    #expect(tables == ["homework", "quiz", "question", "attempt"], "a table without rows tests nothing")
    #expect(try target.checkAndWait() == [])
  }

  /// Returns the column's values in a learner's document, by kind of row. Of the others each member is named where
  /// it is taken.
  private func added(inDocument document: String) throws -> [String: [String]] {
    let rows = try JSONValue(parsing: document.utf8)["rows"]?.array ?? []
    var added: [String: [String]] = [:]
    for row in rows where ["homework", "quiz", "attempt"].contains(row["kind"]) {
      added[row["kind"]?.string ?? "", default: []].append(row["value"]?["added"]?.string ?? "")
      for question in row["value"]?["questions"]?.array ?? [] {
        added["question", default: []].append(question["added"]?.string ?? "")
      }
    }
    return added.mapValues { $0.sorted() }
  }

  @Test func `keeps its values in a backup`() throws {
    let backup = directory.path("backup.sqlite")
    try store.backupAndWait(to: backup)
    let (kept, original) = (try rows(ofFileAt: backup), try rows(ofFileAt: path))
    #expect(kept == original)
  }

  @Test(.onPostgres)
  func `keeps its values on PostgreSQL, and back in a file`() throws {
    let pool = PostgresPool(
      try PostgresURL(PostgresServer.shared().createDatabase()), tables: Self.tables,
      schemaOfCopies: Self.schema)
    _ = try PostgresLibrary(pool).open(time.options)
    try pool.use { connection in
      for table in Self.tables.all.map(\.name) {
        try connection.execute("ALTER TABLE \(table) ADD COLUMN added text COLLATE \"C\"")
      }
    }
    let database = try PostgresDatabase(on: pool, writer: (1, 2))
    let file = try Connection(path: path, access: .readWrite)
    file.tables = Self.tables
    try database.replace(by: file, at: time.options.clock(), isCancelled: nil) { _ in }
    let (copied, original) = (try rows(of: database.copy(isCancelled: nil)), try rows(of: file))
    // The log begins anew.
    for (table, rows) in original where !["erasure", "event"].contains(table) {
      #expect(copied[table] == rows, "\(table)")
    }
    let before = try added(database.copy(isCancelled: nil))
    let served = Store(database, options: Self.options(time))
    try deleteAndUndo(served)
    let after = try added(database.copy(isCancelled: nil))
    #expect(after == before)
    #expect(try served.checkAndWait() == [])
  }
}
