import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

/// Blocks the writer until released, so that later writes are queued together.
final class Gate: Sendable {
  private let isEntered = DispatchSemaphore(value: 0)
  private let mayGo = DispatchSemaphore(value: 0)

  /// Occupies the writer of `store` on a separate thread; returns once it does.
  func close(_ store: Store) {
    Thread.detachNewThread { [self] in
      // It does not matter here if its own commit is refused.
      try? store.writeAndWait { _ in
        isEntered.signal()
        mayGo.wait()
      }
    }
    isEntered.wait()
  }

  func open() { mayGo.signal() }
}

final class Flag: Sendable {
  private let value = Guarded(false)
  var isUp: Bool { value.withLock { $0 } }
  func raise() { value.withLock { $0 = true } }
}

extension Store {
  /// Returns once this many callers are queued.
  func await(waiting count: Int) {
    while activity.waitingWrites < count { usleep(200) }
  }
}

@Suite struct `Writes that are queued together` {
  /// Runs each write on a separate thread, all queued in this order while the writer is blocked.
  private func together(_ store: Store, _ writes: [@Sendable () throws -> Void]) -> [StoreError?] {
    let gate = Gate()
    gate.close(store)
    let outcomes = Guarded<[Int: StoreError?]>([:])
    let done = DispatchGroup()
    for (index, write) in writes.enumerated() {
      done.enter()
      Thread.detachNewThread {
        var outcome: StoreError?
        do { try write() } catch { outcome = error as? StoreError }
        outcomes.withLock { $0[index] = .some(outcome) }
        done.leave()
      }
      store.await(waiting: index + 1)
    }
    gate.open()
    done.wait()
    return outcomes.withLock { found in writes.indices.map { found[$0] ?? nil } }
  }

  private func adding(_ title: String, _ store: Store) -> @Sendable () throws -> Void {
    { _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: title)) } }
  }

  /// Writes, and then fails.
  private func failing(_ store: Store) -> @Sendable () throws -> Void {
    {
      try store.writeAndWait { tx in
        _ = try tx.addHomework(HomeworkDraft(title: "lost"))
        throw StoreError.inconsistent("failed")
      }
    }
  }

  @Test func `share one commit, in order of arrival`() throws {
    let directory = TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    let commits = store.activity.commits
    let outcomes = together(store, (0..<20).map { adding("\($0)", store) })
    #expect(outcomes == Array(repeating: nil, count: 20))
    // The write that blocked the writer, and the group.
    #expect(store.activity.commits == commits + 2)
    #expect(store.activity.largestGroup == 20)
    #expect(try store.readAndWait { try $0.homeworkList() }.items.map(\.title) == (0..<20).reversed().map { "\($0)" })
    #expect(try store.checkAndWait() == [])
  }

  /// Every way in which three writes can succeed, or fail before or after writing.
  @Test func `do not affect each other if some fail`() throws {
    for kinds in 0..<27 {
      let directory = TemporaryDirectory()
      let store = try makeStore(path: directory.path("x.sqlite"))
      let kinds = [kinds % 3, kinds / 3 % 3, kinds / 9]
      let writes = kinds.enumerated().map { index, kind in
        switch kind {
        case 0: adding("\(index)", store)
        case 1: adding(" ", store)
        default: failing(store)
        }
      }
      let outcomes = together(store, writes)
      #expect(outcomes.map { $0 == nil } == kinds.map { $0 == 0 })
      let there = kinds.indices.filter { kinds[$0] == 0 }.map { "\($0)" }
      #expect(try store.readAndWait { try $0.homeworkList() }.items.map(\.title).sorted() == there)
      let events = try store.readAndWait { tx in try tx.events(since: 0) }
      #expect(events.map(\.sequence) == Array(1..<Int64(events.count + 1)))
      #expect(events.count { $0.kind == .homeworkAdded } == there.count)
    }
  }

  /// Every way in which four writes answer the next question of an attempt, roll their answer back, or come too late.
  @Test func `build on each other in one attempt`() throws {
    let store = try makeStore()
    for kinds in 0..<81 {
      let kinds = [kinds % 3, kinds / 3 % 3, kinds / 9 % 3, kinds / 27]
      let quiz = QuizDraft(questions: Array(repeating: mcq, count: 6))
      let homework = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "\(kinds)", quiz: quiz)) }
      let attempt = try store.writeAndWait { try $0.startAttempt(homework.id) }.id
      try store.writeAndWait { _ = try $0.settle(.choice(0), in: attempt) }
      let outcomes = together(
        store,
        kinds.map { kind in
          {
            try store.writeAndWait { tx in
              _ = try tx.settle(.choice(0), in: attempt, at: kind == 2 ? 0 : nil)
              if kind == 1 { throw StoreError.inconsistent("taken back") }
            }
          }
        })
      #expect(outcomes.map { $0 == nil } == kinds.map { $0 == 0 })
      let settled = 1 + kinds.count { $0 == 0 }
      #expect(try store.writeAndWait { try $0.settle(.skip, in: attempt) }.answer.index == settled, "\(kinds)")
      #expect(try store.readAndWait { try $0.attempt(attempt) }.answers.map(\.index) == Array(0...settled))
    }
    #expect(try store.checkAndWait() == [])
  }

  @Test func `all fail if the commit is refused`() throws {
    struct Refused: Error {}
    let refuses = Guarded(false)
    let directory = TemporaryDirectory()
    let store = try makeStore(
      path: directory.path("x.sqlite"),
      hooks: CommitHooks(willCommit: { if refuses.withLock({ $0 }) { throw Refused() } }))
    refuses.withLock { $0 = true }
    let outcomes = together(store, (0..<3).map { adding("\($0)", store) })
    #expect(outcomes.allSatisfy { $0 != nil })
    refuses.withLock { $0 = false }
    #expect(try store.readAndWait { try $0.homeworkList() }.items.isEmpty)
  }

  /// A server's writes and blocking callers' writes, in order of arrival.
  @Test func `form the next group during a write`() throws {
    let directory = TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    let gate = Gate()
    gate.close(store)
    let commits = store.activity.commits
    let reported = Guarded<[Int]>([])
    let ended = DispatchGroup()
    for number in 0..<4 {
      ended.enter()
      _ = store.enqueue {
        _ = try $0.addHomework(HomeworkDraft(title: "\(number)"))
      } completion: { error in
        // No caller gets the result of a write that is not on disk.
        let titles = try? store.readAndWait { try $0.homeworkList() }.items.map(\.title)
        if error == nil, titles?.count == 5 { reported.withLock { $0.append(number) } }
        ended.leave()
      }
    }
    ended.enter()
    Thread.detachNewThread {
      _ = try? store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "4")) }
      ended.leave()
    }
    store.await(waiting: 5)
    gate.open()
    ended.wait()
    #expect(reported.withLock { $0 } == [0, 1, 2, 3])
    #expect(store.activity.commits == commits + 2 && store.activity.waitingWrites == 0)
  }

  /// More writes than a single group takes.
  @Test func `are completed before the store closes`() throws {
    let directory = TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    let mayGo = DispatchSemaphore(value: 0)
    _ = store.enqueue { _ in
      mayGo.wait()
    } completion: { _ in
      // The connection is free meanwhile.
      usleep(50_000)
    }
    let reported = Guarded(0)
    for number in 0..<300 {
      _ = store.enqueue {
        _ = try $0.addHomework(HomeworkDraft(title: "\(number)"))
      } completion: { error in
        if error == nil { reported.withLock { $0 += 1 } }
      }
    }
    let isClosed = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      store.close()
      isClosed.signal()
    }
    #expect(isClosed.wait(timeout: .now() + 0.05) == .timedOut)
    mayGo.signal()
    isClosed.wait()
    #expect(reported.withLock { $0 } == 300)
    #expect(!FileManager.default.fileExists(atPath: directory.path("x.sqlite-wal")))
    #expect(try makeStore(path: directory.path("x.sqlite")).infoAndWait().homework == 300)
  }

  @Test func `end the process if nested`() async throws {
    await #expect(processExitsWith: .failure) {
      let store = try makeStore()
      try store.writeAndWait { tx in
        _ = try tx.addHomework(HomeworkDraft(title: "outer"))
        try store.writeAndWait { _ = try $0.addHomework(HomeworkDraft(title: "inner")) }
      }
    }
  }

  /// Tasks with many writes each, on a file that another store writes to, too.
  @Test func `all complete in any order of arrival`() async throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let stores = [try makeStore(path: path), try makeStore(path: path)]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for caller in 0..<16 {
        group.addTask {
          for number in 0..<10 {
            _ = try await stores[caller % 2].write { try $0.addHomework(HomeworkDraft(title: "\(caller) \(number)")) }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await stores[0].read { try $0.homeworkList(limit: 500) }.items.count == 160)
    #expect(try stores[1].checkAndWait() == [])
  }
}

@Suite struct `A cancelled caller` {
  @Test func `changes nothing while it waits, and the others continue`() async throws {
    let directory = TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    let gate = Gate()
    gate.close(store)
    let callers = (0..<5).map { number in
      Task { try await store.write { try $0.addHomework(HomeworkDraft(title: "\(number)")) } }
    }
    while store.activity.waitingWrites < 5 { try await Task.sleep(for: .milliseconds(1)) }
    for caller in [callers[0], callers[2]] {
      caller.cancel()
      await #expect(throws: StoreError.cancelled) { try await caller.value }
    }
    gate.open()
    for caller in [callers[1], callers[3], callers[4]] { _ = try await caller.value }
    #expect(try await store.read { try $0.homeworkList() }.items.map(\.title).sorted() == ["1", "3", "4"])
  }

  @Test func `is not queued if cancelled before it begins`() async throws {
    let store = try makeStore()
    let caller = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.write { try $0.addHomework(HomeworkDraft(title: "t")) }
    }
    await #expect(throws: StoreError.cancelled) { try await caller.value }
    #expect(try await store.read { try $0.homeworkList() }.items.isEmpty)
  }

  /// Too late to cancel: the write completes, and its caller gets the result.
  @Test func `has written if cancelled during the write`() async throws {
    let store = try makeStore()
    let began = Flag()
    let mayEnd = Flag()
    try await withThrowingTaskGroup(of: String.self) { group in
      group.addTask {
        try await store.write { tx in
          began.raise()
          while !mayEnd.isUp { usleep(200) }
          return try tx.addHomework(HomeworkDraft(title: "t")).title
        }
      }
      while !began.isUp { try await Task.sleep(for: .milliseconds(1)) }
      group.cancelAll()
      mayEnd.raise()
      #expect(try await group.next() == "t")
    }
    #expect(try await store.read { try $0.homeworkList() }.items.count == 1)
  }
}
