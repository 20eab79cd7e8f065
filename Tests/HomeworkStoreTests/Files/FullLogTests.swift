import Foundation
import HomeworkModel
import HomeworkScenarios
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

/// The writing connection moves its log into the file.
@Suite struct `A full log` {
  private let directory = TemporaryDirectory()
  private let disk = FaultyDisk()
  private let store: Store
  private let database: FileDatabase

  init() throws {
    var options = StoreOptions()
    options.disk = disk.vfs
    store = try Store.openAndWait(
      path: directory.path("x.sqlite"), options: options)
    database = try store.file()
    #expect(database.checkpoint() != nil && !database.isLogFull)
  }

  private func write(pages: Int) throws {
    try database.exclusively { connection in
      try connection.execute(
        """
        INSERT INTO picture (digest, media_type, bytes)
        VALUES (hex(randomblob(32)), 'image/png', zeroblob(\(pages) * 4096))
        """)
    }
  }

  private func pagesInFile() throws -> Int {
    try Data(contentsOf: URL(filePath: directory.path("x.sqlite"))).count / 4096
  }

  @Test func `is moved into the file`() throws {
    try write(pages: 1000)
    #expect(try database.checkpoint()?.get().framesInLog == 0)
    #expect(try pagesInFile() > 1000)
  }

  /// Each of the move's operations fails once.
  @Test func `is moved the next time if a move fails`() throws {
    for operation in [1, 2, 17, 18, 500] {
      try write(pages: 1000)
      #expect(database.isLogFull)
      disk.arm(.failOnce(code: 5 << 8 | 10), atOperation: operation)
      #expect(throws: StoreError.self, "\(operation)") { try database.checkpoint()?.get() }
      try write(pages: 1000)
      #expect(try database.checkpoint()?.get().framesInLog == 0, "\(operation)")
      try write(pages: 5)
    }
    #expect(try store.checkAndWait() == [])
  }

  @Test func `stays while a reader holds it back, until it has grown as much again`() throws {
    try store.readAndWait { transaction in
      _ = try transaction.homeworkList()
      try write(pages: 1000)
      let rest = try #require(database.checkpoint()).get()
      #expect(rest.isBlocked && rest.framesInLog > 1000 && !database.isLogFull)
    }
    try write(pages: 1000)
    #expect(database.isLogFull)
    #expect(try database.checkpoint()?.get().framesInLog == 0)
  }

  @Test func `is moved after the callers get their results`() throws {
    let large = HomeworkDraft(title: "large", text: String(repeating: "x", count: 5 << 20))
    let reported = Guarded<[Int]>([])
    let gate = Gate()
    gate.close(store)
    let commits = store.activity.commits
    for draft in [large, HomeworkDraft(title: "small")] {
      _ = store.enqueue {
        _ = try $0.addHomework(draft)
      } completion: { [store] _ in
        reported.withLock { $0.append(store.activity.checkpoints) }
      }
    }
    gate.open()
    store.close()
    #expect(reported.withLock { $0 } == [0, 0])
    #expect(store.activity.checkpoints == 1 && store.activity.commits == commits + 2)
  }

  @Test func `keeps no file open once the store is closed`() throws {
    for _ in 1...3 {
      try write(pages: 1)
      #expect(!database.isLogFull)
      try write(pages: 1000)
      #expect(database.isLogFull)
      store.close()
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }
      #expect(open.filter { $0.hasPrefix(directory.path("x.sqlite")) } == [])
      #expect(!FileManager.default.fileExists(atPath: directory.path("x.sqlite-wal")))
    }
  }
}
