import HomeworkAPI
import HomeworkSystem

/// The interface to a service manager such as systemd: sd_listen_fds(3), sd_notify(3) and sd_watchdog_enabled(3).
struct ServiceManager: Sendable {
  private let environment: [String: String]

  /// Creates the service manager of this process, from its environment.
  init() {
    environment = Surroundings.environment
  }

  /// The first listening socket passed to this process; `nil` if none was passed.
  var listener: Int32? {
    guard environment["LISTEN_PID"] == String(getpid()), let count = environment["LISTEN_FDS"].flatMap(Int.init),
      count > 0
    else { return nil }
    let first: Int32 = 3
    _ = fcntl(first, F_SETFD, FD_CLOEXEC)
    return first
  }

  /// The interval at which it expects `WATCHDOG=1`, in milliseconds; `nil` if it does not.
  var watchdogMs: Int? {
    guard environment["WATCHDOG_PID"] == nil || environment["WATCHDOG_PID"] == String(getpid()) else { return nil }
    return environment["WATCHDOG_USEC"].flatMap(Int.init).map { max(1, $0 / 1000) }
  }

  /// Sends `READY=1`, `STOPPING=1` or `WATCHDOG=1`. Errors are ignored.
  func notify(_ state: String) {
    guard let path = environment["NOTIFY_SOCKET"], let first = path.utf8.first else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    // "@" stands for the NUL at the start of an abstract socket's name.
    if first == UInt8(ascii: "@") { bytes[0] = 0 }
    guard bytes.count <= UnixSocket.longestPath else { return }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // An unresponsive manager must not delay us: watchdog messages do not wait, others wait about a second at most.
    var patience = timeval(tv_sec: state == "WATCHDOG=1" ? 0 : 1, tv_usec: 1000)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(descriptor, state, state.utf8.count, Int32(MSG_NOSIGNAL), $0, length)
      }
    }
  }
}
