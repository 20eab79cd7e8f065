public import Foundation

/// Creates a Unix socket, and attaches it to `path` with `use`: `connect` or `bind`.
public func unixSocket(
  _ type: __socket_type = SOCK_STREAM, at path: String,
  _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
) throws -> Int32 {
  let descriptor = socket(AF_UNIX, Int32(type.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  let size = socklen_t(MemoryLayout<sockaddr_un>.size)
  let code = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { use(descriptor, $0, size) }
  }
  guard code == 0 else {
    let error = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    close(descriptor)
    throw error
  }
  return descriptor
}

/// A raw connection to a Unix socket: bytes out, lines in.
public final class Line {
  public let descriptor: Int32
  private var received: [UInt8] = []
  private var hasEnded = false

  public init(to path: String) throws {
    descriptor = try unixSocket(at: path) { connect($0, $1, $2) }
  }

  deinit { close(descriptor) }

  public func send(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  public func send(_ text: String) { send(text.utf8) }

  /// Ends sending; reading continues.
  public func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Returns the next line, without its line feed; `nil` at the end, or after a minute of silence.
  public func read() -> String? {
    while true {
      if let end = received.firstIndex(of: 0x0A) {
        defer { received.removeSubrange(...end) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      guard !hasEnded else { return nil }
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, 60_000) > 0 else { return nil }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count <= 0 { hasEnded = true } else { received += chunk.prefix(count) }
    }
  }

  public func readToEnd() -> [String] {
    var all: [String] = []
    while let line = read() { all.append(line) }
    return all
  }
}
