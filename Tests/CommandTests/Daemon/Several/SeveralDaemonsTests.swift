import Foundation
import HomeworkModel
import HomeworkTestKit
import Testing

@Suite(.serialized, .onPostgres)
struct `Several daemons on one PostgreSQL database` {
  private static let count = 3

  private func daemons() throws -> [ServedDaemon] {
    let url = try PostgresServer.shared().createDatabase()
    return try (0..<Self.count).map { _ in try ServedDaemon(on: url) }
  }

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

  /// Adds homework through all daemons at the same time.
  private func add(_ each: Int, at daemons: [ServedDaemon], round: Int) {
    let sockets = daemons.map(\.socket)
    DispatchQueue.concurrentPerform(iterations: sockets.count) { index in
      do {
        let writer = LineClient(try Line(to: sockets[index]))
        for number in 0..<each {
          _ = try writer.call("homework.add", ["title": .string("\(round).\(index).\(number)")])
        }
      } catch {
        Issue.record("\(error)")
      }
    }
  }

  @Test func `send each follower all events once and in order, although one daemon is killed`() throws {
    let daemons = try daemons()
    var readers = try daemons.map { try $0.client() }
    for reader in readers { _ = try reader.call("events.subscribe", ["since": 0]) }
    add(40, at: daemons, round: 0)
    // The first homework ever has an event, too.
    let first = 40 * Self.count + 1
    var seen = try readers.map { try $0.notifications(first) }

    try daemons[1].killAndRestart()
    add(40, at: [daemons[0], daemons[2]], round: 1)
    readers[1] = try daemons[1].client()
    _ = try readers[1].call("events.subscribe", ["since": .int(Int64(first))])
    add(40, at: daemons, round: 2)
    let more = 40 * 2 + 40 * Self.count
    seen[0] = try readers[0].notifications(first + more)
    seen[1] += try readers[1].notifications(more)
    seen[2] = try readers[2].notifications(first + more)

    for reply in seen { #expect(reply.compactMap { $0["params"]?["sequence"]?.int } == Array(1...first + more)) }
    #expect(seen[1] == seen[0] && seen[2] == seen[0])
    for daemon in daemons { #expect(daemon.running.stop() == 0) }
  }

  @Test func `answer requests that need no database while the server hangs, and the rest later`() throws {
    let server = try PostgresServer(fsync: false)
    let daemon = try ServedDaemon(on: server.createDatabase())
    let client = try daemon.client()
    _ = try client.call("homework.add", ["title": "Page 42"])
    // More readers than threads that serve connections.
    let readers = try (0..<16).map { _ in try Line(to: daemon.socket) }
    server.pause()
    defer { server.resume() }
    for reader in readers { reader.send(#"{"jsonrpc":"2.0","id":1,"method":"homework.list","params":{}}"# + "\n") }
    // Wait until each request has arrived.
    Thread.sleep(forTimeInterval: 0.2)
    let start = ContinuousClock.now
    _ = try LineClient(Line(to: daemon.socket)).call("server.ping", [:])
    #expect(start.duration(to: .now) < .seconds(5))
    server.resume()
    for reader in readers { #expect(reader.read()?.contains("Page 42") == true) }
    #expect(daemon.running.stop() == 0)
  }

  @Test func `delay no call behind another's slow lookup, and cancel waiting calls`() throws {
    let server = try PostgresServer.shared()
    let url = try server.createDatabase()
    let database = try #require(url.split(separator: "?").first?.split(separator: "/").last.map(String.init))
    let daemon = try ServedDaemon(on: url)
    let client = try daemon.client()
    let id = try client.call("homework.add", ["title": "Page 42"])["id"] ?? .null
    let holder = Thread {
      _ = try? server.execute("BEGIN; LOCK TABLE hwdb.moment; SELECT pg_sleep(600)", database: database)
    }
    holder.start()
    let locks = "SELECT count(*) FROM pg_locks WHERE granted AND mode = 'AccessExclusiveLock'"
    waitWhile { (try? server.execute(locks, database: database)) == "0" }
    try #require(try server.execute(locks, database: database) != "0", "the table is not locked")

    // More requests than connections, each in its own group: the last ones wait.
    var asking: [Line] = []
    func ask() throws {
      asking.append(try Line(to: daemon.socket))
      asking.last?.send(#"{"jsonrpc":"2.0","id":1,"method":"stats.get","params":{}}"# + "\n")
      usleep(10_000)
    }
    for _ in 0..<4 { try ask() }
    #expect(try client.call("homework.get", ["homeworkId": id])["title"] == "Page 42")
    for _ in 0..<16 { try ask() }
    asking.last?.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"# + "\n")
    #expect(asking.last?.read()?.contains("cancelled") == true)

    let end = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)' "
    #expect(try server.execute(end + "AND pid <> pg_backend_pid()", database: database) == "1")
    for line in asking.dropLast() { #expect(line.read()?.contains(#""finishedAttempts":0"#) == true) }
    #expect(daemon.running.stop() == 0)
  }

  @Test func `give a repeated request its first reply, whichever daemon receives it`() throws {
    let daemons = try daemons()
    let attempt = try attempt(daemons[0].client())
    let request: JSONValue = [
      "attemptId": attempt, "response": "A", "questionIndex": 0, "requestId": "5b0c7a52-3f0e-4c61-9d0a-6f6a3f1d2a77",
    ]
    let reply = try daemons[0].client().call("attempt.answer", request)
    try daemons[0].killAndRestart()
    for daemon in daemons { #expect(try daemon.client().call("attempt.answer", request) == reply) }
    let client = try daemons[2].client()
    #expect(try client.call("attempt.get", ["attemptId": attempt])["answers"]?.array?.count == 1)
    // With other parameters the request is a different one, from any client.
    let refused = #expect(throws: LineClient.Refused.self) {
      try client.call(
        "attempt.answer",
        ["attemptId": attempt, "response": "B", "questionIndex": 0, "requestId": request["requestId"] ?? .null])
    }
    #expect(refused?.name == "conflict")
  }

  @Test func `reopen a killed daemon's session, and its attempt continues`() throws {
    let daemons = try daemons()
    let attempt = try attempt(daemons[1].client())
    let correct: JSONValue = ["type": "answer", "response": "A"]
    let client = try daemons[0].client()
    let session = try client.call("session.open", ["attemptId": attempt])
    for number in 0..<5 {
      let reply = try client.call(
        "session.event",
        ["sessionId": session["sessionId"] ?? .null, "atMs": .int(Int64(number) * 3000), "event": correct])
      #expect(reply["attempt"]?["questionIndex"]?.int == number + 1)
    }
    daemons[0].kill()

    let other = try daemons[2].client()
    let opened = try other.call("session.open", ["attemptId": attempt])
    #expect(opened["attempt"]?["questionIndex"] == 5)
    let report = try #require(opened["report"])
    #expect(report["kept"]?.array?.contains(["field": "streak", "value": 5]) == true)
    #expect(report["kept"]?.array?.contains(["field": "question", "value": 6]) == true)
    #expect(report["lost"]?.array?.contains { $0["field"] == "bursts" } == true)
    let suppressed = report["suppressed"]?.array ?? []
    #expect(Set(suppressed.compactMap { $0["animation"]?.string }) == ["A1", "A4", "dotSettle"])
    #expect(suppressed.allSatisfy { $0["reason"] == "killResume" })
    // Nothing is celebrated twice: the sixth star continues from the fifth.
    func send(_ atMs: Int64, _ event: JSONValue) throws -> JSONValue {
      try other.call(
        "session.event", ["sessionId": opened["sessionId"] ?? .null, "atMs": .int(atMs), "event": event])
    }
    let cues = try send(0, correct)["cues"]?.array ?? []
    #expect(cues.filter { $0["animation"] == "A1" }.map { $0["variant"] } == ["continuingStreak"])
    for number in 1..<5 { _ = try send(Int64(number) * 3000, correct) }
    #expect(try send(20_000, ["type": "finish"])["attempt"]?["state"] == "completed")
    #expect(try daemons[1].client().call("stats.get")["starsTotal"]?.int ?? 0 > 0)
  }
}
