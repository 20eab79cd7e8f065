import CHomeworkSQLite
import Foundation
import HomeworkModel
import HomeworkTestKit
import Testing

/// SQLite as any other program uses it, without this package's code between it and the file.
final class OtherProgram {
  private var handle: OpaquePointer?

  init(_ path: String) throws {
    try #require(sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
    sqlite3_busy_timeout(handle, 5000)
  }

  /// Returns the first column of the first row; empty if there is none.
  @discardableResult func run(_ sql: String) throws -> String {
    var statement: OpaquePointer?
    try #require(
      sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
    defer { sqlite3_finalize(statement) }
    let code = sqlite3_step(statement)
    try #require(code == SQLITE_ROW || code == SQLITE_DONE, "\(String(cString: sqlite3_errmsg(handle)))")
    guard code == SQLITE_ROW else { return "" }
    return sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? ""
  }

  deinit { #expect(sqlite3_close(handle) == SQLITE_OK) }
}

@Suite struct `A database shared with another program` {
  private let terminal = Terminal()
  private let path: String

  init() throws {
    path = terminal.directory.path("hwdb.sqlite")
  }

  private func expectSound(_ titles: [String]) throws {
    let list = try terminal.hwdb("list")
    #expect(list.status == 0, "\(list)")
    for title in titles { #expect(list.output.contains(title), "\(title)") }
    #expect(try terminal.hwdb("database", "check").status == 0)
    #expect(try terminal.hwdb("database", "repair").status == 0)
    let backup = terminal.directory.path("\(titles.count).backup")
    #expect(try terminal.hwdb("database", "backup", backup).status == 0)
    #expect(try terminal.hwdb("database", "restore", backup, "--yes").status == 0)
    for title in titles { #expect(try terminal.hwdb("list").output.contains(title), "\(title)") }
  }

  @Test func `stays readable if that program reads and closes it last`() throws {
    _ = try terminal.add("one")
    do {
      let other = try OtherProgram(path)
      #expect(try other.run("SELECT count(*) FROM homework") == "1")
      for title in ["two", "three"] { _ = try terminal.add(title) }
      #expect(try other.run("SELECT count(*) FROM homework") == "3")
    }
    try expectSound(["one", "two", "three"])
  }

  @Test func `stays readable if that program opens it first after a daemon is killed`() throws {
    let daemon = try ServedDaemon()
    let client = try daemon.client()
    for number in 0..<20 { _ = try client.call("homework.add", ["title": .string("\(number)")]) }
    daemon.kill()
    let killed = daemon.directory.path("hwdb.sqlite")
    #expect(try OtherProgram(killed).run("SELECT count(*) FROM homework") == "20")
    let list = try run(ThisPackage.binary("hwdb"), ["list", "--limit", "100", "--database", killed])
    #expect(list.status == 0, "\(list)")
    #expect(try run(ThisPackage.binary("hwdb"), ["database", "check", "--database", killed]).status == 0)
  }

  @Test func `keeps rows that the program writes within the schema's rules`() throws {
    _ = try terminal.add("one")
    try OtherProgram(path).run("INSERT INTO collection SELECT id, 'x' FROM homework")
    #expect(try terminal.hwdb("list", "--collection", "x").status == 0)
    try expectSound(["one"])
  }

  @Test func `never runs the program's triggers, and works again once they are dropped`() throws {
    _ = try terminal.add("one")
    let other = try OtherProgram(path)
    let plant = "CREATE TRIGGER spy AFTER INSERT ON event BEGIN DELETE FROM homework; END"
    try other.run(plant)
    for words in [["list"], ["add", "two"], ["database", "check"]] {
      let result = try terminal.hwdb(words)
      #expect(result.status == 5 && result.errors.contains(#"'DROP TRIGGER "spy"'"#), "\(words): \(result)")
    }
    try other.run(#"DROP TRIGGER "spy""#)
    try expectSound(["one"])
    // The same while a daemon has the file open.
    let daemon = try ServedDaemon()
    let client = try daemon.client()
    _ = try client.call("homework.add", ["title": "three"])
    let beside = try OtherProgram(daemon.directory.path("hwdb.sqlite"))
    try beside.run(plant)
    #expect(throws: (any Error).self) { try client.call("homework.add", ["title": "four"]) }
    #expect(try beside.run("SELECT group_concat(title) FROM homework") == "three")
  }

  @Test func `passes SQLite's own check and reserves no bytes per page`() throws {
    _ = try terminal.add("one")
    #expect(try OtherProgram(path).run("PRAGMA integrity_check") == "ok")
    #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))[20] == 0)
  }
}
