package import HomeworkAPI
package import HomeworkModel
import HomeworkSystem

/// A call in progress. It is answered once, and may be cancelled before that.
package final class Call: Sendable {
  package typealias Answer = Result<JSONText, RPCError>

  package let method: String
  package let params: JSONValue
  package let connection: ClientConnection
  let request: RPCRequest
  let begunNs = Monotonic.nowNs

  private struct State {
    var isCancelled = false
    var onCancel: [@Sendable () -> Void] = []
    /// Makes the answer; set once.
    var make: (@Sendable () -> Answer)?
    var then: (@Sendable () -> Void)?
  }

  private let state = Guarded(State())

  init(_ request: RPCRequest, of connection: ClientConnection) {
    (self.request, self.connection) = (request, connection)
    (method, params) = (try? request.content.get()) ?? ("", [:])
  }

  /// True if the client expects no answer.
  var isNotification: Bool { request.id == nil }

  /// Answers the call. Later answers are ignored.
  package func finish(_ answer: Answer) { finish { answer } }

  /// Answers the call with the result of `make`, which runs on a server thread so that the caller's is free.
  package func finish(make: @escaping @Sendable () -> Answer) {
    let isFirst = state.withLock { state in
      guard state.make == nil else { return false }
      (state.make, state.onCancel) = (make, [])
      return true
    }
    if isFirst { connection.hasFinishedCall() }
  }

  /// The answer, and the body set by `afterReply`.
  var outcome: (answer: Answer, then: (@Sendable () -> Void)?) {
    let (make, then) = state.withLock { ($0.make, $0.then) }
    guard let make else { preconditionFailure("\(method) is replied to before it is answered") }
    return (make(), then)
  }

  /// Calls `body` when the answer is queued, before anything else on this connection. Call it before `finish`.
  func afterReply(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.then = body } }

  /// True if the call was cancelled or has exceeded its time limit.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Calls `body` when the call is cancelled, or immediately if it already is, after all earlier bodies.
  package func onCancel(_ body: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      if state.make == nil { state.onCancel.append(body) }
      return state.isCancelled
    }
    if isCancelled { body() }
  }

  func cancel() {
    let onCancel = state.withLock { state in
      state.isCancelled = true
      return state.onCancel
    }
    for body in onCancel { body() }
  }
}

/// Handles a server's calls.
package protocol CallHandler: Sendable {
  /// Returns whether calls of this method may begin while earlier ones are in progress. They take effect in order.
  func isPipelined(_ method: String, _ params: JSONValue) -> Bool
  /// Returns the time limit for such a call, in milliseconds, after which it is cancelled.
  func timeLimitMs(of method: String) -> Int
  /// Begins a call, which finishes now or later, on any thread. Does not block for long.
  func begin(_ call: Call)
  /// Called when a connection is gone.
  func closed(_ connection: ClientConnection)
}
