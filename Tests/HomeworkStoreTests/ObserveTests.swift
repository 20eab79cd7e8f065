import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

/// Titles that are not `Equatable`, so that duplicates are not dropped.
private struct Titles: Sendable {
  let all: [String]

  init(_ tx: ReadTransaction) throws { all = try tx.homeworkList(limit: 500).items.map(\.title) }
}

private func add(_ title: String, _ store: Store) throws {
  _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: title)) }
}

/// Changes only the table of requests.
private func remember(_ parameters: String, _ store: Store) throws {
  let request = try #require(Request(id: UUID().uuidString, parameters: parameters))
  _ = try store.writeAndWait { try $0.idempotently(request) { .whole("") } }
}

@Suite struct `An observed value` {
  @Test func `arrives at once, and again after each change`() async throws {
    let directory = TemporaryDirectory()
    for store in [try makeStore(), try makeStore(path: directory.path("x.sqlite"))] {
      try add("a", store)
      var titles = store.observe { try Titles($0) }.makeAsyncIterator()
      #expect(try await titles.next()?.all == ["a"])
      try add("b", store)
      #expect(try await titles.next()?.all == ["b", "a"])
      _ = try store.writeAndWait { try $0.deleteHomework($0.homeworkList().items.map(\.id)) }
      #expect(try await titles.next()?.all == [])
      #expect(try store.writeAndWait { try $0.undoDeletion() }.count == 2)
      #expect(try await titles.next()?.all == ["b", "a"])
    }
  }

  @Test func `arrives at waiting observers`() async throws {
    let store = try makeStore()
    let (seen, signal) = AsyncStream<Int>.makeStream()
    let waiter = Task {
      for try await count in store.observe({ try $0.homeworkList().items.count }) {
        signal.yield(count)
        if count == 3 { return }
      }
    }
    var counts = seen.makeAsyncIterator()
    #expect(await counts.next() == 0)
    for number in 1...3 {
      try add("\(number)", store)
      #expect(await counts.next() == number)
    }
    try await waiter.value
  }

  @Test func `arrives again when another process has written`() async throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let store = try makeStore(path: path)
    try add("here", store)
    var titles = store.observe { try $0.homeworkList().items.map(\.title) }.makeAsyncIterator()
    #expect(try await titles.next() == ["here"])
    await #expect(processExitsWith: .success) { [path = path as String] in
      let store = try await Store.open(path: path)
      _ = try await store.write { try $0.addHomework(HomeworkDraft(title: "there")) }
    }
    #expect(try await titles.next() == ["there", "here"])
    // Another process's change is not lost behind a write of this one.
    let other = try Store.openAndWait(path: path)
    _ = try other.writeAndWait { try $0.deleteHomework($0.homeworkList().items.map(\.id)) }
    try store.writeAndWait { _ = try $0.addLearner("Mia") }
    #expect(try await titles.next() == [])
  }

  @Test func `is only the latest for a slow observer`() async throws {
    let directory = TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    let reads = Guarded(0)
    var titles = store.observe { tx in
      reads.withLock { $0 += 1 }
      return try Titles(tx)
    }
    .makeAsyncIterator()
    _ = try await titles.next()
    for number in 0..<100 { try add("\(number)", store) }
    #expect(try await titles.next()?.all.count == 100)
    #expect(reads.withLock { $0 } == 2)
  }

  @Test func `is not read again for unrelated changes`() async throws {
    let store = try makeStore()
    let reads = Guarded(0)
    var collections = store.observe { tx in
      reads.withLock { $0 += 1 }
      return try tx.collections().map(\.name)
    }
    .makeAsyncIterator()
    #expect(try await collections.next() == [])
    try remember("x", store)
    _ = try await store.write { tx in
      try tx.addHomework(HomeworkDraft(title: "t", collections: ["c"]))
    }
    #expect(try await collections.next() == ["c"])
    // Once for both: the request alone woke no observer.
    let waiter = Task { [collections] in
      var collections = collections
      return try await collections.next()
    }
    for number in 0..<10 { try remember("\(number)", store) }
    #expect(reads.withLock { $0 } == 2)
    waiter.cancel()
    #expect(try await waiter.value == nil)
  }

  /// SQLite itself reports the tables that a change touches, including by triggers and foreign keys.
  @Test func `is read again for a cascading change`() async throws {
    let store = try makeStore()
    let (homework, attempt) = try store.play([.correct])
    var finished = store.observe { try $0.earned().finishedAttempts }.makeAsyncIterator()
    var attempts = store.observe { try $0.attemptList().items.map(\.id) }.makeAsyncIterator()
    var hasQuiz = store.observe { (try? $0.quiz(for: homework.id)) != nil }.makeAsyncIterator()
    #expect(try await finished.next() == 1)
    #expect(try await attempts.next() == [attempt.id])
    #expect(try await hasQuiz.next() == true)
    _ = try store.writeAndWait { try $0.deleteHomework([homework.id]) }
    #expect(try await attempts.next() == [])
    #expect(try await hasQuiz.next() == false)
  }

  @Test func `is omitted if it equals the previous one`() async throws {
    let store = try makeStore()
    try add("a", store)
    var counts = store.observe { try $0.homeworkList().items.count }.makeAsyncIterator()
    #expect(try await counts.next() == 1)
    let id = try store.readAndWait { try $0.homeworkList().items[0].id }
    for title in ["b", "c"] { _ = try store.writeAndWait { try $0.updateHomework(id, HomeworkChange(title: title)) } }
    let next = Task { [counts] in
      var counts = counts
      return try await counts.next()
    }
    try add("d", store)
    #expect(try await next.value == 2)
  }

  @Test func `arrives again after a restore`() async throws {
    let directory = TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    try store.backupAndWait(to: directory.path("backup"))
    try add("a", store)
    let other = try makeStore(path: directory.path("x.sqlite"))
    var counts = [store, other].map { $0.observe { try $0.homeworkList().items.count }.makeAsyncIterator() }
    for index in counts.indices { #expect(try await counts[index].next() == 1) }
    try store.restoreAndWait(from: directory.path("backup"))
    for index in counts.indices { #expect(try await counts[index].next() == 0) }
  }

  @Test func `ends with its task`() async throws {
    let store = try makeStore()
    let (seen, signal) = AsyncStream<Void>.makeStream()
    let reader = Task {
      for try await _ in store.observe({ try $0.homeworkList().items.count }) { signal.finish() }
      return "the end"
    }
    for await _ in seen {}
    reader.cancel()
    #expect(try await reader.value == "the end")
    // If cancelled before it begins, it yields nothing.
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      for try await _ in store.observe({ try $0.homeworkList().items.count }) { return "a value" }
      return "nothing"
    }
    #expect(try await late.value == "nothing")
  }

  @Test func `ends with the first error, unchanged`() async throws {
    struct Own: Error, Equatable {}
    let store = try makeStore()
    var values = store.observe { tx in
      guard try tx.homeworkList().items.isEmpty else { throw Own() }
      return 0
    }
    .makeAsyncIterator()
    #expect(try await values.next() == 0)
    try add("a", store)
    await #expect(throws: Own()) { try await values.next() }
    #expect(try await values.next() == nil)
  }

  /// The file is checked while an observer waits.
  @Test func `ends if its file is removed`() async throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let store = try makeStore(path: path)
    var counts = store.observe { try $0.homeworkList().items.count }.makeAsyncIterator()
    #expect(try await counts.next() == 0)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
    await #expect(throws: StoreError.unavailable(.displaced(path: path))) { try await counts.next() }
  }
}
