internal import CHomeworkLinux
package import HomeworkAPI
import HomeworkModel
import HomeworkSystem
import Synchronization

/// Serves JSON-RPC lines on a Unix socket: many connections on a few threads.
///
/// The threads wait together (epoll) for connections with events, and serve one connection at a time for one turn. A
/// connection with more to do, or whose calls were answered on other threads, queues for its next turn. Queued
/// connections wake the event loop through an eventfd, so new requests and queued connections take turns.
package final class SocketServer: Sendable {
  /// The maximum number of requests in a batch.
  package static let largestBatch = RPCRequest.largestBatch

  package let statistics = ServerStatistics()
  let handler: any CallHandler
  let log: ServerLog

  private struct State {
    var connections: [UInt64: ClientConnection] = [:]
    var lastId: UInt64 = 0
    /// The number of connections that came by another way than the socket, which has its own limit.
    var guests = 0
    var queue: ArraySlice<ClientConnection> = []
    /// True while the listener is paused until descriptors or memory are free.
    var isOutOfDescriptors = false
    /// True while connections are refused because all are in use.
    var isFull = false
    var isStopping = false
    var hasEnded = false
  }

  /// The number of threads: even if one waits for the disk, one per processor is left, up to four in all.
  package static let threads = min(4, Surroundings.processors + 1)
  /// The tokens other than connections, which count from 1.
  private static let wakeToken: UInt64 = .max
  private static let listenerToken: UInt64 = 0

  private let listening: ListeningSocket
  let limits: Limits
  private let epoll: Epoll
  /// An eventfd(2): readable while connections are queued, and at the end.
  private let wakeDescriptor: Int32
  /// Signalled for the first connection, when the listener is paused, and to stop.
  private let sweep = DispatchSemaphore(value: 0)
  /// Signalled when the last connection closes during a stop.
  private let isEmpty = DispatchSemaphore(value: 0)
  private let state = Guarded(State())
  private let input = Atomic(0)
  private let output = Atomic(0)

  /// Takes the lock beside the socket, and creates the socket with mode 0600; creates its directory with mode 0700 if
  /// it does not exist.
  ///
  /// - Parameter inherited: a socket from a service manager that already listens at `path`; it is left in place at the
  ///   end.
  package init(
    path: String, inherited: Int32? = nil, limits: Limits = Limits(), log: ServerLog, handler: any CallHandler
  ) throws(SocketError) {
    (self.limits, self.log, self.handler) = (limits, log, handler)
    epoll = try Epoll()
    wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    do throws(SocketError) {
      guard wakeDescriptor >= 0, epoll.watch(wakeDescriptor, .input, token: Self.wakeToken, isRepeated: true) else {
        throw .failed("no eventfd", reason: systemReason())
      }
      listening = try ListeningSocket(path, inherited: inherited)
    } catch {
      if wakeDescriptor >= 0 { close(wakeDescriptor) }
      close(epoll.descriptor)
      throw error
    }
  }

  /// Accepts connections until `stop` is called. Returns once all calls are answered or their time is over.
  ///
  /// Makes the process keep little freed memory.
  package func run() {
    keepMemorySmall()
    let ended = DispatchSemaphore(value: 0)
    for _ in 0..<Self.threads {
      // Parsing nested JSON takes up to 128 levels of stack.
      Threads.start(stackBytes: 1 << 20) { [self] in
        serve()
        ended.signal()
      }
    }
    listen()
    sweepUntilStopped()
    epoll.forget(listening.listener)
    drain()
    state.withLock { state in
      state.hasEnded = true
      wake()
    }
    let limit = DispatchTime.now() + .seconds(1)
    let hanging = (0..<Self.threads).count { _ in ended.wait(timeout: limit) == .timedOut }
    listening.unlink()
    // Descriptors that blocked threads use stay open: the process is about to end.
    guard hanging == 0 else { return log.write(.warning, "stopping with blocked threads: \(hanging)") }
    for descriptor in [wakeDescriptor, epoll.descriptor] { close(descriptor) }
    listening.close()
  }

  /// Stops the server: refuses new connections and calls, and answers open calls. Safe from any thread, repeatedly.
  package func stop() {
    state.withLock { $0.isStopping = true }
    sweep.signal()
  }
}

// MARK: Turns

extension SocketServer {
  /// Runs on each serving thread.
  private func serve() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { buffer.deallocate() }
    while !state.withLock({ $0.hasEnded }) {
      guard let (token, what) = epoll.wait() else { continue }
      switch token {
      case Self.wakeToken: dequeue()?.serve(nil, into: buffer)
      case Self.listenerToken: accept()
      default: state.withLock { $0.connections[token] }?.serve(what, into: buffer)
      }
    }
  }

  func enqueue(_ connection: ClientConnection) {
    state.withLock { state in
      if state.queue.isEmpty { wake() }
      state.queue.append(connection)
    }
  }

  private func dequeue() -> ClientConnection? {
    state.withLock { state in
      let next = state.queue.popFirst()
      if state.queue.isEmpty, !state.hasEnded {
        state.queue = []
        var count: UInt64 = 0
        _ = read(wakeDescriptor, &count, 8)
      }
      return next
    }
  }

  private func wake() {
    var one: UInt64 = 1
    _ = write(wakeDescriptor, &one, 8)
  }

  func watch(_ connection: ClientConnection, _ interest: Epoll.Interest) -> Bool {
    epoll.watch(connection.descriptor, interest, token: connection.id)
  }
}

// MARK: Connections

extension SocketServer {
  private func accept() {
    let descriptor = acceptConnection(listening.listener)
    let code = descriptor < 0 ? errno : 0
    if [0, EINTR, ECONNABORTED, EAGAIN].contains(code) {
      state.withLock { $0.isOutOfDescriptors = false }
      listen()
    } else {
      pause(code)
    }
    if code == 0 { take(descriptor, isGuest: false) }
  }

  /// Watches the listener, for the first time or again: it is reported once each time.
  private func listen() {
    guard !state.withLock({ $0.isStopping }) else { return }
    if !epoll.watch(listening.listener, .input, token: Self.listenerToken) { pause(errno) }
  }

  /// Leaves the listener alone until the next sweep, at most a second from now: the next client waits until then.
  private func pause(_ code: Int32) {
    let isNews = state.withLock { state in
      defer { state.isOutOfDescriptors = true }
      return !state.isOutOfDescriptors
    }
    guard isNews else { return }
    log.write(.warning, "cannot accept a connection: \(systemReason(code))")
    // Without connections, the sweep is asleep.
    sweep.signal()
  }

  /// Serves a client who came by another way than the socket, and is not counted against its limit.
  ///
  /// - Returns: the other end of their connection; `nil` without descriptors.
  package func connect() -> Int32? {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    take(ends[0], isGuest: true)
    return ends[1]
  }

  private func take(_ descriptor: Int32, isGuest: Bool) {
    guard ListeningSocket.isAllowed(descriptor) else {
      log.write(.warning, "connection refused: another user")
      statistics.accepted(isRefused: true)
      return _ = close(descriptor)
    }
    var isNews = false
    let (connection, isStopping) = state.withLock { state -> (ClientConnection?, Bool) in
      let hasRoom = isGuest || state.connections.count - state.guests < limits.connections
      (isNews, state.isFull) = (!hasRoom && !state.isFull, !hasRoom)
      let isTaken = !state.isStopping && hasRoom
      // Counted together with what decides who has room: a client relies on the figure.
      statistics.accepted(isRefused: !isTaken)
      guard isTaken else { return (nil, state.isStopping) }
      state.lastId += 1
      if isGuest { state.guests += 1 }
      let connection = ClientConnection(
        id: state.lastId, isGuest: isGuest, descriptor: descriptor, limits: limits, server: self)
      if state.connections.isEmpty { sweep.signal() }
      state.connections[connection.id] = connection
      return (connection, false)
    }
    guard let connection else {
      // A stopping server refuses silently: a client that retries finds the next server, or none.
      if !isStopping {
        if isNews { log.write(.warning, "connections refused: all \(limits.connections) are open") }
        refuse(descriptor, "\(limits.connections) connections are open, the maximum: try again later")
      }
      return _ = close(descriptor)
    }
    log.write(.debug, "open connection=\(connection.id)")
    guard watch(connection, .input) else {
      refuse(descriptor, "the system has no resources for another connection: try again later")
      return connection.abandon()
    }
  }

  private func refuse(_ connection: Int32, _ reason: String) {
    let line = RPCLine.reply(id: .null, .failure(RPCError(.busy, reason))) + [UInt8(ascii: "\n")]
    _ = send(connection, line, line.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }

  func hasClosed(_ connection: ClientConnection) {
    state.withLock { state in
      state.connections[connection.id] = nil
      if connection.isGuest { state.guests -= 1 }
      statistics.closed()
      if state.isStopping, state.connections.isEmpty { isEmpty.signal() }
    }
    log.write(.debug, "closed connection=\(connection.id)")
    handler.closed(connection)
  }

  /// The queued bytes of all connections: of input to process, and of output for clients to read.
  var inputBytes: Int { input.load(ordering: .relaxed) }
  var outputBytes: Int { output.load(ordering: .relaxed) }

  func count(input: Int, output: Int) {
    if input != 0 { self.input.add(input, ordering: .relaxed) }
    if output != 0 { self.output.add(output, ordering: .relaxed) }
  }
}

// MARK: Time

extension SocketServer {
  /// The interval between returns of freed memory, in nanoseconds.
  private static let trimNs: UInt64 = 10_000_000_000

  /// Enforces connections' time limits and resumes the listener, every second; sleeps while there is neither.
  private func sweepUntilStopped() {
    var (lastTrimNs, isTrimmed) = (Monotonic.nowNs, true)
    while true {
      let (open, isOutOfDescriptors, isStopping) = state.withLock {
        (Array($0.connections.values), $0.isOutOfDescriptors, $0.isStopping)
      }
      guard !isStopping else { return }
      let nowNs = Monotonic.nowNs
      for connection in open { connection.sweep(nowNs: nowNs) }
      if !open.isEmpty { isTrimmed = false }
      if !isTrimmed, nowNs > lastTrimNs + Self.trimNs {
        giveBackMemory()
        (lastTrimNs, isTrimmed) = (nowNs, open.isEmpty)
      }
      if isOutOfDescriptors { listen() }
      let isIdle = open.isEmpty && isTrimmed && !isOutOfDescriptors
      _ = sweep.wait(timeout: isIdle ? .distantFuture : .now() + .seconds(1))
    }
  }

  private func drain() {
    let open = state.withLock { Array($0.connections.values) }
    for connection in open { connection.drain() }
    if !state.withLock({ $0.connections.isEmpty }) {
      _ = isEmpty.wait(timeout: .now() + .milliseconds(limits.drainMs))
    }
    for connection in state.withLock({ Array($0.connections.values) }) { connection.abandon() }
  }
}
