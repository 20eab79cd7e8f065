import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkSystem
import HomeworkTestKit
import Synchronization
import Testing

@Suite struct `One of many clients` {
  @Test func `has no further request started after it leaves`() throws {
    let begun = Guarded(0)
    let (isBegun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let served = try Served { method, params in
      begun.withLock { $0 += 1 }
      if method == "slow" {
        isBegun.signal()
        gate.wait()
      }
      return .success(JSONText(params))
    }
    do {
      let line = try Line(to: served.path)
      line.send(request(0, "slow") + "\n" + (1..<1000).map { request($0) + "\n" }.joined())
      isBegun.wait()
    }
    while served.handler.cancelled.isEmpty { usleep(1000) }
    gate.signal()
    #expect(try served.exchange(request(1)).count == 1)
    while served.server.statistics.figures.connections != 0 { usleep(1000) }
    #expect(begun.withLock { $0 } == 2)
  }

  @Test func `gets every reply after it closes its sending half`() throws {
    let served = try Served()
    let line = try Line(to: served.path)
    line.send((0..<3000).map { request($0) + "\n" }.joined())
    line.endSending()
    #expect(line.readToEnd().count == 3000)
  }

  @Test func `waits for a fair share, not for everything that others have sent`() throws {
    let (flood, calls) = (16, 2000)
    let begun = Atomic(0)
    let served = try Served { method, params in
      if method == "echo" {
        begun.add(1, ordering: .relaxed)
        usleep(50)
      }
      return .success(JSONText(params))
    }
    let text = (0..<calls).map { request($0) + "\n" }.joined()
    let lines = try (0..<flood).map { _ in try Line(to: served.path) }
    for line in lines { line.send(text) }
    let quick = try Line(to: served.path)
    for number in 0..<10 {
      quick.send(request(number, "quick") + "\n")
      _ = try #require(quick.read())
    }
    #expect(begun.load(ordering: .relaxed) < flood * calls / 2)
    for line in lines {
      for _ in 0..<calls { _ = try #require(line.read()) }
    }
  }

  @Test func `cannot fill memory with ids of cancelled requests`() throws {
    let gate = DispatchSemaphore(value: 0)
    let isBegun = DispatchSemaphore(value: 0)
    let served = try Served { method, params in
      if method == "wait" {
        isBegun.signal()
        gate.wait()
      }
      return .success(JSONText(params))
    }
    let line = try Line(to: served.path)
    // The first has begun, and the second waits behind it.
    line.send(request(1, "wait") + "\n" + request(2) + "\n")
    isBegun.wait()
    _ = fcntl(line.descriptor, F_SETFL, O_NONBLOCK)
    var (sent, number) = (0, 0)
    while sent < 32 << 20 {
      let text = (0..<1000).map {
        #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"\#(number + $0)-----------"}}"# + "\n"
      }.joined()
      let bytes = Array(text.utf8)
      number += 1000
      let count = send(line.descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      if count > 0 { sent += count }
      var room = pollfd(fd: line.descriptor, events: Int16(POLLOUT), revents: 0)
      if count < bytes.count, poll(&room, 1, 1000) == 0 { break }
    }
    #expect(sent < 4 << 20, "all of it was read")
    gate.signal()
    _ = fcntl(line.descriptor, F_SETFL, 0)
    #expect(line.read() == #"{"id":1,"jsonrpc":"2.0","result":{}}"#)
    #expect(line.read() == #"{"id":2,"jsonrpc":"2.0","result":{}}"#)
  }

  @Test func `can cancel its last waiting request, and use its id again`() throws {
    let gate = DispatchSemaphore(value: 0)
    let isBegun = DispatchSemaphore(value: 0)
    let served = try Served { method, params in
      if method == "slow" {
        isBegun.signal()
        gate.wait()
      }
      return .success(JSONText(params))
    }
    let line = try Line(to: served.path)
    line.send(request(1, "slow") + "\n" + request(2) + "\n")
    isBegun.wait()
    line.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}"# + "\n")
    // Read after the first cancellation, and before the gate opens.
    line.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"# + "\n")
    #expect(line.read()?.contains(#""name":"cancelled""#) == true)
    #expect(line.read()?.contains(#""name":"cancelled""#) == true)
    line.send(request(2) + "\n")
    #expect(line.read() == #"{"id":2,"jsonrpc":"2.0","result":{}}"#)
    gate.signal()
  }
}

@Suite(.enabled(if: Machine.hasProcesses, "there is no /proc")) struct `A server without descriptors` {
  /// In a separate process, with its own limit.
  @Test func `leaks none, wherever its start fails`() async throws {
    await #expect(processExitsWith: .success) {
      let directory = TemporaryDirectory()
      func open() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }
      let log = ServerLog(level: .error)
      var limit = rlimit()
      getrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit)
      let all = limit.rlim_cur
      // The lowest free descriptor is used first: with these, all below the last one are taken.
      var last: Int32 = 0
      for _ in 0..<64 { last = dup(STDERR_FILENO) }
      var failures = 0
      for room in 0..<12 {
        let before = open()
        var hasBegun = false
        // Descriptors opened by others in this process, such as Dispatch at its first use, appear once; a leak here
        // would appear each time.
        for _ in 0..<8 where !hasBegun {
          limit.rlim_cur = rlim_t(Int(last) + 1 + room)
          setrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit)
          let server = try? SocketServer(
            path: directory.path("s"), log: log, handler: Answering { _, params in .success(JSONText(params)) })
          limit.rlim_cur = all
          setrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit)
          hasBegun = server != nil
        }
        guard !hasBegun else { break }
        failures += 1
        guard open() < before + 8 else { exit(1) }
      }
      // Epoll, the bell, the lock and the listener.
      guard failures >= 3 else { exit(2) }
    }
  }

  @Test func `has a path`() throws {
    #expect(throws: SocketError.noPath) { try Served(at: "") }
    #expect(throws: SocketError.noPath) { try SocketClient(path: "") }
  }
}
