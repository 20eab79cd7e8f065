import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkTestKit
import Testing

@Suite struct `A socket server` {
  @Test func `answers in order, also after the sending half is closed, and an unterminated last line`()
    throws
  {
    let served = try Served()
    let text = (1...500).map { request($0) }.joined(separator: "\n")
    #expect(try served.exchange(text) == (1...500).map { #"{"id":\#($0),"jsonrpc":"2.0","result":{}}"# })
    #expect(served.stop())
    #expect(!FileManager.default.fileExists(atPath: served.path))
  }

  @Test func `keeps a connection after bad JSON, and closes it after an overlong line`() throws {
    var limits = SocketServer.Limits()
    limits.message = 1000
    let served = try Served(limits: limits)
    let replies = try served.exchange("{\n" + request(1) + "\n" + String(repeating: "x", count: 2000))
    #expect(replies.count == 3)
    #expect(replies.first?.contains("-32700") == true)
    #expect(replies.dropFirst().first?.contains("\"result\"") == true)
    #expect(replies.last?.contains("-32005") == true)
    #expect(try served.exchange(request(2)).count == 1)
  }

  @Test func `forgets clients that leave replies unread`() throws {
    let served = try Served { _, _ in .success(JSONText(.string(String(repeating: "x", count: 50_000)))) }
    for _ in 0..<100 {
      let line = try Line(to: served.path)
      line.send((1...300).map { request($0) + "\n" }.joined().utf8)
      usleep(2000)
    }
    let end = ContinuousClock.now + .seconds(10)
    while served.handler.connections > 0, .now < end { usleep(10_000) }
    #expect(served.handler.connections == 0)
  }

  @Test func `is accessible only to its user`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("s")
    let served = try Served(at: path)
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(path) == 0o600)
    #expect(served.stop())
  }

  @Test func `refuses a live socket, replaces a stale one, and leaves other files alone`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("s")
    let first = try Served(at: path)
    #expect(throws: SocketError.inUse(path: path)) { try Served(at: path) }
    #expect(first.stop())

    // The socket of a killed daemon.
    let stale = try UnixSocket.make()
    _ = try UnixSocket.withAddress(of: path) { bind(stale, $0, $1) }
    close(stale)
    let second = try Served(at: path)
    #expect(try second.exchange(request(1)).count == 1)
    #expect(second.stop())

    try directory.write("mine", to: "file")
    #expect(throws: SocketError.self) { try Served(at: directory.path("file")) }
    #expect(try String(contentsOfFile: directory.path("file"), encoding: .utf8) == "mine")
  }

  @Test func `opens no lock file through a link`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("s")
    try directory.write("mine", to: "mine")
    for target in ["mine", "absent"] {
      try FileManager.default.createSymbolicLink(atPath: path + ".lock", withDestinationPath: directory.path(target))
      let error = #expect(throws: SocketError.self) { try Served(at: path) }
      #expect(error?.description == "the lock file \(path).lock cannot be opened: it is a link, so remove it")
      try FileManager.default.removeItem(atPath: path + ".lock")
    }
    #expect(try String(contentsOfFile: directory.path("mine"), encoding: .utf8) == "mine")
    #expect(!FileManager.default.fileExists(atPath: directory.path("absent")))
    #expect(try Served(at: path).stop())
  }

  @Test func `rejects a path too long for a socket, naming the limit`() throws {
    let path = "/tmp/" + String(repeating: "x", count: 103)
    #expect(throws: SocketError.pathTooLong(path: path, length: 108, limit: 107)) { try Served(at: path) }
  }

  @Test func `answers calls in flight before it stops`() throws {
    let began = DispatchSemaphore(value: 0)
    let served = try Served { _, params in
      began.signal()
      usleep(200_000)
      return .success(JSONText(params))
    }
    let client = try SocketClient(path: served.path)
    Thread.detachNewThread { [server = served.server] in
      began.wait()
      server.stop()
    }
    #expect(try client.call("slow", ["a": 1]) == .success(["a": 1]))
    #expect(served.stop())
    #expect(throws: SocketError.self) { try SocketClient(path: served.path) }
  }

  @Test func `can be stopped again after it ended, without touching reused descriptors`() throws {
    let ended = try Served()
    #expect(ended.stop())
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    // The lowest free descriptors are used first.
    let taken = ends + (0..<16).map { _ in dup(ends[1]) }
    defer { for descriptor in taken { close(descriptor) } }
    ended.server.stop()
    var ready = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    #expect(poll(&ready, 1, 0) == 0)
  }

  @Test func `refuses connections over its limit, and keeps serving the others`() throws {
    var limits = SocketServer.Limits()
    limits.connections = 2
    let served = try Served(limits: limits)
    let clients = try (0..<2).map { _ in try SocketClient(path: served.path) }
    for client in clients { #expect(try client.call("a", [:]) == .success([:])) }
    #expect(try served.exchange(request(1)).first?.contains("-32006") == true)
    for client in clients { #expect(try client.call("a", [:]) == .success([:])) }
  }
}
