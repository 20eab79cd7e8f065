import Foundation
import HomeworkModel
import HomeworkScenarios
import HomeworkStore
import HomeworkTestKit
import Testing

/// Event numbers, for followers from before a restore.
@Suite struct `After a restore` {
  private struct Bench {
    let directory = TemporaryDirectory()
    let store: Store

    init() throws {
      store = try makeStore(path: directory.path("x.sqlite"))
    }

    func add(_ count: Int) throws {
      for number in 0..<count {
        _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "\(number)"), marksFirstCapture: false) }
      }
    }

    func backup(_ name: String) throws -> String {
      try store.backupAndWait(to: directory.path(name))
      return directory.path(name)
    }
  }

  private func range(_ store: Store) throws -> EventRange {
    try store.readAndWait { tx in try tx.eventRange() }
  }

  /// Expects that every number held by a follower is gone, and that following continues from the newest.
  private func expectNewLog(_ store: Store, after last: Int64) throws {
    let range = try range(store)
    #expect(range.newest > last && range.oldest == range.newest)
    for since in 0...last {
      #expect(throws: StoreError.historyGone(oldest: range.newest, newest: range.newest), "\(since)") {
        try store.readAndWait { tx in try tx.events(since: since) }
      }
    }
    func events(_ since: Int64) throws -> [Event] {
      try store.readAndWait { tx in try tx.events(since: since) }
    }
    #expect(try events(range.newest) == [])
    #expect(try events(range.oldest - 1).map(\.kind) == [.databaseRestored])
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "next"), marksFirstCapture: false) }
    #expect(try events(range.newest).map(\.sequence) == [range.newest + 1])
    #expect(try store.checkAndWait() == [])
  }

  @Test(arguments: [(11, 10), (1, 0), (0, 0), (0, 21), (21, 300)])
  func `of an older backup, event numbers continue after the newest of both`(before: Int, after: Int) throws {
    let bench = try Bench()
    try bench.add(before)
    let backup = try bench.backup("backup")
    try bench.add(after)
    try bench.store.restoreAndWait(from: backup)
    #expect(try bench.store.infoAndWait().homework == before)
    try expectNewLog(bench.store, after: Int64(before + after))
  }

  @Test func `of a newer or foreign backup, event numbers continue as well`() throws {
    let other = try Bench()
    try other.add(30)
    let newer = try other.backup("backup")
    let bench = try Bench()
    try bench.add(5)
    try bench.store.restoreAndWait(from: newer)
    try expectNewLog(bench.store, after: 30)
  }

  @Test func `of a backup without events, event numbers continue as well`() throws {
    let bench = try Bench()
    try bench.add(3)
    let backup = bench.directory.path("without-events.sqlite")
    try Fixture.write(to: backup)
    try Connection(path: backup, access: .readWrite).execute("DELETE FROM event")
    try bench.store.restoreAndWait(from: backup)
    #expect(try bench.store.readAndWait { try $0.homeworkList() }.items.count == 5)
    try expectNewLog(bench.store, after: 3)
  }

  @Test func `and further restores, no event number repeats`() throws {
    let bench = try Bench()
    try bench.add(4)
    let first = try bench.backup("first")
    try bench.add(4)
    var last = try range(bench.store).newest
    for _ in 0..<3 {
      try bench.store.restoreAndWait(from: first)
      try expectNewLog(bench.store, after: last)
      last = try range(bench.store).newest
      let second = try bench.backup("second")
      try bench.add(2)
      last = try range(bench.store).newest
      try bench.store.restoreAndWait(from: second)
      try expectNewLog(bench.store, after: last)
      last = try range(bench.store).newest
    }
  }

  @Test func `in memory, event numbers continue as well`() throws {
    let bench = try Bench()
    try bench.add(4)
    let backup = try bench.backup("first")
    let store = try makeStore()
    for _ in 0..<9 {
      _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t"), marksFirstCapture: false) }
    }
    try store.restoreAndWait(from: backup)
    try expectNewLog(store, after: 9)
  }

  @Test func `followers in this and other processes are informed`() async throws {
    let bench = try Bench()
    try bench.add(11)
    let backup = try bench.backup("backup")
    try bench.add(10)
    // Another store on the same file notices the restore like another process.
    let other = try makeStore(path: bench.directory.path("x.sqlite"))
    var followers = try await [bench.store.events().makeAsyncIterator(), other.events().makeAsyncIterator()]
    let waiting = try await other.events()
    let waiter = Task {
      for try await event in waiting { return event.sequence }
      return 0
    }
    try bench.store.restoreAndWait(from: backup)
    let gone = StoreError.historyGone(oldest: 23, newest: 23)
    for index in followers.indices {
      await #expect(throws: gone) { try await followers[index].next() }
    }
    await #expect(throws: gone) { try await waiter.value }
  }

  /// Another process writes until the last moment: a number that it has received never denotes another event.
  @Test func `no event number repeats, although others write to the last moment`() throws {
    let bench = try Bench()
    try bench.add(3)
    let backup = try bench.backup("backup")
    let other = try makeStore(path: bench.directory.path("x.sqlite"))
    for _ in 0..<10 {
      let isOver = DispatchSemaphore(value: 0)
      let done = DispatchGroup()
      let seen = OrderedNumbers()
      done.enter()
      Thread.detachNewThread {
        while isOver.wait(timeout: .now()) == .timedOut {
          let number = try? other.writeAndWait { tx in
            _ = try tx.addHomework(HomeworkDraft(title: "t"), marksFirstCapture: false)
            return try tx.eventRange().newest
          }
          if let number { seen.add(number) }
        }
        done.leave()
      }
      seen.wait(for: 3)
      do { try bench.store.restoreAndWait(from: backup) } catch StoreError.busy {}
      isOver.signal()
      done.wait()
      #expect(seen.areRising)
    }
  }

  @Test func `of a damaged file, no number sent by this process repeats`() throws {
    let bench = try Bench()
    try bench.add(3)
    let backup = try bench.backup("backup")
    try bench.add(6)
    try bench.store.checkpointAndWait()
    // Cut the event table off from its root.
    let connection = try Connection(path: bench.directory.path("x.sqlite"), access: .readWrite)
    let root = try connection.number("SELECT rootpage FROM sqlite_schema WHERE name = 'event'")
    let pageSize = try connection.number("PRAGMA page_size")
    let file = try #require(FileHandle(forUpdatingAtPath: bench.directory.path("x.sqlite")))
    try file.seek(toOffset: UInt64((root - 1) * pageSize))
    try file.write(contentsOf: Data(repeating: 0xFF, count: pageSize))
    // Stands for another process: closing this handle would drop the store's locks, so it stays open until the end.
    let store = try makeStore(path: bench.directory.path("x.sqlite"))
    try bench.store.restoreAndWait(from: backup)
    try expectNewLog(bench.store, after: 9)
    withExtendedLifetime((file, store)) {}
  }

  /// Killed at each write: either the old or the new log remains, and in both no follower's place changes its meaning.
  @Test func `that was killed, the event log is the old or the new one`() async throws {
    for operation in [1, 2, 3, 5, 8, 13, 21, 34, 55] {
      let bench = try Bench()
      try bench.add(11)
      let backup = try bench.backup("backup")
      try bench.add(10)
      let path = bench.directory.path("x.sqlite")
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, backup = backup as String, operation = operation as Int] in
        let disk = FaultyDisk()
        var options = StoreOptions()
        options.disk = disk.vfs
        let store = try Store.openAndWait(path: path, options: options)
        disk.arm(.kill, atOperation: operation)
        try store.restoreAndWait(from: backup)
        // All writes were done before: ends the same way.
        kill(getpid(), SIGKILL)
      }
      let store = try makeStore(path: path)
      if try store.infoAndWait().homework == 21 {
        #expect(try range(store) == range(bench.store) && range(store).newest == 21)
      } else {
        try expectNewLog(store, after: 21)
      }
    }
  }
}

private final class OrderedNumbers: @unchecked Sendable {
  private let condition = NSCondition()
  private var numbers: [Int64] = []

  func add(_ number: Int64) {
    condition.withLock {
      numbers.append(number)
      condition.signal()
    }
  }

  func wait(for count: Int) {
    condition.withLock { while numbers.count < count { condition.wait() } }
  }

  var areRising: Bool { condition.withLock { zip(numbers, numbers.dropFirst()).allSatisfy(<) } }
}
