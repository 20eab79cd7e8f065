import Foundation
import HomeworkPostgres
import HomeworkSystem
import HomeworkTestKit

/// A proxy between clients and a server, on a Unix socket of its own, which cuts conversations on request.
final class Proxy: @unchecked Sendable {
  // Each descriptor belongs to one thread; the rest is under the lock.
  enum Direction: CaseIterable { case toServer, toClient }

  /// A cut before a message, in both directions.
  struct Cut {
    let direction: Direction
    /// The number of messages that pass before, since the cut was armed or the previous one was made.
    let after: Int
    /// True if data sent before still reaches the server, long after the client has lost the connection.
    var isLate = false
    /// Called when the server has lost the client, before the client learns of it.
    var meanwhile: (@Sendable () -> Void)?
  }

  private struct State {
    var cuts: [Cut] = []
    var passed = [Direction.toServer: 0, .toClient: 0]
  }

  private let state = Guarded(State())
  private let directory = TemporaryDirectory()
  private let server: String
  private let listener: Int32

  init(to server: PostgresServer) throws {
    self.server = server.socketDirectory + Self.name
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let isHeard = Self.withAddress(directory.url.path + Self.name) { [listener] in
      bind(listener, $0, $1) == 0 && listen(listener, 64) == 0
    }
    guard isHeard else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    Thread.detachNewThread { [weak self, listener] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        guard let self else {
          close(client)
          return
        }
        serve(client)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static let name = "/.s.PGSQL.5432"

  /// Returns a database's address through the proxy.
  func url(of database: String) -> String { "postgresql://hwdb@/\(database)?host=\(directory.url.path)" }

  func arm(_ cuts: Cut...) {
    state.withLock { $0 = State(cuts: cuts) }
  }

  /// The number of cuts still to be made.
  var cutsLeft: Int { state.withLock { $0.cuts.count } }

  /// Returns the number of messages passed since it was armed or made a cut.
  func passed(_ direction: Direction) -> Int { state.withLock { $0.passed[direction] ?? 0 } }

  // MARK: - Conversations

  private func serve(_ client: Int32) {
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard Self.withAddress(self.server, { connect(server, $0, $1) == 0 }) else {
      close(server)
      close(client)
      return
    }
    // Two threads use both sockets; the last one closes them.
    let users = Guarded(2)
    let shared = Shared(users)
    for direction in Direction.allCases {
      Thread.detachNewThread { [self] in
        let (from, to) = direction == .toServer ? (client, server) : (server, client)
        pass(direction, from, to, client)
        shutdown(from, Int32(SHUT_RDWR))
        shutdown(to, Int32(SHUT_RDWR))
        guard shared.leave() else { return }
        close(client)
        close(server)
      }
    }
  }

  private final class Shared: Sendable {
    private let users: Guarded<Int>
    init(_ users: consuming Guarded<Int>) { self.users = users }
    func leave() -> Bool {
      users.withLock {
        $0 -= 1
        return $0 == 0
      }
    }
  }

  private func pass(_ direction: Direction, _ from: Int32, _ to: Int32, _ client: Int32) {
    var (waiting, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    // The first message to the server has no letter.
    var isFirst = direction == .toServer
    while true {
      let count = recv(from, &chunk, chunk.count, 0)
      guard count > 0 else { return }
      waiting += chunk[..<count]
      var end = 0
      while let length = Self.length(waiting[end...], hasLetter: !isFirst) {
        if let cut = takeCut(direction) {
          send(waiting[..<end], to)
          if let meanwhile = cut.meanwhile {
            shutdown(direction == .toServer ? to : from, Int32(SHUT_RDWR))
            meanwhile()
          }
          guard cut.isLate else { return }
          shutdown(client, Int32(SHUT_RDWR))
          Thread.sleep(forTimeInterval: 0.15)
          return send(waiting[end...], to)
        }
        isFirst = false
        end += length
      }
      send(waiting[..<end], to)
      waiting.removeFirst(end)
    }
  }

  /// Returns the cut to make before the next message; if there is none, counts the message as passed.
  private func takeCut(_ direction: Direction) -> Cut? {
    state.withLock { state in
      if let cut = state.cuts.first, cut.direction == direction, state.passed[direction] ?? 0 >= cut.after {
        state.cuts.removeFirst()
        state.passed = [:]
        return cut
      }
      state.passed[direction, default: 0] += 1
      return nil
    }
  }

  /// Returns the length of the message at the start of the bytes; `nil` if part of it is missing.
  private static func length(_ bytes: ArraySlice<UInt8>, hasLetter: Bool) -> Int? {
    let body = hasLetter ? bytes.dropFirst() : bytes
    guard body.count >= 4 else { return nil }
    let length = body.prefix(4).reduce(0) { $0 << 8 | Int($1) } + (hasLetter ? 1 : 0)
    return bytes.count >= length ? length : nil
  }

  private func send(_ bytes: ArraySlice<UInt8>, _ to: Int32) {
    var sent = 0
    bytes.withUnsafeBytes { bytes in
      while sent < bytes.count {
        let count = Foundation.send(to, bytes.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
        guard count > 0 else { return }
        sent += count
      }
    }
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool
  ) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
