public import HomeworkJSON
import HomeworkSystem

/// A call in progress. It is answered once, and may be cancelled before.
public final class Call: Sendable {
  public typealias Answer = Result<JSONText, RPCError>

  public let method: String
  public let params: JSONValue
  public let connection: ClientConnection
  /// Whether the client waits for no answer.
  public let isNotification: Bool

  private struct State {
    var isCancelled = false
    var onCancel: (@Sendable () -> Void)?
    var finish: Finish?
  }

  typealias Finish = @Sendable (Call, Answer, (@Sendable () -> Void)?) -> Void

  let begunNs = Monotonic.nowNs
  private let state: Guarded<State>

  init(
    _ method: String, _ params: JSONValue, of connection: ClientConnection, isNotification: Bool,
    finish: @escaping Finish
  ) {
    (self.method, self.params, self.connection, self.isNotification) = (method, params, connection, isNotification)
    state = Guarded(State(finish: finish))
  }

  /// Answers the call. Later answers are ignored.
  ///
  /// - Parameter then: called when the answer is queued, before anything else on this connection.
  public func finish(_ answer: Answer, then: (@Sendable () -> Void)? = nil) {
    let finish = state.withLock { state in
      defer { (state.finish, state.onCancel) = (nil, nil) }
      return state.finish
    }
    finish?(self, answer, then)
  }

  /// Whether the call was cancelled, or has taken too long.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Calls `body` when the call is cancelled, or at once if it already is.
  public func onCancel(_ body: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      if state.finish != nil { state.onCancel = body }
      return state.isCancelled
    }
    if isCancelled { body() }
  }

  func cancel() {
    let onCancel = state.withLock { state in
      state.isCancelled = true
      return state.onCancel
    }
    onCancel?()
  }
}

/// The handler of a server's calls.
public protocol CallHandler: Sendable {
  /// Whether calls of this method may be begun while earlier ones of their kind go on. They take effect in order.
  func isPipelined(_ method: String, _ params: JSONValue) -> Bool
  /// How long such a call may take before it is cancelled, in milliseconds.
  func timeLimitMs(of method: String) -> Int
  /// Begins a call, which is finished now or later, on any thread. It does not block for long.
  func begin(_ call: Call)
  /// Called on the thread that has begun calls, when there is no more to begin at this moment. It may block.
  func endRound()
  /// A connection is gone.
  func closed(_ connection: ClientConnection)
}
