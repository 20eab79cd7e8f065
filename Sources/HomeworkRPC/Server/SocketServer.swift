internal import CHomeworkLinux
import HomeworkJSON
import HomeworkSystem
import Synchronization

/// Serves JSON-RPC lines on a Unix socket: many connections on a few threads.
///
/// One thread accepts connections. The others wait together for connections with events, and start their calls
/// themselves; only long calls move to another thread. Each connection gets a share of a thread at a time, and then
/// queues behind the others.
public final class SocketServer: Sendable {
  /// The maximum number of requests in a batch.
  public static let largestBatch = RequestLine.largestBatch

  public let statistics = ServerStatistics()
  let handler: any CallHandler
  let log: ServerLog

  private struct State {
    var connections: [UInt64: ClientConnection] = [:]
    var lastId: UInt64 = 0
    /// Those that have more to do than their share, or were waiting for something.
    var line: ArraySlice<ClientConnection> = []
    /// Threads that wait, or are about to.
    var idle = 0
    var isStopping = false
    var hasEnded = false
  }

  /// One may block, as on a commit, and there is still one for each processor. More of them only wait for one another.
  package static let threads = min(4, Surroundings.processors + 1)
  /// What one thread takes upon itself at a time: writes among it share a commit, and for the rest another one may be
  /// free.
  private static let eventsAtOnce = 4
  /// How long it may begin what it took before the rest of it stands in line, where others may take it. Shorter, and
  /// reads of several clients would stand there, each for a turn of its own.
  private static let roundNs: UInt64 = 1_000_000
  /// Tokens of what is no connection; those count from 1.
  private static let wakeToken: UInt64 = .max

  private let path: String
  private let limits: Limits
  private let listener: Int32
  /// A pipe: what is written to it ends the wait for connections. Shutting the listener down would, too, but one that a
  /// service manager has lent would be of no use to it afterwards.
  private let (wakeUp, wakeUpEnd): (Int32, Int32)
  private let lock: Int32
  /// Device and inode of our socket: at exit only that one is removed.
  private let identity: SocketIdentity?
  private let epoll: Epoll
  /// An eventfd(2), for what is scheduled.
  private let bell: Int32
  private let state = Guarded(State())
  private let inputBytes = Atomic(0)
  private let outputBytes = Atomic(0)

  /// Takes the lock beside the socket, and creates the socket with mode 0600, in a directory that is created with mode
  /// 0700 if it does not exist.
  ///
  /// - Parameter inherited: a socket that already listens at `path`, from a service manager, to which it is left at the
  ///   end.
  public init(
    path: String, inherited: Int32? = nil, limits: Limits = Limits(), log: ServerLog, handler: any CallHandler
  ) throws(SocketError) {
    (self.path, self.limits, self.log, self.handler) = (path, limits, log, handler)
    try UnixSocket.check(path: path)
    try Self.makeDirectory(of: path)
    // What is to be closed again where the rest fails.
    var opened: [Int32] = []
    do throws(SocketError) {
      lock = try SocketLock.take(for: path)
      opened.append(lock)
      epoll = try Epoll()
      opened.append(epoll.descriptor)
      bell = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
      guard bell >= 0 else { throw .failed("no eventfd", reason: systemReason()) }
      opened.append(bell)
      guard epoll.add(bell, .input, token: Self.wakeToken) else {
        throw .failed("no epoll", reason: systemReason())
      }
      var ends: [Int32] = [0, 0]
      guard pipe2(&ends, O_CLOEXEC) == 0 else { throw .failed("no pipe", reason: systemReason()) }
      (wakeUp, wakeUpEnd) = (ends[1], ends[0])
      opened += ends
      if let inherited { listener = inherited } else { listener = try Self.listen(at: path) }
    } catch {
      for descriptor in opened { close(descriptor) }
      throw error
    }
    // Whoever connected may be gone before it is accepted, and that must not be waited for.
    _ = fcntl(listener, F_SETFL, fcntl(listener, F_GETFL) | O_NONBLOCK)
    identity = inherited == nil ? SocketIdentity(path) : nil
  }

  /// Accepts connections until `stop` is called. Returns when all calls are answered, or their time is over.
  ///
  /// It makes the process keep little freed memory.
  public func run() {
    keepMemorySmall()
    let ended = DispatchSemaphore(value: 0)
    for _ in 0..<Self.threads {
      // A JSON text goes 128 deep on the stack.
      Threads.start(stackBytes: 1 << 20) { [self] in
        serve()
        ended.signal()
      }
    }
    accept()
    drain()
    state.withLock { $0.hasEnded = true }
    let limit = DispatchTime.now() + .seconds(1)
    var hanging = 0
    for _ in 0..<Self.threads {
      ring()
      if ended.wait(timeout: limit) == .timedOut { hanging += 1 }
    }
    if let identity, SocketIdentity(path) == identity { unlink(path) }
    guard hanging == 0 else {
      // What they use stays open: the process is about to end.
      return log.write(.warning, "stopping with blocked threads: \(hanging)")
    }
    for descriptor in [listener, wakeUp, wakeUpEnd, bell, epoll.descriptor] { close(descriptor) }
    // The lock file itself stays: unlinking it would let two daemons hold "the" lock.
    close(lock)
  }

  /// Stops the server: it accepts no new connections or calls, and answers the open ones. Safe to call from any thread,
  /// and repeatedly.
  public func stop() {
    state.withLock { state in
      // Once it has ended, the descriptor may be somebody else's.
      if !state.isStopping, !state.hasEnded { _ = HomeworkSystem.write(wakeUp, "x", 1) }
      state.isStopping = true
    }
  }
}

// MARK: Connections

extension SocketServer {
  /// Between two looks at what time does to connections, in milliseconds.
  private static let sweepMs: Int32 = 1000
  /// Between two times that memory which clients needed is given back.
  private static let trimMs = 10_000

  private func accept() {
    var (lastSweepNs, lastTrimNs) = (Monotonic.nowNs, Monotonic.nowNs)
    var isTrimmed = true
    var lack = Lack()
    while true {
      var waits = [
        pollfd(fd: wakeUpEnd, events: Int16(POLLIN), revents: 0),
        pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
      ]
      let isAlone = state.withLock { $0.connections.isEmpty }
      // In a lack the listener is ready all the time, and to no use.
      let ready = poll(
        &waits, lack.isThere ? 1 : 2, lack.isThere ? Lack.pauseMs : isAlone && isTrimmed ? -1 : Self.sweepMs)
      if ready < 0, errno == EINTR { continue }
      guard waits[0].revents == 0 else { return }
      if Monotonic.nowNs - lastSweepNs >= UInt64(Self.sweepMs) * 1_000_000 {
        lastSweepNs = Monotonic.nowNs
        for connection in state.withLock({ Array($0.connections.values) }) { connection.sweep(nowNs: lastSweepNs) }
        if !isTrimmed, lastSweepNs - lastTrimNs >= UInt64(Self.trimMs) * 1_000_000 {
          (lastTrimNs, isTrimmed) = (lastSweepNs, isAlone)
          giveBackMemory()
        }
      }
      guard lack.isThere || waits[1].revents != 0 else { continue }
      let connection = accept4(listener, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
      switch connection < 0 ? errno : 0 {
      case 0:
        (lack.isThere, isTrimmed) = (false, false)
        take(connection)
      case EMFILE, ENFILE, ENOMEM, ENOBUFS:
        // Those that are there go on; the next one waits until one of them is gone.
        lack.begin { log.write(.warning, "cannot accept a connection: \(systemReason())") }
      case EINTR, ECONNABORTED, EAGAIN: lack.isThere = false
      default: return log.write(.error, "cannot accept connections any more: \(systemReason())")
      }
    }
  }

  /// That descriptors or memory are used up, told once a minute at most.
  private struct Lack {
    static let pauseMs: Int32 = 100
    private static let silenceNs: UInt64 = 60_000_000_000

    var isThere = false
    private var toldNs: UInt64?

    mutating func begin(_ tell: () -> Void) {
      isThere = true
      let nowNs = Monotonic.nowNs
      guard toldNs.map({ nowNs > $0 + Self.silenceNs }) ?? true else { return }
      toldNs = nowNs
      tell()
    }
  }

  private func take(_ descriptor: Int32) {
    guard Self.isAllowed(descriptor) else {
      log.write(.warning, "connection refused: another user")
      statistics.accepted(isRefused: true)
      close(descriptor)
      return
    }
    let connection = state.withLock { state -> ClientConnection? in
      guard !state.isStopping, state.connections.count < limits.connections else { return nil }
      state.lastId += 1
      let connection = ClientConnection(id: state.lastId, descriptor: descriptor, limits: limits, service: self)
      state.connections[connection.id] = connection
      return connection
    }
    statistics.accepted(isRefused: connection == nil)
    guard let connection else {
      // One that stops says nothing: whoever tries again finds the next one, or nobody.
      if state.withLock({ $0.isStopping }) { return _ = close(descriptor) }
      refuse(descriptor, "\(limits.connections) connections are open, the maximum: try again later")
      close(descriptor)
      return
    }
    log.write(.debug, "open connection=\(connection.id)")
    guard epoll.add(descriptor, .input, token: connection.id) else {
      refuse(descriptor, "the system has no resources for another connection: try again later")
      return connection.abandon()
    }
  }

  private func refuse(_ connection: Int32, _ reason: String) {
    let line = RPCError(.busy, reason).reply() + [UInt8(ascii: "\n")]
    _ = send(connection, line, line.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }

  /// One of the threads that serve: what is new comes first, and then one of those that stand in line.
  ///
  /// What came in one round is begun, written, committed and answered by this thread, while others take what comes
  /// meanwhile. What needs no commit is answered before the rest, all of it at once.
  private func serve() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { buffer.deallocate() }
    var events = [epoll_event](repeating: epoll_event(), count: Self.eventsAtOnce)
    while let isIdle = beginToWait() {
      let count = epoll.wait(&events, onlyLooks: !isIdle)
      let ready = state.withLock { state in
        if isIdle { state.idle -= 1 }
        // The bell, which only wakes, is no connection.
        return events[..<count].map { (state.connections[$0.data.u64], Epoll.Interest($0)) }
      }
      let endNs = Monotonic.nowNs + Self.roundNs
      for case (let connection?, let what) in ready {
        if !what.isDisjoint(with: .hangUp) {
          connection.hangUp()
        } else {
          if what.contains(.output) { connection.writable() }
          if Monotonic.nowNs > endNs {
            connection.receiveInTurn()
          } else {
            connection.receive(into: buffer, isAllOfIt: what.contains(.ending))
          }
        }
      }
      for case (let connection?, _) in ready { connection.flush() }
      let (next, isMoreForIdle) = state.withLock { state in
        (state.line.popFirst(), !state.line.isEmpty && state.idle > 0)
      }
      // This one may take long.
      if isMoreForIdle { ring() }
      next?.takeTurn(into: buffer)
      next?.flush()
      handler.endRound()
    }
  }

  /// Whether there is nothing to do but to wait; `nil` once all is over.
  private func beginToWait() -> Bool? {
    state.withLock { state in
      guard !state.hasEnded else { return nil }
      guard state.line.isEmpty else { return false }
      state.idle += 1
      return true
    }
  }

  private func drain() {
    for connection in state.withLock({ Array($0.connections.values) }) { connection.drain() }
    let deadline = Monotonic.nowNs + UInt64(limits.drainMs) * 1_000_000
    while state.withLock({ !$0.connections.isEmpty }), Monotonic.nowNs < deadline { usleep(1_000) }
    for connection in state.withLock({ Array($0.connections.values) }) { connection.abandon() }
  }

  /// Wakes one thread.
  private func ring() {
    var one: UInt64 = 1
    _ = HomeworkSystem.write(bell, &one, 8)
  }
}

extension SocketServer: ConnectionService {
  func putInLine(_ connection: ClientConnection) {
    // Who is awake looks before it waits again.
    let isWaitedFor = state.withLock { state in
      state.line.append(connection)
      return state.idle > 0
    }
    if isWaitedFor { ring() }
  }

  func watch(_ connection: ClientConnection, _ interest: Epoll.Interest) -> Bool {
    epoll.change(connection.descriptor, interest, token: connection.id)
  }

  func account(_ bytes: Int) -> Bool {
    inputBytes.add(bytes, ordering: .relaxed).newValue <= limits.input
  }

  func accountOutput(_ bytes: Int) -> Int { outputBytes.add(bytes, ordering: .relaxed).newValue }

  func hasClosed(_ connection: ClientConnection) {
    state.withLock { _ = $0.connections.removeValue(forKey: connection.id) }
    statistics.closed()
    log.write(.debug, "closed connection=\(connection.id)")
    handler.closed(connection)
  }
}

/// Which file a path leads to.
private struct SocketIdentity: Equatable {
  private var device: UInt64 = 0
  private var inode: UInt64 = 0

  init(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}

extension SocketServer {
  private static func makeDirectory(of path: String) throws(SocketError) {
    do throws(SystemFailure) { try Files.makeDirectory(Paths.directory(of: path)) } catch {
      throw .failed("no directory for the socket", reason: "\(error)")
    }
  }

  /// Binds and listens. Whoever holds the lock may replace what a daemon that died has left.
  private static func listen(at path: String) throws(SocketError) -> Int32 {
    var status = stat()
    if lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFSOCK else {
        throw .failed("\(path) exists and is not a socket", reason: "give another path")
      }
      unlink(path)
    }
    let listener = try UnixSocket.make()
    // Linux gives the file the permissions of the socket. A umask would be that of all threads.
    guard fchmod(listener, 0o600) == 0, try UnixSocket.withAddress(of: path, { bind(listener, $0, $1) }) == 0,
      HomeworkSystem.listen(listener, 128) == 0
    else {
      let reason = systemReason()
      close(listener)
      throw .failed("the socket \(path) cannot be created", reason: reason)
    }
    return listener
  }

  /// Only this user, and root.
  private static func isAllowed(_ connection: Int32) -> Bool {
    // struct ucred, which the C library shows to GNU programs only.
    var other: (pid: Int32, uid: UInt32, gid: UInt32) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: other))
    guard getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &other, &length) == 0 else { return false }
    return other.uid == geteuid() || other.uid == 0
  }
}
