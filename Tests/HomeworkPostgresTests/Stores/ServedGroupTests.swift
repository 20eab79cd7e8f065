import Foundation
import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

/// A group locks the library and reads the current rows, even after other stores' writes or a server's failure.
@Suite(.onPostgres) struct `A group of writes on a server` {
  /// A step by one of two stores, in an attempt of four questions, two of them settled.
  private enum Step: CaseIterable {
    case settlesNext, settlesThird, repeatsRequest, finishes

    func outcome(in attempt: Attempt.ID, _ request: Request, by store: Store) -> String {
      switch self {
      case .settlesNext: answered(attempt, by: store)
      case .settlesThird: answered(attempt, at: 2, by: store)
      case .repeatsRequest: answered(attempt, once: request, by: store)
      case .finishes: described(attempt) { "\(try store.writeAndWait { try $0.finishAttempt(attempt) }.attempt.score)" }
      }
    }
  }

  /// All ways in which two stores can do three steps, each compared with the same in memory.
  @Test func `continues from another store's writes`() throws {
    let served = try Served()
    let stores = [try served.open(), try served.open()]
    let memory = try Store.inMemory()
    let quiz = QuizDraft(questions: Array(repeating: mcq, count: 4))
    func homework(_ store: Store) throws -> Homework.ID {
      try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t", quiz: quiz)).id }
    }
    let (homework, model) = (try homework(stores[0]), try homework(memory))
    let steps = stores.indices.flatMap { store in Step.allCases.map { (store: store, step: $0) } }
    var number = 0
    for first in steps {
      for second in steps {
        for third in steps {
          number += 1
          let request = try #require(
            Request(id: String(format: "0190a3b2-0000-7000-8000-%012d", number), parameters: "A"))
          let attempt = try stores[0].writeAndWait { try $0.startAttempt(homework).id }
          let modelled = try memory.writeAndWait { try $0.startAttempt(model).id }
          for _ in 0..<2 { #expect(answered(attempt, by: stores[0]) == answered(modelled, by: memory)) }
          for (store, step) in [first, second, third] {
            let outcome = step.outcome(in: attempt, request, by: stores[store])
            #expect(outcome == step.outcome(in: modelled, request, by: memory), "\(first) \(second) \(third)")
          }
          _ = try? stores[1].writeAndWait { try $0.abandonAttempt(attempt) }
          _ = try? memory.writeAndWait { try $0.abandonAttempt(modelled) }
        }
      }
    }
    #expect(number == 512)
    #expect(try stores[0].checkAndWait() == [])
    let newest = try stores[0].readAndWait { try $0.eventRange().newest }
    #expect(try memory.readAndWait { try $0.eventRange().newest } == newest)
  }

  @Test func `repeats a reply and rejects nothing because of it`() throws {
    let served = try Served()
    let store = try served.open()
    let quiz = QuizDraft(questions: [mcq, mcq])
    let homework = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t", quiz: quiz)) }
    let attempt = try store.writeAndWait { try $0.startAttempt(homework.id) }.id
    let another = try start(in: store)
    let request = try #require(Request(id: FullLibrary.requests[0], parameters: "A"))
    #expect(answered(attempt, by: store) == "0")
    #expect(answered(attempt, once: request, by: store) == "1")
    #expect(answered(attempt, by: store).contains("every question"))
    let mayGo = DispatchSemaphore(value: 0)
    _ = store.enqueue { _ in
      mayGo.wait()
    } completion: { _ in
    }
    let outcomes = [enqueued(attempt, once: request, by: store), enqueued(another, by: store)]
    mayGo.signal()
    #expect(outcomes.map { $0() } == ["1", "0"])
    #expect(try store.checkAndWait() == [])
  }

  /// As after the failure of a server whose standby had not confirmed everything, with other clients' writes since.
  @Test func `rewrites an answer that the server lost`() throws {
    let served = try Served()
    let store = try served.open()
    let attempt = try start(in: store)
    for number in 0..<3 { #expect(answered(attempt, by: store) == "\(number)") }
    try served.strike(
      "DELETE FROM hwdb.answer WHERE position = 2", "UPDATE hwdb.writer SET token = token - 1")
    #expect(answered(attempt, by: store) == "2")
  }

  @Test func `is refused if a newer program has changed the schema or the library is deleted`() throws {
    let served = try Served()
    let store = try served.open()
    let attempt = try start(in: store)
    for number in 0..<3 { #expect(answered(attempt, by: store) == "\(number)") }
    try served.strike(
      "INSERT INTO hwdb.migration VALUES (999, 'x', 0)", "UPDATE hwdb.library SET change = change + 1")
    #expect(answered(attempt, by: store).contains("999"))
    try served.strike("DELETE FROM hwdb.migration WHERE version = 999")
    #expect(answered(attempt, by: store) == "3")
    #expect(answered(attempt, by: store) == "4")
    try served.server.execute("DROP SCHEMA hwdb CASCADE", database: databaseName(of: served.url))
    #expect(answered(attempt, by: store).contains("the library was deleted while it was open"))
  }

  /// A statement that waits for a row lock sees all other rows as they were before.
  @Test func `reads the current rows after waiting for the lock`() throws {
    let served = try Served()
    let store = try served.open()
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t")) }
    let written = DispatchSemaphore(value: 0)
    let other = try PostgresConnection(PostgresURL(served.url))
    try other.begin(.write)
    try other.run("SELECT 1 FROM hwdb.library FOR UPDATE")
    // Another client has written an event.
    try other.run("UPDATE hwdb.library SET change = change + 1, newest_event = newest_event + 1")
    try other.run(
      "INSERT INTO hwdb.event (sequence, kind, at_ms) SELECT newest_event, 'erased', 0 FROM hwdb.library")
    try other.wait()
    Thread.detachNewThread {
      _ = try? store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t")) }
      written.signal()
    }
    let waits = "SELECT count(*) FROM pg_locks WHERE NOT granted"
    while try served.server.execute(waits, database: databaseName(of: served.url)) == "0" { usleep(10_000) }
    try other.commit()
    written.wait()
    #expect(try other.number("SELECT count(*) FROM hwdb.homework") == 2)
    #expect(try other.number("SELECT max(sequence) - count(*) FROM hwdb.event") == 0)
  }

  private func start(in store: Store) throws -> Attempt.ID {
    let quiz = QuizDraft(questions: Array(repeating: mcq, count: 40))
    let homework = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t", quiz: quiz)) }
    return try store.writeAndWait { try $0.startAttempt(homework.id) }.id
  }
}

/// Settles a question as a daemon does; returns its index, or the refusal.
private func answered(
  _ attempt: Attempt.ID, at index: Int? = nil, once request: Request? = nil, by store: Store
) -> String {
  enqueued(attempt, at: index, once: request, by: store)()
}

/// Does the same, and returns a closure that waits for the outcome.
private func enqueued(
  _ attempt: Attempt.ID, at index: Int? = nil, once request: Request? = nil, by store: Store
) -> () -> String {
  let outcome = Outcome()
  let done = DispatchSemaphore(value: 0)
  _ = store.enqueue { tx in
    let settle = { try tx.settle(.choice(0), in: attempt, at: index).answer.index }
    let settled: Int
    if let request {
      let kept = try tx.idempotently(request) { .answer(attempt, index: try settle()) }
      guard case .answer(attempt, let index) = kept else { throw StoreError.inconsistent("\(kept)") }
      settled = index
    } else {
      settled = try settle()
    }
    outcome.text.withLock { $0 = "\(settled)" }
  } completion: { error in
    if let error { outcome.text.withLock { $0 = described(attempt) { throw error } } }
    done.signal()
  }
  return {
    done.wait()
    return outcome.text.withLock { $0 }
  }
}

private final class Outcome: Sendable {
  let text = Guarded("")
}

/// Returns the result of `body` or the error's text, without the attempt's id.
private func described(_ attempt: Attempt.ID, _ body: () throws -> String) -> String {
  do { return try body() } catch {
    return "\(error)".replacingOccurrences(of: attempt.text, with: "it")
  }
}
