import HomeworkAPI
import HomeworkSystem

/// A listening socket at a path, with the lock beside it.
struct ListeningSocket {
  let listener: Int32
  private let path: String
  private let lock: Int32
  /// The identity of our socket file: only that one is unlinked at the end; `nil` if a service manager owns it.
  private let identity: FileIdentity?

  private struct FileIdentity: Equatable {
    var device: UInt64 = 0, inode: UInt64 = 0

    init(_ path: String) {
      var status = stat()
      guard lstat(path, &status) == 0 else { return }
      (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
  }

  init(_ path: String, inherited: Int32?) throws(SocketError) {
    self.path = path
    try UnixSocket.check(path: path)
    if let fault = DefaultPaths.missingFolder(of: path) {
      throw .failed("the socket \(path) cannot be created", reason: fault)
    }
    do throws(SystemFailure) { try Files.makeDirectory(Paths.directory(of: path)) } catch {
      throw .failed("no directory for the socket", reason: "\(error)")
    }
    lock = try SocketLock.take(for: path)
    do throws(SocketError) {
      if let inherited, !Self.isListening(inherited) {
        throw .failed("descriptor \(inherited) of the service manager", reason: "it is no listening Unix socket")
      }
      if let inherited { listener = inherited } else { listener = try Self.listen(at: path) }
    } catch {
      HomeworkSystem.close(lock)
      throw error
    }
    // A client may be gone before it is accepted, and accepting must not wait for the next one.
    _ = fcntl(listener, F_SETFL, fcntl(listener, F_GETFL) | O_NONBLOCK)
    identity = inherited == nil ? FileIdentity(path) : nil
  }

  /// Removes the socket's file, unless another one has taken its place.
  func unlink() {
    if let identity, FileIdentity(path) == identity { _ = HomeworkSystem.unlink(path) }
  }

  /// The lock file stays: if it were unlinked, two daemons could hold "the" lock.
  func close() { for descriptor in [listener, lock] { _ = HomeworkSystem.close(descriptor) } }

  private static func isListening(_ descriptor: Int32) -> Bool {
    func option(_ name: Int32) -> Int32 {
      var (value, size) = (-1 as Int32, socklen_t(MemoryLayout<Int32>.size))
      return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : -1
    }
    return option(SO_ACCEPTCONN) == 1 && option(SO_DOMAIN) == AF_UNIX
  }

  /// Binds and listens. The holder of the lock may replace a dead daemon's socket.
  private static func listen(at path: String) throws(SocketError) -> Int32 {
    var status = stat()
    if lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFSOCK else {
        throw .failed("\(path) exists and is not a socket", reason: "give another path")
      }
      _ = HomeworkSystem.unlink(path)
    }
    let listener = try UnixSocket.make()
    // Linux gives the file the socket's permissions. A umask would apply to all threads.
    guard fchmod(listener, 0o600) == 0, try UnixSocket.withAddress(of: path, { bind(listener, $0, $1) }) == 0,
      HomeworkSystem.listen(listener, 128) == 0
    else {
      let reason = systemReason()
      HomeworkSystem.close(listener)
      throw .failed("the socket \(path) cannot be created", reason: reason)
    }
    return listener
  }

  /// Returns whether the other side of a connection is this user, or root.
  static func isAllowed(_ connection: Int32) -> Bool {
    // struct ucred, which the C library declares for GNU programs only.
    var other: (pid: Int32, uid: UInt32, gid: UInt32) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: other))
    guard getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &other, &length) == 0 else { return false }
    return other.uid == geteuid() || other.uid == 0
  }
}

/// The lock beside a socket: its holder is the daemon, even if the socket file was removed. The lock file is never
/// unlinked, and contains the daemon's process id.
private enum SocketLock {
  static func take(for path: String) throws(SocketError) -> Int32 {
    let lock = open(path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else {
      let reason = errno == ELOOP ? "it is a link, so remove it" : systemReason()
      throw .failed("the lock file \(path).lock cannot be opened", reason: reason)
    }
    var tries = 0
    while flock(lock, LOCK_EX | LOCK_NB) != 0 {
      tries += 1
      guard tries < 5 else {
        close(lock)
        throw .inUse(path: path)
      }
      usleep(10_000)  // `removedSocket` holds it for a moment
    }
    // If writing the process id fails, as on a full disk, the daemon is still found.
    _ = ftruncate(lock, 0)
    _ = Files.write("\(getpid())\n".utf8, to: lock)
    return lock
  }
}
