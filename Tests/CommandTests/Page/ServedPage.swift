import Foundation
import HomeworkModel
import HomeworkTestKit

/// A daemon with a page, and those who visit it.
final class ServedPage {
  let daemon: ServedDaemon
  let port: Int

  /// - Parameter isSecure: whether it encrypts, which this client does not.
  init(_ options: String..., database: String = "hwdb.sqlite", isSecure: Bool = false) throws {
    port = try Self.freePort()
    daemon = try ServedDaemon(
      options: ["--http", "127.0.0.1:\(port)"] + options, database: database)
    if isSecure { while daemon.output.isEmpty { usleep(10_000) } } else { try wait() }
  }

  /// Waits until the page is served, which is a moment after the socket is.
  private func wait() throws {
    for _ in 0..<500 where (try? get("/healthz")) == nil { usleep(10_000) }
  }

  func killAndRestart() throws {
    try daemon.killAndRestart()
    try wait()
  }

  /// The token in the address that the daemon printed.
  var token: String { daemon.output.split(separator: "=").last.map { $0.trimmingCharacters(in: .newlines) } ?? "" }

  /// Returns the cookie of whoever opens that address.
  func owner() throws -> String? { try cookie(for: .string(token)) }

  /// Returns a port that nobody listens at.
  static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw WebLine.Unexpected(answer: "no free port") }
    return Int(in_port_t(bigEndian: address.sin_port))
  }

  func get(_ path: String, method: String = "GET", headers: [String: String] = [:]) throws -> WebLine.Response {
    try WebLine.get(path, port: port, method: method, headers: headers)
  }

  /// Exchanges a token for a cookie.
  func cookie(for token: JSONValue?) throws -> String? { try get("/?token=\(token?.string ?? "")").cookie }

  func visit(_ cookie: String? = nil, headers: [String: String] = [:]) throws -> WebLine {
    try WebLine(port: port, cookie: cookie, headers: headers)
  }

  /// Lets a new pupil in, and returns their cookie.
  func join(_ name: String) throws -> String? {
    let code = try daemon.client().call("class.open")["code"]
    let joining: JSONValue = ["code": code ?? .null, "name": .string(name)]
    return try cookie(for: visit().call("class.join", joining)["token"])
  }

  static let password = "seven green lamps"

  /// Lets a teacher in, and returns their cookie.
  func login() throws -> String? {
    let password: JSONValue = ["password": .string(Self.password)]
    _ = try daemon.client().call("teacher.password", password)
    return try cookie(for: visit().call("teacher.login", password)["token"])
  }

  /// Adds homework with a quiz of so many questions, whose answer is A, and returns its id.
  func quiz(_ count: Int = 3) throws -> JSONValue {
    let questions = (1...count).map { number -> JSONValue in
      [
        "type": "mcq", "question": .string("Question \(number)?"), "options": ["right", "wrong"], "correctIndex": 0,
        "explanation": "It is the key.",
      ]
    }
    let homework: JSONValue = ["title": "Rivers", "quiz": ["questions": .array(questions)]]
    return try daemon.client().call("homework.add", homework)["id"] ?? .null
  }
}
