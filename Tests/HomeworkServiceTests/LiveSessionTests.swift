import Foundation
import HomeworkJSON
import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkRPC
import HomeworkService
import HomeworkStore
import HomeworkTestKit
import Synchronization
import Testing

@Suite struct `Sessions on one attempt` {
  private let store: Store
  private let attempt: Attempt.ID

  init() throws {
    store = try Store.inMemory()
    let body = Question.Body.mcq(options: ["right", "wrong"], correctIndex: 0)
    let quiz = QuizDraft(questions: [QuestionDraft(prompt: "?", body: body)])
    attempt = try store.writeAndWait { tx in
      try tx.startAttempt(tx.addHomework(HomeworkDraft(title: "x", quiz: quiz)).id)
    }.id
  }

  private func open(_ sessions: LiveSessions) throws -> LiveAttempt {
    try sessions.open(attempt, in: store, environment: SessionEnvironment()).live
  }

  private func holdsDraft(_ live: LiveAttempt) -> Bool { live.report.lost.contains { $0.name == .draft } }

  @Test func `are told what the one before held, while its end is still being handled`() throws {
    let sessions = LiveSessions()
    var before = try open(sessions)
    for _ in 0..<10_000 {
      try before.showAndWait(.draft("a"))
      let isOver = DispatchSemaphore(value: 0)
      Thread.detachNewThread { [before] in
        sessions.end(before)
        isOver.signal()
      }
      let next = try open(sessions)
      #expect(holdsDraft(next) && before.isEnded)
      isOver.wait()
      before = next
    }
    sessions.end(before)
    #expect(!holdsDraft(try open(sessions)))
  }

  @Test func `of a client that is gone before it was told leave their report to the next one`() throws {
    let sessions = LiveSessions()
    try open(sessions).showAndWait(.draft("a"))
    let (untold, _, former) = try sessions.open(attempt, in: store, environment: SessionEnvironment())
    sessions.takeBack(untold, former)
    #expect(holdsDraft(try open(sessions)))
  }

  @Test func `end one another, and an ended one does nothing more`() throws {
    let bench = try Bench()
    let attempt = try bench.attempt()
    let first = try bench.call("session.open", ["attemptId": attempt])
    let second = try bench.call("session.open", ["attemptId": attempt])
    for method in ["session.event", "session.state"] {
      var params: [String: JSONValue] = ["sessionId": first["sessionId"] ?? .null]
      if method == "session.event" { params.merge(["atMs": 0, "event": ["type": "answer", "response": "A"]]) { $1 } }
      let refusal = bench.refusal(of: method, .object(params))
      #expect(refusal?.name == .conflict, "\(refusal as Any)")
    }
    #expect(try bench.call("attempt.get", ["attemptId": attempt])["questionIndex"] == 0)
    _ = try bench.call("session.state", ["sessionId": second["sessionId"] ?? .null])
  }

  @Test func `are all opened, however many open one at once, and all but the last are ended`() throws {
    let bench = try Bench()
    let attempt = try bench.attempt()
    let opened = Mutex<[JSONValue]>([])
    let group = DispatchGroup()
    for _ in 0..<8 {
      group.enter()
      Thread.detachNewThread {
        for _ in 0..<50 {
          let reply = try? bench.call("session.open", ["attemptId": attempt])
          opened.withLock { $0.append(reply?["sessionId"] ?? .null) }
        }
        group.leave()
      }
    }
    group.wait()
    let ids = opened.withLock { $0 }
    #expect(ids.count == 400 && !ids.contains(.null))
    #expect(ids.count { bench.refusal(of: "session.state", ["sessionId": $0]) == nil } == 1)
  }
}

extension Bench {
  fileprivate func attempt() throws -> JSONValue {
    let homework = try call("homework.add", ["title": "x", "quiz": everyKind])
    return try call("attempt.start", ["homeworkId": homework["id"] ?? .null])["id"] ?? .null
  }
}
