import HomeworkModel
import HomeworkSystem

/// A client of a daemon, with typed calls.
///
/// Each method is called by its typed signature. If the connection is lost, the client reconnects and repeats
/// unanswered calls. Writes carry a request id, so each is done only once.
///
///     let daemon = try DaemonClient(socket: "/run/user/1000/hwdb/hwdb.sock")
///     let page = try await daemon.call(Methods.homeworkList, ListHomeworkParams { $0.status = .started })
///     let id = page.items[0].id.text
///     let attempt = try await daemon.call(Methods.attemptStart, StartAttemptParams { $0.homeworkId = id })
public final class DaemonClient: Sendable {
  struct State {
    var descriptor: Int32?
    /// The number of the connection, so that the end of a former one is not confused with this one.
    var connection = 0
    var lastId: Int64 = 0
    /// The calls without an answer, by their ids.
    var waiting: [Int64: Waiting] = [:]
    var events: [Int: EventSubscription] = [:]
    var cues: [Int: AsyncStream<CueNotification>.Continuation] = [:]
    var lastSubscription = 0
    /// Why the daemon refused the connection, if it did.
    var refusal: RPCError?
    var isClosed = false

    /// The error of a call that the end of the connection cuts off.
    var loss: DaemonError { refusal.map(DaemonError.refused) ?? .unreachable(.closed) }
  }

  /// A call without an answer.
  struct Waiting {
    let line: [UInt8]
    /// True if the call can be repeated on another connection.
    let isRepeatable: Bool
    let finish: @Sendable (Result<JSONValue, DaemonError>) -> Void
  }

  let path: String
  let patience: Duration
  let state = Guarded(State())
  /// Sends lines in order on its own queue, so that a slow daemon does not keep the client from reading.
  let writing = DispatchQueue(label: "hwdb.client")

  /// Connects to the daemon at a socket.
  ///
  /// - Parameters:
  ///   - socket: the path of the socket.
  ///   - patience: how long to try to reconnect after a connection is lost; `.zero` disables it.
  /// - Throws: `DaemonError` if no daemon answers at the socket now.
  public init(socket: String, patience: Duration = .seconds(30)) throws(SocketError) {
    (path, self.patience) = (socket, patience)
    let descriptor = try UnixSocket.connected(to: socket)
    state.withLock { begin(descriptor, &$0) }
  }

  deinit {
    close()
  }

  /// Calls a method.
  ///
  ///     let homework = try await daemon.call(Methods.homeworkGet, "3f2a91bc")
  ///
  /// - Parameter learner: the learner whom it concerns, by name or id; the default learner if `nil`.
  public func call<P, R>(
    _ method: RPCMethod<P, R>, _ parameters: P, as learner: String? = nil
  ) async throws(DaemonError) -> R {
    let result = await withCheckedContinuation { continuation in
      begin(method, parameters, learner) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Calls a method without parameters.
  public func call<R>(_ method: RPCMethod<Void, R>) async throws(DaemonError) -> R { try await call(method, ()) }

  /// Calls a method and blocks the thread until the answer arrives, for programs without Swift concurrency. Fails after
  /// ten seconds without an answer to this or to a ping.
  public func callBlocking<P, R>(
    _ method: RPCMethod<P, R>, _ parameters: P, as learner: String? = nil
  ) throws(DaemonError) -> R {
    let answered = DispatchSemaphore(value: 0)
    let result = Guarded<Result<R, DaemonError>?>(nil)
    begin(method, parameters, learner) { answer in
      result.withLock { $0 = answer }
      answered.signal()
    }
    while answered.wait(timeout: .now() + .seconds(Self.silentSeconds)) == .timedOut {
      do throws(SocketError) {
        if try UnixSocket.isSilent(path, forSeconds: Self.silentSeconds) { throw .silent(path: path) }
      } catch {
        throw .unreachable(error)
      }
    }
    guard let answer = result.withLock({ $0 }) else { preconditionFailure("an answer was signalled and is missing") }
    return try answer.get()
  }

  private static let silentSeconds = 5

  /// Closes the connection. Its sessions end, and unanswered calls fail.
  public func close() {
    state.withLock { state in
      if let descriptor = state.descriptor { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
    end(.closed, throwing: nil)
  }

  /// Ends everything: waiting calls fail, and streams finish with the reason.
  func end(_ error: SocketError, throwing failure: DaemonError?) {
    let left = state.withLock { state in
      defer { (state.waiting, state.cues, state.events, state.isClosed) = ([:], [:], [:], true) }
      return state
    }
    // Outside of the lock, because a callback may call again.
    for waiting in left.waiting.values { waiting.finish(.failure(failure ?? .unreachable(error))) }
    for subscription in left.events.values { subscription.continuation.finish(throwing: failure) }
    for cues in left.cues.values { cues.finish() }
  }

  private func begin<P, R>(
    _ method: RPCMethod<P, R>, _ parameters: P, _ learner: String?,
    _ finish: @escaping @Sendable (Result<R, DaemonError>) -> Void
  ) {
    var params = method.params(parameters, as: learner)
    if method.description.serving == .write { params = params.with("requestId", Self.newRequestId()) }
    // Sessions and subscriptions belong to their connection, and end with it.
    let isRepeatable = !method.name.hasPrefix("session.")
    send(method.name, params, isRepeatable: isRepeatable) { answer in
      finish(
        answer.flatMap { json in
          do { return .success(try method.result.read(json)) } catch {
            return .failure(
              .unreachable(.failed("the answer to \(method.name) cannot be read", reason: "\(error)")))
          }
        })
    }
  }

  private static func newRequestId() -> String {
    let now = Int64(time(nil)) * 1000
    return Identifier<DaemonClient>(atMs: now, random: (.random(in: 0...(.max)), .random(in: 0...(.max)))).text
  }

  /// Sends a call, and calls `finish` once with its answer.
  func send(
    _ method: String, _ params: JSONText, isRepeatable: Bool,
    _ finish: @escaping @Sendable (Result<JSONValue, DaemonError>) -> Void
  ) {
    let isSent = state.withLock { state in
      guard !state.isClosed else { return false }
      state.lastId += 1
      let line = RPCLine.request(id: state.lastId, method, params) + [UInt8(ascii: "\n")]
      state.waiting[state.lastId] = Waiting(line: line, isRepeatable: isRepeatable, finish: finish)
      // If this fails, the reading thread notices the end, and the line is sent on the next connection.
      if let descriptor = state.descriptor { write(line, to: descriptor) }
      return true
    }
    if !isSent { finish(.failure(state.withLock { $0.loss })) }
  }

  func write(_ line: [UInt8], to descriptor: Int32) {
    writing.async { _ = UnixSocket.write(line, to: descriptor) }
  }
}

/// Why a call failed.
public enum DaemonError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The daemon refused the call, with an error of the protocol.
  case refused(RPCError)
  /// The connection was lost and could not be restored in time. A write may have happened: read what it would have
  /// changed.
  case unreachable(SocketError)

  public var description: String {
    switch self {
    case .refused(let error): error.message
    case .unreachable(let error): error.description
    }
  }
}
