import Foundation
import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

/// Each store has its own connections, as if it were in another process.
@Suite(.onPostgres) struct `Several stores on one library` {
  @Test(arguments: [2, 3]) func `write concurrently, and each receives every event number once and in order`(
    count: Int
  ) async throws {
    let served = try Served()
    let stores = try (0..<count).map { _ in try served.open() }
    let writes = 200
    let followers = stores.map { store in
      Task {
        var numbers: [Int64] = []
        for try await event in try await store.events(since: 0) {
          numbers.append(event.sequence)
          if numbers.count == count * writes { break }
        }
        return numbers
      }
    }
    try await detached {
      try onThreads(count * 2) { number in
        for write in 0..<writes / 2 {
          _ = try stores[number % count].writeAndWait { tx in
            try tx.addHomework(HomeworkDraft(title: "\(number) \(write)"), marksFirstCapture: false)
          }
        }
      }
    }
    for follower in followers {
      #expect(try await follower.value == (1...Int64(count * writes)).map { $0 })
    }
    let titles = try stores[0].readAndWait { tx in
      var (titles, cursor) = ([String](), String?.none)
      repeat {
        let page = try tx.homeworkList(limit: 500, after: cursor)
        titles += page.items.map(\.title)
        cursor = page.next
      } while cursor != nil
      return titles
    }
    #expect(titles.count == count * writes && Set(titles).count == titles.count)
    #expect(try stores[count - 1].checkAndWait() == [])
  }

  @Test(arguments: [2, 3]) func `accept each answer once, whoever gives it`(count: Int) throws {
    let served = try Served()
    let stores = try (0..<count).map { _ in try served.open() }
    let questions = 40
    let quiz = QuizDraft(questions: Array(repeating: mcq, count: questions))
    let homework = try stores[0].writeAndWait { try $0.addHomework(HomeworkDraft(title: "t", quiz: quiz)) }
    let attempt = try stores[0].writeAndWait { try $0.startAttempt(homework.id) }.id
    let won = Guarded<[Int: Int]>([:])
    try onThreads(count * 2) { number in
      for index in 0..<questions {
        do {
          let result = try stores[number % count].writeAndWait { tx in
            try tx.settle(.choice(number % 2), in: attempt, at: index, elapsedMs: number)
          }
          #expect(result.answer.index == index)
          won.withLock { $0[index, default: 0] += 1 }
        } catch StoreError.wrongQuestion(let current) {
          #expect(current > index)
        } catch StoreError.everyQuestionSettled {}
      }
    }
    #expect(won.withLock { $0 } == Dictionary(uniqueKeysWithValues: (0..<questions).map { ($0, 1) }))
    let wins = Guarded(0)
    try onThreads(count * 2) { number in
      do {
        _ = try stores[number % count].writeAndWait { try $0.finishAttempt(attempt) }
        wins.withLock { $0 += 1 }
      } catch StoreError.attemptOver {}
    }
    #expect(wins.withLock { $0 } == 1)
    for store in stores {
      #expect(try store.readAndWait { try $0.earned() }.finishedAttempts == 1)
      #expect(try store.checkAndWait() == [])
    }
  }

  @Test func `answer different attempts concurrently`() throws {
    let served = try Served()
    let stores = try (0..<3).map { _ in try served.open() }
    let quiz = QuizDraft(questions: Array(repeating: mcq, count: 30))
    let attempts = try (0..<6).map { number in
      try stores[number % 3].writeAndWait { tx in
        try tx.startAttempt(tx.addHomework(HomeworkDraft(title: "\(number)", quiz: quiz)).id).id
      }
    }
    try onThreads(6) { number in
      for index in 0..<30 {
        // Alternates between stores, as a client does whose daemon has died.
        _ = try stores[(number + index) % 3].writeAndWait { tx in
          try tx.settle(.choice(0), in: attempts[number], at: index, elapsedMs: 10)
        }
      }
      _ = try stores[number % 3].writeAndWait { try $0.finishAttempt(attempts[number]) }
    }
    #expect(try stores[1].readAndWait { try $0.earned() }.finishedAttempts == 6)
    #expect(try stores[2].checkAndWait() == [])
    let range = try stores[0].readAndWait { try $0.eventRange() }
    let numbers = try stores[2].readAndWait { try $0.events(since: 0) }.map(\.sequence)
    #expect(numbers == Array(1...range.newest))
  }

  @Test func `repeat a request on another store`() throws {
    let served = try Served()
    let stores = try (0..<3).map { _ in try served.open() }
    let replies = Guarded<Set<KeptReply>>([])
    let request = try #require(Request(id: FullLibrary.requests[0], parameters: "p"))
    try onThreads(6) { number in
      let reply = try stores[number % 3].writeAndWait { tx in
        try tx.idempotently(request) { .whole(try tx.addHomework(HomeworkDraft(title: "\(number)")).id.text) }
      }
      replies.withLock { _ = $0.insert(reply) }
    }
    #expect(replies.withLock { $0.count } == 1)
    #expect(try stores[0].readAndWait { try $0.homeworkList().items.count } == 1)
    let other = try #require(Request(id: FullLibrary.requests[0], parameters: "q"))
    for store in stores {
      #expect(throws: StoreError.requestReused(FullLibrary.requests[0])) {
        try store.writeAndWait { try $0.idempotently(other) { .whole("") } }
      }
    }
  }

  @Test func `forget stores that have not written for a day`() throws {
    let served = try Served()
    let stores = try (0..<3).map { _ in try served.open() }
    for store in stores { _ = try store.writeAndWait { try $0.addLearner("\($0.learners().count)") } }
    let first = "(SELECT id FROM hwdb.writer ORDER BY id LIMIT 1)"
    try served.strike("UPDATE hwdb.writer SET at_ms = at_ms - 86400000 WHERE id = \(first)")
    #expect(try served.strike("SELECT count(*) FROM hwdb.writer") == "3")
    _ = try served.open().writeAndWait { try $0.addLearner("Ada") }
    #expect(try served.strike("SELECT count(*) FROM hwdb.writer") == "3")
    // The store that has not written for a day can continue.
    for store in stores { _ = try store.writeAndWait { try $0.addLearner("\($0.learners().count)") } }
    #expect(try served.strike("SELECT count(*) FROM hwdb.writer") == "4")
  }

  /// A group's callers get their results while the server works on the next group, however long it takes.
  @Test func `do not delay a group's results until the next group's write`() throws {
    let served = try Served()
    let store = try served.open()
    let homework = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t")) }
    let other = try PostgresConnection(PostgresURL(served.url))
    try other.begin(.write)
    _ = try other.number("SELECT count(*) FROM (SELECT 1 FROM hwdb.homework FOR UPDATE) AS locked")
    let (isUnderWay, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let done = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
    _ = store.enqueue { tx in
      _ = try tx.addLearner("Ada")
      isUnderWay.signal()
      mayEnd.wait()
    } completion: { _ in
      done[0].signal()
    }
    isUnderWay.wait()
    // The server runs this write only after it gets the homework.
    _ = store.enqueue { tx in
      _ = try tx.deleteHomework([homework.id])
    } completion: { _ in
      done[1].signal()
    }
    mayEnd.signal()
    #expect(done[0].wait(timeout: .now() + 10) == .success)
    let isDone = done[1].wait(timeout: .now() + 0.1) == .success
    #expect(!isDone)
    other.rollback()
    if !isDone { done[1].wait() }
    #expect(try store.readAndWait { try ($0.learners().count, $0.homeworkList().items.count) } == (2, 0))
  }

  @Test func `observe each other's changes`() async throws {
    let served = try Served()
    let (one, other) = (try served.open(), try served.open())
    var titles = one.observe { try $0.homeworkList().items.map(\.title) }.makeAsyncIterator()
    #expect(try await titles.next() == [])
    _ = try other.writeAndWait { try $0.addHomework(HomeworkDraft(title: "there")) }
    #expect(try await titles.next() == ["there"])
    _ = try one.writeAndWait { try $0.addHomework(HomeworkDraft(title: "here")) }
    #expect(try await titles.next() == ["here", "there"])
    _ = try other.writeAndWait { try $0.deleteHomework($0.homeworkList().items.map(\.id)) }
    _ = try one.writeAndWait { try $0.addLearner("Ada") }
    #expect(try await titles.next() == [])
    // Also after another store's restore: a follower's place is gone.
    let directory = TemporaryDirectory()
    try other.backupAndWait(to: directory.path("x"))
    var events = try await one.events().makeAsyncIterator()
    try other.restoreAndWait(from: directory.path("x"))
    let newest = try other.readAndWait { try $0.eventRange().newest }
    await #expect(throws: StoreError.historyGone(oldest: newest, newest: newest)) { try await events.next() }
  }
}

/// Runs `body` concurrently on separate threads, and waits for all.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
  let group = DispatchGroup()
  let failure = Guarded<(any Error)?>(nil)
  for number in 0..<count {
    group.enter()
    Thread.detachNewThread {
      do { try body(number) } catch { failure.withLock { $0 = $0 ?? error } }
      group.leave()
    }
  }
  group.wait()
  if let failure = failure.withLock({ $0 }) { throw failure }
}

/// Runs blocking work on a separate thread.
func detached(_ body: @escaping @Sendable () throws -> Void) async throws {
  try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}
