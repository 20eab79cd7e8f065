import HomeworkSystem

/// The server behind a web server's page.
package protocol WebHost: Sendable {
  /// Returns the cookie that a token of an address is exchanged for; `nil` if it was used before, or is too old.
  func cookie(for token: String) -> String?
  /// Connects a visitor.
  ///
  /// - Parameters:
  ///   - cookie: the cookie that the visitor's browser sends, if any.
  ///   - address: the visitor's address.
  /// - Returns: the other end of a connection that takes and sends lines; `nil` if no more can be served.
  func connect(cookie: String?, from address: String) -> Int32?
}

/// Where a web server listens.
package struct WebAddress: Sendable {
  /// A numeric address.
  package let host: String
  /// From 1; 0 for any.
  package let port: Int

  /// - Parameter text: `127.0.0.1:8080`, `localhost:0` or `[::1]:8080`; `nil` if it is none of these.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65_535).contains(port)
    else { return nil }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
      guard Self.bytes(of: host, family: AF_INET6) != nil else { return nil }
    } else if host == "localhost" {
      host = "127.0.0.1"
    } else if Self.bytes(of: host, family: AF_INET) == nil {
      return nil
    }
    (self.host, self.port) = (host, port)
  }

  /// Whether only this machine can reach it.
  package var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

  /// The name that an address of a page has for it.
  package func name(port: Int) -> String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Whether a text is a numeric address.
  package static func isAddress(_ text: String) -> Bool {
    bytes(of: text, family: AF_INET) != nil || bytes(of: text, family: AF_INET6) != nil
  }

  private static func bytes(of host: String, family: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    return inet_pton(family, host, &bytes) == 1 ? bytes : nil
  }

  /// Returns the reason why nothing can listen there, which libwebsockets does not report; `nil` if it is free.
  func refusal() -> String? {
    let isLong = host.contains(":")
    let descriptor = socket(isLong ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return systemReason() }
    defer { close(descriptor) }
    var one: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout.size(ofValue: one)))
    func bind<Address>(_ address: Address) -> Bool {
      withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          HomeworkSystem.bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0
        }
      }
    }
    let isFree: Bool
    if isLong {
      var address = sockaddr_in6()
      (address.sin6_family, address.sin6_port) = (sa_family_t(AF_INET6), in_port_t(port).bigEndian)
      inet_pton(AF_INET6, host, &address.sin6_addr)
      isFree = bind(address)
    } else {
      var address = sockaddr_in()
      (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), in_port_t(port).bigEndian)
      inet_pton(AF_INET, host, &address.sin_addr)
      isFree = bind(address)
    }
    return isFree ? nil : systemReason()
  }
}
