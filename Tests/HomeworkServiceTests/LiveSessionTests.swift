import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkService
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
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

  @Test func `receive the previous session's state while that is still ending`() throws {
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

  @Test func `of a client that left before its reply pass their report to the next one`() throws {
    let sessions = LiveSessions()
    try open(sessions).showAndWait(.draft("a"))
    let (untold, _, former) = try sessions.open(attempt, in: store, environment: SessionEnvironment())
    sessions.cancel(untold, former)
    #expect(holdsDraft(try open(sessions)))
  }

  @Test func `replace one another, and a replaced session is inactive`() throws {
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

  @Test(arguments: [(0, 200), (10, 340), (200, 2900)])
  func `report how a shortened burst or star will end`(gapMs: Int, fadedMs: Int) throws {
    let bench = try Bench()
    let question: JSONValue = ["type": "mcq", "question": "?", "options": ["a", "b"], "correctIndex": 0]
    let quiz: JSONValue = .array(Array(repeating: question, count: 15))
    let homework = try bench.call("homework.add", ["title": "x", "quiz": quiz])
    let attempt = try bench.call("attempt.start", ["homeworkId": homework["id"] ?? .null])["id"] ?? .null
    let session = try bench.call("session.open", ["attemptId": attempt])["sessionId"] ?? .null
    // Positions 5, 7 and 10 throw confetti, and so does position 5 of the second cycle; at 4 × 200 ms nothing has.
    let reported = try (0..<15).map { index in
      let atMs = index == 14 && gapMs == 200 ? 4 * gapMs + 2750 : index * gapMs
      let event: JSONValue = ["type": "answer", "response": "A"]
      let reply = try bench.call(
        "session.event", ["sessionId": session, "atMs": .int(Int64(atMs)), "event": event])
      return reply["cues"]?.array ?? []
    }
    func cue(_ animation: String, of question: Int, in cues: [JSONValue]) throws -> JSONValue {
      try #require(
        cues.last { $0["animation"]?.string == animation && $0["trigger"]?["questionIndex"]?.int == question })
    }
    let burst = try cue("A4", of: 4, in: reported[14])
    #expect(burst["disposition"] == "capped" && burst["reason"] == "burstCap")
    #expect(burst["endedMs"]?.int == (gapMs == 200 ? 4 * gapMs : 0) + fadedMs)
    // The next star starts 200 ms after its answer, and ends this one.
    let star = try cue("A1", of: 5, in: reported[6])
    #expect(star["disposition"] == "interrupted" && star["endedMs"]?.int == 6 * gapMs + 200)
    #expect(try cue("A4", of: 14, in: reported[14])["disposition"] == "running")
  }

  @Test func `all open concurrently, and all but the last are ended`() throws {
    let bench = try Bench()
    let attempt = try bench.attempt()
    let opened = Guarded<[JSONValue]>([])
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
