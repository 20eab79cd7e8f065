import HomeworkAPI
import HomeworkModel
import HomeworkSystem

/// A connected client: turns its lines into replies, in order.
///
/// A server thread reads some input (`read`) and then takes one turn (`takeTurn`): it parses the next line, begins its
/// call, replies once the call is answered, and so on, until nothing is left to do or the turn is over. Then the
/// replies are sent (`flush`), and the connection queues up behind the others. Consecutive writes begin together; any
/// other call begins alone, once all calls before it are answered. While too much input or output is queued, reading
/// stops.
package final class ClientConnection: Sendable {
  /// The connection's number within its server, from 1.
  package let id: UInt64
  let isGuest: Bool
  let descriptor: Int32
  let limits: SocketServer.Limits
  private let server: SocketServer
  let state: Guarded<State>

  /// The maximum duration of a turn, which is how long other connections wait for each busy one.
  private static let turnNs: UInt64 = 250_000
  /// The number of reply bytes after which a turn ends.
  private static let turnBytes = 65_536
  /// The maximum number of writes that begin together.
  private static let maximumTogether = 64
  /// The number of queued bytes, of input or output, above which nothing more is read or begun.
  static let maximumWaiting = 1 << 20

  /// The work left for a connection.
  enum Phase {
    case open
    /// Reads no more, and answers what it has read; at the end this error in the input, if there is one.
    case draining(RPCError?)
    /// Begins no more calls; sends this message after the replies to those that have begun.
    case ending([UInt8])
    /// The client has left: begins no more calls, and cancels those that have begun.
    case gone
    case closed
  }

  enum Turn { case none, queued, running }

  struct State {
    var phase = Phase.open
    var turn = Turn.none

    // Input
    var framer: LineFramer
    var lines: ArraySlice<[UInt8]> = []
    var lineBytes = 0
    /// The number of lines received.
    var received = 0
    /// The ids of requests cancelled before they were read, each with the number of lines before the cancellation, kept
    /// until nothing waits; and the bytes of those lines.
    var cancelled: [JSONValue: Int] = [:], cancelledBytes = 0
    var unfinishedSinceNs: UInt64?

    // Calls
    /// The requests of the current line that have not begun.
    var requests: ArraySlice<RPCRequest> = []
    /// The calls begun and not replied to, in order, and the number of those not answered.
    var calls: [Call] = [], open = 0

    // Output
    /// The replies of the current batch.
    var batch: [[UInt8]]?, batchBytes = 0
    var output = OutputBuffer()
    /// The socket events that wake a thread; `nil` once one was reported.
    var watched: Epoll.Interest? = .input
    /// Its bytes counted in the totals of all connections.
    var counted = (input: 0, output: 0)

    var waitingBytes: Int { lineBytes + cancelledBytes }
    var inputBytes: Int { framer.unfinished + waitingBytes }
    var outputBytes: Int { output.count + batchBytes }
  }

  init(id: UInt64, isGuest: Bool, descriptor: Int32, limits: SocketServer.Limits, server: SocketServer) {
    (self.id, self.isGuest, self.descriptor) = (id, isGuest, descriptor)
    (self.limits, self.server) = (limits, server)
    state = Guarded(State(framer: LineFramer(limit: limits.message)))
  }

  /// True if the client has disconnected.
  package var isClosed: Bool { state.withLock { $0.isClosed } }
}

// MARK: From bytes to lines

extension ClientConnection {
  /// Does the pending work on this thread, for one turn.
  ///
  /// - Parameter event: the socket's event; `nil` if the connection was queued for a turn.
  func serve(_ event: Epoll.Interest?, into buffer: UnsafeMutableRawBufferPointer) {
    var cancelled: [Call] = []
    let isMine = state.withLock { state in
      guard !state.isClosed else { return false }
      if event == nil { state.turn = .none } else { state.watched = nil }
      if let event, !event.isDisjoint(with: .hangUp) {
        state.disconnect()
      } else if event?.contains(.input) == true, state.wantsInput {
        cancelled = read(into: buffer, &state)
      }
      if state.isGone { cancelled = state.calls.filter { !$0.isNotification } }
      guard state.turn == .none else {
        flush(&state)
        return false
      }
      state.turn = .running
      return true
    }
    for call in cancelled { call.cancel() }
    guard isMine else { return }
    takeTurn()
    state.withLock { state in
      state.turn = .none
      flush(&state)
    }
  }

  /// Reads once, and returns the calls that the client cancels.
  private func read(into buffer: UnsafeMutableRawBufferPointer, _ state: inout State) -> [Call] {
    var cancelled: [Call] = []
    let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
    if count < 0, [EINTR, EAGAIN].contains(errno) { return [] }
    // A last line without a line feed counts.
    let lines =
      count > 0
      ? state.framer.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      : [state.framer.finish()].compactMap(\.self)
    for line in lines {
      if let id = RPCRequest.cancelled(by: line) {
        cancelled += state.cancel(id, line.count)
      } else {
        state.lines.append(line)
        (state.received, state.lineBytes) = (state.received + 1, state.lineBytes + line.count)
      }
    }
    if count <= 0 { state.stopReading(.draining(nil)) }
    if state.framer.isOverLimit {
      state.stopReading(
        .draining(RPCError(.tooLarge, "the line is longer than \(limits.message) bytes: send less at once")))
    }
    state.unfinishedSinceNs = state.framer.unfinished == 0 ? nil : state.unfinishedSinceNs ?? Monotonic.nowNs
    self.count(&state)
    // Connections with little input are not refused because of what others have sent.
    if server.inputBytes > limits.input, state.inputBytes > limits.inputShare {
      state.dropInput()
      state.stopReading(
        .draining(RPCError(.busy, "too many bytes are waiting to be processed on all connections: try again later")))
    }
    return cancelled
  }
}

// MARK: From lines to replies

extension ClientConnection {
  /// Replies to answered calls and begins the next ones, until nothing is left to do or the turn is over.
  private func takeTurn() {
    let endNs = Monotonic.nowNs + Self.turnNs
    repeat {
      let answered = state.withLock { state -> [Call]? in
        guard state.canGoOn else { return nil }
        defer { state.calls = [] }
        return state.calls
      }
      guard let answered else { return }
      guard answered.isEmpty else {
        for call in answered { reply(to: call) }
        continue
      }
      for call in nextCalls() {
        if case .failure(let error) = call.request.content {
          call.finish(.failure(error))
        } else {
          server.handler.begin(call)
        }
      }
    } while Monotonic.nowNs < endNs && state.withLock { $0.outputBytes < Self.turnBytes }
  }

  /// Returns the next call, or consecutive writes.
  private func nextCalls() -> [Call] {
    var calls: [Call] = []
    while calls.count < Self.maximumTogether, let request = nextRequest() {
      let isWrite =
        if case .success(let (method, params)) = request.content { server.handler.isPipelined(method, params) } else {
          true
        }
      guard calls.isEmpty || isWrite else { break }
      state.withLock { state in
        // The client, and its requests with it, may be gone by now.
        if !state.requests.isEmpty { state.requests.removeFirst() }
      }
      calls.append(Call(request, of: self))
      guard isWrite else { break }
    }
    return state.withLock { state in
      guard !state.isGone else { return [] }
      (state.calls, state.open) = (calls, calls.count)
      return calls
    }
  }

  /// Returns the next request without removing it; parses the next line if the previous one has none left.
  private func nextRequest() -> RPCRequest? {
    let (line, refusal) = state.withLock { state -> ([UInt8]?, RPCError?) in
      guard state.requests.isEmpty, !state.isGone else { return (nil, nil) }
      if let line = state.lines.popFirst() {
        state.lineBytes -= line.count
        return (line, nil)
      }
      (state.cancelled, state.cancelledBytes) = ([:], 0)
      guard case .draining(let refusal?) = state.phase else { return (nil, nil) }
      state.phase = .draining(nil)
      return (nil, refusal)
    }
    let parsed = line.map(RPCRequest.all) ?? refusal.map { [RPCRequest(refused: $0)] } ?? []
    return state.withLock { state in
      if !parsed.isEmpty, !state.isGone { state.requests = parsed[...] }
      guard let request = state.requests.first else { return nil }
      // A later request may have the same id.
      guard let id = request.id, let last = state.cancelled[id], state.received - state.lines.count <= last else {
        return request
      }
      state.cancelled[id] = nil
      return request.refused(.cancelledByClient)
    }
  }

  /// Records that a call was answered; may be called on any thread.
  func hasFinishedCall() {
    state.withLock { state in
      state.open -= 1
      if state.open == 0 { flush(&state) }
    }
  }

  /// Queues the reply to an answered call.
  private func reply(to call: Call) {
    let (answer, then) = call.outcome
    var bytes = call.request.id.map { RPCLine.reply(id: $0, answer) }
    if let id = call.request.id, let count = bytes?.count, count > limits.outputShare,
      server.outputBytes > limits.output
    {
      bytes = RPCLine.reply(id: id, .failure(.tooMuchUnread))
    }
    // Counted before it is sent, so that a client with its answer sees it in the statistics.
    if case .success = call.request.content { server.statistics.count(call, answer, server.log) }
    state.withLock { state in
      state.queue(bytes, call.request.position)
      count(&state)
    }
    then?()
  }
}

// MARK: After a change

extension ClientConnection {
  /// Sends what can be sent, then closes if all is done, or else registers the events it waits for. If a thread is
  /// serving the connection, that thread does this at the end of its turn.
  func flush(_ state: inout State) {
    guard !state.isClosed, state.turn != .running else { return }
    if case .ending(let message) = state.phase, state.calls.isEmpty {
      state.output.append(message)
      state.phase = .draining(nil)
    }
    let isGone = !state.output.send(to: descriptor)
    if isGone { state.disconnect() }
    count(&state)
    if state.isDone { return close(&state) }
    // A connection whose client is gone is queued once more, to cancel its calls.
    if state.canGoOn || isGone, state.turn == .none {
      state.turn = .queued
      server.enqueue(self)
    }
    var interest: Epoll.Interest = state.wantsInput ? .input : []
    if state.output.count > 0 { interest.insert(.output) }
    // Epoll would report a gone client again and again.
    guard interest != state.watched, !state.isGone else { return }
    state.watched = interest
    if !server.watch(self, interest) { close(&state) }
  }

  /// Adds this connection's queued bytes to the totals of all connections.
  private func count(_ state: inout State) {
    let (input, output) = (state.inputBytes, state.outputBytes)
    server.count(input: input - state.counted.input, output: output - state.counted.output)
    state.counted = (input, output)
  }

  private func close(_ state: inout State) {
    guard !state.isClosed else { return }
    state.disconnect()
    state.phase = .closed
    // Each holds this connection.
    state.calls = []
    count(&state)
    server.hasClosed(self)
    HomeworkSystem.close(descriptor)
  }

  /// Enforces time limits: on an unfinished line, a slow call, an unread reply.
  func sweep(nowNs: UInt64) {
    let late = state.withLock { state -> [Call] in
      guard !state.isClosed else { return [] }
      let late = state.calls.filter {
        nowNs > $0.begunNs + UInt64(server.handler.timeLimitMs(of: $0.method)) * 1_000_000
      }
      let patienceNs = UInt64(limits.unfinishedLineMs) * 1_000_000
      if let since = state.unfinishedSinceNs, state.isOpen, nowNs > since + patienceNs {
        state.dropInput()
        state.stopReading(
          .draining(
            RPCError(.invalidRequest, "the line was not finished within \(limits.unfinishedLineMs / 1000) s")))
        flush(&state)
      }
      let isInTheWay =
        !state.isOpen || state.outputBytes > Self.maximumWaiting || server.outputBytes > limits.output / 2
      if isInTheWay, state.output.isStuck(nowNs: nowNs, forMs: limits.unreadMs) {
        server.log.write(.warning, "replies not read connection=\(id) bytes=\(state.output.count)")
        close(&state)
      }
      return late
    }
    for call in late where !call.isCancelled {
      server.log.write(.warning, "time limit connection=\(id) method=\(call.method)")
      call.cancel()
    }
  }

  /// Begins no more calls; closes once those in flight are answered.
  func drain() {
    state.withLock { state in
      state.dropInput()
      state.stopReading(.draining(nil))
      state.requests = state.requests.map { $0.refused(.stopping) }[...]
      flush(&state)
    }
  }

  /// Closes the connection even if calls are in flight.
  func abandon() {
    let left = state.withLock { state -> [Call] in
      defer { close(&state) }
      return state.calls
    }
    for call in left { call.cancel() }
  }
}
