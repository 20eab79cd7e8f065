import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkTestKit
import Testing

@Suite struct `A client that receives cues` {
  /// In a separate process: notifications come from tasks, whose threads other tests may occupy.
  @Test func `receives every cue of an event, or is cut off with the event's number`() async throws {
    await #expect(processExitsWith: .success) {
      Thread.detachNewThread {
        do { exit(try Slow().isToldOrCutOff() ? 0 : 1) } catch { exit(2) }
      }
      try await Task.sleep(for: .seconds(120))
      exit(3)
    }
  }
}

/// A client that does not read for a while, and another that plays its attempt meanwhile.
private struct Slow {
  private struct Silence: Error {}

  private let bench: Bench
  private let server: SocketServer
  private let slow: Line
  private let other: Line

  init() throws {
    bench = try Bench()
    var limits = SocketServer.Limits()
    // Room for the fact, but for no cue after it while other output is queued.
    (limits.notifications, limits.notificationBytes) = (1, 64 << 20)
    server = try SocketServer(
      path: bench.directory.path("s"), limits: limits, log: ServerLog(level: .error),
      handler: ServedCalls(bench.service))
    Thread.detachNewThread { [server] in server.run() }
    (slow, other) = (try Line(to: bench.directory.path("s")), try Line(to: bench.directory.path("s")))
  }

  func isToldOrCutOff() throws -> Bool {
    let homework = try call(other, "homework.add", ["title": "x", "quiz": everyKind])
    let attempt = try call(other, "attempt.start", ["homeworkId": homework["id"] ?? .null])["id"] ?? .null
    _ = try call(slow, "session.open", ["attemptId": attempt])
    _ = try call(slow, "events.subscribe")
    _ = try call(other, "events.subscribe")
    // More than a socket holds, but too little to make the server stop reading: all answered and unread.
    let large = 4
    for _ in 0..<large { ask(slow, "rpc.discover") }
    while server.statistics.figures.methods["rpc.discover"]?.calls != large { usleep(1000) }
    ask(other, "attempt.answer", ["attemptId": attempt, "response": "A"])
    // Its reply and the fact, in either order.
    for _ in 0..<2 { _ = try next(other) }
    for _ in 0..<large { _ = try next(slow) }
    let fact = try next(slow)
    guard fact["method"] == "events.event" else { return false }
    ask(slow, "server.ping")
    let after = try next(slow)
    guard after["method"] == "events.overrun" else { return after["method"] == "events.cue" }
    return after["params"]?["lastSequence"] == fact["params"]?["sequence"]
  }

  private func ask(_ line: Line, _ method: String, _ params: JSONValue = [:]) {
    let request: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
    line.send(request.encoded() + [UInt8(ascii: "\n")])
  }

  private func next(_ line: Line) throws -> JSONValue {
    guard let text = line.read() else { throw Silence() }
    return try JSONValue(parsing: Data(text.utf8))
  }

  private func call(_ line: Line, _ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    ask(line, method, params)
    guard let result = try next(line)["result"] else { throw Silence() }
    return result
  }
}
