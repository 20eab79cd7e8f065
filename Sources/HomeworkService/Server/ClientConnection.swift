import HomeworkAPI
import HomeworkModel
import HomeworkSystem

/// One connected client: how its lines become replies, in their order.
///
/// A thread of the server reads some of the input (`read`) and then takes one turn (`takeTurn`): it parses the next
/// line, begins its call, replies when that is answered, and so on, until there is no more to do or the turn is over.
/// Then the connection stands in line behind the others. Consecutive writes are begun together; any other call begins
/// alone, once all before it are answered. While too much waits to be begun or to be sent, nothing more is read.
package final class ClientConnection: Sendable {
  /// The number of the connection in its server, from 1.
  package let id: UInt64
  let descriptor: Int32
  let limits: SocketServer.Limits
  private let server: SocketServer
  let state: Guarded<State>

  /// How long a turn lasts: other connections wait so long for each that has more to do.
  private static let turnNs: UInt64 = 250_000
  /// The bytes of replies after which a turn is over.
  private static let turnBytes = 65_536
  /// The maximum number of writes that are begun together.
  private static let mostTogether = 64
  /// Bytes that wait, to be begun or to be sent, above which nothing more is read, and nothing begun.
  fileprivate static let mostWaiting = 1 << 20

  struct State {
    // Input
    var framer: LineFramer
    var lines: ArraySlice<[UInt8]> = []
    var lineBytes = 0
    /// Ids of requests that were taken back before they were read, until nothing waits, and the bytes that said so.
    var takenBack: Set<JSONValue> = [], takenBackBytes = 0
    /// What is wrong with the input: the reply after those to all lines before.
    var refusal: RPCError?
    var hasEnded = false
    var unfinishedSinceNs: UInt64?

    // Calls
    /// Of the line at hand, not begun.
    var requests: ArraySlice<RPCRequest> = []
    /// Begun and not replied to, in order, and how many of them are not answered.
    var calls: [Call] = [], open = 0
    /// Whether a thread is at it.
    var isServed = false
    /// Whether it stands in line for its turn.
    var isInLine = false

    // Output
    /// Replies of the batch at hand.
    var batch: [[UInt8]]?, batchBytes = 0
    var output = OutputBuffer()
    /// Said after the replies to what was begun; then it closes.
    var lastWord: [UInt8]?
    /// What of its socket the threads are told of; `nil` after they were.
    var watched: Epoll.Interest? = .input
    /// The bytes that are counted in the totals of all connections.
    var counted = (input: 0, output: 0)
    /// Whether the client no longer reads: nothing more is begun.
    var isGone = false
    var isClosed = false

    var waitingBytes: Int { lineBytes + takenBackBytes }
    var inputBytes: Int { framer.unfinished + waitingBytes }
    var outputBytes: Int { output.count + batchBytes }
  }

  init(id: UInt64, descriptor: Int32, limits: SocketServer.Limits, server: SocketServer) {
    (self.id, self.descriptor, self.limits, self.server) = (id, descriptor, limits, server)
    state = Guarded(State(framer: LineFramer(limit: limits.message)))
  }

  /// Whether the client has disconnected.
  package var isClosed: Bool { state.withLock { $0.isClosed } }
}

// MARK: From bytes to lines

extension ClientConnection {
  /// Does what there is to do, on this thread, for one turn.
  ///
  /// - Parameter event: what there is of its socket; `nil` if it stood in line.
  func serve(_ event: Epoll.Interest?, into buffer: UnsafeMutableRawBufferPointer) {
    var cancelled: [Call] = []
    let isMine = state.withLock { state in
      guard !state.isClosed else { return false }
      if event == nil { state.isInLine = false } else { state.watched = nil }
      if let event, !event.isDisjoint(with: .hangUp) {
        state.leave()
      } else if event?.contains(.input) == true, state.wantsInput {
        cancelled = read(into: buffer, &state)
      }
      if state.isGone { cancelled = state.calls.filter { !$0.isNotification } }
      let isMine = !state.isServed && !state.isInLine
      if isMine { state.isServed = true } else { settle(&state) }
      return isMine
    }
    for call in cancelled { call.cancel() }
    guard isMine else { return }
    takeTurn()
    state.withLock { state in
      state.isServed = false
      settle(&state)
    }
  }

  /// Reads once, and returns the calls that the client takes back.
  private func read(into buffer: UnsafeMutableRawBufferPointer, _ state: inout State) -> [Call] {
    var cancelled: [Call] = []
    let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
    if count < 0, [EINTR, EAGAIN].contains(errno) { return [] }
    if count > 0 {
      for line in state.framer.take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) {
        if let id = RPCRequest.cancelled(by: line) {
          cancelled += state.takeBack(id, line.count)
        } else {
          state.add(line)
        }
      }
    } else {
      // A last line without LF counts.
      state.hasEnded = true
      if let line = state.framer.finish() { state.add(line) }
    }
    if state.framer.isOverLimit {
      state.refuse(RPCError(.tooLarge, "the line is longer than \(limits.message) bytes: send less at once"))
    }
    state.unfinishedSinceNs = state.framer.unfinished == 0 ? nil : state.unfinishedSinceNs ?? Monotonic.nowNs
    self.count(&state)
    // What others have sent is not held against those that send little.
    if server.inputBytes > limits.input, state.inputBytes > limits.inputShare {
      state.dropInput()
      state.refuse(
        RPCError(.busy, "too many bytes are waiting to be processed on all connections: try again later"))
    }
    return cancelled
  }
}

// MARK: From lines to replies

extension ClientConnection {
  /// Replies to what is answered and begins what comes next, until there is nothing to do or the turn is over.
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

  /// The next call, or consecutive writes.
  private func nextCalls() -> [Call] {
    var calls: [Call] = []
    while calls.count < Self.mostTogether, let request = nextRequest() {
      let isWrite =
        if case .success(let (method, params)) = request.content { server.handler.isPipelined(method, params) } else {
          true
        }
      guard calls.isEmpty || isWrite else { break }
      state.withLock { state in
        // The client may be gone by now, and with it what it has asked for.
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

  /// The next request, which stays where it is, parsed from the next line if there is none left of the former.
  private func nextRequest() -> RPCRequest? {
    let (line, refusal) = state.withLock { state -> ([UInt8]?, RPCError?) in
      guard state.requests.isEmpty, !state.isGone else { return (nil, nil) }
      if let line = state.lines.popFirst() {
        state.lineBytes -= line.count
        return (line, nil)
      }
      state.forgetTakenBack()
      defer { state.refusal = nil }
      return (nil, state.refusal)
    }
    let parsed = line.map(RPCRequest.all) ?? refusal.map { [RPCRequest(refused: $0)] } ?? []
    return state.withLock { state in
      if !parsed.isEmpty, !state.isGone { state.requests = parsed[...] }
      guard let request = state.requests.first else { return nil }
      guard let id = request.id, state.takenBack.remove(id) != nil else { return request }
      return request.refused(.takenBack)
    }
  }

  /// One call is answered, on any thread.
  func hasFinishedCall() {
    state.withLock { state in
      state.open -= 1
      if state.open == 0 { settle(&state) }
    }
  }

  /// Queues the reply to a call that is answered.
  private func reply(to call: Call) {
    let (answer, then) = call.outcome
    var bytes = call.request.id.map { RPCError.reply(to: $0, answer) }
    if let id = call.request.id, let count = bytes?.count, count > limits.outputShare,
      server.outputBytes > limits.output
    {
      bytes = RPCError.reply(to: id, .failure(.tooMuchUnread))
    }
    // Before it is sent: whoever has the answer finds it counted.
    if case .success = call.request.content { server.statistics.count(call, answer, server.log) }
    state.withLock { state in
      state.queue(bytes, call.request.place)
      count(&state)
    }
    then?()
  }
}

extension ClientConnection.State {
  /// Whether a turn would do something.
  fileprivate var canGoOn: Bool {
    guard !isClosed, !isGone else { return false }
    guard calls.isEmpty else { return open == 0 }
    // The rest of a batch makes way for what is answered of it.
    guard outputBytes < ClientConnection.mostWaiting || batch != nil else { return false }
    return !requests.isEmpty || !lines.isEmpty || refusal != nil
  }

  /// Whether it is over once what is in flight is.
  fileprivate var isDone: Bool {
    if isGone { return open == 0 }
    return hasEnded && refusal == nil && lines.isEmpty && requests.isEmpty && calls.isEmpty && output.count == 0
  }

  fileprivate var wantsInput: Bool {
    !hasEnded && max(waitingBytes, outputBytes) <= ClientConnection.mostWaiting
  }

  fileprivate mutating func add(_ line: [UInt8]) {
    lines.append(line)
    lineBytes += line.count
  }

  /// Returns the calls to cancel; a request that waits is answered when it is its turn.
  ///
  /// - Parameter bytes: of the line that says so: they count as waiting, so that nobody fills the memory with ids.
  fileprivate mutating func takeBack(_ id: JSONValue, _ bytes: Int) -> [Call] {
    let begun = calls.filter { $0.request.id == id }
    if begun.isEmpty, !lines.isEmpty || !requests.isEmpty, takenBack.insert(id).inserted { takenBackBytes += bytes }
    return begun
  }

  fileprivate mutating func forgetTakenBack() { (takenBack, takenBackBytes) = ([], 0) }

  /// Reads no more, and says why after the replies to what came before.
  fileprivate mutating func refuse(_ error: RPCError) { (refusal, hasEnded) = (error, true) }

  mutating func dropInput() {
    forgetTakenBack()
    _ = framer.finish()
    (lines, lineBytes, refusal, hasEnded) = ([], 0, nil, true)
  }

  /// The client is gone: what is not begun never is.
  fileprivate mutating func leave() {
    isGone = true
    dropInput()
    output.empty()
    (requests, batch, batchBytes) = ([], nil, 0)
  }

  /// Replies are queued in the order of their requests, and those of a batch when they are all there.
  fileprivate mutating func queue(_ reply: [UInt8]?, _ place: RPCRequest.Place) {
    guard !isGone else { return }
    guard place != .alone else { return reply.map { output.append($0) } ?? () }
    batch = (batch ?? []) + (reply.map { [$0] } ?? [])
    batchBytes += reply?.count ?? 0
    guard place == .lastOfBatch, let replies = batch else { return }
    if !replies.isEmpty {
      output.append([UInt8(ascii: "[")] + replies.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")])
    }
    (batch, batchBytes) = (nil, 0)
  }
}

// MARK: What follows from a change

extension ClientConnection {
  /// Sends what can be sent, closes if all is done, and otherwise says what it waits for. If a thread serves it, that
  /// thread does this at the end of the turn.
  func settle(_ state: inout State) {
    guard !state.isClosed, !state.isServed else { return }
    if let word = state.lastWord, state.calls.isEmpty {
      state.output.append(word)
      state.lastWord = nil
    }
    let isGone = !state.output.send(to: descriptor)
    if isGone { state.leave() }
    count(&state)
    if state.isDone { return shut(&state) }
    // Who is gone is in line once more, to have its calls cancelled.
    if state.canGoOn || isGone, !state.isInLine {
      state.isInLine = true
      server.putInLine(self)
    }
    var interest: Epoll.Interest = state.wantsInput ? .input : []
    if state.output.count > 0 { interest.insert(.output) }
    // A client that is gone is reported again and again.
    guard interest != state.watched, !state.isGone else { return }
    state.watched = interest
    if !server.watch(self, interest) { shut(&state) }
  }

  /// Counts what waits against all connections together.
  private func count(_ state: inout State) {
    let (input, output) = (state.inputBytes, state.outputBytes)
    server.count(input: input - state.counted.input, output: output - state.counted.output)
    state.counted = (input, output)
  }

  private func shut(_ state: inout State) {
    guard !state.isClosed else { return }
    state.leave()
    state.isClosed = true
    count(&state)
    server.hasClosed(self)
    close(descriptor)
  }

  /// Looks at what time does: an unfinished line, a call that takes too long, a reply that nobody takes.
  func sweep(nowNs: UInt64) {
    let late = state.withLock { state -> [Call] in
      guard !state.isClosed else { return [] }
      let patienceNs = UInt64(limits.unfinishedLineMs) * 1_000_000
      if let since = state.unfinishedSinceNs, !state.hasEnded, nowNs > since + patienceNs {
        state.dropInput()
        state.refuse(
          RPCError(.invalidRequest, "the line was not finished within \(limits.unfinishedLineMs / 1000) s"))
        settle(&state)
      }
      let isInTheWay =
        state.hasEnded || state.outputBytes > Self.mostWaiting || server.outputBytes > limits.output / 2
      if isInTheWay, state.output.isStuck(nowNs: nowNs, forMs: limits.unreadMs) {
        server.log.write(.warning, "replies not read connection=\(id) bytes=\(state.output.count)")
        shut(&state)
      }
      return state.calls.filter { nowNs > $0.begunNs + UInt64(server.handler.timeLimitMs(of: $0.method)) * 1_000_000 }
    }
    for call in late where !call.isCancelled {
      server.log.write(.warning, "time limit connection=\(id) method=\(call.method)")
      call.cancel()
    }
  }

  /// Begins no more; what is in flight is answered, and then it closes.
  func drain() {
    state.withLock { state in
      state.dropInput()
      state.requests = state.requests.map { $0.refused(.stopping) }[...]
      settle(&state)
    }
  }

  /// Ends it whatever is in flight.
  func abandon() {
    let left = state.withLock { state -> [Call] in
      shut(&state)
      return state.calls
    }
    for call in left { call.cancel() }
  }
}

extension RPCError {
  fileprivate static let tooMuchUnread = RPCError(
    .busy,
    "too many replies are waiting to be read on all connections: repeat the call later, a write with its requestId")
  fileprivate static let takenBack = RPCError(.cancelled, "cancelled by the client")
  fileprivate static let stopping = RPCError(.busy, "the daemon is stopping: try again later")
}
