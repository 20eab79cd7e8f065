import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

/// A column that a migration adds is declared once, in its `Table`. It then travels wherever rows do: these tests compare
/// all columns, and fail for one that no row of `FullLibrary` has a value in.
@Suite struct `Every column of every table` {
  private let directory = TemporaryDirectory()
  private let path: String
  private let time = Counted()
  private let store: Store

  init() throws {
    path = directory.path("school.sqlite")
    store = try Store.openAndWait(path: path, options: time.options)
    try FullLibrary(store: store, time: time).fill()
    // Restore the homework that FullLibrary deletes, so that it is shown.
    try store.writeAndWait { _ = try $0.undoDeletion() }
  }

  private func other(_ name: String) throws -> Store {
    try Store.openAndWait(path: directory.path(name), options: Counted(from: 1 << 30).options)
  }

  @Test func `is declared`() throws {
    let connection = try Connection(path: path, access: .readOnly)
    for table in Tables.current.all {
      let columns = try connection.all("SELECT name FROM pragma_table_info(?)", table.name) { $0.text(0) }
      // The number by which a row is searched is a file's own.
      #expect(Set(columns).subtracting(["search_row"]) == Set(table.names), "\(table.name)")
    }
  }

  /// Nothing is hidden, and nothing comes from another replica.
  @Test func `has a value in some row`() throws {
    let connection = try Connection(path: path, access: .readOnly)
    var empty: [String] = []
    for table in Tables.current.all {
      for column in table.names
      where try connection.number(SQL("SELECT EXISTS (SELECT 1 FROM \(table.name) WHERE \(column) IS NOT NULL)")) == 0 {
        empty.append("\(table.name).\(column)")
      }
    }
    #expect(empty == ["homework.hidden_at_ms", "attempt.copy", "event.origin"])
  }

  @Test func `keeps its values when homework is deleted and restored`() throws {
    let before = try rows(ofFileAt: path)
    let all = try store.readAndWait { try $0.homeworkList(limit: 500).items.map(\.id) }
    let (deleted, left, restored) = try store.writeAndWait { tx in
      (try tx.deleteHomework(all).count, try tx.homeworkList().items.count, try tx.undoDeletion().count)
    }
    #expect((deleted, left, restored) == (all.count, 0, all.count))
    let after = try rows(ofFileAt: path)
    for (table, rows) in before where !["change", "event"].contains(table) { #expect(after[table] == rows, "\(table)") }
    #expect(try store.checkAndWait() == [])
  }

  @Test func `keeps its values in a sync`() async throws {
    let tablet = try other("tablet.sqlite")
    try await store.sync(with: tablet)
    // Each replica has its own log and requests, marks itself, and names the owner of the other's attempts.
    let own: Set = ["copy.is_own", "attempt.copy"]
    let (here, there) = (
      try rows(ofFileAt: path, without: own), try rows(ofFileAt: directory.path("tablet.sqlite"), without: own)
    )
    for (table, rows) in here where !["event", "request", "erasure"].contains(table) {
      #expect(Set(rows).isSubset(of: there[table] ?? []), "\(table)")
    }
  }

  @Test func `keeps its values in a learner's document`() throws {
    let target = try other("other.sqlite")
    try target.writeAndWait { _ = try $0.updateLearner($0.learner().id, name: "Somebody else") }
    for learner in try store.readAndWait({ try $0.learners() }) {
      let document = try store.readAndWait { try $0.exportLearner(learner.id) }
      let imported = try target.writeAndWait { try $0.importLearner(document) }
      let again = try target.readAndWait { try $0.exportLearner(imported.id) }
      let (before, after) = (try lines(inDocument: document), try lines(inDocument: again))
      #expect(Set(before.keys) == Set(after.keys))
      for (kind, rows) in before { #expect(after[kind] == rows, "\(kind)") }
    }
    #expect(try target.checkAndWait() == [])
  }

  /// Returns the rows of a document as text, by kind, without the replica that wrote it and owns the attempts.
  private func lines(inDocument document: String) throws -> [String: [String]] {
    let rows = try JSONValue(parsing: document.utf8)["rows"]?.array ?? []
    #expect(rows.count > 10)
    var found: [String: [String]] = [:]
    for row in rows {
      let value = row["value"]?.with("copy", .null) ?? .null
      let line = JSONText(row.with("copy", .null).with("value", value)).text
      found[row["kind"]?.string ?? "", default: []].append(line)
    }
    return found.mapValues { $0.sorted() }
  }

  @Test func `keeps its values in a backup`() throws {
    let backup = directory.path("backup.sqlite")
    try store.backupAndWait(to: backup)
    let (kept, original) = (try rows(ofFileAt: backup), try rows(ofFileAt: path))
    #expect(kept == original)
  }
}
