import Foundation
import HomeworkEngine
import HomeworkFaults
import HomeworkModel
import HomeworkSQLite
import HomeworkStore
import HomeworkTestKit
import Synchronization
import Testing

/// Where others wait to write, another connection moves most of a full log, and the writer only the rest.
@Suite struct `A full log` {
  private let directory: TemporaryDirectory
  private let disk = FaultyDisk()
  private let store: Store
  private let database: FileDatabase

  init() throws {
    directory = try TemporaryDirectory()
    var options = StoreOptions()
    options.disk = disk.vfs
    store = try Store.openAndWait(
      path: directory.path("x.sqlite"), options: options)
    database = try store.file()
    try database.exclusively { try $0.execute("CREATE TABLE app_filling (bytes)") }
    #expect(database.moveLog(isWaitedFor: false) != nil && !database.isLogFull)
  }

  private func write(pages: Int) throws {
    try database.exclusively { try $0.execute("INSERT INTO app_filling VALUES (zeroblob(\(pages) * 4096))") }
  }

  private func pagesInFile() throws -> Int {
    try Data(contentsOf: URL(filePath: directory.path("x.sqlite"))).count / 4096
  }

  private func isFullAgain() -> Bool {
    for _ in 0..<5000 where !database.isLogFull { usleep(1000) }
    return database.isLogFull
  }

  @Test func `is moved beside the writer, and the rest by it`() throws {
    for round in 1...3 {
      let before = try pagesInFile()
      try write(pages: 800)
      // What comes after the snapshot of a reader cannot be moved while it reads.
      try store.readAndWait { transaction in
        _ = try transaction.homeworkList()
        try write(pages: 200)
        #expect(database.isLogFull, "\(round)")
        #expect(database.moveLog(isWaitedFor: true) == nil)
        try #require(isFullAgain(), "the other connection never came to an end")
      }
      #expect(try (before + 800..<before + 1000).contains(pagesInFile()))
      let rest = try #require(database.moveLog(isWaitedFor: true)).get()
      #expect(!rest.isBlocked && rest.framesInLog == 0 && !database.isLogFull)
      #expect(try pagesInFile() >= before + 1000)
    }
  }

  /// Then the next write begins the log anew.
  @Test func `is moved beside the writer, all of it`() throws {
    for round in 1...3 {
      let before = try pagesInFile()
      try write(pages: 1000)
      #expect(database.isLogFull, "\(round)")
      #expect(database.moveLog(isWaitedFor: true) == nil)
      try #require(isFullAgain())
      #expect(try pagesInFile() >= before + 1000)
      try write(pages: 1)
      #expect(!database.isLogFull)
    }
  }

  @Test func `is moved at once where nobody waits`() throws {
    try write(pages: 1000)
    #expect(try database.moveLog(isWaitedFor: false)?.get().framesInLog == 0)
    #expect(try pagesInFile() > 1000)
  }

  /// Each operation of the other connection's move fails once.
  @Test func `is moved by its writer where the other connection fails`() throws {
    for operation in [1, 2, 17, 18, 500] {
      try write(pages: 1000)
      #expect(database.isLogFull)
      disk.arm(.failOnce(code: 5 << 8 | 10), atOperation: operation)
      #expect(database.moveLog(isWaitedFor: true) == nil)
      try #require(isFullAgain())
      #expect(try database.moveLog(isWaitedFor: true)?.get().framesInLog == 0, "\(operation)")
      try write(pages: 5)
    }
    #expect(try store.checkAndWait() == [])
  }

  @Test func `stays where a reader holds it back, until as much is in it again`() throws {
    try store.readAndWait { transaction in
      _ = try transaction.homeworkList()
      try write(pages: 1000)
      #expect(database.moveLog(isWaitedFor: true) == nil)
      try #require(isFullAgain())
      let rest = try #require(database.moveLog(isWaitedFor: true)).get()
      #expect(rest.isBlocked && rest.framesInLog > 1000 && !database.isLogFull)
    }
    try write(pages: 1000)
    #expect(database.isLogFull && database.moveLog(isWaitedFor: true) == nil)
    try #require(isFullAgain())
    #expect(try database.moveLog(isWaitedFor: true)?.get().framesInLog == 0)
  }

  @Test func `is moved once the callers are told`() throws {
    let large = HomeworkDraft(title: "large", text: String(repeating: "x", count: 5 << 20))
    let told = Mutex<[Int]>([])
    for draft in [large, HomeworkDraft(title: "small")] {
      _ = store.enqueue {
        _ = try $0.addHomework(draft)
      } completion: { [store] _ in
        told.withLock { $0.append(store.activity.checkpoints) }
      }
    }
    store.writeEnqueued()
    #expect(told.withLock { $0 } == [0, 0])
    #expect(store.activity.checkpoints == 1 && store.activity.commits == 1)
  }

  @Test func `holds nothing open once the store is closed`() throws {
    for _ in 1...3 {
      try write(pages: 1)
      #expect(!database.isLogFull)
      try write(pages: 1000)
      #expect(database.isLogFull && database.moveLog(isWaitedFor: true) == nil)
      store.close()
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }
      #expect(open.filter { $0.hasPrefix(directory.path("x.sqlite")) } == [])
      #expect(!FileManager.default.fileExists(atPath: directory.path("x.sqlite-wal")))
    }
  }

  @Test func `lets those go on who wait, and counts as one checkpoint`() throws {
    let large = HomeworkDraft(title: "large", text: String(repeating: "x", count: 5 << 20))
    let hasBegun = Flag()
    Thread.detachNewThread { [store] in
      try? store.writeAndWait { transaction in
        hasBegun.raise()
        _ = try transaction.addHomework(large)
        store.await(waiting: 1)
      }
    }
    while !hasBegun.isUp { usleep(200) }
    var checkpoints: [Int] = []
    repeat {
      usleep(1000)
      try store.writeAndWait { transaction in
        checkpoints.append(store.activity.checkpoints)
        _ = try transaction.addHomework(HomeworkDraft(title: "small"))
      }
    } while store.activity.checkpoints == 0 && checkpoints.count < 5000
    #expect(checkpoints.allSatisfy { $0 == 0 })
    #expect(store.activity.checkpoints == 1 && store.activity.framesInLog == 0)
    #expect(try store.readAndWait { try $0.homeworkList() }.items.count > 1)
  }
}
