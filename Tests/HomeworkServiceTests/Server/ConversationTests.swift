import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkSystem
import HomeworkTestKit
import Testing

@Suite struct `A conversation` {
  private func id(_ reply: String?) -> Int? {
    reply.flatMap { try? JSONValue(parsing: Data($0.utf8)) }?["id"]?.int
  }

  private func error(_ reply: String?) -> String? {
    reply.flatMap { try? JSONValue(parsing: Data($0.utf8)) }?["error"]?["data"]?["name"]?.string
  }

  @Test func `answers requests in order, whichever finishes first`() throws {
    let served = try Served { method, params in
      // Earlier calls take longer.
      if let number = Int(method.drop { !$0.isNumber }) { usleep(UInt32(1000 * (20 - number))) }
      return .success(JSONText(params))
    }
    let methods = (0..<20).map { $0 % 5 == 4 ? "echo\($0)" : "write\($0)" }
    let replies = try served.exchange(methods.enumerated().map { request($0, $1) + "\n" }.joined())
    #expect(replies.map(id) == Array(0..<20))
  }

  @Test func `starts a read after the writes before it, and groups writes`() throws {
    let log = Log()
    let served = try Served { method, params in
      log.add("+\(method)")
      if method.hasPrefix("write") { usleep(100_000) }
      log.add("-\(method)")
      return .success(JSONText(params))
    }
    let text = ["write1", "write2", "read", "write3"].enumerated().map { request($0, $1) + "\n" }.joined()
    #expect(try served.exchange(text).map(id) == [0, 1, 2, 3])
    let events = log.all
    let read = try #require(events.firstIndex(of: "+read"))
    #expect(Set(events[..<read]) == ["+write1", "+write2", "-write1", "-write2"])
    #expect(events[..<2].allSatisfy { $0.hasPrefix("+") }, "the second write waited for the first: \(events)")
    #expect(events[(read + 1)...] == ["-read", "+write3", "-write3"])
  }

  @Test func `continues with other clients during a long call`() throws {
    let gate = DispatchSemaphore(value: 0)
    let served = try Served { method, params in
      if method == "slow" { gate.wait() }
      return .success(JSONText(params))
    }
    let waiting = try (0..<8).map { _ in try Line(to: served.path) }
    for line in waiting { line.send(request(1, "slow") + "\n") }
    for number in 0..<100 { #expect(try served.exchange(request(number)).map(id) == [number]) }
    for _ in waiting { gate.signal() }
    for line in waiting { #expect(id(line.read()) == 1) }
  }

  @Test func `cancels a running and a waiting call, and nothing else`() throws {
    let gate = DispatchSemaphore(value: 0)
    let served = try Served { method, params in
      if method == "slow" { gate.wait() }
      return .success(JSONText(params))
    }
    let line = try Line(to: served.path)
    line.send([request(1, "slow"), request(2), request(3)].joined(separator: "\n") + "\n")
    usleep(50_000)
    for id in [2, 1, 99] { line.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"# + "\n") }
    let replies = (0..<3).map { _ in line.read() }
    #expect(replies.map(id) == [1, 2, 3])
    #expect(replies.map(error) == ["cancelled", "cancelled", nil])
    gate.signal()
    #expect(try served.exchange(request(4)).map(id) == [4])
  }

  @Test func `cancels the calls of a client that left, and calls that take too long`() throws {
    let served = try Served { method, params in
      usleep(method == "late" ? 5_000_000 : 2_000_000)
      return .success(JSONText(params))
    }
    let late = try Line(to: served.path)
    late.send(request(7, "late") + "\n")
    #expect(error(late.read()) == "cancelled")
    do {
      let gone = try Line(to: served.path)
      gone.send(request(1, "slow") + "\n")
      usleep(50_000)
    }
    waitWhile { served.handler.cancelled.count < 2 }
    #expect(served.handler.cancelled == ["late", "slow"])
    #expect(try served.exchange(request(2)).map(id) == [2])
  }

  @Test func `is bounded for a client that never reads`() throws {
    let big = JSONValue.string(String(repeating: "x", count: 100_000))
    let begun = Guarded(0)
    let served = try Served { _, _ in
      begun.withLock { $0 += 1 }
      return .success(JSONText(big))
    }
    let greedy = try Line(to: served.path)
    var sent = 0
    let text = Data((0..<1000).map { request($0) + "\n" }.joined().utf8)
    _ = fcntl(greedy.descriptor, F_SETFL, O_NONBLOCK)
    for _ in 0..<100 {
      let count = text.withUnsafeBytes {
        Foundation.send(greedy.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 { sent += count } else { usleep(5_000) }
    }
    #expect(sent > 0)
    // The data sent and queued: a megabyte, plus what the system buffers.
    #expect(begun.withLock { $0 } < 60)
    #expect(try served.exchange(request(1)).count == 1)
    // Now the client reads after all, and gets the reply to every request that it sent completely.
    _ = fcntl(greedy.descriptor, F_SETFL, 0)
    for number in 0..<50 { #expect(id(greedy.read()) == number) }
  }

  /// Each reply is 4 MB, more than the system buffers; 32 of them would be 128 MB.
  @Test func `is refused large replies while too many are unread`() throws {
    let big = JSONText(JSONValue.string(String(repeating: "x", count: 4 << 20)))
    var limits = SocketServer.Limits()
    limits.output = 16 << 20
    let begun = Guarded(0)
    let served = try Served(limits: limits) { method, _ in
      begun.withLock { $0 += 1 }
      return .success(method == "echo" ? big : JSONText(true))
    }
    let greedy = try (0..<32).map { number in
      let line = try Line(to: served.path)
      line.send(request(number) + "\n")
      return line
    }
    waitWhile { begun.withLock({ $0 }) < 32 }
    usleep(50_000)
    // The first reply above the limit is the last one, for each of the threads.
    let kept = greedy.count { error($0.read()) == nil }
    #expect(kept >= 4 && kept <= 4 + SocketServer.threads)
    // Reading makes room, and small replies always fit.
    #expect(try served.exchange(request(1, "small")).map(id) == [1])
    #expect(try served.exchange(request(2)).map { error($0) } == [nil])
  }

  @Test func `is closed if its client leaves a large reply unread`() throws {
    let big = JSONText(JSONValue.string(String(repeating: "x", count: 4 << 20)))
    var limits = SocketServer.Limits()
    limits.unreadMs = 100
    let served = try Served(limits: limits) { method, _ in .success(method == "echo" ? big : JSONText(true)) }
    let (silent, idle) = (try Line(to: served.path), try Line(to: served.path))
    silent.send(request(1) + "\n" + request(2, "small") + "\n")
    idle.send(request(3, "small") + "\n")
    #expect(id(idle.read()) == 3)
    waitWhile { served.server.statistics.figures.connections > 1 }
    #expect(served.server.statistics.figures.connections == 1)
    #expect(id(silent.read()) == nil)
    idle.send(request(4, "small") + "\n")
    #expect(id(idle.read()) == 4)
  }

  @Test func `is closed if a line is not finished in time, but may pause between lines`() throws {
    var limits = SocketServer.Limits()
    limits.unfinishedLineMs = 1500
    let served = try Served(limits: limits)
    let idle = try Line(to: served.path)
    let slow = try Line(to: served.path)
    slow.send(#"{"jsonrpc":"#)
    #expect(error(slow.read()) == "invalidRequest")
    #expect(slow.read() == nil)
    idle.send(request(1) + "\n")
    #expect(id(idle.read()) == 1)
  }

  @Test func `survives every cut of a request, and random bytes`() throws {
    let served = try Served()
    let text = Array((request(1) + "\n").utf8)
    for cut in 0..<text.count {
      let line = try Line(to: served.path)
      line.send(text[..<cut])
    }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let line = try Line(to: served.path)
      line.send((0..<Int.random(in: 1...4000)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
      if Bool.random() { line.endSending() }
    }
    for hostile in [
      "[" + Array(repeating: "0", count: 400_000).joined(separator: ",") + "]", String(repeating: "[", count: 900_000),
      #"{"jsonrpc":"2.0","id":1e400,"method":"echo"}"#,
      #"{"jsonrpc":"2.0","id":"\#(String(repeating: "9", count: 900_000))"}"#,
    ] {
      #expect(try served.exchange(hostile).count == 1)
    }
    #expect(try served.exchange(request(1)).map(id) == [1])
  }

  @Test func `serves 500 concurrent connections, and leaves none behind`() throws {
    let served = try Served()
    for _ in 0..<3 {
      let lines = try (0..<500).map { _ in try Line(to: served.path) }
      for (number, line) in lines.enumerated() { line.send(request(number) + "\n") }
      for (number, line) in lines.enumerated() { #expect(id(line.read()) == number) }
    }
    waitWhile { served.server.statistics.figures.connections != 0 }
    #expect(served.server.statistics.figures.connections == 0)
    #expect(served.server.statistics.figures.methods["echo"]?.calls == 1500)
  }
}

/// The events in order.
private final class Log: Sendable {
  private let lines = Guarded<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  var all: [String] { lines.withLock { $0 } }
}
