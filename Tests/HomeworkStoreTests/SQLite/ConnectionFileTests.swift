import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Synchronization
import Testing

@Suite struct `A connection's file` {
  @Test func `shows its first bytes without opening the file again`() throws {
    let directory = TemporaryDirectory()
    for text in ["", "abc", "a text that is longer than what is asked for"] {
      let path = try directory.write(text, to: "x")
      #expect(try Connection(path: path, access: .readOnly).fileHead(10) == Array(text.utf8.prefix(10)))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == ["x"])
    #expect(try Connection(path: ":memory:", access: .create).fileHead(10) == [])
  }

  @Test func `is copied completely by a backup, including the log`() throws {
    let directory = TemporaryDirectory()
    let source = try Connection(path: directory.path("x.sqlite"), access: .create)
    try source.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
    for number in 0..<2000 { try source.run("INSERT INTO t VALUES (?)", "row \(number)") }
    try source.backUp(to: Connection(path: directory.path("copy.sqlite"), access: .create))
    let copy = try Connection(path: directory.path("copy.sqlite"), access: .readOnly)
    #expect(try copy.number("SELECT count(DISTINCT x) FROM t") == 2000)
    #expect(try copy.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
  }

  /// Another connection commits after each step. The copy is of the moment when it began, and takes no further step.
  @Test(arguments: [false, true])
  func `is copied as of one moment while another connection writes`(_ isInTransaction: Bool) throws {
    let directory = TemporaryDirectory()
    let source = try Connection(path: directory.path("x.sqlite"), access: .create)
    try source.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
    for _ in 0..<16 { try source.run("INSERT INTO t VALUES (zeroblob(1048576))") }
    let writer = try Connection(path: directory.path("x.sqlite"), access: .readWrite)
    let copy = try Connection(path: directory.path("copy.sqlite"), access: .create)
    if isInTransaction { try source.execute("BEGIN") }
    var shares: [Double] = []
    try source.backUp(
      to: copy,
      onStep: { share in
        shares.append(share)
        // A copy that starts again for each commit would never end.
        if shares.count < 50 { _ = try? writer.run("INSERT INTO t VALUES (1)") }
      })
    #expect(shares.count == 5 && shares == shares.sorted() && shares.last == 1)
    #expect(source.isInTransaction == isInTransaction)
    #expect(try copy.number("SELECT count(*) FROM t") == 16)
    #expect(try writer.number("SELECT count(*) FROM t") == 21)
  }

  /// A process that writes continually lets others in, although it releases the lock only briefly.
  @Test func `is soon written by another connection beside a continual writer`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let other = try Connection(path: path, access: .create)
    try other.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
    let turns = Turns()
    let thread = Thread {
      // The file exists and can be opened.
      guard let writer = try? Connection(path: path, access: .readWrite) else { fatalError("it cannot be opened") }
      while !turns.isOver.load(ordering: .relaxed) {
        _ = try? writer.execute("BEGIN IMMEDIATE; INSERT INTO t VALUES (1)")
        usleep(20_000)
        _ = try? writer.execute("COMMIT")
        turns.count.add(1, ordering: .relaxed)
        usleep(2000)
      }
      turns.done.signal()
    }
    thread.start()
    while turns.count.load(ordering: .relaxed) == 0 { usleep(1000) }
    var most = 0
    for _ in 0..<10 {
      // In the middle of a turn.
      let last = turns.count.load(ordering: .relaxed)
      while turns.count.load(ordering: .relaxed) == last { usleep(200) }
      usleep(6000)
      let before = turns.count.load(ordering: .relaxed)
      try other.execute("INSERT INTO t VALUES (2)")
      most = max(most, turns.count.load(ordering: .relaxed) - before)
    }
    turns.isOver.store(true, ordering: .relaxed)
    turns.done.wait()
    // With SQLite's own busy handler it sometimes takes a hundred turns.
    #expect(most < 12)
  }

  private final class Turns: Sendable {
    let isOver = Atomic(false)
    let count = Atomic(0)
    let done = DispatchSemaphore(value: 0)
  }

  @Test func `is not copied over a database that another connection writes`() throws {
    let directory = TemporaryDirectory()
    let source = try Connection(path: ":memory:", access: .create)
    try source.execute("CREATE TABLE t (x)")
    let writer = try Connection(path: directory.path("x.sqlite"), access: .create)
    try writer.execute("CREATE TABLE other (x); BEGIN IMMEDIATE")
    let destination = try Connection(path: directory.path("x.sqlite"), access: .readWrite, busyTimeoutMs: 10)
    #expect(throws: StoreError.busy) { try source.backUp(to: destination) }
    try writer.execute("COMMIT")
    #expect(try destination.number("SELECT count(*) FROM other") == 0)
  }
}
