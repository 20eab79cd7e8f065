internal import CHomeworkLinux
import Foundation
import HomeworkJSON
import Synchronization

/// Serves JSON-RPC lines on a Unix socket: many connections on a few threads.
///
/// One thread accepts. The others wait, all of them, for whichever connection has something to do next, and begin its calls
/// themselves: nothing is handed on from thread to thread but what takes long.
public final class SocketServer: Sendable {
  public struct Limits: Sendable {
    /// Bytes of a line.
    public var message = LineFramer.defaultLimit
    public var connections = 1024
    /// How long an unfinished line may stay so.
    public var unfinishedLineMs = 10_000
    /// How long what is in flight may take once the server stops.
    public var drainMs = 5_000
    /// Notifications that wait to be taken by one client, and their bytes.
    public var notifications = 1024
    public var notificationBytes = 1 << 20
    /// Bytes received and not begun, of all connections.
    public var input = 64 << 20

    public init() {}
  }

  /// Requests in one batch.
  public static let largestBatch = RequestLine.largestBatch

  public let statistics = ServerStatistics()
  let handler: any CallHandler
  let log: ServerLog

  private struct State {
    var peers: [UInt64: ClientConnection] = [:]
    var lastId: UInt64 = 0
    var scheduled: [ClientConnection] = []
    var isStopping = false
    var hasEnded = false
  }

  /// So many may block, as on a commit, and there is still one to serve.
  private static let threads = 4
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
  private let state = Mutex(State())
  private let inputBytes = Atomic(0)

  /// Takes the lock beside the socket, and the socket: 0600, in a directory of 0700 where it has to be made.
  ///
  /// - Parameter inherited: a socket that listens at `path` already, made by a service manager and left to it at the end.
  public init(
    path: String, inherited: Int32? = nil, limits: Limits = Limits(), log: ServerLog, handler: any CallHandler
  ) throws(SocketError) {
    (self.path, self.limits, self.log, self.handler) = (path, limits, log, handler)
    let length = path.utf8.count
    guard length <= UnixSocket.longestPath else {
      throw .pathTooLong(path: path, length: length, limit: UnixSocket.longestPath)
    }
    try Self.makeDirectory(of: path)
    lock = try Self.takeLock(path + ".lock", for: path)
    do throws(SocketError) {
      if let inherited { listener = inherited } else { listener = try Self.listen(at: path) }
    } catch {
      close(lock)
      throw error
    }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .failed("no pipe", reason: UnixSocket.reason()) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (wakeUp, wakeUpEnd) = (ends[1], ends[0])
    identity = inherited == nil ? SocketIdentity(path) : nil
    epoll = try Epoll()
    bell = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    epoll.add(bell, .input, token: Self.wakeToken)
  }

  /// Accepts connections until `stop` is called, and returns when all are served.
  public func run() {
    let ended = DispatchSemaphore(value: 0)
    for _ in 0..<Self.threads {
      let thread = Thread { [self] in
        serve()
        ended.signal()
      }
      // A JSON text goes 128 deep on the stack.
      thread.stackSize = 1 << 20
      thread.start()
    }
    accept()
    drain()
    state.withLock { $0.hasEnded = true }
    for _ in 0..<Self.threads {
      ring()
      ended.wait()
    }
    if let identity, SocketIdentity(path) == identity { unlink(path) }
    for descriptor in [listener, wakeUp, wakeUpEnd, bell] { close(descriptor) }
    epoll.close()
    // The lock file itself stays: unlinking it would let two daemons hold "the" lock.
    close(lock)
  }

  /// No new connections or requests; what is in flight is answered. Safe to call from any thread, any number of times.
  public func stop() {
    state.withLock { $0.isStopping = true }
    _ = Foundation.write(wakeUp, "x", 1)
  }
}

// MARK: Connections

extension SocketServer {
  /// Between two looks at what time does to connections, in milliseconds.
  private static let sweepMs: Int32 = 1000

  private func accept() {
    var lastSweepNs = Monotonic.nowNs
    while true {
      var waits = [
        pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wakeUpEnd, events: Int16(POLLIN), revents: 0),
      ]
      let isAlone = state.withLock { $0.peers.isEmpty }
      let ready = poll(&waits, 2, isAlone ? -1 : Self.sweepMs)
      if ready < 0, errno == EINTR { continue }
      guard waits[1].revents == 0 else { return }
      if Monotonic.nowNs - lastSweepNs >= UInt64(Self.sweepMs) * 1_000_000 {
        lastSweepNs = Monotonic.nowNs
        for peer in state.withLock({ Array($0.peers.values) }) { peer.sweep(nowNs: lastSweepNs) }
      }
      guard waits[0].revents != 0 else { continue }
      let connection = Foundation.accept(listener, nil, nil)
      if connection >= 0 {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        take(connection)
      } else if [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(errno) {
        // Those that are there go on; the next one waits until one of them is gone.
        log.write(.warning, "no connection can be taken: \(UnixSocket.reason())")
        usleep(100_000)
      } else if ![EINTR, ECONNABORTED, EAGAIN].contains(errno) {
        return
      }
    }
  }

  private func take(_ connection: Int32) {
    guard Self.isAllowed(connection) else {
      log.write(.warning, "connection refused: another user")
      statistics.accepted(isRefused: true)
      close(connection)
      return
    }
    let peer = state.withLock { state -> ClientConnection? in
      guard !state.isStopping, state.peers.count < limits.connections else { return nil }
      state.lastId += 1
      let peer = ClientConnection(id: state.lastId, descriptor: connection, limits: limits, service: self)
      state.peers[peer.id] = peer
      return peer
    }
    statistics.accepted(isRefused: peer == nil)
    guard let peer else {
      let error = RPCError(
        .busy, "\(limits.connections) connections are open, as many as there may be: try again later")
      let line = error.reply() + [UInt8(ascii: "\n")]
      _ = send(connection, line, line.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      close(connection)
      return
    }
    log.write(.debug, "open connection=\(peer.id)")
    epoll.add(connection, .input, token: peer.id)
  }

  /// One of the threads that serve.
  private func serve() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { buffer.deallocate() }
    var events = [epoll_event](repeating: epoll_event(), count: 32)
    while true {
      var hasEnded = false
      epoll.wait(&events) { token, what in
        guard token != Self.wakeToken else {
          var count: UInt64 = 0
          _ = read(bell, &count, 8)
          let (scheduled, isOver) = state.withLock { state in
            defer { state.scheduled = [] }
            return (state.scheduled, state.hasEnded)
          }
          hasEnded = hasEnded || isOver
          for peer in scheduled { peer.receive(into: buffer, isAllOfIt: true) }
          return
        }
        guard let peer = state.withLock({ $0.peers[token] }) else { return }
        if what.contains(.output) { peer.writable() }
        peer.receive(into: buffer, isAllOfIt: !what.isDisjoint(with: [.ending, .hangUp]))
        if !what.isDisjoint(with: .hangUp) { peer.hangUp() }
      }
      handler.endRound()
      if hasEnded { return }
    }
  }

  private func drain() {
    for peer in state.withLock({ Array($0.peers.values) }) { peer.drain() }
    let deadline = Monotonic.nowNs + UInt64(limits.drainMs) * 1_000_000
    while state.withLock({ !$0.peers.isEmpty }), Monotonic.nowNs < deadline { usleep(1_000) }
    for peer in state.withLock({ Array($0.peers.values) }) { peer.abandon() }
  }

  /// Wakes one thread.
  private func ring() {
    var one: UInt64 = 1
    _ = Foundation.write(bell, &one, 8)
  }
}

extension SocketServer: ConnectionService {
  func schedule(_ peer: ClientConnection) {
    state.withLock { $0.scheduled.append(peer) }
    ring()
  }

  func watchOutput(of peer: ClientConnection, _ isWanted: Bool) {
    epoll.change(peer.descriptor, isWanted ? [.input, .output] : .input, token: peer.id)
  }

  func account(_ bytes: Int) -> Bool {
    inputBytes.add(bytes, ordering: .relaxed).newValue <= limits.input
  }

  func hasClosed(_ peer: ClientConnection) {
    state.withLock { _ = $0.peers.removeValue(forKey: peer.id) }
    statistics.closed()
    log.write(.debug, "closed connection=\(peer.id)")
    handler.closed(peer)
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
    let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard !FileManager.default.fileExists(atPath: directory) else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .failed("no directory for the socket", reason: error.localizedDescription)
    }
  }

  private static func takeLock(_ lockPath: String, for path: String) throws(SocketError) -> Int32 {
    let lock = open(lockPath, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw .failed("no lock file beside the socket", reason: UnixSocket.reason()) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      close(lock)
      throw .inUse(path: path)
    }
    return lock
  }

  /// Binds and listens. Whoever holds the lock may replace what a daemon that died has left.
  private static func listen(at path: String) throws(SocketError) -> Int32 {
    var status = stat()
    if lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFSOCK else {
        throw .failed("\(path) is there and no socket", reason: "give another path")
      }
      unlink(path)
    }
    let listener = try UnixSocket.make()
    let mask = umask(0o177)
    defer { umask(mask) }
    let bound = try UnixSocket.withAddress(of: path) { bind(listener, $0, $1) }
    guard bound == 0, Foundation.listen(listener, 128) == 0 else {
      let reason = UnixSocket.reason()
      close(listener)
      throw .failed("the socket \(path) cannot be made", reason: reason)
    }
    return listener
  }

  /// Only this user, and root.
  private static func isAllowed(_ connection: Int32) -> Bool {
    // struct ucred, which the C library shows to GNU programs only.
    var peer: (pid: Int32, uid: UInt32, gid: UInt32) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: peer))
    guard getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 else { return false }
    return peer.uid == geteuid() || peer.uid == 0
  }
}
