package import HomeworkAPI
package import HomeworkModel
import HomeworkSystem

/// A call in progress. It is answered once, and may be cancelled before.
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

  /// Whether the client waits for no answer.
  var isNotification: Bool { request.id == nil }

  /// Answers the call. Later answers are ignored.
  ///
  /// - Parameter then: called when the answer is queued, before anything else on this connection.
  package func finish(_ answer: Answer, then: (@Sendable () -> Void)? = nil) { finish(then: then) { answer } }

  /// Answers the call with what `make` returns. It is called on a thread of the server: the caller's has other things
  /// to do.
  package func finish(then: (@Sendable () -> Void)? = nil, make: @escaping @Sendable () -> Answer) {
    let isFirst = state.withLock { state in
      guard state.make == nil else { return false }
      (state.make, state.then, state.onCancel) = (make, then, [])
      return true
    }
    if isFirst { connection.hasFinishedCall() }
  }

  /// What it was answered.
  var outcome: (answer: Answer, then: (@Sendable () -> Void)?) {
    let (make, then) = state.withLock { ($0.make, $0.then) }
    guard let make else { preconditionFailure("\(method) is replied to before it is answered") }
    return (make(), then)
  }

  /// Whether the call was cancelled, or has taken too long.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Calls `body` when the call is cancelled, or at once if it already is, as all that were given before.
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

/// The handler of a server's calls.
package protocol CallHandler: Sendable {
  /// Whether calls of this method may be begun while earlier ones of their kind go on. They take effect in order.
  func isPipelined(_ method: String, _ params: JSONValue) -> Bool
  /// How long such a call may take before it is cancelled, in milliseconds.
  func timeLimitMs(of method: String) -> Int
  /// Begins a call, which is finished now or later, on any thread. It does not block for long.
  func begin(_ call: Call)
  /// A connection is gone.
  func closed(_ connection: ClientConnection)
}
