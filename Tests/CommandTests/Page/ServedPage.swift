import Foundation
import HomeworkModel
import HomeworkTestKit

/// A daemon with a page.
final class ServedPage {
  let daemon: ServedDaemon

  init(_ options: String...) throws {
    daemon = try ServedDaemon(options: ["--http", "0"] + options)
    wait()
  }

  /// Waits until the address is printed, which is a moment after the socket is there.
  private func wait() {
    waitWhile { !daemon.output.hasSuffix("\n") }
  }

  func killAndRestart() throws {
    try daemon.killAndRestart()
    wait()
  }

  /// The address that the daemon has printed, its port and its token.
  var address: String { daemon.output.trimmingCharacters(in: .newlines) }
  var port: Int { Int(address.split(separator: ":").last?.prefix { $0.isNumber } ?? "") ?? 0 }
  var token: String { address.split(separator: "#").last.map(String.init) ?? "" }

  func get(_ path: String, method: String = "GET", headers: [String: String] = [:]) throws -> WebLine.Response {
    try WebLine.get(path, port: port, method: method, headers: headers)
  }

  /// Opens a WebSocket, and sends the token.
  func visit(headers: [String: String] = [:]) throws -> WebLine {
    let line = try WebLine(port: port, headers: headers)
    line.send(token)
    return line
  }
}
