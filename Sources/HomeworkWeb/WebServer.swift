internal import CHomeworkWebSockets
import HomeworkSystem

/// The last line of libwebsockets about an error.
private let lastError = Guarded("no reason is known")

/// Serves the page over HTTP, and connections over WebSockets at `/rpc`: libwebsockets on one thread.
package final class WebServer: @unchecked Sendable {  // its own thread alone uses what changes, but for `isStopping`
  package enum Failure: Error { case message(String) }

  /// A certificate and its key, as files in PEM.
  package typealias Certificate = (certificate: String, key: String)

  private let host: any WebHost
  private let address: WebAddress
  /// The address of the proxy in front of it, whose `X-Forwarded-For` is trusted.
  private let proxy: String?
  private let isSecure: Bool
  /// Set once by `init`.
  private var context: OpaquePointer?
  package private(set) var port = 0
  private let isStopping = Guarded(false)
  private let hasEnded = DispatchSemaphore(value: 0)

  /// The connections, by each of their two ends.
  private var connections: [OpaquePointer: WebConnection] = [:]
  /// The bodies of the responses that are being sent.
  private var bodies: [OpaquePointer: [UInt8]] = [:]
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  /// Listens.
  package init(
    at address: WebAddress, certificate: Certificate?, behind proxy: String?, host: any WebHost
  ) throws(Failure) {
    (self.address, self.host, self.proxy) = (address, host, proxy)
    isSecure = certificate != nil
    if let failure = lws.failure {
      throw .message("libwebsockets cannot be used (\(failure)): install libwebsockets17")
    }
    if let reason = address.refusal() {
      throw .message("cannot listen at \(address.name(port: address.port)): \(reason)")
    }
    // It reports errors only as lines of its log.
    lws.setLogLevel(CInt(LLL_ERR)) { _, line in lastError.withLock { $0 = line.map { String(cString: $0) } ?? "" } }
    context = create(certificate)
    guard let context, let vhost = lws.vhostNamed(context, "default") else {
      let what = certificate.map { " with the certificate \($0.certificate) and the key \($0.key)" } ?? ""
      let reason = lastError.withLock { String($0.prefix { $0 != "\n" }) }
      throw .message("cannot listen at \(address.name(port: address.port))\(what): \(reason)")
    }
    port = Int(lws.port(vhost))
  }

  private func create(_ certificate: Certificate?) -> OpaquePointer? {
    // They must live as long as the context.
    let protocols = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 3)
    protocols.initialize(repeating: lws_protocols(), count: 3)
    for (place, name) in ["http", "line"].enumerated() {
      protocols[place].name = UnsafePointer(strdup(name))
      protocols[place].callback = { connection, reason, _, content, count in
        guard let connection, let user = lws.user(lws.contextOf(connection)) else { return 0 }
        return Unmanaged<WebServer>.fromOpaque(user).takeUnretainedValue()
          .handle(reason, connection, UnsafeRawBufferPointer(start: content, count: content == nil ? 0 : count))
          ? 0 : -1
      }
      protocols[place].rx_buffer_size = 65_536
    }
    var info = lws_context_creation_info()
    (info.port, info.protocols) = (CInt(address.port), UnsafePointer(protocols))
    info.user = Unmanaged.passUnretained(self).toOpaque()
    info.server_string = UnsafePointer(strdup("hwdbd"))
    info.iface = UnsafePointer(strdup(address.host))
    info.alpn = UnsafePointer(strdup("http/1.1"))
    if let certificate {
      info.options |= UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT)
      info.ssl_cert_filepath = UnsafePointer(strdup(certificate.certificate))
      info.ssl_private_key_filepath = UnsafePointer(strdup(certificate.key))
    }
    return lws.createContext(&info)
  }

  /// Serves until `stop` is called.
  package func run() {
    guard let context else { return }
    var endNs: UInt64?
    while lws.service(context, 0) >= 0 {
      guard isStopping.withLock({ $0 }) else { continue }
      // Pages are told that the server stops, within a second.
      endNs = endNs ?? Monotonic.nowNs + 1_000_000_000
      guard !connections.isEmpty, Monotonic.nowNs < endNs ?? 0 else { break }
      lws.cancelService(context)
      usleep(1000)
    }
    lws.destroyContext(context)
    buffer.deallocate()
    hasEnded.signal()
  }

  /// The address of the page.
  ///
  /// - Parameter token: the token that lets the owner in.
  package func url(token: String) -> String {
    "\(isSecure ? "https" : "http")://\(address.name(port: port))/?token=\(token)"
  }

  /// Ends `run`, and waits for it. Safe from any thread, once.
  package func stop() {
    isStopping.withLock { $0 = true }
    if let context { lws.cancelService(context) }
    hasEnded.wait()
  }
}

// MARK: What happens

extension WebServer {
  /// Returns false to close the connection.
  private func handle(
    _ reason: lws_callback_reasons, _ connection: OpaquePointer, _ content: UnsafeRawBufferPointer
  ) -> Bool {
    switch reason {
    case LWS_CALLBACK_HTTP: return respond(connection, to: String(decoding: content, as: UTF8.self))
    case LWS_CALLBACK_HTTP_WRITEABLE: return sendBody(connection)
    case LWS_CALLBACK_CLOSED_HTTP: bodies[connection] = nil

    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return mayConnect(connection)
    case LWS_CALLBACK_ESTABLISHED: return connect(connection)
    case LWS_CALLBACK_RECEIVE: return connections[connection]?.receive(content) ?? false
    case LWS_CALLBACK_SERVER_WRITEABLE: return connections[connection]?.sendNext() ?? false
    case LWS_CALLBACK_CLOSED:
      // Closes the other end too.
      if let closed = connections.removeValue(forKey: connection), connections[closed.line] != nil {
        lws.setTimeout(closed.line, PENDING_TIMEOUT_USER_OK, CInt(LWS_TO_KILL_ASYNC))
      }

    case LWS_CALLBACK_RAW_RX_FILE: return connections[connection]?.read(into: buffer) ?? false
    case LWS_CALLBACK_RAW_WRITEABLE_FILE: connections[connection]?.passOn()
    case LWS_CALLBACK_RAW_CLOSE_FILE: connections.removeValue(forKey: connection)?.end()
    default: break
    }
    return true
  }

  /// A page of another site, or of another name for this machine, may not connect with this one's cookie.
  private func mayConnect(_ connection: OpaquePointer) -> Bool {
    guard header(WSI_TOKEN_GET_URI, of: connection) == "/rpc", let name = header(WSI_TOKEN_HOST, of: connection),
      isKnown(name), isOfProxy(connection)
    else { return false }
    guard let origin = header(WSI_TOKEN_ORIGIN, of: connection) else { return true }
    return origin == "\(isSecure || proxy != nil ? "https" : "http")://\(name)"
  }

  /// A name that points at this machine from outside is no name of its loopback address.
  private func isKnown(_ name: String) -> Bool {
    !address.isLoopback || proxy != nil || [address.name(port: port), "localhost:\(port)"].contains(name)
  }

  private func connect(_ socket: OpaquePointer) -> Bool {
    guard let vhost = lws.vhostOf(socket),
      let ours = host.connect(cookie: cookie(of: socket), from: visitor(of: socket))
    else { return false }
    guard
      let line = lws.adopt(vhost, LWS_ADOPT_RAW_FILE_DESC, lws_sock_file_fd_type(filefd: ours), "line", nil)
    else {
      close(ours)
      return false
    }
    let connection = WebConnection(socket: socket, line: line, descriptor: ours)
    (connections[socket], connections[line]) = (connection, connection)
    return true
  }

  /// Whether a connection comes through the proxy, if there is one.
  private func isOfProxy(_ connection: OpaquePointer) -> Bool { proxy == nil || proxy == peer(of: connection) }

  /// The visitor's address, as the proxy tells it if there is one.
  private func visitor(of connection: OpaquePointer) -> String {
    let forwarded = proxy == nil ? nil : header(WSI_TOKEN_X_FORWARDED_FOR, of: connection)
    return forwarded?.split(separator: ",").last.map { String($0.drop { $0 == " " }) } ?? peer(of: connection)
  }

  private func peer(of connection: OpaquePointer) -> String {
    var text = [CChar](repeating: 0, count: 64)
    var peer = lws.peer(connection, &text, text.count).map { String(cString: $0) } ?? ""
    if peer.hasPrefix("::ffff:") { peer.removeFirst(7) }
    return peer
  }

  private func header(_ token: lws_token_indexes, of connection: OpaquePointer) -> String? {
    let length = lws.headerLength(connection, token)
    guard length > 0 else { return nil }
    var text = [CChar](repeating: 0, count: Int(length) + 1)
    guard lws.copyHeader(connection, &text, length + 1, token) >= 0 else { return nil }
    return String(decoding: text.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

// MARK: HTTP

extension WebServer {
  private static let cookieName = "hwdb"

  private func cookie(of connection: OpaquePointer) -> String? {
    header(WSI_TOKEN_HTTP_COOKIE, of: connection)?.split(separator: ";").map { $0.drop { $0 == " " } }
      .first { $0.hasPrefix("\(Self.cookieName)=") }.map { String($0.dropFirst(Self.cookieName.count + 1)) }
  }

  private func respond(_ connection: OpaquePointer, to path: String) -> Bool {
    guard header(WSI_TOKEN_GET_URI, of: connection) != nil else {
      return send(connection, 405, "this is only read: use GET\n")
    }
    guard let name = header(WSI_TOKEN_HOST, of: connection), isKnown(name) else {
      return send(connection, 421, "this address is not served under that name\n")
    }
    guard isOfProxy(connection) else { return send(connection, 403, "only a proxy is served here\n") }
    if path == "/healthz" { return send(connection, 200, "ok\n") }
    if path == "/", let query = header(WSI_TOKEN_HTTP_URI_ARGS, of: connection), query.hasPrefix("token=") {
      // The token leaves the address with the first load.
      var headers = [("location:", "/")]
      if let cookie = host.cookie(for: String(query.dropFirst(6))) {
        let attributes = "Path=/; Max-Age=15552000; HttpOnly; SameSite=Strict"
        let secure = isSecure || proxy != nil ? "; Secure" : ""
        headers.append(("set-cookie:", "\(Self.cookieName)=\(cookie); \(attributes)\(secure)"))
      }
      return send(connection, 303, "", headers: headers)
    }
    guard let file = WebPage.file(at: path) else { return send(connection, 404, "there is nothing here\n") }
    return send(connection, 200, file.text, file.type, WebPage.headers)
  }

  private func send(
    _ connection: OpaquePointer, _ status: Int, _ text: String, headers: [(String, String)] = []
  ) -> Bool {
    send(connection, status, Array(text.utf8), "text/plain; charset=utf-8", WebPage.headers + headers)
  }

  private func send(
    _ connection: OpaquePointer, _ status: Int, _ body: [UInt8], _ type: String, _ headers: [(String, String)]
  ) -> Bool {
    let capacity = 4096
    let start = UnsafeMutablePointer<UInt8>.allocate(capacity: WebConnection.before + capacity)
    defer { start.deallocate() }
    let first = start + WebConnection.before
    let end = first + capacity
    var next: UnsafeMutablePointer<UInt8>? = first
    guard lws.beginHeaders(connection, CUnsignedInt(status), type, UInt64(body.count), &next, end) == 0 else {
      return false
    }
    for (name, value) in headers {
      guard lws.addHeader(connection, name, value, CInt(value.utf8.count), &next, end) == 0 else { return false }
    }
    guard lws.sendHeaders(connection, first, &next, end) == 0 else { return false }
    guard !body.isEmpty else { return lws.endResponse(connection) == 0 }
    bodies[connection] = body
    _ = lws.callWhenWritable(connection)
    return true
  }

  private func sendBody(_ connection: OpaquePointer) -> Bool {
    guard let body = bodies.removeValue(forKey: connection) else { return true }
    let bytes = [UInt8](repeating: 0, count: WebConnection.before) + body
    return lws.write(bytes, on: connection, LWS_WRITE_HTTP_FINAL) && lws.endResponse(connection) == 0
  }
}
