import Foundation
import HomeworkModel
import HomeworkTestKit

/// A browser's end of HTTP and WebSockets, with nothing of the library that serves them.
final class WebLine {
  private let descriptor: Int32
  private var received: [UInt8] = []

  struct Unexpected: Error { let answer: String }

  /// A reply: the status, the header with names in lower case, and the body.
  struct Response {
    let status: Int, headers: [String: String], body: String
  }

  /// Connects, and sends nothing.
  init(idleAt port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var (address, limit) = (sockaddr_in(), timeval(tv_sec: 20, tv_usec: 0))
    (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), in_port_t(port).bigEndian)
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout.size(ofValue: limit)))
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, 16) == 0 }
    }
    guard isConnected else {
      throw Unexpected(answer: "no connection: \(String(cString: strerror(errno)))")
    }
  }

  deinit { close(descriptor) }

  /// Asks for a path.
  static func get(
    _ path: String, port: Int, method: String = "GET", headers: [String: String] = [:]
  ) throws -> Response {
    try WebLine(idleAt: port).ask(path, port, method, headers.merging(["Connection": "close"]) { $1 })
  }

  /// Opens a WebSocket, as a page of this address does unless the headers say something else.
  init(port: Int, path: String = "/rpc", headers: [String: String] = [:]) throws {
    let line = try WebLine(idleAt: port)
    // The first one must not be closed with the line that it was made for.
    descriptor = dup(line.descriptor)
    let all = [
      "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "MDEyMzQ1Njc4OWFiY2RlZg==", "Origin": "http://127.0.0.1:\(port)",
    ]
    let response = try ask(path, port, "GET", all.merging(headers) { $1 }, hasBody: false)
    guard response.status == 101 else { throw Unexpected(answer: "\(response.status)") }
  }

  private func ask(
    _ path: String, _ port: Int, _ method: String, _ headers: [String: String], hasBody: Bool = true
  ) throws -> Response {
    let lines = ["Host": "127.0.0.1:\(port)"].merging(headers) { $1 }.map { "\($0): \($1)\r\n" }
    write(Array("\(method) \(path) HTTP/1.1\r\n\(lines.joined())\r\n".utf8))
    let end = Array("\r\n\r\n".utf8)
    while received.firstRange(of: end) == nil, take() {}
    guard let head = received.firstRange(of: end) else { throw Unexpected(answer: "closed") }
    let text = String(decoding: received[..<head.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    received.removeSubrange(..<head.upperBound)
    if hasBody { while take() {} }
    let named = text.dropFirst().map {
      $0.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
    }
    return Response(
      status: Int(text[0].split(separator: " ")[1]) ?? 0,
      headers: Dictionary(named.map { ($0[0].lowercased(), $0.count > 1 ? $0[1] : "") }) { $1 },
      body: String(decoding: received, as: UTF8.self))
  }

  /// Sends a message, in frames of at most so many bytes.
  func send(_ text: String, frames size: Int = .max, isText: Bool = true) {
    let bytes = Array(text.utf8)
    var start = 0
    repeat {
      let end = min(bytes.count, start.addingReportingOverflow(size).overflow ? bytes.count : start + size)
      let kind: UInt8 = start > 0 ? 0 : isText ? 1 : 2
      var frame = [kind | (end == bytes.count ? 0x80 : 0)]
      let count = end - start
      switch count {
      case ..<126: frame.append(0x80 | UInt8(count))
      case ..<65_536: frame += [0x80 | 126, UInt8(count >> 8), UInt8(count & 255)]
      default: frame += [0x80 | 127] + (0..<8).reversed().map { UInt8(count >> ($0 * 8) & 255) }
      }
      let mask: [UInt8] = [1, 2, 3, 4]
      write(frame + mask + bytes[start..<end].enumerated().map { $1 ^ mask[$0 % 4] })
      start = end
    } while start < bytes.count
  }

  /// Returns the next message; `nil` once the server has closed, with the reason in `closed`.
  func receive() -> String? {
    var message: [UInt8] = []
    while true {
      while received.count < 2 { guard take() else { return nil } }
      var (length, head) = (Int(received[1] & 127), 2)
      if length > 125 {
        let digits = length == 126 ? 2 : 8
        while received.count < 2 + digits { guard take() else { return nil } }
        (length, head) = (received[2..<(2 + digits)].reduce(0) { $0 << 8 | Int($1) }, 2 + digits)
      }
      while received.count < head + length { guard take() else { return nil } }
      let (kind, isLast) = (received[0] & 15, received[0] & 0x80 != 0)
      let content = received[head..<(head + length)]
      if kind == 8 { closed = content.prefix(2).reduce(0) { $0 << 8 | Int($1) } }
      message += content
      received.removeSubrange(..<(head + length))
      if kind == 8 { return nil }
      if isLast { return String(decoding: message, as: UTF8.self) }
    }
  }

  /// The status with which the server has closed.
  private(set) var closed: Int?

  /// Calls a method, and returns its result, or its error as `{"error": NAME, "message": …}`.
  func call(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    let request: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
    send(String(decoding: request.encoded(), as: UTF8.self))
    while true {
      guard let text = receive() else { throw Unexpected(answer: "closed: \(closed ?? 0)") }
      let reply = try JSONValue(parsing: Array(text.utf8))
      guard reply["id"] != nil else { continue }  // a notification
      if let error = reply["error"] {
        return ["error": error["data"]?["name"] ?? .null, "message": error["message"] ?? .null]
      }
      return reply["result"] ?? .null
    }
  }

  func write(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  private func take() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    guard count > 0 else { return false }
    received += chunk.prefix(count)
    return true
  }
}
