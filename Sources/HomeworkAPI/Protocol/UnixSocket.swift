internal import CHomeworkLinux
package import HomeworkSystem

/// Why a socket cannot be used.
public enum SocketError: Error, Hashable, Sendable, CustomStringConvertible {
  case pathTooLong(path: String, length: Int, limit: Int)
  case noPath
  /// A daemon already answers there.
  case inUse(path: String)
  case cannotConnect(path: String, reason: String)
  /// A daemon runs, and its socket file is gone.
  case removed(path: String, pid: Int32?)
  case failed(String, reason: String)
  /// The daemon accepts connections and answers nothing, not even a ping.
  case silent(path: String)
  /// The other side closed the connection before it answered.
  case closed

  public var description: String {
    switch self {
    case .pathTooLong(let path, let length, let limit):
      "the socket path \(path) has \(length) bytes, but at most \(limit) are allowed: give a shorter one"
    case .noPath: "the socket's path is empty: give one"
    case .inUse(let path): "a daemon is already running at \(path): stop it, or give another socket"
    case .cannotConnect(let path, let reason): "no daemon at \(path) (\(reason)): start one with hwdbd"
    case .removed(let path, let pid):
      "a daemon runs\(pid.map { " (pid \($0))" } ?? ""), but its socket \(path) was removed: stop it with "
        + "kill \(pid.map(String.init) ?? "PID"), then start it again"
    case .silent(let path):
      "the daemon at \(path) does not answer: if it is stopped, continue it with kill -CONT PID, else restart it"
    case .failed(let what, let reason): "\(what): \(reason)"
    case .closed: "the daemon closed the connection: see its log"
    }
  }
}

/// The system calls that server and client share.
package enum UnixSocket {
  /// Bytes of a path in `sockaddr_un`, its terminating NUL excluded.
  package static let longestPath = 107

  package static func make() throws(SocketError) -> Int32 {
    let descriptor = makeSocket()
    guard descriptor >= 0 else { throw .failed("no socket", reason: systemReason()) }
    return descriptor
  }

  package static func check(path: String) throws(SocketError) {
    let length = path.utf8.count
    guard length > 0 else { throw .noPath }
    guard length <= longestPath else { throw .pathTooLong(path: path, length: length, limit: longestPath) }
  }

  /// Calls `body` with the address of `path`.
  package static func withAddress(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(SocketError) -> Int32 {
    try check(path: path)
    let bytes = Array(path.utf8)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
