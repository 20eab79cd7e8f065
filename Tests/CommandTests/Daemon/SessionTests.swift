import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkTestKit
import Testing

@Suite struct `A session in the daemon` {
  private let quiz: JSONValue = [
    "questions": .array(
      (0..<10).map {
        ["type": "mcq", "question": .string("Question \($0)?"), "options": ["yes", "no"], "correctIndex": 0]
      }
    )
  ]

  private func attempt(_ client: LineClient) throws -> JSONValue {
    let homework = try client.call("homework.add", ["title": "Page 42", "quiz": quiz])
    return try #require(client.call("attempt.start", ["homeworkId": homework["id"] ?? .null])["id"])
  }

  private func open(_ client: LineClient, _ attempt: JSONValue) throws -> (id: JSONValue, report: JSONValue) {
    let opened = try client.call("session.open", ["attemptId": attempt])
    return (try #require(opened["sessionId"]), try #require(opened["report"]))
  }

  private func send(_ client: LineClient, _ session: JSONValue, _ atMs: Int64, _ event: JSONValue) throws -> [JSONValue]
  {
    try client.call("session.event", ["sessionId": session, "atMs": .int(atMs), "event": event])["cues"]?.array ?? []
  }

  private let correct: JSONValue = ["type": "answer", "response": "A"]

  @Test func `ends with its connection, and its resume reports kept, lost and suppressed state`() throws {
    let daemon = try ServedDaemon()
    var client = try daemon.client()
    let attempt = try attempt(client)
    let (session, fresh) = try open(client, attempt)
    #expect(fresh == ["kept": [["field": "question", "value": 1]], "lost": [], "suppressed": []])
    for number in 0..<5 {
      let cues = try send(client, session, Int64(number) * 3000, correct)
      #expect(cues.contains { $0["animation"] == "A1" && $0["disposition"] == "running" } == (number == 4))
      #expect(cues.contains { $0["animation"] == "A4" } == (number == 4))
    }
    let state = try client.call("session.state", ["sessionId": session])["fields"]?.array ?? []
    #expect(state.first { $0["field"] == "streak" }?["value"] == 5)
    #expect(state.first { $0["field"] == "attempts" }?["value"] == "inProgress")
    #expect(state.first { $0["field"] == "bursts" }?["value"] == ["standard"])

    // Closing the connection is the kill.
    client = try daemon.client()
    let (again, report) = try open(client, attempt)
    #expect(report["kept"]?.array?.contains(["field": "streak", "value": 5]) == true)
    #expect(report["kept"]?.array?.contains(["field": "question", "value": 6]) == true)
    #expect(report["lost"]?.array?.contains { $0["field"] == "bursts" } == true)
    #expect(report["lost"]?.array?.contains { $0["field"] == "streak" } == false)
    let suppressed = report["suppressed"]?.array ?? []
    #expect(Set(suppressed.compactMap { $0["animation"]?.string }) == ["A1", "A4", "dotSettle"])
    #expect(suppressed.allSatisfy { $0["reason"] == "killResume" })
    // Nothing is celebrated twice: the sixth star continues from the fifth.
    let cues = try send(client, again, 0, correct)
    #expect(cues.filter { $0["animation"] == "A1" }.map { $0["variant"] } == ["continuingStreak"])
    #expect(daemon.running.stop() == 0)
  }

  @Test func `leaves nothing to report to the next session after a close`() throws {
    let daemon = try ServedDaemon()
    let client = try daemon.client()
    let attempt = try attempt(client)
    let (session, _) = try open(client, attempt)
    _ = try send(client, session, 0, correct)
    _ = try client.call("session.close", ["sessionId": session])
    let (_, report) = try open(client, attempt)
    #expect(report["suppressed"] == [] && report["lost"] == [])
    #expect(throws: LineClient.Refused.self) { try send(client, session, 1, correct) }
  }

  @Test func `rejects impossible events and saves nothing of them`() throws {
    let daemon = try ServedDaemon()
    let client = try daemon.client()
    let attempt = try attempt(client)
    let (session, _) = try open(client, attempt)
    _ = try send(client, session, 5000, correct)
    for (atMs, event, name) in [
      (4999, correct, "invalidParams"), (-1, correct, "invalid"),
      (6000, ["type": "answer", "response": "Z"] as JSONValue, "invalid"),
      (6000, ["type": "answer"], "invalidParams"), (6000, ["type": "dance"], "invalidParams"),
      (6000, ["type": "screen", "name": "nothing"], "invalidParams"),
      (6000, ["type": "revisit", "questionIndex": 7], "conflict"), (6000, ["type": "finish"], "conflict"),
    ] as [(Int64, JSONValue, String)] {
      let refused = #expect(throws: LineClient.Refused.self) { try send(client, session, atMs, event) }
      #expect(refused?.name == name, "\(event)")
    }
    #expect(try client.call("attempt.get", ["attemptId": attempt])["questionIndex"] == 1)
    for _ in 1..<10 { _ = try send(client, session, 9000, correct) }
    let finished = try send(client, session, 20_000, ["type": "finish"])
    #expect(finished.contains { $0["animation"] == "A2" } && finished.contains { $0["animation"] == "A3" })
  }

  @Test func `receives other clients' changes to its attempt live, each cue once`() throws {
    let daemon = try ServedDaemon()
    let (screen, other) = (try daemon.client(), try daemon.client())
    let attempt = try attempt(other)
    let (session, _) = try open(screen, attempt)
    let subscribed = try screen.call("events.subscribe")
    _ = try other.call("attempt.answer", ["attemptId": attempt, "response": "A"])
    let received = try screen.notifications(2)
    #expect(received.map { $0["method"] } == ["events.event", "events.cue"])
    #expect(received[0]["params"]?["kind"] == "answerSettled")
    #expect(received[0]["params"]?["sequence"]?.int == (subscribed["sequence"]?.int ?? 0) + 1)
    #expect(received[1]["params"]?["sessionId"] == session)
    #expect(received[1]["params"]?["cue"]?["animation"] == "dotSettle")
    // The reply reports the cues of the client's own action, so only the event is sent.
    _ = try send(screen, session, 3000, correct)
    _ = try other.call("homework.add", ["title": "next"])
    let more = try screen.notifications(4).dropFirst(2)
    #expect(more.compactMap { $0["params"]?["kind"]?.string } == ["answerSettled", "homeworkAdded"])
  }

  @Test func `rejects an answer to a question that it has not shown`() throws {
    let daemon = try ServedDaemon()
    let (screen, other) = (try daemon.client(), try daemon.client())
    let attempt = try attempt(other)
    let (session, _) = try open(screen, attempt)
    _ = try other.call("attempt.answer", ["attemptId": attempt, "response": "A"])
    for (event, index) in [(correct, 1), (["type": "skip"], 3)] as [(JSONValue, Int)] {
      let refused = #expect(throws: LineClient.Refused.self) { try send(screen, session, 3000, event) }
      #expect(refused?.name == "conflict" && refused?.data?["questionIndex"]?.int == index)
      #expect(refused?.data?["cues"]?.array?.isEmpty == false)
      // The session then shows the next question, which can be answered.
      _ = try send(screen, session, 3000, correct)
      #expect(try other.call("attempt.get", ["attemptId": attempt])["questionIndex"]?.int == index + 1)
      if index == 1 { _ = try other.call("attempt.answer", ["attemptId": attempt, "response": "A"]) }
    }
  }
}

@Suite struct `The daemon's events` {
  private func sequences(_ received: [JSONValue]) -> [Int] { received.compactMap { $0["params"]?["sequence"]?.int } }

  @Test func `arrive without gaps or repeats across reconnects and kills`() throws {
    let daemon = try ServedDaemon()
    var seen: [Int] = []
    for round in 0..<4 {
      let (writer, reader) = (try daemon.client(), try daemon.client())
      for number in 0..<25 { _ = try writer.call("homework.add", ["title": .string("\(round).\(number)")]) }
      #expect(
        try reader.call("events.subscribe", ["since": .int(Int64(seen.last ?? 0))])["sequence"]?.int == seen.last ?? 0)
      for number in 25..<50 { _ = try writer.call("homework.add", ["title": .string("\(round).\(number)")]) }
      let expected = (round == 0 ? 51 : 50)  // the first assignment ever has an event, too
      seen += sequences(try reader.notifications(expected))
      // Not all of the second half may be read: the next round begins after the last event read.
      seen.removeLast(round)
      if round % 2 == 1 { try daemon.killAndRestart() }
    }
    #expect(seen == Array(1...seen.count))
    #expect(seen.count > 190)
  }

  @Test func `are refused from an unknown number, with the newest one`() throws {
    let daemon = try ServedDaemon()
    let client = try daemon.client()
    let refused = #expect(throws: LineClient.Refused.self) { try client.call("events.subscribe", ["since": 7]) }
    #expect(refused?.name == "historyGone")
    #expect(refused?.data?["newestSequence"] == 0)
  }

  @Test func `are cut off only for a client that does not read them`() throws {
    let daemon = try ServedDaemon()
    let (slow, quick, writer) = (try daemon.client(), try daemon.client(), try daemon.client())
    for client in [slow, quick] { _ = try client.call("events.subscribe") }
    let many = 3000
    for start in stride(from: 0, to: many, by: 50) {
      let batch = (start..<start + 50).map { number -> JSONValue in
        [
          "jsonrpc": "2.0", "id": .int(Int64(number)), "method": "homework.add",
          "params": ["title": .string("\(number)")],
        ]
      }
      writer.line.send(JSONValue.array(batch).encoded() + Data("\n".utf8))
      _ = try #require(writer.line.read())
      _ = try quick.notifications(start)
    }
    // The client receives as much as fits, then a final message with the place to continue.
    var received: [JSONValue] = []
    while let line = slow.line.read() { received.append(try JSONValue(parsing: Data(line.utf8))) }
    #expect(received.last?["method"] == "events.overrun")
    let last = try #require(received.last?["params"]?["lastSequence"]?.int)
    #expect(sequences(received.dropLast()) == Array(1...last))
    #expect(last < many)
    let back = try daemon.client()
    _ = try back.call("events.subscribe", ["since": .int(Int64(last))])
    #expect(try sequences(back.notifications(1000)).first == last + 1)
  }
}
