import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

private struct Own: Error, Equatable {
  let number: Int
}

private func draft(_ title: String) -> HomeworkDraft { HomeworkDraft(title: title) }

extension Store {
  fileprivate func titles() throws -> [String] { try readAndWait { try $0.homeworkList() }.items.map(\.title) }
}

@Suite struct `A transaction whose body throws` {
  @Test func `passes its error on unchanged, and keeps nothing`() async throws {
    let directory = TemporaryDirectory()
    for store in [try makeStore(), try makeStore(path: directory.path("x.sqlite"))] {
      #expect(throws: Own(number: 1)) {
        try store.writeAndWait { tx in
          _ = try tx.addHomework(draft("lost"))
          throw Own(number: 1)
        }
      }
      await #expect(throws: Own(number: 2)) {
        try await store.write { tx in
          _ = try tx.addHomework(draft("lost"))
          throw Own(number: 2)
        }
      }
      #expect(throws: Own(number: 3)) { try store.readAndWait { _ in throw Own(number: 3) } }
      await #expect(throws: Own(number: 4)) { try await store.read { _ in throw Own(number: 4) } }
      #expect(throws: StoreError.invalid([Fault(path: "limit", message: "must be between 1 and 500, is 0")])) {
        try store.readAndWait { try $0.homeworkList(limit: 0) }
      }
      #expect(try store.titles() == [])
      #expect(try store.readAndWait { try $0.eventRange().newest } == 0)
    }
  }

  @Test func `does not affect the rest of its group`() async throws {
    let directory = TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    let gate = Gate()
    gate.close(store)
    async let kept: Homework = store.write { try $0.addHomework(draft("kept")) }
    store.await(waiting: 1)
    let lost = Task {
      try await store.write { tx in
        _ = try tx.addHomework(draft("lost"))
        throw Own(number: 5)
      }
    }
    store.await(waiting: 2)
    gate.open()
    _ = try await kept
    await #expect(throws: Own(number: 5)) { try await lost.value }
    #expect(try store.titles() == ["kept"])
  }
}

@Suite struct `A transaction whose body catches` {
  @Test func `a refusal continues, and is kept`() throws {
    let store = try makeStore()
    try store.writeAndWait { tx in
      _ = try tx.addHomework(draft("kept"))
      #expect(throws: StoreError.self) { try tx.addHomework(draft("")) }
      #expect(throws: StoreError.self) { try tx.startAttempt(tx.homeworkList().items[0].id) }
    }
    #expect(try store.titles() == ["kept"])
  }

  /// An operation of several statements may be half done.
  @Test func `a database error is lost all the same, and reports why`() async throws {
    let directory = TemporaryDirectory()
    for store in [try makeStore(), try makeStore(path: directory.path("x.sqlite"))] {
      let error = #expect(throws: StoreError.self) {
        try store.writeAndWait { tx in
          _ = try tx.addHomework(draft("lost"))
          _ = try? tx.execute("INSERT INTO answer (attempt) VALUES (1)")
          _ = try? tx.addHomework(draft("after it"))
        }
      }
      guard case .inconsistent? = error else { throw try #require(error) }
      // The caller gets the body's own error.
      await #expect(throws: Own(number: 6)) {
        try await store.write { tx in
          _ = try tx.addHomework(draft("lost"))
          do { try tx.execute("nonsense") } catch { throw Own(number: 6) }
        }
      }
      #expect(try store.titles() == [])
      _ = try store.writeAndWait { try $0.addHomework(draft("kept")) }
      #expect(try store.titles() == ["kept"])
    }
  }
}

@Suite struct `A cancelled task` {
  @Test func `ends its read early`() async throws {
    let directory = TemporaryDirectory()
    for store in [try makeStore(), try makeStore(path: directory.path("x.sqlite"))] {
      _ = try store.writeAndWait { try $0.addHomework(draft("a")) }
      let begun = AsyncStream<Void>.makeStream()
      let task = Task {
        try await store.read { tx in
          while true {
            _ = try tx.homeworkList()
            begun.continuation.finish()
          }
        }
      }
      for await _ in begun.stream {}
      task.cancel()
      await #expect(throws: StoreError.cancelled) { try await task.value }
      #expect(try await store.read { try $0.homeworkList() }.items.count == 1)
    }
  }

  @Test func `runs no maintenance if cancelled before it begins`() async throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let store = try makeStore(path: path)
    _ = try store.writeAndWait { try $0.addHomework(draft("a")) }
    let backup = directory.path("backup")
    try await store.backup(to: backup)
    let other = directory.path("other")
    let works: [@Sendable () async throws -> Void] = [
      { _ = try await store.check() }, { _ = try await store.repair() }, { try await store.vacuum() },
      { try await store.backup(to: other) }, { try await store.restore(from: backup) },
      { _ = try await store.read { try $0.homeworkList() } },
      { _ = try await store.write { try $0.addHomework(draft("b")) } },
    ]
    for work in works {
      let task = Task {
        // It cancels itself, to avoid a race.
        withUnsafeCurrentTask { $0?.cancel() }
        try await work()
      }
      await #expect(throws: StoreError.cancelled) { try await task.value }
    }
    #expect(!FileManager.default.fileExists(atPath: other))
    #expect(try store.titles() == ["a"])
  }
}

@Suite struct `Asynchronous maintenance` {
  @Test func `does the same as the blocking calls, and reports its progress`() async throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let store = try await Store.open(path: path)
    for title in ["a", "b", "c"] { _ = try await store.write { try $0.addHomework(draft(title)) } }
    let reported = Guarded<[Double]>([])
    let report: @Sendable (Double) -> Void = { share in reported.withLock { $0.append(share) } }
    func expectProgress(_ line: Int = #line) {
      let shares = reported.withLock { shares in
        defer { shares = [] }
        return shares
      }
      #expect(shares == shares.sorted() && shares.last == 1, "line \(line): \(shares)")
    }
    #expect(try await store.check(onProgress: report) == [])
    expectProgress()
    #expect(try await store.repair().left == [])
    let backup = directory.path("backup")
    try await store.backup(to: backup, onProgress: report)
    expectProgress()
    _ = try await store.write { try $0.deleteHomework($0.homeworkList().items.map(\.id)) }
    try await store.vacuum()
    try store.checkpointAndWait()
    #expect(try store.infoAndWait().homework == 0)
    try await store.restore(from: backup, onProgress: report)
    expectProgress()
    #expect(try store.infoAndWait().homework == 3)

  }

  @Test func `reports a repair's progress from beginning to end`() async throws {
    let store = try makeStore()
    _ = try store.play([.correct, .wrong])
    try store.writeAndWait { try $0.execute("DELETE FROM ledger") }
    let reported = Guarded<[Double]>([])
    let report = try await store.repair { share in reported.withLock { $0.append(share) } }
    #expect(report.found.map(\.kind) == [.credit] && report.left.isEmpty)
    let shares = reported.withLock { $0 }
    #expect(shares == shares.sorted() && shares.last == 1 && shares.count > 4)
  }
}
