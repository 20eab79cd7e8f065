import Foundation
import HomeworkPostgres
import HomeworkStore
import HomeworkTestKit
import Testing

/// Connects to a new, empty database.
func connection(
  settings: [String: String] = [:], deadlineMs: Int = PostgresConnection.usualDeadlineMs
) throws -> PostgresConnection {
  let url = try PostgresURL(PostgresServer.shared().createDatabase())
  return try PostgresConnection(url, settings: plain.merging(settings) { $1 }, deadlineMs: deadlineMs)
}

/// The tests' tables are not in the program's schemas.
let plain = ["search_path": "public"]

/// Opens another connection to the same database.
func connection(beside other: PostgresConnection) throws -> PostgresConnection {
  try PostgresConnection(PostgresURL(other.database), settings: plain)
}

extension PostgresConnection {
  /// Makes the server end another connection.
  func terminate(_ other: PostgresConnection) throws {
    let process = Int(other.serverProcess)
    #expect(try number("SELECT pg_terminate_backend(?::int)::int", process) == 1)
    while try number("SELECT count(*) FROM pg_stat_activity WHERE pid = ?", process) > 0 { usleep(1000) }
  }

  func write<Result>(_ body: () throws -> Result) throws -> Result { try transaction(.write, body) }
}

/// A simulated server on a local port, which sends what the test tells it to send.
final class PlayedServer: @unchecked Sendable {
  // Once created, the descriptor belongs to the thread.
  private let listener: Int32
  let port: Int

  /// Accepts connections one after the other, and serves each.
  init(_ play: @escaping @Sendable (PlayedConnection) -> Void) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && listen(listener, 8) == 0 ? getsockname(listener, address, &size) : -1
      }
    }
    try #require(code == 0)
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread {
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else {
          // Closed here, so that no other file gets its number while a thread waits with it.
          close(listener)
          return
        }
        play(PlayedConnection(descriptor: descriptor))
        close(descriptor)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
  }

  func url(more: String = "") -> String { "postgresql://ada:secret7@127.0.0.1:\(port)/class?\(more)" }
}

/// A simulated server's conversation, in protocol messages.
struct PlayedConnection {
  let descriptor: Int32

  /// Reads `count` bytes; fewer at the end.
  func read(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var got = 0
    while got < count {
      let more = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress! + got, count - got, 0) }
      guard more > 0 else { break }
      got += more
    }
    return Array(bytes.prefix(got))
  }

  /// Reads the first message, which has no letter.
  func readStart() -> [UInt8] { readBody() }

  /// Reads a message; `nil` at the end.
  func readMessage() -> (letter: Character, body: [UInt8])? {
    guard let letter = read(1).first else { return nil }
    return (Character(UnicodeScalar(letter)), readBody())
  }

  private func readBody() -> [UInt8] {
    let length = read(4).reduce(0) { $0 << 8 | Int($1) }
    return length > 4 ? read(length - 4) : []
  }

  func send(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  func send(_ letter: Character, _ body: [UInt8]) {
    let length = withUnsafeBytes(of: UInt32(body.count + 4).bigEndian, Array.init)
    send([letter.asciiValue!] + length + body)
  }

  /// Accepts a client, as a server with a version.
  func greet(version: String = "15.0", isReadOnly: Bool = false) {
    while readStart().starts(with: [0x04, 0xD2, 0x16]) { send([UInt8(ascii: "N")]) }
    send("R", [0, 0, 0, 0])
    let reported = [
      "server_version": version, "client_encoding": "UTF8", "in_hot_standby": "off",
      "default_transaction_read_only": isReadOnly ? "on" : "off", "standard_conforming_strings": "on",
    ]
    for (name, value) in reported { send("S", Array(name.utf8) + [0] + Array(value.utf8) + [0]) }
    send("Z", [UInt8(ascii: "I")])
  }

  /// Refuses a client, with an error's fields.
  func refuse(_ state: String, _ message: String) {
    while readStart().starts(with: [0x04, 0xD2, 0x16]) { send([UInt8(ascii: "N")]) }
    let fields = ["SFATAL", "VFATAL", "C\(state)", "M\(message)"].joined(separator: "\0") + "\0\0"
    send("E", Array(fields.utf8))
  }
}
