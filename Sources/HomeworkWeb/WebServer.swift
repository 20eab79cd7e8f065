internal import CHomeworkLinux
internal import CHomeworkWebSockets
import HomeworkSystem

/// Serves the page over HTTP to this machine alone, and connections over WebSockets at `/rpc`: libwebsockets on one
/// thread.
///
/// The first message of a WebSocket is the token of the page's address, and nothing answers it. Then each text frame is
/// a JSON-RPC value.
package final class WebServer: @unchecked Sendable {  // its own thread alone uses what changes, but for `isStopping`
  package struct Failure: Error { package let message: String }

  /// The number of descriptors needed: three for each page, one for each waiting connection, and libwebsockets' own.
  package static let descriptors = 3 * maximumPages + maximumWaiting + 8

  private static let maximumPages = 16
  /// The number of connections without the token; one more closes the oldest.
  private static let maximumWaiting = 64
  /// The time limit for a request, and for the token, in seconds.
  private static let patienceS = 5

  package let port: Int
  /// 256 random bits in hexadecimal.
  private let token = (0..<32).map { _ in String(0x100 | Int(UInt8.random(in: 0...255)), radix: 16).dropFirst() }
    .joined()
  /// Returns the other end of a new connection that takes and sends lines; `nil` if no more can be served.
  private let connect: @Sendable () -> Int32?
  private let listener: Int32
  /// Set once by `init`.
  private var context: OpaquePointer?
  private var adoptedListener: OpaquePointer?
  private let isStopping = Guarded(false)
  private let hasEnded = DispatchSemaphore(value: 0)

  /// The pages with the token, each by its WebSocket and by the server's connection for it.
  private var pages: [OpaquePointer: WebConnection] = [:], lines: [OpaquePointer: WebConnection] = [:]
  /// The connections without the token, oldest first, and what they have sent of their first message.
  private var waiting: [OpaquePointer] = [], tokens: [OpaquePointer: [UInt8]] = [:]
  /// The bodies of the responses that are being sent.
  private var bodies: [OpaquePointer: [UInt8]] = [:]
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  /// Listens at a port of 127.0.0.1; 0 for any.
  package init(port wanted: Int, connect: @escaping @Sendable () -> Int32?) throws(Failure) {
    if let failure = lws.failure {
      // The wheel brings libwebsockets, but not the TLS library that it loads.
      let package = failure.hasPrefix("libssl") || failure.hasPrefix("libcrypto") ? "libssl3" : "libwebsockets17"
      throw Failure(message: "libwebsockets cannot be used (\(failure)): run sudo apt-get install \(package)")
    }
    self.connect = connect
    (listener, port) = try Self.listen(at: wanted)
    lws.setLogLevel(0, nil)
    context = create()
    adoptedListener = context.flatMap { adopt(listener, LWS_ADOPT_RAW_FILE_DESC, in: $0) }
    guard adoptedListener != nil else { throw Failure(message: "libwebsockets cannot start: is there memory?") }
  }

  /// Listens without libwebsockets, which listens on every interface by default.
  private static func listen(at port: Int) throws(Failure) -> (Int32, port: Int) {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_INET, kind, 0)
    var (one, address, size) = (1 as Int32, sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout.size(ofValue: one)))
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && HomeworkSystem.listen(descriptor, 128) == 0
          && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isListening else {
      let reason = systemReason()
      close(descriptor)
      throw Failure(message: "cannot listen at 127.0.0.1:\(port): \(reason)")
    }
    return (descriptor, Int(in_port_t(bigEndian: address.sin_port)))
  }

  private func create() -> OpaquePointer? {
    // They must live as long as the context.
    let protocols = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 2)
    protocols.initialize(repeating: lws_protocols(), count: 2)
    protocols[0].name = UnsafePointer(strdup("page"))
    protocols[0].callback = { connection, reason, _, content, count in
      guard let connection, let user = lws.user(lws.contextOf(connection)) else { return 0 }
      return Unmanaged<WebServer>.fromOpaque(user).takeUnretainedValue()
        .handle(reason, connection, UnsafeRawBufferPointer(start: content, count: content == nil ? 0 : count))
        ? 0 : -1
    }
    protocols[0].rx_buffer_size = 65_536
    var info = lws_context_creation_info()
    (info.port, info.protocols) = (CONTEXT_PORT_NO_LISTEN_SERVER, UnsafePointer(protocols))
    info.user = Unmanaged.passUnretained(self).toOpaque()
    info.server_string = UnsafePointer(strdup("hwdbd"))
    (info.timeout_secs, info.timeout_secs_ah_idle) = (CUnsignedInt(Self.patienceS), CUnsignedInt(Self.patienceS))
    return lws.createContext(&info)
  }

  private func adopt(_ descriptor: Int32, _ kind: lws_adoption_type, in context: OpaquePointer) -> OpaquePointer? {
    guard let vhost = lws.vhostNamed(context, "default") else { return nil }
    return lws.adopt(vhost, kind, lws_sock_file_fd_type(filefd: descriptor), "page", nil)
  }

  /// Serves until `stop` is called.
  package func run() {
    guard let context else { return }
    var endNs: UInt64?
    while lws.service(context, 0) >= 0 {
      guard isStopping.withLock({ $0 }) else { continue }
      // Pages receive the end of the server within a second.
      endNs = endNs ?? Monotonic.nowNs + 1_000_000_000
      guard !pages.isEmpty, Monotonic.nowNs < endNs ?? 0 else { break }
      lws.cancelService(context)
      usleep(1000)
    }
    lws.destroyContext(context)
    buffer.deallocate()
    hasEnded.signal()
  }

  /// The address of the page. Browsers send no server what is after the `#`.
  package var url: String { "http://127.0.0.1:\(port)/#\(token)" }

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
    case LWS_CALLBACK_ESTABLISHED: lws.setTimeout(connection, PENDING_TIMEOUT_USER_OK, CInt(Self.patienceS))
    case LWS_CALLBACK_RECEIVE: return pages[connection]?.receive(content) ?? admit(connection, content)
    case LWS_CALLBACK_SERVER_WRITEABLE: return pages[connection]?.sendNext() ?? true
    case LWS_CALLBACK_CLOSED:
      // Closes the other end too.
      if let closed = pages.removeValue(forKey: connection), lines[closed.line] != nil { kill(closed.line) }
    case LWS_CALLBACK_WSI_DESTROY: forget(connection)

    case LWS_CALLBACK_RAW_RX_FILE:
      if connection == adoptedListener { accept() } else { return lines[connection]?.read(into: buffer) ?? false }
    case LWS_CALLBACK_TIMER: if connection == adoptedListener { _ = lws.flow(connection, 1) }
    case LWS_CALLBACK_RAW_WRITEABLE_FILE: lines[connection]?.passOn()
    case LWS_CALLBACK_RAW_CLOSE_FILE: lines.removeValue(forKey: connection)?.end()
    default: break
    }
    return true
  }

  private func kill(_ connection: OpaquePointer) {
    lws.setTimeout(connection, PENDING_TIMEOUT_USER_OK, CInt(LWS_TO_KILL_ASYNC))
  }

  private func forget(_ connection: OpaquePointer) {
    waiting.removeAll { $0 == connection }
    tokens[connection] = nil
  }

  private func accept() {
    let descriptor = acceptConnection(listener)
    guard descriptor >= 0, let context else {
      if descriptor < 0, ![EINTR, ECONNABORTED, EAGAIN].contains(errno) { pause() }
      return
    }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let kind = lws_adoption_type(LWS_ADOPT_HTTP.rawValue | LWS_ADOPT_SOCKET.rawValue)
    // If it cannot be adopted, libwebsockets has closed it.
    guard let connection = adopt(descriptor, kind, in: context) else { return }
    waiting.append(connection)
    if waiting.count > Self.maximumWaiting { kill(waiting.removeFirst()) }
  }

  /// Leaves the listener alone for a second: as long as there are no descriptors, it would be reported again at once.
  private func pause() {
    guard let adoptedListener else { return }
    _ = lws.flow(adoptedListener, 0)
    lws.setTimer(adoptedListener, 1_000_000)
  }

  /// A page of another site, or of another name for this machine, may not connect.
  private func mayConnect(_ connection: OpaquePointer) -> Bool {
    guard header(WSI_TOKEN_GET_URI, of: connection) == "/rpc", let name = header(WSI_TOKEN_HOST, of: connection),
      isOwn(name)
    else { return false }
    return [nil, "http://\(name)"].contains(header(WSI_TOKEN_ORIGIN, of: connection))
  }

  /// Returns whether a host name is this machine's own: others may resolve a name of theirs to this machine.
  private func isOwn(_ name: String) -> Bool { ["127.0.0.1:\(port)", "localhost:\(port)"].contains(name) }

  /// Takes a piece of the first message, and connects the page once it is the token.
  private func admit(_ socket: OpaquePointer, _ piece: UnsafeRawBufferPointer) -> Bool {
    let sent = tokens[socket, default: []] + piece
    tokens[socket] = sent
    if lws.isFinalFragment(socket) == 0, sent.count <= token.utf8.count { return true }
    guard isToken(sent) else {
      return lws.end(socket, LWS_CLOSE_STATUS_POLICY_VIOLATION, "that is not the token of this page")
    }
    guard pages.count < Self.maximumPages, let context, let ours = connect() else {
      return lws.end(socket, Self.tryAgainLater, "\(Self.maximumPages) pages are open, the maximum")
    }
    guard let line = adopt(ours, LWS_ADOPT_RAW_FILE_DESC, in: context) else { return false }
    forget(socket)
    lws.setTimeout(socket, NO_PENDING_TIMEOUT, 0)
    let page = WebConnection(socket: socket, line: line, descriptor: ours)
    (pages[socket], lines[line]) = (page, page)
    return true
  }

  /// RFC 6455's registry: 1013.
  private static let tryAgainLater = lws_close_status(1013)

  /// Compares in the same time wherever they differ.
  private func isToken(_ text: [UInt8]) -> Bool {
    text.count == token.utf8.count && zip(text, token.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
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
  private func respond(_ connection: OpaquePointer, to path: String) -> Bool {
    guard header(WSI_TOKEN_GET_URI, of: connection) != nil || isHead(connection) else {
      return send(connection, 405, "read-only: use GET\n")
    }
    guard let name = header(WSI_TOKEN_HOST, of: connection), isOwn(name) else {
      return send(connection, 421, "this address is not served under that name\n")
    }
    if path == "/healthz" { return send(connection, 200, "ok\n") }
    guard let file = WebPage.file(at: path) else { return send(connection, 404, "not found\n") }
    return send(connection, 200, file.text, file.type)
  }

  private func isHead(_ connection: OpaquePointer) -> Bool { header(WSI_TOKEN_HEAD_URI, of: connection) != nil }

  private func send(_ connection: OpaquePointer, _ status: Int, _ text: String) -> Bool {
    send(connection, status, Array(text.utf8), "text/plain; charset=utf-8")
  }

  private func send(_ connection: OpaquePointer, _ status: Int, _ body: [UInt8], _ type: String) -> Bool {
    let capacity = 4096
    let start = UnsafeMutablePointer<UInt8>.allocate(capacity: WebConnection.before + capacity)
    defer { start.deallocate() }
    let first = start + WebConnection.before
    let end = first + capacity
    var next: UnsafeMutablePointer<UInt8>? = first
    guard lws.beginHeaders(connection, CUnsignedInt(status), type, UInt64(body.count), &next, end) == 0 else {
      return false
    }
    for (name, value) in WebPage.headers {
      guard lws.addHeader(connection, name, value, CInt(value.utf8.count), &next, end) == 0 else { return false }
    }
    guard lws.sendHeaders(connection, first, &next, end) == 0 else { return false }
    bodies[connection] = isHead(connection) ? [] : body
    _ = lws.callWhenWritable(connection)
    return true
  }

  private func sendBody(_ connection: OpaquePointer) -> Bool {
    guard let body = bodies.removeValue(forKey: connection) else { return true }
    let bytes = [UInt8](repeating: 0, count: WebConnection.before) + body
    return (body.isEmpty || lws.write(bytes, on: connection, LWS_WRITE_HTTP_FINAL)) && lws.endResponse(connection) == 0
  }
}
