import HomeworkSystem

/// The lock beside a socket: its holder is the daemon, even if the socket file was removed. The file is never unlinked,
/// and contains the daemon's process id.
package enum SocketLock {
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
    // Without its process id, as on a full disk, the daemon is still found.
    _ = ftruncate(lock, 0)
    _ = Files.write("\(getpid())\n".utf8, to: lock)
    return lock
  }

  /// Returns what is wrong if there is no socket at a path although a daemon holds its lock; `nil` otherwise.
  package static func removedSocket(at path: String) -> SocketError? {
    guard access(path, F_OK) != 0, errno == ENOENT else { return nil }
    let lock = open(path + ".lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard lock >= 0 else { return nil }
    defer { close(lock) }
    guard flock(lock, LOCK_SH | LOCK_NB) != 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = HomeworkSystem.read(lock, &bytes, bytes.count)
    return .removed(path: path, pid: Int32(String(decoding: bytes.prefix(max(0, count - 1)), as: UTF8.self)))
  }
}
