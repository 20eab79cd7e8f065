import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkTestKit

/// The target of a storm's clients.
struct Target: Sendable {
  let socket: String
  /// A directory with a pipe, and other paths that are not files to read.
  let directory: String
  let homework: JSONValue
  let attempt: JSONValue

  /// Fills the database with an assignment for all clients to write to, and an attempt for all to open sessions on.
  init(socket: String, directory: String) throws {
    (self.socket, self.directory) = (socket, directory)
    let client = try SocketClient(path: socket)
    let questions: [JSONValue] = (0..<50).map {
      ["type": "mcq", "question": .string("\($0)?"), "options": ["yes", "no"], "correctIndex": 0]
    }
    for number in 0..<200 {
      _ = try client.call("homework.add", ["title": .string("Page \(number)"), "text": "as it was told"]).get()
    }
    let added = try client.call("homework.add", ["title": "All", "quiz": ["questions": .array(questions)]]).get()
    homework = added["id"] ?? .null
    attempt = try client.call("attempt.start", ["homeworkId": homework]).get()["id"] ?? .null
  }
}

/// A client that performs randomly chosen actions, each on a connection of its own.
struct RudeClient {
  private let target: Target
  private let crowd: Crowd
  private var random: SplitMix64

  init(_ target: Target, seed: UInt64, _ crowd: Crowd) {
    (self.target, self.crowd, random) = (target, crowd, SplitMix64(seed: seed))
  }

  mutating func run() {
    while crowd.begin() {
      do { try once() } catch { crowd.say("a connection was refused: \(error)") }
      crowd.done()
      pause(upToMs: 1000)
    }
  }

  private mutating func once() throws {
    let line = try Line(to: target.socket)
    switch Int.random(in: 0..<15, using: &random) {
    case 0: try polite(line)
    case 1: flood(line, "homework.list", ["limit": 200])
    // Writes that change nothing, so that the database and its caches keep their size.
    case 2: flood(line, "homework.complete", ["homeworkId": target.homework])
    case 3: stall(line)
    case 4: half(line)
    case 5: line.send(request(1, "homework.list").utf8.prefix(Int.random(in: 1..<40, using: &random)))
    case 6:
      line.send((0..<Int.random(in: 1...4000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
    case 7:
      line.send(request(1, "events.subscribe", ["since": 0]))
      pause(upToMs: 500)
    case 8: session(line)
    case 9: play(line)
    case 10: files(line)
    case 11: cancel(line)
    case 12: importText(line)
    case 13: pause(upToMs: 1000)
    default:
      let batch = (0..<100).map { number -> JSONValue in
        [
          "jsonrpc": "2.0", "id": .int(Int64(number)), "method": "homework.get",
          "params": ["homeworkId": target.homework],
        ]
      }
      line.send(JSONValue.array(batch).encoded() + Data("\n".utf8))
      if Bool.random(using: &random) { expect(line, 1, "a batch") }
    }
  }

  private func polite(_ line: Line) throws {
    func call(_ method: String, _ params: JSONValue) throws -> JSONValue? {
      line.send(request(1, method, params))
      guard let reply = line.read(), let json = try? JSONValue(parsing: Data(reply.utf8)), let result = json["result"]
      else {
        crowd.say("\(method) of a client with manners was not answered")
        return nil
      }
      return result
    }
    guard let added = try call("homework.add", ["title": "mine"]), let id = added["id"] else { return }
    _ = try call("homework.list", ["limit": 20])
    _ = try call("homework.get", ["homeworkId": id])
    _ = try call("homework.delete", ["homeworkIds": [id]])
  }

  /// Sends much, and disconnects without reading.
  private mutating func flood(_ line: Line, _ method: String, _ params: JSONValue) {
    let count = Int.random(in: 20...1000, using: &random)
    sendWhatFits(line, (0..<count).map { request($0, method, params) }.joined())
    pause(upToMs: 20)
  }

  /// Sends much, does not read for a while, and then may read after all.
  private mutating func stall(_ line: Line) {
    sendWhatFits(line, (0..<50).map { request($0, "homework.list", ["limit": 200]) }.joined())
    pause(upToMs: 1500)
    if Bool.random(using: &random) { expect(line, 1, "a client that stalled") }
  }

  /// Closes its sending half, and reads all replies.
  private mutating func half(_ line: Line) {
    let count = Int.random(in: 1...200, using: &random)
    line.send((0..<count).map { request($0, $0 % 7 == 0 ? "homework.list" : "server.ping") }.joined())
    line.endSending()
    expect(line, count, "a client that ended its sending half")
    if line.read() != nil { crowd.say("a client that ended its sending half was told more than it asked for") }
  }

  private mutating func session(_ line: Line) {
    line.send(request(1, "session.open", ["attemptId": target.attempt]))
    let reply = line.read() ?? "silence"
    guard let id = try? JSONValue(parsing: Data(reply.utf8))["result"]?["sessionId"] else {
      return crowd.say("a session was not opened: \(reply.prefix(300))")
    }
    for number in 0..<Int64.random(in: 0...3, using: &random) {
      line.send(
        request(
          2, "session.event", ["sessionId": id, "atMs": .int(number), "event": ["type": "draft", "response": "A"]]))
      if Bool.random(using: &random) { _ = line.read() }
    }
  }

  private mutating func play(_ line: Line) {
    let script =
      "scenario \"s\"\n quiz mcq 10\n start\n answer correct x5\n wait 5s\n kill\n resume\n answer correct x5\n"
    line.send(request(1, "scenario.run", ["text": .string(script), "mode": "process"]))
    if Bool.random(using: &random) { expect(line, 1, "a play") } else { pause(upToMs: 100) }
  }

  /// Requests paths that are not readable files, or cannot exist.
  private func files(_ line: Line) {
    for path in [target.directory + "/pipe", target.directory, "/dev/zero", "/nowhere/at/all"] {
      line.send(request(1, "homework.add", ["title": "x", "imagePath": .string(path)]))
      line.send(request(2, "quiz.import", ["path": .string(path)]))
      for _ in 0..<2 where line.read()?.contains("\"error\"") != true { crowd.say("\(path) was read") }
    }
  }

  private mutating func cancel(_ line: Line) {
    line.send(request(1, "quiz.import", ["text": .string(gift(50)), "dryRun": true]) + request(2, "server.ping"))
    let cancel = (0..<2000).map { _ in
      #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(random.next() >> 12)}}"# + "\n"
    }
    sendWhatFits(line, cancel.joined())
    if Bool.random(using: &random) { expect(line, 2, "a client that takes back") }
  }

  private mutating func importText(_ line: Line) {
    line.send(request(1, "quiz.import", ["text": .string(gift(190)), "dryRun": true]))
    if Bool.random(using: &random) { expect(line, 1, "an import") }
  }

  private func gift(_ count: Int) -> String {
    (0..<count).map { "Which is the right one of \($0)? {=yes ~no ~perhaps ~neither}\n\n" }.joined()
  }

  // MARK: Sending and reading

  private func request(_ id: Int, _ method: String, _ params: JSONValue = [:]) -> String {
    let request: JSONValue = ["jsonrpc": "2.0", "id": .int(Int64(id)), "method": .string(method), "params": params]
    return String(decoding: request.encoded(), as: UTF8.self) + "\n"
  }

  private func expect(_ line: Line, _ count: Int, _ who: String) {
    for number in 0..<count where line.read() == nil {
      return crowd.say("\(who) got \(number) answers of \(count)")
    }
  }

  /// Sends as much as the daemon accepts: it may stop reading from a client that does not read.
  private func sendWhatFits(_ line: Line, _ text: String) {
    _ = Array(text.utf8).withUnsafeBytes {
      Foundation.send(line.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
  }

  private mutating func pause(upToMs limit: UInt32) { usleep(UInt32.random(in: 0...limit, using: &random) * 1000) }
}

extension SplitMix64: RandomNumberGenerator {}
