import HomeworkSystem

/// The client's side of a socket.
extension UnixSocket {
  /// Connects to the daemon that listens at `path`.
  package static func connected(to path: String) throws(SocketError) -> Int32 {
    let descriptor = try make()
    do throws(SocketError) {
      let connected = try withAddress(of: path) { connect(descriptor, $0, $1) }
      guard connected == 0 else { throw .cannotConnect(path: path, reason: systemReason()) }
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Returns whether a daemon listens at `path` and does not answer a ping.
  package static func isSilent(_ path: String, forSeconds seconds: Int) throws(SocketError) -> Bool {
    let descriptor = try make()
    defer { close(descriptor) }
    // A daemon that is stopped accepts nothing: connecting waits too once its queue is full.
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    let connected = try withAddress(of: path) { connect(descriptor, $0, $1) }
    guard connected == 0 else { return errno == EAGAIN }
    return !write(Array(#"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"#.utf8) + [10], to: descriptor)
      || read(from: descriptor).isEmpty
  }

  /// Writes all of `bytes`; false when the other side is gone.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count {
        let count = send(descriptor, buffer.baseAddress! + sent, buffer.count - sent, Int32(MSG_NOSIGNAL))
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
  }

  /// Waits for something, and reads it; empty at the end of the stream.
  package static func read(from descriptor: Int32) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count < 0 && errno == EINTR { continue }
      return Array(chunk.prefix(max(0, count)))
    }
  }

  /// Returns what is wrong if there is no socket at a path although a daemon holds its lock; `nil` otherwise.
  package static func removed(at path: String) -> SocketError? {
    guard access(path, F_OK) != 0, errno == ENOENT else { return nil }
    return holder(of: path).map { .removed(path: path, pid: $0 == 0 ? nil : $0) }
  }

  /// Returns the process that holds a socket's lock, 0 if the lock does not say which one.
  package static func holder(of path: String) -> Int32? {
    let lock = open(path + ".lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard lock >= 0 else { return nil }
    defer { close(lock) }
    guard flock(lock, LOCK_SH | LOCK_NB) != 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = HomeworkSystem.read(lock, &bytes, bytes.count)
    return Int32(String(decoding: bytes.prefix(max(0, count - 1)), as: UTF8.self)) ?? 0
  }
}
