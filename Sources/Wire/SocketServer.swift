import Foundation
import Synchronization

/// Serves JSON-RPC lines on a Unix socket: a thread a connection, requests of one connection in order.
public final class SocketServer: Sendable {
  public struct Limits: Sendable {
    /// Bytes of a line.
    public var message = LineFramer.defaultLimit
    public var connections = 64
    /// How long an unfinished line may stay so.
    public var unfinishedLineMs: Int32 = 10_000
    /// How long what is in flight may take once the server stops.
    public var drainMs = 5_000

    public init() {}
  }

  private struct State {
    var open: Set<Int32> = []
    var isStopping = false
  }

  private let path: String
  private let limits: Limits
  private let dispatcher: Dispatcher
  private let log: ServerLog
  private let listener: Int32
  /// A pipe: what is written to it ends the wait for connections. Shutting the listener down would, too, but one that a
  /// service manager has lent would be of no use to it afterwards.
  private let (wakeUp, wakeUpEnd): (Int32, Int32)
  private let lock: Int32
  /// Device and inode of our socket: at exit only that one is removed.
  private let identity: SocketIdentity?
  private let state = Mutex(State())

  /// Takes the lock beside the socket, and the socket: 0600, in a directory of 0700 where it has to be made.
  ///
  /// - Parameter inherited: a socket that listens at `path` already, made by a service manager and left to it at the end.
  public init(
    path: String, inherited: Int32? = nil, limits: Limits = Limits(), log: ServerLog,
    handler: @escaping Dispatcher.Handler
  ) throws(SocketError) {
    self.path = path
    self.limits = limits
    self.log = log
    dispatcher = Dispatcher(handler: handler)
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
  }

  /// Accepts connections until `stop` is called, and returns when all are served.
  public func run() {
    while true {
      var waits = [
        pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wakeUpEnd, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&waits, 2, -1) < 0, errno == EINTR { continue }
      guard waits[1].revents == 0 else { break }
      let connection = accept(listener, nil, nil)
      if connection < 0 {
        if [EINTR, ECONNABORTED, EAGAIN].contains(errno) { continue }
        break
      }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      take(connection)
    }
    let deadline = Date(timeIntervalSinceNow: Double(limits.drainMs) / 1000)
    while state.withLock({ !$0.open.isEmpty }) && Date() < deadline { usleep(2_000) }
    if let identity, SocketIdentity(path) == identity { unlink(path) }
    for descriptor in [listener, wakeUp, wakeUpEnd] { close(descriptor) }
    // The lock file itself stays: unlinking it would let two daemons hold "the" lock.
    close(lock)
  }

  /// No new connections or requests; what is in flight is answered. Safe to call from any thread, any number of times.
  public func stop() {
    let open = state.withLock { state in
      state.isStopping = true
      return state.open
    }
    _ = Foundation.write(wakeUp, "x", 1)
    for connection in open { shutdown(connection, Int32(SHUT_RD)) }
  }

  private func take(_ connection: Int32) {
    guard Self.isAllowed(connection) else {
      log.write(.warning, "connection refused: another user")
      close(connection)
      return
    }
    let (isTaken, count) = state.withLock { state in
      guard !state.isStopping, state.open.count < limits.connections else { return (false, state.open.count) }
      state.open.insert(connection)
      return (true, state.open.count)
    }
    guard isTaken else {
      let error = RPCError(.busy, "\(count) connections are open, as many as there may be: try again later")
      _ = UnixSocket.write(Dispatcher.failure(error).encoded() + Data("\n".utf8), to: connection)
      close(connection)
      return
    }
    let thread = Thread { [self] in
      serve(connection)
      state.withLock { _ = $0.open.remove(connection) }
      close(connection)
    }
    // Foundation's JSON goes 512 deep on the stack.
    thread.stackSize = 4 << 20
    thread.start()
  }

  private func serve(_ connection: Int32) {
    var framer = LineFramer(limit: limits.message)
    while true {
      let timeout = framer.hasUnfinishedLine ? limits.unfinishedLineMs : -1
      guard let bytes = UnixSocket.read(from: connection, timeoutMs: timeout) else {
        let error = RPCError(.invalidRequest, "the line was not finished within \(limits.unfinishedLineMs / 1000) s")
        _ = answer(Dispatcher.failure(error).encoded(), on: connection)
        return
      }
      guard !bytes.isEmpty else {
        // The end: a last line without LF counts.
        if let line = framer.finish() { _ = answer(dispatcher.reply(to: line), on: connection) }
        return
      }
      for line in framer.take(bytes) where !state.withLock({ $0.isStopping }) {
        guard answer(dispatcher.reply(to: line), on: connection) else { return }
      }
      if framer.isOverLimit {
        let error = RPCError(.tooLarge, "a line is longer than \(limits.message) bytes: send less at once")
        _ = answer(Dispatcher.failure(error).encoded(), on: connection)
        return
      }
    }
  }

  private func answer(_ reply: Data?, on connection: Int32) -> Bool {
    guard let reply else { return true }
    return UnixSocket.write(reply + Data("\n".utf8), to: connection)
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
