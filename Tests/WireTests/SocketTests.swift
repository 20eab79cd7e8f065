import Foundation
import TestKit
import Testing

@testable import Wire

@Suite struct `A socket server` {
  private func serve(
    at path: String, limits: SocketServer.Limits = SocketServer.Limits(),
    handler: @escaping Dispatcher.Handler = { _, params in .success(params) }
  ) throws -> (SocketServer, stopped: DispatchSemaphore) {
    let server = try SocketServer(path: path, limits: limits, log: ServerLog(level: .error), handler: handler)
    let stopped = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      server.run()
      stopped.signal()
    }
    return (server, stopped)
  }

  /// Sends `text`, closes the sending half, and reads to the end: what `nc -N -U` does.
  private func exchange(_ text: String, at path: String) throws -> [String] {
    let socket = try UnixSocket.make()
    defer { close(socket) }
    _ = try UnixSocket.withAddress(of: path) { connect(socket, $0, $1) }
    _ = UnixSocket.write(Data(text.utf8), to: socket)
    shutdown(socket, Int32(SHUT_WR))
    var bytes: [UInt8] = []
    while let part = UnixSocket.read(from: socket, timeoutMs: 10_000), !part.isEmpty { bytes += part }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func request(_ id: Int) -> String { #"{"jsonrpc":"2.0","id":\#(id),"method":"echo"}"# }

  @Test func `answers in order, also a client that has closed its sending half, and a last line without its end`()
    throws
  {
    let directory = try TemporaryDirectory()
    let (server, stopped) = try serve(at: directory.path("s"))
    let text = (1...50).map(request).joined(separator: "\n")
    let replies = try exchange(text, at: directory.path("s"))
    #expect(replies == (1...50).map { #"{"id":\#($0),"jsonrpc":"2.0","result":{}}"# })
    server.stop()
    #expect(stopped.wait(timeout: .now() + 5) == .success)
    #expect(!FileManager.default.fileExists(atPath: directory.path("s")))
  }

  @Test func `keeps a connection after bad JSON, and closes it after a line that is too long`() throws {
    let directory = try TemporaryDirectory()
    var limits = SocketServer.Limits()
    limits.message = 1000
    let (server, _) = try serve(at: directory.path("s"), limits: limits)
    defer { server.stop() }
    let replies = try exchange("{\n" + request(1) + "\n" + String(repeating: "x", count: 2000), at: directory.path("s"))
    #expect(replies.count == 3)
    #expect(replies.first?.contains("-32700") == true)
    #expect(replies.dropFirst().first?.contains("\"result\"") == true)
    #expect(replies.last?.contains("-32005") == true)
    #expect(try exchange(request(2), at: directory.path("s")).count == 1)
  }

  @Test func `is for its user alone`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("sub/s")
    let (server, _) = try serve(at: path)
    defer { server.stop() }
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(path) == 0o600)
    #expect(try mode(directory.path("sub")) == 0o700)
  }

  @Test func `refuses a live socket, replaces a stale one, and leaves other files alone`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("s")
    let (server, stopped) = try serve(at: path)
    #expect(throws: SocketError.inUse(path: path)) { try serve(at: path) }
    server.stop()
    #expect(stopped.wait(timeout: .now() + 5) == .success)

    // What a daemon that was killed leaves behind.
    let stale = try UnixSocket.make()
    _ = try UnixSocket.withAddress(of: path) { bind(stale, $0, $1) }
    close(stale)
    let (second, _) = try serve(at: path)
    #expect(try exchange(request(1), at: path).count == 1)
    second.stop()

    try directory.write("mine", to: "file")
    #expect(throws: SocketError.self) { try serve(at: directory.path("file")) }
    #expect(try String(contentsOfFile: directory.path("file"), encoding: .utf8) == "mine")
  }

  @Test func `refuses a path that no socket can have, naming the limit`() throws {
    let path = "/tmp/" + String(repeating: "x", count: 103)
    #expect(throws: SocketError.pathTooLong(path: path, length: 108, limit: 107)) { try serve(at: path) }
  }

  @Test func `answers what is in flight before it ends`() throws {
    let directory = try TemporaryDirectory()
    let began = DispatchSemaphore(value: 0)
    let (server, stopped) = try serve(at: directory.path("s")) { _, params in
      began.signal()
      usleep(200_000)
      return .success(params)
    }
    let client = try SocketClient(path: directory.path("s"))
    let stopper = Thread {
      began.wait()
      server.stop()
    }
    stopper.start()
    #expect(try client.call("slow", ["a": 1]) == .success(["a": 1]))
    #expect(stopped.wait(timeout: .now() + 5) == .success)
    #expect(throws: SocketError.self) { try SocketClient(path: directory.path("s")) }
  }

  @Test func `refuses more connections than there may be, and serves the others on`() throws {
    let directory = try TemporaryDirectory()
    var limits = SocketServer.Limits()
    limits.connections = 2
    let (server, _) = try serve(at: directory.path("s"), limits: limits)
    defer { server.stop() }
    let clients = try (0..<2).map { _ in try SocketClient(path: directory.path("s")) }
    for client in clients { #expect(try client.call("a", [:]) == .success([:])) }
    #expect(try exchange(request(1), at: directory.path("s")).first?.contains("-32006") == true)
    for client in clients { #expect(try client.call("a", [:]) == .success([:])) }
  }
}
