import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkSystem
import HomeworkTestKit

/// Answers each call with a function's result, at once or on a separate thread.
final class Answering: CallHandler {
  private let answer: @Sendable (String, JSONValue) -> Call.Answer

  init(_ answer: @escaping @Sendable (String, JSONValue) -> Call.Answer) {
    self.answer = answer
  }

  private struct Caller { weak var connection: ClientConnection? }
  private let callers = Guarded<[UInt64: Caller]>([:])
  /// The number of connections in memory, of those that have sent a call.
  var connections: Int { callers.withLock { $0.values.count { $0.connection != nil } } }

  private let cancelledCalls = Guarded<[String]>([])
  /// The methods of cancelled calls, in order of cancellation.
  var cancelled: [String] { cancelledCalls.withLock { $0 } }

  func isPipelined(_ method: String, _ params: JSONValue) -> Bool { method.hasPrefix("write") }

  func timeLimitMs(of method: String) -> Int { method == "late" ? 10 : 60_000 }

  func begin(_ call: Call) {
    callers.withLock { $0[call.connection.id] = Caller(connection: call.connection) }
    guard method(call, isOneOf: ["slow", "late", "write"]) else { return call.finish(answer(call.method, call.params)) }
    call.onCancel { [self] in
      cancelledCalls.withLock { $0.append(call.method) }
      call.finish(.failure(RPCError(.cancelled, "taken back")))
    }
    // The cancellation handler and the answering thread may come in either order.
    call.onCancel {}
    Thread.detachNewThread { [answer] in call.finish(answer(call.method, call.params)) }
  }

  func closed(_ connection: ClientConnection) {}

  private func method(_ call: Call, isOneOf beginnings: [String]) -> Bool {
    beginnings.contains { call.method.hasPrefix($0) }
  }
}

/// A server on its own socket.
final class Served {
  let path: String
  let server: SocketServer
  let handler: Answering
  private let directory = TemporaryDirectory()
  private let stopped = DispatchSemaphore(value: 0)

  /// - Parameter path: the socket's path; in a new directory by default.
  init(
    at path: String? = nil, limits: SocketServer.Limits = SocketServer.Limits(),
    answer: @escaping @Sendable (String, JSONValue) -> Call.Answer = { _, params in .success(JSONText(params)) }
  ) throws {
    self.path = path ?? directory.path("s")
    handler = Answering(answer)
    server = try SocketServer(
      path: self.path, limits: limits, log: ServerLog(level: .error), handler: handler)
    let (server, stopped) = (server, stopped)
    Thread.detachNewThread {
      server.run()
      stopped.signal()
    }
  }

  deinit { _ = stop() }

  /// Stops the server; returns false if it does not end within ten seconds.
  func stop() -> Bool {
    server.stop()
    defer { stopped.signal() }
    return stopped.wait(timeout: .now() + 10) == .success
  }

  /// Sends `bytes`, closes the sending half, and reads to the end, like `nc -N -U`.
  func exchange(_ bytes: some Sequence<UInt8>) throws -> [String] {
    let line = try Line(to: path)
    line.send(bytes)
    line.endSending()
    return line.readToEnd()
  }

  func exchange(_ text: String) throws -> [String] { try exchange(text.utf8) }
}

func request(_ id: Int, _ method: String = "echo") -> String { #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"}"# }
