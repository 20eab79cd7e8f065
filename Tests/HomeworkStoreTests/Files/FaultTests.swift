import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

/// Machine failures that affect files: each is a typed error, nothing is lost, and the process continues.
@Suite struct `A store on a failing disk` {
  private func filled(_ store: Store) throws -> [Homework] {
    try (0..<3).map { number in try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "\(number)")) } }
  }

  @Test func `reports a full disk, and continues once there is room`() throws {
    let directory = TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    let there = try filled(store)
    func limit(pages: Int) throws {
      try store.file().exclusively { try $0.execute("PRAGMA max_page_count = \(pages)") }
    }
    try limit(pages: 1)  // its current size
    let large = HomeworkDraft(title: "large", text: String(repeating: "x", count: 1 << 20))
    #expect(throws: StoreError.unavailable(.diskFull)) { try store.writeAndWait { try $0.addHomework(large) } }
    #expect(try store.readAndWait { try $0.homeworkList() }.items == there.reversed())
    #expect(try store.checkAndWait() == [])
    try limit(pages: 1 << 30)
    _ = try store.writeAndWait { try $0.addHomework(large) }
    #expect(try store.readAndWait { try $0.homeworkList() }.items.count == 4)
  }

  @Test func `reports that memory ran out`() async throws {
    await #expect(processExitsWith: .success) {
      let directory = TemporaryDirectory()
      let store = try makeStore(path: directory.path("x.sqlite"))
      let large = HomeworkDraft(title: "large", text: String(repeating: "x", count: 20 << 20))
      func limit(_ bytes: Int) throws {
        try store.file().exclusively { try $0.execute("PRAGMA hard_heap_limit = \(bytes)") }
      }
      try limit(8 << 20)
      #expect(throws: StoreError.unavailable(.outOfMemory)) { try store.writeAndWait { try $0.addHomework(large) } }
      #expect(try store.readAndWait { try $0.homeworkList() }.items.isEmpty)
    }
  }

  /// The oversized write fails; the writes queued with it are stored.
  @Test func `fails only the write that filled the disk`() throws {
    let directory = TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    _ = try filled(store)
    try store.file().exclusively { connection in
      let pages = try connection.number("PRAGMA page_count")
      try connection.execute("PRAGMA max_page_count = \(pages + 20)")
    }
    let gate = Gate()
    gate.close(store)
    let failures = Guarded<[String: StoreError]>([:])
    let done = DispatchGroup()
    for (index, title) in ["a", "large", "b"].enumerated() {
      done.enter()
      Thread.detachNewThread {
        let text = title == "large" ? String(repeating: "x", count: 1 << 20) : nil
        do {
          _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: title, text: text)) }
        } catch {
          failures.withLock { $0[title] = error as? StoreError }
        }
        done.leave()
      }
      store.await(waiting: index + 1)
    }
    gate.open()
    done.wait()
    #expect(failures.withLock { $0 } == ["large": .unavailable(.diskFull)])
    #expect(try store.readAndWait { try $0.homeworkList() }.items.count == 5)
    #expect(try store.checkAndWait() == [])
  }

  @Test func `is busy while another process holds the lock, and still reads`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    var options = StoreOptions()
    options.busyTimeoutMs = 20
    let store = try Store.openAndWait(path: path, options: options)
    let there = try filled(store)
    let other = try Connection(path: path, access: .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    #expect(throws: StoreError.busy) { try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t")) } }
    #expect(try store.readAndWait { try $0.homeworkList() }.items == there.reversed())
    try other.execute("ROLLBACK")
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t")) }
  }

  /// Without write permission, as another user: a typed error, and an unchanged file.
  @Test func `is read-only without write permission`() async throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    _ = try filled(makeStore(path: path))
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    chmod(path, 0o444)
    chmod(directory.url.path, 0o555)
    defer { chmod(directory.url.path, 0o755) }
    await #expect(processExitsWith: .success) { [path = path as String] in
      // Root bypasses permissions, so become nobody.
      if geteuid() == 0 { try #require(setegid(65534) == 0 && seteuid(65534) == 0) }
      let error = #expect(throws: StoreError.self) { try Store.openAndWait(path: path) }
      guard case .unavailable(let reason)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      switch reason {
      case .readOnly, .cannotOpen: break
      default: Issue.record("\(reason)")
      }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  /// The log after a kill, cut at every length: commits before the cut survive whole.
  @Test func `loses only the part cut off from the log`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let store = try makeStore(path: path)
    try store.checkpointAndWait()
    let titles = try filled(store).map(\.title)
    let (file, log) = (
      try Data(contentsOf: URL(fileURLWithPath: path)), try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
    )
    var seen: Set<Int> = []
    for length in Array(stride(from: 0, to: log.count, by: 512)) + [log.count] {
      let copy = directory.path("copy.sqlite")
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + suffix) }
      try file.write(to: URL(fileURLWithPath: copy))
      try log.prefix(length).write(to: URL(fileURLWithPath: copy + "-wal"))
      let cut = try makeStore(path: copy)
      let found = try cut.readAndWait { try $0.homeworkList() }.items.map(\.title)
      #expect(found == titles.prefix(found.count).reversed())
      #expect(try cut.checkAndWait() == [])
      seen.insert(found.count)
    }
    #expect(seen == [0, 1, 2, 3])
  }
}

/// The maximum number of callers inside at once.
private final class Crowd: Sendable {
  private let counts = Guarded((inside: 0, most: 0))

  func enter() {
    counts.withLock {
      $0.inside += 1
      $0.most = max($0.most, $0.inside)
    }
  }

  func leave() { counts.withLock { $0.inside -= 1 } }

  var most: Int { counts.withLock { $0.most } }
}

@Suite struct `Readers` {
  @Test func `are limited in number, and all are served`() async throws {
    let directory = TemporaryDirectory()
    var options = StoreOptions()
    options.readers = 2
    let store = try Store.openAndWait(path: directory.path("x.sqlite"), options: options)
    _ = try await store.write { try $0.addHomework(HomeworkDraft(title: "t")) }
    let crowd = Crowd()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try await store.read { tx in
            crowd.enter()
            // The first waits for the second, even on a busy machine.
            waitWhile { crowd.most < 2 }
            usleep(500)
            crowd.leave()
            return try tx.homeworkList().items.count
          }
        }
      }
      for try await count in group { #expect(count == 1) }
    }
    #expect(crowd.most == 2)
  }

  @Test func `see one snapshot during concurrent writes`() throws {
    let directory = TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    let other = try makeStore(path: directory.path("x.sqlite"))
    let counts = try store.readAndWait { tx in
      let before = try tx.homeworkList().items.count
      _ = try other.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t")) }
      return [before, try tx.homeworkList().items.count, try store.readAndWait { try $0.homeworkList() }.items.count]
    }
    #expect(counts == [0, 0, 1])
  }
}
