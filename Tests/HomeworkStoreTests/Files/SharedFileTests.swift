import Foundation
import HomeworkMigrations
import HomeworkModel
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

@Suite struct `A file that is open elsewhere` {
  /// Closing any descriptor of a file drops the process's locks on it. Opening a second store here once read the file
  /// directly; another process that then closed the file removed the log under the first store.
  @Test func `keeps writes after a second store opens and another process leaves`() async throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let store = try makeStore(path: path)
    _ = try await store.write { try $0.addHomework(HomeworkDraft(title: "before")) }
    _ = try await makeStore(path: path).read { try $0.homeworkList() }
    await #expect(processExitsWith: .success) { [path = path as String] in
      let count = try Connection(path: path, access: .readWrite).number("SELECT count(*) FROM homework")
      #expect(count == 1)
    }
    _ = try await store.write { try $0.addHomework(HomeworkDraft(title: "after")) }
    await #expect(processExitsWith: .success) { [path = path as String] in
      let count = try Connection(path: path, access: .readWrite).number("SELECT count(*) FROM homework")
      #expect(count == 2)
    }
  }

  /// The other program's tables are in its log only: the file itself looks empty.
  @Test func `is refused if another program's tables are only in its log`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let foreign = try Connection(path: path, access: .create)
    try foreign.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
    let before = try Self.contents(of: path)
    #expect(throws: StoreError.unavailable(.foreign(path: path))) { try makeStore(path: path) }
    #expect(try Self.contents(of: path) == before)
    #expect(try foreign.number("SELECT count(*) FROM sqlite_schema") == 1)
  }

  /// The file is empty when opened, and belongs to another program by the time it can be written.
  @Test func `is refused if another program claims it in the meantime`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let foreign = try Connection(path: path, access: .create)
    try foreign.execute("PRAGMA page_count; BEGIN IMMEDIATE; CREATE TABLE t (x)")
    // A separate thread: the task pool's few threads may all be busy for longer than the store waits for the lock.
    // Nothing else uses the connection until it is done.
    nonisolated(unsafe) let other = foreign
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      usleep(100_000)
      #expect(throws: Never.self) { try other.execute("COMMIT") }
      done.signal()
    }
    #expect(throws: StoreError.unavailable(.foreign(path: path))) { try makeStore(path: path) }
    done.wait()
    #expect(try foreign.number("SELECT count(*) FROM sqlite_schema") == 1)
  }

  /// A newer hwdb was killed right after it changed the schema: the new version is in the log only.
  @Test func `keeps its log if the log has a newer schema`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    _ = try makeStore(path: path)
    let newer = try Connection(path: path, access: .readWrite)
    try newer.execute("PRAGMA user_version = 99")
    let killed = directory.path("killed.sqlite")
    for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + suffix, toPath: killed + suffix) }
    let before = try Self.contents(of: killed)
    #expect(throws: StoreError.unavailable(.newerSchema(found: 99, known: Migrations.sqlite.version))) {
      try makeStore(path: killed)
    }
    #expect(try Self.contents(of: killed) == before)
  }

  @Test func `is created once by concurrent callers`() async throws {
    for _ in 0..<10 {
      let directory = TemporaryDirectory()
      let path = directory.path("x.sqlite")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<6 {
          group.addTask {
            _ = try await makeStore(path: path).write { try $0.addHomework(HomeworkDraft(title: "\(number)")) }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await makeStore(path: path).read { try $0.homeworkList() }.items.count == 6)
    }
  }

  @Test func `leaves no log behind after the last close`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    _ = try makeStore(path: path).writeAndWait { try $0.addHomework(HomeworkDraft(title: "t")) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == ["x.sqlite"])
  }

  @Test func `is reported as busy if a reader blocks a checkpoint`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let store = try makeStore(path: path)
    let reader = try Connection(path: path, access: .readWrite)
    try reader.execute("BEGIN; SELECT count(*) FROM homework")
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t")) }
    #expect(throws: StoreError.busy) { try store.checkpointAndWait() }
    try reader.execute("COMMIT")
    try store.checkpointAndWait()
    #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")).count == 32 + 24 + 4096)  // one page
  }

  /// One that begins between the two halves of emptying the log is waited for, as any other.
  @Test func `is checkpointed beside a reader that begins again and again`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let store = try makeStore(path: path)
    let isOver = Guarded(false)
    let hasEnded = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let reader = try? Connection(path: path, access: .readWrite)
      while !isOver.withLock({ $0 }) { try? reader?.execute("BEGIN; SELECT count(*) FROM homework; COMMIT") }
      hasEnded.signal()
    }
    for _ in 0..<500 { try store.checkpointAndWait() }
    isOver.withLock { $0 = true }
    hasEnded.wait()
  }

  /// The power failed in the first transaction: the file has its length but not its bytes; the journal can roll back.
  @Test func `is created again after an interrupted creation`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let first = try Connection(path: path, access: .create)
    try first.execute("BEGIN; CREATE TABLE t (x)")
    let cut = directory.path("cut.sqlite")
    // The journal's magic is written last, when the rest is safely on disk.
    let magic = Data([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7])
    let journal = try Data(contentsOf: URL(fileURLWithPath: path + "-journal"))
    try (magic + journal.dropFirst(magic.count)).write(to: URL(fileURLWithPath: cut + "-journal"))
    try Data(count: 8192).write(to: URL(fileURLWithPath: cut))
    #expect(try makeStore(path: cut).readAndWait { try $0.homeworkList() }.items.isEmpty)
  }

  /// Two connections to either would be two databases, which end with them.
  @Test(arguments: ["", ":memory:"])
  func `is refused without a file path`(path: String) throws {
    let refusal = StoreError.unavailable(.cannotOpen(path: "\"\(path)\"", "it names no file"))
    #expect(throws: refusal) { try makeStore(path: path) }
  }

  private static func contents(of path: String) throws -> [Data] {
    try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: path + $0)) }
  }
}

@Suite struct `A schema that became newer while a store is open` {
  @Test func `is not written`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let store = try makeStore(path: path)
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "before")) }
    let newer = try Connection(path: path, access: .readWrite)
    let known = try newer.number("PRAGMA user_version")
    let backup = directory.path("backup")
    try store.backupAndWait(to: backup)
    let setting = try #require(newer.first("SELECT sql FROM sqlite_schema WHERE name = 'setting'") { $0.text(0) })
    try newer.execute("DROP TABLE setting; PRAGMA user_version = \(known + 1)")
    let refusal = StoreError.unavailable(.newerSchema(found: known + 1, known: known))
    for _ in 0..<3 {
      #expect(throws: refusal) { try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "lost")) } }
      #expect(throws: refusal) { try store.restoreAndWait(from: backup) }
    }
    #expect(try newer.number("SELECT count(*) FROM homework") == 1)
    // As after restoring another backup.
    try newer.execute("\(setting); PRAGMA user_version = \(known)")
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "after")) }
  }
}
