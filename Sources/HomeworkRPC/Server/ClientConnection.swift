import HomeworkJSON
import HomeworkSystem

/// One connected client. It starts and answers the calls of a client in order.
///
/// Consecutive calls that may be pipelined start without waiting. Any other call waits until those before it are done,
/// and later ones wait for it. While too much input or output is waiting, the connection reads nothing more, so its
/// memory is bounded.
public final class ClientConnection: Sendable {
  /// The number of the connection in its server, from 1.
  public let id: UInt64
  let descriptor: Int32
  let limits: SocketServer.Limits
  let service: any ConnectionService
  let state: Guarded<State>

  /// The lines of one connection that wait for their answers, at most.
  static let mostSlots = 128
  /// Bytes that wait, to be begun or to be sent, before no more are read, and none begun.
  static let mostWaiting = 1 << 20
  /// How long its calls may be begun before it is another one's turn: others wait so long for each that has more to do.
  static let shareNs: UInt64 = 250_000
  /// The same in calls and lines, whichever is over first.
  static let shareSteps = 64

  /// A line that was begun: the answers to its requests.
  struct Slot {
    var answers: [[UInt8]?]
    var open: Int
    let isBatch: Bool
    var afterwards: [@Sendable () -> Void] = []
  }

  /// A call that is not answered yet, and the id by which its client may take it back.
  struct InFlight {
    let call: Call
    let id: JSONValue?
  }

  /// A line that waits, or what to answer where no more can be read.
  enum Waiting {
    case line([UInt8])
    case refused(RPCError)
  }

  struct State {
    var framer: LineFramer
    var lines: ArraySlice<Waiting> = []
    var lineBytes = 0
    /// There may be more to read.
    var isHeld = false
    var hasEnded = false
    var unfinishedSinceNs: UInt64?

    /// Of the line at hand, not begun.
    var requests: ArraySlice<Request> = []
    var slots: [Slot] = []
    var firstSlot = 0
    var inFlight: [Int: InFlight] = [:]
    var serial = 0
    var isExclusive = false
    /// A thread is beginning calls.
    var isRunning = false
    /// It waits for its turn to go on.
    var isInLine = false
    /// Ids of requests that were taken back before they were read, until nothing waits to be read.
    var takenBack: Set<JSONValue> = []
    /// Of the lines that took them back.
    var takenBackBytes = 0

    /// To be said once all that was begun is answered; then it closes.
    var lastWord: [UInt8]?
    var output = OutputBuffer()
    /// Of answers that wait for those to earlier lines, or for the rest of their batch.
    var answerBytes = 0
    /// Whether no call begins until output has been sent.
    var isFull = false
    /// The bytes of output that are counted in the total of all connections.
    var countedOutput = 0
    var isDraining = false
    /// Nobody reads any answer: no more is begun.
    var isGone = false
    var isClosed = false

    /// Bytes that wait to be begun.
    var waitingBytes: Int { lineBytes + takenBackBytes }
    /// Bytes that wait to be sent.
    var outputBytes: Int { output.count + answerBytes }
    /// What is counted against all connections together.
    var inputBytes: Int { framer.unfinished + waitingBytes }
  }

  /// Whether the client has disconnected.
  public var isClosed: Bool { state.withLock { $0.isClosed } }

  init(id: UInt64, descriptor: Int32, limits: SocketServer.Limits, service: any ConnectionService) {
    (self.id, self.descriptor, self.limits, self.service) = (id, descriptor, limits, service)
    state = Guarded(State(framer: LineFramer(limit: limits.message)))
  }
}

/// What all connections of a server share.
protocol ConnectionService: Sendable {
  var handler: any CallHandler { get }
  var statistics: ServerStatistics { get }
  var log: ServerLog { get }
  /// It takes its turn on a thread of the server's, after those that stand in line already.
  func putInLine(_ connection: ClientConnection)
  /// What of it the threads are told; false where that cannot be.
  func watch(_ connection: ClientConnection, _ interest: Epoll.Interest) -> Bool
  /// Bytes received and not begun, of all connections; false where there is no room for so many more.
  func account(_ bytes: Int) -> Bool
  /// Adds to the bytes that wait for clients of all connections to read them, and returns the total.
  func accountOutput(_ bytes: Int) -> Int
  func hasClosed(_ connection: ClientConnection)
}

// MARK: Input

extension ClientConnection {
  /// Takes what has come, and begins what it asks for.
  ///
  /// - Parameter isAllOfIt: to be read to its end, since nobody will tell again that there is more.
  func receive(into buffer: UnsafeMutableRawBufferPointer, isAllOfIt: Bool) {
    let cancelled = state.withLock { state -> [Call] in
      guard !state.isClosed else { return [] }
      return read(into: buffer, isAllOfIt: isAllOfIt, &state)
    }
    for call in cancelled { call.cancel() }
    run()
  }

  /// Has what has come taken in its turn.
  func receiveInTurn() {
    state.withLock { state in
      state.isHeld = true
      wake(&state)
    }
  }

  /// Goes on where its share was over, or something was waited for.
  func takeTurn(into buffer: UnsafeMutableRawBufferPointer) {
    let isHeld = state.withLock { state in
      defer { (state.isInLine, state.isHeld) = (false, false) }
      return state.isHeld
    }
    // Of what was held back nobody tells again.
    if isHeld { receive(into: buffer, isAllOfIt: true) } else { run() }
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer, isAllOfIt: Bool, _ state: inout State) -> [Call] {
    var cancelled: [Call] = []
    while !state.hasEnded {
      state.isHeld = state.waitingBytes > Self.mostWaiting || state.outputBytes > Self.mostWaiting
      guard !state.isHeld else { break }
      let before = state.inputBytes
      let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { break }
      if count <= 0 {
        // The end: a last line without LF counts.
        state.hasEnded = true
        if let line = state.framer.finish() { state.add(line) }
      } else {
        for line in state.framer.take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) {
          if let id = Request.cancelled(by: line) {
            cancelled += state.takeBack(id, line.count)
          } else {
            state.add(line)
          }
        }
        if state.framer.isOverLimit {
          state.endInput(
            with: RPCError(.tooLarge, "the line is longer than \(limits.message) bytes: send less at once"))
        }
      }
      if state.framer.unfinished == 0 {
        state.unfinishedSinceNs = nil
      } else if state.unfinishedSinceNs == nil {
        state.unfinishedSinceNs = Monotonic.nowNs
      }
      // What others have sent is not held against those that send little.
      if !service.account(state.inputBytes - before), state.inputBytes > limits.inputShare {
        state.dropInput(service)
        state.endInput(
          with: RPCError(.busy, "too many bytes are waiting to be processed on all connections: try again later"))
      }
      // What is less than there was room for was all of it.
      if count > 0, count < buffer.count, !isAllOfIt { break }
    }
    return cancelled
  }

  /// Looks at what time does: a line that is not finished, a call that takes too long, an answer that nobody takes.
  func sweep(nowNs: UInt64) {
    let late = state.withLock { state -> [Call] in
      guard !state.isClosed else { return [] }
      if let since = state.unfinishedSinceNs, !state.hasEnded,
        nowNs > since + UInt64(limits.unfinishedLineMs) * 1_000_000
      {
        state.dropInput(service)
        state.endInput(
          with: RPCError(.invalidRequest, "the line was not finished within \(limits.unfinishedLineMs / 1000) s"))
        wake(&state)
      }
      let isInTheWay =
        state.hasEnded || state.outputBytes > Self.mostWaiting || service.accountOutput(0) > limits.output / 2
      if isInTheWay || state.output.isLast, state.output.isStuck(nowNs: nowNs, forMs: limits.unreadMs) {
        service.log.write(.warning, "replies not read connection=\(id) bytes=\(state.output.count)")
        shut(&state)
      }
      return state.inFlight.values.map(\.call).filter { call in
        let limitNs = UInt64(service.handler.timeLimitMs(of: call.method)) * 1_000_000
        return nowNs > call.begunNs + limitNs
      }
    }
    for call in late where !call.isCancelled {
      service.log.write(.warning, "time limit connection=\(id) method=\(call.method)")
      call.cancel()
    }
  }

  /// The client is gone altogether, not only done with sending: nothing more of it is begun, and nobody waits for what
  /// is.
  func hangUp() {
    let waited = state.withLock { state -> [Call] in
      guard !state.isClosed else { return [] }
      state.output.isBroken = true
      send(&state)
      return state.inFlight.values.map(\.call).filter { !$0.isNotification }
    }
    for call in waited { call.cancel() }
  }

  /// No more is begun; what is in flight is answered, and then it closes.
  func drain() {
    state.withLock { state in
      state.isDraining = true
      state.dropInput(service)
      state.hasEnded = true
      for (offset, request) in zip(state.requests.indices, state.requests) {
        state.answer(request, at: offset, .failure(.stopping))
      }
      state.requests = []
    }
    run()
    flush()
  }

  /// Ends it whatever is in flight.
  func abandon() {
    let left = state.withLock { state -> [Call] in
      shut(&state)
      return state.inFlight.values.map(\.call)
    }
    for call in left { call.cancel() }
  }
}
