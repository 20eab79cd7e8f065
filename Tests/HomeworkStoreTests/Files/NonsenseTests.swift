import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

/// Values that another program may write into any column of any table.
@Suite struct `A nonsense value in a column` {
  private static let values = [
    "NULL", "-1", "0", "1", "99", "2147483648", "9007199254740992", "9223372036854775807", "-9223372036854775808",
    "0.5", "1e308", "''", "'x'", "' '", "char(10)", "'a' || char(0)", "'[]'", "'{}'", "'null'", "'[1, 2]'",
    "'[[], {}]'", "'[\"a\", \"b\"]'", "'zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz'",
    "'------------------------------------'",
    "'ABCDEFAB-CDEF-ABCD-EFAB-CDEFABCDEFAB'", "'ffffffff-ffff-ffff-ffff-ffffffffffff'", "x''", "x'00'",
  ]

  @Test func `is rejected by a constraint, or hides only its own row`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    try Fixture.write(to: path)
    let sound = try Data(contentsOf: URL(filePath: path))
    func put() throws -> Connection {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
      try sound.write(to: URL(filePath: path))
      let connection = try Connection(path: path, access: .readWrite)
      try connection.execute("PRAGMA foreign_keys = ON")
      return connection
    }
    let columns = try put().all(
      """
      SELECT t.name, c.name, (SELECT group_concat(k.name, ', ') FROM pragma_table_info(t.name) k WHERE k.pk > 0)
      FROM pragma_table_list t JOIN pragma_table_info(t.name) c
      WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name <> 'schema_migration'
      """
    ) { (table: $0.text(0), column: $0.text(1), key: $0.text(2)) }
    var (written, refused) = (0, 0)
    for (table, column, key) in columns {
      for value in Sampling.part(Self.values, oneIn: 32) {
        let sql = "UPDATE \(table) SET \(column) = \(value) WHERE (\(key)) = (SELECT \(key) FROM \(table) LIMIT 1)"
        let connection = try put()
        guard (try? connection.execute(sql)) != nil else {
          refused += 1
          continue
        }
        written += 1
        try read(Store.openAndWait(path: path), sql)
      }
    }
    #expect(written > 10 && refused > 10, "\(written) written, \(refused) refused")
  }

  /// JSON may have any content: a question's list, which only its own quiz refuses, or a deletion's homework.
  private func read(_ store: Store, _ sql: String) throws {
    func ask(_ body: (ReadTransaction) throws -> Void) {
      #expect(throws: Never.self, "\(sql)") { try store.readAndWait { try body($0) } }
    }
    func mayRefuse(_ body: (ReadTransaction) throws -> Void) {
      do { try store.readAndWait { try body($0) } } catch {
        let isList = ["options", "accepted_answers", "key_concepts", "asked"].contains { sql.contains(" \($0) =") }
        #expect(isList && "\(error)".contains("is no list"), "\(sql): \(error)")
      }
    }
    ask { tx in
      for homework in try tx.homeworkList(limit: 500).items {
        mayRefuse { _ = try $0.quiz(for: homework.id) }
        mayRefuse { _ = try $0.attempts(of: homework.id) }
      }
    }
    ask { _ = try $0.attemptList() }
    ask { _ = try $0.learners() }
    ask { _ = try $0.statistics() }
    ask { _ = try $0.overview() }
    ask { _ = try $0.collections() }
    ask { _ = try $0.events(since: 0) }
    mayRefuse { _ = try $0.dueQuestions(at: Timestamp(millisecondsSince1970: 4_102_444_800_000)) }
    #expect(throws: Never.self, "\(sql)") { try store.checkAndWait() }
    if !sql.contains(" content =") {
      #expect(throws: Never.self, "\(sql)") { try store.writeAndWait { try $0.undoDeletion() } }
    }
    #expect(throws: Never.self, "\(sql)") {
      try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "After it")) }
    }
  }
}
