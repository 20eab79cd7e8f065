internal import CHomeworkWebSockets
import HomeworkSystem

/// A WebSocket and the server's connection for it: each text frame of the one is a line of the other.
///
/// Used only by its server's thread. While one side does not take its bytes, the other is not read, so the limits of
/// the server's connection apply to the page.
final class WebConnection {
  let socket: LibWebSockets.Connection
  /// The end of the server's connection that is ours.
  let line: LibWebSockets.Connection
  private let descriptor: Int32
  /// Bytes from the page, with a line feed after each message, and the number of them that the server has taken.
  private var received: [UInt8] = [], taken = 0
  /// Bytes from the server, the number of them passed on, and whether that number ends within a message.
  private var toSend: [UInt8] = [], sent = 0, isContinued = false
  /// True once the server has ended the connection: the remaining bytes are sent, then the page is asked to return.
  private var hasEnded = false

  /// The bytes that may wait for one side before the other is no longer read.
  private static let maximumWaiting = 256 << 10
  private static let largestPart = 64 << 10

  init(socket: LibWebSockets.Connection, line: LibWebSockets.Connection, descriptor: Int32) {
    (self.socket, self.line, self.descriptor) = (socket, line, descriptor)
  }

  /// Takes a piece of a message from the page. Returns false if the connection is to be closed.
  func receive(_ piece: UnsafeRawBufferPointer) -> Bool {
    guard lws.isBinary(socket) == 0 else { return lws.end(socket, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text only") }
    // Within JSON a line feed is a space: those in texts are escaped.
    received += piece.lazy.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 }
    if lws.isFinalFragment(socket) != 0 { received.append(UInt8(ascii: "\n")) }
    passOn()
    return true
  }

  /// Gives the server what the page has sent. If the server no longer takes it, its last words are still to be read.
  func passOn() {
    while taken < received.count {
      let count = received.withUnsafeBytes {
        HomeworkSystem.send(
          descriptor, $0.baseAddress! + taken, received.count - taken, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { break }
      taken = count > 0 ? taken + count : received.count
    }
    received.removeFirst(taken)
    taken = 0
    _ = lws.flow(socket, received.count < Self.maximumWaiting ? 1 : 0)
    if !received.isEmpty { _ = lws.callWhenWritable(line) }
  }

  /// Reads once from the server. Returns false at its end.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
    if count < 0, [EINTR, EAGAIN].contains(errno) { return true }
    guard count > 0 else { return false }
    toSend += UnsafeRawBufferPointer(rebasing: buffer[..<count])
    if toSend.count - sent > Self.maximumWaiting { _ = lws.flow(line, 0) }
    _ = lws.callWhenWritable(socket)
    return true
  }

  /// Sends the page one message, or a part of a long one. Returns false if the connection is to be closed.
  func sendNext() -> Bool {
    guard sent < toSend.count else {
      return hasEnded ? lws.end(socket, LWS_CLOSE_STATUS_GOINGAWAY, "the server stops") : true
    }
    let part = toSend[sent...].prefix(Self.largestPart)
    let end = part.firstIndex(of: UInt8(ascii: "\n"))
    let bytes = [UInt8](repeating: 0, count: Self.before) + part[..<(end ?? part.endIndex)]
    guard lws.write(bytes, on: socket, isContinued ? LWS_WRITE_CONTINUATION : LWS_WRITE_TEXT, isLast: end != nil) else {
      return false
    }
    isContinued = end == nil
    sent = end.map { $0 + 1 } ?? part.endIndex
    if sent == toSend.count || sent > Self.maximumWaiting {
      toSend.removeFirst(sent)
      sent = 0
    }
    if toSend.count - sent <= Self.maximumWaiting, !hasEnded { _ = lws.flow(line, 1) }
    if !toSend.isEmpty || hasEnded { _ = lws.callWhenWritable(socket) }
    return true
  }

  /// The server has ended the connection.
  func end() {
    hasEnded = true
    _ = lws.callWhenWritable(socket)
  }

  static let before = Int(homework_lws_before)
}

extension LibWebSockets {
  /// Gives the reason for which a WebSocket closes. Returns false, which closes it.
  func end(_ socket: Connection, _ status: lws_close_status, _ reason: String) -> Bool {
    var reason = Array(reason.utf8)
    closeReason(socket, status, &reason, reason.count)
    return false
  }

  /// Writes a frame, of which libwebsockets keeps what the socket does not take at once.
  ///
  /// - Parameters:
  ///   - bytes: what is to be written, after `WebConnection.before` free bytes.
  ///   - isLast: false if the message continues with the next frame.
  func write(_ bytes: [UInt8], on connection: Connection, _ kind: lws_write_protocol, isLast: Bool = true) -> Bool {
    var bytes = bytes
    let count = bytes.count - WebConnection.before
    let kind = lws_write_protocol(kind.rawValue | (isLast ? 0 : LWS_WRITE_NO_FIN.rawValue))
    return bytes.withUnsafeMutableBufferPointer {
      write(connection, $0.baseAddress! + WebConnection.before, count, kind)
    }
      >= count
  }
}
