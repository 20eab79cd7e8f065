import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `The event log` {
  @Test func `records every fact, numbered from 1`() throws {
    let store = try makeStore()
    let quiz = QuizDraft(questions: Array(repeating: mcq, count: 5))
    let id = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t", collections: ["A"], quiz: quiz)) }.id
    let attempt = try store.play(Array(repeating: .correct, count: 5), of: store.readAndWait { try $0.homework(id) }).1
      .id
    _ = try store.writeAndWait { try $0.reopenHomework(id) }
    _ = try store.writeAndWait { try $0.reopenHomework(id) }
    var corrected = mcq
    corrected.body = .mcq(options: ["3/4", "2/6"], correctIndex: 1)
    let key = KeyCorrection(at: 3, to: corrected)
    _ = try store.writeAndWait { try $0.regrade(id, key) }
    _ = try store.writeAndWait { try $0.updateHomework(id, HomeworkChange(title: "u")) }
    _ = try store.writeAndWait { try $0.updateGeneration(id, .pending) }
    _ = try store.writeAndWait { try $0.setQuiz(QuizDraft(questions: [fillBlank, mcq]), for: id) }
    _ = try store.writeAndWait { tx in
      _ = try tx.set(LibrarySettings(acceptsAnswers: true))
      let limited = try tx.startAttempt(id, AttemptOptions(timeLimitMs: 60_000)).id
      _ = try tx.extendAttempt(limited, byMs: 60_000)
      _ = try tx.settle(.text("numerator"), in: limited)
      _ = try tx.acceptAnswer(in: limited)
      _ = try tx.abandonAttempt(limited)
    }
    _ = try store.writeAndWait { try $0.deleteHomework([id]) }
    _ = try store.writeAndWait { try $0.undoDeletion() }
    let before = try store.readAndWait { tx in try tx.events(since: 0) }
    let me = try store.readAndWait { try $0.learner().id }
    let ofLibrary: Set<Event.Kind> = [
      .homeworkAdded, .homeworkUpdated, .quizSet, .generationChanged, .homeworkDeleted, .homeworkRestored,
    ]
    #expect(before.allSatisfy { $0.learnerId == (ofLibrary.contains($0.kind) ? nil : me) && $0.homeworkId == id })
    let second = try store.writeAndWait { try $0.addLearner("b") }
    _ = try store.writeAndWait { try $0.updateLearner(second.id, name: "c") }
    _ = try store.eraseLearnerAndWait(second.id)
    let events = try store.readAndWait { tx in try tx.events(since: 0) }
    #expect(events.map(\.sequence) == Array(1...Int64(events.count)))
    #expect(
      events.map(\.kind) == [
        .homeworkAdded, .firstCapture, .quizSet, .attemptStarted, .answerSettled, .answerSettled, .answerSettled,
        .answerSettled, .answerSettled, .attemptFinished, .homeworkCompleted, .collectionCompleted,
        .achievementUnlocked, .homeworkReopened, .quizSet, .answerRegraded, .homeworkUpdated, .generationChanged,
        .quizSet, .attemptStarted, .attemptExtended, .answerSettled, .answerAccepted, .attemptAbandoned,
        .homeworkDeleted, .homeworkRestored, .erased,
        .erased, .erased,
      ])
    #expect(
      Set(events.map(\.kind))
        == Set(Event.Kind.allCases).subtracting([
          .milestoneReached, .databaseRestored, .learnerAdded, .learnerUpdated, .attemptTaken,
        ]))
    #expect(events.suffix(3).allSatisfy { $0.homeworkId == nil && $0.learnerId == nil })
    #expect(Array(events.dropLast(3)) == before)
    let fifth = events[8].detail
    #expect(fifth == Event.Detail(attemptId: attempt, questionIndex: 4, outcome: .correct, streakPosition: 5))
    #expect(events[11].detail.name == "A" && events[12].detail.name == "firstPerfect")
    #expect(
      events[15].detail == Event.Detail(attemptId: attempt, questionIndex: 3, outcome: .wrong, streakPosition: 0))
    #expect(events[17].detail.name == "pending")
  }

  @Test func `records why a generation failed and when it can be retried`() throws {
    let cases: [(GenerationUpdate, String, Int?)] = [
      (.failed(.rateLimited, retryAfterSeconds: nil), "rateLimited", 300),
      (.failed(.rateLimited, retryAfterSeconds: 90), "rateLimited", 90),
      (.failed(.network, retryAfterSeconds: 0), "network", 0),
      (.failed(.timeout, retryAfterSeconds: nil), "timeout", nil),
    ]
    let store = try makeStore()
    let id = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t")) }.id
    for (update, reason, seconds) in cases {
      _ = try store.writeAndWait { try $0.updateGeneration(id, update) }
      let detail = try store.readAndWait { try $0.events(since: 0).last?.detail }
      #expect(detail == Event.Detail(name: "failed", reason: reason, retryAfterSeconds: seconds))
    }
  }

  @Test func `assigns no number to a write that is rolled back`() throws {
    let store = try makeStore()
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "1")) }
    #expect(throws: StoreError.busy) {
      try store.writeAndWait { tx in
        _ = try tx.addHomework(HomeworkDraft(title: "lost"))
        throw StoreError.busy
      }
    }
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "2")) }
    #expect(try store.readAndWait { tx in try tx.events(since: 0) }.map(\.sequence) == [1, 2, 3])
  }

  @Test func `is read from a given number, and reports its range if that is gone or not yet reached`() throws {
    var options = StoreOptions()
    options.keptEvents = 10
    let store = try Store.inMemory(options: options)
    for number in 0..<600 { _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "\(number)")) } }
    // Trimmed every 256 events, down to ten each time; the newest are never trimmed.
    let range = try store.readAndWait { tx in try tx.eventRange() }
    #expect(range.oldest == 503 && range.newest == 601)
    func events(_ since: Int64) throws -> [Int64] {
      try store.readAndWait { tx in try tx.events(since: since, limit: 3) }.map(\.sequence)
    }
    #expect(try events(502) == [503, 504, 505])
    #expect(try events(600) == [601])
    #expect(try events(601) == [])
    for gone: Int64 in [.min, 0, 500, 501, 602, .max] {
      #expect(throws: StoreError.historyGone(oldest: 503, newest: 601)) { try events(gone) }
    }
  }

  @Test func `is trimmed by age, except for the newest events`() throws {
    let clock = Sequence()
    let day: Int64 = 86_400_000
    let store = try Store.inMemory(
      options: StoreOptions(clock: { Timestamp(millisecondsSince1970: Int64(clock.next()) * day) }))
    for number in 0..<256 { _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "\(number)")) } }
    // One event per day, and two for the first: event 256 came on day 256 (the store was opened on the first).
    let range = try store.readAndWait { tx in try tx.eventRange() }
    #expect(range.oldest == 226 && range.newest == 257, "\(range)")
  }
}

@Suite struct `Followers of events` {
  @Test func `receive each event once and in order during concurrent writes`() async throws {
    let directory = TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    let events = try await store.events(since: 0)
    let reader = Task {
      var seen: [Int64] = []
      for try await event in events {
        seen.append(event.sequence)
        if seen.count == 101 { break }
      }
      return seen
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask { _ = try await store.write { try $0.addHomework(HomeworkDraft(title: "\(number)")) } }
      }
      try await group.waitForAll()
    }
    #expect(try await reader.value == Array(1...101))
  }

  @Test func `receive events of other processes on the same file`() async throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let store = try makeStore(path: path)
    _ = try await store.write { try $0.addHomework(HomeworkDraft(title: "before")) }
    var iterator = try await store.events().makeAsyncIterator()
    await #expect(processExitsWith: .success) { [path = path as String] in
      _ = try await Store.openAndWait(path: path).write { try $0.addHomework(HomeworkDraft(title: "elsewhere")) }
    }
    let event = try #require(await iterator.next())
    #expect(event.kind == .homeworkAdded && event.sequence == 3)
  }

  @Test func `wait until their task is cancelled`() async throws {
    let store = try makeStore()
    let events = try await store.events()
    let reader = Task {
      for try await _ in events { return "an event" }
      return "the end"
    }
    try await Task.sleep(for: .milliseconds(20))
    reader.cancel()
    #expect(try await reader.value == "the end")
  }

  @Test func `are informed if their place is gone`() async throws {
    let store = try makeStore()
    var iterator = try await store.events(since: 7).makeAsyncIterator()
    await #expect(throws: StoreError.historyGone(oldest: 0, newest: 0)) { try await iterator.next() }
  }
}
