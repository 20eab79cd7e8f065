import Foundation
import HomeworkSQLite
import HomeworkTestKit
import Testing

@Suite struct `A connection's file` {
  @Test func `shows its first bytes without being opened further`() throws {
    let directory = try TemporaryDirectory()
    for text in ["", "abc", "a text that is longer than what is asked for"] {
      let path = try directory.write(text, to: "x")
      #expect(try Connection(path: path, access: .readOnly).fileHead(10) == Array(text.utf8.prefix(10)))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == ["x"])
    #expect(try Connection(path: ":memory:", access: .create).fileHead(10) == [])
  }

  @Test func `is copied whole as a backup, the log included`() throws {
    let directory = try TemporaryDirectory()
    let source = try Connection(path: directory.path("x.sqlite"), access: .create)
    try source.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
    for number in 0..<2000 { try source.run("INSERT INTO t VALUES (?)", "row \(number)") }
    try source.backUp(to: Connection(path: directory.path("copy.sqlite"), access: .create))
    let copy = try Connection(path: directory.path("copy.sqlite"), access: .readOnly)
    #expect(try copy.number("SELECT count(DISTINCT x) FROM t") == 2000)
    #expect(try copy.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
  }

  @Test func `is not copied over a database that another one is writing`() throws {
    let directory = try TemporaryDirectory()
    let source = try Connection(path: ":memory:", access: .create)
    try source.execute("CREATE TABLE t (x)")
    let writer = try Connection(path: directory.path("x.sqlite"), access: .create)
    try writer.execute("CREATE TABLE other (x); BEGIN IMMEDIATE")
    let destination = try Connection(path: directory.path("x.sqlite"), access: .readWrite, busyTimeoutMs: 10)
    let error = #expect(throws: SQLiteError.self) { try source.backUp(to: destination) }
    #expect(error?.code == SQLiteError.Code.busy)
    try writer.execute("COMMIT")
    #expect(try destination.number("SELECT count(*) FROM other") == 0)
  }
}
