import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import HomeworkTorture
import Testing

private func notes(_ store: Store) throws -> [String] {
  try store.readAndWait { try $0.sql("SELECT text FROM app_note ORDER BY text") { $0.text(0) } }
}

private func makeNotes(_ store: Store, _ texts: String...) throws {
  try store.writeAndWait { tx in
    try tx.sql("CREATE TABLE IF NOT EXISTS app_note (homework TEXT, text TEXT NOT NULL UNIQUE) STRICT")
    for text in texts { try tx.sql("INSERT INTO app_note (text) VALUES (?)", text) }
  }
}

@Suite struct `An app's own tables` {
  @Test func `are written and read in the store's transactions`() async throws {
    let directory = try TemporaryDirectory()
    for store in [try makeStore(), try makeStore(path: directory.path("x.sqlite"))] {
      try makeNotes(store)
      let homework = try await store.write { tx in
        let homework = try tx.addHomework(HomeworkDraft(title: "Fractions"))
        #expect(try tx.sql("INSERT INTO app_note VALUES (?, ?)", homework.id.text, "a ruler") == 1)
        return homework
      }
      let found = try await store.read { tx in
        // Joined to the store's rows, with other reads in between.
        try tx.sql(
          "SELECT n.homework, n.text, h.title FROM app_note n JOIN homework h ON h.public_id = n.homework"
        ) { row in
          (try tx.homework(#require(Homework.ID(row.text(0)))), row.text(1), row.text(2))
        }
      }
      #expect(found.count == 1 && found[0].0 == homework && found[0].1 == "a ruler" && found[0].2 == "Fractions")
      #expect(throws: CancellationError.self) {
        try store.writeAndWait { tx in
          _ = try tx.deleteHomework([homework.id])
          #expect(try tx.sql("DELETE FROM app_note") == 1)
          throw CancellationError()
        }
      }
      #expect(try notes(store) == ["a ruler"])
      #expect(try store.readAndWait { try $0.homework(homework.id) } == homework)
      let returned = try store.writeAndWait { tx in
        try tx.sql("UPDATE app_note SET text = upper(text) RETURNING text") { $0.text(0) }
      }
      #expect(returned == ["A RULER"])
    }
  }

  @Test func `can have added columns, indexes and a search`() throws {
    let store = try makeStore()
    try makeNotes(store, "a")
    try store.writeAndWait { tx in
      try tx.sql("ALTER TABLE app_note ADD COLUMN stars INTEGER NOT NULL DEFAULT 3")
      try tx.sql("CREATE INDEX app_note_stars ON app_note (stars)")
      try tx.sql("CREATE VIRTUAL TABLE app_search USING fts5 (text)")
      try tx.sql("INSERT INTO app_search SELECT text FROM app_note")
      try tx.sql(
        "CREATE TABLE app_counted (id INTEGER PRIMARY KEY AUTOINCREMENT, note TEXT REFERENCES app_note (text))")
      try tx.sql("INSERT INTO app_counted (note) VALUES (NULL)")
      let columns = try tx.sql("SELECT name FROM pragma_table_info('app_note')") { $0.text(0) }
      #expect(columns == ["homework", "text", "stars"])
      #expect(try tx.sql("SELECT rowid FROM app_search WHERE app_search MATCH 'a'") { $0.int(0) } == [1])
    }
    try store.writeAndWait { tx in
      try tx.sql("DROP TABLE app_search")
      try tx.sql("DROP INDEX app_note_stars")
      try tx.sql("ALTER TABLE app_note RENAME TO app_remark")
      try tx.sql("DROP TABLE app_counted")
      try tx.sql("DROP TABLE app_remark")
    }
    #expect(try store.checkAndWait() == [])
  }

  @Test func `are all that the app's SQL can change`() throws {
    let directory = try TemporaryDirectory()
    for store in [try makeStore(), try makeStore(path: directory.path("x.sqlite"))] {
      _ = try store.play([.correct])
      try makeNotes(store, "kept")
      let before = try store.readAndWait { try $0.homeworkList().items }
      let tables = try store.readAndWait { tx in
        try tx.sql(
          "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'app%' AND sql NOT LIKE '%VIRTUAL%'"
        ) { $0.text(0) }
      }
      #expect(tables.count > 12)
      let changes = tables.flatMap { table in
        [
          "DELETE FROM \(table)", "UPDATE \(table) SET rowid = 1", "DROP TABLE \(table)",
          "ALTER TABLE \(table) ADD COLUMN x", "ALTER TABLE \(table) RENAME TO app_x",
          "CREATE INDEX app_i ON \(table) (1)",
          "CREATE TRIGGER app_t AFTER INSERT ON \(table) BEGIN SELECT 1; END",
          "CREATE TABLE app_x (x REFERENCES \(table) ON DELETE CASCADE)",
        ]
      }
      let others = [
        "INSERT INTO homework (public_id) VALUES ('x')",
        "INSERT INTO homework_search (homework_search) VALUES ('rebuild')",
        "CREATE TABLE note (x)", "CREATE TABLE Homework_app_ (x)", "CREATE TEMP TABLE app_x (x)",
        "CREATE VIEW app_v AS SELECT 1",
        "CREATE VIRTUAL TABLE search USING fts5 (text)", "ALTER TABLE app_note RENAME TO note",
        "CREATE INDEX i ON app_note (text)",
        "ALTER TABLE app_note ADD COLUMN h REFERENCES homework (public_id)", "DROP TRIGGER answer_in_order",
        "DROP VIEW homework_words", "PRAGMA user_version = 99", "PRAGMA foreign_keys = OFF",
        "PRAGMA writable_schema = ON",
        "DELETE FROM sqlite_schema", "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT app_s", "ATTACH ':memory:' AS app_other",
        "DETACH main", "CREATE TABLE app_y (x REFERENCES app_note (rowid))", "VACUUM", "ANALYZE", "REINDEX",
        "ANALYZE app_note", "nonsense", "", "SELECT * FROM app_nowhere",
        "SELECT 1; DELETE FROM app_note", "INSERT INTO app_note (text) VALUES (1, 2)", "SELECT ?",
      ]
      for text in changes + others {
        let error = #expect(throws: StoreError.self, "\(text)") {
          try store.writeAndWait { tx in
            try tx.sql(.text(text))
          }
        }
        guard case .invalid(let faults)? = error, faults.map(\.path) == ["sql"] else {
          Issue.record("\(text): \(String(describing: error))")
          continue
        }
      }
      // A refused statement leaves the transaction unchanged.
      try store.writeAndWait { tx in
        for text in changes + others { _ = try? tx.sql(.text(text)) }
        try tx.sql("INSERT INTO app_note (text) VALUES ('also kept')")
      }
      #expect(try notes(store) == ["also kept", "kept"])
      #expect(try store.readAndWait { try $0.homeworkList().items } == before)
      #expect(try store.checkAndWait() == [])
      _ = try store.play([.correct, .wrong])
    }
  }

  @Test func `cannot be changed by a read`() throws {
    let directory = try TemporaryDirectory()
    for store in [try makeStore(), try makeStore(path: directory.path("x.sqlite"))] {
      try makeNotes(store, "kept")
      // Prepared by an earlier write, on the connection that an in-memory store uses for both.
      try store.writeAndWait { _ = try $0.sql("DELETE FROM app_note WHERE text = 'none'") }
      for statement: SQL in ["DELETE FROM app_note WHERE text = 'none'", "INSERT INTO app_note (text) VALUES ('x')"] {
        #expect(throws: StoreError.invalid([Fault(path: "sql", message: "what reads changes nothing: write it")])) {
          try store.readAndWait { tx in try tx.sql(statement) { $0.text(0) } }
        }
      }
      #expect(try notes(store) == ["kept"])
    }
  }

  /// The same text, even if the linker merges it, must not run the store's own prepared statement.
  @Test func `protect the store's tables even from the store's own statement text`() throws {
    let store = try makeStore()
    _ = try store.writeAndWait { try $0.deleteHomework([$0.addHomework(HomeworkDraft(title: "t")).id]) }
    #expect(throws: StoreError.self) { try store.writeAndWait { try $0.sql("DELETE FROM deletion") } }
    #expect(try store.writeAndWait { try $0.undoDeletion() }.count == 1)
  }

  @Test func `report errors, and a broken constraint can be caught`() throws {
    let store = try makeStore()
    try makeNotes(store, "a")
    func message(_ body: (WriteTransaction) throws -> Void) -> String {
      do { try store.writeAndWait(body) } catch { return "\(error)" }
      return "nothing"
    }
    #expect(
      message { try $0.sql("UPDATE homework SET title = 'x'") }
        == "sql: homework is not the app's: give what is a name that begins with app_")
    #expect(
      message { try $0.sql("COMMIT") } == "sql: the transaction is the store's: leave BEGIN, COMMIT and SAVEPOINT out")
    #expect(message { try $0.sql("SELECT * FROM app_x") } == "sql: no such table: app_x")
    #expect(
      message { try $0.sql("INSERT INTO app_note (text) VALUES ('a')") }
        == "sql: UNIQUE constraint failed: app_note.text")
    try store.writeAndWait { tx in
      do { try tx.sql("INSERT INTO app_note (text) VALUES ('a')") } catch StoreError.invalid {
        try tx.sql("INSERT INTO app_note (text) VALUES ('b')")
      }
    }
    #expect(try notes(store) == ["a", "b"])
    // A statement that rolls the whole transaction back ends it.
    #expect(throws: StoreError.self) {
      try store.writeAndWait { tx in
        try tx.sql("INSERT INTO app_note (text) VALUES ('lost')")
        _ = try? tx.sql("INSERT OR ROLLBACK INTO app_note (text) VALUES ('a')")
        _ = try? tx.sql("INSERT INTO app_note (text) VALUES ('lost too')")
        _ = try? tx.addHomework(HomeworkDraft(title: "lost too"))
      }
    }
    #expect(try notes(store) == ["a", "b"])
    #expect(try store.readAndWait { try $0.homeworkList() }.items.isEmpty)
  }

  @Test func `survive check, repair, vacuum, backup and restore`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("x.sqlite")
    var store = try makeStore(path: path)
    _ = try store.play([.correct])
    let empty = directory.path("empty")
    try store.backupAndWait(to: empty)
    try makeNotes(store, "a", "b")
    let backup = directory.path("backup")
    try store.backupAndWait(to: backup)
    try makeNotes(store, "c")
    #expect(try store.checkAndWait() == [])
    try store.writeAndWait { try $0.execute("DELETE FROM progress") }
    #expect(try store.repairAndWait().left == [])
    try store.vacuumAndWait()
    store = try makeStore(path: path)
    #expect(try notes(store) == ["a", "b", "c"])
    #expect(try notes(makeStore(path: backup)) == ["a", "b"])
    try store.restoreAndWait(from: backup)
    #expect(try notes(store) == ["a", "b"])
    // Exactly the backup's tables.
    try store.restoreAndWait(from: empty)
    #expect(throws: StoreError.self) { try notes(store) }
    #expect(try store.checkAndWait() == [])
  }

  @Test func `are checked for broken foreign keys`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("x.sqlite")
    try makeNotes(makeStore(path: path), "a")
    let other = try Connection(path: path, access: .readWrite)
    try other.execute(
      """
      CREATE TABLE app_part (note INTEGER REFERENCES app_note (text)); PRAGMA foreign_keys = OFF;
      INSERT INTO app_part VALUES (7)
      """)
    let found = try makeStore(path: path).checkAndWait()
    #expect(found.map(\.kind) == [.reference] && found.first?.place == "app_part")
  }

  @Test func `survive every migration`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("x.sqlite")
    try FileManager.default.copyItem(at: ThisPackage.fixture, to: URL(filePath: path))
    try Connection(path: path, access: .readWrite).execute(
      "CREATE TABLE app_note (homework TEXT, text TEXT NOT NULL UNIQUE) STRICT; INSERT INTO app_note VALUES (NULL, 'a')"
    )
    let store = try Store.openAndWait(path: path, options: NextVersion.options())
    #expect(try notes(store) == ["a"])
    #expect(try store.checkAndWait() == [])
  }
}
