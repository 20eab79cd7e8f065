import CHomeworkSQLite
import Foundation
import HomeworkModel
import HomeworkScenarios
import HomeworkStore
import HomeworkTestKit
import Testing

/// The log's content is visible to every connection from the commit on.
@Suite struct `A database's log` {
  enum Step: CaseIterable {
    /// The writer changes every row, and adds some that are never read. Its cache is small: pages spill into the log
    /// before the commit.
    case changeAll
    case changeOne, mark, goBack, commit, rollBack
    /// Another connection changes a row.
    case otherChange
    case checkpoint
  }

  static let rows = 9

  /// A file with two connections, and the values that each of them should read.
  struct Bench {
    let disk = FaultyDisk()
    let directory = TemporaryDirectory()
    let writer: Connection
    let other: Connection
    var stored = [Int](repeating: 0, count: rows)
    /// The values that the writer reads in its transaction, and after `goBack`.
    var written: [Int]?, marked: [Int]?
    private var last = 0

    init(isSynced: Bool) throws {
      (writer, other) = (try Self.open(directory, disk, isSynced), try Self.open(directory, disk, isSynced))
      try writer.execute(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, number, filling); CREATE TABLE added (filling);
        WITH n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT \(rows))
        INSERT INTO t SELECT i, 0, zeroblob(3000) FROM n
        """)
    }

    private static func open(_ directory: TemporaryDirectory, _ disk: FaultyDisk, _ isSynced: Bool) throws -> Connection
    {
      let connection = try Connection(
        path: directory.path("x.sqlite"), access: .create, busyTimeoutMs: 0, disk: disk.vfs)
      try connection.execute(
        """
        PRAGMA journal_mode = WAL; PRAGMA synchronous = \(isSynced ? "FULL" : "NORMAL"); PRAGMA cache_size = 2
        """)
      return connection
    }

    /// Returns whether the step is possible now.
    mutating func take(_ step: Step) throws -> Bool {
      switch step {
      case .changeAll, .changeOne:
        if written == nil { try writer.execute("BEGIN IMMEDIATE") }
        var rows = written ?? stored
        last += 1
        written = rows  // begun, even if the change fails
        if step == .changeOne {
          try writer.execute("UPDATE t SET number = \(last) WHERE id = 3")
          rows[3] = last
        } else {
          try writer.execute(
            "UPDATE t SET number = \(last); DELETE FROM added; INSERT INTO added SELECT filling FROM t")
          rows = rows.map { _ in last }
        }
        written = rows
      case .mark:
        guard let written, marked == nil else { return false }
        try writer.execute("SAVEPOINT s")
        marked = written
      case .goBack:
        guard let marked else { return false }
        try writer.execute("ROLLBACK TO s; RELEASE s")
        (written, self.marked) = (marked, nil)
      case .commit:
        guard let rows = written else { return false }
        try writer.execute("COMMIT")
        (stored, written, marked) = (rows, nil, nil)
      case .rollBack:
        guard written != nil else { return false }
        try writer.execute("ROLLBACK")
        (written, marked) = (nil, nil)
      case .otherChange:
        guard written == nil else { return false }
        last += 1
        try other.execute("UPDATE t SET number = \(last) WHERE id = 7")
        stored[7] = last
      case .checkpoint: _ = try other.checkpoint()
      }
      return true
    }

    static func read(_ connection: Connection) throws -> [Int] {
      try connection.all("SELECT number FROM t ORDER BY id") { $0.int(0) }
    }

    /// Returns what a process reads after a crash: the files unchanged, without the log's index.
    func readAfterCrash() throws -> [Int] {
      for suffix in ["", "-wal"] {
        let copy = directory.path("copy.sqlite\(suffix)")
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.copyItem(atPath: directory.path("x.sqlite\(suffix)"), toPath: copy)
      }
      let copy = try Connection(path: directory.path("copy.sqlite"), access: .readWrite)
      #expect(try copy.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
      return try Self.read(copy)
    }
  }

  /// Every sequence of up to five steps; others read after each step, and optionally the writer, which may make it
  /// write earlier. Each day tries another quarter of the first two steps.
  @Test(arguments: [true, false], [true, false])
  func `has every committed change for all readers and after a crash`(isSynced: Bool, writerReads: Bool) throws {
    var bench = try Bench(isSynced: isSynced)
    var ways = 0
    func play(_ way: [Step]) throws {
      if bench.written != nil { _ = try bench.take(.rollBack) }
      for step in way {
        guard try bench.take(step) else { return }
        try #require(Bench.read(bench.other) == bench.stored, "\(way)")
        if writerReads { try #require(Bench.read(bench.writer) == bench.written ?? bench.stored, "\(way)") }
      }
      ways += 1
      if way.count == 4 { try #require(bench.readAfterCrash() == bench.stored, "\(way)") }
      if way.count < 5 { for step in Step.allCases { try play(way + [step]) } }
    }
    let beginnings = Step.allCases.flatMap { first in Step.allCases.map { [first, $0] } }
    for beginning in Sampling.part(beginnings, oneIn: 16) { try play(beginning) }
    #expect(ways > 100)
  }

  /// Every write and sync of two transactions fails once, or is half done.
  @Test(arguments: [true, false]) func `loses nothing else if one of its writes fails`(isShort: Bool) throws {
    let full: Int32 = 13
    let way: [Step] = [.changeAll, .changeAll, .mark, .changeOne, .goBack, .changeAll, .commit, .changeOne, .commit]
    var number = 0, hasFailed = true
    while hasFailed {
      number += 1
      var bench = try Bench(isSynced: true)
      bench.disk.arm(isShort ? .shortWrite(code: full) : .failOnce(code: full), atOperation: number)
      hasFailed = false
      do { for step in way { _ = try bench.take(step) } } catch is StoreError { hasFailed = true }
      bench.disk.arm(.die, atOperation: 1_000_000)
      if hasFailed {
        try? bench.writer.execute("ROLLBACK")  // the error may already have rolled it back
        (bench.written, bench.marked) = (nil, nil)
      }
      for step in [.otherChange, .changeAll, .rollBack, .changeAll, .commit, .otherChange] as [Step] {
        _ = try bench.take(step)
        try #require(Bench.read(bench.other) == bench.stored, "operation \(number), then \(step)")
      }
      try #require(bench.readAfterCrash() == bench.stored, "operation \(number)")
    }
    #expect(number > 30)
  }

  /// Another connection moves the log after each commit, and fails to within a transaction; then the power fails.
  @Test func `keeps committed changes while another connection moves it`() throws {
    let (directory, disk) = (TemporaryDirectory(), FaultyDisk(records: true))
    func open() throws -> Connection {
      let path = directory.path("x.sqlite")
      let connection = try Connection(path: path, access: .create, busyTimeoutMs: 0, disk: disk.vfs)
      try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
      return connection
    }
    let (writer, mover) = (try open(), try open())
    let rows = 20  // each fills a page
    try writer.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, number, filling);
      WITH n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT \(rows))
      INSERT INTO t SELECT i, 0, zeroblob(3000) FROM n
      """)
    var promised = [(at: disk.operations().count, number: 0)]
    var moved: [Int] = []
    func move() { moved.append((try? mover.checkpoint().moved) ?? -1) }
    for number in 1...3 {
      try writer.execute("BEGIN IMMEDIATE; UPDATE t SET number = \(number)")
      move()
      try writer.execute("COMMIT")
      move()
      promised.append((disk.operations().count, number))
    }
    #expect(moved.enumerated().allSatisfy { ($1 > 0) == ($0 % 2 == 1) }, "\(moved)")

    let operations = disk.operations()
    let copy = TemporaryDirectory()
    for count in promised[0].at...operations.count {
      let acknowledged = promised.last { $0.at <= count }?.number ?? 0
      for fate in ["kept", "dropped", "torn"] {
        var sector = 0
        let image = DiskImage(operations.prefix(count)) { operation in
          let keeps = operation.sectors.map { _ in
            sector += 1
            return sector % 3 != 0
          }
          return fate == "kept" ? .kept : fate == "dropped" || keeps.isEmpty ? .dropped : .torn(keeps: keeps)
        }
        let left = try left(by: image, of: directory.path("x.sqlite"), with: "-wal", in: copy, "\(count), \(fate)")
        let numbers = Set(try left.all("SELECT number FROM t") { $0.int(0) })
        try #require(numbers == [acknowledged] || numbers == [acknowledged + 1], "\(count), \(fate)")
      }
    }
  }

  /// Without a log, SQLite deletes its journal after each transaction and does not sync the directory: after a power
  /// loss the journal may be back, all of it and nothing of the next one.
  @Test func `a reappearing journal rolls back one transaction`() throws {
    let (directory, copy) = (TemporaryDirectory(), TemporaryDirectory())
    let disk = FaultyDisk(records: true)
    let path = directory.path("x.sqlite")
    let connection = try Connection(path: path, access: .create, disk: disk.vfs)
    try connection.execute("PRAGMA synchronous = FULL; CREATE TABLE t (number); INSERT INTO t VALUES (0)")
    var committed = [disk.operations().count]
    for number in 1...2 {
      try connection.execute("BEGIN; CREATE TABLE t\(number) (x); UPDATE t SET number = \(number); COMMIT")
      committed.append(disk.operations().count)
    }
    let operations = disk.operations()
    var undone = 0
    var seen: Set<[Int]> = []
    for count in committed[0]...operations.count {
      let prefix = Array(operations.prefix(count))
      let open = DiskImage.unsynced(prefix).count
      let last = committed.count { $0 <= count } - 1
      for bits in 0..<(1 << open) {
        var at = 0
        let image = DiskImage(prefix) { _ in
          defer { at += 1 }
          return bits >> at & 1 == 1 ? .kept : .dropped
        }
        // Equal files after the same commits are read once.
        guard seen.insert([last, image.fingerprint]).inserted else { continue }
        let left = try left(by: image, of: path, with: "-journal", in: copy, "\(count), \(bits)")
        let number = try left.number("SELECT number FROM t")
        let tables = try left.number("SELECT count(*) FROM sqlite_schema") - 1
        try #require(number == tables && (last - 1...last + 1).contains(number), "\(count), \(bits)")
        if number < last { undone += 1 }
      }
    }
    #expect(undone > 0)
  }

  /// A journal that comes back beside a new log would undo the switch to it.
  @Test(arguments: StoreOptions.Durability.allCases)
  func `does not keep a file from opening, wherever the power failed in its creation`(
    durability: StoreOptions.Durability
  ) throws {
    let (directory, copy) = (TemporaryDirectory(), TemporaryDirectory())
    let (disk, path) = (FaultyDisk(records: true), directory.path("x.sqlite"))
    var options = StoreOptions()
    (options.disk, options.durability) = (disk.vfs, durability)
    let store = try Store.openAndWait(path: path, options: options)
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t")) }
    // An empty file is there, and synced, before SQLite opens it.
    let operations = disk.operations(on: [path: []])
    var seen: Set<Int> = []
    for count in 0...operations.count {
      let prefix = Array(operations.prefix(count))
      let open = DiskImage.unsynced(prefix)
      let names = open.filter { prefix[$0].directory != nil }.map { [$0] }
      for dropped in [[], open] + names {
        var left = open[...]
        let image = DiskImage(prefix, on: [path: []]) { _ in dropped.contains(left.removeFirst()) ? .dropped : .kept }
        guard seen.insert(image.fingerprint).inserted else { continue }
        for suffix in ["", "-journal", "-wal", "-shm"] {
          let url = URL(filePath: copy.path("x.sqlite\(suffix)"))
          try? FileManager.default.removeItem(at: url)
          if let bytes = image.files[path + suffix] { try Data(bytes).write(to: url) }
        }
        #expect(throws: Never.self, "\(count), \(dropped)") { try makeStore(path: copy.path("x.sqlite")).close() }
      }
    }
    #expect(seen.count > 100)
  }

  /// Opens a copy of what an image holds of a database, with its log or its journal, and checks it.
  ///
  /// A log comes without the journal of the time before it: to sync a new log, SQLite syncs the directory too, and so
  /// the deletion of the journal.
  private func left(
    by image: DiskImage, of path: String, with log: String, in copy: TemporaryDirectory, _ moment: String
  ) throws -> Connection {
    for suffix in ["", log, "-shm"] {
      let url = URL(filePath: copy.path("x.sqlite\(suffix)"))
      try? FileManager.default.removeItem(at: url)
      if let bytes = image.files[path + suffix] { try Data(bytes).write(to: url) }
    }
    let connection = try Connection(path: copy.path("x.sqlite"), access: .readWrite)
    try #require(connection.first("PRAGMA integrity_check") { $0.text(0) } == "ok", "\(moment)")
    return connection
  }
}
